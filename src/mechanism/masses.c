// The mass that two surfaces feel along their normal, and contacts that are prepared for it.
//
// A unit pull along n between the surfaces gives their approach the acceleration
//     1/m = w.G w = n^T J M^-1 J^T n
// where w is that pull as wrenches on the links, and G the response of the linkage: a driven
// coordinate does not give way, loops of ideal joints are kept closed by their multipliers.

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "contact/follow.h"
#include "mechanism/run.h"

// A pull of a pair: a force (x, y) and a moment on the first body, the opposite on the second.
struct pull {
    double x, y, moment;
};

static void put_pull(const struct pair *pair, const struct touch *at, const struct pull *pull,
                     double *wrench) {
    const struct {
        int link;
        double rx, ry, sign;
    } ends[2] = {{pair->first, at->rx1, at->ry1, 1.0}, {pair->second, at->rx2, at->ry2, -1.0}};
    for (int i = 0; i < 2; i++) {
        if (ends[i].link < 0) continue;
        double *w = wrench + 3 * ends[i].link;
        w[0] += ends[i].sign * pull->x;
        w[1] += ends[i].sign * pull->y;
        w[2] += ends[i].sign * (ends[i].rx * pull->y - ends[i].ry * pull->x + pull->moment);
    }
}

static double work_of(const dp_mechanism *m, const double *wrench, const double *response) {
    double sum = 0.0;
    for (int i = 0; i < m->link_count; i++)
        sum += wrench[3 * i] * response[4 * i] + wrench[3 * i + 1] * response[4 * i + 1] +
               wrench[3 * i + 2] * response[4 * i + 2];
    return sum;
}

// The same of both bodies alone, without any joint.
static double work_of_bodies(const dp_mechanism *m, const struct pair *pair, const double *wrench) {
    const int ends[2] = {pair->first, pair->second};
    double sum = 0.0;
    for (int i = 0; i < 2; i++) {
        if (ends[i] < 0) continue;
        const double *w = wrench + 3 * ends[i];
        const struct link *link = &m->links[ends[i]];
        sum += (w[0] * w[0] + w[1] * w[1]) / link->mass + w[2] * w[2] / link->inertia;
    }
    return sum;
}

// Rounding leaves something of a pull that nothing yields to: its part across a slide, and what the
// loops take of a response.
static const double least_of_bodies = 1e-28, least_of_tree = 1e-13;

// How much the pair gives way [1/kg]; 0: not at all.
static double find_give(const dp_mechanism *m, struct workspace *work, const struct pair *pair,
                        const struct touch *at, const struct pull *pull, double *room) {
    double *response = room, *wrench = room + 4 * m->link_count, *bias = wrench + 3 * m->link_count;
    memset(wrench, 0, (size_t)(3 * m->link_count) * sizeof *wrench);
    put_pull(pair, at, pull, wrench);
    dp_links_respond(m, work, wrench, bias, response);
    double give = work_of(m, wrench, response), least = 0.0;
    if (m->independent_count > 0) {
        least = least_of_tree * give;
        dp_loops_respond(m, work, response);
        give = work_of(m, wrench, response);
    }
    least = fmax(least, least_of_bodies * work_of_bodies(m, pair, wrench));
    return give > least ? give : 0.0;
}

// A mass that differs from m1 m2/(m1 + m2), m1 or m2 by rounding alone is set to that value: a
// driven table then gives the same bits as the ground.
static double without_rounding(const dp_mechanism *m, const struct pair *pair, double mass) {
    const double rounding = 1e-13;
    double one = pair->first < 0 ? INFINITY : m->links[pair->first].mass;
    double two = pair->second < 0 ? INFINITY : m->links[pair->second].mass;
    const double plain[] = {dp_pair_reduced(m, pair), one, two};
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
        if (fabs(mass - plain[i]) <= rounding * plain[i] && isfinite(plain[i])) return plain[i];
    return mass;
}

double dp_pair_reduced(const dp_mechanism *m, const struct pair *pair) {
    double one = pair->first < 0 ? INFINITY : m->links[pair->first].mass;
    double two = pair->second < 0 ? INFINITY : m->links[pair->second].mass;
    return isinf(one) ? two : isinf(two) ? one : one * two / (one + two);
}

double dp_pair_mass(const dp_mechanism *m, struct workspace *work, const struct pair *pair,
                    const struct touch *touch, double *room) {
    const struct pull along = {touch->nx, touch->ny, 0.0};
    double give = find_give(m, work, pair, touch, &along, room);
    return give > 0.0 ? without_rounding(m, pair, 1.0 / give) : INFINITY;
}

// --- at the start --------------------------------------------------------------------------------

// Can the surfaces move against each other at all, in any direction?
static int can_move(const dp_mechanism *m, struct workspace *work, const struct pair *pair,
                    const struct touch *at, double *room) {
    static const struct pull pulls[] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
    for (size_t i = 0; i < sizeof pulls / sizeof *pulls; i++)
        if (find_give(m, work, pair, at, &pulls[i], room) > 0.0) return 1;
    return 0;
}

