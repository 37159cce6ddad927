// The engine of the laboratory against the program: node engine.mjs PROGRAM LABDIR

import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import {loadEngine, runProgram, Tally} from "./lib/load.mjs";

const [program, folder] = process.argv.slice(2);
const tally = new Tally();
const engine = await loadEngine(folder);
const examples = globalThis.dashpot.examples;
const WITHIN = 1e-12;

// --- equal bits, or nearly -------------------------------------------------------------------------

class Comparison {
    equal = 0;
    near = 0;
    worst = 0;
    where = "";
    far = [];

    // `scale`: the size that a difference is compared with, where the number itself may be 0
    add(ours, theirs, name, scale = 0) {
        if (Object.is(ours, theirs) || ours === theirs) {
            this.equal++;
            return;
        }
        const size = Math.max(Math.abs(ours), Math.abs(theirs), scale);
        const off = Number.isNaN(ours) || Number.isNaN(theirs) ? Infinity
            : Math.abs(ours - theirs) / size;
        if (off > this.worst) {
            this.worst = off;
            this.where = name;
        }
        if (off <= this.within) this.near++;
        else this.far.push(`${name}: ${ours} here, ${theirs} in the program`);
    }

    constructor(title, within = WITHIN) {
        this.title = title;
        this.within = within;
    }

    end() {
        const all = this.equal + this.near + this.far.length;
        const worst = this.worst > 0 ? `, the others differ by at most ${
            this.worst.toExponential(1)} (${this.where})` : "";
        console.log(`${this.title}: ${this.equal} of ${all} numbers have equal bits${worst}`);
        tally.check(this.far.length === 0 && all > 0, this.title, this.far.slice(0, 3).join("; ") ||
            "nothing was compared");
    }
}

const number = (value) => value === null || value === undefined ? NaN : value;

// --- laws ------------------------------------------------------------------------------------------

const catalogue = JSON.parse(runProgram(program, ["laws", "--json"]));
tally.check(JSON.stringify(engine.laws()) === JSON.stringify(catalogue),
    "the catalogue is that of the program");
tally.check(engine.frictions().length > 0 && engine.schema().$schema !== undefined,
    "friction laws and schema are there");
const version = runProgram(program, ["--version"]);
tally.check(version !== null && version.includes(engine.version), "the version is that of the program",
    engine.version);

// An ordinary contact with all that any law needs; what a law does not take is left out by it.
const PAIR = {stiffness: "1e9", modulus: "110 GPa", radius: "10 mm", mass: "30 g", yield: "1 GPa",
    bearing_radius: "10.2 mm", clearance: "0.2 mm", length: "15 mm", approach: "0.5 m/s",
    restitution: "0.7", damping: "10", max_damping: "100", ramp: "1 um"};

// The settings of PAIR that the law needs, found by asking: what is missing is named in a sentence.
function settingsFor(law) {
    const set = {approach: PAIR.approach, mass: PAIR.mass};
    for (let tries = 0; tries < 12; tries++) {
        const answer = engine.force({law, set}, [1e-6], 0.1);
        if (answer.ok) return set;
        const missing = Object.keys(PAIR).find((key) => !(key in set) &&
            new RegExp(`\\b${key}\\b`).test(answer.text));
        if (missing === undefined) return null;
        set[missing] = PAIR[missing];
    }
    return null;
}

const words = (set) => Object.entries(set).flatMap(([key, value]) => ["--set", `${key}=${value}`]);

function compareForces(law, set, comparison) {
    const states = [["0..4 um", "0.2 m/s"], ["0..4 um", "-0.2 m/s"]];
    for (const [delta, rate] of states) {
        const text = runProgram(program, ["force", "--law", law, ...words(set), "--delta", delta,
            "--rate", rate, "--count", "9", "--json"]);
        if (text === null) return false;
        const rows = JSON.parse(text).table.rows;
        const here = engine.force({law, set}, rows.map((row) => row[0]), rows.map((row) => row[1]));
        if (!here.ok) return false;
        rows.forEach((row, i) => {
            comparison.add(here.force[i], number(row[2]), `${law} force`, Math.abs(rows[8][2]));
            comparison.add(here.dforce_ddelta[i], number(row[3]), `${law} tangent`,
                Math.abs(rows[8][3]));
            comparison.add(here.stored[i], number(row[5]), `${law} energy`, Math.abs(rows[8][5]));
        });
    }
    return true;
}

