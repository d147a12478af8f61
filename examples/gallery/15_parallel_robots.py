"""
Closed-chain robots in a few lines each
=======================================

Five-bar, planar 3-RRR, Bennett's linkage, delta robot and an excavator's arm, drawn by points as
they stand at q = 0, where their loops are closed; `lieref.catalogue` has them too.
"""

import matplotlib.pyplot as plt
import numpy as np

import lieref
from lieref import loops

hinge = lieref.Revolute((0, -1, 0))


def unit(x):
    return x / np.linalg.norm(x)


class Drawing(lieref.ModelBuilder):
    """A builder that takes points; frames of all bodies are parallel at q = 0."""

    def __init__(self, name):
        super().__init__((0, 0, -9.81), name)
        self.starts, self.ends = {None: np.zeros(3)}, {}

    def rod(self, name, parent, joint, start, end):
        at = np.eye(4)
        at[:3, 3] = np.subtract(start, self.starts[parent])
        self.starts[name], along = np.array(start), np.subtract(end, start)
        self.ends[name] = along
        inertia = (along @ along * np.eye(3) - np.outer(along, along)) / 12 + 1e-3 * np.eye(3)
        self.add_body(name, parent, joint, at, 1.0, along / 2, inertia)

    def close(self, one, other, joint, point):
        at = np.eye(4)
        at[:3, 3] = point - self.starts[one]
        self.add_loop(f"{one} to {other}", one, other, joint, at)


# %%
# A five-bar: two cranks, two distal bars, one loop.

five_bar = Drawing("five-bar")
for side, x in (("left", -0.15), ("right", 0.15)):
    five_bar.rod(f"{side}_crank", None, hinge, (x, 0, 0), (2 * x, 0, 0.25))
    five_bar.rod(f"{side}_bar", f"{side}_crank", hinge, (2 * x, 0, 0.25), (0, 0, 0.5))
five_bar.close("left_bar", "right_bar", hinge, np.array([0, 0, 0.5]))
five_bar_driven = ["left_crank_joint", "right_crank_joint"]

# %%
# A planar 3-RRR: three legs of two bars; the platform is the last body of the first leg.

rrr = Drawing("3-RRR")
tips = []
for i, angle in enumerate(np.pi / 2 + 2 * np.pi / 3 * np.arange(3)):
    out, left = np.array([[np.cos(angle), 0, np.sin(angle)], [-np.sin(angle), 0, np.cos(angle)]])
    tips.append(0.12 * out)
    rrr.rod(f"crank{i}", None, hinge, 0.5 * out, 0.35 * out + 0.25 * left)
    rrr.rod(f"bar{i}", f"crank{i}", hinge, 0.35 * out + 0.25 * left, tips[-1])
rrr.rod("platform", "bar0", hinge, tips[0], -tips[0])
for i in (1, 2):
    rrr.close(f"bar{i}", "platform", hinge, tips[i])
rrr_driven = [f"crank{i}_joint" for i in range(3)]

# %%
# Bennett's linkage: hinges alone, in space. The turns and twists of a closed one are known; its
# loop has six equations of which three count, which the model finds out.

bennett = Drawing("Bennett")
first, second, angle = 0.6, 1.1, 1.0
ratio = np.sin((second + first) / 2) / np.sin((second - first) / 2)
other = 2 * np.arctan(ratio / np.tan(angle / 2))
here, hinges = np.eye(4), []
size = 0.3 * np.sin(second) / np.sin(first)
for turn, bar, twist in ((angle, 0.3, first), (other, size, second), (-angle, 0.3, first)):
    hinges.append(here[:3, [3, 2]].T)
    here = here @ lieref.SE3.exp((0, 0, turn, 0, 0, 0)) @ lieref.SE3.exp((twist, 0, 0, bar, 0, 0))
hinges.append(here[:3, [3, 2]].T)
parent = None
for i in range(3):
    (start, axis), (end, _) = hinges[i], hinges[i + 1]
    bennett.rod(f"bar{i}", parent, lieref.Revolute(axis), start, end)
    parent = f"bar{i}"
