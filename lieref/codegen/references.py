"""Random states with certified results, for the program that tests generated code."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lieref import oracle
from lieref.check.judging import FACTOR, tolerances
from lieref.check.quantities import QUANTITIES, Arrays, Quantity
from lieref.check.reference import EPS, bounds, loads, loop_bounds, provable, reference
from lieref.check.states import closed, draw
from lieref.codegen.base_and_loads import Variant
from lieref.codegen.generated_functions import Function
from lieref.kinematics.frames import body_frame_of
from lieref.model.loops.loop_model import LoopModel
from lieref.model.model import Model

FloatArray = NDArray[np.float64]
#: Spacing of single precision in that of double.
COARSE = 2.0**29
#: Working digits of reference values of kinematics.
DIGITS = 50


@dataclass(frozen=True)
class Case:
    """One state: arguments in the order of the C function, and what it should return.

    results, tolerances : by the name of the result
    """

    arguments: list[FloatArray]
    results: Arrays
    tolerances: Arrays


#: What functions that ``lieref check`` does not ask for have the arguments of.
ARGUMENTS = {
    "inverse_dynamics_order_partials": "inverse_dynamics_orders",
    "forward_dynamics_order_partials": "forward_dynamics_orders",
}
#: Rounding errors of a pose over the number of bodies and the size of what is added up.
POSE_FACTOR = 8.0


def cases(
    model: Model | LoopModel,
    function: Function,
    order: int,
    count: int,
    seed: int,
    scalar: str,
    variant: Variant,
) -> list[Case]:
    """Random states, the reference value at each, and how far a result may be from it.

    The tolerances are those of ``lieref check``, or, of poses and Jacobians, rounding errors over
    the lengths of the robot; arguments are numbers of the scalar.
    """
    found, seeds = [], range(seed, seed + count)
    coarse = 1.0 if scalar == "double" else COARSE
    if isinstance(model, LoopModel):
        states = [closed(model, each, order) for each in seeds]
    else:
        states = draw(model, ["generic"], seeds, order)
    for each, state in zip(seeds, states, strict=True):
        known = QUANTITIES[function.quantity or ARGUMENTS.get(function.name, "forward_dynamics")]
        every = state.arguments(known) | {"q": state.q}
        if variant.loaded:
            every[variant.argument] = _wrenches(model.nbodies, function, order, variant, each)
        if scalar == "float":
            every = {name: x.astype(np.float32).astype(float) for name, x in every.items()}
        # generated code takes a quaternion for q / |q|
        tree = model.tree if isinstance(model, LoopModel) else model
        unit = every | {"q": tree.normalize(every["q"])}
        if isinstance(model, LoopModel):
            results, allowed = _loop_dynamics(model, known, unit, variant.base)
        elif function.quantity:
            results, allowed = _dynamics(model, known, unit, variant.base)
        elif function.orders:
            results, allowed = _order_partials(model, function.name, unit, variant.base)
        else:
            results, allowed = _kinematics(model, unit["q"], function.name, variant)
        arguments = [every[name] for name, _, _ in function.inputs]
        if variant.loaded:
            arguments.append(every[variant.argument][..., variant.loaded, :])
        found.append(Case(arguments, results, {name: coarse * x for name, x in allowed.items()}))
    return found


def _wrenches(
    nbodies: int, function: Function, order: int, variant: Variant, seed: int
) -> FloatArray:
    """Random wrenches on the bodies that have some, as the oracle takes them."""
    found = np.zeros((order + 1, nbodies, 6))
    chosen = found[:, variant.loaded]
    found[:, variant.loaded] = np.random.default_rng([seed, 1]).standard_normal(chosen.shape)
    return found if function.orders else found[0]


def _loop_dynamics(
    model: LoopModel, quantity: Quantity, arguments: Arrays, base: str
) -> tuple[Arrays, Arrays]:
    """Results, and tolerances from the conditioning of each order."""
    exact = reference(quantity, model, arguments, base)
    own = loop_bounds(quantity, model, arguments, base, exact)
    assert own is not None
    allowed = {}
    for name, high in exact.high.items():
        size = np.abs(high).max(axis=-1, keepdims=True)
        allowed[name] = FACTOR * model.tree.nv * np.maximum(own[name], EPS * size)
    return {name: exact.high[name] for name in quantity.outputs}, allowed


def _dynamics(
    model: Model, quantity: Quantity, arguments: Arrays, base: str
) -> tuple[Arrays, Arrays]:
    """Results and tolerances as of ``lieref check``."""
    exact = reference(quantity, model, arguments, base)
    own = bounds(quantity, model, arguments, base, exact)
    allowed = {
        name: tolerances(quantity, model, name, exact, own[name]) for name in quantity.outputs
    }
    return {name: exact.high[name] for name in quantity.outputs}, allowed


def _order_partials(model: Model, name: str, arguments: Arrays, base: str) -> tuple[Arrays, Arrays]:
    """Partials of each order; rounding errors of a block's size, and what solving with H makes."""
    K = oracle.Arb(DIGITS) if provable() else oracle.Mp(DIGITS)
    given = {word: x for word, x in arguments.items() if not word.endswith("wrenches")}
    found = getattr(oracle, name)(model, **given, **loads(arguments), base=base, field=K)
    growth = FACTOR * model.nv * EPS
    if name.startswith("forward"):
        H = oracle.joint_space_inertia(model, arguments["q"], base, field=K)
        growth *= float(np.linalg.cond(_doubles(K, np.array(H, dtype=object))))
    results, allowed = {}, {}
    for word, blocks in found._asdict().items():
        exact = _doubles(K, np.array(blocks, dtype=object))
        of_order = np.abs(exact).max(axis=tuple(range(1, exact.ndim)), keepdims=True)
        results[word] = exact
        allowed[word] = np.broadcast_to(growth * of_order, exact.shape)
    return results, allowed


def _kinematics(model: Model, q: FloatArray, name: str, variant: Variant) -> tuple[Arrays, Arrays]:
    """Poses, or the Jacobian of a place, of the derivatives of poses by the coordinates."""
    K = oracle.Arb(DIGITS) if provable() else oracle.Mp(DIGITS)
    moved, place = [], variant.place or body_frame_of(model, model.nbodies - 1)
    for j in range(model.nv):
        pair = oracle.body_poses(model, q, [np.eye(model.nv)[j]], variant.base, field=K)
        moved.append(np.array(pair, dtype=object))
    poses = _doubles(K, moved[0][0])
    lengths = np.abs(model.placements[:, :3, 3]).sum() + np.abs(place.point).sum()
    size = 1.0 + lengths + np.abs(poses[:, :3, 3]).max()
    size = POSE_FACTOR * model.nbodies * EPS * size
    if name == "forward_kinematics":
        return {"poses": poses}, {"poses": np.full_like(poses, size)}
    J = np.zeros((6, model.nv))
    point = np.array([K(float(x)) for x in (*place.point, 1.0)], dtype=object)
    for j, (pose, rate) in enumerate(moved) if place.body >= 0 else ():
        with K.working():
            turn = rate[place.body, :3, :3] @ pose[place.body, :3, :3].T
            column = [turn[2, 1], turn[0, 2], turn[1, 0], *(rate[place.body, :3] @ point)]
            J[:, j] = _doubles(K, np.array(column, dtype=object))
    return {"J": J}, {"J": np.full_like(J, size)}


def _doubles(K: Any, exact: Any) -> FloatArray:
    return np.array([K.to_float(x) for x in exact.flat]).reshape(exact.shape)
