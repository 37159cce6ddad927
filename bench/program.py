#!/usr/bin/env python3
"""What `dashpot run` delivers, beside version 0.1.0 and LAMMPS, and how time grows with the work.

    bench/program.py [--rounds N] [--quick] [--picture FILE.svg] >SECTION.md

Version 0.1.0 is taken from the history of this repository and built beside the tree. Programs run
in turns; the median of the rounds counts. CPU time where one core works, wall time where two do.
"""

import argparse
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
OLD_COMMIT = "a5add38"  # version 0.1.0
STEEL = "materials: [{name: steel, young: 193 GPa, poisson: 0.3, yield: 300 MPa}]"

CHAIN = """dashpot: 1
kind: chain
{steel}
chain:
  beads: [{{count: {beads}, radius: 2.38 mm, mass: 0.45 g, material: steel}}]
  striker: {{velocity: 1.77 m/s, copy: true}}
  contact: {{law: {law}}}
run: {{integrator: verlet, step: 10 ns, until: {until} us}}
"""

CHAIN_SWEEP = """dashpot: 1
kind: chain
{steel}
chain:
  beads: [{{count: 20, radius: 2.38 mm, mass: 0.45 g, material: steel}}]
  striker: {{velocity: 1.77 m/s, copy: true}}
  contact: {{law: tsuji, restitution: 0.9}}
run: {{until: 200 us}}
sweep:
  parameters:
    - {{path: chain.striker.velocity, from: 0.1, to: 10, count: {side}}}
    - {{path: chain.contact.restitution, from: 0.1, to: 0.99, count: {side}}}
  results: [sensors.0.peak_force]
"""

IMPACT_SWEEP = """dashpot: 1
kind: impact
impact:
  bodies:
    - {{radius: 1 cm, mass: 0.1 kg, velocity: 1 m/s}}
    - {{radius: 1 cm, mass: 0.1 kg, velocity: 0}}
  contact: {{law: tsuji, restitution: 0.7, stiffness: 1e9 N/m^1.5}}
sweep:
  parameters:
    - {{path: impact.bodies.0.velocity, from: 0.1, to: 10, count: {side}}}
    - {{path: impact.contact.restitution, from: 0.1, to: 0.99, count: {side}}}
  results: [restitution]
"""


ENSEMBLE = """dashpot: 1
kind: mechanism
{steel}
mechanism:
  gravity: [0, -9.81]
  bodies:
    - {{name: crank, mass: 17.9, inertia: 0.460327}}
    - {{name: rod, mass: 1.13, inertia: 0.0153}}
    - {{name: slider, mass: 1.013, inertia: 0.000772}}
  joints:
    - {{type: revolute, between: [ground, crank], at: [[0, 0], [-25 mm, 0]]}}
    - {{type: revolute, between: [crank, rod], at: [[25 mm, 0], [-150 mm, 0]]}}
    - {{type: clearance, name: pin, between: [rod, slider], at: [[150 mm, 0], [0, 0]],
       bearing_radius: 10 mm, clearance: 0.5 mm, material: steel,
       contact: {{law: lankarani-nikravesh, restitution: 0.9, friction: 0.01}}}}
    - {{type: translational, between: [ground, slider], axis: [1, 0], through: [0, 0]}}
  drivers: [{{body: crank, speed: 200 rpm}}]
  start: assembled
  watch: [slider.ax, pin.force]
run: {{turns: 2, rtol: 1.0e-8, threads: 1, ensemble: {copies}}}
"""


def pendulum(links):
    """So many links that hang on each other and swing for 20 ms."""
    bodies = [f"    - {{name: l{i}, mass: 1, inertia: 0.01}}" for i in range(links)]
    joints = ["    - {type: revolute, between: [ground, l0], at: [[0, 0], [0, 0.05]]}"]
    joints += [f"    - {{type: revolute, between: [l{i - 1}, l{i}], at: [[0, -0.05], [0, 0.05]]}}"
               for i in range(1, links)]
    return ("dashpot: 1\nkind: mechanism\nmechanism:\n  gravity: [0, -9.81]\n  bodies:\n" +
            "\n".join(bodies) + "\n  joints:\n" + "\n".join(joints) +
            "\n  start: {l0: 30 deg}\n  watch: [l0.angle]\nrun: {until: 20 ms}\n")


