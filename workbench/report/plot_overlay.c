// Points over the curves of a picture, with error bars where there are some.

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "report/plot.h"
#include "report/thin.h"

void plot_job_overlays(struct plot_job *job, const struct outcome *outcome) {
    const struct plot *plot = job->plot;
    bool takes_points = plot->style == PLOT_LINES || plot->style == PLOT_POINTS;
    if (job->curve_count == 0 || !takes_points || plot->apart) return;
    for (int i = 0; i < plot->overlay_count; i++) {
        const struct overlay *overlay = &plot->overlay[i];
        struct job_overlay found = {overlay, outcome_table(outcome, overlay->table), -1, -1, -1};
        if (found.table == NULL) continue;
        found.x = table_column(found.table, overlay->x);
        found.y = table_column(found.table, overlay->y);
        if (overlay->sigma[0] != '\0') found.sigma = table_column(found.table, overlay->sigma);
        // gnuplot does not count a block of data without rows
        if (found.x < 0 || found.y < 0 || !plot_has_points(found.table, found.x, found.y)) continue;
        job->overlay[job->overlay_count++] = found;
    }
}

int plot_job_overlay_block(const struct plot_job *job, int overlay) {
    return job->block + job->curve_count + plot_job_has_band(job) + overlay;
}

// Half a bar; 0 where there is none.
static double sigma_at(const struct job_overlay *o, size_t row) {
    double sigma = o->sigma >= 0 ? table_at(o->table, row, o->sigma) : 0.0;
    return isfinite(sigma) ? sigma : 0.0;
}

void overlays_widen(const struct plot_job *job, struct plot_range *range) {
    double x_scale = plot_scale(job->plot->x_scale), y_scale = plot_scale(job->plot->y_scale);
    for (int i = 0; i < job->overlay_count; i++) {
        const struct job_overlay *o = &job->overlay[i];
        for (size_t row = 0; row < o->table->rows; row++) {
            double x = table_at(o->table, row, o->x) * x_scale;
            double y = table_at(o->table, row, o->y) * y_scale;
            double half = fabs(sigma_at(o, row) * y_scale);
            if (!isfinite(x) || !isfinite(y)) continue;
            range->x_low = fmin(range->x_low, x);
            range->x_high = fmax(range->x_high, x);
            // an axis in decades has no place for a bar that reaches down to 0
            bool reaches_zero = job->plot->y_log && y - half <= 0.0;
            range->y_low = fmin(range->y_low, reaches_zero ? y : y - half);
            range->y_high = fmax(range->y_high, y + half);
        }
    }
}

static void put_value(struct out_file *file, double value) {
    if (isfinite(value))
        out_print(file, " %.9g", value);
    else
        out_text(file, " NaN");
}

static void put_points(const struct plot_job *job, const struct job_overlay *o,
                       struct out_file *file) {
    const struct thinning how = {1, job->x_log, job->y_log, 0};
    const int column[] = {o->x, o->y};
    struct choice choice = thin_rows(o->table, column, 2, &how);
    if (choice.row == NULL && file->error == 0) file->error = ENOMEM;
    for (size_t i = 0; i < choice.count; i++) {
        size_t row = choice.row[i];
        if (row == THIN_BREAK) continue;
        put_value(file, table_at(o->table, row, o->x));
        put_value(file, table_at(o->table, row, o->y));
        if (o->sigma >= 0) put_value(file, sigma_at(o, row));
        out_text(file, "\n");
    }
    out_text(file, "\n\n");
    free(choice.row);
}

void overlays_data(const struct plot_job *job, struct out_file *file, int *block) {
    for (int i = 0; i < job->overlay_count; i++) {
        const struct job_overlay *o = &job->overlay[i];
        out_print(file, "# index %d, for %s.gp: points, ", (*block)++, job->stem);
        gnuplot_quoted(file, o->table->name[o->x], 60);
        out_text(file, " ");
        gnuplot_quoted(file, o->table->name[o->y], 60);
        out_text(file, o->sigma >= 0 ? " and sigma\n" : "\n");
        put_points(job, o, file);
    }
}

// Few points stand out, over the curves; many of them are small and below, to let the curves be
// seen.
enum { FEW = 30, MANY = 150 };

static bool is_below(const struct job_overlay *o) {
    return o->sigma >= 0 && o->table->rows > FEW;
}

static const char *size_of(const struct job_overlay *o) {
    if (o->table->rows > MANY) return "0.3";
    return o->table->rows <= FEW ? "0.75" : is_below(o) ? "0.35" : "0.5";
}

static void put_overlay(const struct plot_job *job, int i, struct out_file *file) {
    enum { LETTERS = 28 };
    const struct job_overlay *o = &job->overlay[i];
    int curve = o->overlay->curve;
    // a single curve needs no likeness, but a contrast
    int style = job->curve_count == 1 ? 1 : curve;
    const char *colour = is_below(o) ? "#606060" : curve < 0 ? "#000000" : plot_colour(style);
    int block = plot_job_overlay_block(job, i);
    // gnuplot's own error bars have a gap around the point, in which a short bar is lost
    if (o->sigma >= 0)
        out_print(file,
                  "'series.dat' index %d using ($1*x_scale):(($2-$3)*y_scale):(0):(2*$3*y_scale) "
                  "with vectors heads size graph 0.006,90 linewidth %s linecolor '%s' notitle, "
                  "\\\n    ",
                  block, is_below(o) ? "0.8" : "1.4", colour);
    // hollow ones let the curve be seen; a bar must not be seen through them
    out_print(file,
              "'series.dat' index %d using ($1*x_scale):($2*y_scale) with points linewidth %s "
              "pointtype %d pointsize %s linecolor '%s' title ",
              block, o->table->rows <= FEW ? "2" : "1.5", o->sigma >= 0 ? 7 : 6, size_of(o),
              colour);
    gnuplot_quoted(file, o->overlay->label, LETTERS);
}

void overlays_script_below(const struct plot_job *job, struct out_file *file) {
    for (int i = 0; i < job->overlay_count; i++) {
        if (!is_below(&job->overlay[i])) continue;
        put_overlay(job, i, file);
        out_text(file, ", \\\n    ");
    }
}

void overlays_script(const struct plot_job *job, struct out_file *file) {
    if (job->plot->has_diagonal)
        out_text(file, ", \\\n    x with lines linewidth 1 linecolor '#8a8d91' notitle");
    for (int i = 0; i < job->overlay_count; i++) {
        if (is_below(&job->overlay[i])) continue;
        out_text(file, ", \\\n    ");
        put_overlay(job, i, file);
    }
}
