"""Pinocchio's closed forms of a URDF robot, in lieref's coordinates and order."""

from __future__ import annotations

import numpy as np
import pinocchio as pin

from lieref.check.metrics import FloatArray
from verification.subjects.peers.pinocchio_rnea import SWAP, Pinocchio


class ClosedForms(Pinocchio):
    """A robot read by both libraries; see `Pinocchio`. Free joints in body form."""

    def configuration(self, q: FloatArray) -> FloatArray:
        """Return lieref's q as theirs."""
        theirs = np.zeros(self._model.nq)
        for match in self.matches:
            mine = q[match.ours_q]
            circle = np.array([np.cos(mine[0]), np.sin(mine[0])]) if match.circle else mine
            theirs[match.theirs_q] = circle
        return theirs

    def places(self) -> list[int]:
        """Return, for each of lieref's velocity coordinates, its number in theirs."""
        found = np.zeros(self._model.nv, dtype=int)
        for match in self.matches:
            numbers = np.arange(match.theirs_v.start, match.theirs_v.stop)
            found[match.ours_v] = numbers[SWAP] if match.kind == "free" else numbers
        return [int(i) for i in found]

    def crba(self, q: FloatArray) -> FloatArray:
        """Return H (nv, nv)."""
        H = pin.crba(self._model, self._data, self.configuration(q))
        return np.asarray(H[np.ix_(self.places(), self.places())])

    def coriolis(self, q: FloatArray, v: FloatArray) -> FloatArray:
        """Return the library's C (nv, nv), another admissible one than that of Lemma 1."""
        places = self.places()
        rates = np.zeros(self._model.nv)
        rates[places] = v
        C = pin.computeCoriolisMatrix(self._model, self._data, self.configuration(q), rates)
        return np.asarray(C[np.ix_(places, places)])

    def gravity(self, q: FloatArray) -> FloatArray:
        """Return g (nv,)."""
        g = pin.computeGeneralizedGravity(self._model, self._data, self.configuration(q))
        return np.asarray(g[self.places()])

    def centroidal_momentum(self, q: FloatArray, v: FloatArray) -> FloatArray:
        """Return (angular, linear) about the center of mass, inertial axes (6,)."""
        rates = np.zeros(self._model.nv)
        rates[self.places()] = v
        pin.ccrba(self._model, self._data, self.configuration(q), rates)
        return np.concatenate([self._data.hg.angular, self._data.hg.linear])
