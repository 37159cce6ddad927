#ifndef DP_MECHANISM_H
#define DP_MECHANISM_H

#include <stdbool.h>
#include <stddef.h>

#include "dashpot/alloc.h"
#include "dashpot/contact.h"
#include "dashpot/energy.h"
#include "dashpot/friction.h"
#include "dashpot/status.h"
#include "dashpot/system.h"

// Planar mechanisms of rigid bodies with ideal joints, drivers, force elements and joints with
// clearance.
//
// Definitions are plain values; dp_mechanism_build checks them, assembles the start position and
// makes a dp_mechanism, which is const from then on: any number of runs may use it at once, each in
// its own thread. A run keeps its state for itself and gives the same bits every time.
//
// Unknowns are joint coordinates on a tree of ideal joints; a driven coordinate is a function of
// time and no unknown. Loops of ideal joints are closed by multipliers and kept closed on position
// and velocity level. A joint with clearance is a force element, so its indentation is a difference
// of two positions that carry no drift. docs/mechanisms.md has the equations.
//
// SI throughout; angles in rad, positive anticlockwise. Points are in coordinates of their body,
// origin at its centre of mass; points of the ground are in the fixed frame.

/// Index of the fixed frame among the bodies.
enum { DP_GROUND = -1 };

/// A rigid body. Start values that are given are kept; NaN where one is left to the assembly, which
/// closes the joints and takes the least speeds. Values that contradict each other, the joints or a
/// driver are refused.
typedef struct dp_mechanism_body {
    const char *name;    ///< letters, digits, - and _; unique; not "ground"
    double mass;         ///< [kg] > 0, 1e-60 to 1e60
    double inertia;      ///< [kg m^2] about the centre of mass, > 0, the same range
    double x, y, angle;  ///< [m], [m], [rad] start
    double vx, vy;       ///< [m/s] start velocity
    double omega;        ///< [rad/s] the same for its rotation
    /// [m], [m], [rad] where the assembly begins to look for a value that is not given: of several
    /// ways to close the joints the nearest is taken
    double near_x, near_y, near_angle;
} dp_mechanism_body;

/// Kinds of joints.
typedef enum dp_joint_type {
    DP_JOINT_REVOLUTE,         ///< at[0] on the first body and at[1] on the second coincide
    DP_JOINT_TRANSLATIONAL,    ///< at[1] of the second body slides along a line of the first
    DP_JOINT_FIXED,            ///< at[0] and at[1] coincide and the angle is kept
    DP_JOINT_CLEARANCE,        ///< journal on the first body, loose in a bearing of the second
    DP_JOINT_GUIDE_CLEARANCE,  ///< block on the second body, loose between two parallel walls of
                               ///< the first: contacts at its four corners
} dp_joint_type;

/// A joint. Made by dp_mechanism_joint_defaults; entries its type does not use are ignored.
typedef struct dp_mechanism_joint {
    const char *name;    ///< NULL: "joint1", "joint2", ... by place in the list
    dp_joint_type type;  ///< what it holds
    int first, second;   ///< index of a body or DP_GROUND
    double at[2][2];     ///< [m] point on the first, point on the second
    double axis[2];      ///< translational, guide: direction of the line, in the first body
    double through[2];   ///< [m] the same: a point of the line, in the first body
    double angle;  ///< [rad] translational, fixed: angle of the second minus that of the first

    double journal_radius, bearing_radius;  ///< [m] clearance
    double length, height;                  ///< [m] guide: of the block, along and across the line
    double gap;                ///< [m] guide: free play, width between the walls minus height
    dp_contact_def contact;    ///< clearance, guide. Entries of the pair that are NaN and follow
                               ///< from the radii (bearing_radius, clearance, radius) are filled
                               ///< in; a mass that is NaN is the one felt at each touch, see
                               ///< dp_mechanism_impact
    dp_friction_def friction;  ///< made by dp_friction_defaults; law NULL: none
    /// clearance, of a law that leaves dents: true: the bearing keeps them, each of `sectors` equal
    /// sectors with a history of its own, the first centred on +x of the second body; false: every
    /// touch meets new material
    bool keep_history;
    int sectors;      ///< 1 to 1000000
    unsigned cookie;  ///< says that its defaults function made it
} dp_mechanism_joint;

