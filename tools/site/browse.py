"""Open pages of the site in chromium from the disk: nothing but files is asked for, no script fails, and
the search finds something.

    browse.py FOLDER [PICTURES]       with PICTURES, pictures of the pages are left there

Speaks the DevTools protocol over a pipe, so that no port and no other package is needed.
"""

import base64
import json
import os
import subprocess
import sys
import tempfile

PAGES = ("index.html", "laws.html", "choosing.html", "faq.html", "gallery.html", "man.html",
         "errata.html")
SHAPES = {"wide": (1280, 1400, "light"), "narrow": (390, 1400, "light"), "dark": (1280, 1400, "dark")}
TIME_LIMIT = 600  # [s] a browser that hangs is ended; nothing waits for this
LOADED = "new Promise(done => document.readyState === 'complete' ? done(1) : " \
    "addEventListener('load', () => done(1)))"
SEARCH = """new Promise(done => {
    const input = document.querySelector('.md-search__input');
    input.focus();
    input.value = 'restitution';
    const look = () => {
        const found = document.querySelectorAll('.md-search-result__item').length;
        if (found) return done(found);
        input.dispatchEvent(new KeyboardEvent('keyup', {bubbles: true}));
        setTimeout(look, 100);
    };
    look();
})"""


class Browser:
    def __init__(self, profile):
        to_browser, self.out = os.pipe()
        self.input, from_browser = os.pipe()

        def at_three_and_four():
            # dup2 twice by way of high numbers: one of the ends may be 3 or 4 itself
            first, second = os.dup(to_browser), os.dup(from_browser)
            os.dup2(first, 3)
            os.dup2(second, 4)

        self.process = subprocess.Popen(
            ["timeout", str(TIME_LIMIT), "chromium", "--headless", "--no-sandbox", "--disable-gpu",
             "--user-data-dir=" + profile, "--remote-debugging-pipe"],
            preexec_fn=at_three_and_four, close_fds=False, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        os.close(to_browser)
        os.close(from_browser)
        self.count, self.buffer, self.session, self.events = 0, b"", None, []

    def read(self):
        while b"\0" not in self.buffer:
            piece = os.read(self.input, 1 << 20)
            if not piece:
                sys.exit("site: chromium ended")
            self.buffer += piece
        message, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(message)

    def call(self, method, **params):
        self.count += 1
        message = {"id": self.count, "method": method, "params": params}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.out, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.read()
            if answer.get("id") == self.count:
                if "error" in answer:
                    sys.exit("site: %s: %s" % (method, answer["error"]["message"]))
                return answer["result"]
            self.events.append(answer)

    def value(self, expression):
        result = self.call("Runtime.evaluate", expression=expression, awaitPromise=True,
                           returnByValue=True)
        if "exceptionDetails" in result:
            sys.exit("site: %s" % result["exceptionDetails"])
        return result["result"].get("value")

    def open(self, address, width=1280, height=1400, scheme="light"):
        self.session, self.events = None, []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Network", "Page", "Runtime"):
            self.call(domain + ".enable")
        self.call("Emulation.setEmulatedMedia",
                  features=[{"name": "prefers-color-scheme", "value": scheme}])
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height,
                  deviceScaleFactor=1, mobile=width < 500)
        # the theme keeps the last colours; a new reader has none
        self.call("Page.addScriptToEvaluateOnNewDocument", source="localStorage.clear()")
        self.call("Page.navigate", url=address)
        while not any(event.get("method") == "Page.loadEventFired" for event in self.events):
            self.events.append(self.read())
        self.value(LOADED)

    def close(self):
        self.session = None
        self.call("Browser.close")
        self.process.wait()


def faults(events):
    for event in events:
        params = event.get("params", {})
        if event.get("method") == "Network.requestWillBeSent":
            address = params["request"]["url"]
            if not address.startswith(("file:", "data:", "blob:", "about:")):
                yield "asks for " + address
        if event.get("method") == "Network.loadingFailed" and not params.get("canceled"):
            yield "a file could not be read: " + params["errorText"]
        if event.get("method") == "Runtime.exceptionThrown":
            details = params["exceptionDetails"]
            yield "a script fails: " + details.get("exception", details).get("description", "?")


def picture(browser, address, file, width, height, scheme):
    browser.open(address, width, height, scheme)
    data = browser.call("Page.captureScreenshot", format="png")["data"]
    with open(file, "wb") as out:
        out.write(base64.b64decode(data))


def main():
    root, pictures = os.path.abspath(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else None
    wrong = requests = 0
    with tempfile.TemporaryDirectory() as profile:
        browser = Browser(profile)
        for name in PAGES:
            address = "file://" + os.path.join(root, name)
            browser.open(address, width=390)
            if browser.value("document.documentElement.scrollWidth > innerWidth"):
                print("site: %s is wider than a telephone" % name)
                wrong += 1
            if name == PAGES[0]:
                browser.value(SEARCH)
            requests += sum(event.get("method") == "Network.requestWillBeSent"
                            for event in browser.events)
            for fault in faults(browser.events):
                print("site: %s: %s" % (name, fault))
                wrong += 1
            for shape, size in SHAPES.items() if pictures else ():
                picture(browser, address, os.path.join(pictures, "%s-%s.png" % (name, shape)), *size)
        browser.close()
    if wrong:
        sys.exit(1)
    print("site: %d pages opened from the disk with %d requests, all for files; the search works"
          % (len(PAGES), requests))


main()
