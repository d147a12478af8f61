"""Properties M1 to M27 and identities K1 to K16 of Singh et al., each as sides that must be equal.

A property holds for random arguments. An identity says what the derivative of a quantity of joint
or body i along joint j is: the left side differentiates the definition (`differentiated_tree`),
the right side is the formula, zero where the paper says so. VARIANTS are what a hasty reader takes
them for, and are refuted.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lieref import oracle
from lieref.partials.tensor_algebra import (
    coriolis_matrices,
    coriolis_matrix,
    force_cross,
    force_crosses,
    matrix_times_tensor,
    motion_cross,
    motion_crosses,
    rotated,
    swapped_cross,
    swapped_crosses,
    tensor_times_matrix,
    transposed,
)
from verification.subjects import robots
from verification.subjects.definitions.differentiated_tree import DIGITS, Body, DifferentiatedTree

Array = NDArray[Any]
K = oracle.Arb(DIGITS)


@dataclass(frozen=True)
class Draw:
    """Random arguments of Table II, with as many columns as no other one has."""

    u: Array
    v: Array
    w: Array
    f: Array
    U: Array
    V: Array
    W: Array
    F: Array
    A: Array
    Y: Array
    inertia: Array
    factor: Any


def draw(seed: int, symmetric: bool) -> Draw:
    """Arguments in [-1, 1]; an inertia that is symmetric, or not."""
    rng = np.random.default_rng(seed)
    shapes: dict[str, tuple[int, ...]] = dict.fromkeys("uvwf", (6,))
    shapes |= {"U": (6, 2), "V": (6, 3), "W": (6, 4), "F": (6, 5), "A": (3, 5), "Y": (5, 2, 4)}
    drawn = {name: _exact(rng.uniform(-1, 1, shape)) for name, shape in shapes.items()}
    inertia = _exact(rng.uniform(-1, 1, (6, 6)))
    if symmetric:
        inertia = inertia + inertia.T
    return Draw(**drawn, inertia=inertia, factor=K(float(rng.uniform(1, 2))))


def _exact(x: NDArray[np.float64]) -> Array:
    return np.array([K(float(y)) for y in x.ravel()], dtype=object).reshape(x.shape)


# short names: this is a table of formulas
_mx, _fx, _bx = motion_crosses, force_crosses, swapped_crosses
_m, _f, _b = motion_cross, force_cross, swapped_cross
_T, _R, _B, _BB = transposed, rotated, coriolis_matrix, coriolis_matrices


def _ab(*factors: Array) -> Array:
    """Product of matrices and at most one tensor, from left to right; vectors are columns."""
    out = factors[0]
    for factor in factors[1:]:
        right = factor[:, None] if factor.ndim == 1 else factor
        if out.ndim == 3:
            out = tensor_times_matrix(out, right)
        else:
            out = matrix_times_tensor(out, right) if right.ndim == 3 else out @ right
    return out


def _flat(tensor: Array) -> Array:
    """A tensor of one page as a matrix."""
    return np.asarray(tensor[:, :, 0])


Sides = tuple[Callable[[Draw], Array], ...]
PROPERTIES: Mapping[str, Sides] = {
    "M1": (lambda d: _fx(d.U), lambda d: -_T(_mx(d.U))),
    "M2": (lambda d: -_ab(d.V.T, _fx(d.U)), lambda d: _T(_ab(_mx(d.U), d.V))),
    "M3": (lambda d: -_ab(d.V.T, _fx(d.U), d.F), lambda d: _ab(_T(_ab(_mx(d.U), d.V)), d.F)),
    "M4": (lambda d: _flat(_R(_ab(_mx(d.U), d.v))), lambda d: -_m(d.v) @ d.U),
    "M5": (lambda d: _ab(_fx(d.U), d.F), lambda d: _R(_ab(_bx(d.F), d.U))),
    "M6": (lambda d: _ab(_bx(d.F), d.U), lambda d: _R(_ab(_fx(d.U), d.F))),
    "M7": (lambda d: _mx(d.factor * d.U), lambda d: d.factor * _mx(d.U)),
    "M8": (lambda d: _ab(_mx(d.U), d.V), lambda d: -_R(_ab(_mx(d.V), d.U))),
    "M9": (
        lambda d: _mx(_m(d.v) @ d.U),
        lambda d: _ab(_m(d.v), _mx(d.U)) - _ab(_mx(d.U), _m(d.v)),
    ),
    "M10": (
        lambda d: _fx(_m(d.v) @ d.U),
        lambda d: _ab(_f(d.v), _fx(d.U)) - _ab(_fx(d.U), _f(d.v)),
    ),
    "M11": (
        lambda d: _bx(_flat(_R(_ab(_fx(d.U), d.f)))),
        lambda d: _ab(_fx(d.U), _b(d.f)) - _ab(_b(d.f), _mx(d.U)),
    ),
    "M12": (lambda d: _T(_ab(_fx(d.U), d.F)), lambda d: -_ab(d.F.T, _mx(d.U))),
    "M13": (
        lambda d: _ab(d.V.T, _ab(_fx(d.U), d.F)),
        lambda d: _ab(_T(_R(_ab(_mx(d.V), d.U))), d.F),
        lambda d: _T(_ab(d.F.T, _R(_ab(_mx(d.V), d.U)))),
    ),
    "M14": (lambda d: _f(d.v) @ d.F, lambda d: _flat(_R(_ab(_bx(d.F), d.v)))),
    "M15": (lambda d: _b(d.f) @ d.U, lambda d: _flat(_R(_ab(_fx(d.U), d.f)))),
    "M16": (
        lambda d: _ab(d.V.T, _R(_ab(_fx(d.U), d.F))),
        lambda d: _R(_ab(_T(_R(_ab(_mx(d.V), d.U))), d.F)),
    ),
    "M17": (
        lambda d: _ab(d.V.T, _R(_ab(_fx(d.U), d.F))),
        lambda d: -_T(_ab(d.U.T, _R(_ab(_fx(d.V), d.F)))),
    ),
    "M18": (
        lambda d: _ab(d.inertia, _R(_ab(_fx(d.U), d.F))),
        lambda d: _R(_ab(d.inertia, _ab(_fx(d.U), d.F))),
    ),
    "M19": (
        lambda d: _ab(d.inertia, _R(_ab(_mx(d.U), d.V))),
        lambda d: _R(_ab(d.inertia, _ab(_mx(d.U), d.V))),
    ),
    "M20": (lambda d: _T(_ab(d.A, d.Y)), lambda d: _ab(_T(d.Y), d.A.T)),
    "M21": (
        lambda d: _ab(d.F.T, _ab(_mx(d.U), d.V)),
        lambda d: -_T(_ab(d.V.T, _R(_ab(_bx(d.F), d.U)))),
    ),
    "M22": (lambda d: _B(d.inertia, d.v).T @ d.w, lambda d: -_B(d.inertia, d.w).T @ d.v),
    "M23": (
        lambda d: _B(d.inertia, d.v) @ d.w,
        lambda d: _B(d.inertia, d.w) @ d.v - d.inertia @ (_m(d.v) @ d.w),
    ),
    "M24": (
        lambda d: np.array([d.u @ (_B(d.inertia, d.v) @ d.w)]),
        lambda d: np.array([-d.v @ (_B(d.inertia, d.u) @ d.w)]),
    ),
    "M25": (
        lambda d: _ab(_T(_BB(d.inertia, d.V)), d.W),
        lambda d: -_R(_ab(_T(_BB(d.inertia, d.W)), d.V)),
    ),
    "M26": (
        lambda d: _ab(_BB(d.inertia, d.V), d.W),
        lambda d: _R(_ab(_BB(d.inertia, d.W), d.V)) - _ab(d.inertia, _mx(d.V), d.W),
    ),
    "M27": (
        lambda d: _ab(d.U.T, _R(_ab(_BB(d.inertia, d.V), d.W))),
        lambda d: -_T(_ab(d.V.T, _R(_ab(_BB(d.inertia, d.U), d.W)))),
    ),
}
#: Properties that need I = I^T.
SYMMETRIC = ("M22", "M24", "M25", "M27")


@dataclass(frozen=True)
class Identity:
    """The derivative of a quantity of body i along joint j.

    formula(i, j): for j <= i along one path, zero elsewhere; a composite's, which also moves with
    the joints beyond i, has that of its part beyond, formula(j, j).
    """

    along: str
    quantity: Callable[[Body], Array]
    formula: Callable[[Body, Body], Array]
    composite: bool = False
    # the joint's own coordinates do not count
    strictly: bool = False


def _turn(j: Body, tensor: Array) -> Array:
    """(S_j x~*) I - I (S_j x~) of a matrix that moves with joint j."""
    return np.asarray(_ab(_fx(j.S), tensor) - _ab(tensor, _mx(j.S)))


def _on_vector(tensor: Array, x: Array) -> Array:
    """A tensor times a vector, its pages as columns."""
    return np.asarray(_ab(tensor, x)[:, 0, :])


def _force_rate(inertia: Array, f: Array, B: Array, j: Body) -> Array:
    """I psi_dd + f x-bar* S + 2 B psi_d of (K11), (K12)."""
    return np.asarray(inertia @ j.psi_dd + _b(f) @ j.S + 2 * B @ j.psi_d)


IDENTITIES: Mapping[str, Identity] = {
    "K1": Identity("q", lambda b: b.S, lambda i, j: _ab(_mx(j.S), i.S)),
    "K2": Identity(
        "q", lambda b: b.S_d, lambda i, j: _ab(_mx(j.psi_d), i.S) + _ab(_mx(j.S), i.S_d)
    ),
    "K3": Identity("q", lambda b: _m(b.rate) @ b.S, lambda i, j: _ab(_mx(j.S), _m(i.rate) @ i.S)),
    "K4": Identity(
        "q", lambda b: b.psi_d, lambda i, j: _ab(_mx(j.psi_d), i.S) + _ab(_mx(j.S), i.psi_d)
    ),
    "K5": Identity("q", lambda b: b.inertia, lambda i, j: _turn(j, i.inertia)),
    "K6": Identity("q", lambda b: b.inertia_C, lambda i, j: _turn(j, i.inertia_C), composite=True),
    "K7": Identity("q", lambda b: b.a, lambda i, j: j.psi_dd - _m(i.v) @ j.psi_d - _m(i.a) @ j.S),
    "K8": Identity(
        "q",
        lambda b: b.inertia @ b.a,
        lambda i, j: (
            _on_vector(_fx(j.S), i.inertia @ i.a)
            + i.inertia @ j.psi_dd
            - i.inertia @ (_m(i.v) @ j.psi_d)
        ),
    ),
    "K9": Identity(
        "q",
        lambda b: b.psi_dd,
        lambda i, j: (
            _ab(_mx(j.psi_dd), i.S) + 2 * _ab(_mx(j.psi_d), i.psi_d) + _ab(_mx(j.S), i.psi_dd)
        ),
    ),
    "K10": Identity(
        "q",
        lambda b: b.coriolis_C,
        lambda i, j: _BB(i.inertia_C, j.psi_d) + _turn(j, i.coriolis_C),
        composite=True,
    ),
    "K11": Identity("q", lambda b: b.f, lambda i, j: _force_rate(i.inertia, i.f, i.coriolis, j)),
    "K12": Identity(
        "q",
        lambda b: b.f_C,
        lambda i, j: _force_rate(i.inertia_C, i.f_C, i.coriolis_C, j),
        composite=True,
    ),
    "K13": Identity("q", lambda b: b.S.T, lambda i, j: -_ab(i.S.T, _fx(j.S))),
    "K14": Identity("v", lambda b: b.S_d, lambda i, j: _ab(_mx(j.S), i.S)),
    "K15": Identity("v", lambda b: b.psi_d, lambda i, j: _ab(_mx(j.S), i.S), strictly=True),
    "K16": Identity(
        "v", lambda b: b.coriolis_C, lambda i, j: _BB(i.inertia_C, j.S), composite=True
    ),
}
#: Misreadings: of an identity's formula, or of where it is zero.
VARIANTS: Mapping[str, Mapping[str, Any]] = {
    "K1": {"formula": lambda i, j: _R(_ab(_mx(i.S), j.S))},
    "K2": {"formula": lambda i, j: _ab(_mx(j.S), i.S_d)},
    "K4": {"formula": lambda i, j: _ab(_mx(j.S), i.psi_d)},
    "K6": {"composite": False},
    "K9": {
        "formula": lambda i, j: (
            _ab(_mx(j.psi_dd), i.S) + _ab(_mx(j.psi_d), i.psi_d) + _ab(_mx(j.S), i.psi_dd)
        )
    },
    "K10": {"formula": lambda i, j: 2 * _BB(i.inertia_C, j.psi_d) + _turn(j, i.coriolis_C)},
    "K11": {"formula": lambda i, j: _force_rate(i.inertia, i.f, i.coriolis / 2, j)},
    "K12": {"formula": lambda i, j: _force_rate(i.inertia_C, i.f, i.coriolis_C, j)},
    "K15": {"strictly": False},
    "K16": {"formula": lambda i, j: 2 * _BB(i.inertia_C, j.S)},
}


@lru_cache(maxsize=2)
def _tree(bodies: int, seed: int, along: str) -> DifferentiatedTree:
    """A random tree of every joint type in a random state."""
    model = robots.build({"name": "random_tree", "bodies": bodies, "seed": seed, "base": "free"})
    rng = np.random.default_rng(seed)
    q = model.random_configuration(rng)
    v, a = rng.uniform(-1, 1, (2, model.nv))
    return DifferentiatedTree(model, q, v, a, along)


def _relative(pairs: list[tuple[Array, Array]]) -> float:
    """Largest difference of any pair by the largest modulus of all."""
    error, size = 0.0, 0.0
    for left, right in pairs:
        if left.shape != right.shape:
            raise ValueError(f"sides of shapes {left.shape} and {right.shape}")
        # proven: a ball's midpoint and radius
        error = max([error, *(abs(K.to_float(x)) + K.radius(x) for x in (left - right).ravel())])
        size = max([size, *(abs(K.to_float(x)) for x in right.ravel())])
    return error / size


def property_sides(name: str, seed: int, symmetric: bool) -> list[tuple[Array, Array]]:
    """The first side of a property beside each other one."""
    arguments = draw(seed, symmetric)
    left, *others = (side(arguments) for side in PROPERTIES[name])
    return [(left, right) for right in others]


def identity_sides(identity: Identity, bodies: int, seed: int) -> list[tuple[Array, Array]]:
    """Derivative and formula for every body and every joint."""
    tree = _tree(bodies, seed, identity.along)
    numbers = tree.numbers()
    found = []
    for i, body in enumerate(tree.bodies):
        for j, other in enumerate(numbers):
            left = tree.slope(identity.quantity(body), j)
            right = 0 * left
            if tree.supports(j, i) and not (identity.strictly and i == j):
                right = identity.formula(numbers[i], other)
            elif tree.supports(i, j) and identity.composite:
                right = identity.formula(other, other)
            found.append((left, right))
    return found


def evaluate(params: Mapping[str, Any]) -> dict[str, Any]:
    """Return how far the sides of a property or identity are apart, at 55 digits.

    Parameters
    ----------
    params : mapping
        ``name``: "M1" .. "M27" or "K1" .. "K16"; ``seed``; ``bodies`` of the random tree of an
        identity; ``as``: "printed", "negated" (the right sides with the other sign, which shows
        that there is something to compare), or "misread": one of VARIANTS, or a property with an
        inertia that is not symmetric.

    Returns
    -------
    dict
        ``difference``: the largest, relative to the largest entry of the right sides.
    """
    name, seed, reading = params["name"], params["seed"], params["as"]
    with K.working():
        if name in PROPERTIES:
            pairs = property_sides(name, seed, symmetric=reading != "misread")
        else:
            changed = VARIANTS[name] if reading == "misread" else {}
            pairs = identity_sides(replace(IDENTITIES[name], **changed), params["bodies"], seed)
        if reading == "negated":
            pairs = [(left, -right) for left, right in pairs]
        return {"difference": _relative(pairs)}
