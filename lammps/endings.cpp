#include "endings.h"

#include <mpi.h>

#include <cmath>
#include <cstdio>

#include "comm.h"
#include "lammps.h"

using LAMMPS_NS::bigint;
using LAMMPS_NS::LAMMPS;
using LAMMPS_NS::tagint;

namespace Dashpot {

// A damper that gives more than this share of the energy with which bodies part. Rounding and the
// error of a step that is short enough stay below.
static constexpr double share_fed = 0.01;

void Endings::add(const Ending &ending, double weight, tagint first, tagint second, bigint now) {
    counts_.ended += weight;
    counts_.kinetic += weight * ending.kinetic;
    const Worst it = {0,
                      ending.steps,
                      -ending.damped,
                      ending.kinetic,
                      static_cast<double>(first),
                      static_cast<double>(second),
                      static_cast<double>(now)};
    if (ending.is_whole && ending.is_impact && ending.steps < few) {
        counts_.brief += weight;
        if (-ending.steps > shortest_.size) {
            shortest_ = it;
            shortest_.size = -ending.steps;
        }
    }
    if (-ending.damped > share_fed * ending.kinetic) {
        counts_.feeding += weight;
        if (-ending.damped > feeder_.size) {
            feeder_ = it;
            feeder_.size = -ending.damped;
        }
    }
}

// That of the process with the largest size.
void Endings::find_worst(LAMMPS *lmp, Worst &worst) {
    struct {
        double size;
        int rank;
    } mine = {worst.size, lmp->comm->me}, most;
    MPI_Allreduce(&mine, &most, 1, MPI_DOUBLE_INT, MPI_MAXLOC, lmp->world);
    MPI_Bcast(&worst.size, sizeof worst / sizeof worst.size, MPI_DOUBLE, most.rank, lmp->world);
}

std::string Endings::named(const Worst &worst) {
    char text[120];
    if (worst.second > 0)
        std::snprintf(text, sizeof text, "atoms %.0f and %.0f, which parted at step %.0f",
                      worst.first, worst.second, worst.now);
    else
        std::snprintf(text, sizeof text, "atom %.0f, which parted at step %.0f", worst.first,
                      worst.now);
    return text;
}

// How far restitution is off when a contact has so many steps: the largest of ten laws, as in
// docs/lammps.md, section The time step; test/steps.py holds it.
static const char *error_at(double steps) {
    return steps < 4.0   ? "20 % and more"
           : steps < 5.0 ? "up to 20 %, and more where it is below 0.6,"
                         : "up to 10 %, and more where it is below 0.6,";
}

std::vector<std::string> Endings::notes(LAMMPS *lmp, double damping, bool is_last) {
    Counts all;
    counts_.damping = damping;
    MPI_Allreduce(&counts_.ended, &all.ended, sizeof all / sizeof all.ended, MPI_DOUBLE, MPI_SUM,
                  lmp->world);
    std::vector<std::string> notes;
    char text[600];
    auto is_news = [is_last](double now, double before) {
        return now > 0.0 && (before == 0.0 || (is_last && now > before));
    };
    if (is_news(all.brief, said_.brief)) {
        Worst worst = shortest_;
        find_worst(lmp, worst);
        std::snprintf(
            text, sizeof text,
            "%.0f of %.0f contacts that ended so far in this run had fewer than %.0f time "
            "steps; shortest contact: %.0f step%s, %s; restitution is off by %s there, "
            "see The time step in docs/lammps.md",
            all.brief, all.ended, few, worst.steps, worst.steps == 1.0 ? "" : "s",
            named(worst).c_str(), error_at(worst.steps));
        notes.push_back(text);
        said_.brief = all.brief;
    }
    if (is_news(all.feeding, said_.feeding)) {
        Worst worst = feeder_;
        find_worst(lmp, worst);
        std::snprintf(text, sizeof text,
                      "in %.0f of %.0f contacts that ended so far in this run the loss of the "
                      "damper is negative: it drove the bodies apart; most -%.3g J, of %.3g J with "
                      "which they moved apart, %s; a shorter time step helps",
                      all.feeding, all.ended, worst.energy, worst.kinetic, named(worst).c_str());
        notes.push_back(text);
        said_.feeding = all.feeding;
    }
    // rounding stays below a millionth of the energy that went through the contacts
    double fed = -all.damping > 1e-6 * all.kinetic ? -all.damping : 0.0;
    if (is_news(fed, said_.damping)) {
        std::snprintf(text, sizeof text,
                      "the losses of all dampers together are negative, %.4g J: they have driven "
                      "the motion; a shorter time step helps",
                      all.damping);
        notes.push_back(text);
        said_.damping = fed;
    }
    return notes;
}

}  // namespace Dashpot
