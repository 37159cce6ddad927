#ifndef DP_CHAIN_INTERNAL_H
#define DP_CHAIN_INTERNAL_H

#include <math.h>
#include <stdint.h>

#include "contact/batch.h"
#include "contact/rule.h"
#include "dashpot/chain.h"
#include "kernels/chain_level.h"

// Inside, ends are bodies too: index 0 is the left end, body i of the user stands at i + 1, the
// right end at count + 1. Contact i lies between indices i and i + 1, which is the user's numbering
// already. Only indices first..last move by themselves; a body glued to a driven end is that end.

enum { CHAIN_PAD = 16 };  // room behind the right end for a whole vector

/// Contacts from..to-1 share one law.
struct contact_group {
    size_t from, to;
    const dp_contact *contact;
    dp_contact *own;  // where the restitution follows the speed: what `contact` points at
    int watches;      // touches must be noticed: the law looks at the approach speed, or releases
    int is_scalar;    // no loops for it
    int bends;        // adaptive steps: damping changes where the contact turns back
    double kick;      // of the bodies to their left, where equal and no gap: plain form
    int is_plain;
};

/// A velocity history with its integral.
struct chain_signal {
    size_t count;
    double *time, *velocity, *travel;
};

/// One end. What changes is in `struct end_state`.
struct chain_end {
    dp_chain_end_type type;
    int glued;
    double impedance;
    struct chain_signal signal;
    size_t index;    // of the end as a body; a body glued to a bar moves by itself
    size_t contact;  // with it
    double sign;     // +1: left, -1: right
    double rest;     // [N] force in the bar at rest
};

struct end_state {
    double force;                     // [N] at the level before; NaN at the start
    double travel;                    // [m] of a bar's end
    double impulse;                   // [N s] on the chain, sum over levels
    double work;                      // [J] on the chain, sum over levels
    double most_work;                 // [J] largest size of that sum so far
    double first_force, first_power;  // at level 0
};

struct chain_tops {
    double force, delta;
    long level;
    size_t contact;
    double time;  // adaptive steps only
};

struct probe_state {
    double before[2], now[2];  // force and velocity (or indentation) at the last two levels
    double peak[2], peak_time[2];
    double seen[2];  // indentation and rate, before bodies moved
    size_t rows;
    unsigned armed;  // adaptive steps: which peaks are waited for
};

/// A contact as adaptive steps see it: the stretch of its law it is on, which is smooth, and what
/// may end that. See adaptive.h.
struct chain_spot {
    double low, high;  // [m] indentations at which the stretch ends
    double held;       // [J] stored when the force began to be held at zero
    short mode;
    short is_rising;  // the rate exceeds all before it since the touch
    unsigned armed;
};

/// An error that waits until a status can be returned; smaller than a dp_error.
struct chain_refusal {
    dp_status status;
    size_t contact;
    char text[512];
};

struct dp_chain {
    dp_allocator allocator;
    size_t block_size;
    uint64_t digest;  // of the definition, for saved states

    size_t count, first, last;  // bodies; indices that move
    const dp_contact *laws;     // a copy; then those of contacts with a law of their own
    struct contact_group *runs;
    size_t run_count;
    struct chain_end end[2];
    double gravity, dt;
    double preload;     // [N] constant push on body `pushed`
    double press;       // [N] static force with which the left end presses the chain
    size_t pushed;      // index
    long first_number;  // of contact 0, in sentences
    dp_chain_method method;
    int threads, levels, plain, skip_resting;
    int hints_are_stale;  // state was written from outside: what is quiet must be found anew
    dp_isa isa;
    size_t block_bodies;  // bodies in a block

    // per index
    double *u, *v, *w, *mass, *kick, *start_v;
    // per contact
    double *gap, *loss, *touching, *history[DP_HISTORY_MAX];
    double *released;  // [J] per contact; only where a contact may release
    double *kept;      // [m/s] per contact whose restitution follows the speed: that speed
    struct chain_refusal *refusal;  // what went wrong where no status could be returned
    double *fastest;  // [m/s] per contact: largest rate of touches that began below the floor
    int has_gap, has_rate, has_touch, has_floor, follows;
    int is_small;     // marched in one piece, and probes are read many levels at a time: strip.h
    int spares_rate;  // then: only probes ask for rates, so w is kept for them alone
    int restitution_is_stale;  // state was written from outside
    int history_count;         // arrays that are there
    double first_loss_power, start_plastic;
    double start_energy, start_momentum, start_glued[2];

    // probes in the user's order; rows of probe p start at p * row_room
    dp_chain_probe_def *probe;
    size_t *probe_order;  // probes by ascending place
    struct probe_state *probe_state;
    double (*rows)[3];
    size_t probe_count, row_room;
    long record_every;

    // adaptive steps
    struct chain_spot *spot;          // per contact
    double scale_delta, scale_speed;  // sizes of the motion
    int start_in_equilibrium;         // it started in equilibrium
    double moved_time;                // [s] after which only tiny steps followed
    long stalled;                     // steps and events since then
    double peaks_from;                // [s] since when peaks are counted
    long peaks;

