"""The study of what `lieref check` flags: planted faults, code that is right, and rates."""

import ast

import numpy as np
import pytest
from scipy.stats import binom

import lieref
from lieref.check.quantities import QUANTITIES
from lieref.check.states import draw
from lieref.oracle import Double
from lieref.reporting.campaigns import campaign
from verification.campaigns import CAMPAIGNS
from verification.detection_power import cases, judged, mutations, rates, shuffled, twins
from verification.measurements.detection_power import false_alarms, planted_power

CAMPAIGN = CAMPAIGNS["detection-power"]

QUANTITY = "inverse_dynamics"
CASE = ("random_tree:5:57", "fixed")

TEXT = '''
def f(a, b, x):
    """a - b"""
    c = cross(a, b)
    d = add(a, b) - x[0][1]
    d += -x[:3]
    return d + sum(x) + m.T @ c[0, 1]
'''


def _all_sites(text=TEXT):
    return mutations.sites("module", text, set(range(1, 20)))


@pytest.mark.parametrize(
    ("kind", "before", "after"),
    [
        ("sign", "cross(a, b)", "cross(b, a)"),
        ("sign", "add(a, b)", "sub(a, b)"),
        ("sign", "-x[:3]", "x[:3]"),
        ("sign", "d += -x[:3]", "d -= -x[:3]"),
        ("sign", "add(a, b) - x[0][1]", "add(a, b) + x[0][1]"),
        ("term", "d += -x[:3]", "pass"),
        ("term", "add(a, b)", "a"),
        ("term", "add(a, b)", "b"),
        ("term", "add(a, b) - x[0][1]", "-x[0][1]"),
        ("index", "x[0][1]", "x[1][0]"),
        ("index", "x[0]", "x[1]"),
        ("index", "x[:3]", "x[3:]"),
        ("index", "c[0, 1]", "c[1, 0]"),
        ("index", "m.T", "m"),
    ],
)
def test_faults_that_can_be_planted(kind, before, after):
    (found,) = (x for x in _all_sites() if (x.kind, x.before, x.after) == (kind, before, after))
    changed = ast.unparse(mutations.planted(found, TEXT)).splitlines()
    whole = ast.unparse(ast.parse(TEXT)).splitlines()
    (line,) = ((a, b) for a, b in zip(whole, changed, strict=True) if a != b)
    assert before in line[0] and after in line[1]


def test_docstrings_and_other_lines_stay():
    assert all(site.line > 3 for site in _all_sites())
    assert not mutations.sites("module", TEXT, {1, 2, 3})


def test_sums_in_another_order_have_the_same_value():
    K = shuffled.Shuffled(0)
    rng = np.random.default_rng(1)
    m, n = rng.integers(-9, 9, (3, 4)), rng.integers(-9, 9, (4, 2))
    of_sums = [np.array([[K(int(x)) for x in row] for row in a], object) for a in (m, n)]
    assert np.array_equal((of_sums[0] @ of_sums[1]).astype(float), m @ n)
    a, b, c = (K(x) for x in (2.0, 3.0, 5.0))
    assert float((a - b) * c / 2 + 1 - -b) == 1.5
    assert float(1 - a) == -1.0 and float(1 / a) == 0.5 and float(abs(-a) ** 2) == 4.0
    assert a < b and b > 2 and a <= 2 and b >= a and a == 2


def test_a_sum_is_taken_once_and_in_other_orders():
    # only an order in which 1e16 and its negative meet first keeps all of the rest
    terms = [1.0, 1e16, 1.0, -1e16, 1.0]
    seen = set()
    for seed in range(40):
        K = shuffled.Shuffled(seed)
        total = sum((K(x) for x in terms), K(0))
        seen.add(float(total))
        assert float(total) == float(total)
    assert len(seen) > 2


def test_many_terms_are_added_up():
    K = shuffled.Shuffled(0)
    total = K(0)
    for _ in range(1000):
        total = total + 1
    assert float(total) == 1000.0
    assert len(total.terms) <= shuffled.MOST_TERMS


@pytest.mark.parametrize("quantity", cases.DYNAMICS)
def test_reordered_sums_round_differently(quantity):
    model = judged.model_of(("random_tree:4:57", "fixed"))
    given = draw(model, ("generic",), order=1)[0].arguments(QUANTITIES[quantity])
    whole, other = (
        [np.array(x, float) for x in twins.whole().answer(quantity, model, given, K).values()]
        for K in (Double(), shuffled.Shuffled(3))
    )
    assert any(not np.array_equal(x, y) for x, y in zip(whole, other, strict=True))
    for x, y in zip(whole, other, strict=True):
        assert np.abs(x - y).max() < 1e-10 * np.abs(x).max()


def test_modules_in_use_are_left_alone():
    before = lieref.dynamics.inverse.default.inverse_dynamics_twin
    site = planted_power.faults(QUANTITY)["sign"][0]
    copy = twins.with_fault(site)
    assert lieref.dynamics.inverse.default.inverse_dynamics_twin is before
    name = "lieref.dynamics.inverse.default.inverse_dynamics_twin"
    assert copy.modules[name] is not before
    # modules of one copy call each other
    assert copy.modules[name].taylor is copy.modules["lieref.algebra.series.taylor"]


