"""A subject's inverse dynamics, whatever it offers, and where it differs from the right one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lieref.algebra import SO3
from lieref.check.quantities import Arrays, Quantity
from lieref.check.states import configuration
from lieref.kinematics.representations import convert_twists
from lieref.model.model import Model

Array = NDArray[np.float64]
Ask = Callable[[Arrays], Arrays | None]
Forces = Callable[[Array, Array, Array], Array | None]
#: Quantities that are probed.
PROBED = ("inverse_dynamics", "joint_space_inertia", "forward_dynamics")
#: Above so many coordinates products of two velocities are not asked for one by one.
MOST_COORDINATES = 12
#: States at which the parts of the forces are told apart.
STATES = 2
#: A part is wrong if it differs by more than this of the largest force of its kind.
WRONG = 1e-7
#: So many joints, or products, are named.
NAMED = 4


class Probe:
    """Forces tau(q, v, a) of a subject, the base's twist in body representation.

    Forward dynamics is solved for the forces, with nv + 1 questions. The joint-space inertia knows
    neither velocities nor gravity.

    Parameters
    ----------
    quantity : one of `PROBED`
    model, base : as of `lieref.check.reference.reference`
    ask : returns the subject's results for other arguments, None if there are none
    """

    def __init__(self, quantity: Quantity, model: Model, base: str, ask: Ask):
        self._quantity, self._model, self._base, self._ask = quantity.name, model, base, ask
        self.whole = quantity.name != "joint_space_inertia"
        self.gravity = np.array(model.gravity) if self.whole else np.zeros(3)

    def __call__(self, q: Array, v: Array, a: Array) -> Array | None:
        """The forces (nv,), None where the subject has no answer."""
        J, v, a = self._in_base(q, v if self.whole else 0.0 * v, a)
        if self._quantity == "inverse_dynamics":
            found = self._ask({"q": q, "v": v, "a": a})
            return None if found is None else np.asarray(J.T @ found["tau"])
        if self._quantity == "joint_space_inertia":
            found = self._ask({"q": q})
            return None if found is None else np.asarray(J.T @ (found["H"] @ a))
        rows = []
        for tau in (np.zeros(len(v)), *np.eye(len(v))):
            found = self._ask({"q": q, "v": v, "tau": tau})
            if found is None:
                return None
            rows.append(found["a"])
        try:
            return np.asarray(J.T @ np.linalg.solve((np.array(rows[1:]) - rows[0]).T, a - rows[0]))
        except np.linalg.LinAlgError:
            return None

    def _in_base(self, q: Array, v: Array, a: Array) -> tuple[Array, Array, Array]:
        """What takes body velocities to the subject's, and velocities and accelerations so."""
        J, v, a = np.eye(len(v)), v.copy(), a.copy()
        if self._base == "body":
            return J, v, a
        model = self._model
        for i, joint in enumerate(model.joints):
            if joint.kind == "free" and model.parents[i] < 0:
                iq, at = int(model.idx_q[i]), slice(int(model.idx_v[i]), int(model.idx_v[i]) + 6)
                pose = np.eye(4)
                pose[:3, :3], pose[:3, 3] = SO3.from_quaternion(q[iq + 3 : iq + 7]), q[iq : iq + 3]
                pose = model.placements[i] @ pose
                there: Any = self._base
                J[at, at] = np.array(
                    [convert_twists(e[None], pose, "body", there)[0] for e in np.eye(6)]
                ).T
                v[at], a[at] = convert_twists(np.array([v[at], a[at]]), pose, "body", there)
        return J, v, a