/// Kinds of contacts that may part.
typedef enum dp_touch_type {
    DP_TOUCH_CIRCLES,  ///< circle on the first body, circle on the second, outside each other
    DP_TOUCH_PLANE,    ///< circle on the first body, half plane on the second
} dp_touch_type;

/// Contact between two bodies that may part altogether: cams, stops. Made by
/// dp_mechanism_contact_defaults.
typedef struct dp_mechanism_contact {
    const char *name;    ///< NULL: "contact1", ...
    dp_touch_type type;  ///< shape of the surfaces
    int first, second;   ///< index of a body or DP_GROUND
    double at[2][2];   ///< [m] centre on the first; centre, or a point of the plane, on the second
    double radius[2];  ///< [m] circles; of a plane only radius[0], which may be 0: a corner
    double normal[2];  ///< plane: direction out of the solid, in the second body
    dp_contact_def contact;    ///< a radius that is NaN is filled in from the circles; a mass that
                               ///< is NaN is the one felt at each touch, see dp_mechanism_impact
    dp_friction_def friction;  ///< law NULL: none
    unsigned cookie;           ///< says that its defaults function made it
} dp_mechanism_contact;

/// A value over time given as a table of cubic pieces. spline: two continuous derivatives (natural
/// spline). hermite: one, no overshoot between points, level at both ends.
typedef enum dp_table_shape { DP_TABLE_SPLINE, DP_TABLE_HERMITE } dp_table_shape;

/// What a table gives before its first point and after its last one. The speed of a driver must not
/// jump: where a run goes beyond an end of a spline that holds, the piece at that end keeps the
/// slope of its inner point and comes to rest at the outer one.
typedef enum dp_table_beyond {
    DP_BEYOND_HOLD,      ///< the value of that point
    DP_BEYOND_LINE,      ///< a straight line with the slope that it has there
    DP_BEYOND_PERIODIC,  ///< it repeats: its ends must agree, but an angle goes on by their
                         ///< difference each time; its slope has no kink there
    DP_BEYOND_ERROR,     ///< a run that goes beyond is refused
} dp_table_beyond;

/// Points of a value over time.
typedef struct dp_mechanism_table {
    const double *time, *value;  ///< time ascending
    int count;                   ///< at least 2
    dp_table_shape shape;        ///< what lies between them
    dp_table_beyond beyond;      ///< and beyond them
} dp_mechanism_table;

/// What a driver prescribes.
typedef enum dp_driven {
    DP_DRIVEN_ANGLE,  ///< angle of the body in the fixed frame
    DP_DRIVEN_X,      ///< x of its centre of mass in the fixed frame
    DP_DRIVEN_Y,      ///< y of the same
} dp_driven;

/// Highest power of a driver's polynomial.
enum { DP_POLYNOMIAL_MAX = 8 };

/// Prescribes a coordinate of a body in the fixed frame as start + polynomial(t), or as a table.
typedef struct dp_mechanism_driver {
    const char *name;  ///< NULL: the name of the body
    int body;          ///< index of the body
    dp_driven what;    ///< which of its coordinates
    double start;  ///< [rad] or [m] value at t = 0; NaN: that of the body, else 0 for an angle (a
                   ///< position needs one). A table has its own.
    double coefficient[DP_POLYNOMIAL_MAX];  ///< of t, t^2, ...: a constant speed is the first
    dp_mechanism_table table;               ///< count 0: the polynomial
    unsigned cookie;                        ///< says that its defaults function made it
} dp_mechanism_driver;

/// Kinds of force elements.
typedef enum dp_force_type {
    DP_FORCE_SPRING,    ///< between two points: stiffness (length - rest) + damping d(length)/dt
    DP_FORCE_TORSION,   ///< between two bodies: the same with angles
    DP_FORCE_APPLIED,   ///< force in the fixed frame on a point of the second body
    DP_FORCE_FOLLOWER,  ///< the same, turning with the second body
    DP_FORCE_TORQUE,    ///< torque on the second body
} dp_force_type;

