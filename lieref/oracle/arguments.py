"""Checks of what a user hands to the oracle, and its conversion into a scalar field."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lieref.errors import ConfigurationError, NonFiniteError, ShapeError

if TYPE_CHECKING:
    from lieref.model.model import Model

BASES = ("body", "spatial", "hybrid", "mixed")
AXES = ("body", "inertial")

#: A quaternion farther than this from unit norm is refused.
UNIT_NORM = 1e-9


def choice(name: str, value: Any, allowed: tuple[str, ...]) -> None:
    """Check that value is one of the allowed words; else ShapeError."""
    if not isinstance(value, str) or value not in allowed:
        raise ShapeError(f"{name}: got {value!r}, expected one of {', '.join(allowed)}")


def scalars(K: Any, name: str, value: Any, shape: tuple[int | None, ...]) -> Any:
    """Nested lists of finite scalars of K from an array or nested sequence.

    shape holds the expected sizes, None where any size will do. Raises ShapeError (nesting,
    sizes or entries that are not numbers) or NonFiniteError, both naming the index.
    """
    return _scalars(K, name, value, shape, ())


def _scalars(
    K: Any, name: str, value: Any, shape: tuple[int | None, ...], index: tuple[int, ...]
) -> Any:
    where = f"{name}[{', '.join(map(str, index))}]" if index else name
    if not shape:
        return _scalar(K, where, value)
    try:
        items = [] if isinstance(value, str | bytes) else list(value)
    except TypeError:
        raise ShapeError(
            f"{where}: got a {type(value).__name__}, expected {len(shape)} more axes"
        ) from None
    if isinstance(value, str | bytes) or (shape[0] is not None and len(items) != shape[0]):
        raise ShapeError(f"{where}: got {len(items)} entries, expected {shape[0]}")
    return [_scalars(K, name, x, shape[1:], (*index, i)) for i, x in enumerate(items)]


def _scalar(K: Any, where: str, value: Any) -> Any:
    try:
        x = K(value)
    except TypeError as error:
        raise ShapeError(f"{where}: {error}") from None
    except (ValueError, OverflowError):
        raise NonFiniteError(f"{where}: got {value!r}, expected a finite number") from None
    if not K.is_finite(x):
        raise NonFiniteError(f"{where}: got {value!r}, expected a finite number")
    return x


def configuration(K: Any, model: Model, q: Any) -> list[Any]:
    """q (nq,) as scalars, its quaternions checked to be of unit norm (ConfigurationError)."""
    out: list[Any] = scalars(K, "q", q, (int(model.nq),))
    for i, joint in enumerate(model.joints):
        if joint.kind not in ("spherical", "free"):
            continue
        start = int(model.idx_q[i]) + (3 if joint.kind == "free" else 0)
        square = sum(K.to_float(x) ** 2 for x in out[start : start + 4])
        if not abs(square**0.5 - 1) <= UNIT_NORM:
            raise ConfigurationError(
                f"q[{start}:{start + 4}], the quaternion of joint {model.joint_names[i]!r}: "
                f"norm {square**0.5!r}, expected 1 within {UNIT_NORM}"
            )
    return out


def velocity_stack(K: Any, model: Model, v: Any, least: int) -> list[list[Any]]:
    """v (at least `least` rows, nv) as scalars: row k is the k-th derivative of the velocity."""
    out: list[list[Any]] = scalars(K, "v", v, (None, int(model.nv)))
    if len(out) < least:
        raise ShapeError(f"v: got {len(out)} rows, expected at least {least}")
    return out
