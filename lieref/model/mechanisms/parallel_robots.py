"""Closed-chain robots of the catalogue by the field's names: parallel robots, a Bennett linkage.

Each is drawn as it stands at q = 0, where its loops are closed: frames of all bodies are parallel
to those of the base, and points are given in the base's.
"""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.algebra import SO3
from lieref.documentation import described
from lieref.errors import ModelError
from lieref.model.arguments import real_array
from lieref.model.joints.joints import Free, Prismatic, Revolute, Spherical, Universal
from lieref.model.loops.loop_model import LoopModel
from lieref.model.mechanisms.drawing import Drawing, apex, around, in_plane
from lieref.model.mechanisms.generic_bodies import (
    GRAVITY,
    Base,
    box,
    pose,
    shift,
    triple,
    unit,
)
from lieref.model.mechanisms.linkages import DENSITY, HINGE, positive_length

Array = NDArray[np.float64]
BALL = Spherical()


@described()
def stewart_platform(
    base_radius: float = 1.0,
    platform_radius: float = 0.6,
    height: float = 1.0,
    base: Base = "fixed",
    *,
    gravity: ArrayLike = GRAVITY,
) -> LoopModel:
    """Return a Stewart (Gough) platform: six legs of a universal joint, a slider and a ball.

    The platform is a free body, level above the base at q = 0. The six sliders ``rod0_joint`` ...
    ``rod5_joint`` are independent.

    Parameters
    ----------
    base_radius, platform_radius : float
        Radii of the circles of the feet and of the heads, in pairs, m.
    height : float
        Of the platform over the base at q = 0, m.

    Examples
    --------
    >>> import lieref
    >>> model = lieref.catalogue.stewart_platform()
    >>> model.tree.nv, model.nv
    (24, 6)
    """
    low, high = (
        positive_length("base_radius", base_radius),
        positive_length("platform_radius", platform_radius),
    )
    center = np.array([0.0, 0.0, positive_length("height", height)])
    drawing = Drawing("stewart_platform", base, gravity)
    drawing.plate("platform", drawing.root, Free(), center, 10.0, high)
    for leg in range(6):
        foot, head = (math.pi / 3 * (leg + turn * (-1) ** leg) for turn in (-0.35, 0.35))
        start, end = low * around(foot), center + high * around(head)
        along = unit(end - start)
        first = unit(np.cross((0.0, 0.0, 1.0), along))
        hinges = Universal(triple(first), triple(np.cross(along, first)))
        middle = (start + end) / 2
        drawing.rod(f"cylinder{leg}", drawing.root, hinges, start, middle)
        drawing.rod(f"rod{leg}", f"cylinder{leg}", Prismatic(triple(along)), middle, end)
        drawing.close(f"ball{leg}", f"rod{leg}", "platform", BALL, end)
    return drawing.build([f"rod{leg}_joint" for leg in range(6)])


@described()
def delta_robot(
    base_radius: float = 0.2,
    upper: float = 0.25,
    forearm: float = 0.5,
    platform_radius: float = 0.06,
    base: Base = "fixed",
    *,
    gravity: ArrayLike = GRAVITY,
) -> LoopModel:
    """Return a delta robot: three arms, each with two parallel rods to a platform that stays level.

    The upper arms are hinged at the base and point outwards at q = 0; the platform, a free body,
    hangs below. A rod has a universal joint at the arm and a ball at the platform. The hinges
    ``arm0_joint`` ... ``arm2_joint`` are independent.

    Parameters
    ----------
    base_radius, upper, forearm, platform_radius : float
        Radius of the hinges, lengths of the upper arms and rods, radius of the rods' ends, m.

    Examples
    --------
    >>> import lieref
    >>> model = lieref.catalogue.delta_robot()
    >>> model.tree.nv, model.nv
    (21, 3)
    """
    inner, arm = positive_length("base_radius", base_radius), positive_length("upper", upper)
    rod, radius = (
        positive_length("forearm", forearm),
        positive_length("platform_radius", platform_radius),
    )
    reach = inner + arm - radius
    if abs(reach) >= rod:
        raise ModelError(f"forearm: {rod} m does not reach across {reach} m")
    center = np.array([0.0, 0.0, -math.sqrt(rod - reach) * math.sqrt(rod + reach)])
    drawing = Drawing("delta_robot", base, gravity)
    drawing.plate("platform", drawing.root, Free(), center, 0.3, radius)
    for i in range(3):
        out, along = around(2 * math.pi * i / 3), around(2 * math.pi * i / 3 + math.pi / 2)
        elbow = (inner + arm) * out
        drawing.rod(f"arm{i}", drawing.root, Revolute(triple(along)), inner * out, elbow)
        for side, offset in (("left", 0.5 * radius), ("right", -0.5 * radius)):
            start, end = elbow + offset * along, center + radius * out + offset * along
            across = np.cross(unit(end - start), along)
            hinges, name = Universal(triple(along), triple(across)), f"{side}{i}"
            drawing.rod(name, f"arm{i}", hinges, start, end, 0.2 * DENSITY)
            drawing.close(f"ball_{name}", name, "platform", BALL, end)
    return drawing.build([f"arm{i}_joint" for i in range(3)])


