"""Generated C code of mechanisms with loops: against the oracle, and against lieref's functions."""

import numpy as np
import pytest
from support.programs.compiling import assert_passes, called

import lieref
from lieref.codegen import auditing
from lieref.codegen.command import main
from lieref.loops import forward_dynamics, inverse_dynamics

FUNCTIONS = ("inverse_dynamics", "forward_dynamics")


def every_function(y, m):
    """A coupling with every elementary function."""
    x, z = 0.3 * m.sin(y[0]), 1.0 + 0.1 * m.cos(2 * y[1])
    first = m.asin(x) + m.atan(x * z) + m.atan2(x, z + 1.0) + m.exp(x) - m.tan(0.2 * x)
    return [first, m.log(z) + m.acos(x) - m.sqrt(z) + m.atan2(1.0, z)]


def coupled(function, sources=("joint_a", "joint_b")):
    """Two links that move two others by a function."""
    b = lieref.ModelBuilder(name="coupled")
    inertia = np.diag([0.02, 0.03, 0.04])
    for name, parent in (("a", None), ("b", "a"), ("c", "b"), ("d", None)):
        axis = (0.0, 0.6, 0.8) if name in "bd" else (1.0, 0.0, 0.0)
        place = np.eye(4)
        place[:3, 3] = 0.1, 0.2, 0.3
        joint = lieref.Revolute(axis)
        b.add_body(name, parent, joint, place, 1.0, (0.1, 0.05, 0.2), inertia, f"joint_{name}")
    b.couple(("joint_c", "joint_d"), sources, function=function)
    return b.build()


@pytest.mark.parametrize("function", FUNCTIONS)
@pytest.mark.parametrize(
    "name", ["four_bar", "rssr", "andrews", "belt_transmission", "differential"]
)
def test_the_test_program_passes(name, function, tmp_path):
    code = lieref.generate(getattr(lieref.catalogue, name)(), function, 1, states=1)
    assert not any(file.endswith("_subject.py") for file in code.files)
    assert_passes(code, tmp_path)


def agree(model, order, folder, tolerance=1e-11):
    """Generated code and the public functions, with joint physics."""
    rng = np.random.default_rng(order)
    free = np.array([joint.nv == 1 for joint in model.tree.joints for _ in range(joint.nv)])
    model = model.with_joint_physics(
        armature=0.1 * free, damping=0.2 * free, friction=0.3 * free, friction_width=0.5 * free
    )
    q, v = model.random_configuration(rng), rng.standard_normal((order + 2, model.nv))
    tau = rng.standard_normal((order + 1, model.nv))
    for name, inputs in zip(FUNCTIONS, ((q, v), (q, v[0], tau)), strict=True):
        code = lieref.generate(model, name, order, states=0)
        status, (found,) = called(code, folder, inputs, [tau.shape])
        assert status == 0
        expected = (inverse_dynamics if name == FUNCTIONS[0] else forward_dynamics)(model, *inputs)
        for row, exact in zip(found, expected, strict=True):
            np.testing.assert_allclose(row, exact, rtol=0, atol=tolerance * np.abs(exact).max())


@pytest.mark.parametrize("name", ["five_bar", "planar_3rrr", "spatial_loop", "slider_crank"])
def test_the_public_functions_with_joint_physics(name, tmp_path):
    agree(getattr(lieref.catalogue, name)(), 2, tmp_path)


def test_parallel_robots_with_spherical_joints(tmp_path):
    agree(lieref.catalogue.stewart_platform(), 0, tmp_path)


def test_couplings_by_every_elementary_function(tmp_path):
    agree(coupled(every_function), 3, tmp_path)


@pytest.mark.parametrize("scalar", ["double", "float"])
def test_lanes(scalar, tmp_path):
    model = coupled(every_function)
    code = lieref.generate(model, "forward_dynamics", 1, scalar=scalar, lanes=4, states=2)
    assert_passes(code, tmp_path)


def test_a_toggle_is_a_status(tmp_path):
    model = lieref.catalogue.four_bar()
    code = lieref.generate(model, "inverse_dynamics", states=0)
    for q, expected in (([0.0, 0.0, 0.0], 3), (model.assembly, 0)):
        status, _ = called(code, tmp_path, [q, np.ones((2, 1))], [(1, 1)])
        assert status == expected
    assert "3" in code.files[f"{code.name}.c"].partition("status[0] = ")[2]
    assert "2 + i if the i-th dependent coordinate" in code.files[f"{code.name}.h"]


def test_what_cannot_be_generated():
    with pytest.raises(lieref.ArgumentError, match="'jacobian', which is generated of trees alone"):
        lieref.generate(lieref.catalogue.four_bar(), "jacobian")
    model = coupled(lambda y, m: [y[0] if y[0] > 0 else y[1], y[0]])
    with pytest.raises(lieref.ArgumentError, match="'coupling of joint_c, joint_d': its function"):
        lieref.generate(model)


def test_the_command_runs_the_test_program(tmp_path, capsys):
    if not auditing.compiler():
        pytest.skip("no C compiler")
    words = ["--model", "four_bar", "--name", "crank", "--states", "1", "--output", str(tmp_path)]
    assert main(words) == 0
    assert "ok crank" in capsys.readouterr().out
    source = (tmp_path / "crank.c").read_text()
    (tmp_path / "crank.c").write_text(source.replace("9.81", "9.82"))
    status, output = auditing.tested(tmp_path, "crank")
    assert status == 1
    assert output.startswith("FAILED")
