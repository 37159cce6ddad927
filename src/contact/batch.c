// Many contacts with one law: choice of instruction set, and arrays to hold them.

#include <stdint.h>
#include <string.h>

#include "base/alloc.h"
#include "base/error.h"
#include "dashpot/contact.h"

int dp_isa_available(dp_isa isa) {
#if defined(__x86_64__) && defined(__GNUC__) && !defined(DP_NO_SIMD)
    switch (isa) {
    case DP_ISA_BASELINE:
        return 1;
    case DP_ISA_AVX2:
        return __builtin_cpu_supports("avx2") != 0;
    case DP_ISA_AVX512:
        return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
               __builtin_cpu_supports("avx512vl");
    }
    return 0;
#else
    return isa == DP_ISA_BASELINE;
#endif
}

dp_isa dp_isa_best(void) {
    if (dp_isa_available(DP_ISA_AVX512)) return DP_ISA_AVX512;
    return dp_isa_available(DP_ISA_AVX2) ? DP_ISA_AVX2 : DP_ISA_BASELINE;
}

const char *dp_isa_name(dp_isa isa) {
    static const char *const names[DP_ISA_COUNT] = {"baseline", "avx2", "avx512"};
    return (int)isa >= 0 && (int)isa < DP_ISA_COUNT ? names[isa] : "unknown";
}

static void gather_history(const dp_contact *contact, const dp_contact_arrays *lanes, size_t i,
                           double *m) {
    for (int j = 0; j < DP_HISTORY_MAX; j++)
        m[j] = j < contact->kernel->history_count ? lanes->history[j][i] : 0.0;
}

// A user's kernel without loops is called contact by contact.
static void forces_one_by_one(const dp_contact *contact, const dp_contact_arrays *lanes) {
    for (size_t i = 0; i < lanes->count; i++) {
        double m[DP_HISTORY_MAX];
        gather_history(contact, lanes, i, m);
        lanes->force[i] = dp_contact_force(contact, m, lanes->delta[i], lanes->rate[i]);
    }
}

static void responses_one_by_one(const dp_contact *contact, const dp_contact_arrays *lanes) {
    for (size_t i = 0; i < lanes->count; i++) {
        double m[DP_HISTORY_MAX];
        gather_history(contact, lanes, i, m);
        dp_response r = dp_contact_respond(contact, m, lanes->delta[i], lanes->rate[i]);
        if (lanes->force != NULL) lanes->force[i] = r.force;
        if (lanes->dforce_ddelta != NULL) lanes->dforce_ddelta[i] = r.dforce_ddelta;
        if (lanes->dforce_drate != NULL) lanes->dforce_drate[i] = r.dforce_drate;
        if (lanes->stored != NULL) lanes->stored[i] = r.stored;
    }
}

static void commits_one_by_one(const dp_contact *contact, const dp_contact_arrays *lanes) {
    for (size_t i = 0; i < lanes->count; i++) {
        double m[DP_HISTORY_MAX];
        gather_history(contact, lanes, i, m);
        dp_contact_commit(contact, m, lanes->delta[i], lanes->rate[i]);
        for (int j = 0; j < contact->kernel->history_count; j++)
            lanes->history[j][i] = m[j];
    }
}

dp_status dp_contact_forces_on(const dp_contact *contact, const dp_contact_arrays *lanes,
                               dp_isa isa) {
    if (!dp_isa_available(isa)) return DP_ERR_UNSUPPORTED;
    if (lanes->force == NULL) return DP_ERR_MISSING;
    if (contact->kernel->forces[isa] != NULL)
        contact->kernel->forces[isa](contact->k, contact->floor, lanes);
    else
        forces_one_by_one(contact, lanes);
    return DP_OK;
}

dp_status dp_contact_responses_on(const dp_contact *contact, const dp_contact_arrays *lanes,
                                  dp_isa isa) {
    if (!dp_isa_available(isa)) return DP_ERR_UNSUPPORTED;
    int complete = lanes->force != NULL && lanes->dforce_ddelta != NULL &&
                   lanes->dforce_drate != NULL && lanes->stored != NULL;
    if (complete && contact->kernel->responses[isa] != NULL)
        contact->kernel->responses[isa](contact->k, contact->floor, lanes);
    else
        responses_one_by_one(contact, lanes);
    return DP_OK;
}

dp_status dp_contact_commits_on(const dp_contact *contact, const dp_contact_arrays *lanes,
                                dp_isa isa) {
    if (!dp_isa_available(isa)) return DP_ERR_UNSUPPORTED;
    const dp_kernel *kernel = contact->kernel;
    int updates = kernel->update != NULL, raises = kernel->raise != NULL;
    if ((updates && kernel->updates[isa] == NULL) || (raises && kernel->raises[isa] == NULL)) {
        commits_one_by_one(contact, lanes);
        return DP_OK;
    }
    if (updates) kernel->updates[isa](contact->k, lanes);
    if (raises) kernel->raises[isa](contact->k, lanes);
    return DP_OK;
}

dp_status dp_contact_forces(const dp_contact *contact, const dp_contact_arrays *lanes) {
    return dp_contact_forces_on(contact, lanes, dp_isa_best());
}

dp_status dp_contact_responses(const dp_contact *contact, const dp_contact_arrays *lanes) {
    return dp_contact_responses_on(contact, lanes, dp_isa_best());
}

dp_status dp_contact_commits(const dp_contact *contact, const dp_contact_arrays *lanes) {
    return dp_contact_commits_on(contact, lanes, dp_isa_best());
}

enum { BATCH_ARRAYS = 6 + DP_HISTORY_MAX, ALIGNMENT = 64 };

dp_status dp_batch_build(dp_batch *batch, size_t count, const dp_allocator *allocator,
                         dp_error *err) {
    memset(batch, 0, sizeof *batch);
    // arrays that start a multiple of a page apart make stores hold up later loads
    size_t stride = (count + 7) / 8 * 8;
    if (count >= 512) stride += (512 + 136 - stride % 512) % 512;
    if (count == 0 || count > SIZE_MAX / sizeof(double) / BATCH_ARRAYS / 2)
        return dp_fail(err, DP_ERR_RANGE, "a batch of %zu contacts cannot be made", count);

    batch->allocator = dp_allocator_or_default(allocator);
    batch->size = stride * sizeof(double) * BATCH_ARRAYS;
    batch->block = batch->allocator.alloc(batch->allocator.user, batch->size);
    if (batch->block == NULL)
        return dp_fail(err, DP_ERR_MEMORY, "no memory for %zu contacts (%zu bytes)", count,
                       batch->size);
    memset(batch->block, 0, batch->size);

    double *next = (double *)batch->block;
    double **arrays[] = {&batch->delta,
                         &batch->rate,
                         &batch->lanes.force,
                         &batch->lanes.dforce_ddelta,
                         &batch->lanes.dforce_drate,
                         &batch->lanes.stored};
    for (int j = 0; j < BATCH_ARRAYS - DP_HISTORY_MAX; j++, next += stride)
        *arrays[j] = next;
    for (int j = 0; j < DP_HISTORY_MAX; j++, next += stride)
        batch->lanes.history[j] = next;
    batch->lanes.count = count;
    batch->lanes.delta = batch->delta;
    batch->lanes.rate = batch->rate;
    return DP_OK;
}

void dp_batch_free(dp_batch *batch) {
    if (batch == NULL || batch->block == NULL) return;
    batch->allocator.free(batch->allocator.user, batch->block, batch->size);
    memset(batch, 0, sizeof *batch);
}
