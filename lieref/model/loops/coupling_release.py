"""Couplings whose driven joints shall be independent: reversed, or equations among others."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lieref.algebra.series.taylor_scalar import Functions
from lieref.model.loops.coupling_functions import evaluate
from lieref.model.loops.implicit import ImplicitConstraint
from lieref.model.loops.loops import Coupling
from lieref.model.model import Model

Array = NDArray[np.float64]


@dataclass(frozen=True)
class CouplingEquation:
    """q_driven - gamma(q_sources) as the function of a constraint; driven joints come first."""

    coupling: Coupling

    def __call__(self, y: list[Any], m: Any) -> list[Any]:
        n = self.coupling.size
        return [a - b for a, b in zip(y[:n], evaluate(m, self.coupling, y[n:]), strict=True)]


def released(
    couplings: Sequence[Coupling], constraints: Sequence[ImplicitConstraint], wanted: Sequence[str]
) -> tuple[list[Coupling], list[ImplicitConstraint]]:
    """Return couplings that drive no joint of `wanted`, and constraints in place of the others.

    A linear coupling all of whose driven joints are wanted, as many as its sources, is solved for
    its sources where nothing else drives these. Others become constraints of their names.
    """
    names = set(wanted)
    driven = {name for c in couplings for name in c.driven}
    kept, others = [], list(constraints)
    for c in couplings:
        if names.isdisjoint(c.driven):
            kept.append(c)
        elif names.issuperset(c.driven) and driven.isdisjoint(c.sources) and _regular(c):
            ratios = np.linalg.inv(np.asarray(c.ratios))
            offsets = -ratios @ np.asarray(c.offsets)
            for array in (ratios, offsets):
                array.setflags(write=False)
            kept.append(Coupling(c.name, c.sources, c.driven, ratios, offsets))
        else:
            others.append(
                ImplicitConstraint(c.name, c.driven + c.sources, CouplingEquation(c), c.size)
            )
    return kept, others


def with_driven_joints(
    tree: Model, q: Array, named: Collection[str], couplings: Sequence[Coupling]
) -> Array:
    """Return q with the driven joints of couplings of which sources alone are named.

    couplings: in an order in which they can be evaluated, before any of them is released.
    """
    known, moved = set(named), q.copy()
    iq = {name: int(at) for name, at in zip(tree.joint_names, tree.idx_q, strict=True)}
    for c in couplings:
        if known.isdisjoint(c.sources) or not known.isdisjoint(c.driven):
            continue
        try:
            values = evaluate(Functions(float), c, [float(moved[iq[name]]) for name in c.sources])
        except (ArithmeticError, ValueError):
            # closing the loops says which function has no value
            break
        moved[[iq[name] for name in c.driven]] = values
        known.update(c.driven)
    return moved


def _regular(c: Coupling) -> bool:
    """Whether a coupling is linear and can be solved for its sources."""
    if c.ratios is None or len(c.driven) != len(c.sources):
        return False
    return bool(np.linalg.matrix_rank(c.ratios) == len(c.driven))
