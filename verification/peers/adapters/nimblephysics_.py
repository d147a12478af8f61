"""nimblephysics: M a + C + g of a URDF, and computeForwardDynamics."""

import lieref_client  # first: from here on what is printed does not spoil the protocol
import nimblephysics
import numpy as np
from peer_files import places, turning_and_sliding, urdf_file


def subject(hello):
    names = turning_and_sliding(hello)
    world = nimblephysics.simulation.World()
    world.setGravity(hello["model"]["gravity"])
    robot = world.loadSkeleton(urdf_file(hello))
    degrees = range(robot.getNumDofs())
    at = places(names, [robot.getDofByIndex(i).getName() for i in degrees])

    def given(x):
        ordered = np.zeros(len(at))
        ordered[at] = x
        return ordered

    def answer(quantity, q, v=None, a=None, tau=None):
        robot.setPositions(given(q))
        robot.setVelocities(given(np.zeros(len(at)) if v is None else v))
        M = np.array(robot.getMassMatrix())
        if quantity == "joint_space_inertia":
            return M[np.ix_(at, at)]
        if quantity == "inverse_dynamics":
            return (M @ given(a) + robot.getCoriolisAndGravityForces())[at]
        if quantity == "forward_dynamics":
            robot.setControlForces(given(tau))
            robot.computeForwardDynamics()
            return np.array(robot.getAccelerations())[at]
        return None

    return answer


lieref_client.serve(subject, name="nimblephysics")
