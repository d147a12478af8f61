"""Faults that must turn the tests of Newton-Euler equations red: file, text, fault, tests."""

NEWTON = "laws/newton_euler.py"
OF_NEWTON = "tests/dynamics/laws/test_newton_euler.py"

FAULTS = [
    # Newton-Euler equations.
    (
        NEWTON + ": _newton_euler",
        "inertial - ad_t_times(V, times(M, V))",
        "inertial + ad_t_times(V, times(M, V))",
        OF_NEWTON,
    ),
    (
        NEWTON + ": _newton_euler",
        "[cross(w, torque), cross(w, force)]",
        "[cross(w, torque), 0 * force]",
        OF_NEWTON,
    ),
    (
        NEWTON + ": _newton_euler",
        "turned = times(R, cross(w, times(R.swapaxes(-1, -2), force)))",
        "turned = cross(w, force)",
        OF_NEWTON,
    ),
    (NEWTON + ": _components", "a = a + cross(w, V[..., 3:])", "pass", OF_NEWTON),
    (
        NEWTON + ": _components",
        "Theta = Theta - m[..., None] * (skew(d) @ skew(d))",
        "pass",
        OF_NEWTON,
    ),
    (NEWTON + ": _components", "m * cross(d, a)", "m * cross(a, d)", OF_NEWTON),
    (
        NEWTON + ": _components",
        "force = m * (a + cross(w_rate, d) + cross(w, cross(w, d)))",
        "force = m * (a + cross(w_rate, d))",
        OF_NEWTON,
    ),
    (NEWTON + ": _components", "force = times(R, force)", "pass", OF_NEWTON),
    (
        NEWTON + ": _momentum_balance",
        "moved = cross(V[..., 3:], Pi[..., 3:])",
        "moved = 0 * cross(V[..., 3:], Pi[..., 3:])",
        OF_NEWTON,
    ),
    (
        NEWTON + ": _momentum_balance",
        "moved = cross(V[..., :3], Pi[..., :3]) + times(",
        "moved = times(",
        OF_NEWTON,
    ),
    (NEWTON + ": _in_frame", "A + bracket(V_j, V) + turned", "A + bracket(V_j, V)", OF_NEWTON),
    (NEWTON + ": _in_frame", "A + bracket(V_j, V)", "A - bracket(V_j, V)", OF_NEWTON),
    (
        NEWTON + ": _inertia_in_frame",
        "turn = C[..., :3, :3] @ R",
        "turn = C[..., :3, :3] @ R.swapaxes(-1, -2)",
        OF_NEWTON,
    ),
    (
        NEWTON + ": _inertia_in_frame",
        "change.swapaxes(-1, -2) @ M @ change",
        "change @ M @ change.swapaxes(-1, -2)",
        OF_NEWTON,
    ),
]
