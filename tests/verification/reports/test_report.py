"""The report: everything from two files, the same bytes every time, readable by everyone."""

import csv
import io
import re
from dataclasses import replace

import joblib
import pytest
from support.programs.parsed_page import Page

from lieref.reporting import formats, latex
from lieref.reporting.campaigns import environment, store
from lieref.reporting.tables import Table, number
from verification import __main__ as command
from verification.campaigns import CAMPAIGNS
from verification.inverse_dynamics import figures, tables

CAMPAIGN = CAMPAIGNS["inverse-dynamics"]

CLAIMS = CAMPAIGN.claims()
OWN = sum(not claim.paper for claim in CLAIMS)
PAPERS = len(CLAIMS) - OWN
SUMMARY = f"{OWN} of {OWN} claims hold; {PAPERS} of {PAPERS} formulas of papers hold."


def accuracy(params):
    """A made-up result with the shape of `measurements.inverse_dynamics.accuracy`."""
    orders = range(params["order"] + 1)
    seed = params["state"]["seed"]

    def form(unit):
        relative = [unit * (1 + k) * (1 + seed % 3) for k in orders]
        block = {"mae": 1.0, "rmsae": 0.5, "mre": unit, "rmsre": unit, "relative": unit}
        blocks = {"base": block, "joints": block, "order 0": block}
        blocks = {name: {**value, "digits": 15.0, "entries": 6} for name, value in blocks.items()}
        return {"relative": relative, "rmsre": unit, "blocks": blocks}

    forms = {"default": form(5e-17), "spatial": form(1e-15)}
    return {"forms": forms, "scale": [1.0] * len(orders), "bound": [1e-16 for _ in orders]}


