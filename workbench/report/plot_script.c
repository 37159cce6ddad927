// The gnuplot script of one picture. Names and titles may come from a scenario file, so they enter
// only through gnuplot_quoted.

#include <ctype.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/utf8.h"
#include "report/html.h"
#include "report/plot.h"

enum { NAME_MAX_SHOWN = 28 };

// Told apart by colour, and in grey by dashes, width and brightness. Only the first is solid and
// wide, so that where curves run together the later ones let it show through.
static const struct {
    const char *line, *dash, *width, *area;
} line_styles[CURVES_MAX] = {
    {"#17375e", "solid", "2.2", "#17375e"},
    {"#c2571a", "(14,5)", "2.2", "#b8552b"},
    {"#2f8f6b", "(4,4)", "2.2", "#62ad89"},
    {"#7d4f9e", "(14,4,3,4)", "2.2", "#efb653"},
    {"#8a8d91", "(9,4)", "2.8", "#bcd9ec"},
    {"#a8861a", "(1.5,3)", "2.6", "#ececec"},
    // areas have six at most
    {"#b3404a", "(20,3,3,3,3,3)", "2.2", "#ececec"},
    {"#4a90c2", "(18,4,8,4)", "2.2", "#ececec"},
    {"#5c6b1f", "(12,3,3,3,3,3)", "2.2", "#ececec"},
    {"#d19a66", "solid", "1.4", "#ececec"},
    {"#1f6f78", "(24,8)", "2.6", "#ececec"},
    {"#505050", "(6,2,2,2)", "2.2", "#ececec"},
};

const char *plot_colour(int style) {
    return line_styles[style >= 0 && style < CURVES_MAX ? style : 0].line;
}

// What a string of gnuplot's may hold; others have a harmless likeness or become a space.
static const char *likeness(unsigned code) {
    static const char marks[] = "'`\"\\@";
    // single and double quotation marks, set minus
    static const char *const like[] = {"\xe2\x80\x99", "\xe2\x80\x98", "\xe2\x80\x9d",
                                       "\xe2\x88\x96", " at "};
    const char *at = code > 0 && code < 0x80 ? strchr(marks, (int)code) : NULL;
    return at != NULL ? like[at - marks] : " ";
}

static int is_safe(unsigned code) {
    if (code >= 0x80) return utf8_is_plain(code);
    return code < 0x80 && (isalnum((int)code) || strchr(" .,:;!?()[]{}<>+-*/=_%|^~#&$", (int)code));
}

void gnuplot_quoted(struct out_file *file, const char *text, int limit) {
    unsigned code;
    int count = 0;
    out_text(file, "'");
    for (size_t bytes; (bytes = utf8_next(text, &code)) > 0 && count < limit; text += bytes) {
        if (code == UTF8_REPLACEMENT)
            out_text(file, "?");
        else if (is_safe(code))
            out_bytes(file, text, bytes);
        else
            out_text(file, likeness(code));
        count++;
    }
    if (*text != '\0') out_text(file, "\xe2\x80\xa6");
    out_text(file, "'");
}

// What tells the curves apart, where the plot has a word for it: "force_100" is "bead 100".
static const char *own_part(const struct plot_job *job, int curve) {
    const char *name = job->table->name[job->y[curve]], *line = strrchr(name, '_');
    return job->plot->group_label[0] != '\0' && line != NULL ? line + 1 : NULL;
}

// A column as words: "max_force" is "max force".
static void say(char *text) {
    for (; *text != '\0'; text++) {
        if (*text == '_') *text = ' ';
    }
}

// Bytes from a dot on that end the names of all curves: "collisions.0.spin" and "collisions.1.spin"
// are told apart by "collisions.0" and "collisions.1".
static int common_end(const struct plot_job *job) {
    const char *dot = strrchr(job->table->name[job->y[0]], '.');
    // beside points over it, a curve of a further table is told by the first part of its name
    bool is_told = job->curve_count > 1 || (job->overlay_count > 0 && job->plot->table[0] != '\0');
    if (!is_told || dot == NULL) return 0;
    for (int i = 1; i < job->curve_count; i++) {
        const char *other = strrchr(job->table->name[job->y[i]], '.');
        if (other == NULL || strcmp(dot, other) != 0) return 0;
    }
    return (int)strlen(dot);
}

