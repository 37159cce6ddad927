// The way of the papers: tables read, rows and figures computed, one document made, a folder
// written.

#define _GNU_SOURCE  // readlink and access in strict C17

#include "reproduce/reproduce.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/json.h"
#include "base/status.h"
#include "base/words.h"
#include "output/output.h"
#include "reproduce/document.h"
#include "reproduce/rows.h"
#include "scenario/diagnostic.h"

// All that has to be computed.
struct work {
    const dp_reproduce_def *def;
    const struct call *call;
    char root[REPRODUCE_PATH_MAX];  // folder of papers/ and scenarios/
    struct paper_set set;
    struct runs runs;
    json_t *rows;
    struct figures figures;  // empty without a folder
    dp_diagnostic *diagnostic;
};

// Folder share/dashpot beside the folder of the program; empty when the system does not say.
static void beside_program(char path[REPRODUCE_PATH_MAX]) {
    static const char tail[] = "/share/dashpot";
    path[0] = '\0';
    ssize_t length = readlink("/proc/self/exe", path, REPRODUCE_PATH_MAX - sizeof tail);
    if (length <= 0) return;
    path[length] = '\0';
    for (int up = 0; up < 2; up++) {
        char *slash = strrchr(path, '/');
        if (slash == NULL) return;
        *slash = '\0';
    }
    memcpy(path + strlen(path), tail, sizeof tail);
}

static bool holds_data(const char *root) {
    char path[REPRODUCE_PATH_MAX + 16];
    if (root[0] == '\0') return false;
    snprintf(path, sizeof path, "%s/papers", root);
    if (access(path, R_OK | X_OK) != 0) return false;
    snprintf(path, sizeof path, "%s/scenarios", root);
    return access(path, R_OK | X_OK) == 0;
}

// papers/ and scenarios/ lie beside an installed program (../share/dashpot), in the source tree of
// a program that was only built, or where the installation was configured to put them. The
// environment is not asked.
static int find_data(struct work *work) {
    char beside[REPRODUCE_PATH_MAX], said[1024] = "";
    const char *places[4] = {NULL};
    int count = 0;
    beside_program(beside);
    if (beside[0] != '\0') places[count++] = beside;
    // empty in a package: nobody shall look where it was built
    if (DP_SOURCE_DIR[0] != '\0') places[count++] = DP_SOURCE_DIR;
    places[count] = DP_DATA_DIR;
    for (int i = 0; i <= count; i++) {
        snprintf(work->root, sizeof work->root, "%s", places[i]);
        if (holds_data(work->root)) return DP_RUN_DONE;
    }
    dp_append_words(said, sizeof said, places, "and");
    return diagnostic_set(work->diagnostic, DP_RUN_SYSTEM,
                          "papers/ and scenarios/ are not there; looked in %s", said);
}

static bool compute_rows(struct work *work, const struct paper *paper) {
    size_t i;
    json_t *row;
    json_array_foreach(paper->rows, i, row) {
        json_t *entry = row_compute(paper, row, &work->runs, work->diagnostic);
        if (entry == NULL) return false;
        json_push(work->rows, entry);
        // asked here, because the runs of figures forget what the rows lacked
        if (json_lacks_memory()) {
            diagnostic_set(work->diagnostic, DP_RUN_SYSTEM, "out of memory");
            return false;
        }
    }
    return true;
}

static bool open_figures(struct work *work, const struct paper *paper) {
    size_t i;
    json_t *spec;
    json_array_foreach(paper->figures, i, spec) {
        struct figure *figure = &work->figures.item[work->figures.count++];
        if (!figure_open(figure, paper, spec, work->diagnostic)) return false;
    }
    return true;
}

// Runs that rows need come first, each once, on all cores; then the rows are only looked up.
static int compute(struct work *work) {
    const struct paper_set *set = &work->set;
    bool is_drawn = work->def->folder != NULL, is_good = true;
    size_t rows = 0, figures = 0, i;
    json_t *row;
    work->rows = json_array();
    for (int p = 0; p < set->count; p++) {
        json_array_foreach(set->paper[p].rows, i, row) row_want(row, &work->runs);
        rows += json_array_size(set->paper[p].rows);
        figures += is_drawn ? json_array_size(set->paper[p].figures) : 0;
    }
    work->figures.item = calloc(figures + 1, sizeof *work->figures.item);
    if (work->figures.item == NULL)
        return diagnostic_set(work->diagnostic, DP_RUN_SYSTEM, "out of memory");
    if (work->def->total != NULL) *work->def->total = rows + figures;
    double share = (double)rows / (double)(rows + figures + (rows + figures == 0));
    runs_compute(&work->runs, work->call, share);
    for (int p = 0; p < set->count && is_good; p++)
        is_good = compute_rows(work, &set->paper[p]);
    for (int p = 0; p < set->count && is_good && is_drawn; p++)
        is_good = open_figures(work, &set->paper[p]);
    if (is_good && is_drawn)
        is_good = figures_compute(&work->figures, &work->runs, work->call, share, work->diagnostic);
    return is_good ? (int)DP_RUN_DONE : (int)work->diagnostic->status;
}

// Words with commas between them, as `--verdict` has them. None: all.
static int read_verdicts(const char *text, bool wanted[VERDICT_COUNT], dp_diagnostic *diagnostic) {
    const char *known[VERDICT_COUNT + 1] = {NULL};
    for (int i = 0; i < VERDICT_COUNT; i++) {
        known[i] = verdict_option((enum verdict)i);
        wanted[i] = text == NULL;
    }
    while (text != NULL) {
        char word[64], hint[256] = "";
        size_t length = strcspn(text, ",");
        int found = 0;
        snprintf(word, sizeof word, "%.*s", (int)length, text);
        while (known[found] != NULL && strcmp(known[found], word) != 0)
            found++;
        if (known[found] == NULL) {
            text_suggest_or_list(hint, sizeof hint, word, known);
            return diagnostic_set(diagnostic, DP_RUN_INPUT, "there is no verdict '%s'%s", word,
                                  hint);
        }
        wanted[found] = true;
        text = text[length] == ',' ? text + length + 1 : NULL;
    }
    return DP_RUN_DONE;
}

int reproduce(const dp_reproduce_def *def, const struct call *call, json_t **document,
              dp_diagnostic *diagnostic) {
    struct work work = {.def = def, .call = call, .diagnostic = diagnostic};
    bool wanted[VERDICT_COUNT];
    *document = NULL;
    int status = read_verdicts(def->verdicts, wanted, diagnostic);
    if (status == DP_RUN_DONE && def->folder != NULL)
        status = output_check(def->folder, def->replace, diagnostic);
    if (status != DP_RUN_DONE) return status;
    runs_open(&work.runs, work.root);
    status = find_data(&work);
    if (status == DP_RUN_DONE) status = paper_set_open(&work.set, work.root, def, diagnostic);
    if (status == DP_RUN_DONE) status = compute(&work);
    if (status == DP_RUN_DONE) {
        const struct figures *figures = def->folder != NULL ? &work.figures : NULL;
        *document = document_make(&work.set, json_incref(work.rows), figures);
        document_choose(*document, wanted);
        if (figures != NULL)
            status = document_export(*document, &work.figures, def->folder, def->replace, call,
                                     diagnostic);
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
