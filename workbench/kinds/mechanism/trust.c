// How far the results of a mechanism can be trusted: the horizon, and what its copies say.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/json.h"
#include "base/measure.h"
#include "base/words.h"
#include "kinds/mechanism/mechanism.h"
#include "result/result.h"

// --- the horizon ---------------------------------------------------------------------------------

static const char *cause_of(const dp_mechanism_agreement *a) {
    return a->tolerance < a->start ? "tolerance" : "start";
}

// What 1 % is a part of.
static json_t *plays_json(const struct campaign *k) {
    json_t *object = json_object();
    for (int i = 0; i < dp_mechanism_pair_count(k->config->model); i++)
        put_measure(object, dp_mechanism_pair_name(k->config->model, i),
                    dp_mechanism_play(k->trace, i), "m");
    return object;
}

void mechanism_put_horizon(const struct campaign *k, json_t *summary) {
    const dp_mechanism_agreement *a = &k->agreement;
    bool is_reached = k->has_horizon && isfinite(a->horizon);
    put_measure(summary, "horizon", a->horizon, "s");
    json_put(summary, "horizon_reached", k->has_horizon ? json_boolean(is_reached) : json_null());
    json_put(summary, "horizon_cause", is_reached ? json_string(cause_of(a)) : json_null());
    if (!k->has_horizon) return;
    json_t *shadow = json_object();
    put_measure(shadow, "start", a->start, "s");
    put_measure(shadow, "tolerance", a->tolerance, "s");
    put_measure(shadow, "rtol", a->rtol, "1");
    put_measure(shadow, "other_rtol", a->other_rtol, "1");
    put_measure(shadow, "compared_until", a->until, "s");
    json_put(shadow, "joint",
             is_reached ? json_text(dp_mechanism_pair_name(k->config->model, a->pair))
                        : json_null());
    json_put(shadow, "play", plays_json(k));
    json_put(summary, "shadow", shadow);
}

// A time as a sentence says it: not later than it is.
static const char *say_time(const struct mechanism_config *c, double time, char *text,
                            size_t size) {
    double unit = time > 0.0 ? pow(10.0, floor(log10(time)) - 3.0) : 1.0;
    double low = unit * floor(time / unit);
    if (isnan(c->turn))
        snprintf(text, size, "%.4g s", low);
    else
        snprintf(text, size, "%.4g s (%.3g turns)", low, low / c->turn);
    return text;
}

static const char *play_of(const struct campaign *k) {
    double gap = dp_mechanism_pair_gap(k->config->model, k->agreement.pair);
    return isnan(gap) ? "the gap to which it opens" : "its clearance";
}

static void note_start(const struct campaign *k, const char *when, struct outcome *out) {
    const dp_mechanism_agreement *a = &k->agreement;
    add_note(out,
             "A start 1e-10 m aside moves %.60s by 1 %% of %s after %s. The error of run.rtol = "
             "%.2g has not done so by then (beside a run at %.2g). Later peaks, impacts and curves "
             "depend on the start.",
             dp_mechanism_pair_name(k->config->model, a->pair), play_of(k), when, a->rtol,
             a->other_rtol);
}

// The tolerance comes first: a tighter one helps, as far as the start lets it.
static void note_tolerance(const struct campaign *k, const char *when, struct outcome *out) {
    const struct mechanism_config *c = k->config;
    const dp_mechanism_agreement *a = &k->agreement;
    char later[64], other[80] = "not before the end", advice[160], held[120] = "";
    if (a->other_rtol < a->rtol)
        snprintf(advice, sizeof advice, "run.rtol = %.2g holds longer%s", a->other_rtol,
                 isfinite(a->start) ? ", up to that time at the most" : "");
    else
        snprintf(advice, sizeof advice, "there is no tighter one");
    if (a->rtol < c->run.rtol)
        snprintf(held, sizeof held, ", which the smallest clearance makes of %.2g,", c->run.rtol);
    if (isfinite(a->start))
        snprintf(other, sizeof other, "after %s", say_time(c, a->start, later, sizeof later));
    add_note(out,
             "The error of run.rtol = %.2g%s moves %.60s by 1 %% of %s after %s, beside a run at "
             "%.2g. A start 1e-10 m aside does so %s; %s. Later peaks, impacts and curves depend "
             "on the tolerance.",
             a->rtol, held, dp_mechanism_pair_name(c->model, a->pair), play_of(k), when,
             a->other_rtol, other, advice);
}

