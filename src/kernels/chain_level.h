#ifndef DP_LEVEL_H
#define DP_LEVEL_H

#include "dashpot/kernel.h"

// One time level of a stretch of a chain, as the loops of a kernel see it: forces of all contacts,
// history, losses, and the leapfrog step of all bodies in one pass over memory. Contact i lies
// between bodies i and i+1. Velocities stand half a step behind the positions:
//
//     delta = u[i] - u[i+1] - gap[i],  rate = w[i] - w[i+1]
//     v' = v + kick (F[i-1] - F[i]) + pull,  w' = v' + (v' - v)/2,  u' = u + drift v'
//
// w foretells the velocity at the next level to second order, so that a law which depends on the
// rate keeps the order of the step.

/// Plain: equal masses, no gaps, and w only where the kernel uses the rate. Full: all of it.
typedef enum dp_chain_level_form { DP_LEVEL_PLAIN, DP_LEVEL_FULL } dp_chain_level_form;

/// Value of `touching` of a contact that began too slowly for its law.
#define DP_LEVEL_SLOW 0.5

/// Numbers of a chain that are wanted of every level: kept as they come, read many levels later.
/// Level t of number i is at kept[i * length + t].
typedef struct dp_chain_strip {
    const double **from;  ///< where the numbers are
    size_t count;         ///< of them
    size_t length;        ///< levels there is room for
    double *kept;         ///< of the level before the first, then level by level
    double *next;         ///< in the first row of `kept`: where the next level goes
} dp_chain_strip;

static inline void dp_chain_strip_note(dp_chain_strip *strip) {
    double *to = strip->next++;
    for (size_t i = 0; i < strip->count; i++, to += strip->length)
        *to = *strip->from[i];
}

/// A stretch of a chain and what one level does to it.
typedef struct dp_chain_level {
    long more;  ///< levels that may follow in the same call, with force[0] as it is, until
                ///< a maximum is met; every one counts it down
    dp_chain_strip *strip;            ///< notes all of these levels but the last; NULL: nobody asks
    size_t count;                     ///< bodies to move, and contacts to their right
    double *u, *v, *w;                ///< count + 1 entries; the last of each is only read
    const double *gap;                ///< [m] distance left at u = 0, per contact; full form
    const double *kick;               ///< [s/kg] step over mass, per body; full form
    double kick_all;                  ///< the same for all; plain form
    double drift;                     ///< [s] the step
    double pull;                      ///< [m/s] what gravity adds in one step
    double *history[DP_HISTORY_MAX];  ///< history, per contact
    double *loss;      ///< [J] viscous loss of each contact so far; for kernels that use the rate
    double weight;     ///< [s] time one level counts in the loss
    double *force;     ///< [N] count + 1: on entry [0] is the force on the first body from the left
    double *touching;  ///< per contact: 0 apart, else in touch; NULL: nobody asks
    double *fastest;   ///< [m/s] per contact, raised to the rate where touching is
                       ///< DP_LEVEL_SLOW; NULL: nobody asks
    double top_force;  ///< [N] raised to the largest force met
    double top_delta;  ///< [m] raised to the largest indentation met
    const void *owner;  ///< for `touch`

    /// Contact i came into touch or apart; `touching` and history must be brought up to date.
    void (*touch)(const struct dp_chain_level *sweep, size_t i, double delta, double rate);
} dp_chain_level;

#endif
