# Two steel balls head on in YADE, with STEP, STEPS, BLOCK and OUT from the environment. BLOCK is
# what dashpot export prints: a material, and lines for O.engines. OUT gets the speed at which they
# part.

import ast
import os

made = []
with open(os.environ["BLOCK"]) as block:
    for line in ast.parse(block.read()).body:
        made.append(eval(compile(ast.Expression(line.value), "block", "eval")))
loop, newton = [engine for engine in made if isinstance(engine, Engine)]
O.materials[-1].density = 7800
O.bodies.append(sphere((0, 0, 0), 0.01))
O.bodies.append(sphere((0.02, 0, 0), 0.01))
O.bodies[0].state.vel = (1, 0, 0)
O.engines = [ForceResetter(), InsertionSortCollider([Bo1_Sphere_Aabb()]), loop, newton]
O.dt = float(os.environ["STEP"])
O.run(int(os.environ["STEPS"]), True)
with open(os.environ["OUT"], "w") as out:
    out.write("%.12g\n" % (O.bodies[1].state.vel[0] - O.bodies[0].state.vel[0]))
