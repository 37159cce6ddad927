# %% [markdown]
# # A figure of a paper
# Force against indentation of two aluminium spheres, restitution 0.7 (paper 003, figure 3), from the
# scenario that the program uses for the same figure. The area within a loop is the energy lost; the
# ledger of the run, which integrates it, must say the same.

# %%
import pathlib
import sys

import dashpot as dp
import matplotlib.pyplot as plt
import numpy as np

laws = ["hertz", "hunt-crossley", "lee-wang", "lankarani-nikravesh", "flores"]
root = pathlib.Path(__file__).resolve().parents[2] / "scenarios/003"
scenario = root / "two-spheres.yaml"

# %%
figure, axes = plt.subplots(figsize=(6, 4.2), layout="constrained")
losses = {}
for law in laws:
    change = {"impact.contact.law": law}
    result = dp.run(scenario, set=change, quiet=True)
    series = result.tables["series"]
    axes.plot(series["indentation"] * 1e6, series["force"] / 1e3, label=law)
    losses[law] = float(np.trapz(series["force"], series["indentation"]))
    print(f"{law:22s} restitution {result['restitution']:.4f}, loop {losses[law]:.4g} J, "
          f"ledger {result['energy']['viscous']:.4g} J")
    assert abs(losses[law] - result["energy"]["viscous"]) < 2e-4 * result["energy"]["initial"]
axes.set(xlabel="indentation [µm]", ylabel="force [kN]")
axes.legend(frameon=False)
if len(sys.argv) > 1:
    figure.savefig(sys.argv[1])