def fake(case):
    kind = case.measurement.rsplit(".", 1)[-1]
    result = {
        "accuracy": accuracy,
        "algebra": lambda _: {
            "forms": {form: {"relative": [1e-49] * 11} for form in ("default", "spatial")}
        },
        "complex_step": accuracy,
        "pinocchio": lambda _: {"forms": {"default": 1e-15, "spatial": 0.0}, "nv": 12},
        "errata_001": lambda _: {"printed": 0.5, "corrected": 1e-59},
        "forward_kinematics": lambda _: {
            "rotations": 1e-16,
            "positions": 1e-16,
            "spatial": [1e-16],
            "body": [1e-15],
        },
        "closed_forms": lambda _: {
            **dict.fromkeys(("inertia", "passivity", "power"), 1e-17),
            **dict.fromkeys(("energy", "momentum"), [1e-16]),
            "passivity_twin": 1e-50,
        },
        "pinocchio_closed_forms": lambda _: dict.fromkeys(
            ("H", "g", "forces", "rate", "momentum"), 1e-15
        ),
        "remark_1": lambda _: {"poses": [1e-16], "twists": [1e-15], "bound": [1e-15]},
    }[kind](case.params)
    return {
        "id": case.id,
        "measurement": case.measurement,
        "params": dict(case.params),
        "result": result,
    }


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A rendered report of made-up results under which every claim holds."""
    folder = tmp_path_factory.mktemp("report")
    plan = {claim.name: claim.cases(True) for claim in CLAIMS}
    records = {case.id: fake(case) for cases in plan.values() for case in cases}
    with store.Store(folder) as opened:
        for record in records.values():
            opened.append(record)
    ids = {name: [case.id for case in cases] for name, cases in plan.items()}
    environment.write(folder, {**environment.describe(), "plan": ids})
    CAMPAIGN.render(folder, CLAIMS)
    return folder


def drawing(count):
    """The campaign with so many figures alone: drawing takes most of the time."""
    report = replace(CAMPAIGN.report, figures=lambda found: figures.all_figures(found)[:count])
    return replace(CAMPAIGN, report=report)


@pytest.fixture
def no_figures(monkeypatch):
    """Leave out the drawing of the command."""
    monkeypatch.setitem(CAMPAIGNS, CAMPAIGN.name, drawing(0))


def files(folder):
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != store.LOCK
    }


def copy(folder, to):
    for name in (store.RESULTS, environment.ENVIRONMENT):
        (to / name).write_bytes((folder / name).read_bytes())
    return to


def test_rendering_needs_two_files_and_gives_the_same_bytes(folder, tmp_path):
    # also if other processes draw
    with joblib.parallel_config(n_jobs=2):
        drawing(2).render(copy(folder, tmp_path), CLAIMS)
    again, first = files(tmp_path), files(folder)
    assert len([name for name in again if name.startswith("figures/")]) == 6
    for name in set(again) - {"index.html", "README.md"}:
        assert again[name] == first[name]
    drawings = re.findall(rb"<svg.*?</svg>", again["index.html"], re.DOTALL)
    assert len(drawings) == 2 and all(each in first["index.html"] for each in drawings)


def test_tables_of_an_earlier_report_do_not_stay(folder, tmp_path):
    copy(folder, tmp_path)
    (tmp_path / "tables").mkdir()
    (tmp_path / "tables" / "old.csv").write_text("stale")
    drawing(0).render(tmp_path, CLAIMS)
    assert not (tmp_path / "tables" / "old.csv").exists()


def test_the_page_is_self_contained_and_accessible(folder):
    text = (folder / "index.html").read_text()
    page = Page(text)
    assert not page.open
    for tag in ("img", "iframe"):
        assert not page.all(tag)
    assert page.all("script") == [{}] and page.all("link") == [{"rel": "icon", "href": "data:,"}]
    for tag, attributes in page.tags:
        for name in ("src", "href", "xlink:href"):
            assert tag == "link" or attributes.get(name, "#").startswith("#")
    assert "@import" not in text and not re.search(r"url\((?!#)", text)
    assert page.all("html") == [{"lang": "en"}]
    assert "viewport" in {tag.get("name") for tag in page.all("meta")}
    policies = [tag["content"] for tag in page.all("meta") if "http-equiv" in tag]
    assert len(policies) == 1 and policies[0].startswith("default-src 'none';")
    assert all(tag.get("scope") in ("col", "row") for tag in page.all("th"))
    count = len(page.all("figure"))
    assert count == len(tables.SWEEPS) + 2 == len(page.all("figcaption"))
    drawings = [tag for tag in page.all("svg") if tag.get("role") == "img"]
    assert len(drawings) == count and all(len(tag["aria-label"]) > 40 for tag in drawings)
    assert len(page.all("table")) == len(page.all("caption"))
    identifiers = [tag["id"] for _, tag in page.tags if "id" in tag]
    assert len(identifiers) == len(set(identifiers))


def test_each_statement_has_number_limit_verdict_and_seeds(folder):
    rows = list(csv.DictReader(io.StringIO((folder / "tables" / "claims.csv").read_text())))
    assert {row["Claim"] for row in rows} == {x.sentence for x in CLAIMS if not x.paper}
    for row in rows:
        assert float(row["Number"]) >= 0 and row["Limit"].startswith("at ")
        assert row["Verdict"] == "holds" and row["Seeds"] and int(row["Cases"]) > 0


def change(folder, to, edit):
    """A copy of the results with edited records."""
    copy(folder, to)
    records = store.read(to)
    (to / store.RESULTS).unlink()
    with store.Store(to) as opened:
        for record in records:
            changed = edit(record)
            if changed:
                opened.append(changed)


def test_the_command_renders_and_its_status_tells(folder, tmp_path, capsys, no_figures):
    copy(folder, tmp_path)
    assert command.main(["render", str(tmp_path)]) == 0
    assert SUMMARY in capsys.readouterr().out


def test_a_failing_claim_shows_everywhere(folder, tmp_path, capsys, no_figures):
    victim = CLAIMS[[claim.name for claim in CLAIMS].index("pinocchio_robots")].cases(True)[0].id

    def spoil(record):
        if record["id"] == victim:
            record["result"]["forms"]["spatial"] = "inf"
        return record

    change(folder, tmp_path, spoil)
    assert command.main(["render", str(tmp_path)]) == 1
    said = capsys.readouterr().out
    assert f"{OWN - 1} of {OWN} claims hold" in said and victim in said
    page = (tmp_path / "index.html").read_text()
    assert ">FAILS<" in page and victim in page
    assert "FAILS" in (tmp_path / "README.md").read_text()


def test_an_unfinished_campaign_does_not_pass(folder, tmp_path, no_figures):
    change(folder, tmp_path, lambda record: None if "errata" in record["measurement"] else record)
    assert command.main(["render", str(tmp_path)]) == 1
    assert "missing" in (tmp_path / "tables" / "errata.csv").read_text()
    assert "campaign is not finished" in (tmp_path / "index.html").read_text()


def test_failed_cases_are_shown(folder, tmp_path, no_figures):
    def fail(record):
        if "pinocchio" in record["measurement"]:
            del record["result"]
            record["error"] = "ValueError: <no robot>"
        return record

    change(folder, tmp_path, fail)
    assert command.main(["render", str(tmp_path)]) == 1
    page = (tmp_path / "index.html").read_text()
    assert "&lt;no robot&gt;" in page and "<no robot>" not in page


def test_a_folder_without_results_gives_status_2(tmp_path, capsys):
    assert command.main(["render", str(tmp_path)]) == 2
    assert "environment.json" in capsys.readouterr().out


TABLE = Table(
    "a_table", "50% of <b> & $x_1$", ("A", "B"), [["p|q #1", 1.25e-15], ["", 3], ["z", 0.5]]
)


def test_markdown():
    lines = formats.markdown(TABLE).splitlines()
    assert lines[2:] == [
        "| A | B |", "| --- | --- |", "| p\\|q \\#1 | 1.2e-15 |", "|  | 3 |", "| z | 0.5 |",
    ]  # fmt: skip


def test_csv_keeps_every_digit():
    rows = list(csv.reader(io.StringIO(formats.comma_separated(TABLE))))
    assert rows == [["A", "B"], ["p|q #1", "1.25e-15"], ["", "3"], ["z", "0.5"]]


def test_latex_is_escaped_and_ruled():
    text = latex.text(TABLE)
    assert r"50\% of \textless{}b\textgreater{} \& \$x\_1\$" in text
    assert r"p|q \#1 & 1.2e-15 \\" in text
    for rule in ("toprule", "midrule", "bottomrule"):
        assert f"\\{rule}" in text
    assert text.count("{") == text.count("}")


@pytest.mark.parametrize(
    ("x", "text"),
    [
        (0.0, "0"), (12, "12"), (1.5e-15, "1.5e-15"), (2e100, "2.0e100"), (1234.5, "1234"),
        (0.25, "0.25"), (True, "True"), ("a", "a"), (float("inf"), "inf"), (4e-5, "4.0e-5"),
    ],
)  # fmt: skip
def test_numbers(x, text):
    assert number(x) == text
