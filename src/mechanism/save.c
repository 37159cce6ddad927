// The state of a run as bytes, and back. Between two advances the integrator keeps nothing, so this
// is the motion, the contacts and the sums.
//
// Bytes may come from anybody: a number that leads somewhere (a mode, a sector, a count) is checked
// before a step uses it. Anything else may only make a wrong motion.

#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "base/archive.h"
#include "base/error.h"
#include "mechanism/run.h"

// Either direction through the same list: out to `to`, or in from `from`; neither: only counted.
struct cursor {
    unsigned char *to;
    const unsigned char *from;
    size_t at;
};

static void pass(struct cursor *c, void *data, size_t bytes) {
    if (bytes == 0) return;
    if (c->to != NULL) memcpy(c->to + c->at, data, bytes);
    if (c->from != NULL) memcpy(data, c->from + c->at, bytes);
    c->at += bytes;
}

static void pass_contacts(struct run *r, struct cursor *c) {
    for (int i = 0; i < r->m->pair_count; i++) {
        double *kept = r->contacts[i].kept, *grip = r->contacts[i].grip;
        struct contact_state copy = r->contacts[i];
        copy.kept = copy.grip = NULL;
        pass(c, &copy, sizeof copy);
        copy.kept = kept;
        copy.grip = grip;
        if (c->from != NULL) r->contacts[i] = copy;
    }
}

static void pass_all(struct dp_mechanism_stepper *s, struct cursor *c) {
    struct run *r = &s->run;
    pass(c, &r->in_window, sizeof r->in_window);
    pass(c, &r->ended, sizeof r->ended);
    pass(c, &r->touching, sizeof r->touching);
    pass(c, &r->next_row, sizeof r->next_row);
    pass(c, &r->next_section, sizeof r->next_section);
    pass(c, &r->released, sizeof r->released);
    pass(c, &r->initial, sizeof r->initial);
    pass(c, &r->passed, sizeof r->passed);
    pass(c, &r->own.landing, sizeof r->own.landing);
    pass(c, &r->result->constraint_error, sizeof r->result->constraint_error);
    pass(c, &r->result->singular_count, sizeof r->result->singular_count);
    pass(c, &r->result->singular_time, sizeof r->result->singular_time);
    pass(c, &r->result->singular_last, sizeof r->result->singular_last);
    pass(c, &r->result->singular_joint, sizeof r->result->singular_joint);
    pass(c, &r->result->solver, sizeof r->result->solver);
    pass(c, &r->result->implicit_steps, sizeof r->result->implicit_steps);
    pass(c, &r->result->row_count, sizeof r->result->row_count);
    pass(c, &r->result->impact_count, sizeof r->result->impact_count);
    pass(c, r->y, (size_t)r->count * sizeof *r->y);
    pass(c, r->scale, (size_t)r->count * sizeof *r->scale);
    pass(c, r->watched, (size_t)r->def->watch_count * sizeof *r->watched);
    pass(c, r->kept, dp_run_histories_size(r->m) * sizeof *r->kept);
    pass(c, r->peaks, dp_run_peaks_size(r) * sizeof *r->peaks);
    pass_contacts(r, c);
    if (r->m->grip_count == 0) return;
    pass(c, r->grips, dp_run_grips_size(r->m) * sizeof *r->grips);
    pass(c, r->from, (size_t)r->count * sizeof *r->from);
    pass(c, r->pace, PACES * sizeof *r->pace);
    pass(c, &r->rubbed, sizeof r->rubbed);
}

size_t dp_mechanism_save(const dp_mechanism_stepper *stepper, void *bytes, size_t size) {
    // a copy, since the list goes both ways; its arrays are only read
    dp_mechanism_stepper s = *stepper;
    struct cursor counting = {.at = DP_STATE_HEAD};
    struct cursor out = {.to = (unsigned char *)bytes, .at = DP_STATE_HEAD};
    pass_all(&s, &counting);
    if (bytes == NULL || size < counting.at) return counting.at;
    pass_all(&s, &out);
    dp_state_seal(bytes, out.at, dp_mechanism_run_digest(s.run.m, s.run.def));
    return out.at;
}

// --- what is let in ---

static bool are_finite(const double *value, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (!isfinite(value[i])) return false;
    return true;
}

static bool is_count(long count) {
    return count >= 0 && count < LONG_MAX / 2;
}

