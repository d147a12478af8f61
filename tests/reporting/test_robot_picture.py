"""Pictures of robots: what is drawn is where the kinematics has it."""

import numpy as np
import pytest

import lieref
from lieref.errors import ArgumentError, ConfigurationError, ShapeError

pytest.importorskip("matplotlib")
import matplotlib as mpl

mpl.use("Agg")
import matplotlib.pyplot as plt


@pytest.fixture(autouse=True)
def closed():
    yield
    plt.close("all")


def segments(ax):
    """The ends of all lines, (n, 2, 3)."""
    return np.array([np.stack(line.get_data_3d(), axis=-1)[[0, -1]] for line in ax.lines])


def has(ax, start, end):
    ends = segments(ax)
    return any(np.allclose(x, [start, end], atol=1e-12) for x in ends)


def test_links_axes_and_frames_are_where_the_bodies_are():
    b = lieref.ModelBuilder()
    b.add_body("upper", None, lieref.Revolute((0, 1, 0)), mass=1.0, com=(0.5, 0, 0))
    at = np.eye(4)
    at[0, 3] = 1.0
    b.add_body("lower", "upper", lieref.Prismatic((1, 0, 0)), at, mass=2.0, com=(0.25, 0, 0))
    arm = b.build()
    ax = lieref.draw(arm, [-np.pi / 2, 0.5], frames=True)
    # turned by -90 degrees about y: along z
    assert has(ax, (0, 0, 0), (0, 0, 1.5))
    assert has(ax, (0, 0, 1.5), (0, 0, 1.75))
    size = 1.75
    assert has(ax, (0, -0.06 * size, 0), (0, 0.06 * size, 0))
    assert has(ax, (0, 0, 1.5 - 0.06 * size), (0, 0, 1.5 + 0.06 * size))
    # the frame of the last body: its x is up
    assert has(ax, (0, 0, 1.5), (0, 0, 1.5 + 0.08 * size))
    low, high = np.array([ax.get_xlim(), ax.get_ylim(), ax.get_zlim()]).T
    assert (low < 0).all() and high[2] > 1.75


def test_ellipsoids_have_the_inertia_of_the_body():
    """A solid ellipsoid of semi-axes (1, 2, 3) and mass 5: I = m (b^2 + c^2) / 5."""
    b = lieref.ModelBuilder()
    b.add_body("stone", None, lieref.Spherical(), mass=5.0, inertia=np.diag([13.0, 10.0, 5.0]))
    ax = lieref.draw(b.build(), [0, 0, 0, 1.0])
    (wires,) = ax.collections[2:]
    points = np.concatenate(wires._segments3d)
    # the tips are among the points
    np.testing.assert_allclose(np.abs(points).max(axis=0), (1.0, 2.0, 3.0), rtol=1e-12)
    assert len(lieref.draw(b.build(), [0, 0, 0, 1.0], inertias=False).collections) == 2


def test_loops_close_in_one_point():
    model = lieref.catalogue.four_bar()
    ax = lieref.draw(model, model.assembly)
    poses = lieref.forward_kinematics(model, model.assembly, [[0.0]])[0]
    (loop,) = model.loops
    coupler = model.tree.names.index("coupler")
    point = (poses[coupler] @ loop.predecessor_frame)[:3, 3]
    assert has(ax, poses[coupler][:3, 3], point)
    rocker = model.tree.names.index("rocker")
    assert has(ax, poses[rocker][:3, 3], point)


def test_forces_are_arrows_at_their_frames():
    arm = lieref.catalogue.serial_chain(3)
    own = plt.figure().add_subplot(projection="3d")
    ax = lieref.draw(arm, arm.neutral(), own, forces={"body2": (0, 0, -10.0)})
    assert ax is own
    arrow = max(ax.collections[-1]._segments3d, key=lambda x: np.linalg.norm(x[1] - x[0]))
    arrow = sorted(arrow, key=lambda x: -x[2])
    origin = lieref.forward_kinematics(arm, arm.neutral(), np.zeros((1, 3)))[0][2, :3, 3]
    np.testing.assert_allclose(arrow[0], origin, atol=1e-12)
    assert np.allclose((arrow[1] - arrow[0])[:2], 0) and arrow[1][2] < arrow[0][2]


def test_free_bases_and_massless_bodies():
    robot = lieref.catalogue.aerial_manipulator()
    q = robot.neutral()
    q[2] = 5.0
    ax = lieref.draw(robot, q, frames=True)
    assert ax.get_zlim()[0] > 1.0
    b = lieref.ModelBuilder()
    b.add_body("ghost", None, lieref.Revolute((0, 0, 1)))
    b.add_body("stone", "ghost", lieref.Revolute((0, 1, 0)), mass=1.0, com=(0.1, 0, 0))
    lieref.draw(b.build(), [0.0, 0.0])


@pytest.mark.parametrize(
    "given, error, match",
    [
        ({"model": 3}, ArgumentError, "model is a int"),
        ({"q": [0.0]}, ShapeError, "q"),
        ({"forces": {"nobody": (0, 0, 1)}}, ArgumentError, "nobody"),
        ({"forces": {"body0": (0, 1)}}, ShapeError, r"forces\['body0'\]"),
        ({"ax": "axes"}, ArgumentError, "ax is a str"),
    ],
)
def test_wrong_use(given, error, match):
    arm = lieref.catalogue.serial_chain(2)
    with pytest.raises(error, match=match):
        lieref.draw(**({"model": arm, "q": arm.neutral()} | given))


def test_a_quaternion_that_is_none():
    robot = lieref.catalogue.aerial_manipulator()
    with pytest.raises(ConfigurationError):
        lieref.draw(robot, np.zeros(robot.nq))
