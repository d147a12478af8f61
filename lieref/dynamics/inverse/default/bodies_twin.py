"""What the plain twins of inverse dynamics know of a body: its constants and its series."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from lieref.algebra.series.taylor import MatrixSeries, Series, VectorSeries
from lieref.dynamics.shared.base_twin import BaseMotion
from lieref.model.tree.compiled import body_constants
from lieref.model.tree.exact import ExactModel


@dataclass
class Body:
    """Constants of one body (`lieref.model.tree.compiled.body_constants`) and its series."""

    parent: int
    kind: str
    E: Any
    r: Any
    pitch: Any
    m: Any
    h: Any
    P: Any
    K: Any
    k: Any
    # joint: c, s of the angle; Q rotation of a spherical or free joint in the placement's axes;
    # p shift of a joint that shifts, in the parent's
    c: Series = field(default_factory=list)
    s: Series = field(default_factory=list)
    Q: MatrixSeries = field(default_factory=list)
    p: VectorSeries | None = None
    base: BaseMotion | None = None
    R0: Any = None
    # body
    w: VectorSeries = field(default_factory=list)
    dw: VectorSeries = field(default_factory=list)
    Xi: MatrixSeries = field(default_factory=list)
    a: VectorSeries = field(default_factory=list)
    slide: VectorSeries | None = None
    n: VectorSeries = field(default_factory=list)
    f: VectorSeries = field(default_factory=list)


def series_bodies(
    K: Any, exact: ExactModel, constants: Sequence[Sequence[Any]] | None = None
) -> list[Body]:
    """Return the bodies of a model with their constants and no series.

    constants: rows as of `body_constants`, for a caller that has them.
    """
    bodies = []
    rows = body_constants(K, exact) if constants is None else constants
    for body, row in zip(exact.bodies, rows, strict=True):
        xx, yy, zz, xy, xz, yz = row[17:23]
        bodies.append(
            Body(
                parent=body.parent,
                kind=body.kind,
                E=[row[0:3], row[3:6], row[6:9]],
                r=row[9:12],
                pitch=row[12],
                m=row[13],
                h=row[14:17],
                P=[[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]],
                K=[row[23:26], row[26:29], row[29:32]],
                k=row[32:35],
            )
        )
    return bodies
