"""Prepared calls of partials of any order: model, order and scratch memory bound once."""

cimport cython
cimport numpy as cnp

from lieref.calls cimport KernelRun, is_short, run_kernel
from lieref.dynamics.prepared cimport Prepared
from lieref.model.model cimport Model
from lieref.partials.calls cimport ForwardOrderPartialsCall as ForwardCall
from lieref.partials.calls cimport OrderPartialsCall as InverseCall
from lieref.partials.any_order.forward.forward_dynamics_order_partials cimport (
    forward_order_partials_workspace_size, run_forward_dynamics_order_partials)
from lieref.partials.any_order.inverse.inverse_dynamics_order_partials cimport (
    order_partials_workspace_size, run_inverse_dynamics_order_partials)
from lieref.model.checks cimport check_quaternions, entry_count, is_finite, is_plain

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from lieref.documentation import described
from lieref.errors import ShapeError
from lieref.model.tree.configuration import require_tree
from lieref.partials.any_order.forward.forward_dynamics_order_partials import (
    forward_dynamics_order_partials)
from lieref.partials.any_order.inverse.inverse_dynamics_order_partials import (
    inverse_dynamics_order_partials)
from lieref.partials.any_order.results import (
    ForwardDynamicsOrderPartials, InverseDynamicsOrderPartials)

cnp.import_array()

FloatArray = NDArray[np.float64]

include "../../dynamics/shared/prepared_arrays.pxi"


cdef inline bint _block(object value, int ndim, int first, int second, int nv) noexcept:
    """A plain array of doubles that can be written, of one or two orders and (nv, nv)?"""
    return (is_plain(value, ndim, cnp.NPY_DOUBLE) and cnp.PyArray_ISWRITEABLE(<cnp.ndarray> value)
            and (<cnp.ndarray> value).shape[0] == first
            and (ndim == 3 or (<cnp.ndarray> value).shape[1] == second)
            and (<cnp.ndarray> value).shape[ndim - 2] == nv
            and (<cnp.ndarray> value).shape[ndim - 1] == nv)


cdef tuple _named(object kind, object out, tuple shapes):
    """The arrays of a result with names and shapes, for `Prepared.require`."""
    if type(out) is not kind:
        raise ShapeError(f"out is {type(out).__name__}, expected {kind.__name__}")
    return tuple([(f"out.{name}", array, shape)
                  for name, array, shape in zip(kind._fields, out, shapes, strict=True)])


@cython.final
cdef class PreparedInverseDynamicsOrderPartials(Prepared):
    """See `prepare_inverse_dynamics_order_partials`."""

    def __cinit__(self, Model model not None, order):
        self.allocate(order_partials_workspace_size(model, self.order))

    def run(
        self, q: FloatArray, v: FloatArray, out: InverseDynamicsOrderPartials,
    ) -> InverseDynamicsOrderPartials:
        """Write the blocks into `out`, and return it."""
        cdef InverseCall call
        cdef Model model = <Model> self.model
        cdef int n = self.order + 1
        if type(out) is not InverseDynamicsOrderPartials:
            return self.ordinary(q, v, out)
        dq, dv = <tuple> out
        if not (_block(dq, 3, n, 0, model.nv) and _block(dv, 4, n, n + 1, model.nv)
                and _apart(dq, dv)
                and _vector(q, model.nq, dq) and _apart(q, dv)
                and _matrix(v, n + 1, model.nv, dq) and _apart(v, dv)
                and is_finite(v, cnp.NPY_DOUBLE)):
            return self.ordinary(q, v, out)
        check_quaternions(model, q, cnp.NPY_DOUBLE)
        call.r = self.order
        call.series = False
        call.q, call.v, call.dq, call.dv = _numbers(q), _numbers(v), _numbers(dq), _numbers(dv)
        self.occupy()
        call.workspace = self._memory
        run_kernel(<KernelRun> run_inverse_dynamics_order_partials, model, &call, self._doubles)
        self.leave()
        if not (is_finite(dq, cnp.NPY_DOUBLE) and is_finite(dv, cnp.NPY_DOUBLE)):
            return self.ordinary(q, v, out)
        return out

    cdef object ordinary(self, object q, object v, object out):
        """Raise the error for an array of the wrong kind; the ordinary call finds wrong numbers."""
        n, model = self.order + 1, self.model
        square = (model.nv, model.nv)
        self.require((("q", q, (model.nq,)), ("v", v, (n + 1, model.nv))),
                     _named(InverseDynamicsOrderPartials, out,
                            ((n, *square), (n, n + 1, *square))))
        return inverse_dynamics_order_partials(model, q, v, out=out)


