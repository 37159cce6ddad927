// Numbers of a chain that stand in files of their own: beads, velocity histories.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/quantity.h"
#include "base/words.h"
#include "kinds/chain/chain.h"
#include "scenario/csv.h"
#include "scenario/input.h"

enum { COLUMNS_MAX = 8, HINT_MAX = 300 };

// --- tables of numbers ---------------------------------------------------------------------------

struct layout {
    const struct chain_column *columns;
    int count;
    int at[COLUMNS_MAX];                   // column of the file; -1: none
    char unit[COLUMNS_MAX][CSV_UNIT_MAX];  // of the header; empty: SI
};

static void report_column(struct reader *reader, const struct layout *l, const struct node *at,
                          const char *head) {
    const char *known[COLUMNS_MAX + 1] = {NULL};
    char hint[HINT_MAX] = "", word[SHOWN_MAX];
    for (int i = 0; i < l->count; i++)
        known[i] = l->columns[i].name;
    text_suggest_or_list(hint, sizeof hint, shown(head, word), known);
    report_error(reader, at, "there is no column '%s'%s", word, hint);
}

static void take_unit(struct reader *reader, struct layout *l, const struct node *at, int i,
                      const char *unit) {
    char one[CSV_UNIT_MAX + 8], word[SHOWN_MAX];
    const char *wanted = l->columns[i].unit;
    double value;
    dp_error err;
    if (unit[0] == '\0') return;
    snprintf(one, sizeof one, "1 %s", unit);
    if (wanted == NULL)
        report_error(reader, at, "%s has a unit; it must be names", l->columns[i].name);
    else if (dp_quantity_read(l->columns[i].name, one, wanted, &value, &err) != DP_OK)
        report_error(reader, at, "%s is in [%s]; its unit must be %s or of the same kind",
                     l->columns[i].name, shown(unit, word), wanted);
    else
        snprintf(l->unit[i], CSV_UNIT_MAX, "%s", unit);
}

static void read_header(struct reader *reader, const struct csv *csv, struct layout *l) {
    const struct node at = csv_place(csv->head_line);
    for (int i = 0; i < csv->columns; i++) {
        char name[CSV_UNIT_MAX], unit[CSV_UNIT_MAX];
        int found = 0;
        bool is_good = csv_split_head(csv->head[i], name, unit);
        while (found < l->count && strcmp(l->columns[found].name, name) != 0)
            found++;
        if (!is_good || found == l->count) {
            report_column(reader, l, &at, csv->head[i]);
        } else if (l->at[found] >= 0) {
            report_error(reader, &at, "there are two columns %s", name);
        } else {
            l->at[found] = i;
            take_unit(reader, l, &at, found, unit);
        }
    }
    for (int i = 0; i < l->count; i++) {
        if (l->columns[i].is_required && l->at[i] < 0)
            report_error(reader, &at, "the column %s [%s] is missing", l->columns[i].name,
                         l->columns[i].unit);
    }
}

// A plain number is in the unit of the header, any other brings its own. Empty: NaN.
static void read_cell(struct reader *reader, const struct layout *l, int i, int line,
                      const char *cell, double *value) {
    const struct chain_column *column = &l->columns[i];
    const struct field field = {.key = column->name, .unit = column->unit, .range = column->range};
    char text[SHOWN_MAX + CSV_UNIT_MAX + 2], word[SHOWN_MAX];
    struct node at = csv_place(line);
    dp_error err;
    double plain;
    *value = NAN;
    if (cell[0] == '\0' && column->is_required)
        report_error(reader, &at, "%s is empty; it must be a number", column->name);
    if (cell[0] == '\0') return;
    shown(cell, word);
    bool is_plain = l->unit[i][0] != '\0' && strcmp(word, cell) == 0 &&
                    dp_quantity_read(column->name, cell, "1", &plain, &err) == DP_OK;
    snprintf(text, sizeof text, "%s %s", word, l->unit[i]);
    at.text = is_plain ? text : cell;
    quantity_read(reader, &field, &at, value);
}

static void read_material(struct reader *reader, int line, const char *cell,
                          const struct material **material) {
    static const struct field field = {.key = "material", .type = FIELD_MATERIAL};
    struct node at = csv_place(line);
    at.text = cell;
    if (cell[0] != '\0') value_read(reader, &field, &at, material);
}

static void read_cells(struct reader *reader, const struct csv *csv, const struct layout *l,
                       double **values, const struct material **materials) {
    enum { ENOUGH = 20 };
    for (long row = 0; row < csv->rows && reader->count < ENOUGH; row++) {
        for (int i = 0; i < l->count; i++) {
            if (l->at[i] < 0) continue;
            const char *cell = csv->cell[row * csv->columns + l->at[i]];
            if (l->columns[i].unit != NULL)
                read_cell(reader, l, i, csv->line[row], cell, &values[i][row]);
            else
                read_material(reader, csv->line[row], cell, &materials[row]);
        }
    }
}

static bool make_room(struct reader *reader, const struct layout *l, size_t rows, double **values,
                      const struct material ***materials) {
    *materials = NULL;
    for (int i = 0; i < l->count; i++) {
        bool is_number = l->columns[i].unit != NULL;
        if (is_number) values[i] = NULL;
        if (l->at[i] < 0) continue;
        void *room = tree_alloc(&reader->tree, rows * sizeof(double));
        if (room == NULL) {
            report_no_memory(reader);
            return false;
        }
        if (is_number)
            values[i] = room;
        else
            *materials = room;
    }
    return true;
}

