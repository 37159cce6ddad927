// Copies of an ensemble as points of a study in parts.

#include <errno.h>
#include <stdlib.h>

#include "base/bytes.h"
#include "base/status.h"
#include "kinds/mechanism/mechanism.h"

long mechanism_copies(const void *config) {
    const struct mechanism_config *c = (const struct mechanism_config *)config;
    return c->run.ensemble > 1 ? c->run.ensemble : 0;
}

bool mechanism_is_part(const struct campaign *k) {
    return k->use != NULL && k->use->parts > 0;
}

static bool is_good(void *user, const struct journal_record *record) {
    return mechanism_check_copy((const struct campaign *)user, record);
}

bool mechanism_begin_parts(struct campaign *k, struct reader *reader) {
    k->use = k->copy_count > 0 ? reader->journal : NULL;
    if (k->use == NULL) return true;
    journal_map_fill(&k->known, k->use, k->copy_count, is_good, k, k->call, reader->diagnostic);
    reader->count += reader->diagnostic->status != DP_RUN_DONE;
    return reader->diagnostic->status == DP_RUN_DONE;
}

// --- one copy ------------------------------------------------------------------------------------

struct loading {
    struct campaign *campaign;
    int copy;
    bool is_good;
};

static bool load(void *user, int file, const struct journal_record *record) {
    struct loading *loading = user;
    (void)file;
    loading->is_good = record->point == loading->copy &&
                       mechanism_unpack_copy(loading->campaign, loading->copy, record);
    return false;
}

bool mechanism_load_copy(struct campaign *k, int copy) {
    const struct journal_spot *spot = &k->known.spot[copy];
    struct loading loading = {.campaign = k, .copy = copy};
    k->copies[copy].stats = dp_mechanism_ensemble_stats(k->ensemble, copy + 1);
    k->copies[copy].pairs = dp_mechanism_ensemble_pairs(k->ensemble, copy + 1);
    bool is_whole = journal_read_one(k->use->journal, spot->file, spot->at, load, &loading);
    if (!is_whole || !loading.is_good) k->is_unread = true;
    return is_whole && loading.is_good;
}

// A run that was stopped, or had no memory, is not done.
static bool is_done(const struct campaign *k, const struct history *h) {
    return h->status != DP_ERR_MEMORY && !h->result.stopped && !k->is_out_of_memory;
}

static void put_copy(struct campaign *k, int copy) {
    const struct history *h = &k->copies[copy];
    struct bytes_out bytes = {.data = NULL};
    mechanism_pack_copy(k, copy, &bytes);
    const struct journal_record record = {.point = copy,
                                          .status =
                                              h->status == DP_OK ? DP_RUN_DONE : DP_RUN_NUMERIC,
                                          .remarks = bytes.data,
                                          .size = bytes.size};
    int error = bytes.is_out_of_memory ? ENOMEM : journal_put(k->use->journal, &record);
    if (error != 0) k->journal_error = error;
    free(bytes.data);
}

dp_status mechanism_do_copy(struct campaign *k, int copy) {
    struct copy_run *run = &k->copy_runs[copy];
    if (k->use == NULL) return mechanism_run_copy(k, copy);
    if (!journal_is_mine(k->use, copy)) return DP_OK;
    const struct journal_spot *spot = &k->known.spot[copy];
    if (spot->file >= 0 && spot->status == DP_RUN_DONE) {
        run->is_kept = true;
        return DP_OK;
    }
    if (spot->file >= 0) {
        mechanism_load_copy(k, copy);
        return k->copies[copy].status;
    }
    dp_status status = mechanism_run_copy(k, copy);
    if (is_done(k, &k->copies[copy])) put_copy(k, copy);
    if (mechanism_is_part(k)) table_free(&run->rows);
    return status;
}
