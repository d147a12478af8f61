"""What a report writes: tables, page, figures, sources, and the command that makes it again."""

import csv
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from lieref.__main__ import main
from lieref.check.pages.words import in_markdown
from lieref.reporting import contents, drawings, formats, latex
from lieref.reporting.tables import Table

SMALL = [
    "--model", "serial_chain:2", "--states", "2", "--orders", "0-1", "--jobs", "1",
    "--quantities", "inverse_dynamics,inverse_dynamics_orders",
]  # fmt: skip


def texts(folder, without=()):
    """The files of the tables by name."""
    return {
        path.name: path.read_bytes()
        for path in sorted((folder / "tables").iterdir())
        if path.stem not in without
    }


def test_two_runs_with_one_seed_give_the_same_bytes(tmp_path, capsys):
    for name, seed in (("a", "5"), ("b", "5"), ("c", "6")):
        assert main(["report", *SMALL, "--seed", seed, "--output", str(tmp_path / name)]) == 0
    a, b, c = (texts(tmp_path / name, without=["times"]) for name in "abc")
    assert a == b and a != c and {"accuracy.csv", "orders.tex", "metrics.md"} <= a.keys()
    times = [set(texts(tmp_path / name)) - set(a) for name in "ab"]
    assert times == [{"times.csv", "times.md", "times.tex"}] * 2


def test_a_second_run_measures_nothing_again(tmp_path, capsys):
    words = ["report", *SMALL, "--no-times", "--output", str(tmp_path)]
    assert main(words) == 0
    before = (tmp_path / "results.jsonl").read_bytes()
    shutil.rmtree(tmp_path / "tables")
    assert main(words) == 0
    assert (tmp_path / "results.jsonl").read_bytes() == before
    assert "2 finished cases found, 0 left" in capsys.readouterr().err
    assert (tmp_path / "tables" / "accuracy.csv").is_file()
    assert main([*words, "--fresh"]) == 0
    assert (tmp_path / "previous-results.jsonl").read_bytes() == before


def test_the_script_makes_the_report_again(made, tmp_path):
    _, folder = made
    copy = tmp_path / "copy"
    shutil.copytree(folder, copy)
    # a user's own code stands beside the script
    shutil.copy(Path.cwd() / "planted_subjects.py", copy)
    command = tmp_path / "bin" / "lieref"
    command.parent.mkdir()
    command.write_text(f'#!/bin/sh\nexec {sys.executable} -m lieref "$@"\n', encoding="utf-8")
    command.chmod(0o755)
    there = {"PATH": f"{command.parent}:{os.environ['PATH']}"}
    done = subprocess.run(
        [copy / "reproduce.sh"], env={**os.environ, **there}, capture_output=True, text=True
    )
    # 2: the subject takes no robot with loops, which the report says
    assert done.returncode == 2, done.stderr
    assert texts(copy / "again", ["times"]) == texts(folder, ["times"])


def test_no_path_of_this_machine_is_told(made, four_bar):
    _, folder = made
    for path in folder.rglob("*"):
        if path.suffix in (".html", ".md", ".jsonl", ".json", ".tex", ".csv", ".sh", ".txt"):
            text = path.read_text(encoding="utf-8")
            for private in (four_bar.parent, Path.home(), Path.cwd()):
                assert str(private) not in text, path.name


