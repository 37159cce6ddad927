#ifndef WORKBENCH_STUDY_VARIANT_H
#define WORKBENCH_STUDY_VARIANT_H

#include "scenario/loaded.h"

// A scenario with some of its entries changed: a point of a sweep, a trial of a fit.

/// An entry that is put into the scenario.
struct change {
    const char *path;
    const struct node *node;
};

/// The scenario that `root` describes, without the block that makes many runs of it (sweep or fit),
/// with the changes put in. `s` says where it comes from. Of many variants one after another each
/// takes the memory of the one before it by way of `spare`, which may be NULL; tree_spare_free ends
/// that. NULL and a diagnostic when it is not good.
struct scenario *variant_make(const struct scenario *s, const struct node *root,
                              const struct change *changes, int count, struct chunk **spare,
                              dp_diagnostic *diagnostic);

#endif
