"""The usual confusions of conventions, and what each makes of arguments, references and results."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

import numpy as np

from lieref.algebra import SO3
from lieref.check.joint_orders import joint_orders
from lieref.check.model_table import with_gravity
from lieref.check.quantities import Arrays, FloatArray, Quantity
from lieref.check.reference import reference
from lieref.model.model import Model

#: Digits of the reference values that are computed here.
DIGITS = 16
#: A joint so near its zero may be where automatic differentiation is cut.
NEAR_ZERO = 1e-4

#: What makes results right, the name of the confusion, and how they are before.
_FACTORS = (
    (2.0, "factor 1/2", "are half of what they should be"),
    (0.5, "factor 2", "are twice what they should be"),
    (-1.0, "opposite sign", "have the opposite sign"),
)

#: What is done to the gravity that was given, and what it is times.
_GRAVITIES = (("has the opposite sign", -1.0), ("is left out", 0.0))

Ask = Callable[[Arrays], Arrays | None]


@dataclass(frozen=True)
class Case:
    """A state: arguments, answer, reference, and the names of the results that are wrong.

    Of a subject that raised an error the values are NaN, and all are wrong. `slack` is what a
    result may differ by after a confusion is undone, over its max norm: the error of a step.
    """

    state: str
    arguments: Arrays
    values: Arrays
    reference: Arrays
    wrong: list[str]
    slack: float = 0.0


@dataclass(frozen=True)
class Confusion:
    """One confusion; those of one group exclude each other.

    sent : what an argument becomes before the subject is asked, by its name
    order : brings the velocity axes of the answer back
    base, gravity, classical : what the reference is computed with
    expected : changes the reference values
    factor, turned : undo what was returned: a factor, axes in another order
    """

    name: str
    text: str
    group: str
    sent: Mapping[str, Callable[[FloatArray], FloatArray]] | None = None
    order: Any = None
    base: str = ""
    gravity: float = 1.0
    classical: bool = False
    expected: Callable[[Setting, Case, Arrays], Arrays] | None = None
    factor: float = 1.0
    turned: bool = False

    @property
    def narrow(self) -> bool:
        """Whether it speaks of the wrong results alone."""
        return self.expected is not None or self.factor != 1.0 or self.turned


@dataclass(frozen=True)
class Setting:
    """What confusions are tried with; references are kept, since pairs share them."""

    quantity: Quantity
    model: Model
    base: str
    ask: Ask
    _kept: dict[Any, Arrays] = field(default_factory=dict)

    def right(self, case: Case, base: str, gravity: float, classical: bool) -> Arrays:
        """The reference value under other circumstances, in doubles."""
        key = (id(case), base, gravity, classical)
        if key not in self._kept:
            model = self.model
            if gravity != 1.0:
                model = _other_gravity(gravity, model)
            at = Setting(self.quantity, model, base, self.ask)
            self._kept[key] = _classical(at, case) if classical else at.computed(case.arguments)
        return self._kept[key]

    def computed(self, arguments: Arrays) -> Arrays:
        """The reference value of this model and representation."""
        return reference(self.quantity, self.model, arguments, self.base, DIGITS).high


def confusions(setting: Setting) -> Iterator[Confusion]:
    """Every confusion that the model and quantity allow."""
    model, quantity = setting.model, setting.quantity
    kinds = [joint.kind for joint in model.joints]
    turning = bool({"free", "spherical"} & set(kinds))
    if "free" in kinds:
        yield _linear_first(model)
    if any(j.kind == "free" and p < 0 for j, p in zip(model.joints, model.parents, strict=True)):
        yield from _bases(setting.base)
    if turning:
        yield _scalar_first(model)
    if "free" in kinds and setting.base == "body" and not quantity.orders:
        if "v" in quantity.inputs and "second" not in quantity.name:
            yield Confusion(
                "classical acceleration",
                "the linear acceleration of free joints is the classical one of the origin, "
                "v' + w x v",
                "base",
                classical=True,
            )
    if quantity.kinematic:
        yield from _of_frames(quantity, model)
    for text, scale in () if quantity.kinematic else _GRAVITIES:
        name = "gravity sign" if scale else "gravity left out"
        yield Confusion(name, f"gravity {text}", "gravity", gravity=scale)
    for factor, name, text in _FACTORS:
        yield Confusion(name, f"the results {text}", "factor", factor=factor)
    if any(len(axes) > 1 and "k" not in axes for axes in quantity.outputs.values()):
        text = "the axes of the results are in another order"
        yield Confusion("transposed partials", text, "axes", turned=True)
    if any("q" in x for x in quantity.outputs.values()):
        yield Confusion(
            "derivatives cut at zero",
            "derivatives by q are zero where a joint is at its zero or nearly so, as where a "
            "branch for small angles cuts automatic differentiation",
            "cut",
            expected=_cut,
        )
        for name, text, linear, angular in _PERTURBATIONS if turning else ():
            changed = partial(_other_slopes, linear, angular)
            yield Confusion(name, text, "perturbation", expected=changed)
    for text, order_q, order_v in joint_orders(model):
        yield _reordered(text, order_q, order_v)


def _bases(said: str) -> Iterator[Confusion]:
    """Other representations of the base's twist."""
    for base in ("body", "spatial", "hybrid", "mixed"):
        if base != said:
            text = f"the twist of the base is in `{base}` representation, and `{said}` was said"
            yield Confusion(f"{base} representation", text, "base", base=base)


