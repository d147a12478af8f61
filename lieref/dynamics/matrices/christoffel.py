"""Christoffel symbols of the first kind, in two closed forms.

Velocity forces are h_i = sum_jk Gamma_ijk v_j v_k, Gamma symmetric in j, k [Müller (2018), (85)].
For joints of one degree Gamma_ijk = (dH_ik/dq_j + dH_ij/dq_k - dH_jk/dq_i) / 2; the velocities of
spherical and free joints are no derivatives of coordinates, and there Gamma has the terms of
their brackets besides. It is half of d2tau/dv dv everywhere.

Of a body, J_j its Jacobian's column of coordinate j, M its inertia, E its pseudo-inertia, and j
before k on the way from the root:

    (86) corrected: Gamma_ijk = (J_k^T M [J_i, J_j] + J_j^T M [J_i, J_k] + J_i^T M [J_j, J_k]) / 2
    (87) corrected: Gamma_ijk = tr(J^_i E (J^_j J^_k)^T)

summed over the bodies. Two coordinates of one joint have no order: (86) loses its last term, the
product in (87) becomes the mean of both.
"""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.algebra.arguments import choice
from lieref.algebra.groups.inertia import spatial_inertia
from lieref.algebra.groups.screw_arrays import bracket, skew
from lieref.documentation import described
from lieref.dynamics.laws import whole_motion
from lieref.errors import NonFiniteError
from lieref.kinematics.jacobians import system_jacobian
from lieref.model.model import Model

Array = NDArray[Any]
FORMS = ("pseudo_inertia", "screws")


@described()
def christoffel_symbols(
    model: Model,
    q: ArrayLike,
    form: Literal["pseudo_inertia", "screws"] = "pseudo_inertia",
) -> NDArray[np.float64]:
    """Return the Christoffel symbols of the first kind, for base "body".

    Source: Müller (2018), (85); "screws" is (86) with its third term corrected, "pseudo_inertia"
    stands in place of (87), see docs/errata.md.

    Parameters
    ----------
    form : {"pseudo_inertia", "screws"}
        Which of the two closed forms.

    Returns
    -------
    (nv, nv, nv) array
        Gamma[i, j, k] of force i and velocities j, k; symmetric in j, k to the last bit.
        `Gamma @ v` is a Coriolis matrix with skew H' - 2 C where all joints have one degree, and
        `Gamma @ v @ v` the bias force without gravity.

    Notes
    -----
    "pseudo_inertia" is compiled, O(nv d^2), d the coordinates between a body and the root; "screws"
    is a witness in numpy, O(nbodies d^3).

    Examples
    --------
    >>> lieref.christoffel_symbols(model, q).shape
    (3, 3, 3)
    """
    choice("form", form, FORMS)
    if form == "pseudo_inertia":
        return whole_motion.christoffel_symbols(model, q)
    J = system_jacobian(model, q).reshape(model.nbodies, 6, model.nv)
    owners = np.repeat(np.arange(model.nbodies), [joint.nv for joint in model.joints])
    with np.errstate(over="ignore", invalid="ignore"):
        return _finite(symbols(J, owners, inertias(model, form), form))


def inertias(model: Model, form: str) -> Array:
    """M (N, 6, 6), or E (N, 4, 4), of the bodies, in their own frames."""
    m, c = model.masses, model.coms
    if form == "screws":
        return np.asarray(spatial_inertia(m, c, model.inertias))
    E = np.zeros((model.nbodies, 4, 4))
    # second moments tr(J) / 2 - J about the center of mass, moved to the origin
    half = np.trace(model.inertias, axis1=1, axis2=2)[:, None, None] / 2 * np.eye(3)
    E[:, :3, :3] = half - model.inertias + m[:, None, None] * (c[:, :, None] * c[:, None, :])
    E[:, :3, 3] = E[:, 3, :3] = m[:, None] * c
    E[:, 3, 3] = m
    return E


def symbols(J: Array, owners: NDArray[np.intp], weights: Array, form: str) -> Array:
    """Gamma (nv, nv, nv) of the bodies' Jacobians (N, 6, nv), arrays of any scalar.

    owners (nv,): the joint of each coordinate, root first; weights: `inertias` of this form.
    """
    nv = len(owners)
    out = np.zeros((nv, nv, nv), J.dtype)
    of_body = {"pseudo_inertia": _by_pseudo_inertia, "screws": _by_screws}[form]
    for columns, weight in zip(J, weights, strict=True):
        moving = np.flatnonzero((columns != 0).any(0))
        out[np.ix_(moving, moving, moving)] += of_body(columns.T[moving], owners[moving], weight)
    # the terms need not be symmetric in j and k; Gamma is their symmetric part
    return (out + out.swapaxes(1, 2)) / 2


def _by_pseudo_inertia(J: Array, owners: NDArray[np.intp], E: Array) -> Array:
    """tr(J^_i E (J^_j J^_k)^T), j before k"""
    hats = np.zeros((len(J), 4, 4), J.dtype)
    hats[:, :3, :3], hats[:, :3, 3] = skew(J[:, :3]), J[:, 3:]
    products = hats[:, None] @ hats[None]
    before, after = owners[:, None] < owners, owners[:, None] > owners
    weight = (before - 1 * after + 1)[:, :, None, None]
    # weights 2 and 0 of the two orders, or 1 and 1 in one joint
    return np.asarray(np.tensordot(hats @ E, weight * products, ([1, 2], [2, 3])))


def _by_screws(J: Array, owners: NDArray[np.intp], M: Array) -> Array:
    """J_k^T M [J_i, J_j] + J_i^T M [J_j, J_k] / 2, j before k"""
    brackets = bracket(J[:, None], J[None])
    turned = brackets @ M @ J.T
    sign = 1 * (owners[:, None] < owners) - 1 * (owners[:, None] > owners)
    ordered = np.tensordot(J @ M, brackets * sign[:, :, None], ([1], [2]))
    return np.asarray(turned + ordered / 2)


def _finite(found: Array) -> Array:
    bad = np.argwhere(~np.isfinite(found))
    if len(bad):
        place = ", ".join(str(i) for i in bad[0])
        raise NonFiniteError(
            f"Gamma[{place}] is {found[tuple(bad[0])]}, the model is beyond the range of double"
        )
    return found
