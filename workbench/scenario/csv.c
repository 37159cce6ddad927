// CSV files, cut up in place.

#include "scenario/csv.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/quantity.h"
#include "base/words.h"
#include "scenario/input.h"
#include "scenario/parse.h"

enum { CSV_SIZE_MAX = 32 << 20, CSV_ROWS_MAX = 100000, CSV_COLUMNS_MAX = 64 };

// --- fields --------------------------------------------------------------------------------------

// Where we are in the text.
struct cursor {
    struct reader *reader;
    char *at;
    int line;
    int count;  // fields of the present line
    const char *field[CSV_COLUMNS_MAX];
};

static bool is_end(char c) {
    return c == '\0' || c == '\n' || c == '\r';
}

static void skip_line_end(struct cursor *c) {
    if (*c->at == '\r' && c->at[1] == '\n') c->at++;
    if (*c->at != '\0') {
        c->at++;
        c->line++;
    }
}

static bool refuse(struct cursor *c, int line, const char *what) {
    const struct node at = {.line = line, .set = -1};
    report_error(c->reader, &at, "%s", what);
    return false;
}

// A field in quotes; two of them stand for one. `field` is unquoted in place.
static bool take_quoted(struct cursor *c, const char **field) {
    char *to = ++c->at;
    int line = c->line;
    *field = to;
    for (; *c->at != '"' || c->at[1] == '"'; c->at++) {
        if (*c->at == '\0') return refuse(c, line, "a quote opens here and is not closed");
        if (*c->at == '"') c->at++;
        c->line += *c->at == '\n';
        *to++ = *c->at;
    }
    c->at++;
    c->at += strspn(c->at, " \t");
    if (*c->at != ',' && !is_end(*c->at))
        return refuse(c, c->line, "text after a closing quote; a quote within quotes is doubled");
    *to = '\0';
    return true;
}

// A plain field, without the spaces around it. `end` is where it ends.
static void take_plain(struct cursor *c, const char **field, char **end) {
    *field = c->at;
    while (*c->at != ',' && !is_end(*c->at))
        c->at++;
    *end = c->at;
    while (*end > *field && ((*end)[-1] == ' ' || (*end)[-1] == '\t'))
        (*end)--;
}

static bool take_line(struct cursor *c) {
    int line = c->line;
    for (c->count = 0;; c->count++) {
        const char *field;
        char *end = NULL;
        if (c->count == CSV_COLUMNS_MAX) return refuse(c, line, "more than 64 columns");
        c->at += strspn(c->at, " \t");
        if (*c->at == '"') {
            if (!take_quoted(c, &field)) return false;
        } else {
            take_plain(c, &field, &end);
        }
        c->field[c->count] = field;
        char stop = *c->at;
        bool is_last = is_end(stop);
        if (is_last) skip_line_end(c);
        if (!is_last) c->at++;
        // the byte that ended it has been passed
        if (end != NULL) *end = '\0';
        if (is_last) break;
    }
    c->count++;
    return true;
}

static bool is_blank(const struct cursor *c) {
    for (int i = 0; i < c->count; i++) {
        if (c->field[i][0] != '\0') return false;
    }
    return true;
}

// The next line that says something. `line`: its number; false at the end or after a diagnostic.
static bool next_line(struct cursor *c, int *line) {
    while (*c->at != '\0') {
        *line = c->line;
        if (*c->at == '#') {
            while (!is_end(*c->at))
                c->at++;
            skip_line_end(c);
            continue;
        }
        if (!take_line(c)) return false;
        if (!is_blank(c)) return true;
    }
    return false;
}

// --- columns by name -----------------------------------------------------------------------------

enum { FIELDS_MAX = CSV_COLUMNS_MAX, UNIT_MAX = CSV_UNIT_MAX, HINT_MAX = 300 };

// The header: where the fields stand in the file.
struct layout {
    const struct csv_form *form;
    int line, columns;
    int column[FIELDS_MAX];           // -1: nowhere
    char unit[FIELDS_MAX][UNIT_MAX];  // of the header; empty: SI
};

bool csv_split_head(const char *head, char name[UNIT_MAX], char unit[UNIT_MAX]) {
    size_t length = strcspn(head, "["), end = length;
    while (end > 0 && head[end - 1] == ' ')
        end--;
    name[0] = unit[0] = '\0';
    if (end >= UNIT_MAX) return false;
    snprintf(name, UNIT_MAX, "%.*s", (int)end, head);
    if (head[length] == '\0') return true;
    const char *from = head + length + 1;
    size_t size = strcspn(from, "]");
    if (from[size] != ']' || from[size + 1] != '\0' || size >= UNIT_MAX) return false;
    snprintf(unit, UNIT_MAX, "%.*s", (int)size, from);
    return true;
}

