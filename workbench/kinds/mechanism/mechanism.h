#ifndef WORKBENCH_KINDS_MECHANISM_MECHANISM_H
#define WORKBENCH_KINDS_MECHANISM_MECHANISM_H

#include "journal/journal.h"
#include "scenario/body.h"
#include "scenario/contact.h"
#include "scenario/kind.h"

// A mechanism scenario, read and prepared.

/// Bodies, joints, contacts, drivers and forces begin with these.
struct part_block {
    const struct node *node;
    const char *name;
};

struct mechanism_body_block {
    const struct node *node;
    const char *name;
    double mass, inertia;
};

/// Two surfaces, of a loose joint or of a contact.
struct surfaces {
    const struct material *material;
    struct list materials;       // of const struct material *, two of them
    const struct node *contact;  // as it stands: it may hold friction, which other kinds refuse
    struct friction_block friction;
};

struct mechanism_joint_block {
    const struct node *node;
    const char *name;
    int type;                          // as dp_joint_type counts
    struct list between;               // of const char *
    struct list at;                    // two struct list of two double
    struct list axis, through, point;  // two double each
    double angle;
    double journal_radius, bearing_radius, clearance;
    double length, height, gap;
    int memory;  // MEMORY_...
    long sectors;
    struct surfaces surfaces;
};
enum { MEMORY_FRESH, MEMORY_KEPT };

struct mechanism_touch_block {
    const struct node *node;
    const char *name;
    int type;  // as dp_touch_type counts
    struct list between, at;
    struct list radii;  // of double, one or two
    struct list normal;
    struct surfaces surfaces;
};

struct mechanism_driver_block {
    const struct node *node;
    const char *name, *body;
    double speed;                         // [rad/s] NaN: not given
    const struct node *angle, *position;  // a polynomial, or a map with a table
    int direction;                        // 0: x, 1: y
};

struct mechanism_force_block {
    const struct node *node;
    const char *name, *body;
    int type;  // as dp_force_type counts
    struct list between, at, point;
    const struct node *stiffness, *damping, *rest, *preload;  // units depend on the type
    struct list force;
    double torque;
    const struct node *factor;
};

struct mechanism_block {
    const struct node *node;
    struct list gravity;
    struct list bodies, joints, contacts, drivers, forces;
    const struct node *start, *near;
    struct list watch;  // of const char *
};

struct mechanism_run_block {
    const struct node *node;
    double turns, until;
    const struct node *skip;
    double rtol;
    long ensemble, seed, threads;
    bool has_shadow, has_ideal;
    int stepper;  // as dp_mechanism_method counts
};

/// Channels by index.
struct channels {
    int *item;
    int count;
};

struct mechanism_config {
    struct mechanism_block mechanism;
    struct mechanism_run_block run;
    struct output_block output;  // its series are names of channels
    bool allows_unphysical;
    // derived; all memory belongs to the tree of the reader
    dp_mechanism_def def;
    double *plain_angles;  // per body: the angle under `start` that only chose the branch; NaN
    struct prepared_contact *touches;  // contacts, joints first, one for a guide
    struct contact_block *blocks;      // and what they were made of
    const struct node **contacts;      // where they stand
    int touch_count;
    dp_mechanism *model;
    dp_mechanism_motion motion;  // of the closed linkage along the drive
    dp_mechanism *ideal;         // the same with ideal joints; NULL: none, or it cannot be had
    bool is_ideal_moved;         // it starts beside the values under `start`
    double until;                // [s]
    double skip;                 // [s] before it is the start-up, then the window of the statistics
    double turn;                 // [s] NaN: none
    double every;                // [s] between rows
    struct channels watch, series;
    bool marks_regular;  // the series has the column `regular`
};

// --- keys ----------------------------------------------------------------------------------------

extern const struct field mechanism_joint_fields[], mechanism_touch_fields[];
extern const struct field mechanism_driver_fields[], mechanism_force_fields[];

