// Spans of time in lines, one below another: what each joint does when.

#include <math.h>
#include <stdio.h>

#include "report/html.h"
#include "report/plot.h"

// Of very many, spans closer than this share of the picture run together.
static const double finest = 1.0 / 2000.0;
enum { MANY = 4000 };

static double line_of(const struct plot_job *job, size_t row) {
    // the first word stands at the top
    return job->table->words[job->y[0]].count - 1 - table_at(job->table, row, job->y[0]);
}

static bool is_span(const struct plot_job *job, size_t row) {
    const struct table *table = job->table;
    return isfinite(table_at(table, row, job->x)) && isfinite(table_at(table, row, job->z)) &&
           isfinite(line_of(job, row));
}

// gnuplot does not count a block of data without rows: a word without spans has none.
static bool has_spans(const struct plot_job *job, int word) {
    for (size_t row = 0; row < job->table->rows; row++) {
        if (table_at(job->table, row, job->group) == word && is_span(job, row)) return true;
    }
    return false;
}

void spans_init(struct plot_job *job) {
    const struct table *table = job->table;
    int words = 0;
    job->z = table_column(table, job->plot->z);
    job->group = table_column(table, job->plot->group);
    if (job->z >= 0 && job->group >= 0) words = table->words[job->group].count;
    int lines = job->curve_count > 0 ? table->words[job->y[0]].count : 0;
    job->curve_count = 0;
    if (words == 0 || lines == 0 || table->rows == 0) {
        snprintf(job->reason, sizeof job->reason, "the table has no values for it");
        return;
    }
    for (int word = 0; word < words && job->curve_count < CURVES_MAX; word++) {
        if (!has_spans(job, word)) continue;
        job->y[job->curve_count] = job->y[0];
        job->group_value[job->curve_count] = word;
        job->line_style[job->curve_count++] = word;
    }
    if (job->curve_count == 0)
        snprintf(job->reason, sizeof job->reason, "the table has no values for it");
    double scale = plot_scale(job->plot->x_scale);
    job->x_low = INFINITY;
    job->x_high = -INFINITY;
    for (size_t row = 0; row < table->rows; row++) {
        job->x_low = fmin(job->x_low, table_at(table, row, job->x) * scale);
        job->x_high = fmax(job->x_high, table_at(table, row, job->z) * scale);
    }
    job->y_low = -0.6;
    job->y_high = lines - 0.4;
}

// Hands out the spans of a curve: start, end and line.
static void each_span(const struct plot_job *job, int curve, struct out_file *file,
                      void (*put)(struct out_file *file, const double span[3])) {
    const struct table *table = job->table;
    double width = (job->x_high - job->x_low) / plot_scale(job->plot->x_scale);
    double gap = table->rows > MANY ? finest * width : 0.0;
    double span[3] = {0.0, -1.0, -1.0};
    for (size_t row = 0; row < table->rows; row++) {
        if (table_at(table, row, job->group) != job->group_value[curve] || !is_span(job, row))
            continue;
        double start = table_at(table, row, job->x), end = table_at(table, row, job->z);
        double line = line_of(job, row);
        if (line == span[2] && start - span[1] < gap && start >= span[0]) {
            span[1] = fmax(span[1], end);
            continue;
        }
        if (span[0] <= span[1]) put(file, span);
        span[0] = start;
        span[1] = end;
        span[2] = line;
    }
    if (span[0] <= span[1]) put(file, span);
}

static void put_row(struct out_file *file, const double span[3]) {
    out_print(file, " %.9g %.9g %g\n", span[0], span[1], span[2]);
}

void spans_data(const struct plot_job *job, struct out_file *file, int *block) {
    for (int i = 0; i < job->curve_count; i++) {
        out_print(file, "# index %d, for %s.gp: start, end, line\n", (*block)++, job->stem);
        each_span(job, i, file, put_row);
        out_text(file, "\n\n");
    }
}

// In a page a span is a piece of a wide line.
static void put_ends_json(struct out_file *file, const double span[3]) {
    out_print(file, "%.9g,%.9g,null,", span[0], span[1]);
}

static void put_lines_json(struct out_file *file, const double span[3]) {
    out_print(file, "%g,%g,null,", span[2], span[2]);
}

void spans_json(const struct plot_job *job, struct out_file *file) {
    const struct words *words = &job->table->words[job->y[0]];
    static const int colours[] = {4, 2, 6};  // as in the script, of the colours of curves
    enum { COLOURS = sizeof colours / sizeof *colours };
    out_text(file, ",\"y\":{\"label\":\"\",\"words\":[");
    for (int i = words->count - 1; i >= 0; i--) {
        html_json(file, words->item[i]);
        out_text(file, i > 0 ? "," : "]},\"curves\":[");
    }
    for (int i = 0; i < job->curve_count; i++) {
        int style = job->line_style[i];
        const char *word = table_word(job->table, job->group, style);
        out_text(file, i > 0 ? ",{\"name\":" : "{\"name\":");
        html_json(file, word != NULL ? word : "");
        out_print(file, ",\"colour\":%d,\"%s\":true,\"x\":[",
                  style < COLOURS ? colours[style] : style, style == 0 ? "thin" : "wide");
        each_span(job, i, file, put_ends_json);
        out_text(file, "null],\"y\":[");
        each_span(job, i, file, put_lines_json);
        out_text(file, "null]}");
    }
    out_text(file, "]");
}

static void put_lines(const struct plot_job *job, struct out_file *file) {
    const struct words *words = &job->table->words[job->y[0]];
    out_text(file, "unset xzeroaxis\nset grid noytics\nset ytics (");
    for (int i = 0; i < words->count; i++) {
        if (i > 0) out_text(file, ", ");
        gnuplot_quoted(file, words->item[i], 20);
        out_print(file, " %d", words->count - 1 - i);
    }
    out_text(file, ")\n");
}

void spans_script(const struct plot_job *job, struct out_file *file) {
    // rest, what lasts, what is short: apart in grey, too
    static const char *const colours[] = {"#5a6470", "#7cc0a2", "#b3404a"};
    enum { COLOURS = sizeof colours / sizeof *colours };
    put_lines(job, file);
    out_text(file, "\nplot ");
    for (int i = 0; i < job->curve_count; i++) {
        int style = job->line_style[i], last = job->table->words[job->group].count - 1;
        const char *colour = style < COLOURS ? colours[style] : plot_colour(style);
        const char *word = table_word(job->table, job->group, style);
        out_print(file, "%s'series.dat' index %d using ($1*x_scale):3:", i > 0 ? ", \\\n    " : "",
                  job->block + i);
        // a border keeps the shortest visible
        if (style == 0)
            out_print(file,
                      "(($2-$1)*x_scale):(0) with vectors nohead linewidth 1.2 linecolor "
                      "'%s' title ",
                      colour);
        else
            out_print(file,
                      "($1*x_scale):($2*x_scale):($3-0.28):($3+0.28) with boxxyerror fillstyle "
                      "solid %s linewidth 0.8 linecolor '%s' title ",
                      style < last ? "noborder" : "border", colour);
        gnuplot_quoted(file, word != NULL ? word : "", 28);
    }
    out_text(file, "\n");
}
