"""Where the trees of a model hang from the world, and the change of their representation."""

from lieref.model.model cimport FREE, Model

import numpy as np

from lieref.algebra.groups.screw_arrays import times
from lieref.dynamics.shared.base_change import base_change
from lieref.model.tree.exact import rotation_from_quaternion


class Root:
    """A body that hangs from the world, and where the common axes of its tree are.

    body: its number; mass: of the tree, kg; coordinates: velocity coordinates of the tree; of a
    free joint also here: its own six, and R: rotation of the common axes, else None; p: the
    reference point of the tree, inertial frame, m. R and p have the leading axes of q.
    """

    def __init__(self, body, mass, coordinates, here, R, p):
        self.body = body
        self.mass = mass
        self.coordinates = coordinates
        self.here = here
        self.R = R
        self.p = p


def root_poses(Model model not None, q):
    """A Root for each body that hangs from the world; q (..., nq) is checked."""
    roots = []
    cdef int i, j, k
    owner = list(range(model.nbodies))
    for i in range(model.nbodies):
        if model.parent[i] >= 0:
            owner[i] = owner[model.parent[i]]
    columns = np.repeat(owner, [joint.nv for joint in model.joints])
    for i in range(model.nbodies):
        if model.parent[i] >= 0:
            continue
        place = np.array([model.bodies[i].r[j] for j in range(3)])
        turn = here = None
        if model.kind[i] == FREE:
            home = np.array([[model.bodies[i].E[3 * k + j] for k in range(3)] for j in range(3)])
            pose = q[..., model.iq[i]:model.iq[i] + 7]
            here = slice(model.iv[i], model.iv[i] + 6)
            numbers = tuple([pose[..., k] for k in range(3, 7)])
            rotation = np.array(rotation_from_quaternion(q.dtype.type, numbers))
            turn = home @ np.moveaxis(rotation, (0, 1), (-2, -1))
            place = place + times(home, pose[..., :3])
        roots.append(Root(i, model.bodies[i].m, np.flatnonzero(columns == i), here, turn, place))
    return roots


def base_changes(Model model not None, q, rates, base, n):
    """T of every free root (`lieref.dynamics.shared.base_change`), n Taylor coefficients.

    q (..., nq) is checked; rates (n - 1, ..., nv) or more: Taylor coefficients of the velocity.
    """
    if base == "body":
        return []
    return [base_change(root.here, base, root.R, root.p,
                        None if rates is None else rates[..., root.here], n)
            for root in root_poses(model, q) if root.here is not None]