void plot_curve_name(const struct plot_job *job, int curve, char *name, size_t size) {
    const struct table *table = job->table;
    if (job->group < 0 && own_part(job, curve) != NULL) {
        snprintf(name, size, "%s %s", job->plot->group_label, own_part(job, curve));
        return;
    }
    if (job->group < 0) {
        int length = (int)strlen(table->name[job->y[curve]]) - common_end(job);
        snprintf(name, size, "%.*s", length, table->name[job->y[curve]]);
        say(name);
        return;
    }
    double value = job->group_value[curve];
    const char *word = table_word(table, job->group, value), *unit;
    if (word != NULL) {
        snprintf(name, size, "%s", word);
        return;
    }
    unit = table->unit[job->group];
    unit = strcmp(unit, "1") == 0 ? "" : unit;
    struct html_scale scale = html_scale_of(value, unit);
    const char *label = job->plot->group_label;
    snprintf(name, size, "%s%s%.4g%s%s%s", label, label[0] != '\0' ? " " : "", value * scale.factor,
             unit[0] != '\0' ? " " : "", scale.prefix, unit);
}

void word_tics(const struct table *table, int column, const char *axis, struct out_file *file) {
    enum { SHOWN = 12, LETTERS = 20, ROOM = 55 };
    const struct words *words = &table->words[column];
    if (words->count == 0) return;
    int step = (words->count + SHOWN - 1) / SHOWN;
    size_t letters = 0;
    out_print(file, "set %s (", axis);
    for (int i = 0; i < words->count; i += step) {
        if (i > 0) out_text(file, ", ");
        gnuplot_quoted(file, words->item[i], LETTERS);
        out_print(file, " %d", i);
        letters += strlen(words->item[i]);
    }
    out_print(file, ")%s\n", letters > ROOM ? " font 'Arial,12'" : "");
}

static void put_name(const struct plot_job *job, int curve, struct out_file *file) {
    char name[64];
    plot_curve_name(job, curve, name, sizeof name);
    gnuplot_quoted(file, name, NAME_MAX_SHOWN);
}

static void put_label(struct out_file *file, const char *axis, const char *label,
                      const char *offset) {
    enum { LETTERS = 40 };
    char printed[2 * sizeof((struct plot *)0)->y_label];
    out_print(file, "set %s ", axis);
    label_text(label, printed, sizeof printed);
    // of a long one the name is cut, not the unit
    char *unit = strrchr(printed, '[');
    size_t letters = strlen(printed);
    if (letters > LETTERS && unit != NULL && unit > printed + (letters - LETTERS) + 1) {
        char *at = unit - (letters - LETTERS) - 1;
        while (at > printed && ((unsigned char)*at & 0xc0) == 0x80)
            at--;
        unit -= unit[-1] == ' ';
        char end[sizeof printed];
        snprintf(end, sizeof end, "\xe2\x80\xa6%s", unit);
        snprintf(at, sizeof printed - (size_t)(at - printed), "%s", end);
    }
    gnuplot_quoted(file, printed, LETTERS + 2);
    out_print(file, " offset %s\n", offset);
}

static void put_scale(struct out_file *file, const char *name, double scale) {
    out_print(file, "%s = %.17g\n", name, plot_scale(scale));
}

static void put_range(struct out_file *file, const char *axis, double low, double high) {
    if (low < high) out_print(file, "set %s [%.6g:%.6g]\n", axis, low, high);
}

// Names below the picture, as many in a row as fit, and room for them. Beside it when they are
// many.
static void put_key(const struct plot_job *job, struct out_file *file) {
    enum { LETTER = 12, SAMPLE = 80, WIDTH = 700, BELOW_MAX = 2 };
    size_t longest = 0;
    for (int i = 0; i < job->curve_count; i++) {
        char name[64];
        plot_curve_name(job, i, name, sizeof name);
        size_t length = strlen(name);
        longest = length > longest ? length : longest;
    }
    for (int i = 0; i < job->overlay_count; i++) {
        size_t length = strlen(job->overlay[i].overlay->label);
        longest = length > longest ? length : longest;
    }
    longest = longest > NAME_MAX_SHOWN ? NAME_MAX_SHOWN : longest;
    int count = job->curve_count + job->overlay_count;
    int columns = WIDTH / ((int)longest * LETTER + SAMPLE);
    if (columns > count) columns = count;
    if (columns < 1) columns = 1;
    int rows = (count + columns - 1) / columns;
    int is_shown = count > 1 || job->plot->style == PLOT_AREAS;
    if (rows > BELOW_MAX) {
        out_text(file, "set bmargin 3.0\nset rmargin -1\n"
                       "set key outside right center vertical Left reverse samplen 2.6 "
                       "spacing 0.95 maxcols 1 font 'Arial,15'\n");
        return;
    }
    out_print(file, "set bmargin %.1f\n", is_shown ? 3.2 + 1.2 * rows : 3.0);
    if (is_shown)
        out_print(file,
                  "set key at screen 0.54,0.015 bottom center horizontal Left reverse maxcols %d "
                  "samplen 2 spacing 1.1\n",
                  columns);
    else
        out_text(file, "unset key\n");
}

