// Animations of reports in a browser: play, pause, step, slider, keyboard, the link to plots.
// usage: node scenes.mjs PATH-OF-DASHPOT    needs playwright-core (NODE_PATH) and chromium
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const { chromium } = createRequire(import.meta.url)('playwright-core');
const program = resolve(process.argv[2]);
const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const folder = mkdtempSync(join(tmpdir(), 'scenes-'));
let passed = 0, failed = 0, label = '';
function check(isGood, text) {
  if (isGood) passed++;
  else { failed++; console.log(`FAIL ${label}: ${text}`); }
}

// A stand-in for the cursor that plots share; the page runs only scripts whose digest it knows, so
// it comes in before all of them.
const cursor = `window.dashpot = { told: [], heard: [], cursor: {
  on(fn) { dashpot.heard.push(fn); },
  move(axis, value, source) { dashpot.told.push([axis, value]);
    dashpot.heard.forEach((fn) => fn(axis, value, source)); } } };`;

const scenes = {
  mechanism: ['scenarios/slider-crank-loose.yaml', '--set', 'run.turns=2'],
  chain: ['scenarios/chain.yaml'],
  bounce: ['scenarios/superball.yaml'],
  journal: ['scenarios/001/fig-12-elastic-plastic-damped.yaml'],
};

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM || '/usr/bin/chromium', args: ['--no-sandbox'] });

async function open(url, options, before) {
  const page = await browser.newPage({ viewport: { width: 1100, height: 900 }, ...options });
  page.on('console', (message) => {
    if (message.type() === 'error') check(false, 'console: ' + message.text());
  });
  page.on('pageerror', (error) => check(false, 'error: ' + error.message));
  if (before) await page.addInitScript(before);
  await page.goto(url);
  await page.locator('.animation-box').scrollIntoViewIfNeeded();
  return page;
}
const clock = (page) => page.locator('.animation-now').textContent();
const word = (page) => page.locator('.animation-play').textContent();
// What is seen: every attribute of the drawing.
const drawing = (page) => page.locator('.animation-box svg').first().evaluate((e) => e.outerHTML);
const changes = (page, before) => page.waitForFunction((old) =>
  document.querySelector('.animation-now').textContent !== old, before, { timeout: 20000 })
  .then(() => true, () => false);
const drag = (page, value) => page.locator('.animation-time').evaluate((e, v) => {
  e.value = v;
  e.dispatchEvent(new Event('input'));
}, value);

async function plays(url) {
  const page = await open(url, { reducedMotion: 'no-preference' });
  check(await word(page) === 'Pause', 'it does not play by itself');
  const first = await drawing(page);
  check(await changes(page, await clock(page)), 'play does not advance');
  await page.locator('.animation-play').click();
  check(await word(page) === 'Play', 'the button does not pause');
  check(await drawing(page) !== first, 'the picture does not move');
  // two frames of the browser later nothing has changed
  const still = await clock(page);
  await page.evaluate(() => new Promise((done) =>
    requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(done)))));
  check(await clock(page) === still, 'it goes on while paused');
  await page.close();
}

async function steps(url, times) {
  const page = await open(url, { reducedMotion: 'reduce' }, cursor);
  const last = () => page.evaluate(() => dashpot.told[dashpot.told.length - 1][1]);
  const is = async (index, text) => check(await last() === times[index], text);
  check(await word(page) === 'Play', 'it moves although motion is reduced');
  await page.locator('.animation-forward').click();
  await is(1, 'forward is not one frame');
  await page.locator('.animation-forward').click();
  await page.locator('.animation-back').click();
  await is(1, 'back is not one frame');
  await page.locator('.animation-box').focus();
  await page.keyboard.press('ArrowRight');
  await is(2, 'the right arrow is not one frame');
  await page.keyboard.press('ArrowLeft');
  await is(1, 'the left arrow is not one frame');
  await page.keyboard.press('End');
  await is(times.length - 1, 'End is not the end');
  await page.keyboard.press('Home');
  await is(0, 'Home is not the start');
  await page.keyboard.press(' ');
  check(await word(page) === 'Pause', 'space does not play');
  await page.keyboard.press(' ');
  check(await word(page) === 'Play', 'space does not pause');
  await drag(page, 500);
  const middle = (times[0] + times[times.length - 1]) / 2, span = times[times.length - 1] - times[0];
  check(Math.abs(await last() - middle) < 1e-9 * span + 1e-15, 'the slider is not linear in time');
  await linked(page, times);
  await page.close();
}

