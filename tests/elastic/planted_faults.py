"""Faults that must turn the tests of elastic joints red: file, text, fault, tests."""

JOINTS = "elastic/elastic_joints.py"
INVERSE = "elastic/inverse_dynamics.py"
FORWARD = "elastic/forward_dynamics.py"
COUPLINGS = "rotor_couplings.py"
SPRINGS = "springs.py"
FEEDFORWARD = "feedforward.py"
FEEDBACK = "feedback_linearization.py"
PAIRS = "antagonistic.py"
OF_JOINTS = "tests/elastic/test_elastic_joints.py"
OF_INVERSE = "tests/elastic/test_elastic_inverse_dynamics.py"
OF_MOTION = "tests/elastic/test_elastic_motion.py"
OF_PAIRS = "tests/elastic/test_antagonistic.py"

FAULTS = [
    (
        JOINTS + ": ElasticJoints._mount",
        "self.spin = self.motor_inertia / ratio",
        "self.spin = self.motor_inertia / ratio**2",
        OF_INVERSE,
    ),
    (
        JOINTS + ": ElasticJoints._largest_order",
        "max(needed[rotor], needed[c] + lag[rotor])",
        "max(needed[rotor], needed[c])",
        OF_INVERSE,
    ),
    (JOINTS + ": own_axis", "model.placements[i][:3, :3] @ axis", "axis", OF_JOINTS),
    (
        INVERSE + ": _Series.motion",
        "motor = torque + joints.motor_damping * speed[:, : r + 1]",
        "motor = torque + joints.motor_damping * theta[:, : r + 1]",
        OF_INVERSE,
    ),
    (
        INVERSE + ": _Series.motion",
        "motor[..., rotor] += joints.spin[rotor] * turn[:, : r + 1]",
        "motor[..., rotor] -= joints.spin[rotor] * turn[:, : r + 1]",
        OF_INVERSE,
    ),
    (
        COUPLINGS + ": RotorCouplings.on_joint",
        "return np.asarray(turned[:, :n] + spun[:, :n])",
        "return np.asarray(spun[:, :n])",
        OF_INVERSE,
    ),
    (
        COUPLINGS + ": rotor_couplings",
        "turn = np.cross(w, axis)",
        "turn = np.cross(axis, w)",
        OF_INVERSE,
    ),
    (
        SPRINGS + ": deflections_of_forces",
        "(force[..., n, :] - lower) / slope",
        "(force[..., n, :] - lower) / k",
        OF_INVERSE,
    ),
    (SPRINGS + ": damped_deflections", "/ (damping * (m + 1))", "/ damping", OF_MOTION),
    (
        FORWARD + ": _complete",
        "A[:, :nv, nv:], A[:, nv:, :nv] = S, S.swapaxes(1, 2)",
        "A[:, :nv, nv:] = S",
        OF_MOTION,
    ),
    (FORWARD + ": _reduced", "joints.link_model, q,", "joints.model, q,", OF_MOTION),
    (
        FORWARD + ": joint_torques",
        "joints.damping * rate(series)",
        "joints.damping * series",
        OF_MOTION,
    ),
    (
        FEEDBACK + ": linearizing_state",
        "rows = joints.relative_degree - 2",
        "rows = 1",
        OF_MOTION + "::test_feedback_linearization",
    ),
    (FEEDFORWARD, "(-2 + 3 * ROOT) / 225]", "(2 + 3 * ROOT) / 225]", OF_MOTION),
    (
        FEEDFORWARD + ": _cubic",
        "lead, trail = h * start[1] - rise,",
        "lead, trail = -rise,",
        OF_MOTION + "::test_deflections_of_damped_springs_are_integrated_to_order_4",
    ),
    (PAIRS + ": _deflections", "stiff = stiff - 2 * k", "stiff = stiff - k", OF_PAIRS),
    (
        PAIRS + ": AntagonisticJoints.stiffness_range",
        "3 * self.hardening * alone**2",
        "2 * self.hardening * alone**2",
        OF_PAIRS,
    ),
]
