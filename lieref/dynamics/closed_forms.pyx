"""Joint-space inertia and Coriolis matrix: checks of arguments, then the compiled closed forms."""

cimport numpy as cnp

from lieref.calls cimport KernelRun, entry, run_on_scratch
from lieref.model.model cimport Model
from lieref.dynamics.shared.motion_arguments cimport checked_configuration, checked_row
from lieref.model.checks cimport (
    BATCH, BODY, check_finite, check_quaternions, checked_array, doubles_each, is_batched,
    named_option, require_double_range, shape_of)

from collections.abc import Mapping
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.algebra.enclosures import bounds_wanted
from lieref.dynamics.inverse_dynamics import bounded_inertia
from lieref.dynamics.shared import base_change
from lieref.dynamics.matrices import inertia_batches
from lieref.dynamics.matrices.inertia_by_definition import joint_space_inertia_by_definition
from lieref.dynamics.forward.roots import base_changes
from lieref.errors import ArgumentError, ShapeError
from lieref.model.checks import BASES, Base

cnp.import_array()

ctypedef void (*Run)(Model, const Call*) noexcept nogil
ctypedef size_t (*Workspace)(Model, int, bint) noexcept nogil

# The closed forms in one build.
cdef struct Kernel:
    Run inertia
    Run coriolis
    Run torques
    Workspace workspace

Array = NDArray[np.float64]
METHODS: dict[str, bool] = {"composite": False, "definition": True}
cdef str COMPOSITE = "composite"
# The usual number of workers, recognized by identity: small numbers are one object.
cdef object ONE = 1


cdef Kernel _kernel(str name):
    """The build of the kernel that this processor runs."""
    return Kernel(
        <Run> entry(name, "INERTIA", "run"), <Run> entry(name, "CORIOLIS_MATRIX", "run"),
        <Run> entry(name, "TORQUES", "run"), <Workspace> entry(name, "WORKSPACE", "workspace"))


cdef Kernel real_kernel = _kernel("_closed_forms_scalar")
cdef Kernel complex_kernel = _kernel("_closed_forms_complex")
# H alone, by vectors.
cdef Run lanes = <Run> entry("_composite_lanes_wide", "INERTIA", "run")
cdef Workspace lanes_workspace = <Workspace> entry("_composite_lanes_wide", "WORKSPACE",
                                                   "workspace")


cdef size_t closed_forms_workspace_size(Model model, int n, bint coriolis) noexcept nogil:
    cdef size_t size = real_kernel.workspace(model, n, coriolis)
    return max(size, lanes_workspace(model, 1, False)) if n == 1 else size


cdef void run_inertia(Model model, const Call* call) noexcept nogil:
    if call.n == 1 and call.A == NULL and call.first == NULL:
        lanes(model, call)
    else:
        real_kernel.inertia(model, call)


cdef void run_coriolis(Model model, const Call* call) noexcept nogil:
    cdef Call alone = call[0]
    if call.H != NULL:
        lanes(model, call)
        alone.H = NULL
    real_kernel.coriolis(model, &alone)


cdef int _run(Model model, Call* call, Run run, Workspace workspace, bint motions,
              int typenum) except -1:
    return run_on_scratch(<KernelRun> run, model, call, &call.workspace,
                          doubles_each(typenum) * workspace(model, call.n, motions))


cdef int _require_diagonal(str what, cnp.ndarray H, int typenum) except -1:
    """A positive matrix is finite where its diagonal is; else an error names an entry."""
    cdef int i
    cdef int nv = <int> H.shape[0]
    cdef int step = doubles_each(typenum)
    cdef const double* x = <const double*> cnp.PyArray_DATA(H)
    cdef double total = 0
    for i in range(nv):
        total += x[step * (nv + 1) * i] - x[step * (nv + 1) * i]
    if total != 0:
        check_finite(what, H, typenum, "the configuration is beyond the range of double")
    return 0


cdef cnp.ndarray _inertia(Model model, cnp.ndarray q, int typenum):
    """H of base "body"."""
    cdef Call call
    cdef cnp.npy_intp[2] shape
    shape[0] = model.nv
    shape[1] = model.nv
    cdef cnp.ndarray H = cnp.PyArray_ZEROS(2, shape, typenum, 0)
    call.n = 1
    call.q = cnp.PyArray_DATA(q)
    call.v = NULL
    call.H = cnp.PyArray_DATA(H)
    call.A = NULL
    call.first = NULL
    if typenum == cnp.NPY_DOUBLE:
        _run(model, &call, lanes, lanes_workspace, False, typenum)
    else:
        _run(model, &call, complex_kernel.inertia, complex_kernel.workspace, False, typenum)
    _require_diagonal("H", H, typenum)
    return H


