"""Converters between conventions: numbers of Drake."""

import numpy as np
import pytest
from support.trees.convention_robot import DYNAMICS, MASSES, close, robot, state

import lieref
from lieref.check import conventions
from lieref.check.conventions import CONVENTIONS


@pytest.fixture(scope="module")
def drake():
    """The robot as Drake's plant, which gives a body without a joint its floating one."""
    pytest.importorskip("pydrake", reason="Drake: extra drake")
    from pydrake.multibody import tree
    from pydrake.multibody.plant import MultibodyPlant

    plant, bodies = MultibodyPlant(0.0), []
    for name, (mass, com, moments) in zip(("base", "arm"), MASSES, strict=True):
        inertia = tree.SpatialInertia.MakeFromCentralInertia(
            mass, np.array(com), tree.RotationalInertia(*moments)
        )
        bodies.append(plant.AddRigidBody(name, inertia))
    from pydrake.math import RigidTransform

    lift = tree.FixedOffsetFrame("lift", bodies[0].body_frame(), RigidTransform([0.0, 0.0, 0.5]))
    plant.AddJoint(
        tree.RevoluteJoint("hinge", plant.AddFrame(lift), bodies[1].body_frame(), [0.0, 1.0, 0.0])
    )
    plant.Finalize()
    return plant


def in_drake(plant, q, v):
    """A context at a state."""
    context = plant.CreateDefaultContext()
    plant.SetPositions(context, conventions.configuration_to("drake", q))
    plant.SetVelocities(context, conventions.twist_to("drake", q, v))
    return context


def drake_torques(plant, context, rate):
    """Inverse dynamics, gravity included."""
    from pydrake.multibody.tree import MultibodyForces_

    forces = MultibodyForces_[float if rate.dtype == float else type(rate[0])](plant)
    plant.CalcForceElementsContribution(context, forces)
    return plant.CalcInverseDynamics(context, rate, forces)


def test_drake_motion_and_forces(drake):
    q, v, a = state()
    context, base = in_drake(drake, q, v), drake.GetBodyByName("base")
    pose = drake.EvalBodyPoseInWorld(context, base).GetAsMatrix4()
    close(conventions.configuration_to("idyntree", q), pose)
    speed = drake.EvalBodySpatialVelocityInWorld(context, base).get_coeffs()
    close(conventions.twist_to("drake", q, v)[:6], speed)
    rate = conventions.acceleration_to("drake", q, v, a)
    bodies = drake.CalcSpatialAccelerationsFromVdot(context, rate)
    close(rate[:6], bodies[base.index()].get_coeffs())
    tau = lieref.inverse_dynamics(robot(), q, [v, a])[0]
    force = drake_torques(drake, context, rate)
    close(conventions.wrench_to("drake", q, tau), force, DYNAMICS)
    assert tuple(drake.gravity_field().gravity_vector()) == CONVENTIONS["drake"].gravity


def test_drake_perturbations(drake):
    q, xi, _ = state()
    # along a velocity the configuration moves by qdot, which is Drake's own map
    context = in_drake(drake, q, xi)
    speed = conventions.twist_to("drake", q, xi)
    close(conventions.perturbation_to("drake", q, xi), drake.MapVelocityToQDot(context, speed))


def test_drake_partials(drake):
    from pydrake.autodiffutils import ExtractGradient, InitializeAutoDiff

    q, v, a = state()
    given = [
        conventions.configuration_to("drake", q),
        conventions.twist_to("drake", q, v),
        conventions.acceleration_to("drake", q, v, a),
    ]
    moved = InitializeAutoDiff(np.concatenate(given), gradient=np.eye(22)).ravel()
    plant = drake.ToAutoDiffXd()
    context = plant.CreateDefaultContext()
    plant.SetPositions(context, moved[:8])
    plant.SetVelocities(context, moved[8:15])
    found = ExtractGradient(drake_torques(plant, context, moved[15:]))
    reference = lieref.inverse_dynamics_partials(robot(), q, *given[1:], base="hybrid")
    bys = zip(np.split(found, (8, 15), axis=1), ("q", "v", "v"), reference, strict=True)
    for matrix, by, partial in bys:
        close(conventions.partial_to("drake", q, partial, by), matrix, DYNAMICS)
        close(conventions.partial_from("drake", q, matrix, by), partial, DYNAMICS)
