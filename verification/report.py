"""Renders a report from results.jsonl and environment.json, and from nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import jinja2
from markupsafe import Markup

from lieref.check.pages import page as html
from verification import figures, formats, formulas, readme, tables
from verification.claims import Claim, discover
from verification.evidence import Evidence, load
from verification.workers import in_order

README = "README.md"
TITLE = "Inverse dynamics of any order: verification report"


def claims() -> list[Claim]:
    """Return the claims on inverse dynamics, the errata of paper 001 among them."""
    return discover() + formulas.claims("001")


def facts(environment: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, str]]:
    """Yield the environment as flat pairs of name and text; the plan is left out."""
    for key, value in sorted(environment.items()):
        name = f"{prefix}{key}"
        if name == "plan":
            continue
        if isinstance(value, Mapping):
            yield from facts(value, f"{name} ")
        elif isinstance(value, list):
            yield name, ", ".join(map(str, value))
        else:
            yield name, str(value)


def summary(evidence: Evidence) -> str:
    """Return a sentence on how many claims hold, and one on those about formulas of papers."""
    groups: dict[str, list[bool]] = {"claims": [], "formulas of papers": []}
    for judged in evidence.judged:
        groups["formulas of papers" if judged.claim.paper else "claims"].append(judged.holds)
    said = [f"{sum(held)} of {len(held)} {what} hold" for what, held in groups.items() if held]
    return f"{'; '.join(said) or 'No claim was judged'}."


def page(
    evidence: Evidence,
    shown: Sequence[tables.Table],
    drawn: Sequence[tuple[Any, str]],
    title: str = TITLE,
    said: str = "",
    links: Sequence[tuple[str, str]] = (),
) -> str:
    """Return the self-contained HTML page of these tables and of figures with their SVG.

    said: a finding, which the summary ends with; links: to other reports, (address, what is there).
    """
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(Path(__file__).parent),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
    )
    # Markup: the elements are our own, the text in them escaped already
    main = environment.get_template("page.html.j2").render(
        title=title,
        evidence=evidence,
        summary=f"{summary(evidence)} {said}".strip(),
        links=links,
        figures=[
            Markup(html.figure(plot.name, svg, f"Figure {n}. {plot.caption}", f"Figure {n}"))
            for n, (plot, svg) in enumerate(drawn, 1)
        ],
        tables=[Markup(element(table, n)) for n, table in enumerate(shown, 1)],
        facts=list(facts(evidence.environment)),
        number=tables.number,
    )
    sections = [("why", "Claims"), ("tables", "Tables"), ("environment", "Environment")]
    if drawn:
        sections.insert(1, ("figures", "Figures"))
    return html.document(title, main, sections)


def element(table: tables.Table, n: int) -> str:
    """Return a table as HTML, the n-th of its page."""
    rows = [[cell(x) for x in row] for row in table.rows]
    return html.table(table.name, f"Table {n}. {table.caption}", table.columns, rows, f"Table {n}")


def cell(x: Any) -> html.Cell:
    """Return a cell of a table as the page shows it."""
    if isinstance(x, str):
        return html.Cell(x, kind={"holds": "holds", "FAILS": "fails"}.get(x, ""))
    numeric = isinstance(x, (int, float)) and not isinstance(x, bool)
    return html.Cell(tables.number(x), x if numeric else None)


def render(folder: Path, claims: Sequence[Claim]) -> Evidence:
    """Write tables/, latex/, figures/ and index.html into the folder that holds the results.

    Parameters
    ----------
    folder : Path
        Has results.jsonl and environment.json.
    claims : sequence of Claim
        What is judged.

    Returns
    -------
    Evidence
        What the report is made of.

    Raises
    ------
    StoreError
        If one of the two files is missing or damaged.
    """
    return write_report(folder, claims, TITLE, tables.all_tables, figures.all_figures)


def write_report(
    folder: Path,
    claims: Sequence[Claim],
    title: str,
    all_tables: Callable[[Evidence], list[tables.Table]],
    all_figures: Callable[[Evidence], list[figures.Plot]],
) -> Evidence:
    """Write a report of this title with these tables and figures; see `render`."""
    evidence = load(folder, claims)
    write_folder(folder, evidence, title, all_tables(evidence), all_figures(evidence))
    return evidence


def write_folder(
    folder: Path,
    evidence: Evidence,
    title: str,
    shown: Sequence[tables.Table],
    plots: Sequence[Any],
    said: str = "",
    links: Sequence[tuple[str, str]] = (),
) -> None:
    """Write README.md, index.html, tables/, latex/ and figures/, in the place of an earlier report.

    Tables of the claims come first, those of formulas of papers last.

    plots : what `figures.write` draws
    said, links : as in `page`
    """
    found = [tables.claims(evidence), *shown, tables.errata(evidence)]
    shown = [table for table in found if table.rows]
    endings = [*formats.FOLDERS.items(), *((suffix, "figures") for suffix in ("pdf", "png", "svg"))]
    for suffix, name in endings:
        (folder / name).mkdir(exist_ok=True)
        for old in (folder / name).glob(f"*.{suffix}"):
            old.unlink()
    for table in shown:
        for suffix, write in formats.WRITERS.items():
            path = folder / formats.FOLDERS[suffix] / f"{table.name}.{suffix}"
            path.write_text(write(table), encoding="utf-8")
    elements = in_order(partial(figures.write, folder=folder / "figures"), plots)
    drawn = list(zip(plots, elements, strict=True))
    text = page(evidence, shown, drawn, title, said, links)
    (folder / "index.html").write_text(text, encoding="utf-8")
    words = f"{summary(evidence)} {said}".strip()
    text = readme.text(evidence, title, words, shown, plots, links)
    (folder / README).write_text(text, encoding="utf-8")
