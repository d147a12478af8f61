"""roboticstoolbox-python: its URDF reader, rne, inertia and accel."""

import lieref_client  # first: from here on what is printed does not spoil the protocol
import numpy as np
import roboticstoolbox
from peer_files import places, turning_and_sliding, urdf_file


def subject(hello):
    turning_and_sliding(hello)
    robot = roboticstoolbox.Robot.URDF(urdf_file(hello))
    # its joints are known by their links
    links = [link.name for link in sorted(robot.links, key=lambda x: x.jindex or 0) if link.isjoint]
    at = places([body["name"] for body in hello["model"]["bodies"]], links)
    gravity = np.array(hello["model"]["gravity"])

    def given(x):
        found = np.zeros(len(at))
        found[at] = x
        return found

    def answer(quantity, q, v=None, a=None, tau=None):
        if quantity == "inverse_dynamics":
            return robot.rne(given(q), given(v), given(a), gravity=gravity)[at]
        if quantity == "joint_space_inertia":
            return robot.inertia(given(q))[np.ix_(at, at)]
        if quantity == "forward_dynamics":
            return robot.accel(given(q), given(v), given(tau), gravity=gravity)[at]
        return None

    return answer


lieref_client.serve(subject, name="roboticstoolbox-python")