/// Keys that several parts have: two numbers, two points, two bodies.
extern const struct field mechanism_length_item, mechanism_number_item;
extern const struct field mechanism_point_item, mechanism_body_item;
#define TWO(block, member, what, ...) LIST(block, member, &what, double, 2, 2, __VA_ARGS__)
#define AT(block, ...) LIST(block, at, &mechanism_point_item, struct list, 2, 2, __VA_ARGS__)
#define PAIR(block, ...) LIST(block, between, &mechanism_body_item, const char *, 2, 2, __VA_ARGS__)

/// A key that not every type of a part has. Tables end with a key that is NULL.
struct part_key {
    const char *key;
    int types, needed;  // bits: the types that know it, and those that cannot do without
};

/// Complain about keys that the part at `node` should not have or lacks. `owner` names its type.
void mechanism_check_keys(struct reader *reader, const struct node *node,
                          const struct part_key *keys, int type, const char *owner);

/// What the program knows of a type of joint.
struct joint_traits {
    const char *owner;    // as sentences name it
    bool is_pin, slides;  // a point on a point; a block on a line
    int pairs;            // of surfaces that may touch; 0: it has no play
};
const struct joint_traits *joint_traits(dp_joint_type type);

/// The JSON Schemas of `start` and `near`.
json_t *mechanism_start_form(void);
json_t *mechanism_near_form(void);

void mechanism_build(struct reader *reader, void *config);
void mechanism_define_all(const void *config, dp_definition *out);
void mechanism_run(struct reader *reader, const void *config, int rows, struct outcome *outcome);

// --- parts of the build --------------------------------------------------------------------------

/// Zeroed memory of the reader's tree for `count` things; complains and returns NULL without it.
void *mechanism_room(struct reader *reader, int count, size_t size);

/// Body by name, DP_GROUND for "ground"; complains about any other, then -2.
int mechanism_body(struct reader *reader, const struct mechanism_block *block,
                   const struct node *at, const char *name);

/// The two bodies of `between`; complains when one is unknown.
void mechanism_pair(struct reader *reader, const struct mechanism_block *block,
                    const struct list *between, int *first, int *second);

/// Two numbers, and two points; what is left out is left as it is.
void mechanism_vector(const struct list *list, double out[2]);
void mechanism_points(const struct list *list, double out[2][2]);

/// A number whose unit depends on other keys; left as it is where it is not given.
void mechanism_number(struct reader *reader, const struct node *node, const char *unit,
                      enum field_range range, double *value);

void mechanism_build_joints(struct reader *reader, struct mechanism_config *c);
void mechanism_build_contacts(struct reader *reader, struct mechanism_config *c);
void mechanism_build_drivers(struct reader *reader, struct mechanism_config *c);
void mechanism_build_forces(struct reader *reader, struct mechanism_config *c);

/// What lies beyond the tables that the run leaves.
void mechanism_note_tables(const struct mechanism_config *c, struct outcome *outcome);

/// Say what the library says about the mechanism, at the line of the part it names.
void mechanism_report_error(struct reader *reader, const struct mechanism_config *c,
                            const dp_error *err);

/// What a pair of surfaces belongs to: a joint, one corner of a joint, or a contact.
struct pair_owner {
    int joint, corner;  // corner from 0; -1: none
    int contact;        // number among those that were prepared
};
struct pair_owner mechanism_owner(const struct mechanism_config *c, int pair);

/// Is it a journal in its bearing, which has an orbit?
bool mechanism_is_bearing(const struct mechanism_config *c, int pair);

// --- runs ----------------------------------------------------------------------------------------

/// Results of one run.
struct history {
    dp_mechanism_result result;
    dp_channel_stats *stats;  // of the watched channels
    dp_mechanism_contact_stats *pairs;
    dp_status status;
    dp_error err;
};

/// What an observer of the main run was told, one after another.
struct kept {
    const struct column *columns;  // the first names the pair
    size_t size;                   // of one
    void *item;
    size_t count, capacity;
};

/// Most channels of a row, frames of an animation, and touches that are kept.
enum { ROW_MAX = 1024, FRAMES_MAX = 600, LISTED_MAX = 1000000 };

/// Values of each pair in a row: ex, ey, contact.
enum { PAIR_EX, PAIR_EY, PAIR_TOUCHES, PAIR_WIDTH };

/// Times of a run, evenly spaced, at which copies are held against each other.
enum { PLACED = 256 };

