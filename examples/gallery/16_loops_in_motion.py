"""
Loops in motion: a four-bar for a minute, parallelograms that lie flat
======================================================================

`lieref.simulate.simulate` takes a mechanism with loops as it takes a tree. Its loops stay closed,
and what is independent is chosen again where it has to be.
"""

import os

import matplotlib.pyplot as plt
import numpy as np

import lieref
from lieref import loops

SMALL = "LIEREF_SMALL" in os.environ


def energy(model, motion):
    """Kinetic and potential energy of the states: those of the tree, in J."""
    states = zip(motion.q, motion.v, strict=True)
    return np.array(
        [[part[0] for part in lieref.energy(model.tree, q, v[None])] for q, v in states]
    )


# %%
# A four-bar whose crank turns around under its weight, without friction, for a minute. Energy
# tells the error of the adaptive method; the loop is closed to rounding whatever the tolerance.

four_bar = lieref.catalogue.four_bar()
times = np.linspace(0, 3 if SMALL else 60, 241)
figure, axes = plt.subplots(figsize=(6, 3.4))
for tolerance in (1e-8, 1e-11):
    motion = lieref.simulate.simulate(
        four_bar, four_bar.assembly, [2.0], times, rtol=tolerance, atol=tolerance
    )
    parts = energy(four_bar, motion)
    change = abs(parts.sum(axis=1) - parts[0].sum()) / parts[:, 0].max()
    opening = max(abs(loops.loop_residual(four_bar, q)).max() for q in motion.q)
    axes.semilogy(times[1:], change[1:] + 1e-17, label=f"rtol {tolerance:g}")
    print(
        f"rtol {tolerance:g}: {motion.steps} steps, {motion.q[-1, 0] / 2 / np.pi:.1f} turns, "
        f"energy changed by {change.max():.1e}, loop open by {opening:.1e}"
    )
axes.set(xlabel="time [s]", ylabel="change of energy / largest kinetic", title="Four-bar")
axes.legend()
figure.tight_layout()

# %%
# Five parallelograms in a row with dampers in their hinges. They fall, swing, and pass the flat
# position, in which the loops lose rank and every single one could fold: the velocity says how it
# goes on. Torques and callbacks are those of the tree's joints.

row = lieref.catalogue.n_four_bar(5)
times = np.linspace(0, 8, 241)


def damping(t, q, v):
    return -0.3 * v


motion = lieref.simulate.simulate(row, row.assembly, [-1.1], times, damping)
rods = [row.joint_names.index(f"rod{i}_joint") for i in range(6)]
angles = motion.q[:, rods]
print(f"the rods stay parallel to {abs(angles - angles[:, :1]).max():.1e} rad")
figure, axes = plt.subplots(figsize=(6, 3.4))
axes.plot(times, np.degrees(angles[:, 0]))
for flat in (0, -180):
    axes.axhline(flat, color="0.7", linewidth=0.8)
axes.set(xlabel="time [s]", ylabel="angle [degrees]", title="Five parallelograms, flat at 0, -180")
figure.tight_layout()
