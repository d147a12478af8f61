"""The centroidal momentum matrix and the partials of the momentum, from the definition.

Column j is the momentum of all bodies about their center of mass while coordinate j alone has
velocity 1, which turns and moves the bodies beyond its joint as one. The partials are slopes of
the momentum and of its rate, as jets, along perturbed states.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from lieref.model.model import Model
from lieref.model.tree.exact import ExactBody
from lieref.oracle.arguments import configuration, stack
from lieref.oracle.computation import computed
from lieref.oracle.scalars import series as ts
from lieref.oracle.scalars.jets import Jet, Jets
from lieref.oracle.tree.energy import body_motions, center, momentum_about
from lieref.oracle.tree.exact_models import exact_model
from lieref.oracle.tree.perturbations import displaced, moved, state, unit_slopes
from lieref.oracle.tree.poses import PoseSeries, pose_series

Rows = list[list[Any]]
#: Angular velocity, velocity of a point, and that point.
UnitTwist = tuple[ts.Vector, ts.Vector, ts.Vector]


class CentroidalPartials(NamedTuple):
    """Six rows of nv scalars each: (angular, linear) in inertial axes, coordinate."""

    dh_dq: Rows
    dh_dv: Rows
    dhdot_dq: Rows
    dhdot_dv: Rows
    dhdot_da: Rows


@computed("v : (r, nv)", "SingularError, no mass")
def centroidal_momentum_matrix_derivatives(
    model: Model,
    q: Any,
    v: Any,
    base: str = "body",
    digits: int = 50,
    field: Any = None,
    balls: bool = False,
) -> list[Rows]:
    """Centroidal momentum matrix and its first r time derivatives.

    Source: sum_i (c_i - c) x m_i c'_i + R_i I_i R_i^T w and sum_i m_i c'_i over the bodies beyond
    the joint, c'_i = u + w x (c_i - x) for the unit twist of coordinate j.

    Returns
    -------
    list of r + 1 lists of six lists of nv scalars of the field.

    Examples
    --------
    >>> len(lieref.oracle.centroidal_momentum_matrix_derivatives(model, q, [v]))
    2
    """
    K = field
    qs = configuration(K, model, q)
    # the last row moves nothing that is returned
    vs = [*stack(K, model, "v", v, 0), [K(0)] * int(model.nv)]
    exact = exact_model(model, K)
    bodies, masses = exact.bodies, [body.mass for body in exact.bodies]
    places = [x[0] for x in body_motions(K, exact, qs, vs, base)]
    middle = center(K, model, masses, [(c, c, c) for c in places])
    poses = pose_series(K, bodies, qs, vs, base)
    columns = []
    for i, body in enumerate(bodies):
        carried = {i}
        for k in range(i + 1, len(bodies)):
            if bodies[k].parent in carried:
                carried.add(k)
        for w, u, point in _unit_twists(K, body, poses[i], base, len(vs) + 1):
            total = [ts.constant(K, K(0), len(vs)) for _ in range(6)]
            for k in carried:
                R, c = poses[k].R, places[k]
                rate = ts.vector_add(u, ts.cross(K, w, ts.vector_subtract(c, point)))
                linear = ts.vector_scale(masses[k], rate)
                turned = ts.apply_constant(bodies[k].inertia, ts.apply(K, ts.transpose(R), w))
                arm = ts.cross(K, ts.vector_subtract(c, middle), linear)
                angular = ts.vector_add(arm, ts.apply(K, R, turned))
                total = ts.vector_add(total, angular + linear)
            columns.append([ts.plain(x) for x in total])
    return [[[x[row][k] for x in columns] for row in range(6)] for k in range(len(vs))]


@computed("SingularError, no mass")
def centroidal_momentum_partials(
    model: Model,
    q: Any,
    v: Any,
    a: Any,
    base: str = "body",
    digits: int = 50,
    field: Any = None,
    balls: bool = False,
) -> CentroidalPartials:
    """First partials of the centroidal momentum h and of its rate.

    Derivatives with respect to q are right Lie derivatives, d/dx h(q * exp(E_j x)), the components
    of v and a in the representation `base` being held.

    Returns
    -------
    CentroidalPartials
        dh_dq, dh_dv, dhdot_dq, dhdot_dv, dhdot_da, each six lists of nv scalars of the field.

    Examples
    --------
    >>> len(lieref.oracle.centroidal_momentum_partials(model, q, v, v).dh_dq)
    6
    """
    K = field
    at, J, nv = state(K, model, q, v, a, base, None, "body"), Jets(K), int(model.nv)
    masses = [body.mass for body in at.exact.bodies]
    slopes = {}
    for name in ("q", "v", "a"):
        along = {name: unit_slopes(K, range(nv))}
        steps = [Jet(K(0), along.get("q", {}).get(j, ())) for j in range(nv)]
        qs = displaced(J, at.exact.bodies, at.q, steps)
        rows = [moved("v", at.v, along, {}), moved("a", at.a, along, {})]
        motions = body_motions(J, at.exact, qs, rows, base)
        total = momentum_about(J, masses, motions, center(J, model, masses, motions))
        for order, what in enumerate(("h", "hdot")):
            jets = [x[order] if isinstance(x[order], Jet) else Jet(x[order]) for x in total]
            slopes[what, name] = [[*x.u, *[K(0)] * (nv - len(x.u))] for x in jets]
    pairs = (("h", "q"), ("h", "v"), ("hdot", "q"), ("hdot", "v"), ("hdot", "a"))
    return CentroidalPartials(*(slopes[pair] for pair in pairs))


def _unit_twists(
    K: Any, body: ExactBody, pose: PoseSeries, base: str, length: int
) -> list[UnitTwist]:
    """Of each coordinate of a body's joint, from the pose of the body, (R, p) along the motion."""
    zero = ts.vector_constant(K, [K(0)] * 3, length)
    units = [[K(int(i == k)) for k in range(3)] for i in range(3)]
    if body.axis is not None and body.point is not None:
        axis = ts.apply_to_constant(pose.R, body.axis)
        if body.kind == "prismatic":
            return [(zero, axis, zero)]
        point = ts.vector_add(pose.p, ts.apply_to_constant(pose.R, body.point))
        return [(axis, ts.vector_scale(body.pitch, axis), point)]
    held = base if body.kind == "free" and body.parent < 0 else "body"
    inertial = [ts.vector_constant(K, e, length) for e in units]
    own = [ts.apply_to_constant(pose.R, e) for e in units]
    turns = own if held in ("body", "mixed") else inertial
    point = zero if held == "spatial" else pose.p
    twists = [(w, zero, point) for w in turns]
    if body.kind == "free":
        twists += [(zero, u, point) for u in (own if held == "body" else inertial)]
    return twists
