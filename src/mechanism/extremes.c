// Largest and smallest value of a smooth quantity that is seen at some instants only.

#include <math.h>

#include "mechanism/run.h"

void dp_extremes_begin(struct extremes *e) {
    *e = (struct extremes){.max = -INFINITY, .min = INFINITY, .max_time = NAN, .min_time = NAN};
}

void dp_extremes_break(struct extremes *e) {
    e->points = 0;
}

static void note(struct extremes *e, double t, double v) {
    if (v > e->max) {
        e->max = v;
        e->max_time = t;
    }
    if (v < e->min) {
        e->min = v;
        e->min_time = t;
    }
}

// The vertex of the parabola through three points when it lies between them and is no more above
// the middle one than that is above its neighbours: a step that missed the shape adds nothing.
static void note_vertex(struct extremes *e, double t, double v) {
    double a = e->v[1] - e->v[0], b = v - e->v[1];
    if (!(a * b < 0.0)) return;
    double first = a / (e->t[1] - e->t[0]), second = b / (t - e->t[1]);
    double bend = (second - first) / (t - e->t[0]);
    double at = 0.5 * (e->t[0] + e->t[1]) - 0.5 * first / bend;
    double value = e->v[0] + first * (at - e->t[0]) + bend * (at - e->t[0]) * (at - e->t[1]);
    double room = 0.5 * fmin(fabs(a), fabs(b)) + 0.05 * fmax(fabs(a), fabs(b));
    if (at > e->t[0] && at < t && fabs(value - e->v[1]) <= room) note(e, at, value);
}

void dp_extremes_add(struct extremes *e, double t, double v) {
    note(e, t, v);
    if (e->points > 0 && !(t > e->t[1])) return;
    if (e->points >= 2) note_vertex(e, t, v);
    e->t[0] = e->t[1];
    e->v[0] = e->v[1];
    e->t[1] = t;
    e->v[1] = v;
    if (e->points < 2) e->points++;
}
