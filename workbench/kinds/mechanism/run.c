// Run a mechanism: itself, its shadow, its ideal twin and its copies, on several threads.

#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/status.h"
#include "base/threads.h"
#include "kinds/mechanism/mechanism.h"
#include "result/result.h"
#include "scenario/failure.h"
#include "scenario/limits.h"
#include "scenario/validity.h"

// --- observers of the main run -------------------------------------------------------------------

static const struct column impact_columns[] = {
    COLUMN_OF("joint", COLUMN_SWITCH, dp_mechanism_impact, pair, "1", "by name"),
    COLUMN(dp_mechanism_impact, time, "s", "of the touch"),
    COLUMN(dp_mechanism_impact, approach_speed, "m/s", "just before"),
    COLUMN(dp_mechanism_impact, duration, "s", "until the surfaces part"),
    COLUMN(dp_mechanism_impact, max_force, "N", "largest"),
    COLUMN(dp_mechanism_impact, max_indentation, "m", "largest"),
    COLUMN(dp_mechanism_impact, mass, "kg", "that the surfaces feel along their normal"),
    COLUMN(dp_mechanism_impact, separation_speed, "m/s", "just after"),
    OPTIONAL(dp_mechanism_impact, restitution_asked, "1", "of this touch"),
    {0},
};

static const struct column dent_columns[] = {
    COLUMN_OF("joint", COLUMN_SWITCH, dp_mechanism_dent, pair, "1", "by name"),
    COLUMN(dp_mechanism_dent, angle, "rad", "in the frame of the bearing"),
    COLUMN(dp_mechanism_dent, depth, "m", "residual indentation"),
    {0},
};

static void keep(struct campaign *c, struct kept *list, const void *item) {
    if (list->count == list->capacity) {
        size_t capacity = list->capacity > 0 ? 2 * list->capacity : 256;
        void *larger = realloc(list->item, capacity * list->size);
        if (larger == NULL) {
            c->is_out_of_memory = true;
            return;
        }
        list->item = larger;
        list->capacity = capacity;
    }
    memcpy((char *)list->item + list->count++ * list->size, item, list->size);
}

static void take_impact(void *user, const dp_mechanism_impact *impact) {
    struct campaign *c = (struct campaign *)user;
    if (c->impacts.count < LISTED_MAX) keep(c, &c->impacts, impact);
}

static void take_dent(void *user, const dp_mechanism_dent *dent) {
    struct campaign *c = (struct campaign *)user;
    keep(c, &c->dents, dent);
}

static void add_row(struct campaign *c, struct table *table, double time, const double *values) {
    double row[1 + ROW_MAX];
    row[0] = time;
    memcpy(row + 1, values, (size_t)(table->columns - 1) * sizeof *values);
    if (!table_add(table, row)) c->is_out_of_memory = true;
}

static void take_frame(struct campaign *c, double time, const double *values) {
    // half a row early, so that rounding does not lose the first one
    if (c->frames.columns == 0 || time < c->frames_from - 0.5 * c->config->every) return;
    if (c->frames_seen++ % c->frame_stride != 0 || c->frames.rows == FRAMES_MAX) return;
    add_row(c, &c->frames, time, values + c->pairs_at);
}

// Pairs that touch from the start have no impact there.
static void follow_start(struct campaign *c, double time, const double *values) {
    int count = (c->bodies_at - c->pairs_at) / PAIR_WIDTH;
    const double *pair = values + c->pairs_at;
    for (int i = 0; i < count; i++, pair += PAIR_WIDTH) {
        bool is_first = time == 0.0 || c->touched_until[i] > 0.0;
        bool goes_on = time - c->touched_until[i] < 1.5 * c->config->every;
        if (is_first && goes_on && pair[PAIR_TOUCHES] != 0.0)
            c->touched_until[i] = fmax(time, 0.5 * c->config->every);
    }
}

static int take_row(void *user, double time, const double *values) {
    struct campaign *c = (struct campaign *)user;
    if (c->has_rows) {
        follow_start(c, time, values);
        add_row(c, &c->rows, time, values);
        take_frame(c, time, values);
        if (c->orbit.columns > 1 && time >= c->config->skip)
            add_row(c, &c->orbit, time, values + c->orbits_at);
    }
    return c->is_out_of_memory;
}

