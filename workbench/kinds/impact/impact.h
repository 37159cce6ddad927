#ifndef WORKBENCH_KINDS_IMPACT_IMPACT_H
#define WORKBENCH_KINDS_IMPACT_IMPACT_H

#include "scenario/body.h"
#include "scenario/contact.h"
#include "scenario/kind.h"

// An impact scenario, read and prepared.

struct impact_block {
    const struct node *node;
    struct list bodies;  // two moving_bodies
    struct contact_block contact;
    double force;  // [N] on body 1, towards body 2
};

struct impact_run {
    const struct node *node;
    double rtol;
    double until;  // [s] NaN: no limit
    int path;      // 0 closed-form, 1 integrated, -1 either
};

/// What happens across the line of the impact. Signs and lever arms are those of the contact: the
/// surfaces slide with (vy1 + R1 spin1) - (vy2 - R2 spin2).
struct across {
    bool is_asked;               // the file speaks of it; otherwise the impact is central
    struct pair_value speed[2];  // [m/s] before
    double spin[2];              // [rad/s] before
    double lever[2];             // [m] 0 for a flat, negative for a hole
    double inertia[2];           // [kg m^2] INFINITY: does not turn
    double sliding_speed;        // [m/s] before
    double sliding_mass;         // [kg]
    double limit;                // most of the friction over the contact force; NaN: not known
};

/// Both bodies at one time.
struct motion {
    double along[2], across[2], spin[2];  // [m/s], [m/s], [rad/s]
};

struct impact_config {
    struct impact_block impact;
    struct impact_run run;
    struct output_block output;
    // derived
    struct body_pair meeting;
    struct prepared_contact touch;
    double share[2];  // part of the relative velocity that each body has; their sum is 1
    struct across across;
};

/// A row of the series: what the library has, with both bodies.
struct impact_row {
    dp_impact_sample of;
    double velocity_1, velocity_2;
    double across_1, across_2, spin_1, spin_2;
    double friction_most, friction_least;
};

/// The summary: what the library has, and more.
struct impact_summary {
    dp_impact of;
    double requested_restitution, approach_speed;
    json_t *velocities_after, *spins_after;
    double tangential_restitution, impulse_ratio, rebound_angle;
    json_t *energy, *solver;
};

/// Velocities before the impact, from `velocity` or from `speed` and `angle`; false after a
/// diagnostic.
bool impact_take_motion(struct reader *reader, struct impact_config *c);

/// Sliding speed, mass and lever arms; the contact is prepared.
void impact_prepare_across(struct impact_config *c);

/// The bodies after the tangential impulse [N s], with these velocities along x.
struct motion impact_motion(const struct impact_config *c, const double along[2], double impulse);

/// Kinetic energy of both, rotation included.
double impact_kinetic(const struct impact_config *c, const struct motion *motion);

/// Results of an oblique impact. `contact` is the impulse between the bodies [N s].
void impact_across_results(const struct impact_config *c, const dp_impact *impact,
                           const struct motion *after, double contact,
                           struct impact_summary *summary);

void impact_define(const void *config, dp_definition *out);
void impact_run(struct reader *reader, const void *config, int rows, struct outcome *outcome);

#endif
