"""
Elastic joints: feedforward from torque rates
=============================================

Behind a spring the motor must turn by more than the link, and its torque needs the second
derivative of the link's torque: inverse dynamics of order 2.
"""

import matplotlib.pyplot as plt
import numpy as np

import lieref
from lieref.trajectories import BSpline, Trajectory

model = lieref.catalogue.serial_chain(7)
stiffness, rotor = 300.0, 0.1  # N m/rad and kg m^2, behind the gear

# %%
# Reduced model (Spong): tau = K (theta - q) and B theta'' + tau = tau_m, so that theta = q +
# tau / K and tau_m = tau + B (q'' + tau'' / K).

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
times = np.linspace(0, T, 300, endpoint=False)
q, v = motion.state(times, r=2)
tau = lieref.inverse_dynamics(model, q, v)
theta = q + tau[:, 0] / stiffness
motor = tau[:, 0] + rotor * (v[:, 1] + tau[:, 2] / stiffness)
rigid = tau[:, 0] + rotor * v[:, 1]

# %%
# Tracking in simulation, link and motor both free, with the feedforward and a soft position
# control.


def tracked(feedforward, dt=2.5e-4):
    link, motors = q[0].copy(), theta[0].copy()
    link_v = v[0, 0].copy()
    motor_v = v[0, 0] + tau[0, 1] / stiffness
    found = []
    for t in np.arange(0, T - 2 * dt, dt):
        place = np.searchsorted(times, t, "right") - 1
        share = (t - times[place]) / (times[1] - times[0])
        after = min(place + 1, len(times) - 1)
        given = (1 - share) * feedforward[place] + share * feedforward[after]
        wanted = (1 - share) * theta[place] + share * theta[after]
        spring = stiffness * (motors - link)
        command = given + 50.0 * (wanted - motors)
        link_v = link_v + dt * lieref.forward_dynamics(model, link, link_v, spring[None])[0]
        motor_v = motor_v + dt * (command - spring) / rotor
        link, motors = link + dt * link_v, motors + dt * motor_v
        found.append(link - ((1 - share) * q[place] + share * q[after]))
    return abs(np.array(found)).max(axis=1)


figure, (left, right) = plt.subplots(1, 2, figsize=(7.5, 3.2))
left.plot(times, motor[:, 1], label="motor, elastic")
left.plot(times, tau[:, 0, 1], "--", label="link")
left.set(xlabel="time [s]", ylabel="torque [N m]", title="Second joint")
left.legend()
for name, given in (("elastic", motor), ("rigid", rigid)):
    errors = tracked(given)
    right.semilogy(2.5e-4 * np.arange(len(errors)), errors + 1e-9, label=f"{name} feedforward")
    print(f"{name} feedforward: largest tracking error {1e3 * errors.max():.2f} mrad")
right.set(xlabel="time [s]", ylabel="tracking error [rad]", title="Tracking")
right.legend()
figure.tight_layout()
