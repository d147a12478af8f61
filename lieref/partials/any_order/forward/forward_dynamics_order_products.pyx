"""Partials of forward dynamics of any order times a vector, from either side, without matrices.

The forces of inverse dynamics along a motion, differentiated, with a lower triangle of blocks
between accelerations and forces: docs/order-partials.md, (8). A direction goes through it from
order 0 on, weights from order r back; what H multiplies is found by forward dynamics at rest.
"""

from libc.string cimport memset
cimport numpy as cnp

from lieref.calls cimport STACK, release, take
from lieref.dynamics.forward_dynamics cimport forward_workspace_size, run_forward_dynamics
from lieref.dynamics.shared.calls cimport ForwardCall
from lieref.model.model cimport Model
from lieref.partials.calls cimport OrderProductsCall as Call
from lieref.partials.any_order.inverse.inverse_dynamics_order_products cimport (
    order_products_workspace_size, run_order_jvp, run_order_vjp)
from lieref.partials.products.products_solve cimport ForwardRun, solve_each, solve_scratch
from lieref.model.checks cimport require_double_range
from lieref.dynamics.shared.motion_arguments cimport checked_row, checked_rows, named

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.documentation import described
from lieref.dynamics.forward_dynamics import forward_dynamics
from lieref.dynamics.shared.singular_cause import refuse_other_causes
from lieref.errors import SingularError
from lieref.partials.fdsva.forward_dynamics_partials import singular_joint
from lieref.partials.any_order.inverse.inverse_dynamics_order_products import in_body
from lieref.partials.any_order.results import ForwardDynamicsOrderVjp
from lieref.model.checks import BASES, Base

cnp.import_array()


# One product: calls of inverse dynamics along the motion, and of forward dynamics at rest.
cdef struct Sweep:
    Call inverse
    ForwardCall rest
    const double* given         # (r + 1, nv): dtau, or the weights of the accelerations
    double* lacking             # (nv,) scratch
    double* memory              # of `solve_each`


cdef int _solve(Model model, Sweep* sweep, int k, const double* known, double* out) noexcept nogil:
    """out = H^-1 (given[k] - known); -1, or the body of a singular joint"""
    cdef int c
    for c in range(model.nv):
        sweep.lacking[c] = sweep.given[k * model.nv + c] - known[c]
    return solve_each(<ForwardRun> run_forward_dynamics, <void*> model, &sweep.rest, sweep.lacking,
                      1, model.nv, 1, sweep.memory, out)


cdef int _along(Model model, Sweep* sweep, double* rows, const double* tau) noexcept nogil:
    """rows (r + 2, nv): dv, then the changes of the accelerations, zeros before they are found."""
    cdef int k, singular
    for k in range(sweep.inverse.r + 1):
        run_order_jvp(model, &sweep.inverse)
        sweep.inverse.prepared = True
        singular = _solve(model, sweep, k, tau + k * model.nv, rows + (k + 1) * model.nv)
        if singular >= 0:
            return singular
    return -1


cdef int _back(Model model, Sweep* sweep, double* mu, const double* of_v) noexcept nogil:
    """mu (r + 1, nv): zeros, then the weights of the forces; of_v (r + 2, nv): gradients by v."""
    cdef int k, singular
    for k in range(sweep.inverse.r, -1, -1):
        run_order_vjp(model, &sweep.inverse)
        sweep.inverse.prepared = True
        singular = _solve(model, sweep, k, of_v + (k + 1) * model.nv, mu + k * model.nv)
        if singular >= 0:
            return singular
    run_order_vjp(model, &sweep.inverse)
    return -1


cdef int _run(Model model, Sweep* sweep, cnp.ndarray q, cnp.ndarray v, object changes, base,
              double* found, const double* known, bint back) except -1:
    """The sweep on scratch memory of its own, without the GIL; refuses a singular inertia."""
    cdef double[STACK] local
    cdef int singular
    cdef int r = <int> v.shape[0] - 2
    cdef size_t numbers = (order_products_workspace_size(model, r) + 7) // 8 * 8
    cdef size_t scratch = solve_scratch(model.nv)
    cdef double* start = <double*> take(
        local, numbers + 2 * scratch + forward_workspace_size(model, 0, False))
    sweep.inverse.r = r
    sweep.inverse.q = sweep.rest.q = cnp.PyArray_DATA(q)
    sweep.inverse.v = cnp.PyArray_DATA(v)
    sweep.inverse.changes = NULL if changes is None else cnp.PyArray_DATA(<cnp.ndarray> changes)
    sweep.inverse.workspace = start
    sweep.rest.base = BASES[base]
    sweep.lacking = start + numbers
    sweep.memory = sweep.lacking + scratch
    with nogil:
        singular = (_back if back else _along)(model, sweep, found, known)
    release(start, local)
    if singular >= 0:
        refuse_other_causes(model, q)
        raise SingularError(singular_joint(model, singular))
    return 0


