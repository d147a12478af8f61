"""Tables in LaTeX (booktabs, siunitx) that fit the page of a journal."""

from __future__ import annotations

import math
import re
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass

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
SCIENTIFIC = re.compile(r"(-?\d(?:\.\d+)?)e(-?\d+)")
#: Lines of a table that is a float; letters of a row in one column of a journal, and in two.
MOST_ROWS, NARROW, WIDE = 50, 58.0, 118.0
#: Letters between two columns, and those by which 3e-16 is wider as a power of ten, and an M is.
GAP, POWER, BROAD = 1.5, 2.8, 0.5
#: Names of columns are broken into lines of so many letters, or of what is below them. Texts are
#: broken into no shorter lines than the first, and where columns have no room, of the second.
NAME, SHORT, LONG = 9, 18.0, 40.0
#: Part of a row that the columns may take which are repeated in each part of a wide table.
LABELS = 0.5
_BREAK = r" \\ "
#: Where a long word may be broken.
BREAKS = r"(?<=[_/:,=])(?=\S)"


def escaped(text: str) -> str:
    """Return text that LaTeX prints as it stands; 3.1e-15 becomes a power of ten."""
    parts, end = [], 0
    for match in SCIENTIFIC.finditer(text):
        parts.append("".join(LATEX.get(c, c) for c in text[end : match.start()]))
        parts.append(rf"${match[1]} \times 10^{{{match[2]}}}$")
        end = match.end()
    found = "".join(parts) + "".join(LATEX.get(c, c) for c in text[end:])
    # after a line's end a bracket would be its argument
    return "{}" + found if found.startswith("[") else found


@dataclass(frozen=True)
class _Column:
    """A column in LaTeX.

    kind : of tabular; head : its name; cells : its entries
    letters : width; lines : of each cell
    """

    kind: str
    head: str
    cells: tuple[str, ...]
    letters: float
    lines: tuple[int, ...]


def text(table: Table) -> str:
    """Return a booktabs table of the columns `Table.paper`, or of all; numbers are siunitx's.

    A column of subjects that is the same in every row is left out: the caption says it. Long words
    are broken into lines, and columns that do not fit beside the others stand below them, with the
    first ones repeated. Up to `MOST_ROWS` lines are a float, over both columns of a journal where
    one is too narrow. What is higher breaks over pages, below headings instead of the columns
    `Table.groups`.
    """
    kept = [
        n
        for n, column in enumerate(table.columns)
        if column in (table.paper or table.columns)
        and not (column == "Subject" and len({row[n] for row in table.rows}) == 1)
    ]
    heads = [table.columns[n] for n in kept]
    texts = [[table.texts(row)[n] for n in kept] for row in table.rows]
    front = sum(head in table.groups for head in heads)
    for width, environment in ((NARROW, "table"), (WIDE, "table*")):
        parts = _fitted(heads, texts, width)
        beside = len(parts) == 1 and _wide(parts[0]) <= width
        if (beside or (width == WIDE and not front)) and _height(parts) <= MOST_ROWS:
            return _float(table, texts, front, environment, parts)
    return _broken(table, heads, texts, front)


def _fitted(
    heads: Sequence[str], texts: Sequence[Sequence[str]], width: float
) -> list[list[_Column]]:
    """Columns in parts that are at most so wide; the first ones are in every part."""
    words = [_uniform(column) for column in zip(*texts, strict=True)] or [[] for _ in heads]
    names = [_named(head, column) for head, column in zip(heads, words, strict=True)]
    room = width - GAP * (len(heads) - 1)
    widths = _shared(names, words, room)
    columns = [
        _column(name, column, letters, width)
        for name, column, letters in zip(names, words, widths, strict=True)
    ]
    labels = 0
    for column, given in zip(columns, words, strict=True):
        taken = sum(x.letters + GAP for x in columns[: labels + 1])
        if (
            column.kind.startswith("S")
            and not all(map(str.isdigit, given))
            or (labels and taken > LABELS * width)
        ):
            break
        labels += 1
    parts: list[list[_Column]] = [columns[:labels]]
    for column in columns[labels:]:
        if _wide([*parts[-1], column]) > width and len(parts[-1]) > labels:
            parts.append(columns[:labels])
        parts[-1] = [*parts[-1], column]
    return parts


