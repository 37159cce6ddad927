// The chain page against the program: node chain.mjs PROGRAM LABDIR

import {Laboratory, apart, findings, sideScroll, state} from "./lib/browser.mjs";
import {Tally} from "./lib/load.mjs";

const WITHIN = 1e-12;
const tally = new Tally(), lab = await Laboratory.open(tally, ...process.argv.slice(2));

const yamlOf = (page) => page.textContent("#yaml");
const problemsOf = (page) => page.textContent("#problems");
const timeOf = (page) => page.evaluate(() => Number(document.body.dataset.time));

// Rows of the table of numbers: {name: [now, at the end]}, NaN where a cell has none.
const numbers = (page) => page.evaluate(() => Object.fromEntries([...document.querySelectorAll(
    "#numbers tbody tr")].map((row) => [row.querySelector("th").textContent,
    [...row.querySelectorAll("td")].map((cell) => Number(cell.dataset.value))])));

async function velocities(page) {
    await page.evaluate(() => { document.getElementById("bead-box").open = true; });
    await page.waitForFunction(() => document.querySelector("#bead-table tbody tr") !== null);
    return page.evaluate(() => [...document.querySelectorAll("#bead-table tbody tr")].map((row) =>
        Number(row.querySelector("td").dataset.value)));
}

// Where the centre of a bead is on the screen.
const centre = (page, bead) => page.evaluate((i) => {
    const box = document.querySelectorAll(".chain-bead circle")[i].getBoundingClientRect();
    return {x: box.left + box.width / 2, y: box.top + box.height / 2, size: box.width};
}, bead);

async function drag(page, bead, diameters) {
    const from = await centre(page, bead);
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x + 0.5 * diameters * from.size, from.y);
    await page.mouse.move(from.x + diameters * from.size, from.y);
    await page.mouse.up();
}

// At the end of a run the page has the numbers of the program.
async function compareEnd(page, name) {
    await page.selectOption("#pace", "4");
    await state(page, "over");
    const summary = lab.summary(await yamlOf(page));
    if (!tally.check(summary !== null, `${name}: the program runs the scenario`)) return;
    const shown = await numbers(page);
    const pairs = {
        "final velocities": apart(await velocities(page), summary.final_velocities),
        "largest force, live": apart([shown["largest contact force"][0]], [summary.contacts.max_force]),
        "largest force": apart([shown["largest contact force"][1]], [summary.contacts.max_force]),
        "wave speed": summary.wave_speed === null ? 0
            : apart([shown["wave speed"][1]], [summary.wave_speed]),
        "energy at the start": apart([shown["energy at the start"][0]], [summary.energy.initial])
    };
    for (const [what, off] of Object.entries(pairs))
        tally.check(off <= WITHIN, `${name}: ${what} as in the program`, `off by ${off}`);
    const [live, whole] = shown["energy error, relative"];
    tally.check(Math.abs(live - summary.energy.error) <= 1e-12 && whole === summary.energy.error,
        `${name}: energy error as in the program`, `${live}, ${whole}, ${summary.energy.error}`);
}

// --- presets and laws ------------------------------------------------------------------------------

const page = await lab.page("chain.html");
const presets = await page.locator("#presets button").allTextContents();
tally.check(presets.length === 4, "there are four presets", presets.join(", "));
for (const preset of presets) {
    await page.click(`#presets button:text-is("${preset}")`);
    await compareEnd(page, preset);
}
await page.close();

const calm = await lab.page("chain.html", {calm: true});
await state(calm, "paused");
const laws = await calm.locator("#law option").allTextContents();
tally.check(laws.length >= 35, "laws for balls are offered", String(laws.length));
const wrong = [];
for (const law of laws) {
    await calm.selectOption("#law select", law);
    await calm.waitForFunction((name) => document.getElementById("yaml").textContent.includes(
        `law: ${name}`), law);
    const summary = lab.summary(await yamlOf(calm)), shown = await numbers(calm);
    if (summary === null) wrong.push(`${law}: refused by the program`);
    else if (apart([shown["largest contact force"][1]], [summary.contacts.max_force]) > WITHIN)
        wrong.push(`${law}: ${shown["largest contact force"][1]}, not ${summary.contacts.max_force}`);
}
tally.check(wrong.length === 0, "every law gives the force of the program", wrong.join("; "));

// --- play, pause, step, reset ----------------------------------------------------------------------

await calm.click("#presets button >> nth=0");
tally.check(await timeOf(calm) === 0, "a calm page does not move by itself");
await calm.click("#step");
const afterStep = await timeOf(calm);
tally.check(afterStep > 0, "a step goes on");
await calm.focus("#play");
await calm.keyboard.press("Enter");
await state(calm, "playing");
await calm.waitForFunction((before) => Number(document.body.dataset.time) > before, afterStep);
await calm.keyboard.press("Enter");
await state(calm, "paused");
const paused = await timeOf(calm);
tally.check(await calm.textContent("#play") === "Play" && paused > afterStep, "the key pauses it");
await calm.click("#step");
tally.check(await timeOf(calm) > paused, "after a pause it goes on from there");
await calm.click("#reset");
tally.check(await timeOf(calm) === 0, "reset goes back to the start");
await calm.click("#show-force");
tally.check((await calm.textContent("#map .plot-title")).includes("force"), "the map shows forces");

// --- pulled beads ----------------------------------------------------------------------------------

await drag(calm, 1, -0.8);
await state(calm, "playing");
tally.check((await yamlOf(calm)).match(/velocity: 0\.4/g)?.length === 2 && /gap: /.test(await yamlOf(calm)),
    "two pulled beads are in the scenario", await yamlOf(calm));
