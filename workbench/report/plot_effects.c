// Bars and points with a name for each row of a table, such as the sensitivities of a result to
// parameters.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "report/plot.h"

enum { LETTERS = 30, MANY = 9 };

int plot_has_names(const struct plot *plot) {
    return plot->style == PLOT_BARS || plot->style == PLOT_NAMED;
}

static double error_at(const struct plot_job *job, size_t row, int which) {
    double error = job->error[which] >= 0 ? table_at(job->table, row, job->error[which]) : 0.0;
    return isfinite(error) ? error : 0.0;
}

// The next row to draw, from `row` on; false: none is left.
static bool next_entry(const struct plot_job *job, size_t *row, struct named_entry *entry) {
    const struct table *table = job->table;
    double x_scale = plot_scale(job->plot->x_scale), y_scale = plot_scale(job->plot->y_scale);
    for (; *row < table->rows; (*row)++) {
        double x = table_at(table, *row, job->x), y = table_at(table, *row, job->y[0]);
        if (table_at(table, *row, job->group) != job->plot->part) continue;
        if (!isfinite(x) || !isfinite(y)) continue;
        const char *word = table_word(table, job->z, table_at(table, *row, job->z));
        *entry = (struct named_entry){
            word != NULL ? word : "",
            x * x_scale,
            y * y_scale,
            {error_at(job, *row, 0) * x_scale, error_at(job, *row, 1) * y_scale}};
        (*row)++;
        return true;
    }
    return false;
}

int effects_entries(const struct plot_job *job, struct named_entry entry[PLOT_NAMES_MAX]) {
    int count = 0;
    for (size_t row = 0; count < PLOT_NAMES_MAX && next_entry(job, &row, &entry[count]);)
        count++;
    return count;
}

static void widen(double value, double *low, double *high) {
    *low = fmin(*low, value);
    *high = fmax(*high, value);
}

static void set_ranges(struct plot_job *job, const struct named_entry *entry, int count) {
    double x[] = {0.0, 0.0}, y[] = {0.0, 0.0};
    bool is_bars = job->plot->style == PLOT_BARS;
    for (int i = 0; i < count; i++) {
        double *second = is_bars ? x : y;
        for (int side = -1; side <= 1; side += 2) {
            widen(entry[i].x + side * entry[i].error[0], &x[0], &x[1]);
            widen(entry[i].y + side * entry[i].error[1], &second[0], &second[1]);
        }
    }
    if (!(x[0] < x[1])) x[1] = x[0] + 1.0;
    if (!(y[0] < y[1])) y[1] = y[0] + fmax(x[1] - x[0], 1e-300);
    job->x_low = x[0] - (x[0] < 0.0 ? 0.03 : 0.0) * (x[1] - x[0]);
    job->x_high = x[1] + 0.05 * (x[1] - x[0]);
    job->y_low = is_bars ? 0.4 - count : y[0];
    job->y_high = is_bars ? 0.6 : y[1] + 0.08 * (y[1] - y[0]);
}

void effects_init(struct plot_job *job) {
    struct named_entry entry[PLOT_NAMES_MAX];
    const struct plot *plot = job->plot;
    job->group = table_column(job->table, plot->group);
    job->z = table_column(job->table, plot->z);
    for (int i = 0; i < 2; i++)
        job->error[i] = plot->error[i][0] != '\0' ? table_column(job->table, plot->error[i]) : -1;
    bool is_there = job->curve_count > 0 && job->group >= 0 && job->z >= 0;
    int count = is_there ? effects_entries(job, entry) : 0;
    job->curve_count = count > 0 ? 1 : 0;
    if (count > 0)
        set_ranges(job, entry, count);
    else
        snprintf(job->reason, sizeof job->reason, "the table has no values for it");
}

void effects_data(const struct plot_job *job, struct out_file *file) {
    struct named_entry entry[PLOT_NAMES_MAX];
    int count = effects_entries(job, entry);
    double x_scale = plot_scale(job->plot->x_scale), y_scale = plot_scale(job->plot->y_scale);
    for (int i = 0; i < count; i++)
        out_print(file, "%d %.9g %.9g %.9g %.9g\n", i, entry[i].x / x_scale,
                  entry[i].error[0] / x_scale, entry[i].y / y_scale, entry[i].error[1] / y_scale);
    out_text(file, "\n\n");
}

const char *effects_name(const char *name) {
    const char *dot = strchr(name, '.');
    return dot != NULL && strchr(dot + 1, '.') != NULL ? dot + 1 : name;
}

// Of a long path the end says most.
static void put_name(struct out_file *file, const char *name) {
    char text[LETTERS + 8];
    name = effects_name(name);
    size_t length = strlen(name);
    if (length <= LETTERS) {
        gnuplot_quoted(file, name, LETTERS);
        return;
    }
    const char *end = name + length - LETTERS + 1;
    while (((unsigned char)*end & 0xc0) == 0x80)
        end++;
    snprintf(text, sizeof text, "\xe2\x80\xa6%s", end);
    gnuplot_quoted(file, text, LETTERS);
}

