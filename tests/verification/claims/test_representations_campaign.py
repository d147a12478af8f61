"""The report on Müller: what is run is judged and shown, what is missing does not pass."""

import pytest

from lieref.reporting.campaigns import campaign
from verification.campaigns import CAMPAIGNS
from verification.evidence import Evidence
from verification.representations import tables
from verification.tables import errata

CAMPAIGN = CAMPAIGNS["representations"]

NAMES = ("erratum_064_axes_inertia", "equations_061_frame_inertia")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    out = tmp_path_factory.mktemp("representations")
    claims = [claim for claim in CAMPAIGN.claims() if claim.name in NAMES]
    campaign.run({claim.name: claim.cases(True) for claim in claims}, out)
    return out


def test_equations_are_judged_and_shown(folder):
    found = [claim for claim in CAMPAIGN.claims() if claim.name in NAMES]
    evidence = CAMPAIGN.render(folder, found)
    assert evidence.holds
    right, wrong = errata(evidence).rows
    assert right[1].startswith("Müller, (61)") and right[2] == right[3] <= 1e-50
    assert wrong[1].startswith("Müller, (64)") and wrong[2] >= 1e-6 and wrong[3] <= 1e-50
    assert right[4:] == wrong[4:] == ["holds", "0"]


def test_a_part_of_the_claims_is_no_report(folder):
    evidence = CAMPAIGN.render(folder, CAMPAIGN.claims())
    assert not evidence.holds
    assert [row[0] for row in errata(evidence).rows if row[4] == "holds"] == sorted(NAMES)


def test_orders_are_shown():
    (claim,) = (claim for claim in CAMPAIGN.claims() if claim.name == "integrator_orders")
    result = {"errors": [4e-3, 1e-3], "slope": 2.0}
    records = [{"id": x.id, "params": x.params, "result": result} for x in claim.cases(True)]
    (table,) = tables.all_tables(Evidence({}, {claim.name: records}, []))
    assert len(table.rows) == len(records)
    assert ["heavy_top", "variational", "exponential", "100-400", 1e-3, 2.0] in table.rows
