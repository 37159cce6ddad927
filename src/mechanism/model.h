#ifndef DP_MECHANISM_MODEL_H
#define DP_MECHANISM_MODEL_H

#include <stdint.h>

#include "dashpot/mechanism.h"

// What a mechanism is once it is built: a tree of links with joint coordinates, rows that close its
// loops, pairs of surfaces, drivers and force elements. All of it is const while a run lasts.
//
// The angle of a link on a pin is its angle in the fixed frame, not the one to its parent: a driver
// that turns a body in the fixed frame then prescribes a coordinate whatever the body hangs on.

enum { NAME_LENGTH = 48, DP_SLOTS = 3, DP_TURNS = 8 };

enum link_kind {
    LINK_FREE,   // x, y, angle
    LINK_PIN,    // angle
    LINK_SLIDE,  // position along the axis
    LINK_WELD,   // none
};

/// Body and how it hangs on its parent. Links stand in an order in which parents come first.
struct link {
    enum link_kind kind;
    int body, parent;       // parent: a link, or DP_GROUND
    int joint;              // in the definition; -1: free
    int slots;              // coordinates: 3, 1, 1, 0
    int unknown[DP_SLOTS];  // place among the unknown coordinates; -1: driven
    int driver[DP_SLOTS];   // -1: none
    double mass, inertia;
    double on_parent[2], on_self[2];  // joint point, in coordinates of the parent and of the body
    double axis[2];                   // slide: direction, in the parent
    double angle;                     // slide, weld: angle to the parent
    double turn[2];                   // its cosine and sine
    int is_leaf;                      // nothing hangs on it: its inertia is its own
    double gives;                     // leaf: 1 over its inertia against its own coordinate
};

/// A function of time: polynomial or cubic pieces.
struct curve {
    double start, coefficient[DP_POLYNOMIAL_MAX];
    int degree;
    int count;                            // of the table; 0: polynomial
    double *time, *value, *slope, *bend;  // per knot; bend: second derivative to the right
    double *jerk;                         // third derivative on the piece to the right
    dp_table_beyond beyond;
    double advance;  // of an angle in a period
    int rests;       // the last piece comes to rest, and has this bend and this jerk
    double rest[2];
    int kinks;  // of a driver: its acceleration jumps at knots
};

struct driver {
    struct curve curve;
    int body, link, slot;
    int across;  // of a position: 0 along x, 1 along y, where its force acts
    char name[NAME_LENGTH];
};

/// Equations that close a loop: wrenches on two links. kind as the joint that was cut.
struct cut {
    enum link_kind kind;  // pin, slide or weld
    int first, second;    // links
    int joint;
    double at[2][2], axis[2], angle;  // axis, at[0]: in the first; slide: at[1] runs on the line
    int row;                          // place of its first equation among all
    int rows;
    int loose;  // only for the assembly: a joint with clearance
};

/// Which rows of the loops depend on which others. A wrench moves only the links of its group:
/// those that hang on the same link, which itself hangs on something that stands still or is
/// driven.
struct loop_map {
    int *group, *place;    // per link: -1: it has no freedom; and its place in its group
    int *begin, *members;  // per group: its links, parents first
    int *groups;           // per cut: of its two links; -1: none, or the same
    int *cut_of;           // per row
    int *order;            // rows of the ideal cuts, in the order of their elimination
    int *first, *last;     // per place in that order: those it is coupled with lie between
    size_t *factor;        // per place: its line of the factor; column s is at [factor + s]
    size_t *response;      // per row: [ax, ay, alpha, slide] of the links of its groups
    size_t factor_size, response_size, response_most;  // most: of one row, for one more of them
    int ideal_rows;
};

enum pair_kind { PAIR_BEARING, PAIR_CIRCLES, PAIR_PLANE };

struct pair {
    enum pair_kind kind;
    int first, second;  // links
    int joint;          // that it belongs to; -1: a touch
    double at[2][2];    // centres, or a point of the plane
    double normal[2];   // plane: out of the solid, in the second body
    double reach;       // bearing: clearance; circles: sum of radii; plane: radius
    double arm[2];      // of the friction force about at[0] and about at[1], at the touch
    double yields[2];   // of these per indentation: both forces act at one point
    double gap;         // clearance or free play; NaN
    double deepest;     // an indentation no law means: radius of the journal or of the smaller
                        // circle, height of the block
    double stride;      // longest way the centres may go in one step
    dp_contact contact;
    dp_friction friction;
    int has_friction, has_history;  // history: commits are needed
    int histories;                  // of dents: 0: the law leaves none; sectors; 1
    int forgets;                    // what it has when the surfaces part
    int has_grip;                   // friction with tangential compliance
    int feels_mass;                 // its contact is made again for the mass felt at each touch
    double mass;  // felt at the start [kg]; INFINITY: neither side gives way; NaN: not known
    int bristle;  // place among the bristle deflections, and ways slid with a grip; -1: none
    char name[NAME_LENGTH];
};

