// series.h5: one dataset per column below /series and below a group for each further table, units
// and scenario as attributes.
//
// The file is made in memory and written like every other, so that a full disk is noticed in one
// place and no path is opened by the HDF5 library. One that is too large for that is written by the
// library, in the same open folder, piece by piece.

#define _GNU_SOURCE  // RTLD_DEFAULT

#include <dlfcn.h>
#include <errno.h>
#include <hdf5.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/utf8.h"
#include "dashpot/version.h"
#include "files/file.h"
#include "output/output.h"

// --- the library ---------------------------------------------------------------------------------

// HDF5, loaded when a file of it is written. Linked in, it would bring thirty shared libraries into
// every start of the program, most of which write no such file. Its header gives the types.

// Its constants call functions of the library, which is opened here by hdf5_load.
#undef H5CHECK
#undef H5OPEN
#define H5CHECK
#define H5OPEN

// Functions: X(Fcreate) is H5Fcreate.
#define HDF5_FUNCTIONS(X)                                                                          \
    X(open)                                                                                        \
    X(Acreate2)                                                                                    \
    X(Awrite)                                                                                      \
    X(Aclose)                                                                                      \
    X(Dcreate2)                                                                                    \
    X(Dwrite)                                                                                      \
    X(Dclose)                                                                                      \
    X(Eget_auto2)                                                                                  \
    X(Eset_auto2)                                                                                  \
    X(Fcreate)                                                                                     \
    X(Fflush)                                                                                      \
    X(Fget_file_image)                                                                             \
    X(Fclose)                                                                                      \
    X(Gcreate2)                                                                                    \
    X(Gclose)                                                                                      \
    X(Lexists)                                                                                     \
    X(Pcreate)                                                                                     \
    X(Pset_chunk)                                                                                  \
    X(Pset_deflate)                                                                                \
    X(Pset_fapl_core)                                                                              \
    X(Pset_link_creation_order)                                                                    \
    X(Pset_obj_track_times)                                                                        \
    X(Pset_shuffle)                                                                                \
    X(Pclose)                                                                                      \
    X(Screate)                                                                                     \
    X(Screate_simple)                                                                              \
    X(Sselect_hyperslab)                                                                           \
    X(Sclose)                                                                                      \
    X(Tcopy)                                                                                       \
    X(Tset_size)                                                                                   \
    X(Tset_cset)                                                                                   \
    X(Tclose)                                                                                      \
    X(Zfilter_avail)

// Identifiers that HDF5 keeps in variables, set by H5open: X(T_C_S1) is H5T_C_S1.
#define HDF5_IDENTIFIERS(X)                                                                        \
    X(P_CLS_DATASET_CREATE_ID)                                                                     \
    X(P_CLS_FILE_ACCESS_ID)                                                                        \
    X(P_CLS_FILE_CREATE_ID)                                                                        \
    X(P_CLS_GROUP_CREATE_ID)                                                                       \
    X(T_C_S1)                                                                                      \
    X(T_IEEE_F64LE)                                                                                \
    X(T_NATIVE_DOUBLE)

#define HDF5_POINTER(name) __typeof__(H5##name) *name;
#define HDF5_IDENTIFIER(name) hid_t name;

struct hdf5 {
    HDF5_FUNCTIONS(HDF5_POINTER)
    HDF5_IDENTIFIERS(HDF5_IDENTIFIER)
};

#undef HDF5_POINTER
#undef HDF5_IDENTIFIER

// The address of a symbol goes where `to` points: ISO C has no cast from an object to a function. A
// process that is linked with HDF5 itself may hold its variables, and the library uses those.
static int find(void *library, const char *name, void *to) {
    void *address = dlsym(RTLD_DEFAULT, name);
    if (address == NULL) address = dlsym(library, name);
    memcpy(to, &address, sizeof address);
    return address != NULL;
}

static int find_functions(void *library, struct hdf5 *h5) {
#define FIND(name) &&find(library, "H5" #name, &h5->name)
    return 1 HDF5_FUNCTIONS(FIND);
#undef FIND
}

static int find_identifiers(void *library, struct hdf5 *h5) {
    const hid_t *at;
#define FIND(name) &&find(library, "H5" #name "_g", &at) && (h5->name = *at) >= 0
    return 1 HDF5_IDENTIFIERS(FIND);
#undef FIND
}

