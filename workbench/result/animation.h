#ifndef WORKBENCH_RESULT_ANIMATION_H
#define WORKBENCH_RESULT_ANIMATION_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

// The piece of HTML that moves in a report: style, player, the scene of a kind, and its facts.
// assets/player.js says what a scene is, assets/scene_X.js which facts it takes.

struct animation {
    const char *scene;   // its name in dashpot.scenes
    const char *script;  // that defines it
    json_t *facts;       // released by animation_write
    const char *still;   // HTML for readers without scripts; NULL: a sentence
    int digits;          // of the numbers; 0: 6
};

/// The piece, from malloc. False: no memory, then or while the facts were built.
bool animation_write(const struct animation *animation, char **page);

/// Numbers as an array; null for those that are not finite.
json_t *animation_numbers(const double *value, size_t count);

/// Numbers for rows() of player.js, in rows of `width`, as whole numbers of one byte (none
/// negative) or two: small, and with an error of half a unit, a 510th or a 65534th of the largest.
json_t *animation_packed(const float *value, size_t count, size_t width, int bytes);

#endif
