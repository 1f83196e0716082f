// Measures the page in a real Chromium, as a new visitor has it and as Lighthouse judges it.
//
//     node measure.mjs ADDRESS CHROMIUM VISITS
//
// Prints one line of JSON: lists of seconds, bytes and shares, one for each visit.
import lighthouse, { desktopConfig } from 'lighthouse';
import puppeteer from 'puppeteer-core';

const [address, chromium, visits] = process.argv.slice(2);
const found = {};
const note = (name, value) => (found[name] ??= []).push(value);

const browser = await puppeteer.launch({
  executablePath: chromium,
  // The sandbox does not work for root, and in most containers.
  args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking', '--disable-sync'],
});

/** When something was first painted, in seconds from the beginning of the visit. */
const painted = (page) =>
  page.evaluate(
    () =>
      new Promise((tell) => {
        const look = new PerformanceObserver((list) => {
          const first = list.getEntriesByName('first-contentful-paint')[0];
          if (first) tell(first.startTime / 1000);
        });
        look.observe({ type: 'paint', buffered: true });
      }),
  );

/** Everything that comes over the network, in bytes as sent. */
async function weighed(page) {
  const wire = await page.createCDPSession();
  await wire.send('Network.enable');
  let bytes = 0;
  wire.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
  return () => bytes;
}

const SHIFTS = `window.shifted = 0
  new PerformanceObserver((list) => {
    for (const shift of list.getEntries()) if (!shift.hadRecentInput) window.shifted += shift.value
  }).observe({ type: 'layout-shift', buffered: true })`;

/** A new visitor comes, presses “Play now”, and waits for the first decision. */
async function visit() {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  await page.setViewport({ width: 1280, height: 800 });
  await page.evaluateOnNewDocument(SHIFTS);
  const bytes = await weighed(page);
  const came = performance.now();
  await page.goto(address, { waitUntil: 'domcontentloaded' });
  await page.waitForSelector('form .button.gold:enabled');
  note('home usable', (performance.now() - came) / 1000);
  note('home painted', await painted(page));
  await page.waitForNetworkIdle({ idleTime: 300 });
  note('home bytes', bytes());
  note('home shifted', await page.evaluate('window.shifted'));
  const clicked = performance.now();
  await page.click('form .button.gold');
  await page.waitForSelector('[data-ask]');
  note('table usable', (performance.now() - clicked) / 1000);
  await page.waitForNetworkIdle({ idleTime: 300 }).catch(() => undefined);
  note('all bytes', bytes());
  await page.reload({ waitUntil: 'domcontentloaded' });
  await page.waitForSelector('[data-ask]');
  note('table painted', await painted(page));
  note('table shifted', await page.evaluate('window.shifted'));
  await context.close();
}

/** How many frames are drawn in a second while something moves, in a game of some turns. */
async function frames(page) {
  await page.evaluate(() => {
    window.gaps = [];
    const gliding = () =>
      document
        .getAnimations()
        .some(({ effect, playState }) => playState === 'running' && effect.getTiming().iterations !== Infinity);
    let before = performance.now();
    const frame = (now) => {
      if (gliding()) window.gaps.push(now - before);
      before = now;
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
  const end = performance.now() + 20_000;
  // The first of these that is there is pressed: whatever it does, something will move.
  const things = ['place', 'done', 'stop'].map((action) => `[data-action=${action}]`);
  things.push('[data-place]', '[data-glow=cargo]', '[data-glow=sail]');
  while (performance.now() < end && !(await page.$('[data-final]'))) {
    await page.evaluate((things) => things.map((one) => document.querySelector(one)).find(Boolean)?.click(), things);
    await new Promise((done) => setTimeout(done, 250));
  }
  const gaps = (await page.evaluate('window.gaps')).sort((a, b) => a - b);
  const seconds = gaps.reduce((sum, gap) => sum + gap, 0) / 1000;
  note('frames', gaps.length / seconds);
  note('slowest frames', gaps[Math.floor(gaps.length * 0.99)] / 1000);
}

/** Lighthouse's judgement of a page, on a slow phone and on a desk. */
async function judged(page, room, url) {
  for (const [how, config] of [['phone', undefined], ['desk', desktopConfig]]) {
    const flags = { disableStorageReset: true, onlyCategories: ['performance', 'accessibility'] };
    const { lhr } = await lighthouse(url, { ...flags, logLevel: 'silent' }, config, page);
    note(`${room} ${how} performance`, lhr.categories.performance.score);
    note(`${room} ${how} accessibility`, lhr.categories.accessibility.score);
  }
}

try {
  for (let again = 0; again < Number(visits); again++) await visit();
  const page = await browser.newPage();
  await page.goto(address);
  await page.waitForSelector('form .button.gold:enabled');
  await page.click('form .button.gold');
  await page.waitForSelector('[data-ask]');
  const table = page.url();
  await frames(page);
  await judged(page, 'home', address);
  await judged(page, 'table', table);
} finally {
  await browser.close();
}
console.log(JSON.stringify(found));
