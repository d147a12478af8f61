"""Mechanisms with implicit constraints, and the same held together by loops or couplings."""

from __future__ import annotations

import numpy as np

import lieref

Z, HINGE = (0, 0, 1), (0, -1, 0)
INERTIA = np.diag([0.02, 0.03, 0.04])


def along_x(x):
    pose = np.eye(4)
    pose[0, 3] = x
    return pose


def linkage(b):
    """The crank and coupler, and the rocker, of a planar four-bar."""
    for name, parent, x, length in (
        ("crank", None, 0.0, 0.2),
        ("coupler", "crank", 0.2, 0.5),
        ("rocker", None, 0.45, 0.4),
    ):
        inertia = np.eye(3) * length**3 / 12
        b.add_body(
            name, parent, lieref.Revolute(HINGE), along_x(x), length, (length / 2, 0, 0), inertia
        )


def ends_meet(y, m):
    """The coupler's end less the rocker's, along x and z."""
    crank, coupler, rocker = y
    return [
        0.2 * m.cos(crank) + 0.5 * m.cos(crank + coupler) - 0.45 - 0.4 * m.cos(rocker),
        0.2 * m.sin(crank) + 0.5 * m.sin(crank + coupler) - 0.4 * m.sin(rocker),
    ]


JOINTS = ("crank_joint", "coupler_joint", "rocker_joint")
START = {"crank_joint": 1.0, "coupler_joint": 0.3, "rocker_joint": 2.0}


def four_bars():
    """A four-bar closed by equations, and by a hinge."""
    both = []
    for implicit in (True, False):
        b = lieref.ModelBuilder(name="implicit" if implicit else "hinge")
        linkage(b)
        if implicit:
            b.constrain(JOINTS, ends_meet, size=2, unit=0.4)
        else:
            b.add_loop(
                "hinge", "coupler", "rocker", lieref.Revolute(HINGE), along_x(0.5), along_x(0.4)
            )
        both.append(b.build(independent=["crank_joint"], assembly=START))
    return both


def rod_length(y, m):
    """A rod of 0.6 m from the end of a bar of 0.5 m to a slide: the square of its length."""
    bar, slide = y
    return [(0.5 * m.cos(bar) - slide) ** 2 + (0.5 * m.sin(bar) - 0.1) ** 2 - 0.36]


def belt(y, m):
    return [y[0] + 0.1 * m.sin(y[0])]


def distance():
    """A bar, a slide at the end of a massless rod, a wheel that the bar drives by a belt, an arm.

    One cluster with a coupling and a constraint whose joint the coupling drives.
    """
    b = lieref.ModelBuilder(name="distance")
    b.add_body("bar", None, lieref.Revolute(Z), None, 1.0, (0.25, 0.02, 0), INERTIA)
    b.add_body("wheel", None, lieref.Revolute(Z), along_x(0.1), 0.4, (0.01, 0, 0), INERTIA)
    b.add_body("slide", None, lieref.Prismatic((1, 0, 0)), None, 0.5, (0, 0.1, 0), INERTIA)
    b.add_body("arm", "slide", lieref.Revolute((0, 1, 0)), None, 0.7, (0.2, 0, 0.1), INERTIA)
    b.couple("wheel_joint", "bar_joint", function=belt)
    b.constrain(["wheel_joint", "slide_joint"], rod_length, "rod", unit=0.6)
    return b.build(independent=["bar_joint"], assembly={"bar_joint": 0.7, "slide_joint": 0.9})


def ladder():
    """Two slides at right angles, 5 m from each other."""
    b = lieref.ModelBuilder(name="ladder")
    b.add_body("foot", None, lieref.Prismatic((1, 0, 0)), mass=1.0)
    b.add_body("head", None, lieref.Prismatic((0, 0, 1)), mass=2.0)
    b.constrain(["foot_joint", "head_joint"], lambda y, m: [y[0] ** 2 + y[1] ** 2 - 25.0], unit=5)
    return b.build(independent=["foot_joint"], assembly={"foot_joint": 3, "head_joint": 4})


def lever_angle(y, m):
    wheel, slide = y
    return [m.sin(wheel) * m.cos(slide) + 0.2 * slide]


def lever_equation(y, m):
    return [y[2] - lever_angle(y[:2], m)[0]]


def branching_equation(y, m):
    return lever_equation(y, m) if y[0] < 10 else y[:1]


def levers():
    """A wheel and a slider that move a lever: by an equation, one that branches, a coupling."""
    found = []
    for kind in ("equation", "branching", "coupling"):
        b = lieref.ModelBuilder(name=kind)
        b.add_body("wheel", None, lieref.Revolute(Z), None, 1.0, (0.1, 0, 0), INERTIA)
        b.add_body("slide", "wheel", lieref.Prismatic((1, 0, 0)), None, 0.5, (0, 0.1, 0), INERTIA)
        b.add_body("lever", "slide", lieref.Revolute((0, 1, 0)), None, 0.7, (0.2, 0, 0.1), INERTIA)
        sources = ["wheel_joint", "slide_joint"]
        if kind == "coupling":
            b.couple("lever_joint", sources, function=lever_angle)
        else:
            function = lever_equation if kind == "equation" else branching_equation
            b.constrain([*sources, "lever_joint"], function)
        found.append(b.build(independent=sources))
    return found
