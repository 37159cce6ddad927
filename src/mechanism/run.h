#ifndef DP_MECHANISM_RUN_H
#define DP_MECHANISM_RUN_H

#include "mechanism/motion.h"
#include "solve/hybrid.h"

// One run: all that changes. The mechanism itself is const.

enum touch_mode {
    MODE_FREE,      // apart
    MODE_TOUCH,     // in contact
    MODE_RELEASED,  // overlapping without force: the policy `release` ended the contact
    MODE_HOLLOW,    // over a dent, not as deep as that: no force
};

/// Extremes of a quantity.
struct extremes {
    double max, min, max_time, min_time;
};

void dp_extremes_begin(struct extremes *e);

/// A pair of surfaces during a run.
struct contact_state {
    enum touch_mode mode;
    double history[DP_HISTORY_MAX];
    double *kept;                // histories of the sectors; NULL: `history` is the only one
    int sector;                  // where the touch began
    double offset;               // of the surface there: indentations count from it
    int slides;                  // it has left that one
    long slid;                   // touches that did
    double since, speed, mass;   // of the contact that lasts
    double law_speed, law_mass;  // that its contact was made for
    double from_zero;            // when its force last began from nothing: the touch, or its dent
    double side;                 // laws with history: sign of the rate
    int is_rising;               // approach largest: the rate exceeds all before it
    struct stretch stretch;      // laws with marks: where nothing changes
    double jump;                 // mark whose jump is spread; 0: none
    double mark, mark_time;      // last mark that was passed, and when
    int returns;                 // to it, hardly having left it
    double last_event;
    int stuck;         // events without any time between them
    double *grip;      // history of friction with compliance, DP_GRIP_HISTORY_MAX; or NULL
    double heading;    // sign of the sliding speed
    double way, slip;  // slid, and sliding speed, at its last commit
    double most_grip, most_push;                 // largest tangential and normal force at commits
    struct extremes force, depth;                // of this contact
    struct extremes window_force, window_depth;  // over the window
    double touching, impacting;                  // time in the window
    long impacts, impacts_in_all;
    double first_time, first_speed;
};

enum {
    EVENT_SIDE,
    EVENT_RELEASE,
    EVENT_TURN,
    EVENT_MARK,
    EVENT_DEEP,
    EVENT_SPEED,
    EVENT_BACK,  // with a grip: the surfaces slide back
    EVENT_SLIP,  // friction changes its slope
    EVENT_CLIP,  // the force reaches its floor, or leaves it
    EVENTS_PER_PAIR
};
/// Fields of the channels of a pair, in the order of their names.
enum {
    PAIR_EX,
    PAIR_EY,
    PAIR_ECCENTRICITY,
    PAIR_INDENTATION,
    PAIR_RATE,
    PAIR_FORCE,
    PAIR_FRICTION,
    PAIR_FX,
    PAIR_FY,
    PAIR_SLIP,
    PAIR_CONTACT
};
/// Longest step that grips want next [s]; parts in which the last one was looked at.
enum { PACE_STEP, PACE_PARTS, PACES };
enum { LOOKS = 6 };  // points of a step that are looked at, ends included
enum { WORK_VISCOUS, WORK_PLASTIC, WORK_FRICTION, WORK_INPUT, WORKS };

struct run {
    const dp_mechanism *m;  // the caller's, or:
    dp_mechanism own;       // the same with drivers of the run
    dp_mechanism_run_def own_def;
    const dp_mechanism_run_def *def;  // the same
    dp_mechanism_result *result;
    dp_error *err;                      // of the call that is under way
    struct workspace work, work_aside;  // the second for states beside a singular position
    struct lanes *lanes;                // several instants at once; NULL: one after the other
    struct contact_state *contacts;
    struct pair *pairs;  // those of the mechanism; a contact that follows is that of its last touch
    struct extremes *watched;
    double *y;     // unknowns, time, integrals
    double *kept;  // histories of all sectors
    double *scale, *cap, *step, *scratch, *values, *pair_room, *noise;
    double *ahead;       // rates of a state, and the state a moment later
    double *held;        // where the step began; see branch.c
    double *aside;       // of a singular position: the states before and after, rates
    double *grips;       // histories of all grips
    double *from;        // the state at their last commits
    double *between;     // coordinates and speeds on the way from there
    double *pace;        // of steps, for the grips
    int n, active;       // coordinates; unknowns that steer
    int works, watches;  // places of the integrals; -1: none
    int count;
    int in_window, ended;
    int touching;                    // how many pairs touch
    int failed;                      // an error was set
    int follows;                     // extremes of contacts are asked for
    int seen_end;                    // the last point of `seen` is where the next step begins
    double *seen, *state, *rate_to;  // of a step that is looked at: quantities, a state, rates
    double *peaks;  // of each pair, for contact_row: time and values at the largest force
    double rtol, speed, stop;
    double pause;  // where this advance ends; INFINITY: at the end
    long next_row, next_section;
    double released, passed, initial;  // [J]
    double rubbed;                     // [J] that grips have lost in slip
};

