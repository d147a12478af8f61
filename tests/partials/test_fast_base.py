"""Digits do not go with the speed of a free base: 0 to 1e6 m/s, functions of v, all bases.

In bases "body" and "spatial" the acceleration of a body that flies straight is -w x u, or what the
momentum of a far origin asks for, so that doubles know what is left to eps times the speed: so much
more is granted to functions that are given accelerations, nothing to the others.
"""

from functools import cache

import numpy as np
import pytest
from support.mechanisms.loop_robots import four_bar
from support.references.tolerances import EPS
from support.trees.spatial_robots import BASES

import lieref
from lieref.dynamics.forward.roots import root_poses
from lieref.dynamics.shared.base_change import base_change, pose_series, velocity

# Errors are a few roundings of the largest entry at rest; at most so many at any speed.
LIMIT = 400 * EPS
# Roundings of the given accelerations, in m/s^2, beside forces that are moderate.
GIVEN = 40 * EPS
SPEEDS = (0.0, 10.0, 1e4, 1e6)
MODEL = lieref.catalogue.aerial_manipulator(branches=1, links=2)
FACTORIALS = np.array([1.0, 1.0, 2.0])[:, None]


def in_base(q, rows, base):
    """The motion of hybrid rows v, v', v'' in another representation."""
    root, series = root_poses(MODEL, q)[0], rows / FACTORIALS
    hybrid = series[:, :6]
    body = velocity(base_change(root.here, "hybrid", root.R, root.p, hybrid, 3), series)
    if base == "body":
        return body * FACTORIALS
    if base == "mixed":
        series[:, :3] = body[:, :3]
    if base == "spatial":
        # the velocity of the point that passes the origin: p' - w x p
        _, p = pose_series("hybrid", root.R, root.p, hybrid, 3)
        w = hybrid[:, :3].copy()
        levers = [sum(np.cross(w[j], p[k - j]) for j in range(k + 1)) for k in range(3)]
        series[:, 3:6] -= np.array(levers)
    return series * FACTORIALS


@cache
def state(speed, base):
    """q, rows v, v', v'', tau rows, directions dq, dv, da and weights."""
    rng = np.random.default_rng(4)
    q = MODEL.random_configuration(rng)
    rows, more = rng.uniform(-1, 1, (3, MODEL.nv)), rng.uniform(-1, 1, (6, MODEL.nv))
    rows[0, 3:6] += speed * np.array([2.0, -1.0, 2.0]) / 3
    return q, in_base(q, rows, base), more[:2], more[2:5], more[5]


@cache
def exact(name, speed, base):
    """A function of the oracle, at the state that `name` begins with."""
    q, rows, tau, *_ = state(speed, base)
    given = {
        "inverse_dynamics": (rows,),
        "inverse_dynamics_order_partials": (rows,),
        "forward_dynamics": (rows[0], tau),
        "forward_dynamics_order_partials": (rows[0], tau),
        "centroidal_momentum_partials": (rows[0], rows[1]),
    }.get(name, (rows[0], tau[0] if name.startswith("forward") else rows[1]))
    found = getattr(lieref.oracle, name)(MODEL, q, *given, base=base, digits=40)
    return [np.array(x, float) for x in found]


def partials(side, method):
    def run(speed, base):
        q, rows, tau, *_ = state(speed, base)
        name = f"{side}_dynamics_{method}"
        last = tau[0] if side == "forward" else rows[1]
        return getattr(lieref, name)(MODEL, q, rows[0], last, base=base), exact(name, speed, base)

    return run


def directed(side, kind):
    """Products and contractions of first and second partials."""

    def run(speed, base):
        q, rows, tau, along, w = state(speed, base)
        last = tau[0] if side == "forward" else rows[1]
        given = (MODEL, q, rows[0], last)
        function = getattr(lieref, f"{side}_dynamics_{kind}")
        second = "second_" * (kind == "contraction")
        tensors = exact(f"{side}_dynamics_{second}partials", speed, base)
        if kind == "jvp":
            moved = sum(x @ y for x, y in zip(tensors, along, strict=True))
            return [function(*given, *along, base=base)], [moved]
        found = function(*given, w, base=base)
        return list(found), [np.tensordot(w, x, 1) for x in tensors]

    return run


