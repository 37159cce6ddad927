# A line of steel balls in YADE, the first of which strikes; two of them are the single impact. Run
# by tools/dashpot-crosscheck in YADE's batch mode, with settings in the environment:
#     BEADS  STEP  STEPS  EN (restitution asked for)  WATCH pair|chain|no  OUT FILE
# Leaves FILE.end with "id x vx 0" of all balls. WATCH pair: FILE.pair with "time x1 x2 v1 v2
# force" for every step; WATCH chain: FILE.force with step and forces of contacts 26 and 38;
# WATCH no: seconds of the loop on standard output.
#
# A step works out forces where the balls are, then velocities half a step later, then moves. So a
# watcher between forces and motion sees places and forces of one time.

import os
import time

radius = 0.00476
beads = int(os.environ["BEADS"])
steps = int(os.environ["STEPS"])
watch = os.environ["WATCH"]
out = os.environ["OUT"]

O.dt = float(os.environ["STEP"])
O.materials.append(FrictMat(young=2e11, poisson=0.3, density=7850, frictionAngle=0))
for i in range(beads):
    O.bodies.append(sphere((2 * radius * i, 0, 0), radius))
    O.bodies[i].state.blockedDOFs = "yzXYZ"
O.bodies[0].state.vel = (1, 0, 0)


# Force that contact k, to the right of ball k, numbered from 1, puts on the ball to its right.
def force(k):
    if not O.interactions.has(k - 1, k, True):
        return 0.0
    return O.interactions[k - 1, k].phys.normalForce[0]


def watch_pair():
    a, b = O.bodies[0].state, O.bodies[1].state
    row = (O.time, a.pos[0], b.pos[0], a.vel[0], b.vel[0], force(1))
    rows.write("%.17g %.17g %.17g %.17g %.17g %.17g\n" % row)


def watch_chain():
    rows.write("%d %.17g %.17g\n" % (O.iter, force(26), force(38)))


contact = Ip2_FrictMat_FrictMat_MindlinPhys(en=float(os.environ["EN"]), es=1.0)
O.engines = [
    ForceResetter(),
    InsertionSortCollider([Bo1_Sphere_Aabb()], verletDist=0.05 * radius),
    InteractionLoop([Ig2_Sphere_Sphere_ScGeom()], [contact], [Law2_ScGeom_MindlinPhys_Mindlin()]),
    NewtonIntegrator(damping=0, gravity=(0, 0, 0)),  # its own damping is 0.2 unless told
]
if watch != "no":
    name = {"pair": "pair", "chain": "force"}[watch]
    rows = open(out + "." + name, "w")
    watcher = PyRunner(iterPeriod=1, command="watch_%s()" % watch)
    O.engines = O.engines[:3] + [watcher] + O.engines[3:]

begin = time.perf_counter()
O.run(steps, True)
if watch == "no":
    print("seconds", time.perf_counter() - begin)
else:
    rows.close()
with open(out + ".end", "w") as end:
    for b in O.bodies:
        end.write("%d %.17g %.17g %.17g\n" % (b.id + 1, b.state.pos[0], b.state.vel[0], 0))
