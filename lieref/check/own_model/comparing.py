"""Two models of one robot, body by body and by names: where do they part?

Frames are those of the links, as the file has them: a library whose bodies have other frames is
told apart here although its dynamics are right.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lieref.check.own_model.joint_map import partner
from lieref.check.results import Result
from lieref.model.model import Model

Array = NDArray[np.float64]
#: What reading may round, over the scale of a number: rotations from angles by way of quaternions,
#: and sums over the links that are merged, a few thousand ulp at most.
READING = 1e-12
#: So many bodies are named.
NAMED = 4
QUANTITY = "model"


@dataclass(frozen=True)
class Words:
    """How differences are described.

    first, second : names of both models; without them the first is what is expected
    reading : what may differ, over the scale of a number
    """

    first: str = ""
    second: str = ""
    reading: float = READING

    def pair(self, first: str, second: str) -> str:
        """A number or word of both models."""
        if not self.first:
            return f"{second}, expected {first}"
        return f"{first} in {self.first}, {second} in {self.second}"

    def more(self, joints: str) -> str:
        """Joints that the second model alone has."""
        if not self.first:
            return f"with {joints}, which lieref does not have"
        return f"{self.second} with {joints}, which {self.first} does not have"


USUAL = Words()


@dataclass(frozen=True)
class _Pair:
    """The same body in both models: name, name of its joint, and its numbers."""

    body: str
    joint: str
    i: int
    k: int


def compared(
    ours: Model, theirs: Model, words: Words = USUAL, physics: bool = False
) -> list[Result]:
    """Return one result for each kind of number: masses, centers of mass, and so on.

    Parameters
    ----------
    ours, theirs : Model
        As lieref and as the subject has read the robot.
    words : Words
    physics : bool
        Whether the numbers of joint physics are compared too.
    """
    found = [_joints(ours, theirs, words)]
    pairs = [
        _Pair(name, ours.joint_names[i], i, k)
        for i, name in enumerate(ours.names)
        if (k := partner(ours, theirs, i)) >= 0
    ]

    def kinds(p: _Pair) -> tuple[str, str]:
        return ours.joints[p.i].kind, theirs.joints[p.k].kind

    found.append(_words("parents", pairs, lambda p: _parents(ours, theirs, p), words))
    found.append(_words("joint types", pairs, kinds, words))
    alike = [p for p in pairs if ours.joints[p.i].kind == theirs.joints[p.k].kind]
    there = [x for x in _PHYSICS if physics and (_has(ours, x) or _has(theirs, x))]
    for name, numbers in (_NUMBERS | {x: _joint_physics(x) for x in there}).items():
        found.append(_numbers(name, alike, ours, theirs, numbers, words))
    apart = float(np.abs(ours.gravity - theirs.gravity).max())
    wrong = apart > words.reading * max(1.0, float(np.abs(ours.gravity).max()))
    text = "the same"
    if wrong:
        text = words.pair(_shown(ours.gravity), _shown(theirs.gravity))
    return [*found, Result(QUANTITY, "gravity", "", "fail" if wrong else "pass", text=text)]


def _joints(ours: Model, theirs: Model, how: Words) -> Result:
    """Which joints there are, and whether they have another order."""
    partners = [partner(ours, theirs, i) for i in range(ours.nbodies)]
    lacking = [x for x, k in zip(ours.joint_names, partners, strict=True) if k < 0]
    more = [x for k, x in enumerate(theirs.joint_names) if k not in partners]
    words = []
    if lacking:
        words.append(f"without {_listed(lacking)}")
    if more:
        words.append(how.more(_listed(more)))
    if words:
        return Result(QUANTITY, "joints", "", "fail", text="; ".join(words))
    same = partners == sorted(partners)
    text = f"{len(ours.joint_names)} joints, " + ("in the same order" if same else "another order")
    return Result(QUANTITY, "joints", "", "pass", text=text)


def _parents(ours: Model, theirs: Model, p: _Pair) -> tuple[str, str]:
    """The bodies that carry a body, in our words where they are the same."""
    above, there = int(ours.parents[p.i]), int(theirs.parents[p.k])
    same = (partner(ours, theirs, above) if above >= 0 else -1) == there
    mine = ours.names[above] if above >= 0 else "the world"
    return mine, mine if same else (theirs.names[there] if there >= 0 else "the world")


def _words(
    name: str, pairs: Sequence[_Pair], words: Callable[[_Pair], tuple[str, str]], how: Words
) -> Result:
    """Compare words of each body."""
    wrong = [(p, words(p)) for p in pairs if len(set(words(p))) > 1]
    told = [f"body {p.body!r} ({p.joint!r}): {how.pair(*map(repr, x))}" for p, x in wrong]
    return _result(name, told, f"{len(pairs)} bodies")


Both = tuple[Array, Array, float]


def _mass(ours: Model, theirs: Model, p: _Pair) -> Both:
    return ours.masses[p.i : p.i + 1], theirs.masses[p.k : p.k + 1], float(ours.masses[p.i])


def _com(ours: Model, theirs: Model, p: _Pair) -> Both:
    """Centers of mass count where there is mass; their scale is the radius of gyration."""
    mass, c = float(ours.masses[p.i]), ours.coms[p.i]
    if not mass:
        return np.zeros(3), np.zeros(3), 1.0
    around = float(np.trace(ours.inertias[p.i])) / mass
    return c, theirs.coms[p.k], float(np.sqrt(c @ c + max(around, 0.0)))


def _inertia(ours: Model, theirs: Model, p: _Pair) -> Both:
    I, c = ours.inertias[p.i], ours.coms[p.i]  # noqa: E741
    return I, theirs.inertias[p.k], float(np.abs(I).max() + ours.masses[p.i] * (c @ c))


def _placement(ours: Model, theirs: Model, p: _Pair) -> Both:
    """Rotation and origin, lengths in units of the robot's largest step."""
    size = float(np.abs(ours.placements[:, :3, 3]).max(initial=0.0)) or 1.0
    a, b = (m.placements[n][:3].copy() for m, n in ((ours, p.i), (theirs, p.k)))
    a[:, 3], b[:, 3] = a[:, 3] / size, b[:, 3] / size
    return a, b, 1.0


