// Text and numbers in a page.

#include "report/html.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/prefix.h"
#include "base/utf8.h"
#include "report/digest.h"

static const char *entity(unsigned code) {
    static const char marks[] = "&<>\"'";
    static const char *const names[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&#39;"};
    const char *at = code > 0 && code < 0x80 ? strchr(marks, (int)code) : NULL;
    return at != NULL ? names[at - marks] : NULL;
}

static void put_escaped(struct out_file *file, const char *text, int is_key) {
    unsigned code;
    for (size_t bytes; (bytes = utf8_next(text, &code)) > 0; text += bytes) {
        const char *name = entity(code);
        if (name != NULL)
            out_text(file, name);
        else if (is_key && code == '_')
            out_text(file, " ");
        else if (code == '\n' || code == '\t' || code == '\r')
            out_bytes(file, text, bytes);
        else if (code == UTF8_REPLACEMENT || !utf8_is_plain(code))
            out_text(file, "&#xfffd;");
        else
            out_bytes(file, text, bytes);
    }
}

void html_text(struct out_file *file, const char *text) {
    put_escaped(file, text, 0);
}

void html_json(struct out_file *file, const char *text) {
    unsigned code;
    out_text(file, "\"");
    for (size_t bytes; (bytes = utf8_next(text, &code)) > 0; text += bytes) {
        if (code == '"' || code == '\\' || code == '<' || code < 0x20)
            out_print(file, "\\u%04x", code);
        else if (code == UTF8_REPLACEMENT || !utf8_is_plain(code))
            out_text(file, "\\ufffd");
        else
            out_bytes(file, text, bytes);
    }
    out_text(file, "\"");
}

void html_print(struct out_file *file, const char *format, ...) {
    va_list args;
    va_start(args, format);
    for (const char *end; *format != '\0'; format = end) {
        end = format + strcspn(format, "%");
        out_bytes(file, format, (size_t)(end - format));
        if (*end == '\0') break;
        if (end[1] == 'd')
            out_print(file, "%d", va_arg(args, int));
        else if (end[1] == 'z')
            out_print(file, "%zu", va_arg(args, size_t));
        else if (end[1] == 'h')
            html_text(file, va_arg(args, const char *));
        else if (end[1] == 'k')
            put_escaped(file, va_arg(args, const char *), 1);
        else
            out_text(file, va_arg(args, const char *));
        end += 2;
    }
    va_end(args);
}

// Digits with a proper minus sign.
static void put_digits(struct out_file *file, const char *number) {
    if (number[0] == '-') out_text(file, "\xe2\x88\x92");
    out_text(file, number + (number[0] == '-'));
}

void html_number(struct out_file *file, double value, int digits) {
    char number[64];
    double size = fabs(value);
    if (!isfinite(value)) {
        out_text(file, "\xe2\x80\x93");
        return;
    }
    int has_all = size == floor(size) && size < 1e6;
    // "%g" would write 1.23457e+05
    bool is_short = has_all || size < pow(10.0, digits) - 0.5;
    if (size == 0.0 || (size >= 1e-3 && size < 1e6 && is_short)) {
        snprintf(number, sizeof number, "%.*g", has_all ? 6 : digits, size == 0.0 ? 0.0 : value);
        put_digits(file, number);
        return;
    }
    snprintf(number, sizeof number, "%.*e", digits - 1, value);
    char *exponent = strchr(number, 'e');
    if (exponent == NULL) return;
    int power = atoi(exponent + 1);
    *exponent = '\0';
    // "1.50000" is "1.5"
    if (strchr(number, '.') != NULL) {
        char *end = exponent;
        while (end[-1] == '0')
            *--end = '\0';
        if (end[-1] == '.') *--end = '\0';
    }
    put_digits(file, number);
    out_print(file,
              "\xc2\xb7"
              "10<sup>%s%d</sup>",
              power < 0 ? "\xe2\x88\x92" : "", abs(power));
}

void html_fixed(struct out_file *file, double value, int decimals) {
    char number[64];
    if (!isfinite(value) || fabs(value) >= 1e15) {
        html_number(file, value, 5);
        return;
    }
    snprintf(number, sizeof number, "%.*f", value == 0.0 ? 0 : decimals, value);
    // "-0.000" is no number people know
    int is_zero = number[strspn(number, "-0.")] == '\0';
    put_digits(file, number + (is_zero && number[0] == '-'));
}

// A raised digit or minus; NULL for others.
static const char *raised(char c) {
    static const char *const digits[] = {
        "\xe2\x81\xb0", "\xc2\xb9",     "\xc2\xb2",     "\xc2\xb3",     "\xe2\x81\xb4",
        "\xe2\x81\xb5", "\xe2\x81\xb6", "\xe2\x81\xb7", "\xe2\x81\xb8", "\xe2\x81\xb9"};
    if (c == '-') return "\xe2\x81\xbb";
    return c >= '0' && c <= '9' ? digits[c - '0'] : NULL;
}

// There is no raised point: "m^1.5" stays as it is.
static bool is_whole_power(const char *power) {
    size_t length = strspn(power, "-0123456789");
    return length > 0 && !(power[length] == '.' && isdigit((unsigned char)power[length + 1]));
}

// From `unit` on a text is a unit.
static void print_text(const char *plain, size_t unit, char *text, size_t size) {
    size_t used = 0;
    int is_raised = 0;
    for (size_t i = 0; plain[i] != '\0'; i++) {
        char same[2] = {plain[i], '\0'};
        const char *piece = same;
        int follows_letter = i > unit && isalpha((unsigned char)plain[i - 1]);
        if (plain[i] == '^' && is_whole_power(plain + i + 1)) {
            is_raised = 1;
            continue;
        }
        is_raised = is_raised && raised(plain[i]) != NULL;
        if (is_raised)
            piece = raised(plain[i]);
        else if (plain[i] == ' ' && follows_letter)
            piece = "\xc2\xb7";
        size_t length = strlen(piece);
        if (used + length >= size) break;
        memcpy(text + used, piece, length);
        used += length;
    }
    text[used] = '\0';
}

void raise_powers(const char *plain, char *text, size_t size) {
    print_text(plain, strlen(plain), text, size);
}

void unit_text(const char *unit, char *text, size_t size) {
    print_text(unit, 0, text, size);
}

void label_text(const char *label, char *text, size_t size) {
    print_text(label, strcspn(label, "["), text, size);
}

struct html_scale html_scale_of(double value, const char *unit) {
    struct prefix prefix = prefix_of(value, unit, 0.1);
    return (struct html_scale){pow(10.0, -prefix.power), prefix.text};
}

void html_quantity(struct out_file *file, double value, const char *unit, int digits) {
    struct html_scale scale = html_scale_of(value, unit);
    char printed[64];
    html_number(file, value * scale.factor, digits);
    if (!isfinite(value) || unit[0] == '\0' || strcmp(unit, "1") == 0 || strcmp(unit, "-") == 0)
        return;
    unit_text(unit, printed, sizeof printed);
    html_print(file, "<span class=\"unit\">\xc2\xa0%s%h</span>", scale.prefix, printed);
}

void html_base64(struct out_file *file, const unsigned char *bytes, size_t count) {
    static const char digit[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < count; i += 3) {
        size_t left = count - i;
        unsigned second = left > 1 ? bytes[i + 1] : 0, third = left > 2 ? bytes[i + 2] : 0;
        unsigned value = (unsigned)bytes[i] << 16 | second << 8 | third;
        char four[4] = {digit[value >> 18], digit[value >> 12 & 63],
                        left > 1 ? digit[value >> 6 & 63] : '=',
                        left > 2 ? digit[value & 63] : '='};
        out_bytes(file, four, sizeof four);
    }
}

static void put_digest(struct out_file *file, const char *script, size_t length) {
    unsigned char digest[DIGEST_SIZE];
    digest_of(script, length, digest);
    out_text(file, " 'sha256-");
    html_base64(file, digest, sizeof digest);
    out_text(file, "'");
}

// Blocks of data do not run.
static int is_data(const char *tag, const char *end) {
    const char *type = strstr(tag, "application/json");
    return type != NULL && type < end;
}

static void put_digests(struct out_file *file, const char *html) {
    while (html != NULL && (html = strstr(html, "<script")) != NULL) {
        const char *from = strchr(html, '>');
        const char *to = from != NULL ? strstr(from, "</script>") : NULL;
        if (to == NULL) return;
        if (!is_data(html, from)) put_digest(file, from + 1, (size_t)(to - from) - 1);
        html = to;
    }
}

void html_begin(struct out_file *file, const char *const *scripts, const char *html) {
    out_text(file, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                   "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                   "<meta name=\"color-scheme\" content=\"light dark\">\n"
                   "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
                   "img-src data:; style-src 'unsafe-inline'; script-src");
    for (; *scripts != NULL; scripts++)
        put_digest(file, *scripts, strlen(*scripts));
    put_digests(file, html);
    out_text(file, "\">\n");
}

void html_script(struct out_file *file, const char *script) {
    html_print(file, "<script>%s</script>\n", script);
}

void html_style(struct out_file *file, const char *css) {
    html_print(file, "<style>\n%s</style>\n", css);
}

int html_drawing(struct out_file *file, int folder, const char *stem, const char *title, int height,
                 size_t room) {
    char name[96];
    size_t size;
    snprintf(name, sizeof name, "%s.svg", stem);
    char *bytes = file_bytes(folder, name, room / 4 * 3, &size);
    // a page without a picture that is there would be taken for the whole
    if (bytes == NULL && errno != EFBIG && file->error == 0) file->error = errno;
    if (bytes == NULL) return 0;
    html_print(file, "<img width=\"720\" height=\"%d\" alt=\"%h\" src=\"data:image/svg+xml;base64,",
               height, title);
    html_base64(file, (const unsigned char *)bytes, size);
    out_text(file, "\">");
    free(bytes);
    return 1;
}
