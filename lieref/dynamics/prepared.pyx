"""Prepared calls: model, order, options and scratch memory bound once; a call allocates nothing."""

cimport cython
cimport numpy as cnp

from lieref.calls cimport KernelRun, is_short, release, run_kernel, spoil, take
from lieref.dynamics.forward_dynamics cimport (
    Call as ForwardCall, forward_workspace_size, run_forward_dynamics)
from lieref.dynamics.inverse_dynamics cimport (
    Call as InverseCall, run_inverse_dynamics, workspace_size)
from lieref.model.model cimport Model
from lieref.model.checks cimport (
    MOST_ORDERS, all_finite, check_quaternions, entry_count, is_finite, is_plain, named_option)

import operator
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from lieref.dynamics.forward_dynamics import forward_dynamics
from lieref.dynamics.inverse_dynamics import inverse_dynamics
from lieref.errors import BusyError, ShapeError
from lieref.model.checks import AXES, BASES, Axes, Base
from lieref.model.loops.loop_model import LoopModel

cnp.import_array()

FloatArray = NDArray[np.float64]

include "shared/prepared_arrays.pxi"

cdef extern from * nogil:
    """
    /* One thread at a time takes the workspace; the next one sees what it left. Who takes or
       leaves holds the GIL, where there is one: an atomic exchange would wait for all stores. */
    #ifdef Py_GIL_DISABLED
    static inline int lieref_occupy(int* taken)
    { return !__atomic_exchange_n(taken, 1, __ATOMIC_ACQUIRE); }
    #else
    static inline int lieref_occupy(int* taken)
    { const int before = *taken; *taken = 1; return !before; }
    #endif
    static inline void lieref_leave(int* taken)
    { __atomic_store_n(taken, 0, __ATOMIC_RELEASE); }
    """
    bint lieref_occupy(int* taken)
    void lieref_leave(int* taken)


cdef class Prepared:
    """What the prepared calls share: the model, the order, the options and the workspace."""

    model: Model | LoopModel
    order: int
    base: Base
    wrench_axes: Axes

    def __cinit__(
        self, model: Model | LoopModel, order: int, base: Base = "body", wrench_axes: Axes = "body",
    ):
        try:
            if isinstance(order, (bool, np.bool_)):
                raise TypeError
            count = operator.index(order)
        except TypeError:
            raise ShapeError(f"order is {order!r}, expected an integer") from None
        if not 0 <= count <= MOST_ORDERS - 2:
            raise ShapeError(f"order is {count}, expected one from 0 to {MOST_ORDERS - 2}")
        self._base = named_option("base", base, BASES)
        self._inertial = named_option("wrench_axes", wrench_axes, AXES)
        self.model, self.order = model, count
        # a text of numpy is none of Cython's
        self.base, self.wrench_axes = str(base), str(wrench_axes)

    def __dealloc__(self):
        if self._memory != NULL:
            release(self._memory, NULL)

    cdef int allocate(self, size_t reals) except -1:
        """The workspace, of so many doubles."""
        self._doubles, self._memory = reals, take(NULL, reals)
        return 0

    cdef int occupy(self) except -1:
        """Take the workspace, or refuse."""
        if not lieref_occupy(&self._taken):
            raise BusyError("another thread is in this prepared call, whose workspace serves one "
                            "at a time; prepare one for each thread")
        spoil(self._memory, sizeof(double) * self._doubles)
        return 0

    cdef void leave(self) noexcept:
        """Give the workspace back."""
        lieref_leave(&self._taken)

    cdef bint is_as_wanted(self, object value, tuple shape):
        """Is an argument an array of this shape that can be read as it is?"""
        return is_plain(value, len(shape), cnp.NPY_DOUBLE) and value.shape == shape

    cdef int require(self, tuple arguments, tuple results) except -1:
        """Say which of the arrays (what, array, shape) is of the wrong type, shape or place.

        Without a shape only the place matters.
        """
        for what, value, shape in (*results, *arguments):
            if shape is not None and not self.is_as_wanted(value, shape):
                found = (f"a {value.dtype} array of shape {value.shape}"
                         if isinstance(value, np.ndarray) else f"a {type(value).__name__}")
                raise ShapeError(
                    f"{what} is {found}, expected a C-contiguous float64 array of shape {shape}: a "
                    f"prepared call of order {self.order} takes arrays as they are")
        for i, (what, value, _) in enumerate(results):
            if not value.flags.writeable:
                raise ShapeError(f"{what} is read-only")
            for other, array, _ in (*results[:i], *arguments):
                if isinstance(array, np.ndarray) and np.may_share_memory(value, array):
                    raise ShapeError(f"{what} shares memory with {other}")
        return 0