def orders(side):
    def run(speed, base):
        q, rows, tau, *_ = state(speed, base)
        name = f"{side}_dynamics_order_partials"
        given = (rows,) if side == "inverse" else (rows[0], tau)
        found = getattr(lieref, name)(MODEL, q, *given, base=base)
        reference = exact(name, speed, base)
        # blocks, one by one
        split = [[y for x in part for y in (x if x.ndim == 3 else [x])] for part in found]
        told = [[y for x in part for y in (x if x.ndim == 3 else [x])] for part in reference]
        return sum(split, []), sum(told, [])

    return run


def order_products(side, kind):
    def run(speed, base):
        q, rows, tau, along, w = state(speed, base)
        given = (rows,) if side == "inverse" else (rows[0], tau)
        parts = exact(f"{side}_dynamics_order_partials", speed, base)
        dq, more = along[0], np.array([*along[1:], along[0]])
        weights = np.array([w, along[1]])
        function = getattr(lieref, f"{side}_dynamics_order_{kind}")
        if side == "inverse":
            on_q, on_v = parts
            if kind == "jvp":
                told = [on_q[k] @ dq + np.einsum("jab,jb->a", on_v[k], more) for k in range(2)]
                return list(function(MODEL, q, *given, dq, more, base=base)), told
            told = [np.einsum("ka,kab->b", weights, on_q)]
            told += [*np.einsum("ka,kjab->jb", weights, on_v)]
            found = function(MODEL, q, *given, weights, base=base)
            return [found[0], *found[1]], told
        on_q, on_v, on_tau = parts
        if kind == "jvp":
            told = [on_q[k] @ dq + on_v[k] @ more[0] + np.einsum("jab,jb->a", on_tau[k], more[1:])
                    for k in range(2)]  # fmt: skip
            return list(function(MODEL, q, *given, dq, more[0], more[1:], base=base)), told
        found = function(MODEL, q, *given, weights, base=base)
        told = [np.einsum("ka,kab->b", weights, x) for x in (on_q, on_v)]
        return list(found[:2]), told

    return run


def regressor(speed, base):
    q, rows, *_ = state(speed, base)
    Y = lieref.inverse_dynamics_regressor(MODEL, q, rows[0], rows[1], base=base)
    rates = lieref.inverse_dynamics_regressor_derivatives(MODEL, q, rows, base=base)
    tau = exact("inverse_dynamics", speed, base)
    p = lieref.inertial_parameters(MODEL)
    return [Y @ p, *(rates @ p)], [tau[0], *tau]


def forward(speed, base):
    q, rows, tau, *_ = state(speed, base)
    found = lieref.forward_dynamics(MODEL, q, rows[0], tau, base=base)
    return list(found), exact("forward_dynamics", speed, base)


def inverse(speed, base):
    q, rows, *_ = state(speed, base)
    return list(lieref.inverse_dynamics(MODEL, q, rows, base=base)), exact(
        "inverse_dynamics", speed, base
    )


def bias(speed, base):
    q, rows, *_ = state(speed, base)
    still = [rows[0], 0 * rows[0]]
    told = lieref.oracle.inverse_dynamics(
        MODEL.with_gravity((0, 0, 0)), q, still, base=base, digits=40
    )
    return [lieref.bias_forces(MODEL, q, rows[0], base=base)], [np.array(told[0], float)]


def centroidal(speed, base):
    q, rows, *_ = state(speed, base)
    found = lieref.centroidal_momentum_partials(MODEL, q, rows[0], rows[1], base=base)
    return list(found), exact("centroidal_momentum_partials", speed, base)


