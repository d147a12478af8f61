"""The page of ``lieref check`` in a browser; see also tests/verification."""

import re
from pathlib import Path

import pytest
from support.programs import page_checks
from support.programs.headless_chromium import opened

from lieref.check import audit
from lieref.check.writers import FORMATS


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(Path(__file__).parent)
        report = audit("confused_subjects:halved", "serial_chain:3", states=["generic"])
    report.subject = "<script>throw 1</script>"
    found = tmp_path_factory.mktemp("page") / "report.html"
    found.write_text(FORMATS["html"](report), encoding="utf-8")
    return found


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    with opened(tmp_path_factory.mktemp("profile")) as found:
        found.size(1200)
        yield found


def test_the_page_works_in_a_browser(page, path):
    page_checks.check_self_contained(page, path)
    assert page.value("document.scripts.length") == 1
    shown = page_checks.column(page, "#table-results", 6)
    assert all(re.fullmatch(r"\d\.\de[+-]\d\d", text) for text in shown)
    page_checks.check_sorting(page, "#table-results", 6, sorted(shown, key=float))
    page_checks.check_colors(page, path, ["li", ".verdict", ".fails", "caption", "figcaption"])
    page_checks.check_phone(page, path)
    page_checks.check_names(page, path)


def test_the_figure_shows_what_is_wrong_in_both_colors(page, path):
    label = page.value("document.querySelector('figure svg').getAttribute('aria-label')")
    assert re.fullmatch(
        r"Chart, .* of 9 results: 4 above 1; the largest is \d\.\de\+\d+, .*", label
    )
    assert page.value("document.querySelectorAll('figure svg circle').length") == 5
