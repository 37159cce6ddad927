// Notes, headlines, pictures and rows of an outcome.

#include "result/result.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/json.h"
#include "base/measure.h"
#include "base/prefix.h"

enum { NAMES_MAX = 160 };  // of things that a note is about

static void add_list(struct outcome *outcome, bool is_fact, const char *format, va_list args) {
    const size_t size = sizeof outcome->note[0];
    if (outcome->note_count == OUTCOME_NOTES_MAX) {
        snprintf(outcome->note[OUTCOME_NOTES_MAX - 1], size, "There are more notes than %d.",
                 OUTCOME_NOTES_MAX - 1);
        outcome->is_fact[OUTCOME_NOTES_MAX - 1] = false;
        return;
    }
    outcome->is_fact[outcome->note_count] = is_fact;
    char *text = outcome->note[outcome->note_count++];
    int length = vsnprintf(text, size, format, args);
    if (length >= (int)size) snprintf(text + size - 4, 4, "...");
}

void add_note(struct outcome *outcome, const char *format, ...) {
    va_list args;
    va_start(args, format);
    add_list(outcome, false, format, args);
    va_end(args);
}

void add_fact(struct outcome *outcome, const char *format, ...) {
    va_list args;
    va_start(args, format);
    add_list(outcome, true, format, args);
    va_end(args);
}

// The names before this sentence in a note, as a length; -1: it is another one.
static int names_before(const char *note, const char *text) {
    size_t all = strlen(note), own = strlen(text);
    if (all < own + 2 || strcmp(note + all - own, text) != 0) return -1;
    return strncmp(note + all - own - 2, ": ", 2) == 0 ? (int)(all - own - 2) : -1;
}

// One more name at the end of a list of so many letters; false: it is there, or no room is left.
static bool add_name(char names[NAMES_MAX], int length, const char *where) {
    static const char others[] = " and others";
    int rest = length - (int)strlen(others);
    if (rest > 0 && strcmp(names + rest, others) == 0) return false;
    for (const char *at = names; at != NULL; at = strstr(at, ", ")) {
        at += strncmp(at, ", ", 2) == 0 ? 2 : 0;
        size_t own = strcspn(at, ",");
        if (own == strlen(where) && strncmp(at, where, own) == 0) return false;
    }
    bool has_room = (size_t)length + strlen(where) + sizeof others + 2 < NAMES_MAX;
    snprintf(names + length, NAMES_MAX - (size_t)length, "%s%s", has_room ? ", " : others,
             has_room ? where : "");
    return true;
}

int add_note_of(struct outcome *outcome, const char *where, const char *text) {
    const size_t size = sizeof outcome->note[0];
    char names[NAMES_MAX], whole[sizeof outcome->note[0]];
    if (where == NULL && has_note(outcome, text)) return -1;
    for (int i = 0; where != NULL && i < outcome->note_count; i++) {
        int length = names_before(outcome->note[i], text);
        if (length < 0 || length >= NAMES_MAX) continue;
        snprintf(names, sizeof names, "%.*s", length, outcome->note[i]);
        if (add_name(names, length, where)) {
            snprintf(whole, sizeof whole, "%s: %s", names, text);
            memcpy(outcome->note[i], whole, size);
        }
        return -1;
    }
    add_note(outcome, "%s%s%s", where != NULL ? where : "", where != NULL ? ": " : "", text);
    return outcome->note_count - 1;
}

bool has_note(const struct outcome *outcome, const char *text) {
    for (int i = 0; i < outcome->note_count; i++) {
        if (strcmp(outcome->note[i], text) == 0) return true;
    }
    return false;
}

void put_notes(struct outcome *outcome) {
    json_t *list = json_array();
    for (int i = 0; i < outcome->note_count; i++)
        json_push(list, json_text(outcome->note[i]));
    json_put(outcome->summary, "notes", list);
}

void add_headline(struct outcome *outcome, const char *name, double value, const char *unit) {
    if (outcome->is_bare || outcome->headline_count == HEADLINES_MAX || !isfinite(value)) return;
    struct headline *line = &outcome->headline[outcome->headline_count++];
    snprintf(line->name, sizeof line->name, "%s", name);
    snprintf(line->unit, sizeof line->unit, "%s", unit);
    snprintf(line->part, sizeof line->part, "%s", outcome->part);
    line->value = value;
}

void add_headline_of(struct outcome *outcome, double value, const char *unit, const char *format,
                     ...) {
    char name[sizeof outcome->headline->name];
    va_list args;
    if (outcome->is_bare) return;
    va_start(args, format);
    vsnprintf(name, sizeof name, format, args);
    va_end(args);
    add_headline(outcome, name, value, unit);
}