@described()
def planar_3rrr(
    base_radius: float = 0.5,
    proximal: float = 0.3,
    distal: float = 0.35,
    platform_radius: float = 0.12,
    base: Base = "fixed",
    *,
    gravity: ArrayLike = GRAVITY,
) -> LoopModel:
    """Return a planar 3-RRR robot: a platform in the plane of x and z on three legs of two bars.

    All hinges have the axis -y; those at the base, ``proximal0_joint`` ... ``proximal2_joint``, are
    independent.

    Parameters
    ----------
    base_radius, proximal, distal, platform_radius : float
        Radius of the hinges at the base, lengths of the bars, radius of the platform's hinges, m.

    Examples
    --------
    >>> import lieref
    >>> model = lieref.catalogue.planar_3rrr()
    >>> model.tree.nv, model.nv
    (7, 3)
    """
    a, b = positive_length("proximal", proximal), positive_length("distal", distal)
    outer, inner = (
        positive_length("base_radius", base_radius),
        positive_length("platform_radius", platform_radius),
    )
    drawing = Drawing("planar_3rrr", base, gravity)
    ends = []
    for i in range(3):
        angle = 2 * math.pi * i / 3 + math.pi / 2
        out = in_plane(math.cos(angle), math.sin(angle))
        start, end = outer * out, inner * out
        elbow = apex(start, end, a, b, f"leg {i}")
        drawing.rod(f"proximal{i}", drawing.root, HINGE, start, elbow)
        drawing.rod(f"distal{i}", f"proximal{i}", HINGE, elbow, end)
        ends.append(end)
    drawing.plate("platform", "distal0", HINGE, ends[0], 1.0, inner)
    for i in (1, 2):
        drawing.close(f"hinge{i}", f"distal{i}", "platform", HINGE, ends[i])
    return drawing.build([f"proximal{i}_joint" for i in range(3)])


@described()
def five_bar(
    ground: float = 0.3,
    crank: float = 0.25,
    distal: float = 0.35,
    base: Base = "fixed",
    *,
    gravity: ArrayLike = GRAVITY,
) -> LoopModel:
    """Return a symmetric five-bar linkage in the plane of x and z, with two driven cranks.

    The cranks are hinged at x = -ground / 2 and ground / 2 and stand upright at q = 0; the distal
    bars meet above. All hinges have the axis -y; ``left_crank_joint`` and ``right_crank_joint``
    are independent.

    Parameters
    ----------
    ground, crank, distal : float
        Distance of the hinges at the base, lengths of the bars, m.

    Examples
    --------
    >>> import lieref
    >>> model = lieref.catalogue.five_bar()
    >>> model.tree.nv, model.nv
    (4, 2)
    """
    half, a, b = (
        positive_length("ground", ground) / 2,
        positive_length("crank", crank),
        positive_length("distal", distal),
    )
    drawing = Drawing("five_bar", base, gravity)
    elbows = [in_plane(x, a) for x in (-half, half)]
    tip = apex(elbows[0], elbows[1], b, b, "distal bars")
    for side, x, elbow in (("left", -half, elbows[0]), ("right", half, elbows[1])):
        drawing.rod(f"{side}_crank", drawing.root, HINGE, in_plane(x, 0.0), elbow)
        drawing.rod(f"{side}_distal", f"{side}_crank", HINGE, elbow, tip)
    drawing.close("tip", "left_distal", "right_distal", HINGE, tip)
    return drawing.build(["left_crank_joint", "right_crank_joint"])


