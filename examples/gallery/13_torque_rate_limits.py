"""
Least time under limits on torque rates
=======================================

Motors change their torque only so fast. Franka's panda between two poses in least time, with limits
on torques, on their rates and on velocities, by an interior-point method with exact derivatives.
"""

import os
import time

import casadi
import matplotlib.pyplot as plt
import numpy as np

import lieref
from lieref.trajectories import BSpline

small = "LIEREF_SMALL" in os.environ
panda = lieref.check.named_model("panda", "fixed")
arm = panda.reduced(locked=[name for name in panda.joint_names if "finger" in name])
# limits of the data sheet, but for rates of drives that are slower than its 1000 N m/s
torque = np.array([87.0, 87.0, 87.0, 87.0, 12.0, 12.0, 12.0])
torque_rate = np.full(7, 200.0)
velocity = np.array([2.175] * 4 + [2.61] * 3)
start = np.array([0.0, -0.8, 0.0, -2.4, 0.0, 1.6, 0.8])
end = np.array([1.6, 0.5, -0.6, -1.2, 0.7, 2.4, -0.8])

# %%
# The motion: a spline of degree 7 over s = t / T that begins and ends at rest, with zero
# acceleration. Its inner coefficients and T are the unknowns.

degree, pieces, samples = 7, 6, 16 if small else 40
knots = np.concatenate([[0.0] * degree, np.linspace(0, 1, pieces + 1), [1.0] * degree])
count = len(knots) - degree - 1


def basis(s):
    """Derivatives of order 0 to 3 of every coefficient's share, (times, 4, coefficients)."""
    one = [BSpline(knots, row, degree).derivatives(s, 3) for row in np.eye(count)]
    return np.stack(one, axis=-1)


inner = slice(3, count - 3)
fixed = np.concatenate([[start] * 3, np.zeros((count - 6, 7)), [end] * 3])


def rows(x, share):
    """q, and v, a, jerk, at the unknowns x = (coefficients, T)."""
    coefficients = fixed.copy()
    coefficients[inner] = x[:-1].reshape(-1, 7)
    q, *v = np.moveaxis(share @ coefficients, 1, 0)
    return q, np.stack([row / x[-1] ** (k + 1) for k, row in enumerate(v)], axis=1)


# %%
# What is limited, by its limit: velocities, torques, torque rates. The derivatives of torques and
# rates with respect to q, v, a and jerk are `inverse_dynamics_order_partials`; all samples are one
# batch.


def limited(x, share):
    q, v = rows(x, share)
    tau = lieref.inverse_dynamics(arm, q, v)
    found = v[:, 0] / velocity, tau[:, 0] / torque, tau[:, 1] / torque_rate
    return np.stack(found, axis=1).ravel()


def limited_jacobian(x, share):
    q, v = rows(x, share)
    p = lieref.inverse_dynamics_order_partials(arm, q, v)
    T, shares = x[-1], share[..., inner]
    out = np.zeros((len(q), 3, 7, shares.shape[-1] * 7 + 1))

    def add(k, scale, dq, dv):
        """Of quantity k from its partials with respect to q and to the rows of v."""
        by_coefficient = np.einsum("nij,nc->nicj", dq, shares[:, 0])
        for j, d in enumerate(dv):
            by_coefficient += np.einsum("nij,nc->nicj", d, shares[:, j + 1]) / T ** (j + 1)
            out[:, k, :, -1] -= (j + 1) / T * np.einsum("nij,nj->ni", d, v[:, j])
        out[:, k, :, :-1] = by_coefficient.reshape(len(q), 7, -1)
        out[:, k] /= scale[:, None]

    unit, none = np.broadcast_to(np.eye(7), (len(q), 7, 7)), np.zeros((len(q), 7, 7))
    add(0, velocity, none, [unit])
    for k, scale in ((0, torque), (1, torque_rate)):
        add(k + 1, scale, p.dtau_dq[:, k], [p.dtau_dv[:, k, j] for j in range(3)])
    return out.reshape(-1, out.shape[-1])


