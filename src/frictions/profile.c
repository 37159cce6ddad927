// Profiles of partial slip: see profile.h.

#include "frictions/profile.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

// Gauss-Legendre on 0..1. Against dk a cubic in y = k^2 has degree 6, its square degree 12: four
// and seven nodes are exact.
static const double node_4[] = {0.06943184420297371, 0.33000947820757187, 0.66999052179242813,
                                0.93056815579702629};
static const double weight_4[] = {0.17392742256872693, 0.32607257743127307, 0.32607257743127307,
                                  0.17392742256872693};
static const double node_7[] = {0.025446043828620738, 0.12923440720030278, 0.29707742431130142, 0.5,
                                0.70292257568869858,  0.87076559279969722, 0.97455395617137926};
static const double weight_7[] = {0.064742483084434847, 0.13985269574463834, 0.19091502525255947,
                                  0.20897959183673469,  0.19091502525255947, 0.13985269574463834,
                                  0.064742483084434847};

struct cubic {
    double y0, y1, u0, u1, left, right;
};

static double value(const struct cubic *c, double y, double *slope) {
    double h = c->y1 - c->y0;
    if (!(h > 0.0)) {
        if (slope != NULL) *slope = c->right;
        return c->u1;
    }
    double t = (y - c->y0) / h, chord = (c->u1 - c->u0) / h;
    double bend = c->left - chord, twist = c->left + c->right - 2.0 * chord;
    // chord plus what vanishes at both ends, so that straight pieces are exact
    if (slope != NULL) *slope = chord + bend * (1.0 - 2.0 * t) - twist * t * (2.0 - 3.0 * t);
    double lean = t < 0.5 ? c->u0 + t * (c->u1 - c->u0) : c->u1 - (1.0 - t) * (c->u1 - c->u0);
    return lean + h * t * (1.0 - t) * (bend - twist * t);
}

static struct cubic piece_of(const struct dp_profile *p, int i) {
    return (struct cubic){p->y[i], p->y[i + 1], p->u[i], p->u[i + 1], p->left[i], p->right[i]};
}

static double area_of(const struct cubic *c, double shift, double y0, double y1) {
    double k0 = sqrt(y0), width = sqrt(y1) - k0, sum = 0.0;
    for (int i = 0; i < 4; i++) {
        double k = k0 + node_4[i] * width;
        sum += weight_4[i] * (value(c, k * k, NULL) + shift);
    }
    return sum * width;
}

double dp_profile_square(const struct dp_profile *p) {
    double total = 0.0;
    for (int j = 0; j < p->count; j++) {
        const struct cubic c = piece_of(p, j);
        double k0 = sqrt(c.y0), width = sqrt(c.y1) - k0, sum = 0.0;
        for (int i = 0; i < 7; i++) {
            double k = k0 + node_7[i] * width, u = value(&c, k * k, NULL);
            sum += weight_7[i] * u * u;
        }
        total += sum * width;
    }
    return total;
}

double dp_profile_value(const struct dp_profile *p, double y) {
    int i = 0;
    while (i + 1 < p->count && y > p->y[i + 1])
        i++;
    if (p->count == 0) return 0.0;
    const struct cubic c = piece_of(p, i);
    return value(&c, y, NULL);
}

void dp_cone_integrals(const struct dp_cone *cone, double y0, double y1, double *first,
                       double *second) {
    double k0 = sqrt(y0), width = sqrt(y1) - k0;
    *first = *second = 0.0;
    for (int i = 0; i < 4; i++) {
        double k = k0 + node_4[i] * width, b = cone->rim - k * k;
        *first += weight_4[i] * b;
        *second += weight_4[i] * b * b;
    }
    *first *= width;
    *second *= width;
}

// --- walking through a state ---

static double rim_of(const struct dp_profile *p) {
    return p->count > 0 ? p->y[p->count] : 0.0;
}

struct dp_walk dp_walk_begin(const struct dp_profile *profile, const struct dp_cone *cone) {
    struct dp_walk w = {.profile = profile, .cone = cone};
    double from = rim_of(profile), grown = cone->rim - from;
    if (grown > 0.0) {
        double chord = -cone->slide / grown;
        bool is_bent = !isnan(cone->exit) && !isnan(cone->entry);
        w.entered[0] = cone->slide;
        w.entered[2] = is_bent ? cone->exit : chord;
        w.entered[3] = is_bent ? cone->entry : chord;
    }
    return w;
}

