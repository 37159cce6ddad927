# See tools/check_snippets.sh. check_snippets.py PROGRAM [PAGE]..., in the root of the project.

import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile

TIME_LIMIT = 3600  # [s] of one command: it hangs, however busy the machine is
MARK = re.compile(r"^<!-- snippet: (.*) -->$")
COMMAND = re.compile(r"^(\$ )?(build/release/)?dashpot( |$)")
OWN_TEST = ("docs/adding_a_law.md", "docs/adding_a_kind.md")

counts = {"pieces of code": 0, "scenarios": 0, "commands": 0, "outputs": 0, "not run": 0,
          "with --quick added": 0}
wrong = 0


def complain(page, line, text):
    global wrong
    wrong += 1
    print("snippets: %s:%d: %s" % (page, line, text))


class Block:
    def __init__(self, page, line, info, mark, above):
        self.page, self.line, self.info, self.mark, self.above = page, line, info, mark, above
        self.lines = []

    def text(self):
        return "\n".join(self.lines) + "\n"


def blocks_of(page):
    """Fenced and indented blocks, each with the mark and the paragraph above it."""
    found, block, fence, mark, above = [], None, False, "", ""
    in_list = False
    for number, line in enumerate(open(page).read().split("\n"), 1):
        if fence:
            if line.startswith("```"):
                fence, block, mark = False, None, ""
            else:
                block.lines.append(line)
        elif line.startswith("```"):
            block = Block(page, number, line[3:].strip(), mark, above)
            found.append(block)
            fence, above = True, ""
        elif line.startswith("    ") and (block is not None or not in_list):
            if block is None:
                block = Block(page, number, "indented", mark, above)
                found.append(block)
            block.lines.append(line[4:])
        elif line == "":
            if block is not None:
                block.lines.append("")
        else:
            if block is not None or MARK.match(line):
                above = ""
            block = None
            match = MARK.match(line)
            mark = match.group(1) if match else ""
            above += " " + line
            in_list = bool(re.match(r"^([*-]|[0-9]+\.) ", line)) or (in_list and line[0] == " ")
    return found


def sources():
    files = []
    for pattern in ("examples/**/*.c", "include/**/*.h", "src/**/*.[ch]"):
        files += glob.glob(pattern, recursive=True)
    return [open(file).read() for file in sorted(files)]


def check_code(block, texts):
    if " " in block.info:
        if block.page not in OWN_TEST:
            complain(block.page, block.line, "only %s may have such a fence" % " and ".join(OWN_TEST))
        return
    counts["pieces of code"] += 1
    if not any(block.text() in text for text in texts):
        complain(block.page, block.line,
                 "this code is not part of a file of examples/, include/ or src/; copy it again")


def check_yaml(block, scratch):
    if not block.text().startswith("dashpot: 1\n"):
        return
    counts["scenarios"] += 1
    name = re.search(r"`([a-z-]+\.yaml)`", block.above)
    # beside the shipped ones: their tables of numbers are there
    file = os.path.join(scratch, "scenarios", "snippet.yaml")
    if name and not os.path.exists(os.path.join(scratch, name.group(1))):
        file = os.path.join(scratch, name.group(1))
    with open(file, "w") as out:
        out.write(block.text())
    done = subprocess.run(["dashpot", "check", file], capture_output=True, text=True)
    if done.returncode != 0:
        complain(block.page, block.line, done.stderr.strip())


def commands_of(block):
    """Pairs of a command and what is shown below it; None: nothing is shown."""
    found, more, shows = [], False, False
    for line in block.lines:
        if more:
            found[-1][0] += "\n" + line
        elif COMMAND.match(line):
            shows = line.startswith("$ ")
            found.append([line[2:] if shows else line, [] if shows else None])
        elif found and shows:
            found[-1][1].append(line)
            continue
        more = bool(found) and line.endswith("\\")
    return found


def shorten(command):
    """All rows of the papers take a minute; make test-long runs them (SNIPPETS=all)."""
    if os.environ.get("SNIPPETS") == "all" or not re.match(r"\S*dashpot reproduce\b", command):
        return command
    if "--quick" in command or "--markdown" in command:
        return command
    counts["with --quick added"] += 1
    return re.sub(r"(dashpot reproduce)\b", r"\1 --quick", command, count=1)


def check_commands(block, scratch):
    status = int(block.mark.split()[1]) if block.mark.startswith("fails ") else 0
    for command, shown in commands_of(block):
        if block.mark.startswith("not run"):
            counts["not run"] += 1
            continue
        counts["commands"] += 1
        command = shorten(command)
        try:
            done = subprocess.run(["sh", "-c", command], cwd=scratch, text=True,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                  stdin=subprocess.DEVNULL, timeout=TIME_LIMIT)
        except subprocess.TimeoutExpired:
            complain(block.page, block.line, "%s takes more than %d s" % (command, TIME_LIMIT))
            continue
        if done.returncode != status:
            complain(block.page, block.line, "%s ends with status %d, not %d:\n%s"
                     % (command, done.returncode, status, done.stdout[-400:]))
        elif shown is not None and block.mark != "output varies":
            counts["outputs"] += 1
            want = "\n".join(shown).rstrip("\n")
            if want != done.stdout.rstrip("\n"):
                complain(block.page, block.line, "%s prints\n%s" % (command, done.stdout[-1500:]))


def main():
    program, pages = os.path.abspath(sys.argv[1]), sys.argv[2:]
    if not pages:
        pages = ["README.md"] + sorted(glob.glob("docs/*.md") + glob.glob("examples/*/README.md"))
    texts = sources()
    with tempfile.TemporaryDirectory() as scratch:
        for folder in ("scenarios", "papers", "examples", "data"):
            shutil.copytree(folder, os.path.join(scratch, folder))
        os.makedirs(os.path.join(scratch, "build/release"))
        os.symlink(program, os.path.join(scratch, "build/release/dashpot"))
        os.environ["PATH"] = os.path.join(scratch, "build/release") + ":" + os.environ["PATH"]
        for page in pages:
            for block in blocks_of(page):
                if block.info.split(" ")[0] == "c":
                    check_code(block, texts)
                elif block.info == "yaml":
                    check_yaml(block, scratch)
                elif block.info in ("sh", "indented") and page not in OWN_TEST:
                    check_commands(block, scratch)
    if wrong:
        sys.exit(1)
    print("snippets: " + ", ".join("%d %s" % (n, what) for what, n in counts.items()))


main()
