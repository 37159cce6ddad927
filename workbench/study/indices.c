// From the rows of a sweep to sensitivities of its results.

#include "study/indices.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/json.h"
#include "base/prefix.h"
#include "result/result.h"
#include "study/pictures.h"
#include "study/sensitivity.h"

enum { NUMBERS = 4, GROUP_MAX = SWEEP_AXES_MAX + 2, TOLD_RESULTS = 5, TOLD_PARAMETERS = 5 };

static const char table_name[] = "sensitivity";

// The four numbers of a parameter, by design.
struct naming {
    const char *name[NUMBERS];
    const char *method, *group;  // what is left out where a run failed
    int size;                    // which of them tells how much a parameter matters
    bool has_unit;               // that of the result
};
static const struct naming namings[] = {
    [DESIGN_SALTELLI] =
        {{"first", "first_stderr", "total", "total_stderr"}, "saltelli", "base points", 2, false},
    [DESIGN_MORRIS] =
        {{"mu", "mu_star", "sigma", "mu_star_stderr"}, "morris", "trajectories", 1, true},
};

// Of one result.
struct finding {
    long used;
    bool varies;
    double number[SWEEP_AXES_MAX][NUMBERS];  // NaN: cannot be told
};

static bool is_for_indices(const struct sweep *sweep) {
    return sweep->design.kind == DESIGN_SALTELLI || sweep->design.kind == DESIGN_MORRIS;
}

// --- estimates -----------------------------------------------------------------------------------

// Values of a result at the runs of one group; false: one of them has none.
static bool take_group(const struct sweep *sweep, const struct table *table, int result, long group,
                       double *value) {
    long size = design_group(&sweep->design);
    for (long i = 0; i < size; i++) {
        value[i] = table_at(table, (size_t)(group * size + i), sweep->axis_count + result);
        if (!isfinite(value[i])) return false;
    }
    return true;
}

static bool find_variances(const struct sweep *sweep, const struct table *table, int result,
                           struct finding *finding) {
    const struct design *design = &sweep->design;
    struct variance_sums *sums = variance_new(design->axes, design->count);
    double value[GROUP_MAX];
    if (sums == NULL) return false;
    for (long i = 0; i < design->count; i++) {
        if (take_group(sweep, table, result, i, value)) variance_add(sums, i, value);
    }
    finding->used = variance_used(sums);
    for (int i = 0; i < design->axes; i++) {
        struct variance_index index;
        finding->varies = variance_index(sums, i, &index);
        const double number[] = {index.first, index.first_error, index.total, index.total_error};
        memcpy(finding->number[i], number, sizeof number);
    }
    variance_free(sums);
    return true;
}

static void find_effects(const struct sweep *sweep, const struct table *table, int result,
                         struct finding *finding) {
    const struct design *design = &sweep->design;
    struct effects effects[SWEEP_AXES_MAX] = {{0}};
    double value[GROUP_MAX], largest = 0.0, most = 0.0;
    for (long t = 0; t < design->count; t++) {
        if (!take_group(sweep, table, result, t, value)) continue;
        finding->used++;
        for (int i = 0; i < design->axes; i++) {
            int rises, turn = design_turn(design, i, t, &rises);
            double step = design_step(design) * (rises ? 1.0 : -1.0);
            effects_add(&effects[i], (value[turn] - value[turn - 1]) / step);
            largest = fmax(largest, fabs(value[turn]));
        }
    }
    for (int i = 0; i < design->axes; i++)
        most = fmax(most, effects[i].mean_size);
    // values that agree to twelve digits differ by rounding
    finding->varies = finding->used > 0 && most > 1e-12 * largest;
    for (int i = 0; i < design->axes; i++) {
        const double number[] = {effects[i].mean, effects[i].mean_size, effects_sigma(&effects[i]),
                                 effects_error(&effects[i])};
        for (int k = 0; k < NUMBERS; k++)
            finding->number[i][k] = finding->varies ? number[k] : NAN;
    }
}

// --- summary, table, notes -----------------------------------------------------------------------

static json_t *finding_json(const struct sweep *sweep, const struct table *table, int result,
                            const struct finding *finding) {
    const struct naming *naming = &namings[sweep->design.kind];
    const char *unit = table->unit[sweep->axis_count + result];
    json_t *map = json_object(), *parameters = json_array();
    json_put(map, "result", json_text(sweep->result[result].name));
    json_put(map, "method", json_string(naming->method));
    json_put(map, "used", json_integer(finding->used));
    if (naming->has_unit) json_put(map, "unit", json_string(unit[0] != '\0' ? unit : "1"));
    for (int i = 0; i < sweep->axis_count; i++) {
        json_t *own = json_object();
        json_put(own, "path", json_text(sweep->axis[i].block->path));
        json_put(own, "column", json_text(sweep->axis[i].name));
        for (int k = 0; k < NUMBERS; k++)
            json_put(own, naming->name[k], json_finite(finding->number[i][k]));
        json_push(parameters, own);
    }
    json_put(map, "parameters", parameters);
    return map;
}

