// An outcome becomes a folder: summary.json, series.csv and further tables, and the order in which
// all files are written.

#define _POSIX_C_SOURCE 200809L

#include "output/output.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/json.h"
#include "files/file.h"
#include "files/files.h"
#include "files/folder.h"
#include "report/report.h"

// --- numbers as text -----------------------------------------------------------------------------

// Each writer makes one file in an open folder and returns 0 or an errno.

// A text as it is.
static int record_text(int folder, const char *name, const char *text) {
    struct out_file file;
    out_open(&file, folder, name);
    out_text(&file, text);
    return out_close(&file);
}

static int put_json(const char *text, size_t size, void *file) {
    out_bytes(file, text, size);
    return ((struct out_file *)file)->error;
}

int record_summary(int folder, const char *name, const json_t *summary) {
    struct out_file file;
    out_open(&file, folder, name);
    if (json_write(summary, put_json, &file) != 0 && file.error == 0) file.error = ENOMEM;
    return out_close(&file);
}

// A column of words has no unit.
static void put_heading(struct out_file *file, const struct table *series, int column) {
    char field[96];
    const char *unit = series->unit[column][0] != '\0' ? series->unit[column] : "1";
    if (series->words[column].count > 0)
        snprintf(field, sizeof field, "%s", series->name[column]);
    else
        snprintf(field, sizeof field, "%s [%s]", series->name[column], unit);
    out_field(file, field, 0);
}

// Header `name [unit]`, shortest numbers; what is not finite is an empty field.
static int record_csv(int folder, const char *name, const struct table *series) {
    struct out_file file;
    out_open(&file, folder, name);
    for (int c = 0; c < series->columns; c++) {
        if (c > 0) out_text(&file, ",");
        put_heading(&file, series, c);
    }
    out_text(&file, "\n");

    const double *value = series->value;
    for (size_t row = 0; row < series->rows && file.error == 0; row++) {
        for (int c = 0; c < series->columns; c++, value++) {
            if (c > 0) out_text(&file, ",");
            const char *word = table_word(series, c, *value);
            if (word != NULL)
                out_field(&file, word, 0);
            else
                out_cell(&file, *value);
        }
        out_text(&file, "\n");
    }
    return out_close(&file);
}

static int is_plain_name(const char *name) {
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_";
    return name[0] != '\0' && name[0] != '-' && name[strspn(name, plain)] == '\0';
}

// NAME.csv for each further table. A name that is no file name everywhere is an EINVAL; `failed`
// becomes the name of a file that could not be written.
static int record_further(int folder, const struct outcome *outcome, char failed[32]) {
    int error = 0;
    for (int i = 0; i < outcome->extra_count && error == 0; i++) {
        const struct extra_table *further = &outcome->extra[i];
        snprintf(failed, 32, "%s.csv", further->name);
        error = is_plain_name(further->name) ? record_csv(folder, failed, &further->table) : EINVAL;
    }
    return error;
}

#ifndef DP_HDF5_SONAME  // built without HDF5
int record_hdf5(int folder, const char *name, const struct outcome *outcome, char lack[LACK_MAX]) {
    (void)folder, (void)outcome;
    snprintf(lack, LACK_MAX,
             "%s was not written, as this program was built without HDF5 (-DDP_HDF5=OFF); all "
             "tables are in the CSV files.",
             name);
    return 0;
}
#endif

// --- the folder ----------------------------------------------------------------------------------

static int file_diagnostic(const struct out_folder *folder, const char *name, int error,
                           dp_diagnostic *diagnostic) {
    if (error == 0) return 0;
    if (error == EINTR)
        return report_system_error(diagnostic, "interrupted; %.700s was not written", folder->path);
    return report_system_error(diagnostic, "cannot write %.700s/%s: %s", folder->path, name,
                               strerror(error));
}

// The remark is told on the terminal; whoever reads the summary finds it there.
static int note_lack(struct outcome *outcome, const struct out_folder *folder, const char *lack,
                     dp_diagnostic *diagnostic) {
    json_t *notes = json_object_get(outcome->summary, "notes");
    add_remark(diagnostic, "%.700s: %s", folder->path, lack);
    if (notes == NULL) return 0;
    return json_array_append_new(notes, json_text(lack)) == 0 ? 0 : ENOMEM;
}

// Everything that is no picture. The summary says what HDF5 could not, so that comes first.
static int write_numbers(struct outcome *outcome, const struct out_folder *folder,
                         char lack[LACK_MAX], dp_diagnostic *diagnostic) {
    char further[32] = "";
    const char *name = "scenario.yaml";
    int error = record_text(folder->self, name, outcome->scenario != NULL ? outcome->scenario : "");
    if (error == 0) error = record_hdf5(folder->self, name = "series.h5", outcome, lack);
    if (error == 0 && lack[0] != '\0') error = note_lack(outcome, folder, lack, diagnostic);
    if (error == 0) error = record_summary(folder->self, name = "summary.json", outcome->summary);
    if (error == 0) error = record_csv(folder->self, name = "series.csv", &outcome->series);
    if (error == 0) {
        name = further;
        error = record_further(folder->self, outcome, further);
    }
    return file_diagnostic(folder, name, error, diagnostic);
}

