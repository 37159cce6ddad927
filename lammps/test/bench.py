"""What the tests share: LAMMPS and dashpot as programs, spheres in, tables out, checks counted."""

import json
import math
import os
import subprocess
import tempfile

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
LIMIT = 900  # [s] that no run here takes


class Bench:
    def __init__(self, folder, is_quick):
        self.folder = os.path.abspath(folder)
        self.is_quick = is_quick
        self.small = os.path.join(self.folder, "lmp")
        self.program = os.path.join(ROOT, "build/release/dashpot")
        self.scratch = tempfile.TemporaryDirectory(prefix="dashpot-lammps-")
        self.passed = self.failed = self.places = 0

    # --- checks ---------------------------------------------------------------------------------

    def holds(self, what, is_true):
        if is_true:
            self.passed += 1
        else:
            self.failed += 1
            print(f"FAILED: {what}", flush=True)
        return is_true

    def close(self, what, value, truth, bound):
        """|value - truth| <= bound, and not NaN."""
        return self.holds(f"{what}: {value:.10g}, should be {truth:.10g} within {bound:.2g}, is "
                          f"off by {value - truth:.2g}", abs(value - truth) <= bound)

    def says(self, text):
        print(f"  {text}", flush=True)

    # --- programs -------------------------------------------------------------------------------

    def place(self):
        """A new folder for one run."""
        self.places += 1
        path = os.path.join(self.scratch.name, str(self.places))
        os.mkdir(path)
        return path

    def command(self, deck, ranks=1, lmp=None, **variables):
        words = [lmp or self.small, "-in", os.path.join(HERE, deck), "-log",
                 "none", "-nocite", "-var", "plugin", os.path.join(self.folder, "dashpot.in")]
        for name, value in variables.items():
            words += ["-var", name, str(value)]
        if ranks > 1:
            words = ["mpirun", "--oversubscribe", "--bind-to", "none", "-np", str(ranks)] + words
        return words

    def start(self, place, deck, ranks=1, lmp=None, **variables):
        with open(os.path.join(place, "screen"), "w") as screen:
            return subprocess.Popen(self.command(deck, ranks, lmp, **variables), cwd=place,
                                    stdin=subprocess.DEVNULL, stdout=screen,
                                    stderr=subprocess.STDOUT)

    def finish(self, run, limit=LIMIT):
        """Status of a run; one that hangs or is interrupted is ended."""
        try:
            return run.wait(limit)
        except BaseException:
            run.terminate()
            raise

    def words_of(self, place):
        """All that LAMMPS said."""
        with open(os.path.join(place, "screen"), errors="replace") as file:
            return file.read()

    def lmp(self, place, deck, ranks=1, lmp=None, **variables):
        """Run a deck that must end well."""
        status = self.finish(self.start(place, deck, ranks, lmp, **variables))
        if status != 0:
            said = self.words_of(place).strip().splitlines()[-14:]
            raise RuntimeError(f"{deck} ended with status {status}:\n" + "\n".join(said))

    def dashpot(self, *words):
        done = subprocess.run([self.program, *words], stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, timeout=LIMIT)
        if done.returncode != 0:
            raise RuntimeError(f"dashpot {' '.join(words)}: {done.stderr.decode()}")
        return json.loads(done.stdout)

    def scenario(self, scenario, *words):
        """Summary of a scenario given as a dictionary (YAML reads JSON)."""
        path = os.path.join(self.scratch.name, "scenario.yaml")
        with open(path, "w") as file:
            json.dump({"dashpot": 1, **scenario}, file)
        return self.dashpot("run", path, "--json", *words)


# --- what goes in --------------------------------------------------------------------------------

def sphere_mass(radius, density):
    return 4.0 / 3.0 * math.pi * radius**3 * density


class Spheres:
    """Spheres for read_data."""

    def __init__(self):
        self.rows = []

    def add(self, kind, radius, density, x, v=(0, 0, 0), spin=(0, 0, 0)):
        self.rows.append((kind, radius, density, *x, *v, *spin))
        return len(self.rows)

    def write(self, path, low, high, types=None):
        kinds = types or max(row[0] for row in self.rows)
        with open(path, "w") as file:
            file.write(f"spheres\n\n{len(self.rows)} atoms\n{kinds} atom types\n\n")
            for axis, a, b in zip("xyz", low, high):
                file.write(f"{a!r} {b!r} {axis}lo {axis}hi\n")
            file.write("\nAtoms # sphere\n\n")
            for number, (kind, radius, density, *rest) in enumerate(self.rows, 1):
                x = " ".join(repr(float(c)) for c in rest[:3])
                file.write(f"{number} {kind} {2 * radius!r} {density!r} {x}\n")
            file.write("\nVelocities\n\n")
            for number, row in enumerate(self.rows, 1):
                file.write(f"{number} {' '.join(repr(float(c)) for c in row[6:])}\n")


def write_lines(path, lines):
    with open(path, "w") as file:
        file.write("\n".join(lines) + "\n")


def coefficients(law, values):
    """LAW key value ... as pair_coeff takes it."""
    return " ".join([law] + [f"{key} {value!r}" if isinstance(value, float) else f"{key} {value}"
                             for key, value in values.items()])


# --- what comes out ------------------------------------------------------------------------------

def frames(path):
    """A dump file as a list of (step, array)."""
    found = []
    with open(path) as file:
        for line in file:
            if line.startswith("ITEM: TIMESTEP"):
                step = int(next(file))
            elif line.startswith("ITEM: NUMBER"):
                count = int(next(file))
            elif line.startswith(("ITEM: ATOMS", "ITEM: ENTRIES")):
                text = "".join(next(file) for _ in range(count))
                rows = np.array(text.split(), float)
                found.append((step, rows.reshape(count, -1) if count else rows))
    return found


def columns(path):
    """What fix print or fix ave/time wrote: numbers below lines with #."""
    return np.loadtxt(path, ndmin=2)
