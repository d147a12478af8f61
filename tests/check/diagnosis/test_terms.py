"""Mistakes in single terms of the equations of motion are found, and called by their names."""

from pathlib import Path

import newton_euler_texts as texts
import numpy as np
import pytest

import lieref
from lieref.check import audit
from lieref.check.diagnosis.probing import Probe, located
from lieref.check.diagnosis.terms import Dictionary, found_terms
from lieref.check.model_table import from_table, to_table
from lieref.check.quantities import QUANTITIES
from lieref.check.writers import summary

HERE = Path(__file__).parent
INVERSE, FORWARD = "inverse_dynamics", "forward_dynamics"
INERTIA = "joint_space_inertia"


@pytest.fixture(scope="module")
def robot():
    return texts.robot()


@pytest.fixture(scope="module")
def dictionary(robot):
    return Dictionary(robot, robot.gravity, True)


def asked(subject, model):
    """The probe of a subject of inverse dynamics."""
    answer = subject(model)
    return Probe(
        QUANTITIES[INVERSE], model, "body", lambda given: {"tau": answer(INVERSE, **given)}
    )


@pytest.mark.parametrize("subject", [texts.right, texts.right_spatial])
def test_right_programs_have_no_mistake(subject, robot, dictionary):
    assert not found_terms(asked(subject, robot), dictionary)


def test_as_many_are_named_as_is_said():
    assert len(texts.MISTAKES) >= 50
    assert len([x for x in texts.MISTAKES if x[-1] is None]) <= 1


@pytest.mark.parametrize("name, said", [(x[0], x[-1]) for x in texts.MISTAKES])
def test_mistake_is_named(name, said, robot, dictionary):
    found = found_terms(asked(getattr(texts, name), robot), dictionary)
    if said is None:
        # nothing is said where nothing is known
        assert not found
    else:
        assert len(found) == 1
        assert found[0].partition(" (the same here")[0] == said


def test_effects_are_those_of_every_joint_type():
    kinds = ("revolute", "prismatic", "helical", "spherical", "free")
    model = lieref.catalogue.random_tree(6, 3, kinds, "free")
    mine = Dictionary(model, model.gravity, True)
    states = zip(mine.q, mine.v, mine.a, strict=True)
    want = np.array([lieref.inverse_dynamics(model, q, [v, a])[0] for q, v, a in states])
    rounding = 100 * np.finfo(float).eps * abs(want).max()
    for as_spatial in (False, True):
        assert abs(mine._forces(mine._links, as_spatial)[0] - want).max() <= rounding


WIDTHS = [0.0, 0.0, 0.0, 0.5]
PHYSICS = {
    "damping": [0.3, 0.0, 0.2, 0.1],
    "friction": [0.0, 0.4, 0.0, 0.2],
    "friction_width": WIDTHS,
    "armature": [0.02, 0.03, 0.0, 0.05],
    "stiffness": [0.0, 5.0, 0.0, 2.0],
    "rest": [0.0, 0.3, 0.0, 0.0],
}


@pytest.fixture(scope="module")
def jointed():
    """A robot with joint physics, and what is known of it with and without velocities."""
    model = lieref.catalogue.serial_chain(4).with_joint_physics(**PHYSICS)
    gravities = {True: model.gravity, False: np.zeros(3)}
    return model, {whole: Dictionary(model, gravities[whole], whole) for whole in (True, False)}


def of_physics(jointed, other, bodies=None):
    """The terms that are found in inverse dynamics of another model or other bodies."""
    model, known = jointed

    def ask(given):
        return {"tau": lieref.inverse_dynamics(other, given["q"], [given["v"], given["a"]])[0]}

    return found_terms(Probe(QUANTITIES[INVERSE], model, "body", ask), known[True])


