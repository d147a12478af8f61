"""Batches of H, of first partials and of products of partials: state by state, in any shape.

Lanes and the kernels of a single state are one text; they may differ by 2 ulp of the scale. What
solves with H may lose what its condition makes of roundings, which it never does in full.
"""

import numpy as np
import pytest
from support.references.rounding_scale import (
    arrays,
    excess,
    forward_partials_scales,
    scales,
    solve_condition,
    surely_within,
)
from support.trees.robots import ROBOTS

import lieref
from lieref.errors import ConfigurationError, NonFiniteError, ShapeError, SingularError
from lieref.partials.products.products import inverse_dynamics_jvp, inverse_dynamics_vjp
from lieref.partials.products.products_forward import (
    forward_dynamics_contraction,
    forward_dynamics_jvp,
    forward_dynamics_vjp,
)
from lieref.partials.second_order_numbers import chain_rule

ULPS = 2
# Of the scale times the condition of H. Found: 0.02.
SOLVED_ULPS = 0.1
# Not a multiple of any number of lanes.
STATES = 11
NAMES = ("arm", "every_joint_free", "every_joint", "serial_20_free", "quadruped")


def function_of(name, model, **options):
    """The function as of (q, v, a, w, loads), of which it takes its own."""

    def of_loads(function, *rows):
        def call(q, v, a, w, loads):
            given = {"v": v, "a": a, "w": w}
            return function(model, q, *(given[row] for row in rows), wrenches=loads, **options)

        return call

    if name == "H":
        return lambda q, v, a, w, loads: lieref.joint_space_inertia(model, q, **options)
    return of_loads(*CALLS[name])


# The functions, and which of the rows v, a, w they take behind q.
CALLS = {
    "inverse": (lieref.inverse_dynamics_partials, "v", "a"),
    "forward": (lieref.forward_dynamics_partials, "v", "a"),
    "contraction": (lieref.inverse_dynamics_contraction, "v", "a", "w"),
    "jvp": (inverse_dynamics_jvp, "v", "a", "w", "a", "v"),
    "vjp": (inverse_dynamics_vjp, "v", "a", "w"),
    "forward contraction": (forward_dynamics_contraction, "v", "a", "w"),
    "forward jvp": (forward_dynamics_jvp, "v", "a", "w", "a", "v"),
    "forward vjp": (forward_dynamics_vjp, "v", "a", "w"),
}
FUNCTIONS = ("H", *CALLS)
PRODUCTS = ("jvp", "vjp", "forward jvp", "forward vjp")


def drawn(model, seed, count=STATES):
    """q, v, a, w and wrenches of many states, drawn at random."""
    print(f"seed {seed}")
    rng = np.random.default_rng(seed)
    q = np.array([model.random_configuration(rng) for _ in range(count)])
    rows = rng.standard_normal((3, count, model.nv))
    return q, *rows, rng.standard_normal((count, model.nbodies, 6))


def are_its_states(name, model, arguments, options):
    """Assert that a batch is its states, to roundings."""
    q, *rest = arguments
    function = function_of(name, model, **options)
    batch = function(q, *rest)
    own_scale = name == "forward" and not options
    solved = name.startswith("forward") and not own_scale
    allowed = SOLVED_ULPS if solved else ULPS
    for i in range(len(q)):
        row, mine = [x[i] for x in rest], [x[i] for x in arrays(batch)]
        single = function(q[i], *row)
        assert type(batch) is type(single)
        if own_scale:
            v, tau, _, loads = row
            sizes = forward_partials_scales(model, q[i], v, tau, loads)
        elif surely_within(allowed, mine, single):
            continue
        else:
            sizes = np.array(scales(function, model, q[i], row))
            if solved:
                sizes *= solve_condition(model, q[i], options.get("base", "body"))
        ulps = excess(mine, single, sizes)
        assert ulps <= allowed, (i, ulps)


@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.parametrize("robot", NAMES)
def test_a_batch_is_its_states(robot, name):
    model = ROBOTS[robot]()
    are_its_states(name, model, drawn(model, 5), {})


@pytest.mark.parametrize("name", FUNCTIONS)
def test_of_several_trees(name):
    """Two free bodies, of which one carries another: changes of two bases."""
    builder = lieref.ModelBuilder()
    for body, parent, joint in (("a", None, lieref.Free()), ("b", None, lieref.Free()),
                                ("c", "a", lieref.Revolute((0, 0, 1)))):  # fmt: skip
        inertia = np.diag([1.0, 2.0, 2.5])
        builder.add_body(body, parent, joint, mass=2.0, com=(0.1, 0.2, 0.3), inertia=inertia)
    model = builder.build()
    are_its_states(name, model, drawn(model, 8, 3), {"base": "mixed"})


