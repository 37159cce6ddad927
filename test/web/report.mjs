// Reports in a browser: values under the pointer, zoom, legend, axes, a shared cursor, keys,
// fingers, narrow screens, dark and print.
//
//     node report.mjs PATH-OF-DASHPOT
//
// playwright-core is found through NODE_PATH or from the working folder; the browser is $CHROMIUM
// or /usr/bin/chromium.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const program = resolve(process.argv[2] || 'dashpot');
const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const folders = (process.env.NODE_PATH || '').split(':').filter(Boolean);
const need = createRequire(join(process.cwd(), 'x.js'));
const { chromium } = need(need.resolve('playwright-core', { paths: [...folders, process.cwd()] }));

let passed = 0, failed = 0;
function check(what, isGood, more) {
  if (isGood) { passed++; return; }
  failed++;
  console.log('FAIL ' + what + (more === undefined ? '' : ': ' + JSON.stringify(more)));
}

const dir = mkdtempSync(join(tmpdir(), 'dashpot-report-'));
function report(name, scenario) {
  execFileSync(program, ['run', scenario, '--out', join(dir, name), '--quiet']);
  return pathToFileURL(join(dir, name, 'report.html')).href;
}
// Rows of series.csv by name, units left out.
function series(name) {
  const lines = readFileSync(join(dir, name, 'series.csv'), 'utf8').trim().split('\n');
  const heads = lines.find((line) => !line.startsWith('#')).split(',');
  const rows = lines.slice(lines.findIndex((line) => !line.startsWith('#')) + 1);
  const table = {};
  heads.forEach((head, c) => {
    table[head.replace(/ \[.*/, '')] = rows.map((row) => Number(row.split(',')[c]));
  });
  return table;
}

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM || '/usr/bin/chromium',
  args: ['--no-sandbox'] });
// A page with its complaints.
async function open(url, options) {
  const context = await browser.newContext(Object.assign({ viewport: { width: 1200, height: 900 } },
    options));
  const page = await context.newPage();
  page.complaints = [];
  page.on('console', (message) => { if (message.type() === 'error' || message.type() === 'warning')
    page.complaints.push(message.text()); });
  page.on('pageerror', (error) => page.complaints.push(String(error)));
  page.on('request', (request) => { if (!/^(file|data):/.test(request.url()))
    page.complaints.push('asks for ' + request.url()); });
  await page.goto(url);
  if (!options || options.javaScriptEnabled !== false) await page.waitForSelector('figure.live');
  return page;
}
const plot = (page, stem) => page.locator(`figure[data-plot="${stem}"]`);
// The frame of a plot in pixels of the window.
async function frame(page, stem) {
  await plot(page, stem).locator('.plot-area').scrollIntoViewIfNeeded();
  return plot(page, stem).locator('.plot-area').evaluate((area) => {
    const inside = area.querySelector('svg.plot-over'), box = area.getBoundingClientRect();
    const get = (key) => Number(inside.getAttribute(key));
    return { x: box.x + get('x'), y: box.y + get('y'), width: get('width'), height: get('height') };
  });
}
async function point(page, stem, a, b) {
  const f = await frame(page, stem);
  await page.mouse.move(f.x + a * f.width, f.y + b * f.height);
}
const tip = (page, stem) => plot(page, stem).locator('.plot-tip');
const lines = (page, stem) => tip(page, stem).locator('.plot-value').evaluateAll((all) =>
  all.map((line) => [line.children[0].textContent, line.children[1].textContent]));
const value = (text) => Number(text.replace('−', '-').replace(/·10.*/, '').split(' ')[0]);
const tics = (page, stem) => plot(page, stem).locator('.plot-tics text').allTextContents();
const shownTip = (page, stem) => tip(page, stem).isVisible();

async function tryHover(page) {
  const table = series('ball');
  for (const share of [0.2, 0.47, 0.8]) {
    await point(page, 'force-time', share, 0.3);
    const [[x, time], [y, force]] = await lines(page, 'force-time');
    check('names in the tip', x === 'time' && y === 'force', [x, y]);
    check('units in the tip', /[µm]?s$/.test(time) && /k?N$/.test(force), [time, force]);
    // the row of series.csv that has this time has this force
    const scale = await page.evaluate(() => JSON.parse(document.getElementById('plot-data')
      .textContent).plots.find((p) => p.stem === 'force-time'));
    const t = value(time) / scale.x.scale, f = value(force) / scale.y.scale;
    const i = table.time.reduce((best, v, k) => (Math.abs(v - t) < Math.abs(table.time[best] - t)
      ? k : best), 0);
    const size = Math.max(...table.force);
    check('the value is that of the row', Math.abs(table.time[i] - t) < 1e-4 * t + 1e-15 &&
      Math.abs(table.force[i] - f) < 2e-5 * size, [t, f, table.time[i], table.force[i]]);
  }
}

