"""Drake's inverse and forward dynamics and its inertia, and states of its plants."""

import numpy as np
from pydrake.multibody import tree
from support.programs.library_agreement import Library


def library_of(plant):
    context = plant.CreateDefaultContext()
    forces = tree.MultibodyForces(plant)

    def put(q, v):
        plant.SetPositions(context, q)
        plant.SetVelocities(context, v)

    def inverse(q, v, a):
        put(q, v)
        forces.SetZero()
        plant.CalcForceElementsContribution(context, forces)
        return plant.CalcInverseDynamics(context, a, forces)

    def inertia_matrix(q):
        put(q, np.zeros(plant.num_velocities()))
        return plant.CalcMassMatrix(context)

    def forward(q, v, tau):
        if plant.num_constraints():
            # couplers of mimic joints, which a plant of continuous time has and does not obey
            bias = inverse(q, v, np.zeros_like(v))
            return np.linalg.solve(inertia_matrix(q), tau - bias)
        put(q, v)
        plant.get_applied_generalized_force_input_port().FixValue(context, tau)
        return plant.get_generalized_acceleration_output_port().Eval(context)

    return Library(inverse, inertia_matrix, forward)


def state(plant, seed):
    rng = np.random.default_rng(seed)
    q = rng.uniform(-1, 1, plant.num_positions())
    for j in plant.GetJointIndices():
        joint = plant.get_joint(j)
        if joint.type_name() == "quaternion_floating":
            here = slice(joint.position_start(), joint.position_start() + 4)
            q[here] /= np.linalg.norm(q[here])
    return q, *rng.standard_normal((2, plant.num_velocities()))
