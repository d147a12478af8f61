"""
Gradients for DDP: a small iLQR of an arm
=========================================

The linearized dynamics come from `lieref.forward_dynamics_partials`, without differences.
"""

import matplotlib.pyplot as plt
import numpy as np

import lieref

model = lieref.catalogue.serial_chain(3)
n, steps, dt = model.nv, 60, 0.02
start, goal = np.zeros(2 * n), np.concatenate([[0.8, -0.6, 0.5], np.zeros(n)])
running, pushing, last = 1e-3, 1e-4, 1e3


def step(x, u):
    """Semi-implicit Euler."""
    a = lieref.forward_dynamics(model, x[:n], x[n:], u[None])[0]
    v = x[n:] + dt * a
    return np.concatenate([x[:n] + dt * v, v])


def linear(x, u):
    """Jacobians of `step` by the state and by the torque."""
    d = lieref.forward_dynamics_partials(model, x[:n], x[n:], u)
    lower = np.hstack([dt * d.da_dq, np.eye(n) + dt * d.da_dv])
    upper = np.hstack([np.eye(n), np.zeros((n, n))]) + dt * lower
    return np.vstack([upper, lower]), dt * np.vstack([dt * d.da_dtau, d.da_dtau])


def cost(xs, us):
    return (
        running * ((xs[:-1] - goal) ** 2).sum()
        + pushing * (us**2).sum()
        + last * ((xs[-1] - goal) ** 2).sum()
    ) / 2


def rollout(us, xs=None, k=None, K=None, size=1.0):
    new = [start]
    for t, u in enumerate(us):
        if xs is not None:
            us[t] = u + size * k[t] + K[t] @ (new[-1] - xs[t])
        new.append(step(new[-1], us[t]))
    return np.array(new), us


# %%
# Backward sweep of Riccati, forward sweep with a line search.

xs, us = rollout(np.array([lieref.gravity_forces(model, start[:n])] * steps))
costs = [cost(xs, us)]
for _ in range(30):
    P, p = last * np.eye(2 * n), last * (xs[-1] - goal)
    k, K = [None] * steps, [None] * steps
    for t in reversed(range(steps)):
        A, B = linear(xs[t], us[t])
        Quu = pushing * np.eye(n) + B.T @ P @ B
        Qux, Qu = B.T @ P @ A, pushing * us[t] + B.T @ p
        k[t], K[t] = -np.linalg.solve(Quu, Qu), -np.linalg.solve(Quu, Qux)
        p = running * (xs[t] - goal) + A.T @ p + Qux.T @ k[t]
        P = running * np.eye(2 * n) + A.T @ P @ A + Qux.T @ K[t]
    for size in 0.5 ** np.arange(10):
        tried = rollout(us.copy(), xs, k, K, size)
        if np.isfinite(tried[0]).all() and cost(*tried) < costs[-1]:
            xs, us = tried
            break
    else:
        break
    costs.append(cost(xs, us))
    if costs[-2] - costs[-1] < 1e-9 * costs[-1]:
        break
print(len(costs) - 1, "iterations; distance to the goal", abs(xs[-1] - goal).max())

# %%

figure, (left, right) = plt.subplots(1, 2, figsize=(7, 3))
left.semilogy(costs, "o-")
left.set(xlabel="iteration", ylabel="cost", title="Convergence of iLQR")
right.plot(dt * np.arange(steps + 1), xs[:, :n])
right.set(xlabel="time [s]", ylabel="joint angle [rad]", title="Motion found")
figure.tight_layout()
