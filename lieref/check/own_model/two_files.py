"""``lieref compare``: two files of one robot, body by body, and their torques at random states.

For "one robot, two engines, other torques": it names the body and the number that differ, and what
that does to the forces of gravity, of accelerations and of velocities. Exit status: 0 the files
agree, 1 they differ, 2 they could not be compared.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from lieref.algebra.arguments import choice
from lieref.check.models import file_of, named_robot
from lieref.check.own_model.comparing import READING, Words, compared
from lieref.check.own_model.joint_map import Coordinates, matched
from lieref.check.pages.words import printable
from lieref.check.results import Result
from lieref.check.states import draw
from lieref.dynamics.inverse_dynamics import inverse_dynamics
from lieref.errors import LierefError, ShapeError
from lieref.files import not_written
from lieref.model.loops.loop_model import LoopModel
from lieref.model.model import Model

Array = NDArray[np.float64]
Base = Literal["fixed", "free"]
#: Random states at which forces are compared.
STATES = 5
FORCES = "forces"


@dataclass(frozen=True)
class Comparison:
    """What two files of one robot have in common, and where they differ.

    Attributes
    ----------
    first, second : str
        As they were named.
    results : list of Result
        One for each kind of number of the bodies and joints, and of the forces; `status` is "pass"
        or "fail", or "not asked" where the joints differ, and `text` names what differs.
    notes : list of str
        What was left out.

    Examples
    --------
    >>> import lieref
    >>> arm = lieref.catalogue.serial_chain(2)
    >>> found = lieref.check.compare(arm, arm)
    >>> found.exit_status, found.different
    (0, [])
    """

    first: str
    second: str
    results: list[Result]
    notes: list[str]

    @property
    def different(self) -> list[Result]:
        """The results that differ."""
        return [x for x in self.results if x.status == "fail"]

    @property
    def exit_status(self) -> int:
        """0 where the files agree, else 1."""
        return int(bool(self.different))

    def __str__(self) -> str:
        head = "DIFFERENT" if self.different else "THE SAME"
        lines = [f"{head}: {self.first} and {self.second}", *self.notes]
        words = {"pass": "same", "fail": "DIFFERENT"}
        width = max(len(x.output) for x in self.results)
        for x in self.results:
            what = f"{x.output.ljust(width)}  {words.get(x.status, x.status)}"
            lines.append(f"{what}: {x.text}" if x.text else what)
        return "\n".join(map(printable, lines))

    def as_dict(self) -> dict[str, Any]:
        """Return all of it as words, lists and dictionaries, for JSON."""
        results = [{"what": x.output, "status": x.status, "text": x.text} for x in self.results]
        return asdict(self) | {"results": results, "exit_status": self.exit_status}


def compare(
    first: str | Model | LoopModel,
    second: str | Model | LoopModel,
    base: Base | None = None,
    tolerance: float = READING,
) -> Comparison:
    """Compare two files of one robot: bodies, joints, limits, joint physics, gravity and forces.

    Bodies belong together by the names of their joints. Links behind fixed joints are merged, as
    readers do. Forces are those of inverse dynamics at random states, where the joints are the
    same.

    Parameters
    ----------
    first, second : str, Model or LoopModel
        Words for `lieref.check.named_model`, such as paths of URDF and MJCF files, or models.
    base : "fixed", "free" or None
        None: that of the file which says it (MJCF), fixed where neither does.
    tolerance : float
        Numbers may differ by so much of their scale: some 1e-6 for files of six decimals.

    Returns
    -------
    Comparison

    Raises
    ------
    ModelError
        A file that is none, is broken, or has nothing that moves.
    ShapeError, ArgumentError
        A tolerance out of range, another base.

    Examples
    --------
    >>> import lieref
    >>> arm = lieref.catalogue.serial_chain(3)
    >>> heavy = arm.with_payload("body2", 0.5)
    >>> [x.output for x in lieref.check.compare(arm, heavy).different]
    ['masses', 'centers of mass', 'inertias', 'forces at rest', 'forces of accelerations', \
'forces of velocities']
    """
    if base is not None:
        choice("base", base, ("fixed", "free"))
    if not 0.0 <= tolerance < 1.0:
        raise ShapeError(f"tolerance is {tolerance!r}, expected 0 to 1")
    names = [str(getattr(x, "name", x)) for x in (first, second)]
    if names[0] == names[1]:
        names = [f"{name} ({word})" for name, word in zip(names, ("first", "second"), strict=True)]
    models, notes = _models((first, second), base), []
    for name, model in zip(names, models, strict=True):
        if isinstance(model, LoopModel):
            notes.append(f"{name}: its loops and couplings are not compared, its tree is")
    a, b = map(_tree, models)
    how = Words(names[0], names[1], tolerance)
    results = compared(a, b, how, physics=True)
    coordinates = matched(a, b)
    if coordinates is None:
        text = "the joints differ, so that forces cannot be compared"
        results.append(Result(FORCES, FORCES, "", "not asked", text=text))
    else:
        results += _forces(a, b, coordinates, tolerance)
    return Comparison(names[0], names[1], results, notes)


def _models(given: Sequence[Any], base: Base | None) -> list[Model | LoopModel]:
    """Both models on one kind of base."""
    first = [None if base is None and _without_base(x) else _read(x, base) for x in given]
    known: Base = next((_base(x) for x in first if x is not None), "fixed")
    return [
        _read(x, known) if model is None else model for x, model in zip(given, first, strict=True)
    ]


def _read(given: Any, base: Base | None) -> Model | LoopModel:
    """A model as it is, or the one that a word names."""
    return named_robot(given, base) if isinstance(given, str) else given


def _without_base(given: Any) -> bool:
    """Whether a word names a URDF file, which does not say its base."""
    path = file_of(given) if isinstance(given, str) else None
    return path is not None and path.suffix.lower() == ".urdf"


def _base(model: Model | LoopModel) -> Base:
    """The kind of base of a model."""
    tree = _tree(model)
    roots = zip(tree.joints, tree.parents, strict=True)
    return "free" if any(x.kind == "free" for x, parent in roots if parent < 0) else "fixed"


def _tree(model: Model | LoopModel) -> Model:
    return model.tree if isinstance(model, LoopModel) else model


def _forces(a: Model, b: Model, coordinates: Coordinates, tolerance: float) -> list[Result]:
    """Compare the forces of gravity, of accelerations and of velocities at random states."""
    order = np.argsort(coordinates.to_v)
    parts: dict[str, list[tuple[Array, Array]]] = {}
    for state in draw(a, ["generic"], tuple(range(STATES))):
        q, v, acc = state.q, *state.v[:2]
        there = coordinates.theirs({"q": q, "v": v, "a": acc})
        still = np.zeros_like(v)
        for part, rows in {
            "at rest": (still, still),
            "of accelerations": (still, acc),
            "of velocities": (v, still),
        }.items():
            theirs = [x[coordinates.to_v] for x in rows]
            pair = (
                np.asarray(inverse_dynamics(a, q, list(rows))[0]),
                np.asarray(inverse_dynamics(b, there["q"], theirs)[0])[order],
            )
            parts.setdefault(part, []).append(pair)
    rest = parts["at rest"]
    found = []
    for part, pairs in parts.items():
        if part != "at rest":
            pairs = [(x - x0, y - y0) for (x, y), (x0, y0) in zip(pairs, rest, strict=True)]
        found.append(_largest(a, part, pairs, tolerance))
    return found


def _largest(
    model: Model, part: str, pairs: Sequence[tuple[Array, Array]], tolerance: float
) -> Result:
    """The largest difference of one part of the forces, over the largest force of its kind."""
    want, got = (np.array(x) for x in zip(*pairs, strict=True))
    apart = np.abs(got - want)
    scale = float(np.abs(want).max()) or 1.0
    _, j = np.unravel_index(int(np.argmax(apart)), apart.shape)
    i = int(np.searchsorted(model.idx_v, j, "right")) - 1
    relative = float(apart.max()) / scale
    # sums of the numbers that may differ by the tolerance, and rounding
    wrong = relative > model.nv * max(tolerance, READING)
    text = f"largest difference {apart.max():.3g} of {scale:.3g} N m or N"
    text += f", joint {model.joint_names[i]!r}" if wrong else ""
    return Result(FORCES, f"forces {part}", "", "fail" if wrong else "pass", text=text)


def main(words: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status."""
    parser = argparse.ArgumentParser(prog="lieref compare", description=__doc__)
    parser.add_argument("first", help="a .urdf file, an .xml file of MJCF, or a robot by name")
    parser.add_argument("second", help="the same robot in another file")
    parser.add_argument(
        "--base", choices=("fixed", "free"), help="of both; as MJCF has it, or fixed"
    )
    parser.add_argument(
        "--tolerance", type=float, default=READING, help=f"of numbers, of their scale ({READING})"
    )
    parser.add_argument("--format", choices=("text", "json"), default="text")
    options = parser.parse_args(words)
    try:
        found = compare(options.first, options.second, options.base, options.tolerance)
    except (LierefError, OSError, ImportError) as error:
        print(f"lieref compare: {printable(str(error))}", file=sys.stderr)
        return 2
    try:
        print(json.dumps(found.as_dict(), indent=1) if options.format == "json" else found)
        sys.stdout.flush()
    except (OSError, UnicodeError) as error:
        not_written("lieref compare", str(error))
        return 2
    return found.exit_status
