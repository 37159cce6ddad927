#ifndef WORKBENCH_REPORT_HTML_H
#define WORKBENCH_REPORT_HTML_H

#include "files/file.h"

// Pieces of a page. Every text that is not ours goes through html_text.

/// A page up to its title. The policy there names the digests of `scripts`, which end with NULL,
/// and of all scripts in a piece of HTML (NULL: none), so no other script runs, whatever a scenario
/// may hold.
void html_begin(struct out_file *file, const char *const *scripts, const char *html);

/// A script that html_begin was told of.
void html_script(struct out_file *file, const char *script);

/// A style sheet.
void html_style(struct out_file *file, const char *css);

/// Escape markup; what is no character of a text becomes a replacement character.
void html_text(struct out_file *file, const char *text);

/// The same text as a string of JSON, in quotes, that cannot end a block of data in the page.
void html_json(struct out_file *file, const char *text);

/// Print a piece of a page. %h is a text that is not ours, escaped; %k a key, as above; %s a text
/// of ours; %d an int; %z a size_t. Nothing else.
void html_print(struct out_file *file, const char *format, ...);

/// A number for people, `digits` of it, powers of ten as such; a dash when it is not finite.
void html_number(struct out_file *file, double value, int digits);

/// The same with this many decimals, for columns of numbers; zero is a plain 0.
void html_fixed(struct out_file *file, double value, int decimals);

/// A unit as printed: "m/s^2" with a raised two, "N m" with a dot between. Cut where `size` ends.
void unit_text(const char *unit, char *text, size_t size);

/// The same for the label of an axis, whose unit stands in brackets.
void label_text(const char *label, char *text, size_t size);

/// Raised digits for powers in any text: "cos^6".
void raise_powers(const char *plain, char *text, size_t size);

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

/// <img> with STEM.svg of an open folder in it, as data. Shown as an image a drawing keeps to
/// itself: its names meet no others, nothing in it can run. Returns 0, and puts nothing, when it
/// takes more than `room` bytes or cannot be read; the latter is an error of the file.
int html_drawing(struct out_file *file, int folder, const char *stem, const char *title, int height,
                 size_t room);

#endif
