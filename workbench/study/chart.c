// Critical speeds of bearings: numbers, table, summary, pictures.

#include "study/chart.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/status.h"
#include "result/result.h"

enum { CURVES_SHOWN = 12 };

static const double gravity = 9.81;

struct critical chart_critical(const struct bearing *bearing) {
    const double *value = bearing->value;
    double memory[DP_HISTORY_MAX];
    struct critical critical = {.indentation = value[BEARING_YIELD] * value[BEARING_RADIUS] /
                                               (value[BEARING_FIT] * value[BEARING_MODULUS])};
    dp_contact_reset(memory);
    critical.force = dp_contact_force(&bearing->contact, memory, critical.indentation, 0.0);
    // of a mass of 2 kg, whose energy is the square of its speed
    double speed = chart_speed(bearing, 2.0);
    critical.energy = speed * speed;
    return critical;
}

double chart_speed(const struct bearing *bearing, double mass) {
    return dp_yield_speed(&bearing->contact, mass);
}

double chart_height(double speed) {
    return 0.5 * speed * speed / gravity;
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
        names[1 + i] = bearing_fields[i].name;
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

static bool add_bearing(const struct bearings *bearings, long index, const struct masses *masses,
                        struct table *table) {
    const struct bearing *bearing = &bearings->item[index];
    struct critical critical = chart_critical(bearing);
    double row[COLUMNS] = {(double)index};
    memcpy(row + 1, bearing->value, sizeof bearing->value);
    row[INDENTATION] = critical.indentation;
    row[FORCE] = critical.force;
    row[ENERGY] = critical.energy;
    for (int i = 0; i < masses->count; i++) {
        row[MASS] = masses->item[i];
        row[SPEED] = chart_speed(bearing, masses->item[i]);
        row[HEIGHT] = chart_height(row[SPEED]);
        if (!table_add(table, row)) return false;
    }
    return true;
}

static bool is_finite(const struct table *table, size_t row) {
    const double *value = table->value + row * COLUMNS;
    // a speed of zero has run out of digits too
    return isfinite(value[FORCE]) && isfinite(value[HEIGHT]) && value[HEIGHT] > 0.0;
}

// --- summary -------------------------------------------------------------------------------------

static json_t *bearing_json(const struct bearing *bearing, const struct masses *masses) {
    json_t *object = json_object(), *speeds = json_array(), *heights = json_array();
    struct critical critical = chart_critical(bearing);
    json_put(object, "name", json_text(bearing->name));
    for (int i = 0; i < BEARING_COLUMNS; i++)
        json_put(object, bearing_fields[i].name, json_finite(bearing->value[i]));
    json_put(object, "critical_indentation", json_finite(critical.indentation));
    json_put(object, "critical_force", json_finite(critical.force));
    json_put(object, "critical_energy", json_finite(critical.energy));
    for (int i = 0; i < masses->count; i++) {
        double speed = chart_speed(bearing, masses->item[i]);
        json_push(speeds, json_finite(speed));
        json_push(heights, json_finite(chart_height(speed)));
    }
    json_put(object, "critical_speed", speeds);
    json_put(object, "drop_height", heights);
    return object;
}

static void summarise(const struct bearings *bearings, const struct masses *masses,
                      struct outcome *outcome) {
    json_t *weights = json_array(), *list = json_array();
    json_put(outcome->summary, "kind", json_string(outcome->kind));
    json_put(outcome->summary, "title", json_string(outcome->title));
    for (int i = 0; i < masses->count; i++)
        json_push(weights, json_finite(masses->item[i]));
    for (long i = 0; i < bearings->count; i++)
        json_push(list, bearing_json(&bearings->item[i], masses));
    json_put(outcome->summary, "masses", weights);
    json_put(outcome->summary, "bearings", list);
}

static void tell(const struct bearings *bearings, const struct masses *masses,
                 struct outcome *outcome) {
    const struct table *table = &outcome->series;
    double low = INFINITY, high = 0.0;
    for (size_t row = 0; row < table->rows; row++) {
        double speed = table->value[row * COLUMNS + SPEED];
        low = speed < low ? speed : low;
        high = speed > high ? speed : high;
    }
    add_headline(outcome, "bearings", (double)bearings->count, "");
    add_headline(outcome, "payload masses", masses->count, "");
    add_headline(outcome, "lowest critical speed", low, "m/s");
    add_headline(outcome, "highest critical speed", high, "m/s");
    add_note(outcome,
             "Critical speed: a head-on collision at this speed just reaches the yield "
             "stress; slower ones leave no dent. Damping is left out, which is on the safe "
             "side.");
    add_note(
        outcome,
        "drop_height in series.csv and summary.json is that of a free fall which ends with the "
        "critical speed (g = 9.81 m/s^2).");
    if (bearings->count > CURVES_SHOWN || masses->count > CURVES_SHOWN)
        add_note(outcome, "The pictures show the first %d bearings and masses; the table has all.",
                 CURVES_SHOWN);
}

// --- pictures ------------------------------------------------------------------------------------

static struct plot *start_plot(struct outcome *outcome, const char *stem, const char *title,
                               const char *x_label) {
    struct plot *plot = &outcome->plot[outcome->plot_count++];
    *plot = (struct plot){.x_log = 1, .y_log = 1, .x_scale = 1.0, .y_scale = 1.0};
    snprintf(plot->stem, sizeof plot->stem, "%s", stem);
    snprintf(plot->title, sizeof plot->title, "%s", title);
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

static void draw(const struct bearings *bearings, const struct masses *masses,
                 struct outcome *outcome) {
    struct plot *plot;
    plot = start_plot(outcome, "critical-speed-payload", "Critical speed against payload",
                      "payload [kg]");
    plot->style = masses->count > 1 ? PLOT_LINES : PLOT_POINTS;
    snprintf(plot->x, sizeof plot->x, "mass");
    snprintf(plot->group, sizeof plot->group, "name");
    snprintf(plot->caption, sizeof plot->caption,
             "A line for each bearing. Below its line a collision leaves no dent.");

    plot = start_plot(outcome, "critical-speed-size", "Critical speed against bearing size",
                      "bearing radius [mm]");
    plot->style = is_rising(bearings) ? PLOT_LINES : PLOT_POINTS;
    snprintf(plot->x, sizeof plot->x, "bearing_radius");
    plot->x_scale = 1e3;
    snprintf(plot->group, sizeof plot->group, "mass");
    snprintf(plot->caption, sizeof plot->caption,
             "One set for each payload; the bearings differ in more than their radius.");
}

int chart_outcome(struct reader *reader, const struct bearings *bearings,
                  const struct masses *masses, struct outcome *outcome) {
    struct table *table = &outcome->series;
    *outcome = (struct outcome){
        .kind = "design-chart", .title = "Critical speed of bearings", .summary = json_object()};
    bool has_room = outcome->summary != NULL && start_table(bearings, table);
    for (long i = 0; i < bearings->count && has_room; i++) {
        const struct node at = {.line = bearings->item[i].line, .set = -1};
        size_t before = table->rows;
        has_room = add_bearing(bearings, i, masses, table);
        for (; before < table->rows; before++) {
            if (is_finite(table, before)) continue;
            report_status(reader, DP_RUN_NUMERIC, &at,
                          "the critical speed is outside the range of a double; check the units");
            break;
        }
    }
    if (!has_room) report_no_memory(reader);
    if (reader->count > 0) {
        outcome_free(outcome);
        return reader->diagnostic->status;
    }
    summarise(bearings, masses, outcome);
    tell(bearings, masses, outcome);
    put_notes(outcome);
    draw(bearings, masses, outcome);
    return DP_RUN_DONE;
}