static double letters_of(const char *name) {
    size_t length = strlen(effects_name(name));
    return length > LETTERS ? (double)LETTERS : (double)length;
}

static double longest_of(const struct named_entry *entry, int count) {
    double most = 0.0;
    for (int i = 0; i < count; i++)
        most = fmax(most, letters_of(entry[i].name));
    return most;
}

// Width of letters of a size, as a part of the picture; that of a wide font, where there is no
// Arial.
static double width_of(double letters, double size) {
    return letters * 0.64 * size / 720.0;
}

// Names take room from one side of the frame; the title stays above all of it.
static void put_title(const struct plot_job *job, struct out_file *file) {
    out_text(file, "unset title\nset label ");
    gnuplot_quoted(file, job->plot->title, 60);
    out_text(file, " at screen 0.5,0.945 center font 'Arial,20'\n");
}

// --- bars ----------------------------------------------------------------------------------------

// A bar from zero, `half` of a row high either way.
static void put_bar(const struct plot_job *job, int column, double half, const char *colour,
                    struct out_file *file) {
    const char *scale = column == 2 ? "x_scale" : "y_scale";
    out_print(file,
              "'series.dat' index %d using (0.5*$%d*%s):(-$1):(0.0):($%d*%s):(-$1-%g):(-$1+%g) "
              "with boxxyerror fillstyle solid noborder linecolor '%s' notitle",
              job->block, column, scale, column, scale, half, half, colour);
}

// The line of its error, at a height of its own.
static void put_error(const struct plot_job *job, int column, double lift, const char *colour,
                      struct out_file *file) {
    const char *scale = column == 2 ? "x_scale" : "y_scale";
    out_print(file,
              "'series.dat' index %d using (($%d-$%d)*%s):(-$1%+g):(2*$%d*%s):(0) with vectors "
              "heads size graph 0.006,90 linewidth 1.4 linecolor '%s' notitle",
              job->block, column, column + 1, scale, lift, column + 1, scale, colour);
}

// Names leave little width to numbers.
static void put_tics(const struct plot_job *job, struct out_file *file) {
    enum { TICS_MAX = 6 };
    static const double steps[] = {1.0, 2.0, 5.0};
    double width = job->x_high - job->x_low, unit = pow(10.0, floor(log10(width)) - 1.0);
    double step = unit;
    for (int i = 0; width / step > TICS_MAX && i < 9; i++)
        step = unit * steps[i % 3] * pow(10.0, i / 3);
    out_print(file, "set xtics %.9g\n", step);
}

static void put_names(const struct named_entry *entry, int count, struct out_file *file) {
    int size = count >= MANY ? 13 : 16;
    out_print(file, "set lmargin at screen %.3f\n",
              0.045 + width_of(longest_of(entry, count), size));
    out_text(file, "set ytics scale 0 (");
    for (int i = 0; i < count; i++) {
        if (i > 0) out_text(file, ", ");
        put_name(file, entry[i].name);
        out_print(file, " %d", -i);
    }
    out_print(file, ") font 'Arial,%d'\n", size);
}

// What the colours mean, below the frame.
static void put_meaning(double at, const char *colour, const char *name, struct out_file *file) {
    out_print(file,
              "set object rectangle from screen %.3f,0.025 to screen %.3f,0.06 fillcolor rgb '%s' "
              "fillstyle solid noborder\nset label ",
              at, at + 0.05, colour);
    gnuplot_quoted(file, name, LETTERS);
    out_print(file, " at screen %.3f,0.043 left font 'Arial,16'\n", at + 0.06);
}

static void bars_script(const struct plot_job *job, const struct named_entry *entry, int count,
                        struct out_file *file) {
    static const char join[] = ", \\\n    ", wide[] = "#bcd9ec", narrow[] = "#17375e";
    put_title(job, file);
    put_tics(job, file);
    put_names(entry, count, file);
    out_text(file, "unset xzeroaxis\nset grid noytics\n"
                   "set arrow from 0,graph 0 to 0,graph 1 nohead linewidth 1 linecolor '#404040'\n"
                   "set bmargin 4.6\n");
    put_meaning(0.25, narrow, job->plot->bar_name[0], file);
    put_meaning(0.5, wide, job->plot->bar_name[1], file);
    out_text(file, "\nplot ");
    put_bar(job, 4, 0.38, wide, file);
    out_text(file, join);
    put_bar(job, 2, 0.2, narrow, file);
    out_text(file, join);
    put_error(job, 4, -0.29, "#202020", file);
    out_text(file, join);
    // a light line shows on the dark bar and beside it
    put_error(job, 2, 0.0, "#c2571a", file);
    out_text(file, "\n");
}

// --- named points --------------------------------------------------------------------------------

// Names stand at the points where they are few, else in a list beside the frame and numbers at the
// points.
enum { NAMED_MOST = 6 };

// Where a text stands, in parts of the frame.
struct place {
    double left, right, height;
};

