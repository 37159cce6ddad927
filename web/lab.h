#ifndef WEB_LAB_H
#define WEB_LAB_H

#include <stdbool.h>
#include <stddef.h>

#include "dashpot/dashpot.h"
#include "dashpot/workbench.h"

// What engine.js calls. Arguments are numbers, pointers to memory that JavaScript owns, and handles
// of objects that it frees; results are pointers, counts and numbers. Nothing is kept between
// calls. A call that can fail takes a dp_error or keeps a dp_diagnostic in its handle.

#define LAB __attribute__((used, visibility("default")))

/// Most words of one call: settings "key=value" of a contact, or paths and values of a scenario.
enum { LAB_WORDS_MAX = 200 };

/// `count` words that follow each other, each with its end; false when there are too many.
bool lab_words(const char *block, int count, const char *words[LAB_WORDS_MAX]);

/// A contact as JavaScript asks for it.
struct lab_contact {
    dp_contact_request request;  ///< as it was read
    dp_contact contact;          ///< prepared, unless only the definition was asked for
    double speed;                ///< [m/s] of the touch, where it is known; else NaN
};

/// A scenario with how its calls ended.
struct lab_scenario {
    dp_scenario *scenario;  ///< NULL: it could not be read
    dp_result *result;      ///< NULL: none
    dp_run_status status;   ///< of the last call
    dp_diagnostic diagnostic;
};

#endif
