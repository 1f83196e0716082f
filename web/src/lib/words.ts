// Every word comes from locales/*.ftl, here as on the command line.
// What a language lacks is said in English.
import { FluentBundle, FluentResource, type FluentVariable } from '@fluent/bundle';
import page from '../../../locales/en/page.ftl';
import play from '../../../locales/en/play.ftl';
import table from '../../../locales/en/table.ftl';
import { keep, kept } from './kept';

export type Values = Record<string, string | number>;

const ENGLISH = 'en';

// The others come over the network when someone speaks them.
const others = import.meta.glob<string>(
  ['../../../locales/*/{page,play,table}.ftl', '!../../../locales/en/*.ftl'],
  { import: 'default' },
);

function bundleOf(language: string, texts: string[]): FluentBundle {
  const bundle = new FluentBundle(language, { useIsolating: false });
  for (const text of texts) bundle.addResource(new FluentResource(text));
  return bundle;
}

const bundles = [bundleOf(ENGLISH, [page, play, table])];

/** The languages the page can be read in. */
export const languages: string[] = [
  ...new Set([ENGLISH, ...Object.keys(others).map((path) => path.split('/').at(-2)!)]),
].sort();

/** The language spoken now. */
export let language = ENGLISH;

/** What a language calls itself. */
export function nameOf(tag: string): string {
  const name = new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag;
  return name[0]!.toUpperCase() + name.slice(1);
}

function wished(): string {
  const tags = [kept<string>('language', ''), ...navigator.languages];
  for (const tag of tags) {
    const found = languages.find((one) => one === tag || one === tag.split('-')[0]);
    if (found) return found;
  }
  return ENGLISH;
}

/** Before the page is drawn: its language, as chosen here or in the browser. */
export async function learnLanguage(): Promise<void> {
  language = wished();
  document.documentElement.lang = language;
  if (language === ENGLISH) return;
  const paths = Object.keys(others).filter((path) => path.split('/').at(-2) === language);
  try {
    const texts = await Promise.all(paths.map((path) => others[path]!()));
    bundles.unshift(bundleOf(language, texts));
  } catch {
    language = document.documentElement.lang = ENGLISH;
  }
}

/** Speak this from now on; "" follows the browser. */
export function chooseLanguage(tag: string): void {
  keep('language', tag);
  location.reload();
}

/** More words, for a room that has its own: English, or the language spoken now. */
export function learn(text: string, tag = ENGLISH): void {
  const bundle = tag === ENGLISH ? bundles.at(-1)! : bundles[0]!;
  bundle.addResource(new FluentResource(text), { allowOverrides: true });
}

/** The message, such as say('port-V') or say('log-stop', {ship: 2, place}); .attributes too. */
export function say(id: string, values?: Values): string {
  return saying(id, values) ?? id;
}

/** The same, or null where there is no such message. */
export function saying(id: string, values?: Values): string | null {
  const [name, attribute] = id.split('.', 2) as [string, string?];
  for (const bundle of bundles) {
    const message = bundle.getMessage(name);
    const pattern = attribute ? message?.attributes[attribute] : message?.value;
    if (pattern) {
      const text = bundle.formatPattern(pattern, values as Record<string, FluentVariable>, []);
      // a line break inside a message is a space; an empty line parts paragraphs
      return text.replace(/ *\n(?!\n)(?<!\n\n) */g, ' ');
    }
  }
  return null;
}

/** “red”, “red and blue”, “green, red and blue” */
export function list(parts: string[]): string {
  if (parts.length < 2) return parts[0] ?? '';
  return say('list-and', { some: commas(parts.slice(0, -1)), last: parts.at(-1)! });
}

/** “red, blue, green” */
export function commas(parts: string[]): string {
  return parts.reduce((some, next) => say('list-comma', { some, next }));
}
