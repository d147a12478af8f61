"""What a subject does beside its numbers is told: to its arguments, results, and in threads."""

import pytest

from lieref.check import audit
from lieref.check.exchange.wire import CHANGED, OVERWRITTEN, UNREPEATED, UNSAFE
from lieref.check.writers import junit, summary


def audited(subject):
    return audit(subject, "serial_chain:3", "inverse_dynamics")


@pytest.mark.parametrize(
    "name, kind, said",
    [
        ("changing", CHANGED, "q[0] is"),
        ("overwriting", OVERWRITTEN, "of the call before, [0] is"),
        ("emptying", OVERWRITTEN, "tau is gone"),
        ("remembering", UNREPEATED, "tau["),
        ("shared", UNSAFE, "[2] is"),
    ],
)
def test_what_is_wrong_beside_the_numbers_is_told(name, kind, said):
    report = audited(f"behavior_subjects:{name}")
    (found,) = report.failed
    assert (found.status, found.quantity, report.exit_status) == (kind, "inverse_dynamics", 1)
    assert said.partition("[")[0] in found.text
    assert any(kind in line for line in summary(report))
    assert f'message="{kind}' in junit(report)
    # the numbers are right, and judged
    assert len(report.passed) == 4


@pytest.mark.parametrize("subject", ["lieref", "behavior_subjects:locked"])
def test_nothing_is_told_of_what_is_right(subject):
    report = audited(subject)
    assert report.exit_status == 0 and not report.failed
