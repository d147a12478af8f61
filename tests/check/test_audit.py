"""The audit: right code passes, wrong code fails, and each planted confusion is named."""

import pickle

import numpy as np
import pytest
from support.trees.robots import massless_tip

import lieref
from lieref.check import ahead, audit
from lieref.check.diagnosis import confusion_table
from lieref.errors import ArgumentError, ModelError, ShapeError

INVERSE, FORWARD = "inverse_dynamics", "forward_dynamics"
INERTIA = "joint_space_inertia"
OF_INVERSE, OF_FORWARD = "inverse_dynamics_partials", "forward_dynamics_partials"
SECOND = "inverse_dynamics_second_partials"
DYNAMICS = (INVERSE, FORWARD, INERTIA)
ALL = (*DYNAMICS, OF_INVERSE, OF_FORWARD)
PARTIALS = (OF_INVERSE, OF_FORWARD)

# subject, the quantities that it gets wrong, and the name that the audit must find for it
CONFUSED = (
    ("linear_first", ALL, "linear-first twists"),
    ("scalar_first", ALL, "quaternion order"),
    ("classical", (INVERSE, FORWARD, OF_INVERSE), "classical acceleration"),
    ("spatial_base", DYNAMICS, "spatial representation"),
    ("hybrid_base", DYNAMICS, "hybrid representation"),
    ("mixed_base", DYNAMICS, "mixed representation"),
    ("pulled_up", (INVERSE, FORWARD, *PARTIALS), "gravity sign"),
    ("weightless", (INVERSE, FORWARD, *PARTIALS), "gravity left out"),
    ("transposed", PARTIALS, "transposed partials"),
    ("second_transposed", (SECOND,), "transposed partials"),
    ("left", PARTIALS, "left perturbation"),
    ("inertial_axes", PARTIALS, "perturbation in inertial axes"),
    ("inertial_position", PARTIALS, "position perturbed in inertial axes"),
    ("joints_reversed", (INVERSE, INERTIA), "joint order"),
    ("joints_exchanged", (INVERSE, INERTIA), "joint order"),
    ("halved", (INVERSE, OF_FORWARD), "factor 1/2"),
    ("half_of_one", (OF_INVERSE,), "factor 1/2"),
    ("doubled", (INERTIA,), "factor 2"),
    ("negative", (INVERSE,), "opposite sign"),
    ("scalar_first_classical", (INVERSE, FORWARD), "quaternion order and classical acceleration"),
    ("linear_first_pulled_up", (INVERSE, FORWARD), "linear-first twists and gravity sign"),
    ("transposed_left", PARTIALS, "transposed partials and left perturbation"),
)


def kept(compute):
    """A function that keeps its results by the values of its arguments, a model's among them."""
    found = {}

    def once(*arguments):
        key = pickle.dumps(arguments)
        if key not in found:
            found[key] = compute(*arguments)
        return found[key]

    return once


@pytest.fixture(scope="module")
def shared():
    return kept(ahead.reference_and_bounds), kept(confusion_table.reference)


@pytest.fixture
def references_once(shared, monkeypatch):
    """Each reference is computed once for all subjects: they are asked the same at one state."""
    monkeypatch.setattr(ahead, "reference_and_bounds", shared[0])
    monkeypatch.setattr(confusion_table, "reference", shared[1])


def tree(bodies=5):
    """A free base, and joints of four kinds, one of them free between two bodies."""
    kinds = ("spherical", "revolute", "free", "prismatic", "revolute")
    return lieref.catalogue.random_tree(bodies, 3, kinds, "free")


@pytest.mark.parametrize("subject", ["lieref", "confused_subjects:kernels"])
def test_right_code_passes(subject, references_once):
    report = audit(subject, tree(), order=2)
    assert report.exit_status == 0
    assert {x.status for x in report.results} == {"pass"}
    assert {x.quantity for x in report.results} == {
        *ALL, "inverse_dynamics_orders", "forward_dynamics_orders",
    }  # fmt: skip
    assert {x.state for x in report.results} == {
        "generic, seed 0", "zero", "fast, seed 0", "near_zero, seed 0",
    }  # fmt: skip
    assert all(x.proven and x.radius <= 1e-30 for x in report.results)
    assert not report.explanations


def test_second_partials_of_the_kernels_pass():
    report = audit("lieref", tree(3), [SECOND, "forward_dynamics_second_partials"], ["generic"])
    assert report.exit_status == 0
    assert len(report.results) == 8


@pytest.mark.parametrize("name, quantities, confusion", CONFUSED)
def test_confusion_is_named(name, quantities, confusion, references_once):
    model = tree(4 if name == "second_transposed" else 5)
    report = audit(f"confused_subjects:{name}", model, quantities, ["generic"])
    assert report.exit_status == 1
    # each quantity that is wrong has this explanation and no other
    found = [(x.quantity, x.confusion) for x in report.explanations]
    assert sorted(found) == sorted((quantity, confusion) for quantity in quantities)


def test_exchanged_joints_are_named():
    report = audit("confused_subjects:joints_exchanged", tree(), [INERTIA], ["generic"])
    assert "'body1_joint' and 'body4_joint' exchanged" in report.explanations[0].text


def test_a_part_in_1e9_of_one_row_is_found():
    report = audit("confused_subjects:one_row_off", tree(), [INVERSE], ["generic", "fast"])
    last = tree().joint_names[-1]
    assert [x.status for x in report.results] == ["fail", "fail"]
    assert {x.judgement.joint for x in report.results} == {last}
    # blocks without that joint pass
    wrong = {block.name for x in report.results for block in x.judgement.blocks if block.ratio > 1}
    assert wrong == {tree().joints[-1].kind}
    assert not report.explanations


