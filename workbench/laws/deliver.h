#ifndef WORKBENCH_LAWS_DELIVER_H
#define WORKBENCH_LAWS_DELIVER_H

#include <stdbool.h>

#include "dashpot/dashpot.h"

// The restitution a law delivers in one free impact of a virgin contact, in closed form where there
// is one, else by integration; and how it follows what is asked for.

typedef struct cli_delivery {
    double restitution;
    bool is_closed_form;
} cli_delivery;

/// Delivered restitution at mass def->pair.mass and speed def->approach, both of which must be
/// given.
dp_status cli_deliver(const dp_contact_def *def, cli_delivery *out, dp_error *err);

/// Word for the way a restitution was found: "closed-form" or "integrated".
const char *cli_path(const cli_delivery *delivery);

enum { CLI_REQUESTED_COUNT = 12, CLI_SPEED_COUNT = 13, CLI_CURVE_MAX = 13 };

/// The requested restitutions of every table, 0.05 to 0.99.
double cli_requested_at(int index);

typedef struct cli_curve_point {
    double at;  ///< requested restitution, or approach speed [m/s]
    cli_delivery delivered;
    dp_error err;  ///< why there is none, if err.status is not DP_OK
} cli_curve_point;

typedef struct cli_curve {
    bool over_speed;  ///< a law without `restitution` is asked at several speeds instead
    int count;
    cli_curve_point point[CLI_CURVE_MAX];
} cli_curve;

/// Delivered restitution over the requested ones, or over 0.01 to 100 times the approach speed.
void cli_curve_make(const dp_contact_def *def, cli_curve *curve);

/// First error if no point of the curve was delivered, else NULL.
const dp_error *cli_curve_failure(const cli_curve *curve);

#endif
