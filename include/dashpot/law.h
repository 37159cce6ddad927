#ifndef DP_LAW_H
#define DP_LAW_H

#include <stdbool.h>

#include "dashpot/kernel.h"
#include "dashpot/pair.h"
#include "dashpot/status.h"

// A contact law turns indentation and its rate into force. It is a constant table: what it is
// called, what it needs, where it comes from and how it is prepared. It owns no memory and keeps no
// state. The built-in laws are listed in src/laws/laws.def; a law of your own is used by its
// address and needs no registration.

/// Sizes of lists and texts.
enum {
    DP_PARAM_MAX = 12,       ///< parameters a law may have
    DP_PARAM_TEXT_MAX = 80,  ///< a range or a default
    DP_NEEDS_MAX = 12,       ///< what a law needs
    DP_LAWS_MAX = 256,       ///< laws of the catalogue
};

/// One parameter: how to find it, what it means, what values make sense.
typedef struct dp_param {
    const char *name;            ///< as it is set
    const char *unit;            ///< "1" for a pure number
    const char *doc;             ///< one sentence
    double initial;              ///< value when not given; NaN: none
    double low, high;            ///< both ends are accepted
    const char *const *choices;  ///< words instead of a number, NULL-terminated; else NULL
    bool required;               ///< an error when not given
} dp_param;

/// What a law needs of the pair, a sum of flags.
enum {
    DP_NEEDS_STIFFNESS = 1 << 0,  ///< stiffness, or modulus and radius
    DP_NEEDS_LINEAR = 1 << 1,     ///< stiffness of a linear spring [N/m], given as such
    DP_NEEDS_ELASTIC = 1 << 2,    ///< modulus and radius; a stiffness cannot replace them
    DP_NEEDS_MODULUS = 1 << 3,    ///< contact modulus
    DP_NEEDS_MASS = 1 << 4,       ///< effective mass
    DP_NEEDS_YIELD = 1 << 5,      ///< yield stress
    DP_NEEDS_BEARING = 1 << 6,    ///< bearing_radius and clearance
    DP_NEEDS_LENGTH = 1 << 7,     ///< axial length
    DP_NEEDS_APPROACH = 1 << 8,   ///< the speed at touch
};

/// Does the delivered restitution depend on more than the parameters?
typedef enum dp_delivery {
    DP_DELIVERS_ALWAYS,  ///< same for every mass, stiffness and speed
    DP_DELIVERS_BY_CASE  ///< depends on pair or speed
} dp_delivery;

/// Surfaces a law was made for, a sum of flags; 0: any.
enum {
    DP_FITS_BALLS = 1 << 0,     ///< convex bodies, balls in sockets
    DP_FITS_JOURNALS = 1 << 1,  ///< a journal in a bearing
};

/// Whether a law ends where the material yields, and where that is.
typedef enum dp_yielding {
    DP_YIELD_NONE,  ///< it yields itself, or its constants are not those of a material
    DP_YIELD_BALL,  ///< elastic; a ball yields at the indentation of ma-liu
    DP_YIELD_BED,   ///< elastic; a journal yields at the indentation of peng
} dp_yielding;

/// Where a law holds, as numbers. 0: no bound. docs/theory.md has the reasons.
typedef struct dp_bounds {
    unsigned fits;         ///< DP_FITS_ flags
    dp_yielding yielding;  ///< elastic laws: where plasticity begins
    double indentation;    ///< most indentation over the radius of the smaller body
    double speed;          ///< most closing speed over the wave speed of the softer body
    double conformity;     ///< most radius of the contact over that of the inner body
    double overlap;        ///< most indentation over the clearance
    double clearance;      ///< most clearance over the radius of the bearing
} dp_bounds;

typedef struct dp_contact dp_contact;
typedef struct dp_law dp_law;

/// A law with values for its parameters: made by dp_law_defaults, changed by dp_law_set and
/// dp_law_choose, consumed when a contact is prepared. NaN: not given.
typedef struct dp_law_def {
    const dp_law *law;           ///< whose parameters they are
    double value[DP_PARAM_MAX];  ///< in the order of law->params; of a word its index
    unsigned cookie;             ///< says that dp_law_defaults made it
} dp_law_def;

