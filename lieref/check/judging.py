"""What an error is held against: blocks of coordinates, tolerances from conditioning, verdicts.

The tolerance of a joint's rows is a factor times nv times the larger of the conditioning bound and
the unit roundoff, both as the max norm over those rows: the coordinates of one joint may exchange
errors, those of different joints have scales of their own. A block passes if all its joints do.
Derivatives of forward dynamics are solved for column by column, so that there the columns of each
joint have a tolerance of their own. Where a reference is zero, roundoff is that of the terms that
cancel: see `_sizes`.

No tolerance is below the proven bound of lieref's own result, about half a unit in the last place.

Results by finite differences are held to the error of their step where it is larger: twice the
truncation, since a subject may step along other directions, and the factor times what rounding
costs over the step, not times nv (see `lieref.check.differences`). Found, for MuJoCo: up to 106.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from lieref.check.differences import StepError
from lieref.check.metrics import ErrorSummary, absolute_errors_from_pair, summarize_pair
from lieref.check.quantities import PARTS, Arrays, FloatArray, Quantity
from lieref.check.reference import EPS, Reference
from lieref.model.model import Model

#: Results of one question may differ by so many roundings of their largest entry: sums in another
#: order.
ROUNDINGS = 16
#: Tolerances are so many times nv times the conditioning bound, unless the user says otherwise: the
#: rounding errors of sums over the coordinates grow with their number. Found: up to 73, in
#: Pinocchio's inverse of H for a random tree; below 30 elsewhere.
FACTOR = 200.0
#: What a block of derivatives of forward dynamics is left of the tolerance of its joint's rows, if
#: its own bound is smaller: bounds are drawn, and those of few numbers may be small by luck.
OTHER_COLUMNS = 0.1
#: Of truncation errors: the step may go along other directions of the same joint.
ALONG = 2.0


@dataclass(frozen=True)
class Block:
    """Errors of one block of a result.

    name : kind of the joints of each axis ("base" for free joints on the world), and the order
    errors : see `lieref.check.metrics.ErrorSummary`
    tolerance : the largest of its rows, in their unit
    ratio : the largest error of a joint's rows over their tolerance
    strict_ratio : the same without regard to a step
    """

    name: str
    errors: ErrorSummary
    tolerance: float
    ratio: float
    strict_ratio: float

    @property
    def verdict(self) -> str:
        """See `verdict`."""
        return verdict(self.ratio, self.strict_ratio)


@dataclass(frozen=True)
class Judgement:
    """One result at one state: `ratio` is the worst of all joints, `joint` the name of it.

    Of kinematics `joint` is the part of the pose or twist.

    strict_ratio : the worst ratio to what conditioning justifies, without regard to a step
    """

    blocks: tuple[Block, ...]
    errors: ErrorSummary
    ratio: float
    joint: str
    tolerance: float
    strict_ratio: float

    @property
    def ok(self) -> bool:
        """Whether every joint is within its tolerance."""
        return self.ratio <= 1.0

    @property
    def verdict(self) -> str:
        """See `verdict`."""
        return verdict(self.ratio, self.strict_ratio)


#: The word for results that are right but for the error that their step must have.
TO_STEP = "pass to step"


def verdict(ratio: float, strict_ratio: float) -> str:
    """Return "pass", `TO_STEP` or "fail"."""
    if strict_ratio <= 1.0:
        return "pass"
    return TO_STEP if ratio <= 1.0 else "fail"


def groups(model: Model) -> dict[str, list[int]]:
    """Return the velocity coordinates of each kind of joint, "base" for free ones on the world."""
    found: dict[str, list[int]] = {}
    for joint, parent, iv in zip(model.joints, model.parents, model.idx_v, strict=True):
        name = "base" if joint.kind == "free" and parent < 0 else joint.kind
        found.setdefault(name, []).extend(range(int(iv), int(iv) + joint.nv))
    return found


def judge(
    quantity: Quantity,
    model: Model,
    values: Arrays,
    reference: Reference,
    bounds: Arrays,
    factor: float,
    steps: Mapping[str, StepError],
    proven: Arrays | None = None,
) -> dict[str, Judgement]:
    """Return the judgement on each result of a quantity.

    Parameters
    ----------
    quantity, model
    values : what the subject returned
    reference, bounds : see `lieref.check.reference`
    factor : see the module
    steps : of results by differences, see `lieref.check.differences`
    proven : bounds below which nothing is an error, whatever the factor; `lieref.check.proven`
    """
    return {
        name: _one(
            quantity,
            model,
            name,
            values[name],
            reference,
            bounds[name],
            factor,
            steps.get(name),
            0.0 if proven is None else proven[name],
        )
        for name in quantity.outputs
    }


def _one(
    quantity: Quantity,
    model: Model,
    name: str,
    values: FloatArray,
    reference: Reference,
    bounds: FloatArray,
    factor: float,
    step: StepError | None,
    proven: FloatArray | float,
) -> Judgement:
    """The judgement on one result; the axis of rows is brought to the front of orders."""
    high, low = reference.high[name], reference.low[name]
    axes = quantity.outputs[name]
    errors = absolute_errors_from_pair(values, high, low)
    tolerance = tolerances(quantity, model, name, reference, bounds, factor)
    tolerance = np.maximum(tolerance, proven)
    ratios = strict = _over(errors, tolerance)
    if step is not None:
        of_step = ALONG * step.truncation + factor * step.bound
        tolerance = np.maximum(tolerance, _of_joints(model, axes, of_step))
        ratios = _over(errors, tolerance)
    sizes = _sizes(model, axes, high, reference.radius)
    zero = reference.radius * max(1.0, float(np.abs(high).max(initial=0.0)))

    def summary(at: Any) -> ErrorSummary:
        """Metrics of a block; what cannot be told from zero is shown by what cancels in it."""
        is_zero = np.abs(high[at]).max(initial=0.0) <= zero
        scale = float(sizes[at].max(initial=0.0)) if is_zero else None
        return summarize_pair(values[at], high[at], low[at], scale)

    row = int(np.unravel_index(ratios.argmax(), ratios.shape)[_rows(axes)]) if axes else 0
    blocks = [
        Block(
            label,
            summary(at),
            float(tolerance[at].max(initial=0.0)),
            float(ratios[at].max(initial=0.0)),
            float(strict[at].max(initial=0.0)),
        )
        for label, at in places(model, axes, high.shape)
    ]
    return Judgement(
        tuple(blocks),
        summary(...),
        float(ratios.max(initial=0.0)),
        _part_of(model, axes, row),
        float(tolerance.max(initial=0.0)),
        float(strict.max(initial=0.0)),
    )


def tolerances(
    quantity: Quantity,
    model: Model,
    name: str,
    reference: Reference,
    bounds: FloatArray,
    factor: float = FACTOR,
) -> FloatArray:
    """Return the tolerance of each entry of a result, from its conditioning; see the module."""
    axes, high = quantity.outputs[name], reference.high[name]
    justified = _justified(quantity, model, axes, bounds, high, reference.radius)
    return np.asarray(factor * model.nv * justified)


def _justified(
    quantity: Quantity,
    model: Model,
    axes: str,
    bounds: FloatArray,
    high: FloatArray,
    radius: float,
) -> FloatArray:
    """What conditioning and roundoff justify, in the shape of a result; see the module."""
    rows = np.maximum(_of_joints(model, axes, bounds), EPS * _sizes(model, axes, high, radius))
    if not quantity.forward or len(axes.replace("k", "")) < 2:
        return rows
    blocks = _of_blocks(model, axes, np.maximum(bounds, EPS * np.abs(high)))
    return np.maximum(blocks, OTHER_COLUMNS * rows)


def _sizes(model: Model, axes: str, high: FloatArray, radius: float) -> FloatArray:
    """What the roundoff of a joint's rows is relative to: their max norm.

    Rows that cannot be told from zero are sums that cancel, whatever the numbers of the model are:
    then it is that of the whole result, and 1 SI unit for a result of zeros.
    """
    rows, whole = _of_joints(model, axes, np.abs(high)), float(np.abs(high).max(initial=0.0))
    return np.where(rows > radius * whole, rows, whole if whole > radius else 1.0)


def _of_blocks(model: Model, axes: str, x: FloatArray) -> FloatArray:
    """The max norm over the coordinates of one joint along every axis, in the shape of x."""
    for n, axis in enumerate(axes):
        if axis != "k":
            x = _of_joints(model, "".join("i" if m == n else "k" for m in range(x.ndim)), x)
    return x


def _over(errors: FloatArray, tolerance: FloatArray) -> FloatArray:
    """Errors in units of their tolerance; a reference and a bound of zero ask for a zero."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(errors > 0.0, errors / tolerance, 0.0)


