"""pytorch_kinematics in float64: poses and Jacobians of the links of a URDF."""

import lieref_client  # first: from here on what is printed does not spoil the protocol
import numpy as np
import pytorch_kinematics as pk
import torch
from peer_files import places, turning_and_sliding


def subject(hello):
    names = turning_and_sliding(hello)
    chain = pk.build_chain_from_urdf(hello["urdf"].encode())
    points = {body["name"]: np.array(body["point"]) for body in hello["model"]["bodies"]}

    def answer(quantity, q, frame=None, **_):
        if frame not in points:
            return None
        part = pk.SerialChain(chain, frame).to(dtype=torch.float64)
        at = places(part.get_joint_parameter_names(), names)
        angles = torch.tensor(np.array(q)[at], dtype=torch.float64)
        # a link of a URDF stands on its joint
        point = points[frame]
        if quantity == "forward_kinematics":
            pose = part.forward_kinematics(angles).get_matrix()[0].numpy()
            pose[:3, 3] -= pose[:3, :3] @ point
            return pose
        if quantity == "jacobian":
            found = part.jacobian(angles)[0].numpy()
            R = part.forward_kinematics(angles).get_matrix()[0, :3, :3].numpy()
            J = np.zeros((6, len(names)))
            # its linear part is first, of the link's origin
            J[:3, at] = found[3:]
            J[3:, at] = found[:3] - np.cross(found[3:].T, R @ point).T
            return J
        return None

    return answer


lieref_client.serve(subject, name="pytorch_kinematics", representation="hybrid")
