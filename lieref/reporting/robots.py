"""Robots and subjects of a report: what a user names, and what a report calls it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Literal

from lieref.algebra.arguments import choice
from lieref.check import states as drawing
from lieref.check.models import file_of, is_file, named_robot
from lieref.check.pages.words import printable
from lieref.check.quantities import named as quantity_of
from lieref.check.states import State
from lieref.model.loops.loop_model import LoopModel
from lieref.model.model import Model

Base = Literal["fixed", "free"]
Subject = str | Sequence[str]
#: State number i of a report with seed s is that of seed `SEEDS` s + i.
SEEDS = 1_000_000


@dataclass(frozen=True)
class Robot:
    """One robot.

    name : in the report
    word : what names it for `lieref.check.models.named_robot`
    base : as it was asked for
    digest : of its file, "" for a mechanism
    nv : degrees of freedom
    loops : whether it has loops or couplings
    frames : bodies and frames of which kinematics is asked
    """

    name: str
    word: str
    base: Base | None
    digest: str
    nv: int
    loops: bool
    frames: tuple[str, ...] = ()

    @property
    def file(self) -> Path | None:
        """Its file, if the user gave one."""
        return Path(self.word) if is_file(self.word) else None


@dataclass(frozen=True)
class Request:
    """What a report is made of; `robots.requested` makes it.

    subjects : what each is called, and the word or words that start it
    digests : of the files that a subject is started with
    quantities : their `Quantity.word`s, with the frames of all robots
    frames : as they were asked for
    orders : lowest and highest order of the time derivatives
    """

    robots: tuple[Robot, ...]
    subjects: Mapping[str, Subject]
    digests: Mapping[str, str]
    quantities: tuple[str, ...]
    orders: tuple[int, int]
    states: int
    seed: int
    times: bool = field(default=True)
    frames: tuple[str, ...] = ()

    def asked(self, robot: Robot) -> tuple[str, ...]:
        """The quantities of a robot: those of its own frames."""
        frames = ("", *robot.frames)
        return tuple(word for word in self.quantities if quantity_of(word).frame in frames)


@lru_cache(maxsize=8)
def robot(word: str, base: Base | None) -> Model | LoopModel:
    """Return the model, its bodies alone; read once a process.

    Several of the libraries that a report compares know no joint physics.
    """
    return named_robot(word, base).without_joint_physics()


def named(words: Iterable[str], base: Base | None, frames: Sequence[str] = ()) -> tuple[Robot, ...]:
    """Return the robots, each with a name of its own; ModelError as of `named_robot`.

    Of each robot those frames are asked about that it has, the last body if it has none of them;
    ArgumentError for one that no robot has.
    """
    found: dict[str, Robot] = {}
    known: list[str] = []
    for word in dict.fromkeys(words):
        model, file = robot(word, base), file_of(word)
        name = stem = printable(Path(word).stem if is_file(word) else word)
        count = 1
        while name in found:
            count += 1
            name = f"{stem} ({count})"
        digest = "" if file is None else _digest([file])
        loops = isinstance(model, LoopModel)
        tree = model.tree if isinstance(model, LoopModel) else model
        known += tree.frames
        mine = tuple(x for x in frames if x in tree.frames) or tree.names[-1:]
        found[name] = Robot(name, word, base, digest, int(model.nv), loops, mine)
    for k, frame in enumerate(frames):
        choice(f"frames[{k}]", frame, known)
    return tuple(found.values())


def label(subject: Subject) -> str:
    """Return what a subject is called: its word, or its command line without folders."""
    if isinstance(subject, str):
        head, colon, rest = subject.rpartition(":")
        return printable(f"{head}{colon}{Path(rest).name}" if colon else subject)
    return printable("program:" + " ".join(Path(word).name for word in subject))


def subject_digest(subject: Subject) -> str:
    """Return a digest of the files that a subject is started with, as far as they are known."""
    words = [subject] if isinstance(subject, str) else list(subject)
    if isinstance(subject, str) and ":" in subject:
        head, _, rest = subject.partition(":")
        words = [head.replace(".", "/") + ".py", *rest.split(",")]
    return _digest([path for path in map(Path, words) if path.is_file()])


def _digest(paths: Iterable[Path]) -> str:
    total = hashlib.sha256()
    for path in paths:
        total.update(path.read_bytes())
    return total.hexdigest()[:16]


def sampled(model: Model | LoopModel, seed: int, numbers: Iterable[int], order: int) -> list[State]:
    """Return generic states by their numbers: the same ones for every subject and quantity."""
    seeds = [SEEDS * seed + number for number in numbers]
    if isinstance(model, Model):
        return drawing.draw(model, ["generic"], seeds, order)
    return [drawing.closed(model, each, order) for each in seeds]
