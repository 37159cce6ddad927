# Up to three curves as one small SVG. Input: lines "# label" that begin a curve, then "x y" with x
# in um and y in kN. Curves differ by shade and by dashes, so that they can be told apart in grey.

/^#/ { curves++; label[curves] = substr($0, 3); next }
{
    n[curves]++
    x[curves, n[curves]] = $1
    y[curves, n[curves]] = $2
    if ($1 > xmax) xmax = $1
    if ($2 > ymax) ymax = $2
}

# 1, 2 or 5 times a power of ten: about five steps up to the largest value
function nice(most,   ten, f) {
    ten = 10^int(log(most)/log(10) + 100)/1e100
    f = most/5/ten
    while (f < 1) { f *= 10; ten /= 10 }
    return (f < 1.5 ? 1 : f < 3.5 ? 2 : f < 7.5 ? 5 : 10)*ten
}
function px(v) { return sprintf("%.1f", left + (right - left)*v/xtop) }
function py(v) { return sprintf("%.1f", bottom - (bottom - top)*v/ytop) }

# Points nearer than `near` pixels to the last one kept are left out, the ends never.
function path(c,   i, d, u, v, pu, pv) {
    for (i = 1; i <= n[c]; i++) {
        u = px(x[c, i]); v = py(y[c, i])
        if (i > 1 && i < n[c] && (u - pu)^2 + (v - pv)^2 < near^2) continue
        d = d (i == 1 ? "M" : " ") u "," v
        pu = u; pv = v
    }
    return d
}

END {
    width = 480; left = 58; right = 466; top = 32; bottom = 248; near = 6
    height = bottom + 48 + 20*curves
    xstep = nice(xmax); ystep = nice(ymax)
    xtop = xmax*1.03; ytop = ymax*1.04
    split("#17375e #b8552b #4c9a73", colour, " ")
    dash[2] = " stroke-dasharray=\"9 4\""; dash[3] = " stroke-dasharray=\"2 3\""

    printf "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" ", width, height
    printf "viewBox=\"0 0 %d %d\" font-family=\"Arial,sans-serif\" font-size=\"13\" ", width, height
    print "fill=\"#202020\">"
    printf "<title>%s</title>\n", title
    printf "<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n", width, height
    for (v = xstep; v <= xtop; v += xstep) grid = grid "M" px(v) "," top "V" bottom
    for (v = ystep; v <= ytop; v += ystep) grid = grid "M" left "," py(v) "H" right
    printf "<path d=\"%s\" stroke=\"#d8d8d8\" stroke-width=\".7\" fill=\"none\"/>\n", grid
    printf "<path d=\"M%d,%dV%dH%d\" stroke=\"#404040\" fill=\"none\"/>\n", left, top, bottom, right
    print "<g text-anchor=\"middle\">"
    printf "<text x=\"%d\" y=\"20\" font-size=\"14\">%s</text>\n", (left + right)/2, title
    for (v = 0; v <= xtop; v += xstep)
        printf "<text x=\"%s\" y=\"%d\">%g</text>\n", px(v), bottom + 17, v
    printf "<text x=\"%d\" y=\"%d\">indentation [µm]</text>\n", (left + right)/2, bottom + 36
    printf "<text transform=\"translate(15,%d)rotate(-90)\">force [kN]</text>\n</g>\n", \
        (top + bottom)/2
    print "<g text-anchor=\"end\">"
    for (v = 0; v <= ytop; v += ystep)
        printf "<text x=\"%d\" y=\"%.1f\">%g</text>\n", left - 7, py(v) + 4.5, v
    print "</g>\n<g fill=\"none\" stroke-width=\"2\" stroke-linejoin=\"round\">"
    for (c = 1; c <= curves; c++) {
        ly = bottom + 38 + 20*c
        printf "<path stroke=\"%s\"%s d=\"%sM130,%dH170\"/>\n", colour[c], dash[c], path(c), ly - 4
    }
    print "</g>"
    for (c = 1; c <= curves; c++)
        printf "<text x=\"180\" y=\"%d\">%s</text>\n", bottom + 38 + 20*c, label[c]
    print "</svg>"
}
