# Verdicts for tools/dashpot-crosscheck. Every row of the input is key=value, separated by tabs;
# the output is the same row with two keys more: difference (of measured from ours) and verdict.
#
#     agrees       measured = ours within the bar
#     explained    measured is not ours, but ours with what the peer does differently
#     shown        nothing to hold it against
#     DISAGREES    none of these
#     OURS IS OFF  ours is not the closed form
# Ends with 3 if any row has one of the last two.

function abs(x) {return x < 0 ? -x : x}
function given(x) {return x != "" && x != "-"}

# relative, or absolute where the row says so
function apart(a, b) {
    if (r["scale"] == "absolute" || b + 0 == 0) return abs(a - b)
    return abs(a / b - 1)
}
function within(a, b, bar) {return apart(a, b) <= bar + 0}  # + 0: what is read may be a text

function verdict() {
    if (given(r["closed"]) && !within(r["ours"], r["closed"], r["closed_bar"])) return "OURS IS OFF"
    if (!given(r["measured"])) return "agrees"
    if (!given(r["bar"])) return "shown"
    if (given(r["ours"]) && within(r["measured"], r["ours"], r["bar"])) return "agrees"
    if (given(r["quirk"]) && within(r["measured"], r["quirk"], r["bar"])) return "explained"
    return "DISAGREES"
}

BEGIN {FS = "\t"}
{
    split("", r)
    for (i = 1; i <= NF; i++) {
        at = index($i, "=")
        r[substr($i, 1, at - 1)] = substr($i, at + 1)
    }
    if (!given(r["closed_bar"])) r["closed_bar"] = 1e-9
    said = verdict()
    if (said == "DISAGREES" || said == "OURS IS OFF") wrong = 1
    both = given(r["measured"]) && given(r["ours"])
    printf "%s\tdifference=%s\tverdict=%s\n", $0, both ? apart(r["measured"], r["ours"]) : "-", said
}
END {exit wrong ? 3 : 0}
