"""Tables as Markdown, CSV and LaTeX (booktabs)."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence

from lieref.reporting.tables import Table, number

LATEX = {
    "\\": r"\textbackslash{}",
    "&": r"\&",
    "%": r"\%",
    "$": r"\$",
    "#": r"\#",
    "_": r"\_",
    "{": r"\{",
    "}": r"\}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
}
NUMBER = re.compile(r"(-?)(\d+)(?:\.(\d+))?(?:e(-?\d+))?")
#: Letters of a cell that is broken into lines, and its column.
LONG, PARAGRAPH = 40, r">{\raggedright\arraybackslash}p{0.38\linewidth}"
#: Rows of a table that is a float; letters of a row in one column of a journal, and in two.
MOST_ROWS, NARROW, WIDE = 50, 52, 100
SCIENTIFIC = re.compile(r"(-?\d(?:\.\d+)?)e(-?\d+)")


def markdown(table: Table) -> str:
    """Return a Markdown table under its caption."""

    def line(cells: list[str]) -> str:
        return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"

    head = [line(list(table.columns)), line(["---"] * len(table.columns))]
    body = [line(table.texts(row)) for row in table.rows]
    return "\n".join([f"**{table.caption}**", "", *head, *body]) + "\n"


def plain(text: str) -> str:
    """Return text that Markdown shows as it stands."""
    return re.sub(r"([\\`*_\[\]<>|])", r"\\\1", " ".join(text.split()))


def comma_separated(table: Table) -> str:
    """Return CSV with numbers in full."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(table.columns)
    writer.writerows(table.rows)
    return text.getvalue()


def escape_latex(text: str) -> str:
    """Return text that LaTeX prints as it stands; 3.1e-15 becomes a power of ten."""
    parts, end = [], 0
    for match in SCIENTIFIC.finditer(text):
        parts.append("".join(LATEX.get(c, c) for c in text[end : match.start()]))
        parts.append(rf"${match[1]} \times 10^{{{match[2]}}}$")
        end = match.end()
    return "".join(parts) + "".join(LATEX.get(c, c) for c in text[end:])


def latex(table: Table) -> str:
    """Return a booktabs table that breaks over pages; needs booktabs, longtable and array."""
    text = [any(isinstance(row[i], str) for row in table.rows) for i in range(len(table.columns))]
    long = [any(len(str(row[i])) > LONG for row in table.rows) for i in range(len(table.columns))]
    kinds = [
        PARAGRAPH if wide else "l" if words else "r" for words, wide in zip(text, long, strict=True)
    ]

    def line(cells: list[str]) -> str:
        return " & ".join(escape_latex(cell) for cell in cells) + r" \\"

    head = ["\\toprule", line(list(table.columns)), "\\midrule"]
    return (
        "\n".join(
            [
                "% needs \\usepackage{booktabs,longtable,array}",
                f"\\begin{{longtable}}{{{''.join(kinds)}}}",
                f"\\caption{{{escape_latex(table.caption)}}}\\label{{tab:{table.name}}}\\\\",
                *head,
                "\\endfirsthead",
                *head,
                "\\endhead",
                "\\bottomrule",
                "\\endlastfoot",
                *(line(table.texts(row)) for row in table.rows),
                "\\end{longtable}",
            ]
        )
        + "\n"
    )


def latex_paper(table: Table) -> str:
    """Return a booktabs table of the columns `Table.paper`; numbers are siunitx's.

    A column of subjects that is the same in every row is left out: the caption says it. Up to
    `MOST_ROWS` rows of `WIDE` letters are a float, over both columns of a journal where one is too
    narrow. What is larger breaks over pages, below headings instead of the columns `Table.groups`.
    """
    kept = [
        n
        for n, column in enumerate(table.columns)
        if column in table.paper
        and not (column == "Subject" and len({row[n] for row in table.rows}) == 1)
    ]
    heads = [table.columns[n] for n in kept]
    texts = [[table.texts(row)[n] for n in kept] for row in table.rows]
    front = sum(head in table.groups for head in heads)
    letters = sum(max(map(len, column)) for column in zip(heads, *texts, strict=True))
    if len(texts) > MOST_ROWS or letters > WIDE:
        return _broken(table, heads, texts, front)
    return _float(table, heads, texts, front, "table*" if letters > NARROW else "table")