def _wide(columns: Sequence[_Column]) -> float:
    """Letters of a row."""
    return sum(x.letters for x in columns) + GAP * (len(columns) - 1)


def _height(parts: Sequence[Sequence[_Column]]) -> int:
    """Lines of all rows."""
    return sum(max(lines) for part in parts for lines in zip(*(x.lines for x in part), strict=True))


def _letters(text: str) -> float:
    """The width of a text."""
    powers, broad = SCIENTIFIC.findall(text), re.findall("[A-Zmw%]", text)
    return len(text) + POWER * len(powers) + BROAD * len(broad)


def _named(head: str, column: Sequence[str]) -> list[str]:
    """The name of a column in lines, which are not longer than what is below them."""
    below = max(map(len, column), default=0)
    return textwrap.wrap(head, max(NAME, below), break_long_words=False) or [""]


def _shared(
    names: Sequence[Sequence[str]], columns: Sequence[Sequence[str]], room: float
) -> list[float]:
    """Widths of columns: the longest texts are cut down to one length until all have room."""
    least, full = [], []
    for name, column in zip(names, columns, strict=True):
        head = max(map(_letters, name))
        text = max(map(_letters, column), default=0.0)
        if _is_number(column):
            least.append(max(head, text))
        else:
            words = (x for cell in column for x in re.split(rf"\s+|{BREAKS}", cell))
            least.append(max(head, max(map(_letters, words), default=0.0)))
        full.append(max(head, text))

    def cut(length: float) -> list[float]:
        return [min(f, max(x, length)) for x, f in zip(least, full, strict=True)]

    if sum(full) <= room:
        return full
    if sum(cut(SHORT)) > room:
        return cut(LONG)
    low, high = SHORT, max(full)
    for _ in range(40):
        middle = (low + high) / 2
        low, high = (middle, high) if sum(cut(middle)) <= room else (low, middle)
    return cut(low)


def _float(
    table: Table,
    texts: Sequence[Sequence[str]],
    front: int,
    environment: str,
    parts: Sequence[Sequence[_Column]],
) -> str:
    """A table in one piece; of the first `front` columns what is as above is left out."""
    body: list[str] = []
    for part in parts:
        rows: list[str] = []
        above = [""] * front
        for n, text in enumerate(texts):
            first = next((k for k in range(front) if text[k] != above[k]), front)
            if rows and first < front:
                rows.append("\\addlinespace")
            rows.append(_line([*[""] * first, *(x.cells[n] for x in part[first:])]))
            above = list(text[:front])
        body += [
            *(["\\par\\medskip"] if body else []),
            f"\\begin{{tabular}}{{{_kinds(part)}}}",
            "\\toprule",
            _line([x.head for x in part]),
            "\\midrule",
            *rows,
            "\\bottomrule",
            "\\end{tabular}",
        ]
    return _joined(
        "% needs \\usepackage{booktabs,siunitx,array}",
        f"\\begin{{{environment}}}",
        f"\\caption{{{escaped(table.caption)}}}\\label{{tab:{table.name}}}",
        "\\centering\\footnotesize\\setlength{\\tabcolsep}{3pt}\\setlength{\\abovetopsep}{3pt}",
        *body,
        f"\\end{{{environment}}}",
    )


