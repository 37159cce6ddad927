#ifndef TEST_OUTPUT_FIELD_H
#define TEST_OUTPUT_FIELD_H

#include "result/outcome.h"

/// End the test with a message.
void fail(const char *text);

/// An outcome as a chain of beads would leave it: fields over place and time, impacts one by one,
/// an animation. All of it is made up from closed forms that field.sh knows too.
void fill_field(struct outcome *outcome);

/// A further table of this name.
void add_named(struct outcome *outcome, const char *name);

#endif