def _of_frames(quantity: Quantity, model: Model) -> Iterator[Confusion]:
    """What the pose and the twist of a frame are taken for."""
    carrier = model.frames[quantity.frame].body
    if carrier not in (None, quantity.frame):
        text = f"it is that of the body {carrier!r}, which carries the frame"
        other = partial(_of_other, replace(quantity, frame=carrier))
        yield Confusion("body of the frame", text, "frame", expected=other)
    if quantity.name == "forward_kinematics":
        text = "the pose is the inverse one, of the inertial frame in the body or frame"
        yield Confusion("inverse pose", text, "pose", expected=_inverse)
        return
    for seen in ("body", "spatial", "hybrid", "mixed"):
        if seen != quantity.representation:
            said = quantity.representation
            text = f"the twist of the frame is in `{seen}` representation, and `{said}` was said"
            other = partial(_of_other, replace(quantity, representation=seen))
            name = f"{seen} representation of the frame"
            yield Confusion(name, text, "representation", expected=other)
    text = "the linear part of the frame's twist comes first"
    yield Confusion("linear-first twist of the frame", text, "parts", expected=_parts_exchanged)


def _of_other(quantity: Quantity, setting: Setting, case: Case, _: Arrays) -> Arrays:
    """The reference value of another frame or representation."""
    return replace(setting, quantity=quantity, _kept={}).computed(case.arguments)


def _parts_exchanged(_: Setting, __: Case, want: Arrays) -> Arrays:
    """Rows of a Jacobian, linear part first."""
    return {name: x[[3, 4, 5, 0, 1, 2]] for name, x in want.items()}


def _inverse(_: Setting, __: Case, want: Arrays) -> Arrays:
    """The inverse of a pose."""
    return {name: np.asarray(np.linalg.inv(x)) for name, x in want.items()}


def _linear_first(model: Model) -> Confusion:
    """Exchange the halves of free joints in all that goes in and comes out."""
    order = np.arange(model.nv)
    for joint, iv in zip(model.joints, model.idx_v, strict=True):
        if joint.kind == "free":
            order[iv : iv + 6] = int(iv) + np.array([3, 4, 5, 0, 1, 2])
    return Confusion(
        "linear-first twists",
        "the linear part of twists and wrenches of free joints comes first",
        "twists",
        dict.fromkeys(("v", "a", "tau"), lambda x: x[..., order]),
        order,
    )


def _scalar_first(model: Model) -> Confusion:
    """Send quaternions as (w, x, y, z)."""
    order = np.arange(model.nq)
    for joint, iq in zip(model.joints, model.idx_q, strict=True):
        if joint.kind in ("free", "spherical"):
            end = int(iq) + joint.nq
            order[end - 4 : end] = [end - 1, end - 4, end - 3, end - 2]
    return Confusion(
        "quaternion order",
        "quaternions are read as (w, x, y, z)",
        "quaternions",
        {"q": lambda q: q[order]},
        np.arange(model.nv),
    )


def _reordered(text: str, order_q: Any, order_v: Any) -> Confusion:
    """Ask in another order of the joints."""
    sent = dict.fromkeys(("v", "a", "tau"), lambda x: x[..., order_v])
    sent["q"] = lambda q: q[order_q]
    return Confusion(
        "joint order",
        f"coordinates are in another order: {text}",
        "joint order",
        sent,
        np.argsort(order_v),
    )


