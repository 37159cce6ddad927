# What explains the rows in which a peer is not what it should be, one list item per cause:
#     awk -f findings.awk FILE

function number(x) {return sprintf("%.6g", x)}

BEGIN {FS = "\t"}
{
    split("", r)
    for (i = 1; i <= NF; i++) {
        at = index($i, "=")
        r[substr($i, 1, at - 1)] = substr($i, at + 1)
    }
    if (r["verdict"] != "explained") next
    if (!(r["cause"] in list)) {
        order[++causes] = r["cause"]
        who[r["cause"]] = r["program"]
    }
    name = r["what"] (r["asked"] != "" ? ", asked for " r["asked"] : "")
    list[r["cause"]] = list[r["cause"]] sprintf("\n  * %s: measured %s%s, foretold %s", name, \
        number(r["measured"]), r["ours"] != "" ? ", ours " number(r["ours"]) : "",
        number(r["quirk"]))
}
END {
    for (i = 1; i <= causes; i++)
        printf "* **%s**: %s%s\n", who[order[i]], order[i], list[order[i]]
}
