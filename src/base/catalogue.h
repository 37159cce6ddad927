#ifndef DP_BASE_CATALOGUE_H
#define DP_BASE_CATALOGUE_H

#include "dashpot/status.h"

// A list of laws with names and aliases, shared by normal and friction laws.

/// How a law is called.
struct dp_names {
    const char *name;
    const char *const *aliases;  ///< NULL-terminated, or NULL
};

struct dp_catalogue {
    const char *kind;  ///< "law", "friction law"
    int count;
    struct dp_names (*names)(int index);
};

/// Index of the entry of that name or alias; -1: none.
int dp_catalogue_find(const struct dp_catalogue *catalogue, const char *name);

/// The same; an unknown name is an error that suggests the nearest ones, and index is -1.
dp_status dp_catalogue_lookup(const struct dp_catalogue *catalogue, const char *name, int *index,
                              dp_error *err);

#endif
