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


@pytest.mark.parametrize("scale", SCALES)
def test_scaled_arguments(scale: float) -> None:
    found = []
    with np.errstate(all="ignore"):
        for call in public_calls.calls():
            if call.name.startswith(public_calls.SLOW):
                continue
            for what, arguments in scaled(call.arguments, scale):
                wrong = sweep.trial(call.function, arguments, False)
                if wrong:
                    found.append(f"{call.name}: {what}: {wrong}")
    assert not found, "\n".join(found)
