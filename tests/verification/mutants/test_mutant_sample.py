"""A sample of mutants, what is kept of a run, and the page: nothing is built or tested."""

import fcntl
import json

import pytest

from verification.mutants import __main__ as command
from verification.mutants import report, sample
from verification.mutants.report import Outcome
from verification.mutants.sample import ROOT, source

TEXT = "def f(x, n):\n    y = x[0] + n * x[1]\n    y += x[n] - 2 * n\n    return y * n\n"


@pytest.fixture(name="root")
def _root(tmp_path):
    for name in ("algebra/one.py", "loops/two.py", "loops/three.pxi"):
        path = tmp_path / "lieref" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(TEXT, encoding="utf-8")
    return tmp_path


def test_the_same_seed_takes_the_same_sample(root):
    every = sample.sites(root=root)
    first = sample.sampled(every, 6, seed=1)
    assert first == sample.sampled(sample.sites(root=root), 6, seed=1)
    assert first != sample.sampled(every, 6, seed=2)
    assert len(first) == 6
    assert sample.sampled(every, 4, seed=1) == first[:4]


def test_at_most_one_mutant_a_line(root):
    found = sample.sampled(sample.sites(root=root), 100, seed=1)
    lines = [(x.file, x.mutant.line) for x in found]
    assert len(set(lines)) == len(lines) == 9
    assert {x.mutant.line for x in found} == {2, 3, 4}


def test_kinds_and_folders(root):
    def files(**words):
        return {x.file for x in sample.sites(root=root, **words)}

    assert files(kind="kernels") == {"lieref/loops/three.pxi"}
    assert files(kind="python") == {"lieref/algebra/one.py", "lieref/loops/two.py"}
    assert files(only="lieref/loops") == {"lieref/loops/two.py", "lieref/loops/three.pxi"}


def test_a_mutant_is_another_when_its_file_changes(root):
    before = {x.key for x in sample.sites(only="one.py", root=root)}
    assert before == {x.key for x in sample.sites(only="one.py", root=root)}
    (root / "lieref/algebra/one.py").write_text("# new\n" + TEXT, encoding="utf-8")
    assert not before & {x.key for x in sample.sites(only="one.py", root=root)}


def test_every_equivalent_mutant_is_one_of_its_file():
    for (file, before, after), reason in sample.equivalent().items():
        found = {(x.before, x.after) for x in sample.sites(only=file)}
        assert (before, after) in found, file
        assert len(reason) > 20


def test_wilsons_interval():
    # Newcombe (1998), table I: 81 of 263, 15 of 148, 0 of 20
    for killed, number, low, high in (
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
    ):
        assert sample.interval(killed, number) == pytest.approx((low, high), abs=1e-4)
    low, high = sample.interval(20, 20)
    assert low == pytest.approx(0.8389, abs=1e-4) and high == pytest.approx(1)
    assert sample.interval(0, 0) == (0, 1)


def _outcome(key="k", verdict="killed", **words):
    given = {"file": "lieref/loops/a.py", "line": 3, "operator": "sign", "before": "b"}
    given |= {"after": "a", "witness": "test", "seconds": 1.5}
    return Outcome(key, **{**given, **words}, verdict=verdict)


def test_outcomes_are_read_back(tmp_path):
    record = tmp_path / "outcomes.jsonl"
    assert report.finished(record) == {}
    line = json.dumps(vars(_outcome()))
    record.write_text(f'{line}\n{{"key": "cut', encoding="utf-8")
    assert report.finished(record) == {"k": _outcome()}


def test_the_page_counts_by_kind_and_subpackage():
    outcomes = [
        _outcome("a"),
        _outcome("b"),
        _outcome("c", "survived", line=5),
        _outcome("d", "survived", before="same"),
        _outcome("e", "refused", file="lieref/algebra/a.pxi"),
        _outcome("f", "same code", file="lieref/algebra/a.pxi"),
    ]
    listed = {("lieref/loops/a.py", "same", "a"): "the reason"}
    text = report.summary(outcomes, listed, "the command")
    assert "`the command`" in text
    assert "| all, python | 2 | 1 | 1 | 0 | 0 | 0.667 (0.208 to 0.939) |" in text
    assert "| algebra, kernels | 0 | 0 | 0 | 1 | 1 | none |" in text
    assert "Survived:\n\n- `lieref/loops/a.py:5` sign: `b` became `a`\n\nWritten by" in text
    verdicts = [row[5] for row in report.table(outcomes, listed).rows]
    assert sorted(verdicts) == [
        "equivalent", "killed", "killed", "refused", "same code", "survived",
    ]  # fmt: skip


def test_a_run_goes_on_where_it_stopped(tmp_path, monkeypatch, capsys):
    words = ["--sample", "3", "--seed", "7", "--only", "lieref/elastic", "--out", str(tmp_path)]
    monkeypatch.setattr(command, "DEFAULT", tmp_path)
    asked = []

    def run(missing, *_):
        asked.append([site.key for site in missing])
        lines = [json.dumps(vars(report.outcome(x, "killed", "test", 1.0))) for x in missing[:2]]
        with (tmp_path / "outcomes.jsonl").open("a", encoding="utf-8") as out:
            out.write("\n".join(lines) + "\n")
        if len(missing) > 2:
            raise KeyboardInterrupt

    monkeypatch.setattr(command, "run", run)
    with pytest.raises(KeyboardInterrupt):
        command.main(words)
    assert command.main(words) == 0
    assert asked[1] == asked[0][2:]
    assert "3 mutants, 2 finished before" in capsys.readouterr().out
    assert command.main(words) == 0
    assert len(asked) == 2
    assert "3 |" in (tmp_path / "README.md").read_text(encoding="utf-8")


def test_two_runs_do_not_share_a_copy(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(command, "DEFAULT", tmp_path)
    with (tmp_path / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        words = ["--sample", "1", "--only", "lieref/elastic", "--out", str(tmp_path)]
        assert command.main(words) == 2
    assert "another run is at work" in capsys.readouterr().out


def test_the_list_is_the_sample(capsys):
    command.main(["--list", "--sample", "4", "--only", "lieref/elastic"])
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 4
    assert all(line.startswith("lieref/elastic/") and "` -> `" in line for line in lines)


def test_a_map_of_coverage_names_tests_by_line(tmp_path):
    path = tmp_path / "coverage.json"
    contexts = {"3": ["tests/test_a.py::test_one[a|b]|run", ""]}
    found = {"files": {"/somewhere/lieref/loops/a.py": {"contexts": contexts}}}
    path.write_text(json.dumps(found), encoding="utf-8")
    expected = {"lieref/loops/a.py": {"3": ["tests/test_a.py::test_one[a|b]", ""]}}
    assert command.coverage_map(path) == expected
    assert command.coverage_map(None) == {}


def test_no_mutant_is_in_a_comment_or_a_docstring_of_lieref():
    for site in sample.sites(only="lieref/elastic"):
        text = source(ROOT / site.file)
        line = text[text.rfind("\n", 0, site.mutant.start) + 1 : site.mutant.start]
        assert "#" not in line and '"""' not in line, site.name
