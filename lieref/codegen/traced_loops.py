"""Inverse and forward dynamics of order r of mechanisms with loops, traced over symbols.

The constraints along a motion are those of `lieref.loops.constraints.any_scalar`, as Taylor
series; tau_y = G^T tau of the tree and H_y = G^T H G [Chignoli et al., Sec. II]. The dependent
coordinates follow by orthogonal columns, which need no choice of rows that could be wrong in
another configuration, and do not square the condition number as normal equations do.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import factorial
from typing import TYPE_CHECKING, Any

from lieref.algebra.series.taylor import Series
from lieref.algebra.series.taylor_scalar import Functions, Taylor
from lieref.codegen.graph import Graph
from lieref.codegen.traced_dynamics import (
    Rows,
    factorized,
    joint_space_inertia,
)
from lieref.codegen.traced_dynamics import inverse_dynamics as tree_inverse_dynamics
from lieref.codegen.traced_robot import Robot, doubles, series_of
from lieref.codegen.tree_frames import cleared, few_operations
from lieref.loops.constraints.any_scalar import BOUND, motion_series, ordered_places
from lieref.model.loops.coupling_trace import Symbol
from lieref.model.loops.loop_closure import LoopClosure
from lieref.model.loops.loop_frames import BodyFrame, LoopFrame, body_frames, loop_frames
from lieref.model.tree.compiled import DIGITS
from lieref.model.tree.exact import (
    DecimalField,
    Matrix,
    Vector,
    exact_model,
    multiply,
    rotation_from_quaternion,
)

if TYPE_CHECKING:
    from lieref.model.loops.loop_model import LoopModel


@dataclass(frozen=True)
class Mechanism:
    """A mechanism as numbers for traces: its tree, and its loops in the frames of this.

    model : clusters, couplings and independent coordinates
    """

    robot: Robot
    model: LoopModel
    bodies: list[BodyFrame]
    loops: list[LoopFrame]


def mechanism_of(model: LoopModel, robot: Robot) -> Mechanism:
    """The mechanism of a model; robot: its tree."""
    K = DecimalField(DIGITS)
    with K.working():
        new = few_operations(K, exact_model(model.tree, K))
        bodies = body_frames(K, new.exact)[0]
        loops = doubles(tuple(loop_frames(K, model, bodies, list(new.frames))))
        bodies = doubles(tuple(bodies))
    return Mechanism(
        robot,
        model,
        [replace(body, E=_rotation(body.E), r=cleared(body.r)) for body in bodies],
        [_loop(loop) for loop in loops],
    )


def _rotation(R: Matrix) -> Matrix:
    return tuple(cleared(row, 1.0) for row in R)


def _loop(loop: LoopFrame) -> LoopFrame:
    """The loop without what is negligible beside its length."""
    return replace(
        loop,
        R=(_rotation(loop.R[0]), _rotation(loop.R[1])),
        p=(cleared(loop.p[0], loop.length), cleared(loop.p[1], loop.length)),
        gap=cleared(loop.gap, loop.length),
        normal=cleared(loop.normal, 1.0),
    )


class _Unturned:
    """The graph as a field whose sines are those of the angles as they are given."""

    def __init__(self, K: Graph):
        self.graph = K

    def __call__(self, x: Any) -> Any:
        return self.graph(x)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.graph, name)

    def sin(self, x: Any) -> Any:
        """Sine."""
        return self.graph.unturned(x)[1]

    def cos(self, x: Any) -> Any:
        """Cosine."""
        return self.graph.unturned(x)[0]


class _Closure(LoopClosure):
    """The constraints in the frames of the tree's recursion."""

    def __init__(self, K: Graph, mechanism: Mechanism):
        super().__init__(K, mechanism.model, (mechanism.bodies, mechanism.loops))
        # of coordinates without constant angles
        self.functions = Functions(_Unturned(K))

    def _joint(self, i: int, home: Matrix, q: list[Any]) -> tuple[Matrix, Vector | None]:
        """As of `LoopClosure`: along a motion a quaternion's norm stays what it is."""
        body = self.bodies[i]
        if body.kind not in ("spherical", "free"):
            return super()._joint(i, home, q)
        first = body.iq + (3 if body.kind == "free" else 0)
        h = q[first : first + 4]
        now = [x.c[0] if isinstance(x, Taylor) else x for x in h]
        turn = rotation_from_quaternion(self.K, tuple(h), sum(x * x for x in now))
        shift = tuple(q[body.iq : body.iq + 3]) if body.kind == "free" else None
        return multiply(home, turn), shift


class Orthogonal:
    """Columns made orthogonal one after the other: A = Q R, R with a unit diagonal.

    Modified Gram and Schmidt without roots [Bjorck 1967]: no branch, and no rows to be chosen.
    Columns of few entries come first: they leave few behind.
    squares : of the columns of Q
    """

    def __init__(self, rows: Rows):
        columns = [list(column) for column in zip(*rows, strict=True)]
        count = len(columns)
        self.order = sorted(
            range(count), key=lambda j: sum(isinstance(x, Symbol) or x != 0 for x in columns[j])
        )
        columns = [columns[j] for j in self.order]
        self.squares: list[Any] = []
        self.Q: Rows = []
        self.R: Rows = [[0.0] * count for _ in range(count)]
        self.reciprocals: list[Any] = []
        for j, q in enumerate(columns):
            self.squares.append(_dot(q, q))
            self.reciprocals.append(1.0 / self.squares[j])
            self.Q.append(q)
            for k in range(j + 1, count):
                self.R[j][k], columns[k] = self._split(j, columns[k])

    def _split(self, j: int, b: list[Any]) -> tuple[Any, list[Any]]:
        """The part of b along column j of Q, and the rest of b."""
        y = _dot(self.Q[j], b) * self.reciprocals[j]
        return y, [x - y * z for x, z in zip(b, self.Q[j], strict=True)]

    def solve(self, b: list[Any]) -> list[Any]:
        """The x of A x = b, or of least |A x - b|."""
        y: list[Any] = []
        for j in range(len(self.Q)):
            part, b = self._split(j, b)
            y.append(part)
        for j in reversed(range(len(y))):
            for k in range(j + 1, len(y)):
                y[j] = y[j] - self.R[j][k] * y[k]
        return [y[self.order.index(j)] for j in range(len(y))]


