"""
The heavy top
=============

A spherical joint: the benchmark of Lie-group integrators. Convergence order, and the path of the
axis.
"""

import matplotlib.pyplot as plt
import numpy as np

import lieref

b = lieref.ModelBuilder((0, 0, -9.81), "heavy top")
b.add_body(
    "top", None, lieref.Spherical(), None, 15.0, (0, 1, 0), np.diag([0.234375, 0.46875, 0.234375])
)
model = b.build()
q = model.neutral()
v = np.array([0.0, 150.0, -4.61538])
T = 0.125
exact = lieref.simulate.simulate(model, q, v, [0, T], rtol=1e-13, atol=1e-13)

# %%
# Error at the end against the step, for methods of order 1 to 4.

steps = 2.0 ** -np.arange(11, 16)
convergence = {}
for order in (1, 2, 3, 4):
    errors = [
        abs(
            lieref.simulate.simulate(model, q, v, [0, T], method=f"rkmk{order}", step=h).q[-1]
            - exact.q[-1]
        ).max()
        for h in steps
    ]
    slope = np.polyfit(np.log(steps[:3]), np.log(errors[:3]), 1)[0]
    print(f"rkmk{order}: error falls with the power {slope:.1f} of the step")
    convergence[f"rkmk{order}"] = errors

# %%
# Precession and nutation: the path of the center of mass.

times = np.linspace(0, 3, 600)
motion = lieref.simulate.simulate(model, q, v, times, rtol=1e-10, atol=1e-10)
path = np.array(
    [lieref.center_of_mass(model, q, v[None])[0] for q, v in zip(motion.q, motion.v, strict=True)]
)
figure, (left, right) = plt.subplots(1, 2, figsize=(7.5, 3.4))
for name, errors in convergence.items():
    left.loglog(steps, errors, "o-", label=name)
left.set(xlabel="step [s]", ylabel="error of the quaternion", title="Convergence")
left.legend()
right.plot(path[:, 0], path[:, 2])
right.set(xlabel="x [m]", ylabel="z [m]", title="Path of the center of mass")
figure.tight_layout()
