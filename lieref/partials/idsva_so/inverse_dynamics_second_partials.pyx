"""Second partials of inverse dynamics: checks of arguments, then the compiled IDSVA-SO."""

cimport numpy as cnp

from lieref.calls cimport KernelRun, entry, run_on_scratch
from lieref.model.model cimport SPHERICAL, Model
from lieref.model.checks cimport all_finite, is_plain, named_option, require_double_range
from lieref.dynamics.shared.motion_arguments cimport (
    checked_configuration, checked_row, checked_wrenches, is_body_call, named)

from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.documentation import described
from lieref.errors import ShapeError
from lieref.model.checks import Axes, Base
from lieref.partials.coordinates import represented
from lieref.partials.second_order_numbers import chain_rule
from lieref.partials.idsva.inverse_dynamics_partials import body_partials
from lieref.partials.results import InverseDynamicsSecondPartials

cnp.import_array()

ctypedef void (*Run)(Model, const Call*) noexcept nogil
ctypedef size_t (*Workspace)(Model) noexcept nogil

METHODS: dict[str, bool] = {"idsva_so": False, "chain_rule": True}
cdef str IDSVA_SO = "idsva_so"

# Builds that this processor runs.
cdef Run kernel_run = <Run> entry("_idsva_so_wide", "RUN", "second_partials_run")
cdef Workspace kernel_workspace = <Workspace> entry(
    "_idsva_so_wide", "WORKSPACE", "second_partials_workspace")


cdef size_t second_partials_workspace_size(Model model) noexcept nogil:
    return kernel_workspace(model)


cdef void run_inverse_dynamics_second_partials(Model model, const Call* call) noexcept nogil:
    kernel_run(model, call)


cdef object _tensors(Model model):
    """Four arrays of zeros."""
    shape = (model.nv,) * 3
    try:
        return named(InverseDynamicsSecondPartials, tuple([np.zeros(shape) for _ in range(4)]))
    except (MemoryError, ValueError):
        raise MemoryError(f"four tensors of {model.nv}^3 numbers do not fit") from None


cdef int _require_tensors(object nv, object out) except -1:
    """Four arrays that a kernel can write."""
    if not isinstance(out, InverseDynamicsSecondPartials):
        raise ShapeError(f"out is {type(out).__name__}, expected InverseDynamicsSecondPartials")
    shape = (nv,) * 3
    for name, array in zip(out._fields, out):
        if not is_plain(array, 3, cnp.NPY_DOUBLE) or array.shape != shape or (
                not array.flags.writeable):
            raise ShapeError(f"out.{name} is no writeable contiguous array of {shape} doubles")
    return 0


cdef int _require_apart(object out, tuple arguments) except -1:
    """Refuse results that share memory with each other or with an argument (name, value)."""
    results = [(f"out.{name}", array) for name, array in zip(out._fields, out)]
    for i, (what, array) in enumerate(results):
        for other, value in (*results[:i], *arguments):
            if isinstance(value, np.ndarray) and np.may_share_memory(array, value):
                raise ShapeError(f"{what} shares memory with {other}")
    return 0


def require_memory(nv: int, out: object, q: Any, v: Any, a: Any, wrenches: Any) -> None:
    """ShapeError unless `out` has memory of its own for the tensors of such arguments."""
    _require_tensors(nv, out)
    _require_apart(out, (("q", q), ("v", v), ("a", a), ("wrenches", wrenches)))


cdef object _body_second_partials(Model model, object q, object v, object a, object wrenches,
                                  object out):
    """The four tensors of base "body", wrenches in body axes, in `out` or in new memory."""
    cdef Call call
    q = checked_configuration(model, q)
    v = checked_row(model, "v", v)
    a = checked_row(model, "a", a)
    call.q = cnp.PyArray_DATA(<cnp.ndarray> q)
    call.v = cnp.PyArray_DATA(<cnp.ndarray> v)
    call.a = cnp.PyArray_DATA(<cnp.ndarray> a)
    call.wrenches = NULL
    if wrenches is not None:
        wrenches = checked_wrenches(model, wrenches)
        call.wrenches = cnp.PyArray_DATA(<cnp.ndarray> wrenches)
    if out is None:
        out = _tensors(model)
    call.dq_dq = cnp.PyArray_DATA(<cnp.ndarray> out[0])
    call.dv_dv = cnp.PyArray_DATA(<cnp.ndarray> out[1])
    call.dq_dv = cnp.PyArray_DATA(<cnp.ndarray> out[2])
    call.da_dq = cnp.PyArray_DATA(<cnp.ndarray> out[3])
    run_on_scratch(<KernelRun> kernel_run, model, &call, &call.workspace, kernel_workspace(model))
    _require_written_finite(model, out)
    return out


cdef bint _written_finite(Model model, const double* x) noexcept nogil:
    """Is every number finite that a kernel may have written into a tensor? The rows of joints
    neither of which carries the other stay zero.
    """
    cdef int i, k, above
    cdef size_t first
    cdef size_t nv = model.nv
    for i in range(model.nbodies):
        above = i
        while above >= 0:
            for k in range(_width(model.kind[i])):
                first = (model.iv[i] + k) * nv + model.iv[above]
                if not all_finite(x + first * nv, _width(model.kind[above]) * nv):
                    return False
            for k in range(_width(model.kind[above])):
                first = (model.iv[above] + k) * nv + model.iv[i]
                if not all_finite(x + first * nv, _width(model.kind[i]) * nv):
                    return False
            above = model.parent[above]
    return True


