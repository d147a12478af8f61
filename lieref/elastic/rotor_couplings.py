"""What a spinning rotor and the body that carries it do to each other, in Taylor series."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from lieref.elastic.elastic_joints import ElasticJoints
from lieref.elastic.rows import coefficients, product, rate
from lieref.kinematics.jacobians import jacobian_derivatives
from lieref.kinematics.representations import Representation

Array = NDArray[np.float64]


class RotorCouplings(NamedTuple):
    """Coefficients (batch, n, nv, nv), first index the joint, second the rotor.

    Attributes
    ----------
    along : array
        J_w^T e, with J_w the angular Jacobian of the rotor's body in its own axes: a joint's share
        of the body's angular velocity about the rotor axis e.
    across : array
        J_w^T (w x e): what turning the momentum of a rotor takes.
    """

    along: Array
    across: Array

    def on_joint(self, c: int, rotor: int, momentum: Array) -> Array:
        """Force on joint c of a rotor's spin: along h' + across h, in coefficients (batch, n)."""
        turned = product(self.across[:, :, c, rotor, None], momentum[..., None])[..., 0]
        spun = product(self.along[:, :, c, rotor, None], rate(momentum[..., None]))[..., 0]
        n = min(turned.shape[-1], spun.shape[-1])
        return np.asarray(turned[:, :n] + spun[:, :n])

    def on_rotor(self, rotor: int, v: Array) -> Array:
        """Rate of the body's angular velocity about the rotor axis, coefficients (batch, n - 1)."""
        along = self.along[:, :, :, rotor]
        return np.asarray(rate(product(along, v).sum(axis=-1)[..., None])[..., 0])


def rotor_couplings(
    joints: ElasticJoints, q: Array, v: Array, n: int, base: Representation
) -> RotorCouplings:
    """Return n coefficients of the couplings of all rotors; v: (batch, >= n, nv) derivatives."""
    states, nv = len(q), joints.model.nv
    along, across = np.zeros((2, states, n, nv, nv))
    for body in np.unique(joints.rotor_bodies[joints.rotor_bodies >= 0]):
        J = jacobian_derivatives(joints.model, q, v[:, : n - 1], int(body), "body", None, base)
        J_w = coefficients(J[:, :, :3].reshape(states, n, 3 * nv)).reshape(states, n, 3, nv)
        rates = coefficients(v[:, :n])
        w = product(J_w.swapaxes(-1, -2).reshape(states, n, -1), np.repeat(rates, 3, axis=-1))
        w = w.reshape(states, n, nv, 3).sum(axis=2)
        for rotor in np.flatnonzero(joints.rotor_bodies == body):
            axis = joints.rotor_axes[rotor]
            along[..., rotor] = np.einsum("a,skac->skc", axis, J_w)
            turn = np.cross(w, axis)
            for k in range(n):
                for j in range(k + 1):
                    across[:, k, :, rotor] += np.einsum("sac,sa->sc", J_w[:, j], turn[:, k - j])
    return RotorCouplings(along, across)
