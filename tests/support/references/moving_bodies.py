"""How each body of a tree moves, from the oracle's poses and their derivatives."""

import numpy as np
from support.trees.spatial_robots import floats

from lieref import oracle


def _vee(X):
    return np.array([X[2, 1] - X[1, 2], X[0, 2] - X[2, 0], X[1, 0] - X[0, 1]]) / 2


def moving_bodies(model, q, v, base):
    """Rotation, center of mass, its velocity and acceleration, w and w' in body axes, by body."""
    poses = floats(oracle.body_poses(model, q, v, base, field=oracle.Double()))[:3]
    for i in range(model.nbodies):
        C, dC, ddC = (poses[k, i] for k in range(3))
        R, dR, ddR = C[:3, :3], dC[:3, :3], ddC[:3, :3]
        motion = (D[:3, :3] @ model.coms[i] + D[:3, 3] for D in (C, dC, ddC))
        yield (R, *motion, _vee(R.T @ dR), _vee(R.T @ ddR + dR.T @ dR))
