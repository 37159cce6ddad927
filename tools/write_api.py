#!/usr/bin/env python3
"""The C interface as JSON, for those who write bindings.

    tools/write_api.py [PROGRAM]            docs/api.json on standard output: functions, structs,
                                            enums and constants of the public headers, laws of
                                            PROGRAM (build/release/dashpot)
    tools/write_api.py --assertions FILE    a C file that compiles only if what such a FILE says is
                                            true: every type, field, value and function

Headers are read as they are written here: one declaration ends with a semicolon, /// stands above
it and holds for those that follow without a blank line, ///< stands behind it, [unit] comes first.
"""

import json
import os
import re
import subprocess
import sys

HEADERS = "include/dashpot"
FACTOR = r"(?:1|kg|m|s|N|Pa|J|B|rad|bytes)(?:\^-?[\d.]+)?"
UNIT = rf"\[({FACTOR}(?:[ /]{FACTOR})*)\]"
UNITS = re.compile(rf"{UNIT}(?: or {UNIT})?(?:, {UNIT})*")


# --- reading --------------------------------------------------------------------------------------


class Declaration:
    """One declaration or enumerator with the comment that belongs to it."""

    def __init__(self, text, doc, is_behind):
        self.text, self.doc, self.is_behind = text, doc, is_behind


def expand_lists(text):
    """Write out what X macros make: DP_PAIR_LIST(DP_PAIR_ENTRY) and its like."""
    lists, entries = {}, {}
    for name, body in re.findall(r"#define (\w+)\(X\)((?:.*\\\n)*.*)", text):
        lists[name] = [
            [part.strip().strip('"') for part in re.findall(r'"[^"]*"|[^,()]+', arguments)]
            for arguments in re.findall(r"X\(((?:\"[^\"]*\"|[^\"()])*)\)", body)]
    for name, names, body in re.findall(r"#define (DP_\w+_ENTRY)\(([\w, ]+)\) (.*)", text):
        entries[name] = (names.split(", "), body)

    def write_out(match):
        names, body = entries[match[2]]
        lines = []
        for row in lists[match[1]]:
            values = dict(zip(names, [value for value in row if value]))
            made = re.sub(r"\b(%s)\b" % names[0], values[names[0]], body)
            unit = f"[{values['unit']}] " if "unit" in values else ""
            lines.append(f"{made}  ///< {unit}{values.get('doc', values.get('text'))}")
        return "\n".join(lines)

    text = re.sub(r"^ *(DP_\w+_LIST)\((DP_\w+_ENTRY)\)", write_out, text, flags=re.M)
    return re.sub(r"^ *#(?:.*\\\n)*.*$", "#", text, flags=re.M)


def split(text, end):
    """Declarations of a text; `end` closes one: a semicolon, or a comma between enumerators."""
    found, doc, code, is_fresh = [], "", "", False
    depth = 0
    for line in text.split("\n"):
        code_part, _, comment = line.partition("//")
        bare = code_part.strip()
        if depth == 0 and not code:
            if not bare and comment.startswith("/<"):
                found[-1].doc += " " + comment[2:].strip()
                continue
            if not bare and comment.startswith("/"):
                doc = f"{doc} {comment[1:].strip()}" if is_fresh else comment[1:].strip()
                is_fresh = True
                continue
            if not bare or bare == "#" or re.fullmatch(r"DP_(BEGIN|END)_DECLS", bare):
                doc, is_fresh = "", False
                continue
        depth += bare.count("{") + bare.count("(") - bare.count("}") - bare.count(")")
        # the text of a body is kept with its comments, to be split in its turn
        code += line + "\n" if depth > 0 or "{" in code else code_part + "\n"
        is_fresh = False
        if depth > 0 or not (bare.endswith(end) or end == ","):
            continue
        behind = comment[2:].strip() if comment.startswith("/<") else ""
        found.append(Declaration(code.strip().rstrip(end).strip(), behind or doc, bool(behind)))
        code = ""
    return found


def split_commas(text):
    parts, depth, part = [], 0, ""
    for letter in text:
        depth += letter in "([{"
        depth -= letter in ")]}"
        if letter == "," and depth == 0:
            parts.append(part.strip())
            part = ""
        else:
            part += letter
    return parts + [part.strip()] if part.strip() else parts


