// A broken bound in words: what was reached, what the law assumes, what to do.

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "dashpot/restitution.h"
#include "validity/validity.h"

struct text {
    char *to;
    size_t size, used;  // used: also of what found no room
};

__attribute__((format(printf, 2, 3))) static void say(struct text *t, const char *format, ...) {
    va_list args;
    va_start(args, format);
    size_t room = t->used < t->size ? t->size - t->used : 0;
    int length = vsnprintf(room > 0 ? t->to + t->used : NULL, room, format, args);
    va_end(args);
    if (length > 0) t->used += (size_t)length;
}

// Rubber has some MPa: what is softer most likely lacks its prefix.
static const double softest = 1e6;

static void ask_young(struct text *t, const dp_usage *u) {
    const dp_body *softer = dp_softer_body(&u->body[0], &u->body[1]);
    if (softer->young < softest) say(t, " Is young = %g Pa meant?", softer->young);
}

static void ask_stiffness(struct text *t, const dp_usage *u) {
    const dp_pair *pair = &u->contact->pair;
    bool is_linear = u->contact->law.law->needs & DP_NEEDS_LINEAR;
    bool has_young = !isnan(dp_softer_body(&u->body[0], &u->body[1])->young);
    if (!isnan(pair->stiffness))
        say(t, " Is stiffness = %g %s meant?", pair->stiffness, is_linear ? "N/m" : "N/m^1.5");
    else if (has_young)
        ask_young(t, u);
    else if (pair->modulus < softest)
        say(t, " Is modulus = %g Pa meant?", pair->modulus);
}

// So does what flows below this; of a law that flows.
static void ask_yield(struct text *t, const dp_usage *u) {
    const dp_contact_def *contact = u->contact;
    if ((contact->law.law->needs & DP_NEEDS_YIELD) && contact->pair.yield < softest)
        say(t, " Is yield = %g Pa meant?", contact->pair.yield);
}

// The key and value that an indentation is compared with.
static void say_radius(struct text *t, const dp_usage *u, double radius) {
    bool is_journal = u->is_journal && radius == u->body[0].radius;
    say(t, "%s = %.4g m", is_journal ? "journal_radius" : "radius", radius);
}

static void say_indentation(struct text *t, const dp_usage *u, const dp_breach *b) {
    const char *law = u->contact->law.law->name;
    double limit = u->contact->law.law->bounds.indentation;
    bool is_solid = b->severity == DP_SEVERITY_IMPOSSIBLE;
    say(t, "The largest indentation is %.3g radii (%.4g m; ", b->value, u->indentation);
    say_radius(t, u, is_solid ? dp_usage_solid_radius(u) : dp_usage_radius(u));
    say(t, "); ");
    if (limit > 0.0)
        say(t, "%s assumes well below one", law);
    else
        say(t, "a solid %s has only one", u->is_journal ? "journal" : "ball");
    if (limit > 0.0 && b->value < 1.0) say(t, " (at most %g)", limit);
    say(t, ".");
    if (b->value < 1.0) return;
    ask_stiffness(t, u);
    ask_yield(t, u);
}

static void say_speed(struct text *t, const dp_usage *u, const dp_breach *b) {
    const dp_body *softer = dp_softer_body(&u->body[0], &u->body[1]);
    double wave = dp_wave_speed(&u->body[0], &u->body[1]);
    if (b->severity == DP_SEVERITY_IMPOSSIBLE) {
        say(t,
            "The surfaces meet at %.3g m/s, %.3g times the wave speed of the softer body, "
            "sqrt(young/density) = %.3g m/s.",
            u->speed, b->value, wave);
        ask_young(t, u);
        return;
    }
    double e = dp_wave_restitution(softer->young, softer->poisson, softer->density, u->speed);
    say(t,
        "The surfaces meet at %.3g m/s, %.2g of the wave speed of the softer body (%.4g m/s); %s "
        "takes the contact for quasi-static (at most %g)",
        u->speed, b->value, wave, u->contact->law.law->name, b->limit);
    if (e > 0.0)
        say(t, ", while elastic waves take about %.2g %% of the energy (000 Eq 37)",
            100.0 * (1 - e * e));
    say(t, ".");
}

static void say_yield(struct text *t, const dp_usage *u, const dp_breach *b) {
    const dp_law *law = u->contact->law.law;
    bool is_ball = law->bounds.yielding == DP_YIELD_BALL;
    say(t,
        "The largest indentation is %.3g times the %.3g um at which the material yields (%s, yield "
        "%g MPa); %s is elastic: plasticity must be considered.",
        b->value, 1e6 * dp_usage_yield(u), is_ball ? "ma-liu" : "peng",
        1e-6 * u->contact->pair.yield, law->name);
}

