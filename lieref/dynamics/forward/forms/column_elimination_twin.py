"""Plain twin of one joint in [Ali, Algorithms 3 and 4]: its columns are eliminated.

A joint of several coordinates is a chain of single ones, its columns eliminated from the last to
the first; prescribed ones stay in the articulated inertia M and add to the bias. Where the linear
coordinates of a free joint are all free, its angular columns are replaced by (B, 0): they span the
same motions without the lever that makes D small far from the point the velocity refers to.
Symbols (docs/notation.md), in any frame: S, T columns of the motion subspace, as given and as
eliminated; U = M T and D = T . U; N bound of rounding errors in M, in units of the rounding.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from lieref.dynamics.forward.articulated_inertia_twin import times
from lieref.dynamics.shared.convolutions_twin import add, inner, scaled
from lieref.model.tree.exact import Vector

#: Digits of a pivot that must be left: below 10^(these - K.digits) of its rounding errors' scale
#: it is no number any more.
PIVOT_DIGITS = 5


@dataclass
class Joint:
    """What stays the same at every order.

    M: articulated inertia, six rows. given: prescribed coordinates of the joint. free: the others,
    in the order of elimination. T, U: columns to each of them, D: pivots. lever: to each angular
    coordinate of `free` what the linear ones 3, 4, 5 must add to make its column (B, 0).
    """

    M: list[list[Any]]
    given: list[int]
    free: list[int]
    T: dict[int, Vector]
    U: dict[int, Vector] = field(default_factory=dict)
    D: dict[int, Any] = field(default_factory=dict)
    lever: dict[int, Vector] = field(default_factory=dict)

    @property
    def whole(self) -> bool:
        """Free in all six coordinates: the joint transmits its own force and nothing else."""
        return len(self.free) == 6


def joint_columns(S: list[Vector], prescribed: list[bool], M: list[list[Any]]) -> Joint:
    """Coordinates and columns of elimination of a joint with the subspace S of order 0."""
    zero = M[0][0] * 0
    given = [c for c in range(len(S)) if prescribed[c]]
    free = [c for c in reversed(range(len(S))) if not prescribed[c]]
    T = {c: S[c] for c in free}
    lever = {}
    if free[:3] == [5, 4, 3]:
        # S_c = (B_c, L_c), the linear columns are (0, e) with orthonormal e: e . L_c of each
        for c in free[3:]:
            lever[c] = tuple(inner(T[a][3:], T[c][3:]) for a in (3, 4, 5))
            T[c] = (*T[c][:3], zero, zero, zero)
    return Joint(M, given, free, T, lever=lever)


def _eliminate(K: Any, joint: Joint, M: list[list[Any]], N: list[list[Any]], c: int) -> bool:
    """M -= U U^T / D in place, and what becomes of its errors N; False if D is lost in them."""
    T = joint.T[c]
    U = times(M, T)
    D = inner(T, U)
    n = times(N, T)
    scale = inner(T, n)
    if not K.to_float(D) > 10.0 ** (PIVOT_DIGITS - K.digits) * K.to_float(scale):
        return False
    joint.U[c], joint.D[c] = U, D
    g = scaled(1 / D, U)
    for i in range(6):
        for j in range(6):
            # N <- P^T N P + the rounding of this step, P = 1 - T U^T / D
            N[i][j] += scale * g[i] * g[j] - n[i] * g[j] - g[i] * n[j]
        N[i][i] += M[i][i]
    for i in range(6):
        for j in range(6):
            M[i][j] -= U[i] * g[j]
    return True


def release(K: Any, joint: Joint, N: list[list[Any]]) -> list[list[Any]] | None:
    """M - sum U U^T / D   [Ali, Alg. 3 and 4], None if a pivot D is lost in rounding errors.

    N becomes the bound of the errors in what is returned.
    """
    M = [list(row) for row in joint.M]
    for a in range(6):
        # rounding errors are of the size of the trace, whatever the axis
        first = a // 3 * 3
        N[a][a] += sum(M[c][c] for c in range(first, first + 3))
    for c in joint.free:
        if not _eliminate(K, joint, M, N, c):
            return None
    return M


def articulate(
    K: Any, joints: list[Joint], parents: list[int], to_parent: Callable[[int, Any], Any]
) -> int:
    """M^A_p = M_p + sum of M^A - U U^T / D moved to the parent, tip to base   [Ali, Alg. 3 and 4].

    joints come with the inertias of the bodies alone. to_parent: of joint i such a 6 x 6 matrix as
    the parent has it. -1, or the joint whose pivot is lost in rounding errors.
    """
    errors = [[[K(0)] * 6 for _ in range(6)] for _ in joints]
    for i in reversed(range(len(joints))):
        reduced = release(K, joints[i], errors[i])
        if reduced is None:
            return i
        if parents[i] < 0 or joints[i].whole:
            continue
        for above, below in ((joints[parents[i]].M, reduced), (errors[parents[i]], errors[i])):
            moved = to_parent(i, below)
            for a in range(6):
                above[a] = list(add(above[a], moved[a]))
    return -1


def unlevered(joint: Joint, left: dict[int, Any]) -> dict[int, Any]:
    """Generalized forces of the free coordinates as the columns of elimination have them."""
    out = dict(left)
    for c, lever in joint.lever.items():
        out[c] = out[c] - inner(lever, (left[3], left[4], left[5]))
    return out


def resist(joint: Joint, rest: Vector, left: dict[int, Any]) -> tuple[dict[int, Any], Vector]:
    """y = q~ of (9), and the wrench for the parent: rest + U y   [Ali, Alg. 3 and 4].

    rest: W^A + M b; left: generalized forces that the joint has left.
    """
    y = {}
    for c in joint.free:
        y[c] = (left[c] - inner(joint.T[c], rest)) / joint.D[c]
        rest = add(rest, scaled(y[c], joint.U[c]))
    if not joint.whole:
        return y, rest
    # T is orthonormal: the wrench of these forces, for any mass of the body beyond
    return y, add(*(scaled(left[c], joint.T[c]) for c in range(6)))


def accelerate(joint: Joint, y: dict[int, Any], A: Vector) -> tuple[dict[int, Any], Vector]:
    """v' = y - U . A / D of the free coordinates, and A + S v'; A: of the parent, at this place."""
    found = {}
    for c in reversed(joint.free):
        found[c] = y[c] - inner(joint.U[c], A) / joint.D[c]
        A = add(A, scaled(found[c], joint.T[c]))
    for c, lever in joint.lever.items():
        for a in range(3):
            found[3 + a] = found[3 + a] - lever[a] * found[c]
    return found, A
