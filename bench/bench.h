#ifndef DP_BENCH_H
#define DP_BENCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "contact/batch.h"
#include "dashpot/dashpot.h"
#include "impact/batch.h"

// The parts of the benchmark program. cases.c holds the table; a case prepares its work, and
// timing.c runs it in turns with the calibration loop.

typedef struct bench_case bench_case;

/// Everything one case works on. The arrays of `batch` serve scalar cases too.
typedef struct bench_work {
    dp_isa isa;
    size_t count;  ///< items per pass
    dp_contact contact;
    dp_batch batch;
    double (*history)[DP_HISTORY_MAX];  ///< history of each contact, for scalar calls
    dp_impact_path path;                ///< of impacts
    double *saved[DP_HISTORY_MAX];      ///< history to start every pass from; not owned
    char note[80];                      ///< said beside the figures
} bench_work;

/// One row of the table.
struct bench_case {
    const char *group, *law;  ///< law: of the catalogue, or what else is measured
    dp_status (*setup)(bench_work *work, const bench_case *of, dp_error *err);
    void (*run)(bench_work *work);      ///< one pass over all items
    void (*restore)(bench_work *work);  ///< before every pass and not timed; mostly NULL
    const char *item;                   ///< what is counted
    bool every_isa;                     ///< one row for each instruction set that is here
    double least_ratio;                 ///< [1] target for items over square roots; 0: none
    double most_ns;                     ///< [ns] target for one item; 0: none
};

extern const bench_case bench_cases[];
extern const int bench_case_count;

/// The contact all cases of this law use.
dp_status bench_contact(dp_contact *contact, const char *law, dp_error *err);

/// `count` contacts: a tenth apart, a third of the rest virgin, a third unloading, a third
/// reloading, in random order; the same at every call.
dp_status bench_states(bench_work *work, size_t count, dp_error *err);
void bench_work_free(bench_work *work);

/// Uniform in [0, 1), the same sequence everywhere.
double bench_random(unsigned long long *state);

/// Sum of all results, in order: the same bits on every instruction set.
double bench_checksum(const bench_work *work);

// cases_batch.c, cases_scalar.c
dp_status bench_setup_forces(bench_work *work, const bench_case *of, dp_error *err);
dp_status bench_setup_responses(bench_work *work, const bench_case *of, dp_error *err);
dp_status bench_setup_forces_each(bench_work *work, const bench_case *of, dp_error *err);
dp_status bench_setup_steps(bench_work *work, const bench_case *of, dp_error *err);
void bench_run_forces(bench_work *work);
void bench_run_responses(bench_work *work);
void bench_run_steps(bench_work *work);
void bench_run_advance(bench_work *work);
void bench_run_force_and_commit(bench_work *work);
void bench_restore_history(bench_work *work);
dp_status bench_setup_calls(bench_work *work, const bench_case *of, dp_error *err);
dp_status bench_setup_damping_factors(bench_work *work, const bench_case *of, dp_error *err);
dp_status bench_setup_restitutions(bench_work *work, const bench_case *of, dp_error *err);
dp_status bench_setup_speeds(bench_work *work, const bench_case *of, dp_error *err);
dp_status bench_setup_impacts(bench_work *work, const bench_case *of, dp_error *err);
dp_status bench_setup_closed_impacts(bench_work *work, const bench_case *of, dp_error *err);
dp_status bench_setup_journals(bench_work *work, const bench_case *of, dp_error *err);
dp_status bench_setup_curve(bench_work *work, const bench_case *of, dp_error *err);
void bench_run_force_calls(bench_work *work);
void bench_run_respond_calls(bench_work *work);
void bench_run_restitution(bench_work *work);
void bench_run_damping(bench_work *work);
void bench_run_contact_restitution(bench_work *work);
void bench_run_impacts(bench_work *work);
void bench_run_journals(bench_work *work);
void bench_run_closed_curve(bench_work *work);
void bench_run_integrated_curve(bench_work *work);

// --- calibration.c
/// Square roots per second [1/s] of the widest instruction set here, over this many CPU seconds.
double bench_root_rate(double seconds);
const char *bench_root_name(void);
/// Bytes per second [B/s] of a[i] = b[i] + s c[i] with arrays of half the L2 cache.
double bench_triad_rate(double seconds);

// --- timing.c
/// CPU time of this process [s].
double bench_now(void);

typedef struct bench_effort {
    int repeats;
    double seconds;              ///< [s] least CPU time of one repeat
    double calibration_seconds;  ///< [s] of the calibration before each
} bench_effort;

typedef struct bench_figure {
    double ns;      ///< [ns] per item, best repeat
    double roots;   ///< [1/s] calibration, best repeat
    double ratio;   ///< [1] items per second over square roots per second
    double spread;  ///< [1] worst over best repeat
} bench_figure;

bench_figure bench_measure(const bench_case *of, bench_work *work, const bench_effort *effort);

// --- machine.c
/// L2 cache of one core [B], or 1 MiB where the machine does not tell.
size_t bench_l2_bytes(void);
/// Processor, caches, compiler, flags and load as "KEY: VALUE" lines, each behind `prefix`.
void bench_machine(FILE *out, const char *prefix);
void bench_load(FILE *out, const char *prefix, const char *when);

#endif
