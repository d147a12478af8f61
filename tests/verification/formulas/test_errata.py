"""docs/errata.md is what the reports say, and holds a row for every claim on a formula."""

from dataclasses import replace
from pathlib import Path

import pytest

from verification import errata
from verification.formulas import PAPERS

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture(scope="module")
def claims():
    return errata.discover()


@pytest.fixture(scope="module")
def numbers():
    return errata.measured()


def test_the_page_is_current(claims, numbers):
    page = (ROOT / "docs" / "errata.md").read_text(encoding="utf-8")
    assert page == errata.render(claims, numbers), "run python -m verification.errata"


def test_every_erratum_says_where_and_what(claims):
    wrong = [claim for claim in claims if claim.erratum]
    assert {claim.name for claim in wrong} == {
        claim.name for claim in claims if claim.name.startswith("erratum_")
    }
    assert len({claim.name for claim in claims}) == len(claims)
    for claim in wrong:
        assert claim.paper == claim.erratum.paper
        assert claim.erratum.printed != claim.erratum.corrected
        assert claim.sentence.startswith(f"{PAPERS[claim.paper].authors}, {claim.erratum.place}:")


def test_a_failed_claim_is_not_published(claims, numbers):
    claim = claims[0]
    wrong = {claim.name: replace(numbers[claim.name], holds=False)}
    with pytest.raises(ValueError, match=f"claim {claim.name} fails"):
        errata.render([claim], wrong)


def test_a_claim_without_a_report_is_not_published(claims):
    with pytest.raises(ValueError, match=f"claim {claims[0].name}: the reports do not have it"):
        errata.render(claims[:1], {})


def test_the_command_writes_the_page(tmp_path, monkeypatch, claims, numbers, capsys):
    out = tmp_path / "errata.md"
    monkeypatch.setattr("sys.argv", ["errata", "--out", str(out)])
    errata.main()
    assert out.read_text(encoding="utf-8") == errata.render(claims, numbers)
    assert f"{len([x for x in claims if x.erratum])} errata" in capsys.readouterr().out