struct dp_mechanism_stepper {
    struct run run;
    dp_mechanism_result result;
    dp_allocator allocator;
    size_t size;            // of the whole block
    dp_body_state *bodies;  // of dp_mechanism_state
    bool is_closed;         // it has failed, or is finished
};

/// On from y to the next pause or the end.
dp_status dp_run_solve(struct run *r, double *y);

/// Everything at y: accelerations, forces, powers; into dy when it is not NULL.
dp_status dp_run_evaluate(const struct run *r, const double *y, double *dy);
/// Does the motion only come near a singular position beside y, and turns off there?
int dp_run_misses(const struct run *r, const double *y);

/// Forces at y alone, of the surfaces too; no accelerations.
void dp_run_push(const struct run *r, const double *y);

enum { DP_TANGENT_MOST = 8 };  // coordinates
/// Can the accelerations be differentiated? Then do so where they were evaluated last; see radau.h.
int dp_run_has_tangents(const struct run *r);
void dp_run_tangents(const void *model, double *by_place, double *by_speed);

/// Values of the channels of a row at y, into `out`.
void dp_run_fill_row(const struct run *r, const double *y, double *out);

// --- extremes.c
/// Time and values at the largest force of the contact of a pair; NULL: no contact rows.
double *dp_run_peak(const struct run *r, int index);
/// Doubles that they take.
size_t dp_run_peaks_size(const struct run *r);

/// Value of a channel at the workspace that was evaluated last.
double dp_channel_value(const struct run *r, const struct channel *channel);

/// A value that is small for a channel of this unit in this mechanism.
double dp_channel_small(const struct run *r, const struct channel *channel);

/// Extremes within a step; see hybrid.h.
void dp_run_look(void *model, const dp_within *within);

/// A watched channel was this large.
void dp_run_scale_watch(struct run *r, int index, double size);

/// Value and rate of the event functions; see hybrid.h.
void dp_run_events(const void *model, const double *y, double *value, double *rate);
dp_event_action dp_run_on_event(void *model, double *y, int id);
/// The run ends: close contacts that last.
void dp_run_close_contacts(struct run *r, double t);
/// Contacts at the start.
dp_status dp_run_open_contacts(struct run *r, const double *y);

// --- branch.c
/// Doubles of run.held.
size_t dp_run_held_size(const dp_mechanism *m);
/// Steps begin at y.
void dp_run_hold_branch(const struct run *r, const double *y);
/// Is y, brought back onto the loops, on the branch on which the step began?
int dp_run_stays_on_branch(const struct run *r, const double *y);
/// The next step begins at y: counts the singular position that this one passed. 0: there is none,
/// and the step is too long to see how near it comes.
int dp_run_pass_branch(const struct run *r, const double *y);

/// See hybrid.h.
bool dp_run_filter_error(const void *model, const double *y, double *error);
/// The contact of this touch, where it follows the speed [m/s] or the mass that is felt there.
/// Returns 0 after an error. masses.c.
int dp_run_prepare_pair(struct run *r, int index, double now, double speed);

// --- dents.c
/// Doubles that the histories of all sectors take, and their places.
size_t dp_run_histories_size(const dp_mechanism *m);
void dp_run_place_histories(struct run *r, double *room);
/// Geometry of a pair, with the indentation that its law is asked for.
void dp_run_place_pair(const struct run *r, int index, const struct workspace *work,
                       struct touch *touch);
/// The surfaces meet, stand on the ground of a dent, or turn back in its hollow: which history it
/// is from here. 1: they are in the hollow of a dent, and not yet on its ground.
int dp_run_meet(struct run *r, int index, struct touch *t);
/// A touch has ended: its sector remembers.
void dp_run_keep_history(struct contact_state *c);
/// Depth of the dent in which the contact of a pair begins and ends; 0: none.
double dp_run_level(const struct run *r, int index);
/// The touch may have slid into another sector; the workspace is placed.
void dp_run_note_sector(struct run *r, int index, const struct touch *t);
/// Dents to `dent` of the definition, the deepest of each pair into its result.
void dp_run_tell_dents(struct run *r);

// --- grips.c
/// Doubles that the histories of all grips take, and their places.
size_t dp_run_grips_size(const dp_mechanism *m);
void dp_run_place_grips(struct run *r, double *room);
/// The surfaces of a pair touch: nothing is bent.
void dp_run_begin_grip(struct run *r, int index, const struct touch *t);
/// They part.
void dp_run_end_grip(struct run *r, int index);
/// A state was accepted.
void dp_run_commit_grips(struct run *r, const double *y);
/// The next step begins here, where y was changed perhaps.
void dp_run_leave_from(struct run *r, const double *y);
/// How far a step goes for the grips, over what is allowed; notes how long the next may be.
double dp_run_grips_stride(const struct run *r, const double *to);
/// Longest step that they want now.
double dp_run_grips_limit(const void *model);
/// Energy [J] that a grip holds at y, where the workspace was evaluated.
double dp_run_grip_stored(const struct run *r, int index, const double *y);

#endif