def momentum_rates(speed, base):
    """A' v, and A' but for the columns that base "spatial" has with the place of the root."""
    q, rows, *_ = state(speed, base)
    still = np.array([rows[0], 0 * rows[0]])
    told = lieref.oracle.momentum(MODEL, q, still, base=base, digits=40)
    about = np.array(told.about_com[1], float)
    found, told = [lieref.centroidal_bias(MODEL, q, rows[0], base=base)], [about]
    if base != "spatial":
        found.append(lieref.centroidal_momentum_matrix_derivatives(MODEL, q, rows, base=base)[1])
        matrices = lieref.oracle.centroidal_momentum_matrix_derivatives(
            MODEL, q, rows, base=base, digits=40
        )
        told.append(np.array(matrices[1], float))
    return found, told


def flying(name, last, speed):
    """First partials of a four-bar on a free base."""
    model = four_bar("free")
    v, *more = np.random.default_rng(5).uniform(-1, 1, (3, model.nv))
    v[3:6] += speed * np.array([2.0, -1.0, 2.0]) / 3
    given = model, model.assembly, v, more[last]
    told = getattr(lieref.oracle, f"loop_{name}")(*given, base="hybrid", digits=40)
    return getattr(lieref, name)(*given, base="hybrid"), [np.array(x, float) for x in told]


# What is given accelerations, and what is not.
GIVEN_ACCELERATIONS = {
    "inverse": inverse,
    "inverse partials": partials("inverse", "partials"),
    "inverse second partials": partials("inverse", "second_partials"),
    "inverse jvp": directed("inverse", "jvp"),
    "inverse vjp": directed("inverse", "vjp"),
    "inverse contraction": directed("inverse", "contraction"),
    "inverse orders": orders("inverse"),
    "inverse order jvp": order_products("inverse", "jvp"),
    "inverse order vjp": order_products("inverse", "vjp"),
    "regressor": regressor,
    "centroidal": centroidal,
}
FROM_FORCES = {
    "bias": bias,
    "momentum rates": momentum_rates,
    "forward": forward,
    "forward partials": partials("forward", "partials"),
    "forward second partials": partials("forward", "second_partials"),
    "forward jvp": directed("forward", "jvp"),
    "forward vjp": directed("forward", "vjp"),
    "forward contraction": directed("forward", "contraction"),
}
# Their accelerations are found in the base, and their derivatives given to the rest.
FORWARD_ORDERS = {
    "forward orders": orders("forward"),
    "forward order jvp": order_products("forward", "jvp"),
    "forward order vjp": order_products("forward", "vjp"),
}


def error(pair):
    """The largest error of an array as a part of its largest entry."""
    found, told = pair
    return max(abs(x - y).max() / abs(y).max() for x, y in zip(found, told, strict=True) if y.any())


@pytest.mark.parametrize("base", BASES)
@pytest.mark.parametrize("name", [*GIVEN_ACCELERATIONS, *FROM_FORCES])
def test_at_any_speed(name, base):
    given = name in GIVEN_ACCELERATIONS and base in ("body", "spatial")
    run = (GIVEN_ACCELERATIONS | FROM_FORCES)[name]
    for speed in SPEEDS:
        assert error(run(speed, base)) <= LIMIT + given * GIVEN * speed, speed


@pytest.mark.parametrize("base", ["hybrid", "mixed"])
@pytest.mark.parametrize("name", FORWARD_ORDERS)
def test_forward_orders_at_any_speed(name, base):
    for speed in SPEEDS:
        assert error(FORWARD_ORDERS[name](speed, base)) <= LIMIT, speed


@pytest.mark.parametrize("name", ["inverse_dynamics_partials", "forward_dynamics_partials"])
def test_mechanisms_on_a_free_base(name):
    for speed in (0.0, 1e6):
        assert error(flying(name, name.startswith("forward"), speed)) <= LIMIT, speed


@pytest.mark.parametrize("base", ["hybrid", "mixed"])
def test_the_velocity_of_a_frame_is_in_no_force(base):
    q, rows, *_ = state(10.0, base)
    seen = rows.copy()
    seen[0, 3:6] -= (3.0, -5.0, 7.0)
    told = exact("inverse_dynamics", 10.0, base)
    found = lieref.oracle.inverse_dynamics(MODEL, q, seen, base=base, digits=40)
    for x, y in zip(found, told, strict=True):
        np.testing.assert_allclose(np.array(x, float), y, rtol=0, atol=4 * EPS * abs(y).max())
