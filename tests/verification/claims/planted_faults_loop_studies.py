"""Faults in the studies of loops: file, text, fault, tests."""

TESTS = "tests/verification/claims/test_loop_studies.py"
EQUATIONS = "andrews_equations.py"
MOTION = "andrews_motion.py"
ANKLE = "ankle_torques.py"
FAULTS = [
    (
        EQUATIONS + ": gap_rates",
        "bends[2 * k] -= x * rate**2",
        "bends[2 * k] += x * rate**2",
        TESTS,
    ),
    (EQUATIONS + ": gap_rates", "G[2 * k, j] -= y", "G[2 * k, j] += y", TESTS),
    (EQUATIONS + ": forces", "rt * (rt + 2 * rb)", "rt * (rt + rb)", TESTS),
    (EQUATIONS + ": forces", "M6 * U * (ZF - FA) * ro", "-M6 * U * (ZF - FA) * ro", TESTS),
    (EQUATIONS + ": spring_torque", "-C0 * (length - L0)", "-C0 * (length + L0)", TESTS),
    (EQUATIONS + ": accelerations", "[forces(q, v), -bends]", "[forces(q, v), bends]", TESTS),
    (
        EQUATIONS + ": _extrapolated",
        "/ COUNTS[j - k - 1]) ** 2 - 1",
        "/ COUNTS[j - k - 1]) ** 2",
        TESTS,
    ),
    (
        MOTION + ": _re_solved",
        "bend(model, closed(y), y[1:])",
        "bend(model, model.assembly, y[1:])",
        TESTS,
    ),
    (
        MOTION + ": tree_accelerations",
        "state.G @ bend(model, model.assembly, rest) +",
        "state.G @ rest +",
        TESTS,
    ),
    (
        ANKLE + ": evaluate",
        "np.abs(torques[0] - reference)",
        "np.abs(torques[1] - reference)",
        TESTS,
    ),
    (
        ANKLE + ": _sinusoid",
        "-amplitude * rate**2 * np.sin(angle)",
        "amplitude * rate**2 * np.sin(angle)",
        TESTS,
    ),
    (ANKLE, '"approximate": "approximate",', '"approximate": "approximate_full",', TESTS),
    (ANKLE + ": evaluate", "values[-1] / peak[-1]", "values[-1] / peak[0]", TESTS),
    (ANKLE + ": _sinusoid", "2 * np.pi * frequency", "np.pi * frequency", TESTS),
]
