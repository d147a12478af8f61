"""The methods of public classes, each with an object and arguments that it takes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from sweep_objects import Values, chain, chain_of_two, mechanism, model_values, tree, with_maps

import lieref
from lieref import loops, trajectories

# They take no numbers, or those of the oracle's arithmetic, one by one.
WITHOUT_NUMBERS = {
    "expand",
    "chain",
    "rank",
    "rows",
    "neutral",
    "series",
    "exact_state",
    "build_tree",
    "rename",
    "subtree",
    "to_sdf",
    "to_urdf",
    "without_joint_physics",
}


def methods() -> dict[str, tuple[Callable[..., Any], Values]]:
    """Class.method, and attributes of functions that are returned, with their arguments."""
    return (
        _of_models()
        | _of_library_models()
        | _of_builders()
        | _of_groups()
        | _of_motions()
        | _prepared()
    )


def _physics(model: Any) -> Values:
    """Rows of joint physics that a tree can have: springs of one degree, none of free joints."""
    counts = [joint.nv for joint in model.joints]
    single = np.repeat(counts, counts) == 1
    acting = np.repeat([joint.kind != "free" for joint in model.joints], counts)
    rows = {name: 0.3 * acting for name in ("armature", "damping", "friction", "friction_width")}
    return {**rows, "stiffness": 0.5 * single, "rest": 0.1 * single}


def _of_models() -> dict[str, tuple[Callable[..., Any], Values]]:
    own, model, loop = model_values(), tree(), mechanism()
    ready = {"q": own["q"], "dv": own["dv"]}
    pair = {"q0": own["q"], "q1": model.neutral()}
    closed, rate = loops.expand(loop, loop.neutral()), np.full(loop.tree.nv, 0.1)
    rng = {"rng": np.random.default_rng(3)}
    factor = lieref.inertia_factor(model, own["H"])
    blades, five = lieref.paper_hexarotor(), lieref.catalogue.five_bar()
    rows = np.ones((model.nv, 3))
    gravity = {"gravity": (0.0, 0.0, -1.0)}
    body = {"mass": 2.0, "com": np.array([0.1, 0.0, 0.2]), "inertia": np.eye(3)}
    torque = lieref.path_dynamics(chain_of_two(), np.zeros(2), np.ones((4, 2))).torque
    taut = lieref.elastic.AntagonisticJoints(chain_of_two(), 50.0, 400.0, 0.1).stiffness_range
    return {
        "AntagonisticJoints.stiffness_range": (taut, {"tau": np.ones(2)}),
        "PathCoefficients.along": (torque.along, {"s": np.array([0.5, 0.2, 0.1])}),
        "PathCoefficients.of_squared_speed": (torque.of_squared_speed, {"k": 1}),
        "Model.with_gravity": (model.with_gravity, gravity),
        "Model.with_payload": (model.with_payload, {"frame": model.names[1], **body}),
        "Model.with_inertia": (model.with_inertia, {"body": model.names[1], **body}),
        "Model.with_joint_physics": (model.with_joint_physics, _physics(model)),
        "LoopModel.with_joint_physics": (loop.with_joint_physics, _physics(loop.tree)),
        "Model.with_base": (chain().with_base, {"base": "free", **body}),
        "Model.attach": (
            model.attach,
            {"other": chain(), "frame": model.names[1], "placement": np.eye(4), "prefix": "other "},
        ),
        "LoopModel.attach": (
            loop.attach,
            {"other": loop, "frame": loop.names[0], "placement": np.eye(4), "prefix": "other "},
        ),
        "Model.reduced": (model.reduced, {"locked": [model.joint_names[1]]}),
        "LoopModel.reduced": (five.reduced, {"locked": {five.joint_names[0]: five.assembly[0]}}),
        "LoopModel.with_gravity": (loop.with_gravity, gravity),
        "LoopModel.with_payload": (loop.with_payload, {"frame": loop.names[0], **body}),
        "LoopModel.with_inertia": (loop.with_inertia, {"body": loop.names[0], **body}),
        "LoopModel.with_loops": (loop.with_loops, {"active": ["closing"], "assembly": closed}),
        "Model.integrate": (model.integrate, ready),
        "Model.difference": (model.difference, pair),
        "Model.normalize": (model.normalize, {"q": own["q"]}),
        "Model.random_configuration": (model.random_configuration, rng),
        "LoopModel.integrate": (loop.integrate, {"q": closed, "dv": rate}),
        "LoopModel.difference": (loop.difference, {"q0": closed, "q1": closed}),
        "LoopModel.random_configuration": (loop.random_configuration, rng),
        "InertiaFactor.solve": (factor.solve, {"b": own["b"]}),
        "InertiaFactor.solve#1": (factor.solve, {"b": rows}),
        "InertiaFactor.multiply": (factor.multiply, {"b": own["b"]}),
        "Propellers.wrench": (blades.wrench, {"speeds": np.ones((2, 6))}),
        "Propellers.speeds": (blades.speeds, {"wrench": blades.wrench(np.ones((2, 6)))}),
    }


def _of_library_models() -> dict[str, tuple[Callable[..., Any], Values]]:
    """The maps of every block: each is a joint of the library that has as many coordinates here."""
    q, model = model_values()["q"], tree()
    both = with_maps(model)
    theirs = both.from_lieref_q(q)
    vectors = {name: np.full(model.nv, 0.3) for name in ("v", "a", "tau")}
    found: dict[str, tuple[Callable[..., Any], Values]] = {}
    for way, there in (("to", theirs), ("from", q)):
        for kind, names in (("q", ""), ("v", "v"), ("a", "va"), ("tau", ("tau",))):
            method = f"{way}_lieref_{kind}"
            given = {"q": there} | {name: vectors[name] for name in names}
            found[f"LibraryModel.{method}"] = (getattr(both, method), given)
    found["LibraryModel.velocity_map"] = (both.velocity_map, {"q": theirs})
    return found


def _of_builders() -> dict[str, tuple[Callable[..., Any], Values]]:
    """A builder refuses a second body of one name: each call has its own."""

    def add_body(**arguments: Any) -> None:
        lieref.ModelBuilder().add_body(**arguments)

    def pair() -> lieref.ModelBuilder:
        builder = lieref.ModelBuilder()
        for name, parent in (("a", None), ("b", "a")):
            builder.add_body(
                name,
                parent,
                lieref.Revolute((0.0, 0.0, 1.0)),
                mass=1.0,
                com=(0.1, 0.0, 0.0),
                inertia=np.eye(3),
                placement=np.eye(4),
                joint_name=name,
            )
        return builder

    def add_frame(**arguments: Any) -> None:
        lieref.ModelBuilder().add_frame(**arguments)

    return {
        "ModelBuilder.add_frame": (add_frame, {"name": "tool", "placement": np.eye(4)}),
        "ModelBuilder.add_body": (
            add_body,
            {
                "name": "a",
                "parent": None,
                "joint": lieref.Revolute((0.0, 0.0, 1.0)),
                "placement": np.eye(4),
                "mass": 1.0,
                "com": np.array([0.1, 0.0, 0.0]),
                "inertia": np.eye(3),
                "limits": (-1.0, 1.0),
            },
        ),
        "ModelBuilder.add_loop": (
            lambda **arguments: pair().add_loop(**arguments),
            {
                "name": "l",
                "predecessor": None,
                "successor": "b",
                "joint": lieref.Revolute((0.0, 0.0, 1.0)),
                "predecessor_frame": np.eye(4),
                "successor_frame": np.eye(4),
            },
        ),
        "ModelBuilder.add_mimic": (
            lambda **arguments: pair().add_mimic(**arguments),
            {"joint": "b", "source": "a", "multiplier": 2.0, "offset": 0.1},
        ),
        "ModelBuilder.couple": (
            lambda **arguments: pair().couple(**arguments),
            {
                "driven": ["b"],
                "sources": ["a"],
                "ratios": np.array([[2.0]]),
                "offsets": np.array([0.1]),
            },
        ),
        "ModelBuilder.constrain": (
            lambda **arguments: pair().constrain(function=lambda y, m: [y[0]], **arguments),
            {
                "joints": ["b", "a"],
                "name": "equal",
                "size": 1,
                "unit": 0.5,
            },
        ),
        "ModelBuilder.build": (
            lambda **arguments: pair().build(**arguments),
            {"independent": None, "assembly": None},
        ),
    }


def _of_groups() -> dict[str, tuple[Callable[..., Any], Values]]:
    group = lieref.integrate.Group(["R", "SO3", "SE3"])
    q = np.zeros(group.nq)
    q[4] = q[11] = 1.0
    v, stages = np.full(group.nv, 0.1), np.full((2, 2 * group.nv), 0.1)
    at = {"q": q, "low": 0 * q, "X": v, "chart": 0}
    step = {"weights": np.full(2, 0.5), "stages": stages, "h": 0.1, "chart": 0}
    end = {"q": q, "q_low": 0 * q, "v": v, "v_low": 0 * v}
    solution = lieref.simulate.simulate(chain_of_two(), np.zeros(2), np.zeros(2), [0.0, 0.1, 0.2])
    return {
        "Group.advance": (group.advance, at),
        "Group.rate": (group.rate, {"X": v, "V": v, "chart": 0}),
        "Group.stage": (group.stage, {"q": q, "low": 0 * q, "v": v, "i": 1, **step}),
        "Group.accept": (group.accept, {"values": v, "stages": stages, "i": 1}),
        "Group.finish": (group.finish, {**end, **step}),
        "Group.velocity": (group.velocity, {"X": v, "Xdot": v}),
        "Group.dexp_t": (group.dexp_t, {"X": v, "W": v}),
        "Group.dexp_inv_t": (group.dexp_inv_t, {"X": v, "W": v}),
        "Group.difference": (group.difference, {"q0": q, "q1": q}),
        "Solution.at": (solution.at, {"times": np.array([0.05, 0.1])}),
    }


def _of_motions() -> dict[str, tuple[Callable[..., Any], Values]]:
    times = np.array([0.1, 0.2])
    spline = trajectories.BSpline([0, 0, 0, 1, 2, 2, 2], [1, 2, 3, 4], 2)
    functions: dict[str, Any] = {
        "BSpline": spline,
        "Constant": trajectories.Constant(0.5),
        "Cosine": trajectories.Cosine(0.3, 2.0),
        "Function": trajectories.Sine(0.3, 2.0) * 2.0,
        "HalfCosine": trajectories.HalfCosine(0.1, 0.2, 2.0),
        "Polynomial": trajectories.Polynomial([1.0, 2.0, 3.0]),
        "Sine": trajectories.Sine(0.3, 2.0),
    }
    wave = functions["Sine"]
    motions: dict[str, Any] = {
        "Exponential": trajectories.Exponential([0.1, wave, 0.3, 0.4, wave, 0.6]),
        "Fixed": trajectories.Fixed(np.eye(4)),
        "Motion": trajectories.euler_angles("zyx", wave, 0.2, 0.3),
        "Rotation": trajectories.Rotation([0.0, 0.0, 1.0], wave),
        "RotationVector": trajectories.RotationVector([0.1, wave, 0.3]),
        "Translation": trajectories.Translation(0.1, wave, 0.3),
    }
    state = trajectories.Trajectory(
        chain_of_two(), dict.fromkeys(chain_of_two().joint_names, wave)
    ).state
    found: dict[str, tuple[Callable[..., Any], Values]] = {
        "Trajectory.state": (state, {"t": times, "r": 1, "base": "body"}),
        "BSpline.clamped": (
            trajectories.BSpline.clamped,
            {"coefficients": [1, 2, 3, 4], "degree": 2, "start": 0, "end": 1},
        ),
    }
    for name, function in functions.items():
        found[f"{name}.derivatives"] = (function.derivatives, {"t": times, "r": 1})
    for name, motion in motions.items():
        found[f"{name}.poses"] = (motion.poses, {"t": times, "r": 1})
        found[f"{name}.twists"] = (motion.twists, {"t": times, "r": 1, "representation": "body"})
    return found


def _prepared() -> dict[str, tuple[Callable[..., Any], Values]]:
    found: dict[str, tuple[Callable[..., Any], Values]] = {}
    for number, model in enumerate((tree(), chain())):
        q, nv = model.random_configuration(np.random.default_rng(7)), model.nv
        loads = {"wrenches": np.ones((2, model.nbodies, 6)), "tau_ext": np.ones((2, nv))}
        found[f"prepared inverse dynamics#{number}"] = (
            lieref.prepare_inverse_dynamics(model, 1),
            {"q": q, "v": np.ones((3, nv)), "out": np.zeros((2, nv)), **loads},
        )
        found[f"prepared forward dynamics#{number}"] = (
            lieref.prepare_forward_dynamics(model, 1),
            {"q": q, "v": np.ones(nv), "tau": np.ones((2, nv)), "out": np.zeros((2, nv)), **loads},
        )
        v = np.ones((3, nv))
        found[f"prepared partials of inverse dynamics#{number}"] = (
            lieref.prepare_inverse_dynamics_order_partials(model, 1),
            {"q": q, "v": v, "out": lieref.inverse_dynamics_order_partials(model, q, v)},
        )
        tau = np.ones((2, nv))
        found[f"prepared partials of forward dynamics#{number}"] = (
            lieref.prepare_forward_dynamics_order_partials(model, 1),
            {
                "q": q,
                "v": v[0],
                "tau": tau,
                "out": lieref.forward_dynamics_order_partials(model, q, v[0], tau),
            },
        )
    return found