/// A force element. Applied forces come from the ground and do work from outside.
typedef struct dp_mechanism_force {
    const char *name;           ///< NULL: "force1", ...
    dp_force_type type;         ///< what it does
    int first, second;          ///< springs act between them; applied forces use the second alone
    double at[2][2];            ///< [m]
    double stiffness;           ///< [N/m] or [N m/rad]
    double damping;             ///< [N s/m] or [N m s/rad]
    double rest;                ///< [m] or [rad]; NaN: as assembled
    double preload;             ///< [N] pull or [N m] torque in the spring on top of that
    double force[2];            ///< [N] applied
    double torque;              ///< [N m]
    dp_mechanism_table factor;  ///< multiplies an applied force or torque over time; count 0: 1
    unsigned cookie;            ///< says that its defaults function made it
} dp_mechanism_force;

/// A whole mechanism. Made by dp_mechanism_defaults; nothing is kept of it after the build.
typedef struct dp_mechanism_def {
    double gravity[2];                                                    ///< [m/s^2]
    const dp_mechanism_body *bodies;                                      ///< body_count of them
    const dp_mechanism_joint *joints;                                     ///< joint_count
    const dp_mechanism_contact *touches;                                  ///< touch_count
    const dp_mechanism_driver *drivers;                                   ///< driver_count
    const dp_mechanism_force *forces;                                     ///< force_count
    int body_count, joint_count, touch_count, driver_count, force_count;  ///< how many of each
    const dp_allocator *allocator;  ///< of the mechanism; NULL: malloc and free
    unsigned cookie;                ///< says that its defaults function made it
} dp_mechanism_def;

/// A mechanism that is ready to run; opaque. Made by dp_mechanism_build.
typedef struct dp_mechanism dp_mechanism;

/// Position, velocity and acceleration of a body in the fixed frame.
typedef struct dp_body_state {
    double x, y, angle, vx, vy, omega, ax, ay, alpha;  ///< in m, rad and s
} dp_body_state;

/// Values of a start.
enum {
    DP_START_X,
    DP_START_Y,
    DP_START_ANGLE,
    DP_START_VX,
    DP_START_VY,
    DP_START_OMEGA,
    DP_START_VALUES,  ///< how many there are
};

/// How a body starts.
typedef struct dp_body_start {
    double value[DP_START_VALUES];   ///< x, y, angle, vx, vy, omega in m, rad and s
    bool is_given[DP_START_VALUES];  ///< by the definition of the body; else it was derived
} dp_body_start;

/// Anything that can be watched. Names are "slider.ax", "pin.force", "crank.moment".
typedef struct dp_channel {
    const char *name, *unit, *doc;  ///< a word, its unit, a sentence
} dp_channel;

/// A channel over the window after `skip`. rms and mean are integrals along the solution; extremes
/// are values of states at the ends of steps and within them, pursued to about 1e-9.
/// Of a force of an ideal joint or a driver in a window with a singular position: NaN.
typedef struct dp_channel_stats {
    double max, min, rms, mean;  ///< in the unit of the channel
    double max_time, min_time;   ///< [s]
} dp_channel_stats;

/// One contact from touch to separation, reported when it ends or the run does.
typedef struct dp_mechanism_impact {
    int pair;                           ///< which pair of surfaces
    double time;                        ///< [s] of the touch
    double approach_speed;              ///< [m/s] rate of indentation there
    double duration;                    ///< [s]; INFINITY when the run ended first
    double max_force, max_indentation;  ///< [N], [m]
    double restitution_asked;           ///< of `restitution_from` at this touch; NaN: none
    double period;  ///< [s] 2 pi sqrt(delta m/F), see dp_mechanism_contact_stats
    double mass;    ///< [kg] that the surfaces feel along their normal at the touch, through joints
                    ///< and drivers; INFINITY: neither side can give way
    double separation_speed;  ///< [m/s] rate at which they part; NaN when the run ended first
} dp_mechanism_impact;

/// What tells an impact from a longer contact, see dp_mechanism_contact_stats.
enum { DP_IMPACT_PERIODS = 3 };

/// One pair of surfaces over the window after `skip`; impacts are counted over the whole run.
/// A contact of fewer than DP_IMPACT_PERIODS periods 2 pi sqrt(delta m/F) of its own deepest
/// indentation (m the mass the surfaces feel at the touch) is an impact; a longer one follows. A
/// Hertz impact lasts half of such a period, one that is damped or pushed on a little more.
typedef struct dp_mechanism_contact_stats {
    double contact_share;                                ///< of the time of the window
    double impact_share, following_share, flight_share;  ///< their sum is 1
    long impacts;                                        ///< touches in the window
    long impacts_in_all;  ///< touches in the whole run; one that touches at the start is none
    double first_time, first_speed;     ///< [s], [m/s] of the first touch of the run; NaN: none
    double max_force, max_indentation;  ///< [N], [m] in the window
    double max_dent;                    ///< [m] deepest dent that is kept at the end of the run
    long slid_over_sectors;  ///< touches of the whole run that left the sector they began in
} dp_mechanism_contact_stats;