# %%
# CasADi's interface to IPOPT. Without a Jacobian CasADi takes differences of the same function.


class Limits(casadi.Callback):
    def __init__(self, name, size, share, exact):
        casadi.Callback.__init__(self)
        self.size, self.share, self.exact = size, share, exact
        options = {} if exact else {"enable_fd": True, "fd_method": "forward"}
        self.construct(name, options)

    def get_sparsity_in(self, i):
        return casadi.Sparsity.dense(self.size, 1)

    def get_sparsity_out(self, i):
        return casadi.Sparsity.dense(21 * len(self.share), 1)

    def eval(self, arguments):
        return [casadi.DM(limited(np.array(arguments[0])[:, 0], self.share))]

    def has_jacobian(self):
        return self.exact

    def get_jacobian(self, name, inputs, outputs, options):
        self.jacobian = Jacobian(name, self.size, self.share)
        return self.jacobian


class Jacobian(casadi.Callback):
    def __init__(self, name, size, share):
        casadi.Callback.__init__(self)
        self.size, self.share = size, share
        self.construct(name, {})

    def get_n_in(self):
        return 2

    def get_sparsity_in(self, i):
        return casadi.Sparsity.dense(21 * len(self.share) if i else self.size, 1)

    def get_sparsity_out(self, i):
        return casadi.Sparsity.dense(21 * len(self.share), self.size)

    def eval(self, arguments):
        return [casadi.DM(limited_jacobian(np.array(arguments[0])[:, 0], self.share))]


# denser at both ends, where torques change most
share = basis((1 - np.cos(np.pi * np.linspace(0, 1, samples))) / 2)
fine = basis(np.linspace(0, 1, 1000))
first = np.linspace(start, end, count)[inner].ravel()
first = np.append(first, 3.0)


def solved(exact):
    limits = Limits("limits", len(first), share, exact)
    x = casadi.MX.sym("x", len(first))
    # a little of the coefficients' bending keeps those that no limit touches where they are
    bending = casadi.sumsqr(casadi.diff(casadi.reshape(x[:-1], 7, -1), 2, 1))
    problem = {"x": x, "f": x[-1] + 1e-4 * bending, "g": limits(x)}
    ipopt = {
        "print_level": 0,
        "hessian_approximation": "limited-memory",
        "max_iter": 30 if small else 500,
        "tol": 1e-6,
    }
    solver = casadi.nlpsol("solver", "ipopt", problem, {"ipopt": ipopt, "print_time": False})
    began = time.perf_counter()
    found = solver(x0=first, lbx=np.append(np.full(len(first) - 1, -4.0), 0.2), lbg=-1.0, ubg=1.0)
    seconds = time.perf_counter() - began
    x = np.array(found["x"])[:, 0]
    over = abs(limited(x, share)).max() - 1, abs(limited(x, fine)).max() - 1
    status = solver.stats()
    print(
        f"{'exact' if exact else 'differences'}: T = {x[-1]:.4f} s, {status['iter_count']} "
        f"iterations, {status['t_wall_nlp_jac_g']:.2f} s for the Jacobians of "
        f"{seconds:.2f} s, violation {max(over[0], 0):.1e} at the samples and "
        f"{max(over[1], 0):.1e} between, {status['return_status']}"
    )
    return x


x = solved(True)
solved(False)

# %%
# Velocities, torques and rates of the fastest motion, by their limits.

figure, axes = plt.subplots(3, 1, figsize=(6, 5.5), sharex=True)
values = limited(x, fine).reshape(-1, 3, 7)
for row, k, name in zip(axes, range(3), ("velocity", "torque", "torque rate"), strict=True):
    row.plot(x[-1] * np.linspace(0, 1, 1000), values[:, k])
    row.axhline(1, color="0.6")
    row.axhline(-1, color="0.6")
    row.set_ylabel(f"{name} / limit")
axes[0].set_title(f"Panda in {x[-1]:.3f} s")
axes[-1].set_xlabel("time [s]")
figure.tight_layout()
