"""Pages of HTML that need nothing from elsewhere: what all reports have in common.

Tables can be sorted by the buttons in their heads, colors follow the system or a button, tables
and figures scroll by themselves on a narrow screen. Without the script all of it can still be read.
"""

from __future__ import annotations

import base64
import hashlib
import html
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources

DOCUMENT = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; \
img-src data:; script-src '{digest}'; base-uri 'none'; form-action 'none'">
<link rel="icon" href="data:,">
<title>{title}</title>
<style>
{style}</style>
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header>{navigation}</header>
<main id="main" tabindex="-1">
{main}
</main>
<script>{script}</script>
</body>
</html>
"""


@dataclass(frozen=True)
class Cell:
    """A cell of a table.

    text : what is shown
    value : the number that the text is rounded from, by which rows are sorted; None for words
    kind : class of the style sheet ("holds", "fails"), or nothing
    """

    text: str
    value: float | None = None
    kind: str = ""


@cache
def _file(name: str) -> str:
    return resources.files("lieref.check.pages").joinpath(name).read_text(encoding="utf-8")


def document(title: str, main: str, sections: Sequence[tuple[str, str]] = ()) -> str:
    """Return a page.

    Parameters
    ----------
    title : str
        Text, not HTML.
    main : str
        HTML, what is text in it escaped.
    sections : sequence of (id, text)
        Places of the page that its head leads to.
    """
    script = _file("page.js")
    # no script but this one runs, whatever stands in a name that a subject gave
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    links = "\n".join(f'<a href="#{at}">{html.escape(text)}</a>' for at, text in sections)
    return DOCUMENT.format(
        digest=f"sha256-{digest}",
        title=html.escape(title),
        style=_file("page.css"),
        navigation=f'<nav aria-label="Sections">{links}</nav>' if links else "",
        main=main,
        script=script,
    )


def table(
    name: str, caption: str, columns: Sequence[str], rows: Iterable[Sequence[Cell]], label: str
) -> str:
    """Return a table in a region that scrolls by itself.

    Parameters
    ----------
    name : str
        Makes the id, "table-<name>".
    caption, columns, rows
        The first cell of a row is its head.
    label : str
        The accessible name of the region.
    """
    heads = "".join(f'<th scope="col">{html.escape(column)}</th>' for column in columns)
    body = "\n".join(f"<tr>{''.join(_cells(row))}</tr>" for row in rows)
    return (
        f'<div class="scroll" tabindex="0" role="region" aria-label="{html.escape(label)}">\n'
        f'<table id="table-{html.escape(name)}">\n'
        f"<caption><span>{html.escape(caption)}</span></caption>\n"
        f"<thead><tr>{heads}</tr></thead>\n<tbody>\n{body}\n</tbody>\n</table>\n</div>"
    )


def _cells(row: Sequence[Cell]) -> Iterable[str]:
    for n, cell in enumerate(row):
        kind = cell.kind or ("number" if cell.value is not None else "")
        attributes = f' class="{kind}"' if kind else ""
        if cell.value is not None and not _says(cell.text, cell.value):
            attributes += f' data-value="{cell.value!r}"'
        tag, scope = ("th", ' scope="row"') if n == 0 else ("td", "")
        yield f"<{tag}{scope}{attributes}>{html.escape(cell.text)}</{tag}>"


def _says(text: str, value: float) -> bool:
    """Whether the text is the number itself, not a rounded one."""
    try:
        return float(text) == value
    except ValueError:
        return False


def figure(name: str, svg: str, caption: str, label: str) -> str:
    """Return a figure in a region that scrolls by itself; svg: an element with its own name."""
    return (
        f'<figure id="figure-{html.escape(name)}">\n'
        f'<div class="scroll" tabindex="0" role="region" aria-label="{html.escape(label)}">\n'
        f"{svg}\n</div>\n<figcaption>{html.escape(caption)}</figcaption>\n</figure>"
    )
