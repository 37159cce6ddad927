// Pages of the laboratory in a headless browser, opened from the disk as a reader would.

import {createRequire} from "node:module";
import path from "node:path";
import {pathToFileURL} from "node:url";

const require = createRequire(import.meta.url);
const {chromium} = require("playwright-core");
export const axeFile = require.resolve("axe-core/axe.min.js");

export async function startBrowser() {
    return chromium.launch({executablePath: process.env.CHROMIUM || "/usr/bin/chromium",
        args: ["--no-sandbox"]});
}

export const address = (folder, page) => {
    const [file, hash] = page.split(/#(.*)/s);
    return pathToFileURL(path.resolve(folder, file)).href + (hash === undefined ? "" : "#" + hash);
};

// A page that keeps what went wrong in page.complaints, and what left the disk in page.foreign.
export async function openPage(browser, folder, name, options = {}) {
    const context = await browser.newContext({viewport: {width: options.width || 1280,
        height: options.height || 900}, colorScheme: options.scheme || "light",
        reducedMotion: "reduce", permissions: ["clipboard-read", "clipboard-write"]});
    const page = await context.newPage();
    page.complaints = [];
    page.foreign = [];
    page.on("console", (message) => {
        if (["error", "warning"].includes(message.type())) page.complaints.push(message.text());
    });
    page.on("pageerror", (error) => page.complaints.push(String(error)));
    page.on("dialog", (dialog) => { page.complaints.push("dialog"); dialog.dismiss(); });
    page.on("request", (request) => {
        if (!/^(file|data|blob):/.test(request.url())) page.foreign.push(request.url());
    });
    await page.goto(address(folder, name));
    await settled(page);
    return page;
}

// Until the page has drawn all it computes.
export async function settled(page) {
    await page.waitForFunction(() => ![undefined, "left", "working", "waiting"].includes(
        document.body.dataset.state), null, {timeout: 60000});
}

// To another link on the same page, as a reader who edits the address does.
export async function goTo(page, hash) {
    await page.evaluate((text) => {
        document.body.dataset.state = "left";
        location.hash = text;
    }, hash);
    await settled(page);
}

export async function closePage(page) {
    await page.context().close();
}
