"""Converters between conventions: numbers of Pinocchio and MuJoCo, laws for the others."""

import dataclasses

import numpy as np
import pytest
from support.trees.convention_robot import DYNAMICS, MASSES, SEED, close, robot, state

import lieref
from lieref.check import conventions
from lieref.check.conventions import CONVENTIONS
from lieref.errors import ArgumentError, ConfigurationError, NonFiniteError, ShapeError

NAMES = sorted(CONVENTIONS)


@pytest.fixture(scope="module")
def pinocchio():
    """The library, and the robot in it."""
    pin = pytest.importorskip("pinocchio", reason="Pinocchio: extra interop")
    model = pin.Model()
    parts = (
        (0, pin.JointModelFreeFlyer(), pin.SE3.Identity()),
        (1, pin.JointModelRY(), pin.SE3(np.eye(3), np.array([0.0, 0.0, 0.5]))),
    )
    for number, (part, given) in enumerate(zip(parts, MASSES, strict=True), 1):
        parent, joint, placement = part
        model.addJoint(parent, joint, placement, f"joint_{number}")
        mass, com, moments = given
        inertia = pin.Inertia(mass, np.array(com), np.diag(moments))
        model.appendBodyToJoint(number, inertia, pin.SE3.Identity())
    frame = model.addFrame(pin.Frame("base", 1, 0, pin.SE3.Identity(), pin.FrameType.OP_FRAME))
    return pin, model, model.createData(), frame


def in_pinocchio(q, v, a):
    name = "pinocchio.LOCAL"
    return (
        conventions.configuration_to(name, q),
        conventions.twist_to(name, q, v),
        conventions.acceleration_to(name, q, v, a),
    )


@pytest.mark.parametrize("frame", ["LOCAL", "WORLD", "LOCAL_WORLD_ALIGNED"])
def test_pinocchio_motion(pinocchio, frame):
    pin, model, data, index = pinocchio
    q, v, a = state()
    name, chosen = f"pinocchio.{frame}", getattr(pin.ReferenceFrame, frame)
    pin.forwardKinematics(model, data, *in_pinocchio(q, v, a))
    pin.updateFramePlacements(model, data)
    velocity = pin.getFrameVelocity(model, data, index, chosen).vector
    close(conventions.twist_to(name, q, v)[:6], velocity)
    acceleration = pin.getFrameAcceleration(model, data, index, chosen).vector
    close(conventions.acceleration_to(name, q, v, a)[:6], acceleration)
    if frame != "WORLD":
        # in both frames the classical one is the body's, its axes turned
        rest = np.zeros(7)
        body = conventions.classical_acceleration(v, a)
        classical = pin.getFrameClassicalAcceleration(model, data, index, chosen).vector
        close(conventions.acceleration_to(name, q, rest, body)[:6], classical)


def test_pinocchio_classical_is_the_derivative_of_the_aligned_twist(pinocchio):
    pin, model, data, index = pinocchio
    q, v, a = state()
    pin.forwardKinematics(model, data, *in_pinocchio(q, v, a))
    aligned = pin.ReferenceFrame.LOCAL_WORLD_ALIGNED
    classical = pin.getFrameClassicalAcceleration(model, data, index, aligned).vector
    close(conventions.acceleration_to("idyntree", q, v, a)[:6], classical)


def test_pinocchio_forces_and_partials(pinocchio):
    pin, model, data, _ = pinocchio
    q, v, a = state()
    given, name = in_pinocchio(q, v, a), "pinocchio.LOCAL"
    tau = lieref.inverse_dynamics(robot(), q, [v, a])[0]
    force = pin.rnea(model, data, *given)
    close(conventions.wrench_to(name, q, tau), force, DYNAMICS)
    pin.forwardKinematics(model, data, given[0])
    placed = data.oMi[1].act(pin.Force(force[:6])).vector
    close(conventions.wrench_to("pinocchio.WORLD", q, tau)[:6], placed, DYNAMICS)
    turn = pin.SE3(data.oMi[1].rotation, np.zeros(3))
    aligned = turn.act(pin.Force(force[:6])).vector
    close(conventions.wrench_to("pinocchio.LOCAL_WORLD_ALIGNED", q, tau)[:6], aligned, DYNAMICS)
    partials = lieref.inverse_dynamics_partials(robot(), q, v, a)
    dq, dv, H = pin.computeRNEADerivatives(model, data, *given)
    close(conventions.partial_to(name, q, partials.dtau_dq), dq, DYNAMICS)
    close(conventions.partial_to(name, q, partials.dtau_dv, "v"), dv, DYNAMICS)
    symmetric = np.triu(H) + np.triu(H, 1).T
    close(conventions.partial_to(name, q, partials.dtau_da, "v"), symmetric, DYNAMICS)