class Bench:
    def __init__(self, rounds, folder):
        self.rounds, self.folder = rounds, folder
        self.new, self.old = ROOT / "build/release/dashpot", old_program()

    def scenario(self, name, text):
        path = self.folder / f"{name}.yaml"
        path.write_text(text)
        return path

    def run(self, program, *arguments):
        """CPU and wall time [s] of one run, which must succeed."""
        start = time.perf_counter()
        process = subprocess.Popen([program, *map(str, arguments)], stdout=subprocess.DEVNULL,
                                   stderr=subprocess.PIPE, cwd=ROOT)
        said = process.stderr.read().decode()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode != 0:
            sys.exit(f"program.py: {program} {arguments} ended with {process.returncode}: {said}")
        return usage.ru_utime + usage.ru_stime, time.perf_counter() - start

    def memory(self, *arguments):
        """Peak memory [MB] of a run, by GNU time: the peak of a process includes what its parent
        held when it was forked, and that program holds little."""
        done = subprocess.run(["/usr/bin/time", "-f", "%M", self.new, *map(str, arguments)],
                              cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        if done.returncode != 0:
            sys.exit(f"program.py: {arguments} ended with {done.returncode}: {done.stderr}")
        return int(done.stderr.split()[-1]) / 1000

    def medians(self, measure, rounds=None):
        """Of the old program and the new one, in turns."""
        pairs = [(measure(self.old), measure(self.new)) for _ in range(rounds or self.rounds)]
        return [statistics.median(column) for column in zip(*pairs)]


def old_program():
    folder = ROOT / "build/0.1.0"
    program = folder / "build/release/dashpot"
    if not program.exists():
        folder.mkdir(parents=True, exist_ok=True)
        archive = subprocess.run(["git", "archive", OLD_COMMIT], cwd=ROOT, capture_output=True)
        if archive.returncode != 0:
            sys.exit(f"program.py: commit {OLD_COMMIT} (version 0.1.0) is not in this history")
        subprocess.run(["tar", "-x", "-C", folder], input=archive.stdout, check=True)
        for command in (["cmake", "--preset", "release", "-DDP_TESTS=OFF", "-DDP_EXAMPLES=OFF",
                         "-DDP_BENCH=OFF"],
                        ["cmake", "--build", "build/release", "--parallel"]):
            subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL)
    return program


def lammps_rate():
    """Particle steps per second of LAMMPS with 70 beads; None where it is not installed."""
    done = subprocess.run([ROOT / "bench/peer_chain_lammps.sh", "3"], capture_output=True,
                          text=True)
    if done.returncode == 77:
        return None
    for line in done.stdout.splitlines():
        cells = line.split(",")
        if cells[0].endswith("gran/hertz/history touching") and cells[1] == "70":
            return float(cells[3])
    sys.exit("program.py: LAMMPS said nothing of 70 beads: " + done.stderr)


# restitutions of a steel ball on bronze, made up
ALL_LAWS = """\
dashpot: 1
kind: impact
materials:
  - {name: steel, young: 207 GPa, poisson: 0.3, density: 7800}
  - {name: bronze, young: 110 GPa, poisson: 0.34, yield: 200 MPa}
impact:
  bodies:
    - {material: steel, radius: 10 mm, velocity: 1 m/s}
    - {material: bronze, fixed: true}
  contact: {geometry: convex}
fit:
  columns: ["v [m/s]", e]
  rows: [[0.05, 0.85], [0.1, 0.78], [0.15, 0.74], [0.2, 0.70], [0.3, 0.65], [0.5, 0.60],
         [0.7, 0.56], [1.0, 0.52], [1.5, 0.49], [2.0, 0.47]]
  inputs: [{column: v, path: impact.bodies.0.velocity}]
  targets: [{column: e, result: restitution, sigma: 0.02}]
  laws: all
"""


def row(what, unit, old, new, gain, must, aim, value):
    """value: the figure that must and aim speak of; gain: of the new program over the old one."""
    def judge(text):
        bound = float(text.split()[1])  # ">= 25", "<= 0.7 of a single run"
        return value >= bound if text.startswith(">=") else value <= bound
    met = "aim" if judge(aim) else "yes" if judge(must) else "**no**"
    old, gain = ("-", "-") if old is None else (f"{old:.4g}", f"{gain:.2f}")
    print(f"| {what} | {unit} | {old} | {new:.4g} | {gain} | {value:.3g} | {must} | {aim} "
          f"| {met} |")


