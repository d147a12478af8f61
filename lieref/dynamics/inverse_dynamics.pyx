"""Inverse dynamics of any order: checks of arguments, then the compiled recursions."""

from libc.string cimport memcpy
cimport numpy as cnp

from lieref.calls cimport KernelRun, LINE, cache_aligned, entry, release, run_on_scratch, take
from lieref.algebra.enclosures cimport enclose, widen
from lieref.model.model cimport Coordinate, Model
from lieref.model.checks cimport (
    BODY, DEFAULT, FINITE, MOST_ORDERS, all_finite, check_finite, check_quaternions, checked_array,
    doubles_each, is_batched, is_finite, named_option, require_double_range, shape_of, shaped_array)

from collections.abc import Mapping
import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.algebra.enclosures import bounds_wanted, enclosed, radii_of
from lieref.dynamics.inverse import inverse_batches
from lieref.errors import ArgumentError, ShapeError
from lieref.model.checks import AXES, BASES, Axes, Base, FormName

cnp.import_array()

ctypedef void (*Run)(Model, const Call*) noexcept nogil
ctypedef size_t (*Workspace)(Model, int, bint) noexcept nogil

# One recursion in one build. `wide` keeps several coefficients of a series in one register and
# pays from order 1 on; `scalar` serves order 0.
cdef struct Kernel:
    Run run
    Workspace workspace

cdef enum Build:
    SCALAR = 0
    WIDE = 1
    COMPLEX = 2
    BUILDS = 3

# Builds of the forms in the order of FORMS.
cdef Kernel[12] kernels

# The usual number of workers, recognized by identity: small numbers are one object.
cdef object ONE = 1

FORMS: dict[str, int] = {"default": 0, "spatial": 1, "body": 2, "hybrid": 3}
MODULES: tuple[str, ...] = ("_h_grne", "_spatial", "_body", "_hybrid")


cdef Kernel _kernel(str name):
    """The build of a kernel that this processor runs."""
    return Kernel(<Run> entry(name, "RUN", "run"),
                  <Workspace> entry(name, "WORKSPACE", "workspace"))


cdef int form
cdef str module
for form, module in enumerate(MODULES):
    kernels[<int> BUILDS * form + <int> SCALAR] = _kernel(module + "_scalar")
    kernels[<int> BUILDS * form + <int> WIDE] = _kernel(module + "_wide")
    kernels[<int> BUILDS * form + <int> COMPLEX] = _kernel(module + "_complex")


cdef size_t workspace_size(Model model, int r, bint inertial_wrenches) noexcept nogil:
    return kernels[<int> (SCALAR if r == 0 else WIDE)].workspace(model, r, inertial_wrenches)


cdef void run_inverse_dynamics(Model model, const Call* call) noexcept nogil:
    if call.r == 0:
        kernels[<int> SCALAR].run(model, call)
    else:
        kernels[<int> WIDE].run(model, call)


include "inverse/bounds.pxi"


