// Journals as a search sees them.

#include "fit/share.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/status.h"
#include "journal/journal.h"

// Others may have found what is needed next; to look for it takes less than most trials.
static const double look_interval = 1.0;  // [s]

struct law_share {
    struct fit_share *all;
    long first, starts;  // its points begin there
    struct search_share search;
};

struct fit_share {
    const struct scenario *s;
    const struct journal_use *use;
    long points;
    double *numbers;  // SHARE_NUMBERS of each point that is known
    struct law_share law[FIT_LAWS_MAX];
    pthread_mutex_t lock;
    struct journal_map known;
    double looked;  // [s] of the clock
    int error;      // errno of a journal that cannot be written
    dp_diagnostic diagnostic;
};

// --- points --------------------------------------------------------------------------------------

// Starts of a law; -1: no memory.
static long starts_of(const struct scenario *s, int law) {
    struct fitted *f = calloc(1, sizeof *f);
    if (f == NULL) return -1;
    f->c = &s->fit->cases[law];
    fitted_define(f, s, 1);
    long starts = search_size(&f->def);
    free(f);
    return starts;
}

long fit_points(const struct scenario *s, int *width) {
    long points = 0;
    *width = SHARE_NUMBERS;
    if (s->fit->group != NULL) return 0;  // groups are fitted one after another
    for (int i = 0; i < s->fit->case_count; i++) {
        long starts = starts_of(s, i);
        if (starts < 0) return -1;
        points += 2 * starts;
    }
    return points;
}

bool fit_is_part(const struct scenario *s) {
    return s->reader.journal != NULL && s->reader.journal->parts > 0;
}

// --- what is known -------------------------------------------------------------------------------

static bool take_numbers(void *user, const struct journal_record *record) {
    struct fit_share *share = user;
    if (record->status != DP_RUN_DONE || record->size != 0) return false;
    memcpy(share->numbers + record->point * SHARE_NUMBERS, record->values,
           SHARE_NUMBERS * sizeof *share->numbers);
    return true;
}

// The caller holds the lock.
static void read_journals(struct fit_share *share) {
    journal_map_fill(&share->known, share->use, share->points, take_numbers, share,
                     share->s->reader.call, &share->diagnostic);
    share->looked = clock_seconds();
}

static void look_again(struct fit_share *share) {
    if (share->diagnostic.status != DP_RUN_DONE) return;
    int error = journal_look(share->use->journal);
    if (error != 0)
        report_system_error(&share->diagnostic, "the journals cannot be read: %s", strerror(error));
    else if (share->use->agree == NULL || share->use->agree(share->use->user, &share->diagnostic))
        read_journals(share);
}

static long point_of(const struct law_share *law, enum share_stage stage, int job) {
    return law->first + (stage == SHARE_DESCENT ? law->starts : 0) + job;
}

static bool known(void *user, enum share_stage stage, int job, double numbers[SHARE_NUMBERS]) {
    struct law_share *law = user;
    struct fit_share *share = law->all;
    long point = point_of(law, stage, job);
    pthread_mutex_lock(&share->lock);
    bool is_late = fit_is_part(share->s) && clock_seconds() - share->looked > look_interval;
    if (share->known.spot[point].file < 0 && is_late) look_again(share);
    bool is_known = share->diagnostic.status == DP_RUN_DONE && share->known.spot[point].file >= 0;
    if (is_known)
        memcpy(numbers, share->numbers + point * SHARE_NUMBERS, SHARE_NUMBERS * sizeof *numbers);
    pthread_mutex_unlock(&share->lock);
    return is_known;
}

static void look(void *user) {
    struct law_share *law = user;
    pthread_mutex_lock(&law->all->lock);
    look_again(law->all);
    pthread_mutex_unlock(&law->all->lock);
}

static bool is_mine(void *user, enum share_stage stage, int job) {
    const struct law_share *law = user;
    return journal_is_mine(law->all->use, point_of(law, stage, job));
}

static void keep(void *user, enum share_stage stage, int job, const double numbers[SHARE_NUMBERS]) {
    struct law_share *law = user;
    struct fit_share *share = law->all;
    const struct journal_record record = {.point = point_of(law, stage, job), .values = numbers};
    // a model that had no memory says nothing about its parameters
    if (share->s->fit->lacks_memory) return;
    int error = journal_put(share->use->journal, &record);
    pthread_mutex_lock(&share->lock);
    if (share->error == 0) share->error = error;
    pthread_mutex_unlock(&share->lock);
}

// --- the whole -----------------------------------------------------------------------------------

static bool init(struct fit_share *share) {
    const struct journal_use *use = share->use;
    for (int i = 0; i < share->s->fit->case_count; i++) {
        struct law_share *law = &share->law[i];
        *law = (struct law_share){
            .all = share, .first = share->points, .starts = starts_of(share->s, i)};
        if (law->starts < 0) return false;
        share->points += 2 * law->starts;
        law->search =
            (struct search_share){.begin = use->parts > 0 ? (use->part - 1.0) / use->parts : 0.0,
                                  .known = known,
                                  .keep = keep,
                                  .is_mine = is_mine,
                                  .look = look,
                                  .user = law};
    }
    share->numbers = calloc((size_t)share->points * SHARE_NUMBERS + 1, sizeof *share->numbers);
    return share->numbers != NULL;
}

struct fit_share *fit_share_begin(const struct scenario *s, dp_diagnostic *diagnostic) {
    struct fit_share *share = calloc(1, sizeof *share);
    if (share == NULL) {
        report_system_error(diagnostic, "%.700s: out of memory", s->reader.file);
        return NULL;
    }
    share->s = s;
    share->use = s->reader.journal;
    pthread_mutex_init(&share->lock, NULL);
    diagnostic_clear(&share->diagnostic);
    if (init(share))
        read_journals(share);
    else
        report_system_error(&share->diagnostic, "%.700s: out of memory", s->reader.file);
    if (fit_share_check(share, diagnostic)) return share;
    fit_share_free(share);
    return NULL;
}

void fit_share_free(struct fit_share *share) {
    if (share == NULL) return;
    pthread_mutex_destroy(&share->lock);
    journal_map_free(&share->known);
    free(share->numbers);
    free(share);
}

const struct search_share *fit_share_of(struct fit_share *share, int law, enum share_end end) {
    if (share == NULL) return NULL;
    share->law[law].search.end = end;
    return &share->law[law].search;
}

bool fit_share_has_failed(struct fit_share *share) {
    if (share == NULL) return false;
    pthread_mutex_lock(&share->lock);
    bool has_failed =
        share->error != 0 || share->diagnostic.status != DP_RUN_DONE || share->s->fit->lacks_memory;
    pthread_mutex_unlock(&share->lock);
    return has_failed;
}

bool fit_share_check(struct fit_share *share, dp_diagnostic *diagnostic) {
    if (share == NULL) return true;
    if (share->diagnostic.status != DP_RUN_DONE)
        *diagnostic = share->diagnostic;
    else if (share->error != 0)
        report_system_error(diagnostic, "the journal cannot be written: %s",
                            strerror(share->error));
    else if (share->s->fit->lacks_memory)
        report_system_error(diagnostic, "%.700s: out of memory", share->s->reader.file);
    else
        return true;
    return false;
}
