"""An audit's report as text, JSON, Markdown, JUnit XML and a page of HTML."""

from __future__ import annotations

import html
import json
import math
from collections.abc import Callable, Sequence
from typing import Any
from xml.etree import ElementTree

from lieref.check.judging import TO_STEP
from lieref.check.pages import chart
from lieref.check.pages import page as html_page
from lieref.check.pages.words import in_markdown, printable
from lieref.check.quantities import KINEMATICS
from lieref.check.results import Report, Result

HEAD = (
    "quantity", "result", "state", "block", "verdict", "digits", "MAE", "RMSAE", "MRE", "RMSRE",
    "max norm", "tolerance",
)  # fmt: skip
VERDICTS = ("PASS", "FAIL", "NOT COMPARED")


def rows(report: Report, every_block: bool = True) -> list[tuple[str, ...]]:
    """Return the table of `HEAD`: for each result its blocks, or the whole of it alone."""
    return [tuple(map(printable, row)) for row in _rows(report, every_block)]


def _rows(report: Report, every_block: bool) -> list[tuple[str, ...]]:
    """The rows with words as they came."""
    found = []
    for x in report.results:
        start = (x.quantity, x.output or "-", x.state or "-")
        if x.judgement is None:
            found.append((*start, "-", x.status, *["-"] * 7))
            continue
        whole = x.judgement
        found.append((*start, "all", x.status, *_numbers(whole.errors, whole.tolerance)))
        if every_block and len(whole.blocks) > 1:
            for block in whole.blocks:
                numbers = _numbers(block.errors, block.tolerance)
                found.append((*start, block.name, block.verdict, *numbers))
    return found


def _numbers(errors: Any, tolerance: float) -> tuple[str, ...]:
    """Metrics as words."""
    digits = "none" if errors.digits == -math.inf else f"{errors.digits:.1f}"
    values = (errors.mae, errors.rmsae, errors.mre, errors.rmsre, errors.relative, tolerance)
    return (digits, *(f"{x:.1e}" for x in values))


def title(report: Report) -> str:
    """Return what was checked, and on which model."""
    return printable(f"{report.subject} on {report.model}")


def summary(report: Report) -> list[str]:
    """Return what the audit found, line by line."""
    return list(map(printable, _summary(report)))


def _summary(report: Report) -> list[str]:
    """The lines with words as they came."""
    references = [x for x in report.results if x.judgement is not None]
    lines = [
        f"{VERDICTS[report.exit_status]}: {report.subject} on {report.model} "
        f"({report.nv} velocity coordinates, base `{report.base}`)",
        f"{len(report.passed)} results within their tolerance ({report.factor:g} nv times the "
        f"conditioning bound), {len(report.failed)} not; {report.seconds:.1f} s, "
        f"lieref {report.lieref}",
    ]
    if references:
        radius = max(x.radius for x in references)
        kind = "proven" if all(x.proven for x in references) else "NOT PROVEN (no python-flint)"
        lines.append(
            f"reference by lieref.oracle, {kind}: error below {radius:.0e} of each result's norm "
            "before it is rounded to 2^-106"
        )
    if report.precision != "float64":
        lines.append(f"{report.precision} declared: tolerances are in units of its roundoff")
    lines += _by_differences(report)
    lines += [
        f"{' '.join(filter(None, (x.quantity, x.output, x.state)))}: {x.status}: {x.text}"
        for x in _told(report)
    ]
    wrong = [x for x in report.results if x.judgement is not None and x.status == "fail"]
    lines += [
        f"{x.quantity} {x.output}, {x.state}: {x.judgement.ratio:.1e} times its tolerance in the "
        + (
            x.judgement.joint
            if x.quantity in KINEMATICS
            else f"rows of joint {x.judgement.joint!r}"
        )
        for x in wrong
        if x.judgement is not None
    ]
    lines += [
        f"EXPLAINED by {e.confusion} ({e.quantity}: {', '.join(e.outputs)}): {e.text}"
        for e in report.explanations
    ]
    unexplained = {x.quantity for x in wrong} - {e.quantity for e in report.explanations}
    for name in sorted(unexplained):
        lines.append(f"{name}: none of the usual confusions explains it")
        lines += [line for line in report.located if line.startswith(f"{name}: ")]
    return lines


def _by_differences(report: Report) -> list[str]:
    """What there is to say of results by finite differences, line by line."""
    lines = []
    for name, how in report.differences.items():
        mine = [x for x in report.results if x.output == name and x.judgement is not None]
        beyond = [x.judgement.strict_ratio for x in mine if x.status == TO_STEP and x.judgement]
        if beyond:
            lines.append(
                f"{name} by {how}: at {len(beyond)} of {len(mine)} states within the error that "
                f"this step must have, and up to {max(beyond):.1e} times the tolerance of rounding"
            )
        elif mine:
            lines.append(f"{name} by {how}")
    return lines


def _told(report: Report) -> list[Result]:
    """Results without numbers, of which there is something to tell."""
    numberless = [x for x in report.results if x.judgement is None and x.status != "pass"]
    return [x for x in numberless if x.text or x.status != "not offered"]


