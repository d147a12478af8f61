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
    (FORM + ": _projected", " - cross(poses[:, :3, 3], linear)", "", TESTS),
    (FORM + ": phase_space_rates", "wrenches=load", "wrenches=None", TESTS),
    (
        FORM + ": _inertias",
        "transform(poses, _own_inertias(model))",
        "_own_inertias(model)",
        TESTS,
    ),
]