@pytest.mark.parametrize(
    "changes, said",
    [
        ({}, None),
        ({"damping": np.zeros(4)}, "damping of every joint missing"),
        ({"damping": [0.3, 0.0, 0.0, 0.1]}, "damping of joint 'body2_joint' missing"),
        ({"damping": [0.6, 0.0, 0.4, 0.2]}, "damping of every joint counted twice"),
        ({"friction": [0.0, 0.4, 0.0, 0.0]}, "friction of joint 'body3_joint' missing"),
        ({"friction_width": np.zeros(4)},
         "sign instead of the width in the friction of joint 'body3_joint'"),
        ({"armature": np.zeros(4)}, "armature of every joint missing"),
        ({"armature": [0.02, 0.06, 0.0, 0.05]}, "armature of joint 'body1_joint' counted twice"),
        ({"stiffness": [0.0, 5.0, 0.0, 0.0]}, "spring of joint 'body3_joint' missing"),
        ({"rest": [0.0, -0.3, 0.0, 0.0]},
         "rest position in the spring of joint 'body1_joint' with the opposite sign"),
    ],
)  # fmt: skip
def test_wrong_joint_physics_is_named(jointed, changes, said):
    found = of_physics(jointed, jointed[0].with_joint_physics(**PHYSICS | changes))
    assert [x.partition(" (the same here")[0] for x in found] == ([] if said is None else [said])


def test_a_program_without_joint_physics_is_told_what_it_lacks():
    model = lieref.catalogue.serial_chain(4).with_joint_physics(damping=PHYSICS["damping"])
    known = Dictionary(model, model.gravity, True)
    (found,) = of_physics((model, {True: known}), model.without_joint_physics())
    assert found.startswith("damping of every joint missing")


def test_right_joint_physics_is_not_blamed_for_another_mistake(jointed):
    model = jointed[0]
    other = model.with_payload("body2", 0.5, (0.1, 0.0, 0.2), np.diag([0.01, 0.02, 0.02]))
    (found,) = of_physics(jointed, other)
    assert "body 'body2'" in found and "damping" not in found


def test_armature_of_the_inertia_alone(jointed):
    model, known = jointed
    bodies = model.without_joint_physics()
    ask = lambda given: {"H": lieref.joint_space_inertia(bodies, given["q"])}  # noqa: E731
    probe = Probe(QUANTITIES[INERTIA], model, "body", ask)
    (found,) = found_terms(probe, known[False])
    assert found.startswith("armature of every joint missing")


def test_friction_that_drives(jointed):
    model, known = jointed

    def ask(given):
        tau = lieref.inverse_dynamics(model, given["q"], [given["v"], given["a"]])[0]
        rubbing = model.with_joint_physics(friction=[0.0, 0.8, 0.0, 0.4], friction_width=WIDTHS)
        bodies = model.without_joint_physics()
        still = np.zeros(4)
        of_friction, of_bodies = (
            lieref.inverse_dynamics(x, given["q"], [given["v"], still])[0]
            for x in (rubbing, bodies)
        )
        return {"tau": tau - (of_friction - of_bodies)}

    (found,) = found_terms(Probe(QUANTITIES[INVERSE], model, "body", ask), known[True])
    assert found.startswith("friction of every joint with the opposite sign")


def test_right_odd_part_is_not_blamed(jointed):
    model, known = jointed
    other = model.with_joint_physics(**PHYSICS | {"armature": np.ones(4)})

    def ask(given):
        return {"tau": lieref.inverse_dynamics(other, given["q"], [given["v"], given["a"]])[0]}

    lines = located(Probe(QUANTITIES[INVERSE], model, "body", ask), known[True].forces_at, model)
    assert lines[0] == "forces at rest (v = 0, a = 0): right"
    assert lines[-1] == "velocity terms: right"


def solved(answer, model, q, v, tau):
    """Forward dynamics of a program of inverse dynamics."""
    zero = np.zeros(model.nv)
    rest = answer(INVERSE, q, v, zero)
    still = answer(INVERSE, q, zero, zero)
    H = np.array([answer(INVERSE, q, zero, e) - still for e in np.eye(model.nv)]).T
    return H, np.linalg.solve(H, tau - rest)


@pytest.mark.parametrize("quantity, name, said", [
    (FORWARD, "gyroscopic_1", "w x I w of body 'b1' missing"),
    (FORWARD, "gravity_3", "gravity on body 'b3' missing"),
    (INERTIA, "product_sign_3", "inertia of body 'b3': Ixy with the opposite sign"),
    (INERTIA, "no_parallel_axis_3", "inertia of body 'b3': parallel axis left out"),
])  # fmt: skip
def test_other_quantities(quantity, name, said, robot):
    answer = getattr(texts, name)(robot)

    def ask(given):
        q, zero = given["q"], np.zeros(robot.nv)
        H, a = solved(answer, robot, q, given.get("v", zero), given.get("tau", zero))
        return {"H": H} if quantity == INERTIA else {"a": a}

    probe = Probe(QUANTITIES[quantity], robot, "body", ask)
    mine = Dictionary(robot, probe.gravity, probe.whole)
    (found,) = found_terms(probe, mine, 1e-10)
    assert said in found


