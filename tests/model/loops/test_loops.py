"""Loops and couplings on the builder: what is chosen, and where it is closed."""

import math
import pickle

import numpy as np
import pytest
from support.mechanisms.loop_builders import (
    BOX,
    START,
    X,
    Y,
    Z,
    chain,
    four_bar,
    four_bar_angles,
    place,
    shift,
    turned,
)

from lieref.errors import (
    ConfigurationError,
    ModelError,
    ModelWarning,
)
from lieref.model.builder import ModelBuilder
from lieref.model.joints.joints import (
    Cylindrical,
    EulerAngles,
    Fixed,
    Free,
    Helical,
    Planar,
    Prismatic,
    Revolute,
    Screw,
    Spherical,
    Universal,
)
from lieref.model.loops.loop_configuration import tree_velocities
from lieref.model.loops.loop_model import LoopModel
from lieref.model.loops.loop_newton import CLOSED, Closer


def test_linear_couplings():
    b = chain(3)
    b.couple("l1_joint", "l0_joint", 2.0, 0.25)
    b.couple(["l2_joint"], ["l0_joint", "l1_joint"], [[1.0, -3.0]])
    model = b.build()
    assert isinstance(model, LoopModel)
    assert (model.nq, model.nv, model.nbodies) == (1, 1, 3)
    assert model.independent.tolist() == model.independent_q.tolist() == [0]
    assert model.rank == (0,) and model.cluster_independent == ((0,),)
    assert model.assembly.tolist() == [0.0, 0.25, -0.75]
    assert model.neutral().tolist() == [0.0]
    q = model.random_configuration(3)
    assert q[1:].tolist() == [2 * q[0] + 0.25, q[0] - 3 * (2 * q[0] + 0.25)]
    with pytest.raises(ModelError, match="independent: joint 'l0_joint' follows from others"):
        b.build(independent=["l0_joint", "l1_joint"])


def test_couplings_are_ordered_by_what_drives_what():
    b = chain(3)
    b.couple("l2_joint", "l1_joint", 2.0, name="second")
    b.couple("l1_joint", "l0_joint", 3.0, 1.0, name="first")
    model = b.build()
    assert [c.name for c in model.couplings] == ["first", "second"]
    assert model.coupling_ends == (((1,), (0,)), ((2,), (1,)))
    assert model.assembly.tolist() == [0.0, 1.0, 2.0]


def parallel_belt(y, m):
    return [m.sin(y[0]) + y[1], y[0] * y[1]]


def test_a_coupling_by_a_function():
    b = chain(4)
    b.couple(("l2_joint", "l3_joint"), ("l0_joint", "l1_joint"), function=parallel_belt)
    model = b.build(assembly={"l0_joint": 0.5, "l1_joint": 2.0})
    assert model.assembly.tolist() == [0.5, 2.0, math.sin(0.5) + 2.0, 1.0]
    again = pickle.loads(pickle.dumps(model))
    assert again.couplings[0].function is parallel_belt
    closer = Closer(model)
    # Gamma: d(sin a + b) and d(a b), by hand
    expected = [[1, 0], [0, 1], [math.cos(0.5), 1], [2.0, 0.5]]
    assert np.array_equal(closer.coupling_jacobian(0, model.assembly), expected)


def lever(y, m):
    return [m.asin(2 * y[0])]


def test_a_coupling_that_has_no_value_everywhere():
    b = chain(2)
    b.couple("l1_joint", "l0_joint", function=lever, name="lever")
    model = b.build()
    for seed in range(5):
        print("seed", seed)
        q = model.random_configuration(seed)
        assert abs(q[0]) <= 0.5 and q[1] == math.asin(2 * q[0])
    with pytest.raises(ModelError, match="assembly: couplings \\['lever'\\] have no finite value"):
        b.build(assembly={"l0_joint": 0.6})
    b = chain(2)
    b.couple("l1_joint", "l0_joint", function=lambda y, m: [y[0] * math.inf], name="c")
    with pytest.raises(ModelError, match="couplings \\['c'\\] have no finite value"):
        b.build(assembly={"l0_joint": 0.6})
    b = chain(2)
    b.couple("l1_joint", "l0_joint", function=lambda y, m: [y[0], y[0]], name="c")
    with pytest.raises(ModelError, match="^coupling 'c': its function returned"):
        b.build()


