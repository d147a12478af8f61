"""What a subject does beside its numbers is told: to its arguments, results, and in threads."""

from pathlib import Path

import pytest

from lieref.check import audit
from lieref.check.wire import CHANGED, OVERWRITTEN, UNREPEATED, UNSAFE
from lieref.check.writers import junit, summary

HERE = Path(__file__).parent


@pytest.fixture
def of(monkeypatch):
    monkeypatch.chdir(HERE)

    def report(name):
        return audit(f"behavior_subjects:{name}", "serial_chain:3", "inverse_dynamics")

    return report


@pytest.mark.parametrize(
    "name, kind, said",
    [
        ("changing", CHANGED, "q[0] is"),
        ("overwriting", OVERWRITTEN, "of the call before, [0] is"),
        ("remembering", UNREPEATED, "tau["),
        ("shared", UNSAFE, "[2] is"),
    ],
)
def test_what_is_wrong_beside_the_numbers_is_told(of, name, kind, said):
    report = of(name)
    (found,) = report.failed
    assert (found.status, found.quantity, report.exit_status) == (kind, "inverse_dynamics", 1)
    assert said.partition("[")[0] in found.text
    assert any(kind in line for line in summary(report))
    assert f'message="{kind}' in junit(report)
    # the numbers are right, and judged
    assert len(report.passed) == 4


@pytest.mark.parametrize("subject", ["lieref", "behavior_subjects:locked"])
def test_nothing_is_told_of_what_is_right(of, subject, monkeypatch):
    report = audit(subject, "serial_chain:3", "inverse_dynamics")
    assert report.exit_status == 0 and not report.failed
