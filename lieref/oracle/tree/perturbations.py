"""States perturbed along their coordinates, and the generalized forces that they take, as jets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lieref.model.tree.exact import (
    ExactBody,
    ExactModel,
    cross,
    rotation_from_quaternion,
)
from lieref.oracle.arguments import configuration, scalars
from lieref.oracle.scalars.jets import Jet, Jets
from lieref.oracle.tree.exact_models import exact_model
from lieref.oracle.tree.inverse_dynamics import torques

if TYPE_CHECKING:
    from lieref.model.model import Model

#: Slopes of the coordinates that change: {"q", "v" or "a": {coordinate: slopes}}.
Change = Mapping[str, Mapping[int, Sequence[Any]]]


@dataclass(frozen=True)
class State:
    """Configuration, velocity, acceleration and loads, checked, as scalars of a field.

    applied: (1, nbodies, 6) or None; the rest as in `inverse_dynamics_partials`.
    """

    exact: ExactModel
    q: list[Any]
    v: list[Any]
    a: list[Any]
    base: str
    applied: Any
    axes: str


def state(
    K: Any, model: Model, q: Any, v: Any, a: Any, base: str, wrenches: Any, wrench_axes: str
) -> State:
    """State from a user's arguments; the errors of `inverse_dynamics_partials`."""
    nv, applied = int(model.nv), None
    if wrenches is not None:
        applied = [scalars(K, "wrenches", wrenches, (int(model.nbodies), 6))]
    return State(
        exact=exact_model(model, K),
        q=configuration(K, model, q),
        v=scalars(K, "v", v, (nv,)),
        a=scalars(K, "a", a, (nv,)),
        base=base,
        applied=applied,
        axes=wrench_axes,
    )


def unit_slopes(K: Any, coordinates: Sequence[int]) -> dict[int, list[Any]]:
    """Slopes with which direction e_a is the a-th of these coordinates."""
    return {j: [K(0)] * a + [K(1)] for a, j in enumerate(coordinates)}


def perturbed_torques(
    K: Any, at: State, e: Change, d: Change, mixed: Sequence[Any] | None = None
) -> list[Jet]:
    """Generalized forces of order 0 as jets, the state being moved along e and d.

    q * exp(delta_d) * exp(delta_e), v + v_e + v_d, a + a_e + a_d + a_ed: the configuration goes
    along d first, so that w is the Lie derivative along e, differentiated along d.

    e holds slopes u, d slopes y, of the coordinates that change; mixed is the slope w of the
    accelerations along the first e and d, zero if not given.
    """
    J, nv, zero = Jets(K), len(at.v), K(0)
    q = at.q
    for delta in (
        [Jet(zero, y=d.get("q", {}).get(j, ())) for j in range(nv)],
        [Jet(zero, u=e.get("q", {}).get(j, ())) for j in range(nv)],
    ):
        q = displaced(J, at.exact.bodies, q, delta)
    rows = [moved("v", at.v, e, d), moved("a", at.a, e, d, mixed)]
    row = torques(J, at.exact, q, rows, at.base, at.applied, at.axes, None)[0]
    return [x if isinstance(x, Jet) else Jet(x) for x in row]


def moved(
    name: str, values: Sequence[Any], e: Change, d: Change, w: Sequence[Any] | None = None
) -> list[Any]:
    """The coordinates called name as jets: their values, and the slopes in e, d and w."""
    along_e, along_d = e.get(name, {}), d.get(name, {})
    return [
        Jet(x, along_e.get(j, ()), along_d.get(j, ()), () if w is None else [w[j]])
        for j, x in enumerate(values)
    ]


def displaced(
    J: Any, bodies: tuple[ExactBody, ...], q: Sequence[Any], delta: Sequence[Jet]
) -> list[Any]:
    """q * exp(delta) for delta of which all products vanish, in body axes of every joint.

    One degree: q + delta. Quaternion: Q (1 + w / 2), of the norm of Q since w w = 0. Position of
    a free joint: p + R(Q) u.
    """
    out = list(q)
    for body in bodies:
        if body.kind not in ("spherical", "free"):
            out[body.iq] = q[body.iq] + delta[body.iv]
            continue
        start = body.iq + (3 if body.kind == "free" else 0)
        Q = tuple(q[start : start + 4])
        half = tuple(x / 2 for x in delta[body.iv : body.iv + 3])
        turned = [Q[3] * h + c for h, c in zip(half, cross(Q[:3], half), strict=True)]
        turned.append(-J.dot(Q[:3], half))
        out[start : start + 4] = [x + y for x, y in zip(Q, turned, strict=True)]
        if body.kind == "free":
            slide = delta[body.iv + 3 : body.iv + 6]
            for i, row in enumerate(rotation_from_quaternion(J, Q)):
                out[body.iq + i] = q[body.iq + i] + J.dot(row, slide)
    return out
