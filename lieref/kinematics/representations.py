"""Twists, wrenches and inertias between the four representations, with time derivatives.

A change of representation is V_target = T V_source with a matrix T of the pose (R, p). Wrenches
are dual, W_source = T^T W_target, and inertias are congruent, M_source = T^T M_target T. The pose
moves with the twist itself, so a stack of twists says how T changes in time.

Müller (2018): (96), (98), (99), (100); (34), (47) for inertias; (106) for Jacobians, whose columns
are twists; (33) corrected: T of the mixed representation moves as well, so J^m' and V^m'' have
further terms.

`convert_twists`, `convert_wrenches` and `convert_inertias` compute in double-double,
`conversions_kernel.pxi`; `pose_series` and `change_series` are the same in numpy over any scalar.
"""

from __future__ import annotations

from functools import lru_cache
from math import factorial
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref import machine
from lieref.algebra.arguments import as_poses, as_stack, choice
from lieref.algebra.groups.screw_arrays import constant, product, skew, times
from lieref.algebra.ready import is_finite
from lieref.errors import NonFiniteError, ShapeError

Array = NDArray[Any]
Representation = Literal["body", "spatial", "hybrid", "mixed"]
#: Numbers of the representations in compiled code.
NUMBERS = {"body": 0, "spatial": 1, "hybrid": 2, "mixed": 3}
#: Are the angular and the linear part resolved in body axes?
BODY_AXES = {
    "body": (True, True),
    "spatial": (False, False),
    "hybrid": (False, False),
    "mixed": (True, False),
}
#: The compiled code.
CONVERSIONS = machine.kernel("_conversions_exact")
# Derivatives up to this order: 170! is the last factorial that is a double.
MOST_ROWS = 171


def convert_twists(
    twists: ArrayLike, poses: ArrayLike, source: Representation, target: Representation
) -> NDArray[np.float64]:
    """Return twists of moving frames, and their time derivatives, in another representation.

    Source: Müller (2018), (98)-(100), at any order.

    Parameters
    ----------
    twists : (n, ..., 6) or (..., 6)
        Twists (omega, v) of frames and their plain time derivatives of order 0 .. n - 1, in the
        representation `source`; without the first axis, twists alone. rad and m per s^(k + 1).
    poses : (..., 4, 4)
        Poses of the frames in the inertial frame, m; leading axes as those of `twists`.
    source, target : "body", "spatial", "hybrid" or "mixed"
        See docs/conventions.md.

    Returns
    -------
    array of the shape of `twists`
        Componentwise time derivatives in the representation `target`.

    Raises
    ------
    ArgumentError
        A model of another kind, or a name that is not known.
    ShapeError
        Arrays of other shapes.
    NonFiniteError
        NaN or infinity, or a result beyond the range of double.
    ConfigurationError
        `poses` farther than 1e-9 from poses.

    Notes
    -----
    O(n^2) a frame, in double-double, rounded once: each entry is accurate to about half an ulp of
    the largest of its order (the claim `conversions_one_way`). Rotations are taken as they are,
    with their inverse where R^T stands in the formulas, so a round trip comes back as exactly as
    the rounding of the stack in between allows (the claim `conversions_round_trip`): what one
    representation rounds off is multiplied by the cancellation on the way back, about a digit
    each order.

    Examples
    --------
    >>> import lieref, numpy as np
    >>> model, q, v = lieref.catalogue.serial_chain(3), np.zeros(3), np.ones(3)
    >>> poses, twists = lieref.forward_kinematics(model, q, [v, v])
    >>> lieref.convert_twists(twists, poses, "spatial", "body").shape
    (2, 3, 6)
    """
    require_representation("source", source)
    require_representation("target", target)
    C = as_poses(poses, "poses")
    V = _stack("twists", twists, C, (6,))
    return _result("twists", converted(V, C, V, source, target), twists)


