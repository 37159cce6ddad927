#ifndef DASHPOT_LAMMPS_TOUCHES_H
#define DASHPOT_LAMMPS_TOUCHES_H

#include <cstddef>
#include <string>
#include <vector>

#include "recipe.h"

// Spheres that touch, many at a time: from where they are and how they move to forces, torques,
// history and energies. Pairs and walls use it alike; LAMMPS is not known here.

namespace Dashpot {

/// Where the history of a contact lies among the doubles that LAMMPS keeps for it. What changes its
/// sign when the other atom owns the contact comes first, so that one rule does for all recipes.
struct Layout {
    int turned = 0;    // 3 where a friction law has a spring along the surface, else 0
    int friction = 0;  // what else friction laws remember
    int normal = 0;    // what normal laws remember

    int normal_at() const { return turned + friction; }
    int lost_at() const { return normal_at() + normal; }  // [J] damping and friction of this touch
    int damper_at() const { return lost_at() + 1; }       // [N] at the last step
    int damped_at() const { return lost_at() + 2; }       // [J] damping of this touch alone
    int pushed_at() const { return lost_at() + 3; }       // [N s] by the force across
    int steps_at() const { return lost_at() + 4; }        // since the touch
    int constants_at() const { return lost_at() + 5; }    // where the constants were found
    int entries() const { return lost_at() + 6; }

    /// Changes with the meaning of the entries, so that restart files of another one are refused.
    static constexpr int edition = 2;

    /// Make room for the history of this recipe.
    void fit(const Recipe &recipe);
    bool has_room(const Layout &other) const;
    int friction_at(const Recipe &recipe) const;  // where its friction law begins
};

/// [J] what contacts hold and have lost.
struct Energies {
    double stored_normal = 0, stored_tangential = 0, damping = 0, plastic = 0, friction = 0;
    static constexpr int count = 5;
    double *begin() { return &stored_normal; }
    void add(const Energies &other, double weight);
};

/// One contact as `compute pair/local` shows it.
struct View {
    double normal = 0, tangential[3] = {0, 0, 0};  // [N]
    double indentation = 0, dent = 0;              // [m]
    double lost = 0;                               // [J] in this touch: damping, plastic, friction
    Energies energies;                             // stored energies, and plastic loss
};

/// Two spheres, or a sphere and a wall, that overlap. Divisions are left for many at a time.
struct Touch {
    double d[3];           // [m] from the centre of the other body to that of this one
    double u[3];           // [m/s] velocity of this one less that of the other
    double w[3];           // [m/s] sum of radius times spin
    double reach;          // [m] they touch where |d| is less
    double radius;         // [m^2] equivalent radius times reach
    double mass, mass_by;  // equivalent mass [kg], a quotient
    double *history;       // Layout::entries() doubles; zeros for a new touch
    bool is_new;
    int i, j;  // for the caller
};

/// How a touch went that ends now.
struct Ending {
    double steps = 0;        // with a force between the bodies
    double damped = 0;       // [J] by dampers
    double kinetic = 0;      // [J] with which the bodies part
    bool is_whole = false;   // seen from its first step
    bool is_impact = false;  // the force of this contact drove the bodies apart
};

/// A contact that cannot be computed: the sentence, and the caller's numbers of it.
struct Failure {
    std::string sentence;
    int i, j;
};

class Touches {
  public:
    static constexpr int room = 128;

    /// A number per contact. Not a power of two long, so that neighbouring rows do not meet in the
    /// same lines of the cache.
    struct alignas(64) Row {
        double of[room + 8];
    };

    Touches(const Recipe &recipe, const Layout &layout);

    bool is_full() const { return count_ == room; }
    int count() const { return count_; }
    void clear() { count_ = 0; }

    /// All contacts of a step were pushed; those of the next one come in the same order.
    void rewind() { next_ = 0; }

    /// From now on contacts come in another order: there is a new list of neighbours.
    void reorder();

    /// Has the law a damper?
    bool damps() const { return damps_; }
    void push(const Touch &touch);

    /// Forces of all in a run with this step [s]. With `commits` one was made since the last call,
    /// and the history is written; without, nothing is. Throws Failure.
    void advance(double step, bool commits);

