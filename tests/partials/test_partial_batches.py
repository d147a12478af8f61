"""Batches of H, of first partials and of contracted second partials: state by state, in any shape.

Lanes and the kernels of a single state are one text; they may differ by 2 ulp of the scale.
"""

import numpy as np
import pytest
from robots import ROBOTS
from rounding_scale import arrays, excess, forward_partials_scales, scales

import lieref
from lieref.errors import ConfigurationError, NonFiniteError, ShapeError, SingularError

ULPS = 2
# Not a multiple of any number of lanes.
STATES = 11
NAMES = ("arm", "every_joint_free", "every_joint", "serial_20_free", "quadruped")


def function_of(name, model, **options):
    """The function as of (q, v, a, w, loads), of which it takes its own."""
    calls = {
        "H": lambda q, v, a, w, loads: lieref.joint_space_inertia(model, q, **options),
        "inverse": lambda q, v, a, w, loads: lieref.inverse_dynamics_partials(
            model, q, v, a, wrenches=loads, **options
        ),
        "forward": lambda q, v, a, w, loads: lieref.forward_dynamics_partials(
            model, q, v, a, wrenches=loads, **options
        ),
        "contraction": lambda q, v, a, w, loads: lieref.inverse_dynamics_contraction(
            model, q, v, a, w, wrenches=loads, **options
        ),
    }
    return calls[name]


FUNCTIONS = ("H", "inverse", "forward", "contraction")


def drawn(model, seed, count=STATES):
    """q, v, a, w and wrenches of many states, drawn at random."""
    print(f"seed {seed}")
    rng = np.random.default_rng(seed)
    q = np.array([model.random_configuration(rng) for _ in range(count)])
    rows = rng.standard_normal((3, count, model.nv))
    return q, *rows, rng.standard_normal((count, model.nbodies, 6))


@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.parametrize("robot", NAMES)
def test_a_batch_is_its_states(robot, name):
    model = ROBOTS[robot]()
    q, *rest = drawn(model, 5)
    function = function_of(name, model)
    batch = function(q, *rest)
    for i in range(STATES):
        row = [x[i] for x in rest]
        single = function(q[i], *row)
        assert type(batch) is type(single)
        if name == "forward":
            v, tau, _, loads = row
            sizes = forward_partials_scales(model, q[i], v, tau, loads)
        else:
            sizes = scales(function, model, q[i], row)
        ulps = excess([x[i] for x in arrays(batch)], single, sizes)
        assert ulps <= ULPS, (i, ulps)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_number_of_workers_gives_the_same_bits(name):
    model = ROBOTS["quadruped"]()
    arguments = drawn(model, 8, 100)
    once = arrays(function_of(name, model)(*arguments))
    for workers in (2, 3, 7):
        again = arrays(function_of(name, model, workers=workers)(*arguments))
        assert all(np.array_equal(x, y) for x, y in zip(once, again, strict=True))


@pytest.mark.parametrize("name", FUNCTIONS)
def test_leading_axes_broadcast_and_need_not_be_contiguous(name):
    model = ROBOTS["every_joint_free"]()
    q, v, a, w, loads = drawn(model, 9, 6)
    function = function_of(name, model)
    flat = [x.reshape(2, 3, *x.shape[1:]) for x in arrays(function(q, v[:1], a, w, loads[0]))]
    strided = np.repeat(q.reshape(2, 3, -1), 2, axis=2)[..., ::2]
    again = function(strided, v[0], a.reshape(2, 3, -1), w.reshape(2, 3, -1), loads[:1])
    for x, y in zip(flat, arrays(again), strict=True):
        assert np.array_equal(x, y)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_batch_without_states_is_empty(name):
    model = ROBOTS["arm"]()
    q, v, a, w, loads = drawn(model, 10, 3)
    for x in arrays(function_of(name, model)(q[:0], v[:0], a[:0], w[:0], loads[:0])):
        assert x.shape == (0, model.nv, model.nv)


@pytest.mark.parametrize(("name", "options"), [
    ("H", {"base": "hybrid"}), ("H", {"method": "definition"}),
    ("inverse", {"base": "spatial"}), ("inverse", {"method": "chain_rule"}),
    ("inverse", {"wrench_axes": "inertial"}), ("forward", {"base": "mixed"}),
    ("forward", {"method": "chain_rule"}), ("contraction", {"base": "hybrid"}),
])  # fmt: skip
def test_what_has_no_lanes_is_the_single_function(name, options):
    model = ROBOTS["every_joint_free"]()
    arguments = drawn(model, 12, 3)
    batch = function_of(name, model, **options)(*arguments)
    for i in range(3):
        single = function_of(name, model, **options)(*(x[i] for x in arguments))
        assert type(batch) is type(single)
        pairs = zip(arrays(batch), arrays(single), strict=True)
        assert all(np.array_equal(x[i], y) for x, y in pairs)


def test_inertial_wrenches_of_a_contraction_are_in_lanes():
    model = ROBOTS["arm"]()
    q, *rest = drawn(model, 13)
    function = function_of("contraction", model, wrench_axes="inertial")
    batch = arrays(function(q, *rest))
    for i in range(STATES):
        row = [x[i] for x in rest]
        sizes = scales(function, model, q[i], row)
        assert excess([x[i] for x in batch], function(q[i], *row), sizes) <= ULPS


@pytest.mark.parametrize("name", FUNCTIONS)
def test_errors_name_the_state(name):
    model = ROBOTS["every_joint_free"]()
    q, v, a, w, loads = drawn(model, 15, 20)
    function = function_of(name, model)
    bad = q.copy()
    bad[13, 2] = np.nan
    with pytest.raises(NonFiniteError, match=r"^q\[13, 2\] is nan"):
        function(bad, v, a, w, loads)
    bad = q.copy()
    bad[17, model.idx_q[0] + 3 : model.idx_q[0] + 7] *= 1.1
    with pytest.raises(ConfigurationError, match=r"state \[17\]: "):
        function(bad, v, a, w, loads)
    with pytest.raises(ShapeError, match=r"expected \(\.\.\., "):
        function(q[:, 1:], v, a, w, loads)
    with pytest.raises(ShapeError, match="workers is 0, expected a positive integer"):
        function_of(name, model, workers=0)(q, v, a, w, loads)
    if name != "H":
        with pytest.raises(ShapeError, match="leading axes do not broadcast"):
            function(q, v[:3], a, w, loads)
        v[19, 0] = np.inf
        with pytest.raises(NonFiniteError, match=r"^v\[19, 0\] is inf"):
            function(q, v, a, w, loads)


def test_a_singular_joint_is_named_with_its_state():
    builder = lieref.ModelBuilder()
    builder.add_body("lever", None, lieref.Revolute((0, 0, 1)), mass=1.0, inertia=np.eye(3))
    placement = np.eye(4)
    placement[:3, 3] = (1.0, 0.0, 0.0)
    builder.add_body("point", "lever", lieref.Revolute((1, 0, 0)), placement, 1.0)
    model = builder.build()
    rows = np.zeros((3, 2))
    with pytest.raises(SingularError, match=r"state \[0\]: joint .* of body 'point'"):
        lieref.forward_dynamics_partials(model, rows, rows, rows)
