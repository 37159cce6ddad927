#!/usr/bin/env python3
"""What a call from Python costs beside the same work in C, in turns. Prints a section in Markdown.

    build/python/venv/bin/python bench/python.py build/release/bench/dashpot_bench_python [ROUNDS]
"""

import subprocess
import sys
import time
import timeit

import dashpot as dp
import numpy as np

COUNT = 1_000_000


def in_c(program):
    done = subprocess.run([program], capture_output=True, text=True, check=True)
    return {name: float(value) for name, value in
            (line.split(",") for line in done.stdout.split())}


def seconds(call):
    """CPU time of one call, the best of five."""
    def once():
        start = time.process_time()
        call()
        return time.process_time() - start
    return min(once() for _ in range(5))


def in_python():
    contact = dp.Contact("lankarani-nikravesh", restitution=0.8, modulus=114e9, radius=5e-3)
    steps = np.arange(COUNT) % 1000
    delta, rate, speed = 1e-8 * steps, np.full(COUNT, 0.1), 0.1 + 1e-3 * steps
    mass = np.full(COUNT, 4e-3)
    history = contact.history(COUNT, approach=speed)
    scalar = min(timeit.repeat("f(5e-6, 0.1, approach=0.3)", globals={"f": contact.force},
                               number=200_000, timer=time.process_time)) / 200_000
    return {"scalar": scalar,
            "forces": seconds(lambda: contact.force(delta, rate, history=history)),
            "impacts": seconds(lambda: contact.impacts(mass=mass, speed=speed, threads=1))}


def main():
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 5
    pairs = [(in_c(sys.argv[1]), in_python()) for _ in range(rounds)]
    best = [{name: min(pair[side][name] for pair in pairs) for name in pairs[0][0]}
            for side in (0, 1)]
    rows = [("one force, begin and call", "scalar", 1e9, "ns", "<= 150 ns",
             lambda c, p: p * 1e9 <= 150),
            ("1e6 forces, lankarani-nikravesh", "forces", 1e3, "ms", "<= 1.3 x C",
             lambda c, p: p <= 1.3 * c),
            ("1e6 impacts, one thread", "impacts", 1e3, "ms", "<= 1.15 x C",
             lambda c, p: p <= 1.15 * c)]
    print("\n## Python\n")
    print(f"The package beside the C interface (kernel), {rounds} rounds in turns, CPU time of one "
          "core, best of all.\n")
    print("| work | C | Python | ratio | wanted | met |\n|---|---:|---:|---:|---|---|")
    for what, name, scale, unit, wanted, is_met in rows:
        c, p = best[0][name], best[1][name]
        print(f"| {what} | {c * scale:.3g} {unit} | {p * scale:.3g} {unit} | {p / c:.2f} | "
              f"{wanted} | {'yes' if is_met(c, p) else '**no**'} |")


if __name__ == "__main__":
    main()
