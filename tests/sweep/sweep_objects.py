"""Arguments by name, and the objects whose methods are swept."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from sweep_higher_order import (
    elastic_values,
    inverse_kinematics_values,
    momentum_values,
    path_values,
)
from sweep_mechanisms import catalogue_values, loop_values, order_values

import lieref
from lieref import SE3, SO3, trajectories
from lieref.model.interop.blocks import Attitude, Block, CircleAngle
from lieref.model.interop.coordinate_map import CoordinateMap, Placed, span
from lieref.partials import steps

Values = dict[str, Any]

SCREW = np.array([0.3, -0.2, 0.5, 0.1, 0.2, 0.3])


@cache
def tree() -> lieref.Model:
    """A free base, a spherical, a helical, a sliding and turning joints, two branches."""
    return lieref.catalogue.random_tree(
        6, 3, kinds=("revolute", "spherical", "prismatic", "helical"), base="free"
    )


@cache
def chain() -> lieref.Model:
    """So long that a few numbers beyond a buffer meet another one."""
    return lieref.catalogue.serial_chain(40)


@cache
def mechanism() -> lieref.LoopModel:
    return lieref.catalogue.four_bar()


def with_maps(model: lieref.Model) -> lieref.LibraryModel:
    """The maps of a library whose free joints are mixed and whose angles are on circles."""
    joints, at_q = [], 0
    for i, joint in enumerate(model.joints):
        block: Block | None = None
        if joint.kind == "free":
            block = Attitude("wxyz", free=True, linear_first=True, linear_axes="parent")
        elif joint.kind == "revolute":
            block = CircleAngle()
        n = 2 if joint.kind == "revolute" else joint.nq
        q, v = span(int(model.idx_q[i]), joint.nq), span(int(model.idx_v[i]), joint.nv)
        joints.append(Placed(q, span(at_q, n), v, v, block))
        at_q += n
    coordinates = CoordinateMap(model.nq, model.nv, at_q, model.nv, joints)
    return lieref.LibraryModel(model, None, "none", coordinates)


def _state(model: Any, nq: int, nbodies: int) -> Values:
    rng = np.random.default_rng(5)
    nv = model.nv

    def rates(*shape: int) -> np.ndarray:
        return rng.uniform(-1, 1, shape)

    values = {name: rates(nv) for name in ("v", "a", "tau", "tau_rate", "w", "tau_ext", "b")}
    values |= {name: rates(nv) for name in ("dq", "dv", "da", "dtau", "first", "vdot")}
    values |= {"second": rates(nv, nv), "hessian": rates(nv, nv), "lie_second": rates(nv, nv)}
    values |= {"prescribed": np.arange(nv) % 2 == 0, "wrenches": rates(nbodies, 6), "body": 0}
    return {"model": model, **values}


@cache
def model_values() -> Values:
    model = tree()
    values = _state(model, model.nq, model.nbodies)
    values["q"] = model.random_configuration(np.random.default_rng(7))
    values["body"] = values["frame"] = model.names[-1]
    values["H"] = lieref.joint_space_inertia(model, values["q"])
    values["matrices"] = lieref.grouped_matrices(model, values["q"], np.ones((3, model.nv)))
    values["motions"] = {
        name: trajectories.Sine(0.3, 2.0, 0.1 * i)
        for i, name in enumerate(chain_of_two().joint_names)
    }
    values["directions"] = np.ones((6 * model.nbodies, 2))
    values["at"] = steps.inverse_state(model, values["q"], values["v"], values["a"])
    return values


@cache
def chain_of_two() -> lieref.Model:
    return lieref.catalogue.serial_chain(2)


@cache
def oracle_values() -> Values:
    """Of two links: the oracle is slow."""
    model = chain_of_two()
    values = _state(model, model.nq, model.nbodies)
    return values | {"q": np.array([0.3, 0.2]), "digits": 20, "base": "body"}


@cache
def group_values() -> Values:
    model = mechanism()
    values = _state(model, model.tree.nq, model.nbodies)
    closed = np.asarray(lieref.loops.expand(model, model.neutral()))
    values |= {"q": closed, "near": closed, "y": model.neutral(), "coordinates": "independent"}
    values["ends"] = [(model.names[-1], np.array([0.1, 0.2, 0.3]))]
    return values


@cache
def NAMED() -> Values:
    """Values of the names that mean the same everywhere."""
    rng = np.random.default_rng(11)
    R = SO3.exp(np.array([0.3, -0.2, 0.5]))
    C = SE3.exp(np.array([0.3, -0.2, 0.5, 0.1, 0.2, 0.3]))
    G = np.diag([0.3, 0.4, 0.5, 2.0, 2.0, 2.0])
    return {
        "point": np.array([0.1, 0.2, 0.3]),
        "order": 1,
        "poses": C,
        "pose": C,
        "frames": C,
        "rotations": R,
        "inertias": G,
        "twists": rng.uniform(-1, 1, 6),
        "twist": rng.uniform(-1, 1, 6),
        "momentum": rng.uniform(-1, 1, 6),
        "rate": rng.uniform(-1, 1, 6),
        "acceleration": rng.uniform(-1, 1, 6),
        "frame_twist": rng.uniform(-1, 1, 6),
        "turning": rng.uniform(-1, 1, 3),
        "inertia": G,
        "mass": 2.0,
        "com": np.array([0.1, 0.0, 0.2]),
        "source": "body",
        "target": "spatial",
        "bodies": [0, 1],
        "arm": 0.3,
        "alpha": np.full(6, 0.2),
        "beta": np.full(6, 0.1),
        "thrust": np.full(6, 1.0),
        "drag": np.full(6, 0.1),
        "digits": 31,
        "gravity": (0.0, 0.0, -9.81),
        "rng": 3,
        "name": "name",
        "n": 3,
    }


def _stacked(values: Values, r: int, inverse: bool) -> Values:
    nv, nbodies = values["model"].nv, values["model"].nbodies
    rng = np.random.default_rng(13)
    rows = rng.uniform(-1, 1, (r + 2, nv))
    found = {
        "tau": rng.uniform(-1, 1, (r + 1, nv)),
        "vdot": rng.uniform(-1, 1, (r + 1, nv)),
        "tau_ext": rng.uniform(-1, 1, (r + 1, nv)),
        "wrenches": rng.uniform(-1, 1, (r + 1, nbodies, 6)),
    }
    return found | ({"v": rows} if inverse else {})


def _batch(values: Values) -> Values:
    """Two states."""
    return {
        name: np.stack([value, value])
        for name, value in values.items()
        if isinstance(value, np.ndarray)
    }


def _long(inverse: bool) -> Values:
    """Of the long chain."""
    values = _state(chain(), chain().nq, chain().nbodies)
    values["q"] = np.linspace(0, 1, chain().nq)
    return values


def _of_oracle(values: Values, prefix: str) -> dict[str, Values]:
    inverse, forward = _stacked(values, 0, True), _stacked(values, 0, False)
    names = ("conditioning_bound", "hybrid_conditioning_bound", "forward_dynamics")
    names += ("hybrid_dynamics", "certified_forward_dynamics", "certified_hybrid_dynamics")
    table = {f"oracle.{prefix}{name}": values | forward for name in names}
    of_forward, of_inverse = (
        {x: rows[x] for x in ("v", "tau", "wrenches") if x in rows} for rows in (forward, inverse)
    )
    table |= {
        f"oracle.{prefix}forward_dynamics_order_partials": values | of_forward,
        f"oracle.{prefix}inverse_dynamics_order_partials": values | of_inverse,
    }
    names = ("certified_inverse_dynamics", "inverse_dynamics", "energy", "momentum")
    names += ("motion", "constraint_forces", "body_poses")
    names += ("centroidal_momentum_matrix_derivatives", "joint_wrenches")
    table |= {f"oracle.{prefix}{name}": values | inverse for name in names}
    names = ("forward_dynamics_partials", "forward_dynamics_second_partials")
    names += ("inverse_dynamics_partials", "inverse_dynamics_second_partials")
    names += ("joint_space_inertia",)
    return table | {f"oracle.{prefix}{name}": values for name in names}


def _acceleration(t: float, q: np.ndarray, v: np.ndarray) -> np.ndarray:
    return -v


def _moved() -> Values:
    """Of a mechanism that is simulated."""
    model = mechanism()
    return {
        "model": model,
        "q0": np.asarray(lieref.loops.expand(model, model.neutral())),
        "v0": np.zeros(model.nv),
        "torque": np.ones(model.nv),
        "tau_ext": np.ones(model.tree.nv),
        "wrenches": np.zeros((model.nbodies, 6)),
    }


def _simulated() -> Values:
    model = chain_of_two()
    return {
        "model": model,
        "group": lieref.simulate.model_group(model),
        "q0": model.neutral(),
        "v0": np.zeros(2),
        "times": np.array([0.0, 0.05, 0.1]),
        "torque": np.ones(2),
        "tau_ext": np.ones(2),
        "wrenches": np.zeros((2, 6)),
        "step": None,
        # a motion of random numbers would take all that it may
        "max_steps": 2000,
    }


def _functions_of_time() -> dict[str, Values]:
    wave = {"amplitude": 0.3, "frequency": 2.0}
    table = {
        "BSpline": {"knots": [0, 0, 0, 1, 2, 2, 2], "coefficients": [1, 2, 3, 4], "degree": 2},
        "Constant": {"value": 0.5},
        "Cosine": wave,
        "Sine": wave,
        "HalfCosine": {"start": 0.1, "amplitude": 0.2, "duration": 2.0},
        "Polynomial": {"coefficients": [1.0, 2.0, 3.0]},
        "Exponential": {"X": [0.1, 0.2, 0.3, 0.4, 0.5, 0.6]},
        "Rotation": {"axis": [0.0, 0.0, 1.0], "angle": 0.3},
        "RotationVector": {"w": [0.1, 0.2, 0.3]},
        "euler_angles": {"sequence": "zyx", "first": 0.1, "second": 0.2, "third": 0.3},
        "Trajectory": {"model": chain_of_two()},
    }
    return {f"trajectories.{name}": values for name, values in table.items()}


def _tensors() -> dict[str, Values]:
    six, three = np.ones(6), np.ones((6, 6, 3))
    table = {
        "skew": {"x": np.ones(3)},
        "motion_cross": {"v": six},
        "force_cross": {"v": six},
        "swapped_cross": {"f": six},
        "motion_crosses": {"U": np.ones((6, 3))},
        "force_crosses": {"U": np.ones((6, 3))},
        "swapped_crosses": {"F": np.ones((6, 3))},
        "tensor_times_matrix": {"A": three, "B": np.ones((6, 4))},
        "matrix_times_tensor": {"A": three, "B": np.ones((4, 6))},
        "transposed": {"A": three},
        "rotated": {"A": three},
        "coriolis_matrix": {"inertia": np.eye(6), "v": six},
        "coriolis_matrices": {"inertia": np.eye(6), "V": np.ones((6, 3))},
    }
    return {f"tensor_algebra.{name}": values for name, values in table.items()}


def _of_motion(v: np.ndarray) -> dict[str, Values]:
    """Of functions that are given derivatives of the velocity."""
    return {
        "forward_kinematics": {"v": v, "representation": "spatial", "frames": None},
        "frame_wrenches": {"wrenches": {tree().names[0]: np.ones(6)}, "v": v, "axes": "inertial"},
        "jacobian_derivatives": {"v": v},
        "system_jacobian_derivatives": {"v": v},
        "joint_space_inertia_derivatives": {"v": v},
        "energy": {"v": v},
        "grouped_matrices": {"v": v, "K": None},
        "momentum": {"v": v},
        "center_of_mass": {"v": v},
        "centroidal_momentum": {"v": v},
        "centroidal_momentum_matrix_derivatives": {"v": v},
        "center_of_mass_jacobian_derivatives": {"v": v},
    }


def _joints() -> dict[str, Values]:
    return {
        "Revolute": {"axis": (0.0, 0.0, 1.0), "point": (0.1, 0.0, 0.0)},
        "Prismatic": {"axis": (0.0, 0.0, 1.0)},
        "Helical": {"axis": (0.0, 0.0, 1.0), "pitch": 0.1, "point": (0.1, 0.0, 0.0)},
        "Screw": {"X": (0.0, 0.0, 1.0, 0.1, 0.0, 0.0)},
        "Cylindrical": {"axis": (0.0, 0.0, 1.0)},
        "Planar": {"normal": (0.0, 0.0, 1.0)},
        "Universal": {"axis1": (0.0, 0.0, 1.0), "axis2": (1.0, 0.0, 0.0)},
        "Mimic": {"joint": "a", "source": "b"},
    }


def _groups() -> dict[str, Values]:
    X, w = SCREW, SCREW[:3]
    R, C, q = SO3.exp(w), SE3.exp(X), SO3.exp_quaternion(w)
    poses = {"C": C, "X": X, "V": X, "Y": X, "W": X, "C1": C, "C2": C}
    rotations = {"R": R, "w": w, "W": SO3.hat(w), "q": q, "a": q, "b": q}
    table = {f"SE3.{name}": poses for name in SE3.__all__}
    return table | {f"SO3.{name}": rotations for name in SO3.__all__}


@cache
def OVERRIDES() -> dict[str, Any]:
    """Where a name has another value, a dictionary or a list of them by function."""
    own, closed = model_values(), group_values()
    inverse, forward = _stacked(own, 1, True), _stacked(own, 1, False)
    two = _batch(
        {name: own[name] for name in ("q", "v", "a", "tau", "w", "dq", "dv", "da", "dtau")}
    )
    lines = {"digits": None}
    table: dict[str, Any] = {
        "inverse_dynamics": [
            inverse,
            inverse | {"form": "spatial"},
            _batch(inverse | {"q": own["q"]}),
        ],
        "forward_dynamics": [
            forward | lines,
            forward,
            forward | lines | {"form": "body"},
            _batch(forward | {"q": own["q"], "v": own["v"]}) | lines,
        ],
        "hybrid_dynamics": [forward | lines, forward],
        **order_values(inverse, forward, _batch),
        "conditioning_bound": forward,
        "jacobian_partial": {"coordinates": [0, 1]},
        "closed_form": {"wrenches": None},
        "closed_form_rate": {"wrenches": None},
        "lie_partials": {"first": np.ones(tree().nq)},
        "coordinate_partials": {"first": np.ones(tree().nv)},
        "lie_second_partials": {
            "first": np.ones(tree().nq),
            "second": np.ones((tree().nq, tree().nq)),
        },
        "coordinate_second_partials": {},
        "newton_euler_components": {"inertia": np.diag([0.3, 0.4, 0.5])},
        "block_brackets": {"twists": np.ones((4, 6))},
        "pose_derivatives": {"twists": np.ones((2, 6))},
        "twist_derivatives": {"poses": np.stack([NAMED()["pose"], 0 * NAMED()["pose"]])},
        "convert_wrenches": {"wrenches": SCREW},
        "inverse_dynamics_second_partials": [
            {},
            {"out": lieref.inverse_dynamics_second_partials(tree(), own["q"], own["v"], own["a"])},
        ],
        "Propellers": {"poses": np.stack([NAMED()["pose"]] * 6)},
        "integrate.Group": {"factors": ["R", "SO3", "SE3"]},
        "simulate.simulate": [_simulated(), _simulated() | _moved()],
        "integrate.solve": _simulated() | {"acceleration": _acceleration, "step": 0.05},
        "oracle.loop_configuration": {"q": closed["q"]},
        "oracle.loop_inverse_operational_inertia": {"ends": closed["ends"]},
        **_of_motion(inverse["v"]),
        **_joints(),
        **_groups(),
        **loop_values(closed, _stacked(closed, 0, True), _stacked(closed, 0, False), mechanism()),
        **catalogue_values(),
        **_functions_of_time(),
        **_tensors(),
        **elastic_values(),
        **inverse_kinematics_values(),
        **path_values(),
        **momentum_values(),
    }
    for name in ("jvp", "vjp", "contraction"):
        table[f"inverse_dynamics_{name}"] = [{}, two]
        table[f"forward_dynamics_{name}"] = [{}, _long(False), two]
    for name in ("partials", "second_partials"):
        table[f"forward_dynamics_{name}"] = [{}, {"method": "chain_rule"}]
        if name == "partials":
            table[f"inverse_dynamics_{name}"] = [{}, two, {"method": "chain_rule"}]
    table |= _of_oracle(oracle_values(), "") | _of_oracle(closed, "loop_")
    return table
