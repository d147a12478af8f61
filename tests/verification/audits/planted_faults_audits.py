"""Faults in the audits that their tests must notice; see verification/faults.py for the format."""

JOINTS = "subjects/peers/pinocchio_joints.py"
EMBEDDED = "embedded_references.py"
QUANTITIES = "pinocchio_quantities.py"
SAMPLES = "group_samples.py"
NUMBERS = "audits/numbers.py"
RUNS = "audit_findings.py"
AUDITS = "tests/verification/audits/test_audits.py"

FAULTS = [
    # maps between the coordinates
    (JOINTS + ": Planar.chain", "a[0] - w * v[1]", "a[0] + w * v[1]", AUDITS),
    (JOINTS + ": Planar.map", "[sine, cosine, zero]", "[-sine, cosine, zero]", AUDITS),
    (JOINTS + ": Quaternion.moved",
     "i + r * w[0] + j * w[2] - k * w[1]", "i + r * w[0] - j * w[2] + k * w[1]", AUDITS),
    (JOINTS + ": Ellipsoid.chain", " + n11[i] * v[1] * v[1]", "", AUDITS),
    (JOINTS + ": Quaternion.chain", "v[-3:] + v[:-3]", "v", AUDITS),
    # references
    (EMBEDDED + ": References._chain", "[self._given[\"v\"][j]] if moving else ()", "()", AUDITS),
    (EMBEDDED + ": References.twist_and_rate",
     "zip(_spin(J, C, C2), _spin(J, C1, C1), strict=True)",
     "zip(_spin(J, C, C2), _spin(J, C, C1), strict=True)", AUDITS),
    (QUANTITIES + ": _true_aba_derivatives", "[[-x for x in row]", "[[x for x in row]", AUDITS),
    (SAMPLES + ": reference", "[-x for x in whole]", "[x for x in whole]", AUDITS),
    # verdicts
    (NUMBERS, 'PARED = ("not offered",', 'PARED = ("crashed", "not offered",', AUDITS),
    (NUMBERS, "WRONG = 0.05", "WRONG = 0.0", AUDITS),
    (RUNS + ": evaluate", "status == 0 and bool(rows)", "bool(rows)", AUDITS),
]  # fmt: skip
