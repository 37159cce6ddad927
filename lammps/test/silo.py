"""A packing that falls into a cylinder: the ledger in three dimensions, with walls, friction,
dampers and dents; and a run that is killed and begun again from its restart file."""

import os
import signal
import time

import numpy as np

from bench import LIMIT, Spheres, columns, write_lines
from packing import FRICTION, GRAN, rounding

# [m] of the silo, so high that spheres at the mantle fall from one of two processes to the other
RADIUS, HEIGHT = 0.04, 0.105
# falls from 1 m/s; thornton yields, tsuji damps, hertz only rubs
LAWS = {"thornton": f"thornton modulus 1e8 yield_pressure 4e6 {FRICTION}",
        "flores": f"flores modulus 1e8 restitution 0.8 {FRICTION}",
        "hertz": f"hertz modulus 1e8 {FRICTION}"}


def write_spheres(place, law):
    generator, spheres = np.random.default_rng(4), Spheres()
    for z in range(8):
        for x in range(-3, 4):
            for y in range(-3, 4):
                site = 0.0108 * np.array([x, y, z + 0.52])
                radius = generator.uniform(0.0045, 0.0053)
                if np.hypot(site[0], site[1]) < RADIUS - 0.0055:
                    velocity = generator.normal(0.0, 0.2, 3) - (0, 0, 0.5)
                    spheres.add(1, radius, 2500.0, site, velocity, generator.normal(0.0, 20.0, 3))
    spheres.write(f"{place}/spheres.data", (-0.05, -0.05, -0.01), (0.05, 0.05, HEIGHT))
    write_lines(f"{place}/laws.in", [f"pair_coeff * * {law}"])
    return len(spheres.rows)


def settings(style, law, dt, every, until, motion=""):
    return {"style": style, "law": law, "dt": repr(dt), "every": every, "until": until,
            "radius": RADIUS, "motion": motion, **GRAN}


# --- the ledger ----------------------------------------------------------------------------------

IMPACT = 3.7e-4  # [s] that two of the spheres touch at 0.5 m/s
STEPS = (4e-6, 1e-6)  # [s]


def gap(bench, law, dt):
    """By which share of the kinetic energy at the start the sum of all energies moves in 40 ms."""
    place = bench.place()
    write_spheres(place, law)
    bench.lmp(place, "silo.in", **settings("dashpot", law, dt, round(4e-4 / dt), round(0.04 / dt)))
    rows = columns(f"{place}/out.txt")[:, 1:]
    total = rows[:, :3].sum(axis=1) + rows[:, 4:9].sum(axis=1)
    return np.ptp(total) / rows[0, 0], rows[-1]


def check_ledger(bench):
    for name, law in LAWS.items():
        if bench.is_quick and name != "thornton":
            continue
        gaps = []
        for dt in STEPS:
            share, end = gap(bench, law, dt)
            gaps.append(share)
            # velocity Verlet holds the energy of an impact to (omega dt)^2, omega = pi/T
            bench.close(f"silo, {name}, step {dt:g} s: gap in the ledger", share, 0.0,
                        (np.pi * dt / IMPACT)**2)
            bench.holds(f"silo, {name}: nothing was lost by friction", end[8] > 0.1 * end[0])
        order = np.log(gaps[0] / gaps[1]) / np.log(STEPS[0] / STEPS[1])
        bench.says(f"silo, {name}: gap in the ledger {gaps[0]:.1e}, {gaps[1]:.1e}, order "
                   f"{order:.2f}")
        # sticking ends and sliding begins within steps, which costs half an order
        bench.holds(f"silo, {name}: order {order:.2f}, should be 1.2 at least", order >= 1.2)


# --- kill and restart ----------------------------------------------------------------------------

def kill(run):
    """kill -9 of a run and of the processes that mpirun started for it."""
    with open(f"/proc/{run.pid}/task/{run.pid}/children") as file:
        pids = [int(word) for word in file.read().split()]
    for pid in [run.pid] + pids:
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
    run.wait(LIMIT)


def interrupted(bench, style, values, ranks, more_ranks):
    """The last row of a run on `ranks` that was killed and went on with `more_ranks`."""
    place = bench.place()
    write_spheres(place, values["law"])
    run = bench.start(place, "silo.in", ranks, restarts=500, **values)
    end = time.time() + LIMIT
    # when the second file begins the first one is complete
    while not os.path.exists(f"{place}/state.1000"):
        if run.poll() is not None or time.time() > end:
            run.terminate()
            raise RuntimeError(f"no restart file: {bench.words_of(place)[-500:]}")
        time.sleep(0.01)
    was_running = run.poll() is None
    kill(run)
    bench.holds(f"silo, {style}: the run was over before it was killed", was_running)
    bench.lmp(place, "silo.in", more_ranks, **{"from": "state.500"}, **values)
    said = bench.words_of(place)
    bench.holds(f"silo, {style}: what the restart file held was not used",
                "unused" not in said.lower())
    end = columns(f"{place}/out.txt")[-1, 1:]
    if style == "dashpot":
        check_other_wall(bench, place, values)
    return end


def check_other_wall(bench, place, values):
    """A wall with less history than the file holds for it is refused."""
    values = {**values, "from": "state.500", "law": "hertz modulus 1e8"}
    status = bench.finish(bench.start(place, "silo.in", **values))
    said = [line for line in bench.words_of(place).splitlines() if line.startswith("ERROR")]
    bench.holds(f"silo: another wall after a restart: status {status}, {said}",
                status == 1 and "in the restart file it has another law" in " ".join(said))


def check_restart(bench):
    worst = {}
    for style in ("gran", "dashpot"):
        motion = "wiggle z 0.001 0.005" if style == "dashpot" else ""
        values = settings(style, LAWS["thornton"], 4e-6, 500, 4000, motion)
        place = bench.place()
        write_spheres(place, values["law"])
        bench.lmp(place, "silo.in", 2, **values)
        whole = columns(f"{place}/out.txt")[:, 1:]
        # at the restart spheres touch each other, the floor and the mantle
        bench.holds(f"silo, {style}: at step 500 there is too little to keep: {whole[1]}",
                    whole[1, 3] > 20 and (style == "gran" or whole[1, [4, 5, 7, 8, 11]].all()))
        scale = np.abs(whole).max(axis=0)
        scale[scale == 0.0] = 1.0
        for ranks in (1,) if bench.is_quick else (1, 4):
            end = interrupted(bench, style, values, 2, ranks)
            off = np.abs(end - whole[-1]) / scale
            worst[style] = max(worst.get(style, 0.0), off.max())
            bench.holds(f"silo, {style}: {end[3]:g} touches after a restart, {whole[-1, 3]:g} "
                        "without", end[3] == whole[-1, 3])
    bench.says("silo: a restart moves the end of the run by %.1e (gran %.1e) of its size"
               % (worst["dashpot"], worst["gran"]))
    bench.close("silo: killed and begun again", worst["dashpot"], 0.0, rounding(worst["gran"]))


def check(bench):
    check_ledger(bench)
    check_restart(bench)