    // what changes besides the arrays
    struct {
        long level;
        double time, h;  // adaptive steps: time, and length of the last whole step
        double viscous;  // the same: [J] lost while forces acted,
        double slack;    // and while they were held at zero
        struct end_state end[2];
        struct chain_tops tops;
        double energy_top;  // largest energy that passed through
        double calm_until;  // [s] steps alone look for peaks until then
    } now;

    struct chain_worker *workers;  // one per thread, with scratch

    // filled by dp_chain_state
    dp_chain_snapshot view;
    double *look_v, *look_force, *look_delta;
    double *stage;  // rates and trial states of the methods with stages
};

/// A thread's own things.
struct chain_worker {
    dp_chain *chain;
    double *force;         // scratch: force[0] is the force from the left of the first body
    double *carry;         // per level of a tile: force at the seam between blocks
    double *left, *right;  // per level: forces at the edges towards other threads
    size_t from, to;       // indices it moves
    unsigned char *quiet;  // per cell of block_bodies
    struct chain_tops tops;
};

/// Values of `touching`. Slow: the speed at the touch lay below the floor of a law that divides by
/// it.
static const double APART = 0.0, SLOW = DP_LEVEL_SLOW, TOUCHING = 1.0, RELEASED = 2.0;

static inline double chain_delta(const dp_chain *chain, size_t c) {
    return chain->u[c] - chain->u[c + 1] - (chain->has_gap ? chain->gap[c] : 0.0);
}

static inline double chain_rate(const dp_chain *chain, size_t c) {
    return chain->has_rate ? chain->w[c] - chain->w[c + 1] : 0.0;
}

/// The work of an end at a level that is accepted. What an end gives and takes back has passed all
/// the same, so the largest is kept.
static inline void chain_set_work(struct end_state *end, double work) {
    end->work = work;
    if (fabs(work) > end->most_work) end->most_work = fabs(work);
}

/// History of contact c, out of the arrays and back.
static inline void chain_gather(const dp_chain *chain, const dp_contact *contact, size_t c,
                                double m[DP_HISTORY_MAX]) {
    for (int j = 0; j < DP_HISTORY_MAX; j++)
        m[j] = j < contact->kernel->history_count ? chain->history[j][c] : 0.0;
}

static inline void chain_scatter(const dp_chain *chain, const dp_contact *contact, size_t c,
                                 const double *m) {
    for (int j = 0; j < contact->kernel->history_count; j++)
        chain->history[j][c] = m[j];
}

// --- chain.c, initialise.c: from a definition to a chain ---

const dp_contact *dp_chain_law_of(const dp_chain_def *def, size_t c);

/// The contact as a chain takes it: by default the largest closing speed since the touch counts.
dp_contact dp_chain_take_law(const dp_contact *contact);

/// Does a touch below the floor count as one at the floor, for good?
int dp_chain_takes_floor(const dp_contact *contact);

/// Is the body glued to a driven end? It is that end then, and its mass changes no motion.
int dp_chain_is_carried(const dp_chain_def *def, size_t body);

/// Must touches of this contact be noticed?
int dp_chain_watches(const dp_contact *contact);

/// Does a new run begin with contact c > 0?
int dp_chain_breaks(const dp_chain *chain, const dp_chain_def *def, size_t c);

/// Fill the arrays of a chain that has its shape, and bring it to its start.
dp_status dp_chain_fill(dp_chain *chain, const dp_chain_def *def, dp_error *err);

// --- state.c ---

/// Digest of everything in a definition that the motion, its rows or its probes depend on.
uint64_t dp_chain_digest(const dp_chain_def *def);

// --- reference.c: one contact and one body at a time, bit for bit what the loops do ---

/// Force of contact c at this level: touch, history, loss and maxima included.
double dp_chain_contact(struct chain_worker *worker, size_t c, long level);

/// Bring `touching` up to date, and tell the law of a new touch; delta and rate at this level.
void dp_chain_watch(const dp_chain *chain, const struct contact_group *run, size_t c, double delta,
                    double rate);

/// The same where the speed of a touch is known.
void dp_chain_watch_at(const dp_chain *chain, const struct contact_group *run, size_t c,
                       double delta, double speed);

/// A contact that began below the floor moves at this rate.
static inline void chain_note_rate(const dp_chain *chain, size_t c, double rate) {
    if (chain->has_floor && chain->touching[c] == SLOW && rate > chain->fastest[c])
        chain->fastest[c] = rate;
}

/// Kick and drift of one index.
void dp_chain_move(dp_chain *chain, size_t index, double force_left, double force_right);

/// The same for indices lo..hi-1 and the contacts to their right; force[0] is given.
void dp_chain_sweep_scalar(struct chain_worker *worker, size_t lo, size_t hi, long level,
                           double *force);

const struct contact_group *dp_chain_run_of(const dp_chain *chain, size_t c);

void dp_chain_raise(struct chain_tops *tops, double force, double delta, long level,
                    size_t contact);
