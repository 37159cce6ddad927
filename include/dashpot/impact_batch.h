#ifndef DP_IMPACT_BATCH_H
#define DP_IMPACT_BATCH_H

#include <stddef.h>

#include "dashpot/contact.h"
#include "dashpot/friction.h"

// Many impacts, fast: restitution, largest indentation and duration of impacts of virgin contacts
// without a push from outside. Energies, peak force and rows are in impact.h. With friction, which
// makes them oblique, they go one by one through dp_impact_run.
//
// Laws whose kernel has neither history nor characteristic indentations are integrated several at a
// time; the others (ma-liu, thornton, peng, walton-braun, wang-*, the logarithmic cylinders,
// adams-impact) go one by one through dp_impact_run, or through the closed form when nothing but
// the restitution is asked for and there is one. Work is shared by threads where the library was
// built with OpenMP. The bits of an impact depend neither on its neighbours nor on instruction set
// and number of threads, and dp_impact_quick gives the same ones.

/// n impacts with one kernel: one contact for all, or one for each; made by
/// dp_impact_batch_defaults. An impact without an end (an
/// overdamped law creeps back for ever) or beyond the range of its law gives NaN.
typedef struct dp_impact_batch {
    size_t count;                 ///< n
    const dp_contact *contact;    ///< contact_count of them
    size_t contact_count;         ///< 1, or count
    const double *mass;           ///< [kg]  effective masses
    const double *speed;          ///< [m/s] approach speeds
    const dp_friction *friction;  ///< one law for all; default NULL: none
    const double *sliding_speed;  ///< [m/s] at the touch; read with friction
    const double *sliding_mass;   ///< [kg] m_t; read with friction
    double rtol;                  ///< error of a restitution, about; at most 0.1
    int threads;                  ///< 0: as many as OpenMP offers
    double *restitution;          ///< separation speed over approach speed
    double *max_indentation;      ///< [m] may be NULL
    double *duration;             ///< [s] touch until the force is zero for good; may be NULL
    double *sliding_speed_after;  ///< [m/s] of the surfaces after the impact; may be NULL
    size_t *unfinished;           ///< how many gave NaN; may be NULL
    unsigned cookie;              ///< says that dp_impact_batch_defaults made it
} dp_impact_batch;

/// Results of one impact.
typedef struct dp_quick_impact {
    double restitution;      ///< separation speed over approach speed
    double max_indentation;  ///< [m]
    double duration;         ///< [s] touch until the force is zero for good
} dp_quick_impact;

DP_BEGIN_DECLS

/// No impacts yet, one contact for all, rtol 1e-9, as many threads as OpenMP offers.
DP_API dp_impact_batch dp_impact_batch_defaults(void);

/// Run them all. An error names the first impact that makes no sense; nothing is written then.
DP_API dp_status dp_impact_batch_run(const dp_impact_batch *batch, dp_error *err);

/// One impact; rtol as in the batch. DP_ERR_NUMERIC or DP_ERR_VALIDITY, and NaN, where the batch
/// gives NaN.
DP_API dp_status dp_impact_quick(const dp_contact *contact, double mass, double speed, double rtol,
                                 dp_quick_impact *result, dp_error *err);

DP_END_DECLS

#endif
