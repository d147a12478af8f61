"""The report on partial derivatives: verdicts and report of a small part."""

import copy

import pytest
from markupsafe import escape
from support.programs.campaign_folders import computed, rendered, written

from verification.campaigns import CAMPAIGNS
from verification.evidence import load
from verification.partials import cases as measured
from verification.partials import figures
from verification.subjects.partial_methods import BICOMPLEX, CHAIN_RULE, DIFFERENCES_1

CAMPAIGN = CAMPAIGNS["partials"]

CLAIMS = {claim.name: claim for claim in CAMPAIGN.claims()}
ids = sorted(CLAIMS)


def named(robot, bodies):
    """A small robot under the number of joints of a large one, so that claims judge it."""
    return {**robot, "bodies": bodies}


def accuracy_cases(name):
    """The quick cases with three joints and few steps; the size that is judged is kept aside."""
    found = []
    for case in CLAIMS[name].cases(True):
        params = copy.deepcopy(dict(case.params))
        bodies = params["robot"]["bodies"]
        if params["state"]["seed"] > 0 or bodies not in (2, 5, 10, 40):
            continue
        params["judged_as"] = bodies
        params["robot"]["bodies"] = 3
        if "steps" in params:
            few = (1e-5, 3e-5, 1e-4, 3e-4)
            steps = params["steps"].items()
            params["steps"] = {key: [h for h in tried if h in few][:3] for key, tried in steps}
        found.append(params)
    return found


ACCURACY = [
    name
    for name in ids
    if CLAIMS[name].measurement.endswith("partials_accuracy") and name != "real_robots"
]


def small(name):
    """A few cases of a claim, smaller where they take long."""
    cases = [dict(case.params) for case in CLAIMS[name].cases(True)]
    if name in ACCURACY:
        return accuracy_cases(name)
    if name == "real_robots":
        return [case for case in cases if "ur5" in case["robot"]["path"]]
    if name.startswith("pinocchio"):
        # of all cases: the quick ones have each robot with one base
        every = [dict(case.params) for case in CLAIMS[name].cases(False)]
        kept = [case for case in every if "ur5_robot" in case["robot"]["path"]]
        return [{**case, "states": 1} for case in kept]
    if name == "step_contours":
        steps = [1e-5, 3e-4, 1e-2]
        chain = [case for case in cases if case["robot"]["name"] == "serial_chain"]
        return [{**case, "robot": measured.chain(3), "h": steps, "k": steps} for case in chain]
    if name == "bicomplex_steps":
        return [{**case, "robot": measured.chain(3)} for case in cases]
    if name == "tensor_identities":
        return [case for case in cases if case["name"] in ("M8", "M22", "K1", "K15")]
    if name == "sparsity":
        return [{**case, "robot": named(case["robot"], 3)} for case in cases[-2:]]
    if name == "laws":
        return [{**case, "robot": named(case["robot"], 2)} for case in cases]
    if name in ("partials_algebra", "oracle_inverse", "oracle_forward"):
        kept = [case for case in cases if case["state"]["seed"] in (0, 3)]
        return [{**case, "robot": named(case["robot"], 2)} for case in kept]
    return cases[:1]


@pytest.fixture(scope="module")
def records():
    """The records of these cases, under the sizes that they are judged as."""
    wanted = {name: small(name) for name in ids}
    judged = {name: [x.pop("judged_as", None) for x in cases] for name, cases in wanted.items()}
    found = copy.deepcopy(computed(CLAIMS, wanted))
    for name, bodies in judged.items():
        found[name] = [copy.deepcopy(record) for record in found[name]]
        for record, size in zip(found[name], bodies, strict=True):
            if size:
                record["params"]["robot"]["bodies"] = size
                record["id"] += f"-{size}"
    return found


def one_figure(found):
    """One stands for all: drawing takes most of the time."""
    return figures.all_figures(found)[:1]


