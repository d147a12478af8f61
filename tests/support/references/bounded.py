"""Every function with bounds, as tests call it, and its exact result in balls of 60 digits."""

from typing import NamedTuple

import numpy as np
from support.references.enclosed import outside, ratios
from support.references.kinematic_references import exact_motions
from support.trees.robots import STATES

import lieref
from lieref import oracle

K = oracle.Arb(60)


def forces(model, q, v, base="body"):
    """Arguments of forward dynamics for those of inverse dynamics."""
    return model, q, v[0], lieref.inverse_dynamics(model, q, v, base), base


def partials(function, **more):
    """First partials as one stack, of rows v and a."""
    return lambda m, q, v, base, **loads: function(m, q, *v[:2], base, **loads, **more)


def exact_kinematics(model, q, v, base, representation="spatial"):
    return exact_motions(model, q, v, base, representation, K)


class Bounded(NamedTuple):
    """A function of (model, q, v, base, **loads): with bounds, and its exact result."""

    found: object
    exact: object
    # the states, orders of v in base "body" and in others, and of those whose bounds are tight
    states: tuple[str, ...] = ("generic",)
    orders: tuple[int, ...] = (0,)
    others: tuple[int, ...] = (0,)
    tight: int = 9
    # seeds of random trees, and of motions within a radius
    trees: int = 60
    radii: int = 6


FUNCTIONS = {
    "inverse_dynamics": Bounded(
        lambda *x, **more: lieref.inverse_dynamics(*x, **more, bounds=True),
        lambda *x, **more: oracle.inverse_dynamics(*x, **more, field=K),
        tuple(STATES), (0, 1, 5), (2,), trees=400, radii=12,
    ),
    "forward_dynamics": Bounded(
        lambda *x, **more: lieref.forward_dynamics(*forces(*x), **more, bounds=True),
        lambda *x, **more: oracle.forward_dynamics(*forces(*x), **more, field=K),
        ("generic", "zero"), (0, 1, 3), (1,), tight=1, trees=40, radii=0,
    ),
    "joint_space_inertia": Bounded(
        lambda m, q, v, base, **x: lieref.joint_space_inertia(m, q, base, **x, bounds=True),
        lambda m, q, v, base: oracle.joint_space_inertia(m, q, base, field=K),
    ),
    "inverse_dynamics_partials": Bounded(
        partials(lieref.inverse_dynamics_partials, bounds=True),
        partials(oracle.inverse_dynamics_partials, field=K),
        others=(), radii=4,
    ),
    "forward_kinematics": Bounded(
        lambda *x, **more: lieref.forward_kinematics(*x, **more, bounds=True),
        exact_kinematics, orders=(2,), others=(2,), trees=40,
    ),
}  # fmt: skip


def parts(name, values):
    """The arrays of a result, one by one."""
    several = name in ("inverse_dynamics_partials", "forward_kinematics")
    return list(values) if several else [values]


def compared(name, found, exact):
    """Radii over errors; no exact entry is outside, and all radii are finite."""
    sizes = []
    for value, radius, right in zip(*(parts(name, x) for x in (*found, exact)), strict=True):
        with K.working():
            assert outside((value, radius), right) == 0
            sizes.extend(ratios((value, radius), right))
        assert np.isfinite(radius).all()
    return sizes


def assert_held(name, *state, **loads):
    of = FUNCTIONS[name]
    return compared(name, of.found(*state, **loads), of.exact(*state, **loads))