await compareEnd(calm, "pulled beads");
const flown = await velocities(calm);
tally.check(flown.filter((v) => v > 0.5 * Math.max(...flown)).length === 2,
    "two beads strike, two leave", flown.join(" "));
await calm.click("#put-back");
tally.check(!/gap: /.test(await yamlOf(calm)), "the beads can be put back");

for (let i = 0; i < 20; i++) await calm.click("#step");
const beforePull = await timeOf(calm);
await drag(calm, 4, 0.5);
tally.check((await calm.textContent("#yaml-said")).includes("cannot express"),
    "a bead moved while it ran is said not to be in the scenario");
tally.check(await timeOf(calm) >= beforePull, "time goes on after a pull");
await state(calm, "over");

await calm.click("#put-back");
await calm.focus(".chain-picture");
for (const key of ["ArrowRight", "ArrowLeft", "ArrowLeft", "ArrowLeft", "ArrowLeft", "ArrowLeft"])
    await calm.keyboard.press(key);
await calm.keyboard.press("Shift+ArrowLeft");
await calm.keyboard.press("Shift+ArrowLeft");
await calm.keyboard.press("Enter");
tally.check(/gap: /.test(await yamlOf(calm)), "a bead can be pulled with keys");

// a field without effect is grey
const ratio = calm.locator("#beads .field:has-text('its radius over') input[type=text]");
await calm.fill("#beads .field:has-text('bead that differs') input[type=text]", "2");
await calm.waitForFunction(() => document.querySelector("#beads .field-idle") === null);
tally.check(await ratio.isEnabled(), "a bead that differs has a radius");
await calm.fill("#beads .field:has-text('bead that differs') input[type=text]", "0");
await calm.waitForFunction(() => document.querySelector("#beads .field-idle") !== null);
tally.check(await ratio.isDisabled() && (await calm.textContent("#beads .field-idle")).includes("no bead differs"),
    "without one its radius is grey");
await calm.close();

// --- links -----------------------------------------------------------------------------------------

const linked = await lab.page("chain.html#law=flores&count=12&speed=2 m/s&law.restitution=0.7",
    {calm: true});
await state(linked, "paused");
let yaml = await yamlOf(linked);
tally.check(/law: flores, restitution: 0.7/.test(yaml) && /velocity: 2 m\/s/.test(yaml) &&
    /Chain of 12 beads/.test(yaml), "a link sets the page", yaml);
const address = await linked.evaluate(() => location.hash);
tally.check(/law=flores/.test(address) && /count=12/.test(address), "the link has the state", address);
tally.check(await problemsOf(linked) === "", "a good link has no problems", await problemsOf(linked));
await linked.close();

const ENEMY = {
    "an unknown key": ["nothing=1", /does not know/],
    "an unknown law": ["law=no-such-law", /must be one of/],
    "a wrong number": ["radius=banana", /banana/],
    "a wrong unit": ["radius=3 kg", /kg/],
    "too many beads": ["count=1e9", /at most 200/],
    "markup as value": ["radius=<img src=x onerror=alert(1)>", /img/],
    "markup as key": ["<img src=x onerror=alert(1)>=2", /does not know/],
    "YAML as value": ["young=1 GPa}\nfoo: {", /young|Young/],
    "a parameter of another law": ["law=hertz&law.psi=3", /psi/],
    "a name of the language": ["__proto__=1&constructor=2&toString=3", /does not know/],
    "far too many steps": ["step=1e-15", /steps|too long|step/],
    "broken escapes": ["speed=%E0%A4%A", /speed/]
};
for (const [name, [hash, sentence]] of Object.entries(ENEMY)) {
    const bad = await lab.page("chain.html#" + hash, {calm: true});
    await bad.waitForFunction(() => document.getElementById("problems").textContent !== "" ||
        document.getElementById("yaml").textContent !== "");
    tally.check(sentence.test(await problemsOf(bad)), `link with ${name} is answered`,
        await problemsOf(bad));
    tally.check(await bad.locator("main img").count() === 0, `link with ${name} makes no element`);
    await bad.click("#presets button >> nth=1");
    await state(bad, "paused");
    tally.check((await yamlOf(bad)).includes("Chain of 40 beads"), `after ${name} the page still works`);
    await bad.close();
}

// --- looks -----------------------------------------------------------------------------------------

for (const look of [{width: 1280}, {width: 390}, {width: 1280, dark: true}, {width: 390, dark: true}]) {
    const view = await lab.page("chain.html", {...look, calm: true}), name = JSON.stringify(look);
    await state(view, "paused");
    for (let i = 0; i < 3; i++) await view.click("#step");
    await view.evaluate(() => document.querySelectorAll("details").forEach((d) => { d.open = true; }));
    tally.check(await sideScroll(view) <= 0, `${name}: no scrolling sideways`, String(await sideScroll(view)));
    const found = await findings(view);
    tally.check(found.length === 0, `${name}: axe finds nothing serious`, found.join("; "));
    const light = await view.evaluate(() => getComputedStyle(document.body).backgroundColor.match(/\d+/g)
        .slice(0, 3).reduce((sum, c) => sum + Number(c), 0));
    tally.check((light > 382) === !look.dark, `${name}: light or dark as asked`, String(light));
    const unnamed = await view.evaluate(() => [...document.querySelectorAll("input, select, button")]
        .filter((one) => one.labels === null || (one.labels.length === 0 && !one.ariaLabel &&
            one.textContent === "")).length);
    tally.check(unnamed === 0, `${name}: every control has a name`, String(unnamed));
    await view.close();
}

tally.check(lab.errors.length === 0, "no errors in the console", lab.errors.slice(0, 3).join("; "));
await lab.close();
tally.end();
