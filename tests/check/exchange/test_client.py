"""The client of one file: the protocol in a process of its own, without lieref."""

import json
import shutil
import sys
from pathlib import Path

import numpy as np
import pytest

import lieref
from lieref.check import audit, client
from lieref.check.model_table import texts, to_table
from lieref.errors import ArgumentError
from lieref.partials.coordinates.lie_derivatives import lie_partials

SOURCE = Path(client.__file__)
PEER = """
import lieref_client
print("banner of a library")
import json, os
os.write(1, b"and of its C++ part\\n")


class Answer:
    precision = "float32"

    def answer(self, quantity, q, v=None, a=None, tau=None):
        print("chatter")
        if quantity == "forward_dynamics":
            raise ValueError("no such thing")
        if quantity == "joint_space_inertia":
            I, c, m = body["inertia"], body["com"], body["mass"]
            n = body["axis"]
            spin = sum(n[i] * I[i][j] * n[j] for i in range(3) for j in range(3))
            r = [x - y for x, y in zip(c, body["point"])]
            far = sum(x * x for x in r) - sum(x * y for x, y in zip(r, n)) ** 2
            return {"H": ((spin + m * far,),)}


def subject(hello):
    global body
    assert "<robot" in hello["urdf"] and "<sdf" in hello["sdf"]
    body = hello["model"]["bodies"][0]
    return Answer()


lieref_client.serve(subject, name="peer 1.0")
"""


def test_a_peer_that_prints_is_understood(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    # the client lies beside the peer, which imports it from there
    monkeypatch.delenv("PYTHONSAFEPATH", raising=False)
    shutil.copy(SOURCE, tmp_path / "lieref_client.py")
    (tmp_path / "peer.py").write_text(PEER)
    # -S -I would also do: nothing but the standard library is imported
    command = [sys.executable, "-S", "peer.py"]
    report = audit(command, "serial_chain:1", states=["generic"])
    assert report.subject == "peer 1.0" and report.precision == "float32"
    found = {x.quantity: x for x in report.results}
    assert found["joint_space_inertia"].status == "pass"
    assert found["inverse_dynamics"].status == "not offered"
    assert found["forward_dynamics"].status == "error"
    assert "ValueError: no such thing" in found["forward_dynamics"].text


def test_it_imports_the_standard_library_alone():
    imported = [
        line.split()[1].split(".")[0]
        for line in SOURCE.read_text(encoding="utf-8").splitlines()
        if line.startswith(("import ", "from "))
    ]
    assert set(imported) <= {*sys.stdlib_module_names}


@pytest.mark.parametrize("base", ["fixed", "free"])
def test_chain_rule_of_coordinates(base):
    model = lieref.catalogue.random_tree(5, 3, ("revolute", "spherical", "prismatic", "free"), base)
    rng = np.random.default_rng(4)
    table = json.loads(json.dumps(to_table(model)))
    q, J = model.random_configuration(rng), rng.standard_normal((3, model.nq))
    want = lie_partials(model, q, J)
    got = client.lie_partials(table, q.tolist(), J)
    # sums of at most four products of each entry
    assert abs(np.array(got) - want).max() <= 16 * np.finfo(float).eps * abs(J).max() * 4
    rates = np.array(client.configuration_rates(table, q.tolist()))
    step = 1e-6
    for j, e in enumerate(np.eye(model.nv)):
        slope = (model.integrate(q, step * e) - model.integrate(q, -step * e)) / (2 * step)
        # third derivatives of an exponential are below 1, and rounding is 1e-16 / step
        assert abs(rates[:, j] - slope).max() <= 1e-9


def test_texts_that_a_format_has():
    assert set(texts(lieref.catalogue.random_tree(3, 3, ("spherical",)))) == {"model", "sdf"}
    assert set(texts(lieref.catalogue.serial_chain(3))) == {"model", "urdf", "sdf"}
    assert texts(None) == {}


def test_a_mechanism_has_no_table():
    with pytest.raises(ArgumentError, match="no loops and couplings.*`model.tree`"):
        to_table(lieref.catalogue.four_bar())
