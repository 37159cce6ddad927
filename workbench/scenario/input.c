// Files a scenario refers to: where they are, what they hold, and whether they are still the same.

#define _POSIX_C_SOURCE 200809L  // open, fdopen

#include "scenario/input.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/crc.h"
#include "scenario/parse.h"

enum { FILES_MAX = 1000, TABLE_SIZE_MAX = 32 << 20 };
static const size_t total_max = (size_t)256 << 20;  // [bytes]

// A value of the scenario that names a file.
struct place {
    int set;
    size_t start;
    const struct input_file *file;
    struct place *next;
};

struct inputs {
    pthread_mutex_t lock;  // variants are read by several threads
    struct tree tree;
    struct input_file *first, *last;
    struct place *places;
    struct input_cell *cells;
    int count;
    size_t total;
    bool is_closed;
};

struct inputs *inputs_new(void) {
    struct inputs *inputs = calloc(1, sizeof *inputs);
    if (inputs != NULL) pthread_mutex_init(&inputs->lock, NULL);
    return inputs;
}

void inputs_free(struct inputs *inputs) {
    if (inputs == NULL) return;
    pthread_mutex_destroy(&inputs->lock);
    tree_free(&inputs->tree);
    free(inputs);
}

void inputs_close(struct inputs *inputs) {
    inputs->is_closed = true;
}

const struct input_file *inputs_first(const struct inputs *inputs) {
    return inputs != NULL ? inputs->first : NULL;
}

// --- where they are ------------------------------------------------------------------------------

const char *input_path(struct reader *reader, const char *path) {
    const char *slash = strrchr(reader->file, '/');
    size_t folder = path[0] == '/' || slash == NULL ? 0 : (size_t)(slash - reader->file) + 1;
    char *joined = tree_alloc(&reader->tree, folder + strlen(path) + 1);
    if (joined == NULL) {
        report_no_memory(reader);
        return NULL;
    }
    memcpy(joined, reader->file, folder);
    strcpy(joined + folder, path);
    return joined;
}

static bool is_value(const struct place *place, const struct node *value) {
    return place->set == value->set && place->start == value->start;
}

const struct input_file *inputs_named(const struct inputs *inputs, const struct node *value) {
    if (inputs == NULL || value->kind != NODE_SCALAR || value->start == 0) return NULL;
    for (const struct place *place = inputs->places; place != NULL; place = place->next) {
        if (is_value(place, value)) return place->file;
    }
    return NULL;
}

const struct input_cell *inputs_cells(const struct inputs *inputs) {
    return inputs->cells;
}

static struct input_file *find(const struct inputs *inputs, const char *path) {
    struct input_file *file = inputs->first;
    while (file != NULL && strcmp(file->path, path) != 0)
        file = (struct input_file *)file->next;
    return file;
}

// --- what they hold ------------------------------------------------------------------------------

// Keep what was read of `reader->file`. NULL after a diagnostic.
static struct input_file *add(struct inputs *inputs, struct reader *reader, const char *text) {
    struct input_file *file = tree_alloc(&inputs->tree, sizeof *file);
    size_t bytes = strlen(text);
    struct crc64 crc;
    if (inputs->is_closed || inputs->count == FILES_MAX || bytes > total_max - inputs->total) {
        const char *why = inputs->is_closed ? "it was not there when the run began"
                                            : "the tables of a scenario are at most 1000 and 256 "
                                              "MiB together";
        report_status(reader, inputs->is_closed ? DP_RUN_SYSTEM : DP_RUN_INPUT, NULL, "%s", why);
        return NULL;
    }
    if (file != NULL) {
        file->path = file->given = tree_copy(&inputs->tree, reader->file, strlen(reader->file));
        file->text = tree_copy(&inputs->tree, text, bytes);
    }
    if (file == NULL || file->path == NULL || file->text == NULL) {
        report_no_memory(reader);
        return NULL;
    }
    file->bytes = bytes;
    file->number = ++inputs->count;
    inputs->total += bytes;
    crc64_init(&crc);
    crc64_add(&crc, text, bytes);
    file->checksum = crc64_sum(&crc);
    if (inputs->last != NULL) inputs->last->next = file;
    if (inputs->first == NULL) inputs->first = file;
    inputs->last = file;
    return file;
}

