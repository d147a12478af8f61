"""All robots of example-robot-data: the same model by every way of loading, and as the library's.

A robot is read from its URDF by lieref, and by Pinocchio, MuJoCo and Drake, whose models become
lieref's; masses, placements, frames and dynamics are those of the first. Each library's own
dynamics of its own model are held to lieref's through the maps in their tests' manner.
"""

import warnings
from functools import cache
from importlib import metadata
from pathlib import Path

import numpy as np
import pytest
from support.programs.library_agreement import SAME, apart, check, tree_of

import lieref

pin = pytest.importorskip("pinocchio", reason="Pinocchio: extra interop")
mujoco = pytest.importorskip("mujoco", reason="MuJoCo: extra interop")

from support.programs import mujoco_library, pinocchio_library  # noqa: E402

FILES = [
    Path(str(file.locate()))
    for file in metadata.files("example-robot-data") or []
    if file.suffix == ".urdf"
]
ROBOTS = {f"{file.parents[1].name}/{file.stem}": file for file in sorted(FILES)}
#: Robots on a fixed base whose links do not move, and a file without a robot.
STILL = {"hector_description/quadrotor_base", "iris_description/iris_simple", "ur_description/ur3"}
#: MuJoCo refuses inertias that no body has, masses that are zero, and two links of one name.
REFUSED = ("inertia must", "mass and inertia", "repeated name", "error parsing", "is zero")
#: Drake gives other inertias to links whose own no body has, and 1 kg to those without.
OTHERS_OF_DRAKE = {
    "allegro_hand_description/allegro_left_hand",
    "allegro_hand_description/allegro_right_hand",
    "bolt_description/bolt",
    "hyq_description/hyq_no_sensors",
    "pr2_description/pr2",
    "romeo_description/romeo_laas_small",
    "romeo_description/romeo_small",
}
#: Drake reads no mimic of a fixed joint and no link of zero mass and inertia that moves.
REFUSED_BY_DRAKE = ("alex_", "talos_left_arm", "talos_reduced")


@pytest.fixture(autouse=True)
def doubtful():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", lieref.ModelWarning)
        yield


@cache
def read(name):
    model = lieref.load_urdf(ROBOTS[name], joint_physics=False)
    return model.tree if isinstance(model, lieref.LoopModel) else model


def unmerged(name):
    """MuJoCo's model, in which links behind fixed joints stay bodies, without shapes."""
    spec = mujoco.MjSpec.from_file(str(ROBOTS[name]))
    spec.compiler.fusestatic = False
    for shape in [*spec.geoms, *spec.meshes]:
        spec.delete(shape)
    return spec.compile()


def by_mujoco(name):
    try:
        return lieref.from_mujoco(unmerged(name), joint_physics=False)
    except ValueError as error:
        if not any(word in str(error) for word in REFUSED):
            raise
        pytest.skip(f"MuJoCo refuses the file: {error}")


def by_drake(name):
    pytest.importorskip("pydrake", reason="Drake: extra drake")
    from lieref.check.exchange.wire import SubjectError
    from lieref.check.subjects.drake_files import read_file

    try:
        plant = read_file(str(ROBOTS[name]), "fixed")
    except SubjectError:
        if not any(word in name for word in REFUSED_BY_DRAKE):
            raise
        pytest.skip("Drake refuses the file")
    return lieref.from_drake(plant, joint_physics=False)


WAYS = {
    "Pinocchio": lambda name: lieref.from_pinocchio(
        pin.buildModelFromUrdf(str(ROBOTS[name])), joint_physics=False
    ),
    "MuJoCo": by_mujoco,
    "Drake": by_drake,
}


def states(model, other):
    """The same random state in two models of one robot, joint by joint; order of velocities."""
    rng = np.random.default_rng(1)
    found = [[m.neutral(), np.zeros((2, m.nv))] for m in (model, other)]
    order = []
    for i, name in enumerate(model.joint_names):
        joint, k = model.joints[i], other.joint_names.index(name)
        q = rng.uniform(-1, 1, 1) if joint.nq == 1 else None
        v = rng.standard_normal((2, joint.nv))
        for (at_q, at_v), m, n in zip(found, (model, other), (i, k), strict=True):
            if q is not None:
                at_q[m.idx_q[n]] = q[0]
            at_v[:, m.idx_v[n] : m.idx_v[n] + joint.nv] = v
        order += range(other.idx_v[k], other.idx_v[k] + joint.nv)
    return *found, order


