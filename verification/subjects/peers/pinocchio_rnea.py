"""Pinocchio's inverse dynamics of a URDF robot, in lieref's coordinates and order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pinocchio as pin

import lieref
from lieref.check.metrics import FloatArray

# Pinocchio's free-flyer has (linear, angular), lieref's free joint (angular, linear).
SWAP = [3, 4, 5, 0, 1, 2]


@dataclass(frozen=True)
class _Match:
    """Where one joint's coordinates are in each library."""

    kind: str
    ours_q: slice
    ours_v: slice
    theirs_q: slice
    theirs_v: slice
    circle: bool  # q given as (cos, sin)


class Pinocchio:
    """A robot read by Pinocchio and matched, joint by joint, with lieref's model of it.

    Parameters
    ----------
    location : str
        The URDF file.
    model : Model
        lieref's model of the same file.
    base : {"fixed", "free"}

    Raises
    ------
    ValueError
        If the two models do not have the same joints.
    """

    def __init__(self, location: str, model: lieref.Model, base: str) -> None:
        root = [pin.JointModelFreeFlyer()] if base == "free" else []
        self._model = pin.buildModelFromUrdf(location, *root)
        self._data = self._model.createData()
        self._model.gravity.linear = np.array(model.gravity)
        self.matches = self._match(model)

    def _match(self, model: lieref.Model) -> list[_Match]:
        theirs = {
            name: joint
            for name, joint in zip(self._model.names, self._model.joints, strict=True)
            if joint.nv and name != "universe"
        }
        matches = []
        for i, joint in enumerate(model.joints):
            floating = joint.kind == "free" and int(model.parents[i]) < 0
            name = "root_joint" if floating and "root_joint" in theirs else model.joint_names[i]
            other: Any = theirs.pop(name, None)
            circle = joint.nq == 1 and other is not None and other.nq == 2
            if other is None or other.nv != joint.nv or (other.nq != joint.nq and not circle):
                raise ValueError(f"joint {name!r} ({joint.kind}): Pinocchio has {other}")
            matches.append(
                _Match(
                    joint.kind,
                    slice(int(model.idx_q[i]), int(model.idx_q[i]) + joint.nq),
                    slice(int(model.idx_v[i]), int(model.idx_v[i]) + joint.nv),
                    slice(other.idx_q, other.idx_q + other.nq),
                    slice(other.idx_v, other.idx_v + other.nv),
                    circle,
                )
            )
        if theirs:
            raise ValueError(f"lieref has no joint for Pinocchio's {sorted(theirs)}")
        return matches

    def rnea(self, q: FloatArray, v: FloatArray, a: FloatArray) -> FloatArray:
        """Return tau (nv,) for lieref's q, v and its derivative a, free joints in body form."""
        q_theirs = np.zeros(self._model.nq)
        v_theirs, a_theirs = np.zeros(self._model.nv), np.zeros(self._model.nv)
        for match in self.matches:
            mine = q[match.ours_q]
            circle = np.array([np.cos(mine[0]), np.sin(mine[0])]) if match.circle else mine
            q_theirs[match.theirs_q] = circle
            swap = SWAP if match.kind == "free" else slice(None)
            v_theirs[match.theirs_v] = v[match.ours_v][swap]
            a_theirs[match.theirs_v] = a[match.ours_v][swap]
        torque = pin.rnea(self._model, self._data, q_theirs, v_theirs, a_theirs)
        tau = np.zeros_like(v)
        for match in self.matches:
            swap = SWAP if match.kind == "free" else slice(None)
            tau[match.ours_v] = torque[match.theirs_v][swap]
        return tau
