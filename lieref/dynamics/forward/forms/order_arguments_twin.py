"""Arguments and results of forward dynamics, coefficient by coefficient: for plain twins.

Series are Taylor coefficients x^(k)/k! over any scalar field K. Those of velocities and of the
generalized forces of prescribed coordinates grow by one with each order.
"""

from __future__ import annotations

from math import factorial
from typing import Any

import numpy as np

from lieref.dynamics.shared.base_change import Array

Rows = list[list[Any]]


class OrderArguments:
    """The arguments of `lieref.hybrid_dynamics` as coefficients, and its results.

    rates: velocities, nv series; Q: forces tau + tau_ext, nv series, empty where prescribed;
    prescribed: nv booleans.
    """

    def __init__(
        self, K: Any, v: Any, vdot: Any, tau: Any, prescribed: Any, wrenches: Any, tau_ext: Any
    ):
        self.K, self.tau, self.tau_ext = K, tau, tau_ext
        self._vdot, self._wrenches = vdot, wrenches
        self.prescribed = [bool(x) for x in prescribed]
        self.rates = [[K(x)] for x in v]
        self.Q: list[list[Any]] = [
            []
            if driven
            else [(K(row[i]) + self._external(k, i)) / factorial(k) for k, row in enumerate(tau)]
            for i, driven in enumerate(self.prescribed)
        ]

    def _external(self, k: int, i: int) -> Any:
        return self.K(0) if self.tau_ext is None else self.K(self.tau_ext[k][i])

    def padded_rates(self) -> Array:
        """Velocities (k + 2, nv) at order k, zero for the coefficient that is to be found."""
        rows = [[*x, self.K(0)] for x in self.rates]
        return np.array(rows, dtype=object).T

    def given_motion(self, k: int) -> list[Any]:
        """Coefficient k of v', zero where it is not prescribed."""
        return [
            self.K(self._vdot[k][i]) / factorial(k) if driven else self.K(0)
            for i, driven in enumerate(self.prescribed)
        ]

    def wrench(self, i: int, k: int) -> list[list[Any]] | None:
        """Coefficients 0 .. k of the wrench on body i, six series."""
        if self._wrenches is None:
            return None
        rows = [[self.K(x) / factorial(j) for x in self._wrenches[j][i]] for j in range(k + 1)]
        return [list(series) for series in zip(*rows, strict=True)]

    def results(self) -> tuple[Rows, Rows]:
        """Return r + 2 rows of velocities and r + 1 of forces, plain derivatives."""
        n = len(self.tau)
        motion = [[x[k] * factorial(k) for x in self.rates] for k in range(n + 1)]
        forces = [
            [
                self.Q[i][k] * factorial(k) - self._external(k, i) if driven else self.K(x)
                for i, (driven, x) in enumerate(zip(self.prescribed, self.tau[k], strict=True))
            ]
            for k in range(n)
        ]
        return motion, forces
