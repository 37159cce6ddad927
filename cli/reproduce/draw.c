// A figure on disk: points as CSV, a gnuplot script that holds them too, and the picture.

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "data.h"
#include "figures.h"
#include "record/file.h"
#include "report/plot.h"

// Told apart by colour and by their dashes.
static const struct {
    const char *colour, *dash;
} looks[FIGURE_CURVES_MAX] = {
    {"#17375e", "solid"},      {"#c2571a", "(14,5)"}, {"#2f8f6b", "(4,4)"}, {"#7d4f9e", "solid"},
    {"#a8861a", "(14,4,3,4)"}, {"#b03a5b", "(8,4)"},  {"#3b8fb5", "solid"}, {"#6b6e72", "(4,4)"},
    {"#5c7a29", "(14,5)"},     {"#d18fb0", "solid"},  {"#000000", "(2,4)"}, {"#8a5a44", "(8,4)"},
};

static const char *text_of(const json_t *object, const char *key, const char *otherwise) {
    const char *text = data_text(object, key);
    return text != NULL ? text : otherwise;
}

static void put_field(struct out_file *file, const char *text) {
    out_text(file, "\"");
    for (; *text != '\0'; text++) {
        if (*text == '"') out_text(file, "\"");
        out_bytes(file, text, 1);
    }
    out_text(file, "\"");
}

static void put_number(struct out_file *file, double value) {
    if (isfinite(value)) out_number(file, value);
}

static int write_csv(const struct figure *figure, int folder) {
    char name[96];
    struct out_file file;
    snprintf(name, sizeof name, "%s.csv", figure->stem);
    out_open(&file, folder, name);
    out_text(&file, "curve,");
    put_field(&file, data_text(figure->spec, "x_label"));
    out_text(&file, ",");
    put_field(&file, data_text(figure->spec, "y_label"));
    out_text(&file, "\n");
    for (int i = 0; i < figure->curve_count; i++) {
        const struct curve *curve = &figure->curve[i];
        for (size_t j = 0; j < curve->count; j++) {
            put_field(&file, data_text(curve->spec, "label"));
            out_text(&file, ",");
            put_number(&file, curve->x[j]);
            out_text(&file, ",");
            put_number(&file, curve->y[j]);
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

static void put_frame(const struct figure *figure, struct out_file *file) {
    const json_t *spec = figure->spec;
    out_print(file, "# Draw it again with: gnuplot %s.gp\n", figure->stem);
    out_text(file, "reset\n"
                   "set encoding utf8\n"
                   "set terminal svg size 720,460 noenhanced font 'Arial,15' linewidth 1 "
                   "background '#ffffff'\n");
    out_print(file, "set output '%s.svg'\n", figure->stem);
    put_label(file, "title", data_text(spec, "title"));
    put_label(file, "xlabel", data_text(spec, "x_label"));
    put_label(file, "ylabel", data_text(spec, "y_label"));
    out_print(file, "set xrange %s\n", text_of(spec, "x_range", "[*:*]"));
    out_print(file, "set yrange %s\n", text_of(spec, "y_range", "[*:*]"));
    if (strcmp(text_of(spec, "style", ""), "equal") == 0)
        out_text(file, "set size ratio -1\n");  // both axes to one scale
    out_text(file, "set border 3 linewidth 1 linecolor '#404040'\n"
                   "set tics nomirror out scale 0.6\n"
                   "set grid xtics ytics linetype 1 linewidth 0.6 linecolor '#d8d8d8'\n"
                   "set xzeroaxis linetype 1 linewidth 0.8 linecolor '#808080'\n"
                   "set autoscale xfix\n");
    out_text(file, figure->curve_count > 1
                       ? "set key outside top center horizontal samplen 2.4 spacing 1.1\n"
                       : "unset key\n");
}

static void put_data(const struct figure *figure, struct out_file *file) {
    for (int i = 0; i < figure->curve_count; i++) {
        const struct curve *curve = &figure->curve[i];
        out_print(file, "\n$curve%d << END\n", i);
        for (size_t j = 0; j < curve->count; j++) {
            if (isfinite(curve->x[j]) && isfinite(curve->y[j]))
                out_print(file, "%.8g %.8g\n", curve->x[j], curve->y[j]);
        }
        out_text(file, "END\n");
    }
}

static int write_script(const struct figure *figure, int folder, const char *name) {
    struct out_file file;
    out_open(&file, folder, name);
    put_frame(figure, &file);
    put_data(figure, &file);
    out_text(&file, "\nplot ");
    for (int i = 0; i < figure->curve_count; i++) {
        out_print(&file,
                  "%s$curve%d using 1:2 with lines linewidth 2 dashtype %s linecolor '%s' title ",
                  i > 0 ? ", \\\n    " : "", i, looks[i].dash, looks[i].colour);
        gnuplot_quoted(&file, data_text(figure->curve[i].spec, "label"), 60);
    }
    out_text(&file, "\n");
    return out_close(&file);
}

int figure_write(struct figure *figure, int folder) {
    char name[96], program[4096];
    snprintf(name, sizeof name, "%s.gp", figure->stem);
    int error = write_csv(figure, folder);
    if (error == 0) error = write_script(figure, folder, name);
    if (error != 0) return error;
    if (!gnuplot_find(program, sizeof program))
        snprintf(figure->reason, sizeof figure->reason, "there is no gnuplot on this machine");
    else
        figure->is_drawn =
            gnuplot_run(program, folder, name, figure->reason, sizeof figure->reason) == 0;
    return 0;
}