def test_pinocchio_perturbations_and_gravity(pinocchio):
    pin, model, _, _ = pinocchio
    q, xi, _ = state()
    name = "pinocchio.LOCAL"
    moved = conventions.configuration_to(name, robot().integrate(q, xi))
    step = conventions.perturbation_to(name, q, xi)
    found = pin.integrate(model, conventions.configuration_to(name, q), step)
    # q and -q are one rotation
    sign = np.sign(found[3:7] @ moved[3:7])
    close(np.r_[found[:3], sign * found[3:7], found[7:]], moved)
    assert tuple(pin.Model().gravity.linear) == CONVENTIONS[name].gravity


@pytest.fixture(scope="module")
def mujoco():
    """The library, and the robot in it."""
    library = pytest.importorskip("mujoco", reason="MuJoCo: extra interop")

    def inertial(given):
        mass, com, moments = (" ".join(map(str, np.atleast_1d(x))) for x in given)
        return f'<inertial mass="{mass}" pos="{com}" diaginertia="{moments}"/>'

    model = library.MjModel.from_xml_string(
        f'<mujoco><worldbody><body name="base"><freejoint/>{inertial(MASSES[0])}'
        f'<body pos="0 0 0.5"><joint axis="0 1 0"/>{inertial(MASSES[1])}</body>'
        "</body></worldbody></mujoco>"
    )
    return library, model, library.MjData(model)


def put(data, q, v, a):
    data.qpos[:] = conventions.configuration_to("mujoco", q)
    data.qvel[:] = conventions.twist_to("mujoco", q, v)
    data.qacc[:] = conventions.acceleration_to("mujoco", q, v, a)


def test_mujoco_motion_and_forces(mujoco):
    library, model, data = mujoco
    q, v, a = state()
    put(data, q, v, a)
    library.mj_inverse(model, data)
    tau = lieref.inverse_dynamics(robot(), q, [v, a])[0]
    close(conventions.wrench_to("mujoco", q, tau), data.qfrc_inverse, DYNAMICS)
    # the object's velocity is angular first, in the body's axes
    local = np.zeros(6)
    base = library.mjtObj.mjOBJ_XBODY
    library.mj_objectVelocity(model, data, base, model.body("base").id, local, 1)
    close(v[:6], local)
    assert tuple(model.opt.gravity) == CONVENTIONS["mujoco"].gravity


def test_mujoco_partials(mujoco):
    library, model, data = mujoco
    q, v, a = state()
    put(data, q, v, a)
    found = [np.zeros((7, 7)) for _ in range(3)]
    library.mjd_inverseFD(model, data, 1e-6, 0, *found, None, None, None, None)
    # the mixed form, the angular part first
    mixed = [np.r_[x[3:6], x[:3], x[6:]] for x in (data.qvel, data.qacc)]
    reference = lieref.inverse_dynamics_partials(robot(), q, *mixed, base="mixed")
    bys = zip(found, ("q", "v", "v"), reference, strict=True)
    for matrix, by, partial in bys:
        # one-sided differences: some 1e-6 of the second derivatives
        expected = conventions.partial_to("mujoco", q, partial, by)
        close(matrix, expected, 1e-4)
        close(conventions.partial_from("mujoco", q, matrix, by), partial, 1e-4)
    assert abs(found[0].T - conventions.partial_to("mujoco", q, reference.dtau_dq)).max() > 1


def test_mujoco_perturbations(mujoco):
    library, model, _ = mujoco
    q, xi, _ = state()
    moved = conventions.configuration_to("mujoco", robot().integrate(q, 1e-7 * xi))
    found = conventions.configuration_to("mujoco", q)
    library.mj_integratePos(model, found, conventions.perturbation_to("mujoco", q, xi), 1e-7)
    # the two differ by the bracket of position and turn, of second order
    close(found, moved, 1e-12)


@pytest.mark.parametrize("name", NAMES)
def test_there_and_back(name):
    q, v, a = state()
    back = conventions.configuration_from(name, conventions.configuration_to(name, q))
    expected = q if CONVENTIONS[name].layout != "pose" else np.r_[q[:3], np.sign(q[6]) * q[3:7]]
    close(back, expected)
    speed = conventions.twist_to(name, q, v)
    close(conventions.twist_from(name, q, speed), v)
    rate = conventions.acceleration_to(name, q, v, a)
    close(conventions.acceleration_from(name, q, v, rate), a)
    force = conventions.wrench_to(name, q, a)
    close(conventions.wrench_from(name, q, force), a)
    # power
    close(force @ speed, a @ v)


@pytest.mark.parametrize("name", NAMES)
def test_accelerations_are_what_they_are_called(name):
    """Along q exp(t v + ...), by central differences of the library's twist."""
    q, v, a = state()
    h, model = 1e-4, robot()
    ends = [
        conventions.twist_to(name, model.integrate(q, t * v + t * t / 2 * a), v + t * a)
        for t in (h, -h)
    ]
    rate = (ends[0] - ends[1]) / (2 * h)
    found = conventions.acceleration_to(name, q, v, a)
    if CONVENTIONS[name].acceleration == "derivative":
        # h^2 times third derivatives
        close(found, rate, 1e-6)
    else:
        close(found, conventions.twist_to(name, q, a))
        assert abs(found - rate).max() > 0.1


