"""Spatial inertia of rigid bodies on arrays with any leading axes; one function per primitive.

Angular part first. Mass (...,) in kg; center of mass (..., 3) in m and inertia about it (..., 3, 3)
in kg m^2, in the body frame; spatial inertia M (..., 6, 6) at a frame's origin; twists V (..., 6).
Leading axes broadcast. Nothing here asks whether an inertia is physical: the model does. Every
function raises ShapeError and NonFiniteError as those of `lieref.SE3`.
"""
import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.algebra.arguments import as_bodies, as_pair, as_poses, as_stack

from lieref.algebra.groups.batch cimport map_one, map_two

__all__ = ["momentum", "product", "spatial_inertia", "transform"]

# mass, center of mass and inertia of one body side by side, from as_bodies
BODY = (13,)


cdef inline void _spatial_inertia(const double *body, double *M) noexcept nogil:
    body_spatial_inertia(body[0], body + 1, body + 4, M)


cdef inline void _momentum(const double *body, const double *V, double *h) noexcept nogil:
    body_momentum(body[0], body + 1, body + 4, V, h)


def spatial_inertia(mass: ArrayLike, com: ArrayLike, inertia: ArrayLike) -> NDArray[np.float64]:
    """Spatial inertia M (..., 6, 6) = [[I + m (c.c 1 - c c^T), m hat(c)], [-m hat(c), m 1]]."""
    bodies = as_bodies(mass, com, inertia)
    return map_one(_spatial_inertia, bodies, BODY, (6, 6), "mass, com, inertia")


def product(M: ArrayLike, V: ArrayLike) -> NDArray[np.float64]:
    """Products M V (..., 6)."""
    M, V = as_pair(as_stack(M, "M", (6, 6)), as_stack(V, "V", (6,)), ("M", "V"), (2, 1))
    return map_two(inertia_mul, M, V, (6, 6), (6,), (6,), "M", "V")


def momentum(
    mass: ArrayLike, com: ArrayLike, inertia: ArrayLike, V: ArrayLike,
) -> NDArray[np.float64]:
    """Momenta (angular, linear) (..., 6) of bodies moving with the twists V, without forming M."""
    bodies = as_bodies(mass, com, inertia)
    bodies, V = as_pair(bodies, as_stack(V, "V", (6,)), ("mass, com, inertia", "V"), (1, 1))
    return map_two(_momentum, bodies, V, BODY, (6,), (6,), "mass, com, inertia", "V")


def transform(C: ArrayLike, M: ArrayLike) -> NDArray[np.float64]:
    """Inertia Ad_C^-T M Ad_C^-1 (..., 6, 6) at frame A, of M at frame B; C the poses of B in A."""
    C, M = as_pair(as_poses(C, "C"), as_stack(M, "M", (6, 6)), ("C", "M"), (2, 2))
    return map_two(inertia_transform, C, M, (4, 4), (6, 6), (6, 6), "C", "M")
