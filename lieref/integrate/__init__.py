"""Lie-group integrators on groups; those of whole models are `lieref.simulate`."""

from typing import TYPE_CHECKING, Any

from lieref.deprecated import renamed
from lieref.errors import IntegrationError
from lieref.integrate.group import Group
from lieref.integrate.munthe_kaas import solve
from lieref.integrate.solution import Solution

__all__ = ["Group", "IntegrationError", "Solution", "solve"]

if not TYPE_CHECKING:  # a checker would take any name

    def __getattr__(name: str) -> Any:
        return renamed("lieref.integrate", name)