static void say_shape(struct text *t, const dp_usage *u) {
    const char *joint = "";
    const dp_law *last = NULL;
    say(t, "%s is a law for balls, but a journal turns in a bearing here. Laws made for that: ",
        u->contact->law.law->name);
    for (int i = 0; i <= dp_law_count(); i++) {
        const dp_law *law = dp_law_at(i);
        if (law != NULL && !(law->bounds.fits & DP_FITS_JOURNALS)) continue;
        // one behind, so that the last one is known
        if (last != NULL) say(t, "%s%s", law == NULL ? " and " : joint, last->name);
        if (last != NULL) joint = ", ";
        last = law;
    }
    say(t, ".");
}

static void say_restitution(struct text *t, const dp_usage *u, const dp_breach *b) {
    const dp_law *law = u->contact->law.law;
    dp_restitution_kind from = u->contact->restitution_from.kind;
    bool has_relation = from != DP_RESTITUTION_GIVEN;
    say(t, "%s delivers a restitution of %.3g for the ", law->name, b->value);
    if (has_relation)
        say(t, "%.3g that restitution_from: %s asks for", b->limit, dp_restitution_kind_name(from));
    else
        say(t, "%g asked for", b->limit);
    double percent = b->limit > 0.0 ? 100.0 * (b->value - b->limit) / b->limit : NAN;
    if (!isnan(percent)) say(t, fabs(percent) < 10.0 ? " (%+.1f %%)" : " (%+.0f %%)", percent);
    bool is_fixed = !isnan(u->contact->approach), is_slow = u->speed < u->contact->approach_floor;
    bool is_other = !isnan(dp_usage_other_mass(u));
    bool depends =
        law->delivery == DP_DELIVERS_BY_CASE || has_relation || is_fixed || is_slow || is_other;
    if (depends) say(t, " at %.3g m/s", u->speed);
    if (depends && u->mass > 0.0 && dp_contact_uses_mass(u->contact))
        say(t, " and %.3g kg", u->mass);
    if (is_other) say(t, ", where it is prepared for %.3g kg", u->contact->pair.mass);
    if (is_fixed)
        say(t, ", where approach is fixed at %g m/s", u->contact->approach);
    else if (is_slow)
        say(t, ", which is below approach_floor, %g m/s", u->contact->approach_floor);
    say(t, ".");
}

static void say_losses(struct text *t, const dp_usage *u, const dp_breach *b) {
    const char *law = u->contact->law.law->name;
    say(t, "%s has lost nothing: the largest indentation, %.3g um, is ", law, 1e6 * u->indentation);
    if (isnan(b->value))
        say(t, "within its elastic range");
    else
        say(t, "%.2g of that at which it yields", b->value);
    say(t, ". Rebounds are elastic there and do not die out; a law with a damper takes energy at "
           "any depth.");
}

int dp_breach_text(const dp_usage *u, const dp_breach *b, char *text, size_t size) {
    const char *law = u->contact->law.law->name;
    struct text t = {text, size, 0};
    if (size > 0) text[0] = '\0';
    switch (b->bound) {
    case DP_BOUND_INDENTATION:
        say_indentation(&t, u, b);
        break;
    case DP_BOUND_SPEED:
        say_speed(&t, u, b);
        break;
    case DP_BOUND_YIELD:
        say_yield(&t, u, b);
        break;
    case DP_BOUND_CONFORMITY:
        say(&t,
            "The contact reaches %.3g of the radius of the inner body; %s takes both bodies for "
            "half spaces, which needs well below one (at most %g).",
            b->value, law, b->limit);
        break;
    case DP_BOUND_OVERLAP:
        say(&t,
            "The largest indentation is %.3g clearances; %s assumes a narrow contact (at most "
            "%g).",
            b->value, law, b->limit);
        break;
    case DP_BOUND_CLEARANCE:
        say(&t,
            "The clearance is %.2g of the bearing's radius; %s assumes well below one (at most "
            "%g).",
            b->value, law, b->limit);
        break;
    case DP_BOUND_SHAPE:
        say_shape(&t, u);
        break;
    case DP_BOUND_RESTITUTION:
        say_restitution(&t, u, b);
        break;
    case DP_BOUND_LOSSES:
        say_losses(&t, u, b);
        break;
    case DP_BOUND_COUNT:
        break;
    }
    return (int)t.used;
}
