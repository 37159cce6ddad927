#ifndef DP_PYTHON_CORE_H
#define DP_PYTHON_CORE_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "dashpot/dashpot.h"
#include "dashpot/workbench.h"
#include "fields_type.h"

// dashpot._core: the C side of the Python package, in the limited API of Python 3.11, so that one
// binary serves this and all later versions. Arrays come in and go out through the buffer protocol:
// NumPy's own headers are not needed. Shapes, defaults and what may be given in several forms are
// settled in Python (dashpot/*.py) before arrays come here; a scalar call is answered here alone.

// --- errors.c ---

/// Raise dashpot.Error for what went wrong; returns NULL, so that a caller can return it.
PyObject *core_fail(const dp_error *err);
PyObject *core_fail_diagnostic(const dp_diagnostic *diagnostic);

/// Raise dashpot.Error with this text about this key (may be NULL); returns NULL.
PyObject *core_refuse(const char *key, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

int core_add_errors(PyObject *module);

// --- fields.c ---

/// A struct as a new dict; NULL: an exception is set.
PyObject *core_dict_of(const void *from, const struct field *fields);

/// Fill one field from a value; `owner` says in errors whose it is. -1: an exception is set.
int core_set_field(void *to, const struct field *field, PyObject *value, const char *owner);

/// A number from anything that Python makes a float of, or from a text with a unit (NULL: none).
/// -1: an exception is set.
int core_number(PyObject *value, const char *name, const char *unit, double *out);

/// The field of that name; NULL: there is none, no exception.
const struct field *core_find_field(const struct field *fields, const char *name);

/// Fill a struct from a dict; an unknown key is refused with those nearest to it. Keys in `except`
/// (ends with NULL; may be NULL) are passed over.
int core_set_fields(void *to, const struct field *fields, PyObject *dict, const char *owner,
                    const char *const *except);

/// Index of a word, -1 with an exception that lists the words.
int core_word(PyObject *value, const char *const *words, const char *what);

/// UTF-8 of a text, which lives as long as *keep, a new reference; NULL: an exception is set.
const char *core_text(PyObject *value, PyObject **keep, const char *what);

// --- buffers.c ---

/// Doubles in memory that somebody else owns.
struct core_doubles {
    Py_buffer view;  // view.obj NULL: not held
    double *data;    // NULL: not given, or a single number
    double one;      // the number that stands for all
    Py_ssize_t count;
};

enum core_access { CORE_READ, CORE_WRITE };

/// Take hold of a C-contiguous array of float64 with `count` entries (-1: any number). None: data
/// NULL and one NaN. A number: data NULL and `one` it, where access is CORE_READ.
int core_hold(struct core_doubles *d, PyObject *value, enum core_access access, Py_ssize_t count,
              const char *name);
void core_release(struct core_doubles *d);

/// Bytes that live as long as their owner, as an object with the buffer protocol.
PyObject *core_view(PyObject *owner, const void *data, Py_ssize_t doubles);
int core_add_views(PyObject *module);

/// Rows of doubles that a run hands out.
struct core_rows {
    double *data;
    size_t count, room, width;
    int is_full;  // rows are missing: there is no memory, or they took too much
};

/// Append a row. 1: there is no room, and never will be.
int core_keep_row(struct core_rows *rows, const void *row);

/// Raise what rows that are full mean; `key` is the keyword that makes so many. Returns NULL.
PyObject *core_refuse_rows(const struct core_rows *rows, const char *key);

// --- contact.c, contact_arrays.c ---

/// A prepared contact.
struct core_contact {
    PyObject_HEAD dp_contact contact;
    double fresh[DP_HISTORY_MAX];  // history of a touch at the fixed approach, else virgin
    int needs_speed;               // a call without history must say the approach speed
    PyObject *recipe;              // keywords it was made from
};

/// The contact in an object of that type; NULL: an exception is set.
const dp_contact *core_contact_of(PyObject *object);

PyObject *core_contact_evaluate(PyObject *self, PyObject *const *args, Py_ssize_t count);
PyObject *core_contact_begin(PyObject *self, PyObject *const *args, Py_ssize_t count);
PyObject *core_contact_impacts(PyObject *self, PyObject *const *args, Py_ssize_t count);
PyObject *core_contact_peaks(PyObject *self, PyObject *const *args, Py_ssize_t count);
PyObject *core_contact_residual(PyObject *self, PyObject *const *args, Py_ssize_t count);
PyObject *core_contact_stiffness(PyObject *self, PyObject *const *args, Py_ssize_t count);

int core_add_contact(PyObject *module);

// --- the others: each adds its types and functions ---
int core_add_friction(PyObject *module);
const dp_friction_def *core_friction_def_of(PyObject *object);

/// The prepared law in an object of that type; NULL: an exception is set.
const dp_friction *core_friction_of(PyObject *object);
int core_add_catalogue(PyObject *module);
int core_add_steppers(PyObject *module);
int core_add_chain(PyObject *module);
int core_add_mechanism(PyObject *module);
int core_add_scenario(PyObject *module);
int core_add_definition(PyObject *module);
int core_add_engines(PyObject *module);

/// Load a scenario from the arguments (file, text, settings); NULL: an exception is set.
dp_scenario *core_load(PyObject *args);

/// A mechanism that `keeper` keeps.
PyObject *core_mechanism_lend(PyObject *keeper, const dp_mechanism *mechanism);

/// Did somebody press Ctrl-C? Asked by a run on its way, without the GIL; the exception is then set
/// and waits for the run to end.
bool core_is_interrupted(void);

/// Add a type made from a spec; returns it (a borrowed reference), NULL: an exception is set.
PyTypeObject *core_add_type(PyObject *module, PyType_Spec *spec);

/// Free an object of a heap type.
void core_dealloc(PyObject *self);

/// A new object of this type, zeroed beyond its head.
PyObject *core_new(PyTypeObject *type);

#endif
