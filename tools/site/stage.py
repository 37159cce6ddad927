"""Copy the pages of docs/ and what they link to into a folder that mkdocs can read.

    stage.py FOLDER [VERSION]       in the root of the project

docs/X.md becomes X.md and docs/README.md the front page. A source file that a page links to becomes
a page below files/, with its text; a picture is copied. build/lab becomes lab/ and build/api/html
becomes api/; where they were not built, a page there says how to build them.
"""

import os
import re
import shutil
import subprocess
import sys

LINK = re.compile(r"(!?)\[([^]]*)\]\(([^)\s]+)\)")
# a page that a build makes: a path in the project, where no link may lead to it, a link on the site
BUILT_PAGE = re.compile(r"`(build/(?:lab|api/html)/[^`\s]+\.html(?:#[^`\s]*)?)`")
COPIED = (".svg", ".png", ".json")  # a browser shows these itself
LANGUAGES = {".c": "c", ".h": "c", ".yaml": "yaml", ".py": "python", ".sh": "bash", ".def": "c"}
BUILT = {"build/lab": ("lab", "make lab", "The laboratory"),
         "build/api/html": ("api", "make api", "The API reference")}

target = sys.argv[1]
todo, done = [], set()


def write(path, text):
    file = os.path.join(target, path)
    os.makedirs(os.path.dirname(file), exist_ok=True)
    with open(file, "w", encoding="utf-8") as out:
        out.write(text)


def copy(source, path):
    file = os.path.join(target, path)
    os.makedirs(os.path.dirname(file), exist_ok=True)
    shutil.copyfile(source, file)


def visible(path):
    """mkdocs passes over what begins with a dot."""
    return "/".join(part.lstrip(".") for part in path.split("/"))


def built(path):
    """Where a file of the laboratory or of the API reference lies on the site; None: it is neither."""
    for folder, (place, _, _) in BUILT.items():
        if path == folder or path.startswith(folder + "/"):
            rest = path[len(folder) + 1:] or "index.html"
            return "%s/%s" % (place, rest if os.path.isdir(folder) else "index.md")
    return None


def place(path):
    """Where a file of the project lies in the stage."""
    if path == "docs/README.md":
        return "index.md"
    if path == "docs/dashpot.1":
        return "man.md"
    if path.startswith("docs/") and not os.path.isdir(path):
        return path[len("docs/"):]
    if os.path.isdir(path):
        readme = os.path.join(path, "README.md")
        return place(readme) if os.path.exists(readme) else "files/%s/index.md" % visible(path)
    if path.endswith((".md",) + COPIED) and not path.startswith("."):
        return "files/" + path
    return "files/%s.md" % visible(path)


def follow(page, link):
    """The link of a page as it must be on the site; what it leads to is staged, too."""
    path, hash_sign, anchor = link.partition("#")
    if not path or ":" in path:
        return link
    path = os.path.normpath(os.path.join(os.path.dirname(page), path))
    staged = built(path)
    if not staged:
        staged = place(path)
        todo.append(path)
    elif staged.endswith(".md"):
        hash_sign = anchor = ""
    return os.path.relpath(staged, os.path.dirname(place(page)) or ".") + hash_sign + anchor


def link_on_site(page, match):
    """A page that is called by the name of its file gets its title."""
    picture, text, link = match.groups()
    path = os.path.normpath(os.path.join(os.path.dirname(page), link.partition("#")[0]))
    if text == os.path.basename(path) and os.path.dirname(path) == "docs" and text.endswith(".md"):
        with open(path, encoding="utf-8") as other:
            text = re.search(r"^# (.*)$", other.read(), re.MULTILINE)[1]
    return "%s[%s](%s)" % (picture, text, follow(page, link))


def built_link(page, path):
    return "[`%s`](%s)" % (path, follow(page, os.path.relpath(path, os.path.dirname(page) or ".")))


def for_python_markdown(line):
    """A list inside a list is indented by four, a fence has the language alone."""
    line = re.sub(r"^(  )([-*] )", r"\1  \2", line)
    return re.sub(r"^(```[a-z]+) .*$", r"\1", line)


def stage_page(path):
    lines, fenced = [], False
    with open(path, encoding="utf-8") as page:
        for line in page.read().splitlines():
            if not fenced:
                line = LINK.sub(lambda match: link_on_site(path, match), line)
                line = BUILT_PAGE.sub(lambda match: built_link(path, match[1]), line)
            if line.startswith("```"):
                fenced = not fenced
            lines.append(line if fenced and not line.startswith("```") else for_python_markdown(line))
    write(place(path), "\n".join(lines) + "\n")


def stage_source(path):
    with open(path, encoding="utf-8") as source:
        text = source.read().rstrip("\n")
    language = LANGUAGES.get(os.path.splitext(path)[1], "text")
    write(place(path), "# %s\n\n````%s\n%s\n````\n" % (os.path.basename(path), language, text))


def stage_folder(path):
    names = sorted(name for name in os.listdir(path) if not name.startswith("."))
    lines = ["# %s/" % path, "", "The files of this folder.", ""]
    for name in names:
        lines.append("* [%s](%s)" % (name, follow(path + "/", name)))
    write(place(path), "\n".join(lines) + "\n")


def stage_manual(path):
    html = subprocess.run(["mandoc", "-T", "html", "-O", "fragment", path], check=True, text=True,
                          stdout=subprocess.PIPE).stdout
    write("man.md", "# The program\n\nThe manual page, `man docs/dashpot.1`.\n\n"
          "<div class=\"manual\">\n%s\n</div>\n" % re.sub(r"\n\s*\n", "\n", html))


def stage(path):
    if os.path.isdir(path):
        if not os.path.exists(os.path.join(path, "README.md")):
            stage_folder(path)
        else:
            todo.append(os.path.join(path, "README.md"))
    elif path == "docs/dashpot.1":
        stage_manual(path)
    elif path.endswith(".md"):
        stage_page(path)
    elif path.endswith(COPIED) and not path.startswith("."):
        copy(path, place(path))
    else:
        stage_source(path)


def stage_built():
    for folder, (path, command, title) in BUILT.items():
        if os.path.isdir(folder):
            shutil.copytree(folder, os.path.join(target, path))
        else:
            write(path + "/index.md", "# %s\n\nThis site was made without it. Build it with `%s`, "
                  "then run `make site` again.\n" % (title, command))


def main():
    shutil.rmtree(target, ignore_errors=True)
    stage_built()
    todo.extend("docs/" + name for name in sorted(os.listdir("docs")) if name.endswith(".md"))
    while todo:
        path = todo.pop()
        if path not in done:
            done.add(path)
            stage(path)


main()
