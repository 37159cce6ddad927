// Critical speeds of bearings: numbers, table, summary, pictures.

#define _POSIX_C_SOURCE 200809L  // open_memstream

#include "study/design_chart.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/quantity.h"
#include "result/result.h"
#include "study/pictures.h"

enum { CURVES_SHOWN = 12 };

static const double gravity = 9.81;

// --- options -------------------------------------------------------------------------------------

static int read_given(const char *const value[BEARING_COLUMNS], double given[BEARING_COLUMNS],
                      dp_diagnostic *diagnostic) {
    for (int i = 0; i < BEARING_COLUMNS; i++) {
        const struct field *f = &bearing_fields[i];
        dp_error err;
        given[i] = NAN;
        if (value[i] == NULL) continue;
        if (dp_quantity_read(f->key, value[i], f->unit, &given[i], &err) != DP_OK)
            return diagnostic_set(diagnostic, DP_RUN_INPUT, "--%s", err.text);
        if (!(given[i] >= f->low && given[i] <= f->high))
            return diagnostic_set(diagnostic, DP_RUN_INPUT, "--%s is %g; it must lie in %g..%g",
                                  f->key, given[i], f->low, f->high);
    }
    return DP_RUN_DONE;
}

int chart_options_read(const char *const value[BEARING_COLUMNS], const char *masses,
                       struct chart_options *options, dp_diagnostic *diagnostic) {
    int status = read_given(value, options->given, diagnostic);
    options->mass_count = 0;
    options->classes = NULL;
    for (const char *at = masses; status == DP_RUN_DONE; at++) {
        char word[64];
        dp_error err;
        at += strspn(at, " ");
        size_t length = strcspn(at, ",");
        if (options->mass_count == CHART_MASSES_MAX)
            return diagnostic_set(diagnostic, DP_RUN_INPUT, "--mass has more than %d masses",
                                  CHART_MASSES_MAX);
        double *mass = &options->mass[options->mass_count++];
        snprintf(word, sizeof word, "%.*s", (int)(length < 60 ? length : 60), at);
        if (dp_quantity_read("--mass", word, "kg", mass, &err) != DP_OK)
            return diagnostic_set(diagnostic, DP_RUN_INPUT, "%s", err.text);
        if (!(*mass > 0.0))
            return diagnostic_set(diagnostic, DP_RUN_INPUT, "--mass is %s; it must be positive",
                                  word);
        at += length;
        if (*at == '\0') break;
    }
    return status;
}

// --- table ---------------------------------------------------------------------------------------

enum { NAME, MASS = 1 + BEARING_COLUMNS, INDENTATION, FORCE, ENERGY, SPEED, HEIGHT, COLUMNS };

static bool start_table(const struct bearings *bearings, struct table *table) {
    const char *names[COLUMNS] = {[NAME] = "name",
                                  [MASS] = "mass",
                                  [INDENTATION] = "critical_indentation",
                                  [FORCE] = "critical_force",
                                  [ENERGY] = "critical_energy",
                                  [SPEED] = "critical_speed",
                                  [HEIGHT] = "drop_height"};
    const char *units[COLUMNS] = {
        [NAME] = "",    [MASS] = "kg",   [INDENTATION] = "m", [FORCE] = "N",
        [ENERGY] = "J", [SPEED] = "m/s", [HEIGHT] = "m"};
    for (int i = 0; i < BEARING_COLUMNS; i++) {
        names[1 + i] = bearing_fields[i].key;
        units[1 + i] = bearing_fields[i].unit;
    }
    if (!table_init(table, COLUMNS, names, units)) return false;
    const char **words = malloc((size_t)bearings->count * sizeof *words);
    for (long i = 0; words != NULL && i < bearings->count; i++)
        words[i] = bearings->item[i].name;
    bool is_done = words != NULL && table_set_words(table, NAME, words, (int)bearings->count);
    free(words);
    return is_done;
}

// The speed of a head-on collision that just yields, without damping; the height from which a free
// fall ends with it; and what follows for the bearing, whatever the mass.
static bool add_bearing(const struct bearing *bearing, long index,
                        const struct chart_options *options, struct table *table) {
    const double *value = bearing->value;
    double history[DP_HISTORY_MAX], row[COLUMNS] = {(double)index};
    memcpy(row + 1, value, sizeof bearing->value);
    row[INDENTATION] = value[BEARING_YIELD] * value[BEARING_RADIUS] /
                       (value[BEARING_FIT] * value[BEARING_MODULUS]);
    dp_contact_reset(history);
    row[FORCE] = dp_contact_force(&bearing->contact, history, row[INDENTATION], 0.0);
    // of a mass of 2 kg, whose energy is the square of its speed
    double speed = dp_yield_speed(&bearing->contact, 2.0);
    row[ENERGY] = speed * speed;
    for (int i = 0; i < options->mass_count; i++) {
        row[MASS] = options->mass[i];
        row[SPEED] = dp_yield_speed(&bearing->contact, row[MASS]);
        row[HEIGHT] = 0.5 * row[SPEED] * row[SPEED] / gravity;
        if (!table_add(table, row)) return false;
    }
    return true;
}