def text(report: Report) -> str:
    """Return a table for a terminal, and the summary below it."""
    table = [HEAD, *rows(report, every_block=False)]
    widths = [max(len(row[n]) for row in table) for n in range(len(HEAD))]
    lines = [
        "  ".join(word.ljust(width) for word, width in zip(row, widths, strict=True)).rstrip()
        for row in table
    ]
    return "\n".join([*lines, "", *summary(report)]) + "\n"


def markdown(report: Report) -> str:
    """Return headline, summary and the table with all blocks."""

    def row(words: Sequence[str]) -> str:
        return "| " + " | ".join(map(in_markdown, words)) + " |"

    bullets = [f"- {in_markdown(line)}" for line in summary(report)]
    table = [row(HEAD), row(["---"] * len(HEAD)), *(row(x) for x in rows(report))]
    head = f"# lieref check: {in_markdown(title(report))}"
    return "\n".join([head, "", *bullets, "", *table]) + "\n"


def as_json(report: Report) -> str:
    """Return everything; infinite numbers as words, since JSON has none."""
    return json.dumps(finite(report.as_dict()), indent=1, allow_nan=False) + "\n"


def finite(x: Any) -> Any:
    """The same with "inf" and the like for numbers that are not finite."""
    if isinstance(x, dict):
        return {key: finite(value) for key, value in x.items()}
    if isinstance(x, list | tuple):
        return [finite(value) for value in x]
    return str(x) if isinstance(x, float) and not math.isfinite(x) else x


def junit(report: Report) -> str:
    """Return a test suite with one test case for each result."""
    uncompared = report.uncompared
    suite = ElementTree.Element(
        "testsuite",
        name=f"lieref check: {title(report)}",
        tests=str(len(report.results)),
        failures=str(len(report.failed)),
        errors=str(len(uncompared)),
        skipped=str(
            len(report.results) - len(report.failed) - len(report.passed) - len(uncompared)
        ),
        time=f"{report.seconds:.3f}",
    )
    failed, missing = set(map(id, report.failed)), set(map(id, uncompared))
    told = "\n".join(summary(report))
    for x in report.results:
        case = ElementTree.SubElement(
            suite,
            "testcase",
            classname=printable(f"{report.subject}.{report.model}.{x.quantity}"),
            name=printable(" ".join(filter(None, (x.output, x.state))) or x.quantity),
        )
        if id(x) in failed:
            worst = f"{x.judgement.ratio:.1e} times the tolerance" if x.judgement else x.text
            ElementTree.SubElement(
                case, "failure", message=printable(f"{x.status}: {worst}")
            ).text = told
        elif x.status == TO_STEP:
            note = f"{TO_STEP}: {report.differences[x.output]}"
            ElementTree.SubElement(case, "system-out").text = printable(note)
        elif id(x) in missing:
            # nothing was compared: whoever reads this file must not take it for a success
            ElementTree.SubElement(case, "error", message=printable(f"{x.status}: {x.text}"))
        elif x.status != "pass":
            ElementTree.SubElement(case, "skipped", message=printable(f"{x.status}: {x.text}"))
    suites = ElementTree.Element("testsuites")
    suites.append(suite)
    ElementTree.indent(suites)
    return ElementTree.tostring(suites, encoding="unicode", xml_declaration=True) + "\n"


def page(report: Report) -> str:
    """Return a page of HTML that needs nothing from elsewhere."""
    neutral = ("pass", TO_STEP, "not offered")

    def row(words: tuple[str, ...]) -> list[html_page.Cell]:
        start = [html_page.Cell(word) for word in words[:4]]
        verdict = html_page.Cell(words[4], kind="" if words[4] in neutral else "fails")
        return [*start, verdict, *map(_number_cell, words[5:])]

    head = f"lieref check: {title(report)}"
    verdict, *lines = summary(report)
    kind = ("holds", "fails", "fails")[report.exit_status]
    main = [
        f"<h1>{html.escape(head)}</h1>",
        f'<p class="verdict {kind}">{html.escape(verdict)}</p>',
        "<ul>" + "".join(f"<li>{html.escape(line)}</li>" for line in lines) + "</ul>",
    ]
    sections = [("results", "Results")]
    if svg := chart.ratios(report):
        caption = "Largest error of each result over its tolerance; a cross is beyond it."
        main += [
            '<h2 id="figure">Errors and tolerances</h2>',
            html_page.figure("ratios", svg, caption, "Errors over their tolerances"),
        ]
        sections.insert(0, ("figure", "Errors and tolerances"))
    caption = "Errors of each result and block; the tolerance in the result's unit."
    main += [
        '<h2 id="results">Results</h2>',
        html_page.table("results", caption, HEAD, map(row, rows(report)), "Results"),
    ]
    return html_page.document(head, "\n".join(main), sections)


def _number_cell(word: str) -> html_page.Cell:
    """A cell of digits or of a metric."""
    if word == "-":
        return html_page.Cell(word)
    return html_page.Cell(word, -math.inf if word == "none" else float(word))


FORMATS: dict[str, Callable[[Report], str]] = {
    "text": text,
    "json": as_json,
    "markdown": markdown,
    "junit": junit,
    "html": page,
}
