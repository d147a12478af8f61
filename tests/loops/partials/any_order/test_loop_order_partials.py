"""Partials of any order through loops: against the definition, other algorithms and each other."""

import numpy as np
import pytest
from support.mechanisms.closed_chains import closed_chains, four_bar
from support.mechanisms.loop_robots import LOOP_ROBOTS, draw
from support.references.tolerances import EPS
from support.trees.robots import translation

import lieref
from lieref import catalogue, loops, oracle
from lieref.errors import (
    ArgumentError,
    ShapeError,
)
from lieref.loops.partials.any_order.series_twin import loop_order_partials
from lieref.model.loops.loop_assembly import close
from lieref.oracle import Arb

K = Arb(60)
# By the largest number of each block; q closes the loops to rounding only, which the derivatives of
# G amplify. Found: 150 eps.
LIMIT = 1024 * EPS
# Residual of the equations by the sum of the moduli of their terms. Found: 2e-14.
SOLVED = 1e-12
DIGITS = 1e-45
FUNCTIONS = ("inverse_dynamics_order_partials", "forward_dynamics_order_partials")


def spherical_chain(independent="all"):
    """A loop through spherical and free joints; "part": only some coordinates of one of them."""
    structure, q = closed_chains("spherical" if independent == "all" else "revolute")
    names = None
    if independent == "part":
        joints = zip(structure.joint_names, structure.tree.joints, strict=True)
        names = [name for name, joint in joints if joint.nv == 1 or name == "base_joint"]
    model = close(structure.tree, structure.loops, structure.couplings, names, q)
    return model, model.assembly, np.random.default_rng(6)


def mechanism(name):
    if name in ("all", "part"):
        return spherical_chain(name)
    model, q, _, rng = draw(name, 4)
    return model, q, rng


def blocks(partials):
    """Every matrix, those that are zero by causality left out."""
    first, *rest = partials
    for k in range(len(first)):
        yield first[k]
        for by in rest:
            if np.ndim(by) == 3:
                yield by[k]
                continue
            ahead = len(by[0]) - len(by)
            assert not np.any(np.array(by[k][k + ahead + 1 :], dtype=float))
            yield from by[k][: k + ahead + 1]


def assert_close(found, expected, limit=LIMIT):
    pairs = zip(blocks(found), blocks(expected), strict=True)
    pairs = [(np.array(x, dtype=float), np.array(y, dtype=float)) for x, y in pairs]
    # joints on gears have blocks that are zero but for rounding
    least = EPS * max(abs(y).max() for _, y in pairs)
    for number, (x, y) in enumerate(pairs):
        assert abs(x - y).max() <= limit * max(abs(y).max(), least), number


@pytest.mark.parametrize("name", ["four_bar", "rssr", "geared"])
def test_twin_at_sixty_digits_is_the_oracle(name):
    model = {"rssr": catalogue.rssr, "geared": catalogue.geared_motor}.get(name, four_bar)()
    v = np.random.default_rng(3).uniform(-1, 1, (4, model.nv))
    q = oracle.loop_configuration(model, model.assembly, field=K)
    expected = oracle.loop_inverse_dynamics_order_partials(model, q, v, field=K)
    with K.working():
        found = loop_order_partials(model, list(q), v.tolist(), K)
        for x, y in zip(blocks(found), blocks(expected), strict=True):
            lacking = np.ravel(np.array(x, object) - np.array(y, object))
            assert max(abs(K.to_float(c)) for c in lacking) < DIGITS


def state(name, r):
    """A mechanism, q, rows v of a motion of order r, and wrenches with derivatives."""
    model, q, rng = mechanism(name)
    v = rng.uniform(-1, 1, (r + 2, model.nv))
    return model, q, v, rng.uniform(-1, 1, (r + 1, model.nbodies, 6))


def arguments(function, model, q, v, **loads):
    """What comes after the configuration; forces of the motion for forward dynamics."""
    if function.startswith("inverse"):
        return (v,)
    return v[0], loops.inverse_dynamics(model, q, v, **loads)


def assert_as_the_oracle(function, model, q, v, **loads):
    given = arguments(function, model, q, v, **loads)
    found = getattr(loops, function)(model, q, *given, **loads)
    expected = getattr(oracle, "loop_" + function)(model, q, *given, field=K, **loads)
    assert_close(found, expected)


@pytest.mark.parametrize("axes", ["body", "inertial"])
@pytest.mark.parametrize(
    ("name", "r"),
    [("four_bar_free", 2), ("cam", 3), ("belted_leg_free", 1), ("all", 1), ("part", 1)],
)
def test_inverse_dynamics_against_the_oracle(name, r, axes):
    model, q, v, wrenches = state(name, r)
    loads = {"wrenches": wrenches, "wrench_axes": axes}
    assert_as_the_oracle("inverse_dynamics_order_partials", model, q, v, **loads)


@pytest.mark.parametrize(("name", "r"), [("four_bar", 3), ("rod_drive", 1), ("four_bar_free", 1)])
def test_forward_dynamics_against_the_oracle(name, r):
    model, q, v, wrenches = state(name, r)
    loads = {"wrenches": wrenches, "wrench_axes": "inertial"}
    assert_as_the_oracle("forward_dynamics_order_partials", model, q, v, **loads)