void add_headline_part(struct outcome *outcome, const char *format, ...) {
    va_list args;
    va_start(args, format);
    vsnprintf(outcome->part, sizeof outcome->part, format, args);
    va_end(args);
}

static double largest(const struct table *table, int column) {
    double most = 0.0;
    for (size_t row = 0; row < table->rows; row++) {
        double size = fabs(table->value[row * (size_t)table->columns + (size_t)column]);
        if (size > most) most = size;
    }
    return most;
}

// "velocity_1" is said "velocity 1"; a pure number has no unit.
static void write_label(char *label, size_t size, const char *name, const char *unit) {
    bool is_pure = strcmp(unit, "1") == 0;
    snprintf(label, size, is_pure ? "%s" : "%s [%s]", name, unit);
    for (char *c = label; *c != '\0' && *c != '['; c++) {
        if (*c == '_') *c = ' ';
    }
}

struct table *add_table(struct outcome *outcome, const char *name, int columns,
                        const char *const *names, const char *const *units) {
    if (outcome->extra_count == EXTRA_TABLES_MAX) return NULL;
    struct extra_table *extra = &outcome->extra[outcome->extra_count];
    if (!table_init(&extra->table, columns, names, units)) return NULL;
    snprintf(extra->name, sizeof extra->name, "%s", name);
    outcome->extra_count++;
    return &extra->table;
}

// Scale and label of an axis from its columns, -1 ends them.
static double set_axis(const struct table *table, const int *columns, const char *name, char *label,
                       size_t size) {
    char unit[32];
    double most = 0.0;
    for (int i = 0; columns[i] >= 0; i++)
        most = fmax(most, largest(table, columns[i]));
    double scale = 1.0 / unit_axis(most, table->unit[columns[0]], unit, sizeof unit);
    write_label(label, size, name, unit);
    return scale;
}

// The next plot, empty but for its table; NULL when there is no room.
static struct plot *next_plot(struct outcome *outcome, const char *table) {
    if (outcome->plot_count == PLOTS_MAX) return NULL;
    struct plot *plot = &outcome->plot[outcome->plot_count];
    memset(plot, 0, sizeof *plot);
    snprintf(plot->table, sizeof plot->table, "%s", table != NULL ? table : "");
    return plot;
}

void name_curves(struct plot *plot, const char *word) {
    if (plot != NULL) snprintf(plot->group_label, sizeof plot->group_label, "%s", word);
}

struct plot *add_plot_of(struct outcome *outcome, const char *name,
                         const struct plot_request *picture) {
    const struct table *table = outcome_table(outcome, name);
    struct plot *plot = next_plot(outcome, name);
    int column[PLOT_APART_MAX + 1], count = 0;
    if (plot == NULL || table == NULL) return NULL;
    const int x[] = {table_column(table, picture->x), -1};
    if (x[0] < 0) return NULL;
    for (; count < PLOT_APART_MAX && picture->y[count] != NULL; count++) {
        column[count] = table_column(table, picture->y[count]);
        if (column[count] < 0) return NULL;
        snprintf(plot->y[count], sizeof plot->y[count], "%s", picture->y[count]);
    }
    if (count == 0) return NULL;
    column[count] = -1;
    plot->style = picture->style;
    snprintf(plot->stem, sizeof plot->stem, "%s", picture->stem);
    snprintf(plot->title, sizeof plot->title, "%s", picture->title);
    snprintf(plot->caption, sizeof plot->caption, "%s", picture->caption);
    snprintf(plot->x, sizeof plot->x, "%s", picture->x);
    plot->x_scale = set_axis(table, x, picture->x, plot->x_label, sizeof plot->x_label);
    plot->y_scale = set_axis(table, column, picture->y_name, plot->y_label, sizeof plot->y_label);
    outcome->plot_count++;
    return plot;
}

void add_plots(struct outcome *outcome, const char *table, const struct plot_request *pictures) {
    for (; pictures->stem != NULL; pictures++)
        add_plot_of(outcome, table, pictures);
}

struct plot *find_plot(struct outcome *outcome, const char *stem) {
    for (int i = 0; i < outcome->plot_count; i++) {
        if (strcmp(outcome->plot[i].stem, stem) == 0) return &outcome->plot[i];
    }
    return NULL;
}

struct plot *add_plot(struct outcome *outcome, const struct plot_request *picture) {
    return add_plot_of(outcome, NULL, picture);
}

void plot_groups(struct plot *plot, const char *column, const char *label) {
    snprintf(plot->group, sizeof plot->group, "%s", column);
    snprintf(plot->group_label, sizeof plot->group_label, "%s", label);
}