@described()
def bennett(
    size: float = 0.3,
    twist: float = 0.6,
    other_twist: float = 1.1,
    base: Base = "fixed",
    *,
    gravity: ArrayLike = GRAVITY,
) -> LoopModel:
    """Return Bennett's linkage: four bars in space with hinges alone that move nevertheless.

    Opposite bars are equal, and the sines of the angles between the hinges of a bar are as the
    bars' lengths: the loop's equations have a rank of three, not five. ``bar1_joint`` is
    independent; at q = 0 the bars are between the flat positions.

    Parameters
    ----------
    size : float
        Length of the first and third bar, m.
    twist, other_twist : float
        Angles between the hinges of the first and third, second and fourth bar, rad; between 0 and
        pi, neither equal nor together pi.

    References
    ----------
    G. T. Bennett, A new mechanism, Engineering 76, 777-778, 1903.

    Examples
    --------
    >>> import lieref
    >>> model = lieref.catalogue.bennett()
    >>> model.tree.nv, model.nv
    (3, 1)
    """
    first, second = (
        float(real_array(what, value, ()))
        for what, value in (("twist", twist), ("other_twist", other_twist))
    )
    if not (0 < first < math.pi and 0 < second < math.pi) or math.isclose(
        math.sin((second - first) / 2) * math.cos((first + second) / 2), 0.0, abs_tol=1e-6
    ):
        raise ModelError(
            f"twist, other_twist: {first!r} and {second!r}, expected different angles between 0 "
            "and pi that are together not pi"
        )
    a = positive_length("size", size)
    bars = (a, a * math.sin(second) / math.sin(first)) * 2
    angle = 1.0
    ratio = math.sin((second + first) / 2) / math.sin((second - first) / 2)
    other = 2 * math.atan(ratio / math.tan(angle / 2))
    # axes and origins of the hinges: turn about z, along x by the bar, about x by its twist
    here, hinges = np.eye(4), []
    turns = (angle, other, -angle, -other)
    for turn, bar, about in zip(turns, bars, (first, second) * 2, strict=True):
        hinges.append((here[:3, 3], here[:3, 2]))
        here = here @ pose(SO3.exp((0.0, 0.0, turn)), (0.0, 0.0, 0.0))
        here = here @ pose(SO3.exp((about, 0.0, 0.0)), (bar, 0.0, 0.0))
    drawing = Drawing("bennett", base, gravity)
    parent, last = drawing.root, ""
    for i, ((start, axis), (end, _)) in enumerate(pairwise(hinges), 1):
        parent = last = drawing.rod(f"bar{i}", parent, Revolute(triple(axis)), start, end)
    point, axis = hinges[-1]
    drawing.builder.add_loop(
        "hinge", drawing.root, last, Revolute(triple(axis)), shift(*triple(point))
    )
    return drawing.build(["bar1_joint"])


@described()
def excavator(base: Base = "fixed", *, gravity: ArrayLike = GRAVITY) -> LoopModel:
    """Return an excavator: cab, boom, arm and bucket, three cylinders, and the bucket's linkage.

    The cab turns about z, everything else moves in its plane of x and z; the bucket is driven
    through a four-bar linkage. ``cab_joint`` and the pistons ``boom_piston_joint``,
    ``arm_piston_joint`` and ``bucket_piston_joint`` are independent. Sizes of a machine of 20 t.

    Examples
    --------
    >>> import lieref
    >>> model = lieref.catalogue.excavator()
    >>> model.tree.nv, model.nv
    (12, 4)
    """
    drawing = Drawing("excavator", base, gravity)
    foot, knee, tip = in_plane(0.3, 1.8), in_plane(5.0, 4.6), in_plane(6.6, 2.1)
    crown, corner = in_plane(6.9, 2.6), in_plane(6.85, 2.2)
    drawing.builder.add_body(
        "cab", drawing.root, Revolute((0.0, 0.0, 1.0)), None, 9000.0, (-0.8, 0.1, 1.5),
        box(9000.0, (4.0, 2.5, 2.5)),
    )  # fmt: skip
    drawing.origins["cab"] = np.zeros(3)
    drawing.rod("boom", "cab", HINGE, foot, knee, 270.0)
    drawing.rod("arm", "boom", HINGE, knee, tip, 240.0)
    drawing.rod("bucket", "arm", HINGE, tip, tip + in_plane(0.6, -0.8), 600.0)
    drawing.rod("rocker", "arm", HINGE, in_plane(6.35, 2.45), crown, 80.0)
    drawing.rod("link", "rocker", HINGE, crown, corner, 80.0)
    drawing.close("bucket_hinge", "link", "bucket", HINGE, corner)
    for name, parent, driven, start, end in (
        ("boom", "cab", "boom", in_plane(0.9, 1.3), in_plane(2.8, 3.6)),
        ("arm", "boom", "arm", in_plane(3.0, 4.3), in_plane(4.7, 5.2)),
        ("bucket", "arm", "rocker", in_plane(5.4, 4.5), crown),
    ):
        middle, way = (start + end) / 2, unit(end - start)
        drawing.rod(f"{name}_cylinder", parent, HINGE, start, middle, 60.0)
        drawing.rod(f"{name}_piston", f"{name}_cylinder", Prismatic(triple(way)), middle, end, 40.0)
        drawing.close(f"{name}_pin", f"{name}_piston", driven, HINGE, end)
    return drawing.build(
        ["cab_joint", "boom_piston_joint", "arm_piston_joint", "bucket_piston_joint"]
    )
