#ifndef DP_MECHANISM_MOTION_H
#define DP_MECHANISM_MOTION_H

#include "mechanism/model.h"

// Where everything is and how it moves, at one instant. Filled from unknown coordinates, their
// rates and time; nothing here is carried from one instant to the next.

/// A link: position, velocity, acceleration of its centre of mass in the fixed frame, the wrench
/// that acts on it from outside, and its articulated inertia.
struct link_state {
    double c, s;  // cosine and sine of its angle
    double x, y, angle;
    double vx, vy, w;
    double px, py;                  // joint point, from the centre of the parent
    double sx, sy;                  // own centre, from the joint point (pin) or from the parent
    double axis_x, axis_y;          // slide
    double bx, by;                  // acceleration that needs no unknown one
    double bw;                      // driven angular acceleration of a pin; slide: of its position
    double ax, ay, alpha, slide;    // accelerations
    double fx, fy, m;               // wrench from outside, about the centre
    double xx, xy, yy, xt, yt, tt;  // articulated inertia
    double zx, zy, zt;              // bias force
    double ux, uy, ut, d;           // inertia along the unknown, and 1 over its own part
};

/// A pair of surfaces.
struct touch {
    double ex, ey, distance;
    double nx, ny;  // the way the first body has to go for more indentation
    double delta, rate, slip;
    double rx1, ry1, rx2, ry2;  // centres, from the centres of mass
    double force, spring, plastic, friction;
    double z_rate;
};

/// A driven angle at a time, kept because the stages of an implicit step come back to their times.
struct driven {
    double t, a[3], c, s;
};
enum { DRIVEN_KEPT = 32 };  // per driver

/// Room for one instant of a mechanism; made once per run.
struct workspace {
    struct driven *driven;
    struct link_state *states;
    struct touch *touches;
    double *lambda;    // multipliers, per independent row
    double *wrench;    // per row: fx, fy, m on the first link, the same on the second
    double *gamma;     // per row: acceleration without any of the bodies'
    double *gap;       // per row: what is not closed
    double *drift;     // per row: its rate
    double *response;  // per independent row and link: ax, ay, alpha, slide
    double *matrix;    // independent rows squared
    double *solution;  // row by row
    int *chosen;       // the independent rows; others where these lose their rank on the way
};

/// Doubles a workspace takes.
size_t dp_workspace_size(const dp_mechanism *m);
void dp_workspace_place(const dp_mechanism *m, struct workspace *work, double *room);
/// The rows of the loops as the build chose them.
void dp_workspace_reset(const dp_mechanism *m, struct workspace *work);

/// Positions and velocities of all links.
void dp_mechanism_place(const dp_mechanism *m, double t, const double *q, const double *v,
                        struct workspace *work);

/// Geometry of a pair at a placed workspace.
void dp_pair_place(const dp_mechanism *m, const struct pair *pair, const struct workspace *work,
                   struct touch *touch);

/// Clear the wrenches, then add gravity and force elements; power of dampers and of applied forces.
struct power {
    double damping, applied;
};
struct power dp_mechanism_push(const dp_mechanism *m, double t, struct workspace *work);

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

/// Friction on its present stretch: beyond it the slope of its end goes on.
dp_friction_response dp_pair_friction(const struct pair *pair, const struct stretch *stretch,
                                      const struct touch *touch, double z);

/// Slopes of that force.
void dp_pair_tangent(const struct pair *pair, const double *history, const struct stretch *stretch,
                     const struct touch *touch, double *by_delta, double *by_rate);

/// Energy that the contact would give back.
double dp_pair_stored(const struct pair *pair, const double *history, const struct stretch *stretch,
                      const struct touch *touch);

/// Forces of a pair that touches, added to the wrenches. z: bristle deflection.
void dp_pair_push(const struct pair *pair, const double *history, const struct stretch *stretch,
                  double z, struct workspace *work, struct touch *touch);

/// Accelerations from the wrenches, loops closed; DP_ERR_NUMERIC in a singular position.
dp_status dp_mechanism_accelerate(const dp_mechanism *m, struct workspace *work);

/// Wrench that the tree joint of a link passes to it, about its centre of mass.
void dp_link_wrench(const struct link_state *state, double out[3]);

/// Moment or force of a driver, and the speed it works at.
double dp_driver_effort(const dp_mechanism *m, const struct workspace *work, int driver);
double dp_driver_speed(const dp_mechanism *m, const struct workspace *work, int driver);

/// Accelerations [ax, ay, alpha, slide per link] that a unit force along n between the surfaces of
/// a pair gives; returns the mass they feel. Needs the inertias of dp_mechanism_accelerate.
double dp_pair_mass(const dp_mechanism *m, struct workspace *work, const struct pair *pair,
                    const struct touch *touch, double *response);

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

/// Bring coordinates and rates back onto the loops; the largest gap left, over the size, and the
/// largest drift over the speed, at least `pace`: one that stands still has none of its own.
dp_status dp_mechanism_project(const dp_mechanism *m, double t, double *q, double *v, double pace,
                               struct workspace *work, double *error);

// --- inner parts that loops.c shares with dynamics.c
void dp_links_factor(const dp_mechanism *m, struct workspace *work);
void dp_links_solve(const dp_mechanism *m, struct workspace *work);
/// Response to wrenches alone: [fx, fy, m] per link in, [ax, ay, alpha, slide] out.
void dp_links_respond(const dp_mechanism *m, const struct workspace *work, const double *wrench,
                      double *bias, double *out);
dp_status dp_loops_close(const dp_mechanism *m, struct workspace *work);
/// Such a response with the loops closed; needs what dp_loops_close has left.
void dp_loops_respond(const dp_mechanism *m, struct workspace *work, double *out);

#endif
