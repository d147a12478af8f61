"""Prepared calls of mechanisms: model, order and options bound once, results where a user says."""

cimport numpy as cnp

from lieref.dynamics.prepared cimport Prepared
from lieref.loops.clusters.dynamics cimport forward_into, inverse_into
from lieref.model.checks cimport entry_count, is_finite, is_plain

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from lieref.algebra.arguments import integer
from lieref.dynamics.shared.motion_rows import MOST_ROWS
from lieref.loops.arguments import AXES, base_number, choice
from lieref.loops.dynamics import forward_dynamics
from lieref.model.loops.loop_model import LoopModel

cnp.import_array()

Array = NDArray[np.float64]

include "../dynamics/shared/prepared_arrays.pxi"


cdef class PreparedMechanism(Prepared):
    """Model, order and options of a prepared call, which allocates its workspace itself."""

    cdef int _nv

    def __cinit__(self, model, order, base, wrench_axes):
        self._nv = model.nv

    cdef bint is_as_wanted(self, object value, tuple shape):
        """A subclass is taken as well: what it is made of is checked once more."""
        return (isinstance(value, np.ndarray) and value.dtype == np.float64
                and value.flags.c_contiguous and value.shape == shape)

    cdef bint _fits(self, object q, object out, object wrenches, object tau_ext) noexcept:
        """Can a result be written into `out`, apart from these arguments? All else is unknown."""
        return (is_plain(out, 2, cnp.NPY_DOUBLE) and cnp.PyArray_ISWRITEABLE(<cnp.ndarray> out)
                and (<cnp.ndarray> out).shape[0] == self.order + 1
                and (<cnp.ndarray> out).shape[1] == self._nv
                and is_plain(q, 1, cnp.NPY_DOUBLE) and _apart(q, out)
                and (wrenches is None
                     or is_plain(wrenches, 3, cnp.NPY_DOUBLE) and _apart(wrenches, out))
                and (tau_ext is None
                     or is_plain(tau_ext, 2, cnp.NPY_DOUBLE) and _apart(tau_ext, out)))

    cdef int _require(self, object q, tuple given, object out, object wrenches,
                      object tau_ext) except -1:
        return self.require(
            (("q", q, None), *given, ("wrenches", wrenches, None), ("tau_ext", tau_ext, None)),
            (("out", out, (self.order + 1, self._nv)),))

    def inverse(
        self, q: Array, v: Array, out: Array, wrenches: Array | None = None,
        tau_ext: Array | None = None,
    ) -> Array:
        """Write the generalized forces into `out`, and return it."""
        if not (self._fits(q, out, wrenches, tau_ext)
                and _matrix(v, self.order + 2, self._nv, out)):
            self._require(q, (("v", v, (self.order + 2, self._nv)),), out, wrenches, tau_ext)
        inverse_into(self.model, q, v, self.base, wrenches, self.wrench_axes, tau_ext, None, out)
        return out

    def forward(
        self, q: Array, v: Array, tau: Array, out: Array, wrenches: Array | None = None,
        tau_ext: Array | None = None,
    ) -> Array:
        """Write the accelerations into `out`, and return it."""
        if not (self._fits(q, out, wrenches, tau_ext) and _vector(v, self._nv, out)
                and _matrix(tau, self.order + 1, self._nv, out)):
            given = ("v", v, (self._nv,)), ("tau", tau, (self.order + 1, self._nv))
            self._require(q, given, out, wrenches, tau_ext)
        if forward_into(self.model, q, v, tau, self.base, wrenches, self.wrench_axes, tau_ext,
                        None, out) is None:
            out[:] = forward_dynamics(self.model, q, v, tau, self.base, wrenches,
                                      self.wrench_axes, tau_ext)
        return out


cdef PreparedMechanism _prepared(object model, object order, object base, object wrench_axes):
    """With the words of mechanisms for an order or an option that does not exist."""
    order = integer("order", order, 0, MOST_ROWS - 2)
    base_number(model, base)
    choice("wrench_axes", wrench_axes, AXES)
    return PreparedMechanism(model, order, base, wrench_axes)


def prepare_inverse_dynamics(
    model: LoopModel, order: int, base: str = "body", wrench_axes: str = "body",
) -> Callable[..., Array]:
    """`lieref.prepare_inverse_dynamics` of the independent coordinates."""
    return _prepared(model, order, base, wrench_axes).inverse


def prepare_forward_dynamics(
    model: LoopModel, order: int, base: str = "body", wrench_axes: str = "body",
) -> Callable[..., Array]:
    """`lieref.prepare_forward_dynamics` of the independent coordinates."""
    return _prepared(model, order, base, wrench_axes).forward
