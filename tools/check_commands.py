"""Every command that a script calls is in a package that a fresh Debian has or tools/deps.sh
installs: tools/commands.txt says which. Called by tools/check_commands.sh.

    check_commands.py LIST DEPS SCRIPT...     compare
    check_commands.py --show SCRIPT...        the commands, one a line

A reader of shell, not a shell: it knows quotes, substitutions, here-documents, comments, cases and
the words that call other words. What is computed, as in "$program", it cannot know.
"""

import re
import sys

BUILTINS = set("""
. : [ alias bg break builtin cd command continue declare echo eval exec exit export false fg getopts
hash jobs kill let local mapfile printf pwd read readonly return set shift shopt source test times
trap true type ulimit umask unalias unset wait
""".split())
# a command may follow these at once
OPENERS = set("if then else elif do while until ! { time".split())
CLOSERS = set("} fi done esac [[ ]]".split())
# these run the words behind them: how many of their own come first, options and settings aside
RUNNERS = {"exec": 0, "command": 0, "env": 0, "timeout": 1, "xargs": 0, "nohup": 0, "nice": 0,
           "setpriv": 0, "is": 1, "isnt": 1, "step": 1, "check": 1, "guard": 2, "chroot": 1,
           "unshare": 0, "in_root": 0, "holds": 1, "until_state": 0}
META = " \t\n;&|()<>"


class Reader:
    def __init__(self, text, found, functions):
        self.text, self.at = text, 0
        self.found, self.functions = found, functions
        self.heredocs = []

    def peek(self, count=1):
        return self.text[self.at:self.at + count]

    def braces(self):
        """${...}: what is inside may hold substitutions, too."""
        depth = 1
        while self.at < len(self.text) and depth > 0:
            c = self.peek()
            if c == "\\":
                self.at += 2
            elif c in "$`":
                self.dollar()
            else:
                depth += (c == "{") - (c == "}")
                self.at += 1

    def dollar(self):
        if self.peek() == "`":
            self.at += 1
            end = self.text.find("`", self.at)
            Reader(self.text[self.at:end], self.found, self.functions).commands("")
            self.at = end + 1
        elif self.peek(3) == "$((":
            depth, self.at = 2, self.at + 3
            while depth > 0 and self.at < len(self.text):
                if self.peek(2) == "$(":
                    self.dollar()
                    continue
                depth += (self.peek() == "(") - (self.peek() == ")")
                self.at += 1
        elif self.peek(2) == "$(":
            self.at += 2
            self.commands(")")
        elif self.peek(2) == "${":
            self.at += 2
            self.braces()
        else:
            self.at += 1

    def double(self):
        self.at += 1
        while self.at < len(self.text) and self.peek() != '"':
            if self.peek() == "\\":
                self.at += 2
            elif self.peek() in "$`":
                self.dollar()
            else:
                self.at += 1
        self.at += 1

    def word(self):
        """The next word; what is computed in it becomes a dollar."""
        start, plain = self.at, ""
        while self.at < len(self.text) and self.peek() not in META:
            c = self.peek()
            if c == "'":
                end = self.text.index("'", self.at + 1)
                plain += self.text[self.at + 1:end]
                self.at = end + 1
            elif c == '"':
                begin = self.at
                self.double()
                inside = self.text[begin + 1:self.at - 1]
                plain += "$" if "$" in inside or "`" in inside else inside
            elif c == "\\":
                plain += "" if self.peek(2) == "\\\n" else self.text[self.at + 1]
                self.at += 2
            elif c in "$`":
                self.dollar()
                plain += "$"
            elif self.peek(2) == "=(":
                self.at += 2
                self.list()
                return self.text[start:self.at]
            else:
                plain += c
                self.at += 1
        return plain

    def list(self):
        """The words of an array."""
        while self.at < len(self.text) and self.peek() != ")":
            if self.peek() in META:
                self.at += 1
            else:
                self.word()
        self.at += 1

    def redirect(self):
        here = re.compile(r"<<-?(?!<)").match(self.text, self.at)
        while self.peek() and self.peek() in "<>&|":
            self.at += 1
        if self.peek() == "(":
            self.at += 1
            self.commands(")")
            return
        while self.peek() in (" ", "-"):
            self.at += 1
        begin = self.at
        name = self.word()
        if here:
            quoted = any(q in self.text[begin:self.at] for q in "'\"\\")
            self.heredocs.append((name, quoted))

    def skip_heredocs(self):
        for name, quoted in self.heredocs:
            end = re.compile(r"^\t*" + re.escape(name) + r"$", re.M).search(self.text, self.at)
            body = self.text[self.at:end.start() if end else len(self.text)]
            self.at = end.end() + 1 if end else len(self.text)
            if not quoted:
                inner = Reader(body, self.found, self.functions)
                while inner.at < len(body):
                    if inner.peek() == "\\":
                        inner.at += 2
                    elif inner.peek() in "$`":
                        inner.dollar()
                    else:
                        inner.at += 1
        self.heredocs = []

    def patterns(self):
        """Of a case, up to the parenthesis; False at esac."""
        while self.at < len(self.text):
            while self.peek() and self.peek() in " \t\n(|":
                self.at += 1
            if self.peek() == "#":
                self.at = self.text.find("\n", self.at)
                continue
            if self.peek() == ")":
                self.at += 1
                return True
            if self.word() == "esac":
                return False
        return False

    def commands(self, end):
        fresh, skip, cases, runner = True, False, 0, None
        while self.at < len(self.text):
            c = self.peek()
            if c == end and end and not cases:
                self.at += 1
                return
            if c == "\n":
                self.at += 1
                self.skip_heredocs()
                fresh, skip, runner = True, False, None
            elif c in " \t":
                self.at += 1
            elif self.peek(2) == "\\\n":
                self.at += 2
            elif c == "#":
                self.at = self.text.find("\n", self.at) % (len(self.text) + 1)
            elif c in "<>" or (c == "&" and self.peek(2) == "&>"):
                self.redirect()
            elif c == ";" and self.peek(2) == ";;":
                self.at += 2
                if cases and not self.patterns():
                    cases -= 1
                fresh, skip, runner = True, False, None
            elif c == "(" and self.peek(2) == "((" and (fresh or skip):
                self.at = self.text.index("))", self.at) + 2
            elif c in ";&|()":
                if c == "(" and not fresh and self.peek(2) == "()":
                    self.at += 1
                self.at += 1
                fresh, skip, runner = True, False, None
            else:
                behind_number = re.compile(r"\d+(?=[<>])").match(self.text, self.at)
                if behind_number:
                    self.at = behind_number.end()
                    continue
                word = self.word()
                if fresh and self.peek(2) == "()":
                    self.functions.add(word)
                    fresh = False
                elif fresh and word in ("for", "select"):
                    fresh, skip = False, True
                elif fresh and word == "case":
                    while self.word() != "in":
                        while self.peek() and self.peek() in " \t\n":
                            self.at += 1
                    cases += self.patterns()
                elif fresh and word == "[[":
                    self.at = self.text.index("]]", self.at) + 2
                    fresh = False
                elif fresh and re.match(r"[A-Za-z_]\w*\+?=", word):
                    pass
                elif fresh and word in OPENERS:
                    pass
                elif fresh and word == "esac" and cases:
                    cases -= 1
                    fresh = False
                elif fresh and word in CLOSERS:
                    fresh = False
                elif fresh or (runner is not None and not word.startswith("-")
                               and not re.match(r"\w+=", word)):
                    if runner:
                        runner -= 1
                        continue
                    self.found.add(word)
                    fresh, runner = False, RUNNERS.get(word)


