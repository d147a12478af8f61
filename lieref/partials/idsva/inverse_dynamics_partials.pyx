"""First partials of inverse dynamics: checks of arguments, then the compiled IDSVA."""

cimport numpy as cnp

from lieref.calls cimport KernelRun, entry, release, run_on_scratch, take
from lieref.model.model cimport Model
from lieref.model.checks cimport is_batched, named_option, require_double_range
from lieref.dynamics.shared.motion_arguments cimport (
    checked_configuration, checked_row, checked_wrenches, is_body_call, named)

from collections.abc import Mapping
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from lieref.algebra.enclosures import bounds_wanted, enclosed, pairs, radii_of
from lieref.errors import ArgumentError, ShapeError
from lieref.partials import partial_batches
from lieref.partials.coordinates import represented
from lieref.partials.second_order_numbers import chain_rule
from lieref.partials.results import InverseDynamicsPartials
from lieref.dynamics.shared.motion_arguments import in_range
from lieref.model.checks import Axes, Base

cnp.import_array()


cdef str IDSVA = "idsva"
# The usual number of workers, recognized by identity: small numbers are one object.
cdef object ONE = 1
METHODS = {IDSVA: False, "chain_rule": True}

ctypedef void (*Run)(Model, const Call*) noexcept nogil
ctypedef size_t (*Workspace)(Model) noexcept nogil

# Builds that this processor runs.
cdef Run kernel_run = <Run> entry("_idsva_wide", "RUN", "partials_run")
cdef Workspace kernel_workspace = <Workspace> entry(
    "_idsva_wide", "WORKSPACE", "partials_workspace")


cdef size_t partials_workspace_size(Model model) noexcept nogil:
    return kernel_workspace(model)


cdef void run_inverse_dynamics_partials(Model model, const Call* call) noexcept nogil:
    kernel_run(model, call)


cdef object _body_partials(Model model, object q, object v, object a, object wrenches):
    """The three matrices of base "body", wrenches in body axes."""
    cdef Call call
    cdef cnp.ndarray dq, dv, da
    cdef cnp.npy_intp[2] shape
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
    shape[0] = model.nv
    shape[1] = model.nv
    dq = cnp.PyArray_ZEROS(2, shape, cnp.NPY_DOUBLE, 0)
    dv = cnp.PyArray_ZEROS(2, shape, cnp.NPY_DOUBLE, 0)
    da = cnp.PyArray_ZEROS(2, shape, cnp.NPY_DOUBLE, 0)
    call.dq = cnp.PyArray_DATA(dq)
    call.dv = cnp.PyArray_DATA(dv)
    call.da = cnp.PyArray_DATA(da)
    run_on_scratch(<KernelRun> kernel_run, model, &call, &call.workspace, kernel_workspace(model))
    require_double_range("dtau_dq", dq)
    require_double_range("dtau_dv", dv)
    require_double_range("dtau_da", da)
    return named(InverseDynamicsPartials, (dq, dv, da))


def body_partials(
    Model model not None, q: ArrayLike, v: ArrayLike, a: ArrayLike, wrenches: ArrayLike | None,
) -> InverseDynamicsPartials:
    """`inverse_dynamics_partials` of base "body", wrenches in body axes."""
    return _body_partials(model, q, v, a, wrenches)


cdef list _in_pairs(Model model, bint in_balls, list given):
    """The three matrices (nv, nv, 2) from pairs of q, v, a and, or None, wrenches."""
    cdef Call call
    cdef str kernel = "_idsva_ball" if in_balls else "_idsva_fine"
    cdef Run run = <Run> entry(kernel, "RUN", "partials_run")
    cdef Workspace workspace = <Workspace> entry(kernel, "WORKSPACE", "partials_workspace")
    cdef Model numbers = model.in_balls() if in_balls else model._in_pairs()
    # a vector beyond the end, which kernels read
    q, v, a = [np.concatenate((x, np.zeros((4, 2)))) for x in given[:3]]
    out = [np.zeros((model.nv, model.nv, 2)) for _ in range(3)]
    call.q = cnp.PyArray_DATA(<cnp.ndarray> q)
    call.v = cnp.PyArray_DATA(<cnp.ndarray> v)
    call.a = cnp.PyArray_DATA(<cnp.ndarray> a)
    call.wrenches = NULL if given[3] is None else cnp.PyArray_DATA(<cnp.ndarray> given[3])
    call.dq = cnp.PyArray_DATA(<cnp.ndarray> out[0])
    call.dv = cnp.PyArray_DATA(<cnp.ndarray> out[1])
    call.da = cnp.PyArray_DATA(<cnp.ndarray> out[2])
    call.workspace = take(NULL, 2 * workspace(model))
    run(numbers, &call)
    release(call.workspace, NULL)
    return out


cdef tuple _with_bounds(object model, object q, object v, object a, object base, object wrenches,
                        object wrench_axes, object method, object workers, object input_radius):
    """The partials and their error bounds; an error where there are none."""
    if named_option("method", method, METHODS):
        raise ArgumentError(f'method = {method!r}, expected "idsva" with bounds=True')
    if not is_body_call(<Model> model, base, wrenches, wrench_axes):
        raise ArgumentError(f'base = {base!r} and wrench_axes = {wrench_axes!r}, expected "body" '
                            'with bounds=True')
    if (workers is not ONE or is_batched(q, 1) or is_batched(v, 1) or is_batched(a, 1)
            or is_batched(wrenches, 2)):
        raise ShapeError("bounds=True takes one state; call it for each state of a batch")
    values = _body_partials(<Model> model, q, v, a, wrenches)
    if model.nv == 0:
        return values, values
    arguments = {"q": q, "v": v, "a": a, "wrenches": wrenches}
    arrays = {name: None if x is None else np.array(x, dtype=np.float64, order="C")
              for name, x in arguments.items()}
    fine = None, None, None
    if input_radius is None:
        fine = _in_pairs(<Model> model, False,
                         [None if x is None else pairs(x) for x in arrays.values()])
    found = _in_pairs(<Model> model, True,
                      [None if x is None else pairs(x, radii_of(input_radius, name, x))
                       for name, x in arrays.items()])
    made = [enclosed(*each) for each in zip(values, found, fine)]
    return tuple([InverseDynamicsPartials(*part) for part in zip(*made)])


