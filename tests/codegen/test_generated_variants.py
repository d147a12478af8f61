"""Generated C code with other representations of a free base, and with wrenches on bodies."""

import numpy as np
import pytest
from support.programs.compiling import assert_passes, called, run_test_program

import lieref
from lieref.codegen import auditing
from lieref.codegen.command import main
from lieref.codegen.generated_functions import FUNCTIONS

ORDERED = [name for name, function in FUNCTIONS.items() if function.orders]
#: Base, bodies with wrenches, their axes.
VARIANTS = [
    ("hybrid", (1, "body3"), "body"),
    ("spatial", (0, 2), "inertial"),
    ("mixed", ("body2", 1), "inertial"),
]


def tree():
    """A free base with joints of several kinds on it."""
    kinds = ("prismatic", "spherical", "helical")
    return lieref.catalogue.random_tree(4, 5, kinds, base="free")


@pytest.mark.parametrize(("base", "bodies", "axes"), VARIANTS)
@pytest.mark.parametrize("function", ["inverse_dynamics", "forward_dynamics"])
def test_dynamics(function, base, bodies, axes, tmp_path):
    code = lieref.generate(
        tree(), function, 2, states=1, base=base, wrenches=bodies, wrench_axes=axes
    )
    assert_passes(code, tmp_path)
    assert not any(name.endswith("_subject.py") for name in code.files)


@pytest.mark.parametrize("function", [name for name in FUNCTIONS if "partials" in name])
def test_partials(function, tmp_path):
    model = lieref.catalogue.serial_chain(2, "free")
    base, axes = ("mixed", "inertial") if function.startswith("inverse") else ("spatial", "body")
    order = 1 if function in ORDERED else 0
    code = lieref.generate(
        model, function, order, states=1, base=base, wrenches=[0, 1], wrench_axes=axes
    )
    assert_passes(code, tmp_path)


@pytest.mark.parametrize("function", ["joint_space_inertia", "jacobian"])
@pytest.mark.parametrize("base", ["hybrid", "spatial", "mixed"])
def test_what_has_no_wrenches(function, base, tmp_path):
    code = lieref.generate(tree(), function, states=1, base=base)
    assert_passes(code, tmp_path)


@pytest.mark.parametrize("axes", ["body", "inertial"])
@pytest.mark.parametrize("base", ["body", "mixed"])
def test_mechanisms(base, axes, tmp_path):
    model = lieref.catalogue.four_bar(base="free")
    rng = np.random.default_rng(4)
    q, v = model.random_configuration(rng), rng.standard_normal((3, model.nv))
    wrenches = np.zeros((2, model.nbodies, 6))
    bodies = ["coupler", "crank"]
    places = [model.names.index(name) for name in bodies]
    wrenches[:, places] = rng.standard_normal((2, 2, 6))
    options = {"base": base, "wrench_axes": axes}
    code = lieref.generate(model, order=1, states=1, wrenches=bodies, **options)
    assert run_test_program(code, tmp_path)[0] == 0
    inputs = q, v, wrenches[:, places]
    status, (tau,) = called(code, tmp_path, inputs, [(2, model.nv)])
    assert status == 0
    expected = lieref.loops.inverse_dynamics(model, q, v, wrenches=wrenches, **options)
    np.testing.assert_allclose(tau, expected, rtol=0, atol=1e-12 * np.abs(expected).max())
    code = lieref.generate(model, "forward_dynamics", 1, states=0, wrenches=bodies, **options)
    inputs = q, v[0], expected, wrenches[:, places]
    status, (found,) = called(code, tmp_path, inputs, [(2, model.nv)])
    assert status == 0
    np.testing.assert_allclose(found, v[1:], rtol=0, atol=1e-9)


def test_lieref_check_takes_another_base(tmp_path, capsys):
    if not auditing.compiler():
        pytest.skip("no C compiler")
    words = ["--model", "serial_chain:2", "--base", "free", "--representation", "mixed"]
    assert main([*words, "--name", "chain", "--states", "0", "--output", str(tmp_path)]) == 0
    assert "PASS" in capsys.readouterr().out
    words += ["--wrenches", "body0,body1", "--wrench-axes", "inertial", "--name", "pushed"]
    assert main([*words, "--states", "1", "--output", str(tmp_path)]) == 0
    assert "ok pushed" in capsys.readouterr().out


@pytest.mark.parametrize("words, error, told", [
    ({"base": "world"}, lieref.ArgumentError, "base"),
    ({"wrench_axes": "world"}, lieref.ArgumentError, "wrench_axes"),
    ({"wrenches": ["no_body"]}, lieref.ArgumentError, "wrenches.*'no_body'"),
    ({"wrenches": [9]}, lieref.ShapeError, "body is 9"),
    ({"wrenches": "body0"}, lieref.ShapeError, "wrenches is 'body0'"),
    ({"wrenches": [0, "body0"]}, lieref.ArgumentError, "body 'body0' comes twice"),
    ({"wrenches": [0], "function": "joint_space_inertia"}, lieref.ArgumentError,
     "none in 'joint_space_inertia'"),
])  # fmt: skip
def test_wrong_arguments(words, error, told):
    with pytest.raises(error, match=told):
        lieref.generate(lieref.catalogue.serial_chain(2, "free"), **words)
