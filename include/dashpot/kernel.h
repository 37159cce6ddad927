#ifndef DP_KERNEL_H
#define DP_KERNEL_H

#include <stdbool.h>
#include <stddef.h>

// The arithmetic of a law. One inline function per kernel is compiled into the scalar call and into
// the batch loops of every instruction set, so all of them give the same bits. Several laws may
// share a kernel: the Hunt-Crossley family is one kernel and many damping factors.

/// Sizes of what a law may need.
enum {
    DP_CONSTANT_MAX = 16,   ///< constants a prepared contact carries
    DP_HISTORY_MAX = 4,     ///< doubles of history a contact may have
    DP_BREAKPOINT_MAX = 6,  ///< characteristic indentations of a law
};

/// All a law says about one state of a contact.
typedef struct dp_response {
    double force;          ///< [N]   spring + damper, after the tension policy
    double spring;         ///< [N]   part that does not depend on the rate
    double damper;         ///< [N]   rate-dependent part; its power is the viscous loss
    double plastic;        ///< [N]   plastic loss per indentation, > 0 only on virgin loading
    double dforce_ddelta;  ///< [N/m]
    double dforce_drate;   ///< [N s/m]
    double stored;         ///< [J]   energy that unloading from here gives back
} dp_response;

/// n contacts as arrays. history[j][i] is entry j of the history of contact i; entries a kernel
/// does not have may be NULL. dp_contact_forces writes `force` alone and needs it;
/// dp_contact_responses leaves out what is NULL. Outputs must not overlap inputs. constants[j][i]
/// is constant j of contact i, DP_CONSTANT_MAX arrays of them; see dp_batch_set_contacts.
typedef struct dp_contact_arrays {
    size_t count;                                           ///< n
    const double *delta, *rate;                             ///< [m], [m/s]
    double *history[DP_HISTORY_MAX];                        ///< history
    const double *const *constants;                         ///< NULL: those of the contact, for all
    double *force, *dforce_ddelta, *dforce_drate, *stored;  ///< as in dp_response
} dp_contact_arrays;

/// What happens at a characteristic indentation.
typedef enum dp_breakpoint_kind {
    DP_BREAKPOINT_YIELD,    ///< plastic flow begins
    DP_BREAKPOINT_PLASTIC,  ///< fully plastic from here
    DP_BREAKPOINT_JUMP,     ///< the force or a loss jumps
    DP_BREAKPOINT_REJOIN,   ///< a reloading contact meets its virgin curve
} dp_breakpoint_kind;

/// An indentation where the law changes its form; an integrator should stop on it.
typedef struct dp_breakpoint {
    double delta;             ///< [m]
    dp_breakpoint_kind kind;  ///< what happens there
    double loss;              ///< [J] energy lost at once when virgin loading passes it, mostly 0;
                              ///< below 0 where a jump of the force lets more come back
} dp_breakpoint;

/// A history entry described as data.
typedef struct dp_history_field {
    const char *name, *unit, *doc;  ///< a word, its unit, a sentence
} dp_history_field;

struct dp_kernel_loops;

/// Constants k are those of the prepared contact, m is the history, mass and speed are SI.
typedef struct dp_kernel {
    const char *name;                 ///< for people; several laws may share it
    int history_count;                ///< entries of history, at most DP_HISTORY_MAX
    const dp_history_field *history;  ///< history_count entries
    double smooth_power;              ///< delta = offset + z^smooth_power makes the motion smooth
    bool vectorised;                  ///< the force loop holds packed instructions
    bool pulls;                       ///< in a free impact the law may ask for tension
    bool is_static;                   ///< the force does not depend on the rate

    /// Everything but `force`. Pure. Zero for delta <= 0; a NaN comes back as NaN.
    dp_response (*respond)(const double *k, const double *m, double delta, double rate);

    /// spring + damper alone, the same bits as respond. May be NULL in a user's kernel.
    double (*force)(const double *k, const double *m, double delta, double rate);

    /// spring, damper and plastic alone, for integrators. NULL: respond.
    dp_response (*parts)(const double *k, const double *m, double delta, double rate);

    /// A new touch at this approach speed. NULL: nothing to remember. It leaves history[0] other
    /// than 0, unless needs_begin says no: a 0 there says that the touch never began.
    void (*begin)(const double *k, double *m, double approach);

    /// Do these constants make the law depend on the approach speed? NULL: they do, where there is
    /// a `begin`. A contact that does is NaN inside until it has begun.
    bool (*needs_begin)(const double *k);

    /// The state was accepted: write history. NULL: there is none.
    void (*update)(const double *k, double *m, double delta, double rate);

    /// The same law, same constants, with the largest closing speed since the touch in place of the
    /// speed at the touch (DP_APPROACH_LARGEST). NULL: the law looks at no speed.
    const struct dp_kernel *largest;

    /// Of a kernel that keeps the largest closing speed: what the history holds [m/s]. A greater
    /// rate counts as this one. NULL: it keeps none.
    double (*speed)(const double *k, const double *m);

    /// The same: the state was accepted, so a greater rate is kept from now on.
    void (*raise)(const double *k, double *m, double delta, double rate);

    /// Elastic stiffness, see dp_contact_stiffness; delta > 0 and `slope` is never NULL. NULL:
    /// taken from `respond` and `update` at rate 0, by differences that stay between the
    /// `breakpoints`; a kernel that remembers its deepest indentation should mark it as one of
    /// them.
    double (*stiffness)(const double *k, const double *m, double delta, double *slope);

    /// Indentation at which a relaxed contact separates. NULL: 0.
    double (*residual)(const double *k, const double *m);

    /// Characteristic indentations, ascending; returns how many. NULL: none.
    int (*breakpoints)(const double *k, const double *m, dp_breakpoint *out);

    /// Restitution of a free impact of a virgin contact in closed form, NaN where there is none.
    /// lands_at_zero_force: the contact ends at F = 0, not at zero indentation. NULL: none.
    double (*restitution)(const double *k, double mass, double approach, bool lands_at_zero_force);

    /// Damping factor d of a law F = Fe(delta) (1 + d rate/v0); 0 for a law without rate; NaN for
    /// others. NULL: NaN.
    double (*factor)(const double *k);

    /// Work of the spring in virgin loading to delta. NULL: what `respond` says is stored.
    double (*load_energy)(const double *k, double delta);

    /// Loops over many contacts, impacts or beads, of the library's own kernels. NULL in a user's
    /// kernel: one call each.
    const struct dp_kernel_loops *loops;
} dp_kernel;

#endif
