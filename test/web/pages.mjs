// Every page of the laboratory: node pages.mjs PROGRAM LABDIR

import fs from "node:fs";
import path from "node:path";
import zlib from "node:zlib";
import {runProgram, Tally} from "./lib/load.mjs";
import {axeFile, closePage, openPage, startBrowser} from "./lib/lab_page.mjs";

const [program, folder] = process.argv.slice(2);
const tally = new Tally();
const browser = await startBrowser();
const PAGES = fs.readdirSync(folder).filter((file) => file.endsWith(".html")).sort();
const MOST = 60000;  // compressed bytes of pages, scripts and style sheets that are not the engine
tally.check(["chain.html", "impact.html", "index.html", "law.html", "mechanism.html"]
    .every((file) => PAGES.includes(file)), "all pages are there", PAGES.join(" "));

// --- what a file may hold --------------------------------------------------------------------------

function checkFile(file) {
    const text = fs.readFileSync(path.join(folder, file), "utf8");
    const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(text);
    tally.check(policy !== null && policy[1].startsWith("default-src 'none'"),
        `${file} has a strict policy`);
    tally.check(policy !== null && !/'unsafe-eval'|script-src[^;]*'unsafe-inline'/.test(policy[1]),
        `${file} allows neither eval nor inline scripts`);
    tally.check(!/\son\w+=|<script>|https?:\/\/(?!www\.w3\.org)/.test(text),
        `${file} has no inline handlers, scripts or foreign addresses`);
}

// Links between pages must lead somewhere; those into docs do in a clone.
function checkLinks(file) {
    const text = fs.readFileSync(path.join(folder, file), "utf8");
    const targets = [...text.matchAll(/(?:href|src)="([^"#]+)[^"]*"/g)].map((match) => match[1]);
    const missing = targets.filter((target) => !target.startsWith("../") &&
        !fs.existsSync(path.join(folder, target)));
    tally.check(missing.length === 0, `${file} refers to what is there`, missing.join(" "));
}

// --- what a reader meets ---------------------------------------------------------------------------

async function axe(page, name) {
    await page.evaluate(fs.readFileSync(axeFile, "utf8"));
    const found = await page.evaluate(() => window.axe.run());
    const bad = found.violations.filter((v) => ["serious", "critical"].includes(v.impact));
    tally.check(bad.length === 0, `${name}: axe finds nothing serious`, bad.map((v) =>
        `${v.id} at ${v.nodes.slice(0, 3).map((node) => node.target).join(", ")}`).join("; "));
    tally.check(found.passes.length > 10, `${name}: axe looked`);
}

// The eye sees where the keyboard is, and gets through all of the page.
async function keyboard(page, name) {
    const wanted = await page.evaluate(() => [...document.querySelectorAll(
        "a[href], button, input, select, summary, textarea")].filter((e) => e.checkVisibility() &&
        !e.disabled).length);
    const reached = new Set();
    for (let i = 0; i < wanted + 60; i++) {
        await page.keyboard.press("Tab");
        const here = await page.evaluate(() => {
            const e = document.activeElement;
            if (e === document.body) return null;
            window.numbered = window.numbered || new Map();
            if (!window.numbered.has(e)) window.numbered.set(e, window.numbered.size);
            const style = getComputedStyle(e);
            return {number: window.numbered.get(e), tag: e.tagName + "." + e.className,
                isSeen: style.outlineStyle !== "none" || style.boxShadow !== "none"};
        });
        if (here === null) continue;
        if (reached.has(here.number)) break;
        reached.add(here.number);
        if (!here.isSeen) tally.check(false, `${name}: the focus is seen`, here.tag);
    }
    tally.check(reached.size >= Math.min(wanted, 10), `${name}: the keyboard gets through`,
        `${reached.size} of ${wanted}`);
}

async function look(file, options) {
    const name = `${file} ${options.width} ${options.scheme}`;
    const page = await openPage(browser, folder, file, options);
    tally.check(page.complaints.length === 0, `${name}: nothing on the console`,
        page.complaints.join("; "));
    tally.check(page.foreign.length === 0, `${name}: nothing from the network`, page.foreign.join(" "));
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    tally.check(wide <= 0, `${name}: no scrolling sideways`, `${wide} px too wide`);
    const light = await page.evaluate(() => getComputedStyle(document.body).backgroundColor
        .match(/\d+/g).slice(0, 3).reduce((sum, part) => sum + Number(part), 0));
    tally.check((light > 384) === (options.scheme === "light"), `${name}: follows the scheme`);
    await axe(page, name);
    if (options.width > 1000) await keyboard(page, name);
    await closePage(page);
}

for (const file of PAGES) {
    checkFile(file);
    checkLinks(file);
    await look(file, {width: 1280, scheme: "light"});
    await look(file, {width: 390, scheme: "dark"});
}

// --- the first page, the size ----------------------------------------------------------------------

const page = await openPage(browser, folder, "index.html");
const said = await page.textContent("#status");
const laws = JSON.parse(runProgram(program, ["laws", "--json"])).length;
const version = runProgram(program, ["--version"]).match(/\d+\.\d+\.\d+/)[0];
tally.check(said.includes(version) && said.includes(`${laws} contact laws`),
    "the first page has version and number of laws", said);
tally.check(await page.locator(".card svg path").count() > 8, "the cards have pictures");
await closePage(page);

const OTHERS = /^(dashpot|examples|plot|player|scene_\w+)\.js$|^(plot|player|animation)\.css$/;
const own = fs.readdirSync(folder).filter((file) => /\.(html|js|css)$/.test(file) &&
    !OTHERS.test(file));
const text = Buffer.concat(own.map((file) => fs.readFileSync(path.join(folder, file))));
const size = zlib.gzipSync(text, {level: 9}).length;
console.log(`pages, scripts and style sheets: ${text.length} bytes, ${size} compressed`);
tally.check(size <= MOST, "the pages are small", `${size} bytes, at most ${MOST}`);

await browser.close();
tally.end();
