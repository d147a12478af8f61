"""Partials of forward dynamics of any order: checks of arguments, then the compiled kernels."""

from libc.math cimport NAN
from libc.string cimport memcpy, memset
cimport numpy as cnp

from lieref.calls cimport LINE, STACK, cache_aligned, entry, release, take
from lieref.dynamics.shared.calls cimport ForwardCall
from lieref.dynamics.forward_dynamics cimport forward_workspace_size, run_forward_dynamics
from lieref.model.model cimport Model
from lieref.partials.calls cimport OrderPartialsCall as InverseCall
from lieref.partials.calls cimport ForwardOrderPartialsCall as Call
from lieref.partials.calls cimport OrderSolve
from lieref.partials.any_order.inverse.inverse_dynamics_order_partials cimport (
    order_partials_workspace_size, run_inverse_dynamics_order_partials)
from lieref.model.checks cimport (
    BODY, all_finite, checked_array, is_batched, named_option, require_double_range)
from lieref.dynamics.shared.motion_arguments cimport (
    checked_configuration, checked_row, is_body_call, named)

import numpy as np
from numpy.typing import ArrayLike

from lieref.documentation import described
from lieref.dynamics.forward_dynamics import forward_dynamics
from lieref.dynamics.shared.singular_cause import refuse_other_causes
from lieref.errors import SingularError
from lieref.partials.fdsva.forward_dynamics_partials import (
    forward_dynamics_partials, singular_joint, unopposed)
from lieref.partials.any_order.forward import batches
from lieref.partials.any_order import represented
from lieref.partials.any_order.inverse.inverse_dynamics_order_partials import (
    body_partials, order_wrench_rows)
from lieref.partials.any_order.results import ForwardDynamicsOrderPartials
from lieref.model.checks import AXES, Axes, Base
from lieref.dynamics.shared.motion_arguments import in_range

cnp.import_array()

ctypedef int (*Run)(Model, const OrderSolve*) noexcept nogil
ctypedef size_t (*Workspace)(Model, int) noexcept nogil

# The usual number of workers, recognized by identity: small numbers are one object.
cdef object ONE = 1

# Builds that this processor runs.
cdef Run kernel_run = <Run> entry("_series_solve_wide", "RUN", "order_solve_run")
cdef Workspace kernel_workspace = <Workspace> entry(
    "_series_solve_wide", "WORKSPACE", "order_partials_workspace")


# The passes, one after the other, in the same scratch memory. Those before the last are left out
# where the blocks of inverse dynamics are given.
cdef struct Passes:
    ForwardCall forward
    InverseCall inverse
    OrderSolve solve


cdef size_t forward_order_partials_workspace_size(Model model, int r) noexcept nogil:
    """Number of doubles that the passes need: motion, dtau_dv, and scratch for the greediest."""
    cdef size_t nv = model.nv
    cdef size_t kept = (r + 2) * nv * (1 + (r + 1) * nv)
    return kept + LINE + max(forward_workspace_size(model, r, False), max(
        order_partials_workspace_size(model, r), kernel_workspace(model, r)))


cdef int _in_turn(Model model, Passes* passes, double* motion, int* lost) noexcept nogil:
    """vdot, dtau and da in turn; the body of a singular joint, or -1; and see the kernel."""
    cdef int singular
    cdef int r = passes.solve.r
    cdef size_t nv = model.nv
    cdef double* blocks = motion + (r + 2) * nv
    cdef void* rest = cache_aligned(blocks + (r + 2) * (r + 1) * nv * nv)
    passes.forward.workspace = rest
    passes.inverse.workspace = rest
    passes.solve.workspace = rest
    lost[0] = -1
    if passes.solve.dv == NULL:
        memcpy(motion, passes.forward.v, nv * sizeof(double))
        passes.forward.vdot = motion + nv
        passes.inverse.v = motion
        passes.inverse.dv = blocks
        passes.solve.dv = blocks
        singular = run_forward_dynamics(model, &passes.forward)
        if singular >= 0:
            return singular
        run_inverse_dynamics_order_partials(model, &passes.inverse)
    lost[0] = kernel_run(model, &passes.solve)
    if lost[0] >= 0 and not all_finite(<const double*> passes.solve.dv + nv * nv, nv * nv):
        # no joint is to blame for an inertia beyond the range of double
        lost[0] = -1
        (<double*> passes.solve.dq)[0] = NAN
    return -1


cdef bint run_forward_dynamics_order_partials(Model model, const Call* call) noexcept nogil:
    """All blocks of orders 0 .. call.r, base "body"; False if the inertia is singular."""
    cdef Passes passes
    cdef int lost
    memset(&passes, 0, sizeof(passes))
    passes.forward.r = passes.inverse.r = passes.solve.r = call.r
    passes.forward.q = passes.inverse.q = call.q
    passes.forward.v = call.v
    passes.forward.tau = <void*> call.tau
    passes.inverse.dq = passes.solve.dq = call.da_dq
    passes.solve.da_dv = call.da_dv
    passes.solve.da_dtau = call.da_dtau
    return _in_turn(model, &passes, <double*> call.workspace, &lost) < 0 and lost < 0


cdef int _run(Model model, object q, Passes* passes) except -1:
    """The passes on scratch memory of their own, without the GIL; refuses a singular inertia."""
    cdef double[STACK] local
    cdef int singular, lost
    cdef double* memory = <double*> take(local, forward_order_partials_workspace_size(
        model, passes.solve.r))
    with nogil:
        singular = _in_turn(model, passes, memory, &lost)
    release(memory, local)
    if singular >= 0 or lost >= 0:
        refuse_other_causes(model, q)
    if singular >= 0:
        raise SingularError(singular_joint(model, singular))
    if lost >= 0:
        raise SingularError(unopposed(model, lost))
    return 0


