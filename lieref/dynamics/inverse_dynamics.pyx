"""Inverse dynamics of any order: the checked door to the compiled recursions."""

cimport cython
from cpython.mem cimport PyMem_RawFree, PyMem_RawMalloc
from cpython.pycapsule cimport PyCapsule_GetPointer
from libc.math cimport isfinite, sqrt
cimport numpy as cnp

from lieref.model.model cimport FREE, SPHERICAL, Model

import importlib

import numpy as np

from lieref import machine
from lieref.errors import ConfigurationError, NonFiniteError, ShapeError

cnp.import_array()

ctypedef void (*Run)(Model, const Call*) noexcept nogil
ctypedef size_t (*Workspace)(Model, int, bint) noexcept nogil

# One recursion in one build. `wide` keeps several coefficients of a series in one register and
# pays from order 1 on; `scalar` serves order 0.
cdef struct Kernel:
    Run run
    Workspace workspace

cdef enum Form:
    PRODUCTION_SCALAR = 0
    PRODUCTION_WIDE = 1
    PRODUCTION_COMPLEX = 2
    SPATIAL_SCALAR = 3
    SPATIAL_WIDE = 4
    SPATIAL_COMPLEX = 5

cdef Kernel[6] kernels

BASES = {"body": 0, "spatial": 1, "hybrid": 2, "mixed": 3}
FORMS = ("production", "spatial")
AXES = {"body": False, "inertial": True}
# A quaternion farther from unit norm than this is an error (docs/conventions.md).
UNIT_NORM = 1e-9
# Scratch up to this many doubles lives on the stack; it begins at a cache line, of these bytes.
cdef enum:
    STACK = 2048
    LINE = 64


cdef Kernel _kernel(str name):
    cdef Kernel kernel
    module = importlib.import_module("lieref.dynamics." + name)
    kernel.run = <Run> PyCapsule_GetPointer(module.RUN, "lieref.run")
    kernel.workspace = <Workspace> PyCapsule_GetPointer(module.WORKSPACE, "lieref.workspace")
    return kernel


def _bind():
    """Choose, once at import, the builds that this processor runs."""
    suffix = machine.kernel_suffix()
    kernels[<int> PRODUCTION_SCALAR] = _kernel("_h_grne_scalar" + suffix)
    kernels[<int> PRODUCTION_WIDE] = _kernel("_h_grne_wide" + suffix)
    kernels[<int> PRODUCTION_COMPLEX] = _kernel("_h_grne_complex")
    kernels[<int> SPATIAL_SCALAR] = _kernel("_spatial_scalar" + suffix)
    kernels[<int> SPATIAL_WIDE] = _kernel("_spatial_wide" + suffix)
    kernels[<int> SPATIAL_COMPLEX] = _kernel("_spatial_complex")


_bind()


cdef size_t workspace_size(Model model, int r, bint inertial_wrenches) noexcept nogil:
    return kernels[<int> PRODUCTION_WIDE].workspace(model, r, inertial_wrenches)


cdef void run_inverse_dynamics(Model model, const Call* call) noexcept nogil:
    if call.r == 0:
        kernels[<int> PRODUCTION_SCALAR].run(model, call)
    else:
        kernels[<int> PRODUCTION_WIDE].run(model, call)


cdef inline void* _aligned(void* memory) noexcept nogil:
    """The first cache line at or after memory."""
    return <void*> ((<size_t> memory + LINE - 1) & ~(<size_t> LINE - 1))


cdef inline bint _ready(object value, int ndim, int typenum) noexcept:
    """A plain, aligned, contiguous array of native numbers of the wanted kind?"""
    return (cnp.PyArray_CheckExact(value)
            and cnp.PyArray_NDIM(value) == ndim
            and cnp.PyArray_TYPE(value) == typenum
            and cnp.PyArray_ISCARRAY_RO(value))


cdef cnp.ndarray _convert(str what, object value, int typenum, tuple shape):
    """Anything that numpy reads as real (for the complex build also complex) numbers."""
    kinds = "iuf" if typenum == cnp.NPY_DOUBLE else "iufc"
    try:
        array = np.asarray(value)
    except (TypeError, ValueError, OverflowError) as error:
        raise ShapeError(f"{what}: not an array of numbers ({error})") from None
    if array.dtype.kind not in kinds:
        raise ShapeError(f"{what} has dtype {array.dtype}, expected real numbers")
    if array.ndim != len(shape):
        raise ShapeError(f"{what} has shape {array.shape}, expected {_spelled(shape)}")
    with np.errstate(over="ignore"):
        return np.ascontiguousarray(
            array, dtype=np.float64 if typenum == cnp.NPY_DOUBLE else np.complex128)


