// A map: one column as colours over a grid that two others span. A small one is drawn cell by cell,
// a large one is an image inside the SVG: gnuplot puts it there as a PNG, so that 450 x 300 cells
// take some 50 kB, 0.5 MB if they were noise, where as many rectangles would take 15 MB.

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/html.h"
#include "report/plot.h"

enum {
    CELLS_MAX = 2500,  // drawn one by one
    SHARP = 256,       // dots along an axis, for viewers that blur an image they enlarge
    TICS_MAX = 9,
};

// --- the grid ------------------------------------------------------------------------------------

// Two columns span the grid; a third gives the value of each cell. Every cell has the same size on
// paper. Where values are closer than cells, a cell shows the one of largest magnitude: the pulse
// of a chain is a few beads long and passes in a few rows, so that taking every n-th row would
// break it into dots or lose it, and a mean would make it weak. Where values are farther apart than
// cells, each fills all cells nearer to it than to its neighbours.

// Where the values of an axis stand on paper.
enum spacing {
    EVEN,     // where they are
    DECADES,  // where their logarithms are
    COUNTED,  // one after the other, for words and lists
    SCALED,   // where they are, but the steps between them differ
};

struct axis {
    double *value;  // of the column, each once, ascending, in units of the axis
    size_t count;
    enum spacing spacing;
    double low, high;  // edges on paper
    size_t cells;      // of equal width between the edges
};

struct grid {
    struct axis x, y;
    double *z;  // a row of x.cells for each cell of y, from below; NaN: nothing there
};

enum {
    // the dots of a picture in its own size. A viewer that makes it smaller blends no more than two
    // rows of an image into one of its own, so that with more cells single rows would get lost: in
    // a report with two pictures beside each other they are drawn at 0.6 of their size.
    X_MAX = 450,
    Y_MAX = 300,
    VALUES_MAX = 1 << 16,  // along an axis
};