def _float(
    table: Table,
    heads: Sequence[str],
    texts: Sequence[Sequence[str]],
    front: int,
    environment: str,
) -> str:
    """A table in one piece; of the first `front` columns what is as above is left out."""
    kinds, names, rows = _set(heads, texts)
    body: list[str] = []
    above = [""] * front
    for text, row in zip(texts, rows, strict=True):
        first = next((k for k in range(front) if text[k] != above[k]), front)
        if body and first < front:
            body.append("\\addlinespace")
        body.append(_line([*[""] * first, *row[first:]]))
        above = list(text[:front])
    return _joined(
        "% needs \\usepackage{booktabs,siunitx}",
        f"\\begin{{{environment}}}",
        f"\\caption{{{escape_latex(table.caption)}}}\\label{{tab:{table.name}}}",
        "\\centering\\footnotesize\\setlength{\\tabcolsep}{3pt}\\setlength{\\abovetopsep}{3pt}",
        f"\\begin{{tabular}}{{@{{}}{''.join(kinds)}@{{}}}}",
        "\\toprule",
        names,
        "\\midrule",
        *body,
        "\\bottomrule",
        "\\end{tabular}",
        f"\\end{{{environment}}}",
    )


def _broken(table: Table, heads: Sequence[str], texts: Sequence[Sequence[str]], front: int) -> str:
    """A table that breaks over pages; the first `front` cells of rows are headings above them."""
    kinds, names, rows = _set(heads[front:], [text[front:] for text in texts])
    body: list[str] = []
    above: list[str] | None = None
    for text, row in zip(texts, rows, strict=True):
        words = [
            f"{x} DoF" if head == "DoF" else escape_latex(x)
            for head, x in zip(heads[:front], text[:front], strict=True)
        ]
        if words != above:
            skip = ["\\addlinespace"] if body else []
            said = rf"\multicolumn{{{len(kinds)}}}{{@{{}}l}}{{\textit{{{', '.join(words)}}}}} \\*"
            body += [*skip, said]
        body.append(_line(row))
        above = words
    return _joined(
        "% needs \\usepackage{booktabs,siunitx,longtable,array}, and \\onecolumn",
        "{\\footnotesize\\setlength{\\tabcolsep}{3pt}",
        f"\\begin{{longtable}}{{@{{}}{''.join(kinds)}@{{}}}}",
        f"\\caption{{{escape_latex(table.caption)}}}\\label{{tab:{table.name}}}\\\\",
        *["\\toprule", names, "\\midrule", "\\endfirsthead"],
        *["\\toprule", names, "\\midrule", "\\endhead"],
        "\\bottomrule",
        "\\endlastfoot",
        *body,
        "\\end{longtable}}",
    )


def _joined(*lines: str) -> str:
    return "\n".join(lines) + "\n"


def _line(cells: Sequence[str]) -> str:
    return " & ".join(cells) + r" \\"


def _set(
    heads: Sequence[str], texts: Sequence[Sequence[str]]
) -> tuple[list[str], str, list[list[str]]]:
    """The kinds of columns, the line of their names, and the cells in LaTeX."""
    columns = [_uniform(column) for column in zip(*texts, strict=True)]
    kinds = [_column(column) for column in columns]

    def entry(text: str, kind: str) -> str:
        if not kind.startswith("S"):
            return escape_latex(text)
        if not NUMBER.fullmatch(text):
            return "{" + (_below(text) or escape_latex(text)) + "}"
        return text

    shown = [escape_latex(x).replace("[us]", r"[\si{\micro\second}]") for x in heads]
    names = [
        f"{{{x}}}" if kind.startswith("S") else x for x, kind in zip(shown, kinds, strict=True)
    ]
    rows = [
        [entry(x, kind) for x, kind in zip(row, kinds, strict=True)]
        for row in zip(*columns, strict=True)
    ]
    return kinds, _line(names), rows


def _uniform(column: Sequence[str]) -> list[str]:
    """A column whose numbers all have a power of ten, zero apart, where one of them has."""
    found = [NUMBER.fullmatch(x) for x in column]
    if not any(match and match[4] for match in found):
        return list(column)
    return [
        number(float(x), powers=True) if match and not match[4] and float(x) else x
        for x, match in zip(column, found, strict=True)
    ]


def _below(text: str) -> str:
    """A marked small number: <1e-17; "" for other words."""
    found = re.fullmatch(r"<1e(-\d+)", text)
    return f"$<10^{{{found[1]}}}$" if found else ""


def _column(texts: Sequence[str]) -> str:
    """The kind of a column: words, or siunitx's with room for the longest number."""
    found = [match for match in map(NUMBER.fullmatch, texts) if match]
    if not found or any(not NUMBER.fullmatch(x) and x and not _below(x) for x in texts):
        return PARAGRAPH if max(map(len, texts)) > LONG else "l"
    sign = "-" if any(x[1] for x in found) else ""
    whole = max(len(x[2]) for x in found)
    part = max(len(x[3] or "") for x in found)
    powers = [x[4] for x in found if x[4]]
    minus = "-" if any(x.startswith("-") for x in powers) else ""
    # the numbers of table-format count digits
    power = f"e{minus}{max(len(x.lstrip('-')) for x in powers)}" if powers else ""
    return f"S[table-format={sign}{whole}.{part}{power}]"


WRITERS = {"csv": comma_separated, "tex": latex}
#: The folder of a report that has the tables of an ending.
FOLDERS = {"csv": "tables", "tex": "latex"}