static bool is_free(const struct place *placed, int count, const struct place *place) {
    const double line = 0.055;
    if (place->height < 0.0 || place->height > 1.0) return false;
    for (int i = 0; i < count; i++) {
        bool is_beside = place->left > placed[i].right || place->right < placed[i].left;
        if (!is_beside && fabs(place->height - placed[i].height) < line) return false;
    }
    return true;
}

// A point is as wide as its mark, or as its error where names are few.
static struct place point_of(const struct plot_job *job, const struct named_entry *entry,
                             bool is_numbered) {
    double half = is_numbered ? 0.0 : entry->error[0] / (job->x_high - job->x_low);
    double x = (entry->x - job->x_low) / (job->x_high - job->x_low);
    double y = (entry->y - job->y_low) / (job->y_high - job->y_low);
    half = fmax(0.01, half);
    return (struct place){x - half, x + half, y};
}

// Above its point to the right; to the left, lower or higher where there is no room.
static struct place place_text(struct place point, double width, const struct place *placed,
                               int count) {
    static const double heights[] = {0.06, -0.06, 0.11, -0.11, 0.16, -0.16, 0.21, -0.21};
    struct place place;
    for (int i = 0; i < 16; i++) {
        place.height = point.height + heights[i / 2];
        place.left = i % 2 == 1 ? point.left - width : point.right;
        place.right = place.left + width;
        if (place.left >= 0.0 && place.right <= 1.02 && is_free(placed, count, &place))
            return place;
    }
    // better over another one than out of the frame
    place.height = point.height + (point.height > 0.5 ? -0.06 : 0.06);
    place.left = fmax(0.0, fmin(point.right, 1.0 - width));
    place.right = place.left + width;
    return place;
}

static void put_at_points(const struct plot_job *job, const struct named_entry *entry, int count,
                          struct out_file *file) {
    struct place placed[2 * PLOT_NAMES_MAX];
    bool is_numbered = count > NAMED_MOST;
    for (int i = 0; i < count; i++)
        placed[i] = point_of(job, &entry[i], is_numbered);
    for (int i = 0; i < count; i++) {
        double letters = is_numbered ? (i < 9 ? 1.0 : 2.0) : letters_of(entry[i].name);
        // the frame is not as wide as the picture
        double width = width_of(letters, 15.0) / (is_numbered ? 0.5 : 0.8);
        struct place point = point_of(job, &entry[i], true);
        struct place place = place_text(point, width, placed, count + i);
        placed[count + i] = place;
        out_text(file, "set label ");
        if (is_numbered)
            out_print(file, "'%d'", i + 1);
        else
            put_name(file, entry[i].name);
        out_print(file, " at graph %.4f,graph %.4f left font 'Arial,15'\n", place.left,
                  place.height);
    }
}

static void put_list(const struct named_entry *entry, int count, struct out_file *file) {
    enum { ROOM = 16 };
    double left = 0.95 - width_of(longest_of(entry, count) + 3.0, 13.0);
    double line = 0.74 / (count > ROOM ? count : ROOM);
    out_print(file, "set rmargin at screen %.3f\n", left - 0.02);
    for (int i = 0; i < count; i++) {
        double height = 0.86 - i * line;
        out_print(file, "set label '%d' at screen %.3f,%.4f right font 'Arial,13'\nset label ",
                  i + 1, left + width_of(2.0, 13.0), height);
        put_name(file, entry[i].name);
        out_print(file, " at screen %.3f,%.4f left font 'Arial,13'\n", left + width_of(3.0, 13.0),
                  height);
    }
}

// The largest first.
static void sort_by_x(struct named_entry *entry, int count) {
    for (int i = 1; i < count; i++) {
        for (int j = i; j > 0 && entry[j - 1].x < entry[j].x; j--) {
            struct named_entry other = entry[j];
            entry[j] = entry[j - 1];
            entry[j - 1] = other;
        }
    }
}

static void named_script(const struct plot_job *job, struct named_entry *entry, int count,
                         struct out_file *file) {
    put_title(job, file);
    sort_by_x(entry, count);
    put_at_points(job, entry, count, file);
    if (count > NAMED_MOST) put_list(entry, count, file);
    out_print(file,
              "\nplot x with lines linewidth 1 dashtype (5,4) linecolor '#8a8d91' notitle, \\\n"
              "    'series.dat' index %d using (($2-$3)*x_scale):($4*y_scale):(2*$3*x_scale):(0) "
              "with vectors heads size graph 0.006,90 linewidth 1.4 linecolor '#4a90c2' notitle, "
              "\\\n    'series.dat' index %d using ($2*x_scale):($4*y_scale) with points "
              "pointtype 7 pointsize 0.75 linecolor '#17375e' notitle\n",
              job->block, job->block);
}

void effects_script(const struct plot_job *job, struct out_file *file) {
    struct named_entry entry[PLOT_NAMES_MAX];
    int count = effects_entries(job, entry);
    if (job->plot->style == PLOT_BARS)
        bars_script(job, entry, count, file);
    else
        named_script(job, entry, count, file);
}
