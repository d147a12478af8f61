"""Grids as data: from words to cases, one at a time."""

from __future__ import annotations

import copy
import importlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from typing import Any

from lieref.check import QUANTITIES, named_model
from lieref.check.states import STATES
from lieref.reporting.campaigns.campaign import Case
from verification.claims import Claim
from verification.subjects import robots

MEASUREMENT = "verification.grid.audits"
#: Asked at orders above 0 where no quantities are named.
ORDERS = tuple(name for name, quantity in QUANTITIES.items() if quantity.orders)
#: What a grid, or the file of one, may say.
KEYS = (
    "subject", "claim", "robots", "states", "orders", "digits", "base", "quantities", "factor",
    "limits",
)  # fmt: skip
#: Those of them that are lists.
LISTS = ("robots", "states", "orders", "digits", "quantities")


class GridError(ValueError):
    """A grid that says something that it must not, or not enough."""


def read(path: Path) -> dict[str, Any]:
    """Return the grid of a JSON file.

    Raises
    ------
    GridError
        If it is no JSON object, has other keys than `KEYS`, or a word where a list must be.
    """
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise GridError(f"{path.name}: {error}") from None
    if not isinstance(found, dict) or set(found) - set(KEYS):
        keys = sorted(set(found) - set(KEYS)) if isinstance(found, dict) else type(found).__name__
        raise GridError(f"{path.name}: got {keys}, expected an object with some of {list(KEYS)}")
    for key in LISTS:
        if not isinstance(found.get(key, []), list):
            raise GridError(f"{path.name}: {key} is {found[key]!r}, expected a list")
    return found


def states(words: Sequence[str]) -> list[tuple[str, int]]:
    """Return kind and seed of each state: "generic:3" are three, "generic" and "zero" are one.

    Raises
    ------
    GridError
        For an unknown kind, or a number below 1.
    """
    found = []
    for word in words:
        kind, _, count = word.partition(":")
        if kind not in STATES or not (count or "1").isdigit() or int(count or 1) < 1:
            raise GridError(f"state {word!r}: expected one of {', '.join(STATES)}, as in generic:3")
        number = 1 if kind == "zero" else int(count or 1)
        found += [(kind, seed) for seed in range(number)]
    return list(dict.fromkeys(found))


@dataclass(frozen=True)
class AuditGrid:
    """The cases of an audit, which are made again whenever they are iterated over.

    Attributes
    ----------
    said : mapping
        The grid, with all of its axes: what environment.json keeps.
    sizes : mapping of robot to int
        Velocity coordinates of each robot.
    """

    said: Mapping[str, Any]
    sizes: Mapping[str, int] = field(compare=False)

    def __iter__(self) -> Iterator[Case]:
        said = self.said
        rest = {key: said[key] for key in ("base", "factor", "limits") if key in said}
        axes = (said["robots"], said["states"], said["orders"], said["digits"])
        for robot, (state, seed), order, digits in product(*axes):
            named = _asked(said.get("quantities"), order)
            if named is not None and not named:
                continue
            params = {
                "subject": said["subject"], "robot": robot, "state": state, "seed": seed,
                "order": order, "digits": digits, **rest,
            }  # fmt: skip
            if named is not None:
                params["quantities"] = named
            # a session takes a second, the partials of n coordinates some n^2 milliseconds
            yield Case(MEASUREMENT, params, 1.0 + 1e-3 * self.sizes[robot] ** 2 * (order + 1))


def _asked(named: Sequence[str] | None, order: int) -> list[str] | None:
    """The quantities at an order: above 0 those alone that depend on it."""
    if order == 0:
        return None if named is None else list(named)
    known = ORDERS if named is None or "all" in named else named
    return [name for name in known if name in ORDERS]


def audit_grid(said: Mapping[str, Any]) -> AuditGrid:
    """Return the grid of an audit, after a look at all of its words.

    Raises
    ------
    GridError, ModelError
        For a word that names nothing.
    """
    axes: dict[str, Any] = {"states": ["generic"], "orders": [0], "digits": [30], **said}
    if not axes.get("robots"):
        raise GridError("an audit's grid needs robots")
    unknown = set(axes.get("quantities") or ()) - {*QUANTITIES, "all"}
    if unknown:
        raise GridError(f"quantities: got {sorted(unknown)}, expected some of {list(QUANTITIES)}")
    for name, low, high in (("orders", 0, 20), ("digits", 16, 30)):
        wrong = [x for x in axes[name] if not isinstance(x, int) or not low <= x <= high]
        if wrong or not axes[name]:
            raise GridError(f"{name}: got {wrong or 'none'}, expected {low} to {high}")
    for name in ("robots", "orders", "digits"):
        axes[name] = list(dict.fromkeys(axes[name]))
    if axes["states"] and isinstance(axes["states"][0], str):
        axes["states"] = [list(state) for state in states(axes["states"])]
    sizes = {robot: named_model(robot, axes.get("base")).nv for robot in axes["robots"]}
    return AuditGrid(axes, sizes)


