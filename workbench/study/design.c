// See design.h.

#include "study/design.h"

#include <math.h>
#include <stdbool.h>

// --- random numbers without a state --------------------------------------------------------------

// The finaliser of SplitMix64, a bijection (Steele, Lea and Flood, OOPSLA 2014; constants of
// Stafford's variant 13).
static uint64_t mix(uint64_t x) {
    x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
    return x ^ (x >> 31);
}

uint64_t design_draw(uint64_t seed, uint64_t stream, uint64_t counter) {
    const uint64_t odd = UINT64_C(0x9e3779b97f4a7c15);  // 2^64 over the golden ratio
    uint64_t key = mix(mix(seed + odd) + stream * odd);
    return mix(key + (counter + 1) * odd);
}

// What random numbers are for; each has its streams.
enum purpose { SHUFFLE, JITTER, SCRAMBLE, START, RISE, TURN };

static uint64_t stream_of(enum purpose purpose, int axis, int part) {
    return (uint64_t)purpose << 32 | (uint64_t)axis << 8 | (uint64_t)part;
}

// --- Latin hypercubes ----------------------------------------------------------------------------

// A Feistel network permutes the numbers of 2 h bits, whatever its round function is; what falls
// outside of 0..count-1 is sent through again until it falls inside, which makes a bijection of
// that range (cycle walking: Black and Rogaway, CT-RSA 2002). Less than four passes on average.
long design_shuffle(uint64_t seed, int axis, long count, long i) {
    enum { ROUNDS = 8 };
    int half = 1;
    while ((UINT64_C(1) << (2 * half)) < (uint64_t)count)
        half++;
    const uint64_t mask = (UINT64_C(1) << half) - 1;
    uint64_t x = (uint64_t)i;
    do {
        uint64_t left = x >> half, right = x & mask;
        for (int round = 0; round < ROUNDS; round++) {
            uint64_t drawn = design_draw(seed, stream_of(SHUFFLE, axis, round), right);
            uint64_t next = left ^ (drawn >> (64 - half));
            left = right;
            right = next;
        }
        x = left << half | right;
    } while (x >= (uint64_t)count);
    return (long)x;
}

// The stratum and a place in it. Both together have at most 24 + 28 bits, so that the sum is exact.
static double latin_share(const struct design *design, int axis, long point) {
    enum { BITS = 28 };
    long stratum = design_shuffle(design->seed, axis, design->count, point);
    uint64_t drawn = design_draw(design->seed, stream_of(JITTER, axis, 0), (uint64_t)point);
    double place = ((double)(drawn >> (64 - BITS)) + 0.5) / (double)(1L << BITS);
    return ((double)stratum + place) / (double)design->count;
}

// --- points of Sobol' ----------------------------------------------------------------------------

// Nested uniform scrambling (A. B. Owen, 1995): each binary digit is flipped or not, at random, by
// a draw that depends on all digits before it. Nets stay nets, and every point alone is uniform.
static uint64_t scramble(uint64_t seed, int axis, uint64_t x) {
    uint64_t scrambled = 0;
    for (int k = 0; k < SOBOL_BITS; k++) {
        // the digits before, with a 1 in front that tells how many they are
        uint64_t before = UINT64_C(1) << k | x >> (SOBOL_BITS - k);
        uint64_t digit = (x >> (SOBOL_BITS - 1 - k)) & 1;
        uint64_t flip = design_draw(seed, stream_of(SCRAMBLE, axis, 0), before) >> 63;
        scrambled = scrambled << 1 | (digit ^ flip);
    }
    return scrambled;
}

static double sobol_share(const struct design *design, int axis, long point) {
    uint64_t x = sobol_point(axis, (uint64_t)point);
    if (design->seed != 0) x = scramble(design->seed, axis, x);
    return (double)x / (double)(UINT64_C(1) << SOBOL_BITS);
}

// Base points lie in twice as many dimensions: A has the first half of them, B the second.
static double saltelli_share(const struct design *design, int axis, long point) {
    long group = design_group(design);
    int run = (int)(point % group);
    bool is_b = run == 1 || run == 2 + axis;
    return sobol_share(design, is_b ? design->axes + axis : axis, point / group);
}

// --- trajectories --------------------------------------------------------------------------------

double design_step(const struct design *design) {
    return (double)design->levels / (2.0 * (double)(design->levels - 1));
}

// Axes change in the order of numbers drawn for them.
int design_turn(const struct design *design, int axis, long trajectory, int *rises) {
    uint64_t counter = (uint64_t)trajectory;
    uint64_t own = design_draw(design->seed, stream_of(TURN, axis, 0), counter);
    int turn = 1;
    for (int i = 0; i < design->axes; i++) {
        uint64_t other = design_draw(design->seed, stream_of(TURN, i, 0), counter);
        turn += other < own || (other == own && i < axis);
    }
    *rises = (int)(design_draw(design->seed, stream_of(RISE, axis, 0), counter) >> 63);
    return turn;
}

// M. D. Morris, Technometrics 33 (1991) 161: a coordinate goes from one of the lower half of the
// levels to the level half of them above it, or back.
static double morris_share(const struct design *design, int axis, long point) {
    long group = design_group(design), trajectory = point / group, half = design->levels / 2;
    int rises, turn = design_turn(design, axis, trajectory, &rises);
    uint64_t drawn =
        design_draw(design->seed, stream_of(START, axis, 0), (uint64_t)trajectory) >> 32;
    long level = (long)((drawn * (uint64_t)half) >> 32);
    bool is_changed = point % group >= turn;
    if (is_changed == (rises != 0)) level += half;
    return (double)level / (double)(design->levels - 1);
}

// --- all of them ---------------------------------------------------------------------------------

long design_group(const struct design *design) {
    if (design->kind == DESIGN_SALTELLI) return design->axes + 2;
    return design->kind == DESIGN_MORRIS ? design->axes + 1 : 1;
}

long design_points(const struct design *design) {
    return design->count * design_group(design);
}

double design_share(const struct design *design, int axis, long point) {
    switch (design->kind) {
    case DESIGN_LATIN:
        return latin_share(design, axis, point);
    case DESIGN_SOBOL:
        return sobol_share(design, axis, point);
    case DESIGN_SALTELLI:
        return saltelli_share(design, axis, point);
    case DESIGN_MORRIS:
        return morris_share(design, axis, point);
    default:
        return NAN;
    }
}
