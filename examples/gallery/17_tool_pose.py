"""
A tool at a pose, within the limits of the joints
=================================================

``lieref.solve_pose`` finds configurations in which frames have given poses: here the tool of an arm
along a line that leaves its reach, and the platform of a delta robot. It tells which poses it did
not solve, and how near it came.
"""

import matplotlib.pyplot as plt
import numpy as np

import lieref

# %%
# An arm of six joints, each turning by at most 2.5 rad, and a tool that shall move along a line.
b = lieref.ModelBuilder()
axes = [(0, 0, 1), (0, 1, 0), (0, 1, 0), (1, 0, 0), (0, 1, 0), (1, 0, 0)]
lengths = [0.0, 0.3, 0.4, 0.35, 0.1, 0.1]
for i, (axis, length) in enumerate(zip(axes, lengths, strict=True)):
    placement = np.eye(4)
    placement[:3, 3] = (0, 0, length) if i < 2 else (length, 0, 0)
    b.add_body(
        f"link{i}",
        f"link{i - 1}" if i else None,
        lieref.Revolute(axis),
        placement,
        mass=1.0,
        com=(lengths[min(i + 1, 5)] / 2, 0, 0),
        inertia=0.01 * np.eye(3),
        limits=(-2.5, 2.5),
    )
tool = np.eye(4)
tool[0, 3] = 0.1
b.add_frame("tool", f"link{len(axes) - 1}", tool)
arm = b.build()

goals = np.tile(np.eye(4), (60, 1, 1))
goals[:, 0, 3] = np.linspace(0.4, 1.2, 60)
goals[:, 1, 3], goals[:, 2, 3] = 0.2, 0.3
found = lieref.solve_pose(arm, "tool", goals, q0=[0.2, 0.5, 0.5, 0.1, 0.3, 0.0], starts=10)
print(found)

# %%
# Where the goal is out of reach, the error is the least that was found between the limits.
fig, (left, right) = plt.subplots(1, 2, figsize=(9, 3.6))
left.semilogy(goals[:, 0, 3], np.linalg.norm(found.errors[:, 0, 3:], axis=1) + 1e-16, "o", ms=3)
left.set(xlabel="x of the goal [m]", ylabel="distance from the goal [m]", title="arm")

# %%
# A mechanism: three positions of a delta robot's platform; all its loops stay closed.
delta = lieref.catalogue.delta_robot()
platform = "platform"
now = lieref.forward_kinematics(delta, delta.assembly, frames=[platform])[0][0]
goals = np.tile(now, (21, 1, 1))
goals[:, 0, 3] += np.linspace(-0.05, 0.05, 21)
found = lieref.solve_pose(delta, platform, goals, weights=(0, 0, 0, 1, 1, 1))
print(found)
residuals = [abs(lieref.loops.loop_residual(delta, q)).max() for q in found.q]
right.plot(goals[:, 0, 3], found.q[:, delta.independent_q], label=["arm0", "arm1", "arm2"])
right.set(xlabel="x of the platform [m]", ylabel="motor angles [rad]", title="delta robot")
right.legend()
fig.tight_layout()
print(f"loops are open by at most {max(residuals):.1e}")
plt.show()
