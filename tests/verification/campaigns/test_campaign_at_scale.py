"""Campaigns at scale: killed at random moments, bounded memory, workers that grow or die."""

import io
import os
import random
import re
import signal
import subprocess
import sys
import time

import joblib
import psutil
import pytest
from rich.console import Console
from support.programs.campaign_folders import quietly, times_run

from lieref.reporting.campaigns import campaign, progress, store, workers
from lieref.reporting.campaigns.campaign import Case

MODULE = "made_up_measurements"
SCRIPT = """
import sys
from pathlib import Path
from lieref.reporting.campaigns.campaign import Case, run
root, jobs, count = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
params = [
    {"number": k, "seconds": 0.02, "marks": str(root / "marks"), "weight": 5000}
    for k in range(count)
]
run({"claim": [Case("made_up_measurements", p) for p in params]}, root / "out", jobs=jobs)
"""


class Many:
    """Cases that nobody holds all at once."""

    def __init__(self, count, **params):
        self.count, self.params = count, params

    def __iter__(self):
        for number in range(self.count):
            yield Case(MODULE, {"number": number, **self.params})


def run(plan, folder, **options):
    return quietly({"made up": plan}, folder, **options)


def start(root, jobs, count):
    return subprocess.Popen(
        [sys.executable, "-c", SCRIPT, str(root), str(jobs), str(count)],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def lines(path):
    return path.read_bytes().count(b"\n") if path.exists() else 0


@pytest.mark.parametrize("jobs", [1, 2])
def test_killed_at_random_moments_it_ends_with_the_results_of_an_undisturbed_run(tmp_path, jobs):
    count, kills = 60, 2
    print("seed 0")
    rng = random.Random(0)
    (tmp_path / "marks").mkdir()
    path = tmp_path / "out" / store.RESULTS
    finished = []
    for _ in range(kills):
        before = lines(path)
        child = start(tmp_path, jobs, count)
        deadline = time.monotonic() + 120
        # a moment after some progress, wherever in a write or between two that is
        wanted = before + rng.randrange(1, count // (kills + 1))
        while lines(path) < wanted:
            assert child.poll() is None and time.monotonic() < deadline
            time.sleep(0.002)
        time.sleep(rng.uniform(0.0, 0.03))
        child.send_signal(signal.SIGKILL)
        child.wait()
        time.sleep(0.5)  # orphaned workers have ended their last case
        numbers = [record["params"]["number"] for record in store.read(tmp_path / "out")]
        started = times_run(tmp_path / "marks")
        finished.append((numbers, {number: started[number] for number in numbers}))
    child = start(tmp_path, jobs, count)
    assert child.wait(120) == 0

    def result(record):
        return record["id"], record["result"]["square"]

    started = times_run(tmp_path / "marks")
    plan = Many(count, seconds=0.02, marks=str(tmp_path / "marks"), weight=5000)
    undisturbed, _ = run(plan, tmp_path / "undisturbed", jobs=2)
    assert undisturbed.computed == count
    found = store.read(tmp_path / "out")
    assert len(found) == count
    assert not store.damaged(tmp_path / "out")
    assert sorted(map(result, found)) == sorted(map(result, store.read(tmp_path / "undisturbed")))
    for numbers, times in finished:
        assert len(set(numbers)) == len(numbers)
        # what had a line when the run was killed was never started again
        assert all(started[number] == times[number] for number in numbers)


def test_a_flipped_bit_is_told_and_its_case_alone_is_done_again(tmp_path):
    (tmp_path / "marks").mkdir()
    plan = Many(6, marks=str(tmp_path / "marks"))
    run(plan, tmp_path / "out")
    path = tmp_path / "out" / store.RESULTS
    content = path.read_bytes().splitlines(keepends=True)
    number = store.read(tmp_path / "out")[2]["params"]["number"]
    content[2] = content[2].replace(b'"square":', b'"sqtare":')
    path.write_bytes(b"".join(content))
    outcome, said = run(plan, tmp_path / "out")
    assert (outcome.found, outcome.computed) == (5, 1)
    assert "results.jsonl, line 3: the checksum does not match; its case is redone." in said
    started = times_run(tmp_path / "marks")
    assert started == {k: 1 + (k == number) for k in range(6)}
    assert run(plan, tmp_path / "out")[0].computed == 0


@pytest.mark.parametrize("jobs", [1, 2])
def test_memory_does_not_grow_with_the_number_of_cases(tmp_path, jobs, monkeypatch):
    count, weight = 1600, 50_000
    seen = []

    def flushed(descriptor):
        """No disk: memory as it is now, and time in which workers get ahead of who writes."""
        seen.append(psutil.Process().memory_info().rss)
        time.sleep(0.004 * (jobs - 1))

    monkeypatch.setattr(store.os, "fsync", flushed)
    run(Many(200, weight=weight), tmp_path / "first", jobs=jobs, about={"plan": {}})
    before = psutil.Process().memory_info().rss
    seen.clear()
    outcome, _ = run(Many(count, weight=weight), tmp_path / "second", jobs=jobs, about={"plan": {}})
    grown = max(seen) - before
    assert outcome.computed == count
    # the results are 80 MB; what may wait to be written is 2 workers times 64 of them, 6 MB
    assert (tmp_path / "second" / store.RESULTS).stat().st_size > count * weight
    assert grown < 40e6
    (tmp_path / "second" / store.RESULTS).unlink()


def test_a_worker_that_grows_is_replaced(tmp_path):
    # loky looks once a second and lets 300 MB pass
    plan = Many(12, seconds=0.6, leak=150)
    outcome, _ = run(plan, tmp_path / "out", jobs=2)
    assert (outcome.computed, outcome.failed) == (12, 0)
    assert len({record["result"]["worker"] for record in store.read(tmp_path / "out")}) > 2


def test_a_worker_that_is_killed_ends_the_run_and_keeps_what_is_finished(tmp_path):
    run(Many(5), tmp_path / "out", jobs=2)
    deadly = [*Many(5), Case(MODULE, {"number": 9, "die": True})]
    with pytest.raises(workers.CampaignError, match="killed"):
        run(deadly, tmp_path / "out", jobs=2)
    assert len(store.read(tmp_path / "out")) == 5


def test_what_is_wanted_in_order_comes_so_from_as_many_processes_as_are_configured():
    cases = list(Many(4, seconds=0.05))
    for jobs in (None, 2):
        with joblib.parallel_config(n_jobs=jobs):
            found = [record["result"] for record in workers.in_order(campaign.compute, cases)]
        assert [each["square"] for each in found] == [0, 1, 4, 9]
        assert ({each["worker"] for each in found} == {os.getpid()}) == (jobs is None)
    with joblib.parallel_config(n_jobs=2), pytest.raises(workers.CampaignError, match="killed"):
        workers.in_order(campaign.compute, list(Many(4, die=True)))


def test_windows_take_the_longest_first_and_lose_nothing(monkeypatch):
    monkeypatch.setattr(campaign, "WINDOW", 4)
    cases = [Case(MODULE, {"number": k}, cost=float(k % 3)) for k in range(10)]
    found = list(campaign.windows(iter(cases)))
    assert [len(window) for window in found] == [4, 4, 2]
    assert {case.id for window in found for case in window} == {case.id for case in cases}
    for window in found:
        assert [case.cost for case in window] == sorted((x.cost for x in window), reverse=True)


def test_plain_lines_tell_the_time_left_where_there_is_no_terminal(tmp_path, monkeypatch):
    monkeypatch.setattr(progress, "INTERVAL", 0.0)
    _, said = run(Many(5, seconds=0.01), tmp_path / "out")
    told = re.findall(r"(\d)/5 cases, 0:00:\d\d gone, 0:00:\d\d left\n", said)
    assert told == list("12345")
    assert "\x1b" not in said


def test_a_bar_tells_the_time_left_on_a_terminal():
    console = Console(file=io.StringIO(), force_terminal=True, width=100)
    with progress.shown(console, 4.0, 4) as advance:
        for _ in range(4):
            time.sleep(0.06)
            advance(1.0)
    said = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", console.file.getvalue())
    assert re.search(r"4/4 cases, 0:00:0\d gone, 0:00:00 left", said)


def test_durations():
    assert [progress.duration(x) for x in (0.4, 61, 36000.2)] == ["0:00:00", "0:01:01", "10:00:00"]
