"""The comparison of the forms: what is counted, what is judged, and that a wrong count is seen."""

import sys

import numpy as np
import pytest

from lieref.dynamics.inverse.forms.body import body_twin
from lieref.reporting.campaigns import store
from verification.evidence import Evidence
from verification.measurements.inverse_dynamics import accuracy
from verification.measurements.representations import form_operations, form_steps
from verification.representations import numbers, tables
from verification.representations.cases import CHAINS
from verification.representations.claims.forms import CLAIMS as FORMS
from verification.subjects import computations
from verification.subjects.computations import INVERSE_FORMS
from verification.subjects.selections import AERIAL_MANIPULATOR, fixed_chain
from verification.subjects.tracing import Tracing, needed

CLAIMS = {claim.name: claim for claim in FORMS}
# three short chains tell a line from what is none
SHORT = [3, 4, 6]


@pytest.fixture(name="K")
def _field():
    return Tracing()


def test_operations_that_reach_the_result_are_counted_once(K):
    x, y = K.variable(2.0), K.variable(3.0)
    shared = x * y
    unused = x / y
    assert needed([shared + shared, shared - 1]) == {"multiplications": 1, "additions": 2}
    assert needed([unused, K.sin(x), K.sqrt(y)]) == {"divisions": 1, "sin": 1, "sqrt": 1}
    assert float(2 - shared) == -4.0 and float((x**2) / y) == 4.0 / 3.0


def test_what_needs_no_computing_is_free(K):
    x, zero, one = K.variable(2.0), K(0), K(1)
    for free, value in (
        (x + zero, 2.0), (zero - x, -2.0), (one * x, 2.0), (x * -1, -2.0), (x / 1, 2.0),
        (0 * x, 0.0), (x * 0 + x, 2.0), (0 / x, 0.0), (-x, -2.0), (abs(-x), 2.0),
        (one * one + 1, 2.0), (sum([x]), 2.0),
    ):  # fmt: skip
        assert float(free) == value
        assert not needed([free])


def test_constants_of_the_model_are_known_and_their_zeros_are_numbers_like_others(K):
    x, mass, nothing = K.variable(2.0), K(1.5), K(0.0)
    assert not needed([mass * mass + K.sqrt(mass), nothing * mass])
    assert needed([mass * mass * x]) == {"multiplications": 1}
    # 2 is a whole number, but multiplying by it is work
    assert needed([2 * x, nothing * x, x + nothing]) == {"multiplications": 2, "additions": 1}


def counted(form="body", robot=None, orders=(0, 1)):
    params = {"robot": robot or fixed_chain(2), "form": form, "orders": list(orders), "seed": 1}
    return {"id": "x", "params": params, "result": form_operations.evaluate(params)}


@pytest.mark.parametrize("form", INVERSE_FORMS)
def test_what_is_counted_is_the_form(form):
    result = counted(form)["result"]
    assert result["bodies"] == 2 and result["functions"] == [4, 4]
    assert result["difference"] <= 1e-13
    assert all(a < b for kind in ("multiplications", "additions") for a, b in [result[kind]])


def test_a_wrong_form_is_seen_though_its_count_is_right(monkeypatch):
    right = counted(orders=range(6))
    bracket = body_twin.bracket
    monkeypatch.setattr(body_twin, "bracket", lambda V, X: bracket(X, V))
    wrong = counted(orders=range(6))
    rows = {row.part: row for row in CLAIMS["forms_operations"].verdict([wrong])}
    assert not rows["body, difference to the kernel"].holds
    same = ("multiplications", "additions", "divisions", "functions")
    assert [wrong["result"][kind] for kind in same] == [right["result"][kind] for kind in same]


def test_one_operation_too_many_is_seen(monkeypatch):
    chains = [counted(robot=robot, orders=range(6)) for robot in CHAINS[:3]]
    rows = {row.part: row for row in CLAIMS["forms_operations"].verdict(chains)}
    line, orders = (
        "body, serial chain, fixed: numbers off a straight line over N",
        "body, third differences over r",
    )
    assert rows[line].holds and rows[orders].holds
    chains[1]["result"]["additions"][4] += 1
    rows = {row.part: row for row in CLAIMS["forms_operations"].verdict(chains)}
    assert rows[line].number == 1 and not rows[line].holds
    assert not rows[orders].holds
    few = {row.part: row for row in CLAIMS["forms_operations"].verdict(chains[:2])}
    assert not few[line].holds


@pytest.fixture(scope="module", name="step_records")
def _step_records():
    return [
        {"id": form, "params": params, "result": form_steps.evaluate(params)}
        for case in CLAIMS["forms_steps"].params(True)
        for form, params in [(case["form"], {**case, "bodies": SHORT})]
    ]


def test_steps_are_those_of_the_paper(step_records):
    assert all(row.holds for row in CLAIMS["forms_steps"].verdict(step_records))
    (body,) = (r["result"]["steps"] for r in step_records if r["params"]["form"] == "body")
    assert [form_steps.fit(SHORT, step["counted"]) for step in body] == [
        (3, -1), (2, 0),
    ]  # fmt: skip


def test_one_bracket_too_many_is_seen(monkeypatch):
    bracket = body_twin.bracket

    def twice(V, X):
        bracket(V, X)
        return bracket(V, X)

    monkeypatch.setattr(body_twin, "bracket", twice)
    (case,) = (case for case in CLAIMS["forms_steps"].params(True) if case["form"] == "body")
    params = {**case, "bodies": SHORT}
    record = {"id": "x", "params": params, "result": form_steps.evaluate(params)}
    rows = CLAIMS["forms_steps"].verdict([record])
    assert [row.holds for row in rows[:2]] == [False, True]
    assert rows[0].number == 1


