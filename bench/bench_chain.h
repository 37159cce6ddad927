#ifndef DP_BENCH_CHAIN_H
#define DP_BENCH_CHAIN_H

#include "bench.h"
#include "dashpot/chain.h"

// The parts of the program that measures chains. All of them are of equal steel beads, struck by
// the first one; see chain_cases.c.

enum { CHAIN_ROUNDS_MAX = 15, CHAIN_CASES_MAX = 96 };

/// One row: what is run.
typedef struct chain_case {
    const char *law;
    const char *form;  ///< of laws that have several; NULL: the first
    int is_dense;      ///< neighbours in groups of 50 run against each other; else a single pulse
    size_t beads;
    long steps;
    double step;  ///< [s]
    int isa, levels, threads, skip_resting;
} chain_case;

/// What came out of one run.
typedef struct chain_result {
    double rate;         ///< [1/s] particle steps per second
    unsigned long hash;  ///< of all bits of the result
    double fastest;      ///< [m/s]
    size_t fastest_bead;
} chain_result;

/// A row with all its rounds.
typedef struct chain_row {
    chain_case of;
    chain_result last;
    double rate[CHAIN_ROUNDS_MAX];   ///< [1/s]
    double roots[CHAIN_ROUNDS_MAX];  ///< [1/s] of the calibration beside it
    double roof[CHAIN_ROUNDS_MAX];   ///< [1/s]
} chain_row;

// --- chain_cases.c
/// All rows, in the order of the table; returns how many.
int bench_chain_rows(chain_row *rows, int quick);
dp_status bench_chain_contact(dp_contact *contact, const char *law, const char *form,
                              dp_error *err);
/// A chain at its start. *arrays belong to the caller and outlive it.
dp_status bench_chain_start(const chain_case *of, dp_chain **chain, double **arrays, dp_error *err);
/// Run it, several times where it is short. One thread is measured in CPU time of the thread, two
/// in wall time.
dp_status bench_chain_run(const chain_case *of, chain_result *result, dp_error *err);
/// Same motion, so the bits must be the same?
int bench_chain_same_motion(const chain_case *a, const chain_case *b);

// --- chain_limits.c
double bench_chain_clock(int threads);
/// Square roots per second [1/s] with this instruction set.
double bench_chain_root_rate(int isa, double seconds);
/// Bodies per second [1/s] of a loop that reads and writes two arrays of this many (32 B per body)
/// and does next to nothing else: no code that sweeps once per step is faster.
double bench_chain_roof(size_t beads, int threads, double seconds);

// --- chain_accuracy.c
/// Largest error of a velocity against evaluations of all forces; "accuracy" lines.
dp_status bench_chain_accuracy(FILE *csv, int quick, dp_error *err);

#endif