def _dot(a: Sequence[Any], b: Sequence[Any]) -> Any:
    return sum((x * y for x, y in zip(a, b, strict=True)), 0.0)


class _Constraints:
    """Motions of the tree from those of the independent coordinates.

    pivots : of each cluster's dependent coordinates, what is left of the square of a column beside
        those before it, less what rounding may leave
    """

    def __init__(self, K: Graph, mechanism: Mechanism, q: list[Any]):
        self.K, self.mechanism, self.q = K, mechanism, q
        self.closure = _Closure(K, mechanism)
        self.pivots: dict[int, list[Any]] = {}

    def _solver(self, closure: LoopClosure, model: LoopModel, k: int, q: list[Any]) -> Any:
        """How to solve with K_d of a cluster."""
        places, count = ordered_places(model, k)
        gamma = closure.coupling_derivatives(k, q)[0]
        columns = list(zip(*gamma, strict=True))
        scales, jacobian = closure.row_scales(k), closure.jacobian(k, q)
        rows = [
            [scale * _dot(row, columns[j]) for j in places[:count]]
            for row, scale in zip(jacobian, scales, strict=True)
        ]
        found = Orthogonal(rows)
        wholes = [_dot(column, column) for column in zip(*rows, strict=True)]
        self.pivots[k] = [
            found.squares[found.order.index(j)] - BOUND**2 * whole for j, whole in enumerate(wholes)
        ]
        return lambda right: found.solve([s * x for s, x in zip(scales, right, strict=True)])

    def motion(self, y: list[Series]) -> tuple[list[Series], list[list[Series]]]:
        """Series of the tree's velocity, and of G as rows of all its coordinates."""
        model = self.mechanism.model
        qdot, blocks = motion_series(self.K, model, self.q, y, self.closure, self._solver)
        G = [[[0.0] * len(y[0]) for _ in y] for _ in qdot]
        for cluster, places, block in zip(
            model.clusters, model.cluster_independent, blocks, strict=True
        ):
            for iv, row in zip(cluster.velocities, block, strict=True):
                for at, series in zip(places, row, strict=True):
                    G[iv][at] = series
        return qdot, G

    def forces(self, v: Rows) -> tuple[Rows, Rows]:
        """Rows tau of the independent coordinates of a motion, and G."""
        qdot, G = self.motion(series_of(v))
        plain = [[x[m] * factorial(m) for x in qdot] for m in range(len(v))]
        tau = series_of(tree_inverse_dynamics(self.K, self.mechanism.robot, self.q, plain))
        rows: Rows = []
        for k in range(len(v) - 1):
            pairs = [(j, k - j) for j in range(k + 1)]
            row = [
                sum((G[i][a][j] * x[m] for i, x in enumerate(tau) for j, m in pairs), 0.0)
                for a in range(len(v[0]))
            ]
            rows.append([x * factorial(k) for x in row])
        return rows, [[x[0] for x in row] for row in G]

    def toggles(self) -> list[Any]:
        """Pivots of all clusters."""
        return [x for k in sorted(self.pivots) for x in self.pivots[k]]


def inverse_dynamics(
    K: Graph, mechanism: Mechanism, q: list[Any], v: Rows
) -> tuple[Rows, list[Any]]:
    """Rows tau of the independent coordinates, and pivots: 1 to each of these, then the loops'."""
    constraints = _Constraints(K, mechanism, q)
    rows, _ = constraints.forces(v)
    return rows, [1.0] * len(v[0]) + constraints.toggles()


def forward_dynamics(
    K: Graph, mechanism: Mechanism, q: list[Any], v: list[Any], tau: Rows
) -> tuple[Rows, list[Any]]:
    """Rows of the acceleration and its derivatives; pivots of H_y, then the loops'."""
    constraints = _Constraints(K, mechanism, q)
    n = len(v)
    known = [v]
    factors = None
    for k, row in enumerate(tau):
        # what velocities and lower orders ask for
        rows, G = constraints.forces([*known, [0.0] * n])
        factors = factors or factorized(_reduced(K, mechanism, q, G))
        known.append(factors.solve([a - b for a, b in zip(row, rows[k], strict=True)]))
    assert factors is not None
    return known[1:], factors.pivots + constraints.toggles()


def _reduced(K: Graph, mechanism: Mechanism, q: list[Any], G: Rows) -> Rows:
    """H_y = G^T H G."""
    H = joint_space_inertia(K, mechanism.robot, q)
    columns = [list(column) for column in zip(*G, strict=True)]
    moved = [[_dot(row, column) for row in H] for column in columns]
    found: Rows = [[0.0] * len(columns) for _ in columns]
    for i, column in enumerate(columns):
        for j in range(i + 1):
            found[i][j] = found[j][i] = _dot(column, moved[j])
    return found