cdef object _joint_space_inertia(Model model, object q, object base, object method, int typenum):
    cdef cnp.ndarray q_array
    if base is not BODY:
        named_option("base", base, BASES)
    if method is not COMPOSITE and named_option("method", method, METHODS):
        return joint_space_inertia_by_definition(model, q, base)
    q_array = checked_configuration(model, q, typenum)
    H = _inertia(model, q_array, typenum)
    if base is BODY:
        return H
    changes = base_changes(model, q_array, None, base, 1)
    if changes:
        with np.errstate(over="ignore", invalid="ignore"):
            for change in changes:
                H = base_change.congruence(change, H[None])[0]
        check_finite("H", H, typenum, "the configuration is beyond the range of double")
    return H


def require_base(base: object) -> None:
    """Refuse a representation that does not exist."""
    named_option("base", base, BASES)


def inertia_series(Model model not None, q: ArrayLike, v: ArrayLike) -> tuple[Array, Array, Array]:
    """Derivatives of H (n, nv, nv), of the momentum matrix (n, 6, nv) and of first moments.

    For base "body": v (n - 1, nv) are derivatives of that velocity. The momentum matrix is that of
    each tree about a free root's origin in body axes, else about the origin of the root's joint
    at home in inertial axes; likewise the first moments (n, nbodies, 3), zero but for roots.
    """
    cdef Call call
    cdef cnp.npy_intp[3] shape
    cdef cnp.ndarray q_array = checked_configuration(model, q, cnp.NPY_DOUBLE)
    cdef cnp.ndarray v_array = np.ascontiguousarray(v, np.float64)
    cdef cnp.ndarray H, A, first
    if cnp.PyArray_NDIM(v_array) != 2 or v_array.shape[1] != model.nv:
        raise ShapeError(f"v has shape {shape_of(v_array)}, expected (any, {model.nv})")
    call.n = <int> v_array.shape[0] + 1
    shape[0] = call.n
    shape[1] = model.nv
    shape[2] = model.nv
    H = cnp.PyArray_ZEROS(3, shape, cnp.NPY_DOUBLE, 0)
    shape[1] = 6
    A = cnp.PyArray_ZEROS(3, shape, cnp.NPY_DOUBLE, 0)
    shape[1] = model.nbodies
    shape[2] = 3
    first = cnp.PyArray_ZEROS(3, shape, cnp.NPY_DOUBLE, 0)
    call.q = cnp.PyArray_DATA(q_array)
    call.v = cnp.PyArray_DATA(v_array)
    call.H = cnp.PyArray_DATA(H)
    call.A = cnp.PyArray_DATA(A)
    call.first = cnp.PyArray_DATA(first)
    _run(model, &call, real_kernel.inertia, real_kernel.workspace, False, cnp.NPY_DOUBLE)
    for what, array in (("H", H), ("A", A), ("first", first)):
        require_double_range(what, array)
    return H, A, first


def body_torques(Model model not None, q: ArrayLike, wrenches: ArrayLike) -> Array:
    """sum_k J_k^T W_k of checked wrenches (nbodies, 6) in body axes, for base "body"; (nv,)."""
    cdef Call call
    cdef cnp.npy_intp[2] shape
    cdef cnp.ndarray q_array = checked_configuration(model, q, cnp.NPY_DOUBLE)
    shape[0] = model.nbodies
    shape[1] = 6
    cdef cnp.ndarray w_array = checked_array("wrenches", wrenches, cnp.NPY_DOUBLE, 2, shape)
    shape[0] = model.nv
    cdef cnp.ndarray tau = cnp.PyArray_EMPTY(1, shape, cnp.NPY_DOUBLE, 0)
    call.n = 1
    call.q = cnp.PyArray_DATA(q_array)
    call.v = NULL
    call.wrenches = cnp.PyArray_DATA(w_array)
    call.tau = cnp.PyArray_DATA(tau)
    _run(model, &call, real_kernel.torques, real_kernel.workspace, True, cnp.NPY_DOUBLE)
    check_finite("tau", tau, cnp.NPY_DOUBLE, "the wrenches are beyond the range of double")
    return tau


