# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: freethreading_compatible=True
"""A control loop of one's own: every call of lieref's kernels in one block without the GIL.

The robot follows a path by computed torque, from a model that may differ from it. Build with
`cythonize -i computed_torque.pyx`; docs/cython-api.md explains every declaration.
"""
import numpy as np

from lieref.dynamics.forward_dynamics cimport (
    Call as Forward, forward_workspace_size, run_forward_dynamics)
from lieref.dynamics.inverse_dynamics cimport (
    Call as Inverse, run_inverse_dynamics, workspace_size)
from lieref.model.model cimport Model
from lieref.partials.inverse_dynamics_partials cimport (
    Call as Partials, partials_workspace_size, run_inverse_dynamics_partials)


def follow(Model robot, Model model, const double[:, :, ::1] wanted, double[::1] q, double[::1] v,
           double kp, double kd, double dt, double[:, ::1] path, double[:, :, ::1] gradient):
    """Follow `wanted` (steps, 3, nv): coordinates, velocities, accelerations of one-degree joints.

    q and v (nv,), where it starts, become where it ends; path (steps, nv) takes the coordinates.
    Returns the cost, the sum of dt |tau|^2 / 2; gradient (steps, 3, nv) takes its partials by what
    inverse dynamics is given in each step: q, v and the acceleration.
    """
    cdef Py_ssize_t steps = wanted.shape[0], k
    cdef int n = model.nv, i, j, singular = -1
    cdef double cost = 0
    if not n == model.nq == robot.nq == robot.nv == q.shape[0] == v.shape[0] == path.shape[1]:
        raise ValueError("q, v and path do not fit the models, or a joint has several degrees")
    if not steps == path.shape[0] == gradient.shape[0]:
        raise ValueError("wanted, path and gradient differ in their number of steps")
    if not (3 == wanted.shape[1] == gradient.shape[1]
            and n == wanted.shape[2] == gradient.shape[2]):
        raise ValueError("wanted and gradient must be (steps, 3, nv)")
    if not all(map(np.all, map(np.isfinite, (wanted, q, v, [kp, kd, dt])))):
        raise ValueError("a number is not finite")

    # what the calls read and write; one workspace serves all, for they follow one another
    cdef double[:, ::1] motion = np.empty((2, n))
    cdef double[::1] tau = np.empty(n), vdot = np.empty(n)
    cdef double[:, :, ::1] d = np.zeros((3, n, n))  # zero where one joint does not see another
    cdef double[::1] work = np.empty(max(
        workspace_size(model, 0, False), forward_workspace_size(robot, 0, False),
        partials_workspace_size(model)))
    cdef Inverse inverse = Inverse(
        r=0, base=0, q=&q[0], v=&motion[0, 0], wrenches=NULL, inertial_wrenches=False, tau_ext=NULL,
        tau=&tau[0], workspace=&work[0])
    cdef Partials partials = Partials(
        q=&q[0], v=&motion[0, 0], a=&motion[1, 0], wrenches=NULL,
        dq=&d[0, 0, 0], dv=&d[1, 0, 0], da=&d[2, 0, 0], workspace=&work[0])
    cdef Forward forward = Forward(
        r=0, base=0, q=&q[0], v=&motion[0, 0], prescribed=NULL, wrenches=NULL,
        inertial_wrenches=False, tau_ext=NULL, vdot=&vdot[0], tau=&tau[0], workspace=&work[0])

    with nogil:
        for k in range(steps):
            for i in range(n):
                motion[0, i] = v[i]
                motion[1, i] = (wanted[k, 2, i] + kd * (wanted[k, 1, i] - v[i])
                                + kp * (wanted[k, 0, i] - q[i]))
            run_inverse_dynamics(model, &inverse)
            run_inverse_dynamics_partials(model, &partials)
            for i in range(n):
                cost += dt / 2 * tau[i] * tau[i]
                gradient[k, 0, i] = gradient[k, 1, i] = gradient[k, 2, i] = 0
                for j in range(n):
                    gradient[k, 0, i] += dt * d[0, j, i] * tau[j]
                    gradient[k, 1, i] += dt * d[1, j, i] * tau[j]
                    gradient[k, 2, i] += dt * d[2, j, i] * tau[j]
            singular = run_forward_dynamics(robot, &forward)
            if singular >= 0:
                break
            for i in range(n):
                v[i] += dt * vdot[i]
                q[i] += dt * v[i]
                path[k, i] = q[i]
    if singular >= 0:
        raise ArithmeticError(f"singular joint {robot.joint_names[singular]!r}")
    return cost
