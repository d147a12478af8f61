"""Loops and couplings of URDF+ files [Chignoli, Slotine, Wensing and Kim, URDF+, 2024].

Beside links and joints the `<robot>` may have

- ``<loop name="" type="">`` with ``<predecessor link=""><origin/></predecessor>``, a
  ``<successor>`` likewise and an ``<axis>``: a joint between two links. The origins are the poses
  of the loop frame in the two links, the axis is in the loop frame. Types: those of joints but
  floating, and spherical. What the origins say counts; no loop need be closed at zero.
- ``<coupling name="">`` with ``<predecessor link=""/>``, ``<successor link=""/>`` and
  ``<ratio value=""/>``: the positions of the joints from the nearest common ancestor of the two
  links down to the successor add up to `ratio` times those down to the predecessor.

The attribute ``independent="true|false"`` of a joint says whether it is an independent coordinate.
Without it, a joint whose loops and couplings have it nowhere is left to choice: a coupling then
drives the last joint of its successor, a loop those that `ModelBuilder.build` takes. Where other
joints of its loops or couplings have it, a joint without it is independent, as the format says.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.errors import ModelError
from lieref.model.joints.joints import Fixed, LoopJoint, Planar, Prismatic, Revolute, Spherical
from lieref.model.model import Model
from lieref.model.tree.tree import refuse_repeated
from lieref.model.urdf.masses import poses_of
from lieref.model.urdf.records import (
    CouplingRecord,
    JointRecord,
    LoopRecord,
    Notes,
    RobotRecord,
)

if TYPE_CHECKING:
    from lieref.model.builder import ModelBuilder
    from lieref.model.loops.loop_model import LoopModel

Array = NDArray[np.float64]
# A pivot below this part of its terms is rounding: as that of loops, `is_rounding`
# of lieref/loops/constraints/loop_tables.pxd.
ROUNDING = 2.0**-45
ONE_DEGREE_TYPES = ("revolute", "continuous", "prismatic")


class Place(NamedTuple):
    """Where a link went: the body that carries it (None: world), and its pose in that body."""

    body: str | None
    pose: Array


class _Equation(NamedTuple):
    """A coupling as an equation: the sum of coefficient times position over its joints is zero."""

    name: str
    where: str
    terms: dict[str, float]
    last: str


class Constraints:
    """The loops and couplings of one file.

    Parameters
    ----------
    notes : Notes
        With the name of the file.
    joints : sequence of JointRecord
        All joints of the file; the links form a tree.
    places : mapping of str to Place
        Where each link went.
    """

    def __init__(self, notes: Notes, joints: Sequence[JointRecord], places: Mapping[str, Place]):
        self.notes = notes
        self.joints = {joint.name: joint for joint in joints}
        self.above = {joint.child: joint for joint in joints}
        self.places = places
        self.independent: list[str] = []

    def add(self, builder: ModelBuilder, robot: RobotRecord) -> None:
        """Add the loops and couplings to the model that is being built.

        Raises
        ------
        ModelError
            An element that is incomplete or cannot be; names file, line and element.
        """
        for what, records in (("loop", robot.loops), ("coupling", robot.couplings)):
            refuse_repeated(f"{self.notes.source}: {what}", [record.name for record in records])
        for loop in robot.loops:
            self._add_loop(builder, loop)
        equations = [self._equation(coupling) for coupling in robot.couplings]
        driven = self._add_couplings(builder, equations)
        self.independent = [name for name in self.independent if name not in driven]

    def build(
        self, builder: ModelBuilder, assembly: ArrayLike | Mapping[str, float] | None
    ) -> Model | LoopModel:
        """Build the model, and compare what became of the attribute `independent`."""
        model = builder.build(list(dict.fromkeys(self.independent)) or None, assembly)
        tree = model if isinstance(model, Model) else model.tree
        independent = range(tree.nv) if isinstance(model, Model) else model.independent.tolist()
        free = {
            name
            for name, iv in zip(tree.joint_names, tree.idx_v.tolist(), strict=True)
            if iv in independent
        }
        told = [name for name in free if name in self.joints]
        lost = sorted(name for name in told if self.joints[name].independent is False)
        if lost:
            self.notes.add(
                self.joints[lost[0]].line,
                "independent all the same, since no loop or coupling determines them: joints "
                f"{lost}",
            )
        return model

    def _what(self, record: LoopRecord | CouplingRecord) -> str:
        kind = "loop" if isinstance(record, LoopRecord) else "coupling"
        return f"{self.notes.where(record.line)}: {kind} {record.name!r}"

    def _paths(
        self, record: LoopRecord | CouplingRecord, predecessor: str, successor: str
    ) -> tuple[list[JointRecord], list[JointRecord]]:
        """Moving joints from the nearest common ancestor to either end, the last ones first."""
        lines = []
        for role, end in (("predecessor", predecessor), ("successor", successor)):
            if end not in self.places:
                raise ModelError(f"{self._what(record)}: its {role} {end!r} is no link")
            link, line = end, []
            while link in self.above:
                line.append(self.above[link])
                link = self.above[link].parent
            lines.append(line)
        shared = {joint.name for joint in lines[0]} & {joint.name for joint in lines[1]}
        one, other = (
            [joint for joint in line if joint.name not in shared and joint.type != "fixed"]
            for line in lines
        )
        return one, other

    def _add_loop(self, builder: ModelBuilder, loop: LoopRecord) -> None:
        what = self._what(loop)
        one, other_path = self._paths(loop, loop.predecessor.link, loop.successor.link)
        ends = []
        for end in (loop.predecessor, loop.successor):
            body, pose = self.places[end.link]
            ends.append((body, pose @ poses_of([end.origin])[0]))
        if ends[0][0] == ends[1][0]:
            raise ModelError(f"{what}: both its links belong to body {ends[0][0]!r}")
        # every type of loop allows the inverse of each of its motions
        if ends[1][0] is None:
            ends.reverse()
        (predecessor, frame), (successor, other) = ends
        if successor is None:
            raise ModelError(f"{what}: both its links belong to the world")
        builder.add_loop(loop.name, predecessor, successor, _loop_joint(loop), frame, other)
        self._note_independent([*one, *other_path])

    def _note_independent(self, joints: Iterable[JointRecord]) -> None:
        """Joints that the format makes independent, if it speaks of any of them."""
        joints = list(joints)
        if any(joint.independent is not None for joint in joints):
            for joint in joints:
                if joint.independent is not False:
                    # a planar joint is a chain of three
                    links = [f"{joint.name}:{k}" for k in (1, 2)] if joint.type == "planar" else []
                    self.independent += [*links, joint.name]

    def _equation(self, coupling: CouplingRecord) -> _Equation:
        what, ratio = self._what(coupling), coupling.ratio
        to_predecessor, to_successor = self._paths(
            coupling, coupling.predecessor, coupling.successor
        )
        if not to_successor:
            raise ModelError(f"{what}: no moving joint leads to its successor from where they meet")
        for joint in [*to_predecessor, *to_successor]:
            if joint.type not in ONE_DEGREE_TYPES:
                raise ModelError(
                    f"{what}: joint {joint.name!r} is {joint.type}, expected one degree of freedom"
                )
        # ratio * sum of q to the predecessor - sum of q to the successor = 0
        terms = {joint.name: ratio for joint in to_predecessor}
        terms.update({joint.name: -1.0 for joint in to_successor})
        return _Equation(coupling.name, what, terms, to_successor[0].name)

    def _add_couplings(self, builder: ModelBuilder, equations: list[_Equation]) -> set[str]:
        """Solve the equations for the joints that they drive; return their names."""
        driven: set[str] = set()
        waiting = list(equations)
        while waiting:
            # an equation with a single joint that is dependent and not driven yet goes first
            unknown = {e.name: self._unknown(e) - driven for e in waiting}
            ready = next((e for e in waiting if len(unknown[e.name]) == 1), None)
            group = [ready] if ready else _linked(waiting, unknown)
            joints = sorted(set().union(*(unknown[e.name] for e in group)))
            self._solve(builder, group, joints)
            driven.update(joints)
            waiting = [e for e in waiting if e not in group]
        return driven

    def _unknown(self, equation: _Equation) -> set[str]:
        """Joints that an equation may be solved for."""
        flags = {name: self.joints[name].independent for name in equation.terms}
        if all(flag is None for flag in flags.values()):
            return {equation.last}
        return {name for name, flag in flags.items() if flag is False}

    def _solve(self, builder: ModelBuilder, group: list[_Equation], joints: Sequence[str]) -> None:
        """Add one coupling that solves a group of equations for as many joints."""
        where = group[0].where
        if len(joints) != len(group):
            raise ModelError(
                f"{where}: {len(group)} coupling(s) {[e.name for e in group]} for "
                f"{len(joints)} dependent joint(s) {list(joints)}, expected as many"
            )
        sources = sorted({name for e in group for name in e.terms} - set(joints))
        if not sources:
            raise ModelError(f"{where}: the joints {list(joints)} depend on no other joint")
        K = np.array([[e.terms.get(name, 0.0) for name in (*joints, *sources)] for e in group])
        K_d, K_i = K[:, : len(joints)], K[:, len(joints) :]
        if not _regular(K_d):
            raise ModelError(f"{where}: cannot be solved for the dependent joints {list(joints)}")
        # one equation is divided by its coefficient, exactly where that is 1 or -1
        ratios = -K_i / K_d if len(joints) == 1 else -np.linalg.solve(K_d, K_i)
        name = ", ".join(e.name for e in group)
        builder.couple(list(joints), sources, ratios + 0.0, name=name)


def _regular(matrix: NDArray[np.float64]) -> bool:
    """Whether no pivot of a square matrix is rounding, whatever the units of rows and columns.

    A pivot is compared with the size of the terms that were added up in it, both in the same unit,
    and the one that is largest beside it is taken.
    """
    K, sizes = matrix.copy(), np.abs(matrix)
    for k in range(len(K)):
        parts = np.abs(K[k:, k:]) / np.where(sizes[k:, k:] > 0, sizes[k:, k:], 1)
        i, j = divmod(int(parts.argmax()), len(parts))
        if not parts[i, j] > ROUNDING:
            return False
        for array in (K, sizes):
            array[[k, k + i]] = array[[k + i, k]]
            array[:, [k, k + j]] = array[:, [k + j, k]]
        factors = K[k + 1 :, k] / K[k, k]
        K[k + 1 :] -= np.outer(factors, K[k])
        sizes[k + 1 :] += np.outer(np.abs(factors), sizes[k])
    return True


def _linked(waiting: list[_Equation], unknown: Mapping[str, set[str]]) -> list[_Equation]:
    """The first equation and all that share unknown joints with it, directly or in turn."""
    group = [waiting[0]]
    while True:
        joints = set().union(*(unknown[e.name] for e in group))
        more = [e for e in waiting if e not in group and unknown[e.name] & joints]
        if not more:
            return group
        group += more


def _loop_joint(loop: LoopRecord) -> LoopJoint:
    if loop.axis is None:
        return Fixed() if loop.type == "fixed" else Spherical()
    if loop.type == "prismatic":
        return Prismatic(loop.axis)
    return Planar(loop.axis) if loop.type == "planar" else Revolute(loop.axis)
