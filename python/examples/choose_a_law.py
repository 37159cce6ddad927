# %% [markdown]
# # Choose a law
# A steel ball of 1 cm falls on steel. Experiments give a restitution of 0.7 at 0.5 m/s. Which of
# the laws that take a restitution deliver it, and how large is the peak force they predict?

# %%
import sys

import dashpot as dp
import matplotlib.pyplot as plt
import numpy as np

ball = dp.Body(young=207e9, poisson=0.3, density=7800, radius=0.01)
plate = dp.Body(young=207e9, poisson=0.3, radius=float("inf"), mass=float("inf"))
pair = dp.pair(ball, plate)
mass = pair["mass"]

# %% [markdown]
# Ask every law of the Hunt-Crossley family for 0.7 and see what it delivers.

# %%
family = [law for law in dp.laws.values()
          if law.family == "hunt-crossley" and "restitution" in law.params and not law.linear_spring]
rows = []
for law in family:
    contact = dp.Contact(law.name, {**pair, "restitution": 0.7})
    impact = contact.impacts(mass=mass, speed=0.5)
    rows.append((abs(impact["restitution"] - 0.7), law.name, impact["restitution"],
                 impact["max_force"]))
for _, name, delivered, force in sorted(rows):
    print(f"{name:26s} delivers {delivered:.3f}   peak force {force:7.1f} N")

# %% [markdown]
# A law that does not deliver what it is asked for can be tuned until it does.

# %%
loose = dp.Contact("lankarani-nikravesh", {**pair, "restitution": 0.7})
tuned = loose.tuned(0.7, mass=mass, speed=0.5)
print(f"lankarani-nikravesh delivers {loose.restitution(mass=mass, speed=0.5):.3f}, "
      f"tuned {tuned.restitution(mass=mass, speed=0.5):.6f}")
assert abs(tuned.restitution(mass=mass, speed=0.5) - 0.7) < 1e-7

# %%
asked = np.linspace(0.05, 0.99, 60)
figure, axes = plt.subplots(figsize=(6, 4.2), layout="constrained")
for name in ("hunt-crossley", "lankarani-nikravesh", "flores", "exact-restitution"):
    delivered = [dp.Contact(name, {**pair, "restitution": e}).restitution(mass=mass, speed=0.5)
                 for e in asked]
    axes.plot(asked, delivered, label=name)
axes.plot([0, 1], [0, 1], color="gray", linewidth=0.8, linestyle="--")
axes.set(xlabel="restitution asked for", ylabel="restitution delivered", xlim=(0, 1), ylim=(0, 1))
axes.legend(frameon=False)
if len(sys.argv) > 1:
    figure.savefig(sys.argv[1])
