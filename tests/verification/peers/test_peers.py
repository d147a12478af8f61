"""Other libraries in environments of their own: asked, judged and shown; without any of them."""

import ast
import json
import math
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import lieref
from lieref.check.model_table import texts
from verification.peers import __main__ as command
from verification.peers import (
    dynamics,
    environments,
    lie_functions,
    lie_reproducers,
    pages,
    reproducers,
)
from verification.peers.table import BY_NAME, PEERS, Peer

ROOT = Path(__file__).resolve().parents[3]
PUBLISHED = ROOT / "reports" / "audits" / "peers"
ADAPTER = """
import lieref_client


def subject(hello):
    (body,) = hello["model"]["bodies"]

    def answer(quantity, q, v=None, a=None, tau=None):
        if quantity == "inverse_dynamics":
            raise ValueError("no forces here")
        if quantity != "joint_space_inertia":
            return None
        n, I = body["axis"], body["inertia"]
        r = [c - p for c, p in zip(body["com"], body["point"])]
        spin = sum(n[i] * I[i][j] * n[j] for i in range(3) for j in range(3))
        far = sum(x * x for x in r) - sum(x * y for x, y in zip(r, n)) ** 2
        return [[FACTOR * (spin + body["mass"] * far)]]

    return answer


print("what a library says at import")
lieref_client.serve(subject, name="toy")
"""
FUNCTIONS = """
import json, sys
import numpy as np

for line in sys.stdin:
    asked = json.loads(line)
    x = np.array(asked["argument"])
    if asked["function"] == "exp3":
        t = np.linalg.norm(x)
        K = np.array([[0, -x[2], x[1]], [x[2], 0, -x[0]], [-x[1], x[0], 0]])
        R = np.eye(3) + np.sin(t) / t * K + 2 * (np.sin(t / 2) / t) ** 2 * K @ K
        if 0.9e-6 < t < 1.1e-6:
            R = R * (1 + 1e-6)
        print(json.dumps({"value": R.tolist(), "not_finite": 0}), flush=True)
    elif asked["function"] == "log3":
        print(json.dumps({"error": "ValueError: no"}), flush=True)
    elif asked["function"] == "exp6":
        print(json.dumps({"value": np.eye(4).tolist(), "not_finite": 0}), flush=True)
    else:
        print(json.dumps({"not_offered": True}), flush=True)
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Environments whose Python is this one, and a folder of adapters."""
    monkeypatch.setattr(environments, "ADAPTERS", tmp_path)
    monkeypatch.setattr(lie_functions, "ADAPTERS", tmp_path)
    place = tmp_path / "toy" / "bin"
    place.mkdir(parents=True)
    (place / "python").write_text(f'#!/bin/sh\nexec {sys.executable} "$@"\n')
    (place / "python").chmod(0o755)
    return tmp_path


def test_the_table_names_what_is_there():
    assert [peer.name for peer in PEERS] == sorted(BY_NAME)
    functions = (environments.ADAPTERS / "lie_groups.py").read_text(encoding="utf-8")
    for peer in PEERS:
        assert peer.adapter or peer.functions
        if peer.adapter:
            assert (environments.ADAPTERS / f"{peer.adapter}.py").is_file()
        if peer.functions:
            assert f"def {peer.functions}():" in functions
    used = {f"{peer.adapter}.py" for peer in PEERS} | {"lie_groups.py", "peer_files.py"}
    assert {path.name for path in environments.ADAPTERS.glob("*.py")} == used - {".py"}


@pytest.mark.parametrize("factor, status", [("1.0", "pass"), ("1.5", "fail")])
def test_a_library_is_asked_and_judged(folder, monkeypatch, factor, status):
    (folder / "toy_adapter.py").write_text(ADAPTER.replace("FACTOR", factor))
    monkeypatch.setattr(dynamics, "MODELS", {"one": lambda: lieref.catalogue.serial_chain(1)})
    clients = environments.with_client(folder / "clients")
    rows = dynamics.measure(folder, Peer("toy", (), "toy_adapter"), clients, "one")
    found = {row.quantity: row for row in rows}
    assert set(found) == {"joint_space_inertia", "inverse_dynamics"}
    assert found["joint_space_inertia"].status == status
    assert (found["joint_space_inertia"].digits > 15) is (status == "pass")
    assert found["inverse_dynamics"].status == "error"
    assert "no forces here" in found["inverse_dynamics"].text
    if status == "fail":
        assert found["joint_space_inertia"].digits == pytest.approx(math.log10(2), abs=0.01)


