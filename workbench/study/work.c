// Threads over the points of a sweep.

#include "study/work.h"

#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/threads.h"
#include "scenario/failure.h"
#include "scenario/limits.h"
#include "study/first.h"

// Points run one by one in search of a good one, before the threads start.
enum { ALONE_MAX = 64 };

struct crew {
    struct sweep_work *work;
    pthread_mutex_t lock;
    uint8_t *done;     // bits: points that need not be run
    uint8_t *lacking;  // bits: points that failed for want of memory or files
    long lacks;        // how many
    bool is_again;     // these are tried once more
    long next;         // to be taken
    long mine, ended;  // points of this part; those among them that are done
    bool is_late;      // the time is up: no more are taken
    bool has_stopped;  // the caller asked for it
    int error;         // errno of a journal that cannot be written
    // what the journal of this process has
    struct record_filter filter;
    struct bytes_out remarks;
};

static bool has_bit(const uint8_t *bits, long i) {
    return (bits[i / 8] >> (i % 8) & 1) != 0;
}

static void set_bit(uint8_t *bits, long i) {
    bits[i / 8] = (uint8_t)(bits[i / 8] | 1 << i % 8);
}

static bool is_mine(const struct crew *crew, long point) {
    return journal_is_mine(crew->work->use, point);
}

static void fill_row(const struct sweep_work *work, const struct point_record *record) {
    const struct sweep *sweep = work->scenario->sweep;
    if (work->series == NULL) return;
    double *row = work->series->value + (size_t)record->point * (size_t)work->series->columns;
    for (int i = 0; i < sweep->axis_count; i++)
        *row++ = sweep_written(sweep, i, record->point);
    for (int i = 0; i < sweep->result_count; i++)
        *row++ = record->result[i];
    *row = record->status;
}

// --- journals ------------------------------------------------------------------------------------

struct reading {
    struct crew *crew;
    struct point_record record;
    long unequal;  // a point that two journals have differently; -1: none
    int files[2];
    long damaged;
};

// The numbers of a point as the row has them.
static bool is_same_row(const struct sweep_work *work, const struct point_record *record) {
    const struct sweep *sweep = work->scenario->sweep;
    const double *row = work->series->value + (size_t)record->point * (size_t)work->series->columns;
    size_t bytes = (size_t)sweep->result_count * sizeof *row;
    return memcmp(row + sweep->axis_count, record->result, bytes) == 0 &&
           row[work->series->columns - 1] == record->status;
}

static bool take_record(void *user, int file, const struct journal_record *from) {
    struct reading *reading = user;
    struct crew *crew = reading->crew;
    struct sweep_work *work = crew->work;
    const struct sweep *sweep = work->scenario->sweep;
    if (!record_read(&reading->record, sweep->result_count, work->use->file, from)) {
        reading->damaged++;
        return true;
    }
    if (has_bit(crew->done, from->point)) {
        if (work->series == NULL || is_same_row(work, &reading->record)) return true;
        reading->unequal = from->point;
        reading->files[1] = file;
        return false;
    }
    set_bit(crew->done, from->point);
    crew->ended += is_mine(crew, from->point);
    if (work->series == NULL) return true;
    fill_row(work, &reading->record);
    log_take(&work->log, sweep, &reading->record);
    return true;
}

static int read_journals(struct crew *crew, struct reader *reader) {
    const struct sweep_work *work = crew->work;
    if (work->use == NULL) return DP_RUN_DONE;
    struct reading *reading = calloc(1, sizeof *reading);
    if (reading == NULL) {
        report_no_memory(reader);
        return reader->diagnostic->status;
    }
    reading->crew = crew;
    reading->unequal = -1;
    long torn = journal_read(work->use->journal, take_record, reading);
    if (torn < 0)
        report_system_error(reader->diagnostic, "the journals cannot be read: %s", strerror(errno));
    else if (reading->unequal >= 0)
        report_system_error(reader->diagnostic,
                            "journals disagree about point %ld: %s has other results than one "
                            "before it; remove the one that is wrong",
                            reading->unequal,
                            journal_file(work->use->journal, reading->files[1])->name);
    torn += torn >= 0 ? reading->damaged : 0;
    if (torn > 0)
        call_message(reader->call, "%ld record%s of the journals %s torn and %s not count", torn,
                     torn == 1 ? "" : "s", torn == 1 ? "is" : "are", torn == 1 ? "does" : "do");
    free(reading);
    return reader->diagnostic->status;
}

