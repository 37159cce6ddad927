#ifndef DASHPOT_LAMMPS_ENDINGS_H
#define DASHPOT_LAMMPS_ENDINGS_H

#include <string>
#include <vector>

#include "lmptype.h"
#include "touches.h"

namespace LAMMPS_NS {
class LAMMPS;
}

namespace Dashpot {

/// Touches that have ended in this run: whether the time step was short enough for them. Of a pair
/// style or of one wall; each process counts its own.
class Endings {
  public:
    /// A touch of these atoms ends; a wall has no second one, 0. `weight` is 0.5 where two
    /// processes count the same touch.
    void add(const Ending &ending, double weight, LAMMPS_NS::tagint first, LAMMPS_NS::tagint second,
             LAMMPS_NS::bigint now);

    /// What is wrong, of all processes together; `damping` [J] is the ledger of this one. Called by
    /// all. While the run goes on each thing is said once, at its end what has changed since.
    std::vector<std::string> notes(LAMMPS_NS::LAMMPS *lmp, double damping, bool is_last);

    void reset() { *this = Endings(); }

  private:
    /// One touch, the worst of its kind.
    struct Worst {
        double size, steps, energy, kinetic;
        double first, second, now;  // as doubles, to travel with the others
    };

    /// Enough for this many steps.
    static constexpr double few = 10.0;

    struct Counts {
        double ended = 0, brief = 0, feeding = 0, kinetic = 0, damping = 0;
    };

    static void find_worst(LAMMPS_NS::LAMMPS *lmp, Worst &worst);
    static std::string named(const Worst &worst);

    Counts counts_, said_;
    Worst shortest_ = {-few, 0, 0, 0, 0, 0, 0}, feeder_ = {0, 0, 0, 0, 0, 0, 0};
};

}  // namespace Dashpot

#endif