async function tryCursor(page) {
  await point(page, 'force-time', 0.4, 0.5);
  const others = await page.locator('figure.live:has(.plot-cross)').count();
  check('other plots over time show the cursor', others >= 3, others);
  const dots = await plot(page, 'force-indentation').locator('.plot-dot').count();
  check('a loop shows the same moment', dots === 1, dots);
  const told = await page.evaluate(() => new Promise((done) => {
    const forget = dashpot.cursor.on((axis, v) => { forget(); done([axis, v]); });
    dashpot.cursor.move('time', 1e-5, {});
  }));
  check('the cursor tells others', told[0] === 'time' && told[1] === 1e-5, told);
  await page.mouse.move(2, 2);
  check('nothing is left when the pointer leaves',
    await page.locator('.plot-cross').count() === 0 || (await page.evaluate(() => {
      dashpot.cursor.move('time', null, {});
      return document.querySelectorAll('.plot-cross').length;
    })) === 0);
}

async function drag(page, stem, from, to) {
  const f = await frame(page, stem);
  await page.mouse.move(f.x + from[0] * f.width, f.y + from[1] * f.height);
  await page.mouse.down();
  await page.mouse.move(f.x + to[0] * f.width, f.y + to[1] * f.height, { steps: 4 });
  await page.mouse.up();
}
async function tryZoom(page) {
  const stem = 'force-time', reset = plot(page, stem).getByText('reset', { exact: true });
  const home = await tics(page, stem);
  check('no reset before a zoom', !(await reset.isVisible()));
  await drag(page, stem, [0.3, 0.2], [0.5, 0.6]);
  const near = await tics(page, stem);
  check('a drag zooms', String(near) !== String(home), near);
  await point(page, stem, 0.5, 0.5);
  const middle = value((await lines(page, stem))[0][1]);
  const f = await frame(page, stem);
  await page.mouse.dblclick(f.x + f.width / 2, f.y + f.height / 2);
  check('a double click resets', String(await tics(page, stem)) === String(home));
  await point(page, stem, 0.4, 0.5);
  check('the middle of the box is the middle of the zoom',
    Math.abs(value((await lines(page, stem))[0][1]) / middle - 1) < 0.02, middle);
  await drag(page, stem, [0.3, 0.5], [0.5, 0.505]);
  const flat = (await tics(page, stem)).filter((text) => home.includes(text)).length;
  check('a flat box leaves the other axis', flat >= 3, flat);
  await reset.click();
  check('the button resets', String(await tics(page, stem)) === String(home));
}

async function tryLegend(page) {
  const key = plot(page, 'velocities').locator('.plot-key').first();
  const curves = () => plot(page, 'velocities').locator('.plot-inner .plot-line').count();
  const before = await curves();
  check('there are curves', before === 2, before);
  await key.click();
  check('a click switches off', await curves() === before - 1 &&
    await key.getAttribute('aria-pressed') === 'false');
  await key.focus();
  await page.keyboard.press('Enter');
  check('a key switches on', await curves() === before &&
    await key.getAttribute('aria-pressed') === 'true');
}

async function tryKeys(page) {
  const area = plot(page, 'force-time').locator('.plot-area');
  await area.focus();
  await page.keyboard.press('ArrowRight');
  const first = (await lines(page, 'force-time'))[0][1];
  await page.keyboard.press('ArrowRight');
  const second = (await lines(page, 'force-time'))[0][1];
  check('arrows go along the curve', value(second) > value(first), [first, second]);
  const said = await plot(page, 'force-time').locator('.plot-said').textContent();
  check('values are said', said.includes(second), said);
  const home = await tics(page, 'force-time');
  await page.keyboard.press('+');
  check('plus zooms', String(await tics(page, 'force-time')) !== String(home));
  await page.keyboard.press('Escape');
  check('Escape resets', String(await tics(page, 'force-time')) === String(home));
}

async function tryLogs(page, stem) {
  const button = plot(page, stem).getByText('log x', { exact: true });
  check('the axis is in decades', await button.getAttribute('aria-pressed') === 'true');
  const before = await tics(page, stem);
  await button.click();
  check('the switch makes it plain', await button.getAttribute('aria-pressed') === 'false' &&
    String(await tics(page, stem)) !== String(before));
}

async function tryTouch(url) {
  const page = await open(url, { viewport: { width: 390, height: 800 }, hasTouch: true,
    isMobile: true });
  const f = await frame(page, 'force-time');
  await page.touchscreen.tap(f.x + 0.5 * f.width, f.y + 0.5 * f.height);
  check('a finger shows values', await shownTip(page, 'force-time'));
  const home = await tics(page, 'force-time');
  const session = await page.context().newCDPSession(page);
  const touch = (type, ...places) => session.send('Input.dispatchTouchEvent', { type,
    touchPoints: places.map(([a, b], id) => ({ x: f.x + a * f.width, y: f.y + b * f.height, id })) });
  await touch('touchStart', [0.3, 0.5]);
  await touch('touchMove', [0.5, 0.5]);
  await touch('touchMove', [0.7, 0.5]);
  await touch('touchEnd');
  check('a finger that draws zooms', String(await tics(page, 'force-time')) !== String(home));
  check('no complaints with fingers', page.complaints.length === 0, page.complaints);
  await page.context().close();
}

