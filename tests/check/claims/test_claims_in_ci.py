"""Claims of a TOML file, held as CI does: statuses, files, and the examples of the documents."""

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from lieref.__main__ import main
from lieref.check.claims.claim_file import read
from lieref.check.claims.holding import hold
from lieref.errors import ShapeError

DOCUMENT = Path(__file__).parents[3] / "docs" / "report.md"
#: What a file needs, but for the limit; 2^-20 is 9.54e-7.
CLAIM = """
[[claim]]
sentence = "Forces are right."
subject = "{subject}"
model = "serial_chain:2"
quantity = "{quantity}"
limit = {limit}
states = 3
{more}
"""


def file(folder, *claims):
    """A file of claims; each a dictionary of what differs from the usual one."""
    usual = {"subject": "planted_subjects:shifted", "quantity": "inverse_dynamics", "more": ""}
    path = folder / "mine.toml"
    path.write_text("".join(CLAIM.format(**(usual | x)) for x in claims), encoding="utf-8")
    return path


@pytest.fixture(autouse=True)
def here(monkeypatch):
    """Where the subjects of claims are."""
    monkeypatch.chdir(Path(__file__).parents[1])


MAE = 'metric = "mae"'
HYBRID = "kinematics.frame_subjects:hybrid"
POSE = {"limit": 1e-14, "subject": "lieref", "quantity": "forward_kinematics"}


@pytest.mark.parametrize("claims, status, color", [
    ([{"limit": 9.54e-7, "more": MAE}], 0, "brightgreen"),
    ([{"limit": 9.53e-7, "more": MAE}], 1, "red"),
    ([{"limit": 1.0}, {"limit": 1.0, "quantity": "forward_dynamics"}], 2, "lightgrey"),
    ([{"limit": 0.0}, {"limit": 1.0, "quantity": "forward_dynamics"}], 1, "red"),
    ([{"limit": 1.0, "subject": "planted_subjects:nothing"}], 2, "lightgrey"),
    ([{"limit": 13, "subject": "lieref", "more": 'metric = "digits"'}], 0, "brightgreen"),
    ([{"limit": 17, "subject": "planted_subjects:shifted", "more": 'metric = "digits"'}], 1, "red"),
    ([{"limit": 1e-13, "subject": "lieref", "more": "order = 3"}], 0, "brightgreen"),
    ([POSE | {"more": 'frame = "body0"'}, POSE | {"quantity": "jacobian"}], 0, "brightgreen"),
    ([POSE | {"limit": 9e-7, "subject": "planted_subjects:bent", "more": MAE}], 1, "red"),
    ([POSE | {"limit": 1e-6, "subject": "planted_subjects:bent", "more": MAE}], 0, "brightgreen"),
    ([POSE | {"subject": HYBRID, "quantity": "jacobian"}], 0, "brightgreen"),
    ([POSE | {"more": 'frame = "tool"'}], 2, "lightgrey"),
    ([POSE | {"subject": "planted_subjects:shifted"}], 2, "lightgrey"),
])  # fmt: skip
def test_status_and_badge(claims, status, color, tmp_path, capsys):
    badge = tmp_path / "badge.json"
    words = ["check", "--claims", str(file(tmp_path, *claims)), "--badge", str(badge)]
    assert main(words) == status
    shown = json.loads(badge.read_text(encoding="utf-8"))
    holding = capsys.readouterr().out.count("\nholds ")
    assert shown == {
        "schemaVersion": 1,
        "label": "accuracy claims",
        "message": f"{holding} of {len(claims)} hold",
        "color": color,
    }


def test_the_worst_number_is_the_planted_one(tmp_path):
    found = hold(read(file(tmp_path, {"limit": 1.0, "more": MAE}))).held[0]
    # the kernels' own rounding beside it
    assert abs(found.worst - 2.0**-20) < 1e-13 and found.where.startswith("tau, generic")


