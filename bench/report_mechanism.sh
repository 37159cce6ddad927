#!/usr/bin/env bash
# The section on mechanisms of docs/benchmarks.md: our slider-crank and that of other programs, in
# turns. A program that was not built is said to be missing.
#
#     bench/report_mechanism.sh FOLDER [ROUNDS]

set -eu
folder=$1
rounds=${2:-7}
figures=$(mktemp)
trap 'rm -f "$figures"' EXIT
missing=""
for round in $(seq "$rounds"); do
    for program in dashpot_bench_mechanism peer_slider_cvode peer_slider_simbody; do
        if [ -x "$folder/$program" ]; then
            "$folder/$program" 1e-8 1 >>"$figures"
        elif [ "$round" = 1 ]; then
            missing="$missing $program"
        fi
    done
done

awk -F, -v rounds="$rounds" -v missing="$missing" '
function median(list,   part, n, i, j, swap) {
    n = split(list, part, " ")
    for (i = 2; i <= n; i++)
        for (j = i; j > 1 && part[j - 1] + 0 > part[j] + 0; j--) {
            swap = part[j]; part[j] = part[j - 1]; part[j - 1] = swap
        }
    return part[int((n + 1) / 2)]
}
function judge(what, bound, value, unit) {
    printf "| %s | %s | %.2f%s | %s |\n", what, bound, value, unit,
        (unit == " x" ? value >= bound + 0 : value <= bound + 0) ? "yes" : "**no**"
}
$1 == "links" { links[$2] = links[$2] " " $3; bytes[$2] = $5; next }
$1 == "bars" { bars[$2] = bars[$2] " " $3; next }
$1 == "copies" { copies = copies " " $4; next }
{
    if (!($1 in times)) name[++names] = $1
    times[$1] = times[$1] " " $2
    rest[$1] = sprintf("%d | %d | %d | %.7f", $3, $4, $5, $6)
}
END {
    print "\n## Slider-crank with a loose pin, against other programs\n"
    print "Two turns at 200 rpm, clearance 0.5 mm, Lankarani-Nikravesh, friction; the slider must"
    print "end within 1e-5 m of 0.35031 m. CPU time of one core, median of " rounds " rounds in"
    print "turns. Debian builds Simbody with its assertions; without them it might be faster.\n"
    if (missing != "") print "Not measured, since not built:" missing ".\n"
    print "| program | ms | steps | evaluations | impacts | slider ends at [m] |"
    print "|---|---|---|---|---|---|"
    for (i = 1; i <= names; i++) {
        ms[name[i]] = 1e3 * median(times[name[i]])
        printf "| %s | %.2f | %s |\n", name[i], ms[name[i]], rest[name[i]]
        if (name[i] ~ /CVODE BDF/) bdf = ms[name[i]]
        if (name[i] ~ /CPodes/) cpodes = ms[name[i]]
    }
    ours = ms["dashpot auto rtol 1e-08"]
    kept = ms["dashpot auto with ledger rtol 1e-08"]
    print "\n| target | bound | measured | met |\n|---|---|---|---|"
    if (bdf > 0) {
        judge("time over that of CVODE BDF, must", "0.45", ours / bdf, "")
        judge("time over that of CVODE BDF, aim", "0.25", ours / bdf, "")
        judge("the same with the ledger, must", "0.45", kept / bdf, "")
    }
    if (cpodes > 0) judge("faster than Simbody with CPodes, must", "30.00", cpodes / ours, " x")
    judge("one of 100 copies over a single run, must", "0.70", median(copies), "")
    judge("memory of 1600 links, must", "20.00", 1e-6 * bytes[1600], " MB")
    print "\nA hanging chain of links, one evaluation of all rates:\n"
    print "| links | us | ns per link |\n|---|---|---|"
    for (n = 10; n <= 1000; n *= 10) {
        t = median(links[n])
        printf "| %d | %.3g | %.0f |\n", n, 1e6 * t, 1e9 * t / n
    }
    print "\nN square four-bars in a row, A02 of the library of IFToMM"
    print "([references.md](references.md)), 3 s at a tolerance of 1e-8: CPU time of one second of"
    print "motion, and the power of N with which it grows.\n"
    print "| four-bars | links | s per s | power |\n|---|---|---|---|"
    for (n = 10; n <= 160; n *= 4) {
        t = median(bars[n])
        printf "| %d | %d | %.3g | %s |\n", n, 2 * n + 1, t,
            n > 10 ? sprintf("%.2f", log(t / last) / log(4)) : "-"
        last = t
    }
    print "\n| target | bound | measured | met |\n|---|---|---|---|"
    judge("10 s of 40 four-bars [s], must", "20.00", 10 * median(bars[40]), "")
    power = log(median(bars[160]) / median(bars[10])) / log(16)
    judge("power of N from 10 to 160, must", "2.00", power, "")
    judge("power of N from 10 to 160, aim", "1.30", power, "")
}' "$figures"