struct campaign;

/// A copy on its way: what its observers are told.
struct copy_run {
    struct campaign *campaign;
    struct table rows;  // the series without time; its rows stand at the times of the main run
    double *places;     // of every pair at PLACED times, x and y; NULL: not placed
    bool is_over;       // guarded by the lock of the crew
    bool is_kept;       // a journal has it, and it is read when its turn comes
};

/// All runs of a scenario.
struct campaign {
    const struct mechanism_config *config;
    struct tree memory;  // of what has a size that is known before they begin
    struct history main, ideal;
    dp_mechanism_ensemble *ensemble;
    struct history *copies;  // [copy_count] without statistics, which the ensemble has
    int copy_count;          // 0: no ensemble
    // what copies have in common at each row, when rows are wanted
    struct copy_run *copy_runs;  // [copy_count]
    struct moments *moments;     // [moment_rows][channels of the series]; NULL: none
    size_t moment_rows;
    int merged;              // copies that are in it
    struct moments *places;  // [PLACED][pairs][2]; NULL: no pairs
    bool has_horizon, has_ideal;
    dp_mechanism_trace *trace;  // of the main run; NULL: nobody needs it
    dp_mechanism_agreement agreement;
    dp_error horizon_err;
    struct kept impacts;          // of dp_mechanism_impact
    struct kept dents;            // of dp_mechanism_dent, pair by pair
    struct channels ideal_watch;  // those of the watched ones that the ideal mechanism has
    // rows, when they are wanted
    bool has_rows;
    _Atomic bool is_out_of_memory;
    _Atomic bool is_late;            // the time of --max-time is used up
    _Atomic bool has_stopped;        // the caller asked for it
    struct channels channels;        // of a row: the series, all pairs, all bodies, the orbits
    struct channels ideal_channels;  // of a row of the ideal mechanism
    int pairs_at, bodies_at;         // where they begin
    int orbits_at;                   // ex and ey of every bearing
    struct table rows, ideal_rows;   // time and the series, that of the ideal mechanism
    struct table contact_rows;       // as `rows`: at onset, peak and end of contacts, by time
    size_t contact_rows_most;        // that are kept
    double contact_rows_until;       // [s] of the first that is left out; INFINITY: none
    struct table orbit;              // time and the orbits, in the window
    struct table section;            // once a turn: time, the series, all pairs, part of the run
    double *touched_until;           // [s] of each pair: it touches from the start until then
    struct table frames;             // of the animation: time, all pairs, all bodies
    double frames_from;              // [s] none before
    long frame_stride, frames_seen;  // rows from one to the next, rows since then
    const struct call *call;
    // of an ensemble in parts
    const struct journal_use *use;  // NULL: it is in one piece
    struct journal_map known;       // copies, from 0
    _Atomic int journal_error;      // errno of a journal that cannot be written
    _Atomic bool is_unread;         // a record is no longer as it was
};

/// What a run will take: a trial of a thousand steps tells its time.
void mechanism_need(const void *config, int rows, struct need *need);
double mechanism_glimpse(const void *config);

/// Results into the summary, headlines and notes; false after a diagnostic about a state that is
/// impossible.
bool mechanism_tell(struct reader *reader, const struct campaign *campaign,
                    struct outcome *outcome);

/// How far the results can be trusted: the horizon, and what the copies say.
void mechanism_put_horizon(const struct campaign *campaign, json_t *summary);
void mechanism_note_horizon(const struct campaign *campaign, struct outcome *outcome);
void mechanism_note_ensemble(const struct campaign *campaign, struct outcome *outcome);

/// Rows at contacts that are kept: as many as there are others, or many.
double mechanism_contact_rows(const struct mechanism_config *c);

/// The series of what has been run; false for want of memory.
bool mechanism_fill_series(struct campaign *campaign, struct outcome *outcome);

/// Which channels make a row; true unless memory runs out.
bool mechanism_plan_rows(struct campaign *campaign);

/// Is a channel beyond the series one of the series, too?
bool mechanism_is_told_twice(const struct campaign *campaign, int channel);

