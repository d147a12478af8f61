# cython: language_level=3
"""Masses of rigid parts, in other frames, and added up to bodies."""
from collections.abc import Sequence
from math import fsum
from typing import NamedTuple

cimport numpy as cnp

import numpy as np
from numpy.typing import NDArray

cnp.import_array()

Array = NDArray[np.float64]


class Masses(NamedTuple):
    """Mass (n,), center of mass (n, 3) and inertia about it (n, 3, 3) of n parts or bodies."""

    mass: Array
    com: Array
    inertia: Array


def moved(const double[:, :, :] poses: Array, given: Masses) -> Masses:
    """The same masses seen from other frames; `poses` (n, 4, 4) are those of theirs in these."""
    cdef Py_ssize_t n = poses.shape[0], k
    cdef int i, j
    cdef const double[:, :] center = given.com
    cdef const double[:, :, :] J = given.inertia
    if not (n == center.shape[0] == J.shape[0] and center.shape[1] == 3
            and J.shape[1] == J.shape[2] == 3 and poses.shape[1] == poses.shape[2] == 4):
        raise ValueError("arrays of different numbers of parts")
    com, inertia = np.empty((n, 3)), np.empty((n, 3, 3))
    cdef double[:, ::1] p = com
    cdef double[:, :, ::1] turned = inertia
    cdef double[3][3] half, whole
    for k in range(n):
        for i in range(3):
            p[k, i] = (poses[k, i, 0] * center[k, 0] + poses[k, i, 1] * center[k, 1]
                       + poses[k, i, 2] * center[k, 2]) + poses[k, i, 3]
            for j in range(3):
                half[i][j] = (poses[k, i, 0] * J[k, 0, j] + poses[k, i, 1] * J[k, 1, j]
                              + poses[k, i, 2] * J[k, 2, j])
        for i in range(3):
            for j in range(3):
                whole[i][j] = (half[i][0] * poses[k, j, 0] + half[i][1] * poses[k, j, 1]
                               + half[i][2] * poses[k, j, 2])
        for i in range(3):
            for j in range(3):
                turned[k, i, j] = whole[i][j] / 2 + whole[j][i] / 2
    return Masses(given.mass, com, inertia)


def merged(owners: Sequence[int], int count, parts: Masses) -> Masses:
    """One body out of several parts in the same frame (parallel axis theorem).

    Parameters
    ----------
    owners : (n,)
        Body of each part, -1 for none.
    count : int
        Number of bodies.
    parts : Masses
        In the frames of their bodies.
    """
    total = Masses(np.zeros(count), np.zeros((count, 3)), np.zeros((count, 3, 3)))
    members = [[] for _ in range(count)]
    for part, owner in enumerate(owners):
        if owner >= 0:
            members[owner].append(part)
    alone = [body for body in range(count) if len(members[body]) == 1]
    single = [members[body][0] for body in alone]
    total.mass[alone] = parts.mass[single]
    total.inertia[alone] = parts.inertia[single] + 0.0
    heavy = parts.mass[single] > 0.0
    total.com[alone] = np.where(heavy[:, None], parts.com[single], 0.0) + 0.0
    for body, chosen in enumerate(members):
        if len(chosen) > 1:
            chosen_parts = [(parts.mass[k], parts.com[k], parts.inertia[k]) for k in chosen]
            total.mass[body], total.com[body], total.inertia[body] = added(chosen_parts)
    return total


def added(list parts: list[tuple[float, Array, Array]]) -> tuple[float, Array, Array]:
    """Mass, center and inertia about it of parts, given by the same, in one frame."""
    cdef double whole = fsum([mass for mass, _, _ in parts])
    cdef double m, share
    cdef double[3] d
    cdef const double[:] center
    cdef const double[:, :] own
    cdef int i, j
    com, inertia = np.zeros(3), np.zeros((3, 3))
    cdef double[::1] c = com
    cdef double[:, ::1] J = inertia
    for mass, part, about in parts:
        m, own = mass, about
        for i in range(3):
            for j in range(3):
                J[i, j] += own[min(i, j), max(i, j)]
        # a part without mass has no center
        if m > 0.0:
            center, share = part, m / whole
            for i in range(3):
                c[i] += share * center[i]
    for mass, part, _ in parts:
        m, center = mass, part
        if m > 0.0:
            for i in range(3):
                d[i] = center[i] - c[i]
            for i in range(3):
                J[i, i] += m * (d[(i + 1) % 3] * d[(i + 1) % 3] + d[(i + 2) % 3] * d[(i + 2) % 3])
                for j in range(3):
                    if i != j:
                        J[i, j] -= m * d[min(i, j)] * d[max(i, j)]
    return whole, com, inertia