// They come nearly in order: a peak when its contact ends.
static void take_contact_row(void *user, double time, const double *values) {
    struct campaign *c = (struct campaign *)user;
    struct table *rows = &c->contact_rows;
    size_t width = (size_t)rows->columns;
    if (rows->rows == c->contact_rows_most) {
        c->contact_rows_until = fmin(c->contact_rows_until, time);
        return;
    }
    add_row(c, rows, time, values);
    if (c->is_out_of_memory) return;
    double *last = rows->value + (rows->rows - 1) * width, *place = last;
    while (place > rows->value && place[-(ptrdiff_t)width] > time)
        place -= width;
    if (place == last) return;
    memmove(place + width, place, (size_t)(last - place) * sizeof *place);
    place[0] = time;
    memcpy(place + 1, values, (width - 1) * sizeof *place);
}

static int take_step(void *user, double time) {
    struct campaign *c = (struct campaign *)user;
    if (time < c->config->until && call_is_late(c->call)) c->is_late = true;
    c->has_stopped = c->has_stopped || call_stops(c->call);
    return c->is_late || c->has_stopped;
}

static void take_section(void *user, double time, const double *values) {
    struct campaign *c = (struct campaign *)user;
    double row[ROW_MAX + 1];
    int count = 0;
    for (int i = 0; i < c->bodies_at; i++)
        if (!mechanism_is_told_twice(c, i)) row[count++] = values[i];
    row[count] = time >= c->config->skip;
    add_row(c, &c->section, time, row);
}

static int take_ideal_row(void *user, double time, const double *values) {
    struct campaign *c = (struct campaign *)user;
    add_row(c, &c->ideal_rows, time, values);
    return c->is_out_of_memory;
}

static int take_main_step(void *user, double time) {
    struct campaign *c = (struct campaign *)user;
    if (c->copy_count == 0) call_progress(c->call, time / c->config->until);
    return take_step(user, time);
}

// --- single runs ---------------------------------------------------------------------------------

dp_mechanism_run_def mechanism_define(const struct mechanism_config *c, struct history *h) {
    dp_mechanism_run_def run = dp_mechanism_run_defaults();
    run.until = c->until;
    run.skip = c->skip;
    run.rtol = c->run.rtol;
    run.method = (dp_mechanism_method)c->run.stepper;
    run.seed = (unsigned long)c->run.seed;
    run.allows_deep = c->allows_unphysical;
    if (h == NULL) return run;
    run.watch = c->watch.item;
    run.watch_count = c->watch.count;
    run.stats = h->stats;
    run.pairs = h->pairs;
    return run;
}

void mechanism_define_all(const void *config, dp_definition *out) {
    const struct mechanism_config *c = (const struct mechanism_config *)config;
    out->mechanism = c->model;
    out->run = mechanism_define(c, NULL);
    out->run.watch = c->watch.item;
    out->run.watch_count = c->watch.count;
}

// The same as part of a campaign, which can end it.
static dp_mechanism_run_def define(struct campaign *k, struct history *h) {
    dp_mechanism_run_def run = mechanism_define(k->config, h);
    run.user = k;
    run.step = take_step;
    return run;
}

static dp_status run_main(struct campaign *k) {
    const struct mechanism_config *c = k->config;
    dp_mechanism_run_def run = define(k, &k->main);
    run.impact = take_impact;
    run.dent = take_dent;
    run.row = take_row;
    run.step = take_main_step;
    run.every = k->has_rows ? c->every : c->until / 200.0;
    run.row_channels = k->channels.item;
    run.row_channel_count = k->has_rows ? k->channels.count : 0;
    if (k->has_rows) run.contact_row = take_contact_row;
    if (k->has_rows && !isnan(c->turn)) {
        run.section_every = c->turn;
        run.section = take_section;
    }
    // its shadows take the same steps, but for what differs
    bool is_traced = dp_mechanism_pair_count(c->model) > 0 && (k->has_horizon || k->copy_count > 0);
    if (is_traced && dp_mechanism_trace_begin(&k->trace, c->model, &run, &k->main.err) != DP_OK)
        return k->main.status = DP_ERR_MEMORY;
    run.trace = k->trace;
    k->main.status = dp_mechanism_run(c->model, &run, &k->main.result, &k->main.err);
    return k->main.status;
}

