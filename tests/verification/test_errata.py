"""docs/errata.md is what the reports say, and holds a row for every claim on a formula."""

from dataclasses import replace
from pathlib import Path

import pytest

from verification import errata

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def checked():
    measured = errata.measured()
    return [errata.check(claim, erratum, measured) for claim, erratum in errata.discover()]


def test_the_page_is_current(checked):
    page = (ROOT / "docs" / "errata.md").read_text(encoding="utf-8")
    assert page == errata.render(checked), "run python -m verification.errata"


def test_every_erratum_claim_carries_its_row():
    folders = [ROOT.joinpath(*package.split(".")) for package in errata.PACKAGES]
    claims = {path.stem for folder in folders for path in folder.glob("erratum_*.py")}
    found = errata.discover()
    assert {claim.name for claim, erratum in found if erratum} == claims
    assert len(claims) >= 15
    for claim, erratum in found:
        if erratum:
            assert erratum.printed != erratum.corrected
            assert claim.sentence.startswith(f"Paper {erratum.paper}, {erratum.place}:")


def test_a_failed_claim_is_not_published(checked):
    item = next(item for item in checked if item.erratum)
    rows = [replace(row, holds=False) for row in item.rows[:1]]
    with pytest.raises(ValueError, match=f"claim {item.claim.name} fails: corrected form"):
        errata.render([replace(item, rows=rows)])


def test_a_claim_without_a_report_is_not_published(checked):
    claim = checked[0].claim
    case = next(iter(claim.cases(True))).id
    with pytest.raises(ValueError, match=f"claim {claim.name}: the reports have no case {case}"):
        errata.check(claim, None, {})


def test_numbers_have_two_digits():
    assert errata._number(0.0864) == "8.6e-02"
    assert errata._number(1.4996e-241) == "below 1e-100"


def test_the_command_writes_the_page(tmp_path, monkeypatch, checked, capsys):
    out = tmp_path / "errata.md"
    by_name = {item.claim.name: item for item in checked}
    monkeypatch.setattr(errata, "check", lambda claim, *_: by_name[claim.name])
    monkeypatch.setattr("sys.argv", ["errata", "--out", str(out)])
    errata.main()
    assert out.read_text(encoding="utf-8") == errata.render(checked)
    assert f"{len([x for x in checked if x.erratum])} errata" in capsys.readouterr().out
