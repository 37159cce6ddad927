// HDF5 at the moment it is needed.

#define _GNU_SOURCE  // RTLD_DEFAULT

#include "output/hdf5_library.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

// The address of a symbol goes where `to` points: ISO C has no cast from an object to a function. A
// process that is linked with HDF5 itself may hold its variables, and the library uses those.
static int find(void *library, const char *name, void *to) {
    void *address = dlsym(RTLD_DEFAULT, name);
    if (address == NULL) address = dlsym(library, name);
    memcpy(to, &address, sizeof address);
    return address != NULL;
}

static int find_functions(void *library, struct hdf5 *h5) {
#define FIND(name) &&find(library, "H5" #name, &h5->name)
    return 1 HDF5_FUNCTIONS(FIND);
#undef FIND
}

static int find_identifiers(void *library, struct hdf5 *h5) {
    const hid_t *at;
#define FIND(name) &&find(library, "H5" #name "_g", &at) && (h5->name = *at) >= 0
    return 1 HDF5_IDENTIFIERS(FIND);
#undef FIND
}

int hdf5_load(struct hdf5 *h5, char *reason, size_t size) {
    // A bare name: the system's places are searched, never the current folder. It stays loaded, as
    // it leaves work for the end of the process.
    void *library = dlopen(DP_HDF5_SONAME, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    int is_whole = library != NULL && find_functions(library, h5) && h5->open() >= 0 &&
                   find_identifiers(library, h5);
    const char *error = is_whole ? NULL : dlerror();
    if (!is_whole) snprintf(reason, size, "%s", error != NULL ? error : DP_HDF5_SONAME " fails");
    if (library != NULL) dlclose(library);
    return is_whole ? 0 : -1;
}
