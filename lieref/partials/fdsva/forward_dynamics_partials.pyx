"""First partials of forward dynamics: checks of arguments, then the compiled FDSVA."""

from libc.string cimport memset
cimport numpy as cnp

from lieref.calls cimport LINE, STACK, cache_aligned, entry, release, take
from lieref.dynamics.shared.calls cimport ForwardCall
from lieref.dynamics.forward_dynamics cimport forward_workspace_size, run_forward_dynamics
from lieref.model.model cimport FREE, Model
from lieref.partials.calls cimport PartialsCall as InverseCall
from lieref.partials.idsva.inverse_dynamics_partials cimport (
    partials_workspace_size, run_inverse_dynamics_partials
)
from lieref.model.checks cimport is_batched, named_option, require_double_range
from lieref.dynamics.shared.motion_arguments cimport (
    checked_configuration, checked_row, checked_wrenches, is_body_call, named)

from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from lieref.dynamics.forward.roots import add_taken, resting_roots
from lieref.dynamics.forward_dynamics import forward_dynamics
from lieref.dynamics.shared.singular_cause import refuse_other_causes
from lieref.errors import SingularError
from lieref.partials import partial_batches
from lieref.partials.coordinates import represented
from lieref.partials.second_order_numbers import chain_rule
from lieref.partials.idsva.inverse_dynamics_partials import body_partials
from lieref.partials.results import ForwardDynamicsPartials
from lieref.dynamics.shared.motion_arguments import in_range
from lieref.model.checks import Axes, Base

cnp.import_array()


cdef str FDSVA = "fdsva"
# The usual number of workers, recognized by identity: small numbers are one object.
cdef object ONE = 1
METHODS = {FDSVA: False, "chain_rule": True}

ctypedef int (*Run)(Model, const Solve*) noexcept nogil
ctypedef size_t (*Workspace)(Model) noexcept nogil

# Builds that this processor runs.
cdef Run kernel_run = <Run> entry("_fdsva_wide", "RUN", "solve_run")
cdef Workspace kernel_workspace = <Workspace> entry(
    "_fdsva_wide", "WORKSPACE", "partials_workspace")


cdef size_t solve_workspace_size(Model model) noexcept nogil:
    return kernel_workspace(model)


cdef int run_solve(Model model, const Solve* call) noexcept nogil:
    return kernel_run(model, call)


# The passes, one after the other, in the same scratch memory. A pass without a result is left out.
cdef struct Passes:
    ForwardCall forward
    InverseCall inverse
    Solve solve


cdef size_t _scratch(Model model, const Passes* passes) noexcept nogil:
    """Number of doubles that the passes need: H, a, and scratch for the greediest."""
    cdef size_t kept = <size_t> model.nv * (model.nv + 1)
    return kept + max(forward_workspace_size(model, 0, passes.forward.inertial_wrenches),
                      max(partials_workspace_size(model), kernel_workspace(model)))


