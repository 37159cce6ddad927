// See first.h.

#include "study/first.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/words.h"
#include "measured/measured.h"
#include "scenario/limits.h"
#include "study/pick.h"
#include "study/variant.h"
#include "study/work.h"

// Wall time of all that a check runs, and the points it reads.
enum { TRY_SECONDS = 5, POINTS_MAX = 10000, TRIES_MAX = 16 };

// --- one point -----------------------------------------------------------------------------------

static void check_results(struct reader *reader, const struct sweep *sweep, json_t *summary,
                          bool is_short) {
    for (int i = 0; i < sweep->block.results.count; i++) {
        const char *path = sweep->result[i].path;
        double value;
        char why[500], word[SHOWN_MAX];
        if (pick_number(summary, path, &value) <= PICK_BEYOND) continue;
        if (is_short && pick_is_open(summary, path)) continue;
        pick_explain(summary, path, why, sizeof why);
        report_error(reader, node_at(sweep->block.results.node, i), "results has '%s', which %s",
                     shown(path, word), why);
    }
}

// The columns of the sweep whose units are known now, without rows. False when out of memory.
static bool make_columns(const struct sweep *sweep, const struct outcome *outcome,
                         struct table *table) {
    const char *name[SWEEP_AXES_MAX + SWEEP_RESULTS_ALL];
    const char *unit[SWEEP_AXES_MAX + SWEEP_RESULTS_ALL];
    int count = 0;
    for (int i = 0; i < sweep->axis_count; i++, count++) {
        name[count] = sweep->axis[i].name;
        unit[count] = sweep->axis[i].si;
    }
    for (int i = 0; i < sweep->result_count; i++) {
        const char *of = pick_unit(outcome->summary, outcome->units, sweep->result[i].path);
        if (of == NULL || of[0] == '\0') continue;
        name[count] = sweep->result[i].name;
        unit[count++] = strcmp(of, "1") == 0 ? "" : of;
    }
    return table_init(table, count, name, unit);
}

// Units of results are known now, so the file can be compared with them before all points have run.
static void check_measured(struct reader *reader, const struct scenario *s,
                           const struct outcome *outcome) {
    struct measured_block known = s->common.measured;
    struct measured_column column[MEASURED_COLUMNS_MAX];
    struct measured measured;
    struct table table;
    const struct measured_column *given = known.columns.items;
    if (known.node == NULL) return;
    if (!make_columns(s->sweep, outcome, &table)) {
        report_no_memory(reader);
        return;
    }
    int all = known.columns.count;
    known.columns.items = column;
    known.columns.count = 0;
    for (int i = 0; i < all; i++) {
        const char *name = given[i].of != NULL ? given[i].of : given[i].column;
        if (table_column(&table, name) >= 0) column[known.columns.count++] = given[i];
    }
    measured_read(reader, &known, &table, &measured);
    table_free(&table);
}

// A reader for a moment: what it allocates goes with it.
static struct reader own_reader(const struct scenario *s, dp_diagnostic *diagnostic) {
    struct reader reader = reader_of(s, diagnostic);
    reader.tree = (struct tree){.root = s->reader.tree.root};
    reader.inputs = NULL;
    return reader;
}

int first_check(const struct scenario *s, const struct outcome *outcome, bool is_short,
                dp_diagnostic *diagnostic) {
    struct reader reader = own_reader(s, diagnostic);
    check_results(&reader, s->sweep, outcome->summary, is_short);
    if (reader.count == 0) check_measured(&reader, s, outcome);
    tree_free(&reader.tree);
    return diagnostic->status;
}

// --- a run that is cut short ---------------------------------------------------------------------

static bool changes_time(const char *path) {
    return strcmp(path, "run.until") == 0 || strcmp(path, "run.turns") == 0 ||
           strcmp(path, "run.skip") == 0;
}

// A point, or the scenario where there are none, with another end; NULL when that is not good.
static struct scenario *shorten(const struct scenario *s, long point, double until) {
    struct change changes[SWEEP_AXES_MAX + 1];
    struct sweep_scratch scratch[SWEEP_AXES_MAX];
    char text[DP_NUMBER_MAX];
    struct tree tree = {0};
    dp_diagnostic unread;
    struct scenario *variant = NULL;
    int count = 0;
    for (int i = 0; s->sweep != NULL && i < s->sweep->axis_count; i++) {
        const char *path = s->sweep->axis[i].block->path;
        if (changes_time(path)) continue;
        changes[count++] = (struct change){path, sweep_node(s->sweep, i, point, &scratch[i])};
    }
    dp_number_text(until, text);
    const struct node end = {.text = text, .set = -1, .line = 1};
    changes[count++] = (struct change){"run.until", &end};
    struct node *root = node_copy(&tree, s->reader.tree.root, NULL);
    struct node *run = root != NULL ? node_find(root, "run") : NULL;
    if (run != NULL && run->kind == NODE_MAP) {
        node_remove(run, "turns");
        node_remove(run, "skip");
    }
    if (root != NULL) variant = variant_make(s, root, changes, count, NULL, &unread);
    tree_free(&tree);
    return variant;
}

// The point to run, cut short where its kind can be; `is_short` says whether it was.
static struct scenario *begin(const struct scenario *s, long point, bool *is_short) {
    dp_diagnostic unread;
    const struct kind *kind = s->reader.kind;
    struct scenario *whole = sweep_variant(s, point, NULL, &unread);
    *is_short = whole != NULL && kind->glimpse != NULL;
    if (!*is_short) return whole;
    double until = kind->glimpse(whole->config);
    struct scenario *variant = shorten(s, point, until);
    scenario_free(whole);
    return variant;
}

