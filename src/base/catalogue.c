// Names and aliases looked up in a list of laws.

#include "base/catalogue.h"

#include <stdbool.h>
#include <string.h>

#include "base/error.h"

/// Names and aliases that a suggestion looks at.
enum { KNOWN_MAX = 512 };

static bool matches(struct dp_names names, const char *word) {
    if (strcmp(word, names.name) == 0) return true;
    for (const char *const *alias = names.aliases; alias != NULL && *alias != NULL; alias++) {
        if (strcmp(word, *alias) == 0) return true;
    }
    return false;
}

int dp_catalogue_find(const struct dp_catalogue *catalogue, const char *name) {
    for (int i = 0; i < catalogue->count; i++) {
        if (matches(catalogue->names(i), name)) return i;
    }
    return -1;
}

dp_status dp_catalogue_lookup(const struct dp_catalogue *catalogue, const char *name, int *index,
                              dp_error *err) {
    *index = dp_catalogue_find(catalogue, name);
    if (*index >= 0) return DP_OK;

    const char *known[KNOWN_MAX + 1];
    int count = 0;
    for (int i = 0; i < catalogue->count && count < KNOWN_MAX; i++) {
        struct dp_names names = catalogue->names(i);
        const char *const *alias = names.aliases;
        known[count++] = names.name;
        while (alias != NULL && *alias != NULL && count < KNOWN_MAX)
            known[count++] = *alias++;
    }
    known[count] = NULL;
    return dp_fail_unknown(err, DP_SUBJECT_LAW, name, known, "there is no %s '%.60s'",
                           catalogue->kind, name);
}
