// A figure on disk: points as CSV, a gnuplot script that holds them too, and the picture.

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "files/file.h"
#include "report/plot.h"
#include "report/thin.h"
#include "reproduce/figures.h"
#include "reproduce/readings.h"

// Told apart by colour, and in grey by dashes and width.
static const struct {
    const char *colour, *dash;
    double width;
} looks[FIGURE_CURVES_MAX] = {
    {"#17375e", "solid", 2.0},      {"#c2571a", "(14,5)", 2.0}, {"#2f8f6b", "(4,4)", 2.0},
    {"#7d4f9e", "(14,4,3,4)", 2.0}, {"#a8861a", "(8,4)", 2.0},  {"#b03a5b", "(2,4)", 2.4},
    {"#3b8fb5", "solid", 3.6},      {"#6b6e72", "(14,5)", 1.1}, {"#5c7a29", "(4,4)", 3.2},
    {"#d18fb0", "solid", 1.1},      {"#000000", "(2,4)", 1.1},  {"#8a5a44", "(8,4)", 3.2},
};

enum { LEGEND_ROOM = 12 };  // px between the label of the x axis and the legend

// Circle, square, triangle and diamond, open and filled.
enum { MARKS = 8 };
static const int marks[MARKS] = {6, 5, 8, 13, 7, 4, 9, 12};

static const char *text_of(const json_t *object, const char *key, const char *otherwise) {
    const char *text = text_at(object, key);
    return text != NULL ? text : otherwise;
}

static bool has_bands(const struct figure *figure) {
    bool is_one = false;
    for (int i = 0; i < figure->curve_count; i++)
        is_one = is_one || curve_has_band(&figure->curve[i]);
    return is_one;
}

static int write_csv(const struct figure *figure, int folder) {
    char name[96];
    struct out_file file;
    snprintf(name, sizeof name, "%s.csv", figure->stem);
    out_open(&file, folder, name);
    out_text(&file, "curve,");
    out_field(&file, text_at(figure->spec, "x_label"), 1);
    out_text(&file, ",");
    out_field(&file, text_at(figure->spec, "y_label"), 1);
    int columns = has_bands(figure) ? CURVE_COLUMNS : 2;
    out_text(&file, columns > 2 ? ",low,high\n" : "\n");
    for (int i = 0; i < figure->curve_count; i++) {
        const struct table *points = &figure->curve[i].points;
        for (size_t j = 0; j < points->rows; j++) {
            out_field(&file, text_at(figure->curve[i].spec, "label"), 1);
            for (int k = 0; k < columns; k++) {
                out_text(&file, ",");
                out_cell(&file, table_at(points, j, k));
            }
            out_text(&file, "\n");
        }
    }
    return out_close(&file);
}

static void put_label(struct out_file *file, const char *what, const char *text) {
    out_print(file, "set %s ", what);
    gnuplot_quoted(file, text, 80);
    out_text(file, "\n");
}

// No tip of a loop on the frame: 3 % of room. Ends that are given stay, and so do decades, for
// which gnuplot has no such offsets.
static void put_offsets(const json_t *spec, struct out_file *file) {
    const char *x = is_true_at(spec, "x_log") ? "0" : "graph 0.03";
    const char *y = is_true_at(spec, "y_log") ? "0" : "graph 0.03";
    if (y[0] != '0') out_text(file, "set autoscale yfix\n");
    out_print(file, "set offsets %s, %s, %s, %s\n", x, x, y, y);
}

static void put_frame(const struct figure *figure, struct out_file *file) {
    const json_t *spec = figure->spec;
    out_print(file, "# Draw it again with: gnuplot %s.gp\n", figure->stem);
    out_text(file, "reset\n"
                   "set encoding utf8\n");
    // a legend of several lines takes its room from below
    out_print(file,
              "set terminal svg size 720,%d noenhanced font 'Arial,15' linewidth 1 "
              "background '#ffffff'\n",
              420 + (figure->curve_count > 1 ? LEGEND_ROOM : 0) +
                  20 * ((figure->curve_count + 1) / 2));
    out_print(file, "set output '%s.svg'\n", figure->stem);
    put_label(file, "title", text_at(spec, "title"));
    put_label(file, "xlabel", text_at(spec, "x_label"));
    put_label(file, "ylabel", text_at(spec, "y_label"));
    out_print(file, "set xrange %s\n", text_of(spec, "x_range", "[*:*]"));
    out_print(file, "set yrange %s\n", text_of(spec, "y_range", "[*:*]"));
    if (is_true_at(spec, "x_log")) out_text(file, "set logscale x\n");
    if (is_true_at(spec, "y_log")) out_text(file, "set logscale y\n");
    if (strcmp(text_of(spec, "style", ""), "equal") == 0)
        out_text(file, "set size ratio -1\n");  // both axes to one scale
    out_text(file, "set border 3 linewidth 1 linecolor '#404040'\n"
                   "set tics nomirror out scale 0.6\n"
                   "set grid xtics ytics linetype 1 linewidth 0.6 linecolor '#d8d8d8'\n"
                   "set xzeroaxis linetype 1 linewidth 0.8 linecolor '#808080'\n"
                   "set autoscale xfix\n");
    put_offsets(spec, file);
    out_text(file,
             figure->curve_count > 1
                 ? "set key outside bottom center horizontal Left reverse samplen 2.4 spacing 1.1 "
                   "height 0.8\n"
                 : "unset key\n");
}