struct force {
    enum dp_force_type type;
    int first, second;  // links
    double at[2][2], stiffness, damping, rest, preload, force[2], torque;
    struct curve factor;
    int has_factor;
    char name[NAME_LENGTH];
};

enum channel_kind { CHANNEL_BODY, CHANNEL_DRIVER, CHANNEL_JOINT, CHANNEL_PAIR };

struct channel {
    dp_channel shown;
    char name[NAME_LENGTH + 16];
    enum channel_kind kind;
    int owner;  // body, driver, joint, pair
    int field;
};

/// Where the force in an ideal joint is found: at a link, or in a cut.
struct joint {
    int link, cut;  // -1: not that
    int first, second;
    double sign;  // +1: the link is the second body
    char name[NAME_LENGTH];
};

/// A coordinate in which starts are moved.
struct move {
    int unknown;
    double by;     // of it per metre
    uint64_t key;  // of its sequence; 0: the only one
};

struct dp_mechanism {
    dp_allocator allocator;
    /// Cosines and sines of DP_TURNS angles, in the best vectors there are.
    void (*turn)(const double *angle, double *c, double *s);
    double gravity[2], size;
    int body_count, link_count, unknown_count, cut_count, row_count, pair_count, bristle_count;
    int grip_count;  // pairs with a grip
    int touch_at;    // pair of the first contact that belongs to no joint
    int driver_count, force_count, channel_count, joint_count, independent_count, redundant_count;
    struct link *links;
    int *link_of;  // of a body
    char (*body_names)[NAME_LENGTH];
    struct cut *cuts;
    struct loop_map loops;
    int *is_independent;  // per row: it is solved for; the others follow from these
    char (*redundant)[160];
    struct pair *pairs;
    struct driver *drivers;
    struct force *forces;
    struct channel *channels;
    struct joint *joints;
    double *start;  // unknown coordinates, then their rates
    dp_body_start *body_starts;
    double landing;      // [s] of a run: where the present steps end; NaN: not known
    struct move *moves;  // of the starts of copies
    char *moved_names;   // "slider.x, ball.y"
    int move_count;
    uint64_t digest;       // of the definition, for saved states
    struct block *blocks;  // everything allocated, for the end
};

/// Memory that lives as long as the mechanism, zeroed; NULL when there is none.
void *dp_mechanism_room(dp_mechanism *m, size_t count, size_t size);

// --- digest.c
uint64_t dp_mechanism_digest(const dp_mechanism_def *def);
/// Of a run: that of its mechanism, and the definition of the run.
uint64_t dp_mechanism_run_digest(const dp_mechanism *m, const dp_mechanism_run_def *def);

// --- curves.c
/// `unit` of its values; an angle, "rad", may advance in a period.
dp_status dp_curve_build(dp_mechanism *m, struct curve *curve, const dp_mechanism_table *table,
                         const char *owner, const char *unit, dp_error *err);
/// Value and its first two derivatives; on a knot those of the piece that follows, or `before`.
void dp_curve_at(const struct curve *curve, double t, double out[3]);
void dp_curve_side(const struct curve *curve, double t, int before, double out[3]);
/// First knot after t; INFINITY: none.
double dp_curve_next_knot(const struct curve *curve, double t);
/// Largest speed at and between the knots of a table; 0 of a polynomial.
double dp_curve_fastest(const struct curve *curve);
/// May a run go to `until` with these tables?
dp_status dp_mechanism_check_tables(const dp_mechanism *m, double until, dp_error *err);
/// The mechanism as such a run takes it: `own` with `drivers`, of which some come to rest where the
/// run goes beyond their table, or jump at knots; else m.
const dp_mechanism *dp_mechanism_until(const dp_mechanism *m, double until, dp_mechanism *own,
                                       struct driver *drivers);

/// An error is about this pair: its joint, or the contact.
dp_status dp_pair_blame(const dp_mechanism *m, int index, dp_error *err, dp_status status);

// --- aside.c
/// Move a start as the definition says: unknown coordinates at y.
void dp_mechanism_move_start(const dp_mechanism *m, const dp_mechanism_run_def *run, double *y);

// --- build.c, tree.c, loop_map.c, assemble.c, aside.c, channels.c: parts of the build
dp_status dp_mechanism_tree(dp_mechanism *m, const dp_mechanism_def *def, dp_error *err);
dp_status dp_mechanism_map_loops(dp_mechanism *m, dp_error *err);
dp_status dp_mechanism_take_pairs(dp_mechanism *m, const dp_mechanism_def *def, dp_error *err);
dp_status dp_mechanism_take_forces(dp_mechanism *m, const dp_mechanism_def *def, dp_error *err);
dp_status dp_mechanism_assemble(dp_mechanism *m, const dp_mechanism_def *def, dp_error *err);
dp_status dp_mechanism_choose_moves(dp_mechanism *m, dp_error *err);
dp_status dp_mechanism_name_channels(dp_mechanism *m, dp_error *err);
/// Masses of all pairs at the start, and the contacts that depend on them. masses.c.
dp_status dp_mechanism_weigh_pairs(dp_mechanism *m, dp_error *err);

#endif
