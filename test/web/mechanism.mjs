// The mechanism page against the program: node mechanism.mjs PROGRAM LABDIR

import {Laboratory, apart, findings, sideScroll, state} from "./lib/browser.mjs";
import {Tally} from "./lib/load.mjs";

const tally = new Tally(), lab = await Laboratory.open(tally, ...process.argv.slice(2));

const yamlOf = (page) => page.textContent("#yaml");
const summaryOf = async (page, box) => JSON.parse(await page.textContent(`${box} .result-summary`));
const write = (page, text) => page.fill(".editor-text", text);
async function run(page, text, outcome = "done") {
    await write(page, text);
    await page.click("#run");
    await state(page, outcome, "paste");
}

// Numbers of two summaries by their paths.
function numbersIn(value, path = "", all = {}) {
    if (typeof value === "number") all[path] = value;
    else if (value !== null && typeof value === "object")
        for (const [key, inner] of Object.entries(value)) numbersIn(inner, `${path}.${key}`, all);
    return all;
}
function farthest(ours, theirs) {
    const a = numbersIn(ours), b = numbersIn(theirs);
    // of the machine, not of the chain
    for (const path of [".particle_steps_per_second", ".memory_bytes"]) {
        delete a[path];
        delete b[path];
    }
    let worst = {off: Object.keys(a).length === Object.keys(b).length ? 0 : Infinity, where: "count"};
    for (const [path, value] of Object.entries(b)) {
        // an error is what rounding leaves: compared with the whole, not with itself
        const size = /error$/.test(path) ? 1 : Math.max(Math.abs(value), 1e-9);
        const off = a[path] === value ? 0 : Math.abs(a[path] - value) / size;
        if (!(off <= worst.off)) worst = {off, where: `${path}: ${a[path]}, not ${value}`};
    }
    return worst;
}

// --- the two mechanisms ----------------------------------------------------------------------------

// Impacts well before the horizon are those of the program; later ones depend on the last bit.
function compareImpacts(ours, theirs, name) {
    const until = 0.6 * (theirs.horizon === null ? theirs.window.to : theirs.horizon);
    const early = (summary, key) => summary.joints.pin.impacts.filter((hit) => hit.time < until)
        .map((hit) => hit[key]);
    tally.check(early(theirs, "time").length > 2, `${name}: there are impacts before the horizon`);
    for (const key of ["time", "approach_speed", "max_force"]) {
        const off = apart(early(ours, key), early(theirs, key));
        tally.check(off < 1e-5, `${name}: ${key} of impacts before the horizon`, `off by ${off}`);
    }
    const off = theirs.horizon === null ? (ours.horizon === null ? 0 : Infinity)
        : Math.abs(ours.horizon / theirs.horizon - 1);
    tally.check(off < 0.05, `${name}: the horizon of the program`, `${ours.horizon}, ${theirs.horizon}`);
}

const page = await lab.page("mechanism.html");
await page.waitForFunction(() => document.querySelector(".animation-scene") !== null);
for (const name of await page.locator("#mechanisms button").allTextContents()) {
    await page.click(`#mechanisms button:text-is("${name}")`);
    await state(page, "ready");
    const theirs = lab.summary(await yamlOf(page)), ours = await summaryOf(page, "#numbers");
    if (!tally.check(theirs !== null, `${name}: the program runs the scenario`)) continue;
    compareImpacts(ours, theirs, name);
    const marks = await page.locator("#force .plot-key").allTextContents();
    tally.check(marks.some((mark) => mark.includes("horizon")) === theirs.horizon_reached,
        `${name}: the horizon is marked where there is one`, marks.join());
    tally.check((await page.textContent("#horizon")).length > 40, `${name}: a sentence says what it means`);
    tally.check(await page.locator("#animation .animation-journal").count() === 1 &&
        await page.locator("#orbit .plot-area").count() === 1, `${name}: joint and orbit are drawn`);
}
const example = await page.evaluate(() => window.dashpot.examples.mechanism);
await page.click("#mechanisms button >> nth=0");
await state(page, "ready");
const first = lab.summary(example), own = await summaryOf(page, "#numbers");
tally.check(Math.abs(own.joints.pin.first_impact.time / first.joints.pin.first_impact.time - 1) < 1e-9,
    "the first mechanism is that of dashpot new");

// the animation moves, stops and steps
const clock = () => page.textContent("#animation .animation-now");
const before = await clock();
await page.waitForFunction((old) => document.querySelector("#animation .animation-now").textContent !== old, before);
await page.click("#animation .animation-play");
await page.focus("#animation .animation-box");
await page.keyboard.press("Home");  // at the end there is no frame to step to
const paused = await clock();
await page.keyboard.press("ArrowRight");
tally.check(await clock() !== paused, "an arrow key moves the animation by a frame");

