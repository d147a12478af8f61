"""pytinydiffsim: its URDF reader, mass_matrix and forward_dynamics (articulated bodies)."""

import lieref_client  # first: from here on what is printed does not spoil the protocol
import numpy as np
import pytinydiffsim
from peer_files import places, turning_and_sliding, urdf_file


def subject(hello):
    names = turning_and_sliding(hello)
    structures = pytinydiffsim.TinyUrdfParser().load_urdf(urdf_file(hello), True)
    world, robot = pytinydiffsim.TinyWorld(), pytinydiffsim.TinyMultiBody(False)
    pytinydiffsim.UrdfToMultiBody2().convert2(structures, world, robot)
    robot.initialize()
    moving = [link for link in robot.links if link.qd_index >= 0]
    ordered = sorted(moving, key=lambda link: link.qd_index)
    at = places(names, [link.joint_name for link in ordered])
    gravity = pytinydiffsim.Vector3(*hello["model"]["gravity"])

    def put(vector, x):
        for place, number in zip(at, x, strict=True):
            vector[place] = number

    def answer(quantity, q, v=None, a=None, tau=None):
        if quantity == "joint_space_inertia":
            given = pytinydiffsim.VectorX(len(at))
            put(given, q)
            M = pytinydiffsim.Matrix(len(at), len(at))
            pytinydiffsim.mass_matrix(robot, given, M)
            rows = range(len(at))
            return np.array([[M[i, j] for j in rows] for i in rows])[np.ix_(at, at)]
        if quantity == "forward_dynamics":
            put(robot.q, q)
            put(robot.qd, v)
            put(robot.tau, tau)
            pytinydiffsim.forward_dynamics(robot, gravity)
            return np.array([robot.qdd[i] for i in range(len(at))])[at]
        return None

    return answer


lieref_client.serve(subject, name="pytinydiffsim")