cdef tuple _moved(Model model, q, v, tau, base):
    """The motion that the forces cause, by `in_body`."""
    vdot = forward_dynamics(model, q, v, tau, base)
    return in_body(model, q, np.concatenate((checked_row(model, "v", v)[None], vdot)), base)


@described("q : (..., nq)", "v : (..., nv)", "tau : (..., r + 1, nv)")
def forward_dynamics_order_jvp(
    model: Model, q: ArrayLike, v: ArrayLike, tau: ArrayLike, dq: ArrayLike,
    dv: ArrayLike, dtau: ArrayLike, base: Base = "body",
) -> NDArray[np.float64]:
    """Change of the accelerations that forces cause, and of their derivatives, along a direction.

    H da^(k) = dtau^(k) less what q, v and the lower orders give, docs/order-partials.md, (8), by
    the products of `inverse_dynamics_order_jvp`: no matrix is built. Of mechanisms with loops by
    the matrices of `forward_dynamics_order_partials`.

    Parameters
    ----------
    dq : (..., nv) array_like
        Move of every joint in its own body axes, q -> q * exp(dq eps), whatever `base` is.
    dv : (..., nv) array_like
        Change of v.
    dtau : (..., r + 1, nv) array_like
        Changes of tau and of its derivatives.
    base : {"body", "spatial", "hybrid", "mixed"}
        Representation of the velocity and force of free joints on the world; the components of v,
        tau and its derivatives in it are constant while q moves.

    Returns
    -------
    (..., r + 1, nv) array
        Change of a^(k) = v^(k + 1), to first order.

    Notes
    -----
    Cost O(nbodies r^3). `forward_dynamics_order_partials` has the matrices.

    Examples
    --------
    >>> lieref.forward_dynamics_order_jvp(model, q, v, [v, v], v, v, [v, v]).shape
    (2, 3)
    """
    cdef Sweep sweep
    cdef cnp.ndarray forces, rows, known
    memset(&sweep, 0, sizeof(sweep))
    q, v, changes = _moved(model, q, v, tau, base)
    start = checked_row(model, "dq", dq)
    rows = np.zeros_like(v)
    rows[0] = checked_row(model, "dv", dv)
    forces = checked_rows(model, "dtau", dtau, len(v) - 1)
    known = np.empty_like(forces)
    sweep.given = <const double*> cnp.PyArray_DATA(forces)
    sweep.inverse.along_q = cnp.PyArray_DATA(<cnp.ndarray> start)
    sweep.inverse.along_v = cnp.PyArray_DATA(rows)
    sweep.inverse.tau = cnp.PyArray_DATA(known)
    _run(model, &sweep, q, v, changes, base, <double*> cnp.PyArray_DATA(rows),
         <const double*> cnp.PyArray_DATA(known), False)
    da = rows[1:].copy()
    require_double_range("da", da)
    return da


@described("q : (..., nq)", "v : (..., nv)", "tau : (..., r + 1, nv)")
def forward_dynamics_order_vjp(
    model: Model, q: ArrayLike, v: ArrayLike, tau: ArrayLike, w: ArrayLike,
    base: Base = "body",
) -> ForwardDynamicsOrderVjp:
    """Gradient of sum_k w_k . a^(k), the transposed of `forward_dynamics_order_jvp`.

    Source and method as there, with weights mu of the forces for w of the accelerations:
    H mu_k = w_k less what the higher orders give.

    Parameters
    ----------
    w : (..., r + 1, nv) array_like
        Weights of a = v' and of its derivatives.

    Returns
    -------
    ForwardDynamicsOrderVjp
        da_dq (..., nv): right Lie derivatives; da_dv (..., nv); da_dtau (..., r + 1, nv): [j] by
        tau^(j).

    Notes
    -----
    Cost O(nbodies r^3).

    Examples
    --------
    >>> lieref.forward_dynamics_order_vjp(model, q, v, [v, v], [v, v]).da_dq.shape
    (3,)
    """
    cdef Sweep sweep
    cdef cnp.ndarray given, mu, dq, dv
    memset(&sweep, 0, sizeof(sweep))
    q, v, changes = _moved(model, q, v, tau, base)
    given = checked_rows(model, "w", w, len(v) - 1)
    mu, dq, dv = np.zeros_like(given), np.empty((<Model> model).nv), np.empty_like(v)
    sweep.given = <const double*> cnp.PyArray_DATA(given)
    sweep.inverse.w = cnp.PyArray_DATA(mu)
    sweep.inverse.dq = cnp.PyArray_DATA(dq)
    sweep.inverse.dv = cnp.PyArray_DATA(dv)
    _run(model, &sweep, q, v, changes, base, <double*> cnp.PyArray_DATA(mu),
         <const double*> cnp.PyArray_DATA(dv), True)
    found = -dq, -dv[0], mu
    for what, array in zip(ForwardDynamicsOrderVjp._fields, found):
        require_double_range(what, array)
    return named(ForwardDynamicsOrderVjp, found)
