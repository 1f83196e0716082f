import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

const server = process.env.GOLDENHORN ?? 'http://127.0.0.1:8731';

export default defineConfig({
  plugins: [svelte(), fluent(), described(), packed()],
  build: {
    outDir: '../src/goldenhorn/server/page',
    emptyOutDir: true,
    // the page's security policy allows nothing inside the HTML, and no data: addresses
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
    reportCompressedSize: false,
    rolldownOptions: {
      checks: { bundlerTimings: false },
      // what every room needs is one file, instead of many small ones
      output: {
        codeSplitting: {
          groups: [{ name: 'frame', test: /node_modules|src\/(frame|lib\/(?!lawbook|live|protocol)|made)/ }],
        },
      },
    },
  },
  // `npm run dev` beside a running server: everything that is not the page comes from there
  server: { proxy: { '/api': { target: server, ws: true, changeOrigin: true } } },
  test: { include: ['tests/**/*.test.ts'] },
});

/** Fluent files can be imported as text; what is for translators only stays behind. */
function fluent() {
  return {
    name: 'fluent',
    transform(source, id) {
      if (!id.split('?')[0].endsWith('.ftl')) return null;
      const text = source.replace(/^#.*\n/gm, '').replace(/\n{2,}(?=\S)/g, '\n');
      return { code: `export default ${JSON.stringify(text)}`, map: null };
    },
  };
}

/** What others show of a link to the page; like all words it comes from locales. */
function described() {
  return {
    name: 'described',
    async transformIndexHtml() {
      const words = await readFile('../locales/en/page.ftl', 'utf8');
      const content = /^home-pitch = (.*)$/m.exec(words)[1];
      return [{ tag: 'meta', attrs: { name: 'description', content }, injectTo: 'head' }];
    },
  };
}

/** Beside each file its compressed forms, so that no server has to make them again and again. */
function packed() {
  const best = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
  return {
    name: 'packed',
    apply: 'build',
    async writeBundle({ dir }) {
      for (const file of await readdir(dir, { recursive: true })) {
        if (!/\.(html|js|css|svg|json|webmanifest)$/.test(file)) continue;
        const path = join(dir, file);
        const bytes = await readFile(path);
        await writeFile(`${path}.br`, brotliCompressSync(bytes, best));
        await writeFile(`${path}.gz`, gzipSync(bytes, { level: 9 }));
      }
    },
  };
}