/// A run as the scenario defines it, for itself. `history` NULL: no statistics.
dp_mechanism_run_def mechanism_define(const struct mechanism_config *c, struct history *history);
bool mechanism_init_history(struct campaign *campaign, struct history *history);

// --- copies over time ----------------------------------------------------------------------------

bool mechanism_init_copy(struct campaign *campaign, struct copy_run *copy);

/// A row of a copy; `user` is its struct copy_run.
int mechanism_take_copy_row(void *user, double time, const double *values);

/// Run a copy, from 0.
dp_status mechanism_run_copy(struct campaign *campaign, int copy);

/// Where the pairs of a copy were. False: no memory.
bool mechanism_place_copy(struct campaign *campaign, int copy, const dp_mechanism_trace *trace);

/// How far the copies have come apart.
struct parting {
    bool is_known;  // there are pairs that could tell
    double from;    // [s] the first time at which a pair spreads over 1 % of its play; INFINITY
    double most;    // largest spread in the window, over the play
    int pair;       // of it
    double last;    // [s] the time at which the last pair spreads so far; INFINITY
    double least;   // largest spread of that pair in the window, over its play
    int behind;     // that pair
};
struct parting mechanism_parting(const struct campaign *campaign);

/// Add all copies that are over and whose turn it is. Not on two threads at a time.
void mechanism_merge_copies(struct campaign *campaign);
void mechanism_free_copies(struct campaign *campaign);

// --- copies in journals --------------------------------------------------------------------------

/// Points of a scenario in parts: its copies; 0: it has none.
long mechanism_copies(const void *config);

/// Run the copies of a part; they go to its journal.
void mechanism_run_part(struct reader *reader, const void *config);

/// Is it one part of several? Then there is nothing but its copies.
bool mechanism_is_part(const struct campaign *campaign);

/// Which copies do the journals have? False after a diagnostic.
bool mechanism_begin_parts(struct campaign *campaign, struct reader *reader);

/// Take a copy from a journal, or run it and put it there. One of another part is left out.
dp_status mechanism_do_copy(struct campaign *campaign, int copy);

/// Read what a journal has of a copy.
bool mechanism_load_copy(struct campaign *campaign, int copy);

/// What a copy leaves, as bytes for a journal; and back, or only looked at. False when it is
/// damaged: these bytes may come from anybody.
struct bytes_out;
void mechanism_pack_copy(const struct campaign *campaign, int copy, struct bytes_out *bytes);
bool mechanism_check_copy(const struct campaign *campaign, const struct journal_record *record);
bool mechanism_unpack_copy(struct campaign *campaign, int copy,
                           const struct journal_record *record);

/// Numbers that this keeps at most, for a run of so many rows.
double mechanism_ensemble_numbers(const struct mechanism_config *c, double rows, long threads);

/// Room for the name of a column of `ensemble`.
enum { ENSEMBLE_NAME_SIZE = 48 };

/// The table `ensemble`: mean, spread and range of the copies, slice by slice. False: no memory.
bool mechanism_fill_ensemble(struct campaign *campaign, struct outcome *outcome);

/// Channel of a body or a pair, "pin.force"; -1: none.
int mechanism_channel_of(const dp_mechanism *m, const char *owner, const char *field);

/// Shares of time; the first column names the pair.
struct pair_modes {
    dp_mechanism_contact_stats stats;
    int pair;
};
extern const struct column mechanism_mode_columns[];

/// Series, further tables and pictures. The outcome takes over what the run has filled. False for
/// want of memory.
bool mechanism_show(struct campaign *campaign, struct outcome *outcome);

/// The tables `timeline` and `places`, and their pictures. False for want of memory. `names` are
/// those of the pairs.
bool mechanism_fill_timeline(const struct campaign *campaign, const char *const *names,
                             struct outcome *outcome);
void mechanism_draw_timeline(const struct campaign *campaign, struct outcome *outcome);
bool mechanism_fill_places(const struct campaign *campaign, struct outcome *outcome);
void mechanism_draw_places(const struct campaign *campaign, struct outcome *outcome);

/// The moving picture of the report; NULL when there is none to be drawn. False: no memory.
bool mechanism_animation(const struct campaign *campaign, char **page);

#endif
