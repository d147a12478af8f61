"""robot-ik: DynamicsSolver of a serial chain's Denavit-Hartenberg parameters, and its poses."""

import lieref_client  # first: from here on what is printed does not spoil the protocol
import numpy as np
from peer_files import Refused
from robot_ik import DynamicsSolver, LinkInertia, RobotDynamicsModel


def distal_frames(axes):
    """Poses at q = 0 of the base and of the frame at the end of each link, and d of each joint.

    axes: point and direction of each joint's axis. z of a frame is the axis of the next joint, x
    the common normal of both; the last frame is that before it, turned by its joint.
    """
    point, z = axes[0]
    x = np.cross(z, np.eye(3)[np.abs(z).argmin()])
    frames, offsets = [frame(point, x / np.linalg.norm(x), z)], []
    for point, z in axes[1:]:
        before = frames[-1]
        p, k = before[:3, 3], before[:3, 2]
        normal, way = np.cross(k, z), point - p
        size = np.linalg.norm(normal)
        if size > 1e-12:
            x = normal / size
            # feet of the common normal, from k s + x a - z t = way
            d, _, t = np.linalg.solve(np.c_[k, x, -z], way)
            point = point + t * z
        else:
            d, away = 0.0, way - k * (k @ way)
            far = np.linalg.norm(away)
            x, point = (away / far, p + away) if far > 1e-12 else (before[:3, 0], p)
        frames.append(frame(point, x, z))
        offsets.append(d)
    return [*frames, frames[-1]], [*offsets, 0.0]


def frame(point, x, z):
    """The pose with this origin and these axes."""
    pose = np.eye(4)
    pose[:3, :3], pose[:3, 3] = np.c_[x, np.cross(z, x), z], point
    return pose


def subject(hello):
    model = hello["model"]
    bodies, n = model["bodies"], model["nv"]
    if [body["parent"] for body in bodies] != list(range(-1, n - 1)):
        raise Refused("expected a serial chain")
    if any(body["kind"] != "revolute" for body in bodies):
        raise Refused("expected revolute joints")
    homes = [np.eye(4)]
    for body in bodies:
        homes.append(homes[-1] @ np.array(body["placement"]))
    homes = homes[1:]
    axes = [
        (H[:3, :3] @ body["point"] + H[:3, 3], H[:3, :3] @ body["axis"])
        for H, body in zip(homes, bodies, strict=True)
    ]
    frames, d = distal_frames(axes)
    inside = [np.linalg.inv(end) @ home for end, home in zip(frames[1:], homes, strict=True)]
    a, alpha, theta, links = [], [], [], []
    for body, start, end, own in zip(bodies, frames[:-1], frames[1:], inside, strict=True):
        x, z = end[:3, 0], end[:3, 2]
        along = (end[:3, 3] - start[:3, 3]) @ x
        a.append(along)
        alpha.append(np.arctan2(np.cross(start[:3, 2], z) @ x, start[:3, 2] @ z))
        theta.append(np.arctan2(x @ start[:3, 1], x @ start[:3, 0]))
        R = own[:3, :3]
        com = R @ body["com"] + own[:3, 3]
        links.append(LinkInertia(body["mass"], com, R @ body["inertia"] @ R.T))
    base = frames[0]
    gravity = base[:3, :3].T @ model["gravity"]
    robot = DynamicsSolver(
        RobotDynamicsModel(*map(np.array, (a, alpha, d)), links, gravity, np.zeros(n))
    )
    names = [body["name"] for body in bodies]

    def answer(quantity, q, v=None, a=None, tau=None, frame=None):
        angles = np.array(q) + theta
        if quantity == "forward_kinematics" and frame in names:
            i = names.index(frame)
            return base @ robot.forward_kinematics_all(angles)[i + 1] @ inside[i]
        if quantity == "inverse_dynamics":
            return robot.inverse_dynamics(angles, np.array(v), np.array(a))
        if quantity == "joint_space_inertia":
            return robot.inertia_matrix(angles)
        if quantity == "forward_dynamics":
            return robot.forward_dynamics(angles, np.array(v), np.array(tau))
        return None

    return answer


lieref_client.serve(subject, name="robot-ik")