def test_all_files_are_there_and_say_the_same(made, four_bar):
    found, folder = made
    with (folder / "tables" / "accuracy.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert [row["Robot"] for row in rows] == ["binary_tree:2:free"] * 3 + ["four_bar"] * 2
    assert {row["DoF"] for row in rows if row["Robot"] == "four_bar"} == {"7"}
    for sentence in found.verdicts:
        assert in_markdown(sentence) in (folder / "README.md").read_text(encoding="utf-8")
    figures = {path.name for path in (folder / "figures").iterdir()}
    for start in ("accuracy", "orders", "times", "times_by_order"):
        for robot in ("binary_tree_2_free", "four_bar"):
            assert {f"{start}_{robot}.{x}" for x in ("pdf", "png", "svg")} <= figures
    bibtex = (folder / "references.bib").read_text(encoding="utf-8")
    assert {"lieref", "singh_second_order", "johansson_arb"} <= set(re.findall(r"{(\w+),", bibtex))
    said = (folder / "methods.txt").read_text(encoding="utf-8")
    environment = json.loads((folder / "environment.json").read_text(encoding="utf-8"))
    packages, plan = environment["packages"], environment["plan"]
    for word in (packages["numpy"], packages["python-flint"], "seeds 0 to 2", "3 random states"):
        assert word in said
    digests = [plan["robots"][1]["digest"], plan["subjects"]["planted_subjects:shifted"]]
    files = (four_bar, Path.cwd() / "planted_subjects.py")
    assert digests == [hashlib.sha256(path.read_bytes()).hexdigest()[:16] for path in files]


def test_a_robot_with_loops_is_measured_with_the_kernels_and_refused_by_others(made):
    found, _ = made
    told = [x for x in found.verdicts if "four_bar" in x]
    assert re.search(r"\(7 DoF\): relative error at most \d\.\de-1\d,", told[0])
    assert "loops" in told[1] and "refused" in told[1]


def test_times_have_the_ratio_to_the_kernels_in_the_same_run(made):
    found, _ = made
    key = "binary_tree:2:free", "planted_subjects:shifted", "inverse_dynamics", None
    own = "binary_tree:2:free", "lieref", "inverse_dynamics", None
    times = found.contents.times
    names = found.contents.names()
    row = next(
        x
        for x in contents.times(found.contents).rows
        if (x[0], x[2], x[3]) == (key[0], names[key[1]], "inverse dynamics") and x[4] == ""
    )
    assert row[5:7] == [1e6 * times[key], times[key] / times[own]]


def test_small_relative_errors_are_marked_and_in_full_in_csv():
    table = Table(
        "t", "T.", ("Name", "Maximum", "MAE"), [["a", 3e-20, 3e-20], ["b", 2.5e-7, 0.0]],
        ("Maximum",), ("Name", "Maximum", "MAE"),
    )  # fmt: skip
    assert "| a | \\<1e-17 | 3.0e-20 |" in formats.markdown(table)
    assert "a,3e-20,3e-20" in formats.comma_separated(table)
    text = latex.text(table)
    assert "{$<10^{-17}$}" in text and "S[table-format=1.1e-1]" in text
    assert "3.0e-20" in text


def test_times_in_thousands_have_the_same_notation():
    table = Table("t", "T.", ("x",), [[1234.5], [12.34], [0.5], [12345.0], [7]])
    assert [table.texts(row)[0] for row in table.rows] == ["1234", "12.3", "0.5", "1.2e4", "7"]


def test_figures_are_as_wide_as_the_publishers_columns():
    # in mm, as they say in their instructions to authors
    columns = {"ieee": (89, 182), "springer": (84, 174), "elsevier": (90, 190)}
    for name, widths in columns.items():
        found = [25.4 * drawings.STYLES[f"{name}-{kind}"] for kind in ("single", "double")]
        assert found == pytest.approx(widths, abs=0.2)


@pytest.mark.parametrize("words, said", [
    (["--model", "tallos"], "'tallos'"),
    (["--model", "missing.urdf"], "'missing.urdf'"),
    (["--model", "serial_chain:2", "--subject", "pinochio"], "did you mean 'pinocchio'"),
    (["--model", "serial_chain:2", "--quantities", "torques"], "torques"),
    (["--model", "serial_chain:2", "--states", "0"], "states 0"),
    (["--model", "serial_chain:2", "--orders", "5-2"], "orders 5-2"),
    (["--model", "serial_chain:2", "--jobs", "0"], "--jobs 0"),
])  # fmt: skip
def test_wrong_words_are_said_with_status_2(words, said, tmp_path, capsys):
    assert main(["report", *words, "--output", str(tmp_path / "out")]) == 2
    assert said in capsys.readouterr().err


def test_a_subject_that_gives_up_is_said_with_status_2(tmp_path, capsys):
    words = ["--subject", "planted_subjects:raising", "--no-times", "--output", str(tmp_path)]
    assert main(["report", *SMALL, *words]) == 2
    out = capsys.readouterr().out
    assert "not today" in out and "generic, seed 0" in out


def test_what_a_subject_does_not_offer_is_no_failure(tmp_path, capsys):
    words = ["--subject", "planted_subjects:shifted", "--no-times", "--output", str(tmp_path)]
    assert main(["report", *SMALL, *words]) == 0
    assert "not offered" in capsys.readouterr().out


def test_without_its_extra_the_command_says_what_to_install(monkeypatch, capsys):
    for name in [x for x in sys.modules if x.startswith("lieref.reporting")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "rich.console", None)
    assert main(["report", "--model", "ur5"]) == 2
    assert "lieref[report]" in capsys.readouterr().err