// A point is done when it is in the journal. The caller holds the lock.
static void put_record(struct crew *crew, const struct point_record *record) {
    const struct sweep_work *work = crew->work;
    const struct journal_use *use = work->use;
    struct bytes_out *remarks = &crew->remarks;
    if (use == NULL) return;
    record_pack_remarks(record, work->scenario->sweep->result_count, use->file, &crew->filter,
                        remarks);
    const struct journal_record entry = {.point = record->point,
                                         .status = record->status,
                                         .values = record->result,
                                         .remarks = remarks->data,
                                         .size = remarks->size};
    int error = remarks->is_out_of_memory ? ENOMEM : journal_put(use->journal, &entry);
    if (crew->error == 0) crew->error = error;
}

// --- one point -----------------------------------------------------------------------------------

// Run one point. The outcome is the caller's when the status is 0.
static int solve(const struct sweep_work *work, long point, struct chunk **spare,
                 struct outcome *outcome, dp_diagnostic *diagnostic) {
    struct scenario *variant = sweep_variant(work->scenario, point, spare, diagnostic);
    if (variant == NULL) return diagnostic->status;
    int status = scenario_solve(variant, 0, outcome, diagnostic);
    scenario_free(variant);
    return status;
}

static void take_outcome(const struct sweep_work *work, long point, const struct outcome *outcome,
                         const dp_diagnostic *diagnostic, struct point_record *record) {
    const struct scenario *s = work->scenario;
    record_take(record, s->sweep, point, outcome, diagnostic);
    if (work->use != NULL) record_rename(record, s->reader.file, work->use->file);
}

// Keep what a point left. One that had no memory or no files is tried once more, when others have
// given theirs back; without a result it would be taken for one that can have none.
static void keep(struct crew *crew, struct sweep_log *log, const struct point_record *record) {
    struct sweep_work *work = crew->work;
    bool is_lacking = record->status == DP_RUN_SYSTEM;
    fill_row(work, record);
    if (!is_lacking || crew->is_again) log_take(log, work->scenario->sweep, record);
    pthread_mutex_lock(&crew->lock);
    if (is_lacking) {
        set_bit(crew->lacking, record->point);
        crew->lacks++;
    } else {
        set_bit(crew->done, record->point);
        crew->ended++;
        put_record(crew, record);
    }
    call_progress(work->scenario->reader.call, (double)crew->ended / (double)crew->mine);
    pthread_mutex_unlock(&crew->lock);
}

// --- threads -------------------------------------------------------------------------------------

static bool is_wanted(const struct crew *crew, long point) {
    if (has_bit(crew->done, point)) return false;
    return crew->is_again ? has_bit(crew->lacking, point) : is_mine(crew, point);
}

static bool take(struct crew *crew, long *point) {
    const struct sweep_work *work = crew->work;
    const struct call *call = work->scenario->reader.call;
    long points = work->scenario->sweep->points;
    pthread_mutex_lock(&crew->lock);
    crew->is_late = crew->is_late || call_is_late(call);
    crew->has_stopped = crew->has_stopped || call_stops(call);
    while (crew->next < points && !is_wanted(crew, crew->next))
        crew->next++;
    *point = crew->next;
    bool is_left = !crew->is_late && !crew->has_stopped && crew->error == 0 && crew->next < points;
    if (is_left) crew->next++;
    pthread_mutex_unlock(&crew->lock);
    return is_left;
}