/// A dent that is left at the end of a run.
typedef struct dp_mechanism_dent {
    int pair;      ///< which pair of surfaces
    double angle;  ///< [rad] of the middle of its sector, in the second body, -pi to pi; NaN: the
                   ///< pair has one history and no sectors
    double depth;  ///< [m] residual indentation
} dp_mechanism_dent;

/// Which integrator may be used.
typedef enum dp_mechanism_method {
    DP_MECHANISM_AUTO,      ///< explicit, and implicit through long contacts where that is cheaper
    DP_MECHANISM_EXPLICIT,  ///< Dormand-Prince 8(5,3)
    DP_MECHANISM_IMPLICIT,  ///< Radau IIA of order 9 wherever something touches
} dp_mechanism_method;

/// Where the surfaces of a run were, step by step; opaque. Made by dp_mechanism_trace_begin.
typedef struct dp_mechanism_trace dp_mechanism_trace;

/// How to run. Made by dp_mechanism_run_defaults. Arrays that it points to must last as long as the
/// run does.
typedef struct dp_mechanism_run_def {
    double until;  ///< [s] end of the run, required
    double skip;   ///< [s] the window of the statistics begins here
    double rtol;   ///< per step, relative to coordinates and speeds; positions are held to a
                   ///< ten-thousandth of the smallest clearance at any rtol
    dp_mechanism_method method;  ///< which integrator
    long max_steps;              ///< accepted and rejected steps together
    /// an indentation beyond the radius of the journal or of the smaller circle, or beyond the
    /// height of a guide's block, neither ends the run nor refuses its start
    bool allows_deep;
    bool no_ledger;  ///< do without the energies (a quicker run; `energy` is then all NaN)

    int copy;            ///< 0: the start as assembled; i > 0: copy i of an ensemble
    double offset;       ///< [m] times dp_mechanism_shift(seed, copy): shift of the start of a copy
    unsigned long seed;  ///< chooses the sequence of shifts
    double aside;        ///< [m] shift of the start of any copy beside that, see
                         ///< dp_mechanism_perturbed_name

    const int *watch;                   ///< channels whose statistics go to `stats`
    int watch_count;                    ///< how many
    dp_channel_stats *stats;            ///< [watch_count]
    dp_mechanism_contact_stats *pairs;  ///< [dp_mechanism_pair_count], or NULL
    dp_body_state *bodies;              ///< [body_count] at the end, or NULL

    /// Rows: values of `row_channels` at time 0, every, 2 every, ... and at the end. They come from
    /// within the steps and do not change the run.
    const int *row_channels;
    int row_channel_count;  ///< how many
    double every;           ///< [s]; 0: no rows
    double *rows;     ///< [row_room][1 + row_channel_count]: a table to fill, time first; or NULL
    size_t row_room;  ///< rows that it has room for; what does not fit is counted only
    /// Called with every row. Returns 0 to go on; anything else ends the run. May be NULL.
    int (*row)(void *user, double time, const double *values);

    /// The same values at the onset, the largest normal force and the end of every contact; of one
    /// that lasts from the start or to the end of the run what there is of it. The surfaces touch
    /// in all three. A contact is known when it ends: the second is called then, after rows of
    /// later times. They do not change the run either. May be NULL.
    void (*contact_row)(void *user, double time, const double *values);

    /// [s] Poincare section: the same values at `section_every`, 2 section_every, ... (a turn of
    /// the driver: dp_mechanism_period). May be NULL.
    double section_every;
    void (*section)(void *user, double time, const double *values);  ///< may be NULL

    dp_mechanism_impact *impacts;  ///< a table of contacts to fill as they end; or NULL
    size_t impact_room;            ///< how many it has room for; what does not fit is counted only
    /// Called with every contact when it ends, in order of time. May be NULL.
    void (*impact)(void *user, const dp_mechanism_impact *impact);
    /// Every dent at the end of the run, pair by pair, by rising angle. May be NULL.
    void (*dent)(void *user, const dp_mechanism_dent *dent);
    /// After every step. Returns 0 to go on; anything else ends the run. May be NULL.
    int (*step)(void *user, double time);
    void *user;                     ///< handed to all of them
    dp_mechanism_trace *trace;      ///< to fill, for dp_mechanism_agree; it does not change the run
    const dp_allocator *allocator;  ///< of the run; NULL: malloc and free
    unsigned cookie;                ///< says that its defaults function made it
} dp_mechanism_run_def;

