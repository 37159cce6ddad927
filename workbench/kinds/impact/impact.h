#ifndef WORKBENCH_KINDS_IMPACT_IMPACT_H
#define WORKBENCH_KINDS_IMPACT_IMPACT_H

#include "scenario/body.h"
#include "scenario/contact.h"
#include "scenario/kind.h"

// An impact scenario, read and prepared.

struct impact_block {
    const struct node *node;
    struct list bodies;  // two body_blocks
    struct contact_block contact;
    double force;  // [N] on body 1, towards body 2
};

struct impact_run {
    const struct node *node;
    double rtol;
    double until;  // [s] NaN: no limit
    int path;      // 0 closed-form, 1 integrated, -1 either
};

struct impact_config {
    struct impact_block impact;
    struct impact_run run;
    struct output_block output;
    // derived
    struct body_pair meeting;
    struct prepared_contact touch;
    double share[2];  // part of the relative velocity that each body has; their sum is 1
};

/// A row of the series: what the library has, with both bodies.
struct impact_row {
    dp_impact_sample of;
    double velocity_1, velocity_2;
};

/// The summary: what the library has, and more.
struct impact_summary {
    dp_impact of;
    double requested_restitution, approach_speed;
    json_t *velocities_after, *energy, *solver;
};

void impact_define(const void *config, dp_definition *out);
void impact_run(struct reader *reader, const void *config, int rows, struct outcome *outcome);

#endif