cdef object inverse_dynamics_partials_of(Model model, object q, object v, object a, object base,
                                         object wrenches, object wrench_axes, object method,
                                         object workers, object bounds, object input_radius):
    """`inverse_dynamics_partials` of a tree."""
    if (bounds is not False or input_radius is not None) and bounds_wanted(
            bounds, input_radius, ("q", "v", "a", "wrenches")):
        return _with_bounds(model, q, v, a, base, wrenches, wrench_axes, method, workers,
                            input_radius)
    if (workers is not ONE or is_batched(q, 1) or is_batched(v, 1) or is_batched(a, 1)
            or is_batched(wrenches, 2)):
        named_option("method", method, METHODS)
        return partial_batches.inverse_partials(
            inverse_dynamics_partials, model, (q, v, a), wrenches,
            (base, wrench_axes, method), workers)
    if method is not IDSVA and named_option("method", method, METHODS):
        return chain_rule.inverse_dynamics_partials(model, q, v, a, base, wrenches, wrench_axes)
    if is_body_call(model, base, wrenches, wrench_axes):
        return _body_partials(model, q, v, a, wrenches)
    q = checked_configuration(model, q)
    v = checked_row(model, "v", v)
    a = checked_row(model, "a", a)
    if wrenches is not None:
        wrenches = checked_wrenches(model, wrenches)
    found = in_range(represented.first, body_partials, model, q, v, a, base, wrenches,
                     wrench_axes)
    for name, array in zip(found._fields, found):
        require_double_range(name, array)
    return found


def inverse_dynamics_partials(
    model: Model, q: ArrayLike, v: ArrayLike, a: ArrayLike, base: Base = "body",
    wrenches: ArrayLike | None = None, wrench_axes: Axes = "body",
    method: Literal["idsva", "chain_rule"] = "idsva", workers: int = 1, bounds: bool = False,
    input_radius: ArrayLike | Mapping[str, ArrayLike] | None = None,
) -> InverseDynamicsPartials | tuple[InverseDynamicsPartials, InverseDynamicsPartials]:
    """First partial derivatives of the generalized forces of a motion.

    "idsva": IDSVA, [Singh, (12), (13)]: columns and composite inertias once over the tree, then
    each coordinate with those between it and the root. "chain_rule": H-GRNE itself in dual
    numbers, slower and a little more accurate.

    Parameters
    ----------
    model : Model or LoopModel
        With loops everything is of its independent coordinates, see `lieref.loops`.
    q : (..., nq) array_like
        Configuration: rad or m; quaternions (x, y, z, w) of unit norm within 1e-9. Leading axes, of
        any argument, are those of a batch of states; they broadcast.
    v : (..., nv) array_like
        Generalized velocity.
    a : (..., nv) array_like
        Its componentwise time derivative.
    base : {"body", "spatial", "hybrid", "mixed"}
        Representation of the velocity, acceleration and force of free joints on the world; the
        components of v and a in it are constant while q moves.
    wrenches : (..., nbodies, 6) array_like, optional
        Wrench (moment, force), N m and N, that acts on each body at the origin of its frame; its
        components in `wrench_axes` are constant.
    wrench_axes : {"body", "inertial"}
        Axes in which the wrenches are resolved.
    method : {"idsva", "chain_rule"}
    workers : int
        Threads that share a batch; the result is the same for any number.
    bounds : bool
        Return a pair, the result and proven bounds of its error: docs/bounds.md. One state,
        "idsva", base "body", wrenches in body axes.
    input_radius : float or mapping of str to array_like, optional
        With bounds: how far each number may be from the given one, of all arguments or of "q",
        "v", "a", "wrenches"; the bounds then hold for every motion within.

    Returns
    -------
    InverseDynamicsPartials
        dtau_dq, dtau_dv, dtau_da, (..., nv, nv) each: force, coordinate; dtau_da is the joint-space
        inertia. dtau_dq holds right Lie derivatives, with respect to a move of every joint in
        its own body axes, whatever `base` is. With bounds a pair of such results, values and
        radii: the exact result is within; infinity where nothing is proven.

    Raises
    ------
    ArgumentError
        A model of another kind, or a name that is not known.
    ShapeError
        A wrong shape or dtype.
    NonFiniteError
        NaN or infinity, or a result beyond the range of double; names where and the index.
    ConfigurationError
        A quaternion that is not of unit norm; names the joint.

    Notes
    -----
    Cost O(nv d), d the coordinates between a joint and the root; other entries are exact zeros.
    A batch is computed in vector lanes, by "chain_rule" one state to each worker.
    `lieref.oracle.inverse_dynamics_partials` gives reference values.

    Examples
    --------
    >>> import lieref, numpy as np
    >>> model, q, v = lieref.catalogue.serial_chain(3), np.zeros(3), np.ones(3)
    >>> lieref.inverse_dynamics_partials(model, q, v, v).dtau_dq.shape
    (3, 3)
    """
    return inverse_dynamics_partials_of(model, q, v, a, base, wrenches, wrench_axes, method,
                                        workers, bounds, input_radius)
