"""Campaigns on a Dask cluster: two workers in processes of their own, started and ended here."""

import json
import os
import subprocess
import sys

import pytest
from support.programs.campaign_folders import quietly

from lieref.reporting.campaigns import campaign, environment, store, workers
from lieref.reporting.campaigns.campaign import Case
from verification import __main__ as command

distributed = pytest.importorskip(
    "distributed", reason="did not run: dask is not installed (pip install lieref[cluster])"
)
MODULE = "made_up_measurements"
# A worker that does not find this checkout, wherever the path would have it.
ELSEWHERE = """
import runpy, sys
sys.modules["verification"] = None
runpy.run_module("distributed.cli.dask_worker", run_name="__main__")
"""


@pytest.fixture(scope="module")
def cluster():
    """A scheduler with two workers, which import what this process does."""
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0"
    ) as found:
        yield found


def run(plan, folder, **options):
    return quietly({"made up": plan}, folder, **options)[0]


def numbered(count, **params):
    return [Case(MODULE, {"number": k, **params}) for k in range(count)]


def test_two_workers_compute_what_this_process_does(cluster, tmp_path):
    cases = numbered(40, seconds=0.02)
    outcome = run(cases, tmp_path / "there", cluster=cluster.scheduler_address)
    assert (outcome.computed, outcome.failed) == (40, 0)
    run(cases, tmp_path / "here")
    there, here = (
        {record["id"]: record["result"] for record in store.read(tmp_path / name)}
        for name in ("there", "here")
    )
    assert {key: x["square"] for key, x in there.items()} == {
        key: x["square"] for key, x in here.items()
    }
    assert len({x["worker"] for x in there.values()}) == 2
    assert environment.read(tmp_path / "there")["cluster"]["workers"] == 2
    # what the cluster has finished is finished for this machine too, and the other way round
    assert run(cases, tmp_path / "there").computed == 0


def test_the_command_runs_a_claim_on_the_scheduler_of_a_file(cluster, tmp_path, capsys):
    file = tmp_path / "scheduler.json"
    file.write_text(json.dumps({"address": cluster.scheduler_address}))
    words = ["inverse-dynamics", "--only", "pose_stacks", "--quick", "--cluster", str(file)]
    assert command.main([*words, "--out", str(tmp_path / "out")]) == 0
    assert "1 of 1 claims hold" in capsys.readouterr().out
    assert store.read(tmp_path / "out")


def test_a_worker_with_other_source_is_refused(cluster, tmp_path, monkeypatch):
    mine = environment.decisive()
    monkeypatch.setattr(environment, "decisive", lambda: {**mine, "source": {"lieref": "other"}})
    with pytest.raises(workers.CampaignError, match="worker tcp://.* differs .* in source"):
        run(numbered(2), tmp_path / "out", cluster=cluster.scheduler_address)
    # one that joins later is found out by its first case
    with pytest.raises(workers.CampaignError, match="differs from this process in: build"):
        campaign.compute(numbered(1)[0], {**environment.decisive(), "build": "another"})


def test_a_worker_without_the_source_is_refused(tmp_path):
    elsewhere = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    with distributed.LocalCluster(n_workers=0, dashboard_address=":0") as empty:
        worker = subprocess.Popen(
            [sys.executable, "-c", ELSEWHERE, empty.scheduler_address, "--no-nanny"],
            cwd=tmp_path, env=elsewhere, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        try:
            with pytest.raises(workers.CampaignError, match="differs .* source: .* this checkout"):
                run(numbered(1), tmp_path / "out", cluster=empty.scheduler_address)
        finally:
            worker.terminate()
            worker.wait()


def test_a_case_that_kills_its_workers_ends_the_run_and_keeps_what_is_finished(
    cluster, tmp_path, monkeypatch
):
    monkeypatch.setattr(workers, "IDLE", 2.0)
    cases = [*numbered(5), Case(MODULE, {"number": 9, "die": True})]
    with pytest.raises(workers.CampaignError, match="gave up a case"):
        run(cases, tmp_path / "out", cluster=cluster.scheduler_address)
    # Dask blames, and gives up, what waited for the same workers as well
    kept = list(store.read(tmp_path / "out"))
    assert kept and {r["params"]["number"] for r in kept} <= set(range(5))
    run(numbered(5), tmp_path / "out", cluster=cluster.scheduler_address)
    found = list(store.read(tmp_path / "out"))
    assert found[: len(kept)] == kept
    assert sorted(r["params"]["number"] for r in found) == list(range(5))


def test_no_scheduler_is_said(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(workers, "PATIENCE", 1.0)
    words = ["inverse-dynamics", "--only", "pose_stacks", "--quick", "--out", str(tmp_path)]
    assert command.main([*words, "--cluster", "tcp://127.0.0.1:9"]) == 2
    assert "no Dask scheduler at" in capsys.readouterr().out


def test_the_missing_extra_is_named(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(workers.CampaignError, match=r"install lieref\[cluster\]"):
        run(numbered(1), tmp_path / "out", cluster="tcp://127.0.0.1:9")
