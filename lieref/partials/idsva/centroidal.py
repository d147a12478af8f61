"""Partial derivatives of the centroidal momentum and of its rate.

The rate of the momentum is the wrench that the bodies ask for, without gravity. Of a coordinate
with the screw s, all beyond it with the inertia I, the momentum h and the wrench f, about a fixed
point o,

    dh/dq = s x* h + I psi_d,    dh'/dq = 2 B psi_d + I psi_dd + s x* f,    psi_d = v_p x s,
    dh/dv = dh'/da = I s,        dh'/dv = 2 B s + I (psi_d + s_d)

as in [Singh, (12), (13)]; and about the center of mass c of all, p = m c',

    dh + (o - c) x dp - dc/dq x p,    dh' + (o - c) x dp' - dc/dq x p',    dc/dq = (dp/dv) / m.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.algebra.groups.screw_arrays import skew
from lieref.documentation import described
from lieref.dynamics.forward.roots import resting_roots
from lieref.dynamics.shared.motion_rows import finite
from lieref.errors import SingularError
from lieref.model.checks import Base
from lieref.model.model import Model
from lieref.partials.coordinates.base_partials import RepresentedBase
from lieref.partials.coordinates.body_motion import body_motion
from lieref.partials.sensitivities import centroidal_partials

Array = NDArray[np.float64]
#: What the kernel finds, in its order.
NAMES = ("dh_dq", "dhdot_dq", "dhdot_dv", "dh_dv")


@described()
class CentroidalPartials(NamedTuple):
    """(6, nv) each: (angular, linear) in inertial axes, coordinate.

    h: momentum about the center of mass, dhdot: its rate. dh_dv is dhdot_da, the centroidal
    momentum matrix.

    Examples
    --------
    >>> lieref.centroidal_momentum_partials(model, q, v, v).dhdot_da.shape
    (6, 3)
    """

    dh_dq: Array
    dh_dv: Array
    dhdot_dq: Array
    dhdot_dv: Array
    dhdot_da: Array


@described("SingularError, no mass")
def centroidal_momentum_partials(
    model: Model,
    q: ArrayLike,
    v: ArrayLike,
    a: ArrayLike,
    base: Base = "body",
) -> CentroidalPartials:
    """Return the first partials of the centroidal momentum and of its rate.

    Source: the equations at the head of this module. Derivatives along q are right Lie
    derivatives, the components of v and a in the representation `base` being constant.

    Returns
    -------
    CentroidalPartials
        dh_dq, dh_dv, dhdot_dq, dhdot_dv, dhdot_da, (6, nv) arrays: (angular, linear) about the
        center of mass wherever it is, inertial axes.

    Notes
    -----
    O(nbodies nv); dense.

    Examples
    --------
    >>> import lieref, numpy as np
    >>> model = lieref.catalogue.serial_chain(7)
    >>> v = np.ones(7)
    >>> lieref.centroidal_momentum_partials(model, model.neutral(), v, v).dhdot_dq.shape
    (6, 7)
    """
    # the momentum about the center of mass of all is the same in a frame that moves with all
    moving = int((model.parents < 0).sum()) == 1
    roots, *motion = body_motion(model, q, v, a, base, moving)
    if not model.masses.sum() > 0:
        raise SingularError("the model has no mass, hence no center of mass")
    at, rates, lifts = motion
    with np.errstate(over="ignore", invalid="ignore"):
        taken: list[tuple[int, Array]] = []
        if moving and base == "body":
            rates, taken = resting_roots(model, at, rates, base)
        for iv, u in taken:
            lifts = lifts.copy()
            lifts[iv + 3 : iv + 6] += np.cross(rates[iv : iv + 3], u)
        partials = centroidal_partials(model, at, rates, lifts)
        for iv, u in taken:
            _moving(iv, u, *partials)
        for root in roots:
            _in_base(root, *partials)
    dh_dq, dhdot_dq, dhdot_dv, A = map(finite, NAMES, partials)
    return CentroidalPartials(dh_dq, A, dhdot_dq, dhdot_dv, A.copy())


def _moving(iv: int, u: Array, dh_dq: Array, _: Array, dhdot_dv: Array, A: Array) -> None:
    """Change the partials to those of a root whose origin moves with u, body axes.

    h has m R u more, which turns with the root; a gains w x u.
    """
    pushed = A[:, iv + 3 : iv + 6] @ skew(u)
    for matrix in (dh_dq, dhdot_dv):
        matrix[:, iv : iv + 3] -= pushed


def _in_base(
    root: RepresentedBase, dh_dq: Array, dhdot_dq: Array, dhdot_dv: Array, A: Array
) -> None:
    """Change the partials to those at constant components of the root in its representation."""
    here = root.here
    dhdot_dq[:, here] += dhdot_dv[:, here] @ root.V + A[:, here] @ root.A
    dhdot_dv[:, here] = (dhdot_dv[:, here] + A[:, here] @ (root.D + root.E)) @ root.T
    dh_dq[:, here] += A[:, here] @ root.V
    A[:, here] = A[:, here] @ root.T
