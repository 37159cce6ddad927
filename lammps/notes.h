#ifndef DASHPOT_LAMMPS_NOTES_H
#define DASHPOT_LAMMPS_NOTES_H

#include <string>
#include <vector>

#include "touches.h"

namespace LAMMPS_NS {
class LAMMPS;
}

namespace Dashpot {

/// Bounds of the law that these contacts broke, as sentences.
std::vector<std::string> breaches_of(const Touches &touches);

/// As warnings in screen and log file, once each. Called by all processes; each may have others.
void print_notes(LAMMPS_NS::LAMMPS *lmp, const std::vector<std::string> &notes);

/// From now on nothing waits in a buffer: where one process ends the run LAMMPS does not empty
/// them, and its last sentence would be lost.
void write_at_once(LAMMPS_NS::LAMMPS *lmp);

}  // namespace Dashpot

#endif
