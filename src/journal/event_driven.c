// A collision that takes no time: one normal impact, and Coulomb friction with stick as an exact
// map.

#include <math.h>
#include <string.h>

#include "dashpot/friction.h"
#include "dashpot/impact.h"
#include "journal/journal.h"

dp_status dp_collide_at_once(const dp_contact *contact, const dp_journal_def *def, double *history,
                             struct dp_touch *touch, dp_collision *record, dp_error *err) {
    dp_impact impact;
    dp_impact_def one = dp_impact_defaults();
    one.mass = def->mass;
    one.speed = touch->normal;
    one.rtol = def->rtol;
    one.history = def->keep_history ? history : NULL;
    dp_status status = dp_impact_run(contact, &one, &impact, err);
    if (status != DP_OK) return status;
    memcpy(history, impact.history, sizeof impact.history);

    // friction acts on the sliding of the contact point; one unit of impulse slows it by q/m
    double arm = def->bearing_radius - def->clearance;
    double q = 1.0 + def->mass * arm * arm / def->inertia;
    double slip = touch->tangential + arm * touch->spin;
    double out = impact.separation_speed;
    double change = dp_coulomb_collision(def->friction, touch->normal + out, slip, q);

    record->restitution = impact.restitution;
    record->restitution_asked = impact.restitution_asked;
    record->max_force = impact.max_force;
    record->max_indentation = impact.max_indentation;
    record->duration = impact.duration;
    record->plastic_work = impact.energy.plastic;
    record->damping_work = impact.energy.viscous + impact.energy.released;
    record->friction_work = def->mass * fabs(change) * (fabs(slip) - 0.5 * q * fabs(change));
    touch->evaluations = impact.evaluations;
    touch->normal = out;
    touch->tangential -= change;
    touch->spin -= def->mass * arm * change / def->inertia;
    return DP_OK;
}
