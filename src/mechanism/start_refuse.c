// What is said of a start that cannot be had.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "mechanism/assemble.h"

enum { LISTED = 3, TEXT = 240 };

static const char *body_of(const struct assembly *a, const struct wish *w) {
    return a->m->body_names[a->m->links[w->link].body];
}

// What rounding has left of nothing.
static double plain(const struct assembly *a, double value) {
    return fabs(value) < 1e-13 * a->m->size ? 0.0 : value;
}

// "the joints, the driver and the start of crank.angle = 1.57 rad and 2 others"
static void say_others(const struct assembly *a, const struct wish *wish, char text[TEXT]) {
    int drivers = a->m->driver_count, listed = 0, more = 0;
    size_t used = (size_t)snprintf(text, TEXT, "the joints%s",
                                   drivers > 1    ? " and the drivers"
                                   : drivers == 1 ? " and the driver"
                                                  : "");
    // those that stand nearest before it first, then those behind it
    int own = (int)(wish - a->wishes), count = a->wish_count;
    for (int k = 1; k < count; k++) {
        const struct wish *w = &a->wishes[k <= own ? own - k : k];
        if (!w->is_active) continue;
        more += listed >= LISTED;
        if (listed++ >= LISTED || used + 1 >= TEXT) continue;
        used += (size_t)snprintf(text + used, TEXT - used, "%s%.24s.%s = %.10g %s",
                                 listed == 1 ? ", with " : ", ", body_of(a, w),
                                 dp_start_name(3 * a->speed + w->entry), w->value,
                                 dp_start_unit(3 * a->speed + w->entry));
    }
    if (more > 0 && used + 1 < TEXT)
        snprintf(text + used, TEXT - used, " and %d more given value%s", more,
                 more == 1 ? "" : "s");
    if (listed > 0 && strlen(text) + 1 < TEXT) strcat(text, ",");
}

dp_status dp_start_refuse(struct assembly *a, const struct wish *wish, double has, int is_movable,
                          dp_error *err) {
    int value = 3 * a->speed + wish->entry;
    const char *name = body_of(a, wish), *field = dp_start_name(value),
               *unit = dp_start_unit(value);
    char others[TEXT];
    const struct link *l = &a->m->links[wish->link];
    int is_driven = dp_start_is_driven(a, wish);
    has = plain(a, has);
    say_others(a, wish, others);
    if (is_driven || !dp_start_can_change(a, wish))
        dp_fail(
            err, DP_ERR_CONFLICT,
            "body %s: its start has %s = %.12g %s, but %s%s decides it (%.12g %s); leave it out",
            name, field, wish->value, unit, is_driven ? "its driver" : "joint ",
            is_driven ? "" : a->m->joints[l->joint].name, has, unit);
    else if (is_movable)
        dp_fail(err, DP_ERR_CONFLICT,
                "body %s: its start has %s = %.12g %s, which cannot be reached: %s allow %.12g %s "
                "at the nearest",
                name, field, wish->value, unit, others, has, unit);
    else
        dp_fail(err, DP_ERR_CONFLICT,
                "body %s: its start has %s = %.12g %s, but %s make it %.12g %s%s; leave one of "
                "them out%s",
                name, field, wish->value, unit, others, has, unit,
                a->speed ? " in this position" : "",
                a->speed ? "" : ", or write it under `near` if it is to choose the branch");
    return dp_blame(err, DP_ERR_CONFLICT, DP_SUBJECT_BODY, l->body, name);
}

dp_status dp_start_refuse_hint(const struct assembly *a, int link, int entry, int is_given,
                               dp_error *err) {
    int body = a->m->links[link].body;
    const char *name = a->m->body_names[body];
    dp_fail(err, DP_ERR_CONFLICT,
            is_given
                ? "body %s: its %s stands under start and under near; keep one of them"
                : "body %s: its %s stands under near, but its driver decides it; write it under "
                  "start, or leave it out",
            name, dp_start_name(entry));
    return dp_blame(err, DP_ERR_CONFLICT, DP_SUBJECT_BODY, body, name);
}

// --- joints that stay open ---

static const char *or_driver(const dp_mechanism *m) {
    return m->driver_count > 0 ? " or a driver" : "";
}