// Base points of saltelli, trajectories of morris: with fewer even the order of the parameters is
// chance (Saltelli et al. 2008 take hundreds, and ten trajectories).
static const long few[2] = {64, 4};

static void tell(const struct sweep *sweep, int result, const struct finding *finding,
                 struct outcome *outcome) {
    const char *group = namings[sweep->design.kind].group;
    long lost = sweep->design.count - finding->used;
    if (lost > 0)
        add_note(outcome,
                 "%ld of %ld %s are left out of the sensitivities of %s: a run of theirs failed or "
                 "has no such value. What is left is not a fair sample where that depends on the "
                 "parameters.",
                 lost, sweep->design.count, group, sweep->result[result].name);
    if (finding->used > 0 && finding->used < few[sweep->design.kind == DESIGN_MORRIS])
        add_note(outcome,
                 "The sensitivities of %s are those of %ld %s, too few to be trusted, as are their "
                 "errors; take %ld or more.",
                 sweep->result[result].name, finding->used, group,
                 few[sweep->design.kind == DESIGN_MORRIS]);
    if (finding->used > 0 && !finding->varies)
        add_note(outcome, "%s does not vary, so it has no sensitivities.",
                 sweep->result[result].name);
}

// The parameters that matter most, by the number that tells.
static void add_numbers(const struct sweep *sweep, int result, const struct finding *finding,
                        struct outcome *outcome) {
    const struct naming *naming = &namings[sweep->design.kind];
    const char *unit = naming->has_unit ? outcome->series.unit[sweep->axis_count + result] : "";
    bool is_told[SWEEP_AXES_MAX] = {false};
    char said[64];
    if (!finding->varies) return;
    say_result(&sweep->result[result], said, sizeof said);
    add_headline_part(outcome,
                      naming->has_unit ? "mean size of the effects on %s, from end to end"
                                       : "share of the variance of %s, interactions "
                                         "included",
                      said);
    for (int place = 0; place < sweep->axis_count && place < TOLD_PARAMETERS; place++) {
        int most = -1;
        for (int i = 0; i < sweep->axis_count; i++) {
            if (!is_told[i] && (most < 0 || finding->number[i][naming->size] >
                                                finding->number[most][naming->size]))
                most = i;
        }
        is_told[most] = true;
        add_headline(outcome, sweep->axis[most].name, finding->number[most][naming->size], unit);
    }
    add_headline_part(outcome, "%s", "");
}

// The unit of all results, or "?".
static const char *common_unit(const struct sweep *sweep, const struct table *table) {
    const char *unit = table->unit[sweep->axis_count];
    for (int i = 1; i < sweep->block.results.count; i++) {
        if (strcmp(unit, table->unit[sweep->axis_count + i]) != 0) return "?";
    }
    return unit;
}

static struct table *make_table(const struct sweep *sweep, struct outcome *outcome) {
    const struct naming *naming = &namings[sweep->design.kind];
    const char *names[2 + NUMBERS] = {"result", "parameter"}, *units[2 + NUMBERS] = {"", ""};
    const char *results[SWEEP_RESULTS_MAX], *parameters[SWEEP_AXES_MAX];
    for (int k = 0; k < NUMBERS; k++) {
        names[2 + k] = naming->name[k];
        units[2 + k] = naming->has_unit ? common_unit(sweep, &outcome->series) : "";
    }
    for (int i = 0; i < sweep->block.results.count; i++)
        results[i] = sweep->result[i].name;
    for (int i = 0; i < sweep->axis_count; i++)
        parameters[i] = sweep->axis[i].name;
    struct table *table = add_table(outcome, table_name, 2 + NUMBERS, names, units);
    if (table == NULL || !table_set_words(table, 0, results, sweep->block.results.count) ||
        !table_set_words(table, 1, parameters, sweep->axis_count))
        return NULL;
    return table;
}

static bool add_rows(const struct sweep *sweep, int result, const struct finding *finding,
                     struct table *table) {
    for (int i = 0; i < sweep->axis_count; i++) {
        double row[2 + NUMBERS] = {result, i};
        memcpy(row + 2, finding->number[i], sizeof finding->number[i]);
        if (!table_add(table, row)) return false;
    }
    return true;
}

// --- pictures ------------------------------------------------------------------------------------

static void copy(char *to, size_t size, const char *from) {
    snprintf(to, size, "%s", from);
}

