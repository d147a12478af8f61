"""Damping, rotors and springs of Drake's joints; forces that lieref does not have."""

from __future__ import annotations

from typing import Any

import numpy as np

from lieref.model.interop.assembling import Assembling

SPRINGS = ("RevoluteSpring", "PrismaticSpring")


def add_physics(tree: Any, plant: Any, joint: Any, robot: Assembling, bodies: list[int]) -> None:
    """Read what acts in a joint, coordinate by coordinate."""
    n = joint.num_velocities()
    numbers = {"damping": np.array(joint.default_damping_vector(), float), "armature": np.zeros(n)}
    # of joints of one degree
    for index in plant.GetJointActuatorIndices():
        actuator = plant.get_joint_actuator(index)
        if actuator.joint().index() == joint.index():
            numbers["armature"] = numbers["armature"] + actuator.default_reflected_inertia()
    for element in _elements(tree, plant):
        if type(element).__name__ in SPRINGS and element.joint().index() == joint.index():
            turns = type(element).__name__ == "RevoluteSpring"
            stiffness = element.default_stiffness() if turns else element.stiffness()
            rest = element.default_nominal_angle() if turns else element.nominal_position()
            numbers |= {"stiffness": np.array([stiffness]), "rest": np.array([rest])}
    drive = _drive_limits(plant, joint)
    if len(bodies) == 1:
        robot.joint_physics(bodies[0], **numbers)
        if n == 1:
            robot.drive_limits(bodies[0], **drive)
        return
    for k, body in enumerate(bodies):
        robot.joint_physics(body, **{key: x[k : k + 1] for key, x in numbers.items()})
        robot.drive_limits(body, **{key: x[k : k + 1] for key, x in drive.items()})


def _drive_limits(plant: Any, joint: Any) -> dict[str, Any]:
    """What the actuators of a joint can do together, and its velocity limits."""
    ends = np.abs([joint.velocity_lower_limits(), joint.velocity_upper_limits()])
    found = {"velocity_limit": ends.max(axis=0)}
    actuators = map(plant.get_joint_actuator, plant.GetJointActuatorIndices())
    forces = [x.effort_limit() for x in actuators if x.joint().index() == joint.index()]
    if forces:
        found["force_limit"] = np.full(joint.num_velocities(), sum(forces))
    return found


def _elements(tree: Any, plant: Any) -> list[Any]:
    """Force elements other than gravity."""
    indices = map(tree.ForceElementIndex, range(plant.num_force_elements()))
    found = [plant.get_force_element(i) for i in indices]
    return [x for x in found if type(x).__name__ != "UniformGravityFieldElement"]


def refuse_other_forces(tree: Any, plant: Any, robot: Assembling) -> None:
    """Refuse what acts on bodies and lieref does not have."""
    for element in _elements(tree, plant):
        word = type(element).__name__
        if word not in SPRINGS:
            robot.refuse(f"force element {int(element.index())}", f"a {word}")
    # a plant of continuous time has them and does not obey them
    if plant.num_constraints() and plant.time_step() > 0.0:
        robot.refuse("plant", f"{plant.num_constraints()} constraints, which Drake does not show")
    for k in range(plant.num_model_instances()):
        instance = tree.ModelInstanceIndex(k)
        if not plant.is_gravity_enabled(instance) and plant.GetBodyIndices(instance):
            name = plant.GetModelInstanceName(instance)
            robot.refuse(f"model instance {name!r}", "gravity disabled")
