"""The usual confusions, tried one by one: which of them explains a difference?

A confusion of inputs is tried by speaking to the subject in the confused convention; one of what
a number means by computing the reference with that meaning; one of what is returned by undoing it.
It explains the difference if then every result agrees that did not before, at each state tried.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from lieref.algebra import SO3
from lieref.check.joint_orders import joint_orders
from lieref.check.model_table import with_gravity
from lieref.check.quantities import Arrays, FloatArray, Quantity
from lieref.check.reference import reference
from lieref.errors import LierefError
from lieref.model.model import Model

#: A difference is explained if what is left is below this, relative to the result's max norm...
AGREEMENT = 1e-9
#: ...and the difference was above this.
DIFFERENCE = 1e-6
#: ...and above so many times the error of a step, if the subject has one.
CLEAR = 100.0
#: Digits of the reference values that are computed here.
DIGITS = 16

#: What makes results right, the name of the confusion, and how they are before.
_FACTORS = (
    (2.0, "factor 1/2", "are half of what they should be"),
    (0.5, "factor 2", "are twice what they should be"),
    (-1.0, "opposite sign", "have the opposite sign"),
)

Ask = Callable[[Arrays], Arrays | None]
#: What the subject says and what it ought to say, each in the same convention.
Pair = tuple[Mapping[str, FloatArray], Mapping[str, FloatArray]]


@dataclass(frozen=True)
class Case:
    """A state at which results are wrong: arguments, answer, reference, and the names of the wrong.

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
class Explanation:
    """A confusion that explains the wrong results of a quantity.

    confusion : short name, as in `CONFUSIONS`
    text : what the subject seems to do
    """

    quantity: str
    outputs: tuple[str, ...]
    confusion: str
    text: str


@dataclass(frozen=True)
class _Setting:
    """What confusions are tried with."""

    quantity: Quantity
    model: Model
    base: str
    ask: Ask

    def right(self, arguments: Arrays, model: Model | None = None, base: str = "") -> Arrays:
        """The reference value under other circumstances, in doubles."""
        at = self.model if model is None else model
        return reference(self.quantity, at, arguments, base or self.base, DIGITS).high


_Attempt = Callable[[_Setting, Case], Pair | None]


def explanations(
    quantity: Quantity, model: Model, base: str, cases: list[Case], ask: Ask
) -> list[Explanation]:
    """Return the confusions that explain a quantity's wrong results.

    Parameters
    ----------
    quantity, model
    base : representation of the twist of free joints on the world, as the subject says
    cases : states at which results are wrong
    ask : returns the subject's answer to other arguments, None if there is none
    """
    outputs = tuple(sorted({name for case in cases for name in case.wrong}))
    plain = [case for case in cases if all(_large(case, name) for name in case.wrong)]
    if not plain:
        return []
    setting = _Setting(quantity, model, base, ask)
    found = []
    for name, text, attempt in _attempts(setting):
        if all(_explains(setting, case, attempt) for case in plain):
            found.append(Explanation(quantity.name, outputs, name, text))
            if name == "joint order":
                break
    return found


def _large(case: Case, name: str) -> bool:
    """Whether a difference is too large for rounding."""
    difference = np.abs(case.values[name] - case.reference[name]).max()
    # written so that NaN, where there was no answer, is large
    least = max(DIFFERENCE, CLEAR * case.slack)
    return not difference <= least * np.abs(case.reference[name]).max()


def _explains(setting: _Setting, case: Case, attempt: _Attempt) -> bool:
    """Whether the attempt makes all results agree that it speaks of, the wrong ones among them."""
    try:
        pair = attempt(setting, case)
    except LierefError:
        return False
    if pair is None or not set(case.wrong) <= set(pair[0]):
        return False
    slack = max(AGREEMENT, case.slack)
    return all(_agree(got, pair[1][name], slack) for name, got in pair[0].items())


def _agree(got: FloatArray, want: FloatArray, slack: float) -> bool:
    """Whether two arrays agree but for a part of the max norm."""
    return bool(np.abs(got - want).max(initial=0.0) <= slack * np.abs(want).max(initial=0.0))


def _attempts(setting: _Setting) -> Iterator[tuple[str, str, _Attempt]]:
    """Name, text and attempt of every confusion that the model and quantity allow."""
    model, quantity = setting.model, setting.quantity
    kinds = [joint.kind for joint in model.joints]
    if "free" in kinds:
        yield (
            "linear-first twists",
            "the linear part of twists and wrenches of free joints comes first",
            _linear_first,
        )
    if any(j.kind == "free" and p < 0 for j, p in zip(model.joints, model.parents, strict=True)):
        for base in ("body", "spatial", "hybrid", "mixed"):
            if base != setting.base:
                yield (
                    f"{base} representation",
                    f"the twist of the base is in `{base}` representation, and `{setting.base}` "
                    "was said",
                    partial(_as_base, base),
                )
    if {"free", "spherical"} & set(kinds):
        yield "quaternion order", "quaternions are read as (w, x, y, z)", _scalar_first
    if "free" in kinds and setting.base == "body" and not quantity.orders:
        yield (
            "classical acceleration",
            "the linear acceleration of free joints is the classical one of the origin, v' + w x v",
            _classical,
        )
    for text, scale in (("has the opposite sign", -1.0), ("is left out", 0.0)):
        name = "gravity sign" if scale else "gravity left out"
        yield name, f"gravity {text}", partial(_other_gravity, scale)
    for factor, name, text in _FACTORS:
        yield name, f"the results {text}", partial(_multiplied, factor)
    if any(len(axes) > 1 and "k" not in axes for axes in quantity.outputs.values()):
        yield "transposed partials", "the axes of the results are in another order", _turned
    if {"free", "spherical"} & set(kinds) and any("q" in x for x in quantity.outputs.values()):
        for name, text, linear, angular in _PERTURBATIONS:
            yield name, text, partial(_other_slopes, linear, angular)
    for text, order_q, order_v in joint_orders(model):
        yield (
            "joint order",
            f"coordinates are in another order: {text}",
            partial(_reordered, order_q, order_v),
        )


