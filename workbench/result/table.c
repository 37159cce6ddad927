// Rows of doubles with named columns, and the end of an outcome.

#define _POSIX_C_SOURCE 200809L  // strdup

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

void outcome_free(struct outcome *outcome) {
    free(outcome->scenario);
    json_decref(outcome->summary);
    json_decref(outcome->units);
    outcome_drop_tables(outcome);
    *outcome = (struct outcome){0};
}

const struct table *outcome_table(const struct outcome *outcome, const char *name) {
    if (name == NULL || name[0] == '\0') return &outcome->series;
    for (int i = 0; i < outcome->extra_count; i++) {
        if (strcmp(outcome->extra[i].name, name) == 0) return &outcome->extra[i].table;
    }
    return NULL;
}