def test_the_worst_state_is_kept():
    rows = [
        dynamics.Measured("p", "m", "q", status, digits)
        for status, digits in (("pass", 15.0), ("pass", 12.0), ("fail", 3.0), ("error", None))
    ]
    ranks = [dynamics._rank(row) for row in rows]
    assert ranks == sorted(ranks) and len(set(ranks)) == 4


def test_functions_of_groups_are_judged(folder):
    (folder / "lie_groups.py").write_text(FUNCTIONS)
    rows = lie_functions.measure(folder, Peer("toy", (), functions="toy"), folder)
    found = {(row.function, row.band): row for row in rows}
    assert set(found) == {(f, b) for f in ("exp3", "log3", "exp6") for b in lie_functions.BANDS}
    for band in lie_functions.BANDS:
        expected = 1e-6 if band == "below 1e-3" else 0.0
        assert found["exp3", band].error == pytest.approx(expected, abs=3e-15)
        assert not found["exp3", band].failed
        log = found["log3", band]
        assert log.failed == log.asked > 0 and log.text == "ValueError: no"
        # the translation is missing
        assert found["exp6", band].error > 0.3
    assert found["exp3", "below 1e-3"].angle == pytest.approx(1e-6)
    assert 0 < found["exp6", "near pi"].angle <= 1.1e-2


def test_an_error_is_that_of_a_block():
    K = lieref.oracle.Arb(60)
    with K.working():
        blocks = [[K(1), K(0), K(0)], [K(0), K(10), K(0)]]
    value = np.array([1.0, 0.0, 1e-5, 0.0, 10.0, 1e-3])
    assert lie_functions.block_error(K, "log6", value, blocks) == pytest.approx(1e-4)
    assert lie_functions.block_error(K, "log6", value[:5], blocks) == math.inf


def test_a_library_that_ends_is_an_error(folder):
    (folder / "lie_groups.py").write_text("import sys; sys.exit(3)\n")
    with pytest.raises((RuntimeError, BrokenPipeError)):
        lie_functions.measure(folder, Peer("toy", (), functions="toy"), folder)


def test_scripts_are_whole_and_their_references_right():
    for name, finding in reproducers.REPRODUCERS.items():
        assert finding.peer in BY_NAME, name
        ast.parse(finding.script())
    for name, lie in lie_reproducers.LIE.items():
        tree = ast.parse(lie.script())
        values = {
            node.targets[0].id: ast.literal_eval(node.value.args[0] if X else node.value)
            for node in tree.body
            if isinstance(node, ast.Assign)
            and (X := node.targets[0].id == "X", node.targets[0].id in ("X", "reference"))[1]
        }
        given = np.array(values["X"])
        function = {"log3": lieref.SO3.log, "log6": lieref.SE3.log, "exp6": lieref.SE3.exp}
        found = function[lie.function](given)
        found = found[:3, 3] if lie.function == "exp6" else found[-3:]
        reference = np.array([float(x) for x in values["reference"]])
        assert abs(found - reference).max() <= 1e-14 * abs(reference).max(), name


def test_a_script_is_run_by_itself(tmp_path):
    def finding(text):
        return reproducers.Reproducer("toy", "", "", lambda: text)

    place = tmp_path / "python"
    place.write_text(f'#!/bin/sh\nexec {sys.executable} "$@"\n')
    place.chmod(0o755)
    found = reproducers.run(place, finding("print('noise')\nprint('x returned 1')\n"))
    assert found["confirmed"] and found["printed"] == "x returned 1"
    found = reproducers.run(place, finding("raise SystemExit('broken')"))
    assert not found["confirmed"] and "broken" in found["printed"]


def row(status="pass", digits=15.26, **more):
    found = {"peer": "dartpy", "model": "ur5", "quantity": "inverse_dynamics", "text": ""}
    return found | {"status": status, "digits": digits, "explained": ""} | more


