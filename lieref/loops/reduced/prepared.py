"""Prepared calls of mechanisms: model, order and options bound once, results where a user says."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, cast

import numpy as np
from numpy.typing import NDArray

from lieref.algebra.arguments import integer
from lieref.dynamics.shared.motion_rows import MOST_ROWS
from lieref.errors import ShapeError
from lieref.loops import closed_dynamics
from lieref.loops.arguments import AXES, base_number, choice
from lieref.loops.cluster_dynamics import forward_dynamics

if TYPE_CHECKING:
    from lieref.model.loops.loop_model import LoopModel

Array = NDArray[np.float64]


class PreparedMechanism:
    """Model, order and options of a prepared call."""

    def __init__(self, model: LoopModel, order: int, base: str, wrench_axes: str):
        self.model, self.order = model, integer("order", order, 0, MOST_ROWS - 2)
        base_number(model, base)
        choice("wrench_axes", wrench_axes, AXES)
        self.base, self.wrench_axes = base, wrench_axes

    def inverse(
        self,
        q: Array,
        v: Array,
        out: Array,
        wrenches: Array | None = None,
        tau_ext: Array | None = None,
    ) -> Array:
        """Write the generalized forces into `out`, and return it."""
        self._require({"v": (v, (self.order + 2, self.model.nv))}, out, q, wrenches, tau_ext)
        closed_dynamics.inverse(
            self.model, q, v, self.base, wrenches, self.wrench_axes, tau_ext, None, out
        )
        return out

    def forward(
        self,
        q: Array,
        v: Array,
        tau: Array,
        out: Array,
        wrenches: Array | None = None,
        tau_ext: Array | None = None,
    ) -> Array:
        """Write the accelerations into `out`, and return it."""
        nv = self.model.nv
        given = {"v": (v, (nv,)), "tau": (tau, (self.order + 1, nv))}
        self._require(given, out, q, wrenches, tau_ext)
        found = closed_dynamics.forward(
            self.model, q, v, tau, self.base, wrenches, self.wrench_axes, tau_ext, None, out
        )
        if found is None:
            base, axes = cast(Any, self.base), cast(Any, self.wrench_axes)
            out[:] = forward_dynamics(self.model, q, v, tau, base, wrenches, axes, tau_ext)
        return out

    def _require(
        self,
        given: dict[str, tuple[Array, tuple[int, ...]]],
        out: Array,
        q: Array,
        wrenches: Array | None,
        tau_ext: Array | None,
    ) -> None:
        """ShapeError for an array of another type, shape or layout, or with memory of `out`."""
        for name, (value, shape) in {
            "out": (out, (self.order + 1, self.model.nv)),
            **given,
        }.items():
            plain = isinstance(value, np.ndarray) and value.dtype == np.float64
            if not (plain and value.flags.c_contiguous and value.shape == shape):
                raise ShapeError(
                    f"{name} is {_kind(value)}, expected a C-contiguous float64 array of shape "
                    f"{shape}: a prepared call of order {self.order} takes arrays as they are"
                )
        if not out.flags.writeable:
            raise ShapeError("out is read-only")
        others: dict[str, Array | None] = {"q": q, **{name: x for name, (x, _) in given.items()}}
        others |= {"wrenches": wrenches, "tau_ext": tau_ext}
        for name, other in others.items():
            if isinstance(other, np.ndarray) and np.may_share_memory(other, out):
                raise ShapeError(f"out shares memory with {name}")


def _kind(value: object) -> str:
    if isinstance(value, np.ndarray):
        return f"a {value.dtype} array of shape {value.shape}"
    return f"a {type(value).__name__}"


def prepare_inverse_dynamics(
    model: LoopModel, order: int, base: str = "body", wrench_axes: str = "body"
) -> Callable[..., Array]:
    """`lieref.prepare_inverse_dynamics` of the independent coordinates."""
    return PreparedMechanism(model, order, base, wrench_axes).inverse


def prepare_forward_dynamics(
    model: LoopModel, order: int, base: str = "body", wrench_axes: str = "body"
) -> Callable[..., Array]:
    """`lieref.prepare_forward_dynamics` of the independent coordinates."""
    return PreparedMechanism(model, order, base, wrench_axes).forward