@cython.final
cdef class PreparedForwardDynamicsOrderPartials(Prepared):
    """See `prepare_forward_dynamics_order_partials`."""

    def __cinit__(self, Model model not None, order):
        self.allocate(forward_order_partials_workspace_size(model, self.order))

    def run(
        self, q: FloatArray, v: FloatArray, tau: FloatArray, out: ForwardDynamicsOrderPartials,
    ) -> ForwardDynamicsOrderPartials:
        """Write the blocks into `out`, and return it."""
        cdef ForwardCall call
        cdef Model model = <Model> self.model
        cdef int n = self.order + 1
        cdef bint regular
        if type(out) is not ForwardDynamicsOrderPartials:
            return self.ordinary(q, v, tau, out)
        dq, dv, dtau = <tuple> out
        if not (_block(dq, 3, n, 0, model.nv) and _block(dv, 3, n, 0, model.nv)
                and _block(dtau, 4, n, n, model.nv)
                and _apart(dq, dv) and _apart(dq, dtau) and _apart(dv, dtau)
                and _vector(q, model.nq, dq) and _apart(q, dv) and _apart(q, dtau)
                and _vector(v, model.nv, dq) and _apart(v, dv) and _apart(v, dtau)
                and _matrix(tau, n, model.nv, dq) and _apart(tau, dv) and _apart(tau, dtau)
                and is_finite(tau, cnp.NPY_DOUBLE)):
            return self.ordinary(q, v, tau, out)
        check_quaternions(model, q, cnp.NPY_DOUBLE)
        call.r = self.order
        call.q, call.v, call.tau = _numbers(q), _numbers(v), _numbers(tau)
        call.da_dq, call.da_dv, call.da_dtau = _numbers(dq), _numbers(dv), _numbers(dtau)
        self.occupy()
        call.workspace = self._memory
        if is_short(self._doubles):
            regular = run_forward_dynamics_order_partials(model, &call)
        else:
            with nogil:
                regular = run_forward_dynamics_order_partials(model, &call)
        self.leave()
        if not (regular and is_finite(dq, cnp.NPY_DOUBLE) and is_finite(dv, cnp.NPY_DOUBLE)
                and is_finite(dtau, cnp.NPY_DOUBLE)):
            return self.ordinary(q, v, tau, out)
        return out

    cdef object ordinary(self, object q, object v, object tau, object out):
        """Raise the error for an array of the wrong kind; the ordinary call finds wrong numbers."""
        n, model = self.order + 1, self.model
        square = (model.nv, model.nv)
        self.require((("q", q, (model.nq,)), ("v", v, (model.nv,)), ("tau", tau, (n, model.nv))),
                     _named(ForwardDynamicsOrderPartials, out,
                            ((n, *square), (n, *square), (n, n, *square))))
        for to, array in zip(out, forward_dynamics_order_partials(model, q, v, tau), strict=True):
            to[...] = array
        return out


class InverseDynamicsOrderPartialsCall(Protocol):
    """What `prepare_inverse_dynamics_order_partials` returns."""

    __self__: PreparedInverseDynamicsOrderPartials

    def __call__(
        self, q: FloatArray, v: FloatArray, out: InverseDynamicsOrderPartials,
    ) -> InverseDynamicsOrderPartials:
        """Evaluate into `out`."""