cdef inline bint _fits(Prepared call, object q, object out, object wrenches,
                       object tau_ext) noexcept:
    """Can the kernel take what calls of dynamics have?"""
    cdef Model model = <Model> call.model
    cdef int rows = call.order + 1
    return (is_plain(out, 2, cnp.NPY_DOUBLE) and (<cnp.ndarray> out).shape[0] == rows
            and (<cnp.ndarray> out).shape[1] == model.nv
            and cnp.PyArray_ISWRITEABLE(<cnp.ndarray> out)
            and _vector(q, model.nq, out)
            and (wrenches is None or _loads(wrenches, rows, model.nbodies, out))
            and (tau_ext is None or _matrix(tau_ext, rows, model.nv, out)))


cdef tuple _given(Prepared call, tuple arguments, object wrenches, object tau_ext):
    """The arguments, and the optional ones that there are, as `require` takes them."""
    rows, model = call.order + 1, call.model
    loads = (("wrenches", wrenches, (rows, model.nbodies, 6)),
             ("tau_ext", tau_ext, (rows, model.nv)))
    return arguments + tuple([load for load in loads if load[1] is not None])


@cython.final
cdef class PreparedInverseDynamics(Prepared):
    """Inverse dynamics of one model and order; see `prepare_inverse_dynamics`.

    A method, because Python calls one without a tuple and a dictionary of its arguments.
    """

    def __cinit__(self, Model model not None, order, base="body", wrench_axes="body"):
        self.allocate(workspace_size(model, self.order, self._inertial))

    def run(
        self, q: FloatArray, v: FloatArray, out: FloatArray, wrenches: FloatArray | None = None,
        tau_ext: FloatArray | None = None,
    ) -> FloatArray:
        """Write the generalized forces into `out`, and return it."""
        cdef InverseCall call
        cdef Model model = <Model> self.model
        if not (_fits(self, q, out, wrenches, tau_ext)
                and _matrix(v, self.order + 2, model.nv, out)
                # a velocity that nothing turns is in no generalized force
                and all_finite(_numbers(v), model.nv)):
            return self.ordinary(q, v, out, wrenches, tau_ext)
        check_quaternions(model, q, cnp.NPY_DOUBLE)
        call.r, call.base, call.inertial_wrenches = self.order, self._base, self._inertial
        call.q, call.v, call.tau = _numbers(q), _numbers(v), _numbers(out)
        call.wrenches = NULL if wrenches is None else _numbers(wrenches)
        call.tau_ext = NULL if tau_ext is None else _numbers(tau_ext)
        self.occupy()
        call.workspace = self._memory
        run_kernel(<KernelRun> run_inverse_dynamics, model, &call, self._doubles)
        self.leave()
        if not is_finite(out, cnp.NPY_DOUBLE):
            return self.ordinary(q, v, out, wrenches, tau_ext)
        return out

    cdef object ordinary(self, object q, object v, object out, object wrenches, object tau_ext):
        """The error for arrays of the wrong kind here, for the wrong numbers by the usual call."""
        model = self.model
        arguments = ("q", q, (model.nq,)), ("v", v, (self.order + 2, model.nv))
        self.require(_given(self, arguments, wrenches, tau_ext),
                     (("out", out, (self.order + 1, model.nv)),))
        out[...] = inverse_dynamics(model, q, v, self.base, wrenches, self.wrench_axes, tau_ext)
        return out


@cython.final
cdef class PreparedForwardDynamics(Prepared):
    """Forward dynamics of one model and order; see `prepare_forward_dynamics`."""

    def __cinit__(self, Model model not None, order, base="body", wrench_axes="body"):
        self.allocate(forward_workspace_size(model, self.order, self._inertial))

    def run(
        self, q: FloatArray, v: FloatArray, tau: FloatArray, out: FloatArray,
        wrenches: FloatArray | None = None, tau_ext: FloatArray | None = None,
    ) -> FloatArray:
        """Write the accelerations into `out`, and return it."""
        cdef ForwardCall call
        cdef Model model = <Model> self.model
        cdef int singular
        if not (_fits(self, q, out, wrenches, tau_ext) and _vector(v, model.nv, out)
                and _matrix(tau, self.order + 1, model.nv, out)):
            return self.ordinary(q, v, tau, out, wrenches, tau_ext)
        check_quaternions(model, q, cnp.NPY_DOUBLE)
        call.r, call.base, call.inertial_wrenches = self.order, self._base, self._inertial
        call.q, call.v, call.tau, call.vdot = (
            _numbers(q), _numbers(v), _numbers(tau), _numbers(out))
        call.prescribed = NULL
        call.wrenches = NULL if wrenches is None else _numbers(wrenches)
        call.tau_ext = NULL if tau_ext is None else _numbers(tau_ext)
        self.occupy()
        call.workspace = self._memory
        if is_short(self._doubles):
            singular = run_forward_dynamics(model, &call)
        else:
            with nogil:
                singular = run_forward_dynamics(model, &call)
        self.leave()
        if singular >= 0 or not is_finite(out, cnp.NPY_DOUBLE):
            return self.ordinary(q, v, tau, out, wrenches, tau_ext)
        return out

    cdef object ordinary(self, object q, object v, object tau, object out, object wrenches,
                         object tau_ext):
        """The error for arrays of the wrong kind here, for the wrong numbers by the usual call."""
        model = self.model
        rows = self.order + 1
        arguments = ("q", q, (model.nq,)), ("v", v, (model.nv,)), ("tau", tau, (rows, model.nv))
        self.require(_given(self, arguments, wrenches, tau_ext), (("out", out, (rows, model.nv)),))
        out[...] = forward_dynamics(model, q, v, tau, self.base, wrenches, self.wrench_axes,
                                    tau_ext)
        return out