static void *work_off(void *user) {
    struct crew *crew = (struct crew *)user;
    struct sweep_log log = {.failed = 0};
    struct point_record record;
    struct chunk *spare = NULL;
    for (long point; take(crew, &point);) {
        struct outcome outcome;
        dp_diagnostic diagnostic;
        int status = solve(crew->work, point, &spare, &outcome, &diagnostic);
        take_outcome(crew->work, point, &outcome, &diagnostic, &record);
        if (status == DP_RUN_DONE) outcome_free(&outcome);
        keep(crew, &log, &record);
    }
    tree_spare_free(spare);
    pthread_mutex_lock(&crew->lock);
    log_merge(&crew->work->log, &log);
    pthread_mutex_unlock(&crew->lock);
    return NULL;
}

long work_threads(const struct sweep *sweep) {
    return threads_for(sweep->threads, sweep->points);
}

// Launchers start a process for each core, so a part has one thread unless somebody asks for more.
static long crew_threads(const struct crew *crew) {
    const struct journal_use *use = crew->work->use;
    const struct sweep *sweep = crew->work->scenario->sweep;
    bool is_part = use != NULL && use->parts > 0;
    return is_part && sweep->threads == 0 ? 1 : work_threads(sweep);
}

static void run_rest(struct crew *crew) {
    crew->next = 0;
    threads_run(crew_threads(crew), work_off, crew);
    bool has_ended = crew->is_late || crew->has_stopped || crew->error != 0;
    if (crew->lacks == 0 || has_ended) return;
    crew->is_again = true;
    crew->lacks = 0;
    crew->next = 0;
    threads_run(1, work_off, crew);
}

// --- the whole -----------------------------------------------------------------------------------

// Run a point whose summary is wanted; it is kept unless it was before. `is_good`: it was.
static int run_first(struct crew *crew, long point, bool *is_good, dp_diagnostic *diagnostic) {
    struct sweep_work *work = crew->work;
    struct outcome outcome;
    struct point_record *record = calloc(1, sizeof *record);
    if (record == NULL) return report_system_error(diagnostic, "out of memory");
    *is_good = solve(work, point, NULL, &outcome, diagnostic) == DP_RUN_DONE;
    take_outcome(work, point, &outcome, diagnostic, record);
    int status = DP_RUN_DONE;
    if (*is_good) {
        status = first_check(work->scenario, &outcome, false, diagnostic);
        outcome_free(&outcome);
    }
    bool is_kept = is_mine(crew, point) && !has_bit(crew->done, point);
    if (status == DP_RUN_DONE && is_kept) keep(crew, &work->log, record);
    free(record);
    return status;
}

// A part looks at its own first good point. Where that has not all results, the first of the sweep
// decides, as it does in a single run.
static int run_alone(struct crew *crew, bool *is_good, dp_diagnostic *diagnostic) {
    const struct sweep *sweep = crew->work->scenario->sweep;
    int status = DP_RUN_DONE, count = 0;
    for (long point = sweep->first; point < sweep->points && count < ALONE_MAX && !*is_good;
         point++) {
        if (!is_wanted(crew, point)) continue;
        count++;
        status = run_first(crew, point, is_good, diagnostic);
        bool is_doubtful = status == DP_RUN_INPUT && *is_good && !is_mine(crew, sweep->first);
        if (is_doubtful) status = run_first(crew, sweep->first, is_good, diagnostic);
    }
    return status;
}

static void report_all(struct reader *reader, const struct sweep_work *work) {
    const struct failure *first = &work->log.failure[0];
    const struct sweep *sweep = work->scenario->sweep;
    report_status(reader, DP_RUN_NUMERIC, sweep->block.node,
                  "none of the %ld points of the sweep could be run; the first says: %s",
                  sweep->points, first->text);
}

