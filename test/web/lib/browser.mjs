// A laboratory in a browser beside the program: pages that are watched for errors, summaries.

import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import {address, axeFile, startBrowser} from "./lab_page.mjs";
import {runProgram} from "./load.mjs";

const axe = fs.readFileSync(axeFile, "utf8");

export class Laboratory {
    errors = [];  // of all pages

    static async open(tally, program, folder) {
        const lab = new Laboratory();
        // a state that never comes is a failure like others, and the last one
        process.on("uncaughtException", (error) => {
            tally.check(false, "the test comes to its end", error.stack || String(error));
            tally.end();
            process.exit(1);
        });
        lab.program = program;
        lab.folder = path.resolve(folder);
        lab.browser = await startBrowser();
        lab.scratch = fs.mkdtempSync(path.join(os.tmpdir(), "dashpot-web-"));
        return lab;
    }

    // look: {width, dark, calm: nothing moves by itself}
    async page(name, look = {}) {
        const context = await this.browser.newContext({
            viewport: {width: look.width || 1280, height: 900},
            colorScheme: look.dark ? "dark" : "light",
            reducedMotion: look.calm ? "reduce" : "no-preference"
        });
        const page = await context.newPage();
        page.on("console", (message) => {
            if (["error", "warning"].includes(message.type())) this.errors.push(message.text());
        });
        page.on("pageerror", (error) => this.errors.push(error.stack || error.message));
        page.on("dialog", (dialog) => {
            this.errors.push("a dialog opened: " + dialog.message());
            dialog.dismiss();
        });
        await page.goto(address(this.folder, name));
        return page;
    }

    async close() {
        await this.browser.close();
        fs.rmSync(this.scratch, {recursive: true, force: true});
    }

    // The summary that the program gives for a scenario; null where it refuses.
    summary(yaml) {
        const file = path.join(this.scratch, "scenario.yaml");
        fs.writeFileSync(file, yaml);
        const text = runProgram(this.program, ["run", file, "--json", "--max-time", "10 min"]);
        return text === null ? null : JSON.parse(text);
    }
}

// Waits for a word in document.body.dataset.
export function state(page, word, key = "state", timeout = 120000) {
    return page.waitForFunction(([name, value]) => document.body.dataset[name] === value, [key, word],
        {timeout});
}

// Serious and critical findings as sentences.
export async function findings(page) {
    // the page's own policy forbids inline scripts; the debugger's evaluation does not ask it
    const session = await page.context().newCDPSession(page);
    await session.send("Runtime.evaluate", {expression: axe});
    const result = await page.evaluate(() => window.axe.run({preload: false}));
    return result.violations.filter((v) => ["serious", "critical"].includes(v.impact))
        .map((v) => `${v.id} (${v.nodes.length}): ${v.nodes[0].html.slice(0, 120)}`);
}

export const sideScroll = (page) => page.evaluate(() => document.documentElement.scrollWidth -
    window.innerWidth);

// Largest relative difference of two lists of numbers, against the largest of them.
export function apart(ours, theirs) {
    if (ours.length !== theirs.length || ours.length === 0) return Infinity;
    const size = Math.max(...theirs.map(Math.abs), Number.MIN_VALUE);
    return Math.max(...ours.map((value, i) => (Number.isFinite(value) ? Math.abs(value - theirs[i]) / size
        : Infinity)));
}
