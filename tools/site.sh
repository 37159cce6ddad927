#!/usr/bin/env bash
# The documentation as static pages: build/site/index.html, which opens from a disk and fetches
# nothing. The laboratory (make lab) is part of it when it was built before.
#
#     tools/site.sh

set -eu
cd "$(dirname "$0")/.."

command -v mkdocs >/dev/null 2>&1 || {
    echo "site: mkdocs is not installed; tools/deps.sh site installs it" >&2
    exit 1
}
tools/check_api.sh
python3 tools/site/stage.py build/site-stage
mkdocs build --quiet --strict --clean
# the page for missing addresses and the map of the site are for servers
rm -f build/site/404.html build/site/sitemap.xml build/site/sitemap.xml.gz
python3 tools/site/search_index.py build/site/search
python3 tools/site/check_links.py build/site
if command -v chromium >/dev/null 2>&1; then
    python3 tools/site/browse.py build/site
else
    echo "site: not opened in a browser, chromium is not installed"
fi
echo "site: see build/site/index.html"
