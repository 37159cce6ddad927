// The law explorer against the program: node law.mjs PROGRAM LABDIR

import {execFileSync, spawnSync} from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import {fileURLToPath} from "node:url";
import {runProgram, Tally} from "./lib/load.mjs";
import {closePage, goTo, openPage, settled, startBrowser} from "./lib/lab_page.mjs";

const [program, folder] = process.argv.slice(2);
const tally = new Tally();
const browser = await startBrowser();
const scratch = fs.mkdtempSync(path.join(os.tmpdir(), "dashpot-law-"));
const catalogue = JSON.parse(runProgram(program, ["laws", "--json"]));
const WITHIN = 1e-12;
const KEYS = {delivered: "restitution", "peak force": "max_force", deepest: "max_indentation",
    duration: "duration", "dent left": "residual_indentation"};

// --- what a page shows -----------------------------------------------------------------------------

const numbersOf = (page, law) => page.evaluate((name) => {
    const row = document.querySelector(`#numbers tr[data-law="${name}"]`), found = {};
    if (row === null) return null;
    row.querySelectorAll("td[data-value]").forEach((cell) => {
        found[cell.dataset.label] = {value: Number(cell.dataset.value), text: cell.textContent};
    });
    return found;
}, law);

// The text that the copy button hands out, for one law in one form.
async function copied(page, law, form) {
    await page.locator("#copy-law button", {hasText: new RegExp(`^${law}$`)}).click();
    await page.locator("#copy-form button", {hasText: form}).click();
    await page.locator("#copy button").click();
    await page.waitForFunction(() => document.querySelector("#copy .copy-said").textContent === "copied");
    return page.evaluate(() => navigator.clipboard.readText());
}

// --- numbers of the page against those of the program ----------------------------------------------

let equal = 0, compared = 0, worst = 0;
function compare(shown, there, name) {
    for (const [label, key] of Object.entries(KEYS)) {
        if (there[key] === undefined) continue;
        const a = shown === null ? NaN : (shown[label] || {}).value, b = there[key];
        const off = a === b ? 0 : Math.abs(a - b) / Math.max(Math.abs(a), Math.abs(b));
        compared++;
        if (a === b) equal++;
        else worst = Math.max(worst, off);
        tally.check(off <= WITHIN, `${name}, ${key}`, `${a} on the page, ${b} in the program ${there.said || ""}`);
    }
}

function runShell(text) {
    // the copied command calls `dashpot`
    const result = spawnSync("sh", ["-c", text], {encoding: "utf8", maxBuffer: 1 << 28,
        env: {...process.env, PATH: `${path.dirname(path.resolve(program))}:${process.env.PATH}`}});
    return result.status === 0 ? JSON.parse(result.stdout) : {restitution: NaN,
        said: `${result.stderr} ${result.error || result.signal || result.status}: ${text}`};
}
function runYaml(text) {
    const file = path.join(scratch, "copied.yaml");
    fs.writeFileSync(file, text);
    const printed = runProgram(program, ["run", file, "--json"]);
    return printed === null ? {restitution: NaN} : JSON.parse(printed);
}
const python = (text) => spawnSync("python3", ["-c",
    "import ast, sys; ast.parse(sys.stdin.read())"], {input: text, encoding: "utf8"});

// The library and its headers, where the program was built; null where they are not.
const library = path.join(path.dirname(path.resolve(program)), "libdashpot.a");
const headers = fileURLToPath(new URL("../../include", import.meta.url));
const hasLibrary = fs.existsSync(library) && fs.existsSync(path.join(headers, "dashpot/dashpot.h"));
function runC(text) {
    const source = path.join(scratch, "copied.c"), binary = path.join(scratch, "copied");
    fs.writeFileSync(source, text);
    try {
        execFileSync("cc", ["-std=c17", "-Wall", "-Wextra", "-Werror", "-I", headers, source, library,
            "-lm", "-o", binary], {stdio: ["ignore", "ignore", "pipe"]});
    } catch (error) {
        return {restitution: NaN, said: String(error.stderr)};
    }
    const found = {};
    execFileSync(binary, {encoding: "utf8"}).trim().split("\n").forEach((line) => {
        const words = line.split(" ");
        found[words[0]] = Number(words[words.length - 1]);
    });
    return found;
}

