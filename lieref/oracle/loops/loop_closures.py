"""What holds a mechanism with loops together: equations between poses, and between coordinates.

The joint of a loop is taken literally: a chain of massless bodies on the predecessor, moved by
joints of their own, whose last frame must coincide with the successor's. So one loop is six
equations between poses in the coordinates of the tree and of the loop's own joint, whatever kind
that is, and nothing is said about which directions a joint leaves free. A coupling is the
equation q_driven = gamma(q_sources), an implicit constraint phi(q) = 0. Rates of all of them are
coefficients of Taylor series.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from lieref.errors import ShapeError
from lieref.model.loops.coupling_release import CouplingEquation
from lieref.model.model import Model
from lieref.model.tree.exact import (
    ExactBody,
    ExactModel,
    Matrix,
    Vector,
    exact_model,
    nearest_rotation,
)
from lieref.model.tree.joint_physics import rows_of
from lieref.oracle.scalars import series as ts
from lieref.oracle.scalars.taylor_scalars import Functions, Taylor, TaylorField
from lieref.oracle.tree.inertia import coordinate_names
from lieref.oracle.tree.poses import pose_series

if TYPE_CHECKING:
    from lieref.model.loops.implicit import ImplicitConstraint
    from lieref.model.loops.loop_model import LoopModel
    from lieref.model.loops.loops import Coupling

Rows = list[list[Any]]
Pose = tuple[ts.Matrix, ts.Vector]


@dataclass(frozen=True)
class LoopClosure:
    """Six equations: the last frame of the loop's chain is the successor's loop frame.

    bodies: those between the ends and their nearest common ancestor, whose parent is -1 here;
    ends: (body or -1, R, p) of the two frames; columns: the velocity coordinates that move them;
    inertial: whether the common ancestor is the world.
    """

    name: str
    bodies: tuple[ExactBody, ...]
    ends: tuple[tuple[int, Matrix, Vector], tuple[int, Matrix, Vector]]
    columns: list[int]
    inertial: bool
    size = 6
    kind = "loop"

    def frames(self, K: Any, q: list[Any], v: Rows, base: str) -> list[Pose]:
        """Poses of the two frames in the common ancestor's."""
        poses = pose_series(K, self.bodies, q, v, base if self.inertial else "body")
        out = []
        for i, R, p in self.ends:
            if i < 0:
                length = len(v) + 1
                out.append((ts.matrix_constant(K, R, length), ts.vector_constant(K, p, length)))
                continue
            rows = ts.transpose([ts.apply_to_constant(poses[i].R, c) for c in zip(*R, strict=True)])
            out.append((rows, ts.vector_add(poses[i].p, ts.apply_to_constant(poses[i].R, p))))
        return out

    def equations(self, K: Any, q: list[Any], v: Rows, base: str) -> list[ts.Series]:
        """Rotation and translation from the chain's frame to the successor's, in its axes.

        (R - R^T) / 2 and p, whose rates at R = 1, p = 0 are the twist between the two frames.
        """
        (R1, p1), (R2, p2) = self.frames(K, q, v, base)
        to_first = ts.transpose(R1)
        R = ts.compose(K, to_first, R2)
        p = ts.apply(K, to_first, ts.vector_subtract(p2, p1))
        turn = [ts.subtract(R[i][j], R[j][i]) for i, j in ((2, 1), (0, 2), (1, 0))]
        return [[x / 2 for x in row] for row in turn] + p

    def magnitudes(self, K: Any, q: list[Any]) -> list[float]:
        """Size of the largest term of each equation: of a rotation 1, of a translation in m."""
        lengths = [x for _, _, p in self.ends for x in p]
        for body in self.bodies:
            lengths += [*body.p, *(body.point or ())]
            shifts = {"prismatic": 1, "free": 3}.get(body.kind, 0)
            lengths += q[body.iq : body.iq + shifts]
        return [1.0] * 3 + [max((abs(K.to_float(x)) for x in lengths), default=0.0)] * 3


