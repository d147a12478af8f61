"""
Identification with the regressor
=================================

Torques are linear in the inertial parameters. Which combinations a motion shows, and how well
noise lets them be found.
"""

import matplotlib.pyplot as plt
import numpy as np

import lieref

model = lieref.catalogue.serial_chain(4)
rng = np.random.default_rng(6)
noise = 0.02  # N m

# %%
# Simulated data: torques with noise at random states.

rows, measured = [], []
for _ in range(400):
    q, v, a = model.random_configuration(rng), *rng.uniform(-3, 3, (2, model.nv))
    rows.append(lieref.inverse_dynamics_regressor(model, q, v, a))
    tau = lieref.inverse_dynamics(model, q, [v, a])[0]
    measured.append(tau + noise * rng.standard_normal(model.nv))
Y, y = np.vstack(rows), np.concatenate(measured)

# %%
# Base parameters: the directions that the data show, by singular values.

U, s, Vt = np.linalg.svd(Y, full_matrices=False)
rank = int((s > 1e-9 * s[0]).sum())
print(rank, "of", Y.shape[1], "combinations of parameters can be identified")
true = lieref.inertial_parameters(model)
base_true = Vt[:rank] @ true
base_found = (U[:, :rank].T @ y) / s[:rank]
deviation = noise / s[:rank]

# %%
# Torques of a motion that was not used.

q, v, a = model.random_configuration(rng), *rng.uniform(-3, 3, (2, model.nv))
predicted = lieref.inverse_dynamics_regressor(model, q, v, a) @ (Vt[:rank].T @ base_found)
print(
    "prediction error", abs(predicted - lieref.inverse_dynamics(model, q, [v, a])[0]).max(), "N m"
)

figure, axes = plt.subplots(figsize=(6, 3.4))
places = np.arange(rank)
axes.errorbar(places, base_found - base_true, 2 * deviation, fmt="o", capsize=2)
axes.axhline(0, color="gray", lw=0.8)
axes.set_yscale("symlog", linthresh=1e-4)
axes.set(
    xlabel="base parameter, best seen first",
    ylabel="found - true",
    title="Identified base parameters, two standard deviations",
)
figure.tight_layout()