def compare(bench):
    print("| work | unit | 0.1.0 | now | gain | judged | must | aim | met |")
    print("|---|---|---:|---:|---:|---:|---|---|---|")
    rates = {}
    until = 60000  # us, 6e6 steps
    for law in ("hertz", "ma-liu"):
        file = bench.scenario(law, CHAIN.format(steel=STEEL, beads=70, law=law, until=until // 10))
        work = 70 * until // 10 * 100 / 1e6
        rates[law] = bench.medians(lambda p: work / bench.run(p, "run", file)[0])
    old, new = rates["hertz"]
    row("Hertz chain of 70 beads, `dashpot run`", "M bead-steps/s", old, new, new / old, ">= 1000",
        ">= 1300", new)
    lammps = lammps_rate()
    if lammps is not None:
        row("the same over LAMMPS", "x", old * 1e6 / lammps, new * 1e6 / lammps, new / old, ">= 25",
            ">= 40", new * 1e6 / lammps)
    shares = [m / h for h, m in zip(rates["hertz"], rates["ma-liu"])]
    row("ma-liu, share of Hertz", "%", 100 * shares[0], 100 * shares[1], shares[1] / shares[0],
        ">= 50", ">= 60", 100 * shares[1])
    file = bench.scenario("sweep", CHAIN_SWEEP.format(steel=STEEL, side=100))
    old, new = bench.medians(lambda p: bench.run(p, "run", file)[1], 1)
    row("1e4 chains of 20 beads, a sweep on all cores", "s wall", old, new, old / new, "<= 6",
        "<= 3", new)
    # a single run is one without copies: it also follows a shadow, a copy does not
    single = bench.scenario("single", ENSEMBLE.format(steel=STEEL, copies=1).replace(
        ", ensemble: 1", ""))
    one = bench.medians(lambda p: bench.run(p, "run", single)[0], 5)
    file = bench.scenario("copies", ENSEMBLE.format(steel=STEEL, copies=100))
    hundred = [t / 101 for t in bench.medians(lambda p: bench.run(p, "run", file)[0], 3)]
    row("a copy of an ensemble of 100", "ms", 1e3 * hundred[0], 1e3 * hundred[1],
        hundred[0] / hundred[1], "<= 0.7 of a single run", "<= 0.3", hundred[1] / one[1])
    start = ["force", "--law", "hertz", "--set", "stiffness=1e9", "--delta", "1e-5", "--rate", "0"]
    old, new = bench.medians(lambda p: 1e3 * bench.run(p, *start)[1], 40)
    row("`dashpot force`, start to end", "ms wall", old, new, old / new, "<= 3", "<= 2", new)
    old, new = bench.medians(lambda p: bench.run(p, "reproduce")[1], 1)
    row("`dashpot reproduce` on all cores", "s wall", old, new, old / new, "<= 30", "<= 15", new)
    file = bench.scenario("all-laws", ALL_LAWS)
    new = statistics.median(bench.run(bench.new, "run", file)[1] for _ in range(3))
    row("a fit of every law to 10 restitutions, on all cores", "s wall", None, new, None, "<= 5",
        "<= 2", new)


def grow(bench, is_quick, picture):
    curves = [
        ("beads", [10 ** k for k in range(1, 8)], 100,
         lambda n: CHAIN.format(steel=STEEL, beads=n, law="hertz", until=10)),
        ("sweep points", [10 ** k for k in range(2, 7, 2)], 1,
         lambda n: IMPACT_SWEEP.format(side=round(n ** 0.5))),
        ("copies", [10, 100, 1000, 10000], 1,
         lambda n: ENSEMBLE.format(steel=STEEL, copies=n).replace("turns: 2", "until: 30 ms")),
        ("links", [10, 100, 1000], 1, pendulum),
    ]
    print("\n### Growth\n")
    print("`dashpot run` (program), CPU time and memory of the process. Chains take 1000 steps, an "
          "impact of a\nsweep is integrated, a copy runs for 30 ms, a pendulum of links swings for "
          "20 ms.\n")
    print("| what | how many | CPU s | us each | MB |\n|---|---:|---:|---:|---:|")
    data = []
    for name, counts, _, text in curves:
        for n in counts[:-1] if is_quick else counts:
            file = bench.scenario("grow", text(n))
            run = ["run", file, "--max-memory", "16GB", "--max-time", "none"]
            cpu, _ = bench.run(bench.new, *run)
            memory = bench.memory(*run)
            print(f"| {name} | {n:.0e} | {cpu:.3g} | {1e6 * cpu / n:.3g} | {memory:.0f} |",
                  flush=True)
            data.append((name, n, cpu))
    if picture is not None:
        draw(data, picture)


def draw(data, picture):
    names = list(dict.fromkeys(name for name, _, _ in data))
    blocks = "\n".join(f"${n.replace(' ', '_')} << END\n" + "\n".join(
        f"{count} {cpu}" for name, count, cpu in data if name == n) + "\nEND" for n in names)
    lines = ", ".join(f"${n.replace(' ', '_')} with linespoints title '{n}'" for n in names)
    script = f"""set terminal svg size 640,400 font 'sans-serif,12' background '#ffffff'
set output '{picture}'
set logscale xy
set format xy '10^{{%T}}'
set grid
set key left top
set xlabel 'how many'
set ylabel 'CPU time [s]'
{blocks}
plot {lines}
"""
    subprocess.run(["gnuplot"], input=script, text=True, check=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--quick", action="store_true", help="leave out the largest of each curve")
    parser.add_argument("--picture")
    parser.add_argument("--only", choices=["compare", "grow"])
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(options.rounds, pathlib.Path(folder))
        print("\n## The program, against version 0.1.0\n")
        print("What a user gets from the program, files read and results printed. Both programs "
              f"run\nin turns, {options.rounds} rounds; medians. Rates of one core are by CPU "
              "time.\n")
        if options.only != "grow":
            compare(bench)
        if options.only != "compare":
            grow(bench, options.quick, options.picture)


if __name__ == "__main__":
    main()