@pytest.mark.parametrize(
    "function, found",
    [
        (lambda y: [y[0]], "takes 1 positional argument"),
        (lambda y, m: [np.sin(y[0])], "no callable sin"),
        (lambda y, m: [m.sinus(y[0])], "no attribute 'sinus'"),
    ],
)
def test_a_function_that_does_not_take_scalars_is_named(function, found):
    b = chain(2)
    b.couple("l1_joint", "l0_joint", function=function, name="c")
    with pytest.raises(ModelError, match=f"^coupling 'c': its function raised .*{found}"):
        b.build().random_configuration(0)


def test_far_limits_of_a_slider():
    b = chain(1)
    b.add_body("slider", None, Prismatic(X), mass=1.0, limits=(0, 1e9))
    b.couple("l0_joint", "slider_joint", 1e-6)
    q = b.build().random_configuration(0)
    assert 0 < q[1] < 1e9 and q[0] == 1e-6 * q[1]


def test_a_weld_is_no_joint_of_a_body():
    with pytest.raises(ModelError, match="joint 'a_joint': Fixed\\(\\) is no joint"):
        ModelBuilder().add_body("a", None, Fixed())


def test_names_limits_and_sizes_are_those_of_the_tree():
    b = ModelBuilder(gravity=(0, 1, 2), name="thing")
    b.add_body("a", None, Revolute(Z), mass=1.0, limits=(-1, 2))
    b.add_body("b", None, Revolute(Z), mass=1.0, limits=(-3, 4))
    b.add_body("c", "b", Spherical(), mass=1.0)
    b.couple("a_joint", "b_joint", -1.0)
    model = b.build()
    assert (model.name, model.names, model.joint_names) == (
        "thing",
        ("a", "b", "c"),
        ("a_joint", "b_joint", "c_joint"),
    )
    assert model.gravity.tolist() == [0, 1, 2]
    assert model.independent.tolist() == [1, 2, 3, 4]
    assert model.independent_q.tolist() == [1, 2, 3, 4, 5]
    assert model.lower.tolist()[:2] == [-3, -math.inf]
    assert model.upper.tolist()[:2] == [4, math.inf]
    assert model.neutral().tolist() == [0, 0, 0, 0, 1]
    assert "0 loops, 1 couplings, nq = 5, nv = 4" in repr(model)
    q = model.random_configuration(0)
    dv = np.arange(5.0)
    assert np.array_equal(model.integrate(q, dv), model.tree.integrate(q, dv))
    assert np.array_equal(model.difference(q, q), np.zeros(5))


def test_four_bar_by_the_law_of_cosines():
    model = four_bar().build(["crank_joint"], START)
    assert model.rank == (2,) and model.independent.tolist() == [0]
    for seed in range(8):
        print("seed", seed)
        q = model.random_configuration(seed)
        expected = four_bar_angles(q[0])
        apart = (q[1:] - expected + math.pi) % (2 * math.pi) - math.pi
        assert np.abs(apart).max() <= 1e3 * CLOSED
        ends = place(model, q, 0)
        assert np.abs(ends[0][:3, 3] - ends[1][:3, 3]).max() <= 4 * CLOSED


def test_what_is_held_does_not_move():
    closer = Closer(four_bar().build(assembly=START))
    start = np.array([1.0, -0.5, 1.5])
    q = closer.closed(start, held=[0])
    assert q[0] == 1.0 and np.abs(q[1:] - four_bar_angles(1.0)).max() <= 1e3 * CLOSED
    assert closer.closed(start)[0] != 1.0
    with pytest.raises(ConfigurationError, match="loop 'close' by"):
        closer.closed(start, held=[0, 1, 2])


def test_independent_names_are_taken_and_the_rest_is_chosen():
    assert four_bar().build(["rocker_joint"], START).independent.tolist() == [2]
    assert four_bar().build(["coupler_joint"], START).independent.tolist() == [1]
    b = chain(5)
    b.add_loop("a", None, "l4", Revolute(Z), shift(2.0), shift(1.0))
    at = [0.3, 0.7, 0.5, 0.9, 0.4]
    model = b.build(["l2_joint"], at)
    assert model.nv == 3 and model.rank == (2,) and 2 in model.independent
    assert model.independent.tolist() == sorted(set(model.independent.tolist()))