function compareImpact(law, set, comparison) {
    const open = {...set};
    delete open.approach;
    const text = runProgram(program, ["force", "--law", law, ...words(open), "--loop", "0.5 m/s",
        "--count", "21", "--json"]);
    const here = engine.impact({law, set: open, speed: 0.5, rows: 21});
    if (text === null || !here.ok) return text === null && !here.ok;
    const there = JSON.parse(text);
    for (const key of ["restitution", "max_force", "max_indentation", "duration"])
        comparison.add(here[key], number(there[key]), `${law} ${key}`);
    there.table.rows.forEach((row, i) => {
        comparison.add(here.motion.time[i], row[0], `${law} time`, there.duration);
        comparison.add(here.motion.indentation[i], row[1], `${law} indentation`,
            there.max_indentation);
        comparison.add(here.motion.force[i], number(row[3]), `${law} force in an impact`,
            there.max_force);
    });
    return true;
}

function compareDelivery(law, set, comparison) {
    const text = runProgram(program, ["restitution", "--law", law, ...words(set), "--curve",
        "--json"]);
    if (text === null) return false;
    const there = JSON.parse(text), points = there.curve || there.points || [];
    const overSpeed = points.length > 0 && points[0].approach !== undefined;
    const at = points.map((point) => overSpeed ? point.approach : point.requested);
    const here = overSpeed ? engine.restitutionOverSpeed({law, set}, at)
        : engine.restitution({law, set}, at);
    if (!here.ok) return false;
    points.forEach((point, i) => comparison.add(here.delivered[i], number(point.delivered),
        `${law} delivered at ${at[i]}`));
    return points.length > 0;
}

const forces = new Comparison("forces"), impacts = new Comparison("impacts");
const deliveries = new Comparison("delivered restitutions");
for (const {name} of catalogue) {
    const set = settingsFor(name);
    if (!tally.check(set !== null, `${name} can be prepared`)) continue;
    tally.check(compareForces(name, set, forces), `${name}: forces`);
    tally.check(compareImpact(name, set, impacts), `${name}: an impact`);
    tally.check(compareDelivery(name, set, deliveries), `${name}: delivered restitutions`);
}
for (const comparison of [forces, impacts, deliveries]) comparison.end();

// --- scenarios -------------------------------------------------------------------------------------

function readCsv(file) {
    const [head, ...lines] = fs.readFileSync(file, "utf8").trim().split("\n");
    const rows = lines.map((line) => line.split(",").map((cell) => cell === "" ? NaN : Number(cell)));
    return head.split(",").map((name, i) => ({name: name.replace(/ \[.*\]$/, ""),
        values: rows.map((row) => row[i])}));
}

const temporary = fs.mkdtempSync(path.join(os.tmpdir(), "dashpot-lab-"));
process.on("exit", () => fs.rmSync(temporary, {recursive: true, force: true}));

// Impacts of these magnify what differs. Up to the horizon of a mechanism 1e-10 m become a hundredth
// of the clearance, and a force changes by all of itself over an indentation of micrometres: of the
// last bit of a place, 1e-17 m, comes up to 1e-6 of the largest force.
const MAGNIFIED = {mechanism: 1e-6, journal: 1e-10};

// How many rows lie before the horizon; all where the summary has none.
function rowsToCompare(columns, summary) {
    const horizon = summary.horizon ?? Infinity;
    const times = columns.find((column) => column.name === "time").values;
    const end = times.findIndex((time) => time > horizon);
    return end < 0 ? times.length : end;
}

for (const [kind, text] of Object.entries(examples)) {
    const file = path.join(temporary, `${kind}.yaml`), out = path.join(temporary, kind);
    fs.writeFileSync(file, text);
    const answer = runProgram(program, ["run", file, "--out", out, "--quiet"]);
    const here = engine.run(text);
    if (!tally.check(answer !== null && here.ok, `${kind} runs`, here.text)) continue;
    const comparison = new Comparison(`series of ${kind}`, MAGNIFIED[kind] ?? WITHIN);
    const columns = readCsv(path.join(out, "series.csv"));
    const summary = JSON.parse(fs.readFileSync(path.join(out, "summary.json"), "utf8"));
    const count = rowsToCompare(columns, summary);
    for (const {name, values} of columns) {
        const ours = here.tables.series[name];
        if (!tally.check(ours !== undefined && ours.length === values.length,
            `${kind}: column ${name}`)) continue;
        const scale = Math.max(...values.slice(0, count).map(Math.abs).filter(Number.isFinite));
        for (let i = 0; i < count; i++)
            comparison.add(ours[i], values[i], `${name} in row ${i}`, scale);
    }
    comparison.end();
    tally.check(here.plots.length > 0 && here.headlines.length > 0, `${kind} has plots and headlines`);
}

// --- stepping --------------------------------------------------------------------------------------