static struct cubic cubic_of(const struct dp_walk *w, int piece) {
    const struct dp_profile *p = w->profile;
    if (piece < p->count) return piece_of(p, piece);
    return (struct cubic){rim_of(p),     w->cone->rim,  w->entered[0],
                          w->entered[1], w->entered[2], w->entered[3]};
}

double dp_walk_value(const struct dp_walk *w, int piece, double y, double *slope) {
    const struct cubic c = cubic_of(w, piece);
    double shift = piece < w->profile->count ? w->cone->slide : 0.0;
    return value(&c, y, slope) + shift;
}

// The place between a and b where the excess over the bound on the side `sign` vanishes, which it
// has at one of the two ends only. Newton steps that stay between places of either sign.
static double crossing(const struct dp_walk *w, const struct cubic *c, double shift, int sign,
                       double a, double b) {
    enum { TRIES = 60 };
    const double lambda = w->cone->lambda, rim = w->cone->rim;
    double fa = sign * (value(c, a, NULL) + shift) - lambda * (rim - a);
    double fb = sign * (value(c, b, NULL) + shift) - lambda * (rim - b);
    // an end that lies on the bound may be beyond it by rounding
    if ((fa > 0.0) == (fb > 0.0)) return fa < fb ? a : b;
    double y = fb == 0.0 ? b : (a * fb - b * fa) / (fb - fa);
    for (int i = 0; i < TRIES; i++) {
        double slope, u = value(c, y, &slope);
        double f = sign * (u + shift) - lambda * (rim - y);
        if ((f > 0.0) == (fa > 0.0))
            a = y;
        else
            b = y;
        double next = y - f / (sign * slope + lambda);
        if (!(next > a && next < b)) next = f == 0.0 ? y : 0.5 * (a + b);
        if (fabs(next - y) <= 2e-16 * y) break;
        y = next;
    }
    return y;
}

static int side(const struct dp_walk *w, double u, double y) {
    double b = w->cone->lambda * (w->cone->rim - y);
    // what lies on the bound and was put there in an earlier state lies on it to rounding only
    double least = 1e-14 * w->cone->lambda * w->cone->rim;
    return u > b + least ? 1 : u < -b - least ? -1 : 0;
}

static void add_part(struct dp_walk *w, int piece, int slip, double y0, double y1) {
    if (y1 > y0) w->parts[w->part_count++] = (struct dp_segment){piece, slip, y0, y1};
}

static void split(struct dp_walk *w, int piece) {
    const struct cubic c = cubic_of(w, piece);
    double shift = piece < w->profile->count ? w->cone->slide : 0.0;
    double end = c.y1 < w->cone->rim ? c.y1 : w->cone->rim;
    w->part = w->part_count = 0;
    if (!(end > c.y0)) return;
    int s0 = side(w, c.u0 + shift, c.y0);
    int s1 = side(w, value(&c, end, NULL) + shift, end);
    // a bent piece that has just entered and would slip in its middle: it has left the bound there
    if (s0 == s1) {
        add_part(w, piece, s0, c.y0, end);
        return;
    }
    double from = c.y0;
    if (s0 != 0) {
        from = crossing(w, &c, shift, s0, c.y0, end);
        add_part(w, piece, s0, c.y0, from);
    }
    double to = s1 != 0 ? crossing(w, &c, shift, s1, from, end) : end;
    add_part(w, piece, 0, from, to);
    if (s1 != 0) add_part(w, piece, s1, to, end);
}

void dp_walk_skip(struct dp_walk *w, double *width, double *area) {
    const struct dp_profile *p = w->profile;
    const double slide = w->cone->slide, rim = w->cone->rim;
    int i = w->piece;
    if (w->part < w->part_count || i >= p->count) return;
    if (side(w, p->u[i] + slide, p->y[i]) != 0) return;
    double from = p->k[i], sum = 0.0;
    while (i < p->count && p->y[i + 1] <= rim && side(w, p->u[i + 1] + slide, p->y[i + 1]) == 0)
        sum += p->area[i++];
    *width += p->k[i] - from;
    *area += sum + slide * (p->k[i] - from);
    w->piece = i;
}

bool dp_walk_next(struct dp_walk *w, struct dp_segment *segment) {
    while (w->part >= w->part_count) {
        int last = w->cone->rim > rim_of(w->profile) ? w->profile->count : w->profile->count - 1;
        if (w->piece > last) return false;
        split(w, w->piece++);
    }
    *segment = w->parts[w->part++];
    return true;
}

