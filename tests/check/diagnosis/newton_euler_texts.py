"""Two plain programs of inverse dynamics as texts, and mistakes in them as people make them.

``newton_euler_texts:<name of a mistake>`` is a subject with it. Joints are revolute or prismatic,
their axes pass through the origins of their bodies.
"""

import re
from dataclasses import dataclass
from pathlib import Path

import numpy as np

import lieref
from lieref.algebra import SE3, SO3

BODY_AXES = """
def inverse_dynamics(bodies, gravity, q, v, a):
    n = len(bodies)
    w, dw, acc, W, f, t = ([zero] * n for _ in range(6))
    for i, b in enumerate(bodies):
        p, s, m, c, I = b.parent, b.axis, b.mass, b.com, b.inertia
        R, r = pose(b, q[i])
        wp, dwp, ap = (w[p], dw[p], acc[p]) if p >= 0 else (zero, zero, -gravity)
        W[i] = W[p] @ R if p >= 0 else R
        if b.turns:
            w[i] = R.T @ wp + s * v[i]
            dw[i] = R.T @ dwp + s * a[i] + cross(R.T @ wp, s * v[i])
            acc[i] = R.T @ (ap + cross(dwp, r) + cross(wp, cross(wp, r)))
        else:
            w[i] = R.T @ wp
            dw[i] = R.T @ dwp
            acc[i] = R.T @ (ap + cross(dwp, r) + cross(wp, cross(wp, r)))
            acc[i] = acc[i] + 2 * cross(w[i], s * v[i]) + s * a[i]
        F = m * (acc[i] + cross(dw[i], c) + cross(w[i], cross(w[i], c)))
        N = I @ dw[i] + cross(w[i], I @ w[i])
        f[i] = F
        t[i] = N + cross(c, F)
    tau = np.zeros(n)
    for i in reversed(range(n)):
        b = bodies[i]
        p, s = b.parent, b.axis
        R, r = pose(b, q[i])
        tau[i] = s @ t[i] if b.turns else s @ f[i]
        if p >= 0:
            f[p] = f[p] + R @ f[i]
            t[p] = t[p] + R @ t[i] + cross(r, R @ f[i])
    return tau
"""

SPATIAL = """
def inverse_dynamics(bodies, gravity, q, v, a):
    n = len(bodies)
    V, A, F = ([None] * n for _ in range(3))
    for i, b in enumerate(bodies):
        p, m, c = b.parent, b.mass, b.com
        R, r = pose(b, q[i])
        X = transform(R, r)
        S = np.r_[b.axis, zero] if b.turns else np.r_[zero, b.axis]
        up, ahead = (V[p], A[p]) if p >= 0 else (np.zeros(6), np.r_[zero, -gravity])
        V[i] = X @ up + S * v[i]
        A[i] = X @ ahead + S * a[i] + motion_cross(V[i]) @ (S * v[i])
        C = hat(c)
        I = np.block([[b.inertia + m * C @ C.T, m * C], [m * C.T, m * np.eye(3)]])
        F[i] = I @ A[i] + force_cross(V[i]) @ (I @ V[i])
    tau = np.zeros(n)
    for i in reversed(range(n)):
        b = bodies[i]
        X = transform(*pose(b, q[i]))
        S = np.r_[b.axis, zero] if b.turns else np.r_[zero, b.axis]
        tau[i] = S @ F[i]
        if b.parent >= 0:
            F[b.parent] = F[b.parent] + X.T @ F[i]
    return tau
"""

PROGRAMS = {"body axes": BODY_AXES, "spatial": SPATIAL}
zero = np.zeros(3)
hat, motion_cross = SO3.hat, SE3.ad


def cross(x, y):
    return hat(x) @ y


def turned(axis, angle):
    return SO3.exp(axis * angle)


def transform(R, r):
    """Motion vectors from the parent's frame to the body's."""
    return np.block([[R.T, np.zeros((3, 3))], [-R.T @ hat(r), R.T]])


