// The module dashpot._core.

#include "core.h"

PyTypeObject *core_add_type(PyObject *module, PyType_Spec *spec) {
    PyTypeObject *type = (PyTypeObject *)PyType_FromModuleAndSpec(module, spec, NULL);
    if (type == NULL) return NULL;
    int failed = PyModule_AddType(module, type);
    Py_DECREF(type);  // the module keeps it, and is never freed
    return failed ? NULL : type;
}

void core_dealloc(PyObject *self) {
    PyTypeObject *type = Py_TYPE(self);
    freefunc release = (freefunc)(uintptr_t)PyType_GetSlot(type, Py_tp_free);
    release(self);
    Py_DECREF(type);
}

PyObject *core_new(PyTypeObject *type) {
    allocfunc allocate = (allocfunc)(uintptr_t)PyType_GetSlot(type, Py_tp_alloc);
    return allocate(type, 0);
}

static struct PyModuleDef definition = {
    .m_base = PyModuleDef_HEAD_INIT,
    .m_name = "_core",
    .m_doc = "The C side of dashpot.",
    .m_size = -1,
};

PyMODINIT_FUNC PyInit__core(void);  // found by its name

PyMODINIT_FUNC PyInit__core(void) {
    PyObject *module = PyModule_Create(&definition);
    if (module == NULL) return NULL;
    int (*const add[])(PyObject *) = {core_add_errors,     core_add_views,     core_add_catalogue,
                                      core_add_contact,    core_add_friction,  core_add_steppers,
                                      core_add_chain,      core_add_mechanism, core_add_scenario,
                                      core_add_definition, core_add_engines};
    int failed = PyModule_AddStringConstant(module, "version", DP_VERSION_STRING);
    for (size_t i = 0; i < sizeof add / sizeof *add && !failed; i++)
        failed = add[i](module);
    if (!failed) return module;
    Py_DECREF(module);
    return NULL;
}