double dp_walk_area(const struct dp_walk *w, const struct dp_segment *s) {
    if (s->slip != 0) {
        double first, second;
        dp_cone_integrals(w->cone, s->y0, s->y1, &first, &second);
        return s->slip * w->cone->lambda * first;
    }
    const struct dp_profile *p = w->profile;
    bool is_kept = s->piece < p->count;
    double shift = is_kept ? w->cone->slide : 0.0;
    if (is_kept && s->y0 == p->y[s->piece] && s->y1 == p->y[s->piece + 1])
        return p->area[s->piece] + shift * (sqrt(s->y1) - sqrt(s->y0));
    const struct cubic c = cubic_of(w, s->piece);
    double area = area_of(&c, shift, s->y0, s->y1);
    if (!is_kept) return area;
    // a part of a piece has its share of what the area of the piece is known better by
    double better = p->area[s->piece] - area_of(&c, 0.0, c.y0, c.y1);
    double whole = p->k[s->piece + 1] - p->k[s->piece];
    return area + better * ((sqrt(s->y1) - sqrt(s->y0)) / whole);
}

// --- keeping a state ---

void dp_profile_flat(struct dp_profile *p, double rim) {
    p->count = rim > 0.0 ? 1 : 0;
    p->y[0] = p->u[0] = p->u[1] = p->left[0] = p->right[0] = p->area[0] = 0.0;
    p->y[1] = rim;
    p->k[0] = 0.0;
    p->k[1] = sqrt(rim);
    p->slip[0] = 0;
}

static void close_piece(struct dp_profile *p, int i) {
    const struct cubic c = piece_of(p, i);
    p->k[i] = sqrt(c.y0);
    p->k[i + 1] = sqrt(c.y1);
    p->area[i] = area_of(&c, 0.0, c.y0, c.y1);
}

static void append(struct dp_profile *p, const struct cubic *c, double area) {
    if (p->count == DP_PROFILE_MAX) dp_profile_thin(p, DP_PROFILE_MAX - 16);
    int i = p->count++;
    if (i == 0) {
        p->y[0] = c->y0;
        p->u[0] = c->u0;
    }
    p->y[i + 1] = c->y1;
    p->u[i + 1] = c->u1;
    p->left[i] = c->left;
    p->right[i] = c->right;
    p->k[i] = sqrt(c->y0);
    p->k[i + 1] = sqrt(c->y1);
    p->area[i] = area;
}

void dp_profile_copy(const struct dp_profile *from, struct dp_profile *to) {
    const size_t pieces = (size_t)from->count, vertices = pieces + 1;
    to->count = from->count;
    memcpy(to->y, from->y, vertices * sizeof *to->y);
    memcpy(to->u, from->u, vertices * sizeof *to->u);
    memcpy(to->k, from->k, vertices * sizeof *to->k);
    memcpy(to->left, from->left, pieces * sizeof *to->left);
    memcpy(to->right, from->right, pieces * sizeof *to->right);
    memcpy(to->area, from->area, pieces * sizeof *to->area);
    memcpy(to->slip, from->slip, pieces * sizeof *to->slip);
}

int dp_profile_keep(const struct dp_profile *profile, const struct dp_cone *cone,
                    struct dp_profile *next) {
    struct dp_walk walk = dp_walk_begin(profile, cone);
    struct dp_segment s;
    int last = 0;
    next->count = 0;
    while (dp_walk_next(&walk, &s)) {
        struct cubic c = {.y0 = s.y0, .y1 = s.y1};
        if (s.slip != 0) {
            c.left = c.right = -s.slip * cone->lambda;
            c.u0 = s.slip * cone->lambda * (cone->rim - s.y0);
            c.u1 = s.slip * cone->lambda * (cone->rim - s.y1);
        } else {
            c.u0 = dp_walk_value(&walk, s.piece, s.y0, &c.left);
            c.u1 = dp_walk_value(&walk, s.piece, s.y1, &c.right);
        }
        double area = dp_walk_area(&walk, &s);
        if (s.slip != 0 && s.slip == last) {
            int i = next->count - 1;
            next->y[i + 1] = c.y1;
            next->u[i + 1] = c.u1;
            next->k[i + 1] = sqrt(c.y1);
            next->area[i] += area;
        } else {
            append(next, &c, area);
            next->slip[next->count - 1] = (signed char)s.slip;
        }
        last = s.slip;
    }
    return last;
}

