#!/usr/bin/env node
// docs/gallery/report.png and lab.png: a report and the laboratory as a browser shows them.
//
//     DASHPOT_MODULES=build/web/node_modules tools/screenshots.mjs build/release/dashpot build/lab
//
// `make test-web` installs playwright-core there; CHROMIUM names the browser.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const { chromium } = createRequire(resolve(process.env.DASHPOT_MODULES) + '/')('playwright-core');
const [program, lab] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'dashpot-shot-'));
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM || '/usr/bin/chromium',
  args: ['--no-sandbox'] });
const page = await browser.newPage({ viewport: { width: 1000, height: 640 } });

async function shoot(name) {
  await page.screenshot({ path: `docs/gallery/${name}.png` });
  console.log(`docs/gallery/${name}.png written`);
}

try {
  const out = join(folder, 'out');
  execFileSync(program, ['compare', 'scenarios/steel-ball.yaml', '--set',
    'impact.contact.restitution=0.3', '--laws', 'lankarani-nikravesh,flores,gonthier,tsuji',
    '--out', out, '--quiet'], { stdio: ['ignore', 'ignore', 'inherit'] });
  await page.goto(pathToFileURL(join(out, 'report.html')).href);
  const plots = page.locator('figure .plot-area');
  await plots.nth(1).scrollIntoViewIfNeeded();
  await page.evaluate(() => document.querySelector('figure').scrollIntoView());
  const area = await plots.nth(0).boundingBox();
  await page.mouse.move(area.x + 0.55 * area.width, area.y + 0.4 * area.height);
  await page.locator('.plot-tip:visible').first().waitFor();
  await shoot('report');

  await page.setViewportSize({ width: 1320, height: 845 });
  await page.goto(pathToFileURL(join(resolve(lab), 'law.html')).href +
    '#law=flores,lankarani-nikravesh,tsuji,hertz');
  await page.locator('.plot-area .plot-line').nth(3).waitFor();
  await shoot('lab');
} finally {
  await browser.close();
  rmSync(folder, { recursive: true });
}
