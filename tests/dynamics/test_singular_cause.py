"""A SingularError is a singular joint: overflow and negative inertias have errors of their own."""

from dataclasses import replace

import numpy as np
import pytest
from support.trees.robots import translation

import lieref
from lieref import ModelError, NonFiniteError, SingularError, loops

CHAIN = {"method": "chain_rule"}


def of_state(name, count=1, **options):
    """A call of a function of q, v, a force and so many vectors more."""
    function = getattr(lieref, name)
    return lambda m, q, x, **more: function(m, q, *[x] * (count + 1), **options, **more)


def of_stacks(name, more=(), **options):
    """The same of a force with derivatives, and of some vectors and stacks of them."""
    function = getattr(lieref, name)
    return lambda m, q, x, **base: function(
        m, q, x, [x], *([x] if stack else x for stack in more), **options, **base
    )


CALLS = {
    "forward_dynamics": of_stacks("forward_dynamics"),
    "batch": lambda m, q, x, **more: lieref.forward_dynamics(m, [q, q], x, [x], **more),
    "digits": of_stacks("forward_dynamics", digits=31),
    "spatial": of_stacks("forward_dynamics", form="spatial"),
    "hybrid": lambda m, q, x, **more: lieref.hybrid_dynamics(
        m, q, x, [x], [x], np.zeros(len(x), bool), **more
    ),
    "partials": of_state("forward_dynamics_partials"),
    "chain rule": of_state("forward_dynamics_partials", **CHAIN),
    "batch of the chain rule": lambda m, q, x, **more: lieref.forward_dynamics_partials(
        m, [q, q], x, x, **CHAIN, **more
    ),
    "second": of_state("forward_dynamics_second_partials"),
    "second, chain rule": of_state("forward_dynamics_second_partials", **CHAIN),
    "jvp": of_state("forward_dynamics_jvp", 4),
    "vjp": of_state("forward_dynamics_vjp", 2),
    "contraction": of_state("forward_dynamics_contraction", 2),
    "orders": of_stacks("forward_dynamics_order_partials"),
    "order jvp": of_stacks("forward_dynamics_order_jvp", more=(False, False, True)),
    "order vjp": of_stacks("forward_dynamics_order_vjp", more=(True,)),
    "regressor": of_state("forward_dynamics_regressor"),
    "simulate": lambda m, q, x, **more: lieref.simulate.simulate(m, q, x, [0.0, 1.0], **more),
}


def rail():
    """A turning joint between two sliding ones, on which its inertia depends."""
    builder = lieref.ModelBuilder()
    builder.add_body("a", None, lieref.Prismatic((1, 0, 0)), np.eye(4), 1.0, (0, 0, 0), np.eye(3))
    for name, parent, joint in (
        ("b", "a", lieref.Revolute((0, 0, 1))),
        ("c", "b", lieref.Prismatic((1, 0, 0))),
    ):
        builder.add_body(name, parent, joint, np.eye(4), 1.0, (0.1, 0, 0), np.eye(3))
    return builder.build()


def changed(model, place, value):
    """The model with another table of masses (6) or inertias (8), which no builder takes."""
    make, arguments = model.__reduce__()
    return make(*arguments[:place], value, *arguments[place + 1 :])


@pytest.mark.parametrize("name", CALLS)
def test_inertias_beyond_the_range_of_double(name):
    with pytest.raises(lieref.LierefError) as caught:
        CALLS[name](rail(), np.array([0.0, 0.0, 1e200]), np.zeros(3))
    assert not isinstance(caught.value, SingularError)
    assert "range of double" in str(caught.value)


@pytest.mark.parametrize("name", CALLS)
def test_negative_masses_and_moments_are_named(name):
    q = np.array([0.1, 0.2, 0.3])
    for place, value in (
        (6, np.array([1.0, 1.0, -5.0])),
        (8, np.stack([np.eye(3), np.eye(3), np.diag([1.0, 1.0, -9.0])])),
    ):
        with pytest.raises(ModelError, match="body 'c': its m.* is negative"):
            CALLS[name](changed(rail(), place, value), q, np.zeros(3))


def needle(carrier):
    """A point mass on the axis of its joint."""
    b = lieref.ModelBuilder()
    b.add_body("carrier", None, carrier, None, 1.0, inertia=np.eye(3))
    b.add_body("needle", "carrier", lieref.Revolute((0, 0, 1)), translation(0, 0, 1), 0.5)
    return b.build()


@pytest.mark.parametrize(
    ("carrier", "base"),
    [(lieref.Prismatic((1, 0, 0)), "body"), (lieref.Free(), "body"), (lieref.Free(), "hybrid")],
)
@pytest.mark.parametrize("name", CALLS)
def test_a_singular_joint_is_named(name, carrier, base):
    model = needle(carrier)
    state = r"^state \[0\]: " if "batch" in name else ""
    with pytest.raises(SingularError, match=f"{state}.*needle"):
        CALLS[name](model, model.neutral(), np.zeros(model.nv), base=base)


@pytest.mark.parametrize("name", CALLS)
def test_a_model_without_mass_is_singular(name):
    weightless = changed(changed(rail(), 6, np.zeros(3)), 8, np.zeros((3, 3, 3)))
    with pytest.raises(SingularError):
        CALLS[name](weightless, np.array([0.1, 0.2, 0.3]), np.zeros(3))


def test_factors_of_a_matrix():
    model = lieref.catalogue.serial_chain(2)
    with pytest.raises(ModelError, match=r"not positive definite.*H\[1, 1\] = -1"):
        lieref.inertia_factor(model, -np.eye(2))
    with pytest.raises(ModelError, match=r"not positive definite.*row 0"):
        lieref.inertia_factor(model, [[1.0, 2.0], [2.0, 1.0]])
    with pytest.raises(NonFiniteError, match="row 0 leaves a pivot of -?(inf|nan)"):
        lieref.inertia_factor(model, [[1.0, 1e200], [1e200, 1.0]])
    with pytest.raises(SingularError, match="rounding error"):
        lieref.inertia_factor(model, np.ones((2, 2)))


@pytest.mark.parametrize("method", ["clusters", "projection", "multipliers"])
def test_a_mechanism_with_a_negative_inertia(method):
    model = lieref.catalogue.four_bar()
    tree = changed(model.tree, 6, -np.abs(model.tree.masses))
    broken = replace(model, tree=tree, tables={})
    with pytest.raises(ModelError, match="is negative"):
        loops.forward_dynamics(broken, model.assembly, [0.1], [[0.0]], method=method)


def test_a_near_that_is_not_needed_is_checked():
    model = lieref.catalogue.four_bar()
    q = model.assembly
    for near in ("x", [0.0], np.full(len(q), np.nan), {}):
        for call in (
            lambda near: loops.inverse_dynamics(model, q, [[0.1], [0.2]], near=near),
            lambda near: loops.forward_dynamics(model, q, [0.1], [[0.2]], near=near),
            lambda near: loops.constraint_state(model, q, [0.1], near),
            lambda near: loops.toggle_measure(model, q, near),
        ):
            with pytest.raises((lieref.ShapeError, NonFiniteError), match="near"):
                call(near)
