#ifndef CLI_UNIT_H
#define CLI_UNIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Units by their symbols: what each one is in SI, exactly, and which prefixes there are.

/// A unit, over / under * pi^pi * 10^ten in SI. `factor` is that without the power of ten; where a
/// power is not whole, or a product too long for an exact ratio, it is all there is.
typedef struct cli_unit {
    double ten;
    double factor;
    bool is_exact;
    uint64_t over, under;
    int pi;
    double kilogram, metre, second;  ///< powers
    double angle;  ///< power of rad, deg or rev; none of the kind, but 1/s is no angular speed
} cli_unit;

/// A symbol and what it stands for.
typedef struct cli_symbol {
    const char *name, *meaning;
    const char *si;  ///< the SI unit of its kind
    uint64_t over, under;
    int ten, pi;
    int kilogram, metre, second;
    bool takes_prefix;
} cli_symbol;

typedef struct cli_prefix {
    const char *name;
    int ten;
} cli_prefix;

/// Symbols and prefixes by index, NULL past the end.
const cli_symbol *cli_symbol_at(int index);
const cli_prefix *cli_prefix_at(int index);

/// The pure number 1.
cli_unit cli_unit_one(void);

/// a * b^power.
cli_unit cli_unit_multiply(cli_unit a, cli_unit b, double power);

/// A symbol, with or without a prefix. False when there is none.
bool cli_unit_find(const char *word, size_t length, cli_unit *unit);

/// Are they units of the same kind?
bool cli_unit_same_kind(const cli_unit *a, const cli_unit *b);

/// Is `given` a frequency where an angular speed is expected? It may be meant in turns, 2 pi times
/// as fast.
bool cli_unit_lacks_angle(const cli_unit *given, const cli_unit *expected);

/// Append "; did you mean GPa?" with the symbols nearest to `word`; nothing when none is near.
/// `kind`: only of this kind, as far as letters are more than in the wrong case; NULL: of any.
void cli_unit_suggest(char *text, size_t size, const char *word, const cli_unit *kind);

#endif
