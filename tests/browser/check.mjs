// Opens pages of `mpirun --report` in headless Chromium, as README.md says.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import puppeteer from 'puppeteer-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const WIDTHS = [360, 768, 1440];
const SCHEMES = ['light', 'dark'];
const LARGEST = 1_000_000;

const words = process.argv.slice(2);
const shots = words[0] === '--screenshots' ? words.splice(0, 2)[1] : null;
const files = words.map((word) => path.resolve(word));
assert.ok(files.length > 0, 'usage: check.mjs [--screenshots DIRECTORY] PAGE...');
if (shots) mkdirSync(shots, { recursive: true });

const chromium = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);
assert.ok(chromium, 'Chromium is not installed (Debian: apt-get install chromium)');
const browser = await puppeteer.launch({
  executablePath: chromium,
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});
let failures = 0;

/** Opens a file in a tab of its own; keeps the requests that it makes and the errors that it has. */
async function open(file, { script = true, bypass = false, scheme = 'light', width = 1440 } = {}) {
  const page = await browser.newPage();
  const asked = [];
  const errors = [];
  await page.setJavaScriptEnabled(script);
  await page.setBypassCSP(bypass);
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
  await page.setViewport({ width, height: 900 });
  page.on('request', (request) => asked.push(request.url()));
  page.on('pageerror', (error) => errors.push(`${error}`));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  page.on('dialog', (dialog) => {
    errors.push(`a dialog: ${dialog.message()}`);
    dialog.dismiss();
  });
  await page.goto(pathToFileURL(file).href, { waitUntil: 'load' });
  return { page, asked, errors };
}

async function check(file, name, body) {
  try {
    await body();
    console.log(`ok      ${path.basename(file)}: ${name}`);
  } catch (error) {
    failures++;
    console.log(`FAILED  ${path.basename(file)}: ${name}\n        ${error.message.replaceAll('\n', '\n        ')}`);
  }
}

/** No request but that of the page, no error, nothing wider than the window; axe finds nothing. */
async function accessible(file, scheme, width) {
  const { page, asked, errors } = await open(file, { bypass: true, scheme, width });
  try {
    assert.deepEqual(asked.slice(1), [], 'the page asks for something');
    assert.deepEqual(errors, []);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    assert.ok(wide <= 0, `the page is ${wide} px wider than the window`);
    if (shots) {
      const name = `${path.basename(file, '.html')}-${scheme}-${width}.png`;
      await page.screenshot({ path: path.join(shots, name), fullPage: true });
    }
    await page.evaluate(AXE);
    const found = await page.evaluate((tags) => axe.run(document, { runOnly: { type: 'tag', values: tags } }), TAGS);
    const lines = found.violations.map(
      (one) => `${one.id}: ${one.help}: ${one.nodes.slice(0, 3).map((node) => `${node.target} ${node.failureSummary}`).join('; ')}`,
    );
    assert.deepEqual(lines, []);
  } finally {
    await page.close();
  }
}

/** Colours, sorting and maps by keyboard and by mouse, under the page's own policy. */
async function usable(file) {
  const { page, errors } = await open(file);
  try {
    await page.focus('#scheme');
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await background();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    assert.notEqual(await background(), light, 'dark colours');
    await page.keyboard.press('Enter');
    assert.equal(await background(), light, 'back to those of the system');
    for (const summary of await page.$$('summary')) {
      await summary.press('Enter');
      assert.ok(await summary.evaluate((it) => it.parentNode.open), 'a summary opens');
    }
    for (const table of await page.$$('table.sorts')) {
      await sorts(table);
    }
    for (const map of await page.$$('.map svg[data-side]')) {
      await walks(page, map);
    }
    const reached = await tabbed(page);
    const wanted = await page.$$eval('.map svg[data-side], .table, a[href], summary, button', (all) => all.length);
    assert.ok(reached >= wanted, `the keyboard reaches ${reached} of ${wanted}`);
    assert.deepEqual(errors, []);
  } finally {
    await page.close();
  }
}

async function sorts(table) {
  const column = () => table.evaluate((it) => {
    const at = [...it.querySelectorAll('thead th')].findIndex((head) => head.hasAttribute('aria-sort'));
    return [...it.tBodies[0].rows].map((row) => Number(row.cells[at].getAttribute('data-value')));
  });
  const heads = await table.$$('thead button');
  const last = heads.at(-1);
  const numbers = await table.evaluate((it) => it.tBodies[0].rows[0]?.cells[it.tHead.rows[0].cells.length - 1].hasAttribute('data-value'));
  if (!last || !numbers) return;
  await last.press('Enter');
  let values = await column();
  assert.deepEqual(values, [...values].sort((a, b) => b - a), 'the largest first');
  await last.click();
  values = await column();
  assert.deepEqual(values, [...values].sort((a, b) => a - b), 'the smallest first');
}

async function walks(page, map) {
  const readout = () => map.evaluate((it) => it.parentNode.querySelector('[aria-live]').textContent);
  await map.evaluate((it) => it.focus());
  const first = await readout();
  assert.match(first, /^rank/);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowLeft');
  const side = await map.evaluate((it) => Number(it.getAttribute('data-side')));
  assert.equal(await map.evaluate((it) => it.querySelector('.cursor').getAttribute('visibility')), 'visible');
  if (side > 1) assert.notEqual(await readout(), first);
  const box = await map.boundingBox();
  await page.mouse.click(box.x + box.width - 8, box.y + box.height - 8);
  const ranks = await map.evaluate((it) => Number(it.getAttribute('data-ranks')));
  assert.ok((await readout()).includes(String(ranks - 1)), `a click names the last rank: ${await readout()}`);
}

/** Returns how many elements the tabulator key stops at before it comes back. */
async function tabbed(page) {
  await page.evaluate(() => { document.activeElement?.blur(); window.scrollTo(0, 0); });
  await page.mouse.click(1, 1);
  let count = 0;
  for (;;) {
    await page.keyboard.press('Tab');
    const seen = await page.evaluate(() => {
      const now = document.activeElement;
      const known = now === document.body || now.hasAttribute('data-tabbed');
      now.setAttribute('data-tabbed', '');
      return known;
    });
    if (seen) return count;
    count++;
  }
}

/** Everything that is said stands in the page without a script. */
async function withoutScript(file) {
  const { page } = await open(file, { script: false });
  const other = await open(file);
  try {
    const texts = (it) => it.evaluate(() => [...document.querySelectorAll('p,td,th,li,h1,h2,text,caption')]
      .filter((one) => !one.closest('details') && one.getAttribute('aria-live') === null)
      .map((one) => one.textContent.trim()));
    const plain = await texts(page);
    assert.deepEqual(plain, await texts(other.page));
    assert.ok(plain.length > 20);
  } finally {
    await page.close();
    await other.page.close();
  }
}

for (const file of files) {
  await check(file, 'has 1 MB at most', async () => assert.ok(statSync(file).size <= LARGEST, `${statSync(file).size} bytes`));
  for (const scheme of SCHEMES) {
    for (const width of WIDTHS) {
      await check(file, `axe, ${scheme}, ${width} px`, () => accessible(file, scheme, width));
    }
  }
  await check(file, 'keys and clicks', () => usable(file));
  await check(file, 'without a script', () => withoutScript(file));
}
await browser.close();
console.log(failures === 0 ? 'All pages pass.' : `${failures} checks failed.`);
process.exit(failures === 0 ? 0 : 1);
