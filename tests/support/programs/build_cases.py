"""What builds of the kernels are compared by: functions over robots, states and orders.

Each entry of `CASES` yields a name, arrays, and what another build may differ by, array by array.
"""

from __future__ import annotations

import json
import pickle
from collections.abc import Iterator
from typing import Any

import numpy as np
from support.partials.fdsva_so_cases import WAYS
from support.references.batches import batch, loads
from support.references.forward_forms import bounds
from support.references.tolerances import BATCHES, BUILDS, CLOSED_FORMS, EPS
from support.trees.robots import STATES, draw
from support.trees.spatial_robots import bases

import lieref
from lieref.dynamics.closed_forms import body_torques
from lieref.partials.second_order_numbers import chain_rule
from lieref.partials.sensitivities import virtual_partials

Case = tuple[tuple[Any, ...], list[np.ndarray], list[Any]]

# Fused multiply-adds of the AVX2 build, by max norms of one matrix, of one at least: what changes
# with the velocity of a slow motion is a difference of larger terms. Found: 16 eps (binary_tree,
# fast), and of products 55 eps; of forward dynamics, where the inverse of H magnifies them, 2e4 eps
# (every_joint_free, near_pi); of second partials 15 eps of the largest terms, and of those of
# forward dynamics, which the inverse of H magnifies twice, 3.3e-12 (every_joint_free).
INVERSE_PARTIALS, FORWARD_PARTIALS = 64 * EPS, 8e4 * EPS
INVERSE_PRODUCTS = 224 * EPS
SECOND_PARTIALS, FORWARD_SECOND_PARTIALS = 64 * EPS, 1e-11
# By the chain rule. Found: 4 eps of inverse, 680 eps of forward dynamics (every_joint_free).
CHAIN_RULE = {"inverse": 16 * EPS, "forward": 2720 * EPS}
# Found: 6 eps (every_joint_free).
REGRESSOR = 24 * EPS
# Forms of inverse dynamics other than the default one, which is their measure in every build:
# relative to each order. Found: a fourth of that, up to order 7.
FORMS = {"spatial": 1e-13, "body": 4e-13, "hybrid": 2e-13}
# Two builds of forward dynamics differ by roundings alone: each has its share of the bound.
BOUNDS = 60

MOST = ("two_link", "arm", "every_joint_free", "serial_20_free")


def _sizes(values: Any, least: float = 0.0) -> np.ndarray:
    """Max norm of each row, of one where there is nothing."""
    values = np.asarray(values)
    norms = abs(values).max(tuple(range(1, values.ndim)), keepdims=True)
    return np.where(norms > 0, np.maximum(norms, least), 1.0)


def _whole(values: Any, least: float = 1.0) -> float:
    """Max norm of an array, `least` at least."""
    return max(float(abs(np.asarray(values)).max()), least)


def _motions(robots: tuple[str, ...], states: Any, seed: int = 3) -> Iterator[tuple[Any, ...]]:
    """Names, model, q, v, a and wrenches of each robot in each state."""
    for robot in robots:
        for state in states:
            model, q, v = draw(robot, state, r=0)
            wrenches = np.random.default_rng(seed).standard_normal((model.nbodies, 6))
            yield (robot, state), model, q, *v, wrenches


def inverse_dynamics() -> Iterator[Case]:
    """Orders at which the builds differ in lanes, unrolled copies and general loops."""
    for robot in MOST:
        for state in STATES:
            model, q, every = draw(robot, state, 12)
            for r in (0, 1, 2, 3, 4, 5, 7, 8, 12):
                v = every[: r + 2]
                if r > 8:  # v^(k) grows with k!, else high orders cancel
                    v = v * np.cumprod([1.0, *range(1, r + 2)])[:, None]
                wrenches = np.random.default_rng(r).standard_normal((r + 1, model.nbodies, 6))
                for base in bases(model):
                    tau = lieref.inverse_dynamics(model, q, v, base, wrenches, "inertial")
                    orders = np.arange(1, r + 2)[:, None]
                    yield (robot, state, r, base), [tau], [BUILDS * orders * _sizes(tau)]


def inverse_dynamics_forms() -> Iterator[Case]:
    for r in (0, 1, 2, 5):
        model, q, v = draw("every_joint_free", "generic", r)
        default = lieref.inverse_dynamics(model, q, v)
        for form, limit in FORMS.items():
            tau = lieref.inverse_dynamics(model, q, v, form=form)
            assert (abs(tau - default) <= limit * _sizes(default)).all(), (r, form)
            yield (form, r), [tau], [limit * _sizes(default)]


def inverse_dynamics_batches() -> Iterator[Case]:
    for robot in ("two_link", "every_joint_free", "serial_20_free"):
        for r in (0, 1, 5, 7):
            model, q, v = batch(robot, r)
            tau = lieref.inverse_dynamics(model, q, v, **loads(model, r), wrench_axes="inertial")
            orders = np.arange(1, r + 2)[None, :, None]
            sizes = abs(tau).max(axis=2, keepdims=True)
            yield (robot, r), [tau], [BATCHES * orders * np.where(sizes > 0, sizes, 1.0)]


def forward_dynamics() -> Iterator[Case]:
    """With hybrid dynamics, within conditioning bounds."""
    for robot in ("two_link", "arm", "every_joint_free", "aerial_manipulator"):
        model, q, every = draw(robot, "generic", 9)
        half = np.arange(model.nv) % 3 == 0
        for r in (0, 1, 2, 3, 4, 5, 7, 9):
            v = every[: r + 2]
            wrenches = np.random.default_rng(r).standard_normal((r + 1, model.nbodies, 6))
            for base in bases(model):
                given = (base, wrenches, "inertial")
                tau = lieref.inverse_dynamics(model, q, v, *given)

                def solve(q, v, tau, model=model, given=given):
                    return lieref.forward_dynamics(model, q, v, tau, *given)

                limit = BOUNDS * bounds(solve, (q, v[0], tau))[:, None] + 1e-14
                hybrid = lieref.hybrid_dynamics(model, q, v[0], v[1:], tau, half, *given)
                found = [solve(q, v[0], tau), hybrid[0][1:]]
                yield (robot, r, base), found, [limit * _sizes(x) for x in found]


