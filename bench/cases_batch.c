// Batched cases. All arrays a case reads and writes fill half of the L2 cache.

#include <stdlib.h>
#include <string.h>

#include "bench.h"

// The remainder keeps the arrays from starting at equal places of a page, where they would share
// few lines of the L1 cache.
static size_t contacts_in_half_l2(const dp_contact *contact, int outputs) {
    int arrays = 2 + contact->kernel->history_count + outputs;
    size_t count = bench_l2_bytes() / 2 / ((size_t)arrays * sizeof(double));
    return count / 512 * 512 + 136;
}

static dp_status setup(bench_work *work, const bench_case *of, int outputs, dp_error *err) {
    dp_status status = bench_contact(&work->contact, of->law, err);
    if (status != DP_OK) return status;
    return bench_states(work, contacts_in_half_l2(&work->contact, outputs), err);
}

dp_status bench_setup_forces(bench_work *work, const bench_case *of, dp_error *err) {
    return setup(work, of, 1, err);
}

void bench_run_forces(bench_work *work) {
    dp_contact_forces_on(&work->contact, &work->batch.lanes, work->isa);
}

dp_status bench_setup_responses(bench_work *work, const bench_case *of, dp_error *err) {
    return setup(work, of, 4, err);
}

void bench_run_responses(bench_work *work) {
    dp_contact_responses_on(&work->contact, &work->batch.lanes, work->isa);
}

// A time step that is accepted: commit, then the force of the next one. A second commit of the same
// state would find nothing virgin, so every pass starts from the saved history.
dp_status bench_setup_steps(bench_work *work, const bench_case *of, dp_error *err) {
    dp_status status = setup(work, of, 1, err);
    if (status != DP_OK) return status;
    size_t count = work->count;
    work->saved[0] = (double *)calloc(count * DP_HISTORY_MAX, sizeof(double));
    if (work->saved[0] == NULL) return DP_ERR_MEMORY;
    for (int j = 0; j < DP_HISTORY_MAX; j++) {
        work->saved[j] = work->saved[0] + (size_t)j * count;
        memcpy(work->saved[j], work->batch.lanes.history[j], count * sizeof(double));
    }
    return DP_OK;
}

void bench_run_steps(bench_work *work) {
    dp_contact_commits_on(&work->contact, &work->batch.lanes, work->isa);
    dp_contact_forces_on(&work->contact, &work->batch.lanes, work->isa);
}

// The same accepted steps in one pass: the force of a state and its commit.
void bench_run_advance(bench_work *work) {
    dp_contact_advance_on(&work->contact, &work->batch.lanes, work->isa);
}

// Two passes over the same states, to compare with.
void bench_run_force_and_commit(bench_work *work) {
    dp_contact_forces_on(&work->contact, &work->batch.lanes, work->isa);
    dp_contact_commits_on(&work->contact, &work->batch.lanes, work->isa);
}

// Every contact has constants of its own.
dp_status bench_setup_forces_each(bench_work *work, const bench_case *of, dp_error *err) {
    dp_status status = setup(work, of, 1, err);
    if (status != DP_OK) return status;
    dp_contact *contacts = (dp_contact *)calloc(work->count, sizeof *contacts);
    if (contacts == NULL) return DP_ERR_MEMORY;
    for (size_t i = 0; i < work->count; i++)
        contacts[i] = work->contact;
    status = dp_batch_set_contacts(&work->batch, contacts, err);
    free(contacts);
    return status;
}

void bench_restore_history(bench_work *work) {
    for (int j = 0; j < work->contact.kernel->history_count; j++)
        memcpy(work->batch.lanes.history[j], work->saved[j], work->count * sizeof(double));
}