@pytest.mark.parametrize("base", ["spatial", "hybrid", "mixed"])
@pytest.mark.parametrize("function", FUNCTIONS)
def test_bases_against_the_oracle(base, function):
    model, q, v, wrenches = state("four_bar_free", 1)
    assert_as_the_oracle(function, model, q, v, base=base, wrenches=wrenches)


def test_a_free_body_behind_a_loop():
    # its coordinates have other places among the independent ones than in the tree
    def along_x(x):
        return translation(x, 0, 0)

    builder, hinge = lieref.ModelBuilder(), lieref.Revolute((0, -1, 0))
    for name, parent, x, length in (
        ("crank", None, 0.0, 0.2),
        ("coupler", "crank", 0.2, 0.5),
        ("rocker", None, 0.45, 0.4),
    ):
        inertia = np.eye(3) * length**3 / 12
        builder.add_body(name, parent, hinge, along_x(x), length, (length / 2, 0, 0), inertia)
    builder.add_loop("closing", "coupler", "rocker", hinge, along_x(0.5), along_x(0.4))
    builder.add_body("drone", None, lieref.Free(), None, 1.0, (0.1, 0, 0), np.eye(3))
    model = builder.build(
        independent=["crank_joint", "drone_joint"],
        assembly=[1.0, 0.3, 2.0, 0.1, 0.2, 0.3, 0, 0.6, 0, 0.8],
    )
    v = np.random.default_rng(7).uniform(-1, 1, (3, model.nv))
    assert_as_the_oracle(FUNCTIONS[0], model, model.assembly, v, base="hybrid")


def test_joint_physics():
    tree_like, q, v, _ = state("four_bar", 2)
    n = tree_like.tree.nv
    model = tree_like.with_joint_physics(
        armature=np.linspace(0.1, 0.3, n),
        damping=np.linspace(0.2, 0.1, n),
        stiffness=np.full(n, 0.3),
    )
    assert_as_the_oracle("inverse_dynamics_order_partials", model, q, v)


@pytest.mark.parametrize("r", [0, 1, 3])
@pytest.mark.parametrize("name", LOOP_ROBOTS)
def test_forward_dynamics_undoes_inverse_dynamics(name, r):
    model, q, v, _ = state(name, r)
    dq, dv = loops.inverse_dynamics_order_partials(model, q, v)
    tau = loops.inverse_dynamics(model, q, v)
    a = loops.forward_dynamics_order_partials(model, q, v[0], tau)
    unit, zero = np.eye(model.nv), np.zeros((model.nv, model.nv))
    for k in range(r + 1):
        cases = [(dq[k], a.da_dq, zero), (dv[k, 0], a.da_dv, zero)]
        cases += [(zero, a.da_dtau[:, m], unit * (m == k)) for m in range(k + 1)]
        for start, moved, expected in cases:
            terms = [dv[k, j] @ moved[j - 1] for j in range(1, k + 2)]
            size = sum(abs(dv[k, j]) @ abs(moved[j - 1]) for j in range(1, k + 2)).max()
            assert abs(start + sum(terms) - expected).max() <= SOLVED * max(size, 1e-300)


@pytest.mark.parametrize("name", LOOP_ROBOTS)
def test_order_zero_are_the_first_partials(name):
    model, q, v, wrenches = state(name, 0)
    found = loops.inverse_dynamics_order_partials(model, q, v, "body", wrenches)
    first = loops.inverse_dynamics_partials(model, q, *v, "body", wrenches[0])
    assert_close(found, ([first.dtau_dq], [[first.dtau_dv, first.dtau_da]]))


def test_functions_that_run_in_python():
    def branching(y, m):
        return [m.sin(y[0]) + y[0] if y[0] < 10 else y[0]]

    slow, fast = geared(branching), geared(lambda y, m: [m.sin(y[0]) + y[0]])
    assert slow.untraced and not fast.untraced
    v = np.array([[0.3], [0.2], [0.5]])
    assert_close(
        loops.inverse_dynamics_order_partials(slow, [0.4], v),
        loops.inverse_dynamics_order_partials(fast, [0.4], v),
    )


def geared(function):
    builder = lieref.ModelBuilder()
    for name in ("link", "rotor"):
        builder.add_body(name, None, lieref.Revolute((0, 1, 0)), None, 1.0, (0.1, 0, 0), np.eye(3))
    builder.couple("rotor_joint", "link_joint", function=function)
    return builder.build(independent=["link_joint"])


def test_memory_for_results_is_that_of_trees():
    model = catalogue.serial_chain(1)
    out = lieref.inverse_dynamics_order_partials(model, [0.5], np.ones((3, 1)))
    with pytest.raises(ShapeError, match="out is .* expected None for a model with loops"):
        lieref.inverse_dynamics_order_partials(four_bar(), [0.5], [[1.0], [1.0]], out=out)


@pytest.mark.parametrize("function", FUNCTIONS)
def test_axes_are_checked_before_the_state(function):
    """Whether there are wrenches or not, of one state and of many, where loops are open too."""
    model, v = four_bar(), np.ones((3, 1))
    given = (v,) if function.startswith("inverse") else (v[0], v[1:])
    q = np.stack([model.assembly + [0, 0, 0.1]] * 2)
    for at in (q[0], q):
        with pytest.raises(ArgumentError, match="wrench_axes"):
            getattr(lieref, function)(model, at, *given, wrench_axes="spatial")
