"""Joint-space inertia from kinetic energy, and the solution of equations with it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from lieref.errors import SingularError
from lieref.model.tree.configuration import require_tree
from lieref.model.tree.exact import ExactBody, ExactModel, apply, cross, exact_model
from lieref.oracle.arguments import BASES, choice, chosen_field, configuration
from lieref.oracle.tree.poses import PoseSeries, angular_velocity, unit_rates

if TYPE_CHECKING:
    from lieref.model.model import Model

#: A pivot this many digits above the rounding errors of its terms, or less, counts as zero.
GUARD_DIGITS = 5

Rows = list[list[Any]]


def joint_space_inertia(
    model: Model,
    q: Any,
    base: str = "body",
    digits: int = 50,
    field: Any = None,
    balls: bool = False,
) -> Rows:
    """Joint-space inertia H: the kinetic energy is v . H v / 2.

    Source: H_jk = sum_i m_i c_ij . c_ik + w_ij . I_i w_ik, with c_ij and w_ij the velocity of the
    center of mass and the angular velocity of body i while coordinate j alone has velocity 1, and
    the armature of joints on the diagonal.

    Parameters
    ----------
    model : Model
    q : (nq,) configuration, m and rad.
    base : "body", "spatial", "hybrid" or "mixed": representation of the velocity of free joints
        that are attached to the world.
    digits : working precision in decimal digits, when no field is given.
    field : scalar field; `Mp(digits)` by default.
    balls : compute with `Arb(digits)`, so that each result carries a proven radius.

    Returns
    -------
    list of nv lists of nv scalars of the field, symmetric.

    Raises
    ------
    ShapeError, NonFiniteError, ConfigurationError
        For arguments that are no such arrays.

    Examples
    --------
    >>> import lieref
    >>> model, q, v = lieref.catalogue.serial_chain(2), [0.3, 0.4], [1.0, 2.0]
    >>> H = lieref.oracle.joint_space_inertia(model, q)
    >>> len(H), len(H[0])
    (2, 2)
    """
    require_tree(model)
    K = chosen_field(field, digits, balls)
    choice("base", base, BASES)
    with K.working():
        H, _ = inertia_matrix(K, exact_model(model, K), configuration(K, model, q), base)
    return H


def inertia_matrix(K: Any, exact: ExactModel, q: list[Any], base: str) -> tuple[Rows, list[Any]]:
    """H, and for each coordinate the sum of the moduli of the terms of its diagonal entry."""
    bodies = exact.bodies
    rest, moved = unit_rates(K, bodies, q, base)
    velocities = [_velocities(K, bodies, rest, moved, j) for j in range(len(moved))]
    momenta, sizes = [], []
    for of_bodies in velocities:
        momentum, size = {}, K(0)
        for i, (c, w, square) in of_bodies.items():
            momentum[i] = [[bodies[i].mass * x for x in c], apply(bodies[i].inertia, tuple(w))]
            size = size + bodies[i].mass * square
            for row, x in zip(bodies[i].inertia, w, strict=True):
                for entry, y in zip(row, w, strict=True):
                    size = size + abs(x * entry * y)
        momenta.append(momentum)
        sizes.append(size)
    nv = len(moved)
    H = [[K(0)] * nv for _ in range(nv)]
    for j in range(nv):
        for k in range(j + 1):
            both = velocities[j].keys() & momenta[k].keys()
            for i in both:
                (c, w, _), (p, L) = velocities[j][i], momenta[k][i]
                H[j][k] = H[j][k] + K.dot([*c, *w], [*p, *L])
            H[k][j] = H[j][k]
    for j, joint in enumerate(exact.physics or ()):
        # the rotor of coordinate j turns at its rate and at no other's
        H[j][j] = H[j][j] + joint.armature
        sizes[j] = sizes[j] + joint.armature
    return H, sizes


def _velocities(
    K: Any, bodies: tuple[ExactBody, ...], rest: list[PoseSeries], moved: list[PoseSeries], j: int
) -> dict[int, tuple[list[Any], list[Any], Any]]:
    """Of every body that coordinate j moves, while that coordinate alone has velocity 1:

    velocity of its center of mass in inertial axes, angular velocity in body axes, and the sum of
    the squares of the velocities that the first is a sum of, which may cancel.
    """
    first = max(i for i, body in enumerate(bodies) if body.iv <= j)
    # angular velocity in inertial axes and velocity of the first body's origin
    turning = [x[0] for x in angular_velocity(K, moved[j].R)]
    w = _turn(K, rest[first], turning)
    u = [x[1] for x in moved[j].p]
    out, spin, slide = {}, K.dot(w, w), K.dot(u, u)
    carried = {first}
    for i in range(first, len(bodies)):
        if i != first and bodies[i].parent not in carried:
            continue
        carried.add(i)
        # rigid body: c' = u + w x (c - origin)
        com = _turn(K, rest[i], list(bodies[i].com))
        lever = [x[0] + c - y[0] for x, c, y in zip(rest[i].p, com, rest[first].p, strict=True)]
        c = [x + y for x, y in zip(u, cross(tuple(w), tuple(lever)), strict=True)]
        columns = zip(*([x[0] for x in row] for row in rest[i].R), strict=True)
        square = slide + spin * K.dot(lever, lever)
        out[i] = c, [K.dot(list(column), w) for column in columns], square
    return out


def _turn(K: Any, pose: PoseSeries, x: list[Any]) -> list[Any]:
    """R x at t = 0."""
    return [K.dot([entry[0] for entry in row], x) for row in pose.R]


def coordinate_names(model: Model) -> list[str]:
    """What errors call each velocity coordinate: joint and index."""
    names = []
    for i, joint in enumerate(model.joints):
        start = int(model.idx_v[i])
        for j in range(start, start + joint.nv):
            names.append(f"joint {model.joint_names[i]!r} (velocity coordinate {j})")
    return names


def factorize(K: Any, H: Rows, sizes: Sequence[Any], names: Sequence[str]) -> Rows:
    """L and D of H = L^T D L as one lower triangle, D on its diagonal.

    From the last coordinate to the first: a pivot then is the inertia that is felt across a joint
    while those beyond it move freely, so that a pivot that vanishes names a joint. H is positive
    definite otherwise, and needs no other order of pivots.

    Raises SingularError, with the coordinate's name, where a pivot cannot be told from zero.
    """
    L = [list(row[: i + 1]) for i, row in enumerate(H)]
    noise = K(1) / 10 ** max(K.digits - GUARD_DIGITS, 0)
    for k in reversed(range(len(L))):
        pivot = L[k][k]
        # written so that a ball that holds zero, and a NaN, are refused
        if not abs(pivot) > abs(noise * sizes[k]):
            raise SingularError(
                f"{names[k]}: the inertia across it, the joints beyond it moving freely, is "
                f"{K.to_float(pivot):.1e} where terms of {K.to_float(sizes[k]):.1e} were summed: "
                f"zero, or not known to be positive with {K.digits} digits"
            )
        for i in range(k):
            factor = L[k][i] / pivot
            for j in range(i + 1):
                L[i][j] = L[i][j] - factor * L[k][j]
        for i in range(k):
            L[k][i] = L[k][i] / pivot
    return L


def solve(K: Any, L: Rows, b: Sequence[Any]) -> list[Any]:
    """x of L^T D L x = b, L and D as `factorize` returns them."""
    x = list(b)
    for k in reversed(range(len(L))):
        for i in range(k):
            x[i] = x[i] - L[k][i] * x[k]
    for k, row in enumerate(L):
        x[k] = x[k] / row[k]
        for i in range(k):
            x[k] = x[k] - row[i] * x[i]
    return x