@pytest.mark.parametrize("way", list(WAYS))
@pytest.mark.parametrize("name", [x for x in ROBOTS if x not in STILL])
def test_every_way_of_loading_gives_the_same_model(name, way):
    ours, theirs = read(name), tree_of(WAYS[way](name))
    assert set(theirs.joint_names) == set(ours.joint_names)
    assert set(ours.frames) <= set(theirs.frames)
    numbers = [theirs.joint_names.index(x) for x in ours.joint_names]
    assert [theirs.names[k] for k in numbers] == list(ours.names)
    assert apart(theirs.placements[numbers], ours.placements) <= SAME
    for i, k in enumerate(numbers):
        at, to = ours.idx_v[i], theirs.idx_v[k]
        # Pinocchio and Drake read limits of a continuous joint, which has none; MuJoCo and Drake
        # read none where the format has zeros
        if (
            ours.joints[i].nv == 1
            and np.isfinite(ours.lower[at])
            and ours.lower[at] < ours.upper[at]
        ):
            assert (theirs.lower[to], theirs.upper[to]) == (ours.lower[at], ours.upper[at])
    if way == "Drake" and name in OTHERS_OF_DRAKE:
        assert apart(theirs.inertias[numbers], ours.inertias) > SAME
        return
    assert apart(theirs.masses[numbers], ours.masses) <= SAME
    (q, v), (p, u), order = states(ours, theirs)
    tau = lieref.inverse_dynamics(ours, q, v)[0]
    assert apart(lieref.inverse_dynamics(theirs, p, u)[0][order], tau) <= SAME
    H = lieref.joint_space_inertia(ours, q)
    found = lieref.joint_space_inertia(theirs, p)[np.ix_(order, order)]
    assert apart(found, H) <= SAME
    for frame in ours.frames.values():
        other = theirs.frames[frame.name]
        assert other.body == frame.body
        np.testing.assert_allclose(other.placement, frame.placement, rtol=0, atol=1e-13)


@pytest.mark.parametrize("base", ["fixed", "free"])
@pytest.mark.parametrize("name", [x for x in ROBOTS if x not in STILL])
def test_dynamics_of_pinocchio(name, base):
    root = (pin.JointModelFreeFlyer(),) if base == "free" else ()
    model = pin.buildModelFromUrdf(str(ROBOTS[name]), *root)
    if base == "free" and not model.inertias[1].mass:
        pytest.skip("a root without mass")
    library, state = pinocchio_library.library_of(model), pinocchio_library.state(model, 1)
    require_mass(library, state)
    check(lieref.from_pinocchio(model, joint_physics=("armature",)), library, *state)


def require_mass(library, state):
    """Skip robots of which a joint moves no mass, or a negative one."""
    if np.linalg.eigvalsh(library.inertia(state[0]))[0] < 1e-12:
        pytest.skip("a joint that moves no mass")


@pytest.mark.parametrize("name", [x for x in ROBOTS if x not in STILL])
def test_dynamics_of_mujoco(name):
    by_mujoco(name)
    model = unmerged(name)
    bits = mujoco.mjtDisableBit
    for bit in (bits.mjDSBL_CONSTRAINT, bits.mjDSBL_CONTACT, bits.mjDSBL_EULERDAMP):
        model.opt.disableflags |= int(bit)
    both = lieref.from_mujoco(model)
    check(both, mujoco_library.library_of(model), *mujoco_library.state(model, 1))


@pytest.mark.parametrize("name", [x for x in ROBOTS if x not in STILL])
def test_dynamics_of_drake(name):
    both = by_drake(name)
    from support.programs import drake_library

    library, state = drake_library.library_of(both.other), drake_library.state(both.other, 1)
    require_mass(library, state)
    check(both, library, *state)
