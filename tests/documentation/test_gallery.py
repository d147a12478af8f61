"""Examples of the gallery that work long run in a small form: LIEREF_SMALL."""

import runpy

import pytest
from checkout import ROOT

EXAMPLES = {
    "08_elastic_joints": (),
    "13_torque_rate_limits": ("casadi", "pinocchio"),
}


@pytest.mark.parametrize("name", EXAMPLES)
def test_example_runs_in_its_small_form(name, monkeypatch, tmp_path, capsys):
    pyplot = pytest.importorskip("matplotlib.pyplot")
    for needed in EXAMPLES[name]:
        pytest.importorskip(needed)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LIEREF_SMALL", "1")
    pyplot.switch_backend("agg")
    before = set(pyplot.get_fignums())
    runpy.run_path(str(ROOT / "examples" / "gallery" / f"{name}.py"))
    assert set(pyplot.get_fignums()) - before
    assert capsys.readouterr().out
    pyplot.close("all")