def _axis(ours: Model, theirs: Model, p: _Pair) -> Both:
    """Unit axes, and points of them."""
    a, b = (
        np.array([getattr(m.joints[n], "axis", (0.0, 0.0, 0.0)), _point(m.joints[n])])
        for m, n in ((ours, p.i), (theirs, p.k))
    )
    return a, b, 1.0


def _point(joint: object) -> Array:
    """The point of an axis that is nearest to the origin."""
    point, axis = (np.array(getattr(joint, x, (0.0, 0.0, 0.0))) for x in ("point", "axis"))
    return np.asarray(point - (point @ axis) * axis)


def _limits(ours: Model, theirs: Model, p: _Pair) -> Both:
    """Lower and upper limit; infinite ones as the largest double."""
    at, to = int(ours.idx_v[p.i]), int(theirs.idx_v[p.k])
    if ours.joints[p.i].nv != 1:
        return np.zeros(2), np.zeros(2), 1.0
    a, b = (
        np.array([ours.lower[at], ours.upper[at]]),
        np.array([theirs.lower[to], theirs.upper[to]]),
    )
    finite = a[np.isfinite(a)]
    return a, b, float(np.abs(finite).max(initial=0.0)) or 1.0


_NUMBERS: dict[str, Callable[[Model, Model, _Pair], Both]] = {
    "masses": _mass,
    "centers of mass": _com,
    "inertias": _inertia,
    "placements": _placement,
    "axes": _axis,
    "limits": _limits,
}


def _joint_physics(name: str) -> Callable[[Model, Model, _Pair], Both]:
    """Numbers of one kind of joint physics, by its attribute of `Model`."""

    def numbers(ours: Model, theirs: Model, p: _Pair) -> Both:
        a, b = (
            getattr(m, name)[int(m.idx_v[n]) : int(m.idx_v[n]) + m.joints[n].nv]
            for m, n in ((ours, p.i), (theirs, p.k))
        )
        return a, b, float(np.abs(a).max(initial=0.0)) or 1.0

    return numbers


def _has(model: Model, name: str) -> bool:
    """Whether a model has joint physics of a kind."""
    return bool(getattr(model, name).any())


_PHYSICS = ("armature", "damping", "friction", "friction_width", "stiffness", "rest")


def _numbers(
    name: str,
    pairs: Sequence[_Pair],
    ours: Model,
    theirs: Model,
    numbers: Callable[[Model, Model, _Pair], Both],
    words: Words,
) -> Result:
    """Compare numbers of each body; the largest difference is told."""
    told, worst = [], 0.0
    for p in pairs:
        want, got, scale = numbers(ours, theirs, p)
        with np.errstate(invalid="ignore"):
            apart = np.where(got == want, 0.0, np.abs(got - want)).max(initial=0.0)
        relative = float(apart / scale) if scale else float(apart)
        worst = max(worst, relative)
        if not relative <= words.reading:
            both = words.pair(_shown(want), _shown(got))
            told.append(f"body {p.body!r} ({p.joint!r}): {both}, {relative:.2g} of its scale")
    return _result(name, told, f"{len(pairs)} bodies, largest difference {worst:.1e}")


def _result(name: str, told: Sequence[str], right: str) -> Result:
    """A result of some bodies that are wrong."""
    text = "; ".join(told[:NAMED]) + (
        f"; and {len(told) - NAMED} more" if len(told) > NAMED else ""
    )
    return Result(QUANTITY, name, "", "fail" if told else "pass", text=text or right)


def _shown(x: Array) -> str:
    """Numbers in few digits."""
    return np.array2string(np.squeeze(x), precision=6, separator=", ").replace("\n", "")


def _listed(names: Sequence[str]) -> str:
    """Some of the names."""
    more = f" and {len(names) - NAMED} more" if len(names) > NAMED else ""
    return ("joint " if len(names) == 1 else "joints ") + ", ".join(map(repr, names[:NAMED])) + more