def _of_joints(model: Model, axes: str, x: FloatArray) -> FloatArray:
    """The max norm over the rows of each joint, or part, (of each order), in the shape of x."""
    rows = _rows(axes)
    others = tuple(n for n, axis in enumerate(axes) if n != rows and axis != "k")
    largest = x.max(axis=others, keepdims=True)
    if axes[rows] in PARTS:
        parts = PARTS[axes[rows]].values()
        starts, sizes = [part[0] for part in parts], [len(part) for part in parts]
    else:
        starts = [int(iv) for iv, joint in zip(model.idx_v, model.joints, strict=True) if joint.nv]
        sizes = [joint.nv for joint in model.joints if joint.nv]
    of_joint = np.maximum.reduceat(largest, starts, axis=rows)
    return np.broadcast_to(np.repeat(of_joint, sizes, axis=rows), x.shape)


def _rows(axes: str) -> int:
    """The axis of the rows: of forces, of components of a twist, of a pose's columns."""
    return next(n for n, axis in enumerate(axes) if axis in "isc")


def _part_of(model: Model, axes: str, coordinate: int) -> str:
    """The name of the joint of a velocity coordinate, or of the part that a component is of."""
    if axes[_rows(axes)] in PARTS:
        return next(x for x, at in PARTS[axes[_rows(axes)]].items() if coordinate in at)
    number = int(np.searchsorted(model.idx_v, coordinate, side="right")) - 1
    return str(model.joint_names[number])


