#ifndef WORKBENCH_BASE_UNIT_H
#define WORKBENCH_BASE_UNIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Units by their symbols: what each one is in SI, exactly, and which prefixes there are.

/// A unit, over / under * pi^pi * 10^ten in SI. `factor` is that without the power of ten; where a
/// power is not whole, or a product too long for an exact ratio, it is all there is.
typedef struct si_unit {
    double ten;
    double factor;
    bool is_exact;
    uint64_t over, under;
    int pi;
    double kilogram, metre, second;  ///< powers
    double angle;  ///< power of rad, deg or rev; none of the kind, but 1/s is no angular speed
} si_unit;

/// A symbol and what it stands for.
typedef struct unit_symbol {
    const char *name, *meaning;
    const char *si;  ///< the SI unit of its kind
    uint64_t over, under;
    int ten, pi;
    int kilogram, metre, second;
    bool takes_prefix;
} unit_symbol;

typedef struct unit_prefix {
    const char *name;
    int ten;
} unit_prefix;

/// Symbols and prefixes by index, NULL past the end.
const unit_symbol *unit_symbol_at(int index);
const unit_prefix *unit_prefix_at(int index);

/// The pure number 1.
si_unit unit_one(void);

/// a * b^power.
si_unit unit_multiply(si_unit a, si_unit b, double power);

/// A symbol, with or without a prefix. False when there is none.
bool unit_find(const char *word, size_t length, si_unit *unit);

/// Are they units of the same kind?
bool unit_same_kind(const si_unit *a, const si_unit *b);

/// Is `given` a frequency where an angular speed is expected? It may be meant in turns, 2 pi times
/// as fast.
bool unit_lacks_angle(const si_unit *given, const si_unit *expected);

/// Is one of them an angle, or an angular speed, and the other a pure number, or a rate? They have
/// the same dimensions. A plain 1 counts as a radian.
bool unit_mixes_angle(const si_unit *given, const si_unit *expected);

/// A decimal number times an exact unit, rounded once. `length`: bytes of the number within `text`.
/// False when it is too long, or too far out of range, for the room there is.
bool big_scale(const char *text, size_t length, const si_unit *unit, double *value);

/// Append "; did you mean GPa?" with the symbols nearest to `word`; nothing when none is near.
/// `kind`: only of this kind, as far as letters are more than in the wrong case; NULL: of any.
void unit_suggest(char *text, size_t size, const char *word, const si_unit *kind);

#endif
