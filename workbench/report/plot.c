// All pictures of an outcome: data, scripts, drawings.

#define _POSIX_C_SOURCE 200809L

#include "report/plot.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// Two pictures of one name would overwrite each other.
static void make_unlike(struct plot_jobs *jobs, int index) {
    struct plot_job *job = &jobs->item[index];
    for (int i = 0; i < index; i++) {
        if (strcmp(jobs->item[i].stem, job->stem) != 0) continue;
        snprintf(job->stem, sizeof job->stem, "plot_%d", index + 1);
        i = -1;
    }
}

static int write_data(int folder, struct plot_jobs *jobs) {
    struct out_file file;
    int block = 0;
    out_open(&file, folder, "series.dat");
    out_text(&file, "# Data of the pictures, in SI; thinned where a table is long.\n");
    // gnuplot 5.4 loses a matrix that follows a block with empty lines, so maps come first
    for (int are_maps = 1; are_maps >= 0; are_maps--) {
        for (int i = 0; i < jobs->count; i++) {
            struct plot_job *job = &jobs->item[i];
            if ((job->plot->style == PLOT_MAP) == are_maps) plot_job_data(job, &file, &block);
        }
    }
    return out_close(&file);
}

static int write_script(int folder, const struct plot_job *job) {
    struct out_file file;
    char name[48];
    snprintf(name, sizeof name, "%s.gp", job->stem);
    out_open(&file, folder, name);
    plot_job_script(job, &file);
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

static void draw(const struct call *call, int folder, const char *program, struct plot_job *job) {
    char script[48], drawing[48];
    snprintf(script, sizeof script, "%s.gp", job->stem);
    snprintf(drawing, sizeof drawing, "%s.svg", job->stem);
    int failed = gnuplot_run(call, program, folder, script, job->reason, sizeof job->reason);
    job->is_drawn = !failed && is_complete(folder, drawing);
    if (job->is_drawn) return;
    if (!failed) snprintf(job->reason, sizeof job->reason, "the drawing is not complete");
    unlinkat(folder, drawing, 0);
}

static void draw_all(int folder, struct plot_jobs *jobs) {
    char program[1024];
    int is_there = gnuplot_find(program, sizeof program);
    for (int i = 0; i < jobs->count && !call_stops(jobs->call); i++) {
        struct plot_job *job = &jobs->item[i];
        if (job->curve_count > 0 && is_there) draw(jobs->call, folder, program, job);
    }
    if (!is_there)
        snprintf(
            jobs->remark, sizeof jobs->remark,
            "gnuplot is not installed, so no still pictures were drawn; their scripts and data are "
            "in plots/");
}

int plots_write(int folder, const struct outcome *outcome, struct plot_jobs *jobs) {
    *jobs = (struct plot_jobs){.call = jobs->call};
    if (outcome->plot_count == 0) return 0;
    for (int i = 0; i < outcome->plot_count && i < PLOTS_MAX; i++) {
        const struct plot *plot = &outcome->plot[i];
        plot_job_init(&jobs->item[i], plot, outcome_table(outcome, plot->table));
        plot_job_overlays(&jobs->item[i], outcome);
        plot_job_range(&jobs->item[i]);
        make_unlike(jobs, i);
        jobs->count++;
        if (jobs->item[i].lacks_memory) return ENOMEM;
    }
    int error = write_data(folder, jobs);
    for (int i = 0; i < jobs->count && error == 0; i++) {
        if (jobs->item[i].curve_count > 0) error = write_script(folder, &jobs->item[i]);
    }
    if (error == 0) draw_all(folder, jobs);
    return error;
}
