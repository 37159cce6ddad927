// Search on a page that was opened from a disk. A browser starts no worker and fetches no file
// there, so the worker of the theme runs in a frame, and its index comes as a script. From a server
// nothing of this is needed.

"use strict";

var __search = {};  // the theme looks here; without it, it would find its own <input id="__search">

if (location.protocol === "file:") {
    // The words of all pages are some megabytes: they are read when somebody searches.
    let asked = false;
    __search.index = new Promise((resolve) => { window.site_index = resolve; });
    addEventListener("focusin", (event) => {
        if (asked || !event.target.matches(".md-search__input")) return;
        asked = true;
        const script = document.createElement("script");
        script.src = new URL(site_base + "search/search_index.js", location);
        document.head.append(script);
    });

    window.Worker = class extends EventTarget {
        constructor(address) {
            super();
            this.waiting = [];
            addEventListener("DOMContentLoaded", () => this.start(address));
            if (document.readyState !== "loading") this.start(address);
        }

        start(address) {
            if (this.frame) return;
            this.frame = document.createElement("iframe");
            this.frame.hidden = true;
            document.body.append(this.frame);
            const inside = this.frame.contentWindow;
            inside.postMessage = (data) =>
                this.dispatchEvent(new MessageEvent("message", { data }));
            const script = inside.document.createElement("script");
            script.src = address;
            script.onload = () => {
                this.ready = true;
                for (const data of this.waiting.splice(0)) this.postMessage(data);
            };
            inside.document.body.append(script);
        }

        postMessage(data) {
            if (!this.ready) this.waiting.push(data);
            else this.frame.contentWindow.dispatchEvent(new MessageEvent("message", { data }));
        }

        terminate() {
            if (this.frame) this.frame.remove();
        }
    };
}
