#ifndef WORKBENCH_ENGINES_DESCRIBE_H
#define WORKBENCH_ENGINES_DESCRIBE_H

#include <jansson.h>

#include "dashpot/engine.h"

/// What the catalogue says about a program: its models, keys and source.
json_t *engine_json(const dp_engine *engine);

/// An export as `dashpot export --json` prints it.
json_t *export_json(const dp_export_def *def, const dp_export *out);

#endif