def located(probe: Probe, right: Forces, model: Model) -> list[str]:
    """Say which parts of a subject's forces differ from the right ones: gravity, inertia, velocity.

    Parameters
    ----------
    probe, right : forces (nv,) of q, v, a, the subject's and the right ones
    model : Model

    Returns
    -------
    list of str
        Facts, none of them a guess; empty where the subject has no answer.
    """
    rng = np.random.default_rng(11)
    nv, names = model.nv, coordinate_names(model)
    rest, still = np.zeros(nv), set[int]()
    columns: set[int] = set()
    products: dict[tuple[int, int], tuple[set[int], bool]] = {}
    odd, lines = False, []
    for _ in range(STATES):
        q = configuration(model, rng)
        g = _both(probe, right, q, rest, rest)
        M = [_both(probe, right, q, rest, e) for e in np.eye(nv)]
        if g is None or any(x is None for x in M):
            return []
        still.update(np.flatnonzero(_wrong(*g)).tolist())
        for j, x in enumerate(M):
            if x is not None and _wrong(x[0] - g[0], x[1] - g[1]).any():
                columns.add(j)
        if probe.whole:
            odd |= _odd(probe, right, q, rng.standard_normal(nv))
            for pair, got, want in _products(probe, right, q, nv):
                wrong = _wrong(got, want)
                if wrong.any():
                    missing = bool(abs(got).max() <= WRONG * abs(want).max())
                    rows, before = products.get(pair, (set(), True))
                    products[pair] = rows | set(np.flatnonzero(wrong).tolist()), before and missing
    if probe.whole:
        lines.append(_of_rows("forces at rest (v = 0, a = 0)", still, names))
    lines.append(_of_rows("forces of accelerations (v = 0), columns of H", columns, names))
    if odd:
        lines.append("velocity terms: wrong part that changes its sign with v, as friction does")
    if probe.whole and not products:
        lines.append("products of velocities: right" if odd else "velocity terms: right")
    for (j, k), (rows, missing) in list(products.items())[:NAMED]:
        word = "missing" if missing else "wrong"
        lines.append(
            f"velocity terms: {word} product v({names[j]}) v({names[k]}) in the rows of "
            f"{_some(rows, names)}"
        )
    if len(products) > NAMED:
        lines.append(f"velocity terms: and {len(products) - NAMED} other products")
    return lines


def _both(probe: Forces, right: Forces, q: Array, v: Array, a: Array) -> tuple[Array, Array] | None:
    """The subject's forces and the right ones."""
    got, want = probe(q, v, a), right(q, v, a)
    return None if got is None or want is None else (got, want)


def _wrong(got: Array, want: Array) -> Any:
    """Entries that differ by more than rounding."""
    return abs(got - want) > WRONG * max(abs(want).max(), abs(got).max(), 1e-9)


def _odd(probe: Forces, right: Forces, q: Array, v: Array) -> bool:
    """Whether the part of the forces that changes its sign with v is wrong."""
    both = [_both(probe, right, q, x, 0.0 * v) for x in (v, -v)]
    if any(x is None for x in both):
        return False
    ahead, reverse = (np.array(x) for x in both)
    got, want = ahead - reverse
    return bool((abs(got - want) > WRONG * abs(ahead).max()).any())


def _products(
    probe: Forces, right: Forces, q: Array, nv: int
) -> Iterator[tuple[tuple[int, int], Array, Array]]:
    """Coefficients of v_j v_k, the subject's and the right ones; squares first."""
    rest, unit = np.zeros(nv), np.eye(nv)

    def even(v: Array) -> Array | None:
        """Twice the even part of the velocity terms of both."""
        found = [_both(probe, right, q, x, rest) for x in (v, -v, rest)]
        if any(x is None for x in found):
            return None
        ahead, reverse, still = (np.array(x) for x in found)
        return np.asarray(ahead + reverse - 2.0 * still)

    squares = []
    for j in range(nv):
        found = even(unit[j])
        if found is None:
            return
        squares.append(found)
        yield (j, j), found[0], found[1]
    for j in range(nv if nv <= MOST_COORDINATES else 0):
        for k in range(j):
            found = even(unit[j] + unit[k])
            if found is None:
                return
            got, want = found - squares[j] - squares[k]
            yield (k, j), got, want


def coordinate_names(model: Model) -> list[str]:
    """The joint of each velocity coordinate, with its number where the joint has several."""
    return [
        repr(name) if joint.nv == 1 else f"{name!r}[{k}]"
        for name, joint in zip(model.joint_names, model.joints, strict=True)
        for k in range(joint.nv)
    ]


def _of_rows(what: str, wrong: set[int], names: list[str]) -> str:
    """One line on a part."""
    return f"{what}: wrong for {_some(wrong, names)}" if wrong else f"{what}: right"


def _some(numbers: set[int], names: list[str]) -> str:
    """The first of these names."""
    shown = [names[j] for j in sorted(numbers)]
    rest = f" and {len(shown) - NAMED} more" if len(shown) > NAMED else ""
    return ", ".join(shown[:NAMED]) + rest
