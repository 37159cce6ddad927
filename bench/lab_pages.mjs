// How fast the pages of the laboratory are: node bench/lab_pages.mjs LABDIR [TIMES]
// Prints a table: time to the first picture, and of one redraw after a change (median of TIMES).
// Needs playwright-core in NODE_PATH, and chromium; CHROMIUM names another one.

import {createRequire} from "node:module";
import path from "node:path";
import {pathToFileURL} from "node:url";

const {chromium} = createRequire(import.meta.url)("playwright-core");
const [folder, times = "7"] = process.argv.slice(2), TIMES = Number(times);
if (folder === undefined || !(TIMES >= 1)) {
    console.error("usage: node bench/lab_pages.mjs LABDIR [TIMES]");
    process.exit(2);
}

// Elements that a reader would call a picture.
const PICTURE = ".plot-inner path, .plot-inner image, .chain-bead, .animation-scene, .scene *, .card svg *";
const PAGES = [
    {name: "index.html"}, {name: "law.html"}, {name: "impact.html"}, {name: "chain.html"},
    // computed beside the page: what counts is when the results are there
    {name: "mechanism.html", isBeside: true}
];

function median(list) {
    const sorted = list.slice().sort((a, b) => a - b);
    return sorted[Math.floor(sorted.length / 2)];
}

async function open(browser, name) {
    const context = await browser.newContext({viewport: {width: 1280, height: 900}, reducedMotion: "reduce"});
    const page = await context.newPage();
    await page.addInitScript((picture) => {
        window.firstPicture = new Promise((resolve) => {
            new MutationObserver((_, observer) => {
                if (document.querySelector(picture) === null) return;
                observer.disconnect();
                requestAnimationFrame(() => resolve(performance.now()));
            }).observe(document, {childList: true, subtree: true});
        });
    }, PICTURE);
    await page.goto(pathToFileURL(path.resolve(folder, name)).href);
    return page;
}

const firstPicture = (page) => page.evaluate(() => window.firstPicture);

// Moves the first slider; what the page does in the next frame is the redraw. Callbacks of a frame
// run in the order in which they were asked for: ours, the page's, ours.
const redraw = (page, k) => page.evaluate((step) => new Promise((resolve) => {
    const slider = document.querySelector(".field-slider");
    let began = 0;
    slider.value = 60 + 5 * step;
    requestAnimationFrame(() => { began = performance.now(); });
    slider.dispatchEvent(new Event("input", {bubbles: true}));
    requestAnimationFrame(() => resolve(performance.now() - began));
}), k);

async function redrawBeside(page, k) {
    const began = performance.now();
    await redraw(page, k);
    await page.waitForFunction(() => document.body.dataset.state === "ready");
    return performance.now() - began;
}

const browser = await chromium.launch({executablePath: process.env.CHROMIUM || "/usr/bin/chromium",
    args: ["--no-sandbox"]});
const show = (value) => (value === null ? "-" : `${value.toFixed(0)} ms`).padStart(10);
console.log(`${"page".padEnd(18)}${"picture".padStart(10)}${"redraw".padStart(10)}${"results".padStart(10)}`);
for (const {name, isBeside} of PAGES) {
    const first = [], again = [];
    for (let i = 0; i < TIMES; i++) {
        const page = await open(browser, name);
        first.push(await firstPicture(page));
        await page.context().close();
    }
    const page = await open(browser, name);
    await firstPicture(page);
    if (isBeside) await page.waitForFunction(() => document.body.dataset.state === "ready");
    const hasSlider = await page.evaluate(() => document.querySelector(".field-slider") !== null);
    for (let i = 0; hasSlider && i < TIMES; i++) again.push(await (isBeside ? redrawBeside : redraw)(page, i));
    await page.context().close();
    const shown = again.length > 0 ? median(again) : null;
    console.log(name.padEnd(18) + show(median(first)) + show(isBeside ? null : shown) + show(isBeside ? shown : null));
}
await browser.close();
