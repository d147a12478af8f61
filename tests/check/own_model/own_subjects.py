"""Subjects with models of their own: they read a file, or have a robot of their own."""

import math

import numpy as np

import lieref
from lieref.check.model_table import from_table, to_table
from lieref.check.subjects.own_kernels import subject as right


def read(change):
    """A subject that reads the file, and changes what it has read: change(table, bodies)."""

    def made(path):
        table = to_table(lieref.load_urdf(path, base="free" if change is on_the_sea else "fixed"))
        change(table, {body["name"]: body for body in table["bodies"]})
        model = from_table(table)
        answer = right(model).answer

        def answered(quantity, **x):
            return answer(quantity, **x)

        answered.model = model
        return answered

    return made


def on_the_sea(table, bodies):
    """Nothing is changed; the base is free."""


def heavier(table, bodies):
    """A mass and an inertia 5 % too large, as where a digit is lost in an attribute."""
    body = bodies["body2"]
    body["mass"] *= 1.05
    body["inertia"] = [[1.05 * x for x in row] for row in body["inertia"]]


def reordered(table, bodies):
    """Joints from the last name to the first, as far as parents stand before children."""
    old = table["bodies"]
    order, left = [], list(range(len(old)))
    while left:
        i = max(k for k in left if old[k]["parent"] not in left)
        left.remove(i)
        order.append(i)
    table["bodies"] = [old[i] for i in order]
    for body in table["bodies"]:
        body["parent"] = order.index(body["parent"]) if body["parent"] >= 0 else -1
    count_q = count_v = 0
    for body in table["bodies"]:
        body["iq"], body["iv"] = count_q, count_v
        count_q += {"free": 7}.get(body["kind"], 1)
        count_v += {"free": 6}.get(body["kind"], 1)


def renamed(table, bodies):
    """One joint has another name."""
    bodies["body1"]["joint"] = "elbow"


def turned(table, bodies):
    """One axis has the opposite sign, one limit is another."""
    bodies["body1"]["axis"] = [-x for x in bodies["body1"]["axis"]]
    bodies["body3"]["lower"] = -1.0


same, heavy, shuffled, other_name, other_axis = (
    read(x) for x in (lambda table, bodies: None, heavier, reordered, renamed, turned)
)


def same_but_wrong(path):
    """The right model, and half of the forces."""
    answer = same(path)

    def answered(quantity, **x):
        found = answer(quantity, **x)
        return found / 2 if quantity == "inverse_dynamics" else None

    answered.model = answer.model
    return answered


def silent(path):
    """Says no model."""
    answer = same(path)
    return lambda quantity, **x: answer(quantity, **x)


# A DH arm: rows a, alpha, d, and whether the joint turns (theta is then q) or slides (d is then q).
ROWS = ((0.0, math.pi / 2, 0.4, True), (0.5, 0.3, 0.1, True), (0.1, -0.7, 0.0, False))
MASSES = (3.0, 2.0, 1.0)


def dh(row, q):
    """The pose of a link's frame in the one before, at its joint's coordinate."""
    a, alpha, d, turns = row
    theta, d = (q, d) if turns else (0.2, d + q)
    c, s, ca, sa = math.cos(theta), math.sin(theta), math.cos(alpha), math.sin(alpha)
    return np.array(
        [
            [c, -s * ca, s * sa, a * c],
            [s, c * ca, -c * sa, a * s],
            [0.0, sa, ca, d],
            [0.0, 0.0, 0.0, 1.0],
        ]
    )


def poses(q):
    """The poses of all links."""
    found = [np.eye(4)]
    for row, angle in zip(ROWS, q, strict=True):
        found.append(found[-1] @ dh(row, angle))
    return found[1:]


def links():
    """Names, masses, centers and inertias of the links."""
    return [
        {
            "name": f"link{i}",
            "mass": mass,
            "com": [-0.1, 0.02 * i, 0.05],
            "inertia": np.diag([0.1, 0.2, 0.15 + i]).tolist(),
        }
        for i, mass in enumerate(MASSES)
    ]


def kinetic(q, v):
    """Kinetic energy by differences of poses, no more than a step of 1e-6 gives."""
    step = 1e-6
    before, after = (poses(np.asarray(q) + sign * step * np.asarray(v)) for sign in (-1, 1))
    energy = 0.0
    for link, A, B in zip(links(), before, after, strict=True):
        rate = (B - A) / (2 * step)
        R = poses(q)[int(link["name"][4:])][:3, :3]
        W = R.T @ rate[:3, :3]
        w = np.array([W[2, 1], W[0, 2], W[1, 0]])
        center = rate[:3, 3] + rate[:3, :3] @ link["com"]
        energy += 0.5 * link["mass"] * center @ center + 0.5 * w @ np.array(link["inertia"]) @ w
    return energy


def dh_arm(path, masses=1.0):
    """The arm, whose inertia is that of its own kinematics, right to the step of differences."""
    assert path is None

    def answer(quantity, q, **x):
        if quantity != "joint_space_inertia":
            return None
        e = np.eye(3)
        H = [[kinetic(q, x + y) - kinetic(q, x) - kinetic(q, y) for x in e] for y in e]
        return masses * np.array(H)

    answer.precision = "float32"
    answer.model = {"name": "dh arm", "bodies": links(), "pose": poses}
    return answer


def dh_arm_that_contradicts_itself(path):
    """The same with inertias a thousandth too large."""
    return dh_arm(path, 1.001)


def no_tree(path):
    """Poses that no one-degree joints have."""
    answer = dh_arm(path)
    model = dict(answer.model)
    model["pose"] = lambda q: poses([2.0 * x for x in q])
    answer.model = model
    return answer
