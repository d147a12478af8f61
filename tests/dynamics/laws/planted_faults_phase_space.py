"""Faults that must turn the tests of the momentum form red: file, text, fault, tests."""

FORM = "phase_space.py"
TESTS = "tests/dynamics/laws/test_phase_space.py"

FAULTS = [
    (
        FORM + ": phase_space_rates",
        "- ad_t_times(V, times(M, V))",
        "+ ad_t_times(V, times(M, V))",
        TESTS,
    ),
    (
        FORM + ": phase_space_rates",
        "inverse_inertia_times(_bare(model), place, p)",
        "inverse_inertia_times(model, place, p)",
        TESTS,
    ),
    (FORM + ": phase_space_rates", "wrenches=load", "wrenches=None", TESTS),
    (
        FORM + ": _inertias",
        "return np.asarray(transform(poses, bodies))",
        "return np.asarray(bodies)",
        TESTS,
    ),
]
