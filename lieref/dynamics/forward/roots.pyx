"""Where the trees of a model hang from the world, and the change of their representation."""

from lieref.model.model cimport FREE, Model

from typing import Any

import numpy as np
from numpy.typing import NDArray

from lieref.algebra.groups.screw_arrays import skew, times
from lieref.dynamics.shared.base_change import BaseChange, base_change
from lieref.model.tree.exact import rotation_from_quaternion


class Root:
    """A body that hangs from the world, and where the common axes of its tree are.

    body: its number; mass: of the tree, kg; coordinates: velocity coordinates of the tree; of a
    free joint also here: its own six, and R: rotation of the common axes, else None; p: the
    reference point of the tree, inertial frame, m. R and p have the leading axes of q.
    """

    body: int
    mass: float
    coordinates: NDArray[np.intp]
    here: slice | None
    R: NDArray[Any] | None
    p: NDArray[Any]

    def __init__(self, body, mass, coordinates, here, R, p):
        self.body = body
        self.mass = mass
        self.coordinates = coordinates
        self.here = here
        self.R = R
        self.p = p


def root_poses(Model model not None, q: NDArray[Any]) -> list[Root]:
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


def seen_from_roots(Model model not None, v: NDArray[Any], base: str) -> NDArray[Any]:
    """v (n, ..., nv), as seen from frames that move at the velocities which free roots have now.

    Forces are the same there (Galileo): "hybrid" and "mixed" lose the linear velocity of each root,
    whose derivatives stay, so that nothing grows with it. Of the other bases v itself.
    """
    cdef int i
    if not (isinstance(base, str) and base in ("hybrid", "mixed")):
        return v
    v = v.copy()
    for i in range(model.nbodies):
        if model.parent[i] < 0 and model.kind[i] == FREE:
            # NaN stays NaN
            v[0, ..., model.iv[i] + 3:model.iv[i] + 6] *= 0
    return v


def spatial_roots(
    Model model not None, q: NDArray[Any], series: NDArray[Any],
) -> tuple[NDArray[Any], list[tuple[slice, NDArray[Any]]]]:
    """Coefficients of v (n, nv) in base "spatial" seen from such frames, and what they lose.

    A list of (here, u), q (nq,): a place that moves with u is left behind by t u, so that v loses u
    and gains t w x u, and a wrench about the inertial origin has t u x f more than there.
    """
    taken = []
    for root in root_poses(model, q):
        if root.here is None:
            continue
        iv = root.here.start
        series = series.copy()
        turn, shift = series[:, iv:iv + 3], series[:, iv + 3:iv + 6]
        left = times(skew(root.p), turn[0])
        u = shift[0] - left
        taken.append((root.here, u))
        shift[1:] -= times(skew(u), turn[:-1])
        shift[0] = left
    return series, taken


def resting_roots(
    Model model not None, q: NDArray[Any], v: NDArray[Any], base: str,
) -> tuple[NDArray[Any], list[tuple[int, NDArray[Any]]]]:
    """v (..., nv) of forward dynamics seen from such frames, and what its accelerations lack there.

    A list of (iv, u): rows iv + 3 to iv + 6 of the accelerations are less by w x u, w in columns
    iv to iv + 3 of v, in bases "body" and "spatial". q (..., nq) and v have the same leading axes.
    """
    cdef int i, iv
    taken = []
    if not isinstance(base, str) or base in ("hybrid", "mixed"):
        # an invalid base is refused where it is used
        return seen_from_roots(model, v[None], base)[0], taken
    for i in range(model.nbodies):
        if model.parent[i] >= 0 or model.kind[i] != FREE:
            continue
        iv = model.iv[i]
        shift = v[..., iv + 3:iv + 6]
        left = 0 * shift
        if base == "spatial":
            place = next(root.p for root in root_poses(model, q) if root.body == i)
            left = times(skew(place), v[..., iv:iv + 3])
        taken.append((iv, shift - left))
        v = v.copy()
        v[..., iv + 3:iv + 6] = left
    return v, taken


def add_taken(taken: list[tuple[int, NDArray[Any]]], da_dv: NDArray[Any]) -> None:
    """da/dv (..., nv, nv) of `resting_roots`, in place, becomes that of the accelerations."""
    for iv, u in taken:
        da_dv[..., iv + 3:iv + 6, iv:iv + 3] += skew(u)


def base_changes(
    Model model not None, q: NDArray[Any], rates: NDArray[Any] | None, base: str, n: int,
) -> list[BaseChange]:
    """T of every free root (`lieref.dynamics.shared.base_change`), n Taylor coefficients.

    q (..., nq) is checked; rates (n - 1, ..., nv) or more: Taylor coefficients of the velocity.
    """
    if base == "body":
        return []
    return [base_change(root.here, base, root.R, root.p,
                        None if rates is None else rates[..., root.here], n)
            for root in root_poses(model, q) if root.here is not None]
