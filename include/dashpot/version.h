#ifndef DP_VERSION_H
#define DP_VERSION_H

#include "dashpot/export.h"

#define DP_VERSION_MAJOR 0         ///< of this header
#define DP_VERSION_MINOR 2         ///< of this header
#define DP_VERSION_PATCH 0         ///< of this header
#define DP_VERSION_STRING "0.2.0"  ///< the three joined by dots

/// A version.
typedef struct dp_version_number {
    int major, minor, patch;  ///< as in major.minor.patch
} dp_version_number;

DP_BEGIN_DECLS

/// Version of the library that is linked; compare with the DP_VERSION_ macros of the header.
DP_API dp_version_number dp_version(void);

DP_END_DECLS

#endif
