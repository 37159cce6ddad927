// The page of oblique impacts against the program: node impact.mjs PROGRAM LABDIR

import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import {runProgram, Tally} from "./lib/load.mjs";
import {closePage, goTo, openPage, settled, startBrowser} from "./lib/lab_page.mjs";

const [program, folder] = process.argv.slice(2);
const tally = new Tally();
const browser = await startBrowser();
const scratch = fs.mkdtempSync(path.join(os.tmpdir(), "dashpot-impact-"));
const WITHIN = 1e-12;
const frictions = JSON.parse(runProgram(program, ["frictions", "--json"])).map((f) => f.name);
const hashOf = (page) => page.evaluate(() => decodeURIComponent(location.hash));

// --- numbers ---------------------------------------------------------------------------------------

const tilesOf = (page) => page.evaluate(() => Object.fromEntries([...document.querySelectorAll(
    "#tiles dd")].map((dd) => [dd.dataset.key, dd.dataset.value === "null" ||
    dd.dataset.value === "undefined" ? null : Number(dd.dataset.value)])));

async function copied(page) {
    await page.locator("#copy button").click();
    await page.waitForFunction(() => document.querySelector("#copy .copy-said").textContent === "copied");
    return page.evaluate(() => navigator.clipboard.readText());
}

let equal = 0, compared = 0, worst = 0;
async function compare(page, name) {
    const file = path.join(scratch, "copied.yaml"), shown = await tilesOf(page);
    fs.writeFileSync(file, await copied(page));
    const printed = runProgram(program, ["run", file, "--json"]);
    if (!tally.check(printed !== null, `${name}: the copied scenario runs`)) return;
    const there = JSON.parse(printed);
    there.spin = there.spins_after[0];
    for (const [key, a] of Object.entries(shown)) {
        const b = there[key] === undefined ? null : there[key];
        // a restitution is a ratio of speeds: near 0 it is compared with 1
        const scale = Math.max(Math.abs(a), Math.abs(b), key.endsWith("restitution") ? 1 : 0);
        const off = a === b ? 0 : Math.abs(a - b) / scale;
        compared++;
        if (a === b) equal++;
        else worst = Math.max(worst, off);
        tally.check(off <= WITHIN, `${name}, ${key}`, `${a} on the page, ${b} in the program`);
    }
}

async function numbers() {
    const page = await openPage(browser, folder, "impact.html");
    await compare(page, "as it opens");
    for (const friction of frictions) {
        await goTo(page, `friction=${friction}&law=hertz&speed=3 m/s&angle=50 deg&spin=60 rad/s`);
        await compare(page, friction);
        tally.check((await page.textContent("#problems")) === "", `${friction}: no complaint`);
    }
    for (const law of ["thornton", "kelvin-voigt", "ma-liu", "walton-braun", "tsuji", "kuwabara-kono", "adams-impact"]) {
        await goTo(page, `friction=coulomb&law=${law}&friction.mu=0.35&angle=20 deg`);
        await compare(page, law);
    }
    tally.check(page.complaints.length === 0, "nothing on the console", page.complaints.join("; "));
    console.log(`${equal} of ${compared} numbers have equal bits, the others differ by at most ${worst.toExponential(1)}`);
    tally.check(compared >= 8 * (frictions.length + 8), "all were compared", String(compared));
    await closePage(page);
}

// --- pictures and hands ----------------------------------------------------------------------------

async function pictures() {
    const page = await openPage(browser, folder, "impact.html");
    const ball = () => page.evaluate(() => document.querySelector("#scene g[transform]").getAttribute("transform"));
    const at = await ball();
    await page.locator("#scene .animation-forward").click();
    tally.check(await ball() !== at, "a step moves the ball");
    const slider = page.locator("#scene .animation-time");
    await slider.focus();
    await page.keyboard.press("End");
    tally.check(await ball() !== at, "a key moves the ball");
    await page.locator("#scene .animation-play").click();
    const before = await ball();
    await page.waitForFunction((old) => document.querySelector("#scene g[transform]").getAttribute("transform") !== old, before);
    tally.check(true, "it plays");
    await page.locator("#scene .animation-play").click();
    tally.check(await page.locator("#pictures .plot-line").count() >= 6, "the curves are drawn",
        String(await page.locator("#pictures .plot-line").count()));
    tally.check(await page.locator("#scene .arrow").count() >= 3, "velocities and spins have arrows");

    // more friction turns it more, until it holds
    const mu = page.getByLabel("mu", {exact: true}), spin = (await tilesOf(page)).spin;
    await mu.fill("0.05");
    await page.waitForFunction(() => location.hash.includes("friction.mu=0.05"));
    await settled(page);
    tally.check(Math.abs((await tilesOf(page)).spin) < Math.abs(spin), "less friction, less spin");
    tally.check(/Slides (9\d|100) %/.test(await page.textContent("#phases")), "it slides throughout",
        await page.textContent("#phases"));
    await mu.fill("a lot");
    await page.waitForFunction(() => document.querySelector(".field-error:not(:empty)") !== null);
    tally.check(await mu.getAttribute("aria-invalid") === "true", "a word is no coefficient");
    await mu.fill("0.05");
    await page.getByLabel("friction law", {exact: true}).selectOption("lugre");
    await page.waitForFunction(() => location.hash.includes("friction=lugre"));
    await settled(page);
    tally.check(await page.getByLabel("sigma 0", {exact: true}).count() === 1, "another law has its own fields");
    tally.check(page.complaints.length === 0, "hands upset nothing", page.complaints.join("; "));
    await closePage(page);
}

// --- links -----------------------------------------------------------------------------------------

async function links() {
    const link = "law=thornton&friction=mindlin&speed=1.5 m/s&angle=-20 deg&spin=-90 rad/s&friction.mu=0.4&yield=200 MPa";
    const first = await openPage(browser, folder, `impact.html#${encodeURI(link)}`);
    const tiles = JSON.stringify(await tilesOf(first)), hash = await hashOf(first);
    const second = await openPage(browser, folder, "impact.html" + await first.evaluate(() => location.hash));
    tally.check(JSON.stringify(await tilesOf(second)) === tiles && await hashOf(second) === hash,
        "the link brings the same back", hash);
    tally.check(link.split("&").every((part) => hash.includes(part)), "the link holds all of it", hash);
    await closePage(first);
    const script = "<img src=x onerror=alert(1)>";
    for (const bad of [`law=${script}`, `friction=${script}`, `speed=${script}`, "angle=91 deg", "speed=-3 m/s", "friction.mu=-1",
        "__proto__=1&constructor=2", "law.__proto__=1", "%E0%A4%A=%", `title=${script}`, "spin=1e400", "speed=1e7 m/s", "mass=1 kg}%0A- x: y"]) {
        await goTo(second, "law=tsuji&speed=0.9 m/s");
        await goTo(second, encodeURI(bad));
        tally.check(await second.locator("main img, main script").count() === 0, `no element of the link: ${bad}`);
        const said = await second.textContent("#problems") + await second.textContent("#status");
        if (!bad.startsWith("%")) tally.check(said.length > 10, `the link is complained about: ${bad}`, said);
    }
    tally.check(second.complaints.length === 0 && second.foreign.length === 0, "no enemy upsets the page",
        second.complaints.concat(second.foreign).join("; "));
    await closePage(second);
}

await numbers();
await pictures();
await links();
await browser.close();
fs.rmSync(scratch, {recursive: true});
tally.end();