// A picture that could not be drawn is no failure, but nobody should have to find out by himself.
static void tell_undrawn(const struct out_folder *folder, const struct plot_jobs *jobs,
                         dp_diagnostic *diagnostic) {
    const char *reason = NULL;
    int missing = 0;
    for (int i = 0; i < jobs->count && !call_stops(jobs->call); i++) {
        const struct plot_job *job = &jobs->item[i];
        if (job->is_drawn || job->curve_count == 0) continue;
        if (missing++ == 0) reason = job->reason;
    }
    if (missing > 0)
        add_remark(diagnostic, "%.700s: %d of %d plots could not be drawn (%s)", folder->path,
                   missing, jobs->count, reason);
}

static int write_pictures(const struct outcome *outcome, const struct out_folder *folder,
                          const char *lack, const struct call *call, dp_diagnostic *diagnostic) {
    struct plot_jobs jobs = {.call = call};
    const char *name = "plots";
    int error = plots_write(folder->plots, outcome, &jobs);
    if (error == 0 && jobs.remark[0] != '\0')
        add_remark(diagnostic, "%.700s: %s", folder->path, jobs.remark);
    else if (error == 0)
        tell_undrawn(folder, &jobs, diagnostic);
    // who is asked to end now leaves the pictures out, but loses nothing that was computed
    if (error == 0) {
        const struct report report = {outcome, &jobs, lack};
        error = report_write(folder->self, name = "report.html", folder->plots, &report);
    }
    return file_diagnostic(folder, name, error, diagnostic);
}

static int write_folder(struct outcome *outcome, const char *dir, int force, int own,
                        int has_pictures, const struct call *call, dp_diagnostic *diagnostic) {
    struct out_folder folder;
    char lack[LACK_MAX] = "";
    diagnostic->remarks[0] = '\0';
    int status = folder_check(dir, force, own, diagnostic);
    if (status != 0) return status;

    call_guard(call, DP_GUARD_WRITE);
    status = folder_init(&folder, dir, diagnostic);
    folder.own = own;
    if (status == 0) status = folder_begin(&folder, diagnostic);
    if (status == 0 && !has_pictures) unlinkat(folder.self, "plots", AT_REMOVEDIR);
    if (status == 0) status = write_numbers(outcome, &folder, lack, diagnostic);
    if (status == 0 && has_pictures)
        status = write_pictures(outcome, &folder, lack, call, diagnostic);
    if (status == 0) status = folder_finish(&folder, force, diagnostic);
    folder_end(&folder);
    call_guard(call, DP_GUARD_END);
    return status;
}

int output_write(struct outcome *outcome, const char *dir, int force, int own,
                 const struct call *call, dp_diagnostic *diagnostic) {
    return write_folder(outcome, dir, force, own, 1, call, diagnostic);
}

int output_write_beside(struct outcome *outcome, const char *dir, int fd, const struct call *call,
                        dp_diagnostic *diagnostic) {
    struct out_folder folder;
    char lack[LACK_MAX] = "";
    diagnostic->remarks[0] = '\0';
    call_guard(call, DP_GUARD_WRITE);
    int status = folder_begin_beside(&folder, dir, fd, diagnostic);
    if (status == 0) status = write_numbers(outcome, &folder, lack, diagnostic);
    if (status == 0) status = write_pictures(outcome, &folder, lack, call, diagnostic);
    if (status == 0) status = folder_finish_beside(&folder, diagnostic);
    folder_end(&folder);
    call_guard(call, DP_GUARD_END);
    return status;
}

int output_write_partial(struct outcome *outcome, const char *dir, int force,
                         const struct call *call, dp_diagnostic *diagnostic) {
    return write_folder(outcome, dir, force, -1, 0, call, diagnostic);
}

// --- asked before a long run ---------------------------------------------------------------------

int output_check_above(const char *dir, dp_diagnostic *diagnostic) {
    struct out_folder folder;
    struct stat status;
    int result = folder_init(&folder, dir, diagnostic);
    if (result == 0 && lstat(folder.path, &status) == 0 && S_ISLNK(status.st_mode))
        result = report_system_error(diagnostic,
                                     "%.700s is a symbolic link; name the folder itself", dir);
    folder_end(&folder);
    return result;
}

int output_check_descriptors(dp_diagnostic *diagnostic) {
    enum { NEEDED = 13 };
    int fd[NEEDED], count = 0;
    while (count < NEEDED && (fd[count] = open("/dev/null", O_RDONLY | O_CLOEXEC)) >= 0)
        count++;
    int error = errno, has_all = count == NEEDED;
    while (count > 0)
        close(fd[--count]);
    if (has_all) return 0;
    return report_system_error(diagnostic, "results need %d descriptors of files (ulimit -n): %s",
                               NEEDED, strerror(error));
}

int output_check(const char *dir, int force, dp_diagnostic *diagnostic) {
    int status = output_check_descriptors(diagnostic);
    return status == 0 ? folder_check(dir, force, -1, diagnostic) : status;
}