@dataclass(frozen=True)
class CouplingClosure:
    """Equations q_driven - gamma(q_sources) = 0.

    driven, sources: (coordinate in q, velocity coordinate) of the joints.
    """

    name: str
    coupling: Coupling
    driven: list[tuple[int, int]]
    sources: list[tuple[int, int]]
    kind = "coupling"

    @property
    def columns(self) -> list[int]:
        """Velocity coordinates of the joints."""
        return [iv for _, iv in [*self.driven, *self.sources]]

    @property
    def size(self) -> int:
        """Number of equations."""
        return len(self.driven)

    def magnitudes(self, K: Any, q: list[Any]) -> list[float]:
        """Zero: no equation of a coupling follows from others."""
        return [0.0] * self.size

    def units(self, columns: list[float]) -> list[float]:
        """What counts as one of each equation; columns: of each velocity coordinate."""
        return [columns[iv] for _, iv in self.driven]

    def equations(self, K: Any, q: list[Any], v: Rows, base: str) -> list[ts.Series]:
        """q_driven - gamma(q_sources) along the motion; base plays no part."""
        T = TaylorField(K, len(v) + 1)
        y, x = (_coordinates(T, q, v, joints) for joints in (self.sources, self.driven))
        if self.coupling.function is not None:
            gamma = [T(value) for value in self.coupling.function(y, Functions(T))]
            if len(gamma) != len(x):
                raise ShapeError(
                    f"coupling {self.name!r}: its function returned {len(gamma)} coordinates, "
                    f"expected {len(x)}"
                )
        else:
            ratios: Any = self.coupling.ratios
            offsets: Any = self.coupling.offsets
            gamma = [
                T.dot([float(c) for c in row], y) + float(offset)
                for row, offset in zip(ratios, offsets, strict=True)
            ]
        return [(a - b).x for a, b in zip(x, gamma, strict=True)]


@dataclass(frozen=True)
class ImplicitClosure:
    """Equations phi(q) = 0 of an implicit constraint.

    joints: (coordinate in q, velocity coordinate).
    """

    name: str
    constraint: ImplicitConstraint
    joints: list[tuple[int, int]]
    kind = "constraint"

    @property
    def columns(self) -> list[int]:
        """Velocity coordinates of the joints."""
        return [iv for _, iv in self.joints]

    @property
    def size(self) -> int:
        """Number of equations."""
        return self.constraint.size

    def magnitudes(self, K: Any, q: list[Any]) -> list[float]:
        """Zero: no equation of a constraint follows from others."""
        return [0.0] * self.size

    def units(self, columns: list[float]) -> list[float]:
        """What counts as one of each equation."""
        return [self.constraint.unit] * self.size

    def equations(self, K: Any, q: list[Any], v: Rows, base: str) -> list[ts.Series]:
        """Phi along the motion; base plays no part."""
        T = TaylorField(K, len(v) + 1)
        values = self.constraint.function(_coordinates(T, q, v, self.joints), Functions(T))
        if len(values) != self.size:
            raise ShapeError(
                f"constraint {self.name!r}: its function returned {len(values)} numbers, "
                f"expected {self.size}"
            )
        return [T(value).x for value in values]


def _coordinates(
    T: TaylorField, q: list[Any], v: Rows, joints: list[tuple[int, int]]
) -> list[Taylor]:
    """Coordinates of joints as series of a motion."""
    return [Taylor(T, ts.taylor([q[iq], *(row[iv] for row in v)])) for iq, iv in joints]


Closure = LoopClosure | CouplingClosure | ImplicitClosure


