"""pybullet: calculateInverseDynamics and calculateMassMatrix, inertia as in the URDF."""

import lieref_client  # first: from here on what is printed does not spoil the protocol
import numpy as np
import pybullet
from peer_files import places, turning_and_sliding, urdf_file


def subject(hello):
    names = turning_and_sliding(hello)
    pybullet.connect(pybullet.DIRECT)
    pybullet.setGravity(*hello["model"]["gravity"])
    body = pybullet.loadURDF(
        urdf_file(hello), useFixedBase=True, flags=pybullet.URDF_USE_INERTIA_FROM_FILE
    )
    infos = [pybullet.getJointInfo(body, i) for i in range(pybullet.getNumJoints(body))]
    moving = [info for info in infos if info[2] != pybullet.JOINT_FIXED]
    at = places(names, [info[1].decode() for info in moving])

    def given(x):
        found = np.zeros(len(at))
        found[at] = x
        return found.tolist()

    def answer(quantity, q, v=None, a=None, tau=None):
        if quantity == "inverse_dynamics":
            found = pybullet.calculateInverseDynamics(body, given(q), given(v), given(a))
            return np.array(found)[at]
        if quantity == "joint_space_inertia":
            return np.array(pybullet.calculateMassMatrix(body, given(q)))[np.ix_(at, at)]
        return None

    return answer


lieref_client.serve(subject, name="pybullet")
