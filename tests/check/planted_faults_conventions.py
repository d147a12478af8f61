"""Faults in the converters between conventions: file, text, fault, tests."""

TESTS = "tests/check/test_conventions.py"
FILE = "conventions.py"
DRAKE = "tests/check/test_conventions_drake.py"
TABLE = "convention_table.py"
FAULTS = [
    (FILE, "np.array([3, 4, 5, 0, 1, 2])", "np.array([3, 4, 5, 1, 0, 2])", TESTS),
    (TABLE, '"MuJoCo", "free joint", "mixed"', '"MuJoCo", "free joint", "hybrid"', TESTS),
    (TABLE, '"coordinate first", DOWN, "measured"', '"force first", DOWN, "measured"', TESTS),
    (TABLE, '"position wxyz", "derivative", "twist"', '"position wxyz", "turned", "twist"', TESTS),
    (TABLE, '"WORLD", "spatial", "linear"', '"WORLD", "hybrid", "linear"', TESTS),
    (TABLE, '"position xyzw", "turned", "body"', '"position xyzw", "derivative", "body"', TESTS),
    (
        FILE + ": wrench_to",
        "_inverse_twist_matrix(name, q).T, _vector",
        "twist_matrix(name, q), _vector",
        TESTS,
    ),
    (
        FILE + ": wrench_from",
        "return _changed(twist_matrix(name, q).T",
        "return _changed(twist_matrix(name, q)",
        TESTS,
    ),
    (FILE + ": acceleration_to", "rate[3:6] += _turning", "rate[3:6] -= _turning", TESTS),
    (FILE + ": acceleration_from", "rate[3:6] -= _turning", "rate[3:6] += _turning", TESTS),
    (
        FILE + ": classical_acceleration",
        "rate[3:6] += np.cross(speed[:3], speed[3:6])",
        "rate[3:6] += 0",
        TESTS,
    ),
    (FILE + ": configuration_from", "[4, 5, 6, 1, 2, 3, 0]", "[4, 5, 6, 1, 2, 0, 3]", TESTS),
    (
        FILE + ": configuration_to",
        "np.concatenate([p, xyz, joints, w])",
        "np.concatenate([p, xyz, w, joints])",
        TESTS,
    ),
    (
        FILE + ": twist_matrix",
        'chosen.twist in ("hybrid", "mixed")',
        'chosen.twist == "hybrid"',
        TESTS,
    ),
    (
        FILE + ": _perturbation_matrices",
        "[-x, -y, -z], [w, -z, y]",
        "[-x, -y, -z], [w, z, -y]",
        TESTS,
    ),
    (
        FILE + ": _perturbation_matrices",
        "back[:3, :4], back[3:, 4:] = 4 * half.T",
        "back[:3, :4], back[3:, 4:] = half.T",
        TESTS,
    ),
    (
        FILE + ": _perturbation_matrices",
        "return forward.T, forward",
        "return forward, forward * 2",
        TESTS,
    ),
    (FILE + ": partial_to", "found = _ordered(name, rows.T).T", "found = rows", TESTS),
    (
        FILE + ": partial_to",
        'found.T if convention(name).partial == "coordinate first" else found',
        "found",
        TESTS,
    ),
    (FILE + ": _inverse_twist_matrix", "SE3.Ad(SE3.inverse(_pose(", "SE3.Ad((_pose(", TESTS),
    (FILE + ": _configuration", "if not abs(norm - 1) <= UNIT_NORM:", "if False:", TESTS),
    (TABLE, '"quaternion floating joint", "hybrid"', '"quaternion floating joint", "mixed"', DRAKE),
    (TABLE, '"coordinates", "force first", DOWN', '"twist", "force first", DOWN', DRAKE),
    (FILE + ": _perturbation_matrices", "[w, -z, y], [z, w, -x]", "[w, z, -y], [z, w, -x]", DRAKE),
]