@dataclass(frozen=True)
class LoopSystem:
    """A LoopModel as scalars of a field: the tree, the chains of the loops, and the equations.

    bodies: those of the tree, then those of the chains; nq, nv: coordinates of all of them;
    chains: nv of the tree and those after it; independent, dependent: velocity coordinates, in
    the second the chains' first; names: of the velocity coordinates, for errors.
    """

    model: LoopModel
    exact: ExactModel
    bodies: tuple[ExactBody, ...]
    closures: tuple[Closure, ...]
    nq: int
    nv: int
    independent: list[int]
    dependent: list[int]
    names: list[str]

    def equations(self, K: Any, q: list[Any], v: Rows, base: str) -> list[ts.Series]:
        """The left-hand sides of all equations along a motion, len(v) + 1 coefficients each."""
        return [row for closure in self.closures for row in closure.equations(K, q, v, base)]

    def magnitudes(self, K: Any, q: list[Any]) -> list[float]:
        """Size of what each equation adds up."""
        return [x for closure in self.closures for x in closure.magnitudes(K, q)]

    def length(self, K: Any, q: list[Any]) -> float:
        """A length of the longest loop, a power of two, m; 1 where there is none."""
        longest = max((x.magnitudes(K, q)[-1] for x in self.closures), default=0.0)
        return 2.0 ** round(math.log2(longest)) if longest > 0 else 1.0

    def units(self, K: Any, q: list[Any]) -> tuple[list[float], list[float]]:
        """What counts as one of each equation and velocity coordinate: 1 rad, or a length in m."""
        length = self.length(K, q)
        columns = [1.0] * self.nv
        for body in self.bodies:
            for j in {"prismatic": (0,), "free": (3, 4, 5)}.get(body.kind, ()):
                columns[body.iv + j] = length
        rows: list[float] = []
        for closure in self.closures:
            if isinstance(closure, LoopClosure):
                rows += [1.0] * 3 + [length] * 3
            else:
                rows += closure.units(columns)
        return rows, columns

    def jacobian(self, K: Any, q: list[Any], base: str) -> Rows:
        """K: rates of the equations, a column per velocity coordinate that alone has rate 1."""
        rows: Rows = []
        for closure in self.closures:
            block = [[K(0)] * self.nv for _ in range(closure.size)]
            for j in closure.columns:
                unit = [K(1 if column == j else 0) for column in range(self.nv)]
                for row, x in zip(block, closure.equations(K, q, [unit], base), strict=True):
                    row[j] = x[1]
            rows += block
        return rows

    def closure_of(self, row: int) -> str:
        """Name of the loop, coupling or constraint that an equation belongs to."""
        for closure in self.closures:
            if row < closure.size:
                return closure.name
            row -= closure.size
        raise IndexError(row)


def loop_system(K: Any, model: LoopModel) -> LoopSystem:
    """The model as scalars of K; call inside K.working()."""
    tree, extended, ends = _with_chains(model)
    whole = exact_model(extended, K)
    n = int(tree.nbodies)
    loops: list[Closure] = []
    for loop, (first, second, on_body) in zip(model.loops, ends, strict=True):
        frames = [np.eye(4) if on_body is None else on_body, loop.successor_frame]
        poses = [_exact_pose(K, frame) for frame in frames]
        loops.append(
            _loop_closure(loop.name, whole.bodies, (first, *poses[0]), (second, *poses[1]))
        )
    index = {name: i for i, name in enumerate(tree.joint_names)}

    def places(names: tuple[str, ...]) -> list[tuple[int, int]]:
        return [(int(tree.idx_q[index[x]]), int(tree.idx_v[index[x]])) for x in names]

    # a coupling whose driven joints are independent stands among the constraints
    released = {
        c.name: c.function.coupling
        for c in model.constraints
        if isinstance(c.function, CouplingEquation)
    }
    for coupling in [*model.couplings, *released.values()]:
        driven, sources = places(coupling.driven), places(coupling.sources)
        loops.append(CouplingClosure(coupling.name, coupling, driven, sources))
    for constraint in model.constraints:
        if constraint.name not in released:
            loops.append(ImplicitClosure(constraint.name, constraint, places(constraint.joints)))
    independent = [int(j) for j in model.independent]
    chains = range(int(tree.nv), int(extended.nv))
    rest = [j for j in range(int(tree.nv)) if j not in independent]
    return LoopSystem(
        model=model,
        exact=replace(
            whole,
            bodies=whole.bodies[:n],
            physics=whole.physics and whole.physics[: int(tree.nv)],
        ),
        bodies=whole.bodies,
        closures=tuple(loops),
        nq=int(extended.nq),
        nv=int(extended.nv),
        independent=independent,
        dependent=[*chains, *rest],
        names=coordinate_names(extended),
    )


