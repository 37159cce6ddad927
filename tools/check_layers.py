#!/usr/bin/env python3
"""Every folder uses only those below it: includes, and symbols of the objects of a build.

    tools/check_layers.py [--root DIR] [--objects BUILD_DIRECTORY]
    tools/check_layers.py --self-test [--root DIR]

tools/layers.txt says which folder may use which. Includes are read from the sources. Calls are read
with nm from the objects, since a declaration by hand needs no include. The self-test plants both in
a copy and sees that they are refused.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)')
PUBLIC = re.compile(r"\bDP_API\b[^;(]*?\b(\w+)\(")
RULES = "tools/layers.txt"


class Module:
    """What one folder, or one header, may use."""

    def __init__(self, storey, uses, outside):
        self.storey, self.uses, self.outside = storey, set(uses), set(outside)


def named(root, storey, word):
    """Modules that a word of a level stands for: FOLDER/* is each folder in it."""
    path = os.path.normpath(f"{storey}/{word}")
    if not path.endswith("/*"):
        return [path]
    above = path[:-2]
    return [f"{above}/{name}" for name in sorted(os.listdir(os.path.join(root, above)))
            if os.path.isdir(os.path.join(root, above, name))]


def read_rules(root):
    """Name of a module -> Module."""
    sets, storeys, modules, below, current = {}, {}, {}, [], None
    for line in open(os.path.join(root, RULES), encoding="utf-8"):
        line = line.split("#")[0].rstrip()
        words = line.split()
        if line.startswith("headers "):
            name, _, rest = line[len("headers "):].partition(":")
            sets.setdefault(name, []).extend(rest.split())
        elif line.startswith("storey "):
            name, _, rest = line[len("storey "):].partition(":")
            if name != current:
                current, below = name, []
            storeys.setdefault(name, []).extend(rest.split())
        elif words:
            names = [name for w in words if w[0] != "<" for name in named(root, current, w)]
            for name in names:
                modules[name] = Module(current, below, [w for w in words if w[0] == "<"])
            below = below + names
    for module in modules.values():
        for word in storeys[module.storey] + list(module.outside):
            if word[0] == "<":
                module.outside |= set(sets[word[1:-1]])
            else:
                module.uses.add(word)
        module.outside = {f"{name}.h" for name in module.outside if name[0] != "<"}
    return modules


def module_of(path, modules):
    """The smallest module that a file lies in; None: it is in none."""
    while path and path not in modules:
        path = os.path.dirname(path)
    return path or None


def sources(root, storeys):
    for storey in storeys:
        for base, _, names in sorted(os.walk(os.path.join(root, storey))):
            for name in sorted(names):
                if name.endswith((".c", ".h")):
                    yield os.path.relpath(os.path.join(base, name), root)


def target_of(root, path, name):
    """The file of the project that an include names; None: it is not of the project."""
    for place in (os.path.dirname(path), path.split("/")[0], "workbench", "src", "include"):
        candidate = os.path.normpath(os.path.join(place, name))
        if os.path.isfile(os.path.join(root, candidate)):
            return candidate
    return None


def check_includes(root, modules, storeys):
    wrong, count = [], 0
    for path in sources(root, storeys):
        here = module_of(path, modules)
        if here is None:
            wrong.append(f"{path}: its folder is unknown; give it a place in {RULES}")
            continue
        for number, line in enumerate(open(os.path.join(root, path), encoding="utf-8"), 1):
            match = INCLUDE.match(line)
            if not match:
                continue
            count += 1
            name = match[2]
            found = target_of(root, path, name) if match[1] == '"' else None
            if found is None:
                if name not in modules[here].outside:
                    wrong.append(f"{path}:{number}: {here} may not include {name}")
                continue
            there = module_of(found, modules)
            if there != here and there not in modules[here].uses:
                wrong.append(f"{path}:{number}: {here} may not include {name} of {there}")
    return wrong, count


def declared(root, modules):
    """Function of the interface -> the module whose header declares it."""
    found = {}
    for path in sources(root, ["include"]):
        text = open(os.path.join(root, path), encoding="utf-8").read()
        found.update(dict.fromkeys(PUBLIC.findall(text), module_of(path, modules)))
    return found


def objects(root, build, storeys):
    """Source and object of all that was compiled; a source that is gone has left its object."""
    for base, _, names in os.walk(build):
        part = re.match(r"(.*?)/?CMakeFiles/[^/]+\.dir(?:/(.*))?$", os.path.relpath(base, build))
        for name in names if part else ():
            source = os.path.join(part[1], part[2] or "", re.sub(r"\.o$", "", name))
            if name.endswith(".c.o") and source.split("/")[0] in storeys and \
                    os.path.isfile(os.path.join(root, source)):
                yield source, os.path.join(base, name)


def read_symbols(root, build, storeys):
    """Symbol -> source that defines it, and (source, symbol) of all that is used."""
    defined, used = {}, set()
    for source, path in objects(root, build, storeys):
        listing = subprocess.run(["nm", "-P", path], capture_output=True, text=True, check=True)
        for line in listing.stdout.splitlines():
            name, kind = line.split()[:2]
            if kind == "U":
                used.add((source, name))
            elif kind in "TDRBVWC":
                defined[name] = source
    return defined, sorted(used)


def check_calls(root, build, modules, storeys):
    defined, used = read_symbols(root, build, storeys)
    interface = declared(root, modules)
    wrong, count = [], 0
    for source, name in used:
        if name not in defined:
            continue
        count += 1
        here, there = module_of(source, modules), module_of(defined[name], modules)
        if here is None or there is None or here == there or there in modules[here].uses:
            continue  # a folder without a place has been told already
        if modules[here].storey != modules[there].storey and \
                interface.get(name) in modules[here].uses:
            continue
        wrong.append(f"{source}: {here} may not call {name} of {defined[name]}")
    if count == 0:
        wrong.append(f"there are no calls in the objects of {build}; is that a build?")
    return wrong, count


def check(root, build):
    modules = read_rules(root)
    storeys = sorted({module.storey for module in modules.values()})
    wrong, includes = check_includes(root, modules, storeys)
    calls = 0
    if build:
        more, calls = check_calls(root, build, modules, storeys)
        wrong += more
    return wrong, includes, calls


# --- test of the test -----------------------------------------------------------------------------

# headers to be included, so that the test does not depend on names in the tree
PLANTED_HEADERS = ["src/base/aim.h", "src/contact/aim.h", "workbench/base/aim.h",
                   "workbench/run/aim.h", "workbench/kinds/impact/aim.h"]
# what is planted: file, its text, and what must be said about it
PLANTED_INCLUDES = [
    ("src/base/planted.c", '#include "laws/../contact/aim.h"', "of src/contact"),
    ("src/base/planted.h", "#include <jansson.h>", "src/base may not include jansson.h"),
    ("src/laws/planted.h", '#include "dashpot/workbench.h"', "of include/dashpot/workbench.h"),
    ("workbench/files/planted.c", '#include "run/aim.h"', "of workbench/run"),
    ("workbench/kinds/chain/planted.c", '#include "kinds/impact/aim.h"', "of workbench/kinds"),
    ("workbench/attic/planted.c", '#include "base/aim.h"', "its folder is unknown"),
    ("cli/planted.c", '#include "../src/base/aim.h"', "of src/base"),
    ("examples/planted/main.c", '#include "base/aim.h"', "of workbench/base"),
]
# caller, file that has the function, the function, and whether it must be refused
PLANTED_CALLS = [
    ("src/base/planted.c", "src/laws/planted.c", "planted_up", True),
    ("src/impact/planted.c", "src/chain/planted.c", "planted_aside", True),
    ("workbench/base/planted.c", "src/base/hidden.c", "planted_private", True),
    ("workbench/base/planted2.c", "workbench/api/planted.c", "dp_scenario_run", True),
    ("workbench/kinds/chain/planted.c", "workbench/kinds/impact/planted.c", "planted_kind", True),
    ("cli/planted.c", "src/base/hidden.c", "planted_private", True),
    ("cli/planted2.c", "workbench/api/planted.c", "dp_scenario_run", False),
    ("workbench/run/planted.c", "workbench/base/low.c", "planted_down", False),
]


def plant(root, path, text):
    full = os.path.join(root, path)
    os.makedirs(os.path.dirname(full), exist_ok=True)
    with open(full, "w", encoding="utf-8") as file:
        file.write(text + "\n")


def compile_planted(root, build, path):
    target = os.path.join(build, "CMakeFiles/planted.dir", path + ".o")
    os.makedirs(os.path.dirname(target), exist_ok=True)
    subprocess.run(["cc", "-c", os.path.join(root, path), "-o", target], check=True)


def try_includes(copy):
    for path in PLANTED_HEADERS:
        plant(copy, path, "")
    for path, text, _ in PLANTED_INCLUDES:
        plant(copy, path, text)
    wrong = check(copy, None)[0]
    failures = [f"{path} with '{text}' is accepted" for path, text, said in PLANTED_INCLUDES
                if not any(line.startswith(path) and said in line for line in wrong)]
    for path, _, _ in PLANTED_INCLUDES:
        os.remove(os.path.join(copy, path))
    return failures


def try_calls(copy):
    build = os.path.join(copy, "build")
    for caller, callee, name, _ in PLANTED_CALLS:
        plant(copy, caller, f"int {name}(void);\nint call_{name}(void) {{ return {name}(); }}")
        plant(copy, callee, f"int {name}(void);\nint {name}(void) {{ return 1; }}")
        compile_planted(copy, build, caller)
        compile_planted(copy, build, callee)
    wrong = check(copy, build)[0]
    failures = []
    for caller, callee, name, is_wrong in PLANTED_CALLS:
        is_refused = any(line.startswith(caller) and name in line for line in wrong)
        if is_refused != is_wrong:
            failures.append(f"a call from {caller} to {name} of {callee} is "
                            f"{'refused' if is_refused else 'accepted'}")
    return failures


def self_test(root):
    with tempfile.TemporaryDirectory() as copy:
        modules = read_rules(root)
        for storey in {module.storey for module in modules.values()}:
            shutil.copytree(os.path.join(root, storey), os.path.join(copy, storey))
        os.mkdir(os.path.join(copy, "tools"))
        shutil.copy(os.path.join(root, RULES), os.path.join(copy, RULES))
        failures = [f"before anything is planted: {line}" for line in check(copy, None)[0]]
        failures += try_includes(copy) + try_calls(copy)
    for line in failures:
        print(f"layers: {line}")
    if not failures:
        print(f"layers: all {len(PLANTED_INCLUDES)} includes and "
              f"{sum(call[3] for call in PLANTED_CALLS)} calls that were planted are refused")
    return 1 if failures else 0


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--root", default=".")
    parser.add_argument("--objects")
    parser.add_argument("--self-test", action="store_true")
    args = parser.parse_args()
    if args.self_test:
        return self_test(args.root)
    wrong, includes, calls = check(args.root, args.objects)
    for line in wrong:
        print(f"layers: {line}")
    if wrong:
        print(f"layers: {len(wrong)} wrong; move the code to a lower folder, or pass in what it needs")
        return 1
    told = f"{includes} includes and {calls} calls" if args.objects else f"{includes} includes"
    print(f"layers: {told}, all point one way")
    return 0


if __name__ == "__main__":
    sys.exit(main())
