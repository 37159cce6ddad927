// dashpot/workbench.h: results.

#define _POSIX_C_SOURCE 200809L

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "api/api.h"
#include "base/json.h"
#include "output/output.h"
#include "study/pick.h"

dp_result *result_new(struct call call) {
    dp_result *result = calloc(1, sizeof *result);
    // its callbacks end with it: a result may be written when their user is long gone
    if (result != NULL) result->call = (struct call){.limits = call.limits};
    return result;
}

bool result_finish(dp_result *result) {
    char *text = json_to_text(result->outcome.summary);
    bool is_whole = !json_lacks_memory();
    if (text != NULL && is_whole) {
        free(result->summary);
        result->summary = text;
    } else {
        free(text);
    }
    return result->summary != NULL;
}

bool result_set_folder(dp_result *result, const char *folder) {
    free(result->folder);
    result->folder = folder != NULL ? strdup(folder) : NULL;
    return result->folder != NULL;
}

void dp_result_free(dp_result *result) {
    if (result == NULL) return;
    if (result->has_outcome) outcome_free(&result->outcome);
    free(result->summary);
    free(result->folder);
    free(result);
}

const char *dp_result_summary(const dp_result *result) {
    return result->summary;
}

const char *dp_result_title(const dp_result *result) {
    return result->outcome.title;
}

const char *dp_result_kind(const dp_result *result) {
    return result->outcome.kind;
}

const char *dp_result_folder(const dp_result *result) {
    return result->folder;
}

const char *dp_result_note(const dp_result *result, int index) {
    bool is_there = index >= 0 && index < result->outcome.note_count;
    return is_there ? result->outcome.note[index] : NULL;
}

bool dp_result_note_is_fact(const dp_result *result, int index) {
    bool is_there = index >= 0 && index < result->outcome.note_count;
    return is_there && result->outcome.is_fact[index];
}

double dp_result_number(const dp_result *result, const char *path) {
    double value;
    pick_number(result->outcome.summary, path, &value);
    return value;
}

const char *dp_result_text(const dp_result *result, const char *path) {
    return pick_text(result->outcome.summary, path);
}

bool dp_result_headline(const dp_result *result, int index, dp_headline *headline) {
    if (index < 0 || index >= result->outcome.headline_count) return false;
    const struct headline *line = &result->outcome.headline[index];
    *headline = (dp_headline){line->name, line->unit, line->part, line->value};
    return true;
}

// --- tables --------------------------------------------------------------------------------------

static const struct table *find_table(const dp_result *result, int index) {
    const struct outcome *outcome = &result->outcome;
    if (index < 0 || index > outcome->extra_count) return NULL;
    return index == 0 ? &outcome->series : &outcome->extra[index - 1].table;
}

bool dp_result_table(const dp_result *result, int index, dp_table *table) {
    const struct table *found = find_table(result, index);
    if (found == NULL || found->columns == 0) return false;
    *table = (dp_table){
        .name = index == 0 ? "series" : result->outcome.extra[index - 1].name,
        .rows = found->rows,
        .columns = found->columns,
        .values = found->value,
    };
    return true;
}

const char *dp_result_column(const dp_result *result, int table, int column, const char **unit) {
    const struct table *found = find_table(result, table);
    if (found == NULL || column < 0 || column >= found->columns) return NULL;
    if (unit != NULL) *unit = found->unit[column];
    return found->name[column];
}

const char *dp_result_word(const dp_result *result, int table, int column, double value) {
    const struct table *found = find_table(result, table);
    if (found == NULL || column < 0 || column >= found->columns) return NULL;
    return table_word(found, column, value);
}

// --- pictures ------------------------------------------------------------------------------------

bool dp_result_picture(const dp_result *result, int index, dp_picture *picture) {
    enum { MOST = sizeof picture->y / sizeof *picture->y };
    if (index < 0 || index >= result->outcome.plot_count) return false;
    const struct plot *plot = &result->outcome.plot[index];
    *picture = (dp_picture){.name = plot->stem,
                            .title = plot->title,
                            .caption = plot->caption,
                            .table = plot->table[0] != '\0' ? plot->table : "series",
                            .x = plot->x};
    for (int i = 0; i < MOST && i < PLOT_APART_MAX && plot->y[i][0] != '\0'; i++)
        picture->y[i] = plot->y[i];
    return true;
}

static const char *name_or_null(const char *text) {
    return text[0] != '\0' ? text : NULL;
}

bool dp_result_picture_look(const dp_result *result, int index, dp_picture_look *look) {
    static const char *const styles[] = {"lines", "areas", "points", "map",
                                         "bars",  "named", "spans"};
    if (index < 0 || index >= result->outcome.plot_count) return false;
    const struct plot *plot = &result->outcome.plot[index];
    *look = (dp_picture_look){.style = styles[plot->style],
                              .z = name_or_null(plot->z),
                              .has_diagonal = plot->has_diagonal != 0,
                              .x_log = plot->x_log != 0,
                              .y_log = plot->y_log != 0,
                              .x_scale = plot->x_scale,
                              .y_scale = plot->y_scale,
                              .x_label = plot->x_label,
                              .y_label = plot->y_label,
                              .band_low = name_or_null(plot->band[0]),
                              .band_high = name_or_null(plot->band[1])};
    return true;
}

bool dp_result_picture_overlay(const dp_result *result, int index, int item,
                               dp_picture_overlay *overlay) {
    if (index < 0 || index >= result->outcome.plot_count) return false;
    const struct plot *plot = &result->outcome.plot[index];
    if (item < 0 || item >= plot->overlay_count) return false;
    const struct overlay *o = &plot->overlay[item];
    *overlay = (dp_picture_overlay){.table = o->table[0] != '\0' ? o->table : "series",
                                    .x = o->x,
                                    .y = o->y,
                                    .sigma = name_or_null(o->sigma),
                                    .label = o->label,
                                    .curve = o->curve};
    return true;
}

dp_run_status dp_result_write(dp_result *result, const char *folder, bool replace,
                              dp_diagnostic *diagnostic) {
    diagnostic_clear(diagnostic);
    output_write(&result->outcome, folder, replace, -1, &result->call, diagnostic);
    if (diagnostic->status == DP_RUN_DONE) result_set_folder(result, folder);
    return diagnostic->status;
}
