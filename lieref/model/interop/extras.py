"""Importing another library when it is needed, with an error that says how to get it."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from lieref.errors import ArgumentError


def library(module: str, extra: str) -> Any:
    """Return the module of another library.

    Parameters
    ----------
    module : str
        What is imported.
    extra : str
        The extra of lieref that brings it.

    Raises
    ------
    ImportError
        It is not installed; names the extra.
    """
    try:
        return import_module(module)
    except ImportError as error:
        raise ImportError(
            f"{module} cannot be imported ({error}): install lieref[{extra}]"
        ) from error


def require(what: str, value: object, expected: type) -> None:
    """Raise ArgumentError unless `value` is an object of the class that a reader reads."""
    if not isinstance(value, expected):
        name = f"{expected.__module__.split('.')[0]}.{expected.__name__}"
        raise ArgumentError(f"{what} is a {type(value).__name__}, expected a {name}")
