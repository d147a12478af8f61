"""Closing loops by Newton's method, and what their Jacobian says about freedom; in doubles.

Used where a model is built or a configuration sampled, before independent coordinates are chosen
or whatever they are: steps are least in norm, halved where the residual would grow, and come from
far away. `lieref.loops.expand` has dependent coordinates to solve for, and stays on a branch.
Pivots are those of `elimination`. Lengths are divided by a length of the loop, so that turns and
shifts compare; a cluster's unknowns are its coordinates that no coupling drives.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from lieref.algebra.series.taylor_scalar import Functions
from lieref.errors import ConfigurationError, ModelError
from lieref.model.loops.coupling_functions import driven_values
from lieref.model.loops.loop_closure import Known, LoopClosure
from lieref.model.loops.loop_frames import PLACED

if TYPE_CHECKING:
    from lieref.model.loops.clusters import Cluster
    from lieref.model.loops.loop_structure import LoopStructure

Array = NDArray[np.float64]

# How open a loop may be, in rad and in lengths of the loop: what placements and axes may be off.
CLOSED = PLACED
# Smaller pivots of the scaled Jacobian count as zero: rows that the axes of a planar mechanism
# leave over when they are parallel within CLOSED, with room for some factors.
RANK = 1e-7
# Longest step in rad or lengths of the loop: beyond it the linearized loop says nothing.
LONGEST = 0.5
STEPS = 100
# Of a residual that stays: each step leaves its share of what is to go.
NEARER = 4


class OpenError(ConfigurationError):
    """No closed configuration was found near the one that was given."""


class _Doubles:
    """The field of doubles."""

    digits = 15
    sin, cos = staticmethod(math.sin), staticmethod(math.cos)

    def __call__(self, x: float) -> float:
        return float(x)


class Closer:
    """A structure's loops as functions of tree configurations in doubles."""

    def __init__(self, structure: LoopStructure):
        self.structure = structure
        self.closure = LoopClosure(Functions(_Doubles()), structure)
        self._rows = [self._row_units(cluster) for cluster in structure.clusters]
        self._shifts = _shift_coordinates(structure)

    def _row_units(self, cluster: Cluster) -> list[tuple[str, Array]]:
        """Of each loop and constraint of a cluster the units of its rows: 1 rad, a length in m."""
        units = []
        for at in cluster.loops:
            frame, name = self.closure.loops[at], f"loop {self.structure.loops[at].name!r}"
            turns = [frame.rows >> i & 1 for i in range(3)]
            shifts = [frame.rows >> i & 1 for i in range(3, 6)]
            units.append((name, np.array([1.0] * sum(turns) + [frame.length] * sum(shifts))))
        for at in cluster.constraints:
            given = self.structure.constraints[at]
            units.append((f"constraint {given.name!r}", np.full(given.size, given.unit)))
        return units

    def column_units(self, k: int) -> Array:
        """Units of the free coordinates of a cluster."""
        length = self.closure.length(k)
        free = self.structure.clusters[k].free
        return np.array([length if iv in self._shifts else 1.0 for iv in free])

    def coupled(self, k: int, q: Array) -> Array:
        """q with the driven coordinates of cluster k that follow from its others.

        Raises
        ------
        ConfigurationError
            A coupling's function has no finite value there; names the couplings.
        ModelError
            It does not return what it should.
        """
        couplings = self.structure.clusters[k].couplings
        moved = q.copy()
        if not couplings:
            return moved
        try:
            values = driven_values(self.closure.K, self.structure, k, q.tolist())
            reason = "" if np.isfinite(list(values.values())).all() else f"{values}"
        except ModelError:
            raise
        except (ArithmeticError, ValueError) as error:
            # what the functions of the math module raise outside their domain
            values, reason = {}, f"{type(error).__name__}: {error}"
        if reason:
            names = [self.structure.couplings[c].name for c in couplings]
            raise ConfigurationError(f"couplings {names} have no finite value: {reason}")
        for iq, value in values.items():
            moved[iq] = value
        return moved

    def residual(self, k: int, q: Array, known: Known | None = None) -> Array:
        """Scaled phi of cluster k; rad and lengths of the loop; known as of `LoopClosure`.

        Raises
        ------
        ConfigurationError
            The ends of a loop are half a turn apart.
        """
        units = [unit for _, unit in self._rows[k]]
        phi: Array = np.array(self.closure.residual(k, q.tolist(), known))
        scaled: Array = phi / np.concatenate([*units, []])
        return scaled

    def open_loops(self, k: int, q: Array) -> dict[str, float]:
        """Largest scaled residual of each loop and constraint of cluster k that is not closed."""
        rows = self._rows[k]
        parts = np.split(self.residual(k, q), np.cumsum([len(unit) for _, unit in rows])[:-1])
        gaps = {
            name: float(np.abs(part).max()) for (name, _), part in zip(rows, parts, strict=True)
        }
        return {name: gap for name, gap in gaps.items() if not gap <= CLOSED}

    def free_jacobian(self, k: int, q: Array, known: Known | None = None) -> Array:
        """Scaled K Gamma: rows of `residual` by the cluster's free coordinates, in their units."""
        units = np.concatenate([*(unit for _, unit in self._rows[k]), []])
        K: Array = np.array(self.closure.jacobian(k, q.tolist(), known)).reshape(
            len(units), len(self.structure.clusters[k].velocities)
        )
        J: Array = K @ self.coupling_jacobian(k, q) / units[:, None] * self.column_units(k)
        return J

    def coupling_jacobian(self, k: int, q: Array) -> Array:
        """Gamma: tree velocities of cluster k by its free ones."""
        n = len(self.structure.clusters[k].free)
        return np.array(self.closure.coupling_derivatives(k, q.tolist())[0]).reshape(-1, n)

    def closed(self, q: Array, held: Collection[int] = ()) -> Array:
        """The closed configuration that Newton's method finds from q, couplings imposed.

        Parameters
        ----------
        q : (tree.nq,)
            Tree configuration.
        held : collection of int
            Velocity coordinates of the tree that shall not move.

        Raises
        ------
        ConfigurationError
            A loop does not close, or a coupling has no value; names it and its residual.
        """
        for k in range(len(self._rows)):
            q = self.closed_cluster(k, q, held)
        return q

    def closed_cluster(self, k: int, q: Array, held: Collection[int] = ()) -> Array:
        """Like `closed`, but moves cluster k alone."""
        q = self.coupled(k, q)
        if not self._rows[k]:
            return q
        q = self._newton(k, q, held)
        still_open = self.open_loops(k, q)
        if still_open:
            told = ", ".join(f"{name} by {gap:.3g}" for name, gap in still_open.items())
            raise OpenError(
                f"not closed, in rad or lengths of the loop: {told}; expected at most {CLOSED:g}"
            )
        return q

    def nearest(self, q: Array) -> Array:
        """The configuration near q with the least sum of squared residuals, whatever is left.

        Newton's method stops at the largest residual; from there the steps of Gauss and Newton go
        on, which converge where what is left is small.
        """
        for k, cluster in enumerate(self.structure.clusters):
            q = self.coupled(k, q)
            if not self._rows[k]:
                continue
            q, units = self._newton(k, q, ()), self.column_units(k)
            for _ in range(NEARER):
                dv = np.zeros(self.structure.tree.nv)
                J = self.free_jacobian(k, q)
                dv[list(cluster.free)] = (
                    -units * np.linalg.lstsq(J, self.residual(k, q), rcond=RANK)[0]
                )
                q = self.coupled(k, self.structure.tree.integrate(q, dv))
        return q

    def _newton(self, k: int, q: Array, held: Collection[int]) -> Array:
        """Least-norm steps until the residual shrinks no more, halved where it would grow."""
        free = self.structure.clusters[k].free
        moving = [i for i, iv in enumerate(free) if iv not in held]
        units = self.column_units(k)[moving]
        known = Known()
        phi = self.residual(k, q, known)
        for _ in range(STEPS):
            J = self.free_jacobian(k, q, known)[:, moving]
            step = -np.linalg.lstsq(J, phi, rcond=RANK)[0]
            step *= min(1.0, LONGEST / max(np.abs(step).max(initial=0.0), LONGEST))
            for _ in range(12):
                dv = np.zeros(self.structure.tree.nv)
                dv[[free[i] for i in moving]] = units * step
                moved, known = self.coupled(k, self.structure.tree.integrate(q, dv)), Known()
                if np.array_equal(moved, q):
                    return q
                there = self.residual(k, moved, known)
                if np.abs(there).max() < np.abs(phi).max():
                    break
                step /= 2
            else:
                return q
            q, phi = moved, there
        return q