def test_cells_of_the_matrix():
    assert pages.cell(None) == ""
    assert pages.cell(row()) == "15.3"
    assert pages.cell(row("fail", 3.04)) == "**3.0**"
    assert pages.cell(row("fail", -2.0)) == "**0.0**"
    assert pages.cell(row("refused", None)) == "-"
    assert pages.cell(row("error", None)) == "raises"
    assert pages.cell(row("crashed", None)) == "crashed"
    band = {"function": "log3", "band": "near pi", "failed": 0, "asked": 45}
    assert pages.function_cell(band | {"error": 2e-16}) == "2e-16"
    assert pages.function_cell(band | {"error": 2e-9}) == "**2e-09**"
    assert pages.function_cell(band | {"error": None, "failed": 3}) == "**inf**, 3 of 45 raise"


def test_the_published_page_is_that_of_its_records(tmp_path):
    records = json.loads((PUBLISHED / command.RECORDS).read_text(encoding="utf-8"))
    assert set(records) == set(BY_NAME)
    pages.write(tmp_path, records)
    for path in tmp_path.rglob("*.*"):
        shown = PUBLISHED / path.relative_to(tmp_path)
        assert path.read_text(encoding="utf-8") == shown.read_text(encoding="utf-8"), (
            "run python -m verification.peers --render --environments ."
        )
    found = {name for record in records.values() for name in record["findings"]}
    assert found == set(reproducers.REPRODUCERS)


def test_environments_are_made_once_and_whole(tmp_path, monkeypatch):
    asked = []

    def run(words, **options):
        asked.append(words)
        (tmp_path / "toy").mkdir(exist_ok=True)
        if words[-1] == "missing":
            raise subprocess.CalledProcessError(1, words)

    monkeypatch.setattr(environments.subprocess, "run", run)
    with pytest.raises(subprocess.CalledProcessError):
        environments.install(tmp_path, Peer("toy", ("missing",)))
    assert not (tmp_path / "toy").exists()
    environments.install(tmp_path, Peer("toy", ("there>=1",)))
    assert asked[-1][-2:] == ["--quiet", "there>=1"]
    count = len(asked)
    environments.install(tmp_path, Peer("toy", ("there>=1",)))
    assert len(asked) == count


def test_a_missing_environment_is_said(tmp_path, capsys):
    words = ["--environments", str(tmp_path), "--only", "dartpy", "--out", str(tmp_path / "out")]
    assert command.main(words) == 1
    assert "dartpy: no environment; --install makes it" in capsys.readouterr().err


def peer_files():
    found = {}
    path = environments.ADAPTERS / "peer_files.py"
    exec(compile(path.read_text(encoding="utf-8"), str(path), "exec"), found)
    return found


def test_what_adapters_share():
    files = peer_files()
    model = dynamics.MODELS["free base"]()
    hello = texts(model)
    assert files["one_degree"](hello) == [*model.joint_names[1:]]
    assert "floating" not in files["floating_urdf"](hello)
    q = model.random_configuration(np.random.default_rng(1))
    R, p = files["base_pose"](hello, q.tolist())
    P, turn = model.placements[0], np.array(files["rotation"](*q[3:7]))
    np.testing.assert_allclose(R, P[:3, :3] @ turn, rtol=0, atol=1e-14)
    np.testing.assert_allclose(p, P[:3, 3] + P[:3, :3] @ q[:3], rtol=0, atol=1e-14)
    axis = np.array([0.6, 0.0, 0.8])
    quaternion = [*(np.sin(0.2) * axis), np.cos(0.2)]
    expected = lieref.SO3.exp(0.4 * axis)
    np.testing.assert_allclose(files["rotation"](*quaternion), expected, rtol=0, atol=1e-15)
    with pytest.raises(files["Refused"], match="no free base"):
        files["turning_and_sliding"](hello)
    with pytest.raises(files["Refused"], match="expected revolute and prismatic"):
        files["one_degree"](texts(dynamics.MODELS["helical"]()))
    assert files["places"](["b", "a"], ["a", "x", "b"]) == [2, 0]
    with pytest.raises(files["Refused"], match="no joint 'c'"):
        files["places"](["c"], ["a"])
    assert files["gravity_along_z"](hello) == 9.81