cdef int _run(Model model, object q, Passes* passes) except -1:
    """a, dtau and da in turn, without the GIL; the accelerations and H live in the scratch."""
    cdef double[STACK] local
    cdef int singular = -1
    cdef int lost = -1
    cdef double* H = <double*> take(local, _scratch(model, passes) + LINE // sizeof(double))
    cdef double* a = H + <size_t> model.nv * model.nv
    passes.forward.workspace = cache_aligned(a + model.nv)
    passes.inverse.workspace = passes.forward.workspace
    passes.solve.workspace = passes.forward.workspace
    if passes.solve.H == NULL:
        passes.forward.vdot = a
        passes.inverse.a = a
        passes.inverse.da = H
        passes.solve.H = H
    with nogil:
        if passes.forward.vdot != NULL:
            singular = run_forward_dynamics(model, &passes.forward)
            if singular < 0:
                run_inverse_dynamics_partials(model, &passes.inverse)
        if singular < 0:
            lost = kernel_run(model, &passes.solve)
    release(H, local)
    if singular >= 0 or lost >= 0:
        refuse_other_causes(model, q)
    if singular >= 0:
        raise SingularError(singular_joint(model, singular))
    if lost >= 0:
        raise SingularError(unopposed(model, lost))
    return 0


def singular_joint(Model model not None, body: int) -> str:
    """What an error says of a joint across which no articulated inertia is left."""
    return (f"joint {model.joint_names[body]!r} of body {model.names[body]!r}: singular. The "
            "articulated inertia across it is zero, or so small beside the masses that it carries "
            "that rounding errors may be as large")


def unopposed(Model model not None, coordinate: int) -> str:
    """What an error says of a pivot of H that is not known to be positive."""
    joint = max(i for i in range(model.nbodies) if model.iv[i] <= coordinate)
    return (f"joint {model.joint_names[joint]!r} of body {model.names[joint]!r}: coordinate "
            f"{coordinate - model.iv[joint]} moves an inertia, when all joints beyond it are "
            "free, that is nothing but rounding error of H")


cdef cnp.ndarray _square(Model model):
    """(nv, nv) of zeros"""
    cdef cnp.npy_intp[2] shape
    shape[0] = model.nv
    shape[1] = model.nv
    return cnp.PyArray_ZEROS(2, shape, cnp.NPY_DOUBLE, 0)


cdef cnp.ndarray _resting(Model model, cnp.ndarray v):
    """`resting_roots` of base "body": v itself where there is no free root, else a copy."""
    cdef int i, c
    cdef cnp.ndarray found = v
    for i in range(model.nbodies):
        if model.parent[i] < 0 and model.kind[i] == FREE:
            if found is v:
                found = cnp.PyArray_NewCopy(v, cnp.NPY_CORDER)
            for c in range(3, 6):
                (<double*> cnp.PyArray_DATA(found))[model.iv[i] + c] = 0
    return found


cdef void _move_back(Model model, const double* v, double* dv) noexcept nogil:
    """`add_taken` of base "body"."""
    cdef int i, c, a, b
    cdef const double* u
    cdef double* block
    for i in range(model.nbodies):
        if model.parent[i] < 0 and model.kind[i] == FREE:
            u = v + model.iv[i] + 3
            block = dv + <size_t> (model.iv[i] + 3) * model.nv + model.iv[i]
            for c in range(3):
                a = (c + 1) % 3
                b = (c + 2) % 3
                block[a * model.nv + b] -= u[c]
                block[b * model.nv + a] += u[c]


cdef object _partials(Model model, object q, object v, object tau, object base, object wrenches,
                      object wrench_axes):
    cdef Passes passes
    cdef cnp.ndarray dq, dv
    cdef cnp.ndarray da_dtau = _square(model)
    memset(&passes, 0, sizeof(passes))
    q = checked_configuration(model, q)
    v = checked_row(model, "v", v)
    tau = checked_row(model, "tau", tau)
    if wrenches is not None:
        wrenches = checked_wrenches(model, wrenches)
    plain = is_body_call(model, base, wrenches, wrench_axes)
    given, taken = v, ()
    if plain:
        v = _resting(model, v)
    else:
        v, taken = resting_roots(model, q, v, base)
    if plain:
        dq = _square(model)
        dv = _square(model)
        passes.forward.q = cnp.PyArray_DATA(<cnp.ndarray> q)
        passes.forward.v = cnp.PyArray_DATA(<cnp.ndarray> v)
        passes.forward.tau = cnp.PyArray_DATA(<cnp.ndarray> tau)
        if wrenches is not None:
            passes.forward.wrenches = cnp.PyArray_DATA(<cnp.ndarray> wrenches)
        passes.inverse.q = passes.forward.q
        passes.inverse.v = passes.forward.v
        passes.inverse.wrenches = passes.forward.wrenches
        passes.inverse.dq = cnp.PyArray_DATA(dq)
        passes.inverse.dv = cnp.PyArray_DATA(dv)
    else:
        a = forward_dynamics(model, q, v, tau[None], base,
                             None if wrenches is None else wrenches[None], wrench_axes)[0]
        dq, dv, H = in_range(represented.first, body_partials, model, q, v, a, base, wrenches,
                             wrench_axes)
        dq = np.array(dq, order="C")
        dv = np.array(dv, order="C")
        H = np.ascontiguousarray(H)
        passes.solve.H = cnp.PyArray_DATA(<cnp.ndarray> H)
    passes.solve.dq = cnp.PyArray_DATA(dq)
    passes.solve.dv = cnp.PyArray_DATA(dv)
    passes.solve.da_dtau = cnp.PyArray_DATA(da_dtau)
    _run(model, q, &passes)
    if plain and v is not given:
        _move_back(model, <const double*> cnp.PyArray_DATA(<cnp.ndarray> given),
                   <double*> cnp.PyArray_DATA(dv))
    if taken:
        add_taken(taken, dv)
    require_double_range("da_dq", dq)
    require_double_range("da_dv", dv)
    require_double_range("da_dtau", da_dtau)
    return named(ForwardDynamicsPartials, (dq, dv, da_dtau))


cdef object forward_dynamics_partials_of(Model model, object q, object v, object tau, object base,
                                         object wrenches, object wrench_axes, object method,
                                         object workers):
    """`forward_dynamics_partials` of a tree."""
    if (workers is not ONE or is_batched(q, 1) or is_batched(v, 1) or is_batched(tau, 1)
            or is_batched(wrenches, 2)):
        named_option("method", method, METHODS)
        return partial_batches.forward_partials(
            forward_dynamics_partials, model, (q, v, tau), wrenches,
            (base, wrench_axes, method), workers)
    if method is not FDSVA and named_option("method", method, METHODS):
        return chain_rule.forward_dynamics_partials(model, q, v, tau, base, wrenches, wrench_axes)
    return _partials(model, q, v, tau, base, wrenches, wrench_axes)


def forward_dynamics_partials(
    model: Model, q: ArrayLike, v: ArrayLike, tau: ArrayLike, base: Base = "body",
    wrenches: ArrayLike | None = None, wrench_axes: Axes = "body",
    method: Literal["fdsva", "chain_rule"] = "fdsva", workers: int = 1,
) -> ForwardDynamicsPartials:
    """First partial derivatives of the accelerations that forces cause.

    "fdsva": FDSVA, [Singh, (45)]: accelerations by H-GABI, partials of inverse dynamics there by
    IDSVA, and da/du = -H^-1 dtau/du by the branch-sparse factor of H, column by column.
    "chain_rule": H-GABI itself in dual numbers, slower, and more accurate on long chains, where
    the condition of H multiplies the rounding errors of FDSVA.

    Parameters
    ----------
    model : Model or LoopModel
        With loops everything is of its independent coordinates, see `lieref.loops`.
    q : (..., nq) array_like
        Configuration: rad or m; quaternions (x, y, z, w) of unit norm within 1e-9. Leading axes, of
        any argument, are those of a batch of states; they broadcast.
    v : (..., nv) array_like
        Generalized velocity.
    tau : (..., nv) array_like
        Generalized force, N m or N.
    base : {"body", "spatial", "hybrid", "mixed"}
        Representation of the velocity, acceleration and force of free joints on the world; the
        components of v and tau in it are constant while q moves.
    wrenches : (..., nbodies, 6) array_like, optional
        Wrench (moment, force), N m and N, that acts on each body at the origin of its frame; its
        components in `wrench_axes` are constant.
    wrench_axes : {"body", "inertial"}
        Axes in which the wrenches are resolved.
    method : {"fdsva", "chain_rule"}
    workers : int
        Threads that share a batch; the result is the same for any number.

    Returns
    -------
    ForwardDynamicsPartials
        da_dq, da_dv, da_dtau, (..., nv, nv) each: acceleration, coordinate; da_dtau is the inverse
        of the joint-space inertia. da_dq holds right Lie derivatives, with respect to a move of
        every joint in its own body axes, whatever `base` is.

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
    SingularError
        A joint that no inertia opposes, or none that rounding errors leave; names the joint.

    Notes
    -----
    Cost O(nv^2 d), d the coordinates between a joint and the root; of the chain rule
    O(nv nbodies), with larger factors.
    "fdsva" with base "spatial" loses digits with the square of the distance from the origin, for
    H holds it; "chain_rule", and the other representations, do not.
    A batch is computed in vector lanes, by "chain_rule" one state to each worker.
    `lieref.oracle.forward_dynamics_partials` gives reference values.

    Examples
    --------
    >>> import lieref, numpy as np
    >>> model, q, v = lieref.catalogue.serial_chain(3), np.zeros(3), np.ones(3)
    >>> lieref.forward_dynamics_partials(model, q, v, v).da_dtau.shape
    (3, 3)
    """
    return forward_dynamics_partials_of(model, q, v, tau, base, wrenches, wrench_axes, method,
                                        workers)