def convert_wrenches(
    wrenches: ArrayLike,
    poses: ArrayLike,
    source: Representation,
    target: Representation,
    twists: ArrayLike | None = None,
) -> NDArray[np.float64]:
    """Return wrenches, and their time derivatives, in another representation.

    A wrench has the representation dual to the twist that it is paired with: W . V is power in
    each. Source: Müller (2018), (120) with the changes (98)-(100), at any order.

    Parameters
    ----------
    wrenches : (n, ..., 6) or (..., 6)
        Wrenches (torque, force) and their plain time derivatives of order 0 .. n - 1, in the
        representation `source`; N m and N per s^k.
    poses : (..., 4, 4)
        Poses of the frames that they act at, m.
    source, target : "body", "spatial", "hybrid" or "mixed"
    twists : (m, ..., 6), m >= n - 1
        How the frames move: twists and their derivatives in the representation `source`. Needed
        for n > 1.

    Returns
    -------
    array of the shape of `wrenches`

    Raises
    ------
    ShapeError, NonFiniteError, ConfigurationError
        As `convert_twists`; twists missing or too few.

    Examples
    --------
    >>> import lieref, numpy as np
    >>> model, q, v = lieref.catalogue.serial_chain(3), np.zeros(3), np.ones(3)
    >>> poses, _ = lieref.forward_kinematics(model, q, [v])
    >>> lieref.convert_wrenches(np.ones((1, 3, 6)), poses, "body", "spatial").shape
    (1, 3, 6)
    """
    return _result(
        "wrenches", _dual("wrenches", wrenches, poses, source, target, twists, (6,)), wrenches
    )


def convert_inertias(
    inertias: ArrayLike,
    poses: ArrayLike,
    source: Representation,
    target: Representation,
    twists: ArrayLike | None = None,
) -> NDArray[np.float64]:
    """Return 6x6 inertias, and their time derivatives, in another representation.

    Source: Müller (2018), (34), (47), (51), (64), at any order; (37) is the first derivative.

    Parameters
    ----------
    inertias : (n, ..., 6, 6) or (..., 6, 6)
        M with M V the momentum, angular part first, and its plain time derivatives, in the
        representation `source`; kg m^2, kg m and kg per s^k.
    poses : (..., 4, 4)
        Poses of the frames that they are about, m.
    source, target : "body", "spatial", "hybrid" or "mixed"
    twists : (m, ..., 6), m >= n - 1
        How the frames move, in the representation `source`. Needed for n > 1.

    Returns
    -------
    array of the shape of `inertias`

    Raises
    ------
    ShapeError, NonFiniteError, ConfigurationError
        As `convert_twists`; twists missing or too few.

    Examples
    --------
    >>> import lieref, numpy as np
    >>> model, q, v = lieref.catalogue.serial_chain(3), np.zeros(3), np.ones(3)
    >>> poses, _ = lieref.forward_kinematics(model, q, [v])
    >>> lieref.convert_inertias(np.ones((1, 3, 1, 1)) * np.eye(6), poses, "body",
    ...     "spatial").shape
    (1, 3, 6, 6)
    """
    return _result(
        "inertias", _dual("inertias", inertias, poses, source, target, twists, (6, 6)), inertias
    )


def require_representation(name: str, value: object) -> None:
    """Raise ArgumentError, listing the names, unless `value` is one of the representations."""
    choice(name, value, BODY_AXES)


def pose_series(
    R0: Array, p0: Array, rates: Array, representation: str, n: int
) -> tuple[Array, Array]:
    """Series (n, ..., 3, 3) and (n, ..., 3) of poses that move with the twists `rates`.

    R0 (..., 3, 3), p0 (..., 3); rates (n - 1 or more, ..., 6): Taylor coefficients of the twists.
    R' = R w~ with w in body axes, else w~ R; p' = R v, v, or v + w x p of the representation.
    """
    R, p = constant(R0, n), constant(p0, n)
    if n == 1:
        return R, p
    turn = skew(rates[..., :3])
    for k in range(n - 1):
        step = rates[k, ..., 3:]
        turned: Any = 0
        for j in range(k + 1):
            if BODY_AXES[representation][0]:
                turned = turned + R[j] @ turn[k - j]
            else:
                turned = turned + turn[j] @ R[k - j]
        if representation == "body":
            step = product(R[: k + 1], rates[: k + 1, ..., 3:], times)[k]
        elif representation == "spatial":
            step = step + product(turn[: k + 1], p[: k + 1], times)[k]
        R[k + 1], p[k + 1] = turned / (k + 1), step / (k + 1)
    return R, p


def change_series(R: Array, p: Array, source: str, target: str) -> Array:
    """T (n, ..., 6, 6) with V_target = T V_source   [(98)-(100)]; R, p: series of the poses.

    T = [[A, 0], [L, D]]: A and D turn the two parts into their axes, L moves the reference point.
    """
    T = np.zeros((*p.shape[:-1], 6, 6), p.dtype)
    A, D = (_turn(R, *axes) for axes in zip(BODY_AXES[source], BODY_AXES[target], strict=True))
    T[..., :3, :3], T[..., 3:, 3:] = A, D
    if source != target == "spatial":
        # v_s = v_h + p x w
        T[..., 3:, :3] = product(skew(p), A)
    elif target != source == "spatial":
        # v_h = v_s - p x w
        T[..., 3:, :3] = -product(D, skew(p))
    return T


