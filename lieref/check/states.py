"""States that subjects are asked at: random, seeded, and the same on every machine."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from lieref.check.quantities import Arrays, FloatArray, Quantity
from lieref.errors import ShapeError
from lieref.model.loops.loop_model import LoopModel
from lieref.model.model import Model

#: Speeds of "fast" are so many times those of "generic", rad/s and m/s.
FAST = 30.0
#: A range of positions that no joint has, m or rad.
WIDE = 1000.0
#: Decimal logarithms of the tiny angles and shifts of "near_zero", rad and m.
TINY = (-12.0, -4.0)


@dataclass(frozen=True)
class State:
    """One state.

    label : kind and seed
    q : (nq,), m and rad
    v : (order + 2, nv) velocity and its time derivatives
    tau : (order + 1, nv) generalized forces and their time derivatives
    """

    label: str
    q: FloatArray
    v: FloatArray
    tau: FloatArray

    def arguments(self, quantity: Quantity) -> Arrays:
        """Return the arguments of a quantity at this state."""
        if quantity.orders:
            v, tau = (self.v[0], self.tau) if quantity.forward else (self.v, self.tau)
        else:
            v, tau = self.v[0], self.tau[0]
        every = {"q": self.q, "v": v, "a": self.v[1], "tau": tau}
        return {name: every[name] for name in quantity.inputs}


def configuration(model: Model, rng: np.random.Generator) -> FloatArray:
    """A random configuration; joints whose limits are too far for a motion are sampled as without.

    Files have limits of 1e9 m or rad where they mean none.
    """
    q = model.random_configuration(rng)
    for joint, iq, iv in zip(model.joints, model.idx_q, model.idx_v, strict=True):
        if joint.nv == 1 and WIDE < model.upper[iv] - model.lower[iv] < np.inf:
            q[iq] = np.clip(rng.uniform(-np.pi, np.pi), model.lower[iv], model.upper[iv])
    return q


def _generic(model: Model, rng: np.random.Generator, order: int) -> tuple[FloatArray, ...]:
    """Random configuration; velocities, forces and derivatives of the size of one."""
    v, tau = rng.standard_normal((order + 2, model.nv)), rng.standard_normal((order + 1, model.nv))
    return configuration(model, rng), v, tau


def _zero(model: Model, rng: np.random.Generator, order: int) -> tuple[FloatArray, ...]:
    """Every joint at its zero, at rest, without forces."""
    return model.neutral(), np.zeros((order + 2, model.nv)), np.zeros((order + 1, model.nv))


def _fast(model: Model, rng: np.random.Generator, order: int) -> tuple[FloatArray, ...]:
    """Velocities and derivatives as of a generic motion run `FAST` times as fast."""
    q, v, tau = _generic(model, rng, order)
    speed = FAST ** np.arange(order + 2)
    return q, FAST * speed[:, None] * v, FAST**2 * speed[:-1, None] * tau


def _near_zero(model: Model, rng: np.random.Generator, order: int) -> tuple[FloatArray, ...]:
    """Generic, but for a joint of three at a tiny angle or shift and one exactly at its zero.

    Code has branches there for one joint, which no state sees where all joints are at zero.
    """
    q, v, tau = _generic(model, rng, order)
    still = model.neutral()
    tiny = 10.0 ** rng.uniform(*TINY, model.nv) * rng.choice([-1.0, 1.0], model.nv)
    moved = model.integrate(still, tiny)
    for place, i in enumerate(rng.permutation(model.nbodies)):
        at = slice(int(model.idx_q[i]), int(model.idx_q[i]) + model.joints[i].nq)
        if place % 3 != 1:
            q[at] = (moved if place % 3 == 0 else still)[at]
    return q, v, tau


STATES: dict[str, Callable[[Model, np.random.Generator, int], tuple[FloatArray, ...]]] = {
    "generic": _generic,
    "zero": _zero,
    "fast": _fast,
    "near_zero": _near_zero,
}


def draw(
    model: Model, kinds: Sequence[str] = tuple(STATES), seeds: Sequence[int] = (0,), order: int = 0
) -> list[State]:
    """Return one state for each kind and seed; "zero" once, because it is always the same.

    Parameters
    ----------
    model : Model
    kinds : of `STATES`: "generic", "zero", "fast", "near_zero".
    seeds : non-negative integers.
    order : of the time derivatives that the state holds.

    Raises
    ------
    ShapeError
        An unknown kind, no kind, no seed, or a negative one.
    """
    if isinstance(kinds, str) or not kinds or not set(kinds) <= set(STATES):
        raise ShapeError(f"states: got {kinds!r}, expected some of {list(STATES)}")
    if not seeds or not all(isinstance(x, int) and x >= 0 for x in seeds):
        raise ShapeError(f"seeds: got {seeds!r}, expected integers that are not negative")
    found = []
    for kind in dict.fromkeys(kinds):
        for seed in list(seeds)[: 1 if kind == "zero" else None]:
            rng = np.random.default_rng([seed, zlib.crc32(kind.encode())])
            label = kind if kind == "zero" else f"{kind}, seed {seed}"
            found.append(State(label, *STATES[kind](model, rng, order)))
    return found


def closed(model: LoopModel, seed: int, order: int) -> State:
    """A generic state of a mechanism: its loops are closed, its rates those of what is free."""
    rng = np.random.default_rng(seed)
    v, tau = rng.standard_normal((order + 2, model.nv)), rng.standard_normal((order + 1, model.nv))
    return State(f"generic, seed {seed}", model.random_configuration(rng), v, tau)
