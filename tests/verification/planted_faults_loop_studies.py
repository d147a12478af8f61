"""Faults in the studies of loops: file, text, fault, tests."""

TESTS = "tests/verification/test_loop_studies.py"
EQUATIONS = "verification/subjects/andrews_equations.py"
MOTION = "verification/measurements/andrews_motion.py"
ANKLE = "verification/measurements/ankle_torques.py"
FAULTS = [
    (EQUATIONS, "bends[2 * k] -= x * rate**2", "bends[2 * k] += x * rate**2", TESTS),
    (EQUATIONS, "G[2 * k, j] -= y", "G[2 * k, j] += y", TESTS),
    (EQUATIONS, "rt * (rt + 2 * rb)", "rt * (rt + rb)", TESTS),
    (EQUATIONS, "M6 * U * (ZF - FA) * ro", "-M6 * U * (ZF - FA) * ro", TESTS),
    (EQUATIONS, "-C0 * (length - L0)", "-C0 * (length + L0)", TESTS),
    (EQUATIONS, "[forces(q, v), -bends]", "[forces(q, v), bends]", TESTS),
    (EQUATIONS, "/ COUNTS[j - k - 1]) ** 2 - 1", "/ COUNTS[j - k - 1]) ** 2", TESTS),
    (MOTION, "bend(model, closed(y), y[1:])", "bend(model, model.assembly, y[1:])", TESTS),
    (MOTION, "state.G @ bend(model, model.assembly, rest) +", "state.G @ rest +", TESTS),
    (ANKLE, "np.abs(torques[0] - truth)", "np.abs(torques[1] - truth)", TESTS),
    (ANKLE, "-amplitude * rate**2 * np.sin(angle)", "amplitude * rate**2 * np.sin(angle)", TESTS),
    (ANKLE, '"approximate": "approximate",', '"approximate": "approximate_full",', TESTS),
    (ANKLE, "values[-1] / peak[-1]", "values[-1] / peak[0]", TESTS),
    (ANKLE, "2 * np.pi * frequency", "np.pi * frequency", TESTS),
]
