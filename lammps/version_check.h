// Whether the LAMMPS that loads the plugin is the one it was compiled for: of another version, or
// with other integers, its classes are laid out in another way and a call would end anywhere. This
// asks through LAMMPS' C interface, which stays the same.

#ifndef DASHPOT_LAMMPS_VERSION_CHECK_H
#define DASHPOT_LAMMPS_VERSION_CHECK_H

#include <cstdio>

#include "library.h"
#include "lmptype.h"
#include "version.h"

// False when it is not; process 0 has then said so, and nothing may be registered.
inline bool dashpot_fits(void *lammps) {
    const int version = lammps_version(lammps);
    const int ids = lammps_extract_setting(lammps, "tagint");
    const int steps = lammps_extract_setting(lammps, "bigint");
    const int images = lammps_extract_setting(lammps, "imageint");
    const bool sizes = ids == static_cast<int>(sizeof(LAMMPS_NS::tagint)) &&
                       steps == static_cast<int>(sizeof(LAMMPS_NS::bigint)) &&
                       images == static_cast<int>(sizeof(LAMMPS_NS::imageint));
    if (version == DASHPOT_LAMMPS_NUMBER && sizes) return true;
    if (lammps_extract_setting(lammps, "world_rank") != 0) return false;
    std::fprintf(stderr, "dashpot: the plugin is for LAMMPS %s (%d)", LAMMPS_VERSION,
                 DASHPOT_LAMMPS_NUMBER);
    if (version != DASHPOT_LAMMPS_NUMBER)
        std::fprintf(stderr, ", this is %d", version);
    else
        std::fprintf(stderr,
                     " with %zu bytes for an atom's number and %zu for a step's; this one has %d "
                     "and %d (LAMMPS_SIZES)",
                     sizeof(LAMMPS_NS::tagint), sizeof(LAMMPS_NS::bigint), ids, steps);
    std::fprintf(stderr, "; LAMMPS_SOURCE=/source/of/this/lammps make lammps builds one for it\n");
    return false;
}

#endif
