// The animation of a report.

#define _POSIX_C_SOURCE 200809L  // open_memstream

#include "result/animation.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "assets.h"
#include "base/json.h"

json_t *animation_numbers(const double *value, size_t count) {
    json_t *array = json_array();
    for (size_t i = 0; i < count; i++)
        json_push(array, json_finite(value[i]));
    return array;
}

// --- packed numbers ------------------------------------------------------------------------------

struct packer {
    char *text;
    size_t used;
    unsigned held, bytes;  // not yet written
};

static void pack_byte(struct packer *p, unsigned byte) {
    static const char digit[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    p->held = p->held << 8 | byte;
    if (++p->bytes < 3) return;
    for (int shift = 18; shift >= 0; shift -= 6)
        p->text[p->used++] = digit[p->held >> shift & 63];
    p->held = p->bytes = 0;
}

// What is left over, filled up with '='.
static void pack_end(struct packer *p) {
    unsigned missing = p->bytes > 0 ? 3 - p->bytes : 0;
    for (unsigned i = 0; i < missing; i++)
        pack_byte(p, 0);
    for (unsigned i = 1; i <= missing; i++)
        p->text[p->used - i] = '=';
    p->text[p->used] = '\0';
}

json_t *animation_packed(const float *value, size_t count, size_t width, int bytes) {
    const float most_units = bytes == 1 ? 255.0F : 32767.0F;
    struct packer p = {.text = malloc((count * (size_t)bytes + 2) / 3 * 4 + 1)};
    float most = 0.0F;
    // json_push and json_put note that NULL is missing
    if (p.text == NULL) return NULL;
    for (size_t i = 0; i < count; i++)
        most = fmaxf(most, fabsf(value[i]));
    float unit = most > 0.0F ? most / most_units : 1.0F;
    for (size_t i = 0; i < count; i++) {
        float share = bytes == 1 ? fmaxf(value[i], 0.0F) : value[i];
        unsigned whole = (unsigned)(int)nearbyintf(share / unit);
        pack_byte(&p, whole & 255);
        if (bytes == 2) pack_byte(&p, whole >> 8 & 255);
    }
    pack_end(&p);
    json_t *packed = json_object();
    json_put(packed, "width", json_integer((json_int_t)width));
    json_put(packed, "bytes", json_integer(bytes));
    json_put(packed, "unit", json_real(unit));
    json_put(packed, "text", json_string(p.text));
    free(p.text);
    return packed;
}

// --- page ----------------------------------------------------------------------------------------

// JSON has '<' in texts only. Escaped, no name can end the script or begin a comment in it.
static void put_facts(const char *text, FILE *out) {
    for (; *text != '\0'; text++) {
        if (*text == '<')
            fputs("\\u003c", out);
        else
            fputc(*text, out);
    }
}

static void put_page(const struct animation *a, const char *text, FILE *out) {
    fprintf(out,
            "<style>\n%s</style>\n<div class=\"animation-box\"></div>\n<noscript>\n%s</noscript>\n"
            "<script>\n%s%s(function () {\nvar facts = ",
            asset_animation_css,
            a->still != NULL ? a->still : "<p>The animation needs scripts.</p>\n", asset_player_js,
            a->script);
    put_facts(text, out);
    fprintf(out,
            ";\nvar box = document.currentScript.parentNode.querySelector('.animation-box');\n"
            "dashpot.player(box, dashpot.scenes.%s(box, facts));\n})();\n</script>\n",
            a->scene);
}

bool animation_write(const struct animation *a, char **page) {
    size_t size = 0, flags = JSON_COMPACT | JSON_ENSURE_ASCII;
    unsigned digits = a->digits > 0 ? (unsigned)a->digits : 6;
    *page = NULL;
    char *text = json_dumps(a->facts, flags | JSON_REAL_PRECISION(digits));
    FILE *out = text != NULL ? open_memstream(page, &size) : NULL;
    bool is_good = out != NULL && !json_lacks_memory();
    if (is_good) put_page(a, text, out);
    if (out != NULL) is_good = fclose(out) == 0 && is_good;
    if (!is_good) {
        free(*page);
        *page = NULL;
    }
    json_decref(a->facts);
    free(text);
    return is_good;
}
