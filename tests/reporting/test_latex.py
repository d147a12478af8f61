"""Tables in LaTeX: written, compiled, and not wider or higher than a journal's page."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from lieref.reporting import latex
from lieref.reporting.tables import Table

REPORTS = Path(__file__).resolve().parents[2] / "reports"
#: As wide and high as the text of a journal of two columns.
TEX = r"""\documentclass[twocolumn]{article}
\usepackage[textwidth=516pt,textheight=696pt]{geometry}
\usepackage{booktabs,siunitx,longtable,array}
\begin{document}
%s
\clearpage\onecolumn
%s
\end{document}
"""
#: What a paper takes of a report, beside its tables.
CITING = r"\input{methods}\bibliographystyle{plain}\bibliography{references}"


def _has(style):
    found = subprocess.run(["kpsewhich", style], capture_output=True, text=True, check=False)
    return bool(found.stdout.strip())


@pytest.fixture
def tex():
    if not shutil.which("pdflatex") or not _has("siunitx.sty") or not _has("booktabs.sty"):
        pytest.skip("did not run: no pdflatex with siunitx (texlive-latex-base, texlive-science)")


def complaints(folder, paths, more="", programs=("pdflatex", "pdflatex", "pdflatex")):
    """Compile tables in a folder; return what TeX says that is wrong: too wide, too high, unknown.

    longtable settles its widths in a few runs
    """
    short = [x for x in paths if "longtable" not in x.read_text(encoding="utf-8")]
    parts = (short, [x for x in paths if x not in short])
    # a page for each: more floats than TeX has room for would wait
    inputs = ["\n".join(rf"\input{{{x}}}\clearpage" for x in part) for part in parts]
    (folder / "paper.tex").write_text(TEX % (inputs[0] + more, inputs[1]), encoding="utf-8")
    for program in programs:
        words = ["-interaction=nonstopmode", "-halt-on-error"] if program == "pdflatex" else []
        done = subprocess.run(
            [program, *words, "paper"], cwd=folder, capture_output=True, text=True, errors="replace"
        )
        assert done.returncode == 0, done.stdout[-2000:]
    return [x for x in done.stdout.splitlines() if re.match(r"Overfull|.*[Ww]arning", x)]


def test_the_tables_of_a_report_compile(tex, made, tmp_path):
    _, folder = made
    shutil.copytree(folder, tmp_path / "report")
    tables = tmp_path / "report" / "tables"
    for table in (many_rows(), many_columns(3), many_columns(60)):
        (tables / f"{table.name}.tex").write_text(latex.text(table), encoding="utf-8")
    paths = sorted(tables.glob("*.tex"))
    long = {x.stem for x in paths if "longtable" in x.read_text(encoding="utf-8")}
    assert {"many_rows", "columns_60"} <= long and not {"columns_3", "accuracy"} & long
    runs = ("pdflatex", "bibtex", "pdflatex", "pdflatex", "pdflatex")
    assert not complaints(tmp_path / "report", paths, CITING, runs)


def test_the_tables_of_the_verification_compile(tex, tmp_path):
    paths = sorted(REPORTS.glob("*/latex/*.tex"))
    assert len(paths) > 100
    # their labels are unique in each report alone
    assert not [x for x in complaints(tmp_path, paths) if "multiply" not in x.lower()]


def many_rows():
    """A table as wide as the metrics of a report, with more rows than a page has."""
    heads = ("Robot", "DoF", "Subject", "Quantity", "Result", "Block", "MAE", "RMSAE", "Maximum")
    rows = [
        [f"robot_{n // 40}", 50, f"mylibrary_{n // 20}", "inverse_dynamics_second_partials",
         "d2tau_dq_dv", "revolute x revolute", 10.0 ** (2 - n / 8), 3.1e-20, 2.5e-13]
        for n in range(120)
    ]  # fmt: skip
    return Table("many_rows", "A caption.", heads, rows, ("Maximum",), heads, heads[:4])


def many_columns(rows):
    """A table with more columns than a page has room for, and long words."""
    heads = ("Robot", "N", "Formula", *(f"{n}-th library, worst" for n in range(14)))
    sentence = "A sentence on body_wrench_derivatives_of_an_aerial_manipulator at 100%. " * 2
    found = [[f"robot {n}", n, sentence, *[-1.2e-16 * k for k in range(14)]] for n in range(rows)]
    return Table(f"columns_{rows}", "A caption.", heads, found)


@pytest.mark.parametrize("rows", [3, 60])
def test_columns_without_room_stand_below_the_others(rows):
    table = many_columns(rows)
    text = latex.text(table)
    lines = text.splitlines()
    heads = [x for x in lines if r"14-th" not in x and x.startswith("Robot & {N} & Formula")]
    # the first columns are in every part, every other one in one of them
    assert text.count(r"\end{tabular}") + text.count(r"\end{longtable}") == len(set(heads)) > 1
    for n in range(14):
        assert sum(f"{n}-th" in x.replace(f"1{n}-th", "") for x in set(heads)) == 1
    for row in (0, rows - 1):
        assert sum(x.startswith(f"robot {row} & {row} & A sentence") for x in lines) == len(
            set(heads)
        )
    assert text.count(r"\label{") == 1


def test_rows_that_belong_together_stand_together():
    heads = ("Robot", "DoF", "Subject", "Order", "Maximum")
    rows = [[r, 6, s, k, 1e-3 * 10**k] for r in "ab" for s in "xy" for k in (0, 3)]
    short = latex.text(Table("t", "T.", heads, rows, (), heads, heads[:3]))
    body = short.split("\\midrule\n")[1].split("\\bottomrule")[0].splitlines()
    # every number has a power of ten where one has
    first = [r"a & 6 & x & 0 & 1.0e-3 \\", r" &  &  & 3 & 1.0e0 \\", r"\addlinespace"]
    assert body[:5] == [*first, r" &  & y & 0 & 1.0e-3 \\", r" &  &  & 3 & 1.0e0 \\"]
    assert body[5:7] == [r"\addlinespace", r"b & 6 & x & 0 & 1.0e-3 \\"]
    assert r"\begin{table}" in short
    long = latex.text(Table("t", "T.", heads, rows * 10, (), heads, heads[:3]))
    assert long.count(r"\multicolumn{2}{@{}l}{\textit{a, 6 DoF, y}} \\*") == 10
    assert long.count(r"\addlinespace") == 39 and r"\begin{longtable}" in long


def test_long_words_are_broken_into_lines():
    rows = [["a_name_without_a_space_" * 3, "seven words of a sentence are here " * 6, 1]]
    text = latex.text(Table("t", "T.", ("A", "B", "[rad]"), rows))
    assert r"\begin{table}" in text and text.count(r"p{0.") == 2
    assert r"a\_\allowbreak{}name" in text
    # after a line's end a bracket would be an argument
    assert "{{}[rad]}" in text
    wide = latex.text(Table("t", "T.", ("A", "B"), [["x" * 30, "y" * 40]]))
    assert r"\begin{table*}" in wide and "p{" not in wide