// a field changes the run
await page.fill("#fields input[type=text] >> nth=0", "0.2 mm");
await page.waitForFunction(() => document.getElementById("yaml").textContent.includes("clearance: 0.2 mm"));
await state(page, "ready");
tally.check((await page.evaluate(() => location.hash)).includes("clearance=0.2%20mm"), "the link has the state",
    await page.evaluate(() => location.hash));

// every law of the catalogue can be chosen; a field is grey where its value is not in the scenario
const laws = await page.locator("#law option").allTextContents(), refused = [], greys = [];
const greyOf = () => page.locator("#fields .field-idle .field-label").allTextContents();
let sometimes = 0;
for (const law of laws) {
    await page.selectOption("#law select", law);
    await page.waitForFunction((name) => document.getElementById("yaml").textContent.includes(`law: ${name}`), law);
    const yaml = await yamlOf(page), grey = await greyOf();
    const wanted = [["length of the bearing", "length: 15 mm"], ["yield stress", "yield: 1 GPa"]]
        .filter(([, text]) => !yaml.includes(text)).map(([label]) => label);
    if (grey.join() !== wanted.join()) greys.push(`${law}: ${grey}, not ${wanted}`);
    sometimes += wanted.length < 2 ? 1 : 0;
    if (await page.textContent("#problems") !== "")
        refused.push(`${law}: ${await page.textContent("#problems")}`);
}
tally.check(laws.length >= 40 && refused.length === 0, "every law can be chosen", refused.join("; "));
tally.check(greys.length === 0 && sometimes > 5, "fields without effect are grey", greys.join("; "));
// what is wrong in a field that becomes grey stops nothing
await page.selectOption("#law select", "johnson-cylinder");
await page.fill("#fields .field:has-text('length of the bearing') input[type=text]", "long");
await page.selectOption("#law select", "flores");
await page.waitForFunction(() => document.getElementById("yaml").textContent.includes("law: flores"));
tally.check(await page.locator("#fields [aria-invalid=true]").count() === 0, "a grey field has no error");
await page.close();

// --- any scenario ----------------------------------------------------------------------------------

const any = await lab.page("mechanism.html", {calm: true});
await state(any, "ready");
const examples = await any.evaluate(() => window.dashpot.examples);
for (const kind of Object.keys(examples)) {
    await any.selectOption("#examples", kind);
    await any.click("#run");
    await any.waitForFunction(() => ["done", "failed"].includes(document.body.dataset.paste));
    tally.check(await any.evaluate(() => document.body.dataset.paste) === "done", `example ${kind} runs`,
        await any.textContent("#run-said"));
    const ours = await summaryOf(any, "#result"), theirs = lab.summary(examples[kind]);
    if (!tally.check(theirs !== null, `example ${kind} runs in the program`)) continue;
    if (kind === "mechanism") compareImpacts(ours, theirs, `example ${kind}`);
    else {
        const {off, where} = farthest(ours, theirs);
        tally.check(off < 1e-9, `example ${kind}: the summary of the program`, where);
    }
    tally.check(await any.locator("#result .plot-area").count() > 0, `example ${kind} has plots`);
    tally.check(await any.locator("#result .result-headlines tr").count() > 3, `example ${kind} has headlines`);
    await any.evaluate(() => { document.body.dataset.paste = ""; });
}

const BAD = "dashpot: 1\nkind: chain\nfoo: 3\nchain:\n  beads: [{count: x}]\nrun: {until: 1 ms}\n";
await write(any, BAD);
await state(any, "wrong", "check");
const lines = await any.locator(".editor-notes li").evaluateAll((list) => list.map((note) => note.dataset.line));
tally.check(lines.includes("3") && lines.includes("5"), "what is wrong has its lines", lines.join());
tally.check((await any.locator(".editor-bad").allTextContents()).map(Number).join() === "3,5",
    "wrong lines are marked", (await any.locator(".editor-bad").allTextContents()).join());
const besides = await any.evaluate(() => [...document.querySelectorAll(".editor-notes li")].map((note) => {
    const area = document.querySelector(".editor-text").getBoundingClientRect();
    return (note.getBoundingClientRect().top - area.top - 8) / 20 + 1;
}));
tally.check(Math.abs(besides[0] - 3) < 0.6, "a note stands beside its line", besides.join());
await any.click(".editor-notes li[data-line='5'] button");
tally.check(await any.evaluate(() => {
    const area = document.querySelector(".editor-text");
    return area.value.slice(area.selectionStart, area.selectionEnd) === "  beads: [{count: x}]";
}), "a click on a note goes to its line");
await write(any, examples.impact);
await state(any, "right", "check");
tally.check(await any.locator(".editor-notes li").count() === 0, "a right text has no notes");

