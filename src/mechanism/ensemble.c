// Copies of a run that start a little aside: mean and spread over them.

#include <limits.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "base/alloc.h"
#include "base/error.h"
#include "mechanism/model.h"

struct dp_mechanism_ensemble {
    const dp_mechanism *m;
    dp_mechanism_run_def run;
    dp_allocator allocator;
    size_t size;
    int copies;
    dp_channel_stats *stats;            // [copies][watch_count]
    dp_mechanism_contact_stats *pairs;  // [copies][pair_count]
};

dp_status dp_mechanism_ensemble_begin(dp_mechanism_ensemble **ensemble, const dp_mechanism *m,
                                      const dp_mechanism_run_def *run, int copies, dp_error *err) {
    *ensemble = NULL;
    if (copies < 2)
        return dp_fail_number(err, DP_SUBJECT_FIELD, "copies", copies, 2.0, INT_MAX,
                              "be two at least, or there is no spread");
    size_t watches = (size_t)copies * (size_t)run->watch_count;
    size_t pairs = (size_t)copies * (size_t)m->pair_count;
    size_t size = sizeof **ensemble + watches * sizeof(dp_channel_stats) +
                  pairs * sizeof(dp_mechanism_contact_stats);
    size = (size + 63) / 64 * 64;
    dp_allocator from = dp_allocator_or_default(run->allocator);
    dp_mechanism_ensemble *e = (dp_mechanism_ensemble *)from.alloc(from.user, size);
    if (e == NULL) return dp_fail(err, DP_ERR_MEMORY, "no memory for %d copies", copies);
    memset(e, 0, size);
    *e = (dp_mechanism_ensemble){
        .m = m, .run = *run, .allocator = from, .size = size, .copies = copies};
    e->stats = (dp_channel_stats *)(void *)(e + 1);
    e->pairs = (dp_mechanism_contact_stats *)(void *)(e->stats + watches);
    *ensemble = e;
    return DP_OK;
}

dp_status dp_mechanism_ensemble_run(dp_mechanism_ensemble *e, int copy, dp_mechanism_result *result,
                                    dp_error *err) {
    dp_mechanism_run_def run = e->run;
    if (copy < 1 || copy > e->copies)
        return dp_fail_number(err, DP_SUBJECT_FIELD, "copy", copy, 1.0, e->copies,
                              "be one of the copies");
    run.copy = copy;
    run.stats = dp_mechanism_ensemble_stats(e, copy);
    run.pairs = dp_mechanism_ensemble_pairs(e, copy);
    return dp_mechanism_run(e->m, &run, result, err);
}

// Where a number lies in its struct.
struct place {
    size_t offset;
    bool is_count;
};

#define CHANNEL(name)                                                                              \
    { offsetof(dp_channel_stats, name), false }
#define PAIR(name)                                                                                 \
    { offsetof(dp_mechanism_contact_stats, name), false }
#define PAIR_COUNT(name)                                                                           \
    { offsetof(dp_mechanism_contact_stats, name), true }
static const struct place places[] = {
    [DP_CHANNEL_MAX] = CHANNEL(max),
    [DP_CHANNEL_MIN] = CHANNEL(min),
    [DP_CHANNEL_RMS] = CHANNEL(rms),
    [DP_CHANNEL_MEAN] = CHANNEL(mean),
    [DP_PAIR_CONTACT_SHARE] = PAIR(contact_share),
    [DP_PAIR_IMPACT_SHARE] = PAIR(impact_share),
    [DP_PAIR_FOLLOWING_SHARE] = PAIR(following_share),
    [DP_PAIR_FLIGHT_SHARE] = PAIR(flight_share),
    [DP_PAIR_IMPACTS] = PAIR_COUNT(impacts),
    [DP_PAIR_IMPACTS_IN_ALL] = PAIR_COUNT(impacts_in_all),
    [DP_PAIR_MAX_FORCE] = PAIR(max_force),
    [DP_PAIR_MAX_INDENTATION] = PAIR(max_indentation),
    [DP_PAIR_MAX_DENT] = PAIR(max_dent),
    [DP_PAIR_SLID_OVER_SECTORS] = PAIR_COUNT(slid_over_sectors),
};

static double value_at(const void *entry, const struct place *place) {
    const char *at = (const char *)entry + place->offset;
    if (place->is_count) return (double)*(const long *)(const void *)at;
    return *(const double *)(const void *)at;
}

dp_channel_stats *dp_mechanism_ensemble_stats(dp_mechanism_ensemble *e, int copy) {
    if (copy < 1 || copy > e->copies) return NULL;
    return e->stats + (size_t)(copy - 1) * (size_t)e->run.watch_count;
}

dp_mechanism_contact_stats *dp_mechanism_ensemble_pairs(dp_mechanism_ensemble *e, int copy) {
    if (copy < 1 || copy > e->copies) return NULL;
    return e->pairs + (size_t)(copy - 1) * (size_t)e->m->pair_count;
}

static double value_of(const dp_mechanism_ensemble *e, dp_statistic what, int index, int copy) {
    bool is_of_channel = what <= DP_CHANNEL_MEAN;
    int count = is_of_channel ? e->run.watch_count : e->m->pair_count;
    size_t at = (size_t)(copy - 1) * (size_t)count + (size_t)index;
    return is_of_channel ? value_at(&e->stats[at], &places[what])
                         : value_at(&e->pairs[at], &places[what]);
}

dp_spread dp_mechanism_ensemble_spread(const dp_mechanism_ensemble *e, dp_statistic what,
                                       int index) {
    int count = what <= DP_CHANNEL_MEAN ? e->run.watch_count : e->m->pair_count;
    if ((int)what < 0 || what >= DP_STATISTICS || index < 0 || index >= count)
        return (dp_spread){NAN, NAN};
    double sum = 0.0, square = 0.0;
    for (int i = 1; i <= e->copies; i++)
        sum += value_of(e, what, index, i);
    double mean = sum / e->copies;
    for (int i = 1; i <= e->copies; i++) {
        double off = value_of(e, what, index, i) - mean;
        square += off * off;
    }
    return (dp_spread){mean, sqrt(square / (e->copies - 1.0))};
}

void dp_mechanism_ensemble_free(dp_mechanism_ensemble *e) {
    if (e != NULL) e->allocator.free(e->allocator.user, e, e->size);
}
