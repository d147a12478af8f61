"""Generated C code against the oracle by its own test program, and against lieref's functions."""

import re
import subprocess
import sys

import numpy as np
import pytest
from support.programs.compiling import assert_passes, called, compiler, run_test_program
from support.programs.generated_robots import joints_of_every_kind, with_physics
from support.trees.robots import ROBOTS, example_robot, massless_tip

import lieref
from lieref.codegen.c_style import Style


def small(*kinds):
    """Three links with joints of these kinds."""
    return lambda: lieref.catalogue.random_tree(3, 3, ("revolute", "spherical", *kinds))


FEW = ("helical", "prismatic")
MOVED = (ROBOTS["arm"], ROBOTS["free_body"], joints_of_every_kind)
# Function, order, robot, and whether the joints have physics.
PROGRAMS = [
    *((name, 1, ROBOTS[robot], False) for name in ("inverse_dynamics", "forward_dynamics")
      for robot in ("free_body", "two_link", "arm", "quadruped", "every_joint")),
    *(("joint_space_inertia", 0, ROBOTS[robot], False)
      for robot in ("free_body", "two_link", "arm", "quadruped", "every_joint")),
    *((f"{kind}_dynamics_partials", 0, robot, True) for kind in ("inverse", "forward")
      for robot in MOVED),
    *((name, 0, robot, False) for name in ("forward_kinematics", "jacobian")
      for robot in (ROBOTS["arm"], ROBOTS["quadruped"], joints_of_every_kind)),
    *((f"{kind}_dynamics_order_partials", 2, small(*FEW), True) for kind in ("inverse", "forward")),
    *((f"{kind}_dynamics_second_partials", 0, small(*FEW, "free"), True)
      for kind in ("inverse", "forward")),
]  # fmt: skip


@pytest.mark.parametrize(("function", "order", "robot", "physics"), PROGRAMS)
def test_the_test_program_passes(function, order, robot, physics, tmp_path):
    model = with_physics(robot()) if physics else robot()
    states = 1 if "partials" in function else 2
    assert_passes(lieref.generate(model, function, order, states=states), tmp_path)


@pytest.mark.parametrize("scalar", ["double", "float"])
@pytest.mark.parametrize("lanes", [1, 4])
def test_scalars_and_lanes(scalar, lanes, tmp_path):
    model = with_physics(ROBOTS["every_joint_free"]())
    code = lieref.generate(model, "inverse_dynamics", 1, scalar=scalar, lanes=lanes)
    assert_passes(code, tmp_path)


def test_the_jacobian_is_that_of_the_public_function(tmp_path):
    model = example_robot("ur5", "free")
    q = model.random_configuration(np.random.default_rng(2))
    for body in ("tool0", "forearm_link", 0):
        code = lieref.generate(model, "jacobian", body=body, states=0, name=f"jacobian_{body}")
        _, (found,) = called(code, tmp_path, [q], [(6, model.nv)])
        expected = lieref.jacobian(model, q, body, "hybrid")
        np.testing.assert_allclose(found, expected, rtol=0, atol=1e-14)


@pytest.mark.parametrize("name", ["arm", "every_joint"])
@pytest.mark.parametrize("order", [0, 3])
def test_joint_physics_is_that_of_the_public_functions(name, order, tmp_path):
    model = with_physics(ROBOTS[name]())
    rng = np.random.default_rng(order)
    q, v = model.random_configuration(rng), rng.standard_normal((order + 2, model.nv))
    tau = rng.standard_normal((order + 1, model.nv))
    code = lieref.generate(model, "inverse_dynamics", order, states=0)
    status, (found,) = called(code, tmp_path, (q, v), [tau.shape])
    expected = lieref.inverse_dynamics(model, q, v)
    assert status == 0
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-11 * np.abs(expected).max())
    code = lieref.generate(model, "forward_dynamics", order, states=0)
    status, (found,) = called(code, tmp_path, (q, v[0], tau), [tau.shape])
    expected = lieref.forward_dynamics(model, q, v[0], tau)
    assert status == 0
    for row, exact in zip(found, expected, strict=True):
        np.testing.assert_allclose(row, exact, rtol=0, atol=1e-9 * np.abs(exact).max())


def test_inverse_undoes_forward_dynamics(tmp_path):
    model, rng = ROBOTS["quadruped"](), np.random.default_rng(3)
    q, v, tau = (
        model.random_configuration(rng),
        rng.standard_normal(model.nv),
        rng.standard_normal((3, model.nv)),
    )
    forward = lieref.generate(model, "forward_dynamics", 2, states=0)
    inverse = lieref.generate(model, "inverse_dynamics", 2, states=0)
    _, (vdot,) = called(forward, tmp_path, (q, v, tau), [tau.shape])
    _, (back,) = called(inverse, tmp_path, (q, np.vstack([v, vdot])), [tau.shape])
    np.testing.assert_allclose(back, tau, rtol=0, atol=1e-9)


