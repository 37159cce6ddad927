"""Tables of struct fields for the extension, from the description of the C interface.

    write_fields.py api.json fields.h

A struct becomes an array of `struct field`: what a field is called, where it lies, what it holds.
Pointers and callbacks are left out: the extension sets them itself.
"""

import json
import re
import sys

# structs that cross the border field by field, in an order in which parts come first
STRUCTS = """
    dp_energy
    dp_impact_def dp_impact dp_impact_sample
    dp_bounce_def dp_bounce dp_bounce_impact dp_bounce_sample
    dp_journal_def dp_journal dp_collision dp_journal_point dp_journal_snapshot
    dp_chain_signal dp_chain_end dp_chain_def dp_chain_snapshot dp_chain_largest dp_chain_probe
    dp_chain_slow_touches dp_solve_stats
    dp_mechanism_body dp_mechanism_joint dp_mechanism_contact dp_mechanism_driver
    dp_mechanism_force dp_mechanism_def dp_mechanism_run_def dp_mechanism_result dp_body_state
    dp_channel_stats dp_mechanism_contact_stats dp_mechanism_impact dp_mechanism_dent
    dp_body dp_pair
""".split()

SCALARS = {"double": "FIELD_DOUBLE", "int": "FIELD_INT", "long": "FIELD_LONG",
           "bool": "FIELD_BOOL", "size_t": "FIELD_SIZE", "unsigned long": "FIELD_UNSIGNED_LONG"}


def words(enum):
    """Names of an enum without what they have in common: DP_PATH_AUTO -> auto."""
    names = [value["name"].split("_") for value in enum["values"]]
    shared = 0
    while all(len(name) > shared + 1 and name[shared] == names[0][shared] for name in names):
        shared += 1
    return ["-".join(name[shared:]).lower() for name in names]


def unit(field):
    """The unit that a text is read in; of a choice of units ("N or N m") none."""
    given = field.get("unit", "")
    return f'"{given}"' if given and " or " not in given else "NULL"


def entry(struct, field, enums):
    """One line of a table; None: the field does not cross."""
    name, kind = field["name"], field["type"]
    place = f'"{name}", offsetof({struct}, {name})'
    array = re.fullmatch(r"double ((?:\[\w+\])+)", kind)
    if name == "cookie":
        return None
    if kind in SCALARS:
        return f"{{{place}, {SCALARS[kind]}, 1, NULL, NULL, {unit(field)}}}"
    if array:
        count = "*".join(re.findall(r"\[(\w+)\]", array.group(1)))
        return f"{{{place}, FIELD_DOUBLE, {count}, NULL, NULL, {unit(field)}}}"
    if kind in enums:
        return f"{{{place}, FIELD_WORD, 1, {kind}_words, NULL, NULL}}"
    if kind in STRUCTS:
        return f"{{{place}, FIELD_STRUCT, 1, NULL, {kind}_fields, NULL}}"
    return None


def main():
    api = json.load(open(sys.argv[1], encoding="utf-8"))
    enums = {enum["name"]: enum for enum in api["enums"]}
    structs = {struct["name"]: struct for struct in api["structs"]}
    lines = ["// Written by write_fields.py from docs/api.json.", "#ifndef DP_PYTHON_FIELDS_H",
             "#define DP_PYTHON_FIELDS_H", "", '#include "fields_type.h"', ""]
    used = {field["type"] for name in STRUCTS for field in structs[name]["fields"]}
    for name, enum in enums.items():
        if name in used:
            listed = ", ".join(f'"{word}"' for word in words(enum))
            lines.append(f"static const char *const {name}_words[] = {{{listed}, NULL}};")
    lines.append("")
    for name in STRUCTS:
        entries = [entry(name, field, enums) for field in structs[name]["fields"]]
        body = "".join(f"    {line},\n" for line in entries if line)
        lines.append(f"FIELDS_MAY_BE_UNUSED\nstatic const struct field {name}_fields[] = {{\n{body}"
                     "    {NULL, 0, FIELD_DOUBLE, 0, NULL, NULL, NULL},\n};")
    lines += ["", "#endif", ""]
    with open(sys.argv[2], "w", encoding="utf-8") as out:
        out.write("\n".join(lines))


if __name__ == "__main__":
    main()
