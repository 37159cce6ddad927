// Pictures of several runs, a curve for each law, and their notes.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "result/result.h"
#include "study/compare.h"

// More paths than this in one circle cannot be told apart.
enum { PATHS_MAX = 4 };

// --- what is worth drawing -----------------------------------------------------------------------

static bool is_zero(const struct table *table, int column) {
    for (size_t row = 0; row < table->rows; row++) {
        double value = table_at(table, row, column);
        if (value != 0.0 && !isnan(value)) return false;
    }
    return true;
}

// Are two columns the same? Rows of a series are compared at the times that both have: each run has
// rows at the peaks of its own contacts.
static bool is_same(const struct table *first, int column, const struct table *other, int own) {
    bool is_series = strcmp(first->name[0], "time") == 0 && strcmp(other->name[0], "time") == 0;
    if (!is_series && first->rows != other->rows) return false;
    for (size_t row = 0, next = 0; row < first->rows && next < other->rows;) {
        double ahead = is_series ? table_at(first, row, 0) - table_at(other, next, 0) : 0.0;
        double a = table_at(first, row, column), b = table_at(other, next, own);
        if (ahead == 0.0 && a != b && !(isnan(a) && isnan(b))) return false;
        if (!(ahead > 0.0)) row++;
        if (!(ahead < 0.0)) next++;
    }
    return true;
}

// Is a column the same in every run, as that of an ideal mechanism or of a fixed body is?
static bool is_shared(const struct compared *runs, const char *table, const char *name) {
    const struct table *first = outcome_table(runs->outcome[0], table);
    int column = first != NULL ? table_column(first, name) : -1;
    if (column < 0 || runs->count == 1) return false;
    for (int i = 1; i < runs->count; i++) {
        const struct table *other = outcome_table(runs->outcome[i], table);
        int own = other != NULL ? table_column(other, name) : -1;
        if (own < 0) return false;
        // an impact may last longer, but a body at rest stays there
        if (is_zero(first, column) && is_zero(other, own)) continue;
        if (!is_same(first, column, other, own)) return false;
    }
    return true;
}

static bool is_path(const struct plot *plot) {
    return plot->circle > 0.0 && plot->style == PLOT_LINES;
}

static bool is_drawn(const struct compared *runs, const struct plot *plot) {
    if (plot->style != PLOT_LINES && plot->style != PLOT_POINTS) return false;
    return !is_path(plot) || runs->count <= PATHS_MAX;
}

// --- one picture ---------------------------------------------------------------------------------

// "force [kN]" without its unit: that of all laws may be another one.
static void axis_name(const char *label, char *name, size_t size) {
    snprintf(name, size, "%.*s", (int)strcspn(label, "["), label);
    for (size_t end = strlen(name); end > 0 && name[end - 1] == ' '; end--)
        name[end - 1] = '\0';
}

// The axis shows what that of any law shows.
static void join_extents(const struct compared *runs, const struct plot *of, const char *y,
                         struct outcome *out, struct plot *plot) {
    double low = INFINITY, high = -INFINITY;
    char name[64];
    for (int i = 0; i < runs->count; i++) {
        const struct plot *own = find_plot(runs->outcome[i], of->stem);
        if (own == NULL || !(own->y_extent[0] < own->y_extent[1])) return;
        low = fmin(low, own->y_extent[0]);
        high = fmax(high, own->y_extent[1]);
    }
    axis_name(of->y_label, name, sizeof name);
    plot_extent(plot, outcome_table(out, of->table), of->apart ? y : name, low, high);
}

static void take_over(const struct compared *runs, const struct plot *of, const char *y,
                      struct outcome *out, struct plot *plot) {
    plot->x_log = of->x_log;
    plot->y_log = of->y_log;
    plot->from_zero = of->from_zero;
    plot->is_marked = of->is_marked;
    memcpy(plot->window, of->window, sizeof plot->window);
    for (int i = 0; i < of->overlay_count; i++) {
        // points of the curve that is drawn, in black: they belong to no law
        if (of->overlay[i].curve >= 0 && strcmp(of->y[of->overlay[i].curve], y) != 0) continue;
        plot->overlay[plot->overlay_count] = of->overlay[i];
        plot->overlay[plot->overlay_count++].curve = -1;
    }
    join_extents(runs, of, y, out, plot);
    if (of->circle > 0.0) plot_circle(plot, of->circle, "m");
    plot_groups(plot, of->group[0] != '\0' ? compare_curve_column : compare_law_column, "");
}

static void write_caption(const struct compared *runs, const struct plot *of, char *caption,
                          size_t size) {
    // captions of the channels of a mechanism go on with curves and numbers of one run
    static const char *const ends[] = {", with ideal joints", ". Between "};
    size_t length = strlen(of->caption);
    for (int i = 0; i < 2; i++) {
        const char *from = strstr(of->caption, ends[i]);
        if (from != NULL && (size_t)(from - of->caption) < length)
            length = (size_t)(from - of->caption);
    }
    bool is_cut = length < strlen(of->caption);
    int used = snprintf(caption, size, "%.*s%s", (int)length, of->caption, is_cut ? "." : "");
    if (of->group[0] != '\0' && of->circle == 0.0 && (size_t)used < size)
        used += snprintf(caption + used, size - (size_t)used, " Of each law the first curve.");
    if (runs->count > PLOT_APART_MAX && (size_t)used < size)
        snprintf(caption + used, size - (size_t)used, " The first %d of %d laws are drawn.",
                 PLOT_APART_MAX, runs->count);
}

