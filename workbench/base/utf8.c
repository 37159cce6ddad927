// UTF-8 one character at a time, strict: no overlong forms, no surrogates.

#include "base/utf8.h"

#include <stdlib.h>
#include <string.h>

static size_t wrong(unsigned *code) {
    *code = UTF8_REPLACEMENT;
    return 1;
}

size_t utf8_next(const char *text, unsigned *code) {
    static const unsigned least[] = {0, 0, 0x80, 0x800, 0x10000};
    const unsigned char *byte = (const unsigned char *)text;
    *code = byte[0];
    if (byte[0] == 0) return 0;
    if (byte[0] < 0x80) return 1;
    size_t count = byte[0] >= 0xf0 ? 4 : byte[0] >= 0xe0 ? 3 : 2;
    if (byte[0] < 0xc2 || byte[0] > 0xf4) return wrong(code);

    unsigned value = byte[0] & (0xffu >> (count + 1));
    for (size_t i = 1; i < count; i++) {
        // the end of the text is no continuation byte either, so nothing is read beyond it
        if ((byte[i] & 0xc0) != 0x80) return wrong(code);
        value = value << 6 | (byte[i] & 0x3fu);
    }
    if (value < least[count] || value > 0x10ffff || (value >= 0xd800 && value <= 0xdfff))
        return wrong(code);
    *code = value;
    return count;
}

int utf8_is_plain(unsigned code) {
    if (code < 0x20 || (code >= 0x7f && code < 0xa0)) return 0;
    if (code == 0x200e || code == 0x200f || code == 0x2028 || code == 0x2029) return 0;
    if ((code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069)) return 0;
    return code != 0xfeff && (code & 0xfffe) != 0xfffe;
}

char *utf8_copy(const char *text) {
    static const char replacement[] = "\xef\xbf\xbd";
    char *copy = malloc(3 * strlen(text) + 1), *to = copy;
    if (copy == NULL) return NULL;
    unsigned code;
    for (size_t bytes; (bytes = utf8_next(text, &code)) > 0; text += bytes) {
        int is_wrong = code == UTF8_REPLACEMENT;
        size_t length = is_wrong ? 3 : bytes;
        memcpy(to, is_wrong ? replacement : text, length);
        to += length;
    }
    *to = '\0';
    return copy;
}