def evaluate(text, constants):
    """Value of a constant expression of integers, or of a plain number or string."""
    names = re.sub(r"\b[A-Za-z_]\w*\b", lambda match: str(constants[match[0]]), text)
    if not re.fullmatch(r"[\d\s+*()<|.-]+", names):
        raise ValueError(f"'{text}' is no constant")
    return eval(names, {"__builtins__": {}})  # pylint: disable=eval-used  # numbers and operators


def declarators(text, constants):
    """'const double *a, b[2]' as name, type and what a binding needs to know of it."""
    text = " ".join(text.split())
    first, *others = split_commas(text)
    base = re.match(r"((?:const |unsigned |struct )*\w+(?: long)? )", first)[1].strip()
    for part in [first[len(base):].strip()] + others:
        call = re.fullmatch(r"(\**)\s*\(\*(\w+)\)\((.*)\)", part)
        pointer = re.fullmatch(r"(\**)\s*\(\*(\w+)\)((?:\[[^\]]+\])+)", part)
        plain = re.fullmatch(r"((?:\*\s*(?:const\b)?\s*)*)(\w+)((?:\[[^\]]*\])*)", part)
        if call:
            returns = f"{base} {call[1]}".strip()
            yield {"name": call[2], "type": f"{returns} (*)({call[3]})", "callback": {
                "returns": returns, "parameters": parameters(call[3], constants)}}
        elif pointer:
            yield {"name": pointer[2], "type": f"{base} {pointer[1]}(*){pointer[3]}"}
        elif plain:
            kind = f"{base} {plain[1].strip()}".strip()
            entry = {"name": plain[2], "type": f"{kind} {plain[3]}".strip()}
            if plain[3]:
                entry["element"] = kind
                entry["dimensions"] = [evaluate(size, constants)
                                       for size in re.findall(r"\[([^\]]+)\]", plain[3])]
            yield entry
        else:
            raise ValueError(f"cannot read '{part}' of '{text}'")


def parameters(text, constants):
    if text.strip() == "void":
        return []
    found = []
    for part in split_commas(text):
        if part == "...":
            found.append({"name": "...", "type": "..."})
        else:
            found += declarators(part, constants)
    return found


def with_units(entries, doc):
    """Units that begin a comment: one for each entry, or one for all of them."""
    match = UNITS.match(doc)
    groups = match[0].split(", ") if match else []
    if len(groups) > 1 and len(groups) != len(entries):
        names = ", ".join(entry["name"] for entry in entries)
        raise ValueError(f"{len(groups)} units for {names}; give each its own")
    # a unit that depends on something else is named further behind: "[N] pull or [N m] torque"
    rest = doc[match.end():] if match else doc
    further = re.findall(rf" or {UNIT}", rest) if match else []
    for i, entry in enumerate(entries):
        if groups:
            own = re.findall(UNIT, groups[i % len(groups)]) + further
            entry["unit"] = " or ".join(own)
        entry["doc"] = rest.lstrip(",; ") if groups else doc
    return entries


# --- headers --------------------------------------------------------------------------------------