// A plot points at a time; nothing is told back to it.
async function linked(page, times) {
  const at = times[Math.floor(times.length / 3)];
  const before = await clock(page), told = await page.evaluate(() => dashpot.told.length);
  await page.evaluate((time) => dashpot.heard.forEach((fn) => fn('time', time, 'a plot')), at);
  check(await clock(page) !== before, 'the cursor of a plot does not move it');
  check(await page.evaluate(() => dashpot.told.length) === told, 'it answers the plot');
  const same = await clock(page);
  await page.evaluate(() => dashpot.heard.forEach((fn) => {
    fn('time', null, 'a plot');
    fn('bead', 0, 'a plot');
  }));
  check(await clock(page) === same, 'another axis, or nobody, moves it');
}

async function pointing(url) {
  const page = await open(url, { reducedMotion: 'reduce' }, cursor);
  const box = await page.locator('.animation-map canvas').boundingBox();
  await page.mouse.click(box.x + 30, box.y + box.height / 4);
  const share = Number(await page.locator('.animation-time').inputValue()) / 1000;
  check(Math.abs(share - 0.75) < 0.02, `pointing at three quarters of the map goes to ${share}`);
  const painted = await page.locator('.animation-map canvas').evaluate((canvas) => {
    const data = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
    return new Set(Array.from({ length: data.length / 4 }, (x, i) => data[4 * i])).size;
  });
  check(painted > 20, `the map has ${painted} shades`);
  await page.close();
}

async function looks(url) {
  const back = (page) => page.locator('.animation-box').evaluate((e) =>
    getComputedStyle(e).backgroundColor);
  const light = await open(url, { colorScheme: 'light', reducedMotion: 'reduce' });
  const dark = await open(url, { colorScheme: 'dark', reducedMotion: 'reduce' });
  check(await back(light) !== await back(dark), 'dark is as light');
  const narrow = await open(url, { viewport: { width: 390, height: 800 }, hasTouch: true,
    reducedMotion: 'reduce' });
  const wide = await narrow.evaluate(() => Math.max(0, ...Array.from(
    document.querySelectorAll('.animation-box, .animation-box *'),
    (e) => e.closest('svg') && e.tagName !== 'svg' ? 0 : e.getBoundingClientRect().right)));
  check(wide <= 390, `it is ${wide} wide on a screen of 390`);
  await narrow.locator('.animation-play').tap();
  check(await word(narrow) === 'Pause', 'a tap does not play');
  for (const page of [light, dark, narrow]) await page.close();
}

// Two on one page, of scripts that are not in a report.
async function both(facts) {
  const asset = (name) => readFileSync(join(root, 'workbench', 'assets', name), 'utf8');
  const file = join(folder, 'both.html');
  writeFileSync(file, `<!DOCTYPE html><style>${asset('animation.css')}</style><p></p><p></p><script>
    ${asset('player.js')}${asset('scene_bounce.js')}
    window.players = [...document.querySelectorAll('p')].map((element) =>
      dashpot.player(element, dashpot.scenes.bounce(element, ${facts})));</script>`);
  const page = await browser.newPage({ reducedMotion: 'reduce' });
  page.on('pageerror', (error) => check(false, 'error: ' + error.message));
  await page.goto(pathToFileURL(file).href);
  await page.locator('.animation-forward').first().click();
  const times = await page.evaluate(() => players.map((player) => player.time()));
  check(times[0] > times[1], `two animations are not independent: ${times}`);
  check(await page.evaluate(() => document.querySelectorAll('[id]').length) === 0, 'there are ids');
  await page.close();
}

try {
  for (const [name, words] of Object.entries(scenes)) {
    label = name;
    const out = join(folder, name);
    execFileSync(program, ['run', join(root, words[0]), ...words.slice(1), '--out', out, '--quiet']);
    const url = pathToFileURL(join(out, 'report.html')).href;
    const facts = readFileSync(join(out, 'report.html'), 'utf8').match(/\nvar facts = (.*);\n/)[1];
    await plays(url);
    await steps(url, JSON.parse(facts).times);
    await looks(url);
    if (name === 'chain') await pointing(url);
    if (name === 'bounce') await both(facts);
  }
} catch (error) {
  check(false, error.stack);
} finally {
  await browser.close();
  rmSync(folder, { recursive: true });
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
