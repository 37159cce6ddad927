# Depth, force, duration and restitution from "time x1 x2 v1 v2 force" of every step of an impact of
# two balls that touch at time 0 and have parted at the end:
#     awk -f pair.awk FILE    prints "depth force duration restitution"
# A parabola through the three highest rows gives the peak between them. After the contact the balls
# fly freely, so the gap at the end tells when they parted, to better than a step.

# Highest of three points at equal distances; of the values a, b, c the middle one is the largest.
function summit(a, b, c,    bend) {
    bend = a - 2 * b + c
    return bend < 0 ? b - (a - c) ^ 2 / (8 * bend) : b
}

NF != 6 {next}
{
    d[NR % 3] = $2 + 0.00952 - $3
    f[NR % 3] = $6
    i = (NR + 2) % 3; j = (NR + 1) % 3  # one row back, two rows back
    if (rows++ >= 2) {
        if (d[i] >= d[j] && d[i] > d[NR % 3] && d[i] > top) {
            top = d[i]; depth = summit(d[j], d[i], d[NR % 3])
        }
        if (f[i] >= f[j] && f[i] > f[NR % 3] && f[i] > most) {
            most = f[i]; force = summit(f[j], f[i], f[NR % 3])
        }
    }
    time = $1; gap = $3 - $2 - 0.00952; apart = $5 - $4
}
END {
    if (!(gap > 0 && apart > 0)) {
        print "pair.awk: the balls have not parted" >"/dev/stderr"
        exit 1
    }
    printf "%.17g %.17g %.17g %.17g\n", depth, force, time - gap / apart, apart
}
