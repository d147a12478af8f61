"""Single mistakes in inverse dynamics: what a term is called, and what it changes.

A mistake is tried by the recursions of `lieref.check.diagnosis.recursions` with one link's numbers
or factors changed. It either scales a term, by a factor that is fitted, or replaces numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lieref.check.diagnosis.recursions import Link, joint_pose, subspace, times
from lieref.model.model import Model

Array = NDArray[np.float64]

#: Terms of the recursion of Luh, Walker and Paul whose factor is linear in the forces, and words.
TERMS = {
    "m g": "gravity on {body}",
    "w x (w x c)": "velocity terms: w x (w x c) of {body}",
    "w x I w": "velocity terms: w x I w of {body}",
    "I dw": "I dw/dt of {body}",
    "dw x c": "dw/dt x c of {body}",
    "m a": "acceleration of the origin of {body} in its force",
    "c x F": "moment c x F of {body}",
    "w x s v": "velocity terms: w x s v of {joint} in dw/dt",
    "w x (w x r)": "velocity terms: w x (w x r) from the parent to {body}",
    "dw x r": "dw/dt x r from the parent to {body}",
    "2 w x v": "velocity terms: 2 w x v of {joint}",
    "wJ x vJ": "velocity terms: w x v of {joint} itself",
    "dw joint": "s a of {joint} in dw/dt",
    "a joint": "s a of {joint} in the acceleration of the origin",
    "dw parent": "dw/dt of the parent, passed on to {body}",
    "a parent": "acceleration of the parent's origin, passed on to {body}",
    "f passed": "force of {body} in that of its parent",
    "n passed": "moment of {body} in that of its parent",
    "r x f": "moment r x f of the force of {body} about its parent's origin",
    "tau": "the force of {joint}",
    "s n": "moment along the axis in the force of {joint}",
    "s f": "force along the axis in the force of {joint}",
}
#: Those that go together: factors of several terms at once.
TOGETHER = {
    ("a parent", "g passed"): "acceleration of the parent's origin with gravity, passed on to "
    "{body}",
    ("g passed",): "gravity passed on to {body} and what it carries",
    ("I dw", "w x I w"): "rotational inertia of {body}",
    ("f passed", "r x f"): "force of {body} in force and moment of its parent",
    ("f passed", "n passed", "r x f"): "force and moment of {body} in those of its parent",
    ("w x (w x c)", "w x I w"): "velocity terms: w x (w x c) and w x I w of {body}",
    ("dw x c", "w x (w x c)"): "acceleration of the center of mass of {body} beside its origin's",
    ("dw x r", "w x (w x r)"): "dw/dt x r and w x (w x r) from the parent to {body}",
    ("w x s v", "2 w x v"): "velocity terms: w x s v and 2 w x v of {joint}",
}
#: Terms of Featherstone's recursion.
SPATIAL_TERMS = {
    "V x S v": "velocity terms: V x S v of {joint} (spatial)",
    "w x s v": "velocity terms: w x s v in V x S v of {joint} (spatial)",
    "linear part of V x S v": "velocity terms: linear part of V x S v of {joint} (spatial)",
    "V x* I V": "velocity terms: V x* I V of {body} (spatial)",
    "w x p": "velocity terms: w x p in V x* I V of {body} (spatial)",
    "w x L": "velocity terms: w x L in V x* I V of {body} (spatial)",
    "v x p": "velocity terms: v x p in V x* I V of {body} (spatial)",
    "I A": "I A of {body} (spatial)",
}
#: Terms whose factor is not linear, tried missing and with the opposite sign.
NONLINEAR = {
    "w parent": "angular velocity of the parent, passed on to {body}",
    "w joint": "angular velocity s v of {joint}",
}
SPATIAL_NONLINEAR = {"v + w x r": "w x r in the velocity of {body}"}


@dataclass(frozen=True)
class Mistake:
    """One mistake.

    text : what is wrong, with {body} and {joint} for names; of terms the term alone
    linear : whether it is a term left out, whose factor is fitted
    change : returns a changed copy of a link, whose numbers have a leading axis of 1
    spatial : whether it is one in Featherstone's recursion
    """

    text: str
    linear: bool
    change: Callable[[Link], Link]
    spatial: bool = False


def _scaled(terms: tuple[str, ...], factor: float) -> Callable[[Link], Link]:
    """The change that scales terms."""
    return lambda link: replace(link, factors=dict.fromkeys(terms, factor))


def term_mistakes() -> Iterator[Mistake]:
    """Terms left out, singly and together: of one link or, all at once, of every link."""
    for term, text in TERMS.items():
        yield Mistake(text, True, _scaled((term,), 0.0))
    for terms, text in TOGETHER.items():
        yield Mistake(text, True, _scaled(terms, 0.0))
    for table, spatial in ((NONLINEAR, False), (SPATIAL_NONLINEAR, True)):
        for term, text in table.items():
            for factor, word in ((0.0, "missing"), (-1.0, "with the opposite sign")):
                yield Mistake(f"{text} {word}", False, _scaled((term,), factor), spatial)
    text = (
        "velocity terms: w x (w x r) from the parent to {body} with the w of the body, in its axes"
    )
    yield Mistake(text, False, _scaled(("w of the parent for r",), 0.0))
    for term, text in SPATIAL_TERMS.items():
        yield Mistake(text, True, _scaled((term,), 0.0), True)


def number_mistakes(model: Model, i: int, q: Array, world: Array) -> Iterator[Mistake]:
    """Wrong numbers of one link; `world` is its rotation to inertial axes, (states, 3, 3)."""
    yield from _inertial(model, i, q, world)
    yield from _placements(model, i, q)
    yield from _axes(model, i, q)


def _numbers(**numbers: Array) -> Callable[[Link], Link]:
    """The change that replaces numbers, given without the axis of mistakes."""
    given: dict[str, Any] = {name: x[None] for name, x in numbers.items()}
    return lambda link: replace(link, **given)


def _inertial(model: Model, i: int, q: Array, world: Array) -> Iterator[Mistake]:
    """Wrong mass, center of mass and inertia."""
    mass, c, inertia = float(model.masses[i]), model.coms[i], model.inertias[i]
    nothing = np.zeros((1, 1))
    yield Mistake("mass of {body} left out", False, _numbers(mass=nothing))
    yield Mistake(
        "{body} left out, with mass and inertia",
        False,
        _numbers(mass=nothing, inertia=np.zeros((1, 3, 3))),
    )
    R0, R = model.placements[i][:3, :3], _rotation(model, i, q)
    T = np.swapaxes
    frames = (
        ("in the parent's axes at zero", R0.T, R0),
        ("turned by the placement once too often", R0, R0.T),
        ("in the parent's axes", T(R, -1, -2), R),
        ("turned to the parent's axes once too often", R, T(R, -1, -2)),
        ("in inertial axes", T(world, -1, -2), world),
        ("turned to inertial axes once too often", world, T(world, -1, -2)),
    )
    point = np.array(getattr(model.joints[i], "point", (0.0, 0.0, 0.0)))
    centers = [
        ("center of mass of {body} taken at its origin", np.zeros((1, 3))),
        ("center of mass of {body} with the opposite sign", -c[None]),
        ("center of mass of {body} taken from the joint's point", (c + point)[None]),
        ("center of mass of {body} with the joint's point taken off", (c - point)[None]),
    ]
    centers += [
        (f"center of mass of {{body}} {words}", (A @ c).reshape(-1, 3)) for words, A, _ in frames
    ]
    for text, com in centers:
        yield Mistake(text, False, _numbers(com=com))
    steiner = mass * ((c @ c) * np.eye(3) - np.outer(c, c))
    products = inertia - np.diag(np.diag(inertia))
    inertias = [
        ("inertia of {body}: parallel axis counted twice", inertia + steiner),
        ("inertia of {body}: parallel axis left out", inertia - steiner),
        ("inertia of {body}: parallel axis with the opposite sign", inertia - 2.0 * steiner),
        (
            "inertia of {body}: parallel axis without its products",
            inertia + mass * (np.outer(c, c) - np.diag(c * c)),
        ),
        (
            "inertia of {body}: parallel axis with products of the opposite sign",
            inertia + 2.0 * mass * (np.outer(c, c) - np.diag(c * c)),
        ),
        (
            "inertia of {body}: parallel axis m c c instead of m (c c 1 - c c)",
            _outer(mass, c, inertia),
        ),
        ("inertia of {body}: products of inertia left out", inertia - products),
        ("inertia of {body}: products of inertia with the opposite sign", inertia - 2.0 * products),
    ]
    inertias += [(f"inertia of {{body}}: {text}", value) for text, value in _entries(inertia)]
    for text, value in inertias:
        yield Mistake(text, False, _numbers(inertia=value[None]))
    for words, A, B in frames:
        turned = (A @ inertia @ B).reshape(-1, 3, 3)
        yield Mistake(f"inertia of {{body}} {words}", False, _numbers(inertia=turned))


def _outer(mass: float, c: Array, inertia: Array) -> Array:
    """The inertia with m c c^T where m (c.c 1 - c c^T) is meant."""
    return np.asarray(inertia + mass * (2.0 * np.outer(c, c) - (c @ c) * np.eye(3)))


def _entries(inertia: Array) -> Iterator[tuple[str, Array]]:
    """Inertias with one entry wrong, or two exchanged."""
    names = {(0, 1): "Ixy", (0, 2): "Ixz", (1, 2): "Iyz"}
    for (j, k), name in names.items():
        for factor, words in ((-1.0, "with the opposite sign"), (0.0, "left out")):
            other = inertia.copy()
            other[j, k] *= factor
            other[k, j] *= factor
            yield f"{name} {words}", other
        other = inertia.copy()
        other[j, j], other[k, k] = inertia[k, k], inertia[j, j]
        yield f"I{'xyz'[j] * 2} and I{'xyz'[k] * 2} exchanged", other
        # one triangle alone, as of a matrix that is not made symmetric
        for lower, words in ((j, "below"), (k, "above")):
            other = inertia.copy()
            at = (k, j) if lower == j else (j, k)
            other[at] = 0.0
            yield f"{name} {words} the diagonal left out", other
    pairs = list(names)
    for a, b in ((0, 1), (0, 2), (1, 2)):
        other = inertia.copy()
        for at, of in ((pairs[a], pairs[b]), (pairs[b], pairs[a])):
            other[at] = other[at[::-1]] = inertia[of]
        yield f"{names[pairs[a]]} and {names[pairs[b]]} exchanged", other


def _rotation(model: Model, i: int, q: Array) -> Array:
    """Rotations to the parent's axes, (states, 3, 3)."""
    start = int(model.idx_q[i])
    turn, _ = joint_pose(model.joints[i], q[:, start : start + model.joints[i].nq])
    return np.asarray(model.placements[i][:3, :3] @ turn)


