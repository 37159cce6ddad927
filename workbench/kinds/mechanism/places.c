// Where the centre of a journal is in its clearance: its path, where it spends its time, and its
// place once a turn.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kinds/mechanism/mechanism.h"
#include "result/result.h"

enum { BEARINGS_DRAWN = 3, CELLS = 60, NAME_SIZE = 48, TURNS_NEEDED = 8, TURNS_FEW = 100 };

// A bearing and the names of its columns.
struct bearing {
    const char *name;
    double gap;
    char x[NAME_SIZE], y[NAME_SIZE], share[NAME_SIZE];
};

// The first bearings; returns how many.
static int find_bearings(const struct campaign *k, struct bearing found[BEARINGS_DRAWN]) {
    const dp_mechanism *model = k->config->model;
    int count = 0;
    for (int i = 0; i < dp_mechanism_pair_count(model) && count < BEARINGS_DRAWN; i++) {
        if (!mechanism_is_bearing(k->config, i)) continue;
        struct bearing *b = &found[count++];
        *b = (struct bearing){.name = dp_mechanism_pair_name(model, i),
                              .gap = dp_mechanism_pair_gap(model, i)};
        snprintf(b->x, sizeof b->x, "%.40s.ex", b->name);
        snprintf(b->y, sizeof b->y, "%.40s.ey", b->name);
        snprintf(b->share, sizeof b->share, "%.40s.share", b->name);
    }
    return count;
}

// "slider.pin" as a file name.
static void write_stem(char stem[40], const char *before, const char *name) {
    snprintf(stem, 40, "%s%.28s", before, name);
    for (char *c = stem; *c != '\0'; c++)
        *c = *c == '.' ? '-' : *c;
}

// --- where it spends its time --------------------------------------------------------------------

// Least and largest value of a column; false: it has none.
static bool extent_of(const struct table *table, const char *name, double *low, double *high) {
    int column = table_column(table, name);
    *low = INFINITY;
    *high = -INFINITY;
    for (size_t row = 0; row < table->rows && column >= 0; row++) {
        double value = table_at(table, row, column);
        if (!isfinite(value)) continue;
        *low = fmin(*low, value);
        *high = fmax(*high, value);
    }
    return *low <= *high;
}

// Half the side of the square that is parted into cells.
static double reach_of(const struct table *orbit, const struct bearing *b) {
    double reach = 1.05 * b->gap, low, high;
    const char *const axes[] = {b->x, b->y};
    for (int i = 0; i < 2; i++) {
        if (extent_of(orbit, axes[i], &low, &high)) reach = fmax(reach, 1.02 * fmax(-low, high));
    }
    return reach;
}

static int cell_of(double place, double reach) {
    int cell = (int)floor((place + reach) / (2.0 * reach) * CELLS);
    return cell < 0 ? 0 : cell >= CELLS ? CELLS - 1 : cell;
}

// Rows are equally far apart in time, so that shares of rows are shares of time.
static void count_cells(const struct table *orbit, const struct bearing *b, double reach,
                        double *share) {
    int x = table_column(orbit, b->x), y = table_column(orbit, b->y);
    long count = 0;
    for (size_t row = 0; row < orbit->rows && x >= 0 && y >= 0; row++) {
        double ex = table_at(orbit, row, x), ey = table_at(orbit, row, y);
        if (!isfinite(ex) || !isfinite(ey)) continue;
        share[cell_of(ey, reach) * CELLS + cell_of(ex, reach)] += 1.0;
        count++;
    }
    for (int i = 0; i < CELLS * CELLS && count > 0; i++)
        share[i] /= (double)count;
}

// Three columns for each bearing, a row for each cell.
static bool fill_cells(const struct table *orbit, const struct bearing *bearing, int count,
                       double *share, struct table *table) {
    double reach[BEARINGS_DRAWN], row[3 * BEARINGS_DRAWN];
    for (int i = 0; i < count; i++) {
        reach[i] = reach_of(orbit, &bearing[i]);
        count_cells(orbit, &bearing[i], reach[i], share + i * CELLS * CELLS);
    }
    for (int cell = 0; cell < CELLS * CELLS; cell++) {
        for (int i = 0; i < count; i++) {
            double side = 2.0 * reach[i] / CELLS;
            row[3 * i] = (cell % CELLS + 0.5) * side - reach[i];
            row[3 * i + 1] = ((double)(cell / CELLS) + 0.5) * side - reach[i];
            row[3 * i + 2] = share[i * CELLS * CELLS + cell];
        }
        if (!table_add(table, row)) return false;
    }
    return true;
}

