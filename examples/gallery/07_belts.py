"""
A humanoid with belts: what ignoring rotors costs
=================================================

Rotors that spin fast behind gears carry momentum. The exact model couples each rotor's body to
its joints; the usual one adds the reflected inertia, or nothing.
"""

import matplotlib.pyplot as plt
import numpy as np

import lieref

model = lieref.catalogue.mit_humanoid_like()
rotors = [name for name in model.tree.names if "rotor" in name]
print(len(model.tree.names), "bodies,", len(rotors), "rotors,", model.nv, "independent velocities")

# %%
# The same mechanism with rotors that weigh nothing.

light = model
for name in rotors:
    light = light.with_inertia(name, 0.0, (0, 0, 0), np.zeros((3, 3)))

# %%
# Torques of random motions of growing speed.

rng = np.random.default_rng(2)
speeds = np.geomspace(0.1, 20, 8)
share = []
for speed in speeds:
    differences = []
    for _ in range(10):
        q = model.random_configuration(rng)
        v = np.stack([rng.uniform(-speed, speed, model.nv), rng.uniform(-10, 10, model.nv)])
        exact, without = lieref.inverse_dynamics(model, q, v), lieref.inverse_dynamics(light, q, v)
        joints = slice(6, None)
        differences.append(
            np.linalg.norm((exact - without)[0, joints]) / np.linalg.norm(exact[0, joints])
        )
    share.append(np.percentile(differences, [10, 50, 90]))
share = 100 * np.array(share)

figure, axes = plt.subplots(figsize=(6, 3.4))
axes.fill_between(speeds, share[:, 0], share[:, 2], alpha=0.3, label="10 to 90 % of states")
axes.semilogx(speeds, share[:, 1], "o-", label="median")
axes.set(
    xlabel="joint speeds up to [rad/s]",
    ylabel="error of torques [%]",
    title="Torques of a humanoid without its rotors",
    ylim=(0, None),
)
axes.legend()
figure.tight_layout()