def _rewritten(setting: _Setting, case: Case, names: Mapping[str, Any], order: Any) -> Pair | None:
    """Ask with arguments rewritten by name, and bring all velocity axes of the answer back."""
    arguments = {name: names[name](x) if name in names else x for name, x in case.arguments.items()}
    values = setting.ask(arguments)
    if values is None:
        return None
    back = {}
    for name, axes in setting.quantity.outputs.items():
        x = values[name]
        for n, axis in enumerate(axes):
            x = x if axis == "k" else np.take(x, order, axis=n)
        back[name] = x
    return back, case.reference


def _linear_first(setting: _Setting, case: Case) -> Pair | None:
    """Exchange the halves of free joints in all that goes in and comes out."""
    order = np.arange(setting.model.nv)
    for joint, iv in zip(setting.model.joints, setting.model.idx_v, strict=True):
        if joint.kind == "free":
            order[iv : iv + 6] = int(iv) + np.array([3, 4, 5, 0, 1, 2])
    turned = dict.fromkeys(("v", "a", "tau"), lambda x: x[..., order])
    return _rewritten(setting, case, turned, order)


def _scalar_first(setting: _Setting, case: Case) -> Pair | None:
    """Send quaternions as (w, x, y, z)."""
    order = np.arange(setting.model.nq)
    for joint, iq in zip(setting.model.joints, setting.model.idx_q, strict=True):
        if joint.kind in ("free", "spherical"):
            end = int(iq) + joint.nq
            order[end - 4 : end] = [end - 1, end - 4, end - 3, end - 2]
    return _rewritten(setting, case, {"q": lambda q: q[order]}, np.arange(setting.model.nv))


def _reordered(order_q: Any, order_v: Any, setting: _Setting, case: Case) -> Pair | None:
    """Ask in another order of the joints."""
    turned = dict.fromkeys(("v", "a", "tau"), lambda x: x[..., order_v])
    turned["q"] = lambda q: q[order_q]
    return _rewritten(setting, case, turned, np.argsort(order_v))


def _as_base(base: str, setting: _Setting, case: Case) -> Pair | None:
    """The reference value with the numbers of the base's twist in another representation."""
    return case.values, setting.right(case.arguments, base=base)


def _multiplied(factor: float, setting: _Setting, case: Case) -> Pair | None:
    """Wrong results times a number."""
    return {name: factor * case.values[name] for name in case.wrong}, case.reference


def _other_gravity(scale: float, setting: _Setting, case: Case) -> Pair | None:
    """The reference value under gravity times a number."""
    model = with_gravity(setting.model, scale * setting.model.gravity)
    return case.values, setting.right(case.arguments, model)


def _turned(setting: _Setting, case: Case) -> Pair | None:
    """Results with their axes in the order that agrees best."""
    found = {}
    for name in case.wrong:
        given, want = case.values[name], case.reference[name]
        turns = itertools.permutations(range(given.ndim))
        found[name] = min(
            (given.transpose(turn) for turn in turns), key=lambda x: np.abs(x - want).max()
        )
    return found, case.reference


def _classical(setting: _Setting, case: Case) -> Pair | None:
    """The reference value with v' + w x v in place of v' for each free joint, given or returned."""
    model, quantity, arguments = setting.model, setting.quantity, dict(case.arguments)
    if "v" not in arguments or "second" in quantity.name:
        return None
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
    want = dict(setting.right(arguments))
    if "dtau_dv" in want:
        want["dtau_dv"] = want["dtau_dv"] - want["dtau_da"] @ slope
    if quantity.name == "forward_dynamics":
        want["a"] = want["a"] + extra
    if "da_dv" in want:
        want["da_dv"] = want["da_dv"] + slope
    return case.values, want


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


def _other_slopes(linear: str, angular: bool, setting: _Setting, case: Case) -> Pair | None:
    """The reference along other perturbations of q: each axis q times body = T other, by joint.

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
        x = case.reference[name]
        if axes.count("q") == 2:
            continue
        for n, axis in enumerate(axes):
            x = np.moveaxis(np.moveaxis(x, n, -1) @ T, -1, n) if axis == "q" else x
        want[name] = x
    return {name: case.values[name] for name in want if name in case.wrong}, want