/// What came out.
typedef struct dp_mechanism_result {
    double time;              ///< [s] where the run ended
    dp_energy energy;         ///< ledger of the whole run
    double constraint_error;  ///< largest gap in a loop of ideal joints over the mechanism's size,
                              ///< positions and velocities, at any accepted step
    long singular_count;      ///< singular positions of closed loops that were passed
    double singular_time;     ///< [s] of the first of them
    double singular_last;     ///< [s] of the last of them
    int singular_joint;       ///< joint that lost its hold in it; -1: there was none
    dp_solve_stats solver;    ///< of the integration: rows and extremes are not counted
    long implicit_steps;      ///< part of solver.steps
    bool stopped;             ///< a row or step asked to stop
    size_t row_count;         ///< rows that there were, whether or not the table had room
    size_t impact_count;      ///< contacts that ended, the same
    /// Of a run that failed on its way, at `time`: the body most force acts on, and the pair in
    /// contact that pushes most; -1: none.
    int failed_body, failed_pair;
} dp_mechanism_result;

/// A run that goes on piece by piece; opaque. Made by dp_mechanism_begin.
typedef struct dp_mechanism_stepper dp_mechanism_stepper;

/// Where such a run stands. The array belongs to the run and holds until the next call.
typedef struct dp_mechanism_snapshot {
    double time;                  ///< [s]
    bool is_over;                 ///< it has reached its end, or an observer ended it
    const dp_body_state *bodies;  ///< body_count of them
} dp_mechanism_snapshot;

/// A number of dp_channel_stats or of dp_mechanism_contact_stats.
typedef enum dp_statistic {
    DP_CHANNEL_MAX,             ///< in the unit of the channel
    DP_CHANNEL_MIN,             ///< the same
    DP_CHANNEL_RMS,             ///< the same
    DP_CHANNEL_MEAN,            ///< the same
    DP_PAIR_CONTACT_SHARE,      ///< of the window
    DP_PAIR_IMPACT_SHARE,       ///< the same
    DP_PAIR_FOLLOWING_SHARE,    ///< the same
    DP_PAIR_FLIGHT_SHARE,       ///< the same
    DP_PAIR_IMPACTS,            ///< a count
    DP_PAIR_IMPACTS_IN_ALL,     ///< a count
    DP_PAIR_MAX_FORCE,          ///< [N]
    DP_PAIR_MAX_INDENTATION,    ///< [m]
    DP_PAIR_MAX_DENT,           ///< [m]
    DP_PAIR_SLID_OVER_SECTORS,  ///< a count
    DP_STATISTICS,              ///< how many there are
} dp_statistic;

/// A number over the copies of an ensemble.
typedef struct dp_spread {
    double mean;       ///< over all copies
    double deviation;  ///< sample standard deviation
} dp_spread;

/// Copies of a run and their statistics; opaque. Made by dp_mechanism_ensemble_begin.
typedef struct dp_mechanism_ensemble dp_mechanism_ensemble;

/// How long a history holds, see dp_mechanism_agree.
typedef struct dp_mechanism_agreement {
    double horizon;    ///< [s] the first of the next two; INFINITY: neither comes before `until`
    double start;      ///< [s] a start 1e-10 m away counts from here; INFINITY: not before `until`
    double tolerance;  ///< [s] the tolerance does; INFINITY: not before `until`, nor before `start`
    double rtol;       ///< of the run: that asked for, or less where a clearance is small
    /// Of the run it was compared with: a hundredth of that, 1e-13 at the least; beside a run that
    /// has no more than that, ten times as much.
    double other_rtol;
    int pair;      ///< that parts at the horizon; -1: none
    double until;  ///< [s] how far the runs were compared: to the end of the run, or less
} dp_mechanism_agreement;

