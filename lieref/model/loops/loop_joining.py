"""Loops that do not quite close, as decimals of a file leave them: their ends are moved together.

What Newton's method leaves of phi, by the coordinates alone, is taken away by the least twist of
one end of a loop against the other, of which each end takes a half:

    dphi/dV xi = -phi,    P' = P exp(-xi / 2),    S' = S Ad(T^-1) exp(xi / 2)

with P and S the loop frames of predecessor and successor and T = P^-1 S.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lieref.algebra import SE3
from lieref.errors import ModelError, ModelWarning
from lieref.model.loops.loop_closure import Known, LoopClosure
from lieref.model.loops.loop_frames import predecessor_frame, successor_frame
from lieref.model.loops.loop_newton import Closer, OpenError
from lieref.model.loops.loops import Loop

Array = NDArray[np.float64]
#: What is left of a small gap is its square, then that of the square.
STEPS = 4


def joined_ends(closer: Closer, start: Array, tolerance: float) -> tuple[Loop, ...]:
    """Return the loops with frames that close near a start, and warn of each that is moved.

    Parameters
    ----------
    closer : Closer
        Of the structure whose loops do not close.
    start : (tree.nq,)
    tolerance : float
        How far ends may be apart, m and rad.

    Raises
    ------
    ModelError
        Ends are farther apart, or constraints do not close; names the loop.
    """
    structure = closer.structure
    given, loops, q = structure.loops, list(structure.loops), start
    for _ in range(STEPS):
        q = closer.nearest(q)
        for at, loop in enumerate(loops):
            loops[at] = _joined(closer, at, loop, q)
        closer = Closer(replace(structure, loops=tuple(loops)))
        try:
            closer.closed(q)
            break
        except OpenError as error:
            told = error
    else:
        raise ModelError(f"assembly: {told}; closure_tolerance moves the ends of loops alone")
    for before, after in zip(given, loops, strict=True):
        _tell(before, after, tolerance)
    return tuple(loops)


def _pose(frame: tuple[Any, Any]) -> Array:
    """Axes and origin as a pose."""
    pose = np.eye(4)
    pose[:3, :3], pose[:3, 3] = frame
    return pose


def _residual(closure: LoopClosure, at: int, q: list[float]) -> tuple[Array, Array]:
    """phi of one loop, and its derivative by the relative twist (six columns)."""
    loop = closure.loops[at]
    R, d = closure.relative(at, q)
    columns = [closure._shown(loop, R, d, tuple(unit)) for unit in np.eye(6).tolist()]
    return np.array(closure._closed(loop, q, Known())), np.array(columns).T


def _joined(closer: Closer, at: int, loop: Loop, q: Array) -> Loop:
    """The loop with both ends moved by half of what it is open by."""
    K, length = closer.closure.K, closer.closure.loops[at].length
    phi, by_twist = _residual(closer.closure, at, q.tolist())
    # the least twist where lengths of the loop count as radians do
    units = np.array([1.0] * 3 + [length] * 3)
    xi = -units * (np.linalg.pinv(by_twist * units) @ phi)
    T = _pose(closer.closure.relative(at, q.tolist()))
    half, back = SE3.exp(0.5 * xi), SE3.exp(-0.5 * xi)
    near = _pose(predecessor_frame(K, loop.joint))
    far = _pose(successor_frame(K, loop.joint))
    return replace(
        loop,
        predecessor_frame=loop.predecessor_frame @ near @ back @ SE3.inverse(near),
        successor_frame=loop.successor_frame @ far @ SE3.inverse(T) @ half @ T @ SE3.inverse(far),
    )


def _tell(before: Loop, after: Loop, tolerance: float) -> None:
    """Warn of what was moved; ModelError where it is more than the tolerance."""
    steps = [
        SE3.log(SE3.inverse(getattr(before, end)) @ getattr(after, end))
        for end in ("predecessor_frame", "successor_frame")
    ]
    turn, shift = (sum(float(np.linalg.norm(x[part])) for x in steps) for part in _PARTS)
    if turn == 0.0 and shift == 0.0:
        return
    what = f"loop {before.name!r}: its ends are {shift:.3g} m and {turn:.3g} rad apart"
    if max(turn, shift) > tolerance:
        raise ModelError(f"{what}, closure_tolerance is {tolerance:g}")
    warnings.warn(f"{what}, both moved by half of it", ModelWarning, stacklevel=4)


_PARTS: Sequence[slice] = (slice(0, 3), slice(3, 6))
