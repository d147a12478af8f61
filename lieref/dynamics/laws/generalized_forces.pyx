"""The terms of the equations of motion one by one: gravity, velocity forces, applied wrenches."""

cimport numpy as cnp
from libc.string cimport memcpy, memset

from lieref.calls cimport KernelRun, STACK, release, run_kernel, take
from lieref.dynamics.inverse_dynamics cimport Call, run_inverse_dynamics, workspace_size
from lieref.dynamics.shared.batches cimport state_rows
from lieref.dynamics.shared.motion_arguments cimport checked_configuration, checked_row
from lieref.model.checks cimport (
    BODY, FINITE, check_finite, is_batched, is_finite, named_option, require_double_range)
from lieref.model.model cimport Model

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.algebra.arguments import choice
from lieref.documentation import described
from lieref.dynamics.closed_forms import body_torques, require_base
from lieref.dynamics.forward.roots import base_changes
from lieref.dynamics.inverse_dynamics import inverse_dynamics
from lieref.dynamics.shared import base_change
from lieref.kinematics.forward_kinematics import forward_kinematics
from lieref.model.arguments import real_array, require_finite
from lieref.model.checks import BASES, Axes, Base

cnp.import_array()

Array = NDArray[np.float64]


cdef object _forces_at_rates(Model model, object q, object v, object base):
    """Inverse dynamics of one state without acceleration, (nv,); v is None at rest."""
    cdef Call call
    cdef double[STACK] local
    cdef cnp.npy_intp[1] shape
    cdef double* rates
    cdef size_t row = sizeof(double) * model.nv
    cdef size_t size = workspace_size(model, 0, False)
    cdef cnp.ndarray q_array = checked_configuration(model, q)
    cdef cnp.ndarray v_array = None if v is None else checked_row(model, "v", v)
    cdef cnp.ndarray tau
    call.r = 0
    call.base = 0 if base is BODY else named_option("base", base, BASES)
    call.q = cnp.PyArray_DATA(q_array)
    call.wrenches = NULL
    call.inertial_wrenches = False
    call.tau_ext = NULL
    shape[0] = model.nv
    tau = cnp.PyArray_EMPTY(1, shape, cnp.NPY_DOUBLE, 0)
    call.tau = cnp.PyArray_DATA(tau)
    call.workspace = take(local, size + 2 * model.nv)
    rates = <double*> call.workspace + size
    memset(rates, 0, 2 * row)
    if v is not None:
        memcpy(rates, cnp.PyArray_DATA(v_array), row)
    call.v = rates
    run_kernel(<KernelRun> run_inverse_dynamics, model, &call, size + 2 * model.nv)
    release(call.workspace, local)
    if not is_finite(tau, cnp.NPY_DOUBLE):
        require_double_range("tau", tau)
    return tau


cdef object gravity_forces_of(Model model, object q, object base):
    """`gravity_forces` of a tree."""
    if model.joint_physics is not None:
        model = _bare(model)
    if is_batched(q, 1):
        return inverse_dynamics(model, q, np.zeros((2, model.nv)), base)[..., 0, :]
    return _forces_at_rates(model, q, None, base)


cdef object bias_forces_of(Model model, object q, object v, object base):
    """`bias_forces` of a tree."""
    cdef cnp.npy_intp[1] shape
    model = _bodies_alone(model)
    if not is_batched(q, 1) and not is_batched(v, 1):
        return _forces_at_rates(model, q, v, base)
    shape[0] = model.nv
    given = state_rows("v", v, 1, shape)
    check_finite("v", given, cnp.NPY_DOUBLE, FINITE)
    rates = np.stack([given, np.zeros_like(given)], axis=-2)
    return inverse_dynamics(model, q, rates, base)[..., 0, :]


@described("q : (..., nq)")
def gravity_forces(model: Model, q: ArrayLike, base: Base = "body") -> Array:
    """Return g of H vdot + C v + g = tau: the forces that hold the robot at rest.

    Source: Ali et al., (5): g = -S^T G_c W_grav. Of gravity alone: springs of joints are not in it.

    Returns
    -------
    (..., nv) array
        N m and N.

    Examples
    --------
    >>> bool(np.array_equal(lieref.gravity_forces(model, q), lieref.inverse_dynamics(model,
    ...     q, [0 * v, 0 * v])[0]))
    True
    """
    return gravity_forces_of(model, q, base)


@lru_cache(maxsize=8)
def _bare(model: Any) -> Any:
    return model.without_joint_physics()


@described("q : (..., nq)", "v : (..., nv)")
def bias_forces(model: Model, q: ArrayLike, v: ArrayLike, base: Base = "body") -> Array:
    """Return h of H vdot + h + g = tau: Coriolis and centrifugal forces, without gravity.

    Source: Ali et al., (5) and Lemma 1: h = C v. Damping, friction and springs are not in it.

    Returns
    -------
    (..., nv) array
        N m and N. Errors as `gravity_forces`.

    Examples
    --------
    >>> lieref.bias_forces(model, q, v).shape
    (3,)
    """
    # C v of a fast base is a small difference of large numbers
    return bias_forces_of(model, q, v, base)


@lru_cache(maxsize=8)
def _bodies_alone(model: Model) -> Model:
    """Without gravity and joint physics."""
    return model.without_joint_physics().with_gravity((0.0, 0.0, 0.0))


@described("wrenches : (nbodies, 6)")
def external_forces(
    model: Model,
    q: ArrayLike,
    wrenches: ArrayLike,
    base: Base = "body",
    wrench_axes: Axes = "body",
) -> Array:
    """Return the term that wrenches on the bodies add to the left of H vdot + h + g + ... = tau.

    Source: Ali et al., (5): tau_ext(Omega) = -S^T G_c W_app = -sum_k J_k^T W_k. Mind the sign:
    it is what the joints must supply against the wrenches.

    Returns
    -------
    (nv,) array
        N m and N. Errors as `gravity_forces`.

    Examples
    --------
    >>> lieref.external_forces(model, q, np.ones((3, 6))).shape
    (3,)
    """
    require_base(base)
    loads = real_array("wrenches", wrenches, (model.nbodies, 6))
    choice("wrench_axes", wrench_axes, ("body", "inertial"))
    if wrench_axes == "inertial":
        R = forward_kinematics(model, q, np.zeros((1, model.nv)))[0][:, :3, :3]
        halves = loads.reshape(-1, 2, 3)
        loads = np.ascontiguousarray((halves @ R).reshape(-1, 6))
    tau = body_torques(model, q, loads)
    with np.errstate(over="ignore", invalid="ignore"):
        for change in base_changes(model, np.asarray(q, dtype=float), None, base, 1):
            tau = base_change.torque(change, tau)
    require_finite("tau", tau)
    return -tau
