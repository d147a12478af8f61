"""Constants of loop joints, rounded once: which rows close a loop, and the frames they are seen in.

The frames of a loop joint are turned so that its axis is z and its origin on it, and are given in
the kernel frames of its two bodies (`compiled`). A body's pose is built up along the path from the
nearest common ancestor of the two; what both paths share never enters, so that accuracy does not
depend on where the mechanism stands. Not even the ancestor's own offset does: places on a path are
relative to the path's *anchor*, the place of its first body (moved by the shift of the first
joint), and the distance between the two anchors is one constant, `gap`.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from lieref.model.joints.joints import Cylindrical, EulerAngles, Fixed, Planar, Universal
from lieref.model.loops.clusters import ancestors
from lieref.model.tree.compiled import axis_frame, body_constants
from lieref.model.tree.exact import (
    ExactBody,
    ExactModel,
    Matrix,
    Vector,
    add,
    apply,
    cross,
    dot,
    joint_geometry,
    multiply,
    nearest_rotation,
    subtract,
    transpose,
)

if TYPE_CHECKING:
    from lieref.model.loops.loop_structure import LoopStructure

#: What a loop joint resists in the predecessor's loop frame: turns tx, ty, tz and shifts fx, fy,
#: fz, as bits 1, 2, 4, 8, 16, 32; `explicit_constraints.pxi` reads the same numbers.
ROWS = {
    "revolute": 0b111011,
    "prismatic": 0b011111,
    "helical": 0b111011,
    "spherical": 0b111000,
    "universal": 0b111001,
    "cylindrical": 0b011011,
    "planar": 0b100011,
    "fixed": 0b111111,
}


# What placements may be off, as a part of their coordinates: points that differ by less coincide.
PLACED = 1e-9


@dataclass(frozen=True)
class BodyFrame:
    """One body in kernel frames: see `compiled.body_constants` for E, r and pitch."""

    kind: str
    parent: int
    iq: int
    iv: int
    E: Matrix
    r: Vector
    pitch: Any


@dataclass(frozen=True)
class LoopFrame:
    """One loop joint: the bodies on its two paths, root first, and its frames at their tips.

    R, p: axes and origin of the loop frame, in the kernel frame of the tip of the path, or of the
    common ancestor where a path is empty (p is then zero: the anchor is this frame's origin).
    gap: successor's anchor minus the predecessor's with all joints at zero, in the ancestor's axes.
    length: a length of the loop, a power of two, m; of a loop without one, whose points coincide,
    that of the longest loop of its cluster, or 1 m. pitch and cosine belong to single kinds: the
    advance of a helical joint in m/rad, the cosine between the axes of a universal one, and the
    unit normal to the shifts of a planar one, in the loop frame: z but for the rounding of the
    directions that `Planar.expand` gives, and for a given normal that is not quite of unit length.
    """

    kind: str
    paths: tuple[tuple[int, ...], tuple[int, ...]]
    R: tuple[Matrix, Matrix]
    p: tuple[Vector, Vector]
    gap: Vector
    pitch: Any
    cosine: Any
    normal: Vector
    length: float

    @property
    def rows(self) -> int:
        """The rows that this joint has, see `ROWS`."""
        return ROWS[self.kind]


def _identity(K: Any) -> Matrix:
    return tuple(tuple(K(int(i == j)) for j in range(3)) for i in range(3))


def _unit(K: Any, axis: Any) -> Vector:
    vector = tuple(K(float(x)) for x in axis)
    norm = K.sqrt(dot(vector, vector))
    return tuple(x / norm for x in vector)


def _joint_frames(
    K: Any, joint: Any
) -> tuple[str, tuple[tuple[Matrix, Vector], tuple[Matrix, Vector]], Any, Any]:
    """Kind, frames with z along the joint's axis at either end, pitch, cosine between the axes."""
    zero = K(0)
    origin = (zero, zero, zero)

    def frame(axis: Any) -> tuple[Matrix, Vector]:
        return axis_frame(K, "revolute", _unit(K, axis), origin)

    plain = (_identity(K), origin)
    if isinstance(joint, Universal):
        first, second = _unit(K, joint.axis1), _unit(K, joint.axis2)
        ends = (frame(joint.axis1), frame(joint.axis2))
        return "universal", ends, zero, dot(first, second)
    if isinstance(joint, Cylindrical | Planar):
        axis = joint.axis if isinstance(joint, Cylindrical) else joint.normal
        kind = "cylindrical" if isinstance(joint, Cylindrical) else "planar"
        return kind, (frame(axis), frame(axis)), zero, zero
    if isinstance(joint, EulerAngles):
        # a chain of three turns reaches every attitude, so it resists what a ball does
        return "spherical", (plain, plain), zero, zero
    if isinstance(joint, Fixed) or joint.kind == "spherical":
        return "fixed" if isinstance(joint, Fixed) else "spherical", (plain, plain), zero, zero
    along, point, pitch = joint_geometry(K, joint)
    turned = axis_frame(K, joint.kind, along or origin, point or origin)
    return joint.kind, (turned, turned), pitch, zero


def successor_frame(K: Any, joint: Any) -> tuple[Matrix, Vector]:
    """Axes and origin of the frame along a loop joint's axis in the successor's loop frame."""
    return _joint_frames(K, joint)[1][1]


def predecessor_frame(K: Any, joint: Any) -> tuple[Matrix, Vector]:
    """As `successor_frame`, in the predecessor's."""
    return _joint_frames(K, joint)[1][0]


def _plane(K: Any, joint: Any, axes: Matrix) -> Vector:
    """Unit normal to the shifts of a planar joint, in the frame with these axes; else z."""
    if not isinstance(joint, Planar):
        return (K(0), K(0), K(1))
    first, second = (_unit(K, step.axis) for step in joint.expand()[:2])
    normal = apply(transpose(axes), cross(first, second))
    size = K.sqrt(dot(normal, normal))
    return tuple(x / size for x in normal)


def _in_kernel_frame(
    K: Any, given: Any, frame: tuple[Matrix, Vector], kernel: tuple[Matrix, Vector]
) -> tuple[Matrix, Vector]:
    """The joint's frame in a body's kernel frame, from the given pose of the loop frame."""
    rotation = nearest_rotation(K, tuple(tuple(K(float(x)) for x in row) for row in given[:3, :3]))
    place = tuple(K(float(x)) for x in given[:3, 3])
    origin = add(place, apply(rotation, frame[1]))
    back = transpose(kernel[0])
    return (
        multiply(back, multiply(rotation, frame[0])),
        apply(back, subtract(origin, kernel[1])),
    )


def body_frames(K: Any, exact: ExactModel) -> tuple[list[BodyFrame], list[tuple[Matrix, Vector]]]:
    """Bodies of the tree in kernel frames, and these frames in the body frames."""
    bodies: list[BodyFrame] = []
    kernels: list[tuple[Matrix, Vector]] = []
    for body, row in zip(exact.bodies, body_constants(K, exact), strict=True):
        E = (tuple(row[0:3]), tuple(row[3:6]), tuple(row[6:9]))
        bodies.append(_body_frame(body, E, tuple(row[9:12])))
        kernels.append(((tuple(row[-12:-9]), tuple(row[-9:-6]), tuple(row[-6:-3])), row[-3:]))
    return bodies, kernels


def _body_frame(body: ExactBody, E: Matrix, r: Vector) -> BodyFrame:
    return BodyFrame(body.kind, body.parent, body.iq, body.iv, E, r, body.pitch)


def loop_frames(
    K: Any,
    structure: LoopStructure,
    bodies: list[BodyFrame],
    kernels: list[tuple[Matrix, Vector]],
) -> list[LoopFrame]:
    """The loop joints of a model; K as in `exact`, bodies and kernels from `body_frames`."""
    zero = K(0)
    nothing = (zero, zero, zero)
    home = (_identity(K), nothing)
    parents = [body.parent for body in bodies]
    frames = []
    for loop, ends in zip(structure.loops, structure.loop_ends, strict=True):
        paths, common = loop_paths(parents, ends)
        kind, joint, pitch, cosine = _joint_frames(K, loop.joint)
        placed = [
            _in_kernel_frame(K, given, frame, kernels[end] if end >= 0 else home)
            for given, frame, end in zip(
                (loop.predecessor_frame, loop.successor_frame), joint, ends, strict=True
            )
        ]
        anchors = [
            bodies[path[0]].r if path else frame[1]
            for path, frame in zip(paths, placed, strict=True)
        ]
        tips = [frame[1] if path else nothing for path, frame in zip(paths, placed, strict=True)]
        gap = subtract(anchors[1], anchors[0])
        arms = [bodies[i].r for path in paths for i in path[1:]]
        # what arms, tips and gap are differences of: anchors, and origins of kernel frames
        origins = [kernels[i][1] for i in (*paths[0], *paths[1], *common)]
        frames.append(
            LoopFrame(
                kind=kind,
                paths=paths,
                R=(placed[0][0], placed[1][0]),
                p=(tips[0], tips[1]),
                gap=gap,
                pitch=pitch,
                cosine=cosine,
                normal=_plane(K, loop.joint, joint[0][0]),
                length=loop_length(size([*arms, *tips, gap]), size([*anchors, *origins])),
            )
        )
    return _with_lengths(structure, frames)


def loop_paths(
    parents: Sequence[int], ends: tuple[int, int]
) -> tuple[tuple[tuple[int, ...], tuple[int, ...]], list[int]]:
    """Bodies on both paths of a loop, root first, and their nearest common ancestor, if any."""
    one, other = (ancestors(parents, end) for end in ends)
    shared = set(one) & set(other)
    paths = tuple(tuple(i for i in reversed(line) if i not in shared) for line in (one, other))
    return (paths[0], paths[1]), [i for i in one if i in shared][:1]


def size(vectors: Iterable[Vector]) -> float:
    """Sum of the vectors' lengths."""
    return sum((math.hypot(*map(float, vector)) for vector in vectors), 0.0)


def loop_length(total: float, subtracted: float) -> float:
    """A size of a loop's vectors, rounded to a power of two.

    0 if it is zero, or rounding of the vectors, of this size, that were subtracted to make them.
    """
    return 2.0 ** round(math.log2(total)) if total > PLACED * subtracted else 0.0


def _with_lengths(structure: LoopStructure, frames: list[LoopFrame]) -> list[LoopFrame]:
    """The frames, those without a length with the longest of their clusters, or 1 m."""
    for cluster in structure.clusters:
        longest = max((frames[at].length for at in cluster.loops), default=0.0)
        for at in cluster.loops:
            own = frames[at].length or longest or 1.0
            frames[at] = replace(frames[at], length=own)
    return frames