def _turn(R: Array, from_body: bool, to_body: bool) -> Array:
    """Series of the rotation between body and inertial axes; 1 where both are the same."""
    if from_body == to_body:
        return constant(np.broadcast_to(np.eye(3, dtype=int), R.shape[1:]).astype(R.dtype), len(R))
    return R if from_body else R.swapaxes(-1, -2)


def _dual(
    name: str,
    value: ArrayLike,
    poses: ArrayLike,
    source: str,
    target: str,
    twists: ArrayLike | None,
    core: tuple[int, ...],
) -> Array:
    """The checked stack `value` in the representation `target`."""
    require_representation("source", source)
    require_representation("target", target)
    C = as_poses(poses, "poses")
    stack = _stack(name, value, C, core)
    n = len(stack)
    rates = np.zeros((0, *C.shape[:-2], 6))
    if twists is not None:
        rates = _stack("twists", twists, C, (6,))
    if len(rates) < n - 1:
        raise ShapeError(f"twists has {len(rates)} orders, {name} of {n} orders needs {n - 1}")
    return converted(stack, C, rates, source, target, True)


def converted(
    stack: Array, C: Array, rates: Array, source: str, target: str, dual: bool = False
) -> Array:
    """A stack (n, ..., 6) of twists, or if `dual` of wrenches or (n, ..., 6, 6), converted.

    Nothing is checked. C (..., 4, 4); rates (n - 1 or more, ..., 6): twists in the representation
    `source`; plain derivatives.
    """
    if source == target:
        return stack.copy()
    numbers = NUMBERS[source], NUMBERS[target]
    out: Array = CONVERSIONS.convert(stack, C, rates, *numbers, dual, factorials(len(stack)))
    return out


@lru_cache(maxsize=32)
def factorials(n: int) -> NDArray[np.float64]:
    """0!, 1!, ... (n, 2), each as the sum of two doubles."""
    exact = [factorial(k) for k in range(n)]
    table = np.array([[float(x), float(x - int(float(x)))] for x in exact])
    table.setflags(write=False)
    return table


def _stack(name: str, value: ArrayLike, C: Array, core: tuple[int, ...]) -> Array:
    """(n, ..., *core) with the leading axes of the poses; the first axis is added if missing."""
    x = as_stack(value, name, core)
    lead = C.shape[:-2]
    if x.shape == (*lead, *core):
        return x[None]
    if x.shape[1:] != (*lead, *core) or not 1 <= len(x) <= MOST_ROWS:
        expected = ", ".join(map(str, ("n", *lead, *core)))
        raise ShapeError(
            f"{name} has shape {x.shape}, expected ({expected}) with n from 1 to {MOST_ROWS}"
        )
    return x


def _result(name: str, out: Array, given: ArrayLike) -> Array:
    """`out` in the shape that was given, finite."""
    if not is_finite(out):
        index = tuple(int(i) for i in np.argwhere(~np.isfinite(out))[0])
        raise NonFiniteError(f"{name}: the result at {index} is beyond the range of double")
    shape = np.shape(given)
    return out if out.shape == shape else out.reshape(shape)


def generators(base: str) -> NDArray[np.int64]:
    """G (6, 6, 6): G[j] T is the derivative along q_j of T in v_body = T v of a free root.

    T is made of the inverse of the body's pose or rotation, so that a right perturbation along
    coordinate j turns it into T + G_j T, with constant matrices G_j; along j first, then along k,
    into G_j G_k T.
    """
    G = np.zeros((6, 6, 6), dtype=int)
    for j in range(3):
        a, b = (j + 1) % 3, (j + 2) % 3
        # -[e_j]: of R^T along a rotation
        turn = np.zeros((3, 3), dtype=int)
        turn[b, a], turn[a, b] = -1, 1
        G[j, 3:, 3:] = turn
        if base != "mixed":
            G[j, :3, :3] = turn
        if base == "spatial":
            # T = Ad of the inverse pose: G_j = -ad_{e_j}
            G[3 + j, 3:, :3] = turn
    return G