// Pieces i and i + 1 as one. Where both are straight they are chords of a curve, whose slopes at
// the ends follow from the two of them.
static struct cubic joined(const struct dp_profile *p, int i) {
    const struct cubic a = piece_of(p, i), b = piece_of(p, i + 1);
    struct cubic c = {a.y0, b.y1, a.u0, b.u1, a.left, b.right};
    bool is_straight = a.left == a.right && b.left == b.right;
    double bend = (b.left - a.right) / (b.y1 - a.y0);
    if (is_straight) {
        c.left = a.left - bend * (a.y1 - a.y0);
        c.right = b.right + bend * (b.y1 - b.y0);
    }
    return c;
}

void dp_profile_thin(struct dp_profile *p, int most) {
    while (p->count > most) {
        int best = 0;
        double least = INFINITY;
        for (int i = 0; i + 1 < p->count; i++) {
            const struct cubic c = joined(p, i);
            double change = fabs(area_of(&c, 0.0, c.y0, c.y1) - p->area[i] - p->area[i + 1]);
            if (change < least) {
                least = change;
                best = i;
            }
        }
        const struct cubic c = joined(p, best);
        p->left[best] = c.left;
        p->right[best] = c.right;
        if (p->slip[best + 1] != p->slip[best]) p->slip[best] = 0;
        for (int i = best + 1; i + 1 < p->count; i++) {
            p->left[i] = p->left[i + 1];
            p->right[i] = p->right[i + 1];
            p->area[i] = p->area[i + 1];
            p->slip[i] = p->slip[i + 1];
        }
        for (int i = best + 1; i < p->count; i++) {
            p->y[i] = p->y[i + 1];
            p->u[i] = p->u[i + 1];
            p->k[i] = p->k[i + 1];
        }
        p->count--;
        close_piece(p, best);
    }
}

void dp_profile_areas(struct dp_profile *p) {
    for (int i = 0; i < p->count; i++)
        close_piece(p, i);
}

// --- what slip takes on the straight way from one state to the next ---

// A place with the bending u and the bound b0 that the surfaces slide past by `slide` while the
// bound goes to b1: it sticks until the bound is met, and is taken along by it from then on.
static double loss_at(double u, double b0, double b1, double slide) {
    int sign = u + slide > 0.0 ? 1 : -1;
    if (b0 < fabs(u)) b0 = fabs(u);
    double gap = b0 - sign * u, way = sign * slide - (b1 - b0);
    if (!(way > gap)) return 0.0;
    double met = b0 + gap / way * (b1 - b0);
    return 0.5 * (met + b1) * (way - gap);
}

static double loss_of_piece(const struct cubic *c, double y0, double y1, double old_lambda,
                            double old_rim, const struct dp_cone *cone) {
    double k0 = sqrt(y0), width = sqrt(y1) - k0, sum = 0.0;
    double grown = cone->rim - old_rim;
    for (int i = 0; i < 7; i++) {
        double k = k0 + node_7[i] * width, y = k * k, u = 0.0, slide = cone->slide;
        double b0 = old_lambda * (old_rim - y), b1 = cone->lambda * (cone->rim - y);
        if (y > old_rim) {  // entered on the way
            b0 = 0.0;
            slide *= (cone->rim - y) / grown;
        } else {
            u = value(c, y, NULL);
        }
        if (y > cone->rim) {  // left on the way
            b1 = 0.0;
            slide *= (y - old_rim) / grown;
        }
        sum += weight_7[i] * loss_at(u, b0, b1, slide);
    }
    return sum * width;
}

double dp_profile_loss(const struct dp_profile *p, double lambda, const struct dp_cone *cone) {
    struct dp_walk walk = dp_walk_begin(p, cone);
    struct dp_segment s;
    double old_rim = rim_of(p), sum = 0.0;
    while (dp_walk_next(&walk, &s)) {
        const struct cubic c = cubic_of(&walk, s.piece);
        if (s.slip != 0) sum += loss_of_piece(&c, s.y0, s.y1, lambda, old_rim, cone);
    }
    for (int i = p->count - 1; i >= 0 && p->y[i + 1] > cone->rim; i--) {
        const struct cubic c = piece_of(p, i);
        double y0 = c.y0 > cone->rim ? c.y0 : cone->rim;
        sum += loss_of_piece(&c, y0, c.y1, lambda, old_rim, cone);
    }
    return sum;
}
