"""Names that Pinocchio, MuJoCo, Drake and textbooks have for what lieref computes."""

from __future__ import annotations

# Ours by theirs, words apart; docs/api/cheat-sheet.md has them side by side.
_NAMES = {
    "inverse_dynamics": "rnea id inverseDynamics mj_inverse mj_rne CalcInverseDynamics",
    "forward_dynamics": "aba fd forwardDynamics mj_forward mj_fwdAcceleration "
    "constraintDynamics CalcTimeDerivatives",
    "joint_space_inertia": "crba mass_matrix massMatrix mj_crb mj_fullM CalcMassMatrix "
    "CalcMassMatrixViaInverseDynamics",
    "inertia_factor": "computeMinverse mj_solveM mj_factorM cholesky",
    "sparse_joint_space_inertia": "qM",
    "coriolis_matrix": "computeCoriolisMatrix coriolis",
    "bias_forces": "nonLinearEffects bias qfrc_bias CalcBiasTerm",
    "gravity_forces": "computeGeneralizedGravity gravity_compensation gravity "
    "CalcGravityGeneralizedForces",
    "external_forces": "computeStaticTorque mj_applyFT CalcGeneralizedForces",
    "inverse_dynamics_partials": "computeRNEADerivatives mjd_inverseFD",
    "forward_dynamics_partials": "computeABADerivatives mjd_transitionFD",
    "inverse_dynamics_second_partials": "ComputeRNEASecondOrderDerivatives",
    "forward_kinematics": "forwardKinematics framesForwardKinematics updateFramePlacements fk "
    "mj_kinematics CalcRelativeTransform EvalBodyPoseInWorld",
    "jacobian": "computeJointJacobians computeJointJacobian computeFrameJacobian getFrameJacobian "
    "getJointJacobian mj_jac mj_jacBody mj_jacSite CalcJacobianSpatialVelocity "
    "end_effector_jacobian geometric_jacobian",
    "jacobian_derivatives": "computeJointJacobiansTimeVariation getFrameJacobianTimeVariation "
    "mj_jacDot",
    "center_of_mass": "centerOfMass mj_comPos CalcCenterOfMassPositionInWorld com",
    "center_of_mass_jacobian": "jacobianCenterOfMass mj_jacSubtreeCom "
    "CalcJacobianCenterOfMassTranslationalVelocity",
    "centroidal_momentum": "computeCentroidalMomentum CalcSpatialMomentumInWorldAboutPoint",
    "centroidal_momentum_matrix": "computeCentroidalMap ccrba mj_angmomMat",
    "centroidal_momentum_partials": "computeCentroidalDynamicsDerivatives",
    "energy": "computeKineticEnergy computePotentialEnergy mj_energyPos mj_energyVel "
    "CalcKineticEnergy CalcPotentialEnergy",
    "inverse_dynamics_regressor": "computeJointTorqueRegressor regressor",
    "joint_wrenches": "reaction_wrenches cfrc_int reaction_forces",
    "simulate.simulate": "mj_step Simulator",
    "load_urdf": "buildModelFromUrdf load_robot read_urdf",
    "from_mjcf": "load_mjcf buildModelFromMJCF from_xml_path",
    "from_mujoco": "MjModel",
    "from_drake": "MultibodyPlant",
    "Model.integrate": "mj_integratePos",
    "Model.difference": "difference mj_differentiatePos",
    "Model.attach": "appendModel WeldFrames",
    "Model.neutral": "neutral",
    "Model.random_configuration": "randomConfiguration",
    "ModelBuilder.add_loop": "RigidConstraintModel AddBallConstraint AddWeldConstraint",
    "loops.impact": "impulseDynamics",
    "loops.constraint_forces": "constraint_forces",
    "draw": "plot visualize display view MeshcatVisualizer",
    "SE3": "RigidTransform",
    "SO3": "Rotation RotationMatrix",
}
OURS = {other: ours for ours, others in _NAMES.items() for other in others.split()}


def hint(name: str) -> str:
    """Words that lead from another library's name to ours; empty where there are none."""
    return f"; lieref calls it lieref.{OURS[name]}" if name in OURS else ""
