"""What a case of the golden data says, as arrays, models and references."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Context, Decimal, localcontext
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lieref.errors import ShapeError
from lieref.model.builder import ModelBuilder
from lieref.model.joints import joints

Array = NDArray[np.float64]
Description = Mapping[str, Any]
# Parameters of each kind of joint, in the order of its class.
PARAMETERS: dict[type, tuple[str, ...]] = {
    joints.Revolute: ("axis", "point"),
    joints.Prismatic: ("axis",),
    joints.Helical: ("axis", "pitch", "point"),
    joints.Spherical: (),
    joints.Free: (),
    joints.Fixed: (),
}
KINDS = {joint.__name__.lower(): joint for joint in PARAMETERS}
# Enough that differences of a double and a reference value are exact to their first 40 digits.
EXACT = Context(prec=400)


def leaves(nested: Any) -> Iterator[Any]:
    """Yield the entries of lists of any depth."""
    if isinstance(nested, list | tuple):
        for x in nested:
            yield from leaves(x)
    else:
        yield nested


@dataclass(frozen=True)
class Reference:
    """Certified values of one result.

    Attributes
    ----------
    values : ndarray
        The doubles nearest to the decimals.
    decimals : list
        Decimals as text, nested as `values`: |reference value - decimal| <= radius.
    radius : ndarray
        Of shape (), or one radius for each entry of the first axis of `values`: a block each.
    """

    values: Array
    decimals: list[Any]
    radius: Array

    def error(self, found: Any) -> float:
        """Return the largest error of a block by the largest value of that block.

        Parameters
        ----------
        found : array_like of the shape of `values`.

        Returns
        -------
        float
            Computed with decimals, radius included; of a block of zeros the absolute error.

        Raises
        ------
        ShapeError
            `found` has another shape.
        """
        given = np.asarray(found, float)
        if given.shape != self.values.shape:
            raise ShapeError(f"found has shape {given.shape}, expected {self.values.shape}")
        if not np.isfinite(given).all():
            return float("inf")
        whole = self.radius.ndim == 0
        blocks = [(given, self.decimals)] if whole else zip(given, self.decimals, strict=True)
        with localcontext(EXACT):
            return max(
                _error(block, exact, Decimal(repr(float(radius))))
                for (block, exact), radius in zip(blocks, self.radius.reshape(-1), strict=True)
            )


def _error(found: Any, decimals: Any, radius: Decimal) -> float:
    """Error of one block."""
    exact = [Decimal(x) for x in leaves(decimals)]
    pairs = zip(np.asarray(found).reshape(-1).tolist(), exact, strict=True)
    gap = max(abs(Decimal(x) - y) for x, y in pairs) + radius
    return float(gap / (max(map(abs, exact)) or Decimal(1)))


@dataclass(frozen=True)
class Sample:
    """A function of SO(3) or SE(3) at one argument: an array, and the certified value."""

    angle: str
    argument: Array
    value: Reference


@dataclass(frozen=True)
class GroupCase:
    """A function (exp, log, dexp, dexp_inv) of a group (SO3, SE3) at several arguments."""

    name: str
    conventions: Mapping[str, str]
    group: str
    function: str
    samples: tuple[Sample, ...]


@dataclass(frozen=True)
class MechanismCase:
    """A mechanism in a state, and certified values of its dynamics.

    Attributes
    ----------
    name : str
    conventions : dict
        Frames, orders and signs, in words.
    description : dict
        The mechanism as plain data.
    inputs : dict
        base, q, v, tau, and prescribed, wrenches, wrench_axes, tau_ext where there are any: arrays,
        and words for base and wrench_axes.
    references : dict
        `Reference` by quantity, then by name.
    """

    name: str
    conventions: Mapping[str, str]
    description: Description
    inputs: Mapping[str, Any]
    references: Mapping[str, Mapping[str, Reference]]

    @cached_property
    def model(self) -> Any:
        """The mechanism, a Model or LoopModel, built of its description."""
        return build_model(self.description)


@dataclass(frozen=True)
class FailureCase:
    """What must be refused: a model that cannot be, a singular state, or a wrong argument.

    Attributes
    ----------
    name, conventions, description, inputs
        As of `MechanismCase`; of a function of a group there is no description, and `inputs` has
        the "argument". What is not finite stands in the inputs as such.
    function : str
        What is called: "build", a quantity, or "SO3.log".
    kind : str
        "singular", "model", "configuration", "shape", "not finite" or "argument".
    exception : str
        The class in `lieref.errors` that lieref raises.
    names : str
        What a message should name: the joint, the body or the argument.
    why : str
        The reason, in words.
    """

    name: str
    conventions: Mapping[str, str]
    description: Description | None
    inputs: Mapping[str, Any]
    function: str
    kind: str
    exception: str
    names: str
    why: str

    @cached_property
    def model(self) -> Any:
        """The mechanism; raises the error itself where `function` is "build"."""
        return build_model(self.description or {})


def case_of(data: Mapping[str, Any]) -> MechanismCase | GroupCase | FailureCase:
    """Return what the JSON of a file says."""
    head = (data["case"], data["conventions"])
    if "refusal" in data:
        refusal = data["refusal"]
        words = (refusal[key] for key in ("kind", "exception", "names", "why"))
        return FailureCase(*head, data.get("model"), _inputs(data), data["function"], *words)
    if "samples" in data:
        samples = tuple(
            Sample(x["angle"], np.array(x["argument"], float), reference_of(x["value"]))
            for x in data["samples"]
        )
        return GroupCase(*head, data["group"], data["function"], samples)
    references = {
        quantity: {name: reference_of(table) for name, table in tables.items()}
        for quantity, tables in data["references"].items()
    }
    return MechanismCase(*head, data["model"], _inputs(data), references)


def reference_of(table: Mapping[str, Any]) -> Reference:
    """Return the reference that a table of a file says."""
    values, radius = (np.array(table[key], float) for key in ("values", "radius"))
    return Reference(values, table["decimals"], radius)


def _inputs(data: Mapping[str, Any]) -> dict[str, Any]:
    """Arguments as arrays, with NaN and infinity where the case has them."""
    found: dict[str, Any] = {
        key: x if isinstance(x, str) else _array(x) for key, x in data["inputs"].items()
    }
    for put in data.get("not_finite", ()):
        found[put["input"]][tuple(put["index"])] = float(put["value"])
    return found


def _array(nested: Any) -> NDArray[Any]:
    found = np.array(nested)
    return found if found.dtype == bool else found.astype(float)


def build_model(description: Description) -> Any:
    """Return the Model, or LoopModel, of a description.

    Parameters
    ----------
    description : mapping
        The member "model" of a case: name, gravity, bodies, and loops, couplings, independent and
        assembly of a mechanism with loops.

    Raises
    ------
    ModelError
        The description is of no model that can be.

    Examples
    --------
    >>> import lieref
    >>> case = lieref.golden.load("trees/robot_ur5", source="golden")
    >>> case.model.nv
    6
    """
    builder = ModelBuilder(description["gravity"], description["name"])
    for body in description["bodies"]:
        builder.add_body(
            body["name"],
            body["parent"],
            _joint(body["joint"]),
            body["placement"],
            mass=body["mass"],
            com=body["com"],
            inertia=body["inertia"],
            joint_name=body["joint"]["name"],
        )
    for loop in description.get("loops", ()):
        builder.add_loop(
            loop["name"],
            loop["predecessor"],
            loop["successor"],
            _joint(loop["joint"]),
            loop["predecessor_frame"],
            loop["successor_frame"],
        )
    for coupling in description.get("couplings", ()):
        builder.couple(
            coupling["driven"], coupling["sources"], coupling["ratios"], coupling["offsets"]
        )
    if "independent" in description:
        return builder.build(description["independent"], description["assembly"])
    return builder.build()


def _joint(given: Mapping[str, Any]) -> Any:
    parameters = {key: x for key, x in given.items() if key not in ("name", "type")}
    return KINDS[given["type"]](**parameters)
