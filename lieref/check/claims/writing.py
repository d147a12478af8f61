"""Claims as text, JSON, Markdown, JUnit XML and a page of HTML, one row each; and a badge."""

from __future__ import annotations

import html
import json
import math
from collections.abc import Callable
from dataclasses import asdict
from typing import Any
from xml.etree import ElementTree

from lieref.check.claims.holding import HOLDS, Claims, Held
from lieref.check.pages import page as html_page
from lieref.check.pages.words import in_markdown, printable
from lieref.check.writers import finite

HEAD = ("verdict", "claim", "subject", "model", "quantity", "metric", "worst", "limit", "where")
COLORS = ("brightgreen", "red", "lightgrey")


def _number(held: Held, x: float | None) -> str:
    """A number as reports of checks show it."""
    if x is None:
        return "-"
    return f"{x:.1f}" if held.claim.metric == "digits" else f"{x:.1e}"


def row(held: Held) -> tuple[str, ...]:
    """Return a claim as a row of `HEAD`."""
    claim = held.claim
    order = "" if claim.order is None else f", order {claim.order}"
    frame = f", {claim.frame}" if claim.frame else ""
    least = "at least" if claim.metric == "digits" else "at most"
    words = (
        held.status,
        claim.sentence,
        claim.known_as,
        claim.model,
        claim.quantity.removesuffix("_orders") + order + frame,
        claim.metric,
        _number(held, held.worst),
        f"{least} {_number(held, claim.limit)}",
        held.where or held.text or "-",
    )
    return tuple(map(printable, words))


def summary(claims: Claims) -> str:
    """Return how many hold."""
    verdict = ("PASS", "FAIL", "NOT COMPARED")[claims.exit_status]
    return f"{verdict}: {claims.holding} of {len(claims.held)} claims hold"


def text(claims: Claims) -> str:
    """Return the verdict and a table for a terminal."""
    table = [HEAD, *map(row, claims.held)]
    widths = [max(len(x[n]) for x in table) for n in range(len(HEAD))]
    lines = [
        "  ".join(word.ljust(width) for word, width in zip(x, widths, strict=True)).rstrip()
        for x in table
    ]
    return "\n".join([summary(claims), "", *lines]) + "\n"


def markdown(claims: Claims) -> str:
    """Return the verdict and a table."""
    table = [HEAD, ["---"] * len(HEAD), *map(row, claims.held)]
    lines = ["| " + " | ".join(map(in_markdown, x)) + " |" for x in table]
    return "\n".join([f"# {summary(claims)}", "", *lines]) + "\n"


def as_json(claims: Claims) -> str:
    """Return everything; infinite numbers as words, since JSON has none."""
    found = asdict(claims) | {"exit_status": claims.exit_status}
    return json.dumps(finite(found), indent=1, allow_nan=False) + "\n"


def junit(claims: Claims) -> str:
    """Return a test suite with one test case for each claim."""
    failed = [x for x in claims.held if x.status != HOLDS and not x.uncompared]
    missing = [x for x in claims.held if x.uncompared]
    suites = ElementTree.Element("testsuites")
    suite = ElementTree.SubElement(
        suites,
        "testsuite",
        name="lieref claims",
        tests=str(len(claims.held)),
        failures=str(len(failed)),
        errors=str(len(missing)),
        skipped="0",
        time=f"{claims.seconds:.3f}",
    )
    for x in claims.held:
        of = f"{x.claim.known_as}.{x.claim.model}.{x.claim.quantity}"
        case = ElementTree.SubElement(
            suite, "testcase", classname=printable(of), name=printable(x.claim.sentence)
        )
        if x.status != HOLDS:
            worst, limit = row(x)[6:8]
            told = x.text or f"{x.claim.metric} {worst}, {limit}, at {x.where}"
            message = printable(f"{x.status}: {told}")
            ElementTree.SubElement(case, "error" if x.uncompared else "failure", message=message)
    ElementTree.indent(suites)
    return ElementTree.tostring(suites, encoding="unicode", xml_declaration=True) + "\n"


def page(claims: Claims) -> str:
    """Return a page of HTML that needs nothing from elsewhere."""

    def cells(held: Held) -> list[html_page.Cell]:
        words = row(held)
        kind = "holds" if held.status == HOLDS else "fails"
        known = held.worst is not None and math.isfinite(held.worst)
        worst = html_page.Cell(words[6], held.worst if known else None)
        start = html_page.Cell(words[0], kind=kind)
        return [start, *map(html_page.Cell, words[1:6]), worst, *map(html_page.Cell, words[7:])]

    kind = "holds" if claims.exit_status == 0 else "fails"
    table = html_page.table(
        "claims", "Each claim and its worst number.", HEAD, map(cells, claims.held), "Claims"
    )
    main = [
        "<h1>Claims</h1>",
        f'<p class="verdict {kind}">{html.escape(summary(claims))}</p>',
        table,
    ]
    return html_page.document("Claims", "\n".join(main))


def badge(claims: Claims) -> str:
    """Return what shields.io shows as a badge, by its schema of endpoints."""
    shown: dict[str, Any] = {
        "schemaVersion": 1,
        "label": "accuracy claims",
        "message": f"{claims.holding} of {len(claims.held)} hold",
        "color": COLORS[claims.exit_status],
    }
    return json.dumps(shown) + "\n"


FORMATS: dict[str, Callable[[Claims], str]] = {
    "text": text,
    "json": as_json,
    "markdown": markdown,
    "junit": junit,
    "html": page,
}