def force_cross(V):
    return -motion_cross(V).T


def pose(b, q):
    """Rotation to the parent's axes, and origin in the parent's frame."""
    if b.turns:
        return b.R @ turned(b.axis, q), b.r
    return b.R, b.r + b.R @ b.axis * q


@dataclass
class Body:
    """One body as these programs have it."""

    parent: int
    turns: bool
    axis: np.ndarray
    R: np.ndarray
    r: np.ndarray
    mass: float
    com: np.ndarray
    inertia: np.ndarray


def robot():
    """Two arms on a common trunk, six joints of two kinds, no number special."""
    rng = np.random.default_rng(8)
    builder = lieref.ModelBuilder((0.3, -0.4, -9.7))
    for i, parent in enumerate((None, 0, 1, 1, 3, 4)):
        pose = np.eye(4)
        pose[:3, :3] = turned(*_axis_and_angle(rng))
        pose[:3, 3] = rng.uniform(-0.5, 0.5, 3)
        axis = _axis_and_angle(rng)[0]
        joint = lieref.Prismatic(axis) if i in (2, 4) else lieref.Revolute(axis)
        root = rng.standard_normal((3, 3))
        builder.add_body(
            f"b{i}",
            None if parent is None else f"b{parent}",
            joint,
            placement=pose,
            mass=rng.uniform(1, 3),
            com=rng.uniform(-0.4, 0.4, 3),
            inertia=0.2 * root @ root.T,
            joint_name=f"j{i}",
        )
    return builder.build_tree()


def _axis_and_angle(rng):
    axis = rng.standard_normal(3)
    return axis / np.linalg.norm(axis), rng.uniform(-2, 2)


def bodies_of(model):
    return [
        Body(
            int(model.parents[i]),
            joint.kind == "revolute",
            np.array(joint.axis),
            model.placements[i][:3, :3],
            model.placements[i][:3, 3],
            float(model.masses[i]),
            model.coms[i],
            model.inertias[i],
        )
        for i, joint in enumerate(model.joints)
    ]


def program(text, old="", new=""):
    """The function of a text with a mistake."""
    if old:
        assert text.count(old) == 1, f"{text.count(old)} times: {old}"
    names = dict(globals())
    exec(text.replace(old, new) if old else text, names)
    return names["inverse_dynamics"]


def answering(function):
    """A subject: function(model) that returns what answers."""

    def subject(model):
        bodies, gravity = bodies_of(model), np.array(model.gravity)

        def answer(quantity, q, v=None, a=None, tau=None):
            if quantity != "inverse_dynamics":
                return None
            return function(bodies, gravity, q, v, a)

        return answer

    return subject


def changed(bodies, change):
    """Bodies with some numbers replaced: change(i, body) returns them."""
    return [Body(**(vars(b) | (change(i, b) or {}))) for i, b in enumerate(bodies)]


def sign_of(inertia, j, k, factor=-1):
    """An inertia with a product times a factor."""
    other = inertia.copy()
    other[j, k] *= factor
    other[k, j] *= factor
    return other


def _mistakes():
    """Name, program, text that goes, text that comes, and what must be said of each mistake."""
    text = (Path(__file__).parent / "newton_euler_mistakes.txt").read_text(encoding="utf-8")
    for block in text.split("\n\n")[1:]:
        head, *lines = block.strip("\n").split("\n")
        name, kind, said = re.fullmatch(r"(\w+) \(([\w ]+)\):(?: (.*))?", head).groups()
        old, new = ("\n".join(x[1:] for x in lines if x[0] == sign) for sign in "-+")
        yield name, PROGRAMS[kind], old, new, said


right = answering(program(BODY_AXES))
right_spatial = answering(program(SPATIAL))
MISTAKES = tuple(_mistakes())
for _name, _text, _old, _new, _ in MISTAKES:
    globals()[_name] = answering(program(_text, _old, _new))