def _spelled(shape):
    return "(" + ", ".join(str(n) for n in shape) + ("," if len(shape) == 1 else "") + ")"


cdef int _shape_error(str what, cnp.ndarray array, tuple expected) except -1:
    shape = tuple(array.shape[i] for i in range(array.ndim))
    raise ShapeError(f"{what} has shape {shape}, expected {_spelled(expected)}")


cdef int _check_finite(str what, cnp.ndarray array, int typenum) except -1:
    """Every number finite, or an error that names the first index that is not."""
    cdef Py_ssize_t i
    cdef Py_ssize_t count = array.size * (1 if typenum == cnp.NPY_DOUBLE else 2)
    cdef const double* x = <const double*> cnp.PyArray_DATA(array)
    cdef double total = 0
    # x - x is 0 for a finite x and NaN for every other
    for i in range(count):
        total += x[i] - x[i]
    if total == 0:
        return 0
    index = np.argwhere(~np.isfinite(array))[0]
    place = ", ".join(str(int(i)) for i in index)
    raise NonFiniteError(
        f"{what}[{place}] is {array[tuple(index)]}, expected a finite number")


cdef int _check_quaternions(Model model, cnp.ndarray q, int typenum) except -1:
    """Quaternions of unit norm; of complex ones the real parts."""
    cdef int i, j, first
    cdef int step = 1 if typenum == cnp.NPY_DOUBLE else 2
    cdef double norm
    cdef const double* x = <const double*> cnp.PyArray_DATA(q)
    for i in range(model.nbodies):
        if model.kind[i] < SPHERICAL:
            continue
        first = model.iq[i] + (3 if model.kind[i] == FREE else 0)
        norm = 0
        for j in range(4):
            norm += x[step * (first + j)] * x[step * (first + j)]
        norm = sqrt(norm)
        if not (1 - UNIT_NORM <= norm <= 1 + UNIT_NORM):
            raise ConfigurationError(
                f"quaternion q[{first}:{first + 4}] of joint {model.joint_names[i]!r} has norm "
                f"{norm!r}, expected 1 within {UNIT_NORM:g}; model.normalize(q) scales it")
    return 0


cdef cnp.ndarray _call(Model model, object q, object v, object base, object wrenches,
                       object wrench_axes, object tau_ext, object form, int typenum):
    cdef Call call
    cdef Kernel kernel
    cdef cnp.ndarray q_array, v_array, w_array, e_array, tau
    cdef cnp.npy_intp[2] size
    cdef double[STACK] local
    cdef size_t bytes
    cdef void* memory
    if _ready(q, 1, typenum):
        q_array = q
    else:
        q_array = _convert("q", q, typenum, (model.nq,))
    if q_array.shape[0] != model.nq:
        _shape_error("q", q_array, (model.nq,))
    if _ready(v, 2, typenum):
        v_array = v
    else:
        v_array = _convert("v", v, typenum, ("r + 2", model.nv))
    if v_array.shape[1] != model.nv or v_array.shape[0] < 2:
        _shape_error("v", v_array, ("r + 2 with r >= 0", model.nv))
    _check_finite("q", q_array, typenum)
    _check_finite("v", v_array, typenum)
    _check_quaternions(model, q_array, typenum)
    call.r = <int> v_array.shape[0] - 2
    if base == "body":
        call.base = 0
    else:
        call.base = _choice("base", base, BASES)
    call.q = cnp.PyArray_DATA(q_array)
    call.v = cnp.PyArray_DATA(v_array)
    call.wrenches = NULL
    call.inertial_wrenches = False
    call.tau_ext = NULL
    if wrenches is not None:
        w_array = wrenches if _ready(wrenches, 3, typenum) else _convert(
            "wrenches", wrenches, typenum, (call.r + 1, model.nbodies, 6))
        if (w_array.shape[0] != call.r + 1 or w_array.shape[1] != model.nbodies
                or w_array.shape[2] != 6):
            _shape_error("wrenches", w_array, (call.r + 1, model.nbodies, 6))
        _check_finite("wrenches", w_array, typenum)
        call.wrenches = cnp.PyArray_DATA(w_array)
    if wrench_axes != "body":
        call.inertial_wrenches = _choice("wrench_axes", wrench_axes, AXES)
    if tau_ext is not None:
        e_array = tau_ext if _ready(tau_ext, 2, typenum) else _convert(
            "tau_ext", tau_ext, typenum, (call.r + 1, model.nv))
        if e_array.shape[0] != call.r + 1 or e_array.shape[1] != model.nv:
            _shape_error("tau_ext", e_array, (call.r + 1, model.nv))
        _check_finite("tau_ext", e_array, typenum)
        call.tau_ext = cnp.PyArray_DATA(e_array)
    kernel = _choose(form, call.r, typenum)
    size[0] = call.r + 1
    size[1] = model.nv
    tau = cnp.PyArray_EMPTY(2, size, typenum, 0)
    call.tau = cnp.PyArray_DATA(tau)
    bytes = LINE + (kernel.workspace(model, call.r, call.wrenches != NULL and call.inertial_wrenches)
             * (sizeof(double) if typenum == cnp.NPY_DOUBLE else 2 * sizeof(double)))
    if bytes <= sizeof(local):
        call.workspace = _aligned(local)
        if bytes <= 4096:
            kernel.run(model, &call)
        else:
            with nogil:
                kernel.run(model, &call)
        return tau
    memory = PyMem_RawMalloc(bytes)
    if memory == NULL:
        raise MemoryError(f"{bytes} bytes of workspace for order {call.r}")
    call.workspace = _aligned(memory)
    with nogil:
        kernel.run(model, &call)
    PyMem_RawFree(memory)
    return tau


