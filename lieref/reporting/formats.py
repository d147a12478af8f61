"""Tables as Markdown, CSV and LaTeX (booktabs)."""

from __future__ import annotations

import csv
import io
import re

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
SCIENTIFIC = re.compile(r"(-?\d(?:\.\d+)?)e(-?\d+)")


def markdown(table: Table) -> str:
    """Return a Markdown table under its caption."""

    def line(cells: list[str]) -> str:
        return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"

    head = [line(list(table.columns)), line(["---"] * len(table.columns))]
    body = [line([number(x) for x in row]) for row in table.rows]
    return "\n".join([f"**{table.caption}**", "", *head, *body]) + "\n"


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
                *(line([number(x) for x in row]) for row in table.rows),
                "\\end{longtable}",
            ]
        )
        + "\n"
    )


WRITERS = {"csv": comma_separated, "tex": latex}
#: The folder of a report that has the tables of an ending.
FOLDERS = {"csv": "tables", "tex": "latex"}