@pytest.mark.parametrize("name", NAMES)
def test_perturbations_and_partials(name):
    q, xi, _ = state()
    chosen, model = CONVENTIONS[name], robot()
    P = np.random.default_rng(SEED).normal(size=(7, 7))
    if chosen.perturbation == "none":
        with pytest.raises(ShapeError, match=f"{chosen.library} has no partial derivatives"):
            conventions.partial_to(name, q, P)
        return
    dx = conventions.perturbation_to(name, q, xi)
    close(conventions.perturbation_from(name, q, dx), xi)
    by_q, by_v = (conventions.partial_to(name, q, P, by) for by in ("q", "v"))
    close(conventions.partial_from(name, q, by_q), P)
    close(conventions.partial_from(name, q, by_v, "v"), P)
    # a partial times a move is the change of the forces
    change = by_q.T @ dx if chosen.partial == "coordinate first" else by_q @ dx
    expected = P @ xi
    if chosen.order == "linear":
        expected = np.r_[expected[3:6], expected[:3], expected[6:]]
    close(change, expected)
    if chosen.perturbation == "coordinates":
        h = 1e-5
        ends = [conventions.configuration_to(name, model.integrate(q, t * xi)) for t in (h, -h)]
        close(dx, (ends[0] - ends[1]) / (2 * h), 1e-8)
        # lengthening the quaternion is no move
        close(conventions.perturbation_from(name, q, np.r_[q[6], q[3:6], np.zeros(4)]), 0 * xi)


def test_known_values():
    """A quarter turn about z at (1, 2, 3), by hand."""
    half = np.sqrt(0.5)
    q = np.array([1.0, 2.0, 3.0, 0.0, 0.0, half, half, 9.0])
    v = np.array([0.0, 0.0, 5.0, 7.0, 0.0, 0.0, 11.0])
    expected = {
        "lieref": [0, 0, 5, 7, 0, 0, 11],
        "pinocchio.LOCAL": [7, 0, 0, 0, 0, 5, 11],
        # R v = (0, 7, 0); at the inertial origin v - omega x p = (0, 7, 0) + (10, -5, 0)
        "pinocchio.WORLD": [10, 2, 0, 0, 0, 5, 11],
        "featherstone": [0, 0, 5, 10, 2, 0, 11],
        "drake": [0, 0, 5, 0, 7, 0, 11],
        "mujoco": [0, 7, 0, 0, 0, 5, 11],
    }
    for name, twist in expected.items():
        close(conventions.twist_to(name, q, v), twist)
    at = {
        "mujoco": [1, 2, 3, half, 0, 0, half, 9],
        "drake": [half, 0, 0, half, 1, 2, 3, 9],
        "rbdl": [1, 2, 3, 0, 0, half, 9, half],
    }
    for name, x in at.items():
        close(conventions.configuration_to(name, q), x)
    close(conventions.configuration_to("idyntree", q)[:2], [[0, -1, 0, 1], [1, 0, 0, 2]])


def test_inputs_stay_and_bad_ones_are_named():
    q, v, a = state()
    kept = [x.copy() for x in (q, v, a)]
    for x in (q, v, a):
        x.setflags(write=False)
    for name in NAMES:
        conventions.acceleration_from(name, q, v, conventions.acceleration_to(name, q, v, a))
    assert all((x == y).all() for x, y in zip((q, v, a), kept, strict=True))
    with pytest.raises(ArgumentError, match="convention is 'bullet', expected one of 'lieref"):
        conventions.twist_to("bullet", q, v)
    with pytest.raises(ShapeError, match=r"v: got shape \(5,\), expected \(6 \+ n,\)"):
        conventions.twist_to("drake", q, v[:5])
    with pytest.raises(NonFiniteError, match="tau"):
        conventions.wrench_to("drake", q, np.full(6, np.nan))
    with pytest.raises(ConfigurationError, match="base's quaternion: norm .* expected 1 within"):
        conventions.twist_to("drake", np.r_[q[:3], 2 * q[3:7]], v)
    with pytest.raises(ShapeError, match=r"partial: got shape \(7, 6\)"):
        conventions.partial_to("mujoco", q, np.zeros((7, 6)))
    with pytest.raises(ArgumentError, match="by is 'a', expected one of 'q', 'v'"):
        conventions.partial_to("mujoco", q, np.zeros((7, 7)), "a")


def test_every_word_of_a_convention_is_a_known_one():
    words = {
        "twist": {"body", "spatial", "hybrid", "mixed"},
        "order": {"angular", "linear"},
        "layout": {"position xyzw", "position wxyz", "wxyz position", "pose"},
        "acceleration": {"derivative", "turned"},
        "perturbation": {"body", "twist", "coordinates", "none"},
        "partial": {"force first", "coordinate first", "none"},
        "checked": {"measured", "documented"},
    }
    for chosen in map(dataclasses.asdict, CONVENTIONS.values()):
        assert {key: chosen[key] in allowed for key, allowed in words.items()} == dict.fromkeys(
            words, True
        )
        assert (chosen["partial"] == "none") == (chosen["perturbation"] == "none")