static void report_point(struct reader *reader, const struct crew *crew) {
    const struct sweep_work *work = crew->work;
    const struct sweep *sweep = work->scenario->sweep;
    const struct sweep_log *log = &work->log;
    const char *text = "out of memory or of files";
    long point = 0;
    while (point < sweep->points - 1 &&
           (!has_bit(crew->lacking, point) || has_bit(crew->done, point)))
        point++;
    for (int i = 0; i < log->failure_count; i++) {
        if (log->failure[i].point == point) text = log->failure[i].text;
    }
    report_status(reader, DP_RUN_SYSTEM, sweep->block.node,
                  "point %ld of %ld could not be run, twice: %s", point + 1, sweep->points, text);
}

// The points that were run in search of a good one tell how long all of them will take.
static bool check_time(struct reader *reader, const struct crew *crew, long before,
                       double seconds) {
    const struct sweep *sweep = crew->work->scenario->sweep;
    long count = crew->ended - before;
    double left = (double)(crew->mine - crew->ended) / (double)crew_threads(crew);
    struct need need = need_unknown(reader);
    need.seconds = count > 0 ? seconds * left / (double)count : 0.0;
    return limits_allow(reader, sweep->block.node, &need);
}

// The rows that are done without a gap stay.
static void report_late(struct reader *reader, const struct crew *crew) {
    const struct sweep *sweep = crew->work->scenario->sweep;
    char text[80];
    long rows = 0;
    while (rows < sweep->points && has_bit(crew->done, rows))
        rows++;
    if (crew->work->series != NULL) crew->work->series->rows = (size_t)rows;
    failure_late(reader, sweep->block.node);
    snprintf(text, sizeof text, "point %ld of %ld", crew->ended, crew->mine);
    failure_at(reader, NAN, text, NULL);
}

static int run_points(struct crew *crew, dp_diagnostic *diagnostic) {
    struct sweep_work *work = crew->work;
    struct reader reader = reader_of(work->scenario, diagnostic);
    if (read_journals(crew, &reader) != DP_RUN_DONE) return diagnostic->status;
    // whoever ran a good point has looked at what it has
    bool is_good = work->log.good > 0;
    long before = crew->ended;
    double start = clock_work();
    int status = run_alone(crew, &is_good, diagnostic);
    double alone = clock_work() - start;
    if (status != DP_RUN_DONE) return status;
    reader = reader_of(work->scenario, diagnostic);
    if (!check_time(&reader, crew, before, alone)) return diagnostic->status;
    run_rest(crew);
    if (crew->error != 0)
        report_system_error(diagnostic, "the journal cannot be written: %s", strerror(crew->error));
    else if (crew->has_stopped)
        failure_stopped(&reader);
    else if (crew->is_late)
        report_late(&reader, crew);
    else if (crew->lacks > 0)
        report_point(&reader, crew);
    else if (work->log.good == 0 && work->series != NULL)
        report_all(&reader, work);
    else if (!is_good && work->log.good > 0)
        return run_first(crew, work->log.first_good, &is_good, diagnostic);
    return diagnostic->status;
}

int work_run(struct sweep_work *work, dp_diagnostic *diagnostic) {
    const struct sweep *sweep = work->scenario->sweep;
    size_t bytes = (size_t)sweep->points / 8 + 1;
    struct crew crew = {.work = work, .done = calloc(bytes, 1), .lacking = calloc(bytes, 1)};
    pthread_mutex_init(&crew.lock, NULL);
    const struct journal_use *use = work->use;
    crew.mine = sweep->points;
    if (use != NULL && use->parts > 0)
        crew.mine = (sweep->points - use->part + use->parts) / use->parts;
    if (crew.done == NULL || crew.lacking == NULL)
        report_system_error(diagnostic, "%.700s: out of memory", work->scenario->reader.file);
    else
        run_points(&crew, diagnostic);
    pthread_mutex_destroy(&crew.lock);
    free(crew.done);
    free(crew.lacking);
    free(crew.remarks.data);
    return diagnostic->status;
}
