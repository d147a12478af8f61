"""Audits and claims over grids: every case is there, right, resumable, and in the report."""

import csv
import json
from pathlib import Path

import pytest

from lieref.reporting.campaigns import environment, store
from verification import __main__ as command
from verification.grid import plans
from verification.grid.plans import GridError

CHECK = Path(__file__).parents[2] / "check"


def grid(*words):
    return command.main(["grid", *map(str, words), "--jobs", "1"])


def table(folder, name):
    with (folder / "tables" / f"{name}.csv").open() as file:
        return list(csv.DictReader(file))


def axes(record):
    params = record["params"]
    return tuple(params[key] for key in ("robot", "state", "seed", "order", "digits"))


def test_an_audit_has_every_case_of_its_grid(tmp_path, capsys):
    words = [
        "--subject", "lieref", "--robots", "serial_chain:2,binary_tree:2", "--states",
        "generic:2", "--orders", "0,1", "--digits", "30", "--quantities",
        "inverse_dynamics,inverse_dynamics_orders", "--out", tmp_path,
    ]  # fmt: skip
    assert grid(*words) == 0
    records = store.read(tmp_path)
    assert sorted(map(axes, records)) == sorted(
        (robot, state, seed, order, digits)
        for robot in ("serial_chain:2", "binary_tree:2")
        for state, seed in (("generic", 0), ("generic", 1))
        for order in (0, 1)
        for digits in (30,)
    )
    for record in records:
        report = record["result"]["report"]
        assert report["verdict"] == "pass"
        asked = {x["quantity"] for x in report["results"]}
        late = {"inverse_dynamics_orders"}
        assert asked == (late if record["params"]["order"] else late | {"inverse_dynamics"})
        assert all(x["digits"] >= record["params"]["digits"] for x in report["results"])
    assert len(table(tmp_path, "cases")) == 8
    assert {row["Verdict"] for row in table(tmp_path, "claims")} == {"holds"}
    page = (tmp_path / "index.html").read_text()
    assert 'id="figure-ratios"' in page and "Audit of lieref" in page
    # a larger grid computes what is new alone
    before = (tmp_path / store.RESULTS).read_bytes()
    words[words.index("30")] = "20,30"
    words[words.index("generic:2")] = "generic"
    words[words.index("serial_chain:2,binary_tree:2")] = "binary_tree:2"
    assert grid(*words) == 0
    after = (tmp_path / store.RESULTS).read_bytes()
    assert after.startswith(before) and len(store.read(tmp_path)) == 10
    assert "2 finished cases found, 2 left" in " ".join(capsys.readouterr().out.split())