/// What dp_mechanism_check_motion found.
typedef struct dp_mechanism_motion {
    bool is_fixed;  ///< drivers fix the position of closed loops; else there is nothing to check
    double until;   ///< [s] how far it was followed; a drive that repeats counts as a whole
    double time;    ///< [s] where the linkage locks; NaN: nowhere
    int joint;      ///< the joint that stays open there, or that opens most; -1: none
    /// [s] first and last time at which the joints close only because they have clearance; NaN:
    /// never
    double open_from, open_until;
    char open_where[96];  ///< where the drivers stand at the first: "crank at 79.7 deg"
    double open_by;       ///< [m] how far `joint` has to open then, at the least
    long steps;           ///< positions that were computed
} dp_mechanism_motion;

DP_BEGIN_DECLS

/// Defaults: nothing given (NaN), gravity 0, no friction, history kept in 720 sectors. A joint or
/// touch with a contact of this law; NULL for ideal joints.
DP_API dp_mechanism_body dp_mechanism_body_defaults(const char *name, double mass, double inertia);
DP_API dp_mechanism_joint dp_mechanism_joint_defaults(dp_joint_type type, int first, int second,
                                                      const dp_law *law);
DP_API dp_mechanism_contact dp_mechanism_contact_defaults(dp_touch_type type, int first, int second,
                                                          const dp_law *law);
DP_API dp_mechanism_driver dp_mechanism_driver_defaults(int body, dp_driven what);
DP_API dp_mechanism_force dp_mechanism_force_defaults(dp_force_type type, int first, int second);
DP_API dp_mechanism_def dp_mechanism_defaults(void);
/// rtol 1e-8, automatic stepper, offset 1e-9 m.
DP_API dp_mechanism_run_def dp_mechanism_run_defaults(void);

/// The ideal joint that one with clearance stands for: a revolute joint for a journal in a bearing,
/// a translational one for a loose guide. An ideal joint is its own.
DP_API dp_joint_type dp_joint_without_clearance(dp_joint_type type);

/// Check, assemble, prepare. Errors name the body or joint and say what to change. The mechanism
/// belongs to the caller, who frees it with dp_mechanism_free (NULL is fine).
DP_API dp_status dp_mechanism_build(dp_mechanism **mechanism, const dp_mechanism_def *def,
                                    dp_error *err);
DP_API void dp_mechanism_free(dp_mechanism *mechanism);

/// Unknown coordinates (a driven one is none), independent equations that close loops, and what is
/// left: the mobility.
DP_API int dp_mechanism_coordinates(const dp_mechanism *mechanism);
DP_API int dp_mechanism_constraints(const dp_mechanism *mechanism);
DP_API int dp_mechanism_mobility(const dp_mechanism *mechanism);

/// Redundant loop equations: how many, and a sentence about each that names its joint; NULL past
/// the end. The motion does not depend on them; the forces in the joints named do.
DP_API int dp_mechanism_redundant_count(const dp_mechanism *mechanism);
DP_API const char *dp_mechanism_redundant(const dp_mechanism *mechanism, int index);

/// Longest distance in the mechanism [m], that constraint_error refers to.
DP_API double dp_mechanism_size(const dp_mechanism *mechanism);

/// Time of one turn [s] of the first driver that turns a body at constant speed; NaN: none.
DP_API double dp_mechanism_period(const dp_mechanism *mechanism);

/// The assembled start, accelerations included: body_count entries.
DP_API dp_status dp_mechanism_start(const dp_mechanism *mechanism, dp_body_state *bodies,
                                    dp_error *err);

/// The start of a body, and which of its values were given: the others follow from the joints, the
/// drivers and the given values. All NaN past the end. Unlike dp_mechanism_start it computes no
/// accelerations.
DP_API dp_body_start dp_mechanism_body_start(const dp_mechanism *mechanism, int body);

/// Names and units of the values of a start: "x", "m"; NULL past the end.
DP_API const char *dp_start_name(int value);
DP_API const char *dp_start_unit(int value);

/// Bodies by index, as they were defined; NULL past the end.
DP_API int dp_mechanism_body_count(const dp_mechanism *mechanism);
DP_API const char *dp_mechanism_body_name(const dp_mechanism *mechanism, int index);