static dp_status refuse_still(const dp_mechanism *m, const struct pair *pair, dp_error *err) {
    const char *names[2] = {"the ground", "the ground"};
    if (pair->first >= 0) names[0] = m->body_names[m->links[pair->first].body];
    if (pair->second >= 0) names[1] = m->body_names[m->links[pair->second].body];
    return dp_fail(err, DP_ERR_CONFLICT,
                   "%s: neither %s nor %s can give way (driven, fixed, or held by a linkage that "
                   "is driven), so no mass meets, and %s needs one; take a law that needs none, or "
                   "give the contact a mass (`mass: pair` in a scenario)",
                   pair->name, names[0], names[1], pair->contact.law->name);
}

// Where the mass is not known yet, that of both bodies stands in for it.
static dp_status prepare_pair(const dp_mechanism *m, struct workspace *work, struct pair *pair,
                              double *room, dp_error *err) {
    struct touch touch;
    dp_error why = {0};
    if (!pair->feels_mass) return DP_OK;
    dp_pair_place(m, pair, work, &touch);
    if (isinf(pair->mass) && !can_move(m, work, pair, &touch, room))
        return refuse_still(m, pair, err);
    double mass = isfinite(pair->mass) ? pair->mass : dp_pair_reduced(m, pair);
    dp_contact_def def = pair->contact.recipe;
    def.pair.mass = mass;
    dp_status status = dp_contact_init(&pair->contact, &def, &why);
    if (status == DP_OK) return DP_OK;
    dp_fail(err, status, "%s: with the %g kg that it feels at the start, %.400s", pair->name, mass,
            why.text);
    return dp_blame_value(err, status, why.value, why.low, why.high);
}

dp_status dp_mechanism_weigh_pairs(dp_mechanism *m, dp_error *err) {
    struct workspace work;
    size_t links = (size_t)m->link_count;
    if (m->pair_count == 0) return DP_OK;
    double *room = (double *)dp_mechanism_room(m, dp_workspace_size(m) + 10 * links, sizeof *room);
    if (room == NULL) return dp_fail(err, DP_ERR_MEMORY, "no memory for the contacts");
    dp_workspace_place(m, &work, room + 10 * links);
    dp_mechanism_place(m, 0.0, m->start, m->start + m->unknown_count, &work);
    dp_links_factor(m, &work);
    // in a singular position no mass is known
    if (m->independent_count > 0) dp_loops_close(m, &work);
    int is_known = work.rank->lost == 0;
    dp_status status = DP_OK;
    for (int i = 0; i < m->pair_count && status == DP_OK; i++) {
        struct pair *pair = &m->pairs[i];
        struct touch touch;
        dp_pair_place(m, pair, &work, &touch);
        pair->mass = is_known ? dp_pair_mass(m, &work, pair, &touch, room) : NAN;
        status = prepare_pair(m, &work, pair, room, err);
        if (status != DP_OK) dp_pair_blame(m, i, err, status);
    }
    return status;
}

double dp_mechanism_pair_mass(const dp_mechanism *m, int index) {
    return index >= 0 && index < m->pair_count ? m->pairs[index].mass : NAN;
}

// --- at a touch ----------------------------------------------------------------------------------

static int blame_touch(struct run *r, int index, dp_status status) {
    dp_pair_blame(r->m, index, r->err, status);
    r->failed = 1;
    return 0;
}

int dp_run_prepare_pair(struct run *r, int index, double now, double speed) {
    const struct pair *base = &r->m->pairs[index];
    struct pair *p = &r->pairs[index];
    struct contact_state *c = &r->contacts[index];
    int follows = dp_contact_follows(&base->contact);
    dp_error why = {0};
    if (!follows && (!base->feels_mass || c->mass == c->law_mass)) return 1;
    if (base->feels_mass && isinf(c->mass))
        return blame_touch(
            r, index,
            dp_fail(r->err, DP_ERR_NUMERIC,
                    "%s at t = %.9g s: neither surface can give way along the normal there, so no "
                    "mass meets, and %s needs one; take a law that needs none, or give the contact "
                    "a mass (`mass: pair` in a scenario)",
                    p->name, now, base->contact.law->name));
    if (dp_pair_prepare(base, speed, c->mass, &p->contact, &why) != DP_OK)
        return blame_touch(
            r, index,
            dp_fail(r->err, DP_ERR_NUMERIC, "%s at t = %.9g s: %.400s", p->name, now, why.text));
    c->law_speed = speed;
    c->law_mass = c->mass;
    return 1;
}

dp_status dp_pair_prepare(const struct pair *base, double speed, double mass, dp_contact *out,
                          dp_error *err) {
    return base->feels_mass ? dp_contact_for_mass(&base->contact, speed, mass, out, err)
                            : dp_contact_at_speed(&base->contact, speed, mass, out, err);
}
