# Print docs/errata.md, docs/references.md, or the table of README.md that counts verdicts, rows and
# figures of each paper, from the document of `dashpot reproduce --json` on standard input.
#
#     dashpot reproduce --json | python3 tools/write_papers.py errata|counts|references
#
# The text depends on nothing but the document, so a stale page is found by comparing.

import json
import os
import re
import sys

# what stands before the right form, and what an entry of the kind is
KINDS = {
    "misprint": ("Right", """\
the print says something else than its authors meant: an equation that
  contradicts its own derivation, or the numbers beside it, and agrees with both once a
  sign, an exponent or a digit is mended; or a slip of the text that a reader would trip
  over. *Right* is the mended form."""),
    "gap": ("Taken here", """\
an input or a definition is not printed. *Taken here* is what our runs have
  in its place."""),
    "readings": ("Taken here", """\
the place can be read in two ways. *Taken here* says which one is ours, or
  that both are computed."""),
    "statement": ("Measured", """\
a claim of the text that the computed numbers do not bear out. *Measured*
  is what comes out."""),
}

INTRO = """\
# Errata of the papers

The five papers whose numbers this program rebuilds are careful work, and so are the
[public references](references.md) of mechanisms beside them; most of the numbers that can be
compared come out. This page lists the places where a reader who computes
them again needs more than is printed. Written by `tools/write_papers.py`; do not edit, run
`make docs`.

The %d entries are of four kinds; only the first are errors of the print:

%s

Nothing stands here because another model would be preferable, and a number that does
not come out for an unknown reason is no entry either: such rows are *not reproduced*,
with what was tried.

*Certain* means that the paper itself, its other lines or its numbers, or the numbers
computed here leave no doubt. *Likely* means that the form given is the nearest one that
fits everything else, but the paper alone does not prove it. The rows below each entry
were computed by this program. Rows of *evidence* are no results of the paper: they show
what the printed form, or another reading, gives. In all others *ours* is with the form
that is right or taken here.
"""

document = json.load(sys.stdin)


def escaped(text):
    """Text with the letters escaped that Markdown would take for its own, on one line."""
    return re.sub(r"[\\`*_<>[\]|~]", r"\\\g<0>", text).replace("\n", " ")


def line(cells):
    return "| %s |" % " | ".join(map(str, cells))


def table(head, lines):
    return "\n".join([line(head), "|" + "---|" * len(head), *map(line, lines)]) + "\n"


# --- docs/errata.md -------------------------------------------------------------------------------

def row_cells(row):
    unit = "" if row["unit"] in (None, "", "1") else " [%s]" % escaped(row["unit"])
    ours = "-" if row["ours"] is None else "%.7g" % row["ours"]
    note = "".join(" (%s)" % escaped(text) for text in row["reasons"]
                   if row["kind"] == "evidence")
    return [escaped(row["quantity"]) + unit + note, escaped(row["printed"]), ours,
            row["difference"], row["verdict_text"]]


def erratum(entry):
    rows = [row for row in document["rows"] if row["paper"] == entry["paper"] and
            entry["id"] in row["erratum"] + row["shows"]]
    print('<a id="%s-%s"></a>\n\n### %s (%s, %s, %s)\n' % (
        entry["paper"], entry["id"], escaped(entry["where"]), entry["paper"], entry["kind"],
        entry["confidence"]))
    for label, key in ("Printed", "printed"), (KINDS[entry["kind"]][0], "right"), \
            ("Evidence", "evidence"):
        print("**%s.** %s\n" % (label, escaped(entry[key])))
    if rows:
        print(table(["quantity", "printed", "ours", "difference", "verdict"],
                    map(row_cells, rows)))
    print("**What it changes.** %s\n" % escaped(entry["changes"]))