@described()
def prepare_inverse_dynamics_order_partials(
    model: Model, order: int,
) -> InverseDynamicsOrderPartialsCall:
    """Partials of inverse dynamics of any order for many calls: model, order and workspace bound.

    ``call(q, v, out)`` computes what ``inverse_dynamics_order_partials(model, q, v)`` does, bit for
    bit, and allocates nothing; docs/order-partials.md.

    Parameters
    ----------
    order : int
        The order r of the highest time derivative of the forces.

    Returns
    -------
    call : callable
        ``call(q, v, out)``: float64 and C-contiguous arrays q (nq,) and v (r + 2, nv), base "body",
        as for `inverse_dynamics_order_partials`. It writes into the arrays of out, an
        InverseDynamicsOrderPartials, which must not share memory with the others, and returns out.
        The method of an object, ``call.__self__``, with the attributes `model` and `order`.

    Raises
    ------
    ArgumentError
        A model with loops or of another kind.
    ShapeError
        An order that does not exist. Of a call: an array of another type, shape or
        layout, or a result that is read-only or shares memory.
    NonFiniteError, ConfigurationError
        Of a call, as for `inverse_dynamics_order_partials`: everything that it checks is checked.
    BusyError
        Of a call: another thread is in it. The workspace serves one call at a time, so prepare one
        for each thread.

    Notes
    -----
    After an error, numbers in out may be overwritten.

    Examples
    --------
    >>> import lieref, numpy as np
    >>> model, q, v = lieref.catalogue.serial_chain(3), np.zeros(3), np.ones((3, 3))
    >>> out = lieref.inverse_dynamics_order_partials(model, q, v)
    >>> lieref.prepare_inverse_dynamics_order_partials(model, 1)(q, v, out) is out
    True
    """
    require_tree(model, "partials through loops take memory of their own; "
                 "`inverse_dynamics_order_partials` is that of a mechanism")
    return PreparedInverseDynamicsOrderPartials(model, order).run


class ForwardDynamicsOrderPartialsCall(Protocol):
    """What `prepare_forward_dynamics_order_partials` returns."""

    __self__: PreparedForwardDynamicsOrderPartials

    def __call__(
        self, q: FloatArray, v: FloatArray, tau: FloatArray, out: ForwardDynamicsOrderPartials,
    ) -> ForwardDynamicsOrderPartials:
        """Evaluate into `out`."""


@described()
def prepare_forward_dynamics_order_partials(
    model: Model, order: int,
) -> ForwardDynamicsOrderPartialsCall:
    """Partials of forward dynamics of any order for many calls: model, order and workspace bound.

    ``call(q, v, tau, out)`` computes what ``forward_dynamics_order_partials(model, q, v, tau)``
    does, at order 0 with other roundings, and allocates nothing; docs/order-partials.md, (8).

    Parameters
    ----------
    order : int
        The order r of the highest time derivative of the forces.

    Returns
    -------
    call : callable
        ``call(q, v, tau, out)``: float64 and C-contiguous arrays q (nq,), v (nv,) and
        tau (r + 1, nv), base "body", as for `forward_dynamics_order_partials`; out is a
        ForwardDynamicsOrderPartials. All else as of `prepare_inverse_dynamics_order_partials`.

    Raises
    ------
    ArgumentError, ShapeError, NonFiniteError, ConfigurationError, BusyError
        As for `prepare_inverse_dynamics_order_partials`.
    SingularError
        Of a call, as for `forward_dynamics_order_partials`.

    Examples
    --------
    >>> import lieref, numpy as np
    >>> model, q, v = lieref.catalogue.serial_chain(3), np.zeros(3), np.ones((3, 3))
    >>> out = lieref.forward_dynamics_order_partials(model, q, v[0], v)
    >>> lieref.prepare_forward_dynamics_order_partials(model, 2)(q, v[0], v, out) is out
    True
    """
    require_tree(model, "partials through loops take memory of their own; "
                 "`forward_dynamics_order_partials` is that of a mechanism")
    return PreparedForwardDynamicsOrderPartials(model, order).run