def test_a_wrong_subject_fails_and_is_explained(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(CHECK)
    file = tmp_path / "grid.json"
    file.write_text(
        json.dumps({"subject": "confused_subjects:halved", "robots": ["serial_chain:2"]})
    )
    out = tmp_path / "out"
    assert grid("--grid", file, "--out", out) == 1
    found = table(out, "findings")
    assert found and all(row["Explained by"].endswith("factor 1/2") for row in found)
    assert {row["Status"] for row in found} == {"fail"}
    capsys.readouterr()
    # the report is written again from the two files, and tells what is missing
    line, *_ = (out / store.RESULTS).read_bytes().splitlines(keepends=True)
    (out / store.RESULTS).write_bytes(line.replace(b'"fail"', b'"pass"', 1))
    assert command.main(["render", str(out)]) == 1
    said = capsys.readouterr().out
    assert "results.jsonl, line 1: the checksum does not match" in said
    assert "1 planned results are missing" in (out / "index.html").read_text()


def test_states_are_kinds_with_numbers_of_seeds():
    found = plans.states(["generic:2", "zero", "fast", "generic"])
    assert found == [("generic", 0), ("generic", 1), ("zero", 0), ("fast", 0)]
    assert plans.states(["zero:3"]) == [("zero", 0)]


def test_what_is_not_compared_does_not_pass(tmp_path, monkeypatch):
    monkeypatch.chdir(CHECK)
    words = ["--subject", "confused_subjects:not_there", "--robots", "serial_chain:1"]
    assert grid(*words, "--out", tmp_path) == 1
    assert {row["Status"] for row in table(tmp_path, "findings")} == {"missing"}


def test_a_claim_is_judged_on_other_robots_orders_and_digits(tmp_path):
    words = ["--claim", "default_accuracy", "--robots", "serial_chain:3,ur5", "--states"]
    assert grid(*words, "generic:2", "--orders", "2", "--digits", "30", "--out", tmp_path) == 0
    records = store.read(tmp_path)
    assert {record["params"]["robot"]["name"] for record in records} == {"serial_chain", "urdf"}
    assert {record["params"]["state"]["seed"] for record in records} == {0, 1}
    for record in records:
        assert (record["params"]["order"], record["params"]["digits"]) == (2, 30)
        # proven to so many digits at least
        assert record["result"]["reference"]["bound"] <= 1e-30
        assert "seed" not in record["params"]
    rows = table(tmp_path, "cases")
    assert {row["Case"] for row in rows} == {record["id"] for record in records}
    assert environment.read(tmp_path)["grid"]["claim"] == "default_accuracy"
    assert command.main(["render", str(tmp_path)]) == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "of a subject or of a claim"),
        (["--subject", "lieref"], "needs robots"),
        (["--subject", "lieref", "--robots", "tallos"], "tallos"),
        (["--subject", "lieref", "--robots", "ur5", "--states", "calm"], "calm"),
        (["--subject", "lieref", "--robots", "ur5", "--states", "generic:0"], "generic:0"),
        (["--subject", "lieref", "--robots", "ur5", "--digits", "40"], "[40]"),
        (["--subject", "lieref", "--robots", "ur5", "--orders", "21"], "[21]"),
        (["--subject", "lieref", "--robots", "ur5", "--quantities", "mass"], "mass"),
        (["--claim", "no_such_claim"], "no_such_claim"),
        (["--claim", "round_trip"], "say forward-dynamics/round_trip"),
        (["--claim", "loops/rank_loss", "--orders", "2"], "no order that could be varied"),
        (["--claim", "distance", "--states", "zero"], "only their number counts"),
        (["--claim", "distance", "--factor", "9"], "belong to audits"),
        (["--claim", "distance", "--robots", "serial_chain"], "serial_chain:bodies"),
    ],
)
def test_what_a_grid_must_not_say(tmp_path, capsys, words, said):
    assert grid(*words, "--out", tmp_path / "out") == 2
    assert said in " ".join(capsys.readouterr().out.split())
    assert not (tmp_path / "out" / store.RESULTS).exists()


def test_only_some_claims_of_a_campaign(tmp_path, capsys):
    words = ["inverse-dynamics", "--quick", "--jobs", "1"]
    assert command.main([*words, "--only", "pose_stacks"]) == 2
    assert "--only needs --out" in " ".join(capsys.readouterr().out.split())
    assert command.main([*words, "--only", "pose,x", "--out", str(tmp_path)]) == 2
    capsys.readouterr()
    assert command.main([*words, "--only", "pose_stacks", "--out", str(tmp_path)]) == 0
    assert command.main(["render", str(tmp_path)]) == 0
    assert capsys.readouterr().out.count("1 of 1 claims hold") == 2


SMALL = ["grid", "--subject", "lieref", "--robots", "serial_chain:1", "--quantities", "all"]


@pytest.mark.parametrize("jobs", ["0", "-2", "some"])
def test_a_number_of_processes_that_is_none(tmp_path, jobs, capsys):
    with pytest.raises(SystemExit) as ended:
        command.main([*SMALL, "--out", str(tmp_path), "--jobs", jobs])
    assert ended.value.code == 2 and "--jobs" in capsys.readouterr().err


def test_a_folder_that_cannot_be_written_tells_nothing_of_the_claims(tmp_path, capsys):
    (tmp_path / "file").touch()
    assert command.main([*SMALL, "--out", str(tmp_path / "file"), "--jobs", "1"]) == 2
    assert "error: [Errno 17] File exists" in capsys.readouterr().out


@pytest.mark.parametrize("text", ["", "{", "[1]"])
def test_a_damaged_environment_is_named(tmp_path, text, capsys):
    (tmp_path / environment.ENVIRONMENT).write_text(text)
    assert command.main(["render", str(tmp_path)]) == 2
    assert "error: environment.json of" in capsys.readouterr().out


@pytest.mark.parametrize("text, said", [
    ('{"robot": []}', "'robot'"),
    ('{"subject": "lieref", "robots": "talos"}', "grid.json: robots is 'talos', expected a list"),
])  # fmt: skip
def test_a_file_that_is_no_grid_is_refused(text, said, tmp_path):
    path = tmp_path / "grid.json"
    path.write_text(text)
    with pytest.raises(GridError, match=said):
        plans.read(path)