static void set_variances(struct plot *plot, const char *said) {
    plot->style = PLOT_BARS;
    copy(plot->x, sizeof plot->x, "first");
    copy(plot->y[0], sizeof plot->y[0], "total");
    copy(plot->error[0], sizeof plot->error[0], "first_stderr");
    copy(plot->error[1], sizeof plot->error[1], "total_stderr");
    copy(plot->bar_name[0], sizeof plot->bar_name[0], "alone");
    copy(plot->bar_name[1], sizeof plot->bar_name[1], "with interactions");
    copy(plot->x_label, sizeof plot->x_label, "share of the variance");
    snprintf(plot->title, sizeof plot->title, "What %.60s depends on", said);
    snprintf(plot->caption, sizeof plot->caption,
             "First-order and total indices of %.60s: the share of its variance that a parameter "
             "explains alone, and with all interactions it takes part in. Lines are one standard "
             "error either way.",
             said);
}

static void set_effects(struct plot *plot, const char *said, const char *unit,
                        const struct finding *finding, int axes) {
    char scaled[32];
    double most = 0.0;
    for (int i = 0; i < axes; i++)
        most = fmax(most, fmax(finding->number[i][1], finding->number[i][2]));
    plot->style = PLOT_NAMED;
    copy(plot->x, sizeof plot->x, "mu_star");
    copy(plot->y[0], sizeof plot->y[0], "sigma");
    copy(plot->error[0], sizeof plot->error[0], "mu_star_stderr");
    plot->x_scale = plot->y_scale = 1.0 / unit_axis(most, unit, scaled, sizeof scaled);
    bool is_pure = scaled[0] == '\0' || strcmp(scaled, "1") == 0;
    snprintf(plot->x_label, sizeof plot->x_label,
             is_pure ? "mean size of effects" : "mean size of effects [%s]", scaled);
    snprintf(plot->y_label, sizeof plot->y_label, is_pure ? "their spread" : "their spread [%s]",
             scaled);
    snprintf(plot->title, sizeof plot->title, "Effects on %.60s", said);
    snprintf(plot->caption, sizeof plot->caption,
             "Elementary effects on %.60s: mu* (how much a parameter matters, from one end of its "
             "range to the other, with one standard error) and sigma (how much that depends on "
             "where all parameters stand: curvature or interaction). The line is sigma = mu*.",
             said);
}

static void draw(const struct sweep *sweep, int result, const struct finding *finding,
                 struct outcome *outcome) {
    if (!finding->varies || outcome->plot_count == PICTURES_MAX) return;
    struct plot *plot = &outcome->plot[outcome->plot_count++];
    char said[64];
    const char *unit = outcome->series.unit[sweep->axis_count + result];
    say_result(&sweep->result[result], said, sizeof said);
    memset(plot, 0, sizeof *plot);
    snprintf(plot->stem, sizeof plot->stem, "sensitivity-%.27s", sweep->result[result].name);
    copy(plot->table, sizeof plot->table, table_name);
    copy(plot->group, sizeof plot->group, "result");
    copy(plot->z, sizeof plot->z, "parameter");
    plot->part = result;
    if (sweep->design.kind == DESIGN_SALTELLI)
        set_variances(plot, said);
    else
        set_effects(plot, said, unit, finding, sweep->axis_count);
}

// --- the whole -----------------------------------------------------------------------------------

static bool find(const struct sweep *sweep, struct outcome *outcome, json_t *list) {
    struct table *table = make_table(sweep, outcome);
    if (table == NULL) return false;
    for (int i = 0; i < sweep->block.results.count; i++) {
        struct finding finding = {.used = 0};
        if (sweep->design.kind == DESIGN_MORRIS)
            find_effects(sweep, &outcome->series, i, &finding);
        else if (!find_variances(sweep, &outcome->series, i, &finding))
            return false;
        if (!add_rows(sweep, i, &finding, table)) return false;
        json_push(list, finding_json(sweep, &outcome->series, i, &finding));
        tell(sweep, i, &finding, outcome);
        if (i < TOLD_RESULTS) add_numbers(sweep, i, &finding, outcome);
        draw(sweep, i, &finding, outcome);
    }
    return true;
}

void sweep_sensitivity(const struct sweep *sweep, struct outcome *outcome) {
    if (sweep->bare[0] != '\0') add_note(outcome, "In %s, %s.", sweep->block.data, sweep->bare);
    if (!is_for_indices(sweep)) return;
    json_t *list = json_array();
    if (!find(sweep, outcome, list))
        add_note(outcome, "There was no memory for the sensitivities.");
    json_put(outcome->summary, "sensitivity", list);
}