bool mechanism_fill_places(const struct campaign *k, struct outcome *out) {
    struct bearing bearing[BEARINGS_DRAWN];
    const char *names[3 * BEARINGS_DRAWN], *units[3 * BEARINGS_DRAWN];
    const struct table *orbit = outcome_table(out, "orbit");
    int count = find_bearings(k, bearing);
    if (count == 0 || orbit == NULL) return true;
    for (int i = 0; i < count; i++) {
        names[3 * i] = bearing[i].x;
        names[3 * i + 1] = bearing[i].y;
        names[3 * i + 2] = bearing[i].share;
        units[3 * i] = units[3 * i + 1] = "m";
        units[3 * i + 2] = "1";
    }
    struct table *table = add_table(out, "places", 3 * count, names, units);
    double *share = calloc(BEARINGS_DRAWN * CELLS * CELLS, sizeof *share);
    // the table that was added may have moved nothing: extra tables stay where they are
    bool is_done =
        table != NULL && share != NULL && fill_cells(orbit, bearing, count, share, table);
    free(share);
    return is_done;
}

static void draw_places(const struct bearing *b, struct outcome *out) {
    char stem[40], title[96];
    write_stem(stem, "places-", b->name);
    snprintf(title, sizeof title, "Where the journal of %.40s is", b->name);
    const struct map map = {stem,
                            title,
                            "Share of the time of the window that the journal centre spends in "
                            "each cell. The circle is the clearance; on it the surfaces touch, "
                            "inside it the journal flies. White: never there.",
                            b->x,
                            b->y,
                            b->share};
    struct plot *plot = add_map(out, "places", &map);
    if (plot == NULL) return;
    plot_circle(plot, b->gap, "m");
    // shares go over decades
    plot->field = 0;
    plot->z_scale = 100.0;
    snprintf(plot->z_label, sizeof plot->z_label, "share of time [%%]");
}

// --- path and section ----------------------------------------------------------------------------

static void draw_path(const struct bearing *b, int turns, struct outcome *out) {
    char stem[40], title[96], caption[256];
    write_stem(stem, "orbit-", b->name);
    snprintf(title, sizeof title, "Path of the journal of %.40s", b->name);
    snprintf(caption, sizeof caption,
             "Path of the journal centre in the window. The circle is the clearance.");
    size_t used = strlen(caption);
    if (turns > 0 && turns < TURNS_NEEDED)
        snprintf(caption + used, sizeof caption - used,
                 " A Poincar\xc3\xa9 section needs at least %d turns; this run has %d.",
                 TURNS_NEEDED, turns);
    const struct plot_request path = {stem, title, caption, PLOT_LINES, b->x, b->y, CURVES(b->y)};
    struct plot *plot = add_plot_of(out, "orbit", &path);
    if (plot != NULL) plot_circle(plot, b->gap, "m");
}

// Points that lie close together are enlarged.
static bool are_close(const struct table *section, const struct bearing *b) {
    const double small = 0.5;  // of the radius
    double low[2], high[2];
    return extent_of(section, b->x, &low[0], &high[0]) &&
           extent_of(section, b->y, &low[1], &high[1]) &&
           fmax(high[0] - low[0], high[1] - low[1]) < small * b->gap;
}

static void draw_section(const struct bearing *b, const struct table *section,
                         struct outcome *out) {
    char stem[40], title[96], caption[384];
    bool is_close = are_close(section, b);
    write_stem(stem, "section-", b->name);
    snprintf(title, sizeof title, "Poincar\xc3\xa9 section of %.40s", b->name);
    snprintf(caption, sizeof caption,
             "A point is the place of the journal centre at the end of a turn, always at the same "
             "angle of the driver. A few places: the motion repeats itself; a closed curve: it "
             "never quite does; a cloud: it is chaotic.%s%s",
             section->rows < TURNS_FEW ? " So few turns do not tell a curve from a cloud." : "",
             is_close ? " Enlarged: the arc is a part of the clearance circle." : "");
    const struct plot_request points = {stem, title, caption,     PLOT_POINTS,
                                        b->x, b->y,  CURVES(b->y)};
    struct plot *plot = add_plot_of(out, "section", &points);
    if (plot == NULL) return;
    plot_circle(plot, b->gap, "m");
    plot->is_close = is_close;
    plot_groups(plot, "part", "");
}

void mechanism_draw_places(const struct campaign *k, struct outcome *out) {
    struct bearing bearing[BEARINGS_DRAWN];
    const struct table *section = outcome_table(out, "section");
    int count = find_bearings(k, bearing), turns = section != NULL ? (int)section->rows : 0;
    for (int i = 0; i < count; i++) {
        draw_places(&bearing[i], out);
        draw_path(&bearing[i], turns, out);
        if (turns >= TURNS_NEEDED) draw_section(&bearing[i], section, out);
    }
}