def _with_chains(model: LoopModel) -> tuple[Model, Model, list[tuple[int, int, Any]]]:
    """The tree, the tree with the chains of the loops, and the ends of each loop.

    An end is (body of the chain's end, successor, frame on the former or None for its own).
    """
    tree = model.tree
    index: dict[str | None, int] = {name: i for i, name in enumerate(tree.names)}
    index[None] = -1
    names, joint_names, joints = list(tree.names), list(tree.joint_names), list(tree.joints)
    parents, placements = [int(i) for i in tree.parents], list(tree.placements)
    ends: list[tuple[int, int, Any]] = []
    for loop in model.loops:
        body, frame = index[loop.predecessor], loop.predecessor_frame
        chain = loop.chain()
        for k, joint in enumerate(chain):
            names.append(f"{loop.name}:{k + 1}")
            joint_names.append(f"{loop.name}:{k + 1}")
            joints.append(joint)
            parents.append(body)
            placements.append(frame)
            body, frame = len(names) - 1, np.eye(4)
        ends.append((body, index[loop.successor], None if chain else frame))
    more = len(names) - int(tree.nbodies)
    inertias = np.concatenate([tree.inertias, np.zeros((more, 3, 3))])
    coms = np.concatenate([tree.coms, np.zeros((more, 3))])
    masses = np.concatenate([tree.masses, np.zeros(more)])
    free = np.full(sum(joint.nv for joint in joints), np.inf)
    extended = Model(
        tree.name, names, joint_names, joints, parents, placements, masses, coms, inertias,
        tree.gravity, -free, free,
        physics=rows_of(tree.joint_physics, [*range(tree.nv), *[-1] * (len(free) - int(tree.nv))]),
    )  # fmt: skip
    return tree, extended, ends


def _exact_pose(K: Any, frame: Any) -> tuple[Matrix, Vector]:
    """Rotation and origin of a given pose as scalars, the rotation made one."""
    R = tuple(tuple(K(float(x)) for x in row[:3]) for row in frame[:3])
    return nearest_rotation(K, R), tuple(K(float(row[3])) for row in frame[:3])


def _loop_closure(
    name: str,
    bodies: tuple[ExactBody, ...],
    first: tuple[int, Matrix, Vector],
    second: tuple[int, Matrix, Vector],
) -> LoopClosure:
    """The equations of a loop between (body, R, p) and (body, R, p)."""
    paths: list[list[int]] = []
    for i in (first[0], second[0]):
        path = []
        while i >= 0:
            path.append(i)
            i = bodies[i].parent
        paths.append(path)
    common = set(paths[0]) & set(paths[1])
    moving = sorted((set(paths[0]) | set(paths[1])) - common)
    place = {i: k for k, i in enumerate(moving)}
    # the common ancestor's pose plays no part, so that of the world replaces it
    local = tuple(replace(bodies[i], parent=place.get(bodies[i].parent, -1)) for i in moving)
    sizes = {"spherical": 3, "free": 6}
    columns = [b.iv + k for b in local for k in range(sizes.get(b.kind, 1))]
    ends = [(place.get(i, -1), R, p) for i, R, p in (first, second)]
    return LoopClosure(name, local, (ends[0], ends[1]), columns, not common)
