"""Whether an independent second formulation gives the certified values of a case."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from typing import Any

from lieref.oracle import Arb
from verification.golden import descriptions, second_formulations, second_formulations_loops
from verification.golden.descriptions import doubles
from verification.golden.enclosures import bound, distance, mapped

# Working digits of the second formulation; its radii come out far below those of the tables.
DIGITS = 160
Case = dict[str, Any]


def confirm(case: Case) -> Iterator[tuple[str, float]]:
    """Yield what was compared, and its distance in units of the sum of both bounds."""
    K = Arb(DIGITS)
    with K.working():
        if "samples" in case:
            yield from _group(K, case)
        elif "loops" in case["model"]:
            yield from _loops(K, case)
        else:
            yield from _tree(K, case)


def _tree(K: Arb, case: Case) -> Iterator[tuple[str, float]]:
    model, given = descriptions.build(case["model"]), numbers(case["inputs"])
    for quantity, tables in case["references"].items():
        found = second_formulations.TREES[quantity](K, model, given)
        for name, table in tables.items():
            yield f"{quantity}.{name}", distance(K, table, found[name])


def _group(K: Arb, case: Case) -> Iterator[tuple[str, float]]:
    group, function = case["group"], case["function"]
    for sample in case["samples"]:
        argument, table = doubles(sample["argument"]), sample["value"]
        if function == "log":
            held, _ = second_formulations.log_returns(K, argument, table)
            yield sample["angle"], 0.0 if held else 2.0
        else:
            found = second_formulations.group_function(K, group, function, argument)
            yield sample["angle"], distance(K, table, found)


def _loops(K: Arb, case: Case) -> Iterator[tuple[str, float]]:
    """Inverse dynamics by energy or ratios; forward dynamics and closure lead back."""
    model, given, references = (
        descriptions.build(case["model"]),
        numbers(case["inputs"]),
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
    whole = [K.widen(K(Decimal(x)), Decimal(q["radius"])) for x in q["values"]]
    gaps = second_formulations_loops.openings(K, model, whole)
    # a one-degree joint has one configuration coordinate: its place is known by independent_q
    gaps += [whole[int(i)] - K(x) for i, x in zip(model.independent_q, given["q"], strict=True)]
    held = all(x.contains(K(0)) for x in gaps)
    yield "loop_configuration.q_tree", 0.0 if held else 2.0


def _balls(K: Arb, table: Any) -> list[list[Any]]:
    """Rows of a table as balls."""
    return [
        [K.widen(K(Decimal(x)), bound(table, k)) for x in row]
        for k, row in enumerate(table["values"])
    ]


def numbers(inputs: dict[str, Any]) -> dict[str, Any]:
    """Return the inputs of a case with doubles for decimals; words and booleans stay."""
    return {
        key: value if isinstance(value, str) or key == "prescribed" else mapped(float, value)
        for key, value in inputs.items()
    }
