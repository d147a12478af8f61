"""
Simulate, and watch the energy
==============================

A robot that flies and tumbles, on the group: the attitude stays a rotation, and energy tells the
error.
"""

import matplotlib.pyplot as plt
import numpy as np

import lieref

model = lieref.catalogue.aerial_manipulator()
rng = np.random.default_rng(5)
q, v = model.neutral(), rng.uniform(-1, 1, model.nv)
times = np.linspace(0, 2, 201)


def drift(motion):
    total = [
        sum(part[0] for part in lieref.energy(model, q, v[None])[:2])
        for q, v in zip(motion.q, motion.v, strict=True)
    ]
    return abs(np.array(total) - total[0]) / abs(total[0]) + 1e-17


# %%
# The adaptive Munthe-Kaas method, and two of fixed step; one that conserves momentum does not
# drift.

motions = {
    "rkmk54, rtol 1e-9": lieref.simulate.simulate(model, q, v, times, rtol=1e-9, atol=1e-10),
    "rkmk4, 5 ms": lieref.simulate.simulate(model, q, v, times, method="rkmk4", step=5e-3),
    "variational, 5 ms": lieref.simulate.simulate(
        model, q, v, times, method="variational", step=5e-3
    ),
}
figure, axes = plt.subplots(figsize=(6, 3.4))
for name, motion in motions.items():
    axes.semilogy(times, drift(motion), label=name)
    print(f"{name}: {motion.steps} steps, quaternion norm off by", end=" ")
    print(f"{abs(np.linalg.norm(motion.q[:, 3:7], axis=1) - 1).max():.1e}")
axes.set(xlabel="time [s]", ylabel="relative change of energy", title="Energy of free flight")
axes.legend()
figure.tight_layout()
