#ifndef WORKBENCH_KINDS_JOURNAL_JOURNAL_H
#define WORKBENCH_KINDS_JOURNAL_JOURNAL_H

#include "scenario/body.h"
#include "scenario/contact.h"
#include "scenario/kind.h"

// A journal scenario, read and prepared.

struct journal_start {
    const struct node *node;
    double speed_ratio;              // of the critical speed; NaN: not given
    double speed, angle, spin;       // [m/s] NaN: not given, [rad], [rad/s]
    struct list position, velocity;  // two doubles each, or empty
};

enum { JOURNAL_FRESH, JOURNAL_KEPT };

struct journal_block {
    const struct node *node;
    double bearing_radius;
    double clearance, journal_radius;  // [m] one of them is given, the other NaN
    double mass, inertia;
    const struct material *material, *bearing_material;
    struct journal_start start;
    struct contact_block contact;
    struct friction_block friction;
    long collisions, sectors;
    int memory;  // JOURNAL_FRESH or JOURNAL_KEPT
    int solver;  // as dp_journal_solver counts
};

struct journal_run {
    const struct node *node;
    double rtol, normal_floor;
};

struct journal_config {
    struct journal_block journal;
    struct journal_run run;
    struct output_block output;
    // derived
    double clearance;        // [m]
    double x, y, vx, vy;     // at the start
    double friction;         // Coulomb coefficient
    bool gives;              // friction is `grip`, a law with compliance
    bool has_guessed_ratio;  // whose stiffness ratio no material tells
    dp_friction grip;
    double tangential;         // [m/s] at the first touch; the normal part is the meeting's speed
    struct body_pair meeting;  // with the bearing, at the first touch
    struct prepared_contact touch;
    double critical_speed;  // [m/s] NaN: the law has none
    dp_contact yielding;    // the contact with plastic flow, if there is a critical speed
};

/// State after the last collision, as the series has it.
struct journal_after {
    long collision;
    double normal, tangential, spin, angle, travel;
    double viscous, plastic, friction;
};

/// A row of the series.
struct journal_row {
    struct journal_after after;
    double time, x, y, vx, vy, indentation, translation, rotation;
};

/// The summary.
struct journal_summary {
    double critical_speed, damped_critical_speed, travel, requested_restitution;
    long collisions_above_critical, sliding_ends;  // -1: null
    const char *end;
    bool event_driven_valid;
    json_t *collisions, *time_ratio, *energy, *solver;
};

void journal_build(struct reader *reader, void *config);
void journal_define(const void *config, dp_definition *out);
void journal_run(struct reader *reader, const void *config, int rows, struct outcome *outcome);

#endif
