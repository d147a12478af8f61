"""Old public names and words, which work for one release more, with a DeprecationWarning."""

import warnings
from importlib import import_module
from typing import Any

# New names of the same module, or with that of another one.
NAMES = {
    "lieref": {
        "Linearised": "Linearized",
        "centre_of_mass": "center_of_mass",
        "conditioning_floor": "conditioning_bound",
        "linearised": "linearized",
        "linearised_rates": "linearized_rates",
    },
    "lieref.integrate": {
        "model_group": "lieref.simulate.model_group",
        "simulate": "lieref.simulate.simulate",
    },
    "lieref.oracle": {
        "conditioning_floor": "conditioning_bound",
        "hybrid_conditioning_floor": "hybrid_conditioning_bound",
        "loop_conditioning_floor": "loop_conditioning_bound",
    },
}
WORDS = {("form", "production"): "default"}


def _warn(old: str, new: str, level: int) -> None:
    text = f"{old} is deprecated since 0.7 and ends with 0.8; use {new}"
    warnings.warn(text, DeprecationWarning, stacklevel=level)


def renamed(module: str, name: str) -> Any:
    """Return what an old name of a module means now; AttributeError for any other name."""
    new = NAMES[module].get(name)
    if new is None:
        from lieref.other_names import hint

        raise AttributeError(f"module {module!r} has no attribute {name!r}{hint(name)}")
    place, _, member = new.rpartition(".")
    place = place or module
    _warn(f"{module}.{name}", f"{place}.{member}", 4)
    return getattr(import_module(place), member)


def current_word(option: str, value: object) -> object:
    """Return the word that replaces an old one of an option; other values as they are."""
    new = WORDS.get((option, value)) if isinstance(value, str) else None
    if new is None:
        return value
    _warn(f"{option}={value!r}", f"{option}={new!r}", 3)
    return new