void dp_chain_merge(struct chain_tops *into, const struct chain_tops *from);

// --- leapfrog.c: Verlet in tiles and threads ---

dp_status dp_chain_march(dp_chain *chain, long levels, dp_error *err);

/// Every number must still be one.
dp_status dp_chain_check(const dp_chain *chain, dp_error *err);

// --- follow.c: restitutions that follow the speed ---

/// The law of contact c in a trial state: that of its run, or `room` with the restitution of a
/// touch that is not known yet, or of a rate beyond all before it. m becomes its history.
const dp_contact *dp_chain_law_in(const dp_chain *chain, const struct contact_group *run, size_t c,
                                  double delta, double rate, dp_contact *room,
                                  double m[DP_HISTORY_MAX]);

/// A touch at this speed; an accepted state; a state from outside. Nothing happens to contacts
/// that do not follow.
void dp_chain_follow(const dp_chain *chain, const struct contact_group *run, size_t c,
                     double speed);
void dp_chain_follow_faster(const dp_chain *chain, const struct contact_group *run, size_t c,
                            double delta, double rate);
void dp_chain_follow_restored(dp_chain *chain);

/// Hand over what a follow could not return.
dp_status dp_chain_refuse(const dp_chain *chain, dp_error *err);

// --- ends.c ---

double dp_chain_signal_velocity(const struct chain_signal *h, double t);
double dp_chain_signal_travel(const struct chain_signal *h, double t);

/// Slope of the velocity from t on; time of the next corner after t, INFINITY when there is none.
double dp_chain_signal_slope(const struct chain_signal *h, double t);
double dp_chain_signal_corner(const struct chain_signal *h, double t);

/// Bring the end to this level and return the force on the chain's outermost body that moves, as
/// the force of contact `contact`. Adds to impulse and work.
double dp_chain_end_force(struct chain_worker *worker, int side, long level);

/// Velocity of a bar's end that goes with indentation and velocity of its neighbour.
double dp_chain_bar_velocity(const struct chain_end *end, const dp_contact *contact,
                             const double *history, double incident, double delta,
                             double neighbour);

// --- evaluate.c: all forces at once, no history touched ---

/// State handed to an evaluation: u and v per index (ends are filled in by it), bar travel.
struct chain_state {
    double time;
    double *u, *v;
    double travel[2];
};

/// What comes out. force and delta per contact; the others may be NULL or are sums.
struct chain_forces {
    double *force, *delta;
    double end_velocity[2];
    double end_force[2];  // [N] to the right, on the outermost body that moves
    double power;         // [W] of all dampers
};

/// Put the ends into a state: u and v at their indices.
void dp_chain_place_ends(const dp_chain *chain, struct chain_state *state);

void dp_chain_evaluate(const dp_chain *chain, struct chain_state *state, struct chain_forces *out);

/// Accelerations of the indices that move.
void dp_chain_accelerate(const dp_chain *chain, const struct chain_forces *forces, double *a);

// --- fixed_step.c: predictor-corrector and RK4 ---

size_t dp_chain_stage_doubles(dp_chain_method method, size_t count);
dp_status dp_chain_stages(dp_chain *chain, long levels, dp_error *err);

// --- equilibrium.c ---

dp_status dp_chain_settle(dp_chain *chain, dp_error *err);

/// Indentation at which a contact has taken up this energy, or carries this force, at rest.
double dp_chain_depth_of_energy(const dp_contact *contact, double energy);
double dp_chain_depth_of_force(const dp_contact *contact, double force);

// --- adaptive.c ---

/// Sizes of the motion and the state of every contact at the start.
void dp_chain_adaptive_fill(dp_chain *chain);

// --- probes.c ---

/// Around the sweep over indices lo..hi-1 and the contacts lo..contacts-1 to their right: what must
/// be seen before bodies move, and the rest. force[0] is that of contact lo-1. Contacts with the
/// ends are left to the next two.
void dp_chain_probe_before(const dp_chain *chain, size_t lo, size_t hi, size_t contacts);
void dp_chain_probe_after(const dp_chain *chain, size_t lo, size_t hi, size_t contacts, long level,
                          const double *force);

/// A contact taken by itself, and an end with its contact, before bodies move.
void dp_chain_probe_contact(const dp_chain *chain, size_t c, long level, double force);
void dp_chain_probe_end(const dp_chain *chain, int side, long level, double force, double velocity);

/// Index at which a probe is seen: that of its body, or of the body to the left of its contact.
size_t dp_chain_probe_place(const dp_chain_probe_def *def);

/// Hand probe p its three values at a level; one of them, of which peaks are sought.
void dp_chain_probe_take(const dp_chain *chain, size_t p, long level, const double value[3]);
void dp_chain_probe_peak(struct probe_state *s, int k, double next, long level, double dt);

// --- ledger.c ---

double dp_chain_plastic(const dp_chain *chain, const double *delta);
double dp_chain_stored(const dp_chain *chain, const double *delta);

#endif