def test_bodies_outside_the_loops_stay_as_they_are():
    b = four_bar()
    b.add_body("ball", "rocker", Spherical(), shift(1.5), 1.0, inertia=BOX)
    model = b.build(["crank_joint"], {"crank_joint": 1.0, "coupler_joint": -0.5,
                                      "rocker_joint": 1.5})  # fmt: skip
    assert [c.bodies for c in model.clusters] == [(0, 1, 2), (3,)]
    assert model.cluster_independent == ((0,), (1, 2, 3)) and model.rank == (2, 0)
    assert model.nq == 5 and model.nv == 4


@pytest.mark.parametrize(
    "joint",
    [
        Revolute(Z),
        Revolute(X, (0.1, 0.2, 0.3)),
        Prismatic(Y),
        Helical(Z, 0.2, (0.1, 0, 0)),
        Screw((0, 0, 1, 0.1, 0.2, 0.3)),
        Spherical(),
        Universal(X, Y),
        Cylindrical(Z),
        Planar(Z),
        EulerAngles("zyx"),
        Fixed(),
    ],
)
def test_every_joint_closes_a_chain(joint):
    """A chain of seven generic joints keeps 7 - 6 + f coordinates, f the loop joint's freedom."""
    b = ModelBuilder()
    axes = [X, Y, Z, Y, X, Z, Y, X]
    for i, axis in enumerate(axes):
        at = turned(i % 3, 0.3 + 0.1 * i, (0.5, 0.1 * i, 0.2))
        b.add_body(f"l{i}", f"l{i - 1}" if i else None, Revolute(axis), at, 1.0, inertia=BOX)
    b.add_loop("a", None, "l7", joint, turned(1, 0.4, (0.3, 0.2, 0.1)))
    model = b.build()
    freedom = sum(j.nv for j in model.loops[0].chain())
    assert model.nv == 8 - 6 + freedom and model.rank == (6 - freedom,)
    # closed at zero to rounding, since no successor frame was given
    assert np.abs(model.assembly).max() <= 1e3 * np.finfo(float).eps
    for seed in (0, 1):
        q = model.random_configuration(seed)
        assert np.abs(q - model.assembly).max() > 1e-3
        assert not Closer(model).open_loops(0, q)


def test_the_frame_that_closes_at_zero_does_not_depend_on_where_the_robot_stands():
    def frame(x):
        b = ModelBuilder()
        b.add_body("base", None, Free(), shift(x), 1.0, inertia=BOX)
        b.add_body("a", "base", Revolute(Z), turned(0, 0.3, (0.1, 0.2, 0.3)), 1.0)
        b.add_body("b", "a", Revolute(Z), turned(1, 0.4, (0.3, 0.1, 0.7)), 1.0)
        b.add_body("c", "b", Revolute(Z), turned(2, 0.4, (0.3, 0.1, 0.7)), 1.0)
        b.add_loop("l", "base", "c", Spherical(), turned(2, 0.6, (0.7, 0.1, 0.3)))
        from lieref.model.loops.loop_ends import at_zero

        return at_zero(b.build_tree(), b._loops[0]).successor_frame

    assert np.array_equal(frame(0.0), frame(1e8))


def test_velocities_follow_the_tangent_of_the_closed_mechanism():
    model = four_bar().build(["crank_joint"], START)
    h = 1e-5
    ahead, behind = (four_bar_angles(1.0 + s * h) for s in (1, -1))
    q = np.array([1.0, *four_bar_angles(1.0)])
    G = tree_velocities(Closer(model), 0, q, [0])
    slopes = (np.array(ahead) - behind) / (2 * h)
    # central differences: h^2 of truncation, eps / h of rounding
    assert np.abs(G[1:, 0] - slopes).max() <= 1e2 * (h * h + np.finfo(float).eps / h)


