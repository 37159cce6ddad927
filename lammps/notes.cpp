#include "notes.h"

#include <mpi.h>

#include <cmath>
#include <cstdio>

#include "comm.h"
#include "dashpot/validity.h"
#include "error.h"
#include "lammps.h"

namespace Dashpot {

std::vector<std::string> breaches_of(const Touches &touches) {
    const Touches::Extremes &most = touches.extremes();
    std::vector<std::string> notes;
    if (!(most.share > 0.0)) return notes;
    dp_contact_def def = touches.recipe().normal;
    def.pair.radius = most.radius;
    def.pair.mass = most.mass;
    dp_usage usage = dp_usage_defaults(&def);
    usage.body[0].radius = most.least();
    usage.is_solid[0] = 1;
    usage.indentation = most.indentation;
    dp_breach breach[DP_BOUND_COUNT];
    int count = dp_validity(&usage, breach);
    for (int n = 0; n < count; n++) {
        char text[600];
        if (breach[n].bound == DP_BOUND_RESTITUTION)
            continue;  // of an impact that nobody asked for
        dp_breach_text(&usage, &breach[n], text, sizeof text);
        notes.push_back(text);
    }
    if (most.wild > 0.0) {
        char text[600];
        std::snprintf(text, sizeof text,
                      "%s: in %.0f of %.0f steps of contacts (%.2g %%) the damper was too strong "
                      "for the time step, so that it made the motion wilder; a shorter step%s "
                      "helps",
                      def.law.law->name, most.wild, most.all, 100.0 * most.wild / most.all,
                      std::isnan(def.approach) ? ", or an approach_floor near the slowest speed "
                                                 "that matters,"
                                               : "");
        notes.push_back(text);
    }
    return notes;
}

// The process with the most sentences speaks: the numbers differ a little, the bounds do not.
void print_notes(LAMMPS_NS::LAMMPS *lmp, const std::vector<std::string> &notes) {
    struct {
        int count, rank;
    } mine = {static_cast<int>(notes.size()), lmp->comm->me}, most;
    MPI_Allreduce(&mine, &most, 1, MPI_2INT, MPI_MAXLOC, lmp->world);
    for (int n = 0; n < most.count; n++) {
        char text[600] = "";
        if (mine.rank == most.rank) notes[static_cast<size_t>(n)].copy(text, sizeof text - 1);
        MPI_Bcast(text, sizeof text, MPI_CHAR, most.rank, lmp->world);
        if (lmp->comm->me == 0) lmp->error->warning(FLERR, std::string("dashpot: ") + text);
    }
}

void write_at_once(LAMMPS_NS::LAMMPS *lmp) {
    for (FILE *file : {lmp->screen, lmp->logfile}) {
        if (file == nullptr) continue;
        fflush(file);
        setvbuf(file, nullptr, _IONBF, 0);
    }
}

}  // namespace Dashpot