// a title is text wherever it stands
await run(any, examples.impact.replace(/title: .*/, "title: \"<img src=x onerror=alert(1)></script>\""));
tally.check(await any.locator("main img").count() === 0 &&
    (await any.textContent("#result h3")).includes("<img"), "markup in a title is text");

const ENEMY = {
    nothing: "", "a zero byte": "dashpot: 1\u0000", "a tab": "\tdashpot: 1", "aliases without end":
        "a: &a [1,1,1,1,1,1,1,1,1]\n" + "bcdefghij".split("").map((c, i) =>
            `${c}: &${c} [${Array(9).fill("*" + "abcdefghij"[i]).join(",")}]`).join("\n"),
    "depth without end": "a: " + "[".repeat(20000), "a bead too many":
        examples.chain.replace("count: 70", "count: 100000000000000"),
    "a file": examples.chain.replace("count: 70,", "csv: /etc/passwd,"), "a step of nothing":
        examples.chain.replace("step: 10 ns", "step: 1e-300 s")
};
for (const [name, text] of Object.entries(ENEMY)) {
    await run(any, text, "failed");
    tally.check(await any.locator(".editor-notes li").count() > 0, `${name} is refused with a reason`);
}

// --- a long run, Stop and the limit ----------------------------------------------------------------

const LONG = examples.mechanism.replace("turns: 4", "turns: 150").replace("ensemble: 1", "ensemble: 20");
await any.fill("#limit", "1 h");
await write(any, LONG);
await any.click("#run");
await state(any, "running", "paste");
// a page that answers draws frames
const frames = await any.evaluate(() => new Promise((resolve) => {
    let count = 0;
    const next = () => { if (++count < 20) requestAnimationFrame(next); else resolve(document.body.dataset.paste); };
    requestAnimationFrame(next);
}));
tally.check(frames === "running", "the page draws frames while it runs", frames);
tally.check(await any.isVisible("#stop-run"), "there is a Stop button");
await any.click("#stop-run");
await state(any, "stopped", "paste");
await run(any, examples.bounce);
tally.check(await any.locator("#result .plot-area").count() > 0, "after Stop the next one runs");
await any.fill("#limit", "0.2 s");
await run(any, LONG, "failed");
tally.check((await any.textContent(".editor-notes")).includes("limit"), "the time limit is kept",
    await any.textContent(".editor-notes"));
await any.fill("#limit", "a while");
await any.click("#run");
tally.check((await any.textContent("#run-said")).includes("a while"), "a wrong limit is answered");
await any.close();

// --- links and looks -------------------------------------------------------------------------------

const LINKS = {"mechanism=wheel": /must be one of/, "law=none": /must be one of/, "clearance=-1 mm": /clearance/,
    "turns=1e9": /turns/, "<img src=x onerror=alert(1)>=1": /does not know/, "speed=<b>": /<b>/,
    "__proto__=1": /does not know/, "clearance=0.1 mm}\nfoo: {": /clearance/};
for (const [hash, sentence] of Object.entries(LINKS)) {
    const bad = await lab.page("mechanism.html#" + hash, {calm: true});
    await state(bad, "ready");
    tally.check(sentence.test(await bad.textContent("#problems")), `link ${hash} is answered`,
        await bad.textContent("#problems"));
    tally.check(await bad.locator("main img, #problems b").count() === 0, `link ${hash} makes no element`);
    await bad.close();
}
const linked = await lab.page("mechanism.html#mechanism=Four-bar linkage&law=flores&law.restitution=0.7&turns=2", {calm: true});
await state(linked, "ready");
tally.check(/Four-bar[^]*law: flores, restitution: 0.7[^]*turns: 2/.test(await yamlOf(linked)) &&
    await linked.textContent("#problems") === "", "a link sets the page", await yamlOf(linked));
await linked.close();

for (const look of [{width: 1280}, {width: 390}, {width: 1280, dark: true}, {width: 390, dark: true}]) {
    const view = await lab.page("mechanism.html", {...look, calm: true}), name = JSON.stringify(look);
    await state(view, "ready");
    await run(view, examples.chain);
    await write(view, BAD);
    await state(view, "wrong", "check");
    await view.evaluate(() => document.querySelectorAll("details").forEach((d) => { d.open = true; }));
    tally.check(await sideScroll(view) <= 0, `${name}: no scrolling sideways`, String(await sideScroll(view)));
    const found = await findings(view);
    tally.check(found.length === 0, `${name}: axe finds nothing serious`, found.join("; "));
    await view.close();
}

tally.check(lab.errors.length === 0, "no errors in the console", lab.errors.slice(0, 3).join("; "));
await lab.close();
tally.end();