def terms_of(other, model, base="body"):
    """What is found of kernels that have another model in the place of one."""

    def ask(x):
        return {"tau": lieref.inverse_dynamics(other, x["q"], [x["v"], x["a"]], base=base)[0]}

    probe = Probe(QUANTITIES[INVERSE], model, base, ask)
    return found_terms(probe, Dictionary(model, model.gravity, True))


@pytest.mark.parametrize("base", ["body", "spatial", "hybrid", "mixed"])
def test_base_in_every_representation(base):
    model = lieref.catalogue.random_tree(4, 3, ("revolute", "spherical"), "free")
    table = to_table(model)
    table["bodies"][2]["com"] = [-x for x in table["bodies"][2]["com"]]
    other = from_table(table)
    (found,) = terms_of(other, model, base)
    assert f"center of mass of body {model.names[2]!r} with the opposite sign" in found


@pytest.mark.parametrize("factor, said", [
    (1, "taken from the joint's point"), (-1, "with the joint's point taken off"),
])  # fmt: skip
def test_center_of_mass_by_the_point_of_the_joint(factor, said):
    b, point = lieref.ModelBuilder(gravity=(0.3, -0.4, -9.7)), np.array([0.2, -0.3, 0.1])
    inertia = np.array([[0.3, 0.01, 0.02], [0.01, 0.2, 0.03], [0.02, 0.03, 0.4]])
    for i, axis in enumerate(([0, 0, 1], [0, 0.6, 0.8], [1, 0, 0])):
        joint, parent = lieref.Revolute(axis, point), f"b{i - 1}" if i else None
        b.add_body(f"b{i}", parent, joint, None, 1.0 + i, (0.1, 0.2 * i, -0.1), inertia)
    model = b.build_tree()
    table = to_table(model)
    table["bodies"][1]["com"] = (model.coms[1] + factor * point).tolist()
    other = from_table(table)
    (found,) = terms_of(other, model)
    assert f"center of mass of body 'b1' {said}" in found


def test_inertial_parameters_without_a_name(robot, dictionary):
    table = to_table(robot)
    table["bodies"][4]["mass"] += 0.125
    other = from_table(table)
    (found,) = found_terms(asked(texts.right, robot), dictionary) or ("",)
    assert not found
    answer = texts.right(other)
    probe = Probe(QUANTITIES[INVERSE], robot, "body", lambda x: {"tau": answer(INVERSE, **x)})
    (found,) = found_terms(probe, dictionary)
    assert "other inertial parameters of body 'b4'" in found and "mass +0.125" in found


def test_parts_are_told_apart(robot, dictionary):
    assert located(asked(texts.right, robot), dictionary.forces_at, robot) == [
        "forces at rest (v = 0, a = 0): right",
        "forces of accelerations (v = 0), columns of H: right",
        "velocity terms: right",
    ]
    lines = located(asked(texts.friction_3, robot), dictionary.forces_at, robot)
    assert lines[:2] == [f"{x}: right" for x in (
        "forces at rest (v = 0, a = 0)", "forces of accelerations (v = 0), columns of H",
    )]  # fmt: skip
    assert "velocity terms: wrong part that changes its sign with v, as friction does" in lines
    lines = located(asked(texts.placement_4, robot), dictionary.forces_at, robot)
    assert lines[0].startswith("forces at rest (v = 0, a = 0): wrong for 'j0', 'j1'")
    assert any(line.startswith("velocity terms: wrong product v(") for line in lines)


def test_audit_says_which_term(robot):
    report = audit("newton_euler_texts:centrifugal_3", robot, [INVERSE], ["generic", "near_zero"])
    assert report.exit_status == 1
    line = f"EXPLAINED by a term ({INVERSE}: tau): velocity terms: w x (w x c) of body 'b3' missing"
    assert line in summary(report)


def test_audit_says_which_product_is_missing(robot, monkeypatch):
    monkeypatch.chdir(HERE.parent)
    report = audit("confused_subjects:without_a_product", robot, [INVERSE], ["generic"])
    assert not report.explanations
    lines = summary(report)
    start = f"{INVERSE}: velocity terms: missing product v('j1') v('j3') in the rows of"
    assert [line.startswith(start) for line in lines].count(True) == 1
    assert f"{INVERSE}: forces at rest (v = 0, a = 0): right" in lines