static bool has_points(const struct curve *curve) {
    return readings_are_given(curve->spec) ||
           strcmp(text_of(curve->spec, "style", ""), "points") == 0;
}

static void put_point(struct out_file *file, const struct table *points, size_t row) {
    double x = table_at(points, row, 0), y = table_at(points, row, 1);
    double low = table_at(points, row, 2), high = table_at(points, row, 3);
    if (!isfinite(x) || !isfinite(y)) return;
    out_print(file, "%.8g %.8g", x, y);
    if (isfinite(low) && isfinite(high)) out_print(file, " %.8g %.8g", low, high);
    out_text(file, "\n");
}

// Of a line no more rows than a picture can show.
static int put_curve(struct out_file *file, const struct curve *curve, const struct thinning *how) {
    static const int columns[] = {0, 1, 2, 3};
    const struct table *points = &curve->points;
    if (has_points(curve)) {
        for (size_t i = 0; i < points->rows; i++)
            put_point(file, points, i);
        return 0;
    }
    struct choice choice =
        thin_rows(points, columns, curve_has_band(curve) ? CURVE_COLUMNS : 2, how);
    if (choice.row == NULL) return ENOMEM;
    for (size_t i = 0; i < choice.count; i++) {
        if (choice.row[i] == THIN_BREAK)
            out_text(file, "\n");
        else
            put_point(file, points, choice.row[i]);
    }
    free(choice.row);
    return 0;
}

static int put_data(const struct figure *figure, struct out_file *file) {
    const struct thinning how = {.x_log = is_true_at(figure->spec, "x_log"),
                                 .y_log = is_true_at(figure->spec, "y_log")};
    int error = 0;
    for (int i = 0; i < figure->curve_count && error == 0; i++) {
        out_print(file, "\n$curve%d << END\n", i);
        error = put_curve(file, &figure->curve[i], &how);
        out_text(file, "END\n");
    }
    return error;
}

// The look of a curve is its own or that of its place.
static int look_of(const struct curve *curve, int place) {
    const char *given = text_at(curve->spec, "look");
    return given != NULL ? atoi(given) - 1 : place;
}

static void put_look(struct out_file *file, const struct figure *figure, int i) {
    int look = look_of(&figure->curve[i], i);
    if (has_points(&figure->curve[i]))
        out_print(file,
                  "with points pointtype %d pointsize 0.8 linewidth 1.5 linecolor '%s' title ",
                  marks[look % MARKS], looks[look].colour);
    else
        out_print(file, "with lines linewidth %.1f dashtype %s linecolor '%s' title ",
                  looks[look].width, looks[look].dash, looks[look].colour);
    gnuplot_quoted(file, text_at(figure->curve[i].spec, "label"), 60);
}

static int write_script(const struct figure *figure, int folder, const char *name) {
    struct out_file file;
    out_open(&file, folder, name);
    put_frame(figure, &file);
    int error = put_data(figure, &file);
    out_text(&file, "\nplot ");
    // bands first, so that no line lies below one
    for (int i = 0; i < figure->curve_count; i++) {
        if (!curve_has_band(&figure->curve[i])) continue;
        out_print(&file,
                  "$curve%d using 1:3:4 with filledcurves fillcolor '%s' fillstyle transparent "
                  "solid 0.2 noborder notitle, \\\n    ",
                  i, looks[look_of(&figure->curve[i], i)].colour);
    }
    for (int i = 0; i < figure->curve_count; i++) {
        out_print(&file, "%s$curve%d using 1:2 ", i > 0 ? ", \\\n    " : "", i);
        put_look(&file, figure, i);
    }
    out_text(&file, "\n");
    int closed = out_close(&file);
    return error != 0 ? error : closed;
}

int figure_write(const struct call *call, struct figure *figure, int folder) {
    char name[96], program[4096];
    snprintf(name, sizeof name, "%s.gp", figure->stem);
    int error = write_csv(figure, folder);
    if (error == 0) error = write_script(figure, folder, name);
    if (error != 0) return error;
    if (!gnuplot_find(program, sizeof program))
        snprintf(figure->reason, sizeof figure->reason, "there is no gnuplot on this machine");
    else
        figure->is_drawn =
            gnuplot_run(call, program, folder, name, figure->reason, sizeof figure->reason) == 0;
    return 0;
}
