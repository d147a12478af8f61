"""iDynTree: free bases in its mixed representation, which is hybrid here."""

import lieref_client  # first: from here on what is printed does not spoil the protocol
import idyntree.bindings as idyn
import numpy as np
from peer_files import base_pose, floating_urdf, one_degree


def subject(hello):
    names = one_degree(hello)
    free = hello["model"]["bodies"][0]["kind"] == "free"
    loader = idyn.ModelLoader()
    loader.loadReducedModelFromString(floating_urdf(hello), names)
    robot = idyn.KinDynComputations()
    robot.loadRobotModel(loader.model())
    robot.setFrameVelocityRepresentation(idyn.MIXED_REPRESENTATION)
    n, gravity = len(names), np.array(hello["model"]["gravity"])
    rows = np.r_[3:6, 0:3, 6 : n + 6] if free else np.arange(6, n + 6)

    def whole(x):
        found = np.zeros(n + 6)
        found[rows] = x
        return found

    def answer(quantity, q, v=None, a=None, tau=None):
        pose, s = np.eye(4), np.array(q)
        if free:
            (pose[:3, :3], pose[:3, 3]), s = base_pose(hello, q), s[7:]
        rate = whole(np.zeros(len(rows)) if v is None else v)
        robot.setRobotState(pose, s, rate[:6], rate[6:], gravity)
        if quantity == "joint_space_inertia":
            M = idyn.MatrixDynSize()
            robot.getFreeFloatingMassMatrix(M)
            return M.toNumPy()[np.ix_(rows, rows)]
        if quantity == "inverse_dynamics":
            moving, force = whole(a), idyn.FreeFloatingGeneralizedTorques(loader.model())
            wrenches = idyn.LinkWrenches(loader.model())
            wrenches.zero()
            base = idyn.Vector6.FromPython(moving[:6].tolist())
            joints = idyn.VectorDynSize.FromPython(moving[6:].tolist())
            robot.inverseDynamics(base, joints, wrenches, force)
            found = [*force.baseWrench().toNumPy(), *force.jointTorques().toNumPy()]
            return np.array(found)[rows]
        return None

    return answer


lieref_client.serve(subject, name="iDynTree", base="hybrid")
