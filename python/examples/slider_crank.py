# %% [markdown]
# # A slider-crank with a loose pin, and what can be trusted of it
# The pin between rod and slider has half a millimetre of clearance. Single histories of such a
# motion may be chaotic: copies that start a billionth of a metre apart show what is left.

# %%
import sys

import dashpot as dp
import matplotlib.pyplot as plt
import numpy as np

steel = dp.Contact("lankarani-nikravesh", restitution=0.9, modulus=106e9, radius=0.19)
crank = dp.Mechanism(
    gravity=(0.0, -9.81),
    bodies=[dict(name="crank", mass=17.9, inertia=0.460327),
            dict(name="rod", mass=1.13, inertia=0.0153),
            dict(name="slider", mass=1.013, inertia=0.000772)],
    joints=[dict(type="revolute", between=("ground", "crank"), at=[[0, 0], [-0.025, 0]]),
            dict(type="revolute", between=("crank", "rod"), at=[[0.025, 0], [-0.15, 0]]),
            dict(type="clearance", name="pin", between=("rod", "slider"), at=[[0.15, 0], [0, 0]],
                 journal_radius=9.5e-3, bearing_radius=10e-3, contact=steel),
            dict(type="translational", between=("ground", "slider"), axis=(1, 0), through=(0, 0))],
    drivers=[dict(body="crank", speed=500 * np.pi / 30)])
turn = crank.period
print(f"mobility {crank.mobility}, a turn takes {turn * 1e3:.2f} ms")

# %%
one = crank.run(until=3 * turn, skip=turn, watch=["slider.ax", "pin.force"], every=turn / 500)
print(f"peak force in the pin {one.channels['pin.force']['max']:.0f} N, "
      f"{one.pairs['pin']['impacts']} impacts, energy error {one['energy']['error']:.1e}")
assert one["energy"]["error"] < 1e-6

# %%
copies = crank.ensemble(10, until=3 * turn, skip=turn, watch=["pin.force"])
peaks = np.array([c.channels["pin.force"]["max"] for c in copies])
rms = np.array([c.channels["pin.force"]["rms"] for c in copies])
print(f"10 copies: peak {peaks.mean():.0f} ± {peaks.std(ddof=1):.0f} N, "
      f"rms {rms.mean():.1f} ± {rms.std(ddof=1):.1f} N")

# %%
figure, axes = plt.subplots(2, 1, figsize=(6.4, 5), sharex=True, layout="constrained")
axes[0].plot(one.rows["time"] / turn, one.rows["slider.ax"])
axes[1].plot(one.rows["time"] / turn, one.rows["pin.force"] / 1e3)
axes[0].set(ylabel="slider.ax [m/s²]")
axes[1].set(ylabel="pin.force [kN]", xlabel="turns")
if len(sys.argv) > 1:
    figure.savefig(sys.argv[1])
