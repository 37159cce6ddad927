#ifndef DASHPOT_LAMMPS_NOTES_H
#define DASHPOT_LAMMPS_NOTES_H

#include <string>
#include <vector>

#include "touches.h"

namespace LAMMPS_NS {
class LAMMPS;
}

namespace Dashpot {

/// Bounds of the law that these contacts broke, as sentences. `has_flowed`: other contacts have had
/// plastic losses, so that those of these contacts are not missed.
std::vector<std::string> breaches_of(const Touches &touches, bool has_flowed);

/// Has any contact of any process, now or before, had plastic losses? Called by all.
bool has_flowed(LAMMPS_NS::LAMMPS *lmp);

/// A run is looked at in every so many steps, for warnings while it goes on.
constexpr int watch_every = 1000;

/// As warnings in screen and log file, once each. Called by all processes; each may have others.
void print_notes(LAMMPS_NS::LAMMPS *lmp, const std::vector<std::string> &notes);

/// The same where every process has the same ones.
void print_warnings(LAMMPS_NS::LAMMPS *lmp, const std::vector<std::string> &notes);

/// What pair_style dashpot and all walls have decided without being asked so far.
std::vector<std::string> all_decisions(LAMMPS_NS::LAMMPS *lmp);

/// As warnings of `who`, but for those that were said already.
void print_decisions(LAMMPS_NS::LAMMPS *lmp, const std::string &who,
                     const std::vector<std::string> &notes, const std::vector<std::string> &said);

/// Other granular styles beside those of Dashpot, whose losses nobody counts. `said` is what this
/// object has warned of before.
void print_other_styles(LAMMPS_NS::LAMMPS *lmp, std::string &said);

/// [m] Smallest and largest radius of each type, of all processes; 0 where there are no atoms.
void find_radii(LAMMPS_NS::LAMMPS *lmp, std::vector<double> &least, std::vector<double> &most,
                int groupbit = 1);

/// Equivalent radii on which a `stiffness` acts that was given as a number.
class Sizes {
  public:
    void add(const Recipe &recipe, double least, double most);

    /// Each stiffness once: a warning where sizes differ, else a line with its modulus in the log.
    void print(LAMMPS_NS::LAMMPS *lmp, const std::string &who);

  private:
    struct Range {
        double stiffness, least, most;
        bool is_told, is_warned;
    };
    std::vector<Range> ranges_;
};

/// From now on nothing waits in a buffer: where one process ends the run LAMMPS does not empty
/// them, and its last sentence would be lost.
void write_at_once(LAMMPS_NS::LAMMPS *lmp);

}  // namespace Dashpot

#endif
