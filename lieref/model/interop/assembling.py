"""What readers of other libraries' models share: bodies, merged masses, frames, coordinates."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.algebra.arguments import choice, items
from lieref.errors import ModelError, ModelWarning, SingularError
from lieref.model.builder import ModelBuilder
from lieref.model.interop.blocks import Block
from lieref.model.interop.coordinate_map import CoordinateMap, Numbers, Placed, gathered, span
from lieref.model.interop.library_model import LibraryModel
from lieref.model.joints.joints import Free, Joint, LoopJoint
from lieref.model.loops.loop_model import LoopModel
from lieref.model.loops.loops import CouplingFunction
from lieref.model.model import Model
from lieref.model.tree.rigid_sums import Masses, merged, moved

Array = NDArray[np.float64]
WORLD = -1
UNSUPPORTED = ("error", "skip")
PHYSICS = ("armature", "damping", "friction", "stiffness")
NAMED = 6
#: The largest double, or what is near it, is no limit of a force or a velocity.
NO_LIMIT = 1e300


#: Name of a loop or a coupling, and what adds it.
Constraint = tuple[str, Callable[[ModelBuilder], object]]
#: A joint of a chain: its place in what is before it, the joint, limits of one degree.
Step = tuple[Array, Joint, tuple[float, float] | None]


class _Body(NamedTuple):
    name: str
    parent: int
    joint: Joint
    joint_name: str
    placement: Array
    limits: tuple[float, float] | None


class _Coordinates(NamedTuple):
    """Where the coordinates of bodies, a chain from the first to the last, are in the library."""

    bodies: tuple[int, ...]
    their_q: Numbers
    their_v: Numbers
    block: Block | None


class Assembling:
    """Collects a robot body by body, each parent before its children, and builds the model.

    Parameters
    ----------
    library, name : str
    gravity : (3,)
    unsupported : {"error", "skip"}
        What to do about what lieref does not have.
    joint_physics : bool or names of `PHYSICS`
        What of it the model shall have.
    """

    def __init__(
        self,
        library: str,
        name: str,
        gravity: ArrayLike,
        unsupported: str,
        joint_physics: bool | Sequence[str],
    ):
        if unsupported not in UNSUPPORTED:
            raise ModelError(f"unsupported: {unsupported!r}, expected 'error' or 'skip'")
        self.library, self.unsupported = library, unsupported
        self.name, self._gravity = name or "robot", gravity
        self.skipped: list[str] = []
        self._assumed: list[str] = []
        self._constraints: list[Constraint] = []
        self._asked = asked_physics(joint_physics)
        self._physics: dict[int, dict[str, ArrayLike]] = {}
        self._drives: dict[int, dict[str, ArrayLike]] = {}
        self._bodies: list[_Body] = []
        self._parts: list[tuple[int, float, Array, Array]] = []
        self._poses: list[Array] = []
        self._frames: list[tuple[str, int, Array]] = []
        self._coordinates: list[_Coordinates] = []
        self._names: set[str] = set()
        self._joint_names: set[str] = set()

    def refuse(self, what: str, why: str) -> None:
        """Raise ModelError for what lieref does not have, or list it."""
        if self.unsupported == "error":
            raise ModelError(f"{what}: {why}; unsupported='skip' leaves it out")
        self.skipped.append(f"{what}: {why}")

    def assume(self, text: str) -> None:
        """Note what a warning is to say of the model."""
        self._assumed.append(text)

    def fall(self, gravity: ArrayLike) -> None:
        """Give the model its gravity (3,)."""
        self._gravity = gravity

    def joint_name(self, name: str) -> str:
        """A name that no other joint has."""
        found = _unused(name, self._joint_names)
        self._joint_names.add(found)
        return found

    def body_name(self, name: str) -> str:
        """A name that no other body has."""
        found = _unused(name, self._names)
        self._names.add(found)
        return found

    def body(
        self,
        name: str,
        parent: int,
        joint: Joint,
        joint_name: str,
        placement: Array,
        limits: tuple[float, float] | None = None,
    ) -> int:
        """Add a body without mass; `name` and `joint_name` are unused. Return its number.

        Limits in reverse order are exchanged, as `load_urdf` does.
        """
        if limits is not None and limits[0] > limits[1]:
            self.assume(
                f"joint {joint_name!r}: lower limit {limits[0]!r} above the upper one "
                f"{limits[1]!r}, exchanged"
            )
            limits = limits[1], limits[0]
        self._bodies.append(_Body(name, parent, joint, joint_name, placement, limits))
        return len(self._bodies) - 1

    def chain(self, name: str, joint_name: str, parent: int, steps: Sequence[Step]) -> list[int]:
        """Add a body that several joints move, with bodies "name:1", ... between; all of them.

        `joint_name` is unused, `name` has been asked for by `body_name`.
        """
        bodies: list[int] = []
        for n, (pose, joint, limits) in enumerate(steps, 1):
            last = n == len(steps)
            bodies.append(
                self.body(
                    name if last else self.body_name(f"{name}:{n}"),
                    bodies[-1] if bodies else parent,
                    joint,
                    joint_name if last else self.joint_name(f"{joint_name}:{n}"),
                    pose,
                    limits,
                )
            )
        return bodies

    def mass(self, body: int, pose: Array, mass: float, com: Array, inertia: Array) -> None:
        """Add a rigid part, which stands at a pose in the frame of a body."""
        self._parts.append((body, mass, com, inertia))
        self._poses.append(pose)

    def frame(self, name: str, body: int, pose: Array) -> None:
        """Name a frame on a body; bodies come first where names are used twice, see `build`."""
        self._frames.append((name, body, pose))

    def coordinates(
        self, bodies: Sequence[int], q: Numbers, v: Numbers, block: Block | None = None
    ) -> None:
        """Say which coordinates of the library move some bodies."""
        self._coordinates.append(_Coordinates(tuple(bodies), q, v, block))

    def loop(
        self,
        name: str,
        ends: Sequence[int],
        joint: LoopJoint,
        frames: Sequence[Array],
    ) -> None:
        """Close a loop between two bodies, not both the world, at a frame on each."""
        near, far = (0, 1) if ends[1] != WORLD else (1, 0)
        successor = self._bodies[ends[far]].name
        predecessor = self.names_of(ends[near])[0]
        at = frames[near], frames[far]
        self._constraints.append(
            (name, lambda builder: builder.add_loop(name, predecessor, successor, joint, *at))
        )

    def couple(
        self,
        name: str,
        driven: str,
        source: str,
        ratio: float | None = None,
        offset: float | None = None,
        function: CouplingFunction | None = None,
    ) -> None:
        """Drive a joint by another, as `ModelBuilder.couple`."""
        how = ratio, offset, function, name
        self._constraints.append((name, lambda builder: builder.couple(driven, source, *how)))

    def joint_physics(self, body: int, **numbers: ArrayLike) -> None:
        """Give the joint of a body what acts in it, by arguments of `ModelBuilder.add_body`.

        What was not asked for is dropped, and what lieref has not is refused: of a free joint.
        """
        joint, name = self._bodies[body].joint, self._bodies[body].joint_name
        found = {key: x for key, x in numbers.items() if self.asked(key) and np.any(x)}
        if isinstance(joint, Free) and found:
            self.refuse(f"joint {name!r}", f"{', '.join(found)} of a free joint")
        elif set(found) != {"rest"}:
            self._physics[body] = found

    def drive_limits(self, body: int, **numbers: ArrayLike) -> None:
        """Give the joint of a body limits of its drive, by arguments of `ModelBuilder.add_body`.

        What other libraries write where there is none is none.
        """
        rows = {key: np.asarray(x, float) for key, x in numbers.items()}
        self._drives[body] = {key: np.where(x < NO_LIMIT, x, np.inf) for key, x in rows.items()}

    def asked(self, name: str) -> bool:
        """Whether a kind of joint physics is asked for; `rest` is that of `stiffness`."""
        return ("stiffness" if name == "rest" else name) in self._asked

    def names_of(self, body: int) -> tuple[str | None, str]:
        """Name of a body, None for the world, and of its joint."""
        if body == WORLD:
            return None, ""
        return self._bodies[body].name, self._bodies[body].joint_name

    def build(
        self,
        other: Any,
        sizes: tuple[int, int],
        independent: Sequence[str] | None = None,
        near: ArrayLike | None = None,
        closure_tolerance: float = 0.0,
    ) -> LibraryModel:
        """Return the model beside the library's, with `sizes` (nq, nv), and warn.

        independent : of a model with couplings whose driven joints the library does not count: the
            joints that it counts. Maps are then those of the independent coordinates.
        near : a configuration of the library near which loops and couplings are closed
        closure_tolerance : as of `ModelBuilder.build`
        """
        with warnings.catch_warnings():
            # what is doubtful about the tree is said when everything is built
            warnings.simplefilter("ignore", ModelWarning)
            coordinates = self._map(self._builder([]).build_tree(), sizes)
            assembly = None
            if near is not None and self._constraints:
                assembly = coordinates.to_q(near)
            if self.unsupported == "skip":
                self._constraints = self._possible(independent, assembly, closure_tolerance)
        constrained = self._builder(self._constraints)
        start = assembly if self._constraints else None
        model = constrained.build(independent, start, closure_tolerance)
        if independent is not None:
            assert isinstance(model, LoopModel) and model.independent_q is not None
            coordinates = coordinates.among(model.independent_q, model.independent)
        self._warn()
        return LibraryModel(model, other, self.library, coordinates, tuple(self.skipped))

    def _builder(self, constraints: Iterable[Constraint]) -> ModelBuilder:
        """Everything, with some of the constraints."""
        builder = ModelBuilder(self._gravity, self.name, doubtful="warn")
        self._add_bodies(builder)
        self._add_frames(builder)
        for _, add in constraints:
            add(builder)
        return builder

    def _possible(
        self,
        independent: Sequence[str] | None,
        assembly: ArrayLike | None,
        closure_tolerance: float,
    ) -> list[Constraint]:
        """The constraints, without those that lieref cannot have beside the ones before them."""

        def fails(constraints: list[Constraint]) -> str:
            try:
                self._builder(constraints).build(independent, assembly, closure_tolerance)
            except (ModelError, SingularError) as error:
                return str(error)
            return ""

        if not self._constraints or not fails(self._constraints):
            return self._constraints
        kept: list[Constraint] = []
        for constraint in self._constraints:
            if why := fails([*kept, constraint]):
                self.skipped.append(f"constraint {constraint[0]!r}: {why}")
            else:
                kept.append(constraint)
        return kept

    def _add_bodies(self, builder: ModelBuilder) -> None:
        """Bodies with the sum of their parts."""
        owners = [part[0] for part in self._parts]
        parts = Masses(
            np.array([part[1] for part in self._parts]),
            np.array([part[2] for part in self._parts]).reshape(-1, 3),
            np.array([part[3] for part in self._parts]).reshape(-1, 3, 3),
        )
        poses = np.array(self._poses).reshape(-1, 4, 4)
        total = merged(owners, len(self._bodies), moved(poses, parts))
        for i, body in enumerate(self._bodies):
            builder.add_body(
                body.name,
                self.names_of(body.parent)[0],
                body.joint,
                body.placement,
                float(total.mass[i]),
                total.com[i],
                total.inertia[i],
                body.joint_name,
                body.limits,
                **self._physics.get(i, {}),
                **self._drives.get(i, {}),
            )

    def _add_frames(self, builder: ModelBuilder) -> None:
        """Frames whose names are free; one that is where its namesake is needs none of its own."""
        known = {body.name: (i, np.eye(4)) for i, body in enumerate(self._bodies)}
        for name, body, pose in self._frames:
            if not name:
                continue
            if name in known:
                on, at = known[name]
                if on == body and np.abs(at - pose).max() <= 1e-12:
                    continue
                name = _unused(f"{name}_frame", known)
            known[name] = (body, pose)
            builder.add_frame(name, self.names_of(body)[0], pose)

    def _map(self, tree: Model, sizes: tuple[int, int]) -> CoordinateMap:
        """The map to the coordinates of the tree."""
        number = {name: i for i, name in enumerate(tree.names)}
        placed = []
        for bodies, their_q, their_v, block in self._coordinates:
            at = [number[self._bodies[body].name] for body in bodies]
            q = np.concatenate([span(tree.idx_q[i], tree.joints[i].nq) for i in at])
            v = np.concatenate([span(tree.idx_v[i], tree.joints[i].nv) for i in at])
            placed.append(Placed(q, their_q, v, their_v, block))
        return CoordinateMap(tree.nq, tree.nv, *sizes, gathered(placed))

    def _warn(self) -> None:
        """Say what is not in the model, and what was assumed."""
        for what, texts in (("left out: ", self.skipped), ("", self._assumed)):
            if texts:
                more = [f"and {len(texts) - NAMED} more"] if len(texts) > NAMED else []
                said = "; ".join([*texts[:NAMED], *more])
                warnings.warn(f"{self.name}: {what}{said}", ModelWarning, stacklevel=4)


def _unused(name: str, used: Any) -> str:
    """`name`, or with as many underscores behind it as make it unused."""
    while name in used:
        name += "_"
    return name


def asked_physics(given: bool | Sequence[str]) -> tuple[str, ...]:
    """Return which joint physics is asked for; ModelError for a name that is none."""
    if isinstance(given, bool):
        return PHYSICS if given else ()
    names = items("joint_physics", given)
    for name in names:
        choice("joint_physics", name, PHYSICS)
    return names