static void run_ideal(struct campaign *k) {
    const struct mechanism_config *c = k->config;
    dp_mechanism_run_def run = define(k, &k->ideal);
    run.watch = k->ideal_watch.item;
    run.watch_count = k->ideal_watch.count;
    run.pairs = NULL;
    run.no_ledger = true;
    if (k->has_rows) {
        run.row = take_ideal_row;
        run.every = c->every;
        run.row_channels = k->ideal_channels.item;
        run.row_channel_count = k->ideal_channels.count;
    }
    k->ideal.status = dp_mechanism_run(c->ideal, &run, &k->ideal.result, &k->ideal.err);
    if (k->ideal.status == DP_ERR_MEMORY) k->is_out_of_memory = true;
}

static dp_status run_shadows(struct campaign *k) {
    if (!k->has_horizon || k->main.result.stopped) return DP_OK;
    return dp_mechanism_agree(k->trace, &k->agreement, &k->horizon_err);
}

static int take_copy_step(void *user, double time) {
    return take_step(((struct copy_run *)user)->campaign, time);
}

dp_status mechanism_run_copy(struct campaign *k, int copy) {
    struct history *h = &k->copies[copy];
    h->stats = dp_mechanism_ensemble_stats(k->ensemble, copy + 1);
    h->pairs = dp_mechanism_ensemble_pairs(k->ensemble, copy + 1);
    dp_mechanism_run_def run = define(k, h);
    run.copy = copy + 1;
    run.no_ledger = true;
    run.user = &k->copy_runs[copy];
    run.step = take_copy_step;
    if (k->has_rows) {
        if (!mechanism_init_copy(k, &k->copy_runs[copy])) return h->status = DP_ERR_MEMORY;
        run.row = mechanism_take_copy_row;
        run.every = k->config->every;
        run.row_channels = k->channels.item;
        run.row_channel_count = k->pairs_at;
    }
    if (dp_mechanism_pair_count(k->config->model) > 0 &&
        dp_mechanism_trace_begin(&run.trace, k->config->model, &run, &h->err) != DP_OK)
        return h->status = DP_ERR_MEMORY;
    h->status = dp_mechanism_run(k->config->model, &run, &h->result, &h->err);
    if (h->status == DP_OK && !mechanism_place_copy(k, copy, run.trace)) h->status = DP_ERR_MEMORY;
    dp_mechanism_trace_free(run.trace);
    return h->status;
}

// --- threads -------------------------------------------------------------------------------------

enum { JOB_MAIN, JOB_IDEAL, JOB_COPIES };

struct crew {
    struct campaign *campaign;
    pthread_mutex_t lock;
    int next, done;
    bool has_failed;
};

// Jobs are taken in order, so that the first to fail is the same for any number of threads.
static bool take_job(struct crew *crew, int *job) {
    int all = JOB_COPIES + crew->campaign->copy_count;
    pthread_mutex_lock(&crew->lock);
    *job = crew->next;
    bool is_left = crew->next < all && !crew->has_failed;
    if (is_left) crew->next++;
    pthread_mutex_unlock(&crew->lock);
    return is_left;
}

static dp_status run_job(struct campaign *k, int job) {
    if (job < JOB_COPIES && mechanism_is_part(k)) return DP_OK;
    switch (job) {
    case JOB_MAIN:
        return run_main(k) != DP_OK ? k->main.status : run_shadows(k);
    case JOB_IDEAL:
        // there may be no ideal motion; that is no failure of the mechanism
        if (k->has_ideal) run_ideal(k);
        return DP_OK;
    default:
        return mechanism_do_copy(k, job - JOB_COPIES);
    }
}

static void *work_off(void *user) {
    struct crew *crew = (struct crew *)user;
    struct campaign *k = crew->campaign;
    for (int job; take_job(crew, &job);) {
        dp_status status = run_job(k, job);
        pthread_mutex_lock(&crew->lock);
        crew->done++;
        if (job >= JOB_COPIES) k->copy_runs[job - JOB_COPIES].is_over = status == DP_OK;
        if (!mechanism_is_part(k)) mechanism_merge_copies(k);
        bool is_last = crew->done == JOB_COPIES + k->copy_count;
        k->is_late = k->is_late || (k->copy_count > 0 && !is_last && call_is_late(k->call));
        k->has_stopped = k->has_stopped || call_stops(k->call);
        bool has_journal = k->journal_error == 0 && !k->is_unread;
        crew->has_failed =
            crew->has_failed || status != DP_OK || k->is_late || k->has_stopped || !has_journal;
        if (k->copy_count > 0)
            call_progress(k->call, (double)crew->done / (JOB_COPIES + k->copy_count));
        pthread_mutex_unlock(&crew->lock);
    }
    return NULL;
}

