"""What is published of a report: text, tables, small figures, environment; nothing raw."""

import io
import json
from pathlib import Path

import pytest
from matplotlib import pyplot as plt
from support.programs.parsed_page import Page

from lieref.reporting import drawing
from verification.campaigns import CAMPAIGNS
from lieref.reporting.campaigns import campaign, environment
from verification import figures, publish
from lieref.reporting import svg

CAMPAIGN = CAMPAIGNS["representations"]

ROOT = Path(__file__).resolve().parents[3]
NAME = "equations_061_frame_inertia"


@pytest.fixture(scope="module")
def measured(tmp_path_factory):
    folder = tmp_path_factory.mktemp("results") / "equations"
    claims = [claim for claim in CAMPAIGN.claims() if claim.name == NAME]
    campaign.run({claim.name: claim.cases(True) for claim in claims}, folder)
    CAMPAIGN.render(folder, claims)
    drawn = drawing.Plot("dots", "Dots.", "Some dots.", lambda axes: axes.plot([1, 2, 4], "o"))
    drawing.write(drawn, folder / "figures")
    return folder


def test_a_report_is_copied_without_what_is_raw(measured, tmp_path):
    (tmp_path / "equations" / "tables").mkdir(parents=True)
    (tmp_path / "equations" / "tables" / "old.csv").write_text("stale")
    assert publish.main([str(measured), "--reports", str(tmp_path)]) == 0
    names = {x.relative_to(tmp_path).as_posix() for x in tmp_path.rglob("*") if x.is_file()}
    tables = {"equations/tables/errata.csv", "equations/latex/errata.tex"}
    rest = {"equations/README.md", "equations/environment.json", "equations/figures/dots.svg"}
    assert names == {"README.md", "index.html", *tables, *rest}
    found = json.loads((tmp_path / "equations" / "environment.json").read_text())
    assert "plan" not in found and found["packages"]["numpy"]
    assert found["claims"][NAME] == {
        "holds": True, "paper": "004", "numbers": 1, "cases": 1, "seeds": "0",
    }  # fmt: skip


def test_the_lists_lead_to_every_report_with_counts(measured, tmp_path):
    publish.publish(measured, tmp_path / "equations")
    publish.write_lists(tmp_path)
    for name in ("README.md", "index.html"):
        text = (tmp_path / name).read_text(encoding="utf-8")
        assert "equations/README.md" in text and CAMPAIGN.report.title in text and "1 of 1" in text


def test_a_large_figure_is_refused(measured, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(publish, "LARGEST", 100)
    assert publish.main([str(measured), "--reports", str(tmp_path)]) == 2
    assert "dots.svg" in capsys.readouterr().err
    assert not (tmp_path / "equations").exists()


def test_nothing_measured_is_an_error(tmp_path, capsys):
    assert publish.main([str(tmp_path), "--reports", str(tmp_path / "reports")]) == 2
    assert environment.ENVIRONMENT in capsys.readouterr().err


def test_the_published_reports_are_light_and_whole():
    files = [path for path in (ROOT / "reports").rglob("*") if path.is_file()]
    assert sum(path.stat().st_size for path in files) <= 8e6
    assert {path.suffix for path in files} <= {".md", ".csv", ".tex", ".svg", ".json", ".html"}
    for figure in (ROOT / "reports").glob("*/figures/*.svg"):
        assert figure.stat().st_size <= publish.LARGEST, figure
        assert f"figures/{figure.name}" in (figure.parents[1] / "README.md").read_text()
    folders = {path.parent.name for path in files if path.name == environment.ENVIRONMENT}
    assert {entry.folder for entry in publish.entries(ROOT / "reports")} == folders


def test_an_svg_has_each_point_of_a_series_and_no_ink_of_the_page(measured):
    text = (measured / "figures" / "dots.svg").read_text(encoding="utf-8")
    assert drawing.INK not in text and "currentColor" not in text and "var(" not in text
    marks = Page(text)
    assert marks.all("marker") and len(marks.all("svg")) == 1
    # three dots, at three places of one path
    assert 2 in [x.split('"')[1].count("l") for x in text.split("<path ") if "marker-mid" in x]


def test_steps_of_a_path_do_not_add_up_their_roundings():
    path = svg._steps(" ".join(f"{'L' if n else 'M'} {n / 3} {n / 7}" for n in range(1000)))
    x = y = 0.0
    first, *steps = path.removeprefix("M").split("l")
    for pair in (first, *steps):
        dx, dy = map(float, pair.split())
        x, y = x + dx, y + dy
    assert abs(x - 333.0) < 0.06 and abs(y - 999 / 7) < 0.06
    assert len(steps) == 999


def test_figures_of_one_page_share_no_name():
    both = []
    for name in ("first", "second"):
        figure = plt.figure()
        figure.add_subplot().plot([1, 2, 4], "o")
        file = figure_text(figure)
        both.append({x.get("id") for x in svg.shrunk(file, name).iter() if x.get("id")})
    assert both[0] and not both[0] & both[1]


def test_few_marks_stay_beside_many():
    """Marks of a series are those of one path, if they are many, and nothing else goes."""
    def use(mark, count):
        return "".join(f'<use href="#{mark}" x="{k}" y="1"/>' for k in range(count))

    marks = use("o", 2) + use("s", 4) + use("o", 2)
    text = f'<svg xmlns="http://www.w3.org/2000/svg"><g id="all">{marks}</g></svg>'
    found = svg.shrunk(text, "marks")
    count = [sum(x.tag.endswith(f"}}{tag}") for x in found.iter()) for tag in ("marker", "use")]
    # that in the marker, and those of the others
    assert count == [1, 5]


def figure_text(figure):
    """The SVG text of a figure, which is closed."""
    text = io.StringIO()
    figure.savefig(text, format="svg")
    plt.close(figure)
    return text.getvalue()