cdef bint _wide(Model model) noexcept nogil:
    """Are most pairs of joints on different branches, so that most rows stay zero?"""
    cdef int i, above
    cdef size_t pairs = 0
    for i in range(model.nbodies):
        above = i
        while above >= 0:
            pairs += 1
            above = model.parent[above]
    return 4 * pairs < <size_t> model.nbodies * model.nbodies


cdef inline int _width(int kind) noexcept nogil:
    """Velocity coordinates of a joint."""
    if kind < SPHERICAL:
        return 1
    return 3 if kind == SPHERICAL else 6


cdef int _require_written_finite(Model model, object out) except -1:
    """All four tensors, or NonFiniteError names the first entry that is not finite."""
    cdef const double* x
    cdef bint wide = _wide(model)
    for name, array in zip(out._fields, out):
        x = <const double*> cnp.PyArray_DATA(<cnp.ndarray> array)
        if not wide or not _written_finite(model, x):
            require_double_range(name, array)
    return 0


cdef int _require_tensors_finite(object out) except -1:
    for name, array in zip(out._fields, out):
        require_double_range(name, array)
    return 0


def body_second_partials(
    Model model not None, q: NDArray[np.float64], v: NDArray[np.float64], a: NDArray[np.float64],
    wrenches: NDArray[np.float64] | None,
) -> InverseDynamicsSecondPartials:
    """IDSVA-SO for base "body" and wrenches in body axes; v and a are arrays, maybe of a motion
    that has left the range of double in another representation.
    """
    require_double_range("v", v)
    require_double_range("a", a)
    return _body_second_partials(model, q, v, a, wrenches, None)


@described()
def inverse_dynamics_second_partials(
    model: Model, q: ArrayLike, v: ArrayLike, a: ArrayLike, base: Base = "body",
    wrenches: ArrayLike | None = None, wrench_axes: Axes = "body",
    method: Literal["idsva_so", "chain_rule"] = "idsva_so",
    out: InverseDynamicsSecondPartials | None = None,
) -> InverseDynamicsSecondPartials:
    """Second partial derivatives of the generalized forces of a motion.

    "idsva_so": IDSVA-SO, [Singh, Algorithm 1], each coordinate with all pairs of those between it
    and the root, in inertial axes about the root's present place. "chain_rule": inverse dynamics
    of second-order hyper-dual numbers, slower and more accurate.

    Parameters
    ----------
    base : {"body", "spatial", "hybrid", "mixed"}
        Representation of the velocity, acceleration and force of free joints on the world; the
        components of v and a in it are constant while q moves.
    method : {"idsva_so", "chain_rule"}
        Which of the two above.
    out : InverseDynamicsSecondPartials, optional
        Memory for the result: contiguous arrays of doubles, zero outside the tree's pattern, as a
        former result of the same model is, none of which shares memory with another one or with
        an argument. Their content after an error is undefined.

    Returns
    -------
    InverseDynamicsSecondPartials
        d2tau_dq_dq, d2tau_dv_dv, d2tau_dq_dv, d2tau_da_dq, (nv, nv, nv) each: force, then as
        named; d2tau_da_dq is the derivative of the joint-space inertia. Derivatives with respect
        to q are right Lie derivatives, with respect to a move of every joint in its own body
        axes, whatever `base` is; d2tau_dq_dq[i, j, k] is taken along j first, then along k.

    Raises
    ------
    MemoryError
        The tensors do not fit.

    Notes
    -----
    Cost O(nv d^2), d the coordinates between a joint and the root; other entries are exact zeros.
    `lieref.oracle.inverse_dynamics_second_partials` gives reference values.

    Examples
    --------
    >>> lieref.inverse_dynamics_second_partials(model, q, v, v).d2tau_dq_dq.shape
    (3, 3, 3)
    """
    if out is not None:
        require_memory(model.nv, out, q, v, a, wrenches)
    cdef bint chained = method is not IDSVA_SO and named_option("method", method, METHODS)
    cdef bint plain = is_body_call(model, base, wrenches, wrench_axes)
    if plain and not chained:
        return _body_second_partials(model, q, v, a, wrenches, out)
    return given_to(out, _chained_or_represented(model, q, v, a, base, wrenches, wrench_axes,
                                                 chained))


def given_to(out: Any, found: Any) -> Any:
    """The tensors, in the memory of `out` if that is given."""
    if out is None:
        return found
    for given, array in zip(out, found):
        np.copyto(given, array)
    return out


cdef object _chained_or_represented(Model model, object q, object v, object a, object base,
                                    object wrenches, object wrench_axes, bint chained):
    """The tensors of the other method, or of arguments in another representation."""
    q = checked_configuration(model, q)
    v = checked_row(model, "v", v)
    a = checked_row(model, "a", a)
    if wrenches is not None:
        wrenches = checked_wrenches(model, wrenches)
    if chained:
        found = chain_rule.inverse_dynamics_second_partials(model, q, v, a, base, wrenches,
                                                            wrench_axes)
    else:
        found = represented.second(body_partials, body_second_partials, model, q, v, a, base,
                                   wrenches, wrench_axes)
    _require_tensors_finite(found)
    return found
