# Print docs/dashpot.1, the manual page in roff: what the commands say about themselves from their
# help texts, the keys and kinds of scenarios from `dashpot check --markdown`, the rest from
# tools/man_template.1.
#
#     python3 tools/write_man.py PROGRAM
#
# The layout of a help text is: usage lines; paragraphs; definitions, "  --option   text" with
# deeper lines below; and at the end "example:" with commands. A line "@name" of the template is
# replaced by what the function of that name gives.

import re
import subprocess
import sys

ROFF_WIDTH = 58
EXAMPLE_WIDTH = 70

# characters that roff would take for its own or change into typographic ones
ESCAPES = {"\\": "\\e", "-": "\\-", "'": "\\(aq", "`": "\\(ga", "^": "\\(ha", "~": "\\(ti"}


def ask(*words):
    return subprocess.run([sys.argv[1], *words], check=True, stdout=subprocess.PIPE,
                          encoding="utf-8").stdout


def roff(text):
    """Text of one line. Between letters a dash is a hyphen: event-driven."""
    escaped = re.sub(r"(?<![A-Za-z])-|-(?![A-Za-z])|[\\'`^~]", lambda m: ESCAPES[m[0]], text)
    return "\\&" + escaped if text[:1] in (".", "'") else escaped


def filled(text):
    """Words on lines that are not too long; a sentence starts a new one, as roff likes it."""
    if not text:
        return []
    lines, column, before = [""], 0, ""
    for word in text.split():
        starts_sentence = before.endswith(".") and not before.endswith("..")
        if column > 0 and (starts_sentence or column + len(word) > ROFF_WIDTH):
            lines.append("")
            column = len(word)
        else:
            lines[-1] += " " if column > 0 else ""
            column += 1 + len(word)
        # three dots end no sentence
        lines[-1] += roff(word) + ("\\&" if word.endswith("...") else "")
        before = word
    return lines


def definition(term, text):
    return [".TP", ".B " + roff(term)] + filled(text)


class Help:
    """The parts of a help text."""

    def __init__(self, name):
        usage, rest = ask("help", name).split("\n\n", 1)
        body, _, examples = re.split(r"^(examples?:)\n", rest, flags=re.M)
        self.name = name
        self.usage = usage.split("\n")
        self.body = body.split("\n")
        self.examples = [line[2:] for line in examples.split("\n\n")[0].splitlines()]

    def usage_roff(self):
        """Every "dashpot ..." is a paragraph of its own; further lines belong to it."""
        start = "dashpot " + self.name
        for line in self.usage:
            text = re.sub("^usage: ", "", line).strip()
            if text.startswith("dashpot "):
                yield from (".HP 8", ".B " + roff(start))
                text = text[len(start):]
            yield from filled(text)

    def body_roff(self):
        is_open = False
        for line in self.body:
            text = line.strip()
            if text and re.match("  [^ ]", line):
                term, _, meaning = text.partition("  ")
                yield from definition(term, meaning)
            elif text:
                if not is_open:
                    yield ".PP"
                yield from filled(text)
            is_open = text != ""


def example_roff(text):
    """A command, broken before an option so that it fits."""
    while len(text) > EXAMPLE_WIDTH and " --" in text[:EXAMPLE_WIDTH + 3]:
        end = text.rindex(" --", 0, EXAMPLE_WIDTH + 3)
        yield roff(text[:end]) + " \\e"
        text = " " + text[end:]
    yield roff(text)


def plain(text):
    """A sentence without the marks of Markdown: `key` and [text](link)."""
    return re.sub(r"\[(.*?)\]\(.*?\)", r"\1", text).replace("`", "").replace("\\|", "|")


names = re.search(r"^commands:\n(.*?)\n\n", ask("help"), re.M | re.S)[1]
helps = [Help(name) for name in re.findall(r"^  ([a-z-]+) ", names, re.M)]
scenarios = ask("check", "--markdown")


def version():
    with open("CITATION.cff", encoding="utf-8") as citation:
        date = re.search(r"^date-released: (\S+)$", citation.read(), re.M)[1]
    return ['.TH DASHPOT 1 %s "%s" "User Commands"' % (date, ask("--version").strip())]


def commands():
    for text in helps:
        yield ".SS " + roff(text.name)
        yield from text.usage_roff()
        yield from text.body_roff()


def keys():
    every = re.search(r"^## Every kind\n(.*?)^## ", scenarios, re.M | re.S)[1]
    for key, meaning in re.findall(r"^\| `([a-z]+)` \|.* \| (.*) \|$", every, re.M):
        yield from definition(key, plain(meaning))


def kinds():
    for kind, doc in re.findall(r"^## kind: (.*)\n\n(.*)\n", scenarios, re.M):
        yield from definition(kind, plain(doc))


def scenario():
    text = re.search(r"^## kind: chain\n.*?```yaml\n(.*?)\n```", scenarios, re.M | re.S)[1]
    return map(roff, text.split("\n"))


def examples():
    for text in helps:
        for example in text.examples:
            yield from example_roff(example)


PARTS = {"version": version, "commands": commands, "keys": keys, "kinds": kinds,
         "scenario": scenario, "examples": examples}

with open("tools/man_template.1", encoding="utf-8") as template:
    for line in template.read().splitlines():
        print("\n".join(PARTS[line[1:]]()) if line.startswith("@") else line)