@pytest.mark.parametrize(
    "numbers, line", [([5, 8, 14], (3, 2)), ([5, 8, 15], None), ([5, 6, 8], (1, 4))]
)
def test_fit_is_exact(numbers, line):
    assert form_steps.fit([1, 2, 4], numbers) == line
    assert form_steps.fit([1, 3], [1, 2]) is None


def test_all_forms_are_measured_where_they_are_asked_for(monkeypatch):
    params = {
        "robot": AERIAL_MANIPULATOR, "state": {"seed": 1}, "order": 1, "forms": [*INVERSE_FORMS],
    }  # fmt: skip
    kernel = computations.kernel

    def off(form, *arguments):
        return kernel(form, *arguments) * (1 + 1e-12 if form == "hybrid" else 1)

    monkeypatch.setattr(computations, "kernel", off)
    record = {"id": "x", "params": params, "result": accuracy.evaluate(params)}
    held = {row.part: row.holds for row in CLAIMS["forms_accuracy"].verdict([record])}
    assert held == {f"{form}, orders 0-5": form != "hybrid" for form in INVERSE_FORMS}


def made_up(name, params):
    """A record of a case with made-up numbers."""
    if name == "forms_operations":
        size = form_operations.robots.build(params["robot"]).nbodies
        weight = 1 + INVERSE_FORMS.index(params["form"])
        found = [weight * size * (r + 1) ** 2 for r in params["orders"]]
        result = {**dict.fromkeys(form_operations.KINDS, found), "bodies": size}
        result["difference"] = 1e-16
    else:
        errors = {"default": 1e-15, "body": 2e-14, "spatial": 3e-14, "hybrid": 4e-14}
        result = {"forms": {f: {"relative": [x / 2] * 5 + [x]} for f, x in errors.items()}}
    return {"id": store.digest(params), "params": params, "result": result}


@pytest.fixture(scope="module", name="evidence")
def _evidence(step_records):
    by_claim = {
        name: [made_up(name, x) for x in claim.params(True)]
        for name, claim in CLAIMS.items()
        if name != "forms_steps"
    }
    return Evidence({"plan": {}}, {**by_claim, "forms_steps": step_records}, [])


def timed(multiples):
    """Timings of the benchmark on one robot."""
    return [
        {
            "measurement": "forms",
            "params": {"robot": AERIAL_MANIPULATOR, "order": order},
            "result": {
                "timings": {
                    form: {"best": 1e-6 * (1 + order * (form != "default")) * x}
                    for form, x in zip(INVERSE_FORMS, multiples, strict=True)
                }
            },
        }
        for order in (0, 5)
    ]


def test_the_forms_stand_side_by_side(evidence, monkeypatch):
    monkeypatch.setattr(tables, "speeds", lambda _: timed([1.0, 1.5, 5.0, 2.5]))
    table = tables.COMPARISON.table(evidence)
    rows = {row[0]: row[1:] for row in table.rows}
    assert list(rows) == list(INVERSE_FORMS)
    assert rows["default"] == [1, 1, 1, 1, 1e-15, 1e-15]
    expected = [4, 4, 2.5, 15.0, 4e-14, 4e-14]
    np.testing.assert_allclose(rows["hybrid"], expected, rtol=8 * np.finfo(float).eps, atol=0)
    monkeypatch.setattr(tables, "speeds", lambda _: [])
    untimed = tables.COMPARISON.table(evidence)
    assert {row[3] for row in untimed.rows} == {"not measured"}


def test_tables_hold_what_was_counted(evidence):
    shown = {table.name: table for table in tables.all_tables(evidence)}
    paper = {(row[0], row[1]): row[2:] for row in shown["forms_steps"].rows}
    assert paper["body", "frame transformations of screws"] == ["3n - 3", "3n - 1", 15, 17]
    assert paper["hybrid", "rotations of screws, with the brackets ad_w X"][:2] == ["2n", "2n"]
    growth = {tuple(row[:3]): row[3:] for row in shown["forms_growth"].rows}
    line = growth["hybrid", "serial chain, fixed", "multiplications"]
    assert line == [102, 4, "4 + 8 r + 4 r^2"]


def test_run_times_come_from_the_folder_beside(tmp_path):
    evidence = Evidence({}, {}, [], tmp_path / "representations")
    assert numbers.speeds(evidence) == []
    with store.Store(tmp_path / numbers.SPEED) as results:
        for i, record in enumerate(timed([1.0, 1.0, 1.0, 2.0])):
            results.append({"id": str(i), **record})
        results.append({"id": "r", "measurement": "regressor", "params": {}, "result": {}})
        results.append({"id": "e", "measurement": "forms", "params": {}, "error": "TimeoutError"})
    found = numbers.speeds(evidence)
    assert len(found) == 2 and numbers.relative_time(found, "hybrid", 0) == 2.0


def test_the_profile_of_another_is_put_back():
    def other(frame, event, argument):
        return None

    before = sys.getprofile()
    sys.setprofile(other)
    try:
        with form_steps.calls({body_twin.bracket: lambda _: 1}) as found:
            pass
        restored = sys.getprofile()
    finally:
        sys.setprofile(before)
    assert restored is other and found == []
