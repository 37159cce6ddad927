// Loads the engine of the laboratory into node, as a page would, and calls the program.

import {execFileSync} from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import vm from "node:vm";

export async function loadEngine(folder) {
    globalThis.window = globalThis;
    for (const file of ["dashpot.js", "examples.js"]) {
        const place = path.join(folder, file);
        vm.runInThisContext(fs.readFileSync(place, "utf8"), {filename: place});
    }
    return new Promise((resolve, reject) => globalThis.dashpot.engine.ready((engine) =>
        engine.failure === null ? resolve(engine) : reject(new Error(engine.failure))));
}

// What the program prints; null where it refuses.
export function runProgram(program, words) {
    try {
        return execFileSync(program, words, {encoding: "utf8", maxBuffer: 1 << 28,
            stdio: ["ignore", "pipe", "ignore"]});
    } catch {
        return null;
    }
}

// Counts what passed and failed; says what failed.
export class Tally {
    passed = 0;
    failed = 0;

    check(isRight, name, detail = "") {
        if (isRight) {
            this.passed++;
        } else {
            this.failed++;
            console.log(`FAILED: ${name}${detail === "" ? "" : `: ${detail}`}`);
        }
        return isRight;
    }

    end() {
        console.log(`${this.passed} passed, ${this.failed} failed`);
        process.exitCode = this.failed > 0 ? 1 : 0;
    }
}
