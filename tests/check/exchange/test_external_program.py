"""The programs of docs/check.md, as they stand there, are what they are said to be."""

import json
import re
import sys
from pathlib import Path

import pytest

from lieref.check import audit
from lieref.check.model_table import from_table, to_table
from lieref.model.mechanisms import catalogue

PAGE = Path(__file__).parents[3] / "docs" / "check.md"


def block(first_line):
    """The block of code of the page that begins with a line."""
    for text in re.findall(r"```\w+\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.S):
        if text.startswith(first_line):
            return text
    raise AssertionError(f"no block begins with {first_line!r}")


@pytest.fixture(autouse=True)
def here(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)


def test_function_of_the_page(tmp_path):
    (tmp_path / "mycode.py").write_text(block("# mycode.py"))
    report = audit("mycode:subject", "binary_tree:3")
    assert report.exit_status == 0
    assert {x.quantity for x in report.passed} == {"inverse_dynamics", "joint_space_inertia"}
    assert len([x for x in report.results if x.status == "not offered"]) == 3


def test_program_of_the_page(tmp_path):
    (tmp_path / "pendulum.py").write_text(block("# pendulum.py"))
    report = audit([sys.executable, "pendulum.py"], "serial_chain:1", seeds=[0, 1])
    assert report.exit_status == 0
    assert report.subject == "pendulum 1.0"
    assert {x.quantity for x in report.passed} == {"joint_space_inertia"}


@pytest.mark.parametrize("kinds", [catalogue.KINDS, ("euler", "planar", "cylindrical")])
def test_table_of_a_model_is_the_model(kinds):
    model = catalogue.random_tree(8, 5, kinds, "free", gravity=(0.1, -0.2, 3.0))
    again = from_table(json.loads(json.dumps(to_table(model))))
    assert to_table(again) == to_table(model)
    assert again.joints == model.joints
    assert (again.placements == model.placements).all()