def test_what_no_confusion_explains_is_not_explained():
    report = audit("confused_subjects:arbitrary", tree(), [INVERSE], ["generic"])
    assert report.exit_status == 1
    assert not report.explanations


@pytest.mark.parametrize("library, model, states", [
    ("pinocchio", "aerial_manipulator", ["generic"]),
    ("pinocchio", "random_tree:5:0", ["generic", "zero", "fast"]),  # not depth first
    ("mujoco", "aerial_manipulator", ["generic"]),
    ("mujoco", "binary_tree:3:free", ["generic", "zero", "fast"]),  # the base has a placement
])  # fmt: skip
def test_library_passes(library, model, states, references_once):
    pytest.importorskip(library)
    report = audit(library, model, states=states)
    assert report.exit_status == 0
    assert report.subject.startswith(library)


def test_pinocchio_is_right_on_talos():
    pytest.importorskip("pinocchio")
    # forward partials take as long as all of these, and are held against smaller robots above
    quantities = [*DYNAMICS, OF_INVERSE]
    try:
        report = audit("pinocchio", "talos", quantities, ["generic"])
    except ModelError as error:
        pytest.skip(str(error))
    assert report.exit_status == 0
    assert len(report.passed) == 6
    # first partials of inverse dynamics, through joints with a constant subspace
    of_inverse = [x.judgement for x in report.results if x.quantity == OF_INVERSE]
    assert all(x.errors.relative <= 1e-12 for x in of_inverse)


def test_mujoco_refuses_what_it_does_not_have():
    pytest.importorskip("mujoco")
    helix = lieref.catalogue.random_tree(2, 0, ("revolute", "helical"))
    report = audit("mujoco", helix)
    assert report.exit_status == 2
    assert report.results[0].status == "refused"
    assert "no helical joint" in report.results[0].text


@pytest.mark.parametrize("subject, module, extra", [
    ("pinocchio", "pinocchio", "interop"), ("mujoco", "mujoco", "interop"),
    ("drake", "pydrake", "drake"),
])  # fmt: skip
def test_missing_library_is_named_with_its_extra(subject, module, extra, monkeypatch, tmp_path):
    # a package of that name that cannot be imported stands before the real one
    (tmp_path / f"{module}.py").write_text("raise ImportError('not here')\n")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path), prepend=":")
    report = audit(subject, "serial_chain:2")
    assert report.exit_status == 2
    assert report.results[0].status == "missing"
    assert f"{module} cannot be imported" in report.results[0].text
    assert report.results[0].text.endswith(f"install lieref[{extra}]")


def test_without_flint_nothing_is_called_proven(monkeypatch):
    monkeypatch.setattr("lieref.check.reference.provable", lambda: False)
    report = audit("lieref", "serial_chain:2", states=["generic"])
    assert report.exit_status == 0
    assert not any(x.proven for x in report.results)
    assert all(0 < x.radius <= 1e-30 for x in report.results)


@pytest.mark.parametrize("options, error", [
    ({"model": "no_robot_of_this_name"}, ModelError),
    ({"model": "serial_chain:0"}, ModelError),
    ({"model": "serial_chain:2:3:4"}, ModelError),
    ({"quantities": ["statics"]}, ArgumentError),
    ({"quantities": []}, ArgumentError),
    ({"states": ["slow"]}, ShapeError),
    ({"states": "zero"}, ShapeError),
    ({"seeds": []}, ShapeError),
    ({"seeds": [-1]}, ShapeError),
    ({"order": -1}, ShapeError),
    ({"digits": 50}, ShapeError),
    ({"factor": np.nan}, ShapeError),
    ({"subject": ""}, ShapeError),
])  # fmt: skip
def test_bad_arguments_are_refused(options, error):
    with pytest.raises(error):
        audit(**{"subject": "lieref", "model": "serial_chain:2"} | options)


def light_wrist():
    """A heavy arm whose last joint turns 4e-6 kg m^2, a metre and a half from the first."""
    builder = lieref.ModelBuilder()
    pose, heavy = np.eye(4), np.diag([1.0, 2.0, 1.5])
    pose[:3, 3] = (1.5, 0.5, 0.25)
    kinds = {
        "shoulder": lieref.Revolute((0.0, 1.0, 0.0)),
        "elbow": lieref.Revolute((1.0, 0.0, 0.0)),
    }
    parent = None
    for name, joint in kinds.items():
        at = pose if parent else np.eye(4)
        com = (0.75, 0.25, 0.5)
        builder.add_body(name, parent, joint, placement=at, mass=20.0, com=com, inertia=heavy)
        parent = name
    builder.add_body(
        "wrist",
        parent,
        lieref.Revolute((0.0, 0.0, 1.0)),
        mass=0.25,
        com=(1e-4, 0.0, 0.03),
        inertia=np.diag([6.4e-5, 6.4e-5, 4e-6]),
    )
    return builder.build_tree()


def test_inertias_added_in_one_frame_are_no_alarm():
    # composite inertias about the root, whose rounding is not small beside a wrist's own inertia
    report = audit("lieref", light_wrist(), [FORWARD, OF_FORWARD], ["generic"], seeds=(0, 1, 2))
    assert report.exit_status == 0
    ratios = [x.judgement.ratio for x in report.results]
    # 0.27 with fused products, 0.45 without
    assert max(ratios) < 0.6


@pytest.mark.parametrize("subject", ["lieref", "pinocchio"])
def test_what_has_no_answer_is_not_compared(subject):
    if subject == "pinocchio":
        pytest.importorskip(subject)
    report = audit(subject, massless_tip(), [FORWARD, OF_FORWARD], ["generic"])
    assert {x.status for x in report.results} == {"no reference"}
    assert all("the subject" in x.text for x in report.results)
    assert report.exit_status == 2 and not report.failed