static void report_column(struct reader *reader, const struct field *fields, const struct node *at,
                          const char *head) {
    const char *known[FIELDS_MAX + 1] = {NULL};
    char hint[HINT_MAX] = "", word[SHOWN_MAX];
    for (int i = 0; fields[i].key != NULL; i++)
        known[i] = fields[i].key;
    text_suggest_or_list(hint, sizeof hint, shown(head, word), known);
    report_error(reader, at, "there is no column '%s'%s", word, hint);
}

static void take_unit(struct reader *reader, const struct field *field, const struct node *at,
                      const char *unit, char taken[UNIT_MAX]) {
    char one[UNIT_MAX + 8], word[SHOWN_MAX];
    double value;
    dp_error err;
    bool is_pure = strcmp(unit, "1") == 0 || strcmp(unit, "-") == 0;
    if (unit[0] == '\0') return;
    if (field->unit == NULL) {
        report_error(reader, at, "%s has a unit; it must be names", field->key);
        return;
    }
    if (is_pure && strcmp(field->unit, "1") == 0) return;
    snprintf(one, sizeof one, "1 %s", unit);
    if (is_pure || dp_quantity_read(field->key, one, field->unit, &value, &err) != DP_OK)
        report_error(reader, at, "%s is in [%s]; its unit must be %s or of the same kind",
                     field->key, shown(unit, word), field->unit);
    else
        snprintf(taken, UNIT_MAX, "%s", unit);
}

static void take_column(struct cursor *c, int column, struct layout *layout) {
    const struct field *fields = layout->form->fields;
    const struct node at = {.line = layout->line, .set = -1};
    char name[UNIT_MAX], unit[UNIT_MAX];
    bool is_good = csv_split_head(c->field[column], name, unit);
    const struct field *field = is_good ? field_find(fields, name) : NULL;
    if (field == NULL) {
        if (!layout->form->allows_others) report_column(c->reader, fields, &at, c->field[column]);
    } else if (field->type != FIELD_NOTHING && layout->column[field - fields] >= 0) {
        report_error(c->reader, &at, "there are two columns %s", name);
    } else if (field->type != FIELD_NOTHING) {
        layout->column[field - fields] = column;
        if (layout->form->is_bare != NULL) layout->form->is_bare[field - fields] = unit[0] == '\0';
        if (field->unit == NULL && layout->form->unit != NULL)
            memcpy(layout->form->unit[field - fields], unit, UNIT_MAX);
        else
            take_unit(c->reader, field, &at, unit, layout->unit[field - fields]);
    }
}

// A spreadsheet whose language has decimal commas parts fields with semicolons.
static bool check_separator(struct cursor *c, int line) {
    if (c->count > 1) return true;
    if (strchr(c->field[0], ';') != NULL)
        return refuse(c, line,
                      "the fields are separated by semicolons; separate them by commas, and write "
                      "numbers with a decimal point");
    if (strchr(c->field[0], '\t') != NULL)
        return refuse(c, line, "the fields are separated by tabs; separate them by commas");
    return true;
}

// Of a table with any columns, the one that may be meant.
static const char *suggest_column(const struct cursor *c, const struct layout *layout,
                                  const char *name, char hint[HINT_MAX]) {
    const char *known[CSV_COLUMNS_MAX + 1] = {NULL};
    char names[CSV_COLUMNS_MAX][UNIT_MAX], unit[UNIT_MAX];
    int count = 0;
    hint[0] = '\0';
    if (!layout->form->allows_others) return hint;
    for (int i = 0; i < c->count; i++) {
        if (csv_split_head(c->field[i], names[count], unit) && names[count][0] != '\0') {
            known[count] = names[count];
            count++;
        }
    }
    text_suggest_or_list(hint, HINT_MAX, name, known);
    return hint;
}

// The headings are the fields of the present line.
static bool take_header(struct cursor *c, struct layout *layout) {
    const struct field *fields = layout->form->fields;
    int before = c->reader->count;
    char hint[HINT_MAX];
    layout->columns = c->count;
    memset(layout->column, -1, sizeof layout->column);
    for (int i = 0; i < c->count; i++)
        take_column(c, i, layout);
    for (const struct field *f = fields; f->key != NULL; f++) {
        const struct node at = {.line = layout->line, .set = -1};
        bool is_number = f->unit != NULL;
        if (f->is_required && layout->column[f - fields] < 0)
            report_error(c->reader, &at, "the column %s%s%s%s is missing%s%s%s", f->key,
                         is_number ? " [" : "", is_number ? f->unit : "", is_number ? "]" : "",
                         f->doc != NULL ? ": " : "", f->doc != NULL ? f->doc : "",
                         suggest_column(c, layout, f->key, hint));
    }
    return c->reader->count == before;
}

