"""The gate of the benchmark, on made-up numbers. Nothing is timed."""

import json

import pytest

from verification.benchmark import __main__ as command
from verification.benchmark.speed import gate

HERE = {"processor": "P", "kernels": "v4"}
STORED = {"machine": HERE, "ratios": {"a": 0.2, "b": 10.0, "c": 1.0}}
FOUND = {"processor": {"model": "P"}, "build": {"kernels": "v4"}, "date": "d", "commit": "c"}


def words(verdicts):
    return {verdict.name: verdict.word for verdict in verdicts}


def test_growth_within_the_factor_holds_and_beyond_it_is_worse():
    verdicts = gate.judge(STORED, {"a": 0.2 * 1.24, "b": 10 * 1.26, "c": 0.5}, HERE)
    assert words(verdicts) == {"a": "holds", "b": "WORSE", "c": "holds"}
    assert [verdict.holds for verdict in verdicts] == [True, False, True]
    assert verdicts[2].growth == 0.5


@pytest.mark.parametrize("other", [{"processor": "Q"}, {"kernels": "v3"}])
def test_another_machine_is_judged_by_the_wider_factor_and_said(other):
    ratios = {name: 1.9 * ratio for name, ratio in STORED["ratios"].items()}
    there = {**HERE, **other}
    assert all(verdict.holds for verdict in gate.judge(STORED, ratios, there))
    assert not any(verdict.holds for verdict in gate.judge(STORED, ratios, HERE))
    ratios["a"] = 0.2 * 2.1
    assert words(gate.judge(STORED, ratios, there))["a"] == "WORSE"
    assert f"another machine (P, kernels v4; here {there['processor']}" in gate.heading(
        STORED, there
    )
    assert gate.heading(STORED, HERE).startswith("Baseline of this machine (P)")


def test_what_is_missing_fails_and_what_is_new_does_not():
    verdicts = gate.judge(STORED, {"a": 0.2, "b": 10.0, "d": 7.0}, HERE)
    assert words(verdicts) == {"a": "holds", "b": "holds", "c": "not measured", "d": "new"}
    assert [verdict.holds for verdict in verdicts] == [True, True, False, True]
    rows = gate.table(verdicts).rows
    assert rows[2] == ["c", 1.0, "", "", gate.SAME, "not measured"]
    assert rows[3] == ["d", "", 7.0, "", gate.SAME, "new"]


def test_a_baseline_is_stored_and_read_again(tmp_path):
    path = tmp_path / "new" / "baseline.json"
    gate.write(path, {"a": 0.123456, "b": 2.0}, FOUND)
    read = gate.read(path)
    assert read["machine"] == HERE and read["ratios"] == {"a": 0.1235, "b": 2.0}
    assert (read["date"], read["commit"]) == ("d", "c")


@pytest.mark.parametrize(
    "text",
    ["{", "[]", "{}", '{"machine": {}, "ratios": {}}',
     *(json.dumps({"machine": HERE, "ratios": {"a": x}}) for x in (0, -1.0, "x", None))],
)  # fmt: skip
def test_a_damaged_baseline_is_refused(tmp_path, text):
    path = tmp_path / "baseline.json"
    path.write_text(text)
    with pytest.raises(gate.BaselineError, match=r"baseline\.json is damaged"):
        gate.read(path)


def test_a_missing_baseline_is_refused(tmp_path):
    with pytest.raises(gate.BaselineError, match="there is no baseline.json; --write-baseline"):
        gate.read(tmp_path / "baseline.json")


def run_of(seconds):
    """A run whose repeats take these seconds a call, the last ones over and over."""
    left = list(seconds)

    def run(calls):
        return calls * (left.pop(0) if len(left) > 1 else left[0])

    return run


@pytest.fixture
def brief(monkeypatch):
    monkeypatch.setattr(gate, "SECONDS", 0.0)


def test_times_are_taken_over_the_yardsticks_and_batches_a_state(brief):
    runs = {
        "first": run_of([1e-3]),
        gate.PINOCCHIO: run_of([2e-3]),
        "call": run_of([4e-3]),
        "batch": run_of([gate.GATED_STATES * 1e-3]),
    }
    assert gate.measure(runs, "g") == pytest.approx(
        {"g: call / first": 4.0, "g: batch / first": 1.0, f"g: call / {gate.PINOCCHIO}": 2.0},
        rel=1e-12,
    )


def test_what_is_worse_is_measured_again_and_the_better_counts(brief):
    slow = [3e-3] * 11
    stored = {"machine": HERE, "ratios": {"g: x / first": 1.0, "h: x / first": 1.0}}
    made = {
        "g": lambda: {"first": run_of([1e-3]), "x": run_of([*slow, 1e-3])},
        "h": lambda: {"first": run_of([1e-3]), "x": run_of([3e-3])},
    }
    found = gate.measure_all(made, stored, HERE)
    assert words(gate.judge(stored, found, HERE)) == {
        "g: x / first": "holds",
        "h: x / first": "WORSE",
    }


@pytest.mark.parametrize("now, code", [(1.0, 0), (1.3, 1)])
def test_the_command_ends_with_the_verdict(tmp_path, monkeypatch, capsys, now, code):
    path = tmp_path / "baseline.json"
    gate.write(path, {"a": 1.0}, FOUND)
    monkeypatch.setattr(gate.environment, "describe", lambda: FOUND)
    monkeypatch.setattr(gate.build, "timers", lambda cache: None)
    monkeypatch.setattr(gate, "groups", lambda timers, cache: {})
    monkeypatch.setattr(gate, "measure_all", lambda *given: {"a": now})
    assert command.main(["gate", "--baseline", str(path), "--cache", str(tmp_path)]) == code
    assert ("WORSE" in capsys.readouterr().out) == (code == 1)


def test_the_command_without_a_baseline_cannot_tell(tmp_path, capsys):
    given = ["gate", "--baseline", str(tmp_path / "none.json"), "--cache", str(tmp_path)]
    assert command.main(given) == 2
    assert "there is no none.json" in capsys.readouterr().out
