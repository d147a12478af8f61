"""
Audit of one's own recursive Newton-Euler
=========================================

A recursion in plain numpy, held against certified reference values: first right, then with a
mistake, which `lieref.check` names.
"""

import os
import tempfile
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np

import lieref
from lieref.check import audit

# %%
# The subject: torques of a tree of revolute joints by two sweeps in body axes, as in every
# textbook. It is a module of its own, because `audit` runs it in a process of its own, where it
# cannot harm.

CODE = """
import numpy as np


def rotation(axis, angle):
    x, y, z = axis
    K = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.eye(3) + np.sin(angle) * K + (1 - np.cos(angle)) * K @ K


def torques(model, q, v, a, gyroscopic):
    found, world = [], (np.zeros(3), np.zeros(3), -np.array(model.gravity))
    for i, joint in enumerate(model.joints):
        parent = model.parents[i]
        w, dw, acceleration = found[parent][:3] if parent >= 0 else world
        axis, point = np.array(joint.axis), np.array(joint.point)
        turn, placement = rotation(axis, q[i]), model.placements[i]
        R = placement[:3, :3] @ turn
        p = placement[:3, 3] + placement[:3, :3] @ (point - turn @ point)
        # the body's origin, whose hinge is at `point`
        hinge = placement[:3, 3] + placement[:3, :3] @ point
        acceleration = R.T @ (acceleration + np.cross(dw, hinge) + np.cross(w, np.cross(w, hinge)))
        w = R.T @ w
        dw = R.T @ dw + np.cross(w, axis * v[i]) + axis * a[i]
        w = w + axis * v[i]
        acceleration = acceleration - np.cross(dw, point) - np.cross(w, np.cross(w, point))
        c, J = model.coms[i], model.inertias[i]
        force = model.masses[i] * (acceleration + np.cross(dw, c) + np.cross(w, np.cross(w, c)))
        moment = J @ dw + gyroscopic * np.cross(w, J @ w) + np.cross(c, force)
        found.append([w, dw, acceleration, R, p, axis, force, moment])
    tau = np.zeros(len(q))
    for i in reversed(range(len(q))):
        R, p, axis, force, moment = found[i][3:]
        tau[i] = axis @ (moment - np.cross(np.array(model.joints[i].point), force))
        if model.parents[i] >= 0:
            carrier = found[model.parents[i]]
            carrier[6] = carrier[6] + R @ force
            carrier[7] = carrier[7] + R @ moment + np.cross(p, R @ force)
    return tau


def subject(gyroscopic):
    def offered(model):
        def answer(quantity, q, v=None, a=None, tau=None):
            if quantity == "inverse_dynamics":
                return torques(model, q, v, a, gyroscopic)
            return None

        return answer

    return offered


right, wrong = subject(1.0), subject(0.0)
"""
model = lieref.catalogue.random_tree(5, np.random.default_rng(1), ("revolute",))
reports, here = {}, Path.cwd()
with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    Path("my_dynamics.py").write_text(CODE)
    for name in ("right", "wrong"):
        reports[name] = audit(f"my_dynamics:{name}", model, "inverse_dynamics", seeds=range(4))
    os.chdir(here)
print("failed of the right one:", len(reports["right"].failed))
print("failed of the wrong one:", len(reports["wrong"].failed))

# %%
# What is wrong, in words:

for explanation in reports["wrong"].explanations:
    print(explanation)

# %%
# Errors over the tolerance that conditioning justifies, state by state.

figure, axes = plt.subplots(figsize=(6, 3.2))
for name, report in reports.items():
    judged = [result.judgement for result in report.results if result.judgement]
    ratios = [judgement.ratio + 1e-6 for judgement in judged]
    axes.semilogy(ratios, "o", label=name)
axes.axhline(1, color="gray", lw=0.8)
axes.set(xlabel="state", ylabel="error / tolerance", title="Torques against certified references")
axes.legend()
figure.tight_layout()
