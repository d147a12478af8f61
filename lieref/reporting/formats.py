"""Tables as Markdown, CSV and LaTeX (booktabs)."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence

from lieref.reporting.tables import Table

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
    long = [any(len(str(row[i])) > 40 for row in table.rows) for i in range(len(table.columns))]
    kinds = [
        r">{\raggedright\arraybackslash}p{0.38\linewidth}" if wide else "l" if words else "r"
        for words, wide in zip(text, long, strict=True)
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


def latex_column(table: Table) -> str:
    """Return a booktabs table of the columns `Table.paper`, as wide as they are.

    Numbers are siunitx's and stand at their points. A column of words, but for the first, that is
    the same in every row is left out: the caption says it.
    """
    kept = [
        n
        for n, column in enumerate(table.columns)
        if column in table.paper and not (n and _says_nothing([row[n] for row in table.rows]))
    ]
    texts = [[table.texts(row)[n] for n in kept] for row in table.rows]
    kinds = [_column([row[k] for row in texts]) for k in range(len(kept))]

    def line(cells: Sequence[str]) -> str:
        return " & ".join(cells) + r" \\"

    def entry(text: str, kind: str) -> str:
        if kind != "l" and not NUMBER.fullmatch(text):
            return "{" + (_below(text) or escape_latex(text)) + "}"
        return text if kind != "l" else escape_latex(text)

    heads = [escape_latex(table.columns[n]) for n in kept]
    rows = [
        line([entry(text, kind) for text, kind in zip(row, kinds, strict=True)]) for row in texts
    ]
    return (
        "\n".join(
            [
                "% needs \\usepackage{booktabs,siunitx}",
                "\\begin{table}",
                "\\centering\\small\\setlength{\\tabcolsep}{3pt}",
                f"\\caption{{{escape_latex(table.caption)}}}\\label{{tab:{table.name}}}",
                f"\\begin{{tabular}}{{@{{}}{''.join(kinds)}@{{}}}}",
                "\\toprule",
                line([x if k == "l" else f"{{{x}}}" for x, k in zip(heads, kinds, strict=True)]),
                "\\midrule",
                *rows,
                "\\bottomrule",
                "\\end{tabular}",
                "\\end{table}",
            ]
        )
        + "\n"
    )


def _says_nothing(cells: Sequence[object]) -> bool:
    """Whether all rows of a column have the same word."""
    return len(cells) > 1 and isinstance(cells[0], str) and len(set(cells)) == 1


def _below(text: str) -> str:
    """A marked small number: <1e-17; "" for other words."""
    found = re.fullmatch(r"<1e(-\d+)", text)
    return f"$<10^{{{found[1]}}}$" if found else ""


def _column(texts: Sequence[str]) -> str:
    """The kind of a column: words, or siunitx's with room for the longest number."""
    found = [match for match in map(NUMBER.fullmatch, texts) if match]
    if not found or any(not NUMBER.fullmatch(x) and x and not _below(x) for x in texts):
        return "l"
    sign = "-" if any(x[1] for x in found) else ""
    whole = max(len(x[2]) for x in found)
    part = max(len(x[3] or "") for x in found)
    powers = [x[4] for x in found if x[4]]
    minus = "-" if any(x.startswith("-") for x in powers) else ""
    digits = max((len(x.lstrip("-")) for x in powers), default=0)
    power = f"e{minus}{'9' * digits}" if powers else ""
    return f"S[table-format={sign}{whole}.{part}{power}]"


WRITERS = {"csv": comma_separated, "tex": latex}
#: The folder of a report that has the tables of an ending.
FOLDERS = {"csv": "tables", "tex": "latex"}