def test_large_angles_and_tiny_ones(tmp_path):
    model = ROBOTS["arm"]()
    code = lieref.generate(model, states=0)
    v = np.ones((2, model.nv))
    for q in (
        np.geomspace(1e-9, 1.0, model.nq),
        np.linspace(-9e4, 9e4, model.nq),
        np.full(model.nq, 3e7),
    ):
        _, (found,) = called(code, tmp_path, (q, v), [(1, model.nv)])
        expected = lieref.inverse_dynamics(model, q, v)
        np.testing.assert_allclose(found, expected, rtol=0, atol=1e-13 * np.abs(expected).max())


def test_nan_comes_out_as_nan(tmp_path):
    model = ROBOTS["two_link"]()
    code = lieref.generate(model, states=0)
    _, (found,) = called(code, tmp_path, ([np.nan, 0.1], np.ones((2, 2))), [(1, 2)])
    assert np.isnan(found[0, 0])


def test_a_singular_configuration_is_told(tmp_path):
    b = lieref.ModelBuilder()
    b.add_body("ring", None, lieref.Revolute((0, 0, 1)), mass=0.0)
    b.add_body(
        "bob", "ring", lieref.Revolute((1, 0, 0)), mass=1.0, com=(0, 0, 0.5), inertia=0 * np.eye(3)
    )
    code = lieref.generate(b.build(), "forward_dynamics", states=0)
    # the point mass is on the axis of the ring
    status, _ = called(code, tmp_path, (np.zeros(2), np.zeros(2), np.zeros(2)), [(1, 2)])
    assert status == 1
    status, _ = called(code, tmp_path, (np.ones(2), np.zeros(2), np.zeros(2)), [(1, 2)])
    assert status == 0


@pytest.mark.parametrize("function", ["forward_dynamics", "inverse_dynamics"])
@pytest.mark.parametrize("robot", ["every_joint_free", "every_joint"])
def test_a_zero_quaternion_is_told(tmp_path, function, robot):
    model = ROBOTS[robot]()
    code = lieref.generate(model, function, states=0)
    nv = model.nv
    rows = (np.zeros(nv), np.zeros(nv)) if function == "forward_dynamics" else (np.zeros((2, nv)),)
    pivots = nv if function == "forward_dynamics" else 0
    ends = [at + joint.nq for at, joint in zip(model.idx_q, model.joints, strict=True)]
    quaternions = [end for end, joint in zip(ends, model.joints, strict=True) if joint.nv > 1]
    assert quaternions
    for place, end in enumerate(quaternions):
        q = model.random_configuration(1)
        assert called(code, tmp_path, (q, *rows), [(1, nv)])[0] == 0
        q[end - 4 : end] = 0
        status, (found,) = called(code, tmp_path, (q, *rows), [(1, nv)])
        assert np.isnan(found).any()
        assert status == pivots + place + 1
    told = f"{pivots + 1} + i if the i-th quaternion that is used is zero"
    assert told in code.files[f"{code.name}.h"]


def test_a_joint_without_inertia_is_refused():
    with pytest.raises(lieref.SingularError, match="coordinate 1"):
        lieref.generate(massless_tip(), "forward_dynamics", states=0)


def test_long_code_in_blocks_is_the_same(tmp_path):
    model, rng = ROBOTS["every_joint_free"](), np.random.default_rng(1)
    code = lieref.generate(model, "forward_dynamics", states=0)
    assert code.files[f"{code.name}.c"].count("_block_") > 4
    q, v, tau = model.random_configuration(rng), *rng.standard_normal((2, model.nv))
    status, (found,) = called(code, tmp_path, (q, v, tau), [(1, model.nv)])
    assert status == 0
    expected = lieref.forward_dynamics(model, q, v, tau[None])
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-9 * np.abs(expected).max())


def test_numbers_that_are_zero_as_floats():
    """Compilers warn of constants that they round to zero."""
    for x, text in ((1e-60, "0.0f"), (-1e-60, "0.0f"), (0.1, "0.1f"), (2.0**-149, "1.4")):
        assert Style("name", "float", 1, "robot").number(x).startswith(text)
    assert Style("name", "double", 1, "robot").number(1e-60) == "1e-60"


def test_names_with_a_meaning_in_the_text(tmp_path):
    b = lieref.ModelBuilder(name="arm/*\n1*/")
    b.add_body("a*/ b", None, lieref.Revolute((0, 0, 1)), mass=1.0, inertia=np.eye(3))
    code = lieref.generate(b.build(), wrenches=["a*/ b"], states=1, name="COUNT_NAME")
    assert run_test_program(code, tmp_path)[0] == 0