static long threads_of(const struct mechanism_config *c) {
    return threads_for(c->run.threads, JOB_COPIES + (c->run.ensemble > 1 ? c->run.ensemble : 0));
}

// Launchers start a process for each core, so a part has one thread unless somebody asks for more.
static long crew_threads(const struct campaign *k) {
    if (!mechanism_is_part(k)) return threads_of(k->config);
    long said = k->config->run.threads;
    if (k->call != NULL && k->call->threads > 0) said = k->call->threads;
    return threads_for(said > 0 ? said : 1, k->copy_count);
}

static void run_all(struct campaign *k) {
    struct crew crew = {.campaign = k};
    pthread_mutex_init(&crew.lock, NULL);
    threads_run(crew_threads(k), work_off, &crew);
    pthread_mutex_destroy(&crew.lock);
}

// --- what it will take ---------------------------------------------------------------------------

// Is there anything that a start or the tolerance could move?
static bool has_shadows(const struct mechanism_config *c) {
    return c->run.has_shadow && dp_mechanism_pair_count(c->model) > 0 &&
           dp_mechanism_coordinates(c->model) > 0;
}

// Seconds one history takes; NaN when it cannot be told.
static double try_run(const struct mechanism_config *c) {
    enum { STEPS = 1000 };
    dp_mechanism_run_def run = mechanism_define(c, NULL);
    dp_mechanism_result result;
    dp_error err;
    run.max_steps = STEPS;
    double start = clock_work();
    dp_status status = dp_mechanism_run(c->model, &run, &result, &err);
    double took = clock_work() - start;
    if (status == DP_OK) return took;
    return status == DP_ERR_NUMERIC && result.time > 0.0 ? took * c->until / result.time : NAN;
}

// What a trace takes, as far as the steps of a run can be told.
static double trace_numbers(const struct mechanism_config *c) {
    const double steps_a_turn = 2000.0, steps = 1e4, most = 1 << 25;
    double pairs = dp_mechanism_pair_count(c->model);
    if (pairs == 0.0 || (!c->run.has_shadow && c->run.ensemble <= 1)) return 0.0;
    return fmin(most,
                (1.0 + 4.0 * pairs) * (isnan(c->turn) ? steps : steps_a_turn * c->until / c->turn));
}

// [B] `numbers` becomes those of the rows.
static double memory_of(const struct mechanism_config *c, int rows, long threads, double *numbers) {
    double copies = (double)mechanism_copies(c), pairs = dp_mechanism_pair_count(c->model);
    double columns = 1.0 + 2.0 * (double)(c->series.count > 0 ? c->series.count : c->watch.count) +
                     (double)PAIR_WIDTH * pairs;
    double lines = c->until / c->every + 2.0, histories = 0.0;
    double shared = rows ? mechanism_ensemble_numbers(c, lines, threads) : 0.0;
    double of_contacts = pairs > 0.0 ? mechanism_contact_rows(c) : 0.0;
    *numbers = rows ? columns * (lines + of_contacts) : 0.0;
    double memory =
        limits_memory_of(2.0 * *numbers + shared) +
        copies * ((double)c->watch.count * (double)sizeof(dp_channel_stats) +
                  pairs * (double)sizeof(dp_mechanism_contact_stats) + sizeof(struct history));
    for (int i = 0; i < dp_mechanism_pair_count(c->model); i++)
        histories += dp_mechanism_pair_histories(c->model, i);
    // of every run that goes on at the same time
    return memory + (trace_numbers(c) + histories * DP_HISTORY_MAX) * (double)sizeof(double) *
                        (double)threads;
}

void mechanism_need(const void *config, int rows, struct need *need) {
    const double few_turns = 1000.0, few_copies = 100.0, short_limit = 3600.0, shadow_runs = 2.7;
    const struct mechanism_config *c = (const struct mechanism_config *)config;
    double copies = (double)mechanism_copies(c), turn = isnan(c->turn) ? 1.0 : c->turn, numbers;
    need->memory = memory_of(c, rows, threads_of(c), &numbers);
    if (rows) need->output = limits_output_of(numbers);
    // a usual run need not wait for a trial
    if (c->until <= few_turns * turn && copies <= few_copies && need->limits.seconds > short_limit)
        return;
    // its shadows go on to the horizon, one of them in shorter steps
    double runs =
        1.0 + copies + (c->ideal != NULL ? 1.0 : 0.0) + (has_shadows(c) ? shadow_runs : 0.0);
    need->seconds = try_run(c) * fmax(1.0, runs / (double)threads_of(c));
}

