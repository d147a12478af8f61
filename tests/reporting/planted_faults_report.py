"""Faults in reports and claims that the tests must notice; see verification/faults."""

CONTENTS = "reporting/contents.py"
LATEX = "reporting/latex.py"
EXACT = "reporting/exact.py"
MAKING = "reporting/making.py"
MEASURING = "reporting/measuring.py"
HOLDING = "claims/holding.py"
WRITING = "claims/writing.py"
NUMBERS = "tests/reporting/test_report_numbers.py"
FILES = "tests/reporting/test_report_files.py"
TABLES = "tests/reporting/test_latex.py"
CLAIMS = "tests/check/claims/test_claims_in_ci.py"

FAULTS = [
    (CONTENTS + ": metrics", 'max(one.of("mae"))', 'min(one.of("mae"))', NUMBERS),
    (CONTENTS + ": summary", "median(errors)", "min(errors)", NUMBERS),
    (MEASURING + ": _errors", "getattr(found, name) for name", "found.mae for name", NUMBERS),
    (LATEX + ": _below", 'r"<1e(-\\d+)"', 'r"<2e(-\\d+)"', FILES),
    (LATEX + ": _number_kind", "max(len(x.lstrip('-')) for x in powers)", "'99'", FILES),
    (LATEX + ": _float", "above = list(text[:front])", "pass", TABLES),
    (LATEX + ": _broken", "if words != above and front:", "if not above and front:", TABLES),
    (LATEX + ": _uniform", "not match[4] and", "False and", TABLES),
    (LATEX + ": text", "beside = len(parts) == 1 and", "beside = True or", TABLES),
    (LATEX + ": _fitted", "parts.append(columns[:labels])", "parts.append([])", TABLES),
    (LATEX + ": _shared", "return cut(LONG)", "return full", TABLES),
    (LATEX + ": escaped", '"{}" + found', "found", TABLES),
    ("reporting/robots.py: Request.asked", '("", *robot.frames)', '("",)', NUMBERS),
    (
        MEASURING + ": evaluate",
        "representation=one.representation",
        'representation="body"',
        NUMBERS,
    ),
    ("reporting/timed.py: timed", "if quantity.kinematic:", "if False:", NUMBERS),
    (MAKING + ": reproduction", "if request.frames else []", "if False else []", NUMBERS),
    ("check/reference.py: _of_frame", "zip(*G, strict=True)", "zip(*J, strict=True)", NUMBERS),
    (HOLDING + ": _one", "=session.representation", '="body"', CLAIMS),
    ("check/reference.py: _loop_inertia", "y - z for", "y for", NUMBERS),
    (MAKING + ": _told", 'if k != "word"', "if True", FILES),
    (HOLDING + ": _one", "number <= claim.limit", "number <= 2 * claim.limit", CLAIMS),
    (HOLDING + ": _one", "if badness > worst:", "if badness < worst:", CLAIMS),
    (WRITING + ": junit", "failures=str(len(failed))", 'failures="0"', CLAIMS),
]