cdef tuple _inertia_and_coriolis(Model model, object q, object v, object base, bint both,
                                 int typenum):
    """H and C of q (nq,) and v (nv,), or of both with one leading axis; None for H if not both."""
    cdef Call call
    cdef cnp.npy_intp[3] shape
    cdef Py_ssize_t state
    cdef cnp.ndarray q_array, v_array, H, C
    cdef int batched = is_batched(q, 1) and is_batched(v, 1)
    cdef size_t scalar = doubles_each(typenum) * sizeof(double)
    cdef size_t entries = scalar * model.nv * model.nv
    cdef Run run = run_coriolis
    cdef Workspace workspace = closed_forms_workspace_size
    if typenum != cnp.NPY_DOUBLE:
        run, workspace = complex_kernel.coriolis, complex_kernel.workspace
    if base is not BODY:
        named_option("base", base, BASES)
    if batched:
        shape[0], shape[1] = BATCH, model.nq
        q_array = checked_array("q", q, typenum, 2, shape)
        for row in q_array:
            check_quaternions(model, row, typenum)
        shape[0], shape[1] = q_array.shape[0], model.nv
        v_array = checked_array("v", v, typenum, 2, shape)
    else:
        q_array = checked_configuration(model, q, typenum)
        v_array = checked_row(model, "v", v, typenum)
    changes = base_changes(model, q_array, v_array[None], base, 2) if base is not BODY else ()
    for change in changes:
        v_array = np.ascontiguousarray(base_change.velocity(change, v_array[None])[0])
    shape[batched] = shape[batched + 1] = model.nv
    C = cnp.PyArray_ZEROS(2 + batched, shape, typenum, 0)
    both = both or changes
    H = cnp.PyArray_ZEROS(2 + batched, shape, typenum, 0) if both else None
    call.n = 1
    call.A = call.first = NULL
    for state in range(q_array.shape[0] if batched else 1):
        call.q = <char*> cnp.PyArray_DATA(q_array) + state * scalar * model.nq
        call.v = <char*> cnp.PyArray_DATA(v_array) + state * scalar * model.nv
        call.H = <char*> cnp.PyArray_DATA(H) + state * entries if both else NULL
        call.C = <char*> cnp.PyArray_DATA(C) + state * entries
        _run(model, &call, run, workspace, True, typenum)
    if changes:
        with np.errstate(over="ignore", invalid="ignore"):
            for change in changes:
                C = base_change.coriolis(change, H, C)
                H = base_change.congruence(change, H[None])[0]
    require_double_range("C", C, typenum)
    if both:
        require_double_range("H", H, typenum)
    return H, C


def inertia_and_coriolis(
    Model model not None, q: ArrayLike, v: ArrayLike, base: Base = "body",
) -> tuple[Array, Array]:
    """`joint_space_inertia` and `coriolis_matrix` of a tree by one pass."""
    return _inertia_and_coriolis(model, q, v, base, True, cnp.NPY_DOUBLE)


cdef tuple _with_bounds(object model, object q, object base, object method, object workers,
                        object input_radius):
    """H and the bounds of its error; refuses what has none."""
    if method != COMPOSITE:
        raise ArgumentError(f'method = {method!r}, expected "composite" with bounds=True')
    if workers is not ONE or is_batched(q, 1):
        raise ShapeError("bounds=True takes one state; call it for each state of a batch")
    H = _joint_space_inertia(<Model> model, q, base, method, cnp.NPY_DOUBLE)
    return bounded_inertia(H, model, checked_configuration(<Model> model, q, cnp.NPY_DOUBLE), base,
                           input_radius)


cdef object joint_space_inertia_of(Model model, object q, object base, object method,
                                   object workers, object bounds, object input_radius):
    """`joint_space_inertia` of a tree."""
    if (bounds is not False or input_radius is not None) and bounds_wanted(
            bounds, input_radius, ("q",)):
        return _with_bounds(model, q, base, method, workers, input_radius)
    if workers is not ONE or is_batched(q, 1):
        return inertia_batches.joint_space_inertia(joint_space_inertia, model, q, base, method,
                                                   workers)
    return _joint_space_inertia(model, q, base, method, cnp.NPY_DOUBLE)


