#ifndef WORKBENCH_STUDY_DESIGN_H
#define WORKBENCH_STUDY_DESIGN_H

#include <stdint.h>

// Where the points of a sampled design lie in the unit cube. Nothing is kept per point: each
// coordinate is a function of the seed, its axis and the number of its point. Only whole numbers,
// exact divisions by powers of two and one rounded division are used, so that the bits are the same
// on every machine.

enum design_kind {
    DESIGN_GRID,
    DESIGN_LIST,
    DESIGN_LATIN,     ///< a Latin hypercube
    DESIGN_SOBOL,     ///< points of Sobol'
    DESIGN_SALTELLI,  ///< of N base points: A, B, and A with one coordinate after another from B
    DESIGN_MORRIS,    ///< trajectories that change one coordinate after another
};

struct design {
    enum design_kind kind;
    int axes;
    long count;     ///< points of a sample, base points, or trajectories
    uint64_t seed;  ///< 0 leaves points of Sobol' as they are
    long levels;    ///< of trajectories; even
};

/// Points that belong together: all runs of a base point or of a trajectory; 1 where none do.
long design_group(const struct design *design);

/// All of them.
long design_points(const struct design *design);

/// Coordinate of a point, in 0..1; 1 itself only in trajectories.
double design_share(const struct design *design, int axis, long point);

/// Coordinates from 0 to 1 that a step of a trajectory spans, and where it has changed axes: after
/// how many steps, from 1, the axis has its other value. `rises`: that value is the larger one.
double design_step(const struct design *design);
int design_turn(const struct design *design, int axis, long trajectory, int *rises);

/// A bijection of 0..count-1 that depends on seed and axis.
long design_shuffle(uint64_t seed, int axis, long count, long i);

enum { SOBOL_AXES_MAX = 32, SOBOL_BITS = 53 };

/// Point `i` of the sequence of Sobol' as a whole number over 2^SOBOL_BITS, in plain (not Gray)
/// order. i < 2^32.
uint64_t sobol_point(int axis, uint64_t i);

/// A random number of 64 bits from where it is drawn; streams are independent of each other.
uint64_t design_draw(uint64_t seed, uint64_t stream, uint64_t counter);

#endif
