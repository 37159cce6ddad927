// The numbers that place.h, push.h, links.h, values.h and tangents.h are written in. A file that
// includes those first includes this one, for one instant, or lanes.h, for several side by side:
// the same lines make both, so that a lane has the bits of an instant on its own.
//
// REAL: a double, or a vector of them. EACH: how its functions are declared. LANE: one of its
// numbers. ALL: the same number in all lanes. CHOOSE: between two REALs, lane by lane. `used`: how
// many lanes are asked for; what the others hold does not matter.

#ifndef DP_MECHANISM_INSTANT_H
#define DP_MECHANISM_INSTANT_H

#include <math.h>

#include "base/math.h"
#include "mechanism/motion.h"

#define REAL double
#define STATE link_state
#define TOUCH touch
#define POWER power
#define EACH static inline __attribute__((unused))
#define LANE(x, lane) (&(x))[lane]
#define ALL(x) (x)
#define ONES 1.0
#define CHOOSE(test, yes, no) ((test) ? (yes) : (no))
#define ARE_SEVERAL 0

EACH void turn(const REAL *angle, REAL *c, REAL *s) {
    dp_sincos(*angle, s, c);
}

EACH void root(const REAL *x, REAL *out) {
    *out = sqrt(*x);
}

#endif
