"""A motion in body components, and how changes of it in another representation are those.

docs/order-partials.md, (2), (4), (6), (7): of a joint of one degree xi' = dv; of a spherical or
free one and of a base in any representation

    dv_body = T dv + V xi,   xi' = dv_body - ad_{v_body} xi,   dtau = T^T (dtau_body + Z xi),

T = 1 and V = Z = 0 but for a base that is not represented in the body. All of these are given as
coefficients.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from lieref.algebra.groups.screw_arrays import ad
from lieref.dynamics.forward.roots import base_changes, seen_from_roots
from lieref.dynamics.inverse_dynamics import inverse_dynamics
from lieref.dynamics.shared.base_change import velocity
from lieref.dynamics.shared.motion_rows import factorials
from lieref.kinematics.representations import generators

if TYPE_CHECKING:
    from lieref.model.model import Model

Array = NDArray[Any]


@dataclass(frozen=True)
class Turning:
    """A joint of several degrees: its coordinates, series of ad_v, and T, V, Z or None."""

    here: slice
    spin: Array
    T: Array | None = None
    V: Array | None = None
    Z: Array | None = None


@dataclass(frozen=True)
class Motion:
    """A motion in body components, v (r + 2, nv) derivatives, and its joints that turn."""

    q: Array
    v: Array
    joints: list[Turning]


def motion(model: Model, q: Array, v: Array, base: str) -> Motion:
    """The motion of checked arguments."""
    whole = factorials(len(v))[:, None]
    given = seen_from_roots(model, v / whole, base)
    changes = base_changes(model, q, given, base, len(v))
    for change in changes:
        given = velocity(change, given)
    rows = given * whole if changes else v
    joints = []
    for joint, iv in zip(model.joints, model.idx_v, strict=True):
        if joint.nv == 1:
            continue
        here = slice(int(iv), int(iv) + joint.nv)
        six = np.zeros((len(v), 6))
        six[:, : joint.nv] = given[:, here]
        more: tuple[Array, ...] = ()
        for change in (x for x in changes if x.here == here):
            G = generators(base)
            tau = inverse_dynamics(model, q, rows)[:, here] / whole[:-1]
            V = np.tensordot(six, G, ([-1], [2])).swapaxes(-1, -2)
            more = change.T, V, np.tensordot(tau, G, ([-1], [1])).swapaxes(-1, -2)
        joints.append(Turning(here, ad(six)[:, : joint.nv, : joint.nv], *more))
    return Motion(q, rows, joints)


def changes_of(at: Motion) -> Array:
    """T, V, Z (roots, 3, r + 2, 6, 6) of the free roots of a motion that is not in the body."""
    given = [x for x in at.joints if x.T is not None]
    found = np.zeros((len(given), 3, len(at.v), 6, 6))
    for series, x in zip(found, given, strict=True):
        # Z has one coefficient less
        series[0], series[1], series[2, :-1] = x.T, x.V, x.Z
    return found