def _shift_coordinates(structure: LoopStructure) -> frozenset[int]:
    """Velocity coordinates of the tree that are lengths."""
    shifts: set[int] = set()
    for at, joint in zip(structure.tree.idx_v.tolist(), structure.tree.joints, strict=True):
        if joint.kind == "prismatic":
            shifts.add(at)
        elif joint.kind == "free":
            shifts.update(range(at + 3, at + 6))
    return frozenset(shifts)


def pivots(J: Array, columns: Sequence[int], least: float, then: Sequence[int] = ()) -> list[int]:
    """Columns that can be solved for, of those given, in the order of their pivots.

    As `elimination.eliminate` finds them, the largest entry each time and of equal ones the last.

    Parameters
    ----------
    J : (m, n)
        Scaled Jacobian.
    columns : sequence of int
        Columns to take pivots from.
    least : float
        A pivot not above it is zero.
    then : sequence of int
        Columns to go on with when those are done.
    """
    rest, rows = J.copy(), list(range(len(J)))
    found: list[int] = []
    for group in (list(columns), list(then)):
        while rows and group:
            sizes = np.abs(rest[np.ix_(rows, group)])
            last = sizes.size - 1 - int(sizes[::-1, ::-1].argmax())
            i, j = divmod(last, len(group))
            if not sizes[i, j] > least:
                break
            row, column = rows.pop(i), group.pop(j)
            found.append(column)
            rest[row] /= rest[row, column]
            rest[rows] -= rest[rows, column][:, None] * rest[row]
    return found


def rank(J: Array) -> int:
    """Number of pivots above RANK."""
    return len(pivots(J, range(J.shape[1]), RANK))
