"""The order in which a subject has the joints of its own model."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lieref.check.quantities import COORDINATES, Arrays, Quantity
from lieref.model.model import Model

Indices = NDArray[np.intp]


@dataclass(frozen=True)
class Coordinates:
    """Theirs of our coordinates: their number n is ours[to_q[n]], and to_v of velocities."""

    to_q: Indices
    to_v: Indices

    def theirs(self, arguments: Arrays) -> Arrays:
        """Arguments in their order."""
        return {
            name: x[self.to_q] if name == "q" else x[..., self.to_v]
            for name, x in arguments.items()
        }

    def ours(self, quantity: Quantity, results: Arrays) -> Arrays:
        """Results in our order."""
        order, found = np.argsort(self.to_v), dict(results)
        for name, axes in quantity.outputs.items():
            for n, axis in enumerate(axes):
                if axis in COORDINATES:
                    found[name] = np.take(found[name], order, axis=n)
        return found


def partner(ours: Model, theirs: Model, i: int) -> int:
    """Their number of our body i, -1 without one: by its joint's name, of free joints by its own.

    The joint that lets a root go is in no file, and every reader has a name of its own for it.
    """
    if ours.joint_names[i] in theirs.joint_names:
        return theirs.joint_names.index(ours.joint_names[i])
    k = theirs.names.index(ours.names[i]) if ours.names[i] in theirs.names else -1
    return k if k >= 0 and ours.joints[i].kind == theirs.joints[k].kind == "free" else -1


def matched(ours: Model, theirs: Model) -> Coordinates | None:
    """Return the map between the joints of the same names; None where joints or types differ."""
    partners = [partner(ours, theirs, i) for i in range(ours.nbodies)]
    if sorted(partners) != list(range(theirs.nbodies)):
        return None
    numbers = np.argsort(partners)
    if any(ours.joints[i].nq != x.nq for i, x in zip(numbers, theirs.joints, strict=True)):
        return None
    to_q, to_v = (
        np.concatenate([int(starts[i]) + np.arange(getattr(ours.joints[i], size)) for i in numbers])
        for starts, size in ((ours.idx_q, "nq"), (ours.idx_v, "nv"))
    )
    return Coordinates(to_q, to_v)
