"""States near zero, derivatives that are cut there, zeros as references, and single precision."""

import numpy as np
import pytest

import lieref
from lieref.check import audit
from lieref.check.states import draw
from lieref.check.writers import rows, summary

INVERSE, PARTIALS = "inverse_dynamics", "inverse_dynamics_partials"


def test_some_joints_are_at_zero_and_some_nearly():
    model = lieref.catalogue.random_tree(6, 3, ("revolute", "spherical", "prismatic"))
    (state,) = draw(model, ["near_zero"])
    move = abs(model.difference(model.neutral(), state.q))
    of_joints = [
        move[iv : iv + j.nv].max() for j, iv in zip(model.joints, model.idx_v, strict=True)
    ]
    assert [x == 0 for x in of_joints].count(True) == 2
    assert [1e-12 <= x <= 1e-4 for x in of_joints].count(True) == 2
    assert [x > 1e-3 for x in of_joints].count(True) == 2
    assert np.any(state.v)


@pytest.mark.parametrize("states", [["zero"], ["generic", "zero", "fast", "near_zero"]])
def test_cut_derivatives_are_no_confusion_about_gravity(states):
    report = audit("confused_subjects:cut_at_zero", "serial_chain:3", [PARTIALS], states)
    assert report.exit_status == 1
    assert [x.confusion for x in report.explanations] == ["derivatives cut at zero"]
    # the rest is right, and by itself nothing is wrong elsewhere
    assert {(x.output, x.state) for x in report.failed} <= {
        ("dtau_dq", "zero"), ("dtau_dq", "near_zero, seed 0"),
    }  # fmt: skip


def test_columns_that_are_always_zero_are_not_cut_at_zero():
    report = audit("confused_subjects:without_a_column", "serial_chain:3", [PARTIALS], ["generic"])
    assert report.exit_status == 1
    assert not report.explanations


def test_single_precision_is_held_to_its_own_roundoff():
    report = audit("confused_subjects:in_single_precision", "serial_chain:4", [INVERSE])
    assert report.exit_status == 0
    assert report.precision == "float32"
    generic = next(x for x in report.results if x.state.startswith("generic"))
    # right to single precision, and not to more
    assert 1e-9 < generic.judgement.errors.relative < 1e-5
    assert any("float32 declared" in line for line in summary(report))
    report = audit("confused_subjects:single_precision_gravity", "serial_chain:4", [INVERSE])
    assert [x.confusion for x in report.explanations] == ["gravity left out"]
    report = audit("confused_subjects:boastful_precision", "serial_chain:4", [INVERSE])
    assert report.results[0].status == "garbage"
    assert "expected one of float64, float32" in report.results[0].text


def test_zeros_are_shown_by_what_cancels():
    # in empty space nothing falls: every force at rest is a sum that cancels, or no sum at all
    model = lieref.catalogue.serial_chain(4, gravity=(0.0, 0.0, 0.0))
    report = audit("confused_subjects:nearly_nothing", model, [INVERSE], ["zero"])
    (result,) = report.results
    assert result.status == "pass"
    assert result.judgement.errors.digits == pytest.approx(-np.log10(3e-16), abs=1e-9)
    assert rows(report)[0][5] == "15.5"
