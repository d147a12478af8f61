"""Laws that second partials obey whatever the robot: how far the kernels are from them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from lieref import oracle
from lieref.check.metrics import FloatArray
from lieref.oracle import Mp
from verification.subjects import partial_methods, partials
from verification.subjects.definitions.moved_configuration import moved
from verification.subjects.partials import Point

#: The central difference of H has this step in numbers of so many digits: right to 1e-40.
STEP, DIGITS = "1e-20", 70


def evaluate(params: Mapping[str, Any]) -> dict[str, Any]:
    """Measure the laws at one point.

    Parameters
    ----------
    params : mapping
        ``robot`` and ``state`` as in `partials.draw`.

    Returns
    -------
    dict
        Of inverse and of forward dynamics ``commutator``: what H[:, a, b] - H[:, b, a] differs
        from (df/dq) . coords(s_b x s_a) by inside a joint, f = tau or a; ``symmetry``: by which
        the other second partials change when two coordinates are exchanged; both by max |H|.
        ``inertia``: by which dM/dq differs from the derivative of the oracle's H, relative max
        norm; ``outside``: how many entries are not zero though two of the three joints are on
        different branches; ``empty``: how many triples of joints on one path have no entry.
    """
    point = partials.draw(params)
    found: dict[str, Any] = {"nv": point.model.nv}
    for dynamics in ("inverse", "forward"):
        gradient, *_ = partial_methods.analytic(point, dynamics, 1)
        arrays = partial_methods.analytic(point, dynamics, 2)
        found[dynamics] = {
            "commutator": _commutator(point, gradient, arrays[0]),
            "symmetry": _symmetry(point, arrays),
        }
        if dynamics == "inverse":
            found["inertia"] = _inertia(point, arrays[3])
            found["outside"], found["empty"] = _pattern(point, arrays)
    return found


def joint_of(point: Point) -> list[int]:
    """Return the joint of each velocity coordinate."""
    return [i for i, joint in enumerate(point.model.joints) for _ in range(joint.nv)]


def _brackets(kind: str, nv: int) -> FloatArray:
    """coords(s_b x s_a) as [coordinate, a, b]; a joint of one degree commutes with itself."""
    found = np.zeros((nv, nv, nv))
    if kind in ("spherical", "free"):
        S = np.eye(6)[:, :nv]
        for a in range(nv):
            for b in range(nv):
                w, u, x, y = S[:3, b], S[3:, b], S[:3, a], S[3:, a]
                cross = np.concatenate([np.cross(w, x), np.cross(w, y) + np.cross(u, x)])
                found[:, a, b] = cross[:nv]
    return found


def _commutator(point: Point, gradient: FloatArray, hessian: FloatArray) -> float:
    worst = 0.0
    for joint, start in zip(point.model.joints, point.model.idx_v, strict=True):
        own = slice(int(start), int(start) + joint.nv)
        block = hessian[:, own, own]
        law = np.tensordot(gradient[:, own], _brackets(joint.kind, joint.nv), axes=1)
        worst = max(worst, float(np.abs(block - np.swapaxes(block, 1, 2) - law).max()))
    return worst / float(np.abs(hessian).max())


def _symmetry(point: Point, arrays: Any) -> float:
    joints = np.array(joint_of(point))
    qq, vv, _, mixed = arrays
    apart = joints[:, None] != joints
    changes = [
        np.abs(qq - np.swapaxes(qq, 1, 2))[:, apart].max(initial=0.0) / np.abs(qq).max(),
        np.abs(vv - np.swapaxes(vv, 1, 2)).max() / np.abs(vv).max(),
        # dH/dq and dH^-1/dq are symmetric in the indices of the matrix
        np.abs(mixed - np.swapaxes(mixed, 0, 1)).max() / np.abs(mixed).max(),
    ]
    return float(max(changes))


def _inertia(point: Point, rates: FloatArray) -> float:
    """Relative max norm of dM/dq less a central difference of H."""
    K = Mp(DIGITS)
    h = K.context.mpf(STEP)
    q = [K(float(x)) for x in point.q]

    def inertia(k: int, step: Any) -> Any:
        at = moved(K, point.model, q, k, step)
        return np.array(oracle.joint_space_inertia(point.model, at, field=K))

    worst = size = 0.0
    for k in range(point.model.nv):
        reference = (inertia(k, h) - inertia(k, -h)) / (2 * h)
        worst = max(worst, float(np.abs(rates[:, :, k] - reference).max()))
        size = max(size, float(np.abs(reference).max()))
    return worst / size


def _pattern(point: Point, arrays: Any) -> tuple[int, int]:
    """Count entries off the paths of the tree, and triples of joints on one without any entry."""
    parents = [int(p) for p in point.model.parents]
    related = np.eye(len(parents), dtype=bool)
    for i, parent in enumerate(parents):
        while parent >= 0:
            related[i, parent] = related[parent, i] = True
            parent = parents[parent]
    joints = np.array(joint_of(point))
    pairs = related[np.ix_(joints, joints)]
    on_path = pairs[:, :, None] & pairs[:, None, :] & pairs[None, :, :]
    filled = np.any([x != 0.0 for x in arrays], axis=0)
    outside = int(np.count_nonzero(filled & ~on_path))
    some = np.zeros((len(parents),) * 3, dtype=bool)
    np.logical_or.at(some, np.ix_(joints, joints, joints), filled)
    path = related[:, :, None] & related[:, None, :] & related[None, :, :]
    return outside, int(np.count_nonzero(path & ~some))


def cost(params: Mapping[str, Any]) -> float:
    """Return rough seconds, from the sizes alone."""
    return 1e-3 * (2.0 * float(params["robot"]["bodies"])) ** 3
