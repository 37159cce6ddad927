#ifndef WORKBENCH_SCENARIO_INPUT_H
#define WORKBENCH_SCENARIO_INPUT_H

#include <stdint.h>

#include "scenario/diagnostic.h"

// Tables that a scenario names belong to its run: each is read once, and every variant of the
// scenario gets the same bytes. A run that goes on needs the same ones again, and results have
// copies of them.

struct input_file {
    const char *given;  // how the scenario names it
    const char *path;   // as it was opened
    const char *text;   // all of it, and a zero behind it
    size_t bytes;
    uint64_t checksum;
    int number;  // from 1
    const struct input_file *next;
};

/// The folder of the copies beside results, and the name of the copy there by its number.
#define INPUT_FOLDER "tables"
#define INPUT_NAME "%d.csv"

struct inputs;

struct inputs *inputs_new(void);
void inputs_free(struct inputs *inputs);

/// No file is added any more: what comes later was not there when the run began.
void inputs_close(struct inputs *inputs);

/// Its files in the order in which they were read; NULL: none.
const struct input_file *inputs_first(const struct inputs *inputs);

/// A cell of a table that names another table by its text: a sweep over the rows of a list.
struct input_cell {
    const char *text;
    int number;  // of the file
    const struct input_cell *next;
};
const struct input_cell *inputs_cells(const struct inputs *inputs);

/// The file that a value of the scenario names; NULL: none.
const struct input_file *inputs_named(const struct inputs *inputs, const struct node *value);

/// A path of the scenario as it is to be opened: a relative one counts from the folder of the
/// scenario. Owned by the tree; NULL after a diagnostic.
const char *input_path(struct reader *reader, const char *path);

/// The text of `reader->file`, a table of at most so many bytes, owned by the tree. NULL after a
/// diagnostic.
char *input_text(struct reader *reader, size_t most);

/// This value of the scenario, or of a cell, named the table that was read from `path`.
void input_note(struct reader *reader, const struct node *value, const char *path);

/// Read the tables that a node below this key may name, so that they are known before any run
/// needs them. What cannot be read is left to that run.
void input_look(struct reader *reader, const struct node *node, const char *key);

/// Size and checksum of a file; false and an errno when it cannot be read.
bool input_measure(const char *path, uint64_t *bytes, uint64_t *checksum);

/// The text of a scenario in which values name the copies in INPUT_FOLDER; its first lines say
/// which files these are. `root`: its nodes; `text`: what they were read from, NULL when they were
/// changed since. malloc; NULL when out of memory.
char *input_rename(const struct inputs *inputs, const struct node *root, const char *text);

/// The text of a table for INPUT_FOLDER: its cells that name other tables name their copies, all
/// else stays, byte for byte. malloc; NULL when out of memory.
char *input_rename_cells(const struct inputs *inputs, const struct input_file *file, size_t *size);

#endif