static bool read_header(struct cursor *c, struct layout *layout) {
    int before = c->reader->count;
    if (!next_line(c, &layout->line)) {
        if (c->reader->count == before)
            report_error(c->reader, NULL, "the table is empty; its first line names the columns");
        return false;
    }
    return check_separator(c, layout->line) && take_header(c, layout);
}

// --- rows ----------------------------------------------------------------------------------------

// What people write into a cell where nothing was measured.
static bool says_nothing(const char *cell) {
    static const char *const words[] = {"n/a", "na", "nan", "none", "null", "-", "--", "?"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        const char *at = cell, *word = words[i];
        while (*at != '\0' && tolower((unsigned char)*at) == *word)
            at++, word++;
        if (*at == *word) return true;
    }
    return false;
}

// A plain number is in the unit of the header, any other brings its own.
static void read_cell(struct reader *reader, const struct field *field, const char *unit,
                      const struct node *place, const char *cell, bool keeps_empty, void *block) {
    char text[SHOWN_MAX + UNIT_MAX + 2], word[SHOWN_MAX];
    struct node at = *place;
    if (cell[0] == '\0') {
        if (field->is_required && field->unit != NULL && !keeps_empty)
            report_error(reader, &at, "%s is empty; it must be a number in %s", field->key,
                         unit[0] != '\0' ? unit : field->unit);
        return;
    }
    if (keeps_empty && field->unit != NULL && says_nothing(cell)) {
        report_error(reader, &at, "%s is '%s'; it must be a number, or empty where there is none",
                     field->key, cell);
        return;
    }
    bool is_plain =
        unit[0] != '\0' && strcmp(shown(cell, word), cell) == 0 && quantity_is_bare(cell);
    if (is_plain) snprintf(text, sizeof text, "%s %s", word, unit);
    at.text = is_plain ? text : cell;
    field_read(reader, field, &at, block);
}

static void read_row(struct cursor *c, const struct layout *layout, struct node *place,
                     void *block) {
    const struct field *fields = layout->form->fields;
    for (int i = 0; fields[i].key != NULL; i++) {
        int column = layout->column[i];
        field_clear(&fields[i], block);
        if (column >= 0)
            read_cell(c->reader, &fields[i], layout->unit[i], place, c->field[column],
                      layout->form->keeps_empty, block);
    }
    *(const struct node **)block = place;
}

// False when there are too many.
static bool take_row(struct cursor *c, int line, const struct layout *layout, struct node *places,
                     struct list *rows) {
    struct node at = {.line = line, .set = -1};
    if (rows->count == CSV_ROWS_MAX) {
        report_error(c->reader, &at, "more than %d rows", CSV_ROWS_MAX);
        return false;
    }
    if (c->count == layout->columns) {
        char *block = (char *)rows->items + (size_t)rows->count * layout->form->row_size;
        places[rows->count] = at;
        read_row(c, layout, &places[rows->count++], block);
    } else {
        report_error(c->reader, &at, "%d field%s, but the header in line %d has %d", c->count,
                     c->count == 1 ? "" : "s", layout->line, layout->columns);
    }
    return true;
}

// No more rows than that are to come.
static size_t count_lines(const char *text) {
    size_t count = 1;
    for (; *text != '\0' && count < CSV_ROWS_MAX; text++)
        count += *text == '\n' || *text == '\r';
    return count;
}

static bool start_rows(struct reader *reader, size_t most, const struct csv_form *form,
                       struct node **places, struct list *rows) {
    *places = tree_alloc(&reader->tree, most * sizeof **places);
    *rows =
        (struct list){.node = *places, .items = tree_alloc(&reader->tree, most * form->row_size)};
    if (*places != NULL && rows->items != NULL) return true;
    report_no_memory(reader);
    return false;
}

bool csv_read(struct reader *reader, const struct csv_form *form, struct list *rows) {
    enum { ENOUGH = 20 };
    int before = reader->count, line;
    struct layout layout = {.form = form};
    struct cursor c = {.reader = reader, .at = input_text(reader, CSV_SIZE_MAX), .line = 1};
    if (c.at == NULL) return false;
    // a mark of the byte order says nothing in UTF-8
    if (strncmp(c.at, "\xef\xbb\xbf", 3) == 0) c.at += 3;
    if (!read_header(&c, &layout)) return false;
    struct node *places;
    if (!start_rows(reader, count_lines(c.at), form, &places, rows)) return false;
    while (reader->count < before + ENOUGH && next_line(&c, &line) &&
           take_row(&c, line, &layout, places, rows))
        continue;
    if (reader->count == before && rows->count == 0)
        refuse(&c, layout.line, "the table has no rows");
    if (reader->count == before && form->check != NULL) form->check(reader, rows);
    return reader->count == before;
}