/// Pairs of surfaces: clearance joints, four corners for each guide ("name.1" to "name.4"),
/// touches. gap: [m] the radial clearance, free play of a guide, NaN for a touch. histories: how
/// many places remember a dent: 0 for a law that leaves none, the sectors of a bearing that keeps
/// them, else 1.
DP_API int dp_mechanism_pair_count(const dp_mechanism *mechanism);
DP_API const char *dp_mechanism_pair_name(const dp_mechanism *mechanism, int index);
DP_API double dp_mechanism_pair_gap(const dp_mechanism *mechanism, int index);
DP_API int dp_mechanism_pair_histories(const dp_mechanism *mechanism, int index);

/// Mass [kg] that the surfaces of a pair feel along their normal at the start, 1/(n^T J M^-1 J^T n)
/// with all joints and drivers; INFINITY where neither side can give way, NaN in a singular
/// position.
DP_API double dp_mechanism_pair_mass(const dp_mechanism *mechanism, int index);

/// Channels by index; NULL past the end. find: index of a name, -1 when there is none; lookup: an
/// unknown name is an error that suggests the nearest ones.
DP_API int dp_mechanism_channel_count(const dp_mechanism *mechanism);
DP_API const dp_channel *dp_mechanism_channel(const dp_mechanism *mechanism, int index);
DP_API int dp_mechanism_channel_find(const dp_mechanism *mechanism, const char *name);
DP_API dp_status dp_mechanism_channel_lookup(const dp_mechanism *mechanism, const char *name,
                                             int *index, dp_error *err);

/// Can the linkage be assembled all along its drive, from 0 to `until` [s]? It is followed once
/// with all clearances closed, as far as the drivers fix it; a drive of one even rotation needs one
/// turn. DP_ERR_CONFLICT where it locks, with the driven angle and the joint; a dead point that is
/// only touched is not such a place. Linkages of more than 60 unknowns are not followed. Tables
/// that such a run may not go beyond are refused. Memory comes from the allocator of the mechanism.
DP_API dp_status dp_mechanism_check_motion(const dp_mechanism *mechanism, double until,
                                           dp_mechanism_motion *motion, dp_error *err);

/// Name of joint `index` of the definition: "pin", or "joint3". NULL past the end.
DP_API const char *dp_mechanism_joint_name(const dp_mechanism *mechanism, int index);

/// Run from the start to the end: begin, advance in one piece, finish, free. Of a run that fails
/// the result says where.
DP_API dp_status dp_mechanism_run(const dp_mechanism *mechanism, const dp_mechanism_run_def *run,
                                  dp_mechanism_result *result, dp_error *err);

/// Begin a run: *stepper stands at time 0, and is NULL after an error. The mechanism must outlive
/// it.
DP_API dp_status dp_mechanism_begin(dp_mechanism_stepper **stepper, const dp_mechanism *mechanism,
                                    const dp_mechanism_run_def *run, dp_error *err);

/// Go on to a time [s], or to the end of the run if that comes first (INFINITY: the end). The
/// integrator lands on `until` and restarts there, so such times have a share in the last
/// digits; to the end in one piece gives the bits of dp_mechanism_run. After an error only
/// dp_mechanism_finish, which says where, and dp_mechanism_stepper_free are of use.
DP_API dp_status dp_mechanism_advance(dp_mechanism_stepper *stepper, double until, dp_error *err);

/// Time and bodies, accelerations included.
DP_API dp_mechanism_snapshot dp_mechanism_state(dp_mechanism_stepper *stepper);

/// The state as bytes, to go on later with the same bits. Returns how many bytes that takes; writes
/// nothing if `size` is less or `bytes` is NULL. Tables that the run fills are not part of it.
DP_API size_t dp_mechanism_save(const dp_mechanism_stepper *stepper, void *bytes, size_t size);

/// Put a run that was begun with the same mechanism and definition into a saved state. A state
/// holds a digest of every field of both and a checksum. The bytes may come from anybody:
/// DP_ERR_RANGE when they are not a state of this run, which is then closed.
DP_API dp_status dp_mechanism_restore(dp_mechanism_stepper *stepper, const void *bytes, size_t size,
                                      dp_error *err);

/// End the run where it stands: statistics, dents and bodies go where the definition says.
/// DP_ERR_CONFLICT after an error or a second time; the result is then the one so far.
DP_API dp_status dp_mechanism_finish(dp_mechanism_stepper *stepper, dp_mechanism_result *result,
                                     dp_error *err);
