// Bounds that a run broke: notes, and refusals of what is impossible.

#include "scenario/validity.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "result/result.h"

enum { TEXT_MAX = 600 };

static dp_usage usage_of(const struct reach *reach) {
    const struct prepared_contact *touch = reach->touch;
    dp_usage usage = dp_usage_defaults(&touch->def);
    for (int i = 0; i < 2; i++) {
        usage.body[i] = touch->meeting.body[i];
        usage.is_solid[i] = touch->meeting.is_solid[i];
    }
    usage.is_journal = touch->meeting.is_journal;
    usage.indentation = reach->indentation;
    usage.speed = reach->speed;
    usage.mass = reach->mass > 0.0 ? reach->mass : NAN;
    usage.delivered = reach->is_known ? reach->delivered : NAN;
    usage.has_flowed = reach->has_flowed;
    return usage;
}

bool validity_check_speed(struct reader *reader, const struct node *at,
                          const struct prepared_contact *touch) {
    const struct body_pair *meeting = &touch->meeting;
    const struct reach reach = {.touch = touch, .indentation = NAN, .speed = meeting->speed};
    double wave = dp_wave_speed(&meeting->body[0], &meeting->body[1]);
    if (reader->allows_unphysical || !(meeting->speed > wave)) return true;
    dp_usage usage = usage_of(&reach);
    const dp_breach breach = {DP_BOUND_SPEED, DP_SEVERITY_IMPOSSIBLE, meeting->speed / wave, 1.0};
    char text[TEXT_MAX];
    dp_breach_text(&usage, &breach, text, sizeof text);
    report_error(
        reader, at,
        "%s is impossible here. %s The speed must be below %.4g m/s; --allow-unphysical runs "
        "it with a note",
        at->key != NULL ? at->key : "the speed", text, wave);
    return false;
}

static void report_breach(struct reader *reader, const struct reach *reach, const dp_usage *usage,
                          const dp_breach *breach) {
    const char *where = reach->where;
    char text[TEXT_MAX];
    dp_breach_text(usage, breach, text, sizeof text);
    report_status(reader, DP_RUN_NUMERIC, reach->touch->node,
                  "%s%s%s This state is impossible; --allow-unphysical runs it with a note",
                  where != NULL ? where : "", where != NULL ? ": " : "", text);
}

// How far beyond, as the sentence puts it: for the worst of many.
static double excess_of(const dp_breach *breach) {
    if (breach->bound == DP_BOUND_RESTITUTION) return fabs(breach->value / breach->limit - 1.0);
    return breach->value;
}

static void tell_breach(const struct reach *reach, const dp_usage *usage, const dp_breach *breach,
                        struct outcome *outcome) {
    char text[TEXT_MAX];
    dp_breach_text(usage, breach, text, sizeof text);
    // what does not depend on the state is the same in every joint, and said once with their names
    int note = add_note_of(outcome, reach->where, text);
    if (note < 0) return;
    outcome->is_bound[note] = true;
    struct broken *worst = &outcome->broken[breach->bound];
    double excess = excess_of(breach);
    if (worst->note > 0 && !(excess > worst->excess)) return;
    *worst = (struct broken){.note = note + 1, .excess = excess};
}

bool validity_tell(struct reader *reader, const struct reach *reach, struct outcome *outcome) {
    dp_usage usage = usage_of(reach);
    dp_breach breach[DP_BOUND_COUNT];
    int before = reader->count, count = dp_validity(&usage, breach);
    for (int i = 0; i < count; i++) {
        bool is_impossible = breach[i].severity == DP_SEVERITY_IMPOSSIBLE;
        if (is_impossible && !reader->allows_unphysical)
            report_breach(reader, reach, &usage, &breach[i]);
        else
            tell_breach(reach, &usage, &breach[i], outcome);
    }
    return reader->count == before;
}

bool energy_check(struct reader *reader, const struct node *contact, const dp_energy *energy) {
    // measured: at most 1e-10 in ordinary impacts, at most 1e-4 where a dent is forgotten
    const double most = 1e-3;
    double sum = energy->initial + energy->final + energy->input + energy->viscous +
                 energy->plastic + energy->released;
    bool is_finite = isfinite(sum) && isfinite(energy->error);
    if (is_finite && energy->error <= most) return true;
    if (is_finite)
        report_status(reader, DP_RUN_NUMERIC, contact,
                      "the energy balance is off by %.2g of the energy, so the result cannot be "
                      "trusted; some value is far too large or too small, check the units",
                      energy->error);
    else
        report_status(reader, DP_RUN_NUMERIC, contact,
                      "the energy is no longer finite; some value is far too large or too small, "
                      "check the units");
    return false;
}
