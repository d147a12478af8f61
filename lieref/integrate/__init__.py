"""Lie-group integrators on groups.

`simulate` and `model_group`, for whole models, are those of `lieref.simulate`.
"""

from importlib import import_module
from typing import Any

from lieref.errors import IntegrationError
from lieref.integrate.group import Group
from lieref.integrate.munthe_kaas import solve
from lieref.integrate.solution import Solution

__all__ = ["Group", "IntegrationError", "Solution", "model_group", "simulate", "solve"]


def __getattr__(name: str) -> Any:
    """Import what is above this package when it is first asked for."""
    if name in ("model_group", "simulate"):
        return getattr(import_module("lieref.simulate"), name)
    raise AttributeError(f"module 'lieref.integrate' has no attribute {name!r}")
