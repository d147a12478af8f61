"""Pinocchio's forward dynamics of a URDF robot, in lieref's coordinates and order."""

from __future__ import annotations

import numpy as np
import pinocchio as pin

from lieref.check.metrics import FloatArray
from verification.subjects.peers.pinocchio_closed_forms import ClosedForms


class ForwardDynamics(ClosedForms):
    """A robot read by both libraries; see `Pinocchio`. Free joints in body form."""

    def aba(self, q: FloatArray, v: FloatArray, tau: FloatArray) -> FloatArray:
        """Return vdot (nv,)."""
        places = self.places()
        rates, torques = np.zeros(self._model.nv), np.zeros(self._model.nv)
        rates[places], torques[places] = v, tau
        found = pin.aba(self._model, self._data, self.configuration(q), rates, torques)
        return np.asarray(found[places])
