#ifndef WORKBENCH_KINDS_CHAIN_CHAIN_H
#define WORKBENCH_KINDS_CHAIN_CHAIN_H

#include "scenario/body.h"
#include "scenario/contact.h"
#include "scenario/kind.h"

// A chain scenario, read and prepared. Bodies are numbered as the library does, from 0 at the left.
// Beads are numbered from 1, an extra striker is bead 0. Contact k of the user lies to the right of
// bead k; where there is no extra striker, contact 0 lies between the left end and bead 1.

struct chain_taper {
    const struct node *node;
    double ratio, radius_end;  // NaN: not given
};

/// A stretch of beads that are told at once.
struct chain_segment {
    const struct node *node;
    long count;  // beads, or repeats of the pattern or table
    struct body_block bead;
    struct list pattern;  // of struct body_block
    struct chain_taper taper;
    const char *csv;
    double gap;  // [m] to the right of every bead
    struct contact_block contact;
    // derived
    const struct body_block *cell;  // what is repeated
    size_t cell_count;
    size_t first, beads;  // its first body, and how many
    double ratio;         // of the radii of neighbours in a taper; NaN: none
};

struct chain_striker {
    const struct node *node;
    struct body_block body;
    bool copies;
    struct contact_block contact;
};

struct chain_end_block {
    const struct node *node;
    int type;  // as dp_chain_end_type counts
    const struct material *material;
    bool is_rigid, is_glued;
    const struct node *velocity, *incident;  // number, list of points, or name of a file
    double impedance;                        // [N s/m] NaN: not given
    double gap;
    struct contact_block contact;
};

/// Another law at a single contact.
struct chain_exception {
    const struct node *node;
    long at;
    struct contact_block contact;
};

struct chain_field {
    const struct node *node;
    int of;             // CHAIN_VELOCITY, ...
    double every;       // [s] NaN: a choice that fits
    struct list beads;  // of two longs, or empty
    long stride;        // 0: a choice that fits
};

enum { CHAIN_VELOCITY, CHAIN_FORCE, CHAIN_NOTHING };

/// Names of dp_chain_method.
extern const char *const chain_integrators[];

struct chain_block {
    const struct node *node;
    struct list beads;  // of struct chain_segment
    struct chain_striker striker;
    struct chain_end_block end[2];
    double gravity, preload;
    struct contact_block contact;
    struct list contacts;        // of struct chain_exception
    struct list sensors, loops;  // of long
    struct chain_field field;
};

struct chain_run_block {
    const struct node *node;
    int integrator;      // as dp_chain_method counts
    double step, until;  // [s] step NaN: a choice that fits
    long threads;
    double checkpoint;  // [s] NaN: none
    double rtol;
    double memory;  // [B] NaN: a limit that fits the machine
};

/// Laws in use with their parameters, each once, for the notes: the contact that yields at the
/// largest indentation, and radii among all contacts of the law.
struct chain_law_note {
    const struct contact_block *block;
    struct prepared_contact touch;
    double least_radius;             // [m] of all balls; NaN: none is known
    double least_solid, most_solid;  // [m] of the solid balls; NaN: none
};

enum { CHAIN_NOTES_MAX = 32 };

/// Neighbours of equal mass whose contacts obey one law: a wave has one speed there. It is timed at
/// the first and the last sensor, or where there are no two of them a quarter inside.
enum { CHAIN_STRETCHES_MAX = 16 };
struct chain_stretch {
    size_t from, to;    // its first and last body
    size_t body[2];     // where the wave is timed, left to right
    size_t probe[2];    // of those bodies
    size_t contact[2];  // probes of contacts: right of the first of them, left of the second
    long sensor[2];     // those bodies as sensors; -1: they are none
};

/// What is watched, and who asked for it.
struct chain_probes {
    dp_chain_probe_def *def;
    size_t count;
    size_t *sensor, *loop;  // probe of each
    size_t end[2];          // contact with an end, or the body glued to a bar
};

/// A column of the series: its name, and where its values come from.
enum { CHAIN_NAME_MAX = 32 };
struct chain_column {
    char name[CHAIN_NAME_MAX];
    const char *unit;
    enum { FROM_CLOCK, FROM_SENSOR, FROM_END } of;
    size_t index;  // of the probe of a sensor, or of the end
    size_t part;   // of a row of the probe, or the offset in dp_chain_bar_wave
};

