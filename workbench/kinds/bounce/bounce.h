#ifndef WORKBENCH_KINDS_BOUNCE_BOUNCE_H
#define WORKBENCH_KINDS_BOUNCE_BOUNCE_H

#include "scenario/body.h"
#include "scenario/contact.h"
#include "scenario/kind.h"

// A bounce scenario, read and prepared.

struct bounce_block {
    const struct node *node;
    struct moving_body body;  // how it moves stands below
    struct body_block floor;
    double height;               // [m] of the centre at the start; NaN: not given
    double drop;                 // [m] gap under the body at the start; NaN: not given
    struct pair_value velocity;  // [m/s] downwards and across, from touch; NaN: not given
    double spin;                 // [rad/s] NaN: not given
    double gravity;              // [m/s^2]
    struct contact_block contact;
    int memory;  // BOUNCE_KEPT or BOUNCE_FRESH
};

enum { BOUNCE_KEPT, BOUNCE_FRESH };

struct bounce_run {
    const struct node *node;
    double rtol;
    double until;  // [s] NaN: until rest
};

struct bounce_config {
    struct bounce_block bounce;
    struct bounce_run run;
    struct output_block output;
    // derived
    struct body_pair meeting;
    struct prepared_contact touch;
    double radius;    // [m] of the body; 0 when it has none
    double gap;       // [m] between the surfaces at the start
    bool is_oblique;  // the file speaks of what happens along the floor
};

/// A row of the series: what the library has, and more.
struct bounce_row {
    dp_bounce_sample of;
    double way;  // [m] along the floor
};

/// The summary: what the library has, and more.
struct bounce_summary {
    dp_bounce of;
    json_t *impacts, *apexes, *rebounds;
    double requested_restitution;
    double fall;          // [m] NaN: it starts at the floor
    double across, spin;  // at the end; NaN: not asked for
    json_t *energy, *solver;
};

/// --- animation.c: frames of the report's animation, at most some thousand
struct bounce_frame {
    struct bounce_row row;
    double angle;
};
struct bounce_frames {
    struct table table;
    double every, last;  // [s] between frames at even times, of the last of these
    long rows, events;   // rows so far, frames at touches
    struct bounce_frame before;
};
bool bounce_frames_start(struct bounce_frames *frames, double until);

/// A row, which becomes a frame or not. False: no memory.
bool bounce_frames_add(struct bounce_frames *frames, const struct bounce_row *row);

/// NULL when nothing moves. False: no memory.
bool bounce_animate(const struct bounce_config *config, const struct bounce_frames *frames,
                    const json_t *impacts, char **page);

void bounce_define(const void *config, dp_definition *out);
void bounce_run(struct reader *reader, const void *config, int rows, struct outcome *outcome);

#endif