bool csv_read_lines(struct reader *reader,
                    bool (*take)(void *user, const char *const *cell, int count), void *user) {
    int before = reader->count, line;
    struct cursor c = {.reader = reader, .at = input_text(reader, CSV_SIZE_MAX), .line = 1};
    if (c.at == NULL) return false;
    if (strncmp(c.at, "\xef\xbb\xbf", 3) == 0) c.at += 3;
    while (next_line(&c, &line) && take(user, c.field, c.count))
        continue;
    return reader->count == before;
}

// The cells of a list as fields of a line.
static bool take_cells(struct cursor *c, const struct node *list) {
    c->count = 0;
    c->line = list->line;
    if (list->kind != NODE_LIST || list->count > CSV_COLUMNS_MAX) {
        report_error(c->reader, list, "a row is %s; it must be a list of at most %d cells",
                     node_kind_name(list), CSV_COLUMNS_MAX);
        return false;
    }
    for (const struct node *cell = list->first; cell != NULL; cell = cell->next) {
        if (cell->kind != NODE_SCALAR) {
            report_error(c->reader, cell, "a cell is %s; it must be a number or a word",
                         node_kind_name(cell));
            return false;
        }
        bool is_empty = strcmp(cell->text, "null") == 0 || strcmp(cell->text, "~") == 0;
        c->field[c->count++] = is_empty ? "" : cell->text;
    }
    return true;
}

bool csv_read_nodes(struct reader *reader, const struct node *heads, const struct node *lines,
                    const struct csv_form *form, struct list *rows) {
    int before = reader->count;
    struct layout layout = {.form = form, .line = heads->line};
    struct cursor c = {.reader = reader};
    struct node *places;
    if (!take_cells(&c, heads) || !take_header(&c, &layout)) return false;
    if (!start_rows(reader, (size_t)lines->count, form, &places, rows)) return false;
    for (const struct node *line = lines->first; line != NULL; line = line->next) {
        if (!take_cells(&c, line) || !take_row(&c, line->line, &layout, places, rows)) break;
    }
    if (reader->count == before && form->check != NULL) form->check(reader, rows);
    return reader->count == before;
}

bool csv_read_input(struct reader *reader, const struct node *at, const char *path,
                    const struct csv_form *form, struct list *rows) {
    const char *file = reader->file, *name = input_path(reader, path);
    if (name == NULL) return false;
    // a form that does not keep the columns without a unit leaves them to the notes of the run
    bool is_bare[FIELDS_MAX] = {false};
    struct csv_form own = *form;
    if (form->is_bare == NULL) own.is_bare = is_bare;
    reader->file = name;
    bool is_read = csv_read(reader, &own, rows);
    reader->file = file;
    char bare[sizeof reader->bare] = "";
    if (is_read && form->is_bare == NULL) csv_note_bare(form->fields, is_bare, bare, sizeof bare);
    if (strstr(reader->bare, bare) == NULL)
        text_print(reader->bare, sizeof reader->bare, "%s%s", reader->bare[0] != '\0' ? "; " : "",
                   bare);
    if (is_read)
        input_note(reader, at, name);
    else
        report_error(reader, at, "%s is '%s', and that file is not in order", at->key, path);
    return is_read;
}

// --- what has been read --------------------------------------------------------------------------

double *csv_column(struct reader *reader, const struct list *rows, size_t row_size, size_t offset) {
    const char *at = (const char *)rows->items + offset;
    double *value = tree_alloc(&reader->tree, ((size_t)rows->count + 1) * sizeof *value);
    if (value == NULL) report_no_memory(reader);
    for (int i = 0; i < rows->count && value != NULL; i++, at += row_size)
        value[i] = *(const double *)at;
    return value;
}

void csv_note_bare(const struct field *fields, const bool *is_bare, char *text, size_t size) {
    for (int i = 0; fields[i].key != NULL; i++) {
        if (!is_bare[i] || fields[i].unit == NULL || strcmp(fields[i].unit, "1") == 0) continue;
        text_print(text, size, "%scolumn %.40s has no unit: read as %s",
                   text[0] != '\0' ? "; " : "", fields[i].key, fields[i].unit);
    }
}
