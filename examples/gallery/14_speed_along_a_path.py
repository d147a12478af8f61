"""
Speed along a path under torque and torque-rate limits
======================================================

A path is given, how fast it is run is not. Torques are linear in the square of the speed and in its
derivative along the path, and so are the derivatives of the torques: `path_dynamics`.
"""

import matplotlib.pyplot as plt
import numpy as np
from scipy.optimize import linprog, minimize

import lieref
from lieref.trajectories import BSpline, Trajectory

# %%
# A path q(s) of an arm, a spline over s = 0 .. 1; u are its derivatives with respect to s.

model = lieref.catalogue.serial_chain(6)
rng = np.random.default_rng(2)
degree = 7
knots = np.concatenate([[0.0] * degree, np.linspace(0, 1, 5), [1.0] * degree])
path = Trajectory(
    model,
    {
        name: BSpline(knots, np.cumsum(rng.uniform(-0.5, 0.8, len(knots) - degree - 1)), degree)
        for name in model.joint_names
    },
)
s = np.linspace(0.0, 1.0, 41)
q, u = path.state(s, r=1)
found = lieref.path_dynamics(model, q, u)
still = lieref.gravity_forces(model, q)
torque = np.abs(still).max(axis=0) + 2.0
rate = np.full(6, 60.0)

# %%
# The unknown: x(s) = s'^2, a cubic spline with coefficients z > 0, a little above rest at the ends.

cubic = np.concatenate([[0.0] * 3, np.linspace(0, 1, 13), [1.0] * 3])
count = len(cubic) - 4
share = np.stack([BSpline(cubic, row, 3).derivatives(s, 2) for row in np.eye(count)], axis=-1)

# %%
# Torques are linear constraints of z: A z within their limits. A linear program makes x as large as
# it can be, with no limit on the rates.

E, e = found.torque.of_squared_speed(0)
A = np.einsum("nic,ncz->niz", E, share[:, :2]).reshape(-1, count)
above, below = (np.tile(torque, len(s)) + sign * e.ravel() for sign in (-1, 1))
slow = 1e-3
bounds = [(slow, slow)] + [(slow, None)] * (count - 2) + [(slow, slow)]
X = share[:, 0]
ends = np.concatenate([above, below])
by_torque = linprog(-X.sum(axis=0), np.concatenate([A, -A]), ends, bounds=bounds).x

# %%
# A rate is sqrt(x) times a linear function, time the integral of 1 / sqrt(x); both with their exact
# derivatives, for a program that begins slowly.

E1, e1 = found.torque.of_squared_speed(1)
B = np.einsum("nic,ncz->niz", E1, share)
weights = np.full(len(s), s[1]) * np.where((s == 0) | (s == 1), 0.5, 1.0)


def duration(z):
    x = X @ z
    return weights @ x**-0.5, -0.5 * (weights * x**-1.5) @ X


def rates(z):
    return (np.sqrt(X @ z)[:, None] * (B @ z + e1) / rate).ravel()


def rates_jacobian(z):
    speed = np.sqrt(X @ z)[:, None, None]
    by_speed = (B @ z + e1)[..., None] * X[:, None] / (2 * speed)
    return ((by_speed + speed * B) / rate[:, None]).reshape(-1, count)


pairs = [
    (lambda z: above - A @ z, lambda z: -A),
    (lambda z: below + A @ z, lambda z: A),
    (lambda z: 1 - rates(z), lambda z: -rates_jacobian(z)),
    (lambda z: 1 + rates(z), rates_jacobian),
]
constraints = [{"type": "ineq", "fun": f, "jac": J} for f, J in pairs]
start = np.full(count, 10 * slow)
start[[0, -1]] = slow
answer = minimize(
    duration,
    start,
    jac=True,
    method="SLSQP",
    bounds=bounds,
    constraints=constraints,
    options={"maxiter": 200},
)
by_rate = answer.x
for name, z in (("torques", by_torque), ("torques and rates", by_rate)):
    largest = abs(rates(z)).max()
    print(f"limits on {name}: {duration(z)[0]:.3f} s, largest rate {largest:.3f} of its limit")

# %%
# The speeds, and the rates that they take.

figure, (left, right) = plt.subplots(1, 2, figsize=(7.5, 3.2))
for name, z in (("torques", by_torque), ("torques, rates", by_rate)):
    left.plot(s, np.sqrt(X @ z), label=f"limits on {name}")
    right.plot(s, abs(rates(z)).reshape(len(s), -1).max(axis=1), label=f"limits on {name}")
left.set(xlabel="s", ylabel="s' [1/s]", title="Speed on the path")
left.legend()
right.axhline(1, color="0.6")
right.set(xlabel="s", ylabel="largest torque rate / limit", title="Torque rates", ylim=(0, 3))
figure.tight_layout()
