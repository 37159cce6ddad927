#ifndef WORKBENCH_KINDS_CHAIN_RESULTS_H
#define WORKBENCH_KINDS_CHAIN_RESULTS_H

#include <jansson.h>
#include <stdint.h>

#include "dashpot/chain_pulse.h"
#include "kinds/chain/chain.h"
#include "result/column.h"

// A chain that is running, or has run.

/// Where the energy is at a time.
struct chain_energy {
    double time, kinetic, potential, stored, viscous, plastic, released, input;
};

struct chain_work {
    struct reader *reader;
    const struct chain_config *config;
    struct outcome *outcome;
    dp_chain *chain;
    bool has_rows;   // the field and the tables are wanted
    long first;      // step at which this process took it up
    double seconds;  // of computing, since then

    double start_momentum;
    double start_force[2];                 // [N] first and last static contact force that is not 0
    double start_range[2];                 // [N] smallest and largest of all contacts
    double rest[2];                        // [N] static force at the ends
    double quiet[2];                       // [N] static force at the first and the last sensor
    double still[CHAIN_STRETCHES_MAX][2];  // [N] the same where stretches are timed

    // kept in checkpoints, of fixed size
    uint64_t looks;
    dp_solve_stats stats;         // adaptive
    double *field;                // field_columns values to a look
    struct chain_energy *energy;  // one to a look
    float *frames;                // of the animation

    dp_energy ledger;
    double momentum_error;
};

/// The largest that a sensor saw.
struct chain_sensor {
    long bead;
    double peak_force, peak_time, peak_velocity;
};
extern const struct column chain_sensor_columns[];
struct chain_sensor chain_sensor_at(const struct chain_work *w, size_t sensor);

/// What was measured of the pulse between two sensors.
struct chain_pulse {
    const char *reason;      // why there is none; NULL: there is one
    double speed;            // [m/s]
    double peak, peak_time;  // of the contact at the second sensor
    dp_hertz_chain beads;
    dp_soliton soliton;
    double mean_peak;  // [N] of both contacts
    double width[3];   // [s] at half, a tenth, a hundredth of the peak
};

void chain_measure_pulse(const struct chain_work *w, struct chain_pulse *pulse);

/// A wave between two bodies, timed by its peaks.
struct chain_wave {
    double speed;      // [m/s] NaN: none
    char reason[120];  // why there is none; empty where nobody would expect one
    // of a uniform stretch
    double force;  // [N] mean of the peaks of the contacts at both ends; NaN: no speed
    double ratio;  // to the speed of the exact solitary wave of that force; NaN: no theory
};

/// From the first to the last sensor, and in a uniform stretch.
struct chain_wave chain_measure_wave(const struct chain_work *w);
struct chain_wave chain_measure_stretch(const struct chain_work *w, size_t index);

/// Is it timed at the first and the last sensor, as the wave speed is?
bool chain_times_all(const struct chain_config *c, const struct chain_stretch *stretch);

/// Does a contact carry something at the start? Bodies that all fall together have none.
bool chain_is_pressed(const struct chain_work *w);

/// An end in a row of its probe.
dp_chain_bar_wave chain_end_at(const struct chain_work *w, int side, size_t row);

/// The summary; `results` of schema.c says what each one is.
struct chain_summary {
    json_t *sensors, *contacts;
    double wave_speed;  // [m/s]
    json_t *pulse, *stretches, *walls, *bar, *equilibrium, *final_velocities;
    double momentum;  // [kg m/s]
    json_t *energy, *momentum_balance, *step, *solver;
    double particle_steps_per_second;
    long memory_bytes;
};

/// --- results.c: the summary
void chain_summarise(struct chain_work *w, const struct chain_pulse *pulse);

/// Where the laws hold, as notes; false after a diagnostic about a state that is impossible.
bool chain_judge(struct chain_work *w);

/// --- tables.c: series, further tables, pictures
void chain_write_tables(struct chain_work *w, const struct chain_pulse *pulse);
void chain_draw(struct chain_work *w);

/// --- animation.c: frames, one at every look or every few; they lie in checkpoints as well

/// Room for all of them.
size_t chain_frame_bytes(const struct chain_config *c);

/// Keep one, if the look that is being taken is one.
void chain_keep_frame(struct chain_work *w, const dp_chain_snapshot *view);

/// Are those of all looks so far numbers?
bool chain_frames_are_finite(const struct chain_work *w);

/// The animation of the report. False: no memory.
bool chain_animate(const struct chain_work *w, char **page);

/// --- failure.c: runs that break off

// A march goes many steps between two looks, so a number that is no longer finite is found long
// after it was made. The last good state is kept now and then; from there the first bad step is
// searched for.

struct chain_trail {
    char *state;  // NULL: none was kept
    size_t bytes;
    long step;
    double time;  // [s] of the clock when it was kept
};

/// Keep the present state, if it is not too large; the second, if the last one is old.
bool chain_trail_keep(struct chain_trail *trail, dp_chain *chain, long step);
void chain_trail_refresh(struct chain_trail *trail, dp_chain *chain, long step);
void chain_trail_free(struct chain_trail *trail);

/// A march of fixed steps failed on its way to `step`: go back to the last good step if it can be
/// found, and complain.
void chain_report_failure(struct chain_work *w, struct chain_trail *trail, long step);

/// Is the energy balance off by no more than that part of the energy that passed, or that the
/// speeds stated will bring? Complains if not. Fills the ledger.
bool chain_is_sound(struct chain_work *w, double most);

/// The run broke off in the present state: say where most force acts, and keep the tables.
void chain_break_off(struct chain_work *w);

#endif