cdef object _partials(Model model, object q, object v, object tau, object base, object wrenches,
                      object wrench_axes):
    """The blocks of one state."""
    cdef Passes passes
    cdef cnp.ndarray dq, da_dv, da_dtau, dv
    cdef cnp.npy_intp[4] shape
    memset(&passes, 0, sizeof(passes))
    q = checked_configuration(model, q)
    v = checked_row(model, "v", v)
    shape[0] = -1
    shape[1] = model.nv
    tau = checked_array("tau", tau, cnp.NPY_DOUBLE, 2, shape)
    n = tau.shape[0]
    batches.require_orders(n, tau)
    named_option("wrench_axes", wrench_axes, AXES)
    if wrenches is not None:
        wrenches = order_wrench_rows(model, wrenches, n)
    if n == 1:
        return _of_order_zero(forward_dynamics_partials(
            model, q, v, tau[0], base, None if wrenches is None else wrenches[0], wrench_axes))
    shape[0] = n
    shape[2] = model.nv
    da_dv = cnp.PyArray_EMPTY(3, shape, cnp.NPY_DOUBLE, 0)
    shape[1] = n
    shape[3] = model.nv
    da_dtau = cnp.PyArray_EMPTY(4, shape, cnp.NPY_DOUBLE, 0)
    passes.forward.r = passes.inverse.r = passes.solve.r = n - 1
    if is_body_call(model, base, None, BODY) and wrenches is None:
        dq = np.empty_like(da_dv)
        passes.forward.q = passes.inverse.q = cnp.PyArray_DATA(<cnp.ndarray> q)
        passes.forward.v = cnp.PyArray_DATA(<cnp.ndarray> v)
        passes.forward.tau = cnp.PyArray_DATA(<cnp.ndarray> tau)
        passes.inverse.dq = cnp.PyArray_DATA(dq)
    else:
        motion = np.concatenate((v[None], forward_dynamics(model, q, v, tau, base, wrenches,
                                                           wrench_axes)))
        found = in_range(represented.first, body_partials, model, q, motion, base,
                         wrenches, wrench_axes)
        dq = np.array(found[0], order="C")
        dv = np.ascontiguousarray(found[1])
        passes.solve.dv = cnp.PyArray_DATA(dv)
    passes.solve.dq = cnp.PyArray_DATA(dq)
    passes.solve.da_dv = cnp.PyArray_DATA(da_dv)
    passes.solve.da_dtau = cnp.PyArray_DATA(da_dtau)
    _run(model, q, &passes)
    require_double_range("da_dq", dq)
    require_double_range("da_dv", da_dv)
    require_double_range("da_dtau", da_dtau)
    return named(ForwardDynamicsOrderPartials, (dq, da_dv, da_dtau))


cdef object _of_order_zero(object first):
    """With axes of the orders."""
    by_q, by_v, by_tau = [x[..., None, :, :] for x in first]
    return named(ForwardDynamicsOrderPartials, (by_q, by_v, by_tau[..., None, :, :]))


@described("q : (..., nq)", "v : (..., nv)", "tau : (..., r + 1, nv)",
           "wrenches : (..., r + 1, nbodies, 6), optional")
def forward_dynamics_order_partials(
    model: Model, q: ArrayLike, v: ArrayLike, tau: ArrayLike, base: Base = "body",
    wrenches: ArrayLike | None = None, wrench_axes: Axes = "body", workers: int = 1,
) -> ForwardDynamicsOrderPartials:
    """First partial derivatives of the accelerations that forces cause, and of their derivatives.

    The partials of inverse dynamics of any order, solved order by order with the branch-sparse
    factor of the joint-space inertia: docs/order-partials.md, (8).

    Parameters
    ----------
    base : {"body", "spatial", "hybrid", "mixed"}
        Representation of the velocity and force of free joints on the world; the components of v,
        tau and its derivatives in it are constant while q moves.
    workers : int
        Threads that share a batch of base "body" without wrenches; the result is the same for any
        number.

    Returns
    -------
    ForwardDynamicsOrderPartials
        da_dq, da_dv (..., r + 1, nv, nv): [k] of a^(k) = v^(k + 1) by q and by v; da_dtau
        (..., r + 1, r + 1, nv, nv): [k, j] of a^(k) by tau^(j), zero for j > k. da_dq holds right
        Lie derivatives, with respect to a move of every joint in its own body axes.

    Notes
    -----
    A batch of base "body" without wrenches is computed in vector lanes.
    Cost O(nv m d r^3), d the coordinates between a joint and the root and m those on a branch with
    it. The condition of the joint-space inertia multiplies rounding errors, as in
    `forward_dynamics_partials`.
    `lieref.oracle.forward_dynamics_order_partials` gives reference values.

    Examples
    --------
    >>> import lieref, numpy as np
    >>> model = lieref.catalogue.serial_chain(3)
    >>> p = lieref.forward_dynamics_order_partials(
    ...     model, model.neutral(), np.ones(3), np.ones((2, 3))
    ... )
    >>> p.da_dtau[1, 0].shape  # of the jerk by the force
    (3, 3)
    """
    if (workers is not ONE or is_batched(q, 1) or is_batched(v, 1) or is_batched(tau, 2)
            or is_batched(wrenches, 3)):
        return batches.forward_order_partials(
            forward_dynamics_order_partials, model, q, v, tau, base, wrenches, wrench_axes,
            workers)
    return _partials(model, q, v, tau, base, wrenches, wrench_axes)