    const int *i() const { return i_; }
    const int *j() const { return j_; }
    const double *force(int c) const { return force_[c].of; }  ///< [N] on this body
    const double *arm(int c) const { return arm_[c].of; }  ///< [N] normal cross tangential force
    const double *d(int c) const { return d_[c].of; }

    /// [J] damping and friction of each contact in the last call.
    const double *damped() const { return damped_.of; }
    const double *rubbed() const { return rubbed_.of; }

    /// All that can be said of one contact in its present state, in a run with this step [s].
    /// Writes nothing.
    View look(const Touch &touch, double step) const;

    /// Bodies that touched have parted in this step: what damping still took, and all plastic loss.
    Energies end(const Touch &touch, double step) const;

    /// The same touch: how it went, with what damping still took [J].
    Ending ending_of(const Touch &touch, double damping) const;

    /// The deepest contact so far, as a share of its equivalent radius; contacts counted once per
    /// step, and those whose damper is too strong for the step.
    struct Extremes {
        double share = 0, indentation = 0, radius = 0, mass = 0, reach = 0;
        double all = 0, wild = 0;
        double least() const;  ///< [m] radius of the smaller body
    };
    const Extremes &extremes() const { return extremes_; }
    void reset_extremes() { extremes_ = Extremes(); }
    const Recipe &recipe() const { return recipe_; }

  private:
    void prepare_shared(double radius, double mass);
    dp_contact prepare(double radius, double mass) const;
    const double *constants_of(int lane);
    const double *find_constants(int lane);
    const double *keep_constants(int lane, const double *constants);
    bool is_uniform() const;
    void gather_constants();
    void begin_new();
    void push_apart(bool commits);
    void check_forces() const;
    void rub(double step, double since);
    void add_up();
    void watch();
    void count_losses(double step);
    [[noreturn]] void fail(int lane, const std::string &sentence) const;

    const Recipe recipe_;
    const Layout layout_;
    dp_contact shared_;  // for the radius and mass that most contacts have
    double shared_radius_ = -1, shared_mass_ = -1;
    // For all others: radius, mass and constants, one contact after the other in the order in which
    // they came; and those from before the last change of that order.
    std::vector<double> pool_, old_pool_;
    size_t next_ = 0;     // where those of the next contact should be
    int generation_ = 1;  // its sign says of which pool a place is
    int used_ = 0;        // constants that are not always 0
    Extremes extremes_;
    bool damps_ = false, flows_ = false;
    int friction_entries_ = 0, normal_entries_ = 0;

    int count_ = 0;
    int i_[room], j_[room];
    bool new_[room], any_new_ = false;
    double *history_[room];
    Row d_[3], u_[3], w_[3], reach_, radius_, mass_, mass_by_;
    Row n_[3], slip_[3], delta_, rate_, zero_;
    Row normal_, spring_, stiffness_, brake_, side_[3], stored_, slip_loss_;
    Row force_[3], arm_[3], damped_, rubbed_;
    Row memory_[DP_HISTORY_MAX], constants_[DP_CONSTANT_MAX];
    std::vector<Row> grip_;  // history of friction
    dp_contact_arrays lanes_;
    dp_space_arrays space_;
    const double *table_[DP_CONSTANT_MAX];
};

inline void Touches::push(const Touch &touch) {
    int n = count_++;
    for (int c = 0; c < 3; c++) {
        d_[c].of[n] = touch.d[c];
        u_[c].of[n] = touch.u[c];
        w_[c].of[n] = touch.w[c];
    }
    reach_.of[n] = touch.reach;
    radius_.of[n] = touch.radius;
    mass_.of[n] = touch.mass;
    mass_by_.of[n] = touch.mass_by;
    history_[n] = touch.history;
#if defined(__GNUC__)
    __builtin_prefetch(touch.history, 1);
    __builtin_prefetch(touch.history + 8, 1);
#endif
    new_[n] = touch.is_new;
    any_new_ |= touch.is_new;
    i_[n] = touch.i;
    j_[n] = touch.j;
}

}  // namespace Dashpot

#endif