async function everyLaw() {
    const page = await openPage(browser, folder, "law.html");
    for (const law of catalogue) {
        await goTo(page, `law=${law.name}`);
        const shown = await numbersOf(page, law.name);
        compare(shown, runYaml(await copied(page, law.name, "YAML")), `${law.name} as YAML`);
        compare(shown, runShell(await copied(page, law.name, "Command")), `${law.name} as command`);
        if (hasLibrary) compare(shown, runC(await copied(page, law.name, /^C$/)), `${law.name} in C`);
        const checked = python(await copied(page, law.name, "Python"));
        tally.check(checked.status === 0, `${law.name} in Python`, checked.stderr);
        const about = await page.textContent("#about");
        tally.check([law.formula, law.source, law.equation, ...law.errata].every((text) =>
            about.includes(text)), `${law.name}: formula, source and errata are told`);
        tally.check(await page.textContent("#problems") === "", `${law.name}: no complaint`);
    }
    // what something else replaces has no effect and is grey
    const grey = () => page.locator("#shared .field-idle .field-label").allTextContents();
    await goTo(page, "law=hertz");
    tally.check((await grey()).length === 0, "no field of hertz is grey", (await grey()).join());
    await goTo(page, "law=hertz&stiffness=1e9");
    tally.check((await grey()).join() === "modulus,radius", "a stiffness replaces modulus and radius",
        (await grey()).join());
    tally.check(page.complaints.length === 0, "no law upsets the console", page.complaints.join("; "));
    await closePage(page);
    console.log(`${catalogue.length} laws: ${equal} of ${compared} numbers have equal bits, the ` +
        `others differ by at most ${worst.toExponential(1)}` +
        (hasLibrary ? "" : "; no libdashpot.a beside the program, so no C"));
    tally.check(compared >= 9 * catalogue.length, "all laws were compared", String(compared));
}

// --- hands -----------------------------------------------------------------------------------------

const field = (page, label) => page.getByLabel(label, {exact: true});
const hashOf = (page) => page.evaluate(() => decodeURIComponent(location.hash));

async function mouseAndKeys() {
    const page = await openPage(browser, folder, "law.html#law=flores,hertz");
    await page.locator("#picker summary").click();
    await page.locator("#search").fill("thornton");
    tally.check(await page.locator("#list .choice:visible").count() >= 1 &&
        await page.locator("#list .choice:visible").count() < 5, "the search leaves few laws");
    await page.locator("#list .choice:visible input").first().click();
    await settled(page);
    tally.check(await numbersOf(page, "thornton") !== null, "a click adds a law");
    tally.check(await hashOf(page) === "#law=flores,hertz,thornton", "the link follows", await hashOf(page));

    const before = (await numbersOf(page, "flores"))["peak force"].value;
    const slider = page.getByLabel("approach speed, slider"), box = await slider.boundingBox();
    await page.mouse.click(box.x + 0.75 * box.width, box.y + box.height / 2);
    await page.waitForFunction(() => location.hash.includes("speed="));
    await settled(page);
    tally.check((await numbersOf(page, "flores"))["peak force"].value > before, "the mouse on a slider");
    await slider.focus();
    const text = await field(page, "approach speed").inputValue();
    await page.keyboard.press("ArrowLeft");
    await page.waitForFunction((old) => ![...document.querySelectorAll(".field-text")].some(
        (input) => input.value === old), text);
    tally.check(true, "an arrow key moves the slider");

    await field(page, "approach speed").fill("2 m/s");
    await page.waitForFunction(() => location.hash.includes("speed=2%20m/s"));
    await settled(page);
    const shown = (await numbersOf(page, "flores")).delivered.value;
    await field(page, "approach speed").fill("2 furlongs");
    await page.waitForFunction(() => document.querySelector(".field-error:not(:empty)") !== null);
    tally.check(await field(page, "approach speed").getAttribute("aria-invalid") === "true",
        "a wrong unit is told beside the field");
    tally.check((await numbersOf(page, "flores")).delivered.value === shown, "and changes nothing");
    await field(page, "approach speed").fill("2 m/s");
    await page.waitForFunction(() => document.querySelector(".field-error:not(:empty)") === null);
    await page.getByLabel("Remove hertz").click();
    await settled(page);
    tally.check(await numbersOf(page, "hertz") === null, "a law can be taken away");
    tally.check(page.complaints.length === 0, "hands upset nothing", page.complaints.join("; "));
    await closePage(page);
}