def test_junit_has_a_case_for_each_claim(tmp_path, capsys):
    path = file(tmp_path, {"limit": 1.0}, {"limit": 0.0}, {"limit": 1.0, "subject": "nowhere:f"})
    out = tmp_path / "out.xml"
    words = ["check", "--claims", str(path), "--format", "junit", "--output", str(out)]
    assert main(words) == 1
    suite = ElementTree.parse(out).getroot().find("testsuite")
    assert [suite.get(x) for x in ("tests", "failures", "errors")] == ["3", "1", "1"]
    # in the order of the file
    kinds = [[child.tag for child in case] for case in suite]
    assert kinds == [[], ["failure"], ["error"]]
    assert "at most 0.0e+00" in suite[1][0].get("message")


@pytest.mark.parametrize("form", ["json", "markdown", "html"])
def test_other_forms_name_the_claim(form, tmp_path, capsys):
    path = file(tmp_path, {"limit": 0.0})
    assert main(["check", "--claims", str(path), "--format", form]) == 1
    out = capsys.readouterr().out
    assert "Forces are right." in out and "FAILS" in out


@pytest.mark.parametrize("text, said", [
    ("", "no claim"),
    ("[claims]\n", "unknown key 'claims'"),
    ("[[claim]]\nsentence = 1\n", "claim 1: no 'subject'"),
    (CLAIM.format(subject="lieref", quantity="torque", limit=1, more=""), "claim 1: quantity"),
    (CLAIM.format(subject="lieref", quantity="inverse_dynamics", limit=-1, more=""), "limit: -1"),
    (CLAIM.format(subject="lieref", quantity="inverse_dynamics", limit=1, more="metrik = 1"),
     "did you mean 'metric'"),
    (CLAIM.format(subject="lieref", quantity="joint_space_inertia", limit=1, more="order = 1"),
     "joint_space_inertia_orders"),
    (CLAIM.format(subject="lieref", quantity="inverse_dynamics", limit=1, more="seeds = [1]"),
     "without 'seeds'"),
    (CLAIM.format(subject="lieref", quantity="inverse_dynamics", limit=1, more="frame = 'x'"),
     "of kinematics alone"),
    ("[[claim]\n", "mine.toml"),
])  # fmt: skip
def test_what_is_wrong_in_a_file_is_said(text, said, tmp_path, capsys):
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ShapeError):
        read(path)
    assert main(["check", "--claims", str(path)]) == 2
    err = capsys.readouterr().err
    assert said in err and "mine.toml" in err


def test_options_that_do_not_go_together(tmp_path, capsys):
    path = str(file(tmp_path, {"limit": 1.0}))
    for words in (["lieref", "--claims", path], ["lieref", "--model", "ur5", "--badge", "x"], []):
        with pytest.raises(SystemExit) as ended:
            main(["check", *words])
        assert ended.value.code == 2


def test_the_examples_of_the_document_run(tmp_path):
    """The TOML file, the command of the GitHub Action and that of pre-commit, as they stand."""
    blocks = re.findall(r"```(\w+)\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), re.S)
    texts = {kind: [text for name, text in blocks if name == kind] for kind in ("toml", "yaml")}
    action, hook = texts["yaml"]
    (tmp_path / "claims.toml").write_text(texts["toml"][0], encoding="utf-8")
    code = [text for name, text in blocks if name == "python" and text.startswith("# mycode.py")]
    (tmp_path / "mycode.py").write_text(code[0], encoding="utf-8")
    held = [x for x in re.findall(r"run: (.*)", action) if x.startswith("lieref ")]
    entry = re.search(r"entry: (.*)", hook)[1]
    assert len(held) == 1
    for command in (held[0], entry):
        words = [sys.executable, "-m", *shlex.split(command)]
        done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
    assert (
        ElementTree.parse(tmp_path / "claims.xml").getroot().find("testsuite").get("tests") == "2"
    )
    badge = json.loads((tmp_path / "badge.json").read_text(encoding="utf-8"))
    assert badge["message"] == "2 of 2 hold"