@pytest.fixture(scope="module")
def folder(records, tmp_path_factory):
    """A rendered report of these records."""
    return rendered(CAMPAIGN, records, tmp_path_factory.mktemp("report"), one_figure)


INCOMPLETE = {"pinocchio_inverse", "pinocchio_forward", "bicomplex_reference", "differences"}


@pytest.mark.parametrize("name", sorted(set(ids) - INCOMPLETE))
def test_the_claims_hold_on_a_few_cases(name, records):
    rows = CLAIMS[name].verdict(records[name])
    assert rows and not [row for row in rows if not row.holds]


@pytest.mark.parametrize("name", ["pinocchio_inverse", "pinocchio_forward"])
def test_a_robot_with_either_base_agrees_with_pinocchio(name, records):
    assert {record["params"]["robot"]["base"] for record in records[name]} == {"fixed", "free"}
    rows = [row for row in CLAIMS[name].verdict(records[name]) if row.cases]
    failed = [row.part for row in rows if not row.holds]
    assert len(rows) > 3 and failed == ["robots"]


def of_method(method, value, metric="rmsre"):
    return lambda x: x["methods"][method].update({metric: value})


def at(*path, value):
    def spoil(result):
        for key in path[:-1]:
            result = result[key]
        result[path[-1]] = value

    return spoil


SPOILED = [
    ("second_serial", of_method("IDSVA-SO", 6e-14)),
    ("second_binary", of_method("IDSVA-SO", 4e-15)),
    ("second_chain_rule", of_method(CHAIN_RULE, 2e-14)),
    ("second_far", of_method("IDSVA-SO", 6e-15)),
    ("second_far", of_method(CHAIN_RULE, 2e-15)),
    ("forward_second", of_method("FDSVA-SO", 6e-12)),
    ("forward_second", of_method(CHAIN_RULE, 3e-13)),
    ("forward_second_far", of_method(CHAIN_RULE, float("nan"))),
    ("first_inverse", of_method("IDSVA", 3e-14)),
    ("first_forward", of_method(CHAIN_RULE, 3e-14)),
    ("first_forward", of_method("FDSVA", 6e-11)),
    ("real_robots", of_method(CHAIN_RULE, 1e-11)),
    ("partials_algebra", lambda x: x["arrays"].update({next(iter(x["arrays"])): 1e-30})),
    ("oracle_inverse", lambda x: x["methods"]["IDSVA-SO"].update(d2tau_dq_dq=1e-12)),
    ("oracle_forward", lambda x: x["methods"]["FDSVA"].update(da_dq=1e-3)),
    ("laws", at("inverse", "commutator", value=1e-10)),
    ("laws", at("forward", "symmetry", value=1e-10)),
    ("laws", at("inertia", value=1e-10)),
    ("sparsity", at("outside", value=1)),
    ("sparsity", at("empty", value=1)),
    ("pinocchio_inverse", at("plain", "dtau_dv", value=1e-11)),
    ("pinocchio_forward", at("scaled", "da_dv", value=1e-11)),
    ("pinocchio_forward", lambda x: x.update(plain=dict.fromkeys(x["plain"], 1e-11), ours=2e-12)),
    ("bicomplex_steps", lambda x: x["rmsre"].__setitem__(6, 1e-10)),
    ("bicomplex_steps", lambda x: x["rmsre"].__setitem__(9, 1e-17)),
    ("step_contours", lambda x: x["rmsre"].__setitem__(0, [0.0, 0.0, 0.0])),
    ("tensor_identities", at("difference", value=1e-9)),
    ("erratum_own_force", at("corrected", value=1e-20)),
    ("doubled_coriolis", at("printed", value=1e-20)),
    ("erratum_product_first", at("corrected", value=1e-20)),
    ("composed_exponents", at("corrected", value=1e-20)),
    ("erratum_any_inertia", at("printed", value=1e-20)),
]