def places(model: Model, axes: str, shape: tuple[int, ...]) -> list[tuple[str, Any]]:
    """Return label and index of each block: one group for each axis, one order at a time."""
    of_axis: list[list[tuple[str, Any]]] = []
    for axis, size in zip(axes, shape, strict=True):
        if axis == "k":
            of_axis.append([(f"order {k}", [k]) for k in range(size)])
        elif axis in PARTS:
            of_axis.append(list(PARTS[axis].items()))
        else:
            of_axis.append(list(groups(model).items()))
    return [
        (" x ".join(label for label, _ in chosen if label), np.ix_(*(at for _, at in chosen)))
        for chosen in itertools.product(*of_axis)
    ]


def difference(
    first: Mapping[str, FloatArray], second: Mapping[str, FloatArray], unit: float = 1.0
) -> str:
    """The number by which two results of one question differ most, by more than rounding.

    unit : roundoff of the numbers over that of doubles
    """
    for name, old in first.items():
        new = second.get(name)
        if new is None or new.shape != old.shape:
            return f"{name} is not there again"
        gap = np.abs(new - old)
        eps = max(unit * EPS, np.finfo(old.dtype).eps if old.dtype.kind == "f" else 0.0)
        if gap.size and not gap.max() <= ROUNDINGS * eps * np.abs(old).max():
            at = np.unravel_index(int(np.argmax(gap)), gap.shape)
            index = [int(i) for i in at]
            return f"{name}{index} is {new[at]:.17g}, was {old[at]:.17g}"
    return ""
