"""Mechanisms with loops for the tests of the oracle: planar classics, and every joint kind."""

from __future__ import annotations

import numpy as np
from support.trees.oracle_robots import generic_bodies, random_joint, random_pose, unit

from lieref import oracle
from lieref.model.builder import ModelBuilder
from lieref.model.joints.joints import Cylindrical, EulerAngles, Fixed, Planar, Revolute, Universal

Z = (0.0, 0.0, 1.0)


def shift(x, y=0.0, z=0.0):
    """A pose without rotation."""
    pose = np.eye(4)
    pose[:3, 3] = x, y, z
    return pose


def turn(angle):
    """A pose turned about z."""
    pose = np.eye(4)
    pose[:2, :2] = [[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]]
    return pose


def planar_bar(builder, name, parent, place, mass, com, inertia):
    """A body that turns about z at a place (x, y) of its parent."""
    builder.add_body(
        name, parent, Revolute(Z), shift(*place), mass, (*com, 0.0), np.diag([0.0, 0.0, inertia])
    )


def freudenstein(lengths, theta, branch=1, sqrt=np.sqrt, atan2=np.arctan2, cos=np.cos, sin=np.sin):
    """Angles of coupler (to the crank) and rocker of a four-bar at the crank angle theta.

    K1 cos psi - K2 cos theta + K3 = cos(theta - psi) with K1 = d / a, K2 = d / c and
    K3 = (a^2 - b^2 + c^2 + d^2) / (2 a c), solved for the rocker's psi.
    """
    a, b, c, d = lengths
    K3 = (a * a - b * b + c * c + d * d) / (2 * a * c)
    # (cos theta - d / a) cos psi + sin theta sin psi = K3 - (d / c) cos theta
    A, B, C = cos(theta) - d / a, sin(theta), K3 - d / c * cos(theta)
    psi = atan2(B, A) + branch * atan2(sqrt(A * A + B * B - C * C), C)
    x, y = d + c * cos(psi) - a * cos(theta), c * sin(psi) - a * sin(theta)
    return atan2(y, x) - theta, psi


def four_bar(lengths, gravity=(0.0, -9.81, 0.0), independent=("crank_joint",), start=0.8):
    """Ground d, crank a, coupler b and rocker c in the x-y plane, closed at the rocker's tip."""
    a, b, c, d = lengths
    coupler, rocker = freudenstein(lengths, start, branch=-1)
    assembly = [start, coupler, rocker]
    builder = ModelBuilder(gravity=gravity, doubtful="warn")
    planar_bar(builder, "crank", None, (0.0, 0.0), 1.5, (a / 2, 0.0), 0.0625)
    planar_bar(builder, "coupler", "crank", (a, 0.0), 2.0, (b / 2, 0.125), 0.25)
    planar_bar(builder, "rocker", None, (d, 0.0), 0.75, (c / 2, 0.0), 0.125)
    builder.add_loop("tip", "coupler", "rocker", Revolute(Z), shift(b), shift(c))
    return builder.build(independent=list(independent), assembly=assembly)


LOOP_JOINTS = {
    "revolute": lambda rng: random_joint("revolute", rng),
    "prismatic": lambda rng: random_joint("prismatic", rng),
    "helical": lambda rng: random_joint("helical", rng),
    "screw": lambda rng: random_joint("screw", rng),
    "spherical": lambda rng: random_joint("spherical", rng),
    "universal": lambda rng: Universal(unit(rng, 3), unit(rng, 3)),
    "cylindrical": lambda rng: Cylindrical(unit(rng, 3)),
    "planar": lambda rng: Planar(unit(rng, 3)),
    "euler": lambda rng: EulerAngles("zyx"),
    "fixed": lambda rng: Fixed(),
}
#: Joint and parent of each body of the tree that the loops of `closed_chain` are closed on.
BODIES = (
    ("free", None),
    ("revolute", 0),
    ("spherical", 1),
    ("helical", 2),
    ("free", 0),
    ("prismatic", 4),
    ("screw", 0),
    ("revolute", 6),
)


#: A spherical root that a loop leaves some of its coordinates.
PROPPED = (("spherical", None), ("helical", 0), ("prismatic", 1))
#: A free root that a loop leaves some of its coordinates, with a geared arm.
TETHERED = (("free", None), ("revolute", 0), ("prismatic", 0))


def propped(kind, seed):
    """A ball joint, a screw and a slide whose end the world holds by a loop of the given kind."""
    rng = np.random.default_rng(seed)
    builder = generic_bodies(PROPPED, rng)
    builder.add_loop("prop", None, "b2", LOOP_JOINTS[kind](rng), random_pose(rng, 0.3))
    return builder.build()


def tethered(kind, seed):
    """A free body that the world holds by a loop of the given kind, an arm and a slide on it."""
    rng = np.random.default_rng(seed)
    builder = generic_bodies(TETHERED, rng)
    builder.add_loop("tether", None, "b0", LOOP_JOINTS[kind](rng), random_pose(rng, 0.3))
    builder.couple("b2_joint", "b1_joint", function=coupled)
    return builder.build()


def geared_cam(seed):
    """A wheel, a gear on it, a cam that both move, and a gear that the cam moves."""
    rng = np.random.default_rng(seed)
    tree = (("revolute", None), ("revolute", 0), ("helical", 1), ("revolute", 2), ("prismatic", 0))
    builder = generic_bodies(tree, rng)
    builder.couple("b1_joint", "b0_joint", ratios=-3.0, offsets=0.25)
    builder.couple("b2_joint", ("b1_joint", "b4_joint"), function=cam)
    builder.couple("b3_joint", "b2_joint", ratios=2.5)
    return builder.build(independent=["b0_joint", "b4_joint"])


def cam(y, m):
    """A coupling that calls every function which couplings may call."""
    a, b = y
    turned = m.atan2(m.sin(a) + b, 2 + m.cos(a)) + m.tan(a / 8) * m.exp(-b * b)
    return [turned + m.log(3 + a * b) + m.asin(b / 4) * m.acos(a / 16) + m.atan(b) * m.sqrt(2 + b)]


def closed_chain(kind, seed, on_world=False):
    """Bodies with every joint kind, a loop of the given kind, gears and a nonlinear coupling."""
    rng = np.random.default_rng(seed)
    builder = generic_bodies(BODIES, rng)
    frame = random_pose(rng, 0.3)
    predecessor, successor = (None, "b3") if on_world else ("b5", "b3")
    builder.add_loop("closing", predecessor, successor, LOOP_JOINTS[kind](rng), frame)
    builder.couple("b7_joint", "b6_joint", function=coupled, name="curve")
    return builder.build()


def coupled(y, m):
    """A nonlinear coupling of one joint to another."""
    (x,) = y
    return [m.atan2(m.sin(x) + 0.25 * x, 2 + m.cos(x)) + 0.125 * m.exp(-x * x) * m.sqrt(2 + x)]


def closed_state(model, order, seed, field, reach=0.3):
    """A closed tree configuration near the assembly, v of order + 2 rows, wrenches and tau_ext."""
    rng = np.random.default_rng(seed)
    q = model.tree.integrate(model.assembly, rng.uniform(-reach, reach, model.tree.nv))
    q = oracle.loop_configuration(model, q, hold="least_norm", most_open=10.0, field=field)
    v = rng.uniform(-1.2, 1.2, (order + 2, model.nv))
    wrenches = rng.uniform(-3, 3, (order + 1, model.nbodies, 6))
    tau_ext = rng.uniform(-3, 3, (order + 1, model.nv))
    return q, v, wrenches, tau_ext
