"""Calls of every public function of a tree and of every method of its model, ready to be timed."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import is_dataclass
from functools import partial
from typing import Any

import numpy as np

import lieref
from lieref.check.metrics import FloatArray

Call = Callable[[], Any]
# What the others are a multiple of.
UNIT = "inverse_dynamics"
# They read or return files, or objects of other libraries, or make a model.
OTHERS = {
    "from_drake", "from_home_screws", "from_mjcf", "from_mujoco", "from_pinocchio", "generate",
    "load_urdf", "to_pinocchio",
}  # fmt: skip
# No sum over a robot: rigid bodies, propellers and arrays alone.
PLAIN = {
    "block_brackets", "hexarotor", "inertia_in_frame", "momentum_balance", "newton_euler",
    "newton_euler_components", "newton_euler_in_frame", "paper_hexarotor", "pose_derivatives",
    "twist_derivatives",
}  # fmt: skip
# They make a workspace, once.
DERIVATIVES = (
    "inverse_dynamics_geometric_derivatives",
    "inverse_dynamics_regressor_derivatives",
)
FORWARD_DERIVATIVES = (
    "forward_dynamics_geometric_derivatives",
    "forward_dynamics_regressor_derivatives",
)
PREPARED = {"prepare_forward_dynamics", "prepare_inverse_dynamics"}
MAKING = {"inertia_factor", *PREPARED, *(f"{name}_order_partials" for name in PREPARED)}
# What takes minutes for all bodies, and how its name in the table says what was left out.
PARTS: dict[str, tuple[str, dict[str, Any]]] = {
    "forward_dynamics_parameter_second_partials": (
        ", inertia of one body", {"bodies": (1,), "parameters": ("inertia",)}),
    "inverse_dynamics_parameter_second_partials": (
        ", inertia of one body", {"bodies": (1,), "parameters": ("inertia",)}),
    "conditioning_bound": (", one sample", {"samples": 1}),
}  # fmt: skip


def is_timed(name: str) -> bool:
    """Is this public name a function of a robot, or of what all of its bodies have?"""
    value = getattr(lieref, name)
    if not callable(value) or isinstance(value, type):
        return False
    return name not in OTHERS | PLAIN | MAKING


def takes_series(name: str) -> bool:
    """Does this function take a velocity with its derivatives?"""
    whole = ("center_of_mass", "centroidal_momentum", "energy", "forward_kinematics", "momentum")
    return name in whole or name.endswith("_derivatives")


def functions(model: lieref.Model, seed: int) -> dict[str, Call]:
    """Return a call of every public function with this robot, by name; the unit is the first.

    Raises
    ------
    KeyError
        If a function has an argument of which nothing is known here.
    """
    rng = np.random.default_rng(seed)
    given = _given(model, rng)
    own = _own(model, given, rng)
    calls: dict[str, Call] = {UNIT: partial(lieref.inverse_dynamics, *own[UNIT].values())}
    for name in filter(is_timed, lieref.__all__):
        function = getattr(lieref, name)
        needed = [
            parameter.name
            for parameter in inspect.signature(function).parameters.values()
            if parameter.default is parameter.empty
        ]
        known = {**given, **own.get(name, {})}
        said, part = PARTS.get(name, ("", {}))
        calls[name + said] = partial(function, *(known[word] for word in needed), **part)
    return {**calls, **_orders(model, given, rng), **_methods(model, given["q"], rng)}


def numbers(found: object) -> int:
    """Return how many numbers a result has; none of models and texts."""
    if isinstance(found, np.ndarray):
        return found.size
    if is_dataclass(found):
        found = vars(found)
    if isinstance(found, dict):
        return sum(map(numbers, found.values()))
    if isinstance(found, tuple):
        return sum(map(numbers, found))
    return int(isinstance(found, float))


def _given(model: lieref.Model, rng: np.random.Generator) -> dict[str, Any]:
    """Return arguments by their names, at order 0."""
    n, q = model.nv, model.random_configuration(rng)
    vectors = ("v", "a", "tau", "vdot", "b", "dq", "dv", "da", "dtau", "tau_rate", "w")
    given: dict[str, Any] = {name: rng.standard_normal(n) for name in vectors}
    given.update(model=model, q=q, body=model.nbodies - 1, order=1, coordinates=[n - 1])
    given["first"] = rng.standard_normal((n, n))
    given["second"] = given["lie_second"] = given["hessian"] = rng.standard_normal((n, n, n))
    given["wrenches"] = rng.standard_normal((model.nbodies, 6))
    given["prescribed"] = np.arange(n) % 2 == 0
    given["poses"], given["twists"] = lieref.forward_kinematics(model, q, given["v"][None])
    given["inertias"] = np.tile(np.eye(6), (model.nbodies, 1, 1))
    given["source"], given["target"] = "spatial", "hybrid"
    return given


def _own(
    model: lieref.Model, given: dict[str, Any], rng: np.random.Generator
) -> dict[str, dict[str, Any]]:
    """Return the arguments that functions have in their own way."""
    n, q, v = model.nv, given["q"], rng.standard_normal((3, model.nv))
    rows = {"vdot": given["a"][None], "tau": given["tau"][None]}
    wide = {
        "first": rng.standard_normal((n, model.nq)),
        "second": rng.standard_normal((n, model.nq, model.nq)),
    }
    matrices = {"matrices": lieref.grouped_matrices(model, q, v)}
    orders = {"v": v, "dv": v[::-1], "w": v[:2]}
    return {
        **{name: {"v": v[:1]} for name in lieref.__all__ if takes_series(name)},
        **dict.fromkeys(("closed_form", "closed_form_rate"), matrices),
        **dict.fromkeys(("conditioning_bound", "forward_dynamics", "hybrid_dynamics"), rows),
        **{x: orders for x in lieref.__all__ if x.startswith("inverse_dynamics_order_")},
        **dict.fromkeys(DERIVATIVES, {"v": v}),
        **dict.fromkeys(FORWARD_DERIVATIVES, {"tau": v[:2]}),
        **dict.fromkeys(
            [x for x in lieref.__all__ if x.startswith("forward_dynamics_order_")],
            {"tau": v[:2], "dtau": v[:2], "w": v[:2]},
        ),
        **dict.fromkeys(("lie_partials", "lie_second_partials"), wide),
        "convert_inertias": {"source": "body", "target": "spatial"},
        "frame_wrenches": {"wrenches": {model.names[-1]: np.ones(6)}},
        "grouped_matrices": {"v": v},
        "joint_wrenches": {"v": v[:2]},
        "inverse_kinematics_derivatives": {"twists": rng.standard_normal((1, 6))},
        "path_dynamics": {"u": v},
        "solve_pose": {"frames": given["body"], "poses": given["poses"][-1]},
        "phase_space_rates": {"momenta": lieref.body_momenta(model, q, given["v"])},
        UNIT: {"model": model, "q": q, "v": v[:2]},
    }


def _orders(
    model: lieref.Model, given: dict[str, Any], rng: np.random.Generator
) -> dict[str, Call]:
    """Return higher orders, and representations other than the one that is assumed."""
    q, v, body = given["q"], rng.standard_normal((7, model.nv)), given["body"]
    kinematics, derivatives = lieref.forward_kinematics, lieref.jacobian_derivatives
    matrices = lieref.centroidal_momentum_matrix_derivatives
    names = (model.names[-1],)
    return {
        f"{UNIT}, r = 5": partial(lieref.inverse_dynamics, model, q, v),
        "energy, r = 2": partial(lieref.energy, model, q, v[:3]),
        "forward_kinematics, hybrid": partial(kinematics, model, q, v[:1], "body", "hybrid"),
        "forward_kinematics, hybrid, r = 2": partial(kinematics, model, q, v[:3], "body", "hybrid"),
        "forward_kinematics, hybrid, one frame": partial(
            kinematics, model, q, v[:1], "body", "hybrid", names
        ),
        "jacobian_derivatives, r = 5": partial(derivatives, model, q, v[:5], body),
        "centroidal_momentum_matrix_derivatives, r = 5": partial(matrices, model, q, v[:5]),
        "joint_space_inertia_derivatives, r = 3": partial(
            lieref.joint_space_inertia_derivatives, model, q, v[:3]
        ),
    }


def _methods(model: lieref.Model, q: FloatArray, rng: np.random.Generator) -> dict[str, Call]:
    """Return a call of every method of the model."""
    last, payload = model.names[-1], (1.0, (0.0, 0.0, 0.1), 0.01 * np.eye(3))
    free = model.joints[0].kind == "free"
    arguments: dict[str, tuple[Any, ...]] = {
        "attach": (model, last, None, "other "),
        "difference": (q, model.random_configuration(rng)),
        "integrate": (q, rng.standard_normal(model.nv)),
        "neutral": (),
        "normalize": (q,),
        "random_configuration": (rng,),
        "reduced": ({model.joint_names[-1]: 0.1},),
        "rename": (None, {last: "renamed"}),
        "subtree": (model.names[1],),
        "to_sdf": (),
        "to_urdf": (),
        "with_base": ("fixed" if free else "free",),
        "with_gravity": ((0.0, 0.0, -1.62),),
        "with_inertia": (last, *payload),
        "with_joint_physics": (),
        "with_payload": (last, *payload),
        "without_joint_physics": (),
    }
    return {
        f"Model.{name}": partial(getattr(model, name), *given) for name, given in arguments.items()
    }
