"""Faults in how other libraries are asked and shown: file, text, fault, tests."""

TESTS = "tests/verification/peers/test_peers.py"
PAGES = "peers/pages.py"
DYNAMICS = "peers/dynamics.py"
FUNCTIONS = "lie_functions.py"
REPRODUCERS = "peers/reproducers.py"
LIE = "lie_reproducers.py"
ENVIRONMENTS = "peers/environments.py"
SHARED = "peer_files.py"
FAULTS = [
    (PAGES + ": cell", 'if row["status"] == "pass" else', 'if row["digits"] > 1 else', TESTS),
    (PAGES + ": cell", "max(row['digits'], 0.0)", "row['digits']", TESTS),
    (PAGES + ": function_cell", "<= ROUNDING", "<= 1.0", TESTS),
    (PAGES + ": dynamics_rows", ' or at.get(("start", model))', "", TESTS),
    (PAGES + ": explanations", 'row["explained"] or', "", TESTS),
    (DYNAMICS + ": _rank", "-(row.digits", "(row.digits", TESTS),
    (DYNAMICS + ": measure", 'if result.status == "not offered":', "if False:", TESTS),
    (FUNCTIONS + ": _band", 'if "error" in answer or', "if", TESTS),
    (FUNCTIONS + ": _band", "if error > worst:", "if not worst:", TESTS),
    (
        FUNCTIONS + ": block_error",
        "K.to_float(x) for x in gaps) / size",
        "K.to_float(x) for x in gaps)",
        TESTS,
    ),
    (REPRODUCERS + ": run", "done.returncode == 0", "True", TESTS),
    (
        LIE + ": Lie.script",
        "reference(K, self.function, X)[-1]",
        "reference(K, self.function, X)[0]",
        TESTS,
    ),
    (ENVIRONMENTS + ": install", "    if place.exists():\n        return\n", "", TESTS),
    (ENVIRONMENTS + ": install", "shutil.rmtree(place, ignore_errors=True)", "pass", TESTS),
    (SHARED + ": base_pose", "P[i][k] * J[k][j]", "P[i][k] * J[j][k]", TESTS),
    (SHARED + ": rotation", "2 * (x * y - w * z), 2", "2 * (x * y + w * z), 2", TESTS),
    (SHARED + ": places", "found).index(name)", "names).index(name)", TESTS),
]
