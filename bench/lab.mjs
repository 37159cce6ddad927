// The engine of the laboratory: node bench/lab.mjs LABDIR
// Time to the first result, responses and impacts per second.

import {performance} from "node:perf_hooks";
import {loadEngine} from "../test/web/lib/load.mjs";

const begin = performance.now();
const engine = await loadEngine(process.argv[2]);
const loaded = performance.now();
engine.impact({law: "hertz", fill: true});
const first = performance.now();

// Median of seven, each at least 50 ms.
function perSecond(items, work) {
    const rates = [];
    for (let k = 0; k < 7; k++) {
        const start = performance.now();
        let calls = 0;
        do {
            work();
            calls++;
        } while (performance.now() - start < 50);
        rates.push(calls * items / (performance.now() - start) * 1000);
    }
    return rates.sort((a, b) => a - b)[3];
}

const set = {stiffness: 1e9, restitution: 0.7};
const deltas = Float64Array.from({length: 10000}, (_, i) => i * 1e-9);
const speeds = Float64Array.from({length: 1000}, (_, i) => 0.1 + i * 1e-3);
console.log(JSON.stringify({
    load_ms: loaded - begin,
    first_impact_ms: first - loaded,
    responses_per_s: perSecond(10000, () => engine.force({law: "hunt-crossley", set, speed: 1},
        deltas, 0.1)),
    impacts_per_s: perSecond(1000, () => engine.impacts({law: "hunt-crossley", set, mass: 0.01,
        speeds}))
}, null, 2));
