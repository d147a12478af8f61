"""Functions of mechanisms alike: what closes first, what is handed on, what is refused."""

import numpy as np
import pytest
from support.mechanisms.closed_chains import closed_chains, four_bar
from support.mechanisms.loop_robots import draw

import lieref
from lieref import catalogue, loops
from lieref.errors import ConfigurationError, NonFiniteError, ShapeError, SingularError
from lieref.model.loops.loop_assembly import close

KINDS = ("inverse_dynamics", "forward_dynamics")
# Of rows of v, or of v and rows of tau; of v and a, or v and tau.
ORDERS = tuple(f"{kind}{more}" for kind in KINDS for more in ("", "_order_partials"))
SINGLES = tuple(f"{kind}{more}" for kind in KINDS for more in ("_partials", "_second_partials"))
FUNCTIONS = (*ORDERS, *SINGLES)
# Results next to each other; the loops are closed to rounding only.
NEAR = 512 * np.finfo(float).eps


def arguments(name, model, seed=2):
    """What comes after the configuration."""
    v = np.random.default_rng(seed).uniform(-1, 1, (3, model.nv))
    if name in SINGLES:
        return tuple(v[:2])
    return (v,) if name.startswith("inverse") else (v[0], v[1:])


def parts(found):
    return found if isinstance(found, tuple) else (found,)


def assert_same(found, expected, limit=0.0):
    for x, y in zip(parts(found), parts(expected), strict=True):
        assert x.shape == y.shape and abs(x - y).max() <= limit * abs(y).max()


@pytest.mark.parametrize("name", FUNCTIONS)
def test_of_a_model_without_loops_they_are_those_of_the_tree(name):
    model = catalogue.aerial_manipulator()
    given = model.random_configuration(1), *arguments(name, model), "hybrid"
    assert_same(getattr(loops, name)(model, *given), getattr(lieref, name)(model, *given))


@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions_of_trees_hand_on(name):
    model, q, *_ = draw("four_bar_free", 10)
    given = q, *arguments(name, model), "mixed"
    assert_same(getattr(lieref, name)(model, *given), getattr(loops, name)(model, *given))


@pytest.mark.parametrize("name", FUNCTIONS)
def test_independent_coordinates_are_closed_first_on_the_branch_of_near(name):
    model, call = four_bar(), getattr(loops, name)
    given = arguments(name, model)
    other = {"crank_joint": 0.5, "coupler_joint": -2.0, "rocker_joint": -1.8}
    branches = []
    for near in (model.assembly, four_bar(assembly=other).assembly):
        found = call(model, [0.6], *given, near=near)
        assert_same(found, call(model, loops.expand(model, [0.6], near), *given), NEAR)
        branches.append(parts(found))
    assert all(abs(x - y).max() > 1e-2 * abs(x).max() for x, y in zip(*branches, strict=True))


@pytest.mark.parametrize("name", FUNCTIONS)
def test_open_loops_toggles_and_bases_in_loops_are_named(name):
    call = getattr(loops, name)
    model = four_bar()
    with pytest.raises(ConfigurationError, match="closing.* is open by"):
        call(model, model.assembly + [0, 0, 0.1], *arguments(name, model))
    flat = catalogue.parallelogram()
    with pytest.raises(SingularError, match="closing"):
        call(flat, [0, 0, 0], *arguments(name, flat))
    chained, at = closed_chains("revolute", "shifts")
    model = close(chained.tree, chained.loops, chained.couplings, None, at)
    with pytest.raises(ShapeError, match="expected 'body'|a loop goes through the free joint"):
        call(model, at, *arguments(name, model), "hybrid")


@pytest.mark.parametrize("name", ORDERS)
def test_orders_beyond_factorials_are_refused(name):
    model, rows = four_bar(), np.ones((172, 1))
    given = (rows,) if name.startswith("inverse") else ([1.0], rows)
    with pytest.raises(ShapeError, match="order r from 0 to 169"):
        getattr(loops, name)(model, model.assembly, *given)


@pytest.mark.parametrize("name", [*FUNCTIONS, "energy", "joint_space_inertia"])
def test_errors_name_the_state_of_a_batch(name):
    model = four_bar()
    flat = catalogue.parallelogram()
    q, v = np.tile(model.assembly, (2, 3, 1)), np.ones((2, 3, 2, 1))
    opened, nan, fast, toggle = q.copy(), q.copy(), v.copy(), np.tile(flat.assembly, (2, 3, 1))
    opened[1, 2, 0] += 0.1
    nan[1, 0, 1] = np.nan
    fast[0, 1] = 1e200
    toggle[1, 1] = 0.0
    cases = [
        (model, opened, v, ConfigurationError, r"state \[1, 2\]: .*is open"),
        (model, nan, v, NonFiniteError, r"state \[1, 0\]|q\[1, 0, 1\]"),
        (flat, toggle, v, SingularError, r"state \[1, 1\]: .*closing"),
    ]
    if name != "joint_space_inertia":
        cases += [
            (model, q, fast, NonFiniteError, r"state \[0, 1\]"),
            (model, q, v[0, :2], ShapeError, "do not broadcast|shape"),
        ]
    for of, at, rows, error, text in cases:
        given = (rows,) if name.startswith(("inverse_dynamics", "energy")) else ()
        if name in SINGLES:
            given = rows[..., 0, :], rows[..., 1, :]
        elif name in ("forward_dynamics", "forward_dynamics_order_partials"):
            given = rows[..., 0, :], rows
        with np.errstate(all="ignore"), pytest.raises(error, match=text):
            getattr(lieref, name)(of, at, *given)
