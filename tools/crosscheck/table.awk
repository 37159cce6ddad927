# Judged rows of one case as a table:
#     awk -v case=NAME -v markdown=0|1 -f table.awk FILE
# Columns with nothing in them are left out.

function number(x, digits) {
    if (x == "" || x == "-") return ""
    return sprintf("%." digits "g", x)
}

function cells(    d) {
    cell[rows, 1] = r["program"]
    cell[rows, 2] = r["what"] (r["unit"] != "" ? " [" r["unit"] "]" : "")
    cell[rows, 3] = number(r["asked"], 6)
    d = r["digits"] != "" ? r["digits"] : 9
    cell[rows, 4] = number(r["measured"], d)
    cell[rows, 5] = number(r["ours"], d)
    cell[rows, 6] = number(r["closed"], d)
    cell[rows, 7] = number(r["quirk"], d)
    cell[rows, 8] = number(r["difference"], 2)
    cell[rows, 9] = r["bar"] == "-" ? "" : r["bar"]
    cell[rows, 10] = r["verdict"]
}

# On a page a number must not break at the hyphen of its exponent: U+2011 in its place.
function shown(text) {
    if (markdown && text ~ /^[0-9.]+e-[0-9]+$/) sub(/-/, "\342\200\221", text)
    return text
}

function line(i, left, between, right,    j, s) {
    s = left
    for (j = 1; j <= 10; j++) {
        if (!used[j]) continue
        s = s (s == left ? "" : between) \
            sprintf(markdown ? "%s" : "%-" width[j] "s", shown(cell[i, j]))
    }
    s = s right
    sub(/ +$/, "", s)
    print s
}

BEGIN {
    FS = "\t"
    names = "program|what|asked|measured|ours|closed form|ours, changed|difference|bar|verdict"
    split(names, heads, "|")
    for (j = 1; j <= 10; j++) cell[0, j] = heads[j]
}
{
    split("", r)
    for (i = 1; i <= NF; i++) {
        at = index($i, "=")
        r[substr($i, 1, at - 1)] = substr($i, at + 1)
    }
    if (r["case"] == case) {rows++; cells()}
}
END {
    for (i = 0; i <= rows; i++)
        for (j = 1; j <= 10; j++) {
            if (i > 0 && cell[i, j] != "") used[j] = 1
            if (length(cell[i, j]) > width[j]) width[j] = length(cell[i, j])
        }
    for (i = 0; i <= rows; i++) {
        if (markdown) line(i, "| ", " | ", " |")
        else line(i, "  ", "  ", "")
        if (i == 0 && markdown) {
            rule = "|"
            for (j = 1; j <= 10; j++) if (used[j]) rule = rule "---|"
            print rule
        }
    }
}
