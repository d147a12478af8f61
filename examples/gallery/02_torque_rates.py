"""
Torque and its rates along a B-spline
=====================================

One call returns the torque and its time derivatives, from as many derivatives of the motion.
"""

import matplotlib.pyplot as plt
import numpy as np

import lieref
from lieref.trajectories import BSpline, Trajectory

# %%
# Splines of degree 7 have a continuous sixth derivative: enough for the fourth derivative of
# the torque.

model = lieref.catalogue.serial_chain(6)
rng = np.random.default_rng(3)
degree, pieces, T = 7, 8, 4.0
knots = T / pieces * np.arange(-degree, pieces + degree + 1)
motion = Trajectory(
    model,
    {
        joint: BSpline(knots, rng.uniform(-1, 1, len(knots) - degree - 1), degree)
        for joint in model.joint_names
    },
)

# %%
# A batch: all times in one call, computed side by side in vector registers.

times = np.linspace(0, T, 400, endpoint=False)
r = 2
q, v = motion.state(times, r=r)
tau = lieref.inverse_dynamics(model, q, v)
print(tau.shape)

# %%
# The rates are exact derivatives: differences of the torque agree to their own error.

numeric = np.gradient(tau[:, 0], times, axis=0)
print(abs(numeric - tau[:, 1])[2:-2].max() / abs(tau[:, 1]).max())
figure, axes = plt.subplots(3, 1, figsize=(6, 5), sharex=True)
for k, (row, unit) in enumerate(zip(axes, ("N m", "N m/s", "N m/s$^2$"), strict=True)):
    row.plot(times, tau[:, k])
    row.set_ylabel(f"[{unit}]")
axes[0].set_title("Joint torques, their rates and second derivatives")
axes[-1].set_xlabel("time [s]")
figure.tight_layout()