char *input_text(struct reader *reader, size_t most) {
    struct inputs *inputs = reader->inputs;
    char *text = NULL;
    if (inputs == NULL) return text_read(reader, most, "a table");
    pthread_mutex_lock(&inputs->lock);
    struct input_file *file = find(inputs, reader->file);
    if (file == NULL) {
        text = text_read(reader, most, "a table");
        if (text != NULL && add(inputs, reader, text) == NULL) text = NULL;
    } else if ((text = tree_copy(&reader->tree, file->text, file->bytes)) == NULL) {
        report_no_memory(reader);
    }
    pthread_mutex_unlock(&inputs->lock);
    return text;
}

static bool is_noted(const struct inputs *inputs, const struct node *value) {
    const struct input_cell *cell = inputs->cells;
    if (value->start > 0) return inputs_named(inputs, value) != NULL;
    while (cell != NULL && strcmp(cell->text, value->text) != 0)
        cell = cell->next;
    return cell != NULL;
}

// False when out of memory.
static bool note(struct inputs *inputs, const struct node *value, struct input_file *file) {
    const char *text = tree_copy(&inputs->tree, value->text, strlen(value->text));
    struct place *place = tree_alloc(&inputs->tree, sizeof *place);
    struct input_cell *cell = tree_alloc(&inputs->tree, sizeof *cell);
    if (text == NULL || place == NULL || cell == NULL) return false;
    if (file->given == file->path) file->given = text;
    if (value->start > 0) {
        *place = (struct place){value->set, value->start, file, inputs->places};
        inputs->places = place;
    } else {
        *cell = (struct input_cell){text, file->number, inputs->cells};
        inputs->cells = cell;
    }
    return true;
}

void input_note(struct reader *reader, const struct node *value, const char *path) {
    struct inputs *inputs = reader->inputs;
    if (inputs == NULL || value->kind != NODE_SCALAR) return;
    pthread_mutex_lock(&inputs->lock);
    struct input_file *file = find(inputs, path);
    bool is_new = file != NULL && !inputs->is_closed && !is_noted(inputs, value);
    if (is_new && !note(inputs, value, file)) report_no_memory(reader);
    pthread_mutex_unlock(&inputs->lock);
}

// Keys whose value may be the name of a table.
static bool may_name(const char *key, const char *text) {
    static const char *const keys[] = {"csv", "data"};
    const char *ending = strrchr(text, '.');
    for (int i = 0; key != NULL && i < 2; i++)
        if (strcmp(key, keys[i]) == 0) return true;
    bool is_motion = key != NULL && (strcmp(key, "velocity") == 0 || strcmp(key, "incident") == 0);
    return is_motion && ending != NULL && strcmp(ending, ".csv") == 0;
}

void input_look(struct reader *reader, const struct node *node, const char *key) {
    if (node->kind != NODE_SCALAR) {
        for (const struct node *child = node->first; child != NULL; child = child->next)
            input_look(reader, child, child->key != NULL ? child->key : key);
        return;
    }
    if (!may_name(key, node->text)) return;
    dp_diagnostic unread;
    struct reader quiet = *reader;
    quiet.tree = (struct tree){.root = NULL};
    quiet.diagnostic = &unread;
    const char *path = input_path(&quiet, node->text);
    if (path != NULL) quiet.file = path;
    if (path != NULL && input_text(&quiet, TABLE_SIZE_MAX) != NULL) input_note(reader, node, path);
    tree_free(&quiet.tree);
}

// --- whether they are the same -------------------------------------------------------------------

// The path may come from a checkpoint that somebody changed: a pipe would keep us waiting, a device
// may have no end.
static FILE *open_plain(const char *path) {
    struct stat status;
    int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    FILE *stream = NULL;
    if (fd < 0) return NULL;
    if (fstat(fd, &status) == 0 && !S_ISREG(status.st_mode))
        errno = EINVAL;
    else
        stream = fdopen(fd, "rb");
    int error = errno;
    if (stream == NULL) close(fd);
    errno = error;
    return stream;
}

bool input_measure(const char *path, uint64_t *bytes, uint64_t *checksum) {
    char block[1 << 14];
    struct crc64 crc;
    errno = 0;
    *bytes = 0;
    FILE *stream = open_plain(path);
    if (stream == NULL) return false;
    crc64_init(&crc);
    for (size_t got; (got = fread(block, 1, sizeof block, stream)) > 0; *bytes += got)
        crc64_add(&crc, block, got);
    *checksum = crc64_sum(&crc);
    bool is_done = ferror(stream) == 0;
    int error = errno;
    fclose(stream);
    errno = error;
    return is_done;
}
