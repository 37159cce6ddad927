"""Make the search find pages rather than source files, and make it work without a server.

    search_index.py FOLDER          of search_index.json; search_index.js is written beside it
"""

import json
import os
import sys

file = os.path.join(sys.argv[1], "search_index.json")
with open(file, encoding="utf-8") as text:
    index = json.load(text)
index["docs"] = [entry for entry in index["docs"] if not entry["location"].startswith("files/")]
text = json.dumps(index, separators=(",", ":"))
with open(file, "w", encoding="utf-8") as out:
    out.write(text)
with open(os.path.join(sys.argv[1], "search_index.js"), "w", encoding="utf-8") as out:
    out.write("site_index(%s);\n" % text)  # theme/search.js has the function