// Less than two decades have too few powers of ten to read a value by.
static void put_decade_tics(struct out_file *file, const char *axis, double low, double high) {
    static const double steps[] = {1.0, 2.0, 5.0};
    int count = 0;
    if (high > 100.0 * low) return;
    out_print(file, "set %s (", axis);
    for (int decade = (int)floor(log10(low)); decade <= (int)log10(high) + 1; decade++) {
        for (int i = 0; i < 3; i++) {
            double value = steps[i] * pow(10.0, decade);
            if (value >= low && value <= high)
                out_print(file, "%s'%g' %.9g", count++ > 0 ? ", " : "", value, value);
        }
    }
    out_text(file, ")\n");
}

// The picture of a circle is about half as wide as others: labels for every tic would run together.
static void put_few_tics(struct out_file *file, double low, double high) {
    enum { TICS_MAX = 5 };
    static const double steps[] = {1.0, 2.0, 5.0};
    if (!(low < high)) return;
    double unit = pow(10.0, floor(log10(high - low)) - 1.0), step = unit;
    for (int i = 0; floor(high / step) - ceil(low / step) >= TICS_MAX && i < 9; i++)
        step = unit * steps[i % 3] * pow(10.0, i / 3);
    out_print(file, "set xtics %.9g\nset ytics %.9g\n", step, step);
}

static void put_tics(const struct plot_job *job, struct out_file *file) {
    const double few = 10.0;
    if (job->x_log) put_decade_tics(file, "xtics", job->x_low, job->x_high);
    if (job->y_log) put_decade_tics(file, "ytics", job->y_low, job->y_high);
    // there is no collision 1.5
    if (job->is_counted && !job->x_log && job->x_high - job->x_low <= few)
        out_text(file, "set xtics 1\n");
    if (job->plot->circle > 0.0) put_few_tics(file, job->x_low, job->x_high);
}

static void put_axes(const struct plot_job *job, struct out_file *file) {
    const struct plot *plot = job->plot;
    put_label(file, "xlabel", plot->x_label, "0,0.9");
    put_label(file, "ylabel", plot->apart ? plot->group_label : plot->y_label, "0.6,0");
    put_range(file, "xrange", job->x_low, job->x_high);
    put_range(file, "yrange", job->y_low, job->y_high);
    if (job->x_log) out_text(file, "set logscale x\nset format x '%g'\n");
    if (job->y_log) out_text(file, "set logscale y\nset format y '%g'\n");
    out_text(file, "set border 3 linewidth 1 linecolor '#404040'\n"
                   "set tics nomirror out scale 0.6\n"
                   "set xtics offset 0,0.4\n"
                   "set grid xtics ytics linetype 1 linewidth 0.6 linecolor '#d8d8d8'\n");
    put_tics(job, file);
    word_tics(job->table, job->x, "xtics", file);
    if (plot->circle > 0.0)
        out_print(file,
                  "set size ratio -1\nset object circle at 0,0 size %.9g%s fillstyle empty "
                  "border linecolor '#8a8d91' linewidth 1.2\n",
                  plot->circle * plot_scale(plot->x_scale),
                  plot->style == PLOT_MAP ? " front" : "");
    out_text(file, plot->style == PLOT_AREAS
                       ? "set grid front\n"
                         "set style fill solid 1.0 noborder\n"
                       : "set xzeroaxis linetype 1 linewidth 0.8 linecolor '#808080'\n");
}

// A length of 1, 2 or 5 times a power of ten, at most that.
static double round_length(double most) {
    double unit = pow(10.0, floor(log10(most)));
    return most >= 5.0 * unit ? 5.0 * unit : most >= 2.0 * unit ? 2.0 * unit : unit;
}