_Static_assert(sizeof(double) >= sizeof(void *), "room for a row of pointers");

static size_t read_table(struct reader *reader, const struct chain_column *columns, double **values,
                         const struct material ***materials) {
    struct layout l = {.columns = columns};
    struct csv csv;
    if (!csv_read(reader, &csv)) return 0;
    for (; columns[l.count].name != NULL; l.count++)
        l.at[l.count] = -1;
    read_header(reader, &csv, &l);
    if (reader->count > 0 || !make_room(reader, &l, (size_t)csv.rows, values, materials)) return 0;
    read_cells(reader, &csv, &l, values, *materials);
    return reader->count == 0 ? (size_t)csv.rows : 0;
}

// Complaints about the table name its own file, so it has a reader of its own for a while.
size_t chain_read_csv(struct reader *reader, const struct node *at, const char *path,
                      const struct chain_column *columns, double **values,
                      const struct material ***materials) {
    const char *name = input_path(reader, path);
    if (name == NULL || reader->count > 0) return 0;
    struct reader table = *reader;
    table.file = name;
    size_t rows = read_table(&table, columns, values, materials);
    table.file = reader->file;
    *reader = table;
    if (reader->count > 0)
        report_error(reader, at, "%s is '%s', and that file is not in order", at->key, path);
    else
        input_note(reader, name);
    return reader->count == 0 ? rows : 0;
}

// --- histories -----------------------------------------------------------------------------------

static const struct field time_field = {.key = "time", .type = FIELD_QUANTITY, .unit = "s"};
static const struct field velocity_field = {
    .key = "velocity", .type = FIELD_QUANTITY, .unit = "m/s"};

static bool make_history(struct reader *reader, size_t count, double **time, double **velocity,
                         dp_chain_signal *history) {
    *time = tree_alloc(&reader->tree, count * sizeof **time);
    *velocity = tree_alloc(&reader->tree, count * sizeof **velocity);
    *history = (dp_chain_signal){.count = count, .time = *time, .velocity = *velocity};
    if (*time != NULL && *velocity != NULL) return true;
    report_no_memory(reader);
    return false;
}

static bool read_points(struct reader *reader, const struct node *list, dp_chain_signal *history) {
    double *time, *velocity;
    size_t i = 0;
    if (list->count == 0) {
        report_error(reader, list, "%s is empty; it must have a point [time, velocity] at least",
                     list->key);
        return false;
    }
    if (!make_history(reader, (size_t)list->count, &time, &velocity, history)) return false;
    for (const struct node *point = list->first; point != NULL; point = point->next, i++) {
        bool is_pair = point->kind == NODE_LIST && point->count == 2 &&
                       point->first->kind == NODE_SCALAR && point->last->kind == NODE_SCALAR;
        if (!is_pair) {
            report_error(reader, point, "point %zu of %s must be [time, velocity]", i + 1,
                         list->key);
            return false;
        }
        field_read(reader, &time_field, point->first, &time[i]);
        field_read(reader, &velocity_field, point->last, &velocity[i]);
    }
    return reader->count == 0;
}

static bool read_file(struct reader *reader, const struct node *node, dp_chain_signal *history) {
    static const struct chain_column columns[] = {
        {"time", "s", true, RANGE_ANY}, {"velocity", "m/s", true, RANGE_ANY}, {0}};
    double *value[2];
    const struct material **materials;
    size_t rows = chain_read_csv(reader, node, node->text, columns, value, &materials);
    *history = (dp_chain_signal){.count = rows, .time = value[0], .velocity = value[1]};
    return rows > 0;
}

static bool is_file(const char *text) {
    size_t length = strlen(text);
    return length > 4 && strcmp(text + length - 4, ".csv") == 0;
}

static bool check_times(struct reader *reader, const struct node *node,
                        const dp_chain_signal *history) {
    for (size_t i = 1; i < history->count; i++) {
        if (history->time[i] > history->time[i - 1]) continue;
        report_error(reader, node,
                     "%s: time %g s of point %zu does not come after %g s; times must "
                     "ascend",
                     node->key, history->time[i], i + 1, history->time[i - 1]);
        return false;
    }
    return true;
}

bool chain_read_history(struct reader *reader, const struct node *node, dp_chain_signal *history) {
    double *time, *velocity;
    bool is_done = false;
    struct field number = velocity_field;
    number.key = node->key;
    if (node->kind == NODE_LIST) {
        is_done = read_points(reader, node, history);
    } else if (node->kind == NODE_SCALAR && is_file(node->text)) {
        is_done = read_file(reader, node, history);
    } else if (node->kind != NODE_SCALAR) {
        report_error(reader, node,
                     "%s is %s; it must be a number, a list of [time, velocity], or the "
                     "name of a .csv file",
                     node->key, node_kind_name(node));
    } else if (make_history(reader, 1, &time, &velocity, history)) {
        is_done = quantity_read(reader, &number, node, velocity);
    }
    return is_done && check_times(reader, node, history);
}
