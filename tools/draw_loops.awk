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
function px(value) { return left + (right - left)*value/xtop }
function py(value) { return bottom - (bottom - top)*value/ytop }

# Square of the distance of point i from the piece of line between points a and b.
function off(i, a, b,   du, dv, t, length2) {
    du = u[b] - u[a]; dv = v[b] - v[a]; length2 = du*du + dv*dv
    t = length2 > 0 ? ((u[i] - u[a])*du + (v[i] - v[a])*dv)/length2 : 0
    t = t < 0 ? 0 : t > 1 ? 1 : t
    return (u[i] - u[a] - t*du)^2 + (v[i] - v[a] - t*dv)^2
}

# Points after a, up to and with b: none of those left out is more than `near` pixels off the line.
# Douglas and Peucker's method: the point farthest off divides the piece.
function piece(a, b,   i, far, most, d) {
    most = near^2
    for (i = a + 1; i < b; i++) {
        d = off(i, a, b)
        if (d > most) { most = d; far = i }
    }
    return far ? piece(a, far) piece(far, b) : sprintf(" %.1f,%.1f", u[b], v[b])
}
function path(c,   i) {
    for (i = 1; i <= n[c]; i++) { u[i] = px(x[c, i]); v[i] = py(y[c, i]) }
    return sprintf("M%.1f,%.1f", u[1], v[1]) piece(1, n[c])
}

END {
    width = 480; left = 58; right = 466; top = 32; bottom = 248; near = 0.1
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
    for (at = xstep; at <= xtop; at += xstep)
        grid = grid sprintf("M%.1f,%dV%d", px(at), top, bottom)
    for (at = ystep; at <= ytop; at += ystep)
        grid = grid sprintf("M%d,%.1fH%d", left, py(at), right)
    printf "<path d=\"%s\" stroke=\"#d8d8d8\" stroke-width=\".7\" fill=\"none\"/>\n", grid
    printf "<path d=\"M%d,%dV%dH%d\" stroke=\"#404040\" fill=\"none\"/>\n", left, top, bottom, right
    print "<g text-anchor=\"middle\">"
    printf "<text x=\"%d\" y=\"20\" font-size=\"14\">%s</text>\n", (left + right)/2, title
    for (at = 0; at <= xtop; at += xstep)
        printf "<text x=\"%.1f\" y=\"%d\">%g</text>\n", px(at), bottom + 17, at
    printf "<text x=\"%d\" y=\"%d\">indentation [µm]</text>\n", (left + right)/2, bottom + 36
    printf "<text transform=\"translate(15,%d)rotate(-90)\">force [kN]</text>\n</g>\n", \
        (top + bottom)/2
    print "<g text-anchor=\"end\">"
    for (at = 0; at <= ytop; at += ystep)
        printf "<text x=\"%d\" y=\"%.1f\">%g</text>\n", left - 7, py(at) + 4.5, at
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
