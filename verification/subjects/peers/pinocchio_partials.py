"""Pinocchio's first partial derivatives of a URDF robot, in lieref's coordinates and order.

Both libraries take right Lie derivatives with respect to q; after exchanging the linear and the
angular half of a free joint their columns are the same.
"""

from __future__ import annotations

import numpy as np
import pinocchio as pin

from lieref.check.metrics import FloatArray
from lieref.partials.results import ForwardDynamicsPartials, InverseDynamicsPartials
from verification.subjects.peers.pinocchio_closed_forms import ClosedForms


class Partials(ClosedForms):
    """A robot read by both libraries; see `Pinocchio`. Free joints in body form."""

    def _theirs(self, x: FloatArray) -> FloatArray:
        """Return velocity coordinates in their order."""
        found = np.zeros(self._model.nv)
        found[self.places()] = x
        return found

    def _ours(self, matrix: FloatArray) -> FloatArray:
        """Return a matrix over velocity coordinates in our order."""
        return np.asarray(matrix[np.ix_(self.places(), self.places())])

    def inverse_dynamics_partials(
        self, q: FloatArray, v: FloatArray, a: FloatArray
    ) -> InverseDynamicsPartials:
        """Return what computeRNEADerivatives gives."""
        arguments = self.configuration(q), self._theirs(v), self._theirs(a)
        dq, dv, H = pin.computeRNEADerivatives(self._model, self._data, *arguments)
        # only the upper triangle of H is promised
        H = np.triu(H) + np.triu(H, 1).T
        return InverseDynamicsPartials(*(self._ours(x) for x in (dq, dv, H)))

    def forward_dynamics_partials(
        self, q: FloatArray, v: FloatArray, tau: FloatArray
    ) -> ForwardDynamicsPartials:
        """Return what computeABADerivatives gives."""
        arguments = self.configuration(q), self._theirs(v), self._theirs(tau)
        dq, dv, inverse = pin.computeABADerivatives(self._model, self._data, *arguments)
        inverse = np.triu(inverse) + np.triu(inverse, 1).T
        return ForwardDynamicsPartials(*(self._ours(x) for x in (dq, dv, inverse)))
