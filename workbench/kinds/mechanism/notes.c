// Notes about a mechanism that do not come from its statistics.

#include <math.h>

#include "kinds/mechanism/mechanism.h"
#include "result/result.h"

static double play_of(const struct mechanism_config *c, int joint) {
    const dp_mechanism_joint *j = &c->def.joints[joint];
    return joint_traits(j->type)->is_pin ? j->bearing_radius - j->journal_radius : j->gap;
}

void mechanism_note_motion(const struct mechanism_config *c, struct outcome *out) {
    const dp_mechanism_motion *m = &c->motion;
    if (isnan(m->open_from) || m->joint < 0 || !(m->open_by > 0.0)) return;
    add_note(
        out,
        "With all clearances closed the linkage cannot be assembled beyond %s: joint %s has to "
        "open by %.3g mm there, of its clearance of %.3g mm. Only that clearance lets it pass.",
        m->open_where, dp_mechanism_joint_name(c->model, m->joint), 1e3 * m->open_by,
        1e3 * play_of(c, m->joint));
}
