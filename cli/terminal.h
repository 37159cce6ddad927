#ifndef CLI_TERMINAL_H
#define CLI_TERMINAL_H

#include <jansson.h>
#include <stddef.h>
#include <stdio.h>

#include "dashpot/workbench.h"

// Text for people: messages and paragraphs that fit the terminal.

/// Columns to write in: those of the terminal, at least 80 and at most 100; 80 in a pipe.
int cli_text_width(void);

/// Columns on the screen that a UTF-8 text takes.
int cli_columns(const char *text);

/// Print `label`, which ends before column `hang`, then the words of `text` from there on, wrapped
/// with that indentation.
void cli_paragraph(const char *label, int hang, const char *text);

/// Print a command to be copied: pieces that stay together, lines joined by a backslash.
void cli_command_line(int indent, const char *const *pieces);

/// Print what may hold words of a file or of its name: what would steer a terminal becomes "?".
/// Standard error on a terminal: lines are wrapped at its width, and what stands before the first
/// colon is coloured unless NO_COLOR is set. Up to 8 kB.
void cli_say(FILE *stream, const char *format, ...) __attribute__((format(printf, 2, 3)));

/// A number with ten digits, enough for people.
const char *cli_number(double value, char text[DP_NUMBER_MAX]);

/// Print a document to standard output and release it. Half a document must not be printed: out of
/// memory ends the program.
void cli_print_json(json_t *document);

/// Print a text of the workbench and give it back. NULL, out of memory, ends the program. Returns
/// DP_RUN_DONE.
int cli_print_text(char *text);

/// Print lines to standard error, each as "dashpot: line".
void cli_remarks(const char *lines);

#endif