cdef inline object _call(Model model, object q, object v, object base, object wrenches,
                         object wrench_axes, object tau_ext, object form, int typenum,
                         bint bounds=False, object input_radius=None):
    cdef Call call
    cdef cnp.ndarray q_array, v_array, tau
    cdef cnp.ndarray w_array = None
    cdef cnp.ndarray e_array = None
    cdef cnp.npy_intp[3] shape
    shape[0] = model.nq
    q_array = checked_array("q", q, typenum, 1, shape)
    check_quaternions(model, q_array, typenum)
    shape[0] = -2
    shape[1] = model.nv
    v_array = shaped_array("v", v, typenum, 2, shape)
    if not 2 <= v_array.shape[0] <= MOST_ORDERS:
        raise ShapeError(f"v has shape {shape_of(v_array)}, expected (r + 2, {model.nv}) with an "
                         f"order r from 0 to {MOST_ORDERS - 2}")
    # a velocity that nothing turns is in no force; the rest of v is, which tells if it was finite
    if not all_finite(<const double*> cnp.PyArray_DATA(v_array),
                      model.nv * doubles_each(typenum)):
        check_finite("v", v_array, typenum, FINITE)
    call.r = <int> v_array.shape[0] - 2
    call.base = 0 if base is BODY else named_option("base", base, BASES)
    call.q = cnp.PyArray_DATA(q_array)
    call.v = cnp.PyArray_DATA(v_array)
    call.wrenches = NULL
    call.inertial_wrenches = (False if wrench_axes is BODY
                              else named_option("wrench_axes", wrench_axes, AXES))
    call.tau_ext = NULL
    shape[0] = call.r + 1
    if tau_ext is not None:
        e_array = checked_array("tau_ext", tau_ext, typenum, 2, shape)
        call.tau_ext = cnp.PyArray_DATA(e_array)
    tau = cnp.PyArray_EMPTY(2, shape, typenum, 0)
    call.tau = cnp.PyArray_DATA(tau)
    if wrenches is not None:
        shape[1] = model.nbodies
        shape[2] = 6
        w_array = checked_array("wrenches", wrenches, typenum, 3, shape)
        call.wrenches = cnp.PyArray_DATA(w_array)
    _run(model, &call, _choose(form, call.r, typenum), doubles_each(typenum))
    if not is_finite(tau, typenum):
        check_finite("v", v_array, typenum, FINITE)
        require_double_range("tau", tau, typenum)
    if bounds:
        arguments = {"q": q_array, "v": v_array, "wrenches": w_array, "tau_ext": e_array}
        return _bounded(model, &call, tau, arguments, input_radius)
    return tau


cdef inline int _run(Model model, Call* call, const Kernel* kernel, int doubles) except -1:
    """Run a kernel of numbers of so many doubles."""
    return run_on_scratch(<KernelRun> kernel.run, model, call, &call.workspace,
                          doubles * kernel.workspace(model, call.r, call.wrenches != NULL
                                                     and call.inertial_wrenches))


cdef inline const Kernel* _choose(object form, int r, int typenum) except NULL:
    cdef int which = 0 if form is DEFAULT else named_option("form", form, FORMS)
    cdef int build = SCALAR if r == 0 else WIDE
    if typenum != cnp.NPY_DOUBLE:
        build = COMPLEX
    return &kernels[<int> BUILDS * which + build]


cdef object inverse_dynamics_of(Model model, object q, object v, object base, object wrenches,
                                object wrench_axes, object tau_ext, object form, object workers,
                                object bounds, object input_radius):
    """`inverse_dynamics` of a tree."""
    if bounds is not False or input_radius is not None:
        return _state_with_bounds(model, q, v, base, wrenches, wrench_axes, tau_ext, form, workers,
                                  bounds, input_radius)
    if (workers is not ONE or is_batched(q, 1) or is_batched(v, 2) or is_batched(wrenches, 3)
            or is_batched(tau_ext, 2)):
        return inverse_batches.inverse_dynamics(inverse_dynamics, model, q, v, base, wrenches,
                                                wrench_axes, tau_ext, form, workers)
    return _call(<Model> model, q, v, base, wrenches, wrench_axes, tau_ext, form, cnp.NPY_DOUBLE)


