"""``python -m verification.references``: write lieref/references.json, read by the self-test.

Dynamics and kinematics come from the oracle in balls, the groups from the closed forms of their
twin in balls. Each number is rounded to a decimal of its block's last place, and that place is the
radius: it covers the rounding and the ball. So the file does not depend on how far a version of
FLINT overestimates its balls, and comes out the same byte for byte.
"""

from __future__ import annotations

import argparse
import json
import math
import textwrap
from collections.abc import Callable, Iterator
from decimal import Context, Decimal, localcontext
from pathlib import Path
from typing import Any

from lieref import catalogue, oracle, selftest
from lieref.algebra.groups import se3_twin
from lieref.model.model import Model
from lieref.oracle import (
    Arb,
    body_poses,
    certified_inverse_dynamics,
    conditioning_bound,
    loop_conditioning_bound,
)
from verification.subjects import reference_inputs
from verification.subjects.definitions import twists

PATH = Path(__file__).resolve().parents[1] / "lieref" / "references.json"
ABOUT = (
    "References for python -m lieref, written by python -m verification.references; do not edit. "
    "Inputs are doubles, values decimals v with |exact - v| <= radius; SI units and conventions."
)
# Last place of a block, in digits below the leading digit of its largest entry.
PLACES = 31
# Digits of the balls, relative to the largest entry of a block.
ACCURACY = 40
# The closed forms of the groups lose up to 45 digits at the angle 1e-9.
KINEMATICS_DIGITS, ALGEBRA_DIGITS = 90, 160
# Twist derivatives of order 0 .. 2
TWIST_ROWS = 3
WIDE = Context(prec=400)
WIDTH = 98

# The largest order of forward dynamics; how many conditioning bounds its relative error may be;
# four times and more what builds of the kernels were found to err here, 1.6e-15 and 2.6e-15.
FORWARD, SEVERAL = 3, 30.0
PARTIALS_LIMIT, LOOPS_LIMIT = 1e-14, 1e-14
LOOPS = ("four_bar", "mit_humanoid_leg_like")
ANGLES = {"1e-9": 1e-9, "1e-3": 1e-3, "2": 2.0, "4.5": 4.5, "pi - 1e-9": math.pi - 1e-9}
# base, axes of the wrenches and the joints' other generalized forces, or none
EVERY_CHOICE = [
    (base, axes) for base in ("body", "spatial", "hybrid", "mixed") for axes in ("body", "inertial")
]
DYNAMICS: dict[str, list[tuple[str, str | None]]] = {
    "tree/generic": [("body", None), *EVERY_CHOICE],
    "tree/edge": [("body", "body"), ("mixed", "inertial")],
    "tree/far": [("body", "inertial"), ("hybrid", "body")],
    "forest/generic": [("body", "inertial")],
    "forest/edge": [("body", "body")],
}
KINEMATICS = (
    ("tree/generic", "body", "spatial"),
    ("tree/generic", "mixed", "body"),
    ("tree/edge", "hybrid", "body"),
    ("tree/edge", "spatial", "spatial"),
    ("forest/generic", "body", "spatial"),
)


def _leaves(nested: Any) -> Iterator[Any]:
    if isinstance(nested, list | tuple):
        for x in nested:
            yield from _leaves(x)
    else:
        yield nested


def _map(function: Callable[[Any], Any], nested: Any) -> Any:
    if isinstance(nested, list | tuple):
        return [_map(function, x) for x in nested]
    return function(nested)


def block(nested: Any, radius: float) -> dict[str, Any]:
    """Return Decimals with a proven radius, rounded to the block's last place.

    Raises
    ------
    ValueError
        The radius is larger than half of that place: the reference value is not good enough.
    """
    with localcontext(WIDE):
        largest = max(abs(x) for x in _leaves(nested))
        place = Decimal(1).scaleb(largest.adjusted() - PLACES)
        if Decimal(radius) > place / 2 or not largest:
            raise ValueError(f"radius {radius:.1e}, at most half of {place:.0e} expected")

        def text(x: Decimal) -> str:
            rounded = x.quantize(place)
            return str(rounded) if rounded else "0"

        return {"radius": f"{place:.0e}", "values": _map(text, nested)}


def ball_block(K: Arb, nested: Any) -> dict[str, Any]:
    """Return balls as a block."""
    radius = 0.0

    def decimal(x: Any) -> Decimal:
        nonlocal radius
        ball = K(x)
        mid, _, exponent = (int(part) for part in ball.mid().mid_rad_10exp(K.digits))
        value = Decimal(f"{mid}E{exponent}")
        # the cut midpoint is accurate to K.digits digits of itself
        radius = max(radius, K.radius(ball) + float(abs(value)) * 10.0 ** (1 - K.digits))
        return value

    return block(_map(decimal, nested), radius)


