"""Faults in the making of the golden data: file, text, fault, tests."""

TESTS = "tests/verification/test_golden.py"
TREES = "verification/golden/tree_truths.py"
GROUPS = "verification/golden/group_truths.py"
LOOPS = "verification/golden/second_formulations_loops.py"
SECOND = "verification/golden/second_formulations.py"
ENCLOSURES = "verification/golden/enclosures.py"
CONFIRMATION = "verification/golden/confirmation.py"
FILES = "verification/golden/files.py"
SCHEMA = "verification/golden/schema.py"
FAULTS = [
    (TREES, "(rate + ad @ J) - ad.T @ M @ J", "(rate + ad @ J) + ad.T @ M @ J", TESTS),
    (TREES, "M @ (rate + ad @ J)", "M @ rate", TESTS),
    (TREES, "dX @ above + X @ above_rate", "X @ above_rate", TESTS),
    (TREES, "screw_arrays.skew(dp) @ R + ", "", TESTS),
    (TREES, "-dR.T @ p - R.T @ dp", "-dR.T @ p + R.T @ dp", TESTS),
    (TREES, "np.block([[nil, nil], [nil, dR.T]])", "np.block([[dR.T, nil], [nil, dR.T]])", TESTS),
    (TREES, "screw[3:] + body.pitch * axis", "screw[3:] - body.pitch * axis", TESTS),
    (TREES, "[[[x / 2 for x in row]", "[[[x for x in row]", TESTS),
    (GROUPS, "angle = 2 * flint", "angle = flint", TESTS),
    (GROUPS, "-K(1) / 2, g, w)", "K(1) / 2, g, w)", TESTS),
    (GROUPS, "if q[3].contains(K(0)):", "if False:", TESTS),
    (LOOPS, "x = x - y * rate[k - j]", "x = x + y * rate[k - j]", TESTS),
    (LOOPS, "offsets[row] = offsets[row] + ratio", "offsets[row] = offsets[row] - ratio", TESTS),
    (LOOPS, "G[row] = [x + ratio * y for", "G[row] = [x - ratio * y for", TESTS),
    (SECOND, "[row[n:] for row in whole[:n]]", "[row[n:] for row in whole[n:]]", TESTS),
    (SECOND, "bool(held)", "True", TESTS),
    (
        ENCLOSURES,
        "both = K(bound(table, k)) + K(K.radius(ball))",
        "both = K(bound(table, k))",
        TESTS,
    ),
    (ENCLOSURES, "radius[k] if isinstance", "radius[0] if isinstance", TESTS),
    (ENCLOSURES, "digits *= 2", "digits *= 4", TESTS),
    (CONFIRMATION, "held = all(x.contains(K(0)) for x in gaps)", "held = bool(gaps)", TESTS),
    (FILES, "if not found <= 1:", "if found > 2:", TESTS),
    (SCHEMA, "len(data) >= wanted", "len(data) > wanted", TESTS),
    (SCHEMA, "== 1:", ">= 1:", TESTS),
]
