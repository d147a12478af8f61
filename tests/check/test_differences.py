"""Derivatives by finite differences: held to the error of their step, and told from right ones."""

import json
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

import lieref
from lieref.check import audit
from lieref.check.differences import Differences, step_errors
from lieref.check.pages.words import in_markdown
from lieref.check.quantities import QUANTITIES
from lieref.check.reference import reference
from lieref.check.states import draw
from lieref.check.writers import FORMATS

HERE = Path(__file__).parent
QUANTITY = "inverse_dynamics_partials"


def model():
    return lieref.catalogue.random_tree(3, 3, ("spherical", "revolute"), "free")


def checked(name, states=("generic",)):
    return audit(f"differenced_subjects:{name}", model(), QUANTITY, states)


@pytest.fixture(scope="module")
def right():
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(HERE)
        return checked("right", ["generic", "fast"])


def test_right_differences_pass_to_their_step(right):
    assert right.exit_status == 0
    assert [x.status for x in right.results] == ["pass to step"] * 6
    for x in right.results:
        assert x.judgement.ratio <= 1 < x.judgement.strict_ratio
    # what the step is allowed is not far from what it costs
    of_q = next(x.judgement for x in right.results if x.output == "dtau_dq")
    assert of_q.ratio >= 1e-3


def test_the_same_numbers_fail_if_they_are_not_said_to_be_differences():
    report = checked("silent")
    assert [x.status for x in report.results] == ["fail"] * 3


def test_what_the_step_does_not_explain_fails():
    report = checked("slightly_wrong")
    assert [x.status for x in report.results] == ["fail", "pass to step", "pass to step"]


def test_confusions_are_named_through_the_error_of_the_step():
    report = checked("transposed")
    assert {x.confusion for x in report.explanations} == {"transposed partials"}


@pytest.mark.parametrize("name, text", [
    ("boastful", "got dtau_dq: 0.5, forward"),
    ("unknown_scheme", "got dtau_dq: 1e-06, backward"),
    ("unknown_name", "got tau: 1e-06, forward"),
    ("shapeless", "got {'dtau_dq': 1e-06}"),
])  # fmt: skip
def test_differences_that_cannot_be_are_refused(name, text):
    report = checked(name)
    assert [x.status for x in report.results] == ["garbage"]
    assert text in report.results[0].text
    assert "[step, scheme], the step at most 0.01" in report.results[0].text


def test_every_output_says_so(right):
    words = "dtau_dq by forward differences, step 1e-06: at 2 of 2 states within the error that"
    for name in ("text", "markdown", "html"):
        written = FORMATS[name](right)
        assert (in_markdown(words) if name == "markdown" else words) in written
        assert "pass to step" in written
    found = json.loads(FORMATS["json"](right))
    assert found["differences"]["dtau_dv"] == {"step": 1e-6, "scheme": "central"}
    assert found["results"][0]["status"] == "pass to step"
    suite = ElementTree.fromstring(FORMATS["junit"](right).encode()).find("testsuite")
    assert suite.get("failures") == suite.get("skipped") == "0"
    notes = [x.text for x in suite.iter("system-out")]
    assert notes.count("pass to step: forward differences, step 1e-06") == 4


def test_truncation_is_the_term_of_taylors_series():
    tree = model()
    quantity, x = QUANTITIES[QUANTITY], draw(tree, ["generic"])[0].arguments(QUANTITIES[QUANTITY])
    h = 1e-4
    said = {"dtau_dq": Differences(h, "forward"), "dtau_dv": Differences(h, "forward")}
    found = step_errors(quantity, tree, x, "body", reference(quantity, tree, x), said)
    second = lieref.inverse_dynamics_second_partials(tree, *x.values())
    for name, tensor in (("dtau_dq", second.d2tau_dq_dq), ("dtau_dv", second.d2tau_dv_dv)):
        expected = h / 2 * np.einsum("ijj->ij", tensor)
        # the next term: a part h of it; the second derivatives are of the size of the largest
        np.testing.assert_allclose(
            found[name].truncation, abs(expected), rtol=0, atol=10 * h * abs(expected).max()
        )
    # by velocities f is quadratic, and central differences are exact
    said = {"dtau_dv": Differences(h, "central"), "dtau_da": Differences(h, "forward")}
    found = step_errors(quantity, tree, x, "body", reference(quantity, tree, x), said)
    assert all(
        (error.truncation == 0).all() and (error.bound > 0).any() for error in found.values()
    )
