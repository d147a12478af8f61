"""
The hexarotor manipulator of Ali et al.
=======================================

Torques, rotor speeds and their rates along the paper's own trajectory, from the sixth derivative
of the motion.
"""

import matplotlib.pyplot as plt
import numpy as np

import lieref
from lieref.trajectories import paper_trajectory

model = lieref.catalogue.aerial_manipulator()
motion, rotors = paper_trajectory(model), lieref.paper_hexarotor()
times = np.linspace(0, 30, 301)
q, v = motion.state(times, r=5)
tau = lieref.inverse_dynamics(model, q, v)
print(tau.shape, "generalized forces and their first five derivatives")

# %%
# And back: forward dynamics of the fifth order returns the motion.

vdot = np.array(
    [lieref.forward_dynamics(model, *state) for state in zip(q, v[:, 0], tau, strict=True)]
)
errors = abs(vdot - v[:, 1:]).max(axis=(0, 2)) / abs(v[:, 1:]).max(axis=(0, 2))
print("relative error of each order:", " ".join(f"{error:.1e}" for error in errors))

# %%
# The base's wrench, by the inverse of the allocation, is what the six rotors do.

squared = np.linalg.solve(rotors.allocation, tau[:, 0, :6].T).T
figure, (left, right) = plt.subplots(1, 2, figsize=(7.5, 3.2))
left.plot(times, np.sqrt(np.maximum(squared, 0)))
left.set(xlabel="time [s]", ylabel="rotor speeds [rad/s]", title="Rotors")
for k in range(6):
    right.semilogy(times, abs(tau[:, k, 6:]).max(axis=1) + 1e-12, label=f"order {k}")
right.set(xlabel="time [s]", ylabel="largest, N m / s$^k$", title="Joint torques and derivatives")
right.legend(ncol=2, fontsize="small")
figure.tight_layout()