def inverse_dynamics(
    model: Model, q: ArrayLike, v: ArrayLike, base: Base = "body",
    wrenches: ArrayLike | None = None, wrench_axes: Axes = "body", tau_ext: ArrayLike | None = None,
    form: FormName = "default", workers: int = 1, bounds: bool = False,
    input_radius: ArrayLike | Mapping[str, ArrayLike] | None = None,
) -> NDArray[np.float64] | tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Generalized forces of a motion, and their time derivatives up to order r.

    H-GRNE, the recursion of [Ali, Alg. 1 and 2]: `form` "spatial" is the paper's own, in a frame
    parallel to the inertial one at the root's current origin; "default" is the same in body
    frames, faster and more accurate. "body" and "hybrid" are the r-th order extensions of
    [Müller, (66), (67)] and [Müller, (75), (76)], by twists in body frames and by hybrid twists in
    inertial axes. All take every joint type and any tree.

    Every argument may have leading axes, one state to each place of them; those of different
    arguments broadcast. The default form then computes several states in one register, see
    docs/batches.md.

    Parameters
    ----------
    model : Model or LoopModel
        A `LoopModel` is passed on to `lieref.loops.inverse_dynamics`.
    q : (nq,) array_like
        Configuration: rad or m; quaternions (x, y, z, w) of unit norm within 1e-9.
    v : (r + 2, nv) array_like
        v[k] is the k-th time derivative of the generalized velocity; r >= 0 follows from it.
    base : {"body", "spatial", "hybrid", "mixed"}
        Representation of the velocity of free joints on the world; all others are body ones.
    wrenches : (r + 1, nbodies, 6) array_like, optional
        wrenches[k, i]: k-th derivatives of the components of the wrench (moment, force), N m and
        N, that acts on body i at the origin of its frame.
    wrench_axes : {"body", "inertial"}
        Axes in which the wrenches are resolved.
    tau_ext : (r + 1, nv) array_like, optional
        Derivatives of other forces on the joints, which the result needs not supply.
    form : {"default", "spatial", "body", "hybrid"}
    workers : int
        Threads over the states of a batch; any number gives the same result, bit for bit.
    bounds : bool
        Return a pair, the result and proven bounds of its error: docs/bounds.md. One state, the
        default form, r <= 20.
    input_radius : float or mapping of str to array_like, optional
        With bounds: how far each number may be from the given one, of all arguments or of "q",
        "v", "wrenches", "tau_ext"; the bounds then hold for every motion within.

    Returns
    -------
    (r + 1, nv) array, (..., r + 1, nv) of a batch
        tau[k]: k-th derivative of the generalized force, N m or N; for a free joint the wrench
        that is dual to the velocity's representation. With bounds the pair (tau, radius), each
        (r + 1, nv): the exact result is within radius of tau; infinity where nothing is proven.

    Raises
    ------
    ArgumentError
        A model of another kind, or a name that is not known.
    ShapeError
        A wrong shape or dtype, leading axes that do not broadcast.
    NonFiniteError
        NaN or infinity, or a result beyond the range of double; names where and the index.
    ConfigurationError
        A quaternion that is not of unit norm; names the joint, and the state of a batch.

    Notes
    -----
    Cost O(nbodies (r + 1)^2). Accuracy: claims default_accuracy, spatial_accuracy and
    distance of reports/inverse_dynamics; all forms: claims forms_accuracy and forms_distance of
    reports/representations, which also compares what they cost. `lieref.oracle.inverse_dynamics`
    gives reference values.

    Examples
    --------
    >>> import lieref, numpy as np
    >>> model, q, v = lieref.catalogue.serial_chain(3), np.zeros(3), np.ones(3)
    >>> lieref.inverse_dynamics(model, q, [v, 0 * v, 0 * v]).shape
    (2, 3)
    """
    return inverse_dynamics_of(model, q, v, base, wrenches, wrench_axes, tau_ext, form, workers,
                               bounds, input_radius)


def inverse_dynamics_complex(
    Model model not None, q: ArrayLike, v: ArrayLike, base: Base = "body",
    wrenches: ArrayLike | None = None, wrench_axes: Axes = "body", tau_ext: ArrayLike | None = None,
    form: FormName = "default",
) -> NDArray[np.complex128]:
    """`inverse_dynamics` of complex arguments: the same text, compiled for complex numbers.

    For the complex step: Im f(x + i h) / h is the derivative of f along the imaginary part of the
    arguments. A quaternion's real part must be of unit norm; (r + 1, nv) complex array.
    """
    return _call(model, q, v, base, wrenches, wrench_axes, tau_ext, form, cnp.NPY_CDOUBLE)