double mechanism_glimpse(const void *config) {
    const double few_rows = 20.0;
    const struct mechanism_config *c = (const struct mechanism_config *)config;
    return fmin(c->until, few_rows * c->every);
}

// --- the whole -----------------------------------------------------------------------------------

bool mechanism_init_history(struct campaign *k, struct history *h) {
    size_t channels = (size_t)k->config->watch.count;
    size_t pairs = (size_t)dp_mechanism_pair_count(k->config->model);
    h->stats = tree_alloc(&k->memory, channels * sizeof *h->stats);
    h->pairs = tree_alloc(&k->memory, pairs * sizeof *h->pairs);
    return h->stats != NULL && h->pairs != NULL;
}

static bool init_copies(struct campaign *k) {
    dp_mechanism_run_def run = define(k, &k->main);
    dp_error err;
    run.no_ledger = true;
    return dp_mechanism_ensemble_begin(&k->ensemble, k->config->model, &run, k->copy_count, &err) ==
           DP_OK;
}

static bool init(struct campaign *k, const struct mechanism_config *c, int rows) {
    *k = (struct campaign){.config = c,
                           .has_rows = rows != 0,
                           .agreement = {.horizon = NAN},
                           .contact_rows_most = (size_t)mechanism_contact_rows(c),
                           .contact_rows_until = INFINITY};
    k->impacts = (struct kept){.columns = impact_columns, .size = sizeof(dp_mechanism_impact)};
    k->dents = (struct kept){.columns = dent_columns, .size = sizeof(dp_mechanism_dent)};
    k->has_horizon = has_shadows(c);
    k->has_ideal = c->ideal != NULL;
    k->copy_count = c->run.ensemble > 1 ? (int)c->run.ensemble : 0;
    k->copies = tree_alloc(&k->memory, (size_t)k->copy_count * sizeof *k->copies);
    k->copy_runs = tree_alloc(&k->memory, (size_t)k->copy_count * sizeof *k->copy_runs);
    for (int i = 0; i < k->copy_count && k->copy_runs != NULL; i++)
        k->copy_runs[i].campaign = k;
    return k->copies != NULL && k->copy_runs != NULL && mechanism_init_history(k, &k->main) &&
           mechanism_init_history(k, &k->ideal) && (k->copy_count == 0 || init_copies(k)) &&
           mechanism_plan_rows(k);
}

// Where a run broke off, as the library tells; -1: nowhere.
static void say_where(struct reader *reader, const struct mechanism_config *c, double time,
                      int body, int pair) {
    char body_text[80] = "", pair_text[120] = "";
    if (body >= 0) snprintf(body_text, sizeof body_text, "body %.60s", c->def.bodies[body].name);
    if (pair >= 0)
        snprintf(pair_text, sizeof pair_text, "contact %.100s",
                 dp_mechanism_pair_name(c->model, pair));
    failure_at(reader, time, body_text, pair_text);
}

static int status_of(dp_status status) {
    return status == DP_ERR_MEMORY ? DP_RUN_SYSTEM : DP_RUN_NUMERIC;
}

static void report_copy(struct reader *reader, const struct campaign *k) {
    for (int i = 0; i < k->copy_count; i++) {
        const struct history *h = &k->copies[i];
        if (h->status == DP_OK) continue;
        report_status(reader, status_of(h->status), place_of(k->config->run.node, "ensemble"),
                      "copy %d of the ensemble: %s", i + 1, h->err.text);
        say_where(reader, k->config, h->result.time, h->result.failed_body, h->result.failed_pair);
        return;
    }
}

// The pair that was pressed most, for a run whose end is known but not to be trusted.
static int hardest_pair(const struct campaign *k) {
    const dp_mechanism_contact_stats *pairs = k->main.pairs;
    int hardest = -1;
    for (int i = 0; i < dp_mechanism_pair_count(k->config->model); i++) {
        if (pairs[i].max_force > (hardest < 0 ? 0.0 : pairs[hardest].max_force)) hardest = i;
    }
    return hardest;
}

