#ifndef WORKBENCH_OUTPUT_HDF5_LIBRARY_H
#define WORKBENCH_OUTPUT_HDF5_LIBRARY_H

#include <hdf5.h>
#include <stddef.h>

// HDF5, loaded when a file of it is written. Linked in, it would bring thirty shared libraries into
// every start of the program, most of which write no such file. Its header gives the types.

// Its constants call functions of the library, which is opened here by hdf5_load.
#undef H5CHECK
#undef H5OPEN
#define H5CHECK
#define H5OPEN

/// Functions: X(Fcreate) is H5Fcreate.
#define HDF5_FUNCTIONS(X)                                                                          \
    X(open)                                                                                        \
    X(Acreate2)                                                                                    \
    X(Awrite)                                                                                      \
    X(Aclose)                                                                                      \
    X(Dcreate2)                                                                                    \
    X(Dwrite)                                                                                      \
    X(Dclose)                                                                                      \
    X(Eget_auto2)                                                                                  \
    X(Eset_auto2)                                                                                  \
    X(Fcreate)                                                                                     \
    X(Fflush)                                                                                      \
    X(Fget_file_image)                                                                             \
    X(Fclose)                                                                                      \
    X(Gcreate2)                                                                                    \
    X(Gclose)                                                                                      \
    X(Lexists)                                                                                     \
    X(Pcreate)                                                                                     \
    X(Pset_chunk)                                                                                  \
    X(Pset_deflate)                                                                                \
    X(Pset_fapl_core)                                                                              \
    X(Pset_link_creation_order)                                                                    \
    X(Pset_obj_track_times)                                                                        \
    X(Pset_shuffle)                                                                                \
    X(Pclose)                                                                                      \
    X(Screate)                                                                                     \
    X(Screate_simple)                                                                              \
    X(Sclose)                                                                                      \
    X(Tcopy)                                                                                       \
    X(Tset_size)                                                                                   \
    X(Tset_cset)                                                                                   \
    X(Tclose)                                                                                      \
    X(Zfilter_avail)

/// Identifiers that HDF5 keeps in variables, set by H5open: X(T_C_S1) is H5T_C_S1.
#define HDF5_IDENTIFIERS(X)                                                                        \
    X(P_CLS_DATASET_CREATE_ID)                                                                     \
    X(P_CLS_FILE_ACCESS_ID)                                                                        \
    X(P_CLS_FILE_CREATE_ID)                                                                        \
    X(P_CLS_GROUP_CREATE_ID)                                                                       \
    X(T_C_S1)                                                                                      \
    X(T_IEEE_F64LE)                                                                                \
    X(T_NATIVE_DOUBLE)

#define HDF5_POINTER(name) __typeof__(H5##name) *name;
#define HDF5_IDENTIFIER(name) hid_t name;

struct hdf5 {
    HDF5_FUNCTIONS(HDF5_POINTER)
    HDF5_IDENTIFIERS(HDF5_IDENTIFIER)
};

#undef HDF5_POINTER
#undef HDF5_IDENTIFIER

/// Load it. 0, or -1 and a reason: it is not there, or is damaged.
int hdf5_load(struct hdf5 *h5, char *reason, size_t size);

#endif
