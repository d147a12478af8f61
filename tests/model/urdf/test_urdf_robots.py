"""All the robots of example-robot-data: read, and compared with Pinocchio's model of them."""

import warnings
from functools import cache
from importlib import metadata
from pathlib import Path

import numpy as np
import pytest

from lieref.dynamics.inverse_dynamics import inverse_dynamics
from lieref.errors import ModelError, ModelWarning
from lieref.model.urdf import load_urdf

pinocchio = pytest.importorskip("pinocchio", reason="Pinocchio: extra interop")

EPS = np.finfo(float).eps
# Pinocchio turns angles into quaternions and merges links one after the other; both sides make
# some ten roundings per merged link, and the largest merge is of 40 links.
ROUNDINGS = 64 * EPS
FILES = sorted(
    (
        file.locate()
        for file in metadata.files("example-robot-data") or []
        if file.suffix == ".urdf"
    ),
    key=str,
)
ROBOTS = {f"{file.parents[1].name}/{file.stem}": file for file in map(Path, FILES)}
EMPTY = "ur_description/ur3"
# every link belongs to the world when the base is fixed
RIGID = ("hector_description/quadrotor_base", "iris_description/iris_simple")
# What the warnings of a robot tell, whatever its base; those of links that belong to the world too.
IMPOSSIBLE, ROUNDED = "principal moments of inertia", "taken as the rounding of a zero"
DROPPED, MASSLESS = "mimic of a fixed joint, dropped", "moves no mass"
WARNED = {
    "alex_description/alex_psyonic_hands": {IMPOSSIBLE, "mimics whose source is no joint"},
    "allegro_hand_description/allegro_left_hand": {IMPOSSIBLE},
    "allegro_hand_description/allegro_right_hand": {IMPOSSIBLE},
    "anymal_b_simple_description/anymal": {IMPOSSIBLE},
    "anymal_b_simple_description/anymal-kinova": {IMPOSSIBLE},
    "anymal_c_simple_description/anymal": {IMPOSSIBLE},
    "b1_description/b1": {IMPOSSIBLE},
    "b1_description/b1-z1": {IMPOSSIBLE},
    "go1_description/go1": {IMPOSSIBLE},
    "hyq_description/hyq_no_sensors": {IMPOSSIBLE},
    "icub_description/icub": {ROUNDED},
    "icub_description/icub_reduced": {ROUNDED},
    "pr2_description/pr2": {IMPOSSIBLE},
    "romeo_description/romeo": {MASSLESS},
    "romeo_description/romeo_laas_small": {IMPOSSIBLE, MASSLESS, "not positive semidefinite"},
    "romeo_description/romeo_small": {IMPOSSIBLE},
    "talos_data/talos_left_arm": {DROPPED},
    "talos_data/talos_reduced": {DROPPED},
    "talos_data/talos_reduced_box": {DROPPED},
    "talos_data/talos_reduced_corrected": {DROPPED},
    "tiago_description/tiago": {IMPOSSIBLE},
    "tiago_description/tiago_dual": {IMPOSSIBLE},
    "tiago_description/tiago_no_hand": {IMPOSSIBLE},
}
ALL_TOLD = set().union(*WARNED.values())


@cache
def read(name, base):
    """Our model and Pinocchio's; warnings must be the ones known of this robot."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        model = load_urdf(ROBOTS[name], base)
    assert {warning.category for warning in caught} <= {ModelWarning}
    texts = [str(warning.message) for warning in caught]
    told = {part for part in ALL_TOLD if any(part in text for text in texts)}
    assert told == WARNED.get(name, set()) and all(any(p in t for p in told) for t in texts)
    root = [pinocchio.JointModelFreeFlyer()] if base == "free" else []
    return model, pinocchio.buildModelFromUrdf(str(ROBOTS[name]), *root)


def joints(model):
    """Bodies by the joint of the file that moves them: a planar joint moves three, last its own."""
    chains = {}
    for i, name in enumerate(model.joint_names):
        chains.setdefault(name.split(":")[0], []).append(i)
    return chains


def relative(actual, expected, bound):
    return np.abs(actual - expected).max() / max(np.abs(expected).max(), bound)


def test_there_are_69_files():
    assert len(ROBOTS) == 69 and len(FILES) == 69


@pytest.mark.parametrize("base", ["fixed", "free"])
def test_empty_robot(base):
    with pytest.raises(ModelError, match=r"ur3\.urdf:6: an empty robot without a name"):
        load_urdf(ROBOTS[EMPTY], base)


@pytest.mark.parametrize("name", RIGID)
def test_robots_without_moving_joints(name):
    with pytest.warns(ModelWarning, match="nothing of this model moves"):
        model = load_urdf(ROBOTS[name], "fixed")
    assert (model.nbodies, model.nq, model.nv) == (0, 0, 0)
    assert inverse_dynamics(model, np.zeros(0), np.zeros((3, 0))).shape == (2, 0)


@pytest.mark.parametrize("name", WARNED)
def test_doubtful_robots_warn(name):
    # `read` compares what is told
    read(name, "fixed")


@pytest.mark.parametrize("base", ["fixed", "free"])
@pytest.mark.parametrize("name", [name for name in ROBOTS if name != EMPTY])
def test_model_is_that_of_pinocchio(name, base):
    if base == "fixed" and name in RIGID:
        assert pinocchio.buildModelFromUrdf(str(ROBOTS[name])).nv == 0
        return
    model, other = read(name, base)
    chains = joints(model)
    assert list(chains) == list(other.names)[1:]
    assert model.nv == other.nv
    for number, (joint, chain) in enumerate(chains.items(), start=1):
        first, last, theirs = chain[0], chain[-1], other.inertias[number]
        parent = model.parents[first]
        above = model.joint_names[parent] if parent >= 0 else "universe"
        assert above == other.names[other.parents[number]], joint
        assert abs(model.masses[last] - theirs.mass) <= ROUNDINGS * theirs.mass, joint
        assert relative(model.coms[last], theirs.lever, 0.1) <= ROUNDINGS, joint
        # what merging cancels is of the size of the mass on the size of the body
        bound = theirs.mass * 1e-2 or 1e-300
        assert relative(model.inertias[last], theirs.inertia, bound) <= ROUNDINGS, joint
        placement = other.jointPlacements[number].homogeneous
        assert relative(model.placements[first], placement, 1.0) <= ROUNDINGS, joint
        if model.lower[model.idx_v[last]] > -np.inf:
            at = other.joints[number].idx_q
            assert model.lower[model.idx_v[last]] == other.lowerPositionLimit[at], joint
            assert model.upper[model.idx_v[last]] == other.upperPositionLimit[at], joint


def test_mimic_joints_are_kept():
    kept = {name: len(read(name, "free")[0].mimics) for name in ROBOTS if name != EMPTY}
    assert sum(1 for count in kept.values() if count) == 9
    assert kept["pr2_description/pr2"] == 10 and kept["panda_description/panda"] == 1
