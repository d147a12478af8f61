"""The site of the documentation: every public object has a page, and pages work in a browser.

``tox -e docs`` builds the site and says in LIEREF_SITE where it is.
"""

import os
import re
from pathlib import Path
from types import ModuleType

import pytest
from support.programs import page_checks
from support.programs.checkout import ROOT
from support.programs.headless_chromium import opened

import lieref

SITE = Path(os.environ.get("LIEREF_SITE", ROOT / "no site"))
PAGES = (
    "docs/index.html",
    "docs/quick-start.html",
    "docs/theory/partials.html",
    "docs/gallery/10_audit.html",
    "docs/api/generated/lieref.inverse_dynamics.html",
    "reports/inverse_dynamics/README.html",
)
# What a newcomer looks for: links to click from the first page, and what must then be there.
PATHS = {
    "inverse and forward dynamics": (
        ["Quick start"],
        "lieref.forward_dynamics(model, q, v[0], tau)",
    ),
    "Jacobian of a tool": (["How to", "Jacobian of a tool"], 'lieref.jacobian(model, q, "tool0"'),
    "torque rates along a B-spline": (["How to", "torque rates"], "BSpline(knots"),
    "gradients for DDP": (["How to", "a small iLQR"], "lieref.forward_dynamics_partials(model"),
    "simulation": (["How to", "simulation"], "lieref.simulate.simulate(model"),
    "LaTeX tables": (["lieref report --model my.urdf"], "\\input{report/tables/accuracy}"),
    "audit of own code": (["lieref check"], "def subject(model):"),
    "golden data in C++": (["Golden data"], '#include "lieref_golden.hpp"'),
}
built = pytest.mark.skipif(not SITE.is_dir(), reason="LIEREF_SITE names no site")


def test_every_public_object_has_a_page():
    pytest.importorskip("rich", reason="lieref.report is one of them")
    pages = "".join(x.read_text(encoding="utf-8") for x in (ROOT / "docs" / "api").glob("*.md"))
    named = set(re.findall(r"^   lieref\.(\w+)$", pages, re.M))
    found = {
        name
        for name in dir(lieref)
        if name[0] != "_"
        and not isinstance(getattr(lieref, name), ModuleType)
        and getattr(getattr(lieref, name), "__module__", "").startswith("lieref.")
    }
    assert found - named == set()
    assert named - found == set()


def test_links_between_documents_lead_to_files_of_the_checkout():
    """So they work where a code host shows a document, too."""
    documents = [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), *ROOT.glob("docs/theory/*.md")]
    links = [
        (path.name, link)
        for path in documents
        for link in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", path.read_text(encoding="utf-8"))
        if not link.startswith("http") and not (path.parent / link).exists()
    ]
    assert links == []
    assert "../examples/gallery/01_tool_frame.py" in (ROOT / "docs" / "how-to.md").read_text(
        "utf-8"
    )


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    with opened(tmp_path_factory.mktemp("profile")) as found:
        found.size(1200)
        yield found


@built
@pytest.mark.parametrize("name", PAGES)
def test_a_page_asks_for_nothing_elsewhere_and_complains_of_nothing(page, name):
    page.open(SITE / name)
    assert page.console == []
    assert [url for url in page.requests if not url.startswith(("file:", "data:"))] == []
    assert "lieref" in page.value("document.title")
    # alternative texts say more than the name of a file
    texts = page.value("[...document.querySelectorAll('article img')].map(x => x.alt)")
    assert [text for text in texts if len(text) < 8] == []


@built
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", PAGES)
def test_a_page_fits_a_telephone_in_both_schemes(page, name, scheme):
    page.prefers(scheme)
    page.size(400)
    page.open(SITE / name)
    assert page.value("document.documentElement.scrollWidth") <= 400
    back = page.value("getComputedStyle(document.body).backgroundColor")
    shade = sum(map(int, re.findall(r"\d+", back)[:3]))
    assert (shade < 200) is (scheme == "dark"), back
    page.size(1200)
    page.prefers("light")


@built
@pytest.mark.parametrize("wanted", PATHS)
def test_few_clicks_lead_to_what_is_looked_for(page, wanted):
    links, found = PATHS[wanted]
    page.open(SITE / "docs/index.html")
    for text in links:
        page.follow(text)
    assert found in page.value("document.querySelector('article').innerText")
    assert page.console == []


@built
@pytest.mark.parametrize("word", ["inverse_dynamics", "damping", "URDF"])
def test_search_finds(page, word):
    page.open(SITE / "search.html")
    page.value(f"Search.performSearch('{word}')")
    found = "[...document.querySelectorAll('#search-results li')].length"
    page_checks.wait(page, f"{found} > 0")
    assert word.lower() in page.value("document.querySelector('#search-results').innerText").lower()


@built
def test_formulas_are_drawn(page):
    page.open(SITE / "docs/theory/inverse-dynamics.html")
    page_checks.wait(page, "document.querySelectorAll('mjx-container').length > 5")
