"""
Elastic joints: feedforward from torque rates
=============================================

Behind a spring the motor must turn by more than the link, and its torque needs the second
derivative of the link's torque: inverse dynamics of order 2.
"""

import os

import matplotlib.pyplot as plt
import numpy as np

import lieref
from lieref import elastic
from lieref.trajectories import BSpline, Trajectory

# %%
# Seven joints behind harmonic drives: springs that harden, and rotors behind their gears.

model = lieref.catalogue.serial_chain(7)
joints = elastic.ElasticJoints(model, stiffness=300.0, hardening=2e4, motor_inertia=0.1)

# %%
# A motion of the links with a continuous third derivative, at rest at both ends. Springs without
# dampers have relative degree 4: v and three derivatives of it.

rng = np.random.default_rng(4)
degree, T = 7, 1.5
knots = np.concatenate([[0.0] * degree, np.linspace(0, T, 5), [T] * degree])
inner = rng.uniform(-1.5, 1.5, (7, len(knots) - degree - 1 - 8))
motion = Trajectory(
    model,
    {
        joint: BSpline(knots, [0.0] * 4 + list(row) + [row[-1]] * 4, degree)
        for joint, row in zip(model.joint_names, inner, strict=True)
    },
)
dt = 1e-3
times = np.arange(0, T, dt / 2)[: 200 if os.environ.get("LIEREF_SMALL") else None]
q, v = motion.state(times, r=joints.relative_degree - 2)
found = elastic.feedforward(joints, times, q, v)
motor, link, theta = found.motor_torque[:, 0], found.joint_torque[:, 0], found.theta
rigid = link + joints.motor_inertia * v[:, 1]

# %%
# Tracking in simulation, links and motors both free, with the feedforward and a soft control of the
# motors' position. Steps of Runge and Kutta take two of the times.


def tracked(feedforward):
    state = np.array([q[0], v[0, 0], theta[0, 0], theta[0, 1]])

    def rates(state, place):
        command = feedforward[place] + 50.0 * (theta[place, 0] - state[2])
        a = elastic.forward_dynamics(joints, *state, command[None])
        return np.array([state[1], a.vdot[0], state[3], a.theta_acceleration[0]])

    errors = [np.zeros(7)]
    for place in range(0, len(times) - 2, 2):
        k1 = rates(state, place)
        k2 = rates(state + dt / 2 * k1, place + 1)
        k3 = rates(state + dt / 2 * k2, place + 1)
        k4 = rates(state + dt * k3, place + 2)
        state = state + dt / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
        errors.append(state[0] - q[place + 2])
    return abs(np.array(errors)).max(axis=1)


# %%
# With the torque of rigid joints the links swing; with that of elastic ones the tracking error is
# that of the integration.

figure, (left, right) = plt.subplots(1, 2, figsize=(7.5, 3.2))
left.plot(times, motor[:, 1], label="motor")
left.plot(times, link[:, 1], "--", label="link")
left.set(xlabel="time [s]", ylabel="torque [N m]", title="Second joint")
left.legend()
for name, given in (("elastic", motor), ("rigid", rigid), ("no", 0 * rigid)):
    errors = tracked(given)
    right.semilogy(dt * np.arange(len(errors)), errors + 1e-12, label=f"{name} feedforward")
    print(f"{name} feedforward: largest tracking error {1e3 * errors.max():.2g} mrad")
right.set(xlabel="time [s]", ylabel="tracking error [rad]", title="Tracking")
right.legend()
figure.tight_layout()
