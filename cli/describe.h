#ifndef CLI_DESCRIBE_H
#define CLI_DESCRIBE_H

#include <jansson.h>

#include "dashpot/dashpot.h"

// What the catalogue says about a law, as data and as text.

enum { CLI_NEEDS_MAX = 12, CLI_RANGE_MAX = 80, CLI_LAWS_MAX = 256 };

/// All laws, families together, otherwise in catalogue order; returns how many.
int cli_laws_by_family(const dp_law *laws[CLI_LAWS_MAX]);

/// What a law needs of the pair and of the impact, in words; ends with NULL.
void cli_needs(const dp_law *law, const char *words[CLI_NEEDS_MAX]);

/// What it needs besides, which its parameters decide, in Markdown; NULL: nothing.
const char *cli_needs_besides(const dp_law *law);

/// The kernel behind the law with its default form; NULL if the sample impact cannot be prepared.
const dp_kernel *cli_kernel(const dp_law *law);

/// Is there a parameter of that name?
int cli_takes(const dp_law *law, const char *param);

/// "0..1", ">= 0", or the words of a choice.
const char *cli_range(const dp_param *param, char text[CLI_RANGE_MAX]);

/// Default as a number or word, "required", or "-".
const char *cli_default(const dp_param *param, char text[CLI_RANGE_MAX]);

/// All fields.
json_t *cli_law_json(const dp_law *law);
json_t *cli_friction_json(const dp_friction_law *law);

#endif