@pytest.mark.parametrize("base", ["body", "spatial"])
@pytest.mark.parametrize("name", PRODUCTS)
def test_several_directions_of_every_state(name, base):
    model = ROBOTS["every_joint_free"]()
    q, v, a, _, loads = drawn(model, 14, 6)
    along = np.random.default_rng(3).standard_normal((3, 6, 4, model.nv))
    function, *rows = CALLS[name]
    moves = along[: len(rows) - 2]
    # in lanes a direction is summed as it is alone; changes of a base are products of matrices
    allowed = 0.0 if base == "body" else 64 * np.finfo(float).eps
    if base != "body" and name.startswith("forward"):
        allowed *= max(solve_condition(model, configuration, base) for configuration in q)

    def same(found, expected):
        pairs = zip(found, expected, strict=True)
        return all(np.abs(x - y).max() <= allowed * np.abs(y).max() for x, y in pairs)

    found = arrays(function(model, q, v, a, *moves, base, loads))
    for k in range(4):
        one = arrays(function(model, q, v, a, *moves[:, :, k], base, loads))
        assert all(x.shape == (6, 4, model.nv) for x in found)
        assert same([x[:, k] for x in found], one)
    # the same directions for every state
    shared = arrays(function(model, q, v, a, *moves[:, :1], base, loads))
    every = np.repeat(moves[:, :1], 6, axis=1)
    again = arrays(function(model, q, v, a, *every, base, loads))
    assert same(shared, again)
    one = arrays(function(model, q, v, a, *moves[:, 0, 0], base, loads))
    assert same([x[:, 0] for x in shared], one)
    # of one state by several workers
    alone = arrays(function(model, q[2], v[2], a[2], *moves[:, 2], base, loads[2], workers=2))
    assert same([x[2] for x in found], alone)


@pytest.mark.parametrize("name", PRODUCTS)
def test_directions_of_another_shape(name):
    model = ROBOTS["arm"]()
    q, v, a, w, _ = drawn(model, 16, 6)
    function, *rows = CALLS[name]
    count = len(rows) - 2
    with pytest.raises(ShapeError, match=r"expected \(\.\.\., 7\) or \(\.\.\., k, 7\)"):
        function(model, q, v, a, *[w[None, None]] * count)
    with pytest.raises(ShapeError, match="leading axes do not broadcast"):
        function(model, q, v, a, *[w[:3]] * count)
    if count == 3:
        several = np.repeat(w[:, None], 2, axis=1)
        said = r"has shape \(6, 1, 7\), expected as many directions as dq, \(6, 2, 7\)"
        with pytest.raises(ShapeError, match=said):
            function(model, q, v, a, several, w[:, None], several)
        with pytest.raises(ShapeError, match="expected as many directions as dq"):
            function(model, q, v, a, several, w, several)
        said = r"^d\w+ has shape \(1, 7\), expected \(7,\), that of dq$"
        with pytest.raises(ShapeError, match=said):
            function(model, q[0], v[0], a[0], w[0], w[0], w[:1])


@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.parametrize("base", ["body", "mixed"])
def test_every_number_of_workers_gives_the_same_bits(name, base):
    model = ROBOTS["quadruped"]()
    arguments = drawn(model, 8, 100)
    once = arrays(function_of(name, model, base=base)(*arguments))
    for workers in (2, 3, 7):
        again = arrays(function_of(name, model, base=base, workers=workers)(*arguments))
        assert all(np.array_equal(x, y) for x, y in zip(once, again, strict=True))


@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.parametrize("base", ["body", "spatial"])
def test_leading_axes_broadcast_and_need_not_be_contiguous(name, base):
    model = ROBOTS["every_joint_free"]()
    q, v, a, w, loads = drawn(model, 9, 6)
    function = function_of(name, model, base=base)
    flat = [x.reshape(2, 3, *x.shape[1:]) for x in arrays(function(q, v[:1], a, w, loads[0]))]
    strided = np.repeat(q.reshape(2, 3, -1), 2, axis=2)[..., ::2]
    again = function(strided, v[0], a.reshape(2, 3, -1), w.reshape(2, 3, -1), loads[:1])
    for x, y in zip(flat, arrays(again), strict=True):
        assert np.array_equal(x, y)


