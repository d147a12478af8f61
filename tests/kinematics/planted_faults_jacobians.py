"""Faults in Jacobians and their time derivatives: file, text, fault, tests."""

COLUMNS = "jacobian_columns.py"
SERIES = "jacobian_series.pyx"
PLACES = "kinematics/forward/places.pxi"
FRAMES = "kinematics/frames.py"
OF_FRAMES = "tests/kinematics/test_frames.py"
OF_JACOBIANS = "tests/kinematics/test_jacobians.py"
FAULTS = [
    # Derivatives of Jacobians in C.
    (
        SERIES + ": column",
        "add_cross_at(e + m, stride, x + k - m, W, total + 3)",
        "add_cross_at(e + k, stride, x, W, total + 3)",
        OF_JACOBIANS,
    ),
    (
        SERIES + ": column",
        "add_turn_back_at(R + m, W, out + k - m, W, total)",
        "add_turn_back_at(R, W, out + k, W, total)",
        OF_JACOBIANS,
    ),
    (
        SERIES + ": joint_columns",
        "base == IN_BODY or model.parent[i] >= 0",
        "base == IN_BODY",
        OF_JACOBIANS,
    ),
    (
        SERIES + ": columns",
        "            if model.kind[i] >= SPHERICAL:\n                multi",
        "            if moves[i] and model.kind[i] >= SPHERICAL:\n                multi",
        OF_JACOBIANS,
    ),
    (
        PLACES + ": base_to_places",
        "        elif model.kind[i] >= SPHERICAL:\n            multi += MULTI * at.W\n",
        "",
        OF_JACOBIANS,
    ),
    (
        SERIES + ": _run",
        "v + state * given, given",
        "v, given",
        OF_JACOBIANS,
    ),
    # Columns.
    (
        COLUMNS + ": columns",
        "lever = at.d[at.joint] - points(at, bodies, arms)[:, None]",
        "lever = at.d[at.joint] - at.d[bodies][:, None]",
        OF_FRAMES,
    ),
    (
        COLUMNS + ": columns",
        "at.d[at.joint] + at.o[at.joint], (len",
        "at.d[at.joint] + 0 * at.o[at.joint], (len",
        OF_FRAMES,
    ),
    (
        COLUMNS + ": columns",
        "J[..., part] = J[..., part] @ at.R[bodies]",
        "J[..., part] = J[..., part] @ at.R[bodies].swapaxes(-1, -2)",
        OF_FRAMES,
    ),
    (
        COLUMNS + ": column_series",
        "for j in range(k + 1)) / (k + 1)",
        "for j in range(k + 1))",
        OF_JACOBIANS,
    ),
    (
        COLUMNS + ": column_series",
        "bracket(V[k - j], S[j])",
        "bracket(S[j], V[k - j])",
        OF_JACOBIANS,
    ),
    (
        COLUMNS + ": column_series",
        "p = constant(-at.o[bodies], n)",
        "p = constant(at.o[bodies], n)",
        OF_JACOBIANS,
    ),
    (COLUMNS + ": masked", "J[..., ~moved, :] = 0", "pass", OF_JACOBIANS),
    (
        FRAMES + ": place_of",
        "elif not 0 <= body < model.nbodies:",
        "elif not body < model.nbodies:",
        OF_JACOBIANS,
    ),
]
