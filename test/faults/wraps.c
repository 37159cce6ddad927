// The wrapped functions. CMakeLists.txt names each of them to the linker: WRAP(name) and the line
// there belong together.

#define _GNU_SOURCE

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <hdf5.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include <yaml.h>

#include "checkpoint/checkpoint.h"
#include "faults.h"

// WRAP(type, name, parameters, arguments, class, answer of a failure)
#define WRAP(type, name, parameters, arguments, class, failure)                                    \
    type __real_##name parameters;                                                                 \
    type __wrap_##name parameters;                                                                 \
    type __wrap_##name parameters {                                                                \
        if (fault_here(class, #name, __builtin_return_address(0)) != 0) return failure;            \
        return __real_##name arguments;                                                            \
    }

// --- memory --------------------------------------------------------------------------------------

WRAP(void *, malloc, (size_t size), (size), FAULT_ALLOC, NULL)
WRAP(void *, calloc, (size_t count, size_t size), (count, size), FAULT_ALLOC, NULL)
WRAP(void *, realloc, (void *old, size_t size), (old, size), FAULT_ALLOC, NULL)
WRAP(void *, aligned_alloc, (size_t to, size_t size), (to, size), FAULT_ALLOC, NULL)
WRAP(FILE *, open_memstream, (char **text, size_t *size), (text, size), FAULT_ALLOC, NULL)
WRAP(char *, realpath, (const char *path, char *real), (path, real), FAULT_ALLOC, NULL)
WRAP(FILE *, fdopen, (int fd, const char *mode), (fd, mode), FAULT_ALLOC, NULL)

// --- libyaml, which says that it has no memory ---------------------------------------------------

WRAP(int, yaml_parser_initialize, (yaml_parser_t * p), (p), FAULT_ALLOC, 0)
WRAP(int, yaml_emitter_initialize, (yaml_emitter_t * e), (e), FAULT_ALLOC, 0)
WRAP(int, yaml_stream_start_event_initialize, (yaml_event_t * e, yaml_encoding_t c), (e, c),
     FAULT_ALLOC, 0)
WRAP(int, yaml_scalar_event_initialize,
     (yaml_event_t * e, const yaml_char_t *anchor, const yaml_char_t *tag, const yaml_char_t *value,
      int length, int plain, int quoted, yaml_scalar_style_t style),
     (e, anchor, tag, value, length, plain, quoted, style), FAULT_ALLOC, 0)
WRAP(int, yaml_sequence_start_event_initialize,
     (yaml_event_t * e, const yaml_char_t *anchor, const yaml_char_t *tag, int implicit,
      yaml_sequence_style_t style),
     (e, anchor, tag, implicit, style), FAULT_ALLOC, 0)
WRAP(int, yaml_mapping_start_event_initialize,
     (yaml_event_t * e, const yaml_char_t *anchor, const yaml_char_t *tag, int implicit,
      yaml_mapping_style_t style),
     (e, anchor, tag, implicit, style), FAULT_ALLOC, 0)

int __real_yaml_parser_parse(yaml_parser_t *parser, yaml_event_t *event);
int __wrap_yaml_parser_parse(yaml_parser_t *parser, yaml_event_t *event);
int __wrap_yaml_parser_parse(yaml_parser_t *parser, yaml_event_t *event) {
    if (fault_here(FAULT_ALLOC, "yaml_parser_parse", __builtin_return_address(0)) == 0)
        return __real_yaml_parser_parse(parser, event);
    memset(event, 0, sizeof *event);
    parser->error = YAML_MEMORY_ERROR;
    return 0;
}

int __real_yaml_parser_load(yaml_parser_t *parser, yaml_document_t *document);
int __wrap_yaml_parser_load(yaml_parser_t *parser, yaml_document_t *document);
int __wrap_yaml_parser_load(yaml_parser_t *parser, yaml_document_t *document) {
    if (fault_here(FAULT_ALLOC, "yaml_parser_load", __builtin_return_address(0)) == 0)
        return __real_yaml_parser_load(parser, document);
    memset(document, 0, sizeof *document);
    parser->error = YAML_MEMORY_ERROR;
    return 0;
}

int __real_yaml_emitter_emit(yaml_emitter_t *emitter, yaml_event_t *event);
int __wrap_yaml_emitter_emit(yaml_emitter_t *emitter, yaml_event_t *event);
int __wrap_yaml_emitter_emit(yaml_emitter_t *emitter, yaml_event_t *event) {
    if (fault_here(FAULT_ALLOC, "yaml_emitter_emit", __builtin_return_address(0)) == 0)
        return __real_yaml_emitter_emit(emitter, event);
    // owns it, come what may
    yaml_event_delete(event);
    emitter->error = YAML_MEMORY_ERROR;
    return 0;
}

// --- files ---------------------------------------------------------------------------------------

WRAP(int, mkdir, (const char *path, mode_t mode), (path, mode), FAULT_IO, -1)
WRAP(int, mkdirat, (int fd, const char *name, mode_t mode), (fd, name, mode), FAULT_IO, -1)
WRAP(int, renameat, (int from, const char *old, int to, const char *new), (from, old, to, new),
     FAULT_IO, -1)
WRAP(int, renameat2, (int from, const char *old, int to, const char *new, unsigned flags),
     (from, old, to, new, flags), FAULT_IO, -1)
WRAP(int, fchmod, (int fd, mode_t mode), (fd, mode), FAULT_IO, -1)
WRAP(int, fflush, (FILE * file), (file), FAULT_IO, EOF)
WRAP(ssize_t, read, (int fd, void *to, size_t count), (fd, to, count), FAULT_READ, -1)
WRAP(ssize_t, pread, (int fd, void *to, size_t count, off_t at), (fd, to, count, at), FAULT_READ,
     -1)
WRAP(DIR *, fdopendir, (int fd), (fd), FAULT_READ, NULL)
WRAP(FILE *, fopen, (const char *path, const char *mode), (path, mode), FAULT_READ, NULL)

// A call of two classes: what may be interrupted is counted for itself too.
static int fails(const char *name, const void *from) {
    int answer = fault_here(FAULT_IO, name, from);
    return answer != 0 ? answer : fault_here(FAULT_WRITE, name, from);
}

ssize_t __real_write(int fd, const void *bytes, size_t count);
ssize_t __wrap_write(int fd, const void *bytes, size_t count);
ssize_t __wrap_write(int fd, const void *bytes, size_t count) {
    int answer = fails("write", __builtin_return_address(0));
    if (answer == FAULT_SHORT) return __real_write(fd, bytes, count > 1 ? 1 : count);
    return answer != 0 ? -1 : __real_write(fd, bytes, count);
}

int __real_fsync(int fd);
int __wrap_fsync(int fd);
int __wrap_fsync(int fd) {
    int answer = fails("fsync", __builtin_return_address(0));
    if (answer > 0) return -1;
    // a process that is killed loses nothing, so thousands of runs need not wait for the disk
    return fault_is_still() ? 0 : __real_fsync(fd);
}

// They are closed all the same, as Linux does it.
int __real_close(int fd);
int __wrap_close(int fd);
int __wrap_close(int fd) {
    int answer = fails("close", __builtin_return_address(0)), error = errno;
    int result = __real_close(fd);
    if (answer > 0) errno = error;
    return answer > 0 ? -1 : result;
}

int __real_fclose(FILE *file);
int __wrap_fclose(FILE *file);
int __wrap_fclose(FILE *file) {
    int answer = fault_here(FAULT_IO, "fclose", __builtin_return_address(0)), error = errno;
    int result = __real_fclose(file);
    if (answer != 0) errno = error;
    return answer != 0 ? EOF : result;
}

static int open_fails(int flags, const char *name, const void *from) {
    if ((flags & O_CREAT) == 0) return fault_here(FAULT_READ, name, from) != 0;
    return fails(name, from) > 0;
}

static mode_t mode_of(int flags, va_list more) {
    return (flags & O_CREAT) != 0 ? va_arg(more, mode_t) : 0;
}

int __real_open(const char *path, int flags, ...);
int __wrap_open(const char *path, int flags, ...);
int __wrap_open(const char *path, int flags, ...) {
    va_list more;
    va_start(more, flags);
    mode_t mode = mode_of(flags, more);
    va_end(more);
    if (open_fails(flags, "open", __builtin_return_address(0))) return -1;
    return __real_open(path, flags, mode);
}

int __real_openat(int folder, const char *path, int flags, ...);
int __wrap_openat(int folder, const char *path, int flags, ...);
int __wrap_openat(int folder, const char *path, int flags, ...) {
    va_list more;
    va_start(more, flags);
    mode_t mode = mode_of(flags, more);
    va_end(more);
    if (open_fails(flags, "openat", __builtin_return_address(0))) return -1;
    return __real_openat(folder, path, flags, mode);
}

// --- HDF5, up to its door ------------------------------------------------------------------------

WRAP(hid_t, H5Tcopy, (hid_t t), (t), FAULT_HDF5, -1)
WRAP(herr_t, H5Tset_size, (hid_t t, size_t size), (t, size), FAULT_HDF5, -1)
WRAP(herr_t, H5Tset_cset, (hid_t t, H5T_cset_t set), (t, set), FAULT_HDF5, -1)
WRAP(hid_t, H5Screate, (H5S_class_t c), (c), FAULT_HDF5, -1)
WRAP(hid_t, H5Screate_simple, (int rank, const hsize_t *size, const hsize_t *most),
     (rank, size, most), FAULT_HDF5, -1)
WRAP(hid_t, H5Pcreate, (hid_t c), (c), FAULT_HDF5, -1)
WRAP(herr_t, H5Pset_obj_track_times, (hid_t p, hbool_t on), (p, on), FAULT_HDF5, -1)
WRAP(herr_t, H5Pset_chunk, (hid_t p, int rank, const hsize_t *size), (p, rank, size), FAULT_HDF5,
     -1)
WRAP(herr_t, H5Pset_shuffle, (hid_t p), (p), FAULT_HDF5, -1)
WRAP(herr_t, H5Pset_deflate, (hid_t p, unsigned level), (p, level), FAULT_HDF5, -1)
WRAP(herr_t, H5Pset_fapl_core, (hid_t p, size_t growth, hbool_t keep), (p, growth, keep),
     FAULT_HDF5, -1)
WRAP(herr_t, H5Pset_link_creation_order, (hid_t p, unsigned flags), (p, flags), FAULT_HDF5, -1)
WRAP(hid_t, H5Acreate2, (hid_t o, const char *name, hid_t t, hid_t s, hid_t p, hid_t a),
     (o, name, t, s, p, a), FAULT_HDF5, -1)
WRAP(herr_t, H5Awrite, (hid_t a, hid_t t, const void *from), (a, t, from), FAULT_HDF5, -1)
WRAP(hid_t, H5Dcreate2, (hid_t o, const char *name, hid_t t, hid_t s, hid_t l, hid_t p, hid_t a),
     (o, name, t, s, l, p, a), FAULT_HDF5, -1)
WRAP(herr_t, H5Dwrite, (hid_t d, hid_t t, hid_t m, hid_t f, hid_t p, const void *from),
     (d, t, m, f, p, from), FAULT_HDF5, -1)
WRAP(hid_t, H5Gcreate2, (hid_t o, const char *name, hid_t l, hid_t p, hid_t a), (o, name, l, p, a),
     FAULT_HDF5, -1)
WRAP(hid_t, H5Fcreate, (const char *name, unsigned flags, hid_t p, hid_t a), (name, flags, p, a),
     FAULT_HDF5, -1)
WRAP(herr_t, H5Fflush, (hid_t o, H5F_scope_t scope), (o, scope), FAULT_HDF5, -1)
WRAP(ssize_t, H5Fget_file_image, (hid_t f, void *to, size_t size), (f, to, size), FAULT_HDF5, -1)

// The program asks for these by name, when it loads HDF5.
typedef void function(void);
static const struct {
    const char *name;
    function *wrap;
} loaded[] = {
    // clang-format off
    {"H5Tcopy", (function *)__wrap_H5Tcopy},
    {"H5Tset_size", (function *)__wrap_H5Tset_size},
    {"H5Tset_cset", (function *)__wrap_H5Tset_cset},
    {"H5Screate", (function *)__wrap_H5Screate},
    {"H5Screate_simple", (function *)__wrap_H5Screate_simple},
    {"H5Pcreate", (function *)__wrap_H5Pcreate},
    {"H5Pset_obj_track_times", (function *)__wrap_H5Pset_obj_track_times},
    {"H5Pset_chunk", (function *)__wrap_H5Pset_chunk},
    {"H5Pset_shuffle", (function *)__wrap_H5Pset_shuffle},
    {"H5Pset_deflate", (function *)__wrap_H5Pset_deflate},
    {"H5Pset_fapl_core", (function *)__wrap_H5Pset_fapl_core},
    {"H5Pset_link_creation_order", (function *)__wrap_H5Pset_link_creation_order},
    {"H5Acreate2", (function *)__wrap_H5Acreate2},
    {"H5Awrite", (function *)__wrap_H5Awrite},
    {"H5Dcreate2", (function *)__wrap_H5Dcreate2},
    {"H5Dwrite", (function *)__wrap_H5Dwrite},
    {"H5Gcreate2", (function *)__wrap_H5Gcreate2},
    {"H5Fcreate", (function *)__wrap_H5Fcreate},
    {"H5Fflush", (function *)__wrap_H5Fflush},
    {"H5Fget_file_image", (function *)__wrap_H5Fget_file_image},
    // clang-format on
};

void *__real_dlsym(void *library, const char *name);
void *__wrap_dlsym(void *library, const char *name);
void *__wrap_dlsym(void *library, const char *name) {
    void *address = __real_dlsym(library, name);
    for (size_t i = 0; address != NULL && i < sizeof loaded / sizeof *loaded; i++)
        if (strcmp(loaded[i].name, name) == 0) memcpy(&address, &loaded[i].wrap, sizeof address);
    return address;
}

// --- processes and threads -----------------------------------------------------------------------

WRAP(int, pipe, (int ends[2]), (ends), FAULT_SPAWN, -1)
WRAP(int, pthread_create,
     (pthread_t * thread, const pthread_attr_t *how, void *(*run)(void *), void *with),
     (thread, how, run, with), FAULT_SPAWN, EAGAIN)

pid_t __real_fork(void);
pid_t __wrap_fork(void);
pid_t __wrap_fork(void) {
    if (fault_here(FAULT_SPAWN, "fork", __builtin_return_address(0)) != 0) return -1;
    pid_t child = __real_fork();
    if (child == 0) fault_forked();
    return child;
}

// --- time ----------------------------------------------------------------------------------------

int __real_clock_gettime(clockid_t clock, struct timespec *time);
int __wrap_clock_gettime(clockid_t clock, struct timespec *time);
int __wrap_clock_gettime(clockid_t clock, struct timespec *time) {
    if (!fault_is_still()) return __real_clock_gettime(clock, time);
    *time = (struct timespec){.tv_sec = 1000};
    return 0;
}

int __real_checkpoint_wanted(struct checkpoint_store *store);
int __wrap_checkpoint_wanted(struct checkpoint_store *store);
int __wrap_checkpoint_wanted(struct checkpoint_store *store) {
    int is_wanted = __real_checkpoint_wanted(store);
    return is_wanted || (store != NULL && fault_checkpoint_is_due());
}
