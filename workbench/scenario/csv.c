// CSV files, cut up in place.

#define _POSIX_C_SOURCE 200809L  // open, fdopen

#include "scenario/csv.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/status.h"
#include "scenario/parse.h"

// --- the bytes -----------------------------------------------------------------------------------

// All bytes of a stream, at most one more than the limit; a NUL follows. NULL after a diagnostic.
static char *read_stream(struct reader *reader, FILE *stream, size_t *size) {
    size_t room = 1 << 16;
    char *text = malloc(room + 1);
    *size = 0;
    while (text != NULL) {
        errno = 0;
        *size += fread(text + *size, 1, room - *size, stream);
        if (ferror(stream) != 0) {
            report_read(reader, errno);
            free(text);
            return NULL;
        }
        if (*size < room || room > CSV_SIZE_MAX) break;
        room *= 2;
        char *larger = realloc(text, room + 1);
        if (larger == NULL) free(text);
        text = larger;
    }
    if (text == NULL)
        report_no_memory(reader);
    else
        text[*size] = '\0';
    return text;
}

// A pipe could keep us waiting for ever, and cannot be read again for its checksum. It is opened
// without waiting, so that the look at what it is comes first.
static FILE *open_file(struct reader *reader) {
    struct stat status;
    errno = 0;
    int fd = open(reader->file, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    FILE *stream = NULL;
    bool is_pipe = fd >= 0 && fstat(fd, &status) == 0 &&
                   (S_ISFIFO(status.st_mode) || S_ISSOCK(status.st_mode));
    if (is_pipe)
        report_status(reader, DP_RUN_SYSTEM, NULL, "cannot be read: it is a pipe, not a file");
    else if (fd < 0 || (stream = fdopen(fd, "rb")) == NULL)
        report_read(reader, errno);
    if (stream == NULL && fd >= 0) close(fd);
    return stream;
}

// The text of the file, owned by the tree.
static char *read_text(struct reader *reader) {
    FILE *stream = open_file(reader);
    if (stream == NULL) return NULL;
    size_t size;
    char *text = read_stream(reader, stream, &size), *copy = NULL;
    fclose(stream);
    if (text == NULL) return NULL;
    if (size > CSV_SIZE_MAX)
        report_error(reader, NULL, "larger than 32 MiB, the limit for a table");
    else
        copy = text_keep(reader, text, size, "a table");
    free(text);
    return copy;
}

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

// --- the table -----------------------------------------------------------------------------------

static long count_lines(const char *text) {
    long count = 1;
    for (; *text != '\0'; text++)
        count += *text == '\n' || *text == '\r';
    return count;
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

static bool take_head(struct cursor *c, struct csv *csv) {
    struct tree *tree = &c->reader->tree;
    if (!next_line(c, &csv->head_line)) {
        if (c->reader->count == 0)
            report_error(c->reader, NULL, "the table is empty; its first line names the columns");
        return false;
    }
    csv->columns = c->count;
    if (!check_separator(c, csv->head_line)) return false;
    size_t lines = (size_t)count_lines(c->at);
    lines = lines < CSV_ROWS_MAX ? lines : CSV_ROWS_MAX;
    csv->head = tree_alloc(tree, (size_t)c->count * sizeof *csv->head);
    csv->line = tree_alloc(tree, lines * sizeof *csv->line);
    csv->cell = tree_alloc(tree, lines * (size_t)c->count * sizeof *csv->cell);
    if (csv->head == NULL || csv->line == NULL || csv->cell == NULL) {
        report_no_memory(c->reader);
        return false;
    }
    memcpy(csv->head, c->field, (size_t)c->count * sizeof *csv->head);
    return true;
}

static bool take_row(struct cursor *c, struct csv *csv, int line) {
    const struct node at = {.line = line, .set = -1};
    if (csv->rows == CSV_ROWS_MAX) {
        report_error(c->reader, &at, "more than %d rows", CSV_ROWS_MAX);
        return false;
    }
    if (c->count != csv->columns) {
        report_error(c->reader, &at, "%d field%s, but the header in line %d has %d", c->count,
                     c->count == 1 ? "" : "s", csv->head_line, csv->columns);
        return true;
    }
    csv->line[csv->rows] = line;
    memcpy(csv->cell + csv->rows++ * csv->columns, c->field,
           (size_t)csv->columns * sizeof *csv->cell);
    return true;
}

bool csv_read(struct reader *reader, struct csv *csv) {
    *csv = (struct csv){.columns = 0};
    struct cursor c = {.reader = reader, .at = read_text(reader), .line = 1};
    if (c.at == NULL) return false;
    // a mark of the byte order says nothing in UTF-8
    if (strncmp(c.at, "\xef\xbb\xbf", 3) == 0) c.at += 3;
    if (!take_head(&c, csv)) return false;
    int line;
    while (next_line(&c, &line) && take_row(&c, csv, line))
        continue;
    const struct node head = {.line = csv->head_line, .set = -1};
    if (reader->count == 0 && csv->rows == 0) report_error(reader, &head, "the table has no rows");
    return reader->count == 0;
}

// --- what stands in it ---------------------------------------------------------------------------

struct node csv_place(int line) {
    return (struct node){.line = line, .set = -1};
}

bool csv_split_head(const char *head, char name[CSV_UNIT_MAX], char unit[CSV_UNIT_MAX]) {
    size_t length = strcspn(head, "["), end = length;
    while (end > 0 && head[end - 1] == ' ')
        end--;
    name[0] = unit[0] = '\0';
    if (end >= CSV_UNIT_MAX) return false;
    snprintf(name, CSV_UNIT_MAX, "%.*s", (int)end, head);
    if (head[length] == '\0') return true;
    const char *from = head + length + 1;
    size_t size = strcspn(from, "]");
    if (from[size] != ']' || from[size + 1] != '\0' || size >= CSV_UNIT_MAX) return false;
    snprintf(unit, CSV_UNIT_MAX, "%.*s", (int)size, from);
    return true;
}