DP_API void dp_mechanism_stepper_free(dp_mechanism_stepper *stepper);

/// Where copy `copy` of an ensemble starts, between -1 and 1, 0 for copy 0: a fixed sequence.
/// What moves is dp_mechanism_perturbed_name ("slider.x"): the first unknown coordinate that shifts
/// a loose pair once the loops are closed again, and one more ("slidera.x, sliderb.x") for every
/// pair that does not move with it. Each of several has a sequence of its own, by its name. NULL:
/// there is none.
DP_API double dp_mechanism_shift(unsigned long seed, int copy);
DP_API const char *dp_mechanism_perturbed_name(const dp_mechanism *mechanism);

/// An ensemble of at least two copies of a run, for what a chaotic motion has in common. Copy i is
/// `run` with copy = i; its stats and pairs belong to the ensemble. `run` and the mechanism must
/// outlive it.
DP_API dp_status dp_mechanism_ensemble_begin(dp_mechanism_ensemble **ensemble,
                                             const dp_mechanism *mechanism,
                                             const dp_mechanism_run_def *run, int copies,
                                             dp_error *err);

/// Run one copy, 1 to copies. Different copies may run in different threads at once, which
/// observers and allocator of `run` must then bear; the order does not matter.
DP_API dp_status dp_mechanism_ensemble_run(dp_mechanism_ensemble *ensemble, int copy,
                                           dp_mechanism_result *result, dp_error *err);

/// Where the statistics of a copy are: an entry for each watched channel, and for each pair. They
/// belong to the ensemble. NULL when there is no such copy.
DP_API dp_channel_stats *dp_mechanism_ensemble_stats(dp_mechanism_ensemble *ensemble, int copy);
DP_API dp_mechanism_contact_stats *dp_mechanism_ensemble_pairs(dp_mechanism_ensemble *ensemble,
                                                               int copy);

/// Mean and spread over all copies, which must have run, of a number of a watched channel (by its
/// place in `watch`) or of a pair. NaN where there is none.
DP_API dp_spread dp_mechanism_ensemble_spread(const dp_mechanism_ensemble *ensemble,
                                              dp_statistic what, int index);
DP_API void dp_mechanism_ensemble_free(dp_mechanism_ensemble *ensemble);

/// How long a history holds. A trace belongs to one run from its start, whose `trace` it is; `run`
/// is the definition of that run. dp_mechanism_agree then makes two more runs and holds them
/// against the trace: one whose start is 1e-10 m aside, and one at another tolerance, from which
/// the first differs by its own error. The history holds until the point of a pair of surfaces,
/// seen from the other body, is moved by 1 % of the play: the clearance of a loose joint; the
/// largest gap that a contact opens to after its first touch, and by 1e-8 m at the least. Contacts
/// that do not open are left out. The shadows end where they part; of `run` they call `step` alone.
/// A run is compared as far as its trace goes (256 MiB at the most), and as far as a shadow does
/// not break off.
DP_API dp_status dp_mechanism_trace_begin(dp_mechanism_trace **trace, const dp_mechanism *mechanism,
                                          const dp_mechanism_run_def *run, dp_error *err);
DP_API dp_status dp_mechanism_agree(const dp_mechanism_trace *trace,
                                    dp_mechanism_agreement *agreement, dp_error *err);
/// Where the point of a pair was, seen from the other body [m] (channels `ex`, `ey`); NaN before
/// the start and beyond the end.
DP_API void dp_mechanism_trace_at(const dp_mechanism_trace *trace, int pair, double time,
                                  double place[2]);
/// Play of a pair in that run [m], as above; 0: it has none. NaN: there is no such pair.
DP_API double dp_mechanism_play(const dp_mechanism_trace *trace, int pair);
DP_API void dp_mechanism_trace_free(dp_mechanism_trace *trace);

/// The same in one piece: `run` itself and its shadows. The horizon is a multiple of `every`
/// seconds (0: a thousandth of a turn, or of the run), the last one at which the runs still agree.
/// INFINITY when they agree as far as they were compared, when there are no surfaces that could, or
/// `step` of `run` ended one of them.
DP_API dp_status dp_mechanism_horizon(const dp_mechanism *mechanism,
                                      const dp_mechanism_run_def *run, double every,
                                      double *horizon, dp_error *err);

DP_END_DECLS

#endif