static void report_main(struct reader *reader, const struct campaign *k) {
    const dp_mechanism_result *r = &k->main.result;
    if (k->is_late) {
        failure_late(reader, k->config->run.node);
        // or it was a shadow or a copy that was late, and the main run is whole
        if (r->stopped) say_where(reader, k->config, r->time, -1, hardest_pair(k));
    } else {
        mechanism_report_error(reader, k->config, &k->main.err);
        say_where(reader, k->config, r->time, r->failed_body, r->failed_pair);
    }
}

static void report_journal(struct reader *reader, const struct campaign *k) {
    const struct node *at = place_of(k->config->run.node, "ensemble");
    if (k->is_unread)
        report_status(reader, DP_RUN_SYSTEM, at, "the journals changed while they were read");
    else if (k->journal_error == EFBIG)
        report_status(reader, DP_RUN_SYSTEM, at,
                      "a copy leaves more rows than a journal takes, 1 GiB; choose a larger "
                      "output.every, or fewer series");
    else
        report_status(reader, DP_RUN_SYSTEM, at, "the journal cannot be written: %s",
                      strerror(k->journal_error));
}

// Run everything, on several threads; false after a diagnostic.
static bool run_campaign(struct reader *reader, const struct mechanism_config *config, int rows,
                         struct campaign *k) {
    if (!init(k, config, rows)) {
        report_no_memory(reader);
        return false;
    }
    k->call = reader->call;
    k->horizon_err.status = DP_OK;
    if (!mechanism_begin_parts(k, reader)) return false;
    run_all(k);
    if (k->is_out_of_memory)
        report_no_memory(reader);
    else if (k->has_stopped)
        failure_stopped(reader);
    else if (k->journal_error != 0 || k->is_unread)
        report_journal(reader, k);
    else if (k->main.status != DP_OK || k->is_late)
        report_main(reader, k);
    else if (k->has_horizon && k->horizon_err.status != DP_OK)
        report_status(reader, status_of(k->horizon_err.status),
                      place_of(config->run.node, "shadow"), "the shadow run: %s",
                      k->horizon_err.text);
    else
        report_copy(reader, k);
    k->has_ideal = k->has_ideal && k->ideal.status == DP_OK;
    if (reader->count > 0) return false;
    if (mechanism_is_part(k)) return true;
    if (energy_check(reader, config->mechanism.node, &k->main.result.energy)) return true;
    say_where(reader, config, k->main.result.time, -1, hardest_pair(k));
    return false;
}

static void free_campaign(struct campaign *k) {
    dp_mechanism_ensemble_free(k->ensemble);
    dp_mechanism_trace_free(k->trace);
    journal_map_free(&k->known);
    mechanism_free_copies(k);
    tree_free(&k->memory);
    free(k->impacts.item);
    free(k->dents.item);
    table_free(&k->rows);
    table_free(&k->contact_rows);
    table_free(&k->ideal_rows);
    table_free(&k->orbit);
    table_free(&k->section);
    table_free(&k->frames);
}

void mechanism_run(struct reader *reader, const void *config, int rows, struct outcome *out) {
    const struct mechanism_config *c = (const struct mechanism_config *)config;
    struct campaign k;
    bool has_run = run_campaign(reader, c, rows, &k);
    if (has_run && !mechanism_tell(reader, &k, out))
        say_where(reader, c, k.main.result.time, -1, hardest_pair(&k));
    if (has_run && reader->count == 0) {
        if (rows && !mechanism_show(&k, out)) report_no_memory(reader);
    } else if (failure_is_kept(reader)) {
        // as far as the run came
        k.has_ideal = false;
        if (k.has_rows && !mechanism_fill_series(&k, out)) table_free(&out->series);
        failure_trim(&out->series);
    }
    free_campaign(&k);
}

void mechanism_run_part(struct reader *reader, const void *config) {
    const struct mechanism_config *c = (const struct mechanism_config *)config;
    struct campaign k = {.config = c, .use = reader->journal, .call = reader->call};
    struct need need = need_unknown(reader);
    double numbers;
    k.copy_count = (int)mechanism_copies(c);
    // it is stopped when the time is up, and what is done is not lost
    need.memory = memory_of(c, ROWS_WANTED, crew_threads(&k), &numbers);
    if (!limits_allow(reader, c->run.node, &need)) return;
    run_campaign(reader, c, ROWS_WANTED, &k);
    free_campaign(&k);
}