def test_a_partly_independent_ball_has_no_independent_configurations():
    # a stick held by two balls: a fixed point and, at its end, a loop
    b = ModelBuilder()
    b.add_body("stick", None, Spherical(), None, 1.0, (0.5, 0, 0), BOX)
    b.add_loop("end", None, "stick", Spherical(), shift(1.0))
    model = b.build()
    assert model.nv == 1 and model.rank == (2,) and model.nq is None
    assert model.independent_q is None
    with pytest.raises(ConfigurationError, match="independent in part"):
        model.neutral()
    # it turns about its length
    q = model.random_configuration(1)
    assert np.abs(q - model.assembly).max() > 1e-3 and not Closer(model).open_loops(0, q)


def test_whole_balls_are_kept_where_one_degree_joints_can_follow():
    b = chain(4)
    b.add_body("lift", "l3", Revolute(Y), shift(1.0), 1.0, inertia=BOX)
    b.add_body("ball", "lift", Spherical(), shift(1.0), 1.0, inertia=BOX)
    # the ball has the longest arm, and so the largest pivots
    b.add_loop("end", None, "ball", Spherical(), shift(1.0), shift(4.0))
    model = b.build(assembly=[0.3, 0.7, 0.5, 0.9, 0.4, 0, 0, 0, 1])
    assert model.rank == (3,) and model.nv == 5
    assert model.nq == model.nv + 1


def test_models_are_immutable_and_can_be_pickled():
    model = four_bar().build(assembly=START)
    model.tables["kernel"] = object()
    again = pickle.loads(pickle.dumps(model))
    assert again.tables == {} and np.array_equal(again.assembly, model.assembly)
    assert again.loops[0].name == "close" and again.nv == model.nv
    geared = chain(2)
    geared.couple("l1_joint", "l0_joint", 2.0)
    arrays = [pickle.loads(pickle.dumps(geared.build())).couplings[0].ratios]
    for each in (model, again):
        arrays += [each.assembly, each.independent, each.independent_q]
        arrays += [each.loops[0].predecessor_frame]
    for array in arrays:
        with pytest.raises(ValueError, match="read-only"):
            array[...] = 0
    with pytest.raises(AttributeError):
        model.rank = ()


# ----------------------------------------------------------------------------------- massless parts


def rotor(mass_of_rotor, mass_of_link, doubtful="error"):
    b = ModelBuilder(doubtful=doubtful)
    b.add_body("link", None, Revolute(Z), mass=mass_of_link)
    b.add_body("rotor", None, Revolute(Z), mass=mass_of_rotor)
    b.couple("rotor_joint", "link_joint", 6.0)
    return b.build()


def test_massless_parts_may_move_with_heavy_ones():
    assert rotor(0.0, 1.0).nv == rotor(1.0, 0.0).nv == 1
    with pytest.raises(ModelError, match="'link_joint', 'rotor_joint': moves no mass"):
        rotor(0.0, 0.0)
    with pytest.warns(ModelWarning, match="moves no mass"):
        rotor(0.0, 0.0, "warn")


def test_massless_coupler_of_a_loop():
    b = ModelBuilder()
    b.add_body("crank", None, Revolute(Z), None, 1.0, (0.5, 0, 0), BOX)
    b.add_body("coupler", "crank", Revolute(Z), shift(1.0))
    b.add_body("rocker", None, Revolute(Z), shift(2.2), 1.0, (0.5, 0, 0), BOX)
    b.add_loop("close", "coupler", "rocker", Revolute(Z), shift(2.0), shift(1.5))
    assert b.build(assembly=START).nv == 1
    # a second massless bar hangs free
    b.add_body("flag", "coupler", Revolute(Z))
    with pytest.raises(ModelError, match="joint 'flag_joint': moves no mass"):
        b.build(assembly=START)


def test_a_free_massless_rod_in_a_loop_is_doubtful():
    # a massless rod between two balls turns about itself, and nothing heavy moves then
    b = ModelBuilder()
    b.add_body("rod", None, Spherical())
    b.add_body("slider", None, Prismatic(X), None, 1.0)
    b.add_loop("end", "rod", "slider", Spherical(), shift(1.0, 0.5), shift(1.0, 0.5))
    with pytest.raises(ModelError, match="joint 'rod_joint': moves no mass"):
        b.build()
