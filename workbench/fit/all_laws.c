// A fit becomes an outcome: every law is fitted, ranked, and said.

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/threads.h"
#include "fit/curve.h"
#include "fit/groups.h"
#include "fit/result.h"
#include "fit/share.h"
#include "scenario/failure.h"

// --- one law -------------------------------------------------------------------------------------

static bool asks_to_stop(void *user) {
    const struct fit_model *model = user;
    const struct call *call = model->s->reader.call;
    return call_stops(call) || call_is_late(call) || fit_share_has_failed(model->share);
}

// What else a run could tell, for a sentence about what cannot be found.
static const char *missing_result(const struct scenario *s, const struct fit_case *c) {
    bool has_duration = false, has_force = false;
    // the normal motion tells nothing of friction
    for (int i = 0; i < c->parameter_count; i++)
        if (strstr(c->parameter[i].path, ".friction.") != NULL) return NULL;
    if (strcmp(s->reader.kind->name, "impact") != 0 || s->fit->is_curve) return NULL;
    for (int i = 0; i < s->fit->target_count; i++) {
        has_duration = has_duration || strcmp(s->fit->target[i].column.path, "duration") == 0;
        has_force = has_force || strcmp(s->fit->target[i].column.path, "max_force") == 0;
    }
    return has_duration && has_force ? NULL
           : has_duration            ? "max_force"
           : has_force               ? "duration"
                                     : "duration or max_force";
}

void fitted_define(struct fitted *f, const struct scenario *s, long threads) {
    const struct fit *fit = s->fit;
    dp_fit_def *def = &f->def;
    *def = dp_fit_defaults();
    for (int i = 0; i < f->c->parameter_count; i++) {
        const struct fit_parameter *p = &f->c->parameter[i];
        const char *dot = strrchr(p->path, '.');
        f->parameter[i] = (dp_fit_parameter){.name = dot != NULL ? dot + 1 : p->path,
                                             .unit = p->unit[0] != '\0' ? p->unit : NULL,
                                             .low = p->low,
                                             .high = p->high,
                                             .start = p->start,
                                             .is_log = p->is_log};
    }
    for (int i = 0; i < fit->target_count; i++)
        f->target_name[i] = fit->target[i].column.name;
    def->parameters = f->parameter;
    def->parameter_count = f->c->parameter_count;
    def->cells = f->model.cells;
    def->cell_count = (size_t)f->model.cell_count;
    def->target_names = f->target_name;
    def->target_count = fit->target_count;
    def->missing = missing_result(s, f->c);
    def->confidence = fit->block.confidence;
    def->threads = (int)threads;
    // a trial of an impact takes microseconds
    def->all_starts = f->model.fast != NULL;
    def->is_series = fit->is_curve;
    if (f->c->has_shift) {
        // chi2 is a narrow valley over it, for some laws one with steps; every start finds it
        // there, so that as many starts do as without it
        def->place = curve_place;
        def->starts = def->parameter_count <= 2 ? 32 : def->parameter_count == 3 ? 64 : 128;
    }
    def->model = model_evaluate;
    def->stop = asks_to_stop;
    def->user = &f->model;
}

// How far a crew goes with the laws, and with whom it shares them.
struct crew {
    const struct scenario *s;
    struct fitted *fitted;
    struct fit_share *share;  // NULL: nobody
    enum share_end end;
    int count, next, done;
    pthread_mutex_t lock;
};

static void fit_case(const struct crew *crew, int at, long threads) {
    struct fitted *f = &crew->fitted[at];
    bool is_new = f->c == NULL;
    f->c = &crew->s->fit->cases[at];
    if (is_new && !model_init(&f->model, crew->s, f->c, &f->diagnostic)) f->status = DP_ERR_MEMORY;
    if (f->status != DP_OK) return;
    f->model.share = crew->share;
    fitted_define(f, crew->s, threads);
    f->status =
        fit_run_shared(&f->result, &f->def, fit_share_of(crew->share, at, crew->end), &f->err);
}

// --- all laws ------------------------------------------------------------------------------------

static void *work_off(void *user) {
    struct crew *crew = user;
    for (;;) {
        pthread_mutex_lock(&crew->lock);
        int at = crew->next++;
        pthread_mutex_unlock(&crew->lock);
        if (at >= crew->count) return NULL;
        fit_case(crew, at, 1);
        pthread_mutex_lock(&crew->lock);
        crew->done++;
        call_progress(crew->s->reader.call, (double)crew->done / crew->count);
        pthread_mutex_unlock(&crew->lock);
    }
}

// Laws side by side, or the trials of a single one; the bits are the same. Launchers start a
// process for each core, so a part has one thread unless somebody asks for more.
static void fit_all(const struct scenario *s, struct fitted *fitted, struct fit_share *share,
                    enum share_end end) {
    const struct fit *fit = s->fit;
    long asked = fit->threads == 0 && fit_is_part(s) ? 1 : fit->threads;
    struct crew crew = {
        .s = s, .fitted = fitted, .share = share, .end = end, .count = fit->case_count};
    if (fit->case_count == 1) {
        fit_case(&crew, 0, threads_for(asked, 256));
        return;
    }
    pthread_mutex_init(&crew.lock, NULL);
    threads_run(threads_for(asked, fit->case_count), work_off, &crew);
    pthread_mutex_destroy(&crew.lock);
}

