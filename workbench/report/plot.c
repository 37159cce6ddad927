// All pictures of an outcome: data, scripts, drawings.

#define _POSIX_C_SOURCE 200809L

#include "report/plot.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "files/interrupt.h"

// Two pictures of one name would overwrite each other.
static void make_unlike(struct sketches *sketches, int index) {
    struct sketch *sketch = &sketches->item[index];
    for (int i = 0; i < index; i++) {
        if (strcmp(sketches->item[i].stem, sketch->stem) != 0) continue;
        snprintf(sketch->stem, sizeof sketch->stem, "plot_%d", index + 1);
        i = -1;
    }
}

static int write_data(int folder, struct sketches *sketches) {
    struct out_file file;
    int block = 0;
    out_open(&file, folder, "series.dat");
    out_text(&file, "# Data of the pictures, in SI; thinned where a table is long.\n");
    for (int i = 0; i < sketches->count; i++)
        sketch_data(&sketches->item[i], &file, &block);
    return out_close(&file);
}

static int write_script(int folder, const struct sketch *sketch) {
    struct out_file file;
    char name[48];
    snprintf(name, sizeof name, "%s.gp", sketch->stem);
    out_open(&file, folder, name);
    sketch_script(sketch, &file);
    return out_close(&file);
}

// gnuplot may say that all is well when the disk is full: see that the drawing ends as it should.
static int is_complete(int folder, const char *name) {
    char end[16] = "";
    int fd = file_open(folder, name, O_RDONLY, 0);
    if (fd < 0) return 0;
    off_t size = lseek(fd, 0, SEEK_END);
    off_t from = size > (off_t)sizeof end - 1 ? size - (off_t)sizeof end + 1 : 0;
    ssize_t count = pread(fd, end, sizeof end - 1, from);
    int complete = count > 0 && strstr(end, "</svg>") != NULL && out_sync(fd) == 0;
    close(fd);
    return complete;
}

static void draw(int folder, const char *program, struct sketch *sketch) {
    char script[48], drawing[48];
    snprintf(script, sizeof script, "%s.gp", sketch->stem);
    snprintf(drawing, sizeof drawing, "%s.svg", sketch->stem);
    int failed = gnuplot_run(program, folder, script, sketch->reason, sizeof sketch->reason);
    sketch->is_drawn = !failed && is_complete(folder, drawing);
    if (sketch->is_drawn) return;
    if (!failed) snprintf(sketch->reason, sizeof sketch->reason, "the drawing is not complete");
    unlinkat(folder, drawing, 0);
}

static void draw_all(int folder, struct sketches *sketches) {
    char program[1024];
    int is_there = gnuplot_find(program, sizeof program);
    for (int i = 0; i < sketches->count && !out_interrupted(); i++) {
        struct sketch *sketch = &sketches->item[i];
        if (sketch->curve_count > 0 && is_there) draw(folder, program, sketch);
    }
    if (!is_there)
        snprintf(sketches->remark, sizeof sketches->remark,
                 "gnuplot is not installed, so no plots were drawn; their scripts and data are in "
                 "plots/");
}

int plots_write(int folder, const struct outcome *outcome, struct sketches *sketches) {
    *sketches = (struct sketches){0};
    if (outcome->plot_count == 0) return 0;
    for (int i = 0; i < outcome->plot_count && i < PLOTS_MAX; i++) {
        const struct plot *plot = &outcome->plot[i];
        sketch_init(&sketches->item[i], plot, outcome_table(outcome, plot->table));
        sketch_range(&sketches->item[i]);
        make_unlike(sketches, i);
        sketches->count++;
        if (sketches->item[i].lacks_memory) return ENOMEM;
    }
    int error = write_data(folder, sketches);
    for (int i = 0; i < sketches->count && error == 0; i++) {
        if (sketches->item[i].curve_count > 0) error = write_script(folder, &sketches->item[i]);
    }
    if (error == 0) draw_all(folder, sketches);
    return error;
}