// A speed of zero has run out of digits too.
static bool is_finite(const double *row) {
    return isfinite(row[FORCE]) && isfinite(row[HEIGHT]) && row[HEIGHT] > 0.0;
}

static void fill_table(struct reader *reader, const struct bearings *bearings,
                       const struct chart_options *options, struct table *table) {
    bool has_room = start_table(bearings, table);
    for (long i = 0; i < bearings->count && has_room; i++) {
        size_t row = table->rows;
        has_room = add_bearing(&bearings->item[i], i, options, table);
        while (row < table->rows && is_finite(table->value + row * COLUMNS))
            row++;
        if (row < table->rows)
            report_status(reader, DP_RUN_NUMERIC, bearings->item[i].node,
                          "the critical speed is outside the range of a double; check the units");
    }
    if (!has_room) report_no_memory(reader);
}

// --- summary -------------------------------------------------------------------------------------

// The rows of one bearing, a row for each mass.
static json_t *bearing_json(const struct bearing *bearing, const double *rows,
                            const struct table *table, int masses) {
    json_t *object = json_object(), *speeds = json_array(), *heights = json_array();
    json_put(object, "name", json_text(bearing->name));
    if (bearing->class_name != NULL) {
        json_put(object, "class", json_text(bearing->class_name));
        json_put(object, "play", json_text(bearing->end));
    }
    for (int i = 1; i < SPEED; i++) {
        if (i != MASS) json_put(object, table->name[i], json_finite(rows[i]));
    }
    for (int i = 0; i < masses; i++) {
        json_push(speeds, json_finite(rows[i * COLUMNS + SPEED]));
        json_push(heights, json_finite(rows[i * COLUMNS + HEIGHT]));
    }
    json_put(object, "critical_speed", speeds);
    json_put(object, "drop_height", heights);
    return object;
}

static void summarise(const struct bearings *bearings, const struct chart_options *options,
                      struct outcome *outcome) {
    const struct table *table = &outcome->series;
    int count = options->mass_count;
    json_t *masses = json_array(), *list = json_array();
    for (int i = 0; i < count; i++)
        json_push(masses, json_finite(options->mass[i]));
    for (long i = 0; i < bearings->count; i++)
        json_push(list,
                  bearing_json(&bearings->item[i],
                               table->value + (size_t)i * (size_t)count * COLUMNS, table, count));
    json_put(outcome->summary, "kind", json_string(outcome->kind));
    json_put(outcome->summary, "title", json_string(outcome->title));
    json_put(outcome->summary, "masses", masses);
    json_put(outcome->summary, "bearings", list);
    if (bearings->examples > 0)
        json_put(outcome->summary, "examples", json_integer(bearings->examples));
}

// What the reader must know of the table.
static void tell_origin(const struct bearings *bearings, const char *classes,
                        struct outcome *outcome) {
    char file[SHOWN_MAX];
    if (bearings->examples > 0)
        add_note(outcome,
                 "%ld of %ld bearings of the table are examples: their values are made up and from "
                 "no catalogue. Put your own in their place.",
                 bearings->examples, bearings->rows);
    if (classes != NULL)
        add_note(outcome,
                 "Clearances of classes are from %s: half the play across the diameter, for the "
                 "least and the largest play of each class. The largest has the lower critical "
                 "speed.",
                 shown(classes, file));
    if (bearings->without_play == 1)
        add_note(outcome, "The class of one bearing begins without any play; its min is left out.");
    else if (bearings->without_play > 1)
        add_note(outcome, "%ld classes of bearings begin without any play; their min is left out.",
                 bearings->without_play);
}

static void tell(const struct bearings *all, const struct chart_options *options,
                 struct outcome *outcome) {
    struct span speeds = column_span(&outcome->series, SPEED);
    long bearings = all->count;
    int masses = options->mass_count;
    tell_origin(all, options->classes, outcome);
    add_headline(outcome, "bearings", (double)bearings, "");
    add_headline(outcome, "payload masses", masses, "");
    add_headline(outcome, "lowest critical speed", speeds.low, "m/s");
    add_headline(outcome, "highest critical speed", speeds.high, "m/s");
    add_note(outcome,
             "Critical speed: a head-on collision at this speed just reaches the yield "
             "stress; slower ones leave no dent. Damping is left out, which is on the safe "
             "side.");
    add_note(
        outcome,
        "drop_height in series.csv and summary.json is that of a free fall which ends with the "
        "critical speed (g = 9.81 m/s^2).");
    if (bearings > CURVES_SHOWN || masses > CURVES_SHOWN)
        add_note(outcome, "The pictures show the first %d bearings and masses; the table has all.",
                 CURVES_SHOWN);
}