at = np.eye(4)
at[:3, 3] = hinges[3][0]
bennett.add_loop("closing", None, "bar2", lieref.Revolute(hinges[3][1]), at)
bennett_driven = ["bar0_joint"]

# %%
# A delta robot: the platform is a free body; each arm holds it by two rods with a universal joint
# and a ball, so that it does not turn.

delta = Drawing("delta")
center = np.array([0, 0, -0.35])
delta.rod("platform", None, lieref.Free(), center, center - [0, 0, 0.02])
for i, angle in enumerate(2 * np.pi / 3 * np.arange(3)):
    out, along = np.array([[np.cos(angle), np.sin(angle), 0], [-np.sin(angle), np.cos(angle), 0]])
    delta.rod(f"arm{i}", None, lieref.Revolute(along), 0.2 * out, 0.45 * out)
    for side, offset in (("a", 0.03 * along), ("b", -0.03 * along)):
        start, end = 0.45 * out + offset, center + 0.06 * out + offset
        universal = lieref.Universal(along, unit(np.cross(end - start, along)))
        delta.rod(f"rod{i}{side}", f"arm{i}", universal, start, end)
        delta.close(f"rod{i}{side}", "platform", lieref.Spherical(), end)
delta_driven = [f"arm{i}_joint" for i in range(3)]

# %%
# Boom and arm of an excavator with their cylinders: a piston is a slider in a cylinder, and pinned
# to what it moves.

digger = Drawing("excavator")
foot, knee = np.array([0.3, 0, 1.8]), np.array([5.0, 0, 4.6])
digger.rod("boom", None, hinge, foot, knee)
digger.rod("arm", "boom", hinge, knee, (6.6, 0, 2.1))
for part, parent, start, end in (
    ("boom", None, (0.9, 0, 1.3), (2.8, 0, 3.6)),
    ("arm", "boom", (3.0, 0, 4.3), (4.7, 0, 5.2)),
):
    start, end = np.array(start), np.array(end)
    digger.rod(f"{part}_cylinder", parent, hinge, start, (start + end) / 2)
    slider = lieref.Prismatic(unit(end - start))
    digger.rod(f"{part}_piston", f"{part}_cylinder", slider, (start + end) / 2, end)
    digger.close(f"{part}_piston", part, hinge, end)
digger_driven = ["boom_piston_joint", "arm_piston_joint"]

# %%
# Each at q = 0 and a little on, and the forces of its drives that hold it.

figure = plt.figure(figsize=(9, 5.5))
everything = (
    (five_bar, five_bar_driven, 0.3),
    (rrr, rrr_driven, 0.3),
    (bennett, bennett_driven, 0.5),
    (delta, delta_driven, 0.3),
    (digger, digger_driven, 0.3),
)
for n, (drawing, driven, step) in enumerate(everything):
    model = drawing.build(driven)
    axes = figure.add_subplot(2, 3, n + 1, projection="3d")
    moved = loops.expand(model, step * np.ones(model.nv), model.assembly)
    for q, style in ((moved, {"color": "0.75"}), (model.assembly, {"color": "C0", "lw": 2})):
        poses, _ = lieref.forward_kinematics(model.tree, q, np.zeros((1, model.tree.nv)))
        for name, end in drawing.ends.items():
            pose = poses[model.names.index(name)]
            line = np.array([pose[:3, 3], pose[:3, 3] + pose[:3, :3] @ end])
            axes.plot(*line.T, **style)
    hold = lieref.inverse_dynamics(model, model.assembly, np.zeros((2, model.nv)))[0]
    axes.set(title=f"{model.name}\nholds with {np.round(hold, 1)}", xticks=[], yticks=[], zticks=[])
    axes.set_aspect("equal")
    axes.view_init(15, -75)
    print(f"{model.name}: {model.tree.nv} velocities in the tree, {model.nv} independent")
figure.tight_layout()