def forward_dynamics_in_double_doubles() -> Iterator[Case]:
    """Bit for bit, of a single state and in lanes."""
    for robot in ("arm", "every_joint_free"):
        for r in (0, 2):
            model, q, v = draw(robot, "generic", r)
            tau = np.random.default_rng(r).standard_normal((r + 1, model.nv))
            for base in bases(model):
                for states in (q, q[None]):
                    found = lieref.forward_dynamics(model, states, v[0], tau, base, digits=31)
                    yield (robot, r, base, states.ndim), [found], [0.0]


def closed_forms() -> Iterator[Case]:
    for robot in MOST:
        for state in STATES:
            model, q, v = draw(robot, state, r=1)
            for base in bases(model):
                H = lieref.joint_space_inertia_derivatives(model, q, v[:2], base)
                C = lieref.coriolis_matrix(model, q, v[0], base)
                back = lieref.inertia_factor(model, H[0]).multiply(np.ones(model.nv))
                tau = body_torques(model, q, np.ones((model.nbodies, 6)))
                size = abs(H[0]).max() * max(abs(v[0]).max(), 1)
                # each order of H by the largest up to it
                sizes = np.maximum.accumulate(abs(H).max((1, 2)))[:, None, None]
                limits = [sizes, max(size, abs(C).max()), _whole(back), _whole(tau)]
                found = [H, C, back, tau]
                yield (robot, state, base), found, [CLOSED_FORMS * x for x in limits]


def first_partials() -> Iterator[Case]:
    for name, model, q, v, a, wrenches in _motions((*MOST, "binary_tree"), STATES):
        for function, limit in (
            (lieref.inverse_dynamics_partials, INVERSE_PARTIALS),
            (lieref.forward_dynamics_partials, FORWARD_PARTIALS),
        ):
            found = list(function(model, q, v, a, wrenches=wrenches))
            yield (*name, function.__name__), found, [limit * _whole(x) for x in found]


def products() -> Iterator[Case]:
    for name, model, q, v, a, _ in _motions((*MOST, "binary_tree"), STATES):
        rng = np.random.default_rng(3)
        acting = ("body", rng.standard_normal((model.nbodies, 6)), "inertial")
        r = rng.standard_normal((3, model.nv))
        found = [lieref.inverse_dynamics_jvp(model, q, v, a, *r, *acting)]
        found += lieref.inverse_dynamics_vjp(model, q, v, a, r[0], *acting)
        found += lieref.inverse_dynamics_contraction(model, q, v, a, r[0], *acting)
        yield name, found, [INVERSE_PRODUCTS * _whole(x) for x in found]


def second_partials() -> Iterator[Case]:
    robots = ("two_link", "arm", "every_joint", "serial_20_free", "binary_tree", "quadruped")
    for name, model, q, v, a, wrenches in _motions(robots, STATES):
        found = list(lieref.inverse_dynamics_second_partials(model, q, v, a, wrenches=wrenches))
        size = abs(lieref.joint_space_inertia(model, q)).max() * max(abs(v).max(), 1.0) ** 2
        yield name, found, [SECOND_PARTIALS * _whole(x, size) for x in found]


def forward_second_partials() -> Iterator[Case]:
    robots = ("two_link", "arm", "binary_tree", "quadruped", "every_joint_free", "serial_20_free")
    for name, model, q, v, a, wrenches in _motions(robots, ["generic"]):
        for inner, outer in WAYS:
            found = lieref.forward_dynamics_second_partials(
                model, q, v, a, wrenches=wrenches, inner=inner, outer=outer
            )
            limits = [FORWARD_SECOND_PARTIALS * _whole(x) for x in found]
            yield (*name, inner, outer), list(found), limits


def partials_by_the_chain_rule() -> Iterator[Case]:
    robots = ("arm", "every_joint_free", "binary_tree")
    for name, model, q, v, a, wrenches in _motions(robots, ["generic"], seed=1):
        for dynamics, limit in CHAIN_RULE.items():
            for order in ("partials", "second_partials"):
                entry = getattr(chain_rule, f"{dynamics}_dynamics_{order}")
                found = list(entry(model, q, v, a, wrenches=wrenches))
                yield (*name, dynamics, order), found, [limit * _whole(x) for x in found]


def regressors() -> Iterator[Case]:
    robots = ("arm", "every_joint_free", "binary_tree")
    for name, model, q, v, a, _ in _motions(robots, ["fast"]):
        found = [lieref.inverse_dynamics_regressor(model, q, v, a)]
        found += virtual_partials(model, q, v, a)
        yield name, found, [REGRESSOR * _whole(x, 0.0) for x in found]


CASES = {
    function.__name__: function
    for function in (
        inverse_dynamics, inverse_dynamics_forms, inverse_dynamics_batches, forward_dynamics,
        forward_dynamics_in_double_doubles, closed_forms, first_partials, products,
        second_partials, forward_second_partials,
        partials_by_the_chain_rule, regressors,
    )
}  # fmt: skip


def dump(name: str) -> None:
    """Print what this process computes of a name: of `CASES`, or "scaled"."""
    if name == "scaled":
        from support.programs.scaled_cases import answers

        found = answers()
    else:
        found = list(CASES[name]())
    print(json.dumps([pickle.dumps(found).hex()]))
