"""
Uncertain inputs, proven bounds
===============================

Intervals in, intervals out: what is certain about a torque when joint angles and rates are known
to a tolerance.
"""

import matplotlib.pyplot as plt
import numpy as np

import lieref

model = lieref.catalogue.serial_chain(7)
rng = np.random.default_rng(8)
q, v = model.random_configuration(rng), rng.uniform(-1, 1, (2, 7))

# %%
# Without a tolerance the radii are those of rounding: proven bounds of the error of each
# number.

values, radii = lieref.inverse_dynamics(model, q, v, bounds=True)
exact = np.array(lieref.oracle.inverse_dynamics(model, q, v, digits=40), dtype=object)
print("largest radius", radii.max(), "N m; largest error", float(abs(exact - values).max()))
print("every error is within its radius:", bool((abs(exact - values) <= radii).all()))

# %%
# With a tolerance of every input, against random inputs within it.

tolerances = np.geomspace(1e-12, 1e-2, 21)
proven, sampled = [], []
for tolerance in tolerances:
    values, radii = lieref.inverse_dynamics(model, q, v, bounds=True, input_radius=tolerance)
    proven.append(radii[0].max())
    states = 200
    moved = lieref.inverse_dynamics(
        model,
        q + tolerance * rng.uniform(-1, 1, (states, 7)),
        v + tolerance * rng.uniform(-1, 1, (states, 2, 7)),
    )
    sampled.append(abs(moved[:, 0] - lieref.inverse_dynamics(model, q, v)[0]).max())

figure, axes = plt.subplots(figsize=(6, 3.4))
axes.loglog(tolerances, proven, "o-", label="proven radius")
axes.loglog(tolerances, sampled, "s-", label="largest of 200 samples")
axes.set(
    xlabel="tolerance of q, v and vdot [rad, rad/s, rad/s$^2$]",
    ylabel="torque [N m]",
    title="What uncertain inputs do to torques",
)
axes.legend()
figure.tight_layout()