def robot(word: str | Mapping[str, Any], base: str | None = None) -> dict[str, Any]:
    """Return the parameters of a robot of the claims, see `verification.subjects.robots.build`.

    Parameters
    ----------
    word : str or mapping
        "serial_chain:10", "binary_tree:7", "random_tree:9:0", "aerial_manipulator", or a robot of
        example-robot-data by the beginning of its file's name; parameters as they are.
    base : "fixed", "free" or None
        None: free for files, and the mechanism's own.
    """
    if not isinstance(word, str):
        return dict(word)
    head, *rest = word.split(":")
    numbers = [int(x) for x in rest if x.isdigit()]
    names = {
        "serial_chain": ("bodies",),
        "binary_tree": ("bodies",),
        "random_tree": ("bodies", "seed"),
        "aerial_manipulator": ("branches", "links"),
    }
    if head in names:
        if head == "aerial_manipulator" and not rest:
            numbers = [2, 3]
        if len(numbers) != len(names[head]) or len(numbers) < len(rest):
            raise GridError(f"robot {word!r}: expected {':'.join((head, *names[head]))}")
        given = {"base": base} if base and head != "aerial_manipulator" else {}
        return {"name": head, **dict(zip(names[head], numbers, strict=True)), **given}
    found = [x for x in robots.urdf_paths() if Path(x).stem.startswith(word)]
    if not word or not found:
        raise GridError(f"robot {word!r}: expected one of {list(names)} or of example-robot-data")
    best = min(found, key=lambda x: (len(Path(x).stem), x))
    return {"name": "urdf", "path": best, "base": base or "free"}


@dataclass(frozen=True)
class ClaimGrid:
    """A claim's own cases with the axes of a grid in the place of theirs.

    Attributes
    ----------
    axes : mapping
        Values of the parameters "robot", "seed", "order", "digits" that are varied.
    """

    claim: Claim
    axes: Mapping[str, Sequence[Any]]

    def __iter__(self) -> Iterator[Case]:
        measurement: Any = importlib.import_module(self.claim.measurement)
        cost = getattr(measurement, "cost", lambda params: 1.0)
        optional = getattr(measurement, "OPTIONAL", ())
        for case in self.claim.cases(False):
            for chosen in product(*self.axes.values()):
                params = copy.deepcopy(dict(case.params))
                for name, value in zip(self.axes, chosen, strict=True):
                    params_of(params, name, optional)[name] = value
                yield Case(case.measurement, params, cost(params))


def params_of(params: dict[str, Any], name: str, optional: Sequence[str]) -> dict[str, Any]:
    """Return what holds a parameter: the case, or its state; GridError if nothing does."""
    if name in params or name in optional:
        return params
    state = params.get("state")
    if not isinstance(state, dict) or name not in state:
        raise GridError(f"this claim has no {name} that could be varied; a case is {params}")
    return state


def claim_grid(claim: Claim, said: Mapping[str, Any]) -> ClaimGrid:
    """Return the grid of a claim, after a look at its first cases.

    Raises
    ------
    GridError
        For a word that names nothing, an axis that the claim does not have, or what belongs to
        audits alone.
    """
    foreign = sorted(set(said) & {"quantities", "factor", "limits"})
    if foreign:
        raise GridError(f"a claim's grid has no {foreign}: they belong to audits")
    drawn = states(said.get("states", ()))
    if {kind for kind, _ in drawn} - {"generic"}:
        raise GridError("a claim samples states of its own: only their number counts, as generic:3")
    options: dict[str, Sequence[Any]] = {
        "robot": [robot(x, said.get("base")) for x in said.get("robots", ())],
        "seed": [seed for _, seed in drawn],
        "order": list(dict.fromkeys(said.get("orders", ()))),
        "digits": list(dict.fromkeys(said.get("digits", ()))),
    }
    grid = ClaimGrid(claim, {name: values for name, values in options.items() if values})
    for _ in grid:
        pass
    return grid