def _other_gravity(scale: float, model: Model) -> Model:
    """The same robot under gravity times a number."""
    return with_gravity(model, scale * model.gravity)


def turned(given: FloatArray, want: FloatArray) -> FloatArray:
    """A result with its axes in the order that agrees best."""
    turns = (given.transpose(turn) for turn in itertools.permutations(range(given.ndim)))
    fitting = [x for x in turns if x.shape == want.shape]
    return min(fitting, key=lambda x: np.abs(x - want).max())


def _cut(setting: Setting, case: Case, want: Arrays) -> Arrays:
    """The reference with zeros where the subject has them, along joints near their zero."""
    model = setting.model
    near = np.zeros(model.nv, dtype=bool)
    move = model.difference(model.neutral(), case.arguments["q"])
    for joint, iv in zip(model.joints, model.idx_v, strict=True):
        at = slice(int(iv), int(iv) + joint.nv)
        near[at] = np.abs(move[at]).max(initial=0.0) <= NEAR_ZERO
    found = {}
    for name, axes in setting.quantity.outputs.items():
        found[name] = want[name].copy()
        for n, axis in enumerate(axes):
            for j in np.flatnonzero(near) if axis == "q" else ():
                column: Any = (*[slice(None)] * n, j)
                if not case.values[name][column].any():
                    found[name][column] = 0.0
    return found


def _classical(setting: Setting, case: Case) -> Arrays:
    """The reference value with v' + w x v in place of v' for each free joint, given or returned."""
    model, quantity, arguments = setting.model, setting.quantity, dict(case.arguments)
    v = arguments["v"]
    extra, slope = np.zeros(model.nv), np.zeros((model.nv, model.nv))
    for joint, iv in zip(model.joints, model.idx_v, strict=True):
        if joint.kind == "free":
            w, u = slice(int(iv), int(iv) + 3), slice(int(iv) + 3, int(iv) + 6)
            extra[u] = np.cross(v[w], v[u])
            # d(w x v) = -v x dw + w x dv
            slope[u, w], slope[u, u] = -SO3.hat(v[u]), SO3.hat(v[w])
    if "a" in arguments:
        arguments["a"] = arguments["a"] - extra
    want = dict(setting.computed(arguments))
    if "dtau_dv" in want:
        want["dtau_dv"] = want["dtau_dv"] - want["dtau_da"] @ slope
    if quantity.name == "forward_dynamics":
        want["a"] = want["a"] + extra
    if "da_dv" in want:
        want["da_dv"] = want["da_dv"] + slope
    return want


#: Name, text, and for linear and angular part: are perturbations in inertial axes? The word
#: "pose" is for perturbations of the pose on the left.
_PERTURBATIONS = (
    (
        "left perturbation",
        "configurations are perturbed on the left, exp(dv) q, in the parent's axes",
        "pose",
        True,
    ),
    (
        "perturbation in inertial axes",
        "positions and rotations of free joints are perturbed in the parent's axes",
        "axes",
        True,
    ),
    (
        "position perturbed in inertial axes",
        "positions of free joints are perturbed in the parent's axes, rotations in the body's",
        "axes",
        False,
    ),
)


def _other_slopes(
    linear: str, angular: bool, setting: Setting, case: Case, given: Arrays
) -> Arrays:
    """The reference along other perturbations of q: each axis q times body = T other.

    Second derivatives by q are left out: T moves with q.
    """
    model = setting.model
    T = np.eye(model.nv)
    q = case.arguments["q"]
    for joint, iq, iv in zip(model.joints, model.idx_q, model.idx_v, strict=True):
        if joint.kind not in ("free", "spherical"):
            continue
        end = int(iq) + joint.nq
        R, w = SO3.from_quaternion(q[end - 4 : end]), slice(int(iv), int(iv) + 3)
        if angular:
            T[w, w] = R.T
        if joint.kind == "free":
            u = slice(int(iv) + 3, int(iv) + 6)
            T[u, u] = R.T
            if linear == "pose":
                # velocity of the origin of the spatial twist (w, v): v + w x p
                T[u, w] = -R.T @ SO3.hat(q[int(iq) : int(iq) + 3])
    want = {}
    for name, axes in setting.quantity.outputs.items():
        x = given[name]
        if axes.count("q") == 2:
            continue
        for n, axis in enumerate(axes):
            x = np.moveaxis(np.moveaxis(x, n, -1) @ T, -1, n) if axis == "q" else x
        want[name] = x
    return want
