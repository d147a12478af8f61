"""Writes a report from what a folder holds, and from nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import jinja2
from markupsafe import Markup

from lieref.check.pages import page as html
from lieref.reporting import drawing, formats
from lieref.reporting.campaigns.workers import in_order
from lieref.reporting.elements import element
from lieref.reporting.tables import Table, number
from verification import readme, tables
from verification.evidence import Evidence

README = "README.md"
FIGURES = ("pdf", "png", "svg")


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
    shown: Sequence[Table],
    drawn: Sequence[tuple[Any, str]],
    title: str,
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
        number=number,
    )
    sections = [("why", "Claims"), ("tables", "Tables"), ("environment", "Environment")]
    if drawn:
        sections.insert(1, ("figures", "Figures"))
    return html.document(title, main, sections)


@dataclass(frozen=True)
class Report:
    """What a report shows beside its claims and formulas.

    Attributes
    ----------
    title : str
    tables, figures : callable
        Evidence -> its tables, and what `drawing.write` draws.
    said : callable
        Evidence -> a finding, for the head of the page, or nothing.
    links : sequence
        To other reports, as in `page`.
    documents : callable, optional
        Writes more into the folder.
    """

    title: str
    tables: Callable[[Evidence], Sequence[Table]]
    figures: Callable[[Evidence], Sequence[Any]]
    said: Callable[[Evidence], str] = lambda evidence: ""
    links: Sequence[tuple[str, str]] = ()
    documents: Callable[[Path, Evidence], None] | None = None

    def write(self, folder: Path, evidence: Evidence) -> None:
        """Write README.md, index.html, tables/, latex/ and figures/, in the place of earlier ones.

        Tables of the claims come first, those of formulas of papers last.
        """
        found = [tables.claims(evidence), *self.tables(evidence), tables.errata(evidence)]
        shown = [table for table in found if table.rows]
        plots, said = self.figures(evidence), self.said(evidence)
        endings = [*formats.FOLDERS.items(), *((suffix, "figures") for suffix in FIGURES)]
        for suffix, name in endings:
            (folder / name).mkdir(exist_ok=True)
            for old in (folder / name).glob(f"*.{suffix}"):
                old.unlink()
        for table in shown:
            for suffix, write in formats.WRITERS.items():
                path = folder / formats.FOLDERS[suffix] / f"{table.name}.{suffix}"
                path.write_text(write(table), encoding="utf-8")
        if self.documents is not None:
            self.documents(folder, evidence)
        elements = in_order(partial(drawing.write, folder=folder / "figures"), plots)
        drawn = list(zip(plots, elements, strict=True))
        text = page(evidence, shown, drawn, self.title, said, self.links)
        (folder / "index.html").write_text(text, encoding="utf-8")
        words = f"{summary(evidence)} {said}".strip()
        text = readme.text(evidence, self.title, words, shown, plots, self.links)
        (folder / README).write_text(text, encoding="utf-8")
