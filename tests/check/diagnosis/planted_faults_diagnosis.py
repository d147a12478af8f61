"""Faults in the diagnosis that the tests must notice; see verification/faults.py for the format."""

CONFUSIONS = "diagnosis/confusions.py"
TABLE = "confusion_table.py"
RECURSIONS = "diagnosis/recursions.py"
HYPOTHESES = "diagnosis/hypotheses.py"
TERMS = "diagnosis/terms.py"
PROBING = "diagnosis/probing.py"
EXPLAINING = "diagnosis/explaining.py"
FOUND = "tests/check/test_audit.py"
NAMED = "tests/check/diagnosis/test_terms.py"
NEAR = "tests/check/test_near_zero.py"

FAULTS = [
    # pairs, and states that stay right
    (CONFUSIONS + ": explanations", "x.group != y.group and", "False and", FOUND),
    (CONFUSIONS + ": explanations", "for case in others)]", "for case in [])]", NEAR),
    (CONFUSIONS + ": _undone", "found[name] = x.factor * found[name]", "pass", FOUND),
    (TABLE + ": _cut", "if not case.values[name][column].any():", "if False:", NEAR),
    (TABLE + ": _cut", "<= NEAR_ZERO", "<= 1e9", NEAR),
    (EXPLAINING + ": Diagnosis.explained", "if fresh is not None:", "if False:", NEAR),
    # terms
    (RECURSIONS + ": subspace", "np.cross(np.array(joint.point), axis[:, 0])", "axis[:, 0]", NAMED),
    (RECURSIONS + ": spatial", "cross(w[i], vJ) + cross(u[i], wJ)", "cross(u[i], wJ)", NAMED),
    (RECURSIONS + ": newton_euler", "* cross(wJ, vJ)", "* cross(vJ, wJ)", NAMED),
    (TERMS + ": found_terms", "LEFT * size + rounding * scale", "size", NAMED),
    (TERMS + ": found_terms", "1e3 * rounding) * scale", "0.0) * 0.0", NAMED),
    (TERMS + ": _single", 'share = 1.0 if x.kind == "numbers" else share', "pass", NAMED),
    (TERMS + ": Candidate.said", "abs(1.0 - share - x)", "abs(share - x)", NAMED),
    (TERMS + ": Dictionary.inertial", "found[1:4] -= found[0]", "pass", NAMED),
    (TERMS + ": _pairs", "x.plain(s) and y.plain(t)", "False", NAMED),
    (HYPOTHESES + ": _inertial", "inertia - steiner", "inertia + steiner", NAMED),
    (PROBING + ": Probe._in_base", "model.placements[i] @ pose", "pose", NAMED),
    (PROBING + ": Probe.__call__", 'J.T @ found["tau"]', 'found["tau"]', NAMED),
    (PROBING + ": _products", "found - squares[j] - squares[k]", "found", NAMED),
    (PROBING + ": located", "before and missing", "before", NAMED),
    # zeros, states and precision
    ("check/states.py: _near_zero", "if place % 3 != 1:", "if False:", NEAR),
    (
        "check/judging.py: _one",
        "float(sizes[at].max(initial=0.0)) if is_zero",
        "1e9 if is_zero",
        NEAR,
    ),
    (
        "check/asking.py: Asking._compared",
        "self.report.factor * session.unit",
        "self.report.factor",
        NEAR,
    ),
    ("check/session.py: Session.start", "if self.precision not in PRECISIONS:", "if False:", NEAR),
]
