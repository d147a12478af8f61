"""CasADi functions as subjects: from files and from modules, given and differentiated."""

from pathlib import Path

import pytest

import lieref
from lieref.check import audit

casadi = pytest.importorskip("casadi", reason="CasADi: extra interop")

HERE = Path(__file__).parent
OF_INVERSE, OF_FORWARD = "inverse_dynamics_partials", "forward_dynamics_partials"
DYNAMICS = ("inverse_dynamics", "forward_dynamics", "joint_space_inertia")


def ball_and_hinge():
    """A spherical joint and a helical one."""
    return lieref.catalogue.random_tree(2, 1, ("spherical", "helical"), "fixed")


def statuses(report):
    return {x.status for x in report.results}


def test_dynamics_and_their_derivatives_pass():
    report = audit("casadi:casadi_subjects:dynamics", ball_and_hinge(), "all", ["generic"])
    assert report.subject == f"casadi {casadi.__version__}, casadi_subjects:dynamics"
    others = {x.quantity for x in report.results if x.status == "not offered"}
    orders = {"inverse_dynamics_orders", "forward_dynamics_orders"}
    assert others == orders | {"forward_kinematics", "jacobian"}
    assert len(report.passed) == 3 + 2 * 3 + 2 * 4
    assert not report.failed


def test_base_with_another_representation_passes():
    model = lieref.catalogue.random_tree(1, 1, ("revolute",), "free")
    report = audit("casadi:casadi_subjects:hybrid", model, [*DYNAMICS, OF_INVERSE], ["generic"])
    assert report.base == "hybrid"
    assert statuses(report) == {"pass"}


def test_files_and_functions_that_are_only_called(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(HERE)
    import casadi_subjects

    model = ball_and_hinge()
    casadi_subjects.called(model).save("forward.casadi")
    casadi_subjects.inertia_and_forward(model)[0].save("inertia.casadi")
    report = audit("casadi:forward.casadi,inertia.casadi", model, states=["generic"])
    passed = {x.quantity for x in report.passed}
    assert passed == {"forward_dynamics", "joint_space_inertia", OF_FORWARD}
    assert {x.quantity for x in report.results} - passed == {"inverse_dynamics", OF_INVERSE}
    assert not report.failed


def test_derivative_that_is_given_is_the_one_that_is_checked():
    report = audit("casadi:casadi_subjects:transposed", ball_and_hinge(), OF_INVERSE, ["generic"])
    assert {x.output for x in report.failed} == {"dtau_dv"}
    assert [x.confusion for x in report.explanations] == ["transposed partials"]


@pytest.mark.parametrize("words, status, text", [
    ("not_there.casadi", "missing", "'not_there.casadi' is no file"),
    ("test_subjects_casadi.py,a.casadi", "error", "no function of CasADi"),
    ("not_there:dynamics", "missing", "module 'not_there' cannot be imported"),
    ("casadi_subjects:not_there", "missing", "expected casadi:file.casadi, or casadi:module"),
    ("", "missing", "expected casadi:file.casadi, or casadi:module:function"),
    ("casadi_subjects:misnamed", "error", "-> (out (5, 1)): expected the names"),
    ("casadi_subjects:too_short", "error", "expected q (5), all others (4), tau (4,)"),
    ("casadi_subjects:nothing", "error", "got int, expected a casadi.Function"),
])  # fmt: skip
def test_what_is_no_function_is_said(words, status, text):
    report = audit(f"casadi:{words}", ball_and_hinge(), states=["generic"])
    assert [x.status for x in report.results] == [status]
    assert text in report.results[0].text
