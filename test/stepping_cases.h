#ifndef DP_TEST_STEPPING_CASES_H
#define DP_TEST_STEPPING_CASES_H

// Impacts, bounces and journals that the tests of stepping run: with and without history, marks,
// tension, pushes and a restitution that changes on the way.

#include "check.h"
#include "dashpot/dashpot.h"

enum { IMPACTS = 8, BOUNCES = 5, JOURNALS = 6, ROWS = 64, BYTES_MAX = 1 << 16 };

struct impact_case {
    dp_contact contact;
    dp_impact_def def;
};

struct bounce_case {
    dp_contact contact;
    dp_bounce_def def;
};

struct journal_case {
    dp_contact contact;
    dp_journal_def def;
};

struct impact_case impact_case(int i);
struct bounce_case bounce_case(int i);
struct journal_case journal_case(int i);

dp_impact_stepper *begin_impact(const struct impact_case *c);
dp_bounce_stepper *begin_bounce(const struct bounce_case *c);
dp_journal_stepper *begin_journal(const struct journal_case *c);

/// Times at which a bounce is stopped: before and within its first contacts, and behind its end.
int bounce_stops(const struct bounce_case *c, dp_bounce *whole, double stop[ROWS]);

/// Times at which a journal is stopped: in its flights, in its collisions, and behind its end.
int journal_stops(const struct journal_case *c, dp_journal *whole, double stop[ROWS]);

#endif
