# %% [markdown]
# # Newton's cradle
# Five steel balls hang in a row and just touch; two of them are let go. The textbook says that two
# leave on the other side. With elastic contacts of finite stiffness that is nearly, but not quite,
# what happens: the wave spreads while it passes.

# %%
import sys

import dashpot as dp
import matplotlib.pyplot as plt
import numpy as np

steel = dp.Body(young=207e9, poisson=0.3, density=7800, radius=0.015)
pair = dp.pair(steel, steel)
mass = 2 * pair["mass"]  # of one ball; the pair has the effective mass
contact = dp.Contact("hertz", **pair)


def cradle(gap: float) -> dp.Chain:
    """Five balls with so much room between each two."""
    gaps = np.zeros(6)
    gaps[1:5] = gap
    return dp.Chain(mass=np.full(5, mass), velocity=[0.5, 0.5, 0, 0, 0], gap=gaps, contact=contact,
                    step=2e-8)


# %%
touching = cradle(0.0)
times, speeds = [], []
for _ in range(200):
    touching.advance(100)
    times.append(touching.time)
    speeds.append(touching.velocity.copy())
print("touching:    ", np.round(touching.velocity, 4), "m/s")

# %% [markdown]
# With a hair of room between the balls, pair after pair collides alone, and the textbook is right.

# %%
apart = cradle(100e-6)
apart.advance(120_000)
print("0.1 mm apart:", np.round(apart.velocity, 4), "m/s")
assert np.allclose(apart.velocity, [0, 0, 0, 0.5, 0.5], atol=1e-6)
assert abs(touching.velocity.sum() - 1.0) < 1e-12  # momentum
assert touching.energy["error"] < 1e-5

# %%
figure, axes = plt.subplots(figsize=(6, 3.8), layout="constrained")
for ball, history in enumerate(np.transpose(speeds), start=1):
    axes.plot(np.array(times) * 1e6, history, label=f"ball {ball}")
axes.set(xlabel="time [µs]", ylabel="velocity [m/s]")
axes.legend(frameon=False)
if len(sys.argv) > 1:
    figure.savefig(sys.argv[1])
