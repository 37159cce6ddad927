#ifndef DP_CHAIN_ADAPTIVE_H
#define DP_CHAIN_ADAPTIVE_H

#include "chain/chain.h"
#include "dashpot/system.h"

// Adaptive steps: the chain behind the wall of dp_system.
//
// Unknowns are how far neighbours have approached, not where they are: an error must be small
// beside an indentation, and positions grow without bound. A contact stands on a stretch of its law
// that is smooth, between two indentations, and is asked there only; a trial step that goes beyond
// sees the law held at its edge. What ends a stretch is an event, located and landed on, and only
// there are modes and history written.
//
// An event is armed once the contact is clear of it by more than the noise of the solution, so that
// rounding does not repeat it and contacts at rest cost nothing; until then it lies further away by
// that much.

enum { SPOT_APART, SPOT_PUSHES, SPOT_SLACK, SPOT_RELEASED };

/// Event functions of a contact; bits of chain_spot.armed.
enum { AT_HIGH, AT_LOW, AT_TURN, AT_ZERO_FORCE, AT_SPEED, AT_PEAK, SPOT_EVENTS };

/// Event functions of a probe: its force, and its velocity or indentation, are largest.
enum { PROBE_EVENTS = 2 };

struct adaptive {
    dp_chain *chain;
    const dp_chain_solve_def *def;
    dp_error *err;
    size_t lo, hi;  // contacts lo..hi-1 are there

    // places in y: approach of contacts from 0 on, then the others
    int velocity, position, travel, impulse, work, viscous, time, count;

    // what counts as nothing, and how much less of it counts as a zero of an event function
    double noise_delta, noise_speed, noise_force, noise_slope, zero;

    double *x, *rate, *force, *spring, *a;  // scratch of an evaluation
    double last_time;                       // where the step began
    double next_time;                       // to land on
    double row_time, look_time;

    // velocities that come in at the ends from wave_time to the next corner, and on as if there
    // were none, so that a trial step sees no bend
    double wave_time, wave[2], wave_slope[2];
    int is_over;     // a contact went where its law does not hold
    int is_stopped;  // the caller ended the call between events
};

/// Have so many steps and events passed without bringing time on that none will? Many contacts may
/// have an event each at the same time.
static inline int dp_adaptive_is_stuck(const struct adaptive *m) {
    return m->chain->stalled > 1000 + 10 * (long)(m->hi - m->lo);
}

// --- motion.c: the state of a chain in y ---

/// A contact in a state y, on the stretch where it stands.
struct spot_view {
    double delta, rate, x;
    double asked;  // [N] what the law says
    double force;  // [N] what acts
    double stiffness, damping, stored;
};

double dp_adaptive_delta(const struct adaptive *m, const double *y, size_t c);
double dp_adaptive_rate(const struct adaptive *m, const double *y, size_t c);
struct spot_view dp_adaptive_spot(const struct adaptive *m, const double *y, size_t c);

/// Velocity and acceleration of an index, ends included (a bar's end: velocity only).
double dp_adaptive_velocity(const struct adaptive *m, const double *y, size_t index);
double dp_adaptive_acceleration(const struct adaptive *m, const double *y, size_t index);

/// Displacement of an index that is no end.
double dp_adaptive_place(const struct adaptive *m, const double *y, size_t index);

/// d(force)/dt of a contact.
double dp_adaptive_force_rate(const struct adaptive *m, const double *y, size_t c);

/// Energy that the damper of a contact has taken since its force is held at zero: what the spring
/// held then less what it holds now, since nothing goes to the bodies.
double dp_adaptive_slack(const struct adaptive *m, const double *y, size_t c);

/// All forces: m->force, and sums.
void dp_adaptive_evaluate(const struct adaptive *m, const double *y, struct chain_forces *out);

dp_status dp_adaptive_rates(const void *model, const double *y, double *dy);

/// Take up the velocity histories of the ends from time t on.
void dp_adaptive_aim(struct adaptive *m, double t);

/// y from the chain, and back.
void dp_adaptive_load(const struct adaptive *m, double *y);
void dp_adaptive_store(struct adaptive *m, const double *y);

// --- spots.c: modes and history of contacts ---

/// Event function `index` has a zero at y, and others may have one too. 0: a law does not hold
/// beyond. A touch shortens the next step.
int dp_adaptive_events(struct adaptive *m, const double *y, int index);

/// Bring up to date what events did not: contacts that passed their edges unseen, or at the same
/// moment as another.
void dp_adaptive_sync(struct adaptive *m, const double *y);

/// The state of every contact at the start.
void dp_adaptive_begin(struct adaptive *m, const double *y);

/// Arm the events that y is clear of.
void dp_adaptive_arm(struct adaptive *m, const double *y);

/// Raise maxima and peaks of probes.
void dp_adaptive_note(struct adaptive *m, const double *y);

/// One row of every probe.
void dp_adaptive_record(struct adaptive *m, const double *y);

double dp_adaptive_function(const void *model, const double *y, int index);

#endif