/// A law, a constant table.
struct dp_law {
    const char *name;            ///< the word used everywhere
    const char *const *aliases;  ///< NULL-terminated, or NULL
    const char *family;          ///< laws that belong together
    const char *summary;         ///< one line
    const char *formula;         ///< in the letters of docs/glossary.md
    const char *source;          ///< authors, year
    const char *equation;        ///< where in the papers or in the source
    const char *validity;        ///< where it holds, as far as that is not a number
    dp_bounds bounds;            ///< where it holds, in numbers; zeroed: no bounds are known
    const char *confidence;      ///< "certain" or "likely"
    const char *const *errata;   ///< misprints and doubts, NULL-terminated, or NULL
    const dp_param *params;      ///< ends with an entry whose name is NULL
    unsigned needs;              ///< DP_NEEDS_ flags
    dp_delivery delivery;        ///< what its restitution depends on
    const char *tune;            ///< parameter or pair entry that sets the restitution, or NULL
    double tune_dimension[3];    ///< its powers of kg, m and s; zeroed: a pure number
    const char *needs_more;      ///< what its parameters decide that it needs, in Markdown, or NULL

    /// Checks what only this law knows, picks the kernel and fills the constants.
    dp_status (*prepare)(const dp_law_def *def, const dp_pair *pair, dp_contact *contact,
                         dp_error *err);

    /// Constants of a prepared contact for another mass [kg], the bits that `prepare` would give;
    /// NULL where `prepare` is quick.
    void (*reweigh)(dp_contact *contact, double mass);
};

DP_BEGIN_DECLS

/// Number of built-in laws.
DP_API int dp_law_count(void);

/// Built-in law by index, in catalogue order; NULL when out of range.
DP_API const dp_law *dp_law_at(int index);

/// Built-in law by name or alias; NULL when there is none.
DP_API const dp_law *dp_law_find(const char *name);

/// Like dp_law_find, but an unknown name is an error that suggests the nearest ones.
DP_API dp_status dp_law_lookup(const char *name, const dp_law **law, dp_error *err);

/// Default values of every parameter. law NULL: a definition that is refused when it is used.
DP_API dp_law_def dp_law_defaults(const dp_law *law);

/// Number of parameters.
DP_API int dp_law_param_count(const dp_law *law);

/// Index of a parameter, -1 when the law has none of that name.
DP_API int dp_law_param_index(const dp_law *law, const char *name);

/// Has the law a parameter of that name?
DP_API int dp_law_takes(const dp_law *law, const char *param);

/// All laws, families together, otherwise in catalogue order; returns how many.
DP_API int dp_laws_by_family(const dp_law *sorted[DP_LAWS_MAX]);

/// What a law needs of the pair and of the impact, in words; ends with NULL.
DP_API void dp_law_needs_words(const dp_law *law, const char *words[DP_NEEDS_MAX]);

/// Unit of a pair entry in this law, which may be NULL: the stiffness of a linear spring is in N/m.
DP_API const char *dp_pair_unit(const dp_law *law, const dp_pair_field *field);

/// Range of a parameter, "0..1", ">= 0" or words; its default, a number or word, "required", "-".
DP_API const char *dp_param_range(const dp_param *param, char text[DP_PARAM_TEXT_MAX]);
DP_API const char *dp_param_default(const dp_param *param, char text[DP_PARAM_TEXT_MAX]);

/// Set a number, range-checked.
DP_API dp_status dp_law_set(dp_law_def *def, const char *name, double value, dp_error *err);

/// Set a parameter that takes words.
DP_API dp_status dp_law_choose(dp_law_def *def, const char *name, const char *word, dp_error *err);

/// Value of a parameter (of a word: its index); NaN when not given or unknown.
DP_API double dp_law_get(const dp_law_def *def, const char *name);

DP_END_DECLS

#endif
