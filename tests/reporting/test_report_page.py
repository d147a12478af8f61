"""The page of a report in a browser: wide, on a phone, dark, and on paper."""

import base64
import re

import pytest
from support.programs import page_checks
from support.programs.headless_chromium import opened

MOST_PAGES = 8


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    with opened(tmp_path_factory.mktemp("profile")) as found:
        found.size(1200)
        yield found


def test_the_page_works_in_a_browser(page, made):
    path = made[1] / "index.html"
    page_checks.check_self_contained(page, path)
    page_checks.check_colors(page, path, [".verdict", ".fails", "caption", "figcaption"])
    page_checks.check_phone(page, path)
    page_checks.check_names(page, path)


def test_the_verdict_comes_first_and_wide_windows_are_used(page, made):
    page.open(made[1] / "index.html")
    first = page.value("document.querySelector('h1').nextElementSibling.textContent")
    assert first == made[0].verdicts[0]
    tops = "Array.from(document.querySelectorAll('figure')).map(x => x.getBoundingClientRect().top)"
    one, two, *_ = page.value(tops)
    assert one == two
    page.size(400)
    one, two, *_ = page.value(tops)
    assert one < two
    page.size(1200)


def test_it_is_printed_on_few_sheets(page, made):
    page.open(made[1] / "index.html")
    paper = {"paperWidth": 8.27, "paperHeight": 11.69}
    data = base64.b64decode(page.call("Page.printToPDF", **paper)["data"])
    assert 1 <= len(re.findall(rb"/Type\s*/Page\b", data)) <= MOST_PAGES
