"""Campaigns: parallel equals serial, nothing is done twice; see test_campaign_at_scale, too."""

import os
import subprocess
import sys
import time
from contextlib import contextmanager

import pytest
from support.programs.campaign_folders import quietly, times_run

from lieref.reporting.campaigns import campaign, environment, store
from lieref.reporting.campaigns.campaign import Case

MODULE = "made_up_measurements"


def cases(tmp_path, count, seconds=0.0, **more):
    marks = tmp_path / "marks"
    marks.mkdir(exist_ok=True)
    return [
        Case(MODULE, {"number": k, "seconds": seconds, "marks": str(marks), **more})
        for k in range(count)
    ]


def runs(tmp_path):
    return times_run(tmp_path / "marks")


def run(plan, folder, **options):
    outcome, said = quietly(plan, folder, **options)
    found = {record["id"]: record for record in store.read(folder)}
    assert outcome.cases <= len(found)
    return found, said


def test_identity_is_measurement_and_parameters():
    case = Case("m", {"a": 1, "b": [2.5, None]}, cost=3.0)
    assert case.id == Case("m", {"b": [2.5, None], "a": 1}).id
    assert case.id != Case("m", {"a": 2, "b": [2.5, None]}).id
    assert case.id != Case("n", {"a": 1, "b": [2.5, None]}).id


def test_results_are_kept_and_not_computed_again(tmp_path):
    wanted = cases(tmp_path, 3)
    found, _ = run({"claim": wanted}, tmp_path / "out")
    assert [found[case.id]["result"]["square"] for case in wanted] == [0, 1, 4]
    again, said = run({"claim": wanted + cases(tmp_path, 5)[3:]}, tmp_path / "out")
    assert runs(tmp_path) == {k: 1 for k in range(5)}
    assert "3 finished cases found, 2 left" in said
    assert len(again) == 5


def test_infinities_are_written_as_strict_json(tmp_path):
    wanted = cases(tmp_path, 1)
    found, _ = run({"claim": wanted}, tmp_path / "out")
    assert float(found[wanted[0].id]["result"]["infinite"]) == float("inf")


def test_a_case_wanted_by_two_claims_is_computed_once(tmp_path):
    wanted = cases(tmp_path, 2)
    run({"a": wanted, "b": wanted[:1]}, tmp_path / "out")
    assert runs(tmp_path) == {0: 1, 1: 1}
    plan = environment.read(tmp_path / "out")["plan"]
    assert plan == {"a": [case.id for case in wanted], "b": [wanted[0].id]}


def test_workers_give_the_same_records(tmp_path):
    wanted = cases(tmp_path, 4)
    serial, _ = run({"claim": wanted}, tmp_path / "serial")
    parallel, _ = run({"claim": wanted}, tmp_path / "parallel", jobs=2)
    for key, record in serial.items():
        assert record["result"] | {"worker": 0} == parallel[key]["result"] | {"worker": 0}


def test_a_failing_case_is_a_result(tmp_path):
    wanted = cases(tmp_path, 1, fail=True)
    found, _ = run({"claim": wanted}, tmp_path / "out")
    assert found[wanted[0].id]["error"] == "ArithmeticError: asked to fail"


def test_fresh_starts_anew_and_keeps_the_old_results(tmp_path):
    wanted = cases(tmp_path, 2)
    run({"claim": wanted}, tmp_path / "out")
    before = (tmp_path / "out" / store.RESULTS).read_bytes()
    run({"claim": wanted}, tmp_path / "out", fresh=True)
    assert runs(tmp_path) == {0: 2, 1: 2}
    assert (tmp_path / "out" / campaign.PREVIOUS).read_bytes() == before


def test_results_of_another_environment_are_not_mixed_in(tmp_path):
    wanted = cases(tmp_path, 1)
    run({"claim": wanted}, tmp_path / "out")
    made = environment.read(tmp_path / "out")
    environment.write(tmp_path / "out", {**made, "date": "1999-01-01", "commit": "other"})
    run({"claim": wanted}, tmp_path / "out")
    assert runs(tmp_path) == {0: 1}
    environment.write(tmp_path / "out", {**made, "build": "another compiler"})
    _, said = run({"claim": wanted}, tmp_path / "out")
    assert runs(tmp_path) == {0: 2}
    assert "changed: build" in said


def test_the_environment_names_no_machine_and_no_path():
    text = store.canonical(environment.describe())
    assert os.uname().nodename not in text
    assert os.path.expanduser("~") + "/" not in text and os.getcwd() not in text


SCRIPT = """
import sys
from pathlib import Path
from lieref.reporting.campaigns.campaign import Case, run
root = Path(sys.argv[1])
marks = str(root / "marks")
numbers = range(12)
params = [{"number": k, "seconds": 0.15, "marks": marks} for k in numbers]
run({"claim": [Case("made_up_measurements", p) for p in params]}, root / "out")
"""


@contextmanager
def campaign_elsewhere(tmp_path):
    """A campaign of twelve slow cases in another process."""
    (tmp_path / "marks").mkdir()
    child = subprocess.Popen(
        [sys.executable, "-c", SCRIPT, str(tmp_path)],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        stderr=subprocess.DEVNULL,
    )
    try:
        yield child
    finally:
        child.kill()
        child.wait()


def wait_for_lines(child, path, count):
    deadline = time.monotonic() + 60
    while not path.exists() or path.read_bytes().count(b"\n") < count:
        assert time.monotonic() < deadline and child.poll() is None
        time.sleep(0.01)


def test_a_living_run_holds_the_lock_and_a_killed_one_frees_it(tmp_path):
    with campaign_elsewhere(tmp_path) as child:
        wait_for_lines(child, tmp_path / "out" / store.RESULTS, 1)
        with pytest.raises(store.StoreError, match="another run"):
            run({"claim": cases(tmp_path, 1)}, tmp_path / "out")
    run({"claim": cases(tmp_path, 1)}, tmp_path / "out")
