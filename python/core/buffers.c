// Arrays that others own, and memory of ours that others look at.

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core.h"

int core_hold(struct core_doubles *d, PyObject *value, enum core_access access, Py_ssize_t count,
              const char *name) {
    *d = (struct core_doubles){.one = NAN, .count = 1};
    if (value == Py_None) return 0;
    if (access == CORE_READ && (PyFloat_Check(value) || PyLong_Check(value))) {
        d->one = PyFloat_AsDouble(value);
        return d->one == -1.0 && PyErr_Occurred() ? -1 : 0;
    }
    int flags = PyBUF_C_CONTIGUOUS | PyBUF_FORMAT | (access == CORE_WRITE ? PyBUF_WRITABLE : 0);
    if (PyObject_GetBuffer(value, &d->view, flags) != 0) {
        d->view.obj = NULL;
        PyErr_Clear();
        core_refuse(name, "%s must be a C-contiguous%s array of float64", name,
                    access == CORE_WRITE ? ", writable" : "");
        return -1;
    }
    const char *format = d->view.format;
    if (format != NULL && (format[0] == '@' || format[0] == '=')) format++;
    d->count = d->view.len / (Py_ssize_t)sizeof(double);
    if (format == NULL || strcmp(format, "d") != 0 || d->view.itemsize != sizeof(double)) {
        core_release(d);
        core_refuse(name, "%s must be an array of float64", name);
        return -1;
    }
    if (count >= 0 && d->count != count) {
        Py_ssize_t have = d->count;
        core_release(d);
        core_refuse(name, "%s has %zd entries where %zd are needed", name, have, count);
        return -1;
    }
    d->data = (double *)d->view.buf;
    return 0;
}

void core_release(struct core_doubles *d) {
    if (d->view.obj != NULL) PyBuffer_Release(&d->view);
    d->view.obj = NULL;
    d->data = NULL;
}

// --- rows ---

// More are hardly meant, and fill the memory of whoever mistyped a time between rows.
static const size_t rows_bytes_max = (size_t)1 << 30;

int core_keep_row(struct core_rows *rows, const void *row) {
    const size_t size = rows->width * sizeof(double);
    if (rows->is_full) return 1;
    if (rows->count == rows->room) {
        size_t room = rows->room == 0 ? 64 : 2 * rows->room, most = rows_bytes_max / size;
        if (room > most) room = most;
        double *more = room == rows->room ? NULL : (double *)realloc(rows->data, room * size);
        rows->is_full = more == NULL;
        if (rows->is_full) return 1;
        rows->data = more;
        rows->room = room;
    }
    memcpy(rows->data + rows->count * rows->width, row, size);
    rows->count++;
    return 0;
}

PyObject *core_refuse_rows(const struct core_rows *rows, const char *key) {
    const size_t most = rows_bytes_max / (rows->width * sizeof(double));
    if (rows->count < most) return PyErr_NoMemory();
    if (key == NULL)
        return core_refuse(NULL, "a run keeps at most %zu contacts in its list, and has had them",
                           most);
    return core_refuse(key, "a run keeps at most %zu rows (1 GiB); a longer %s makes fewer", most,
                       key);
}

// --- views ---

struct view {
    PyObject_HEAD PyObject *owner;
    const void *data;
    Py_ssize_t shape[1], stride[1];
};

static PyTypeObject *view_type;  // set once, when the module is made

static int look(PyObject *self, Py_buffer *buffer, int flags) {
    static char format[] = "d";
    struct view *v = (struct view *)self;
    if ((flags & PyBUF_WRITABLE) == PyBUF_WRITABLE) {
        PyErr_SetString(PyExc_BufferError, "this memory is read-only");
        return -1;
    }
    *buffer = (Py_buffer){.buf = (void *)(uintptr_t)v->data,
                          .obj = self,
                          .len = v->shape[0] * (Py_ssize_t)sizeof(double),
                          .itemsize = sizeof(double),
                          .readonly = 1,
                          .ndim = 1,
                          .format = flags & PyBUF_FORMAT ? format : NULL,
                          .shape = flags & PyBUF_ND ? v->shape : NULL,
                          .strides = (flags & PyBUF_STRIDES) == PyBUF_STRIDES ? v->stride : NULL};
    Py_INCREF(self);
    return 0;
}

static void forget(PyObject *self) {
    Py_CLEAR(((struct view *)self)->owner);
    core_dealloc(self);
}

PyObject *core_view(PyObject *owner, const void *data, Py_ssize_t doubles) {
    struct view *v = (struct view *)core_new(view_type);
    if (v == NULL) return NULL;
    Py_INCREF(owner);
    v->owner = owner;
    v->data = data;
    v->shape[0] = doubles;
    v->stride[0] = sizeof(double);
    return (PyObject *)v;
}

int core_add_views(PyObject *module) {
    static PyType_Slot slots[] = {
        {Py_bf_getbuffer, (void *)(uintptr_t)look},
        {Py_tp_dealloc, (void *)(uintptr_t)forget},
        {Py_tp_doc, (void *)(uintptr_t) "Doubles that belong to another object."},
        {0, NULL}};
    static PyType_Spec spec = {"dashpot._core.View", sizeof(struct view), 0,
                               Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, slots};
    view_type = core_add_type(module, &spec);
    return view_type == NULL ? -1 : 0;
}
