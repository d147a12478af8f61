"""The tables on the speed of mechanisms with loops, made of the records."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

import numpy as np

from lieref.reporting.campaigns.store import Record
from verification.benchmark.loops import batch_cases
from verification.benchmark.loops.contact_cases import OURS, THEIRS
from verification.benchmark.loops.limits import (
    MOST,
    added,
    contact_name,
    multiple,
    name_of,
    of_peer,
    of_single,
    over_tree,
)
from verification.benchmark.loops.order_cases import ORDERS, label
from verification.benchmark.loops.partial_cases import CHAINED, DIFFERENCES, FUNCTIONS
from verification.benchmark.loops.plans import METHODS, ROBOTS
from verification.benchmark.timed import MICRO, best, micro, micros
from verification.evidence import Evidence
from verification.picks import result
from verification.tables import Columns, made

TITLES = {
    "inverse": "inverse dynamics",
    "forward": "forward dynamics",
    "inertia": "inverse operational-space inertia of two ends",
}
NUMBERS = {"inverse": "II, Fig. 9", "forward": "III, Fig. 10", "inertia": "IV, Fig. 12"}


def by_robot(evidence: Evidence, function: str) -> dict[str, Record]:
    """Return the records of the methods of a function by robot."""
    found = {
        name_of(record): record
        for record in evidence.of("methods")
        if record["params"]["function"] == function
    }
    return {name: found[name] for name in ROBOTS if name in found}


#: The first columns of most tables.
ROBOT: Mapping[str | tuple[str, ...], Any] = {
    "Robot": name_of,
    "Bodies": result("nbodies"),
    "nv": result("nv"),
}


def _implicit(evidence: Evidence) -> Iterator[list[Any]]:
    """What an implicit four-bar adds."""
    for record in evidence.of("implicit"):
        for x, (tree, _) in MOST.items():
            yield [x, micro(record, x), micro(record, tree), added(x)(record)]


def _methods(function: str) -> Columns:
    """Times of all methods of one function, and as multiples of the recursion's."""
    names = METHODS[function]

    def over_first(name: str) -> Any:
        def cell(record: Record) -> float | str:
            timed = name in record["result"]["timings"]
            return best(record, name) / best(record, names[0]) if timed else ""

        return cell

    return Columns(
        f"methods_{function}",
        f"Methods of {TITLES[function]} (Chignoli et al., Table {NUMBERS[function]}): best times "
        "in microseconds, called from Python with G, g, K and k at hand, and multiples of "
        f"{names[0]}. Approximations are other functions than the rest.",
        lambda evidence: by_robot(evidence, function).values(),
        {
            **ROBOT,
            **{name: micros(name) for name in names},
            **{f"{name} / {names[0]}": over_first(name) for name in names[1:]},
        },
    )


def _orders(evidence: Evidence) -> Iterator[list[Any]]:
    """Times of inverse and forward dynamics of several orders, and as multiples of the tree's."""
    for record in evidence.of("orders"):
        for r in ORDERS:
            cells: list[Any] = [name_of(record), r]
            for function in ("inverse", "forward"):
                cells += [micro(record, label(function, r, tree)) for tree in (False, True)]
                cells.append(float(over_tree(function, r)(record) or 0))
            yield cells


def _batches(evidence: Evidence) -> Iterator[list[Any]]:
    """Times of single calls and of a state in a batch."""
    for record in evidence.of("batches"):
        for function, r in batch_cases.names():
            times = [micro(record, batch_cases.label(function, r, many)) for many in (False, True)]
            ratio = 1 / float(of_single(function, r)(record) or np.inf)
            yield [name_of(record), function, r, *times, ratio]


def _growth(evidence: Evidence) -> Iterator[list[Any]]:
    """Slopes of all methods."""
    for record in evidence.of("growth"):
        found, links = record["result"], record["params"]["links"]
        chain = str(record["params"]["chain"]).replace("_", " ")
        for name, times in found["best"].items():
            ends = [MICRO * float(times[0]), MICRO * float(times[-1])]
            slopes = [float(found[key][name]) for key in ("over_all", "slopes")]
            yield [chain, f"{links[0]}-{links[-1]}", name, *ends, *slopes]


all_tables = partial(
    made,
    (
        Columns(
            "kernels",
            "Kernels without Python, microseconds, best times: constraint stage alone, C-RNEA and "
            "C-ABA with it, and the spanning tree's algorithms without loops.",
            "kernels",
            {
                **ROBOT,
                "Constraints": micros("constraint stage"),
                "C-RNEA": micros("C-RNEA"),
                "Open inverse": micros("open tree, inverse"),
                "C-ABA": micros("C-ABA"),
                "Open forward": micros("open tree, forward"),
                **{f"{algorithm} / open": multiple(algorithm) for algorithm in MOST},
            },
        ),
        Columns(
            "four_bar",
            "A four-bar linkage with an implicit loop and its open tree, kernels, microseconds.",
            _implicit,
            ("Algorithm", "With the loop", "Open tree", "Added"),
        ),
        *map(_methods, METHODS),
        Columns(
            "partials",
            "First and second partials of inverse and forward dynamics through loops, called from "
            "Python, best times in microseconds: by the closed forms of the open tree, by the "
            "chain rule, and dtau/dq and dtau/dv of inverse dynamics by central differences.",
            "partials",
            {
                **ROBOT,
                **{x + y: micros(x + y) for x in FUNCTIONS.values() for y in ("", CHAINED)},
                "central differences": micros(DIFFERENCES),
            },
        ),
        Columns(
            "orders",
            "Dynamics of order r through loops and of the open tree, called from Python, "
            "microseconds.",
            _orders,
            ("Robot", "r", "Inverse", "Open inverse", "Ratio", "Forward", "Open forward", "Ratio"),
        ),
        Columns(
            "batches",
            f"A call for one state and, in a call for {batch_cases.STATES} with one worker, the "
            "time of each, from Python, microseconds.",
            _batches,
            ("Robot", "Function", "r", "Single", "In a batch", "Ratio"),
        ),
        Columns(
            "contacts",
            "Forward dynamics of linkages and of robots on their feet, kernels, microseconds: "
            "C-ABA with its constraint stage, and constraintDynamics of Pinocchio's C++.",
            "contacts",
            {
                "Mechanism": contact_name,
                "Bodies": result("nbodies"),
                "nv": result("nv"),
                OURS: micros(OURS),
                THEIRS: micros(THEIRS),
                "Ratio": of_peer,
            },
        ),
        Columns(
            "growth",
            "Growth with the links of a chain: times in microseconds at both ends, slope on "
            "logarithmic axes over all lengths and over the longer half of them.",
            _growth,
            ("Chain", "Links", "Method", "Shortest", "Longest", "Slope", "Longer half"),
        ),
    ),
)


def said(evidence: Evidence) -> str:
    """Say in a sentence how the recursions compare with projection."""
    found = [
        best(record, "projection") / best(record, "C-ABA")
        for record in by_robot(evidence, "forward").values()
    ]
    load = evidence.environment["benchmark"]["load average at start"]
    shared = f" The machine was shared with other work (load average {load})." if load > 0.5 else ""
    if not found:
        return shared.strip()
    return (
        f"Projection takes {min(found):.2g} to {max(found):.2g} times the time of C-ABA on "
        f"{len(found)} mechanisms.{shared}"
    )