dp_status dp_start_cannot_close(const struct assembly *a, dp_error *err) {
    const dp_mechanism *m = a->m;
    int worst = 0;
    double most = -1.0;
    for (int i = 0; i < m->cut_count; i++)
        for (int r = m->cuts[i].row; r < m->cuts[i].row + m->cuts[i].rows; r++) {
            double gap = fabs(a->work.gap[r]) * a->row_scale[r] * a->weight[r];
            if (gap > most) {
                most = gap;
                worst = i;
            }
        }
    int joint = m->cuts[worst].joint;
    const char *name = m->joints[joint].name;
    if (a->rows > a->n)
        return dp_blame(err,
                        dp_fail(err, DP_ERR_CONFLICT,
                                "the mechanism cannot be assembled: joint %s stays open by %.3g m; "
                                "its mobility is %d, %d equations of closed loops against %d free "
                                "coordinates; take a joint%s away, or check the lengths",
                                name, most, a->n - a->rows, a->rows, a->n, or_driver(m)),
                        DP_SUBJECT_JOINT, joint, name);
    return dp_blame(
        err,
        dp_fail(err, DP_ERR_CONFLICT,
                "the mechanism cannot be assembled: joint %s stays open by %.3g m whatever the "
                "start; check the points of the joints and the lengths of the bodies around "
                "that loop, or give angles near a position that closes under `near`",
                name, most),
        DP_SUBJECT_JOINT, joint, name);
}

dp_status dp_start_contradicted(const struct assembly *a, const struct cut *c, double speed,
                                dp_error *err) {
    const char *name = a->m->joints[c->joint].name;
    return dp_blame(err,
                    dp_fail(err, DP_ERR_CONFLICT,
                            "the drivers contradict joint %s: they would pull it open at %.3g "
                            "m/s; the mobility is too small for them, take a driver or a joint "
                            "away",
                            name, speed),
                    DP_SUBJECT_JOINT, c->joint, name);
}

// --- pairs of surfaces ---

static int is_placed(const struct assembly *a, int link) {
    if (link < 0) return 0;
    const dp_mechanism_body *b = &a->def->bodies[a->m->links[link].body];
    return a->m->links[link].kind != LINK_PIN && (!isnan(b->x) || !isnan(b->y));
}

static dp_status refuse_journal(struct assembly *a, int pair, dp_error *err) {
    const dp_mechanism *m = a->m;
    const struct pair *p = &m->pairs[pair];
    double distance = a->work.touches[pair].distance, has;
    const struct wish *w = dp_start_close_clearance(a, &has);
    int placed = is_placed(a, p->first) || is_placed(a, p->second);
    char advice[TEXT] = "move the start positions of its bodies";
    if (w != NULL)
        snprintf(advice, sizeof advice,
                 "with its clearance closed %.40s.%s would be %.10g %s, not %.10g %s: change it, "
                 "leave it "
                 "out, or write it under `near` if it is to choose the branch",
                 body_of(a, w), dp_start_name(w->entry), plain(a, has), dp_start_unit(w->entry),
                 w->value, dp_start_unit(w->entry));
    else if (!placed)
        snprintf(advice, sizeof advice,
                 "no start closes it: check the points of the joints and the lengths, or take a "
                 "joint%s away",
                 or_driver(m));
    dp_fail(err, placed ? DP_ERR_RANGE : DP_ERR_CONFLICT,
            "joint %s: its journal starts %.4g m from the centre of its bearing, but the clearance "
            "is %.4g m; %s",
            p->name, distance, p->gap, advice);
    return dp_pair_blame(m, pair, err, placed ? DP_ERR_RANGE : DP_ERR_CONFLICT);
}

dp_status dp_start_check_journals(struct assembly *a, dp_error *err) {
    const dp_mechanism *m = a->m;
    for (int i = 0; i < m->pair_count; i++) {
        const struct pair *p = &m->pairs[i];
        struct touch *t = &a->work.touches[i];
        dp_pair_place(m, p, &a->work, t);
        if (!(t->delta > 1e-12 * m->size)) continue;
        if (p->kind == PAIR_BEARING) return refuse_journal(a, i, err);
        int looks = p->contact.kernel->begin != NULL || dp_contact_follows(&p->contact);
        if (looks && isnan(p->contact.approach) && p->contact.kernel->raise == NULL)
            return dp_pair_blame(
                m, i, err,
                dp_fail(err, DP_ERR_MISSING,
                        "%s already touches at the start, %.4g m deep, so it has no approach "
                        "speed of its own; move the bodies apart or turn the normal, or, if it "
                        "is meant, take `approach: largest` or a fixed `approach`",
                        p->name, t->delta));
    }
    return DP_OK;
}