def _broken(table: Table, heads: Sequence[str], texts: Sequence[Sequence[str]], front: int) -> str:
    """A table that breaks over pages; the first `front` cells of rows are headings above them."""
    found: list[str] = []
    for part in _fitted(heads[front:], [text[front:] for text in texts], WIDE):
        body: list[str] = []
        above: list[str] | None = None
        for n, text in enumerate(texts):
            words = [
                f"{x} DoF" if head == "DoF" else escaped(x)
                for head, x in zip(heads[:front], text[:front], strict=True)
            ]
            if words != above and front:
                skip = ["\\addlinespace"] if body else []
                said = rf"\multicolumn{{{len(part)}}}{{@{{}}l}}{{\textit{{{', '.join(words)}}}}}"
                body += [*skip, said + r" \\*"]
            body.append(_line([x.cells[n] for x in part]))
            above = words
        again = ", continued" if found else ""
        label = "" if found else f"\\label{{tab:{table.name}}}"
        caption = table.name.replace("_", " ").capitalize() if found else table.caption
        names = ["\\toprule", _line([x.head for x in part]), "\\midrule"]
        found += [
            *(["\\addtocounter{table}{-1}"] if found else []),
            f"\\begin{{longtable}}{{{_kinds(part)}}}",
            f"\\caption{{{escaped(caption)}{again}}}{label}\\\\",
            *[*names, "\\endfirsthead"],
            *[*names, "\\endhead"],
            "\\bottomrule",
            "\\endlastfoot",
            *body,
            "\\end{longtable}",
        ]
    return _joined(
        "% needs \\usepackage{booktabs,siunitx,longtable,array}, and \\onecolumn",
        "{\\footnotesize\\setlength{\\tabcolsep}{3pt}",
        *found[:-1],
        found[-1] + "}",
    )


def _joined(*lines: str) -> str:
    return "\n".join(lines) + "\n"


def _line(cells: Sequence[str]) -> str:
    return " & ".join(cells) + r" \\"


def _kinds(columns: Sequence[_Column]) -> str:
    """What tabular is told of columns."""
    return f"@{{}}{''.join(x.kind for x in columns)}@{{}}"


def _column(name: Sequence[str], texts: Sequence[str], letters: float, width: float) -> _Column:
    """A column of so many letters of a row's; longer texts are broken into lines."""
    shown = [escaped(x).replace("[us]", r"[\si{\micro\second}]") for x in name]
    head = shown[0] if len(shown) == 1 else rf"\shortstack[l]{{{_BREAK.join(shown)}}}"
    once = (1,) * len(texts)
    if _is_number(texts):
        cells = [x if NUMBER.fullmatch(x) else f"{{{_below(x) or escaped(x)}}}" for x in texts]
        head = head.replace("shortstack[l]", "shortstack")
        return _Column(_number_kind(texts), f"{{{head}}}", tuple(cells), letters, once)
    if all(_letters(x) <= letters for x in texts):
        return _Column("l", head, tuple(map(escaped, texts)), letters, once)
    cells = [r"\allowbreak{}".join(map(escaped, re.split(BREAKS, x))) for x in texts]
    kind = rf">{{\raggedright\arraybackslash}}p{{{letters / width:.3f}\linewidth}}"
    # lines end at words, so that one is not full
    lines = [math.ceil(_letters(x) / (0.85 * letters)) or 1 for x in texts]
    return _Column(kind, head, tuple(cells), letters, tuple(lines))


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


def _is_number(texts: Sequence[str]) -> bool:
    """Whether a column is one of numbers; cells may be empty, or marked as small."""
    return any(NUMBER.fullmatch(x) for x in texts) and all(
        NUMBER.fullmatch(x) or not x or _below(x) for x in texts
    )


def _number_kind(texts: Sequence[str]) -> str:
    """siunitx's column with room for the longest number."""
    found = [match for match in map(NUMBER.fullmatch, texts) if match]
    sign = "-" if any(x[1] for x in found) else ""
    whole = max(len(x[2]) for x in found)
    part = max(len(x[3] or "") for x in found)
    powers = [x[4] for x in found if x[4]]
    minus = "-" if any(x.startswith("-") for x in powers) else ""
    # the numbers of table-format count digits
    power = f"e{minus}{max(len(x.lstrip('-')) for x in powers)}" if powers else ""
    return f"S[table-format={sign}{whole}.{part}{power}]"
