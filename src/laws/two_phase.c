// Restitution keys of two-phase laws.

#include "laws/two_phase.h"

#include <math.h>

#include "base/error.h"

dp_status dp_two_phase_restitution(const dp_law_def *def, dp_two_phase *e, dp_error *err) {
    double both = dp_law_get(def, "restitution");
    double elastic = dp_law_get(def, "restitution_elastic");
    double plastic = dp_law_get(def, "restitution_plastic");
    if (!isnan(both) && !isnan(elastic) && !isnan(plastic))
        return dp_blame(err,
                        dp_fail(err, DP_ERR_CONFLICT,
                                "%s: restitution sets both phases; leave it out, or one of "
                                "restitution_elastic and restitution_plastic",
                                def->law->name),
                        DP_SUBJECT_PARAMETER, -1, "restitution");
    e->elastic = isnan(elastic) ? both : elastic;
    e->plastic = isnan(plastic) ? both : plastic;
    if (isnan(e->elastic) || isnan(e->plastic))
        return dp_blame(
            err,
            dp_fail(err, DP_ERR_MISSING,
                    "%s needs restitution, or restitution_elastic and restitution_plastic",
                    def->law->name),
            DP_SUBJECT_PARAMETER, -1, "restitution");
    return DP_OK;
}