CHAIN = {"method": "chain_rule"}


@pytest.mark.parametrize("options", [{}, {"wrench_axes": "inertial"}, {"base": "mixed"}])
@pytest.mark.parametrize("name", ["inverse", "forward"])
def test_by_the_chain_rule(name, options):
    """The same arithmetic, but for products of matrices that numpy may sum in another order."""
    model = ROBOTS["every_joint_free"]()
    q, *rest = drawn(model, 12, 3)
    function = function_of(name, model, **CHAIN, **options)
    batch = function(q, *rest)
    for i in range(3):
        single = function(q[i], *(x[i] for x in rest))
        assert type(batch) is type(single)
        allowed = 16 * np.finfo(float).eps
        if name == "forward":
            allowed *= solve_condition(model, q[i], options.get("base", "body"))
        for x, y in zip(batch, single, strict=True):
            assert np.abs(x[i] - y).max() <= allowed * np.abs(y).max()


@pytest.mark.parametrize("name", ["inverse", "forward"])
def test_chunks_workers_and_axes_of_the_chain_rule(name, monkeypatch):
    model = ROBOTS["arm"]()
    q, v, a, w, loads = drawn(model, 13, 12)
    once = arrays(function_of(name, model, **CHAIN)(q, v, a, w, loads[0]))
    monkeypatch.setattr(chain_rule, "NUMBERS", 5 * model.nq * model.nv)
    for workers in (1, 2, 5):
        function = function_of(name, model, workers=workers, **CHAIN)
        shaped = [x.reshape(3, 4, -1) for x in (q, v, a)]
        again = arrays(function(*shaped, w, loads[0]))
        for x, y in zip(once, again, strict=True):
            assert np.array_equal(x, y.reshape(x.shape))
        assert arrays(function(q[:0], v[:0], a[:0], w, loads[0]))[0].shape == (0, 7, 7)


@pytest.mark.parametrize("name", ["inverse", "forward"])
def test_errors_of_the_chain_rule(name, monkeypatch):
    model = ROBOTS["every_joint_free"]()
    q, v, a, w, loads = drawn(model, 15, 8)
    function = function_of(name, model, **CHAIN)
    monkeypatch.setattr(chain_rule, "NUMBERS", 3 * model.nq * model.nv)
    fast = v.copy()
    fast[5] = 1e200
    with pytest.raises(NonFiniteError, match=r"^state \[5\]: .*beyond the range of double"):
        function(q, fast, a, w, loads)
    odd = a.copy()
    odd[6, 1] = np.nan
    with pytest.raises(NonFiniteError, match=r"^(a|tau)\[6, 1\] is nan"):
        function(q, v, odd, w, loads)
    q[4, model.idx_q[0] + 3] += 0.1
    with pytest.raises(ConfigurationError, match=r"^state \[4\]: "):
        function(q, v, a, w, loads)
    if name == "forward":
        model, rows = spinning_point()
        with pytest.raises(SingularError, match=r"^state \[0\]: joint .* of body 'point'"):
            lieref.forward_dynamics_partials(model, rows, rows, rows, **CHAIN)


def spinning_point():
    """A point on an axis through it, which is singular, and zeros for three states."""
    builder = lieref.ModelBuilder()
    builder.add_body("lever", None, lieref.Revolute((0, 0, 1)), mass=1.0, inertia=np.eye(3))
    placement = np.eye(4)
    placement[:3, 3] = (1.0, 0.0, 0.0)
    builder.add_body("point", "lever", lieref.Revolute((1, 0, 0)), placement, 1.0)
    return builder.build(), np.zeros((3, 2))


def test_rows_of_any_size_in_every_lane():
    """H^-1 b of forces whose exponents differ from state to state."""
    model = ROBOTS["arm"]()
    q, v, a, w, _ = drawn(model, 18)
    w *= 10.0 ** np.arange(-150, 180, 30)[:, None]
    found = forward_dynamics_vjp(model, q, v, a, w).da_dtau
    for i in range(STATES):
        expected = forward_dynamics_vjp(model, q[i], v[i], a[i], w[i]).da_dtau
        scale = solve_condition(model, q[i]) * np.abs(expected).max()
        assert np.abs(found[i] - expected).max() <= 4 * np.finfo(float).eps * scale