// What is wrong with the data is wrong for every law.
static bool check_all(const struct scenario *s, const struct fitted *fitted,
                      dp_diagnostic *diagnostic) {
    const struct fit *fit = s->fit;
    struct reader reader = reader_of(s, diagnostic);
    int good = 0;
    const struct fitted *first = &fitted[0];
    for (int i = 0; i < fit->case_count; i++) {
        const struct fitted *f = &fitted[i];
        if (f->status == DP_ERR_MEMORY) {
            report_no_memory(&reader);
            return false;
        }
        if (f->status == DP_OK && f->result.is_stopped) {
            if (call_is_late(s->reader.call))
                failure_late(&reader, fit->block.node);
            else
                failure_stopped(&reader);
            return false;
        }
        good += f->status == DP_OK;
    }
    if (good > 0) return true;
    bool is_input = first->status != DP_ERR_NUMERIC && first->status != DP_ERR_VALIDITY;
    report_status(&reader, is_input ? DP_RUN_INPUT : DP_RUN_NUMERIC, fit->block.node, "%s",
                  first->err.text);
    return false;
}

static bool rank(const struct scenario *s, struct fitted *fitted, dp_fit_ranking *ranking,
                 dp_diagnostic *diagnostic) {
    const struct fit *fit = s->fit;
    const dp_fit_result *results[FIT_LAWS_MAX];
    const char *names[FIT_LAWS_MAX];
    dp_error err;
    for (int i = 0; i < fit->case_count; i++) {
        results[i] = fitted[i].status == DP_OK ? &fitted[i].result : NULL;
        names[i] = fit->cases[i].law != NULL ? fit->cases[i].law->name : "the scenario";
    }
    if (dp_fit_compare(ranking, results, names, fit->case_count, &err) == DP_OK) return true;
    struct reader reader = reader_of(s, diagnostic);
    report_status(&reader, DP_RUN_SYSTEM, fit->block.node, "%s", err.text);
    return false;
}

static void free_fitted(const struct scenario *s, struct fitted *fitted) {
    for (int i = 0; i < s->fit->case_count && fitted != NULL; i++) {
        if (fitted[i].status == DP_OK) dp_fit_free(&fitted[i].result);
        model_free(&fitted[i].model);
    }
    free(fitted);
}

static int run_all_rows(const struct scenario *s, int rows, struct outcome *outcome,
                        dp_diagnostic *diagnostic) {
    struct fitted *fitted = calloc((size_t)s->fit->case_count, sizeof *fitted);
    struct fit_share *share = NULL;
    dp_fit_ranking ranking = {.note_count = 0};
    outcome_begin(outcome);
    diagnostic_clear(diagnostic);
    if (fitted == NULL || outcome->summary == NULL)
        report_system_error(diagnostic, "%.700s: out of memory", s->reader.file);
    else if (s->reader.journal != NULL)
        share = fit_share_begin(s, diagnostic);
    if (diagnostic->status == DP_RUN_DONE) {
        fit_all(s, fitted, share, SHARE_ALL);
        if (fit_share_check(share, diagnostic) && check_all(s, fitted, diagnostic) &&
            rank(s, fitted, &ranking, diagnostic))
            fit_tell(s, fitted, &ranking, rows, outcome, diagnostic);
    }
    free_fitted(s, fitted);
    dp_fit_ranking_free(&ranking);
    fit_share_free(share);
    if (diagnostic->status != DP_RUN_DONE) outcome_free(outcome);
    return diagnostic->status;
}

int fit_run(const struct scenario *s, int rows, struct outcome *outcome,
            dp_diagnostic *diagnostic) {
    if (s->fit->group != NULL) return fit_run_groups(s, rows, outcome, diagnostic, run_all_rows);
    return run_all_rows(s, rows, outcome, diagnostic);
}

int fit_run_part(const struct scenario *s, dp_diagnostic *diagnostic) {
    struct fitted *fitted = calloc((size_t)s->fit->case_count, sizeof *fitted);
    diagnostic_clear(diagnostic);
    if (fitted == NULL)
        return report_system_error(diagnostic, "%.700s: out of memory", s->reader.file);
    struct fit_share *share = fit_share_begin(s, diagnostic);
    // trials of all laws first: when one has done its own, others have done most of theirs
    for (int end = SHARE_TRIALS; share != NULL && end <= SHARE_PART; end++) {
        if (diagnostic->status != DP_RUN_DONE) break;
        fit_all(s, fitted, share, (enum share_end)end);
        if (fit_share_check(share, diagnostic)) check_all(s, fitted, diagnostic);
    }
    free_fitted(s, fitted);
    fit_share_free(share);
    return diagnostic->status;
}