def _placements(model: Model, i: int, q: Array) -> Iterator[Mistake]:
    """Wrong rotations and origins, in both directions or in one alone."""
    joint, start = model.joints[i], int(model.idx_q[i])
    turn, shift = joint_pose(joint, q[:, start : start + joint.nq])
    R0, r0 = model.placements[i][:3, :3], model.placements[i][:3, 3]
    R, r = R0 @ turn, r0 + shift @ R0.T
    back = np.swapaxes(R, -1, -2)
    for words, other in (("transposed", R0.T), ("left out", np.eye(3))):
        text = f"placement of {{body}}: rotation {words}"
        yield Mistake(text, False, _pose(other @ turn, r0 + shift @ other.T))
        if np.any(shift):
            yield Mistake(f"{text}, but for the shift of the joint", False, _pose(other @ turn, r))
    rotations = (
        ("{joint} turns the wrong way, its velocity the right one", R0 @ np.swapaxes(turn, -1, -2)),
        ("{joint} does not turn, its velocity does", np.broadcast_to(R0, turn.shape)),
        ("rotations of {joint} and of its placement in the wrong order", turn @ R0),
        ("rotation from {body} to its parent transposed", back),
    )
    for text, other in rotations:
        yield Mistake(text, False, _numbers(R=other, R_back=other, R_gravity=other))
    one_way = (("R_back", "forces"), ("R_gravity", "gravity"))
    for name, words in one_way:
        for other, text in (
            (back, "transposed"),
            (np.broadcast_to(np.eye(3), R.shape), "left out"),
        ):
            yield Mistake(
                f"rotation between {{body}} and its parent {text} for {words}",
                False,
                _numbers(**{name: other}),
            )
    yield Mistake(
        "rotation from the parent to {body} transposed for velocities and accelerations",
        False,
        _numbers(R=back),
    )
    yield Mistake(
        "rotation from the parent to {body} transposed for velocities, accelerations and gravity",
        False,
        _numbers(R=back, R_gravity=back),
    )
    origins = (
        ("left out", np.broadcast_to(shift @ R0.T, r.shape)),
        ("with the opposite sign", shift @ R0.T - r0),
        ("in axes of the body", times(R, r)),
        ("turned to axes of the body once too often", times(back, r)),
    )
    for words, other in origins:
        text = f"origin of {{body}} in its parent {words}"
        yield Mistake(text, False, _numbers(r=other, r_back=other))
        yield Mistake(f"{text} for forces", False, _numbers(r_back=other))
        yield Mistake(f"{text} for accelerations", False, _numbers(r=other))
    if np.any(shift):
        yield Mistake("shift of {joint} left out of its pose", False, _pose(R, 0.0 * r + r0))


