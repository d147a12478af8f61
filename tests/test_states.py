"""Every function of a state: a batch is its states, and places of a free base are alike.

Batches of full lanes are in tests/dynamics/test_dynamics_batches.py and
tests/partials/test_partial_batches.py.
"""

import inspect
import re

import numpy as np
import pytest
from support.mechanisms.loop_robots import draw as draw_mechanism
from support.programs.tree_calls import tree_calls
from support.references.rounding_scale import arrays
from support.references.tolerances import BATCHES, EPS
from support.trees.robots import draw, with_physics
from support.trees.spatial_robots import BASES

from lieref.api.operations import OPERATIONS
from lieref.errors import ConfigurationError, NonFiniteError, ShapeError

FREE, Q, V = draw("every_joint_free", "generic", 1)
# In free space, far from the origin, of numbers that no double holds together.
AWAY = np.array([6e5, -4.8e5, 6.4e5])
# What says where the robot is.
PLACES = ("center_of_mass", "energy", "forward_kinematics", "momentum")
# It takes other arguments than a state.
OTHERS = ("frame_wrenches", "generate")
# What is of every state its own, if the function takes it; anything else is shared.
OF_STATES = ("q", "v", "a", "tau", "vdot", "dq", "dv", "da", "dtau", "w", "u", "tau_rate")
OF_STATES += ("twists", "wrenches")
# States of a batch are summed in lanes, in another order; those of forward dynamics with the
# inverse of H, whose condition is 1e4.
LANES = {
    "forward_dynamics": 1e-10,
    "forward_dynamics_contraction": 1e-10,
    "forward_dynamics_jvp": 1e-10,
    "forward_dynamics_order_partials": 1e-10,
    "forward_dynamics_partials": 1e-10,
    "forward_dynamics_vjp": 1e-10,
    "hybrid_dynamics": 1e-10,
    "bias_forces": 64 * EPS,
    "gravity_forces": 64 * EPS,
    "inverse_dynamics": 64 * EPS,
    "inverse_dynamics_contraction": 64 * EPS,
    "inverse_dynamics_jvp": 64 * EPS,
    "inverse_dynamics_order_partials": 64 * EPS,
    "joint_wrenches": 64 * EPS,
    "inverse_dynamics_partials": 64 * EPS,
    "inverse_dynamics_vjp": 64 * EPS,
    "joint_space_inertia": 64 * EPS,
}
# Functions that take no batch refuse it: see tests/sweep/test_arguments.py.
BATCHED = (
    *LANES,
    "center_of_mass",
    "center_of_mass_jacobian",
    "center_of_mass_jacobian_derivatives",
    "centroidal_momentum",
    "centroidal_momentum_matrix",
    "centroidal_momentum_matrix_derivatives",
    "coriolis_matrix",
    "energy",
    "forward_dynamics_geometric_derivatives",
    "forward_dynamics_order_jvp",
    "forward_dynamics_order_vjp",
    "forward_dynamics_regressor_derivatives",
    "forward_kinematics",
    "inverse_dynamics_geometric_derivatives",
    "inverse_dynamics_order_contraction",
    "inverse_dynamics_order_jvp",
    "inverse_dynamics_order_vjp",
    "inverse_dynamics_regressor_derivatives",
    "inverse_kinematics_derivatives",
    "jacobian",
    "jacobian_derivatives",
    "jacobian_partial",
    "jacobian_partials",
    "joint_wrenches",
    "linearized",
    "linearized_rates",
    "momentum",
    "path_dynamics",
    "system_jacobian",
    "system_jacobian_derivatives",
)
# Of a mechanism: what is of trees alone, and what moves loops that hold twice.
OF_TREES = ("inverse_dynamics_order_contraction", "path_dynamics")
OF_TREES += ("forward_dynamics_geometric_derivatives", "inverse_dynamics_geometric_derivatives")
AT_ONCE = {name for name, row in OPERATIONS.items() if row.mechanisms == "at once"}
OF_MECHANISMS = sorted(({*BATCHED} | AT_ONCE).difference(OF_TREES))
FORMS = ("default", "spatial", "body", "hybrid")
CALLS = tree_calls(FREE, (Q, V), 0)


def options(function):
    """The keyword arguments that a function has."""
    return inspect.signature(function).parameters


LOADED = [
    name for name, (function, given, _) in CALLS.items()
    if "wrench_axes" in options(function) and "wrenches" not in given and name not in OTHERS
]  # fmt: skip


def numbers(result):
    """The arrays of a result, those of its parts as well."""
    if isinstance(result, tuple | list):
        return [y for x in result for y in numbers(x)]
    if hasattr(result, "__dataclass_fields__"):
        return [y for x in vars(result).values() for y in numbers(x)]
    return arrays(result)


def same(found, expected):
    return all(np.array_equal(x, y) for x, y in zip(found, expected, strict=True))


def forms(function):
    """The options of each form, if it has some."""
    default = options(function).get("form")
    return [{"form": form} for form in FORMS] if default and default.default == "default" else [{}]


def loads(model, given):
    """Wrenches on the bodies, of each order that the arguments have."""
    stack = given.get("tau", given.get("v"))
    orders = (len(stack) - ("tau" not in given),) if stack.ndim == 2 else ()
    return np.random.default_rng(2).standard_normal((*orders, model.nbodies, 6))


def three_states(model, given, places=None):
    """Arguments of three states, at these places or some near Q."""
    many = dict(given)
    for what in OF_STATES:
        if what in given:
            parts = [given[what], 0.5 * given[what], -given[what]]
            if what == "q":
                parts = places or [model.integrate(Q, np.full(model.nv, x)) for x in (0, 0.1, -0.2)]
            many[what] = np.stack(parts)
    return many


