"""Faults in the audits that their tests must notice; see verification/faults.py for the format."""

JOINTS = "verification/subjects/pinocchio_joints.py"
EMBEDDED = "verification/subjects/embedded_truths.py"
QUANTITIES = "verification/subjects/pinocchio_quantities.py"
SAMPLES = "verification/subjects/group_samples.py"
NUMBERS = "verification/audits/numbers.py"
RUNS = "verification/measurements/audit_findings.py"
AUDITS = "tests/verification/test_audits.py"

FAULTS = [
    # maps between the coordinates
    (JOINTS, "a[0] - w * v[1]", "a[0] + w * v[1]", AUDITS),
    (JOINTS, "[sine, cosine, zero]", "[-sine, cosine, zero]", AUDITS),
    (JOINTS, "i + r * w[0] + j * w[2] - k * w[1]", "i + r * w[0] - j * w[2] + k * w[1]", AUDITS),
    (JOINTS, " + n11[i] * v[1] * v[1]", "", AUDITS),
    (JOINTS, "v[-3:] + v[:-3]", "v", AUDITS),
    # truths
    (EMBEDDED, "[self._given[\"v\"][j]] if moving else ()", "()", AUDITS),
    (EMBEDDED, "zip(_spin(J, C, C2), _spin(J, C1, C1), strict=True)",
     "zip(_spin(J, C, C2), _spin(J, C, C1), strict=True)", AUDITS),
    (QUANTITIES, "[[-x for x in row]", "[[x for x in row]", AUDITS),
    (SAMPLES, "[-x for x in whole]", "[x for x in whole]", AUDITS),
    # verdicts
    (NUMBERS, 'PARED = ("not offered",', 'PARED = ("crashed", "not offered",', AUDITS),
    (NUMBERS, "WRONG = 0.05", "WRONG = 0.0", AUDITS),
    (RUNS, "status == 0 and bool(rows)", "bool(rows)", AUDITS),
]  # fmt: skip
