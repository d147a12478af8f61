"""
Closed chains: a four-bar and a Stewart platform
================================================

`ModelBuilder.add_loop` closes a loop by a joint; dynamics then take and return independent
coordinates.
"""

import matplotlib.pyplot as plt
import numpy as np

import lieref
from lieref import loops


def at(x, y=0.0, z=0.0):
    pose = np.eye(4)
    pose[:3, 3] = x, y, z
    return pose


# %%
# A four-bar: crank, coupler, rocker, and the loop between the last two.

b = lieref.ModelBuilder((0, 0, -9.81), "four-bar")
hinge = lieref.Revolute((0, -1, 0))
for name, parent, x, length in (
    ("crank", None, 0.0, 0.2),
    ("coupler", "crank", 0.2, 0.5),
    ("rocker", None, 0.45, 0.4),
):
    b.add_body(name, parent, hinge, at(x), length, (length / 2, 0, 0), np.eye(3) * length**3 / 12)
b.add_loop("closing", "coupler", "rocker", hinge, at(0.5), at(0.4))
four_bar = b.build(independent=["crank_joint"], assembly=[1.0, 0.3, 2.0])

# %%
# The torque that turns the crank at 2 pi rad/s, through a whole turn.

angles = np.linspace(1.0, 1.0 + 2 * np.pi, 181)
q, torques = four_bar.assembly, []
for angle in angles:
    q = loops.expand(four_bar, [angle], q)
    torques.append(lieref.inverse_dynamics(four_bar, q, [[2 * np.pi], [0.0]])[0, 0])

# %%
# A Stewart platform: six legs (universal joint, slider), each closed at the platform by a ball.

b = lieref.ModelBuilder((0, 0, -9.81), "Stewart platform")
b.add_body("platform", None, lieref.Free(), at(0, 0, 1.0), 10.0, (0, 0, 0), np.eye(3))
for leg in range(6):
    foot, head = (np.pi / 3 * (leg + s * (-1) ** leg) for s in (0.15, 0.35))
    low = np.array([np.cos(foot), np.sin(foot), 0.0])
    high = 0.6 * np.array([np.cos(head), np.sin(head), 0.0]) + [0, 0, 1.0]
    z = (high - low) / np.linalg.norm(high - low)
    x = np.cross([0, 1, 0], z) / np.linalg.norm(np.cross([0, 1, 0], z))
    pose = at(*low)
    pose[:3, :3] = np.column_stack([x, np.cross(z, x), z])
    shaft, rod = f"cylinder{leg}", f"rod{leg}"
    universal = lieref.Universal((1, 0, 0), (0, 1, 0))
    b.add_body(shaft, None, universal, pose, 1.0, (0, 0, 0.3), np.eye(3) * 0.03)
    b.add_body(
        rod, shaft, lieref.Prismatic((0, 0, 1)), at(0, 0, 0.6), 0.5, (0, 0, 0.2), np.eye(3) * 0.01
    )
    reach = np.linalg.norm(high - low) - 0.6
    socket = at(*(high - [0, 0, 1]))
    b.add_loop(f"ball{leg}", rod, "platform", lieref.Spherical(), at(0, 0, reach), socket)
stewart = b.build(independent=[f"rod{leg}_joint" for leg in range(6)])
print(stewart.tree.nv, "velocities in the tree,", stewart.nv, "independent")

# %%
# Forces of the six sliders that hold the platform still, and that lift it with 1 m/s^2.

q, still = stewart.assembly, np.zeros(6)
hold = lieref.inverse_dynamics(stewart, q, [still, still])[0]
G = loops.constraint_state(stewart, q, still).G
first = stewart.tree.idx_v[stewart.tree.joint_names.index("platform_joint")]
lift = np.linalg.solve(G[first : first + 6], [0, 0, 0, 0, 0, 1.0])
raise_ = lieref.inverse_dynamics(stewart, q, [still, lift])[0]

figure, (left, right) = plt.subplots(1, 2, figsize=(7.5, 3.2))
left.plot(np.degrees(angles), torques)
left.set(xlabel="crank [degrees]", ylabel="torque [N m]", title="Four-bar at one turn a second")
places = np.arange(6)
right.bar(places - 0.2, hold, 0.4, label="hold")
right.bar(places + 0.2, raise_, 0.4, label="lift with 1 m/s$^2$")
right.set(xlabel="leg", ylabel="force [N]", title="Stewart platform")
right.legend()
figure.tight_layout()
