#ifndef CLI_STUDY_LEFT_H
#define CLI_STUDY_LEFT_H

#include <jansson.h>
#include <stdio.h>

/// Which points of a study are missing, and the commands that do them. `status` is a document of
/// dp_study_status.
void left_print(FILE *stream, const json_t *status, const char *folder);

/// The commands as a list of texts.
json_t *left_commands(const json_t *status, const char *folder);

/// A number of the document.
long left_number(const json_t *status, const char *key);

#endif
