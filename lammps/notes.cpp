#include "notes.h"

#include <mpi.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "atom.h"
#include "comm.h"
#include "dashpot/validity.h"
#include "error.h"
#include "fix_wall_dashpot.h"
#include "force.h"
#include "lammps.h"
#include "modify.h"
#include "pair_dashpot.h"
#include "utils.h"

using LAMMPS_NS::FixWallDashpot;
using LAMMPS_NS::PairDashpot;

namespace Dashpot {

bool has_flowed(LAMMPS_NS::LAMMPS *lmp) {
    double mine = 0.0, all = 0.0;
    auto *pair = dynamic_cast<PairDashpot *>(lmp->force->pair_match("dashpot", 1));
    if (pair != nullptr) mine += pair->energies().plastic;
    for (int n = 0; n < lmp->modify->nfix; n++) {
        auto *wall = dynamic_cast<FixWallDashpot *>(lmp->modify->fix[n]);
        if (wall != nullptr) mine += wall->energies().plastic;
    }
    MPI_Allreduce(&mine, &all, 1, MPI_DOUBLE, MPI_SUM, lmp->world);
    return all > 0.0;
}

std::vector<std::string> breaches_of(const Touches &touches, bool has_flowed) {
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
        // the first is of an impact that nobody asked for; a wall or a run at rest loses nothing
        if (breach[n].bound == DP_BOUND_RESTITUTION ||
            (breach[n].bound == DP_BOUND_LOSSES && has_flowed))
            continue;
        dp_breach_text(&usage, &breach[n], text, sizeof text);
        notes.push_back(text);
    }
    if (most.wild > 0.0) {
        char text[600];
        std::snprintf(text, sizeof text,
                      "%s: in %.0f of %.0f steps of contacts (%.3g %%) the damper was too strong "
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

void print_warnings(LAMMPS_NS::LAMMPS *lmp, const std::vector<std::string> &notes) {
    for (const std::string &note : notes)
        if (lmp->comm->me == 0) lmp->error->warning(FLERR, "dashpot: " + note);
}

// --- what was decided without being asked --------------------------------------------------------

static void append(std::vector<std::string> &to, const std::vector<std::string> &from) {
    to.insert(to.end(), from.begin(), from.end());
}

std::vector<std::string> all_decisions(LAMMPS_NS::LAMMPS *lmp) {
    std::vector<std::string> notes;
    auto *pair = dynamic_cast<PairDashpot *>(lmp->force->pair_match("dashpot", 1));
    if (pair != nullptr) append(notes, pair->decisions());
    for (int n = 0; n < lmp->modify->nfix; n++) {
        auto *wall = dynamic_cast<FixWallDashpot *>(lmp->modify->fix[n]);
        if (wall != nullptr) append(notes, wall->decisions());
    }
    return notes;
}

void print_decisions(LAMMPS_NS::LAMMPS *lmp, const std::string &who,
                     const std::vector<std::string> &notes, const std::vector<std::string> &said) {
    if (lmp->comm->me != 0) return;
    for (const std::string &note : notes)
        if (std::find(said.begin(), said.end(), note) == said.end())
            lmp->error->warning(FLERR, who + ": " + note);
}

// --- other styles --------------------------------------------------------------------------------

static std::vector<std::string> other_styles(LAMMPS_NS::LAMMPS *lmp) {
    std::vector<std::string> notes;
    LAMMPS_NS::Force *force = lmp->force;
    bool has_pair = force->pair_match("dashpot", 1) != nullptr;
    for (const char *family : {"^gran/", "^granular"}) {
        LAMMPS_NS::Pair *last = nullptr;
        for (int nth = 1;; nth++) {
            LAMMPS_NS::Pair *pair = force->pair_match(family, 0, nth);
            if (pair == nullptr || pair == last) break;
            last = pair;
            notes.push_back(fmt::format(
                "pair_style {} {}: it has a law of its own, and its losses and stored energies are "
                "missing from compute dashpot/energy",
                force->pair_match_ptr(pair),
                has_pair ? "beside dashpot" : "beside fix wall/dashpot"));
        }
    }
    for (int n = 0; n < lmp->modify->nfix; n++) {
        const LAMMPS_NS::Fix *fix = lmp->modify->fix[n];
        if (!LAMMPS_NS::utils::strmatch(fix->style, "^wall/gran")) continue;
        notes.push_back(fmt::format(
            "fix {} {}: it has a law of its own, and its losses and stored energies are missing "
            "from compute dashpot/energy; fix wall/dashpot takes the words of pair_coeff",
            fix->id, fix->style));
    }
    return notes;
}

void print_other_styles(LAMMPS_NS::LAMMPS *lmp, std::string &said) {
    std::vector<std::string> notes = other_styles(lmp);
    std::string now;
    for (const std::string &note : notes)
        now += note + "\n";
    if (now != said) print_warnings(lmp, notes);
    said = now;
}

// --- one stiffness for many sizes ----------------------------------------------------------------

void find_radii(LAMMPS_NS::LAMMPS *lmp, std::vector<double> &least, std::vector<double> &most,
                int groupbit) {
    const LAMMPS_NS::Atom *atom = lmp->atom;
    size_t types = static_cast<size_t>(atom->ntypes + 1);
    // the smallest as the largest inverse, so that one call does for both
    std::vector<double> mine(2 * types, 0.0), all(2 * types, 0.0);
    for (int i = 0; i < atom->nlocal; i++) {
        if (!(atom->mask[i] & groupbit)) continue;
        size_t type = static_cast<size_t>(atom->type[i]);
        mine[type] = std::max(mine[type], atom->radius[i]);
        mine[types + type] = std::max(mine[types + type], 1.0 / atom->radius[i]);
    }
    MPI_Allreduce(mine.data(), all.data(), static_cast<int>(2 * types), MPI_DOUBLE, MPI_MAX,
                  lmp->world);
    for (size_t type = 0; type < types; type++) {
        most[type] = all[type];
        least[type] = all[types + type] > 0.0 ? 1.0 / all[types + type] : 0.0;
    }
}

void Sizes::add(const Recipe &recipe, double least, double most) {
    if (!recipe.has_own_stiffness()) return;
    double stiffness = recipe.normal.pair.stiffness;
    for (Range &range : ranges_)
        if (range.stiffness == stiffness) {
            range.least = std::min(range.least, least);
            range.most = std::max(range.most, most);
            return;
        }
    ranges_.push_back({stiffness, least, most, false, false});
}

static double modulus_of(double stiffness, double radius) {
    return 0.75 * stiffness / std::sqrt(radius);
}

void Sizes::print(LAMMPS_NS::LAMMPS *lmp, const std::string &who) {
    for (Range &range : ranges_) {
        double stiffness = range.stiffness;
        // radii that a file has with six digits
        bool is_one = range.most < range.least * (1.0 + 1e-5);
        if (is_one ? range.is_told : range.is_warned) continue;
        (is_one ? range.is_told : range.is_warned) = true;
        if (lmp->comm->me != 0) continue;
        if (is_one)
            LAMMPS_NS::utils::logmesg(
                lmp,
                "dashpot: {}: stiffness {:.6g} N/m^1.5 is that of a modulus of {:.4g} Pa, for an "
                "equivalent radius of {:.4g} m\n",
                who, stiffness, modulus_of(stiffness, range.least), range.least);
        else
            lmp->error->warning(
                FLERR,
                "dashpot: {}: the same stiffness {:.6g} N/m^1.5 acts on contacts of different "
                "sizes, equivalent radii {:.4g} to {:.4g} m, as if their modulus were {:.4g} to "
                "{:.4g} Pa; give the modulus (3/4 of Kn of gran/hertz/history), from which every "
                "pair of sizes gets its own stiffness",
                who, stiffness, range.least, range.most, modulus_of(stiffness, range.least),
                modulus_of(stiffness, range.most));
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
