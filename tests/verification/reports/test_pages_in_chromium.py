"""A campaign's page in a browser: nothing from outside, sorting, colors, narrow screens, names."""

from support.programs import page_checks
import pytest
from support.programs.headless_chromium import opened

from lieref.reporting import drawing
from verification import figures
from verification.claims import Claim
from verification.evidence import Evidence, Judged
from verification.report import Report
from lieref.reporting.tables import Table, number
from verification.verdicts import Row

NUMBERS = [3e-5, 2.0, 1e-15, float("inf"), 1e3, 1.226e-15, 0.0, -4.0, "", 1.234e-15]
LIMITS = ["at most 1.0e-5", "at most 3.0e-15", "at least 0.5", "at most 20", "at most 3"] * 2
HOSTILE = "</script><script>throw 1</script><img src='http://127.0.0.1:9/x.png'>"


def draw(axes):
    axes.plot([1, 2], [3, 4], color="#E69F00")


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    folder = tmp_path_factory.mktemp("report")
    row = Row("part", 1e-3, "at most", 1e-2, True, 3, "0-2", "id")
    judged = Judged(Claim("a", f"Holds {HOSTILE}.", "Why.", "", list, list), [row], 0)
    wrong = Judged(Claim("b", "Fails.", "Why.", "", list, list), [], 2)
    evidence = Evidence({"note": HOSTILE, "plan": {}}, {}, [judged, wrong])
    rows = [
        [f"row {n}", x, limit, "FAILS", HOSTILE, "a long text without a break" * 3]
        for n, (x, limit) in enumerate(zip(NUMBERS, LIMITS, strict=True))
    ]
    table = Table("made_up", "Made up.", ("Name", "Number", "Limit", "Verdict", "E", "F"), rows)
    plot = drawing.Plot("line", "A line.", "A rising line from three to four, made up.", draw)
    Report("A report", lambda _: [table], lambda _: [plot]).write(folder, evidence)
    return folder / "index.html"


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    with opened(tmp_path_factory.mktemp("profile")) as found:
        found.size(1200)
        yield found


def test_it_asks_for_nothing_and_complains_of_nothing(page, path):
    page_checks.check_self_contained(page, path)


def test_numbers_are_sorted_by_value_beyond_what_is_shown(page, path):
    page.open(path)
    in_order = [-4.0, 0.0, 1e-15, 1.226e-15, 1.234e-15, 3e-5, 2.0, 1e3, float("inf"), ""]
    page_checks.check_sorting(page, "#table-made_up", 1, [number(x) for x in in_order])
    rows = page_checks.column(page, "#table-made_up", 0)
    # 1.226e-15 and 1.234e-15 look the same, and the larger one is up now
    assert rows.index("row 9") < rows.index("row 5")


def test_words_with_a_number_are_sorted_by_both(page, path):
    page.open(path)
    in_order = ["at least 0.5", "at most 3.0e-15", "at most 1.0e-5", "at most 3", "at most 20"]
    twice = [text for text in in_order for _ in range(2)]
    page_checks.check_sorting(page, "#table-made_up", 2, twice)
    page.click("#table-made_up thead th:first-child button")
    assert page_checks.column(page, "#table-made_up", 0) == [f"row {n}" for n in range(10)]


def test_colors(page, path):
    page_checks.check_colors(page, path, ["p", ".fails", ".holds", "caption", "figcaption", "dt"])


def test_the_figure_takes_the_colors_of_the_page(page, path):
    strokes = """new Set(Array.from(document.querySelectorAll("figure svg path"),
        (x) => getComputedStyle(x).stroke)).has("{}")"""
    for scheme, color in (("light", "rgb(176, 118, 0)"), ("dark", "rgb(230, 159, 0)")):
        page.prefers(scheme)
        page.open(path)
        assert page.value(strokes.format(color)) is True
    page.prefers("light")


def test_a_phone(page, path):
    page_checks.check_phone(page, path)
    page.size(360)
    page.open(path)
    wider = "document.querySelector('.scroll:has(#table-made_up)')"
    assert page.value(f"{wider}.scrollWidth > {wider}.clientWidth") is True
    page.size(1200)


def test_names_and_the_way_by_keyboard(page, path):
    page_checks.check_names(page, path)


def test_what_a_text_holds_is_not_run(page, path):
    page.open(path)
    assert page.value("document.scripts.length") == 1
    assert page.value("document.images.length") == 0
