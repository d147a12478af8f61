"""Whether an independent second formulation gives the certified values of a case."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from typing import Any

import numpy as np

from lieref.golden import build_model
from lieref.oracle import Arb
from verification.golden import second_formulations, second_formulations_loops
from verification.golden.enclosures import bound, distance, mapped

# Working digits of the second formulation; its radii come out far below those of the tables.
DIGITS = 160
Case = dict[str, Any]


def confirm(case: Case) -> Iterator[tuple[str, float]]:
    """Yield what was compared, and its distance in units of the sum of both bounds."""
    K = Arb(DIGITS)
    with K.working():
        if "refusal" in case:
            # confirmed where it is made
            return
        if "samples" in case:
            yield from _group(K, case)
        elif "loops" in case["model"]:
            yield from _loops(K, case)
        else:
            yield from _tree(K, case)


def _tree(K: Arb, case: Case) -> Iterator[tuple[str, float]]:
    model, given = build_model(case["model"]), case["inputs"]
    for quantity, tables in case["references"].items():
        found = second_formulations.TREES[quantity](K, model, given)
        for name, table in tables.items():
            yield f"{quantity}.{name}", distance(K, table, found[name])


def _group(K: Arb, case: Case) -> Iterator[tuple[str, float]]:
    group, function = case["group"], case["function"]
    for sample in case["samples"]:
        argument, table = sample["argument"], sample["value"]
        if function == "log":
            held, _ = second_formulations.log_returns(K, argument, table)
            yield sample["angle"], 0.0 if held else 2.0
        else:
            found = second_formulations.group_function(K, group, function, argument)
            yield sample["angle"], distance(K, table, found)


def _loops(K: Arb, case: Case) -> Iterator[tuple[str, float]]:
    """Inverse dynamics by energy or ratios; forward dynamics and closure lead back."""
    model, given, references = (
        build_model(case["model"]),
        case["inputs"],
        case["references"],
    )
    inverse = second_formulations_loops.inverse_dynamics
    v = [[K(x) for x in row] for row in given["v"]]
    table = references["loop_inverse_dynamics"]["tau"]
    yield "loop_inverse_dynamics.tau", distance(K, table, inverse(K, model, given["q"], v))
    table = references["loop_forward_dynamics"]["vdot"]
    back = inverse(K, model, given["q"], [v[0], *_balls(K, table)])
    for row, expected in zip(back, given["tau"], strict=True):
        held = all((x - K(y)).contains(K(0)) for x, y in zip(row, expected, strict=True))
        yield "loop_forward_dynamics.vdot", 0.0 if held else 2.0
    q = references["loop_configuration"]["q_tree"]
    whole = [K.widen(K(Decimal(x)), bound(q, 0)) for x in q["decimals"]]
    gaps = second_formulations_loops.openings(K, model, whole)
    # a one-degree joint has one configuration coordinate: its place is known by independent_q
    gaps += [whole[int(i)] - K(x) for i, x in zip(model.independent_q, given["q"], strict=True)]
    held = all(x.contains(K(0)) for x in gaps)
    yield "loop_configuration.q_tree", 0.0 if held else 2.0
    yield from _loop_partials(K, model, case)


def _loop_partials(K: Arb, model: Any, case: Case) -> Iterator[tuple[str, float]]:
    """Inverse dynamics by energy or ratios; forward dynamics must solve its equations."""
    given, references = case["inputs"], case["references"]
    q, v = given["q"], [K(x) for x in given["v"][0]]
    partials = second_formulations_loops.partials
    expected = partials(K, model, q, v, [K(x) for x in given["v"][1]])
    forward: dict[str, Any] = {}
    for quantity, of in (("inverse", expected), ("forward", forward)):
        for order in ("partials", "second_partials"):
            name = f"loop_{quantity}_dynamics_{order}"
            for key, table in references[name].items():
                if quantity == "inverse":
                    yield f"{name}.{key}", distance(K, table, of[key].tolist())
                else:
                    forward[key] = (f"{name}.{key}", np.array(_widened(K, table), object))
    acceleration = _balls(K, references["loop_forward_dynamics"]["vdot"])[0]
    inverse = partials(K, model, q, v, acceleration)
    left = second_formulations_loops.accelerated_residuals(
        inverse, {key: x for key, (_, x) in forward.items()}
    )
    for key, residual in left.items():
        held = all(x.contains(K(0)) for x in residual.flat)
        yield forward[key][0], 0.0 if held else 2.0


def _widened(K: Arb, table: Any) -> Any:
    """Nested balls of a table with one radius."""
    radius = bound(table, 0)
    return mapped(lambda text: K.widen(K(Decimal(text)), radius), table["decimals"])


def _balls(K: Arb, table: Any) -> list[list[Any]]:
    """Rows of a table as balls."""
    return [
        [K.widen(K(Decimal(x)), bound(table, k)) for x in row]
        for k, row in enumerate(table["decimals"])
    ]