@pytest.mark.parametrize("name, spoil", SPOILED)
def test_a_wrong_number_fails_its_claim(name, spoil, records):
    found = copy.deepcopy(records[name])
    before = {row.part: row.holds for row in CLAIMS[name].verdict(found)}
    for record in found:
        spoil(record["result"])
    after = {row.part: row.holds for row in CLAIMS[name].verdict(found)}
    assert any(before[part] and not after[part] for part in after)


def test_where_pinocchio_errs_more_the_own_error_counts(records):
    found = copy.deepcopy(records["pinocchio_forward"])
    for record in found:
        result = record["result"]
        result.update(plain=dict.fromkeys(result["plain"], 1e-11), ours=9e-13)
    rows = [row for row in CLAIMS["pinocchio_forward"].verdict(found) if "5e4" in row.part]
    assert len(rows) == 3 and {row.number for row in rows} == {9e-13}


def made(dynamics, bodies, methods, apparent=None):
    """A record of `partials_accuracy` with these numbers."""
    params = {"dynamics": dynamics, "robot": measured.chain(bodies), "state": {"seed": 0}}
    result = {"methods": methods, **({"apparent": apparent} if apparent else {})}
    return {"id": "made", "params": params, "result": result}


def test_the_claim_on_bicomplex_numbers_wants_a_case_that_misleads():
    methods = {CHAIN_RULE: {"rmsre": 2e-14}, DIFFERENCES_1: {"rmsre": 1e-6}}
    methods[BICOMPLEX] = {"rmsre": 3e-14}

    def holds(**apparent):
        seen = {CHAIN_RULE: 3e-14, DIFFERENCES_1: 1e-6}
        rows = CLAIMS["bicomplex_reference"].verdict(
            [made("forward", 40, methods, {**seen, **apparent})]
        )
        return [row.holds for row in rows]

    assert holds() == [True] * 3
    assert holds(**{CHAIN_RULE: 2.1e-14}) == [False, True, True]
    # too small is as misleading as too large
    assert holds(**{CHAIN_RULE: 1e-14}) == [True] * 3
    assert holds(**{DIFFERENCES_1: 1.1e-6}) == [True, False, True]
    methods[BICOMPLEX] = {"rmsre": 3e-16}
    assert holds() == [True, True, False]


def test_the_claim_on_differences_judges_errors_and_steps():
    def holds(error, step):
        good = {"Finite-Diff-2": {"rmsre": 1e-11, "step": 1e-5}}
        methods = {**good, DIFFERENCES_1: {"rmsre": error, "step": step}}
        return [row.holds for row in CLAIMS["differences"].verdict([made("inverse", 5, methods)])]

    assert holds(1e-8, 3e-4) == [True] * 6
    assert holds(2e-10, 3e-4)[:3] == [False, True, True]
    assert holds(1e-8, 1e-5)[:3] == [True, False, True]
    assert holds(1e-8, 1e-2)[:3] == [True, True, False]


def test_the_median_of_a_size_is_judged():
    def row(values):
        some = [made("inverse", 10, {"IDSVA-SO": {"rmsre": x}}) for x in values]
        return next(r for r in CLAIMS["second_serial"].verdict(some) if r.part.endswith("N = 10"))

    assert row([1e-16, 4e-15, 1.0]).holds and row([1e-16, 4e-15, 1.0]).number == 4e-15
    assert not row([1e-16, 6e-15, 1.0]).holds


def test_sizes_without_cases_have_no_row_but_the_smallest_has():
    some = [made("inverse", 40, {"IDSVA-SO": {"rmsre": 1e-16}})]
    rows = {row.part: row.holds for row in CLAIMS["second_serial"].verdict(some)}
    assert rows == {"median, N = 10": False, "median, N = 40": True}


def test_the_folder_is_rendered(folder):
    page = written(CAMPAIGN, folder, load(folder, CAMPAIGN.claims()))
    assert all(str(escape(claim.sentence)) in page for claim in CAMPAIGN.claims())