class Interface:
    def __init__(self):
        self.constants, self.enums, self.structs, self.functions = [], [], [], []
        self.values = {}
        self.documented = {}  # what was said of a struct where it was only named

    def constant(self, name, value, header, doc):
        self.values[name] = value
        self.constants.append({"name": name, "value": value, "header": header, "doc": doc})

    def read_defines(self, text, header):
        """Plain ones; those of the machinery of C and lists of X(...) are none."""
        doc = ""
        for line in text.split("\n"):
            match = re.fullmatch(r"#define (DP_\w+) ([^/\\]+?)(?: *///< (.*))?", line)
            if match and re.match(r'["\d]', match[2]):
                value = match[2].strip('"') if match[2][0] == '"' else json.loads(match[2])
                self.constant(match[1], value, header, match[3] or doc)
            doc = line[4:] if line.startswith("/// ") else ""

    def read_enum(self, body, header):
        """Enumerators with their values and comments."""
        found, last = [], -1
        for entry in split(body, ","):
            for part in split_commas(entry.text):
                name, _, given = (word.strip() for word in part.partition("="))
                last = evaluate(given, self.values) if given else last + 1
                self.values[name] = last
                found.append({"name": name, "value": last, "doc": entry.doc})
        return found

    def read_struct(self, body):
        fields = []
        for entry in split(body, ";"):
            fields += with_units(list(declarators(entry.text, self.values)), entry.doc)
        return fields

    def read(self, header):
        text = open(os.path.join(HEADERS, header), encoding="utf-8").read()
        self.read_defines(text, header)
        for entry in split(expand_lists(text), ";"):
            try:
                self.read_declaration(entry, header)
            except (ValueError, KeyError, TypeError) as error:
                sys.exit(f"write_api.py: {header}: {error}")

    def read_declaration(self, entry, header):
        body = re.fullmatch(r"(?:typedef )?(struct|enum)\s*(\w*)\s*\{(.*)\}\s*(\w*)", entry.text,
                            re.S)
        if body is None:
            self.read_plain(entry, header)
            return
        name = body[4] or body[2]
        if body[1] == "struct":
            self.structs.append({"name": name, "header": header, "doc": entry.doc,
                                 "fields": self.read_struct(body[3])})
        elif name:
            self.enums.append({"name": name, "header": header, "doc": entry.doc,
                               "values": self.read_enum(body[3], header)})
        else:
            for value in self.read_enum(body[3], header):
                self.constant(value["name"], value["value"], header, value["doc"] or entry.doc)

    def read_plain(self, entry, header):
        text = " ".join(entry.text.split())
        opaque = re.fullmatch(r"typedef struct \w+ (\w+)", text)
        call = re.fullmatch(r"DP_API (.*?[ *])(\w+)\((.*?)\)(?: __attribute__.*)?", text)
        if opaque:
            self.documented[opaque[1]] = (header, entry.doc)
        elif call:
            self.functions.append({
                "name": call[2], "header": header, "returns": call[1].strip(),
                "parameters": parameters(call[3], self.values), "doc": entry.doc})
        elif not re.fullmatch(r"struct \w+|extern \"C\" \{", text):
            raise ValueError(f"cannot read '{text}'")

    def add_opaque(self):
        known = {struct["name"] for struct in self.structs}
        for name, (header, doc) in self.documented.items():
            if name not in known:
                self.structs.append({"name": name, "header": header, "doc": doc, "opaque": True,
                                     "fields": []})


def in_order():
    """Public headers, each after those that it includes; what all of them share comes first."""
    found = []

    def visit(header):
        if header in found:
            return
        text = open(os.path.join(HEADERS, header), encoding="utf-8").read()
        for other in re.findall(r'#include "dashpot/(\w+\.h)"', text):
            visit(other)
        found.append(header)

    for header in sorted(os.listdir(HEADERS)):
        visit(header)
    return [header for header in found if header != "export.h"]


# --- writing --------------------------------------------------------------------------------------


def laws(program, command):
    text = subprocess.run([program, command, "--json"], capture_output=True, text=True, check=True)
    keys = ("name", "aliases", "family", "summary", "formula", "needs", "tune", "parameters")
    return [{key: law[key] for key in keys if key in law} for law in json.loads(text.stdout)]


def compact(value):
    return json.dumps(value, ensure_ascii=False)


def write_entry(entry, list_key):
    """An entry on one line, but what it lists one to a line."""
    if not entry.get(list_key):
        return "    " + compact(entry)
    head = compact({key: value for key, value in entry.items() if key != list_key})
    items = ",\n".join("      " + compact(item) for item in entry[list_key])
    return f'    {head[:-1]}, "{list_key}": [\n{items}\n    ]}}'


def write_json(program):
    interface = Interface()
    for header in in_order():
        interface.read(header)
    interface.add_opaque()
    version = [c["value"] for c in interface.constants if c["name"] == "DP_VERSION_STRING"][0]
    parts = [f'  "version": {compact(version)}',
             '  "about": "The C interface of Dashpot, made by tools/write_api.py; SI units"']
    for key, entries, list_key in (("constants", interface.constants, ""),
                                   ("enums", interface.enums, "values"),
                                   ("structs", interface.structs, "fields"),
                                   ("functions", interface.functions, ""),
                                   ("laws", laws(program, "laws"), "parameters"),
                                   ("friction_laws", laws(program, "frictions"), "parameters")):
        lines = ",\n".join(write_entry(entry, list_key) for entry in entries)
        parts.append(f'  "{key}": [\n{lines}\n  ]')
    print("{\n" + ",\n".join(parts) + "\n}")