cdef Kernel _choose(object form, int r, int typenum):
    cdef int which
    if form == "production":
        which = PRODUCTION_SCALAR if r == 0 else PRODUCTION_WIDE
        if typenum != cnp.NPY_DOUBLE:
            which = PRODUCTION_COMPLEX
    else:
        _choice("form", form, dict.fromkeys(FORMS))
        which = SPATIAL_SCALAR if r == 0 else SPATIAL_WIDE
        if typenum != cnp.NPY_DOUBLE:
            which = SPATIAL_COMPLEX
    return kernels[which]


def _choice(what, value, choices):
    """The meaning of a named option, or an error that lists the names."""
    try:
        return choices[value]
    except (KeyError, TypeError):
        names = ", ".join(repr(name) for name in choices)
        raise ShapeError(f"{what} is {value!r}, expected one of {names}") from None


@cython.embedsignature(True)
def inverse_dynamics(Model model not None, q, v, base="body", wrenches=None, wrench_axes="body",
                     tau_ext=None, form="production"):
    """Generalised forces of a motion, and their time derivatives up to order r.

    H-GRNE, the recursion of [Ali, Alg. 1 and 2]: `form` "spatial" is the paper's own, in a frame
    parallel to the inertial one at the root's current origin; "production" is the same in body
    frames, faster and more accurate. Both take every joint type and any tree.

    Parameters
    ----------
    model : Model
    q : (nq,) array_like
        Configuration: rad or m; quaternions (x, y, z, w) of unit norm within 1e-9.
    v : (r + 2, nv) array_like
        v[k] is the k-th time derivative of the generalised velocity; r >= 0 follows from it.
    base : {"body", "spatial", "hybrid", "mixed"}
        Representation of the velocity of free joints on the world; all others are body ones.
    wrenches : (r + 1, nbodies, 6) array_like, optional
        wrenches[k, i]: k-th derivatives of the components of the wrench (moment, force), N m and
        N, that acts on body i at the origin of its frame.
    wrench_axes : {"body", "inertial"}
        Axes in which the wrenches are resolved.
    tau_ext : (r + 1, nv) array_like, optional
        Derivatives of other forces on the joints, which the result needs not supply.
    form : {"production", "spatial"}

    Returns
    -------
    (r + 1, nv) array
        tau[k]: k-th derivative of the generalised force, N m or N; for a free joint the wrench
        that is dual to the velocity's representation.

    Raises
    ------
    ShapeError
        A wrong shape or dtype, or an option that does not exist.
    NonFiniteError
        NaN or infinity; names the argument and the index.
    ConfigurationError
        A quaternion that is not of unit norm; names the joint.

    Notes
    -----
    Cost O(nbodies (r + 1)^2). Accuracy: claims production_accuracy, spatial_accuracy and
    distance of reports/inverse_dynamics. `lieref.oracle.inverse_dynamics` is the truth.
    """
    return _call(model, q, v, base, wrenches, wrench_axes, tau_ext, form, cnp.NPY_DOUBLE)


def inverse_dynamics_complex(Model model not None, q, v, base="body", wrenches=None,
                             wrench_axes="body", tau_ext=None, form="production"):
    """`inverse_dynamics` of complex arguments: the same text, compiled for complex numbers.

    For the complex step: Im f(x + i h) / h is the derivative of f along the imaginary part of the
    arguments. A quaternion's real part must be of unit norm; (r + 1, nv) complex array.
    """
    return _call(model, q, v, base, wrenches, wrench_axes, tau_ext, form, cnp.NPY_CDOUBLE)
