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

/// --- animation.c: frames of the report's animation, at most some thousand
struct journal_frames {
    struct table table;  // time, centre and angle
    json_t *collisions;  // those on the path that is shown
    long all;            // collisions of the run
    long steps;          // within the contact that goes on
    double time, spin, angle;
};
bool journal_frames_start(struct journal_frames *frames, double spin);
void journal_frames_end(struct journal_frames *frames);

/// A row of the path, and the end of a collision. False: no memory.
bool journal_frames_step(struct journal_frames *frames, const struct journal_config *config,
                         double time, double x, double y);
bool journal_frames_part(struct journal_frames *frames, const struct journal_config *config,
                         const dp_collision *collision);

/// NULL when nothing moves. False: no memory.
bool journal_animate(const struct journal_config *config, const struct journal_frames *frames,
                     char **page);

void journal_build(struct reader *reader, void *config);
void journal_define(const void *config, dp_definition *out);
void journal_run(struct reader *reader, const void *config, int rows, struct outcome *outcome);

#endif
