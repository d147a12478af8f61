"""What every page of a report must do in a browser; see `headless_chromium`."""

import time

from support.programs.headless_chromium import DEADLINE

ORDER = """Array.from(document.querySelectorAll("{table} tbody tr"),
    (row) => row.cells[{column}].textContent)"""


def wait(page, expression):
    """Return when an expression of JavaScript is true."""
    end = time.monotonic() + DEADLINE
    while not page.value(expression):
        assert time.monotonic() < end, expression
        time.sleep(0.05)


def column(page, table, number):
    """The texts of a column from top to bottom."""
    return page.value(ORDER.format(table=table, column=number))


def check_self_contained(page, path):
    """The page asks for itself alone and has nothing to complain of."""
    page.open(path)
    assert [url for url in page.requests if not url.startswith("data:")] == [
        path.resolve().as_uri()
    ]
    assert not page.console
    assert page.value("document.documentElement.lang") == "en"


def check_sorting(page, table, number, ascending):
    """A click sorts a column up, the keyboard then sorts it down; the state is told."""
    head = f"{table} thead th:nth-child({number + 1})"
    state = f"document.querySelector({head!r}).getAttribute('aria-sort')"
    assert page.value(state) == "none"
    page.click(f"{head} button")
    assert column(page, table, number) == ascending
    assert page.value(state) == "ascending"
    page.value(f"document.querySelector({head + ' button'!r}).focus()")
    page.press("Enter")
    empty = [text for text in ascending if text in ("", "-")]
    filled = [text for text in ascending if text not in ("", "-")]
    assert column(page, table, number) == filled[::-1] + empty
    assert page.value(state) == "descending"
    others = page.value(f"document.querySelectorAll('{table} th[aria-sort=none]').length")
    assert others == page.value(f"document.querySelectorAll('{table} thead th').length") - 1


def contrast(page, selector):
    """Contrast of an element's text with the page, as WCAG defines it."""
    luminance = """((color) => color.match(/[\\d.]+/g).slice(0, 3).map((x) => x / 255)
        .map((x) => x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4)
        .reduce((sum, x, i) => sum + x * [0.2126, 0.7152, 0.0722][i], 0))"""
    ink = page.value(f"{luminance}(getComputedStyle(document.querySelector('{selector}')).color)")
    paper = page.value(f"{luminance}(getComputedStyle(document.body).backgroundColor)")
    bright, dim = max(ink, paper), min(ink, paper)
    return (bright + 0.05) / (dim + 0.05)


def check_colors(page, path, selectors):
    """The system's colors hold until the button is pressed, and all texts are readable."""
    paper = "getComputedStyle(document.body).backgroundColor"
    button = "document.querySelector('header button')"
    found = {}
    for scheme in ("light", "dark"):
        page.prefers(scheme)
        page.open(path)
        found[scheme] = page.value(paper)
        assert page.value(f"{button}.getAttribute('aria-pressed')") == str(scheme == "dark").lower()
        # 4.5 is what level AA asks for
        assert all(contrast(page, selector) >= 4.5 for selector in selectors)
    assert found["light"] != found["dark"]
    page.click("header button")
    assert page.value(paper) == found["light"]
    page.value(f"{button}.focus()")
    page.press(" ")
    assert page.value(paper) == found["dark"]
    assert page.value(f"{button}.getAttribute('aria-pressed')") == "true"
    # the choice goes with the reader to the next page
    page.prefers("light")
    page.open(path)
    end = time.monotonic() + DEADLINE
    while page.value(paper) != found["dark"]:
        # the browser's processes may still be telling each other what was chosen
        assert time.monotonic() < end
        page.open(path)
    page.value("localStorage.clear()")


def check_phone(page, path):
    """On a narrow screen the page does not scroll sideways, while its tables do."""
    page.size(360)
    page.open(path)
    assert page.value("document.documentElement.scrollWidth") <= 360
    wide = page.value(
        "Array.from(document.querySelectorAll('.scroll'))"
        ".filter(x => x.scrollWidth > x.clientWidth)"
        ".every(x => x.tabIndex === 0 && x.getAttribute('aria-label'))"
    )
    assert wide is True
    page.size(1200)


def check_names(page, path):
    """The first key leads to the content; figures, tables and buttons have accessible names."""
    page.open(path)
    page.press("Tab")
    assert page.value("document.activeElement.className") == "skip"
    page.press("Enter")
    assert page.value("document.activeElement.id") == "main"
    nodes = page.call("Accessibility.getFullAXTree")["nodes"]
    named = [node for node in nodes if not node.get("ignored")]
    for role in ("image", "button", "table", "region", "link"):
        for node in named:
            if node.get("role", {}).get("value") == role:
                assert node["name"]["value"].strip(), node
