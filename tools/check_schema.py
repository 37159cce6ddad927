# Tries the JSON Schema on files: check_schema.py SCHEMA PROGRAM, in the root of the project.

import glob
import json
import re
import subprocess
import sys

import jsonschema
import yaml


class Core(yaml.SafeLoader):
    """YAML 1.2, as editors and the program read it: 1e-10 is a number, yes and 12:30 are words."""


Core.yaml_implicit_resolvers = {}
for tag, pattern, first in [
    ("bool", r"^(?:true|false)$", "tf"),
    ("null", r"^(?:null|~|)$", ["n", "~", ""]),
    ("int", r"^[-+]?[0-9]+$", "-+0123456789"),
    ("float", r"^[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?$", "-+.0123456789"),
]:
    Core.add_implicit_resolver("tag:yaml.org,2002:" + tag, re.compile(pattern), list(first))


def load(text):
    return yaml.load(text, Core)


# Complaints about form, which the schema must see. The rest of test/scenario/bad is about values
# that do not fit each other, sums, units and names: those are for the program.
FORM = [
    "has no '", "has no value", "is not used by kind", "exclude each other",
    "it must be a list", "it must be a map", "it must be true or false", "it must be positive",
    "(?<!mass|ntil) is missing", "it must be (convex|clamp|impact|waves|fresh|linear)",
]


def is_about_form(text):
    return re.search("|".join(FORM), " ".join(re.findall("^# expect (.*)", text, re.M)))


schema = json.load(open(sys.argv[1]))
jsonschema.Draft7Validator.check_schema(schema)
validator = jsonschema.Draft7Validator(schema)
wrong = 0


def complain(text):
    global wrong
    wrong += 1
    print("schema: " + text)


good = glob.glob("scenarios/**/*.yaml", recursive=True) + glob.glob("test/*/good/*.yaml")
good += glob.glob("test/*/*.yaml")
for file in sorted(good):
    error = jsonschema.exceptions.best_match(validator.iter_errors(load(open(file).read())))
    if error is not None:
        complain("%s is refused: %s: %s" % (file, error.json_path, error.message[:200]))

bad = seen = formal = 0
for file in sorted(glob.glob("test/scenario/bad/*.yaml")):
    text = open(file).read()
    try:
        is_good = validator.is_valid(load(text))
    except yaml.YAMLError:
        is_good = False
    bad += 1
    seen += not is_good
    if is_about_form(text):
        formal += 1
        if is_good:
            complain("%s is accepted; it is wrong in form" % file)
    elif "-v" in sys.argv and is_good:
        print(file, re.findall(r"^# expect (.*)", text, re.M))

if wrong:
    sys.exit(1)
print("schema: accepts all %d scenarios; refuses %d of %d bad ones, all %d that are wrong in form"
      % (len(good), seen, bad, formal))