def _pose(R: Array, r: Array) -> Callable[[Link], Link]:
    """The change of a whole pose, whichever way it is used."""
    return _numbers(R=R, R_back=R, R_gravity=R, r=r, r_back=r)


def _axes(model: Model, i: int, q: Array) -> Iterator[Mistake]:
    """Wrong axes and points of one-degree joints."""
    joint: Any = model.joints[i]
    if joint.kind in ("free", "spherical"):
        return
    start = int(model.idx_q[i])
    R0, r0 = model.placements[i][:3, :3], model.placements[i][:3, 3]
    axis, point = np.array(joint.axis), np.array(joint.point)
    others = [
        ("axis of {joint} with the opposite sign", -axis, point),
        ("axis of {joint} in the parent's axes", R0.T @ axis, point),
        ("axis of {joint} turned by the placement once too often", R0 @ axis, point),
        ("axis of {joint} with the signs of its components left out", abs(axis), point),
        ("point of the axis of {joint} left out", axis, 0.0 * point),
        ("point of the axis of {joint} with the opposite sign", axis, -point),
    ]
    others += [
        (f"axis of {{joint}}: {x} instead", np.eye(3)[n], point) for n, x in enumerate("xyz")
    ]
    for text, other, at in others:
        moved = _Line(joint.kind, tuple(other), tuple(at), joint.pitch)
        turn, shift = joint_pose(moved, q[:, start : start + 1])
        R, r = R0 @ turn, r0 + shift @ R0.T
        S_w, S_v = (x[None] for x in subspace(moved))
        pose = _numbers(R=R, R_back=R, R_gravity=R, r=r, r_back=r, S_w=S_w, S_v=S_v)
        yield Mistake(text, False, pose)


@dataclass(frozen=True)
class _Line:
    """A joint with an axis of any norm."""

    kind: str
    axis: tuple[float, ...]
    point: tuple[float, ...]
    pitch: float
