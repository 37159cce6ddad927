"""Every link of the site leads to a file and an anchor that exist, and nothing is fetched from elsewhere.

    check_links.py FOLDER
"""

import html.parser
import os
import re
import sys
import urllib.parse

root = os.path.abspath(sys.argv[1])
# fetched by a browser without being asked; links that a reader clicks may lead anywhere
FETCHED = {"script": "src", "img": "src", "iframe": "src", "source": "src", "video": "src",
           "object": "data", "embed": "src", "link": "href", "image": "href", "use": "href"}
MADE_ELSEWHERE = ("api", "lab")  # doxygen and the laboratory answer for their own anchors
wrong = 0


def complain(page, text):
    global wrong
    wrong += 1
    print("site: %s %s" % (os.path.relpath(page, root), text))


class Page(html.parser.HTMLParser):
    def __init__(self, path):
        super().__init__()
        self.path, self.anchors, self.links = path, set(), []
        with open(path, encoding="utf-8") as text:
            self.feed(text.read())

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        for name in ("id", "name"):
            if attrs.get(name):
                self.anchors.add(attrs[name])
        if tag in FETCHED and attrs.get(FETCHED[tag]):
            target = attrs[FETCHED[tag]]
            if re.match(r"(https?:)?//", target):
                complain(self.path, "fetches %s" % target)
            self.links.append(target)
        elif tag == "a" and attrs.get("href"):
            self.links.append(attrs["href"])


def part(path):
    return os.path.relpath(path, root).split(os.sep)[0]


def check_link(page, link, pages):
    url = urllib.parse.urlsplit(link)
    if url.scheme or url.netloc:
        return
    path = page.path
    if url.path:
        path = os.path.normpath(os.path.join(os.path.dirname(path), urllib.parse.unquote(url.path)))
    if url.path.startswith("/") or not path.startswith(root):
        complain(page.path, "links to %s, which is outside the site" % link)
    elif os.path.isdir(path):
        complain(page.path, "links to the folder %s, which a disk does not show as a page" % link)
    elif not os.path.exists(path):
        complain(page.path, "links to %s, which is not there" % link)
    elif url.fragment and path in pages and part(path) not in MADE_ELSEWHERE:
        if urllib.parse.unquote(url.fragment) not in pages[path].anchors:
            complain(page.path, "links to %s, which has no such anchor" % link)


def check_styles(path):
    with open(path, encoding="utf-8") as style:
        for found in re.findall(r"url\(\s*['\"]?((?:https?:)?//[^)'\"]*)|@import\s+['\"]?(http[^'\";]*)",
                                style.read()):
            complain(path, "fetches %s" % "".join(found))


def main():
    pages = {}
    for folder, _, names in os.walk(root):
        for name in names:
            path = os.path.join(folder, name)
            if name.endswith(".html"):
                pages[path] = Page(path)
            elif name.endswith(".css"):
                check_styles(path)
    links = 0
    for page in pages.values():
        if part(page.path) in MADE_ELSEWHERE:
            continue
        for link in page.links:
            links += 1
            check_link(page, link, pages)
    if wrong:
        sys.exit(1)
    print("site: %d pages, %d links, all of them good; nothing is fetched" % (len(pages), links))


main()