// Load it. 0, or -1 and a reason: it is not there, or is damaged.
static int hdf5_load(struct hdf5 *h5, char *reason, size_t size) {
    // A bare name: the system's places are searched, never the current folder. It stays loaded, as
    // it leaves work for the end of the process.
    void *library = dlopen(DP_HDF5_SONAME, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    int is_whole = library != NULL && find_functions(library, h5) && h5->open() >= 0 &&
                   find_identifiers(library, h5);
    const char *error = is_whole ? NULL : dlerror();
    if (!is_whole) snprintf(reason, size, "%s", error != NULL ? error : DP_HDF5_SONAME " fails");
    if (library != NULL) dlclose(library);
    return is_whole ? 0 : -1;
}

// --- the file ------------------------------------------------------------------------------------

enum { COMPRESS_FROM = 1000, CHUNK = 16384, LEVEL = 4, GROWTH = 1 << 20 };

// Rows that are handed over at a time; bytes of tables from which on the library writes the file.
enum { PIECE = 64 * CHUNK, LARGE = 256 << 20 };

// Of variable length: other texts may not exceed 64 kB, a scenario may. Negative: failed.
static hid_t text_type(const struct hdf5 *h5) {
    hid_t type = h5->Tcopy(h5->T_C_S1);
    if (type >= 0 && h5->Tset_size(type, H5T_VARIABLE) >= 0 &&
        h5->Tset_cset(type, H5T_CSET_UTF8) >= 0)
        return type;
    if (type >= 0) h5->Tclose(type);
    return -1;
}

static int put_attribute(const struct hdf5 *h5, hid_t object, const char *name, const char *text) {
    char *clean = utf8_copy(text != NULL ? text : "");
    if (clean == NULL) return 0;
    hid_t type = text_type(h5);
    hid_t space = h5->Screate(H5S_SCALAR);
    int ok = type >= 0 && space >= 0;
    hid_t attribute = ok ? h5->Acreate2(object, name, type, space, H5P_DEFAULT, H5P_DEFAULT) : -1;
    ok = attribute >= 0 && h5->Awrite(attribute, type, &clean) >= 0;
    if (attribute >= 0) ok = h5->Aclose(attribute) >= 0 && ok;
    if (space >= 0) h5->Sclose(space);
    if (type >= 0) h5->Tclose(type);
    free(clean);
    return ok;
}

// A name that HDF5 takes: not empty, no slash, not a dot, not used yet.
static void link_name(const struct hdf5 *h5, hid_t group, const char *wanted, char *name,
                      size_t size) {
    char base[48];
    snprintf(base, sizeof base, "%s", wanted);
    for (char *c = base; *c != '\0'; c++) {
        if (*c == '/') *c = '_';
    }
    if (base[0] == '\0' || strcmp(base, ".") == 0) strcpy(base, "column");
    snprintf(name, size, "%s", base);
    for (int n = 2; h5->Lexists(group, name, H5P_DEFAULT) > 0; n++)
        snprintf(name, size, "%s_%d", base, n);
}

static int set_layout(const struct hdf5 *h5, hid_t plan, size_t rows) {
    hsize_t chunk = rows < CHUNK ? rows : CHUNK;
    // the same run gives the same bytes
    if (h5->Pset_obj_track_times(plan, 0) < 0) return 0;
    if (rows <= COMPRESS_FROM || h5->Zfilter_avail(H5Z_FILTER_DEFLATE) <= 0) return 1;
    return h5->Pset_chunk(plan, 1, &chunk) >= 0 && h5->Pset_shuffle(plan) >= 0 &&
           h5->Pset_deflate(plan, LEVEL) >= 0;
}

static hid_t new_dataset(const struct hdf5 *h5, hid_t group, const char *name, hid_t type,
                         size_t rows) {
    hsize_t size = rows;
    hid_t space = h5->Screate_simple(1, &size, NULL);
    hid_t plan = h5->Pcreate(h5->P_CLS_DATASET_CREATE_ID);
    int ok = space >= 0 && plan >= 0 && set_layout(h5, plan, rows);
    hid_t dataset =
        ok ? h5->Dcreate2(group, name, type, space, H5P_DEFAULT, plan, H5P_DEFAULT) : -1;
    if (plan >= 0) h5->Pclose(plan);
    if (space >= 0) h5->Sclose(space);
    return dataset;
}

// Some of the rows of a dataset that has `rows` of them.
static int put_piece(const struct hdf5 *h5, hid_t dataset, const double *values, size_t rows,
                     size_t from, size_t count) {
    hsize_t size = rows, start = from, length = count;
    hid_t all = h5->Screate_simple(1, &size, NULL);
    hid_t here = h5->Screate_simple(1, &length, NULL);
    int ok = all >= 0 && here >= 0 &&
             h5->Sselect_hyperslab(all, H5S_SELECT_SET, &start, NULL, &length, NULL) >= 0 &&
             h5->Dwrite(dataset, h5->T_NATIVE_DOUBLE, here, all, H5P_DEFAULT, values) >= 0;
    if (here >= 0) h5->Sclose(here);
    if (all >= 0) h5->Sclose(all);
    return ok;
}

static int put_numbers(const struct hdf5 *h5, hid_t group, const char *name,
                       const struct table *series, int column, hid_t *dataset) {
    size_t rows = series->rows, most = rows < PIECE ? rows : PIECE;
    *dataset = new_dataset(h5, group, name, h5->T_IEEE_F64LE, rows);
    double *values = malloc((most + 1) * sizeof *values);
    int ok = *dataset >= 0 && values != NULL;
    for (size_t from = 0; ok && from < rows; from += most) {
        size_t count = rows - from < most ? rows - from : most;
        // what is missing is NaN in every column: CSV leaves it empty, JSON has null
        for (size_t i = 0; i < count; i++) {
            double value = table_at(series, from + i, column);
            values[i] = isfinite(value) ? value : NAN;
        }
        ok = put_piece(h5, *dataset, values, rows, from, count);
    }
    free(values);
    return ok;
}

static int put_words(const struct hdf5 *h5, hid_t group, const char *name,
                     const struct table *series, int column, hid_t *dataset) {
    const char **values = malloc((series->rows + 1) * sizeof *values);
    hid_t type = text_type(h5);
    for (size_t row = 0; row < series->rows && values != NULL; row++) {
        const char *word = table_word(series, column, table_at(series, row, column));
        values[row] = word != NULL ? word : "";
    }
    int ok = values != NULL && type >= 0;
    *dataset = ok ? new_dataset(h5, group, name, type, series->rows) : -1;
    ok = *dataset >= 0;
    if (ok && series->rows > 0)
        ok = h5->Dwrite(*dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0;
    if (type >= 0) h5->Tclose(type);
    free(values);
    return ok;
}

static int put_column(const struct hdf5 *h5, hid_t group, const struct table *series, int column) {
    char name[64];
    hid_t dataset = -1;
    link_name(h5, group, series->name[column], name, sizeof name);
    int ok = series->words[column].count > 0
                 ? put_words(h5, group, name, series, column, &dataset)
                 : put_numbers(h5, group, name, series, column, &dataset);
    const char *unit = series->unit[column][0] != '\0' ? series->unit[column] : "1";
    ok = ok && put_attribute(h5, dataset, "unit", unit);
    // the name as it is in the other files
    if (ok && strcmp(name, series->name[column]) != 0)
        ok = put_attribute(h5, dataset, "name", series->name[column]);
    if (dataset >= 0) ok = h5->Dclose(dataset) >= 0 && ok;
    return ok;
}

static int put_table(const struct hdf5 *h5, hid_t file, const char *name,
                     const struct table *table) {
    hid_t plan = h5->Pcreate(h5->P_CLS_GROUP_CREATE_ID);
    int ok = plan >= 0 && h5->Pset_obj_track_times(plan, 0) >= 0 &&
             h5->Pset_link_creation_order(plan, H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED) >= 0;
    hid_t group = ok ? h5->Gcreate2(file, name, H5P_DEFAULT, plan, H5P_DEFAULT) : -1;
    ok = group >= 0;
    for (int c = 0; ok && c < table->columns; c++)
        ok = put_column(h5, group, table, c);
    if (group >= 0) ok = h5->Gclose(group) >= 0 && ok;
    if (plan >= 0) h5->Pclose(plan);
    return ok;
}

static int put_tables(const struct hdf5 *h5, hid_t file, const struct outcome *outcome) {
    int ok = put_table(h5, file, "series", &outcome->series);
    for (int i = 0; ok && i < outcome->extra_count; i++)
        ok = put_table(h5, file, outcome->extra[i].name, &outcome->extra[i].table);
    return ok;
}

static hid_t create_in_memory(const struct hdf5 *h5) {
    hid_t access = h5->Pcreate(h5->P_CLS_FILE_ACCESS_ID),
          plan = h5->Pcreate(h5->P_CLS_FILE_CREATE_ID);
    int ok = access >= 0 && plan >= 0 && h5->Pset_fapl_core(access, GROWTH, 0) >= 0 &&
             h5->Pset_obj_track_times(plan, 0) >= 0;
    // HDF5 looks for an old file first; there is none below what is no folder
    hid_t file = ok ? h5->Fcreate("/dev/null/series.h5", H5F_ACC_TRUNC, plan, access) : -1;
    if (access >= 0) h5->Pclose(access);
    if (plan >= 0) h5->Pclose(plan);
    return file;
}

// The bytes of the file; NULL: no memory.
static void *image_of(const struct hdf5 *h5, hid_t file, size_t *size) {
    ssize_t length =
        h5->Fflush(file, H5F_SCOPE_GLOBAL) >= 0 ? h5->Fget_file_image(file, NULL, 0) : -1;
    void *image = length > 0 ? malloc((size_t)length) : NULL;
    if (image != NULL && h5->Fget_file_image(file, image, (size_t)length) != length) {
        free(image);
        image = NULL;
    }
    *size = image != NULL ? (size_t)length : 0;
    return image;
}

static int put_outcome(const struct hdf5 *h5, hid_t file, const struct outcome *outcome) {
    return file >= 0 && put_attribute(h5, file, "title", outcome->title) &&
           put_attribute(h5, file, "kind", outcome->kind) &&
           put_attribute(h5, file, "scenario", outcome->scenario) &&
           put_attribute(h5, file, "program", "dashpot") &&
           put_attribute(h5, file, "version", DP_VERSION_STRING) && put_tables(h5, file, outcome);
}

static int write_image(const struct hdf5 *h5, int folder, const char *name,
                       const struct outcome *outcome) {
    size_t size = 0;
    hid_t image = create_in_memory(h5);
    void *bytes = put_outcome(h5, image, outcome) ? image_of(h5, image, &size) : NULL;
    if (image >= 0) h5->Fclose(image);
    if (bytes == NULL) return ENOMEM;
    struct out_file file;
    out_open(&file, folder, name);
    out_bytes(&file, bytes, size);
    free(bytes);
    return out_close(&file);
}

// --- a large file --------------------------------------------------------------------------------

static int is_large(const struct outcome *outcome) {
    const struct table *series = &outcome->series;
    return series->rows * (size_t)series->columns * sizeof(double) > (size_t)LARGE;
}

// The file is made as all of ours are, exclusively; the library opens that very file.
static int write_large(const struct hdf5 *h5, int folder, const char *name,
                       const struct outcome *outcome) {
    char path[64];
    int fd = file_new(folder, name);
    if (fd < 0) return errno;
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    hid_t plan = h5->Pcreate(h5->P_CLS_FILE_CREATE_ID);
    int ok = plan >= 0 && h5->Pset_obj_track_times(plan, 0) >= 0;
    errno = 0;
    hid_t file = ok ? h5->Fcreate(path, H5F_ACC_TRUNC, plan, H5P_DEFAULT) : -1;
    ok = put_outcome(h5, file, outcome);
    if (file >= 0) ok = h5->Fclose(file) >= 0 && ok;
    int error = ok ? 0 : errno != 0 ? errno : EIO;
    if (plan >= 0) h5->Pclose(plan);
    if (error == 0) error = out_sync(fd);
    close(fd);
    return error;
}

int record_hdf5(int folder, const char *name, const struct outcome *outcome, char lack[LACK_MAX]) {
    H5E_auto2_t report;
    void *user;
    struct hdf5 library;
    const struct hdf5 *h5 = &library;
    char reason[200];
    lack[0] = '\0';
    if (hdf5_load(&library, reason, sizeof reason) != 0) {
        snprintf(lack, LACK_MAX,
                 "%s was not written, as HDF5 could not be loaded (%s); all tables are in the CSV "
                 "files. Debian has HDF5 in the package libhdf5-103-1.",
                 name, reason);
        return 0;
    }
    // diagnostics are ours to make
    h5->Eget_auto2(H5E_DEFAULT, &report, &user);
    h5->Eset_auto2(H5E_DEFAULT, NULL, NULL);
    int error = is_large(outcome) ? write_large(h5, folder, name, outcome)
                                  : write_image(h5, folder, name, outcome);
    h5->Eset_auto2(H5E_DEFAULT, report, user);
    return error;
}