class InverseDynamicsCall(Protocol):
    """What `prepare_inverse_dynamics` returns."""

    __self__: PreparedInverseDynamics

    def __call__(
        self, q: FloatArray, v: FloatArray, out: FloatArray, wrenches: FloatArray | None = None,
        tau_ext: FloatArray | None = None,
    ) -> FloatArray:
        """Evaluate into `out`."""


def prepare_inverse_dynamics(
    model: Model, order: int, base: Base = "body", wrench_axes: Axes = "body",
) -> InverseDynamicsCall:
    """Inverse dynamics for many calls: model, order, options and workspace bound once.

    The default recursion of `inverse_dynamics` [Ali, Alg. 1 and 2], for loops in which what a
    call costs besides its numbers counts. ``call(q, v, out)`` computes what
    ``inverse_dynamics(model, q, v)`` does, bit for bit, and allocates nothing.

    Parameters
    ----------
    model : Model or LoopModel
        Of mechanisms a call allocates the memory of its recursion.
    order : int
        The order r of the highest time derivative.
    base : {"body", "spatial", "hybrid", "mixed"}
        Representation of the velocity of free joints on the world.
    wrench_axes : {"body", "inertial"}
        Axes in which wrenches are resolved.

    Returns
    -------
    call : callable
        ``call(q, v, out, wrenches=None, tau_ext=None)``: arrays as for `inverse_dynamics`, q (nq,),
        v (r + 2, nv), wrenches (r + 1, nbodies, 6), tau_ext (r + 1, nv), but as they are: of type
        float64 and C-contiguous. It writes tau into out (r + 1, nv), which must not share memory
        with the others, and returns out. The method of an object, ``call.__self__``, with the
        attributes `model`, `order`, `base` and `wrench_axes`.

    Raises
    ------
    ShapeError
        An order that does not exist. Of a call: an array of another type, shape or
        layout, or an out that is read-only or shares memory with an argument.
    NonFiniteError, ConfigurationError
        Of a call, as for `inverse_dynamics`: everything that it checks is checked.
    BusyError
        Of a call: another thread is in it. The workspace serves one call at a time, so prepare one
        for each thread; this is noticed on free-threaded Python too.

    Notes
    -----
    After an error, numbers in out may be overwritten.

    Examples
    --------
    >>> import lieref, numpy as np
    >>> model, q, v = lieref.catalogue.serial_chain(3), np.zeros(3), np.ones(3)
    >>> call = lieref.prepare_inverse_dynamics(model, 0)
    >>> call(q, np.array([v, v]), np.empty((1, 3))).shape
    (1, 3)
    """
    return PreparedInverseDynamics(model, order, base, wrench_axes).run


class ForwardDynamicsCall(Protocol):
    """What `prepare_forward_dynamics` returns."""

    __self__: PreparedForwardDynamics

    def __call__(
        self, q: FloatArray, v: FloatArray, tau: FloatArray, out: FloatArray,
        wrenches: FloatArray | None = None, tau_ext: FloatArray | None = None,
    ) -> FloatArray:
        """Evaluate into `out`."""


def prepare_forward_dynamics(
    model: Model, order: int, base: Base = "body", wrench_axes: Axes = "body",
) -> ForwardDynamicsCall:
    """Forward dynamics for many calls: model, order, options and workspace bound once.

    The default recursion of `forward_dynamics` [Ali, Alg. 3]; ``call(q, v, tau, out)`` computes
    what ``forward_dynamics(model, q, v, tau)`` does, bit for bit, and allocates nothing.

    Parameters
    ----------
    model, order, base, wrench_axes
        As for `prepare_inverse_dynamics`.

    Returns
    -------
    call : callable
        ``call(q, v, tau, out, wrenches=None, tau_ext=None)``: float64 and C-contiguous arrays q
        (nq,), v (nv,), tau (r + 1, nv), wrenches (r + 1, nbodies, 6), tau_ext (r + 1, nv). It
        writes vdot into out (r + 1, nv), which must not share memory with the others, and returns
        out.

    Raises
    ------
    ShapeError, NonFiniteError, ConfigurationError, BusyError
        As for `prepare_inverse_dynamics`.
    SingularError
        Of a call, as for `forward_dynamics`.

    Examples
    --------
    >>> import lieref, numpy as np
    >>> model, q, v = lieref.catalogue.serial_chain(3), np.zeros(3), np.ones(3)
    >>> call = lieref.prepare_forward_dynamics(model, 0)
    >>> call(q, v, np.array([v]), np.empty((1, 3))).shape
    (1, 3)
    """
    return PreparedForwardDynamics(model, order, base, wrench_axes).run