def errata():
    entries = document["errata"]
    kinds = ["* *%s* (%d): %s" % (kind, sum(entry["kind"] == kind for entry in entries), meaning)
             for kind, (_, meaning) in KINDS.items()]
    print(INTRO % (len(entries), "\n".join(kinds)))
    print(table(["paper", "place", "kind", "what is right, taken or measured", "confidence"],
                ([entry["paper"], "[%s](#%s-%s)" % (escaped(entry["where"]), entry["paper"],
                                                    entry["id"]),
                  entry["kind"], escaped(entry["short"]), entry["confidence"]]
                 for entry in entries)))
    for paper in document["papers"]:
        own = [entry for entry in entries if entry["paper"] == paper["paper"]]
        if own:
            if paper["public"]:
                print("## Public references\n\nOf sources that [references.md](references.md) sets beside this "
                      "program.\n")
            else:
                print("## Paper %s\n\n%s: *%s*\n" % (paper["paper"], escaped(paper["authors"]),
                                                     escaped(paper["title"])))
        for entry in own:
            erratum(entry)


# --- README.md ------------------------------------------------------------------------------------

AGREEING = "reproduced", "within the rule", "reproduced with erratum", "inferred input"


def count_cells(entry, refuted, figures):
    """Numbers by verdict, statements that hold and that do not (each an erratum), figures."""
    numbers, statements = entry["counts"], entry["statements"]
    return [*(numbers[word] for word in (*AGREEING, "not reproduced")),
            sum(statements[word] for word in AGREEING), statements["not reproduced"] + refuted, figures]


def counts():
    totals = document["totals"]
    papers = [paper for paper in document["papers"] if not paper["benchmark"] and not paper["public"]]
    lines = [["%s %s" % (paper["paper"], escaped(paper["authors"])),
              *count_cells(paper, paper["refuted"], paper["figures"])] for paper in papers]
    lines.append(["all", *count_cells(document, totals["refuted"],
                                      sum(paper["figures"] for paper in papers))])
    print(table(["paper", "numbers to the digit", "within the rule", "with erratum",
                 "inferred input", "not reproduced", "statements that hold", "refuted",
                 "figures"], lines))
    apart = document["counts"]["not comparable"] + document["statements"]["not comparable"]
    numbers = document["counts"]
    print("Of %d numbers %d agree to the digit, and %d need an input that the paper does not print and "
          "that was inferred. To the digit: within half a unit of the last printed digit. Within the "
          "rule: within half a unit plus 0.5 %% of the number, which inputs printed with three digits "
          "leave open.%s %d printed results cannot be compared, each with the reason. %d rows more are "
          "evidence: they show what a misprint or another reading gives, each with its entry among the "
          "%d errata (%s); a refuted statement is an entry of its own." % (
              sum(numbers[word] for word in (*AGREEING, "not reproduced")), numbers["reproduced"],
              numbers["inferred input"], loose_bands(), apart, totals["evidence"],
              len(errata_of_papers()), kinds_of_errata()))
    benchmarks()
    public_line()


def errata_of_papers():
    public = {paper["paper"] for paper in document["papers"] if paper["public"]}
    return [entry for entry in document["errata"] if entry["paper"] not in public]


def public_line():
    """Public references, counted apart: by verdict, in one sentence."""
    public = document["public"]
    if public["papers"] == 0:
        return
    counts = public["counts"]
    print("\nPublic references, counted apart ([docs/references.md](docs/references.md)): of %d printed numbers %d come out to the "
          "digit and %d within the error that the print is known to have; %d differ from a solution by other means that ours "
          "meets; %d are of another model. %d numbers more are printed nowhere and meet such a solution." % (
              sum(counts[word] for word in PUBLIC), counts["reproduced"], counts["within its own error"],
              counts["print differs"], counts["another model"], counts["reference"]))


PUBLIC = "reproduced", "within its own error", "print differs", "another model", "not reproduced"


def kinds_of_errata():
    """40 of kind misprint, 30 of kind readings, ..."""
    many = {kind: sum(entry["kind"] == kind for entry in errata_of_papers()) for kind in KINDS}
    return ", ".join("%d %s" % (many[kind], kind if many[kind] == 1 or kind == "readings" else kind + "s")
                     for kind in KINDS)


