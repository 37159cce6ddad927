#ifndef WORKBENCH_REPRODUCE_LOCATE_H
#define WORKBENCH_REPRODUCE_LOCATE_H

#include <stdbool.h>
#include <stddef.h>

// Where papers/ and scenarios/ lie: beside an installed program (../share/dashpot), in the source
// tree of a program that was only built, or where the installation was configured to put them.

enum { LOCATE_PATH_MAX = 4096 };

/// Folder that holds papers/ and scenarios/; false when there is none.
bool locate_data(char root[LOCATE_PATH_MAX]);

/// The places that were tried, for a diagnostic.
void locate_places(char *text, size_t size);

#endif
