"""adam-robotics, NumPy: free bases in its mixed representation, which is hybrid here."""

import lieref_client  # first: from here on what is printed does not spoil the protocol
import numpy as np
from adam import Representations
from adam.numpy import KinDynComputations
from peer_files import base_pose, floating_urdf, one_degree


def subject(hello):
    names = one_degree(hello)
    free = hello["model"]["bodies"][0]["kind"] == "free"
    gravity = np.array([*hello["model"]["gravity"], 0, 0, 0])
    robot = KinDynComputations(floating_urdf(hello), names, gravity=gravity)
    robot.set_frame_velocity_representation(Representations.MIXED_REPRESENTATION)
    # linear parts of the base first; of a fixed base the joints' rows alone
    n = len(names)
    rows = np.r_[3:6, 0:3, 6 : n + 6] if free else np.arange(6, n + 6)

    def whole(x):
        found = np.zeros(n + 6)
        found[rows] = x
        return found

    def answer(quantity, q, v=None, a=None, tau=None):
        pose, s = np.eye(4), np.array(q)
        if free:
            (pose[:3, :3], pose[:3, 3]), s = base_pose(hello, q), s[7:]
        M = robot.mass_matrix(pose, s)
        if quantity == "joint_space_inertia":
            return M[np.ix_(rows, rows)]
        if quantity == "inverse_dynamics":
            rate = whole(v)
            force = M @ whole(a) + robot.bias_force(pose, s, rate[:6], rate[6:])
            return force[rows]
        if quantity == "forward_dynamics" and free:
            rate, force = whole(v), whole(tau)
            # forces on the base as a wrench on its link
            base = {robot.rbdalgos.root_link: force[:6]} if np.any(force[:6]) else None
            return robot.aba(pose, s, rate[:6], rate[6:], force[6:], base)[rows]
        return None

    return answer


lieref_client.serve(subject, name="adam-robotics", base="hybrid")
