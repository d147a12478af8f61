"""Arguments near the end of the range of double: a result of finite numbers, or an error."""

from __future__ import annotations

from typing import Any

import numpy as np
import public_calls
import pytest
import sweep

SCALES = (1e150, 1e200, 1e308)


def scaled(arguments: dict[str, Any], scale: float) -> list[tuple[str, dict[str, Any]]]:
    """Each array of numbers scaled alone, and all of them at once."""
    arrays = {
        name: value
        for name, value in arguments.items()
        if isinstance(value, np.ndarray) and value.dtype.kind == "f"
    }
    # products overflow, here they do not: 1e308 times a number above 1.7 is no argument
    larger = {name: np.clip(value * scale, -1.7e308, 1.7e308) for name, value in arrays.items()}
    found = [(name, arguments | {name: value}) for name, value in larger.items()]
    return [*found, ("all", arguments | larger)] if len(found) > 1 else found


def represented(arguments: dict[str, Any]) -> list[dict[str, Any]]:
    """The same in two representations of a base's velocity, where there is a choice."""
    return [arguments] + [arguments | {"base": "spatial"}] * ("base" in arguments)


@pytest.mark.parametrize("scale", SCALES)
def test_scaled_arguments(scale: float) -> None:
    found = []
    with np.errstate(all="ignore"):
        for call in public_calls.calls():
            if call.name.startswith(public_calls.SLOW):
                continue
            for given in represented(call.arguments):
                for what, arguments in scaled(given, scale):
                    wrong = sweep.trial(call.function, arguments, False)
                    if wrong:
                        found.append(f"{call.name}: {what}, {given.get('base')}: {wrong}")
    assert not found, "\n".join(found)


def of_all_sizes(rng: np.random.Generator, arguments: dict[str, Any]) -> dict[str, Any]:
    """Arrays with zeros and numbers of unlike sizes, and a base that is far away."""
    found, top = dict(arguments), rng.choice([150, 200, 308])
    for name, value in arguments.items():
        if not isinstance(value, np.ndarray) or value.dtype.kind != "f" or not value.ndim:
            continue
        sizes = 10.0 ** rng.uniform(top - 80, top, value.shape)
        if name == "q":
            # what is no part of a quaternion if the root is free
            found[name] = np.concatenate((sizes[..., :3], value[..., 3:]), axis=-1)
        else:
            found[name] = sizes * rng.choice([-1, 0, 1], value.shape)
    return found


@pytest.mark.parametrize("base", ["spatial", "hybrid"])
def test_a_free_base_with_numbers_of_all_sizes(base: str) -> None:
    rng, found = np.random.default_rng(1), []
    with np.errstate(all="ignore"):
        for call in public_calls.calls():
            if call.name.startswith(public_calls.SLOW) or "base" not in call.arguments:
                continue
            for _ in range(20):
                arguments = of_all_sizes(rng, call.arguments | {"base": base})
                wrong = sweep.trial(call.function, arguments, False)
                if wrong:
                    found.append(f"{call.name}: {wrong}")
    assert not found, "\n".join(found)