// Base lines with the names of their curves, and on the right a length to measure peaks by.
static void put_base_lines(const struct plot_job *job, struct out_file *file) {
    const char *label = job->plot->y_label, *unit = strrchr(label, '[');
    char bar[64], printed[128], name[64];
    out_text(file, "set ytics (");
    for (int i = 0; i < job->curve_count; i++) {
        plot_curve_name(job, i, name, sizeof name);
        // the axis has the word that all of them begin with
        size_t common = strlen(job->plot->group_label);
        const char *own = strncmp(name, job->plot->group_label, common) == 0 ? name + common : name;
        out_text(file, i > 0 ? ", " : "");
        gnuplot_quoted(file, own + (*own == ' '), NAME_MAX_SHOWN);
        out_print(file, " %.9g", i * job->lift);
    }
    double length = job->peak > 0.0 ? round_length(job->peak) : 0.0;
    out_text(file, ")\nunset key\nset bmargin 3.0\n");
    if (!(length > 0.0)) return;
    snprintf(bar, sizeof bar, "%g [%.40s", length, unit != NULL ? unit + 1 : "]");
    label_text(bar, printed, sizeof printed);
    // "20 [N]" is said "20 N"
    char *open = strchr(printed, '['), *close = strrchr(printed, ']');
    if (close != NULL) *close = '\0';
    if (open != NULL) memmove(open, open + 1, strlen(open));
    out_print(file,
              "set rmargin 9\nset arrow from graph 1.03,first 0 to graph 1.03,first %.9g heads "
              "size screen 0.008,90 linewidth 1.4 linecolor '#404040'\nset label ",
              length);
    gnuplot_quoted(file, printed, 20);
    out_print(file, " at graph 1.045,first %.9g left font 'Arial,15'\n", 0.5 * length);
}

static int has_window(const struct plot_job *job) {
    return job->plot->window[0] < job->plot->window[1] && job->x_low < job->x_high;
}

// What lies outside stands on grey, and words above the frame say which is which.
static void put_window(const struct plot_job *job, struct out_file *file) {
    const double least = 0.13;  // share of the width that a word needs
    double scale = plot_scale(job->plot->x_scale), width = job->x_high - job->x_low;
    double from = job->plot->window[0] * scale, to = job->plot->window[1] * scale;
    out_text(file, "# on grey: the start-up, outside of the window of the statistics\n");
    if (from > job->x_low) {
        out_print(file,
                  "set object rectangle from %.9g,graph 0 to %.9g,graph 1 behind fillcolor "
                  "rgb '#e3e7ec' fillstyle solid noborder\n"
                  "set arrow from %.9g,graph 0 to %.9g,graph 1.06 nohead linewidth 1 "
                  "dashtype (5,3) linecolor '#5a6470'\n",
                  job->x_low, from, from, from);
        if (from - fmax(job->x_low, 0.0) > least * width)
            out_print(file,
                      "set label 'start-up' at %.9g,graph 1.04 center font 'Arial,14' "
                      "textcolor rgb '#5a6470'\n",
                      0.5 * (from + fmax(job->x_low, 0.0)));
    }
    out_print(file,
              "set label 'window' at %.9g,graph 1.04 center font 'Arial,14' "
              "textcolor rgb '#17375e'\n",
              0.5 * (from + to));
}

static void put_frame(const struct plot_job *job, struct out_file *file) {
    out_print(file, "# Draw it again with: gnuplot %s.gp\n", job->stem);
    out_text(file, "reset\n"
                   "set encoding utf8\n"
                   "set terminal svg size 720,440 noenhanced font 'Arial,18' linewidth 1 "
                   "background '#ffffff'\n");
    out_print(file, "set output '%s.svg'\n\n# from SI to the units of the axes\n", job->stem);
    put_scale(file, "x_scale", job->plot->x_scale);
    put_scale(file, "y_scale", job->plot->y_scale);
    out_text(file, "\nset title ");
    gnuplot_quoted(file, job->plot->title, 60);
    out_print(file, " font 'Arial,20' offset 0,%s\nset tmargin %s\nset rmargin 3\n",
              has_window(job) ? "0.5" : "-0.3", has_window(job) ? "3.2" : "2.2");
    put_axes(job, file);
    if (has_window(job)) put_window(job, file);
    if (job->plot->apart) put_base_lines(job, file);
    // a line from above the frame to below it is drawn as far as it is inside
    if (plot_is_cut(job->plot)) out_text(file, "set clip two\n");
    if (!job->plot->apart) put_key(job, file);
}

