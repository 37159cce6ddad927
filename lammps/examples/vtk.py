"""Turns a `dump custom` of LAMMPS into files for ParaView: vtk.py FILE.dump writes FILE.0.vtk,
FILE.1.vtk ... Columns id, x, y, z are needed; all others become arrays, vx, vy, vz one vector."""

import sys

if len(sys.argv) != 2:
    sys.exit(__doc__)
name = sys.argv[1].removesuffix(".dump")
with open(sys.argv[1]) as file:
    frames = file.read().split("ITEM: TIMESTEP\n")[1:]
for number, frame in enumerate(frames):
    head, body = frame.split("ITEM: ATOMS ")
    columns, *rows = body.splitlines()
    rows = [row.split() for row in rows]
    data = dict(zip(columns.split(), zip(*rows)))
    vectors = {"velocity": ("vx", "vy", "vz"), "force": ("fx", "fy", "fz")}
    vectors = {key: parts for key, parts in vectors.items() if set(parts) <= set(data)}
    hidden = {"x", "y", "z"}.union(*vectors.values())
    lines = ["# vtk DataFile Version 3.0", "step " + head.split("\n")[0], "ASCII",
             "DATASET POLYDATA", f"POINTS {len(rows)} double"]
    lines += [" ".join(point) for point in zip(data["x"], data["y"], data["z"])]
    lines += [f"VERTICES {len(rows)} {2 * len(rows)}"] + [f"1 {n}" for n in range(len(rows))]
    lines += [f"POINT_DATA {len(rows)}"]
    for key in sorted(data.keys() - hidden):
        lines += [f"SCALARS {key} double 1", "LOOKUP_TABLE default", *data[key]]
    for key, parts in vectors.items():
        lines += [f"VECTORS {key} double", *map(" ".join, zip(*(data[part] for part in parts)))]
    with open(f"{name}.{number}.vtk", "w") as out:
        out.write("\n".join(lines) + "\n")