async function tuning() {
    const page = await openPage(browser, folder, "law.html#law=hunt-crossley&restitution=0.6");
    tally.check(Math.abs((await numbersOf(page, "hunt-crossley")).delivered.value - 0.6) > 0.05,
        "hunt-crossley delivers another restitution than 0.6");
    await page.locator("#own summary").click();
    await page.locator("#own button", {hasText: "Tune"}).click();
    await page.waitForFunction(() => location.hash.includes("damping_factor"));
    await settled(page);
    const shown = await numbersOf(page, "hunt-crossley");
    tally.check(Math.abs(shown.delivered.value - 0.6) < 1e-9, "tuned, it delivers 0.6",
        String(shown.delivered.value));
    compare(shown, runYaml(await copied(page, "hunt-crossley", "YAML")), "tuned law as YAML");
    await closePage(page);
}

// --- links -----------------------------------------------------------------------------------------

async function roundTrip() {
    const links = ["law=kelvin-voigt,ma-liu&speed=3 m/s&mass=0.2 kg&yield=300 MPa&kelvin-voigt.damping=300 N s/m&ma-liu.form=printed",
        "law=edem", "law=peng,pereira&clearance=0.1 mm&restitution=0.4"];
    for (const link of links) {
        const first = await openPage(browser, folder, `law.html#${encodeURI(link)}`);
        const table = await first.textContent("#numbers tbody"), hash = await hashOf(first);
        const second = await openPage(browser, folder, "law.html" + await first.evaluate(() => location.hash));
        tally.check(await second.textContent("#numbers tbody") === table, `the same table: ${link}`);
        tally.check(await hashOf(second) === hash, `the same link: ${link}`, hash);
        tally.check(await first.textContent("#problems") === "", `no complaint: ${link}`,
            await first.textContent("#problems"));
        await closePage(first);
        await closePage(second);
    }
}

async function enemies() {
    const page = await openPage(browser, folder, "law.html");
    const script = "<img src=x onerror=alert(1)><script>alert(2)</script>";
    const links = [`law=${script}`, "law=hertz&__proto__=1&constructor=2&toString.a=3", "%E0%A4%A=%", "law=&speed=",
        `law=flores&speed=${script}`, "law=flores&speed=-1&restitution=7&mass=0", "law=flores&speed=1e999 m/s", "law=flores&flores.__proto__=1",
        `law=${new Array(3000).fill("hertz").join(",")}`, `law=flores&radius=${"9".repeat(5000)}`, "law=hertz,flores,tsuji,ma-liu,power,peng",
        "law=ma-liu&ma-liu.form=round", "law=flores&speed=1 m/s}%0A- x: y", "=&=&&&", "law=power&power.exponent=9&power.damping=1e300"];
    for (const link of links) {
        // none of them ends there, so that every link is a change
        await goTo(page, "law=tsuji&speed=0.9 m/s");
        await goTo(page, encodeURI(link).slice(0, 20000));
        const name = link.slice(0, 60);
        tally.check(await page.locator("#numbers tbody tr").count() >= 1, `still a table: ${name}`);
        tally.check(await page.locator("main img, main script").count() === 0, `no element of the link: ${name}`);
        const said = await page.textContent("#problems");
        if (/img|speed=-1|proto|round|999|tsuji/.test(link))
            tally.check(said.length > 10, `the link is complained about: ${name}`, said);
    }
    tally.check(page.complaints.length === 0 && page.foreign.length === 0, "no enemy upsets the page",
        page.complaints.concat(page.foreign).join("; "));
    await closePage(page);
}

await everyLaw();
await mouseAndKeys();
await tuning();
await roundTrip();
await enemies();
await browser.close();
fs.rmSync(scratch, {recursive: true});
tally.end();
