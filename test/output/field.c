// Further tables, maps and an animation, from closed forms.

#include "field.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "result/result.h"

enum { BEADS = 70, TIMES = 800, NEEDLES = 20, MOMENTS = 3000, CURVES = 12 };

static const double pi = 3.14159265358979323846;
static const double step = 5e-7;  // [s] between rows

// The solitary wave of a Hertz chain: a cos^4 that is five beads long, at v beads per row.
static double wave(double bead, double row, double start, double v) {
    double phase = (bead - start - v * row) * sqrt(10.0) / 5.0;
    return fabs(phase) < pi / 2.0 ? pow(cos(phase), 4.0) : 0.0;
}

static void add(struct table *table, const double *row) {
    if (!table_add(table, row)) fail("out of memory");
}

static char *copy_of(const char *text) {
    char *copy = malloc(strlen(text) + 1);
    if (copy == NULL) fail("out of memory");
    return strcpy(copy, text);
}

static struct table *begin(struct outcome *outcome, const char *name, int columns,
                           const char *const *names, const char *const *units) {
    struct table *table = add_table(outcome, name, columns, names, units);
    if (table == NULL) fail("out of memory");
    return table;
}

// A wave to the right and one that came back, with the opposite velocity; it goes down as 1/row.
static void add_waves(struct outcome *outcome) {
    static const char *const names[] = {"bead", "time", "velocity", "bead_force"};
    static const char *const units[] = {"1", "s", "m/s", "N"};
    struct table *field = begin(outcome, "field", 4, names, units);
    for (int row = 0; row < TIMES; row++) {
        for (int bead = 1; bead <= BEADS; bead++) {
            double right = wave(bead, row, 5.0, 0.15), left = wave(bead, row, 130.0, -0.15);
            double small = 0.25 * wave(bead, row, 5.0, 0.1);
            const double values[] = {bead, row * step, 0.4 * (right + small) - 0.3 * left,
                                     2600.0 * (right + small + 0.8 * left)};
            add(field, values);
        }
    }
    const struct map velocity = {
        "map_velocity", "Velocity of the beads", "Two waves and the echo of one.", "bead", "time",
        "velocity"};
    const struct map force = {.stem = "map_force",
                              .title = "Force on the beads",
                              .caption = "Where the waves are.",
                              .x = "bead",
                              .y = "time",
                              .z = "bead_force"};
    if (add_map(outcome, "field", &velocity) == NULL || add_map(outcome, "field", &force) == NULL)
        fail("no map");
}

// At each place a single row differs from zero, and the last row is off the beat.
static void add_needles(struct outcome *outcome) {
    static const char *const names[] = {"place", "time", "force"};
    static const char *const units[] = {"m", "s", "N"};
    struct table *needles = begin(outcome, "needles", 3, names, units);
    for (int row = 0; row <= MOMENTS; row++) {
        for (int i = 0; i < NEEDLES; i++) {
            double time = row < MOMENTS ? row : row - 0.4;
            const double values[] = {0.01 * i, time * step, row == 7 + 149 * i ? -100.0 - i : 0.0};
            add(needles, values);
        }
    }
    const struct map map = {"map_needles", "Needles", "One row each.", "place", "time", "force"};
    if (add_map(outcome, "needles", &map) == NULL) fail("no map");
}

// Beads of two sizes: the steps between places differ.
static void add_uneven(struct outcome *outcome) {
    static const char *const names[] = {"place", "time", "force"};
    static const char *const units[] = {"m", "s", "N"};
    static const double places[] = {0.0, 1.0, 3.0};
    struct table *uneven = begin(outcome, "uneven", 3, names, units);
    for (int row = 0; row < 10; row++) {
        for (int i = 0; i < 3; i++) {
            const double values[] = {places[i], row, 1.0 + i};
            add(uneven, values);
        }
    }
    const struct map map = {"map_uneven", "Steps", "Cells.", "place", "time", "force"};
    if (add_map(outcome, "uneven", &map) == NULL) fail("no map");
}

static void add_curves(struct outcome *outcome) {
    static const char *const names[] = {"sensor", "time", "force"};
    static const char *const units[] = {"1", "s", "N"};
    static const char *const y[] = {"force", NULL};
    struct table *curves = begin(outcome, "sensors", 3, names, units);
    for (int i = 0; i < CURVES; i++) {
        for (int row = 0; row < TIMES; row++) {
            const double values[] = {5.0 * i + 1.0, row * step,
                                     2600.0 * exp(-0.08 * i) * wave(5.0 * i + 1.0, row, -3.0, 0.1)};
            add(curves, values);
        }
    }
    const struct plot_request picture = {
        "sensors", "Force at sensors", "Twelve curves.", PLOT_LINES, "time", "force", y};
    struct plot *plot = add_plot_of(outcome, "sensors", &picture);
    if (plot == NULL) fail("no picture");
    plot_groups(plot, "sensor", "bead");
    if (add_plot_of(outcome, "nothing", &picture) != NULL) fail("a picture of nothing");
    if (add_plot_of(outcome, NULL, &picture) != NULL)
        fail("a picture of a column that is not there");
}

static void add_impacts(struct outcome *outcome) {
    static const char *const names[] = {"time", "surface", "max_force"};
    static const char *const units[] = {"s", "1", "N"};
    static const char *const surfaces[] = {"pin", "bush, inside"};
    struct table *impacts = begin(outcome, "impacts", 3, names, units);
    if (!table_set_words(impacts, 1, surfaces, 2)) fail("out of memory");
    for (int i = 0; i < 5; i++) {
        const double values[] = {0.25 * i, i % 2, i == 3 ? NAN : 100.0 / (i + 1)};
        add(impacts, values);
    }
}

static void add_animation(struct outcome *outcome) {
    static const char html[] =
        "<style>#animation-box { font-size: 30px; }</style>\n"
        "<div id=\"animation-box\">still</div>\n"
        "<script>\n"
        "document.getElementById('animation-box').textContent = 'it m\xc3\xb6ves';\n"
        "</script>\n"
        "<script type=\"application/json\">{\"frames\": [1, 2]}</script>\n"
        "<script type=\"text/javascript\">document.title += ' (animated)';</script>\n";
    outcome->animation = copy_of(html);
}

void fill_field(struct outcome *outcome) {
    static const char *const names[] = {"time", "energy"}, *const units[] = {"s", "J"};
    if (!table_init(&outcome->series, 2, names, units)) fail("out of memory");
    for (int row = 0; row < TIMES; row++) {
        const double values[] = {row * step, 0.25};
        add(&outcome->series, values);
    }
    snprintf(outcome->title, sizeof outcome->title, "Made-up waves");
    outcome->scenario = copy_of("kind: chain\n");
    for (int i = 0; i < 45; i++)
        add_note(outcome, "note %d", i + 1);
    add_waves(outcome);
    add_needles(outcome);
    add_uneven(outcome);
    add_curves(outcome);
    add_impacts(outcome);
    add_animation(outcome);
    struct plot *lost = &outcome->plot[outcome->plot_count++];
    *lost = outcome->plot[0];
    snprintf(lost->stem, sizeof lost->stem, "lost");
    snprintf(lost->table, sizeof lost->table, "elsewhere");
}

void add_named(struct outcome *outcome, const char *name) {
    static const char *const names[] = {"time"}, *const units[] = {"s"};
    begin(outcome, name, 1, names, units);
}
