#ifndef DP_MECHANISM_FOLLOW_H
#define DP_MECHANISM_FOLLOW_H

#include "mechanism/motion.h"

// A linkage on its way along the drive: positions that meet an aim. closing.c finds them, follow.c
// goes from one to the next.

enum aim {
    AIM_CLOSED,    // every joint closed
    AIM_FEASIBLE,  // ideal joints closed, no surface of a loose one pressed into another
    AIM_LEAST,     // ideal joints closed, the loose ones open as little as possible
};

struct follow {
    const dp_mechanism *m;
    struct workspace work;
    int n, rows, all;  // all: rows, and one for every pair
    enum aim aim;
    double *q, *before, *try_q, *expected, *best, *start, *rate, *scale, *step;  // per unknown
    double *is_angle;                                                            // 1: yes
    double *gap, *counts, *base;  // per row and pair: what is open, 1 or 0: whether it counts
    double *jacobian, *matrix;
    double time, time_before;  // of q, and of `before`; NaN: there is none
    long steps_most;
    double volume;  // of the Jacobian at q
    int is_split;   // it passed a place where the way on is not the only one
};

/// Gaps at q into `out`, as their aim counts them; `as_rates`: their rates for these rates of the
/// unknowns.
void dp_follow_measure(struct follow *f, double t, const double *q, const double *rate,
                       int as_rates, double *out);

/// Their derivatives into f->jacobian, in metres per metre.
void dp_follow_differentiate(struct follow *f, double t, const double *q);

/// How far f->jacobian is from a dead point: 0 there, 1 at the most.
double dp_follow_volume(struct follow *f);

/// From q to a position that meets the aim; what is left open there, as a part of the size.
double dp_follow_reach(struct follow *f, enum aim aim, double t, double *q);

#endif
