"""All tests of the plugin. See run.sh."""

import sys
import time

sys.dont_write_bytecode = True

import between
import chain
import examples
import gran
import headon
import local
import moving
import oblique
import packing
import refusals
import silo
import steps
import stock
from bench import Bench


def main():
    words = [word for word in sys.argv[1:] if word != "--quick"]
    bench = Bench(words[0], "--quick" in sys.argv)
    for part in (headon, refusals, steps, gran, between, oblique, chain, local, moving,
                 packing, silo, stock, examples):
        if len(words) > 1 and part.__name__ not in words[1:]:
            continue
        start = time.time()
        try:
            part.check(bench)
        except Exception as problem:  # the other parts are run all the same
            bench.holds(f"{part.__name__}: {problem}", False)
        bench.says(f"{part.__name__}: {time.time() - start:.0f} s")
    print(f"{bench.passed} passed, {bench.failed} failed")
    return 1 if bench.failed or not bench.passed else 0


sys.exit(main())
