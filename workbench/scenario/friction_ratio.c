// How stiff surfaces that stick are along each other.

#include <math.h>

#include "result/result.h"
#include "scenario/contact.h"

static const char key[] = "stiffness_ratio";

// A law with a default of its own keeps it.
bool friction_has_ratio(const dp_friction_law *law) {
    const double usual = 14.0 / 17.0;  // Poisson's ratio 0.3 in both bodies
    int index = law != NULL ? dp_friction_param_index(law, key) : -1;
    return index >= 0 && law->params[index].initial == usual;
}

bool friction_take_ratio(const struct node *given, const struct body_pair *meeting,
                         dp_friction_def *friction) {
    dp_error err;
    if (given == NULL || node_find(given, key) != NULL || !friction_has_ratio(friction->law))
        return false;
    double ratio = dp_stiffness_ratio(&meeting->body[0], &meeting->body[1]);
    if (!isnan(ratio)) dp_friction_set(friction, key, ratio, &err);
    return isnan(ratio);
}

void friction_note_ratio(bool is_guessed, const char *where, struct outcome *outcome) {
    if (is_guessed)
        add_note_of(
            outcome, where,
            "Poisson's ratio of the bodies is not known, so the stiffness ratio of the "
            "friction is 14/17, that of Poisson's ratio 0.3; stiffness_ratio gives another.");
}