struct chain_config {
    struct chain_block chain;
    struct chain_run_block run;
    struct output_block output;  // the series by name: sensors have columns of their own
    // derived
    struct body_block striker;  // an extra one
    bool has_striker;
    size_t beads, bodies;
    double *mass, *velocity, *gap;  // as dp_chain_def has them; the last two may be NULL
    unsigned *law;
    dp_contact *laws;
    size_t law_count;
    struct chain_law_note note[CHAIN_NOTES_MAX];
    int note_count;
    bool has_more_notes;             // there was no room for all of them
    struct contact_remarks remarks;  // of the values in contact blocks
    dp_chain_end end[2];
    bool start_in_equilibrium;
    size_t pushed;
    long *sensors;  // beads, as given or chosen
    size_t sensor_count;
    struct chain_probes probes;
    struct chain_stretch pulse;  // the longest that begins and ends at sensors; -1: there is none
    struct chain_stretch stretches[CHAIN_STRETCHES_MAX];
    size_t stretch_count, stretches_in_all;
    double speed;    // [m/s] nothing is expected to close in faster
    double closing;  // [m/s] of the bodies and ends that move at the start
    double limit;    // [s] longest stable step; NaN: not known
    size_t stiffest;
    // adaptive: step and steps are the clock of the rows, not of the motion
    double step;
    long steps;
    long record_every, look_every;                   // steps between rows; look: 0 for none
    size_t field_from, field_stride, field_columns;  // bodies; 0 columns: no field
    size_t memory;                                   // [B] the run will take
    struct chain_column *series;                     // those asked for, or all there are
    int series_count;
};

/// Number of a body as the user counts: beads from 1, an extra striker is 0.
static inline long chain_bead_of(const struct chain_config *c, size_t body) {
    return (long)body + (c->has_striker ? 0 : 1);
}

static inline size_t chain_body_of(const struct chain_config *c, long bead) {
    return (size_t)(bead - (c->has_striker ? 0 : 1));
}

/// Number of a contact as the user counts.
static inline long chain_contact_number(const struct chain_config *c, size_t contact) {
    return (long)contact - (c->has_striker ? 1 : 0);
}

/// Is there a contact with the end?
static inline bool chain_has_contact(const struct chain_config *c, int side) {
    return c->end[side].type != DP_END_FREE && !c->end[side].glued;
}

/// Is the outermost body glued to a driven end, which moves it?
static inline bool chain_carries(const struct chain_config *c, int side) {
    return c->end[side].type == DP_END_DRIVEN && c->end[side].glued;
}

/// Time of a row of the probes [s].
static inline double chain_row_time(const struct chain_config *c, size_t row) {
    return (double)row * (double)c->record_every * c->step;
}

static inline bool chain_is_adaptive(const struct chain_config *c) {
    return c->run.integrator == DP_CHAIN_DOP853;
}

/// --- beads.c

/// Find cells, counts and masses; false after diagnostics. Allocates nothing that grows with count.
bool chain_plan(struct reader *reader, struct chain_config *c);

/// A body by number.
struct body_block chain_bead(const struct chain_config *c, size_t body);

/// Segment of a body, which must not be the striker.
const struct chain_segment *chain_segment_of(const struct chain_config *c, size_t body);

/// Numbers of the first and the last contact.
void chain_contact_range(const struct chain_config *c, long *first, long *last);

/// --- contacts.c

/// Complain about other laws at contacts that are not there, or have two.
void chain_check_exceptions(struct reader *reader, const struct chain_config *c);

/// Prepare a law for every contact, each only once; false after diagnostics.
bool chain_join(struct reader *reader, struct chain_config *c);

/// --- watch.c: what is seen of a chain: sensors, loops, ends, the field

/// Check sensors and loops and make the list of probes.
void chain_watch_all(struct reader *reader, struct chain_config *c);

/// Steps between rows of probes and of the field, columns of the series; complains when there are
/// too many, or no such.
void chain_plan_rows(struct reader *reader, struct chain_config *c);

/// Rows of probes, and times the field is looked at.
size_t chain_row_count(const struct chain_config *c);
size_t chain_look_count(const struct chain_config *c);

/// Most rows of the table of the final state.
enum { CHAIN_FINAL_MAX = 1000000 };

/// Bytes of the tables the run will fill.
double chain_table_bytes(const struct chain_config *c);

/// --- build.c

void chain_build(struct reader *reader, void *config);

/// What the library is to build. Room for rows of the whole run where they are asked for.
dp_chain_def chain_define(const struct chain_config *c, bool rows);

/// What a run will take; its time from a trial with the first beads, where it may be long.
void chain_need(const void *config, int rows, struct need *need);
double chain_glimpse(const void *config);

/// Say what the library said, at the key it concerns.
void chain_report_error(struct reader *reader, const struct chain_config *c, const dp_error *err);

void chain_define_all(const void *config, dp_definition *out);
void chain_run(struct reader *reader, const void *config, int rows, struct outcome *outcome);

#endif