@pytest.mark.parametrize("base", ["body", "hybrid", "mixed"])
@pytest.mark.parametrize(
    "name",
    [name for name, call in CALLS.items() if "base" in options(call[0])
     and name not in PLACES + OTHERS],
)  # fmt: skip
def test_the_place_of_the_base_changes_no_bit(name, base):
    function, given, more = CALLS[name]
    far = Q.copy()
    far[:3] = AWAY
    if name in LOADED:
        more = {**more, "wrenches": loads(FREE, given), "wrench_axes": "inertial"}
    for form in forms(function):
        near, away = (
            numbers(function(FREE, **{**given, "q": q}, **more, **form, base=base))
            for q in (Q, far)
        )
        assert same(near, away), form


@pytest.mark.parametrize("name", LOADED)
def test_wrenches_of_zero_change_no_bit(name):
    function, given, more = CALLS[name]
    nothing = 0 * loads(FREE, given)
    for form in forms(function):
        free = numbers(function(FREE, **given, **more, **form))
        for axes in ("body", "inertial"):
            held = {"wrenches": nothing, "wrench_axes": axes}
            assert same(free, numbers(function(FREE, **given, **more, **form, **held))), axes


@pytest.mark.parametrize("physics", [False, True])
@pytest.mark.parametrize("name", BATCHED)
def test_a_batch_is_its_states(name, physics):
    model = with_physics(FREE, 1, "sign" if name == "path_dynamics" else "smooth")
    model = model if physics else FREE
    function, given, more = tree_calls(model, (Q, V), 0)[name]
    taken = options(function)
    ways = [{"base": base} for base in BASES] if "base" in taken else [{}]
    ways += [{"base": "hybrid", **form} for form in forms(function)[1:]]
    for way in ways:
        chosen, base = {**more, **way}, way.get("base")
        held = name in LOADED and base in ("spatial", "mixed")
        if held:
            chosen["wrench_axes"] = "inertial"
        more_given = {"wrenches": loads(model, given)} if held else {}
        many = three_states(model, {**given, **more_given})
        assert_states(function, model, many, chosen, LANES.get(name, 0.0))


@pytest.mark.parametrize("robot", ["four_bar_free", "cam", "rod_drive"])
@pytest.mark.parametrize("name", OF_MECHANISMS)
def test_a_batch_of_a_mechanism_is_its_states(name, robot):
    places = [draw_mechanism(robot, seed)[1] for seed in range(3)]
    model, q, _, rng = draw_mechanism(robot)
    call = tree_calls(model, (q, rng.standard_normal((3, model.nv))), 0)[name]
    function, given, more = call
    if name == "jacobian_partial":
        given["coordinates"] = [0, model.nv - 1]
    many = three_states(model, given, places)
    for base in ("body", "hybrid") if "base" in options(function) else (None,):
        chosen = {**more, **({"base": base} if base else {})}
        assert_states(function, model, many, chosen, 16 * BATCHES)


def assert_states(function, model, many, chosen, limit):
    """Each state of a batch of three is that of the call alone, by any number of workers."""
    result = function(model, **many, **chosen)
    batch = numbers(result)
    if "workers" in options(function):
        assert same(batch, numbers(function(model, **many, **chosen, workers=3))), chosen
    for i in range(3):
        one = {what: x[i] if what in OF_STATES else x for what, x in many.items()}
        single = function(model, **one, **chosen)
        assert type(single) is type(result)
        for x, y in zip(batch, numbers(single), strict=True):
            assert x[i].shape == y.shape
            most = limit * abs(y).max(initial=0.0)
            assert abs(x[i] - y).max(initial=0.0) <= most, (chosen, i)


@pytest.mark.parametrize("name", BATCHED)
def test_a_batch_without_states_is_empty_or_refused(name):
    function, given, more = CALLS[name]
    alone = numbers(function(FREE, **given, **more))
    none = {
        what: x[:0] if what in OF_STATES else x for what, x in three_states(FREE, given).items()
    }
    try:
        empty = numbers(function(FREE, **none, **more))
    except ShapeError as error:
        assert re.search("without states|at least one row|a batch of 0", str(error))
        assert name not in LANES
    else:
        assert [x.shape for x in empty] == [(0, *x.shape) for x in alone]


@pytest.mark.parametrize("name", BATCHED)
def test_what_is_wrong_with_a_state_is_named(name):
    function, given, more = CALLS[name]
    many = three_states(FREE, given)
    for what in {*given} & {*OF_STATES} - {"q"}:
        bad = many[what].copy()
        # of hybrid dynamics every second force is given
        bad[2].flat[1 if what == "tau" else 0] = np.nan
        with pytest.raises(NonFiniteError, match=rf"{what}\[2, |state \[2\]: {what}\["):
            function(FREE, **{**many, what: bad}, **more)
        with pytest.raises(ShapeError, match=r"broadcast|batch|expected \(3, "):
            function(FREE, **{**many, what: many[what][:2]}, **more)
    bad = many["q"].copy()
    bad[1, 3:7] *= 1.1
    # what runs in lanes tells of which state
    said = (
        r"state \[1\]: .*q\[3:7\]" if name in LANES else "quaternion .*'body0_joint' has norm 1.1"
    )
    with pytest.raises(ConfigurationError, match=said):
        function(FREE, **{**many, "q": bad}, **more)
    if name in LANES and "v" in given:
        many["v"][1] = 1e200
        with pytest.raises(NonFiniteError, match=r"^states? \[1\].*beyond the range of double"):
            function(FREE, **many, **more)