@pytest.mark.parametrize("quantity", cases.DYNAMICS)
def test_there_are_faults_enough_of_each_kind(quantity):
    wanted = [x for x in cases.planted(False) if x["quantity"] == quantity]
    found = planted_power.faults(quantity)
    for kind, every in found.items():
        numbers = [x["number"] for x in wanted if x["kind"] == kind]
        assert len(every) > max(numbers)
        # each number is another fault
        drawn = {planted_power._drawn(quantity, kind, n, 1) for n in numbers}
        assert len(drawn) == len(numbers)


def test_the_whole_subject_passes_and_a_fault_does_not():
    question = judged.asked(QUANTITY, CASE, "generic", 0)
    assert judged.verdict(planted_power._Twin(twins.whole()), question).word == "pass"
    for label in ("tau, revolute", "tau, free"):
        assert judged.verdict(planted_power._Scaled(label), question).word == "fail"
    assert judged.verdict(planted_power._Scaled("tau, base"), question).word == "pass"


def _hangs(question):
    while True:
        pass


@pytest.mark.parametrize(
    ("subject", "word"),
    [
        (lambda question: {"tau": 1 / 0}, "crashed"),
        (lambda question: {"tau": np.zeros(3)}, "shape"),
        (lambda question: {"tau": np.full(question.model.nv, np.nan)}, "not finite"),
        (_hangs, "hung"),
    ],
)
def test_what_returns_no_numbers_is_told_apart(subject, word, monkeypatch):
    monkeypatch.setattr(judged, "TIME_LIMIT", 0.2)
    question = judged.asked(QUANTITY, CASE, "generic", 0)
    assert judged.verdict(subject, question).word == word


def test_equivalent_faults_are_told_apart():
    quantity = "joint_space_inertia"
    found = planted_power.faults(quantity)
    # any body's series are as long as any other's
    (same,) = (x for x in found["index"] if (x.before, x.after) == ("tree[0]", "tree[1]"))
    assert planted_power._same(quantity, twins.with_fault(same))
    crossed = next(x for x in found["sign"] if x.before.startswith("taylor.cross("))
    assert not planted_power._same(quantity, twins.with_fault(crossed))
    # what cannot be computed is not the same
    broken = next(x for x in found["sign"] if x.before.startswith("[x] + "))
    assert not planted_power._same(quantity, twins.with_fault(broken))
    assert planted_power._block_of_zeros(QUANTITY, "tau, no such kind")
    assert not planted_power._block_of_zeros(QUANTITY, "tau, free")


def test_rates_are_those_of_clopper_and_pearson():
    for found, of in ((0, 10), (3, 50), (49, 50)):
        upper = rates.upper_bound(found, of)
        assert binom.cdf(found, of, upper) == pytest.approx(0.05)
        lower = rates.lower_bound(found, of)
        assert (binom.sf(found - 1, of, lower) if found else 0.05) == pytest.approx(0.05)
    assert rates.upper_bound(0, 0) == rates.upper_bound(5, 5) == 1.0


@pytest.fixture(scope="module")
def evidence(tmp_path_factory):
    out = tmp_path_factory.mktemp("power")
    found = {claim.name: claim for claim in CAMPAIGN.claims()}
    planted = [
        {"quantity": QUANTITY, "kind": kind, "number": number, "seed": 1}
        for kind in (*mutations.KINDS, "scale")
        for number in range(3)
    ]
    plan = {
        "planted_faults": [campaign.Case(planted_power.__name__, x) for x in planted],
        "false_alarms": [campaign.Case(false_alarms.__name__, {"quantity": QUANTITY, "seed": 0})],
    }
    campaign.run(plan, out)
    return out, CAMPAIGN.render(out, list(found.values()))


def test_claims_hold_in_part(evidence):
    _, found = evidence
    assert found.holds, [row for x in found.judged for row in x.rows if not row.holds]


def _records(words, alarms):
    planted = [
        {"id": str(n), "params": {"seed": 1}, "result": {"word": word}}
        for n, word in enumerate(words)
    ]
    counted = {"kernels": {"results": 4000, "alarms": ["x"] * alarms, "largest": 0.5}}
    return planted, [{"id": "0", "params": {"seed": 0}, "result": counted}]


@pytest.mark.parametrize(
    ("words", "alarms", "holds"),
    [
        (["flagged"] * 400 + ["missed"] * 4, 0, (True, True)),
        (["flagged"] * 400 + ["missed"] * 5, 1, (False, False)),
        (["flagged"] * 200 + ["crashed"] * 200, 0, (False, True)),
        (["flagged"] * 300 + ["equivalent"] * 50, 0, (True, True)),
    ],
)
def test_claims_fail_when_they_should(words, alarms, holds):
    found = {claim.name: claim for claim in CAMPAIGN.claims()}
    planted, counted = _records(words, alarms)
    assert all(x.holds for x in found["planted_faults"].verdict(planted)) == holds[0]
    assert all(x.holds for x in found["false_alarms"].verdict(counted)) == holds[1]
