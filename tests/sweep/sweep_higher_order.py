"""Arguments of the functions that use dynamics and kinematics of higher order."""

from __future__ import annotations

from typing import Any

import numpy as np

import lieref


def elastic_values() -> dict[str, Any]:
    """Of two links: one spring damped, or two motors to each joint."""
    model, elastic = lieref.catalogue.serial_chain(2), lieref.elastic
    joints = elastic.ElasticJoints(model, [200.0, 300.0], 0.1, [0.0, 1.0], [0.0, 50.0])
    both = elastic.AntagonisticJoints(model, 50.0, 400.0, 0.1)
    rows = np.full((4, 2), 0.3)
    state = {
        "joints": joints,
        "q": rows[0],
        "v": rows[1],
        "theta": rows[2],
        "theta_velocity": rows[3],
        "motor_torque": rows[:2],
        "w": rows[0],
        "wrenches": np.full((2, 2, 6), 0.1),
        "deflection": rows[0] / 10,
    }
    along = {"times": np.array([0.0, 0.1, 0.2]), "q": rows[:3], "v": np.stack([rows] * 3)}
    pair = state | {"joints": both, "stiffness": np.array([[900.0, 900.0], *rows[:2]])}
    two = np.full((2, 2), 0.3)
    motors = {"theta": two, "theta_velocity": two, "motor_torque": np.stack([two, two])}
    one = np.array([0.3, 0.2])
    built = {
        "model": model,
        "stiffness": 100 * one,
        **dict.fromkeys(("motor_inertia", "damping", "hardening", "motor_damping"), one),
        "gear_ratio": one,
        "rotor_axes": np.eye(3)[:2],
        "rotor_bodies": None,
    }
    table = {
        "ElasticJoints": built,
        "AntagonisticJoints": built,
        "inverse_dynamics": state | {"v": rows, "wrenches": np.full((3, 2, 6), 0.1)},
        "forward_dynamics": state,
        "feedforward": state | along,
        "feedback_linearization": state
        | {"joints": elastic.ElasticJoints(model, 200.0, 0.1, 0.0, 50.0)},
        "linearizing_state": state | {"joints": elastic.ElasticJoints(model, 200.0, 0.1, 1.0)},
        "antagonistic_inverse_dynamics": pair | {"v": rows},
        "antagonistic_forward_dynamics": pair | motors,
    }
    return {f"elastic.{name}": values for name, values in table.items()}


def path_values() -> dict[str, Any]:
    """Of two links."""
    rows = np.full((3, 2), 0.3)
    path = {"model": lieref.catalogue.serial_chain(2), "q": rows[0], "u": rows}
    return {"path_dynamics": path}


def momentum_values() -> dict[str, Any]:
    """Of two links: their momenta, and the screws that they are built from."""
    screws = np.array([[0.0, 0.0, 1.0, 0.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0, -0.5, 0.0]])
    built = {
        "screws": screws,
        "parents": [-1, 0],
        "masses": np.ones(2),
        "coms": np.array([[0.25, 0.0, 0.1], [0.75, 0.0, 0.2]]),
        "inertias": np.stack([0.02 * np.eye(3)] * 2),
        "poses": np.stack([np.eye(4)] * 2),
        "names": None,
    }
    rows = np.full((2, 2), 0.3)
    state = {"model": lieref.catalogue.serial_chain(2), "q": rows[0], "v": rows[0]}
    state |= {"momenta": np.full((2, 6), 0.1), "tau": rows[0], "wrenches": np.full((2, 6), 0.1)}
    return {"from_home_screws": built, "phase_space_rates": state, "body_momenta": state}


def inverse_kinematics_values() -> dict[str, Any]:
    """Of a redundant chain, and of a mechanism that can turn."""
    chain = {
        "model": lieref.catalogue.serial_chain(40),
        "q": np.linspace(0, 1, 40),
        "body": 39,
        "twists": np.ones((2, 6)),
        "task_weights": np.ones(6),
        "joint_weights": np.ones(40),
        "secondary": np.ones((2, 40)),
    }
    mechanism = {
        "twists": np.ones((2, 6)),
        "task_weights": np.array([0.0, 1.0, 0.0, 0.0, 0.0, 0.0]),
        "joint_weights": np.ones(1),
        "secondary": np.ones((2, 1)),
        "point": None,
    }
    poses = {
        "frames": (2, "body5"),
        "poses": np.tile(np.eye(4), (2, 1, 1)),
        "weights": np.ones(6),
        "center_of_mass": np.zeros(3),
        "steps": 2,
    }
    return {
        "solve_pose": poses,
        "inverse_kinematics_derivatives": [chain | {"damping": x} for x in (0.0, 0.5)],
        "loops.inverse_kinematics_derivatives": mechanism,
    }