async function tryScreens(name, url) {
  for (const options of [{ viewport: { width: 390, height: 800 } }, { colorScheme: 'dark' }]) {
    const page = await open(url, options);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    check(name + ' is not wider than the screen', wide <= 0, wide);
    const paper = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    check(name + ' has the paper of its setting',
      (paper === 'rgb(255, 255, 255)') === (options.colorScheme !== 'dark'), paper);
    const empty = await page.evaluate(() => [...document.querySelectorAll('figure[data-plot]')].filter((figure) =>
      !figure.querySelector('.plot-inner path, .plot-inner image')).map((f) => f.dataset.plot));
    check(name + ' has no empty plots', empty.length === 0, empty);
    // every plot answers
    for (const stem of await page.locator('figure.live').evaluateAll((all) =>
      all.map((figure) => figure.dataset.plot))) {
      await point(page, stem, 0.5, 0.5);
      check(`${name}: ${stem} shows values`, await shownTip(page, stem) &&
        (await lines(page, stem)).length > 0);
    }
    await page.emulateMedia({ media: 'print' });
    const printed = await page.evaluate(() => [...document.querySelectorAll('figure[data-plot]')].every((f) =>
      [...f.querySelectorAll(':scope > img, :scope > div')].filter((e) =>
        getComputedStyle(e).display !== 'none').length === 1));
    check(name + ' prints one picture of each plot', printed);
    const ink = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    check(name + ' prints on white', ink === 'rgb(255, 255, 255)', ink);
    check(name + ' has no complaints', page.complaints.length === 0, page.complaints);
    await page.context().close();
  }
  const page = await open(url, { javaScriptEnabled: false });
  const stills = await page.locator('figure[data-plot] > img').count();
  check(name + ' has still pictures without scripts', stills === await page.locator('figure[data-plot]').count() &&
    await page.locator('figure[data-plot] > img').first().isVisible(), stills);
  await page.context().close();
}

// How long it takes to draw four curves of 5000 points.
async function tryPace(page) {
  const took = await page.evaluate(() => {
    const x = Array.from({ length: 5000 }, (_, i) => i);
    const curves = [1, 2, 3, 4].map((k) => ({ name: 'c' + k, x, y: x.map((v) => Math.sin(v * k / 99)) }));
    const spec = { style: 'lines', x: { label: 'x' }, y: { label: 'y' }, curves };
    const handle = dashpot.plot(document.body, spec), times = [];
    for (let i = 0; i < 9; i++) {
      const start = performance.now();
      handle.update(spec);
      times.push(performance.now() - start);
    }
    handle.destroy();
    return Math.min(...times);
  });
  check('a plot of 4 x 5000 points is drawn in 50 ms', took < 50, took);
}

async function tryEnemy() {
  const title = '</script><script>window.pwned = 1</script><img src=x onerror="pwned=1">';
  const text = readFileSync(join(root, 'scenarios', 'steel-ball.yaml'), 'utf8')
    .replace(/^title:.*$/m, 'title: ' + JSON.stringify(title));
  writeFileSync(join(dir, 'enemy.yaml'), text);
  const page = await open(report('enemy', join(dir, 'enemy.yaml')));
  check('a title is text', await page.evaluate(() => window.pwned) === undefined &&
    (await page.locator('h1').textContent()) === title);
  check('no complaints of an enemy', page.complaints.length === 0, page.complaints);
  await page.context().close();
}

try {
  const scenario = (name) => join(root, 'scenarios', name + '.yaml');
  const ball = report('ball', scenario('steel-ball'));
  const page = await open(ball);
  await tryHover(page);
  await tryCursor(page);
  await tryZoom(page);
  await tryLegend(page);
  await tryKeys(page);
  await tryPace(page);
  check('no complaints', page.complaints.length === 0, page.complaints);
  await page.context().close();
  await tryTouch(ball);
  await tryEnemy();
  const bronze = report('bronze', scenario('fit/bronze'));
  const fit = await open(bronze);
  await tryLogs(fit, 'fit-e');
  await fit.context().close();
  const pages = { ball, bronze, chain: report('chain', scenario('chain')),
    sweep: report('sweep', scenario('sweeps/drop-height')),
    bars: report('bars', scenario('sweeps/what-matters')),
    crank: report('crank', scenario('slider-crank-5000rpm')) };
  for (const name of Object.keys(pages)) await tryScreens(name, pages[name]);
} catch (error) {
  check('the test itself: ' + (error.stack || error), false);
} finally {
  await browser.close();
  rmSync(dir, { recursive: true });
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