def commands_of(names):
    found, functions = set(), set()
    for name in names:
        mine = set()
        with open(name, encoding="utf-8") as script:
            Reader(script.read(), mine, functions).commands("")
        found |= {(word, name) for word in mine}
    plain = re.compile(r"[A-Za-z0-9_.+-]*[A-Za-z][A-Za-z0-9_.+-]*$")
    return {(word, name) for word, name in found
            if plain.match(word) and word not in BUILTINS and word not in functions}


# What mmdebstrap --variant=minbase installs and scripts call, with git and make; see tools/bare.sh.
FRESH = set("""apt bash bsdutils coreutils dash debianutils diffutils dpkg findutils git grep gzip
hostname libc-bin make mawk mount sed tar util-linux""".split())


def read_list(name):
    packages = {}
    with open(name, encoding="utf-8") as lines:
        for line in lines:
            words = line.split("#")[0].split()
            if words:
                packages.update({command: words[0] for command in words[1:]})
    return packages


def main():
    if sys.argv[1] == "--show":
        print("\n".join(sorted({word for word, _ in commands_of(sys.argv[2:])})))
        return 0
    name, installer, scripts = sys.argv[1], sys.argv[2], sys.argv[3:]
    packages = read_list(name)
    with open(installer, encoding="utf-8") as text:
        installed = set(re.findall(r"[a-z0-9.+-]+", text.read()))
    found = commands_of(scripts)
    wrong = [f"{script} calls {word}, which {name} does not have; add it with its package"
             for word, script in sorted(found) if word not in packages]
    wrong += [f"{name}: no script calls {word}"
              for word in sorted(packages.keys() - {word for word, _ in found})]
    wrong += [f"{name}: {package} is neither in a fresh Debian nor installed by {installer}"
              for package in sorted(set(packages.values()) - FRESH - installed - {"optional"})]
    for line in wrong:
        print("commands:", line)
    if not wrong:
        print(f"commands: {len(packages)} commands of {len(scripts)} scripts, each of a fresh "
              f"Debian, of {installer}, or optional")
    return bool(wrong)


sys.exit(main())
