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

from lieref.documentation import described
from lieref.errors import LierefError
from lieref.oracle.arguments import chosen_field, require_known
from lieref.oracle.scalars.scalars import Midpoints, Mp

P = ParamSpec("P")
R = TypeVar("R")

#: Digits beyond those that are asked for.
GUARD = 5


@functools.cache
def flint_is_installed() -> bool:
    """Whether python-flint can be imported."""
    return importlib.util.find_spec("flint") is not None


def checked(*rows: str) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """A function whose model and whose words, such as `base`, are checked before it is called.

    Its docstring is filled in by `described`, with these rows.
    """

    def decorated(function: Callable[P, R]) -> Callable[P, R]:
        signature = inspect.signature(described(*rows)(function))

        @functools.wraps(function)
        def called(*args: P.args, **kwargs: P.kwargs) -> R:
            require_known(signature, signature.bind(*args, **kwargs).arguments)
            return function(*args, **kwargs)

        return called

    return decorated


def computed(*rows: str) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """A function of `digits`, `field` and `balls`, called with the field that they mean.

    It is `checked`, and runs inside of `field.working()`, for `Mp` as said above.
    """

    def decorated(function: Callable[P, R]) -> Callable[P, R]:
        signature = inspect.signature(described(*rows)(function))
        digits = signature.parameters["digits"].default

        @functools.wraps(function)
        def called(*args: P.args, **kwargs: P.kwargs) -> R:
            bound = signature.bind(*args, **kwargs)
            given = bound.arguments
            require_known(signature, given)
            balls = given.get("balls", False)
            K = chosen_field(given.get("field"), given.get("digits", digits), balls)

            def run(field: Any) -> R:
                given["field"] = field
                with field.working():
                    return function(*bound.args, **bound.kwargs)

            if isinstance(K, Mp) and not balls and flint_is_installed():
                try:
                    found = run(Midpoints(K.digits + GUARD))
                    return _converted(K, found, {})  # type: ignore[no-any-return]
                except (LierefError, _NotFinite):
                    pass
            return run(K)

        return called

    return decorated


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