# --- does it tell the truth? ----------------------------------------------------------------------


def assert_that(what, said):
    print(f"_Static_assert({what}, {compact(said)});")


def same_type(expression, kind):
    return f"__builtin_types_compatible_p(__typeof__({expression}), __typeof__({kind}))"


def write_struct_assertions(struct, names):
    """A mirror of the struct has its size and offsets; no field is left out or has another type."""
    name = struct["name"]
    if struct.get("opaque"):
        print(f"extern {name} *opaque_{name};")
        return
    print(f"struct mirror_{name} {{")
    for field in struct["fields"]:
        print(f"    __typeof__({field['type']}) {field['name']};")
    print("};")
    assert_that(f"sizeof(struct mirror_{name}) == sizeof({name})", f"size of {name}")
    for field in struct["fields"]:
        where = f"{name}.{field['name']}"
        assert_that(f"offsetof(struct mirror_{name}, {field['name']}) == "
                    f"offsetof({name}, {field['name']})", f"place of {where}")
        assert_that(same_type(f"(({name} *)0)->{field['name']}", field["type"]), f"type of {where}")
        if "dimensions" in field:
            size = " * ".join(map(str, field["dimensions"]))
            assert_that(f"sizeof({field['type']}) == {size} * sizeof({field['element']})",
                        f"dimensions of {where}")
        if "callback" in field:
            kinds = ", ".join(p["type"] for p in field["callback"]["parameters"]) or "void"
            assert_that(same_type(field["type"], f"{field['callback']['returns']} (*)({kinds})"),
                        f"callback {where}")
    # the compiler refuses initialisers that are too few
    zeros = ["{}" if field["type"] in names or "dimensions" in field else "0"
             for field in struct["fields"]]
    print(f"extern const {name} all_of_{name};")
    print(f"const {name} all_of_{name} = {{{', '.join(zeros)}}};")


def write_enum_assertions(enum):
    for value in enum["values"]:
        assert_that(f"{value['name']} == {value['value']}", value["name"])
    # the compiler refuses a switch that lacks one
    names = {value["value"]: value["name"] for value in reversed(enum["values"])}
    cases = " ".join(f"case {name}:" for name in names.values())
    print(f"int all_of_{enum['name']}({enum['name']} value);")
    print(f"int all_of_{enum['name']}({enum['name']} value) "
          f"{{ switch (value) {{ {cases} return 1; }} return 0; }}")


def write_assertions(path):
    api = json.load(open(path, encoding="utf-8"))
    print('#include <stddef.h>\n\n#include "dashpot/dashpot.h"\n#include "dashpot/fit.h"\n'
          '#include "dashpot/workbench.h"\n')
    for constant in api["constants"]:
        name, value = constant["name"], constant["value"]
        if isinstance(value, str):
            assert_that(f"sizeof({name}) == sizeof({compact(value)})", name)
        elif isinstance(value, float):
            # a comparison of doubles is no constant for _Static_assert
            print(f"extern char same_{name}[{name} == {value} ? 1 : -1];")
        else:
            assert_that(f"{name} == {value}", name)
    for enum in api["enums"]:
        write_enum_assertions(enum)
    for struct in api["structs"]:
        write_struct_assertions(struct, {struct["name"] for struct in api["structs"]})
    for function in api["functions"]:
        kinds = ", ".join(p["type"] for p in function["parameters"]) or "void"
        assert_that(same_type(f"&{function['name']}", f"{function['returns']} (*)({kinds})"),
                    f"signature of {function['name']}")


def main():
    if len(sys.argv) == 3 and sys.argv[1] == "--assertions":
        write_assertions(sys.argv[2])
    elif len(sys.argv) <= 2:
        write_json(sys.argv[1] if len(sys.argv) == 2 else "build/release/dashpot")
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
