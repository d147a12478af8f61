"""A model of another library beside lieref's of the same robot, with the maps between both."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.algebra.arguments import as_stack
from lieref.model.arguments import require_in_range
from lieref.model.interop.coordinate_map import CoordinateMap
from lieref.model.loops.loop_model import LoopModel
from lieref.model.model import Model

Array = NDArray[np.float64]


@dataclass(frozen=True)
class LibraryModel:
    """A robot in lieref and in another library, and the maps of its coordinates.

    What `from_pinocchio`, `to_pinocchio`, `from_mujoco`, `from_mjcf` and `from_drake` return. Maps
    take any leading axes, those of both arguments broadcast. docs/other-libraries.md has them joint
    by joint.

    Attributes
    ----------
    model : Model or LoopModel
        lieref's model.
    other : object
        The library's model: a pinocchio.Model, mujoco.MjModel or MultibodyPlant.
    library : str
        "pinocchio", "mujoco" or "drake".
    skipped : tuple of str
        What the library's model has and `model` has not, as asked for by unsupported="skip".

    Examples
    --------
    >>> import lieref
    >>> both = lieref.to_pinocchio(lieref.catalogue.serial_chain(3))
    >>> both.from_lieref_q([0.1, 0.2, 0.3])
    array([0.1, 0.2, 0.3])
    """

    model: Model | LoopModel
    other: Any = field(repr=False)
    library: str
    coordinates: CoordinateMap = field(repr=False)
    skipped: tuple[str, ...] = ()

    def to_lieref_q(self, q: ArrayLike) -> Array:
        """Return lieref's configuration (..., nq) of the library's (..., nq').

        Raises
        ------
        ShapeError, NonFiniteError
            Another shape, NaN or infinity.
        ConfigurationError
            A quaternion farther than 1e-9 from unit norm, where the map has to turn it.

        Examples
        --------
        >>> import lieref
        >>> both = lieref.to_pinocchio(lieref.catalogue.serial_chain(3))
        >>> both.to_lieref_q([0.1, 0.2, 0.3])
        array([0.1, 0.2, 0.3])
        """
        return self.coordinates.to_q(q)

    def from_lieref_q(self, q: ArrayLike) -> Array:
        """Return the library's configuration (..., nq') of lieref's (..., nq).

        Raises the errors of `to_lieref_q`.
        """
        return self.coordinates.from_q(q)

    def to_lieref_v(self, q: ArrayLike, v: ArrayLike) -> Array:
        """Return lieref's velocity (..., nv), free joints in body axes (base="body").

        Parameters
        ----------
        q : (..., nq')
            The library's configuration.
        v : (..., nv')
            The library's velocity.

        Raises
        ------
        ShapeError, NonFiniteError, ConfigurationError
            As `to_lieref_q`; leading axes that do not broadcast.
        """
        y, u = self.to_lieref_q(q), self._their("v", v)
        return _finite("v", lambda: self.coordinates.to_v(y, u))

    def from_lieref_v(self, q: ArrayLike, v: ArrayLike) -> Array:
        """Return the library's velocity (..., nv') of lieref's q (..., nq) and v (..., nv).

        Raises the errors of `to_lieref_v`.
        """
        y, u = self._configuration(q), self._our("v", v)
        return _finite("v", lambda: self.coordinates.from_v(y, u))

    def to_lieref_a(self, q: ArrayLike, v: ArrayLike, a: ArrayLike) -> Array:
        """Return lieref's acceleration (..., nv), the time derivative of its velocity.

        Parameters
        ----------
        q : (..., nq')
            The library's configuration.
        v, a : (..., nv')
            The library's velocity and its time derivative, componentwise. For a free joint whose
            linear velocity is in inertial axes (MuJoCo, Drake) this is the classical acceleration
            of its origin, for one in body axes (lieref, Pinocchio) the spatial one: they differ by
            omega x v.

        Raises
        ------
        ShapeError, NonFiniteError, ConfigurationError
            As `to_lieref_v`.
        """
        y, at = self.to_lieref_q(q), self.coordinates
        u, b = self._their("v", v), self._their("a", a)
        return _finite("a", lambda: at.to_v(y, b) + at.bias(y, at.to_v(y, u)))

    def from_lieref_a(self, q: ArrayLike, v: ArrayLike, a: ArrayLike) -> Array:
        """Return the library's acceleration (..., nv') of lieref's q, v and a.

        Raises the errors of `to_lieref_v`.
        """
        y, at = self._configuration(q), self.coordinates
        u, b = self._our("v", v), self._our("a", a)
        return _finite("a", lambda: at.from_v(y, b - at.bias(y, u)))

    def to_lieref_tau(self, q: ArrayLike, tau: ArrayLike) -> Array:
        """Return lieref's generalized force (..., nv), of the same power.

        Parameters
        ----------
        q : (..., nq')
            The library's configuration.
        tau : (..., nv')
            The library's generalized force.

        Raises
        ------
        ShapeError, NonFiniteError, ConfigurationError
            As `to_lieref_v`.
        """
        y, f = self.to_lieref_q(q), self._their("tau", tau)
        return _finite("tau", lambda: self.coordinates.to_tau(y, f))

    def from_lieref_tau(self, q: ArrayLike, tau: ArrayLike) -> Array:
        """Return the library's generalized force (..., nv') of lieref's q and tau.

        Raises the errors of `to_lieref_v`.
        """
        y, f = self._configuration(q), self._our("tau", tau)
        return _finite("tau", lambda: self.coordinates.from_tau(y, f))

    def velocity_map(self, q: ArrayLike) -> Array:
        """Return T (..., nv, nv') with v = T v'; the library's inertia matrix is T^T H T.

        Parameters
        ----------
        q : (..., nq')
            The library's configuration.

        Raises
        ------
        ShapeError, NonFiniteError, ConfigurationError
            As `to_lieref_q`.
        """
        return self.coordinates.matrix(self.to_lieref_q(q))

    def _configuration(self, q: ArrayLike) -> Array:
        """lieref's configuration, checked."""
        return as_stack(q, "q", (self.coordinates.nq,))

    def _their(self, name: str, x: ArrayLike) -> Array:
        """A vector of the library, checked."""
        return as_stack(x, name, (self.coordinates.their_nv,))

    def _our(self, name: str, x: ArrayLike) -> Array:
        """A vector of lieref, checked."""
        return as_stack(x, name, (self.coordinates.nv,))


def _finite(what: str, mapped: Callable[[], Array]) -> Array:
    """What a map gives; NonFiniteError where it is beyond the range of double."""
    with np.errstate(over="ignore", invalid="ignore"):
        found = mapped()
    require_in_range(what, found)
    return found
