"""The page and the text of a report."""

from __future__ import annotations

import html
from collections.abc import Iterator, Sequence

from lieref.check.pages import page as elements
from lieref.check.pages.words import in_markdown, printable
from lieref.reporting import formats
from lieref.reporting.contents import Contents, digits, summary
from lieref.reporting.drawings import Drawing
from lieref.reporting.elements import element
from lieref.reporting.robots import Robot
from lieref.reporting.tables import Table, number

#: Longer tables, and more figures, are linked: a page is printed on a few sheets.
LONGEST = 40
MOST_FIGURES = 16
TITLE = "Accuracy of rigid-body dynamics"


def verdicts(contents: Contents) -> list[tuple[bool, str]]:
    """Return a sentence for each subject and robot, and whether it is good news."""
    found = []
    for robot in contents.request.robots:
        for label, name in contents.names().items():
            numbers = {}
            for quantity in contents.request.quantities:
                for title, series in contents.parts(robot.name, label, quantity).items():
                    numbers[title] = summary(series)
            if numbers:
                title, worst = max(numbers.items(), key=lambda item: float(item[1][1]))
                over = max((x[4] for x in numbers.values() if x[4] != ""), default=None)
                of = " of its arguments alone" if robot.loops else ""
                times = "" if over is None else f"; up to {number(over)} times"
                bound = times and f"{times} the conditioning bound{of}"
                found.append(
                    (
                        True,
                        f"{name} on {robot.name} ({robot.nv} DoF): relative error at most "
                        f"{number(worst[1], True)}, {number(digits(worst[1]))} digits, in "
                        f"{title}{bound}.",
                    )
                )
            found += _missing(contents, robot, label, name)
    return [(good, printable(sentence)) for good, sentence in found]


def _missing(contents: Contents, robot: Robot, label: str, name: str) -> Iterator[tuple[bool, str]]:
    """Sentences on what was not compared, one for each reason."""
    reasons: dict[tuple[str, str], list[str]] = {}
    for r, s, quantity, status, text in contents.missing:
        if (r, s) == (robot.name, label):
            reasons.setdefault((status, text), []).append(quantity)
    for (status, text), quantities in reasons.items():
        every = len(quantities) == len(contents.request.asked(robot))
        what = "every quantity" if every else ", ".join(quantities)
        why = f": {text}" if text else ""
        yield status == "not offered", f"{name} on {robot.name}: {status}, {what}{why}."


def reference_line(contents: Contents) -> str:
    """Return what the reference values are worth."""
    if contents.proven:
        return f"Reference values are certified: proven error below {number(contents.radius)}."
    return "Reference values are NOT PROVEN: python-flint is not installed."


def page(
    contents: Contents,
    tables: Sequence[Table],
    drawn: Sequence[tuple[Drawing, str]],
    method: str,
    bibtex: str,
) -> str:
    """Return the page; drawn: figures and their SVG elements."""
    main = [f"<h1>{TITLE}</h1>"]
    for good, sentence in verdicts(contents):
        kind = "verdict" if good else "verdict fails"
        main.append(f'<p class="{kind}">{html.escape(sentence)}</p>')
    main.append(f'<p class="quiet">{html.escape(reference_line(contents))}</p>')
    sections = [("tables", "Tables"), ("methods", "Methods"), ("sources", "Sources")]
    if drawn:
        sections.insert(0, ("figures", "Figures"))
        shown = [
            elements.figure(x.name, svg, f"Figure {n}. {x.caption}", f"Figure {n}")
            for n, (x, svg) in enumerate(drawn[:MOST_FIGURES], 1)
        ]
        main += ['<h2 id="figures">Figures</h2>', '<div class="columns">', *shown, "</div>"]
        for x, _ in drawn[MOST_FIGURES:]:
            main.append(f'<p><a href="figures/{x.name}.svg">{html.escape(x.caption)}</a></p>')
    main.append('<h2 id="tables">Tables</h2>')
    for n, table in enumerate(tables, 1):
        links = " ".join(
            f'<a href="tables/{table.name}.{suffix}">{words}</a>'
            for suffix, words in (("csv", "CSV"), ("md", "Markdown"), ("tex", "LaTeX"))
        )
        if len(table.rows) <= LONGEST:
            main += [element(table, n), f'<p class="quiet">{links}</p>']
        else:
            said = f"Table {n}. {table.caption} {len(table.rows)} rows:"
            main.append(f"<p>{html.escape(said)} {links}</p>")
    main += [
        '<h2 id="methods">Methods</h2>',
        f"<p>{html.escape(method)}</p>",
        '<h2 id="sources">Sources</h2>',
        '<p><a href="references.bib">references.bib</a> has what this report used: '
        f'{bibtex.count("@")} entries. <a href="results.jsonl">results.jsonl</a> has every single '
        'number, <a href="environment.json">environment.json</a> every version, '
        '<a href="reproduce.sh">reproduce.sh</a> the command.</p>',
    ]
    return elements.document(TITLE, "\n".join(main), sections)


def readme(
    contents: Contents, tables: Sequence[Table], drawn: Sequence[Drawing], method: str
) -> str:
    """Return the text for a code host."""
    parts = [f"# {TITLE}"]
    parts.append("\n".join(f"- {in_markdown(sentence)}" for _, sentence in verdicts(contents)))
    parts.append(reference_line(contents))
    for n, x in enumerate(drawn, 1):
        alt, caption = map(in_markdown, (x.alt, x.caption))
        parts.append(f"![{alt}](figures/{x.name}.svg)\n\n*Figure {n}. {caption}*")
    for table in tables:
        files = ", ".join(
            f"[{words}](tables/{table.name}.{suffix})"
            for suffix, words in (("csv", "CSV"), ("tex", "LaTeX"))
        )
        if len(table.rows) <= LONGEST:
            parts.append(f"{formats.markdown(table)}\n{files}")
        else:
            parts.append(f"**{in_markdown(table.caption)}** {len(table.rows)} rows: {files}.")
    parts.append(f"## Methods\n\n{in_markdown(method)}")
    parts.append(
        "[references.bib](references.bib) has the sources, [results.jsonl](results.jsonl) every "
        "number, [environment.json](environment.json) every version, [reproduce.sh](reproduce.sh) "
        "the command."
    )
    return "\n\n".join(part.strip() for part in parts) + "\n"
