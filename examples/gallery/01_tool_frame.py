"""
A robot from URDF, at its tool frame
====================================

A fixed link of the file is a frame with a name: pose, Jacobian and the rate of the Jacobian at
``tool0``.
"""

import tempfile
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np

import lieref


def link(name, mass, length):
    return f"""<link name="{name}"><inertial><mass value="{mass}"/><origin xyz="0 0 {length / 2}"/>
      <inertia ixx="{mass * length**2 / 12}" iyy="{mass * length**2 / 12}" izz="{mass / 2000}"
               ixy="0" ixz="0" iyz="0"/></inertial></link>"""


def joint(name, parent, child, z, axis):
    return f"""<joint name="{name}" type="continuous">
      <parent link="{parent}"/><child link="{child}"/>
      <origin xyz="0 0 {z}"/><axis xyz="{axis}"/></joint>"""


text = f"""<robot name="arm"><link name="base"/>{link("turret", 3, 0.2)}{link("upper", 2, 0.4)}
  {link("fore", 1, 0.3)}<link name="tool0"/>
  {joint("turn", "base", "turret", 0, "0 0 1")}{joint("shoulder", "turret", "upper", 0.2, "0 1 0")}
  {joint("elbow", "upper", "fore", 0.4, "0 1 0")}
  <joint name="flange" type="fixed">
    <parent link="fore"/><child link="tool0"/><origin xyz="0 0 0.3"/>
  </joint>
</robot>"""
with tempfile.TemporaryDirectory() as folder:
    file = Path(folder) / "arm.urdf"
    file.write_text(text)
    model = lieref.load_urdf(file)
print(model)

# %%
# The velocity of the tool is J v, its acceleration J vdot + Jdot v. ``representation="hybrid"``
# is what Pinocchio calls LOCAL_WORLD_ALIGNED: inertial axes, at the tool. An offset of the tool, in
# the axes of the frame, is the argument ``point`` of both.

q, v, a = np.array([0.3, 0.5, 0.9]), np.array([0.4, -0.2, 1.0]), np.array([0.0, 0.5, -1.0])
J = lieref.jacobian(model, q, "tool0", "hybrid")
J, Jdot = lieref.jacobian_derivatives(model, q, v[None], "tool0", "hybrid")
poses, twists = lieref.forward_kinematics(
    model, q, np.array([v, a]), representation="hybrid", frames=["tool0"]
)
print("velocity", J @ v, "difference", abs(twists[0, 0] - J @ v).max())
print("acceleration", J @ a + Jdot @ v, "difference", abs(twists[1, 0] - J @ a - Jdot @ v).max())

# %%
# How well the tool moves in the arm's plane, as the arm stretches.

shoulder, elbow = np.meshgrid(np.linspace(-2, 2, 61), np.linspace(-2.5, 2.5, 61), indexing="ij")
states = np.stack([np.zeros(shoulder.size), shoulder.ravel(), elbow.ravel()], axis=1)
translation = lieref.jacobian(model, states, "tool0", "hybrid")[:, 3:]
measure = np.sqrt(np.maximum(np.linalg.det(translation @ translation.transpose(0, 2, 1)), 0))
figure, axes = plt.subplots(figsize=(5, 3.6))
filled = axes.contourf(shoulder, elbow, measure.reshape(shoulder.shape), 12, cmap="viridis")
figure.colorbar(filled, label="manipulability [m$^3$]")
axes.set(xlabel="shoulder [rad]", ylabel="elbow [rad]", title="Manipulability at tool0")
figure.tight_layout()