def _dynamics(model: Model, name: str, state: dict[str, Any]) -> list[dict[str, Any]]:
    found = []
    for base, axes in DYNAMICS[name]:
        reference = certified_inverse_dynamics(
            model,
            state["q"],
            state["v"],
            base,
            wrenches=state["wrenches"] if axes else None,
            wrench_axes=axes or "body",
            tau_ext=state["tau_ext"] if axes else None,
            accuracy=ACCURACY,
            digits=ACCURACY + 30,
        )
        rows = zip(reference.midpoints, reference.radii, strict=True)
        tau = [block(row, max(radii)) for row, radii in rows]
        found.append({"state": name, "base": base, "wrench_axes": axes, "tau": tau})
    return found


def _kinematics(
    models: dict[str, Model], states: dict[str, Any]
) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Blocks of the poses of each state, and cases of twists."""
    K = Arb(KINEMATICS_DIGITS)
    poses: dict[str, Any] = {}
    cases = []
    for name, base, representation in KINEMATICS:
        state = states[name]
        model = models[state["model"]]
        C = body_poses(model, state["q"], state["v"][:TWIST_ROWS], base, field=K)
        with K.working():
            bodies = [
                twists.from_poses([C[k][i] for k in range(TWIST_ROWS + 1)], representation)
                for i in range(model.nbodies)
            ]
            poses[name] = ball_block(K, [pose[:3] for pose in C[0]])
            rows = [ball_block(K, [body[k] for body in bodies]) for k in range(TWIST_ROWS)]
        chosen = {"state": name, "base": base, "representation": representation}
        cases.append(chosen | {"twists": rows})
    return poses, cases


def _algebra() -> dict[str, list[dict[str, Any]]]:
    """exp, dexp and their inverses at each angle; log of the doubles nearest to exp."""
    K = Arb(ALGEBRA_DIGITS)
    draw = reference_inputs.Draw(3)
    found: dict[str, list[dict[str, Any]]] = {
        f"{group}.{name}": []
        for group in ("SE3", "SO3")
        for name in ("exp", "log", "dexp", "dexp_inv")
    }

    def add(function: str, angle: str, argument: Any, value: Any) -> dict[str, Any]:
        case = {"angle": angle, "argument": argument, "value": ball_block(K, value)}
        found[function].append(case)
        return case

    with K.working():
        for angle, size in ANGLES.items():
            argument = [*(size * x for x in draw.unit(3)), *draw.vector(3)]
            X = [K(x) for x in argument]
            pose = se3_twin.exp(K, X)
            C = add("SE3.exp", angle, argument, pose)["value"]["values"]
            R = add("SO3.exp", angle, argument[:3], [row[:3] for row in pose[:3]])
            for name in ("dexp", "dexp_inv"):
                whole = getattr(se3_twin, name)(K, X)
                add(f"SE3.{name}", angle, argument, whole)
                add(f"SO3.{name}", angle, argument[:3], [row[:3] for row in whole[:3]])
            if size <= math.pi:
                C, R = _map(float, C), _map(float, R["value"]["values"])
                add("SE3.log", angle, C, se3_twin.log(K, _map(K, C)))
                rotation = se3_twin.nearest_rotation(K, _map(K, R))
                add("SO3.log", angle, R, se3_twin.log3(K, rotation))
    return found


def _part(of: str, index: int | None, reference: dict[str, Any], limit: float) -> dict[str, Any]:
    return {"of": of, "index": index, "reference": reference, "limit": float(f"{limit:.1e}")}


def _rows(K: Arb, rows: Any, limits: list[float]) -> list[dict[str, Any]]:
    """Return a stack over the derivative order, one block an order."""
    return [
        _part("", k, ball_block(K, row), limit)
        for k, (row, limit) in enumerate(zip(rows, limits, strict=True))
    ]


def _partials(K: Arb, found: Any) -> list[dict[str, Any]]:
    parts = zip(found._fields, found, strict=True)
    return [_part(name, None, ball_block(K, table), PARTIALS_LIMIT) for name, table in parts]


def _calls(models: dict[str, Model], states: dict[str, Any]) -> list[dict[str, Any]]:
    """Forward dynamics, partials and loops: arguments, and each block of the result."""
    K = Arb(KINEMATICS_DIGITS)
    found = []

    def add(function: str, model: str, arguments: list[Any], parts: list[dict[str, Any]]) -> None:
        found.append({"function": function, "model": model, "arguments": arguments, "parts": parts})

    state = states["tree/generic"]
    model, q, v, tau = models["tree"], state["q"], state["v"][0], state["tau_ext"][: FORWARD + 1]
    bounds = conditioning_bound(model, q, v, tau)
    rows = oracle.forward_dynamics(model, q, v, tau, field=K, balls=True)
    add("forward_dynamics", "tree", [q, v, tau], _rows(K, rows, [SEVERAL * x for x in bounds]))
    state, model = states["forest/generic"], models["forest"]
    q, (v, a, *_), tau = state["q"], state["v"], state["tau_ext"][0]
    inverse = oracle.inverse_dynamics_partials(model, q, v, a, field=K, balls=True)
    add("inverse_dynamics_partials", "forest", [q, v, a], _partials(K, inverse))
    forward = oracle.forward_dynamics_partials(model, q, v, tau, field=K, balls=True)
    add("forward_dynamics_partials", "forest", [q, v, tau], _partials(K, forward))
    for name in LOOPS:
        loops, draw = getattr(catalogue, name)(), reference_inputs.Draw(7)
        q = [float(x) for x in loops.random_configuration(7)]
        stack = [draw.vector(loops.nv) for _ in range(FORWARD + 2)]
        rows = oracle.loop_inverse_dynamics(loops, q, stack, field=K, balls=True)
        add("inverse_dynamics", name, [q, stack], _rows(K, rows, [LOOPS_LIMIT] * len(rows)))
        tau = stack[: FORWARD + 1]
        bounds = loop_conditioning_bound("forward_dynamics", loops, q, v=stack[0], tau=tau)
        rows = oracle.loop_forward_dynamics(loops, q, stack[0], tau, field=K, balls=True)
        limits = [SEVERAL * x for x in bounds]
        add("forward_dynamics", name, [q, stack[0], tau], _rows(K, rows, limits))
    return found


def compute() -> dict[str, Any]:
    """Return everything that the file holds."""
    descriptions = reference_inputs.models()
    models = {name: selftest.build_model(given) for name, given in descriptions.items()}
    states = {}
    for name in DYNAMICS:
        model, kind = name.split("/")
        # one seed for generic and far: the states differ in the place alone
        seed = 20 if kind == "edge" else 10
        states[name] = reference_inputs.state(models[model], model, seed, kind)
    poses, kinematics = _kinematics(models, states)
    dynamics = [
        case
        for name, state in states.items()
        for case in _dynamics(models[state["model"]], name, state)
    ]
    return {
        "schema": selftest.SCHEMA,
        "about": ABOUT,
        "models": descriptions,
        "states": states,
        "algebra": _algebra(),
        "poses": poses,
        "forward_kinematics": kinematics,
        "inverse_dynamics": dynamics,
        "calls": _calls(models, states),
    }


def lines(value: Any, indent: str = "", room: int = WIDTH) -> str:
    """JSON; what fits into the line stays in one, and lists of plain values fill their lines."""
    flat = json.dumps(value)
    if len(flat) <= room or not isinstance(value, dict | list) or not value:
        return flat
    inner = indent + " "
    if isinstance(value, dict):
        parts = []
        for key, item in value.items():
            start = f"{json.dumps(key)}: "
            parts.append(start + lines(item, inner, WIDTH - len(inner) - len(start)))
        return f"{{\n{inner}" + f",\n{inner}".join(parts) + f"\n{indent}}}"
    if any(isinstance(item, dict | list) for item in value):
        parts = [lines(item, inner, WIDTH - len(inner)) for item in value]
        return f"[\n{inner}" + f",\n{inner}".join(parts) + f"\n{indent}]"
    filled = textwrap.fill(flat[1:-1], WIDTH - len(inner), break_long_words=False)
    return "[\n" + textwrap.indent(filled, inner) + f"\n{indent}]"


def render() -> str:
    """Return the text of the file."""
    return lines(compute()) + "\n"


def main() -> None:
    """Write the file."""
    parser = argparse.ArgumentParser(prog="python -m verification.references", description=__doc__)
    parser.add_argument("--out", type=Path, default=PATH, metavar="FILE")
    out: Path = parser.parse_args().out
    out.write_text(render(), encoding="utf-8")
    print(f"{out.name}: {out.stat().st_size} bytes")


if __name__ == "__main__":
    main()
