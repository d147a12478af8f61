"""Energy and momentum with their time derivatives: sums over the bodies, as Taylor series."""

from __future__ import annotations

from typing import Any, NamedTuple

from lieref.errors import SingularError
from lieref.model.model import Model
from lieref.model.tree.exact import ExactModel
from lieref.oracle.arguments import configuration, stack
from lieref.oracle.computation import computed
from lieref.oracle.scalars import series as ts
from lieref.oracle.tree.exact_models import exact_model
from lieref.oracle.tree.joint_torques import joint_energies
from lieref.oracle.tree.poses import angular_velocity, pose_series

BodyMotion = tuple[ts.Vector, ts.Vector, ts.Vector]


class Energy(NamedTuple):
    """Time derivatives of order 0 .. r, in J / s^k."""

    kinetic: list[Any]
    potential: list[Any]


class Momentum(NamedTuple):
    """r + 1 rows (angular, linear) in inertial axes: time derivatives of order 0 .. r.

    about_origin: angular momentum about the inertial origin; about_com: about the center of mass
    of all bodies, wherever it is at the moment.
    """

    about_origin: list[list[Any]]
    about_com: list[list[Any]]


@computed("v : (r + 1, nv)")
def energy(
    model: Model,
    q: Any,
    v: Any,
    base: str = "body",
    digits: int = 50,
    field: Any = None,
    balls: bool = False,
) -> Energy:
    """Kinetic and potential energy and their time derivatives up to order r.

    Source: sum_i m_i c'_i^2 / 2 + w_i . I_i w_i / 2 and -sum_i m_i g . c_i, the potential energy
    of a mass in the inertial origin being zero; with joint physics the sums of armature v^2 / 2
    and of stiffness (q - rest)^2 / 2 besides.

    Returns
    -------
    Energy
        kinetic and potential, each a list of r + 1 scalars of the field.

    Examples
    --------
    >>> len(lieref.oracle.energy(model, q, [v, v]).kinetic)
    2
    """
    K = field
    exact, motions, rows = _given(K, model, q, v, base)
    kinetic = potential = ts.constant(K, K(0), rows)
    for body, (c, w, _) in zip(exact.bodies, motions, strict=True):
        rate = ts.vector_derivative(c)
        spin = ts.dot(K, w, ts.apply_constant(body.inertia, w))
        half = ts.add(ts.scale(body.mass, ts.dot(K, rate, rate)), spin)
        kinetic = ts.add(kinetic, [x / 2 for x in half])
        height = ts.combine(exact.gravity, c)
        potential = ts.subtract(potential, ts.scale(body.mass, height))
    if exact.physics is not None:
        rates = stack(K, model, "v", v, 1)
        own = joint_energies(K, exact.physics, configuration(K, model, q), rates)
        kinetic, potential = ts.add(kinetic, own[0]), ts.add(potential, own[1])
    return Energy(ts.plain(kinetic), ts.plain(potential))


@computed("SingularError, no mass")
def momentum(
    model: Model,
    q: Any,
    v: Any,
    base: str = "body",
    digits: int = 50,
    field: Any = None,
    balls: bool = False,
) -> Momentum:
    """Total momentum, about the inertial origin and about the center of mass, and derivatives.

    Source: sum_i (c_i - o) x m_i (c'_i - o') + R_i I_i w_i and sum_i m_i c'_i, with o the point
    of reference (o' = 0 in the origin).

    Returns
    -------
    Momentum
        about_origin and about_com, each r + 1 lists of six scalars (angular, linear).

    Examples
    --------
    >>> len(lieref.oracle.momentum(model, q, [v, v]))
    2
    """
    K = field
    exact, motions, rows = _given(K, model, q, v, base)
    masses = [body.mass for body in exact.bodies]
    origin = ts.vector_constant(K, [K(0)] * 3, rows + 1)
    out = []
    for point in (origin, center(K, model, masses, motions)):
        total = momentum_about(K, masses, motions, point)
        out.append([list(row) for row in zip(*map(ts.plain, total), strict=True)])
    return Momentum(*out)


def center(K: Any, model: Model, masses: list[Any], motions: list[BodyMotion]) -> ts.Vector:
    """Center of mass of all bodies, or SingularError if they have no mass."""
    if not sum(float(mass) for mass in model.masses) > 0:
        raise SingularError("momentum: the bodies have no mass, and no center of mass")
    out = ts.vector_constant(K, [K(0)] * 3, len(motions[0][0][0]))
    for mass, (c, _, _) in zip(masses, motions, strict=True):
        share = mass / sum(masses[1:], masses[0])
        out = ts.vector_add(out, ts.vector_scale(share, c))
    return out


def momentum_about(
    K: Any, masses: list[Any], motions: list[BodyMotion], point: ts.Vector
) -> ts.Vector:
    """Sum of (angular, linear) about a point that moves, one coefficient shorter than its."""
    total = [ts.constant(K, K(0), len(point[0]) - 1) for _ in range(6)]
    for mass, (c, _, spin) in zip(masses, motions, strict=True):
        arm = ts.vector_subtract(c, point)
        linear = ts.vector_scale(mass, ts.vector_derivative(c))
        relative = ts.vector_scale(mass, ts.vector_derivative(arm))
        angular = ts.vector_add(ts.cross(K, arm, relative), spin)
        total = ts.vector_add(total, angular + linear)
    return total


def body_motions(
    K: Any, exact: ExactModel, q: list[Any], v: list[list[Any]], base: str
) -> list[BodyMotion]:
    """Of each body: center of mass, w in body axes, angular momentum R I w about the center."""
    motions = []
    for body, pose in zip(exact.bodies, pose_series(K, exact.bodies, q, v, base), strict=True):
        c = ts.vector_add(pose.p, ts.apply_to_constant(pose.R, body.com))
        w = angular_velocity(K, pose.R)
        motions.append((c, w, ts.apply(K, pose.R, ts.apply_constant(body.inertia, w))))
    return motions


def _given(
    K: Any, model: Model, q: Any, v: Any, base: str
) -> tuple[ExactModel, list[BodyMotion], int]:
    """The model in the field, its motions, and the number of rows of v, all checked."""
    qs, vs = configuration(K, model, q), stack(K, model, "v", v, 1)
    exact = exact_model(model, K)
    return exact, body_motions(K, exact, qs, vs, base), len(vs)
