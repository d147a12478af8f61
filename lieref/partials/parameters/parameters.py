"""Which parameters of a model move: their kinds, the bodies they belong to, and their columns.

    placement   6 a body: T goes to T exp(U), U in the body's axes at q = 0
    screw       6 a body: exp(X q) goes to exp((X + Y) q); zeros for spherical and free joints
    inertia     10 a body: m, m c, J (xx, yy, zz, xy, xz, yz) about the origin of the body frame

Columns are ordered by kind, as in the arguments, and by body within a kind.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np

from lieref.algebra.arguments import choice, items
from lieref.errors import ShapeError

if TYPE_CHECKING:
    from lieref.model.loops.loop_model import LoopModel
    from lieref.model.model import Model

Kind = Literal["placement", "screw", "inertia"]
#: Every kind, and its numbers to a body.
WIDTHS: dict[Kind, int] = {"placement": 6, "screw": 6, "inertia": 10}
KINDS: tuple[Kind, ...] = tuple(WIDTHS)


@dataclass(frozen=True)
class Parameters:
    """Kinds and bodies, both in the order of the arguments."""

    kinds: tuple[Kind, ...]
    bodies: tuple[int, ...]

    def count(self, kind: Kind) -> int:
        """Number of columns of a kind; 0 if it was not requested."""
        return WIDTHS[kind] * len(self.bodies) * (kind in self.kinds)

    def columns(self, kind: Kind) -> slice:
        """Where the columns of a kind stand among all."""
        before = self.kinds[: self.kinds.index(kind)] if kind in self.kinds else ()
        start = sum(self.count(other) for other in before)
        return slice(start, start + self.count(kind))

    @property
    def total(self) -> int:
        """Columns of all kinds."""
        return sum(self.count(kind) for kind in self.kinds)


def checked_parameters(
    model: Model | LoopModel, kinds: Sequence[Kind], bodies: Sequence[int | str] | None
) -> Parameters:
    """The choice of a call, or ShapeError says what is wrong; None chooses all bodies."""
    found: list[Kind] = []
    for k, kind in enumerate(items("parameters", kinds)):
        choice(f"parameters[{k}]", kind, KINDS)
        if kind in found:
            raise ShapeError(f"parameters[{k}] is {kind!r}, which came before")
        found.append(kind)
    return Parameters(tuple(found), _chosen(model, bodies))


def _chosen(model: Model | LoopModel, bodies: Sequence[int | str] | None) -> tuple[int, ...]:
    """Numbers of the bodies, each at most once."""
    if bodies is None:
        return tuple(range(model.nbodies))
    found: list[int] = []
    for k, body in enumerate(items("bodies", bodies)):
        named = isinstance(body, str) and body in model.names
        number = model.names.index(body) if named else body
        wrong = isinstance(number, bool | np.bool_) or not isinstance(number, int | np.integer)
        if wrong or not 0 <= int(number) < model.nbodies:
            raise ShapeError(
                f"bodies[{k}] is {body!r}, expected a name or a number from 0 to "
                f"{model.nbodies - 1}"
            )
        if int(number) in found:
            raise ShapeError(f"bodies[{k}] is {body!r}, which came before")
        found.append(int(number))
    return tuple(found)