// A few places must be seen, and many told apart.
static const char *point_size(const struct plot_job *job) {
    enum { FEW = 100, MANY = 3000 };
    if (!(job->plot->circle > 0.0)) return "0.55";
    return job->table->rows < FEW ? "0.9" : job->table->rows < MANY ? "0.55" : "0.3";
}

static void put_line(const struct plot_job *job, int i, struct out_file *file) {
    int style = job->line_style[i];
    out_print(file, "'series.dat' index %d using ($1*x_scale):(", job->block + i);
    if (job->plot->from_start)
        out_print(file, "($2-(%.9g))*y_scale", job->base[i]);
    else
        out_text(file, "$2*y_scale");
    if (job->plot->apart) out_print(file, "+%.9g", i * job->lift);
    out_text(file, ") ");
    if (job->plot->apart)
        // the base lines tell them apart
        out_print(file, "with lines linewidth 1.8 linecolor '%s' title ", line_styles[style].line);
    else if (job->plot->style == PLOT_POINTS)
        // filled shapes, then hollow ones
        out_print(file, "with points pointtype %d pointsize %s linecolor '%s' title ",
                  i < 6 ? 2 * i + 5 : 2 * i - 8, point_size(job), line_styles[i].line);
    else
        out_print(file, "with lines%s linewidth %s dashtype %s linecolor '%s' title ",
                  job->plot->is_marked ? "points pointtype 7 pointsize 0.4" : "",
                  job->is_dense[i] ? "1.2" : line_styles[style].width, line_styles[style].dash,
                  line_styles[style].line);
    put_name(job, i, file);
}

// First, so that no line lies below it.
static void put_band(const struct plot_job *job, struct out_file *file) {
    out_print(file,
              "'series.dat' index %d using ($1*x_scale):($2*y_scale):($3*y_scale) with "
              "filledcurves fillcolor '%s' fillstyle transparent solid 0.2 noborder notitle, \\\n"
              "    ",
              job->block + job->curve_count, line_styles[job->line_style[0]].line);
}

// A stripe between two running sums, the lowest one from zero.
static void put_area(const struct plot_job *job, int i, struct out_file *file) {
    char low[32] = "(0.0)";
    if (i > 0) snprintf(low, sizeof low, "($%d*y_scale)", i + 1);
    out_print(file, "'series.dat' index %d using ($1*x_scale):", job->block);
    if (job->plot->bars)
        out_print(file,
                  "($%d*y_scale):($1*x_scale-0.4):($1*x_scale+0.4):%s:($%d*y_scale) "
                  "with boxxyerror linecolor '%s' title ",
                  i + 2, low, i + 2, line_styles[job->line_style[i]].area);
    else
        out_print(file, "%s:($%d*y_scale) with filledcurves fillcolor '%s' title ", low, i + 2,
                  line_styles[job->line_style[i]].area);
    put_name(job, i, file);
}

// Thin edges keep neighbours apart on paper.
static void put_edges(const struct plot_job *job, struct out_file *file) {
    for (int i = 0; i < job->curve_count; i++)
        out_print(file,
                  ", \\\n    '' index %d using ($1*x_scale):($%d*y_scale) "
                  "with lines linewidth 0.6 linecolor '#202020' notitle",
                  job->block, i + 2);
}

void plot_job_script(const struct plot_job *job, struct out_file *file) {
    int is_area = job->plot->style == PLOT_AREAS;
    put_frame(job, file);
    if (job->plot->style == PLOT_MAP) {
        map_script(job, file);
        return;
    }
    if (job->plot->style == PLOT_SPANS) {
        spans_script(job, file);
        return;
    }
    if (plot_has_names(job->plot)) {
        effects_script(job, file);
        return;
    }
    out_text(file, "\nplot ");
    if (plot_job_has_band(job)) put_band(job, file);
    overlays_script_below(job, file);
    for (int i = 0; i < job->curve_count; i++) {
        if (i > 0) out_text(file, ", \\\n    ");
        if (is_area)
            put_area(job, i, file);
        else
            put_line(job, i, file);
    }
    if (is_area && !job->plot->bars) put_edges(job, file);
    overlays_script(job, file);
    out_text(file, "\n");
}
