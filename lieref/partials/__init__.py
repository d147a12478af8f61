"""Partial derivatives of the dynamics, of first and second order."""

from importlib import import_module
from types import ModuleType


def __getattr__(name: str) -> ModuleType:
    """Import `lieref.partials.steps` when it is first asked for."""
    if name == "steps":
        return import_module("lieref.partials.steps")
    raise AttributeError(f"module 'lieref.partials' has no attribute {name!r}")