def loose_bands():
    """Restitutions so near 1 that the band of the rule is wider than the printed loss."""
    text = ""
    for row in document["rows"]:
        if row["verdict"] != "within the rule" or "restitution" not in row["quantity"]:
            continue
        loss = 1 - float(row["printed"])
        if 0 < loss < row["allowed"]:
            text += " For %s, a restitution of %s, this band admits every loss up to %.0f times the printed one; " \
                    "the computed loss is %.2f times it." % (
                        row["id"], row["printed"], (row["allowed"] + loss) / loss, (1 - row["ours"]) / loss)
    return text


def benchmarks():
    """Tables that hold nothing printed, counted apart."""
    papers = [paper for paper in document["papers"] if paper["benchmark"]]
    if not papers:
        return
    print("\nBenchmarks, counted apart: nothing in them is a printed number. Reference values were "
          "computed in another way, and ours meet their last digit. To curves that others read off "
          "figures, and to measured points, a distance is stated and no verdict given.\n")
    print(table(["benchmark", "reference values", "statements that hold", "that do not",
                 "distances to curves", "figures"],
                ([paper["paper"], paper["references"],
                  sum(paper["statements"][word] for word in AGREEING),
                  paper["statements"]["not reproduced"], paper["distances"], paper["figures"]]
                 for paper in papers)).rstrip())


# --- docs/references.md ---------------------------------------------------------------------------

def public_rows(start):
    """The rows whose place starts with these words: a table, and the reasons below it."""
    rows = [row for row in document["rows"] if row["kind"] == "public" and row["where"].startswith(start)]
    reasons, cells = [], []
    for row in rows:
        marks = []
        for reason in row["reasons"]:
            if reason not in reasons:
                reasons.append(reason)
            marks.append("[%d]" % (reasons.index(reason) + 1))
        unit = "" if row["unit"] in (None, "", "1") else " [%s]" % row["unit"]
        ours = "-" if row["ours"] is None else "%.15g" % row["ours"]
        cells.append([escaped(row["quantity"] + unit), escaped(row["printed"]), ours,
                      escaped(row["independent"] or "-"), escaped(" ".join([row["verdict_text"], *marks]))])
    text = table(["quantity", "printed", "ours", "independent", "verdict"], cells)
    text += "".join("\n\\[%d\\] %s\n" % (i + 1, escaped(reason)) for i, reason in enumerate(reasons))
    sources = list(dict.fromkeys(row["source"] for row in rows))
    scenarios = list(dict.fromkeys(row["inputs"]["scenario"] for row in rows if "inputs" in row))
    return "%s\nSource: %s. Inputs: %s." % (text, "; ".join(escaped(source) for source in sources), ", ".join(
        "[%s](../%s)" % (name.rsplit("/", 1)[1], name) for name in scenarios))


def public_errata():
    own = [entry for entry in document["errata"] if entry["paper"] == "references"]
    return "\n".join("* [%s](errata.md#references-%s): %s" % (escaped(entry["where"]), entry["id"],
                                                             escaped(entry["short"])) for entry in own)


def references():
    template = os.path.join(os.path.dirname(os.path.abspath(__file__)), "references_template.md")
    counts = document["public"]["counts"]
    said = "%d rows: %s." % (sum(counts.values()), ", ".join(
        "%d %s" % (counts[word], {"reference": "meet an independent solution where nothing is printed",
                                  "another model": "beside another model"}.get(word, word))
        for word in counts if counts[word] > 0))
    for line in open(template, encoding="utf-8"):
        mark = re.fullmatch(r"\{\{(\w+) ?(.*)\}\}\n", line)
        if mark is None:
            print(line, end="")
        elif mark[1] == "rows":
            print(public_rows(mark[2]))
        else:
            print({"counts": said, "errata": public_errata()}[mark[1]])


{"errata": errata, "counts": counts, "references": references}[sys.argv[1]]()
