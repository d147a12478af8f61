"""Faults in the making of the golden data: file, text, fault, tests."""

TESTS = "tests/verification/golden/test_golden.py"
TREES = "tree_references.py"
GROUPS = "group_references.py"
LOOPS = "second_formulations_loops.py"
SECOND = "second_formulations.py"
ENCLOSURES = "enclosures.py"
CONFIRMATION = "confirmation.py"
FILES = "golden/files.py"
SCHEMA = "schema.py"
FAILURES = "failures.py"
ARCHIVES = "archives.py"
READING = "golden_sources.py"
CASES = "golden_cases.py"
KERNELS = "tests/verification/golden/test_golden_kernels.py"
HEADER = "lieref_golden.hpp"
LANGUAGES = "tests/verification/golden/test_golden_languages.py"
DATA = "tests/golden/test_golden_data.py"
FAULTS = [
    (
        TREES + ": coriolis_matrix",
        "(rate + ad @ J) - ad.T @ M @ J",
        "(rate + ad @ J) + ad.T @ M @ J",
        TESTS,
    ),
    (TREES + ": coriolis_matrix", "M @ (rate + ad @ J)", "M @ rate", TESTS),
    (TREES + ": body_jacobians", "dX @ above + X @ above_rate", "X @ above_rate", TESTS),
    (TREES + ": _adjoint", "screw_arrays.skew(dp) @ R + ", "", TESTS),
    (TREES + ": _base_screws", "-dR.T @ p - R.T @ dp", "-dR.T @ p + R.T @ dp", TESTS),
    (
        TREES + ": _base_screws",
        "np.block([[nil, nil], [nil, dR.T]])",
        "np.block([[dR.T, nil], [nil, dR.T]])",
        TESTS,
    ),
    (TREES + ": _screws", "screw[3:] + body.pitch * axis", "screw[3:] - body.pitch * axis", TESTS),
    (TREES + ": christoffel_symbols", "[[[x / 2 for x in row]", "[[[x for x in row]", TESTS),
    (GROUPS + ": log_quaternion", "angle = 2 * flint", "angle = flint", TESTS),
    (GROUPS + ": log", "-K(1) / 2, g, w)", "K(1) / 2, g, w)", TESTS),
    (GROUPS + ": log", "if q[3].contains(K(0)):", "if False:", TESTS),
    (LOOPS + ": _by_energy", "x = x - y * rate[k - j]", "x = x + y * rate[k - j]", TESTS),
    (
        LOOPS + ": _ratios",
        "offsets[row] = offsets[row] + ratio",
        "offsets[row] = offsets[row] - ratio",
        TESTS,
    ),
    (LOOPS + ": _ratios", "G[row] = [x + ratio * y for", "G[row] = [x - ratio * y for", TESTS),
    (
        SECOND + ": dexp_matrix",
        "[row[n:] for row in whole[:n]]",
        "[row[n:] for row in whole[n:]]",
        TESTS,
    ),
    (SECOND + ": log_returns", "bool(held)", "True", TESTS),
    (
        ENCLOSURES + ": distance",
        "both = K(bound(table, k)) + K(K.radius(ball))",
        "both = K(bound(table, k))",
        TESTS,
    ),
    (ENCLOSURES + ": bound", "radius[k] if isinstance", "radius[0] if isinstance", TESTS),
    (ENCLOSURES + ": enclosed", "digits *= 2", "digits *= 4", TESTS),
    (
        CONFIRMATION + ": _loops",
        "held = all(x.contains(K(0)) for x in gaps)",
        "held = bool(gaps)",
        TESTS,
    ),
    (FILES + ": compute", "if not found <= 1:", "if found > 2:", TESTS),
    (SCHEMA + ": _least", "len(data) >= wanted", "len(data) > wanted", TESTS),
    (SCHEMA + ": _one_of", "== 1:", ">= 1:", TESTS),
    (SCHEMA + ": _minimum", "data < wanted", "data > wanted", TESTS),
    (LOOPS + ": _partials_by_energy", "H[2] * a + H[3]", "H[2] * a - H[3]", TESTS),
    (LOOPS + ": _contracted", "(axis, 0)", "(axis, 1)", TESTS),
    (LOOPS + ": accelerated_residuals", '+ two("da_dq").swapaxes(1, 2)', "", TESTS),
    (
        LOOPS + ": accelerated_residuals",
        'two("da_dtau").swapaxes(1, 2) +',
        'two("da_dtau") -',
        TESTS,
    ),
    (
        CONFIRMATION + ": _loop_partials",
        "held = all(x.contains(K(0)) for x in residual.flat)",
        "held = bool(residual.size)",
        TESTS,
    ),
    (ENCLOSURES + ": _with_doubles", "mapped(float, decimals)", "decimals", TESTS),
    (FAILURES + ": refused", "!= failure.exception or", "!= failure.exception and", TESTS),
    (FAILURES + ": _mass_on_axis", 'copy.copy(body["joint"]["point"])', "[0.0] * 3", TESTS),
    (ARCHIVES + ": _tar", "mtime=0) as", "mtime=None) as", DATA),
    (ARCHIVES + ": contents", "sorted(path.as_posix()", "list(path.as_posix()", DATA),
    (READING + ": load", '!= cases[name]["sha256"]', '== ""', DATA),
    (READING + ": _index", "!= FORMAT", "== 0", DATA),
    (CASES + ": _error", "for x, y in pairs) + radius", "for x, y in pairs)", DATA),
    (HEADER, "found * shape[i] + indices[i]", "found + indices[i]", LANGUAGES),
    (HEADER, "if (shape != found.values.shape)", "if (false)", LANGUAGES),
    (HEADER, "if (depth > DEEPEST)", "if (false)", LANGUAGES),
    (HEADER, "largest > 0 ? gap / largest : gap", "gap", LANGUAGES),
    (CASES + ": _inputs", 'float(put["value"])', "0.0", DATA),
]