// What was asked for, as a comment in place of a scenario; malloc, NULL when out of memory.
static char *describe(const char *file, const struct bearings *bearings,
                      const struct chart_options *options) {
    char *text = NULL, name[SHOWN_MAX];
    size_t size;
    FILE *stream = open_memstream(&text, &size);
    if (stream == NULL) return NULL;
    fprintf(stream, "# dashpot design-chart %s --mass '", shown(file, name));
    for (int i = 0; i < options->mass_count; i++)
        fprintf(stream, "%s%.15g", i > 0 ? ", " : "", options->mass[i]);
    fputc('\'', stream);
    if (options->classes != NULL) fprintf(stream, " --classes %s", shown(options->classes, name));
    fprintf(stream, "\n#\n# name,bearing_radius,clearance,length,modulus,yield,fit\n");
    for (long i = 0; i < bearings->count; i++) {
        fprintf(stream, "# %s", shown(bearings->item[i].name, name));
        for (int k = 0; k < BEARING_COLUMNS; k++)
            fprintf(stream, ",%.10g", bearings->item[i].value[k]);
        fputc('\n', stream);
    }
    bool is_whole = !ferror(stream);
    if (fclose(stream) == 0 && is_whole) return text;
    free(text);
    return NULL;
}

// --- pictures ------------------------------------------------------------------------------------

static struct plot *start_plot(struct outcome *outcome, const char *stem, const char *title,
                               bool is_example, const char *x_label) {
    struct plot *plot = &outcome->plot[outcome->plot_count++];
    *plot = (struct plot){.x_log = 1, .y_log = 1, .x_scale = 1.0, .y_scale = 1.0};
    snprintf(plot->stem, sizeof plot->stem, "%s", stem);
    snprintf(plot->title, sizeof plot->title, "%s%s", title, is_example ? ", example values" : "");
    snprintf(plot->x_label, sizeof plot->x_label, "%s", x_label);
    snprintf(plot->y[0], sizeof plot->y[0], "critical_speed");
    snprintf(plot->y_label, sizeof plot->y_label, "critical speed [m/s]");
    return plot;
}

static bool is_rising(const struct bearings *bearings) {
    for (long i = 1; i < bearings->count; i++) {
        if (bearings->item[i].value[BEARING_RADIUS] <= bearings->item[i - 1].value[BEARING_RADIUS])
            return false;
    }
    return bearings->count > 1;
}

static void draw(const struct bearings *bearings, int masses, struct outcome *outcome) {
    struct plot *plot;
    bool is_example = bearings->examples > 0;
    plot = start_plot(outcome, "critical-speed-payload", "Critical speed against payload",
                      is_example, "payload [kg]");
    plot->style = masses > 1 ? PLOT_LINES : PLOT_POINTS;
    snprintf(plot->x, sizeof plot->x, "mass");
    snprintf(plot->group, sizeof plot->group, "name");
    snprintf(plot->caption, sizeof plot->caption,
             "A line for each bearing. Below its line a collision leaves no dent.");

    plot = start_plot(outcome, "critical-speed-size", "Critical speed against bearing size",
                      is_example, "bearing radius [mm]");
    plot->style = is_rising(bearings) ? PLOT_LINES : PLOT_POINTS;
    snprintf(plot->x, sizeof plot->x, "bearing_radius");
    plot->x_scale = 1e3;
    snprintf(plot->group, sizeof plot->group, "mass");
    snprintf(plot->caption, sizeof plot->caption,
             "One set for each payload; the bearings differ in more than their radius.");
}

int design_chart(const char *file, const struct chart_options *options, struct outcome *outcome,
                 dp_diagnostic *diagnostic) {
    struct reader reader = {.file = file, .diagnostic = diagnostic};
    struct bearings bearings = {.count = 0};
    diagnostic_clear(diagnostic);
    *outcome = (struct outcome){
        .kind = "design-chart", .title = "Critical speed of bearings", .summary = json_object()};
    bool is_read = bearings_read(&reader, options->given, options->classes, &bearings);
    if (is_read && bearings.count > CHART_ROWS_MAX / options->mass_count)
        report_error(&reader, NULL,
                     "%ld bearings and %d masses; together they make at most %d rows",
                     bearings.count, options->mass_count, CHART_ROWS_MAX);
    if (reader.count == 0) fill_table(&reader, &bearings, options, &outcome->series);
    if (reader.count == 0) {
        outcome->scenario = describe(file, &bearings, options);
        if (outcome->scenario == NULL || outcome->summary == NULL) report_no_memory(&reader);
    }
    if (reader.count == 0) {
        summarise(&bearings, options, outcome);
        tell(&bearings, options, outcome);
        put_notes(outcome);
        draw(&bearings, options->mass_count, outcome);
    } else {
        outcome_free(outcome);
    }
    tree_free(&reader.tree);
    return diagnostic->status;
}
