#ifndef DP_MECHANISM_MOTION_H
#define DP_MECHANISM_MOTION_H

#include "mechanism/model.h"

// Where everything is and how it moves, at one instant. Filled from unknown coordinates, their
// rates and time; nothing here is carried from one instant to the next.

#define REAL double
#define STATE link_state
#define TOUCH touch
#define POWER power
#include "mechanism/instant_types.h"
#undef REAL
#undef STATE
#undef TOUCH
#undef POWER

/// What the last elimination of the loops' rows found.
struct loop_rank {
    int lost;      // rows that depend on others here, but not elsewhere
    int weakest;   // row with the least of its own
    double least;  // that part: squared sine of the angle between the row and those before it
    int is_mean;   // the rates are means of those before and after; see evaluate.c
    double off;    // then: how far the speeds are off those of the branch, as a part
};

/// Room for one instant of a mechanism; made once per run.
struct workspace {
    struct link_state *states;
    struct touch *touches;
    double *lambda;    // multipliers, per row
    double *wrench;    // per row: fx, fy, m on the first link, the same on the second
    double *along;     // per cut: the same of a force along its slide
    double *gamma;     // per row: acceleration without any of the bodies'
    double *gap;       // per row: what is not closed
    double *drift;     // per row: its rate
    double *response;  // per row: what it does to the links of its groups; see loop_map
    double *factor;    // of the rows that are on, within its envelope
    double *matrix;    // where rows follow from others: all of them squared
    double *solution;  // row by row
    double *scratch;   // 12 per link
    int *is_on;        // per row: it is solved for; others where these lose their hold on the way
    struct loop_rank *rank;
};

/// Doubles a workspace takes.
size_t dp_workspace_size(const dp_mechanism *m);
void dp_workspace_place(const dp_mechanism *m, struct workspace *work, double *room);
/// Positions and velocities of all links.
void dp_mechanism_place(const dp_mechanism *m, double t, const double *q, const double *v,
                        struct workspace *work);

/// Geometry of a pair at a placed workspace.
void dp_pair_place(const dp_mechanism *m, const struct pair *pair, const struct workspace *work,
                   struct touch *touch);

/// The stretch of indentation on which a law keeps its form; the steps end at its ends. spread: a
/// jump of the force, made steep instead (see events.c).
struct stretch {
    double below, above;
    int spread;
    double slip_below, slip_above;  // the same for sliding speeds and the slope of friction
    int clips;                      // the policy holds the force at its floor
};

/// The law on its present stretch: beyond it the force of its end goes on, so that the stages of a
/// step that reaches a mark, and rounding on it, see one smooth function.
dp_response dp_pair_respond(const struct pair *pair, const double *history,
                            const struct stretch *stretch, double delta, double rate);

/// A pair that touches, as its law and its friction are asked, and what they answer.
struct asked {
    double delta, rate, slip;
    double z;            // bristle deflection; with a grip: way slid since its last commit
    const double *grip;  // history of that; NULL: none
    double force, spring, plastic, friction, z_rate, drag;
    double by_delta, by_rate;  // slopes of the force
    double by_slip, by_force;  // of the friction, by sliding speed and by normal force
};

/// The same for a grip, of a pair whose normal force is known: what its law is asked for.
dp_grip_state dp_pair_grip(const struct pair *pair, const double *history,
                           const struct stretch *stretch, const struct asked *now);

/// Forces on the present stretch; beyond it the slope of friction at its end goes on.
void dp_pair_ask(const struct pair *pair, const double *history, const struct stretch *stretch,
                 struct asked *now);

/// Slopes of those forces; the force is given.
void dp_pair_tangent(const struct pair *pair, const double *history, const struct stretch *stretch,
                     struct asked *now);

/// Energy that the contact would give back.
double dp_pair_stored(const struct pair *pair, const double *history, const struct stretch *stretch,
                      const struct touch *touch);

// --- masses.c
/// Mass [kg] that the surfaces of a pair feel along their normal; INFINITY: they cannot give way.
/// Needs the inertias of dp_links_factor, and of loops the rows of dp_loops_close. room: 10 doubles
/// per link.
double dp_pair_mass(const dp_mechanism *m, struct workspace *work, const struct pair *pair,
                    const struct touch *touch, double *room);
/// m1 m2/(m1 + m2) of its bodies; before the ground that of the other.
double dp_pair_reduced(const dp_mechanism *m, const struct pair *pair);
/// The contact of a pair for a touch at this speed, felt with this mass.
dp_status dp_pair_prepare(const struct pair *base, double speed, double mass, dp_contact *out,
                          dp_error *err);

/// Kinetic, gravity and springs.
double dp_mechanism_energy(const dp_mechanism *m, double t, const struct workspace *work,
                           double *springs);

// --- follow.c
/// Where the drivers stand, of a placed workspace: "crank at 11.5 deg, ram at (0.2, 0) m".
void dp_mechanism_say_drive(const dp_mechanism *m, double t, const struct workspace *work,
                            char *text, size_t size);
/// The error of a run whose loops do not close here.
dp_status dp_mechanism_cannot_close(const dp_mechanism *m, double t, const double *q,
                                    const double *v, struct workspace *work, dp_error *err);

// --- loops.c
/// Rows of the cuts at a placed workspace: wrenches, gaps, drifts, gamma. `loose`: those of the
/// assembly too.
void dp_cuts_place(const dp_mechanism *m, struct workspace *work, int loose);

/// What bringing a state back onto the loops took and left.
struct projection {
    double gap;    // largest that is left, over the size
    double drift;  // largest that is left, over the speed, at least `pace`: one that stands still
                   // has none of its own
    double jump;   // largest change of a rate, over the same
};

/// Bring coordinates and rates back onto the loops. In a singular position, where work->rank says
/// so, the directions that no row holds any more are left as they are.
dp_status dp_mechanism_project(const dp_mechanism *m, double t, double *q, double *v, double pace,
                               struct workspace *work, struct projection *done);

// --- inner parts that loops.c shares with dynamics.c
void dp_links_factor(const dp_mechanism *m, struct workspace *work);
void dp_links_solve(const dp_mechanism *m, struct workspace *work);
/// Response to wrenches alone: [fx, fy, m] per link in, [ax, ay, alpha, slide] out.
void dp_links_respond(const dp_mechanism *m, const struct workspace *work, const double *wrench,
                      double *bias, double *out);
/// Accelerations with the loops closed; work->rank says whether the rows hold the motion here.
void dp_loops_close(const dp_mechanism *m, struct workspace *work);
/// Leaves of a change of the coordinates, or of their rates, what keeps the loops closed. still:
/// room for a rate per unknown.
void dp_loops_take_out(const dp_mechanism *m, double t, const double *q, double *change,
                       double *still, struct workspace *work);
/// Sine of the least angle between a row of the loops and the others; 0 in a singular position.
/// rows: which of them are on, where some follow from others; NULL: those chosen here.
double dp_loops_sine(const dp_mechanism *m, double t, const double *q, const double *v,
                     const int *rows, struct workspace *work);
/// Largest gap of the loops, as a part of the mechanism's size.
double dp_loops_gap(const dp_mechanism *m, double t, const double *q, const double *v,
                    struct workspace *work);
/// Such a response with the loops closed; needs what dp_loops_close has left.
void dp_loops_respond(const dp_mechanism *m, struct workspace *work, double *out);

#endif
