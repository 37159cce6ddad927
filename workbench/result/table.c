// Rows of doubles with named columns, and the end of an outcome.

#define _POSIX_C_SOURCE 200809L  // strdup

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "result/outcome.h"

int table_init(struct table *table, int columns, const char *const *names,
               const char *const *units) {
    size_t count = columns > 0 ? (size_t)columns : 0;
    *table = (struct table){.columns = (int)count};
    // one more than needed: a request for nothing may return NULL
    table->name = calloc(count + 1, sizeof *table->name);
    table->unit = calloc(count + 1, sizeof *table->unit);
    table->words = calloc(count + 1, sizeof *table->words);
    if (table->name == NULL || table->unit == NULL || table->words == NULL) {
        table_free(table);
        return 0;
    }
    for (size_t i = 0; i < count; i++) {
        snprintf(table->name[i], sizeof table->name[i], "%s", names[i]);
        snprintf(table->unit[i], sizeof table->unit[i], "%s", units[i] != NULL ? units[i] : "");
    }
    return 1;
}

static int grow(struct table *table) {
    size_t columns = (size_t)table->columns;
    size_t capacity = table->capacity > 0 ? table->capacity : 32;
    if (table->mapped > 0) return 0;  // its rows were all asked for at once
    if (capacity > SIZE_MAX / 2 / sizeof(double) / (columns + 1)) return 0;
    capacity *= 2;
    double *value = realloc(table->value, capacity * (columns + 1) * sizeof *value);
    if (value == NULL) return 0;
    table->value = value;
    table->capacity = capacity;
    return 1;
}

int table_add(struct table *table, const double *row) {
    if (table->rows == table->capacity && !grow(table)) return 0;
    size_t columns = (size_t)table->columns;
    if (columns > 0) memcpy(table->value + table->rows * columns, row, columns * sizeof *row);
    table->rows++;
    return 1;
}

// Bytes from which on rows lie in a file.
enum { MAPPED_FROM = 64 << 20 };

// A file that is gone when it is closed. -1 and an errno. Another machine may have a process of the
// same number, and one that was killed at this very place leaves its name behind.
static int open_nameless(int folder) {
    char name[64];
    int fd = -1;
    for (int again = 0; again < 1000 && fd < 0; again++) {
        snprintf(name, sizeof name, ".rows-%ld-%d", (long)getpid(), again);
        fd = openat(folder, name, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
        if (fd < 0 && errno != EEXIST) return -1;
    }
    if (fd >= 0) unlinkat(folder, name, 0);
    return fd;
}

// All of the file is asked for at once: a disk that becomes full under a mapping ends the process.
static int reserve_in_file(struct table *table, size_t bytes, int folder) {
    int fd = open_nameless(folder);
    if (fd < 0) return errno;
    int error = posix_fallocate(fd, 0, (off_t)bytes);
    void *place =
        error == 0 ? mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0) : MAP_FAILED;
    if (error == 0 && place == MAP_FAILED) error = errno;
    close(fd);
    if (error != 0) return error;
    table->value = place;
    table->mapped = bytes;
    return 0;
}

int table_reserve(struct table *table, size_t rows, int folder) {
    size_t width = (size_t)table->columns * sizeof *table->value;
    if (width > 0 && rows > SIZE_MAX / 2 / width) return ENOMEM;
    int error = 0;
    if (folder >= 0 && rows * width > (size_t)MAPPED_FROM)
        error = reserve_in_file(table, rows * width, folder);
    else
        table->value = calloc(rows + 1, width > 0 ? width : 1);
    if (error == 0 && table->value == NULL) error = ENOMEM;
    table->rows = table->capacity = error == 0 ? rows : 0;
    return error;
}

static void free_words(struct words *words) {
    for (int i = 0; i < words->count; i++)
        free(words->item[i]);
    free(words->item);
    *words = (struct words){0};
}

int table_set_words(struct table *table, int column, const char *const *words, int count) {
    struct words *own = &table->words[column];
    free_words(own);
    own->item = calloc((size_t)count + 1, sizeof *own->item);
    if (own->item == NULL) return 0;
    for (own->count = 0; own->count < count; own->count++) {
        own->item[own->count] = strdup(words[own->count]);
        if (own->item[own->count] == NULL) return 0;
    }
    return 1;
}

const char *table_word(const struct table *table, int column, double value) {
    const struct words *words = &table->words[column];
    return value >= 0.0 && value < words->count ? words->item[(int)value] : NULL;
}

void table_free(struct table *table) {
    for (int i = 0; i < table->columns && table->words != NULL; i++)
        free_words(&table->words[i]);
    free(table->words);
    free(table->name);
    free(table->unit);
    if (table->mapped > 0)
        munmap(table->value, table->mapped);
    else
        free(table->value);
    *table = (struct table){0};
}

int table_column(const struct table *table, const char *name) {
    for (int i = 0; i < table->columns; i++) {
        if (strcmp(table->name[i], name) == 0) return i;
    }
    return -1;
}

void outcome_drop_tables(struct outcome *outcome) {
    free(outcome->animation);
    outcome->animation = NULL;
    table_free(&outcome->series);
    for (int i = 0; i < outcome->extra_count; i++)
        table_free(&outcome->extra[i].table);
    for (int i = 0; i < outcome->snippet_count; i++)
        free(outcome->snippet[i].text);
    outcome->extra_count = outcome->plot_count = outcome->snippet_count = 0;
}

static void clear(struct outcome *outcome) {
    memset(outcome, 0, offsetof(struct outcome, plot));
}

void outcome_begin(struct outcome *outcome) {
    clear(outcome);
    outcome->summary = json_object();
}

void outcome_free(struct outcome *outcome) {
    free(outcome->scenario);
    json_decref(outcome->summary);
    json_decref(outcome->units);
    outcome_drop_tables(outcome);
    clear(outcome);
}

const struct table *outcome_table(const struct outcome *outcome, const char *name) {
    if (name == NULL || name[0] == '\0') return &outcome->series;
    for (int i = 0; i < outcome->extra_count; i++) {
        if (strcmp(outcome->extra[i].name, name) == 0) return &outcome->extra[i].table;
    }
    return NULL;
}
