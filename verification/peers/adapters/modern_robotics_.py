"""modern_robotics: serial chains by their screws; frames in the centers of mass."""

import lieref_client  # first: from here on what is printed does not spoil the protocol
import modern_robotics
import numpy as np
from peer_files import Refused


def subject(hello):
    model = hello["model"]
    bodies, n = model["bodies"], model["nv"]
    if [body["parent"] for body in bodies] != list(range(-1, n - 1)):
        raise Refused("expected a serial chain")
    if any(body["kind"] not in ("revolute", "prismatic", "helical") for body in bodies):
        raise Refused("expected revolute, prismatic and helical joints")
    home, before = np.eye(4), np.eye(4)
    Mlist, Glist, Slist = [], [], np.zeros((6, n))
    for i, body in enumerate(bodies):
        home = home @ np.array(body["placement"])
        axis, point = np.array(body["axis"]), np.array(body["point"])
        if body["kind"] == "prismatic":
            screw = np.r_[0, 0, 0, axis]
        else:
            screw = np.r_[axis, np.cross(point, axis) + body.get("pitch", 0.0) * axis]
        Slist[:, i] = modern_robotics.Adjoint(home) @ screw
        shift = np.eye(4)
        shift[:3, 3] = body["com"]
        center = home @ shift
        Mlist.append(modern_robotics.TransInv(before) @ center)
        G = np.zeros((6, 6))
        G[:3, :3], G[3:, 3:] = body["inertia"], body["mass"] * np.eye(3)
        Glist.append(G)
        before = center
    Mlist, Glist = np.array([*Mlist, np.eye(4)]), np.array(Glist)
    g, tip = np.array(model["gravity"]), np.zeros(6)

    def answer(quantity, q, v=None, a=None, tau=None):
        if quantity == "inverse_dynamics":
            return modern_robotics.InverseDynamics(*map(np.array, (q, v, a)), g, tip, *robot)
        if quantity == "joint_space_inertia":
            return modern_robotics.MassMatrix(np.array(q), *robot)
        if quantity == "forward_dynamics":
            return modern_robotics.ForwardDynamics(*map(np.array, (q, v, tau)), g, tip, *robot)
        return None

    robot = (Mlist, Glist, Slist)
    return answer


lieref_client.serve(subject, name="modern_robotics")