// --- a sweep -------------------------------------------------------------------------------------

// Points that were run as a whole tell how long all of them will take.
static void check_time(const struct scenario *s, long tries, double seconds,
                       dp_diagnostic *diagnostic) {
    struct reader reader = own_reader(s, diagnostic);
    struct need need = need_unknown(&s->reader);
    double left = (double)(s->sweep->points - tries) / (double)work_threads(s->sweep);
    need.seconds = left * seconds / (double)tries;
    limits_allow(&reader, s->sweep->block.node, &need);
}

static void try_points(const struct scenario *s, const struct call *call,
                       dp_diagnostic *diagnostic) {
    const struct sweep *sweep = s->sweep;
    double start = clock_work();
    long end = sweep->points - sweep->first > TRIES_MAX ? sweep->first + TRIES_MAX : sweep->points;
    for (long point = sweep->first; point < end && !call_ends(call); point++) {
        dp_diagnostic unread;
        struct outcome outcome;
        bool is_short;
        struct scenario *variant = begin(s, point, &is_short);
        if (variant == NULL) continue;
        variant->reader.call = call;
        bool is_good = scenario_solve(variant, ROWS_NONE, &outcome, &unread) == DP_RUN_DONE;
        scenario_free(variant);
        if (!is_good) continue;
        double took = clock_work() - start;
        first_check(s, &outcome, is_short, diagnostic);
        outcome_free(&outcome);
        if (diagnostic->status == DP_RUN_DONE && !is_short)
            check_time(s, point + 1 - sweep->first, took, diagnostic);
        return;
    }
}

// Points that cannot be read; a run has them as failed rows. Of very many some are read, both ends
// among them.
static void count_refused(const struct scenario *s, const struct call *call,
                          dp_diagnostic *diagnostic) {
    long points = s->sweep->points, most = points < POINTS_MAX ? points : POINTS_MAX;
    long looked = 0, refused = 0, first = 0;
    struct chunk *spare = NULL;
    char text[600] = "", all[80] = "";
    for (; looked < most && !call_ends(call); looked++) {
        long point = most > 1 ? looked * (points - 1) / (most - 1) : 0;
        dp_diagnostic other;
        struct scenario *variant = sweep_variant(s, point, &spare, &other);
        scenario_free(variant);
        if (variant != NULL || refused++ > 0) continue;
        first = point;
        snprintf(text, sizeof text, "%.*s", (int)strcspn(other.text, "\n"), other.text);
    }
    tree_spare_free(spare);
    if (refused == 0) return;
    if (looked < points) snprintf(all, sizeof all, " that were read (of %ld)", points);
    snprintf(diagnostic->remarks, sizeof diagnostic->remarks,
             "%.400s: %ld of %ld points%s cannot be run; the first%s, point %ld: %s\n",
             s->reader.file, refused, looked, all, looked < points ? " of these" : "", first, text);
}

// --- a single run --------------------------------------------------------------------------------

// Columns of some kinds depend on the scenario.
static bool has_open_columns(const struct scenario *s) {
    if (s->common.measured.node == NULL) return false;
    for (const struct column *c = s->reader.kind->columns; c->name != NULL; c++) {
        if (c->type == COLUMN_ELSEWHERE) return true;
    }
    return false;
}

static void try_columns(const struct scenario *s, const struct call *call,
                        dp_diagnostic *diagnostic) {
    const struct kind *kind = s->reader.kind;
    dp_diagnostic unread;
    struct outcome outcome;
    struct measured measured;
    if (kind->glimpse == NULL) return;
    struct scenario *variant = shorten(s, 0, kind->glimpse(s->config));
    if (variant == NULL) return;
    variant->reader.call = call;
    if (scenario_solve(variant, ROWS_WANTED, &outcome, &unread) == DP_RUN_DONE) {
        struct reader reader = own_reader(s, diagnostic);
        measured_read(&reader, &s->common.measured, &outcome.series, &measured);
        tree_free(&reader.tree);
        outcome_free(&outcome);
    }
    scenario_free(variant);
}

// Only what is refused is of interest: a failure while it runs is one of the run.
static void try_rows(const struct scenario *s, const struct call *call, dp_diagnostic *diagnostic) {
    struct scenario copy = *s;
    struct outcome outcome;
    copy.reader.call = call;
    int status = scenario_solve(&copy, ROWS_KEPT, &outcome, diagnostic);
    if (status == DP_RUN_DONE || status == DP_RUN_NUMERIC) outcome_free(&outcome);
    if (status != DP_RUN_INPUT) diagnostic_clear(diagnostic);
}

int first_try(const struct scenario *s, dp_diagnostic *diagnostic) {
    struct call call = {.limits = limits_of(&s->reader), .start = clock_seconds()};
    if (s->reader.call != NULL) {
        call.stop = s->reader.call->stop;
        call.user = s->reader.call->user;
    }
    call.limits.seconds = fmin(call.limits.seconds, TRY_SECONDS);
    diagnostic_clear(diagnostic);
    if (s->sweep != NULL) {
        try_points(s, &call, diagnostic);
        if (diagnostic->status == DP_RUN_DONE) count_refused(s, &call, diagnostic);
    } else if (s->fit == NULL && s->compare == NULL) {
        if (s->reader.kind->has_late_rows) try_rows(s, &call, diagnostic);
        if (diagnostic->status == DP_RUN_DONE && has_open_columns(s))
            try_columns(s, &call, diagnostic);
    }
    return diagnostic->status;
}
