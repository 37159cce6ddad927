// The way of the papers: tables read, rows and figures computed, one document made, a folder
// written.

#include "reproduce/reproduce.h"

#include <stdlib.h>

#include "base/json.h"
#include "base/status.h"
#include "output/output.h"
#include "reproduce/document.h"
#include "reproduce/locate.h"
#include "reproduce/rows.h"
#include "scenario/diagnostic.h"

// All that has to be computed.
struct work {
    const struct reproduce_options *options;
    struct paper_set set;
    struct runs runs;
    json_t *rows;
    struct figures figures;  // empty without a folder
    size_t done, total;
    dp_diagnostic *diagnostic;
};

static int open_papers(struct work *work, char root[LOCATE_PATH_MAX]) {
    char places[1024] = "";
    if (locate_data(root)) return paper_set_open(&work->set, root, work->options, work->diagnostic);
    locate_places(places, sizeof places);
    return diagnostic_set(work->diagnostic, DP_RUN_SYSTEM,
                          "papers/ and scenarios/ are not there; looked in %s", places);
}

static void step(struct work *work) {
    work->done++;
    call_progress(work->options->call, (double)work->done / (double)work->total);
}

static bool compute_rows(struct work *work, const struct paper *paper) {
    size_t i;
    json_t *row;
    json_array_foreach(paper->rows, i, row) {
        json_t *entry = row_compute(paper, row, &work->runs, work->diagnostic);
        if (entry == NULL) return false;
        json_push(work->rows, entry);
        step(work);
    }
    return true;
}

static bool compute_figures(struct work *work, const struct paper *paper) {
    size_t i;
    json_t *spec;
    json_array_foreach(paper->figures, i, spec) {
        struct figure *figure = &work->figures.item[work->figures.count++];
        if (!figure_make(figure, paper, spec, &work->runs, work->diagnostic)) return false;
        step(work);
    }
    return true;
}

static int compute(struct work *work) {
    const struct paper_set *set = &work->set;
    bool is_drawn = work->options->out != NULL, is_good = true;
    size_t figures = 0;
    for (int i = 0; i < set->count; i++) {
        work->total += json_array_size(set->paper[i].rows);
        figures += json_array_size(set->paper[i].figures);
    }
    if (is_drawn) {
        work->total += figures;
        work->figures.item = calloc(figures + 1, sizeof *work->figures.item);
        if (work->figures.item == NULL)
            return diagnostic_set(work->diagnostic, DP_RUN_SYSTEM, "out of memory");
    }
    if (work->options->total != NULL) *work->options->total = work->total;
    work->rows = json_array();
    for (int i = 0; i < set->count && is_good; i++)
        is_good = compute_rows(work, &set->paper[i]);
    for (int i = 0; i < set->count && is_good && is_drawn; i++)
        is_good = compute_figures(work, &set->paper[i]);
    return is_good ? (int)DP_RUN_DONE : (int)work->diagnostic->status;
}

int reproduce(const struct reproduce_options *options, json_t **document,
              dp_diagnostic *diagnostic) {
    struct work work = {.options = options, .diagnostic = diagnostic};
    char root[LOCATE_PATH_MAX];
    *document = NULL;
    diagnostic->text[0] = '\0';
    diagnostic->status = DP_RUN_DONE;
    int status = DP_RUN_DONE;
    if (options->out != NULL) status = output_check(options->out, options->force, diagnostic);
    if (status != DP_RUN_DONE) return status;
    runs_open(&work.runs, root);
    status = open_papers(&work, root);
    if (status == DP_RUN_DONE) status = compute(&work);
    if (status == DP_RUN_DONE) {
        const struct figures *figures = options->out != NULL ? &work.figures : NULL;
        *document = document_make(&work.set, json_incref(work.rows), figures);
        if (figures != NULL)
            status = document_export(*document, &work.figures, options->out, options->force,
                                     options->call, diagnostic);
    }
    json_decref(work.rows);
    figures_free(&work.figures);
    runs_close(&work.runs);
    paper_set_close(&work.set);
    if (status != DP_RUN_DONE) {
        json_decref(*document);
        *document = NULL;
    }
    return status;
}
