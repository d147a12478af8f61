"""Examples of the gallery that work long run in a small form: LIEREF_SMALL."""

import runpy
from importlib.metadata import PackageNotFoundError, distribution

import pytest
from support.programs.checkout import ROOT

# Distributions that each of them needs.
EXAMPLES = {
    "08_elastic_joints": (),
    "16_loops_in_motion": (),
    "15_parallel_robots": (),
    "14_speed_along_a_path": ("scipy",),
    "13_torque_rate_limits": ("casadi", "example-robot-data"),
}


@pytest.mark.parametrize("name", EXAMPLES)
def test_example_runs_in_its_small_form(name, monkeypatch, tmp_path, capsys):
    pyplot = pytest.importorskip("matplotlib.pyplot")
    for needed in EXAMPLES[name]:
        try:
            distribution(needed)
        except PackageNotFoundError:
            pytest.skip(f"{needed} is not installed")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LIEREF_SMALL", "1")
    pyplot.switch_backend("agg")
    before = set(pyplot.get_fignums())
    runpy.run_path(str(ROOT / "examples" / "gallery" / f"{name}.py"))
    assert set(pyplot.get_fignums()) - before
    assert capsys.readouterr().out
    pyplot.close("all")