static bool is_contact(const struct run *r, int index) {
    const struct contact_state *c = &r->contacts[index];
    // without `mass`, which is infinite where neither side gives way
    const double numbers[] = {c->offset,     c->since,     c->speed,     c->law_speed, c->law_mass,
                              c->from_zero,  c->side,      c->jump,      c->mark,      c->mark_time,
                              c->last_event, c->touching,  c->impacting, c->way,       c->heading,
                              c->slip,       c->most_grip, c->most_push};
    if ((int)c->mode < MODE_FREE || c->mode > MODE_HOLLOW) return false;
    if (c->sector < 0 || (c->sector > 0 && c->sector >= r->pairs[index].histories)) return false;
    if (c->returns < 0 || c->returns > INT_MAX / 2 || c->stuck < 0 || c->stuck > INT_MAX / 2)
        return false;
    if (c->slides != (c->slides != 0) || c->is_rising != (c->is_rising != 0)) return false;
    if (c->is_rising && r->pairs[index].contact.kernel->raise == NULL) return false;
    if (isnan(c->stretch.below) || isnan(c->stretch.above)) return false;
    if (!(c->stretch.slip_below <= c->stretch.slip_above) || !(c->mass >= 0.0)) return false;
    if (c->stretch.clips != (c->stretch.clips != 0)) return false;
    return is_count(c->slid) && is_count(c->impacts) && is_count(c->impacts_in_all) &&
           are_finite(numbers, sizeof numbers / sizeof *numbers) &&
           are_finite(c->history, DP_HISTORY_MAX);
}

// Rows up to now have been given, so the next one lies ahead, if only by rounding.
static bool is_ahead(long next, double every, double now) {
    return every <= 0.0 || (double)next * every >= now * (1.0 - 1e-9);
}

static bool are_contacts(struct run *r) {
    int touching = 0;
    for (int i = 0; i < r->m->pair_count; i++) {
        if (!is_contact(r, i)) return false;
        touching += r->contacts[i].mode == MODE_TOUCH;
        // a contact that follows the speed or the mass is made again
        const struct pair *base = &r->m->pairs[i];
        const struct contact_state *c = &r->contacts[i];
        if ((base->feels_mass || dp_contact_follows(&base->contact)) &&
            dp_pair_prepare(base, c->law_speed, c->law_mass, &r->pairs[i].contact, NULL) != DP_OK)
            return false;
    }
    return touching == r->touching;
}

static bool is_state(struct run *r) {
    const dp_solve_stats *s = &r->result->solver;
    double now = r->y[r->active];
    if (!(now >= 0.0 && now <= r->def->until) || !are_finite(r->y, (size_t)r->count)) return false;
    for (int i = 0; i < r->count; i++)
        if (!(r->scale[i] >= 0.0)) return false;
    if (r->in_window != (now >= r->def->skip) || r->ended != (r->ended != 0)) return false;
    if (!is_count(s->steps) || !is_count(s->rejected) || !is_count(s->evaluations) ||
        !is_count(s->events) || !is_count(r->result->implicit_steps))
        return false;
    const dp_mechanism_result *past = r->result;
    if (!is_count(past->singular_count) || !isfinite(past->singular_time) ||
        !isfinite(past->singular_last) || past->singular_joint < -1 ||
        past->singular_joint >= r->m->joint_count ||
        (past->singular_count > 0) != (past->singular_joint >= 0))
        return false;
    if (!is_count(r->next_row) || !is_count(r->next_section)) return false;
    if (now > 0.0 && (!is_ahead(r->next_row, r->def->every, now) && r->next_row > 0)) return false;
    if (r->next_section < 1 || !is_ahead(r->next_section, r->def->section_every, now)) return false;
    if (r->result->row_count > (size_t)r->next_row || r->result->impact_count > SIZE_MAX / 2)
        return false;
    if (!are_finite(r->grips, dp_run_grips_size(r->m)) || !isfinite(r->rubbed)) return false;
    if (r->m->grip_count > 0 &&
        (!are_finite(r->from, (size_t)r->count) || !(r->pace[PACE_STEP] > 0.0)))
        return false;
    return isfinite(r->released) && isfinite(r->initial) && isfinite(r->passed) &&
           are_finite(r->kept, dp_run_histories_size(r->m)) && are_contacts(r);
}

dp_status dp_mechanism_restore(dp_mechanism_stepper *s, const void *bytes, size_t size,
                               dp_error *err) {
    struct cursor in = {.from = (const unsigned char *)bytes, .at = DP_STATE_HEAD};
    if (s->is_closed)
        return dp_fail(err, DP_ERR_CONFLICT, "the run has failed or was finished; begin another");
    uint64_t digest = dp_mechanism_run_digest(s->run.m, s->run.def);
    enum dp_state_origin origin = dp_state_origin(bytes, size, digest);
    if (origin == DP_STATE_OURS && size != dp_mechanism_save(s, NULL, 0)) origin = DP_STATE_DAMAGED;
    if (origin != DP_STATE_OURS) {
        s->is_closed = true;
        return dp_state_refuse(origin, "mechanism", DP_ERR_RANGE, err);
    }
    pass_all(s, &in);
    s->is_closed = !is_state(&s->run);
    if (!s->is_closed) return DP_OK;
    return dp_fail(err, DP_ERR_RANGE,
                   "the bytes are not a state of this run: a number is not finite or out of range");
}
