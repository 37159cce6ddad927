#ifndef CLI_REPORT_HTML_H
#define CLI_REPORT_HTML_H

#include "record/file.h"

// Pieces of a page. Every text that is not ours goes through html_text.

/// Escape markup; what is no character of a text becomes a replacement character.
void html_text(struct out_file *file, const char *text);

/// The same for a key: "max_force" reads "max force".
void html_name(struct out_file *file, const char *key);

/// A number for people, `digits` of it, powers of ten as such; a dash when it is not finite.
void html_number(struct out_file *file, double value, int digits);

/// A prefix that makes a value readable, for units that take one.
struct html_scale {
    double factor;  // multiply by this
    const char *prefix;
};
struct html_scale html_scale_of(double value, const char *unit);

/// A value with its unit, scaled.
void html_quantity(struct out_file *file, double value, const char *unit, int digits);

/// Bytes as base64.
void html_base64(struct out_file *file, const unsigned char *bytes, size_t count);

#endif
