#ifndef DP_OCTAVE_GATEWAY_H
#define DP_OCTAVE_GATEWAY_H

#include <jansson.h>
#include <mex.h>
#include <stddef.h>

#include "dashpot/dashpot.h"
#include "dashpot/workbench.h"

// dashpot(command, ...): the library for Octave and MATLAB, in the MEX interface that both have.
// Values in, values out: a contact is a plain struct and a history a plain array, so nothing has to
// be given back. Arrays of the MEX interface and memory from mxMalloc are freed by the environment
// when a call ends, also by an error; only what the library allocates is freed here. An error is
// noted in the call and handed up: mexFunction raises it, once nothing is left to free.

enum { GATE_ID_MAX = 32, GATE_TEXT_MAX = 4096, GATE_NAME_MAX = 64 };

/// One call of the gateway. Arguments are taken from the front.
struct gate_call {
    const char *command;
    int count;  // arguments left
    const mxArray *const *args;
    int wanted;     // outputs asked for, at least 1
    mxArray **out;  // room for `wanted`
    char id[GATE_ID_MAX], text[GATE_TEXT_MAX];
};

// --- gateway.c: errors; all return -1, so that a caller can return it ---

/// What was given cannot be used: dashpot:input.
int gate_refuse(struct gate_call *call, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/// The library said no: dashpot:input, dashpot:numeric or dashpot:system.
int gate_fail(struct gate_call *call, const dp_error *err);

/// An error with an id of its own.
int gate_raise(struct gate_call *call, const char *id, const char *text);

/// Has the user pressed Ctrl-C? Known in Octave only. Any thread may ask.
bool gate_is_interrupted(void);

// --- values.c ---

/// The next argument, and one argument less; NULL: there is none.
const mxArray *gate_next(struct gate_call *call);

/// The next argument if it is no text; NULL otherwise.
const mxArray *gate_next_value(struct gate_call *call);

/// A text in UTF-8; NULL: it is none, and that is noted.
const char *gate_text(struct gate_call *call, const mxArray *value, const char *what);

/// One real number; of a whole number also its bounds.
int gate_number(struct gate_call *call, const mxArray *value, const char *what, double *number);
int gate_integer(struct gate_call *call, const mxArray *value, const char *what, double low,
                 double high, double *number);
int gate_bool(struct gate_call *call, const mxArray *value, const char *what, bool *out);

/// Index of a word in a list that ends with NULL; -1 with the words noted.
int gate_word(struct gate_call *call, const mxArray *value, const char *const *words,
              const char *what);

/// Is something there, neither NULL nor []?
bool gate_is_given(const mxArray *value);

/// Real numbers of any class as doubles; those of class double are not copied.
struct gate_doubles {
    const double *data;
    size_t count;
    const mxArray *shape;  // who has the size; NULL: not given
};

int gate_read_doubles(struct gate_call *call, const mxArray *value, const char *what,
                      struct gate_doubles *d);

/// "3x4" of a value.
void gate_size_text(const mxArray *value, char *text, size_t size);

/// A new array of doubles with the size of another; NULL `like`: 1x1.
mxArray *gate_new_like(const mxArray *like);

/// An option behind the other arguments, as name and value.
struct gate_option {
    const char *name;
    const mxArray *value;  // NULL: not given
};

/// Take all that is left as options; the list ends with an entry whose name is NULL.
int gate_read_options(struct gate_call *call, struct gate_option *options);

/// Names as fields of a struct: letters, digits and underscores, a letter first, none of them
/// twice. Fills names[i] for each of the count texts.
void gate_field_names(const char *const *texts, int count, char (*names)[GATE_NAME_MAX]);

/// A struct 1x1 with these fields in their order.
mxArray *gate_new_struct(char (*names)[GATE_NAME_MAX], int count);

/// A cell of texts, one column.
mxArray *gate_cell_of(const char *const *texts, size_t count);

// --- json.c ---

/// A JSON value as Octave and MATLAB decode it (jsondecode).
mxArray *gate_from_json(json_t *json);

// --- contact.c ---

/// A contact of the front arguments: a struct that 'contact' made, or a law with names and values.
struct gate_contact {
    dp_contact contact;
    double fresh[DP_HISTORY_MAX];  // history of a touch at the fixed approach, else virgin
    bool needs_speed;              // a call without history must say the approach speed
};

int gate_read_contact(struct gate_call *call, struct gate_contact *c);

// --- arrays.c ---

/// The array whose size all of them have; scalars fit any. NULL: all are scalars.
int gate_common_size(struct gate_call *call, const struct gate_doubles *d, const char *const *names,
                     int count, const mxArray **shape);

// --- commands; 0, or -1 with an error noted ---

int gate_laws(struct gate_call *call);
int gate_law(struct gate_call *call);
int gate_contact_command(struct gate_call *call);
int gate_force(struct gate_call *call);
int gate_respond(struct gate_call *call);
int gate_advance(struct gate_call *call);
int gate_history(struct gate_call *call);
int gate_begin(struct gate_call *call);
int gate_residual(struct gate_call *call);
int gate_impacts(struct gate_call *call);
int gate_restitution(struct gate_call *call);
int gate_run(struct gate_call *call);

#endif
