"""dartpy: DartLoader, computeInverseDynamics and computeForwardDynamics."""

import lieref_client  # first: from here on what is printed does not spoil the protocol
import dartpy
import numpy as np
from peer_files import places, turning_and_sliding, urdf_file


def subject(hello):
    names = turning_and_sliding(hello)
    robot = dartpy.utils.DartLoader().parseSkeleton(urdf_file(hello))
    robot.setGravity(hello["model"]["gravity"])
    at = places(names, [robot.getDof(i).getName() for i in range(robot.getNumDofs())])

    def given(x):
        ordered = np.zeros(len(at))
        ordered[at] = x
        return ordered

    def answer(quantity, q, v=None, a=None, tau=None):
        robot.setPositions(given(q))
        robot.setVelocities(given(np.zeros(len(at)) if v is None else v))
        if quantity == "joint_space_inertia":
            return np.array(robot.getMassMatrix())[np.ix_(at, at)]
        if quantity == "inverse_dynamics":
            robot.setAccelerations(given(a))
            robot.computeInverseDynamics()
            return np.array(robot.getForces())[at]
        if quantity == "forward_dynamics":
            robot.setForces(given(tau))
            robot.computeForwardDynamics()
            return np.array(robot.getAccelerations())[at]
        return None

    return answer


lieref_client.serve(subject, name="dartpy")