struct plot *add_map(struct outcome *outcome, const char *name, const struct map *map) {
    const char *const y[] = {map->y, NULL};
    const struct plot_request axes = {.stem = map->stem,
                                      .title = map->title,
                                      .caption = map->caption,
                                      .style = PLOT_MAP,
                                      .x = map->x,
                                      .y_name = map->y,
                                      .y = y};
    const struct table *table = outcome_table(outcome, name);
    const int z[] = {table != NULL ? table_column(table, map->z) : -1, -1};
    struct plot *plot = z[0] >= 0 ? add_plot_of(outcome, name, &axes) : NULL;
    if (plot == NULL) return NULL;
    snprintf(plot->z, sizeof plot->z, "%s", map->z);
    plot->z_scale = set_axis(table, z, map->z, plot->z_label, sizeof plot->z_label);
    plot->field = 1;
    return plot;
}

void plot_band(struct plot *plot, const char *low, const char *high) {
    if (plot == NULL) return;
    snprintf(plot->band[0], sizeof plot->band[0], "%s", low);
    snprintf(plot->band[1], sizeof plot->band[1], "%s", high);
}

void plot_overlay(struct plot *plot, const struct overlay_request *request) {
    if (plot == NULL || plot->overlay_count == PLOT_OVERLAYS_MAX) return;
    struct overlay *overlay = &plot->overlay[plot->overlay_count++];
    *overlay = (struct overlay){.curve = request->curve};
    snprintf(overlay->table, sizeof overlay->table, "%s", request->table);
    snprintf(overlay->x, sizeof overlay->x, "%s", request->x);
    snprintf(overlay->y, sizeof overlay->y, "%s", request->y);
    snprintf(overlay->sigma, sizeof overlay->sigma, "%s",
             request->sigma != NULL ? request->sigma : "");
    snprintf(overlay->label, sizeof overlay->label, "%s", request->label);
}

void plot_extent(struct plot *plot, const struct table *table, const char *name, double low,
                 double high) {
    char unit[32];
    int column = table_column(table, plot->y[0]);
    plot->y_extent[0] = low;
    plot->y_extent[1] = high;
    plot->y_scale =
        1.0 / unit_axis(fmax(fabs(low), fabs(high)), table->unit[column], unit, sizeof unit);
    write_label(plot->y_label, sizeof plot->y_label, name, unit);
}

void plot_circle(struct plot *plot, double radius, const char *unit) {
    char scaled[32];
    plot->circle = radius;
    plot->x_scale = plot->y_scale = 1.0 / prefix_for(radius, unit, scaled, sizeof scaled);
    write_label(plot->x_label, sizeof plot->x_label, plot->x, scaled);
    write_label(plot->y_label, sizeof plot->y_label, plot->y[0], scaled);
}

json_t *energy_json(const dp_energy *energy) {
    static const struct column ledger[] = {
        COLUMN(dp_energy, initial, "J", "mechanical energy at the start"),
        COLUMN(dp_energy, final, "J", "mechanical energy at the end"),
        COLUMN(dp_energy, stored, "J", "held by the contact at the end"),
        COLUMN(dp_energy, viscous, "J", "lost in dashpots"),
        COLUMN(dp_energy, plastic, "J", "lost in plastic flow"),
        COLUMN(dp_energy, friction, "J", "lost in sliding"),
        COLUMN(dp_energy, released, "J", "held by contacts that were ended"),
        COLUMN(dp_energy, input, "J", "work of the forces"),
        COLUMN(dp_energy, error, "1", "what is missing, over the largest energy"),
        {0},
    };
    return results_json(ledger, energy);
}

json_t *effort_json(const struct effort *effort) {
    static const struct column work[] = {
        COLUMN(struct effort, path, "", "how it was solved"),
        COLUMN(struct effort, steps, "", "that were taken"),
        COLUMN(struct effort, evaluations, "", "of the laws"),
        COLUMN(struct effort, rejected, "", "steps that were taken again"),
        COLUMN(struct effort, events, "", "that were landed on"),
        {0},
    };
    return results_json(work, effort);
}

void note_tension(struct outcome *outcome, dp_tension tension) {
    static const char *const outcomes[] = {
        [DP_TENSION_CLAMP] = "the surfaces do not pull, so the force stayed at zero (clamp)",
        [DP_TENSION_ALLOW] = "the surfaces were allowed to pull (allow)",
        [DP_TENSION_RELEASE] = "the contact ended there (release)",
    };
    add_note(outcome, "The law asked for tension; %s.", outcomes[tension]);
}

void note_following(struct outcome *outcome, const dp_contact *contact, double first, double last,
                    const char *touch) {
    if (!dp_contact_follows(contact) || isnan(first)) return;
    add_fact(
        outcome,
        "The restitution asked for follows the speed of every touch: %.4g at the first %s, %.4g "
        "at the last.",
        first, touch, last);
}