static void note_agreement(const struct campaign *k, struct outcome *out) {
    const struct mechanism_config *c = k->config;
    const dp_mechanism_agreement *a = &k->agreement;
    const char *aside = dp_mechanism_perturbed_name(c->model) != NULL
                            ? "Neither a start 1e-10 m aside nor the error of"
                            : "The error of";
    char until[64] = "the end";
    if (a->until < k->main.result.time) {
        say_time(c, a->until, until, sizeof until);
        add_note(out,
                 "The runs that tell how long this history holds were compared up to %s only: one "
                 "of them broke off there, or takes too much memory.",
                 until);
    }
    add_fact(out,
             "%s run.rtol = %.2g (beside a run at %.2g) moves a loose joint or a contact by 1 %% "
             "of its play before %s.",
             aside, a->rtol, a->other_rtol, until);
}

void mechanism_note_horizon(const struct campaign *k, struct outcome *out) {
    const struct mechanism_config *c = k->config;
    char when[64];
    if (dp_mechanism_perturbed_name(c->model) == NULL && (c->run.has_shadow || k->copy_count > 0))
        add_note(out, "No free coordinate moves a loose pair: no start can be shifted, so a spread "
                      "says nothing here.");
    if (!k->has_horizon) return;
    if (!isfinite(k->agreement.horizon)) {
        note_agreement(k, out);
        return;
    }
    say_time(c, k->agreement.horizon, when, sizeof when);
    if (k->agreement.tolerance < k->agreement.start)
        note_tolerance(k, when, out);
    else
        note_start(k, when, out);
    if (k->copy_count == 0)
        add_note(out,
                 "Statistics over a window after that have a spread that one run does not show; "
                 "run: {ensemble: 20} gives mean and spread of each.");
}

// --- copies --------------------------------------------------------------------------------------

// Where no surfaces tell: copies whose statistics differ by less have nothing but their starts to
// differ in.
static bool is_alike(const struct campaign *k) {
    const double part = 1e-4;
    for (int i = 0; i < k->config->watch.count; i++) {
        dp_spread rms = dp_mechanism_ensemble_spread(k->ensemble, DP_CHANNEL_RMS, i);
        if (rms.deviation > part * fabs(rms.mean)) return false;
    }
    return true;
}

static void say_spreads(const struct campaign *k, char *text, size_t size) {
    enum { TOLD = 8 };
    const struct mechanism_config *c = k->config;
    int told = 0;
    for (; told < c->watch.count && told < TOLD; told++) {
        dp_spread rms = dp_mechanism_ensemble_spread(k->ensemble, DP_CHANNEL_RMS, told);
        char part[96];
        snprintf(part, sizeof part, "%s%.40s %.4g \xc2\xb1 %.2g", told > 0 ? ", " : "",
                 dp_mechanism_channel(c->model, c->watch.item[told])->name, rms.mean,
                 rms.deviation);
        text_append(text, size, part);
    }
    if (told < c->watch.count) {
        char rest[64];
        snprintf(rest, sizeof rest, ", and %d more in the summary", c->watch.count - told);
        text_append(text, size, rest);
    }
}

void mechanism_note_ensemble(const struct campaign *k, struct outcome *out) {
    const struct mechanism_config *c = k->config;
    char text[800] = "";
    if (k->copy_count == 0) return;
    const struct parting parting = mechanism_parting(k);
    bool is_together = parting.is_known ? !isfinite(parting.from) : is_alike(k);
    // what differs by 1 % of the play has yet to forget the rest
    bool is_early = parting.is_known && !is_together &&
                    (1.5 * parting.last - c->skip) / (c->until - c->skip) > 0.25;
    say_spreads(k, text, sizeof text);
    add_fact(out, "%s over the %d copies; rms: %s.",
             is_together || is_early ? "Mean and spread" : "Trust statistics as mean and spread",
             k->copy_count, text);
    if (is_together && parting.is_known)
        add_note(out,
                 "The copies are still alike at the end: they spread by %.2g of the play of %.60s "
                 "at the most, and their spread says nothing about statistics. Run longer; if they "
                 "stay together then, the motion forgets how it began.",
                 parting.most,
                 dp_mechanism_pair_name(c->model, parting.pair < 0 ? 0 : parting.pair));
    else if (is_together)
        add_note(out, "The copies are still alike at the end: nothing in this mechanism makes them "
                      "part. Their spread is that of their starts.");
    else if (is_early && !isfinite(parting.last))
        add_note(
            out,
            "The copies are still alike at %.60s: there they spread by %.2g of the play at the "
            "most, and the spread of what moves with it says nothing about statistics. Run "
            "longer; if they stay together there, that part forgets how it began.",
            dp_mechanism_pair_name(c->model, parting.behind), parting.least);
    else if (is_early)
        add_note(out,
                 "The copies have hardly parted when the window begins (%.3g s; %.60s "
                 "spreads over 1 %% of its play at %.3g s): their spread is too small. Let skip be "
                 "twice as long as that.",
                 c->skip, dp_mechanism_pair_name(c->model, parting.behind), parting.last);
}