// `part` tells columns of one picture apart; NULL: it has one.
static void draw_column(const struct compared *runs, const struct plot *of, const char *y,
                        const char *part, struct outcome *out) {
    char stem[40], title[96], caption[384], name[64];
    const char *const columns[] = {y, NULL};
    axis_name(of->y_label, name, sizeof name);
    snprintf(stem, sizeof stem, "%s", of->stem);
    snprintf(title, sizeof title, "%s", of->title);
    if (part != NULL) {
        snprintf(stem, sizeof stem, "%.20s-%.18s", of->stem, part);
        snprintf(title, sizeof title, "%.60s: %.30s", of->title, part);
        for (char *c = title; *c != '\0'; c++)
            *c = *c == '_' ? ' ' : *c;
    }
    write_caption(runs, of, caption, sizeof caption);
    const struct plot_request request = {stem, title, caption, of->style, of->x, name, columns};
    struct plot *plot = add_plot_of(out, of->table, &request);
    if (plot != NULL) take_over(runs, of, y, out, plot);
}

// Of a picture with several curves the first and the last that differ between laws.
static void draw_plot(const struct compared *runs, const struct plot *of, struct outcome *out) {
    const char *shown[PLOT_APART_MAX];
    int count = 0;
    for (int i = 0; i < PLOT_APART_MAX && of->y[i][0] != '\0'; i++) {
        if (!is_shared(runs, of->table, of->y[i])) shown[count++] = of->y[i];
    }
    // laws that agree to the bit are a result, too
    if (count == 0) shown[count++] = of->y[0];
    bool is_one = count == 1;
    draw_column(runs, of, shown[0], is_one ? NULL : shown[0], out);
    if (!is_one) draw_column(runs, of, shown[count - 1], shown[count - 1], out);
}

void compare_draw(const struct compared *runs, struct outcome *out) {
    bool has_paths = false;
    for (int i = 0; i < runs->count; i++) {
        for (int k = 0; k < runs->outcome[i]->plot_count; k++) {
            const struct plot *of = &runs->outcome[i]->plot[k];
            bool is_known = false;
            for (int j = 0; j < i && !is_known; j++)
                is_known = find_plot(runs->outcome[j], of->stem) != NULL;
            if (is_known) continue;
            has_paths = has_paths || is_path(of);
            if (is_drawn(runs, of)) draw_plot(runs, of, out);
        }
    }
    if (has_paths && runs->count > PATHS_MAX)
        add_fact(out,
                 "Paths of more than %d laws in one circle cannot be told apart; they are not "
                 "drawn, but in the tables.",
                 PATHS_MAX);
    if (out->plot_count > 0 && runs->count > PLOT_APART_MAX)
        add_fact(out,
                 "Pictures show the first %d of %d laws, in the order in which they were "
                 "named; tables and summary have all.",
                 PLOT_APART_MAX, runs->count);
}

// --- notes ---------------------------------------------------------------------------------------

static bool said_before(const struct compared *runs, int before, const char *note) {
    for (int i = 0; i < before; i++) {
        if (has_note(runs->outcome[i], note)) return true;
    }
    return false;
}

// "hertz, flores" or "All laws".
static void name_speakers(const struct compared *runs, const char *note, char *text, size_t size) {
    enum { NAMED = 6 };
    int count = 0;
    size_t used = 0;
    text[0] = '\0';
    for (int i = 0; i < runs->count; i++) {
        if (!has_note(runs->outcome[i], note)) continue;
        if (count++ >= NAMED || used + 40 >= size) continue;
        used += (size_t)snprintf(text + used, size - used, "%s%.36s", used > 0 ? ", " : "",
                                 runs->law[i]->name);
    }
    if (count == runs->count && count > 1)
        snprintf(text, size, "All laws");
    else if (count > NAMED)
        snprintf(text + used, size - used, " and %d more", count - NAMED);
}

void compare_merge_notes(const struct compared *runs, struct outcome *out) {
    for (int i = 0; i < runs->count; i++) {
        for (int k = 0; k < runs->outcome[i]->note_count; k++) {
            const char *note = runs->outcome[i]->note[k];
            char speakers[300];
            if (said_before(runs, i, note)) continue;
            name_speakers(runs, note, speakers, sizeof speakers);
            // "flores delivers ..." says whose it is
            size_t length = strlen(speakers);
            bool is_named = strncmp(note, speakers, length) == 0 && note[length] == ' ';
            add_note(out, "%s%s%s", is_named ? "" : speakers, is_named ? "" : ": ", note);
            if (out->note_count < OUTCOME_NOTES_MAX)
                out->is_fact[out->note_count - 1] = runs->outcome[i]->is_fact[k];
        }
    }
}
