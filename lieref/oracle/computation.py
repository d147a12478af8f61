"""Numbers of mpmath, computed with python-flint where that is installed.

FLINT multiplies ten times faster than mpmath. So what is asked for in `Mp` is computed in
`Midpoints`, with some more digits, which the result keeps. Where that does not end with finite
numbers (complex arguments, what is singular or not known not to be), it is computed in `Mp`.
"""

from __future__ import annotations

import dataclasses
import functools
import importlib.util
import inspect
from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

from lieref.errors import LierefError
from lieref.oracle.arguments import chosen_field
from lieref.oracle.scalars.scalars import Midpoints, Mp

P = ParamSpec("P")
R = TypeVar("R")

#: Digits beyond those that are asked for.
GUARD = 5


@functools.cache
def flint_is_installed() -> bool:
    """Whether python-flint can be imported."""
    return importlib.util.find_spec("flint") is not None


def computed(function: Callable[P, R]) -> Callable[P, R]:
    """A function of `digits` and `field` that returns numbers of `Mp`, computed as said above."""
    signature = inspect.signature(function)

    @functools.wraps(function)
    def faster(*args: P.args, **kwargs: P.kwargs) -> R:
        bound = signature.bind(*args, **kwargs)
        given = bound.arguments
        K = given.get("field")
        if given.get("balls") or not (K is None or isinstance(K, Mp)) or not flint_is_installed():
            return function(*args, **kwargs)
        if K is None:
            K = chosen_field(None, given.get("digits", 50), balls=False)
        given["field"] = Midpoints(K.digits + GUARD)
        try:
            found = function(*bound.args, **bound.kwargs)
            return _converted(K, found, {})  # type: ignore[no-any-return]
        except (LierefError, _NotFinite):
            return function(*args, **kwargs)

    return faster


class _NotFinite(ValueError):
    """A result is no number."""


def _converted(K: Mp, found: Any, done: dict[int, Any]) -> Any:
    """Results with numbers of FLINT replaced by those of K, all their digits kept.

    done: by identity, for tensors hold one zero many times.
    """
    if isinstance(found, list):
        return [_converted(K, x, done) for x in found]
    if id(found) in done:
        return done[id(found)]
    if hasattr(found, "is_finite"):
        if not found.is_finite():
            raise _NotFinite
        done[id(found)] = out = K.context.make_mpf(found._mpf_)
        return out
    if isinstance(found, tuple):
        parts = [_converted(K, x, done) for x in found]
        return type(found)(*parts) if hasattr(found, "_fields") else tuple(parts)
    if dataclasses.is_dataclass(found) and not isinstance(found, type):
        names = [x.name for x in dataclasses.fields(found)]
        parts = [_converted(K, getattr(found, x), done) for x in names]
        return dataclasses.replace(found, **dict(zip(names, parts, strict=True)))
    return found