def joint_space_inertia(
    model: Model, q: ArrayLike, base: Base = "body",
    method: Literal["composite", "definition"] = "composite", workers: int = 1,
    bounds: bool = False, input_radius: ArrayLike | Mapping[str, ArrayLike] | None = None,
) -> Array | tuple[Array, Array]:
    """Joint-space inertia H: kinetic energy is v^T H v / 2.

    H = S^T G_c M G_p S of [Ali, (5)]. "composite": composite bodies in body frames, each joint's
    momentum transmitted to the root in axes that the whole tree has in common. "definition":
    sum_k J_k^T M_k J_k with the Jacobians read off forward kinematics, the slow second way.

    Parameters
    ----------
    model : Model
    q : (..., nq) array_like
        Configuration: rad or m; quaternions (x, y, z, w) of unit norm within 1e-9. Leading axes
        are those of a batch of states.
    base : {"body", "spatial", "hybrid", "mixed"}
        Representation of the velocity of free joints on the world; all others are body ones.
    method : {"composite", "definition"}
    workers : int
        Threads that share a batch; the result is the same for any number.
    bounds : bool
        Return a pair, the result and proven bounds of its error: docs/bounds.md. One state,
        "composite".
    input_radius : float or mapping of str to array_like, optional
        With bounds: how far each number of q, or of "q" alone, may be from the given one.

    Returns
    -------
    (..., nv, nv) array
        Symmetric to the last bit; kg, kg m and kg m^2. With bounds the pair (H, radius), each
        (nv, nv): the exact result is within radius of H; infinity where nothing is proven.

    Raises
    ------
    ArgumentError
        A model of another kind, or a name that is not known.
    ShapeError
        A wrong shape or dtype.
    NonFiniteError
        NaN or infinity, or a result beyond the range of double; names the index.
    ConfigurationError
        A quaternion that is not of unit norm; names the joint.

    Notes
    -----
    Cost O(nbodies depth), "definition" O(nbodies^2 depth). H of base "body" depends on neither
    the place nor the attitude of the base. A batch is computed in vector lanes, but one state after
    the other by "definition".

    Examples
    --------
    >>> import lieref, numpy as np
    >>> model, q, v = lieref.catalogue.serial_chain(3), np.zeros(3), np.ones(3)
    >>> H = lieref.joint_space_inertia(model, q)
    >>> bool((H == H.T).all())
    True
    """
    return joint_space_inertia_of(model, q, base, method, workers, bounds, input_radius)


def joint_space_inertia_complex(
    Model model not None, q: ArrayLike, base: Base = "body",
) -> NDArray[np.complex128]:
    """`joint_space_inertia` of a complex q by the same text, for the complex step."""
    return _joint_space_inertia(model, q, base, COMPOSITE, cnp.NPY_CDOUBLE)


def coriolis_matrix(
    model: Model, q: ArrayLike, v: ArrayLike, base: Base = "body",
) -> Array:
    """Coriolis matrix C of [Ali, Lemma 1]: C v are the velocity forces, Hdot - 2 C is skew.

    C = S^T G_c M G_p Sdot - S^T G_c ad_V^T M G_p S, [Ali, (8)], with the motion subspace S of the
    base that belongs to `base`: in "spatial" it is the paper's, where Sdot of the base is zero; in
    the other representations the same formula with their S and Sdot, so that every one of them
    is admissible: Hdot = C + C^T.

    Parameters
    ----------
    model : Model or LoopModel
    q : (nq,) or (batch, nq)
        Configuration: rad or m; quaternions (x, y, z, w) of unit norm within 1e-9.
    v : (nv,) or (batch, nv)
        Generalized velocity, rad/s and m/s.
    base : {"body", "spatial", "hybrid", "mixed"}
        Representation of the velocity of free joints on the world; all others are body ones.

    Returns
    -------
    (nv, nv) or (batch, nv, nv) array
        kg, kg m and kg m^2, each per second.

    Raises
    ------
    ShapeError, NonFiniteError, ConfigurationError
        As `joint_space_inertia`.

    Notes
    -----
    Cost O(nbodies depth).

    Examples
    --------
    >>> import lieref, numpy as np
    >>> model, q, v = lieref.catalogue.serial_chain(3), np.zeros(3), np.ones(3)
    >>> lieref.coriolis_matrix(model, q, v).shape
    (3, 3)
    """
    return _inertia_and_coriolis(model, q, v, base, False, cnp.NPY_DOUBLE)[1]


def coriolis_matrix_complex(
    Model model not None, q: ArrayLike, v: ArrayLike, base: Base = "body",
) -> NDArray[np.complex128]:
    """`coriolis_matrix` of complex arguments by the same text, for the complex step."""
    return _inertia_and_coriolis(model, q, v, base, False, cnp.NPY_CDOUBLE)[1]
