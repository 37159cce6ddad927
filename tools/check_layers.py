#!/usr/bin/env python3
"""Layers point one way: includes, and symbols of the linked objects.

    tools/check_layers.py [--root DIR] [--objects DIR]

tools/layers.txt says what each folder may use. Includes are read from the sources; calls are read
with nm from the objects of a build, since a declaration by hand needs no include.
"""

import argparse
import os
import re
import subprocess
import sys

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)')


def read_rules(path):
    """Folder -> (folders below it, headers from outside)."""
    rules, sets = {}, {}
    for line in open(path, encoding="utf-8"):
        line = line.split("#")[0].strip()
        if not line:
            continue
        name, _, rest = line.partition(":")
        words = rest.split()
        if name.startswith("set "):
            sets[name[4:]] = words
            continue
        outside = [w for s in words if s.startswith("<") for w in sets[s[1:-1]]]
        rules[name] = ([w for w in words if not w.startswith("<")], set(outside))
    return rules


def folder_of(path, rules):
    """The longest folder of the rules that a path lies in."""
    part = os.path.dirname(path)
    while part and part not in rules:
        part = os.path.dirname(part)
    return part


def sources(root, tops):
    for top in tops:
        for base, _, names in os.walk(os.path.join(root, top)):
            for name in sorted(names):
                if name.endswith((".c", ".h")):
                    yield os.path.relpath(os.path.join(base, name), root)


def target_of(root, path, name):
    """The file of the project that an include names; None: it is not of the project."""
    near = os.path.dirname(path)
    top = path.split("/")[0]
    for place in (near, top, "include"):
        candidate = os.path.normpath(os.path.join(place, name))
        if os.path.exists(os.path.join(root, candidate)):
            return candidate
    return None


def may(folder, other, rules):
    return other == folder or other in rules[folder][0]


def check_includes(root, rules, tops):
    wrong, count = [], 0
    for path in sources(root, tops):
        folder = folder_of(path, rules)
        if not folder:
            wrong.append(f"{path}: its folder is unknown; give it a line in tools/layers.txt")
            continue
        for number, line in enumerate(open(os.path.join(root, path), encoding="utf-8"), 1):
            match = INCLUDE.match(line)
            if not match:
                continue
            count += 1
            name = match[2]
            found = target_of(root, path, name) if match[1] == '"' else None
            if found is None:
                if re.sub(r"\.h$", "", name) not in rules[folder][1]:
                    wrong.append(f"{path}:{number}: {folder} may not include {name}")
                continue
            other = folder_of(found, rules)
            # one public header stands on the workbench, the others on the library
            if found == "include/dashpot/workbench.h":
                other = "workbench.h"
            if not may(folder, other, rules):
                wrong.append(f"{path}:{number}: {folder} may not include {name} of {other}")
    return wrong, count


def objects(folder, tops):
    for base, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(base, name)
            match = re.search(r"\.dir/((?:%s)/.*\.c)\.o$" % "|".join(tops), path)
            if match:
                yield match[1], path


def check_symbols(folder, rules, tops):
    defined, used = {}, []
    for source, path in objects(folder, tops):
        listing = subprocess.run(["nm", "-P", path], capture_output=True, text=True, check=True)
        for line in listing.stdout.splitlines():
            name, kind = line.split()[:2]
            if kind == "U":
                used.append((source, name))
            elif kind in "TDRBVW":
                defined[name] = source
    wrong, count = [], 0
    for source, name in sorted(set(used)):
        other = defined.get(name)
        if other is None:
            continue
        count += 1
        here, there = folder_of(source, rules), folder_of(other, rules)
        if may(here, there, rules):
            continue
        # the public interface may be used by those who may include it
        if "include/dashpot" in rules[here][0] and there.startswith("src/") and \
                not here.startswith("src/"):
            continue
        if "workbench.h" in rules[here][0] and there == "workbench/api":
            continue
        wrong.append(f"{source} calls {name} of {other}: {here} may not use {there}")
    return wrong, count


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--root", default=".")
    parser.add_argument("--objects")
    args = parser.parse_args()
    rules = read_rules(os.path.join(args.root, "tools/layers.txt"))
    tops = [t for t in ("src", "workbench", "cli", "include", "examples")
            if os.path.isdir(os.path.join(args.root, t))]
    wrong, includes = check_includes(args.root, rules, tops)
    calls = 0
    if args.objects:
        more, calls = check_symbols(args.objects, rules, ["src", "workbench", "cli"])
        wrong += more
    for line in wrong:
        print(f"layers: {line}")
    if wrong:
        print(f"layers: {len(wrong)} wrong; move the code to a lower folder, or hand in what it needs")
        return 1
    if args.objects and calls == 0:
        print("layers: no calls were found in the objects; is that the folder of a build?")
        return 1
    print(f"layers: {includes} includes and {calls} calls, all point one way")
    return 0


if __name__ == "__main__":
    sys.exit(main())