def test_a_wrong_constant_fails_the_test_program(tmp_path):
    code = lieref.generate(ROBOTS["arm"](), states=2)
    source = code.files[f"{code.name}.c"]
    constants = sorted(set(re.findall(r"\b0\.\d{6,}\b", source.partition("tau)")[2])))
    assert len(constants) > 9
    for constant in constants[::4]:
        wrong = source.replace(constant, repr(float(constant) * (1 + 1e-6)))
        files = {**code.files, f"{code.name}.c": wrong}
        status, output = run_test_program(type(code)(code.name, files, {}), tmp_path)
        assert status == 1, constant
        assert output.startswith("FAILED")


@pytest.mark.parametrize("name", ["inverse_dynamics_partials", "inverse_dynamics_second_partials"])
def test_lieref_check_audits_partials(name, tmp_path):
    compiler()
    lieref.generate(lieref.check.named_model("serial_chain:2"), name, states=0, output=tmp_path)
    (program,) = tmp_path.glob("*_subject.py")
    words = [sys.executable, str(program)]
    report = lieref.check.audit(words, "serial_chain:2", [name], ["generic"])
    assert {result.status for result in report.results} == {"pass"}


def test_lieref_check_audits_the_code(tmp_path):
    compiler()
    code = lieref.generate(lieref.check.named_model("serial_chain:3"), "forward_dynamics", states=0)
    code.write(tmp_path)
    words = [sys.executable, str(tmp_path / f"{code.name}_subject.py")]
    names = ["forward_dynamics", "forward_dynamics_orders"]
    report = lieref.check.audit(words, "serial_chain:3", names, ["generic", "fast"])
    assert report.exit_status == 0
    assert [result.status for result in report.results] == ["pass"] * 4


def command(*words, folder=None):
    words = [sys.executable, "-m", "lieref", *words]
    return subprocess.run(words, capture_output=True, text=True, check=False, cwd=folder)


def test_the_command_audits_what_it_writes(tmp_path):
    compiler()
    words = ["--model", "serial_chain:2", "--function", "forward_dynamics", "--order", "1"]
    done = command("generate", *words, "--name", "chain", "--output", str(tmp_path))
    assert done.returncode == 0, done.stdout + done.stderr
    assert "operations of a call" in done.stdout
    assert "compiled in" in done.stdout
    assert "PASS" in done.stdout
    ends = (".c", ".h", "_test.c", "_subject.py", "_claims.toml")
    assert {path.name for path in tmp_path.iterdir()} == {f"chain{end}" for end in ends}
    held = command("check", "--claims", "chain_claims.toml", folder=tmp_path)
    assert held.returncode == 0, held.stdout + held.stderr
    # a constant that is wrong by 1e-9 breaks the claim and no tolerance of a controller
    source = (tmp_path / "chain.c").read_text()
    constant = max(re.findall(r"\b0\.\d{9,}\b", source.partition("tau,")[2]), key=source.count)
    wrong = source.replace(constant, repr(float(constant) * (1 + 1e-9)))
    (tmp_path / "chain.c").write_text(wrong)
    assert command("check", "--claims", "chain_claims.toml", folder=tmp_path).returncode == 1


def test_the_command_without_an_audit(tmp_path):
    words = ["--model", "serial_chain:2", "--function", "joint_space_inertia", "--no-check"]
    done = command("generate", *words, "--states", "0", "--output", str(tmp_path))
    assert done.returncode == 0
    assert len(list(tmp_path.iterdir())) == 3
    wrong = command("generate", "--model", "no_such_robot")
    assert wrong.returncode == 2
    assert "no_such_robot" in wrong.stderr


@pytest.mark.parametrize("words, error, told", [
    ({"function": "inverse_dynamic"}, lieref.ArgumentError, "'inverse_dynamics'"),
    ({"language": "fortran"}, lieref.ArgumentError, "language"),
    ({"scalar": "half"}, lieref.ArgumentError, "scalar"),
    ({"lanes": 3}, lieref.ArgumentError, "lanes is 3"),
    ({"name": "2x"}, lieref.ArgumentError, "name is '2x'"),
    ({"order": 21}, lieref.ShapeError, "order is 21"),
    ({"function": "joint_space_inertia", "order": 1}, lieref.ShapeError, "order is 1"),
    ({"body": 0}, lieref.ArgumentError, "only a jacobian"),
    ({"function": "jacobian", "body": "no_frame"}, lieref.ArgumentError, "no_frame"),
    ({"model": "ur5"}, lieref.ArgumentError, "Model, got str"),
])  # fmt: skip
def test_wrong_arguments(words, error, told):
    with pytest.raises(error, match=told):
        lieref.generate(**{"model": lieref.catalogue.serial_chain(2)} | words)