{
    const chain = engine.chain(examples.chain);
    if (tally.check(chain.ok, "a chain of a scenario", chain.text)) {
        const steps = Math.round(chain.until / chain.step);
        for (let done = 0; done < steps; done += 1000) chain.advance(Math.min(1000, steps - done));
        const state = chain.read(), run = engine.run(examples.chain);
        tally.check(state.max_force === run.summary.max_force ||
            state.max_force === run.summary.largest?.force ||
            run.headlines.some((line) => line.value === state.max_force),
            "a chain in pieces has the largest force of the run", String(state.max_force));
        const before = state.displacement.slice(), energy = state.kinetic;
        tally.check(chain.move({velocity: new Float64Array(chain.count)}).ok, "a chain is stopped");
        const after = chain.read();
        tally.check(after.kinetic === 0 && energy > 0 &&
            before.every((u, i) => Math.abs(u - after.displacement[i]) < 1e-15),
            "it stands where it was");
        chain.free();
        tally.check(!chain.read().ok, "a chain that was freed is refused");
    }
    const made = engine.chain({mass: new Array(5).fill(1e-3), velocity: [1, 0, 0, 0, 0],
        contact: {law: "hertz", set: {stiffness: 1e9}}});
    if (tally.check(made.ok, "a chain of numbers", made.text)) {
        made.advance(20000);
        const state = made.read();
        tally.check(Math.abs(state.momentum - 1e-3) < 1e-15 && state.velocity[4] > 0.9,
            "a blow passes through it", String(state.velocity));
        made.free();
    }
    tally.check(!engine.chain({mass: [1], velocity: [1, 2], contact: {law: "hertz",
        set: {stiffness: 1}}}).ok, "a chain with too many velocities is refused");
}
{
    const run = engine.mechanism(examples.mechanism, {}, {every: 1e-3});
    if (tally.check(run.ok, "a mechanism", run.text)) {
        tally.check(run.advance(0.05).ok, "it goes on");
        const state = run.read(), rows = run.rows();
        tally.check(state.time === 0.05 && Number.isFinite(state.bodies.crank.angle) &&
            rows.count >= 50 && rows.table["pin.force"].every(Number.isFinite), "it can be read");
        run.free();
    }
    tally.check(!engine.mechanism(examples.chain).ok, "a chain is no mechanism");
}

// --- what goes wrong is data -----------------------------------------------------------------------

const wrong = [
    ["YAML that ends early", "dashpot: 1\nkind: ["], ["nothing", ""], ["a zero", "\0"],
    ["no text", undefined], ["a file", "dashpot: 1\nkind: impact\nmeasured: {file: a.csv}\n"],
    ["depth", "[".repeat(1e5)], ["keys of objects", "__proto__: {a: 1}\nconstructor: 2\n"],
];
for (const [name, text] of wrong) {
    const answer = engine.run(text);
    tally.check(answer.ok === false && answer.diagnostics.length > 0 && answer.text !== "",
        `refused: ${name}`);
}
tally.check(engine.run("dashpot: 1\ntitle: x\nkind: impact\nimpact: {a: 1}\n").diagnostics[0].line === 4,
    "a diagnostic has its line");
tally.check(!engine.force({law: "hertzz"}, [1], 0).ok &&
    /hertz/.test(engine.force({law: "hertzz"}, [1], 0).text), "an unknown law is refused");
tally.check(!engine.force({law: "hertz", set: {"a=b": 1}}, [1], 0).ok, "an odd key is refused");
tally.check(!engine.force({law: "hertz", set: {stiffness: 1e9}}, [1, 2], [1]).ok,
    "lengths that differ are refused");
tally.check(!engine.impact({law: "hertz", set: {stiffness: 1e9}}).ok, "no mass is refused");
tally.check(!engine.chain({mass: new Float64Array(1048576), contact: {law: "hertz",
    set: {stiffness: 1e9}}}).ok, "a chain without masses is refused");
const late = engine.run(examples.mechanism, {"run.turns": 100000}, {max_time: 0.5});
tally.check(!late.ok && late.diagnostics.length > 0, "an endless run is ended", late.text);
const large = engine.run(examples.chain, {"chain.beads.0.count": 100000000});
tally.check(!large.ok, "a run without end of memory is refused", large.text);
tally.check(engine.run(examples.impact).ok, "the engine still runs");

// --- memory ----------------------------------------------------------------------------------------

function grows(name, times, work) {
    for (let i = 0; i < times / 10; i++) work();
    const before = globalThis.dashpot.inner.memory();
    for (let i = 0; i < times; i++) work();
    const after = globalThis.dashpot.inner.memory();
    tally.check(after === before, `${times} times ${name} leak nothing`, `${after - before} bytes`);
}

const set = {stiffness: 1e9, restitution: 0.7};
const deltas = Float64Array.from({length: 1000}, (_, i) => i * 1e-8);
grows("forces", 10000, () => engine.force({law: "hunt-crossley", set, speed: 1}, deltas, 0.1));
grows("impacts", 10000, () => engine.impact({law: "hertz", set, mass: 0.01, speed: 1, rows: 50}));
grows("refusals", 10000, () => engine.force({law: "nothing"}, deltas, 0));
grows("runs", 200, () => engine.run(examples.impact));
grows("chains", 200, () => engine.chain(examples.chain).free());

tally.end();