// Place of a value, or where it belongs.
static size_t search(const struct axis *axis, double value) {
    size_t low = 0, high = axis->count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (axis->value[middle] < value)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static int insert(struct axis *axis, double value) {
    size_t at = search(axis, value);
    if (at < axis->count && axis->value[at] == value) return 1;
    if (axis->count == VALUES_MAX) return 0;
    memmove(axis->value + at + 1, axis->value + at, (axis->count - at) * sizeof value);
    axis->value[at] = value;
    axis->count++;
    return 1;
}

static double place(const struct axis *axis, size_t index) {
    if (axis->spacing == COUNTED) return (double)index;
    return axis->spacing == DECADES ? log10(axis->value[index]) : axis->value[index];
}

static int is_even(const struct axis *axis) {
    double first = place(axis, 0), step = (place(axis, axis->count - 1) - first);
    step /= (double)(axis->count - 1);
    for (size_t i = 1; i < axis->count; i++) {
        if (fabs(place(axis, i) - first - (double)i * step) > 1e-3 * step) return 0;
    }
    return 1;
}

static void set_spacing(struct axis *axis, int has_words, int is_field) {
    axis->spacing = EVEN;
    if (has_words || axis->count < 2) axis->spacing = COUNTED;
    if (axis->spacing == COUNTED || is_even(axis)) return;
    axis->spacing = is_field ? SCALED : DECADES;
    if (is_field) return;
    if (!(axis->value[0] > 0.0) || !is_even(axis)) axis->spacing = COUNTED;
}

// Half a step beyond the outermost values.
static void set_cells(struct axis *axis, size_t most) {
    size_t last = axis->count - 1;
    double first_step = axis->count > 1 ? place(axis, 1) - place(axis, 0) : 1.0;
    double last_step = axis->count > 1 ? place(axis, last) - place(axis, last - 1) : 1.0;
    axis->low = place(axis, 0) - 0.5 * first_step;
    axis->high = place(axis, last) + 0.5 * last_step;
    axis->cells = axis->spacing == SCALED || axis->count > most ? most : axis->count;
}

static int axis_init(struct axis *axis, const struct plot_job *job, int column, double scale,
                     size_t most) {
    const struct table *table = job->table;
    *axis = (struct axis){.value = malloc(VALUES_MAX * sizeof(double))};
    if (axis->value == NULL) return 0;
    for (size_t row = 0; row < table->rows; row++) {
        double value = table_at(table, row, column) * scale;
        if (isfinite(value) && !insert(axis, value)) return 0;
    }
    if (axis->count == 0) return 0;
    set_spacing(axis, table->words[column].count > 0, job->plot->field);
    set_cells(axis, most);
    return 1;
}

// Width of a cell on paper.
static double axis_step(const struct axis *axis) {
    return (axis->high - axis->low) / (double)axis->cells;
}

// Cells whose middle is nearer to this value than to its neighbours; if none is, the cell the value
// is in. Returns the first and sets the last.
static size_t cells_of(const struct axis *axis, size_t index, size_t *last) {
    double step = axis_step(axis), at = place(axis, index);
    double before = index > 0 ? 0.5 * (place(axis, index - 1) + at) : axis->low;
    double after = index + 1 < axis->count ? 0.5 * (at + place(axis, index + 1)) : axis->high;
    double from = ceil((before - axis->low) / step - 0.5);
    double to = ceil((after - axis->low) / step - 0.5) - 1.0;
    if (to < from) from = to = floor((at - axis->low) / step);
    double most = (double)axis->cells - 1.0;
    *last = (size_t)fmax(0.0, fmin(to, most));
    return (size_t)fmax(0.0, fmin(from, most));
}

static void paint(struct grid *grid, size_t x, size_t y, double z) {
    size_t x_last, y_last;
    size_t x_first = cells_of(&grid->x, x, &x_last), y_first = cells_of(&grid->y, y, &y_last);
    for (size_t j = y_first; j <= y_last; j++) {
        for (size_t i = x_first; i <= x_last; i++) {
            double *cell = &grid->z[j * grid->x.cells + i];
            if (isnan(*cell) || fabs(z) > fabs(*cell)) *cell = z;
        }
    }
}

// Over places nothing is no colour.
static int is_blank(const struct plot_job *job, double z) {
    return job->plot->circle > 0.0 && z == 0.0;
}

// Find the axes, and with `is_full` the cells. Returns 0 when the rows make no grid or memory is
// short. `share` of the cells that a picture has at most, along each axis. Release it in any case.
static int grid_init(struct grid *grid, const struct plot_job *job, int is_full, double share) {
    const struct table *table = job->table;
    double x_scale = plot_scale(job->plot->x_scale);
    double y_scale = plot_scale(job->plot->y_scale);
    *grid = (struct grid){.z = NULL};
    if (!axis_init(&grid->x, job, job->x, x_scale, (size_t)(X_MAX * share))) return 0;
    if (!axis_init(&grid->y, job, job->y[0], y_scale, (size_t)(Y_MAX * share))) return 0;
    if (!is_full) return 1;
    size_t count = grid->x.cells * grid->y.cells;
    grid->z = malloc(count * sizeof *grid->z);
    if (grid->z == NULL) return 0;
    for (size_t i = 0; i < count; i++)
        grid->z[i] = NAN;
    for (size_t row = 0; row < table->rows; row++) {
        double x = table_at(table, row, job->x) * x_scale;
        double y = table_at(table, row, job->y[0]) * y_scale;
        double z = table_at(table, row, job->z);
        if (isfinite(x) && isfinite(y) && isfinite(z) && !is_blank(job, z))
            paint(grid, search(&grid->x, x), search(&grid->y, y), z);
    }
    return 1;
}

static void grid_free(struct grid *grid) {
    free(grid->x.value);
    free(grid->y.value);
    free(grid->z);
}

// --- is there something to draw? -----------------------------------------------------------------

static int has_values(const struct table *table, int column) {
    for (size_t row = 0; row < table->rows; row++) {
        if (isfinite(table_at(table, row, column))) return 1;
    }
    return 0;
}

void map_init(struct plot_job *job) {
    const struct table *table = job->table;
    struct grid grid;
    job->z = table_column(table, job->plot->z);
    job->curve_count = 0;
    if (job->z < 0 || !has_values(table, job->z)) {
        snprintf(job->reason, sizeof job->reason, "the table has no values for it");
        return;
    }
    if (grid_init(&grid, job, 0, 1.0)) {
        job->curve_count = 1;
        job->x_low = grid.x.low;
        job->x_high = grid.x.high;
        job->y_low = grid.y.low;
        job->y_high = grid.y.high;
    } else {
        job->lacks_memory = grid.x.value == NULL || (grid.x.cells > 0 && grid.y.value == NULL);
        snprintf(job->reason, sizeof job->reason, "its rows make no grid");
    }
    grid_free(&grid);
}

// --- the data ------------------------------------------------------------------------------------

static int is_image(const struct grid *grid) {
    return grid->x.cells * grid->y.cells > CELLS_MAX;
}

// How often a cell is repeated in an image, so that its edges stay sharp.
static size_t dots(const struct axis *axis) {
    return axis->cells < SHARP ? (SHARP + axis->cells - 1) / axis->cells : 1;
}

static void put_z(struct out_file *file, double z, const char *end) {
    // colours have some 250 steps
    if (isfinite(z))
        out_print(file, "%.5g%s", z, end);
    else
        out_print(file, "NaN%s", end);
}

static void put_cells(const struct grid *grid, struct out_file *file) {
    for (size_t y = 0; y < grid->y.cells; y++) {
        for (size_t x = 0; x < grid->x.cells; x++) {
            double z = grid->z[y * grid->x.cells + x];
            // gnuplot would draw it white
            if (!isfinite(z)) continue;
            out_print(file, "%.9g %.9g ", grid->x.low + ((double)x + 0.5) * axis_step(&grid->x),
                      grid->y.low + ((double)y + 0.5) * axis_step(&grid->y));
            put_z(file, z, "\n");
        }
    }
}

static void put_image(const struct grid *grid, struct out_file *file) {
    size_t columns = grid->x.cells * dots(&grid->x), rows = grid->y.cells * dots(&grid->y);
    for (size_t row = 0; row < rows; row++) {
        const double *z = grid->z + row / dots(&grid->y) * grid->x.cells;
        for (size_t column = 0; column < columns; column++)
            put_z(file, z[column / dots(&grid->x)], column + 1 < columns ? " " : "\n");
    }
}

int map_data(const struct plot_job *job, struct out_file *file) {
    struct grid grid;
    int is_done = grid_init(&grid, job, 1, 1.0);
    if (is_done && is_image(&grid))
        put_image(&grid, file);
    else if (is_done)
        put_cells(&grid, file);
    out_text(file, "\n\n");
    grid_free(&grid);
    return is_done;
}

// --- for a script of the page -----------------------------------------------------------------

// What an axis says of itself, and where its cells are in SI. Cells one after the other have words.
static void put_axis_json(const struct plot_job *job, const struct axis *axis, int column,
                          const char *label, double scale, struct out_file *file) {
    char text[128], value[32];
    label_text(label, text, sizeof text);
    out_text(file, "{\"label\":");
    html_json(file, text);
    out_print(file, ",\"scale\":%.17g,\"log\":%s", axis->spacing == COUNTED ? 1.0 : scale,
              axis->spacing == DECADES ? "true" : "false");
    if (axis->spacing == COUNTED) out_text(file, ",\"words\":[");
    for (size_t i = 0; axis->spacing == COUNTED && i < axis->cells; i++) {
        size_t at = axis->cells < axis->count ? i * axis->count / axis->cells : i;
        const char *word = table_word(job->table, column, axis->value[at]);
        snprintf(value, sizeof value, "%.4g", axis->value[at]);
        out_text(file, i > 0 ? "," : "");
        html_json(file, word != NULL ? word : value);
    }
    out_text(file, axis->spacing == COUNTED ? "]}" : "}");
}

static void put_places_json(const struct axis *axis, double scale, struct out_file *file) {
    out_text(file, "[");
    for (size_t i = 0; i < axis->cells; i++) {
        double at = axis->low + ((double)i + 0.5) * axis_step(axis);
        if (axis->spacing == DECADES) at = pow(10.0, at);
        at = axis->spacing == COUNTED ? (double)i : at / scale;
        out_print(file, "%s%.9g", i > 0 ? "," : "", at);
    }
    out_text(file, "]");
}

static void put_numbers_json(const struct grid *grid, struct out_file *file) {
    for (size_t k = 0; k < grid->x.cells * grid->y.cells; k++) {
        const char *before = k == 0 ? "[[" : k % grid->x.cells == 0 ? "],[" : ",";
        if (isfinite(grid->z[k]))
            out_print(file, "%s%.7g", before, grid->z[k]);
        else
            out_print(file, "%snull", before);
    }
    out_text(file, "]]");
}

// 1 to 65535 from the lowest to the highest value, 0: none; where they differ by decades, so do the
// steps.
static void put_bits_json(const struct grid *grid, struct out_file *file) {
    size_t count = grid->x.cells * grid->y.cells;
    unsigned char *bytes = malloc(2 * count);
    double low = INFINITY, high = -INFINITY;
    if (bytes == NULL) {
        if (file->error == 0) file->error = ENOMEM;
        return;
    }
    for (size_t k = 0; k < count; k++) {
        if (!isfinite(grid->z[k])) continue;
        low = fmin(low, grid->z[k]);
        high = fmax(high, grid->z[k]);
    }
    int is_log = low > 0.0 && high > 100.0 * low;
    double from = is_log ? log(low) : low, span = (is_log ? log(high) : high) - from;
    for (size_t k = 0; k < count; k++) {
        double z = is_log ? log(grid->z[k]) : grid->z[k];
        unsigned value = !isfinite(grid->z[k]) ? 0
                         : span > 0.0          ? 1 + (unsigned)lround((z - from) / span * 65534.0)
                                               : 1;
        bytes[2 * k] = (unsigned char)(value >> 8);
        bytes[2 * k + 1] = (unsigned char)(value & 255);
    }
    out_print(file, "{\"low\":%.9g,\"high\":%.9g,\"log\":%s,\"bits\":\"", low, high,
              is_log ? "true" : "false");
    html_base64(file, bytes, 2 * count);
    out_text(file, "\"}");
    free(bytes);
}

void map_json(const struct plot_job *job, struct out_file *file, size_t cells) {
    const struct plot *plot = job->plot;
    struct grid grid;
    double share = fmin(1.0, sqrt((double)cells / ((double)X_MAX * Y_MAX)));
    double x_scale = plot_scale(plot->x_scale), y_scale = plot_scale(plot->y_scale);
    char label[2 * sizeof plot->z_label];
    if (grid_init(&grid, job, 1, share)) {
        out_text(file, "\"x\":");
        put_axis_json(job, &grid.x, job->x, plot->x_label, x_scale, file);
        out_text(file, ",\"y\":");
        put_axis_json(job, &grid.y, job->y[0], plot->y_label, y_scale, file);
        label_text(plot->z_label, label, sizeof label);
        out_text(file, ",\"z\":{\"label\":");
        html_json(file, label);
        out_print(file, ",\"scale\":%.17g,\"field\":%s},\"map\":{\"x\":", plot_scale(plot->z_scale),
                  plot->field ? "true" : "false");
        put_places_json(&grid.x, x_scale, file);
        out_text(file, ",\"y\":");
        put_places_json(&grid.y, y_scale, file);
        out_text(file, ",\"z\":");
        if (is_image(&grid))
            put_bits_json(&grid, file);
        else
            put_numbers_json(&grid, file);
        out_text(file, "}");
    } else if (file->error == 0) {
        file->error = ENOMEM;
    }
    grid_free(&grid);
}

// --- the script ----------------------------------------------------------------------------------

static void put_tic(struct out_file *file, int *count, double value, double at) {
    out_print(file, "%s'%.4g' %.9g", *count > 0 ? ", " : "", value, at);
    (*count)++;
}

// Whole decades; 2 and 5 between them where there is room.
static void decade_tics(const struct axis *axis, struct out_file *file, int *count) {
    static const double steps[] = {1.0, 2.0, 5.0};
    double low = axis->value[0], high = axis->value[axis->count - 1];
    int from = (int)floor(log10(low)), to = (int)ceil(log10(high));
    int is_fine = to - from <= 3, skip = 1 + (to - from) / TICS_MAX;
    for (int decade = from; decade <= to; decade++) {
        for (int i = 0; i < (is_fine ? 3 : 1); i++) {
            double value = steps[i] * pow(10.0, decade);
            if (value < 0.999 * low || value > 1.001 * high || (decade - from) % skip != 0)
                continue;
            put_tic(file, count, value, log10(value));
        }
    }
}

static void put_tics(const struct axis *axis, const struct table *table, int column,
                     const char *name, struct out_file *file) {
    int count = 0;
    if (table->words[column].count > 0) {
        word_tics(table, column, name, file);
        return;
    }
    if (axis->spacing == EVEN || axis->spacing == SCALED) return;
    out_print(file, "set %s (", name);
    if (axis->spacing == DECADES) decade_tics(axis, file, &count);
    size_t step = (axis->count + TICS_MAX - 1) / TICS_MAX;
    for (size_t i = 0; axis->spacing == COUNTED && i < axis->count; i += step)
        put_tic(file, &count, axis->value[i], (double)i);
    out_text(file, ")\n");
}

// What the colours stand for.
struct colours {
    double low, high;
    int has_signs;    // both of them, of comparable size
    int is_negative;  // the large values are
    int is_log;
    int is_field;
    int is_on_white;  // the lightest colour would not be seen
};

static struct colours colours_of(const struct plot_job *job) {
    // a sign that is smaller than this share of the other is a ripple, not half of the picture
    const double least = 0.1;
    struct colours colours = {.low = INFINITY,
                              .high = -INFINITY,
                              .is_field = job->plot->field,
                              .is_on_white = job->plot->circle > 0.0};
    double scale = plot_scale(job->plot->z_scale);
    for (size_t row = 0; row < job->table->rows; row++) {
        double z = table_at(job->table, row, job->z) * scale;
        if (!isfinite(z) || is_blank(job, z)) continue;
        colours.low = fmin(colours.low, z);
        colours.high = fmax(colours.high, z);
    }
    double below = fmax(0.0, -colours.low), above = fmax(0.0, colours.high);
    colours.has_signs = fmin(below, above) > least * fmax(below, above);
    colours.is_negative = below > above;
    colours.is_log = !job->plot->field && colours.low > 0.0 && colours.high > 100.0 * colours.low;
    if (colours.has_signs) {
        colours.high = fmax(below, above);
        colours.low = -colours.high;
    } else if (job->plot->field) {
        // what no eye tells from nothing is nothing
        if (below < 0.01 * above) colours.low = 0.0;
        if (above < 0.01 * below) colours.high = 0.0;
        colours.low = fmin(colours.low, 0.0);
        colours.high = fmax(colours.high, 0.0);
    }
    return colours;
}

// Nothing is the lightest colour; a ripple of the other sign has a tint of its own.
static void put_ripple(const struct colours *colours, const char *const *colour, int count,
                       struct out_file *file) {
    static const char tint[] = "#e6bfa6";
    double step = (colours->is_negative ? colours->low : colours->high) / (count - 1);
    if (!colours->is_negative) out_print(file, "%.6g '%s'", colours->low, tint);
    for (int i = 0; i < count; i++) {
        int at = colours->is_negative ? count - 1 - i : i;
        out_print(file, "%s%.6g '%s'", i > 0 || !colours->is_negative ? ", " : "", at * step,
                  colour[at]);
    }
    if (colours->is_negative) out_print(file, ", %.6g '%s'", colours->high, tint);
    out_text(file, ")\n");
}

// Seven colours at equal steps of lightness L* from 97 to 10, with steps of hue and chroma as equal
// as the screen allows: equal differences look equal, and a grey print keeps the order.
static void put_palette(const struct colours *colours, struct out_file *file) {
    enum { COUNT = 7 };
    static const char *const one_sign[COUNT] = {"#faf7e5", "#c0d594", "#7bb379", "#408d7c",
                                                "#16637d", "#043b6c", "#0f1840"};
    // dark blue below, light yellow above, a grey of middle lightness between them: a grey print
    // tells the signs apart, too
    static const char *const two_signs[COUNT] = {"#001b3f", "#013a71", "#365e8c", "#808080",
                                                 "#cd9c6b", "#f9c570", "#fff6dd"};
    const char *const *colour = colours->has_signs ? two_signs : one_sign;
    int is_reversed = !colours->has_signs && colours->is_negative;
    out_text(file, "set palette defined (");
    if (!colours->has_signs && colours->is_field && colours->low < 0.0 && colours->high > 0.0) {
        put_ripple(colours, one_sign, COUNT, file);
        return;
    }
    int first = colours->is_on_white && !colours->has_signs;
    for (int i = first; i < COUNT; i++)
        out_print(file, "%s%d '%s'", i > first ? ", " : "", i,
                  colour[is_reversed ? COUNT - 1 - i : i]);
    out_text(file, ")\n");
}

static void put_colours(const struct plot_job *job, struct out_file *file) {
    struct colours colours = colours_of(job);
    put_palette(&colours, file);
    out_text(file, "set cbtics nomirror scale 0.5\n");
    if (colours.is_log) out_text(file, "set logscale cb\nset format cb '%g'\n");
    // one colour for a single value
    double room = colours.low < colours.high ? 0.0
                  : colours.low == 0.0       ? 1.0
                                             : 0.1 * fabs(colours.low);
    out_print(file, "set cbrange [%.9g:%.9g]\n", colours.low - room, colours.high + room);
    char label[2 * sizeof job->plot->z_label];
    label_text(job->plot->z_label, label, sizeof label);
    out_text(file, "set cblabel ");
    gnuplot_quoted(file, label, 40);
    out_text(file, " offset 0.5,0\n");
}

static void plot_image(const struct plot_job *job, const struct grid *grid, struct out_file *file) {
    double dx = axis_step(&grid->x) / (double)dots(&grid->x);
    double dy = axis_step(&grid->y) / (double)dots(&grid->y);
    out_print(file,
              "plot 'series.dat' index %d matrix \\\n"
              "    using (%.9g+%.9g*$1):(%.9g+%.9g*$2):($3*z_scale) with image notitle",
              job->block, grid->x.low + 0.5 * dx, dx, grid->y.low + 0.5 * dy, dy);
}

static void plot_cells(const struct plot_job *job, const struct grid *grid, struct out_file *file) {
    // a little more than half a cell, so that no seams show between neighbours
    double dx = 0.52 * axis_step(&grid->x), dy = 0.52 * axis_step(&grid->y);
    out_print(file,
              "plot 'series.dat' index %d using "
              "1:2:($1-%.6g):($1+%.6g):($2-%.6g):($2+%.6g):($3*z_scale) \\\n"
              "    with boxxyerror fillstyle solid noborder linecolor palette notitle",
              job->block, dx, dx, dy, dy);
}

// Over a circle a cell without a value is one where nobody was.
static int has_gaps(const struct plot_job *job, const struct grid *grid) {
    size_t count = job->plot->circle > 0.0 ? 0 : grid->x.cells * grid->y.cells;
    for (size_t i = 0; i < count; i++) {
        if (!isfinite(grid->z[i])) return 1;
    }
    return 0;
}

// Hatched, so that no colour of the map looks like it.
static void put_gaps(struct out_file *file) {
    out_text(file,
             "\n# no value: the run failed, or has no such result\n"
             "set object rectangle from graph 0,0 to graph 1,1 behind fillcolor rgb '#5a6470' "
             "fillstyle pattern 4 noborder\n"
             "set bmargin 4.2\n"
             "set key at screen 0.47,0.015 bottom center horizontal Left reverse samplen 2\n");
}

void map_script(const struct plot_job *job, struct out_file *file) {
    struct grid grid;
    int is_there = grid_init(&grid, job, 1, 1.0), is_gapped = is_there && has_gaps(job, &grid);
    if (is_there) {
        put_tics(&grid.x, job->table, job->x, "xtics", file);
        put_tics(&grid.y, job->table, job->y[0], "ytics", file);
    } else if (file->error == 0) {
        file->error = ENOMEM;
    }
    out_text(file, "unset grid\nunset xzeroaxis\nset border 15 front\n"
                   "set rmargin at screen 0.8\n");
    put_colours(job, file);
    if (is_gapped) put_gaps(file);
    out_print(file, "\nz_scale = %.17g\n", plot_scale(job->plot->z_scale));
    if (is_there && is_image(&grid))
        plot_image(job, &grid, file);
    else if (is_there)
        plot_cells(job, &grid, file);
    if (is_gapped)
        out_text(file,
                 ", \\\n    NaN with boxes fillstyle pattern 4 noborder linecolor rgb '#5a6470' "
                 "title 'no value'");
    out_text(file, is_there ? "\n" : "");
    grid_free(&grid);
}
