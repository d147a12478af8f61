"""Pinocchio as a subject: the model handed over joint by joint, and its analytic derivatives.

Pinocchio puts the linear part of a free joint's twist first, and differentiates on the right, as
lieref does; `lieref.to_pinocchio` and `lieref.from_pinocchio` have the maps between both. Its
dynamics knows armature, and neither damping, friction nor springs: a model with these is refused.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pinocchio as pin
from numpy.typing import NDArray

from lieref.check.exchange.wire import SubjectError
from lieref.check.model_table import to_table
from lieref.check.quantities import KINEMATICS
from lieref.check.subjects import Answering, own_model_of
from lieref.model.interop.library_model import LibraryModel
from lieref.model.interop.pinocchio_reading import from_pinocchio
from lieref.model.interop.pinocchio_writing import to_pinocchio
from lieref.model.model import Model

FloatArray = NDArray[np.float64]


class _Computing:
    """Pinocchio's functions in the coordinates of lieref."""

    def __init__(self, both: LibraryModel):
        self._both, self._other, self._data = both, both.other, both.other.createData()
        neutral = both.from_lieref_q(both.model.neutral())
        moved = pin.integrate(self._other, neutral, np.ones(self._other.nv))
        first, second = both.velocity_map(neutral), both.velocity_map(moved)
        if not np.array_equal(first, second):
            # velocities in turning axes, of a planar joint
            raise SubjectError("refused", "a planar joint of Pinocchio, which turns its velocity")
        # velocities have another order, no other numbers: their number of each of ours, and back
        self._of_v = first.argmax(1)
        self._to_v = np.argsort(self._of_v)

    def _ours(self, x: FloatArray) -> FloatArray:
        """Every axis in our order."""
        return np.asarray(x[np.ix_(*[self._of_v] * x.ndim)])

    def _of_frame(self, quantity: str, q: FloatArray, name: str) -> FloatArray:
        """Pose or Jacobian of a frame; Pinocchio's linear part comes first."""
        if not self._other.existFrame(name):
            raise SubjectError("refused", f"Pinocchio has no frame {name!r}")
        number = self._other.getFrameId(name)
        if quantity == "forward_kinematics":
            pin.framesForwardKinematics(self._other, self._data, q)
            return np.asarray(self._data.oMf[number].homogeneous)
        J = pin.computeFrameJacobian(self._other, self._data, q, number, pin.LOCAL)
        return np.asarray(J[[3, 4, 5, 0, 1, 2]][:, self._of_v])

    def answer(self, quantity: str, q: FloatArray, frame: str = "", **given: FloatArray) -> Any:
        """Results in our coordinates."""
        other, data, ours = self._other, self._data, self._ours
        q = self._both.coordinates.from_q(q)
        if quantity in KINEMATICS:
            return self._of_frame(quantity, q, frame)
        x = {name: value[..., self._to_v] for name, value in given.items()}
        if quantity == "inverse_dynamics":
            return ours(pin.rnea(other, data, q, x["v"], x["a"]))
        if quantity == "forward_dynamics":
            return ours(pin.aba(other, data, q, x["v"], x["tau"]))
        if quantity == "joint_space_inertia":
            return ours(_symmetric(pin.crba(other, data, q)))
        if quantity == "inverse_dynamics_partials":
            dq, dv, H = pin.computeRNEADerivatives(other, data, q, x["v"], x["a"])
            return {"dtau_dq": ours(dq), "dtau_dv": ours(dv), "dtau_da": ours(_symmetric(H))}
        if quantity == "forward_dynamics_partials":
            dq, dv, inverse = pin.computeABADerivatives(other, data, q, x["v"], x["tau"])
            return {"da_dq": ours(dq), "da_dv": ours(dv), "da_dtau": ours(_symmetric(inverse))}
        return None


def _symmetric(x: FloatArray) -> FloatArray:
    """The whole of a matrix of which Pinocchio promises the upper triangle only."""
    return np.asarray(np.triu(x) + np.triu(x, 1).T)


def _answering(both: LibraryModel, own: Model | None = None) -> Answering:
    """What answers with a model of both; `own` is lieref's of its own one."""
    table = None if own is None else to_table(own)
    return Answering(f"pinocchio {pin.__version__}", "body", _Computing(both).answer, model=table)


def _refuse_unknown(model: Model) -> None:
    """Pinocchio's dynamics has armature; damping and friction it keeps and does not use."""
    for name in ("damping", "friction", "stiffness"):
        found = np.flatnonzero(getattr(model, name))
        if found.size:
            joint = model.joint_names[int(np.searchsorted(model.idx_v, found[0], "right")) - 1]
            raise SubjectError(
                "refused",
                f"joint {joint!r} has {name}, which Pinocchio's dynamics does not know: compare "
                "with model.without_joint_physics(), or joint_physics=False at loading",
            )


def subject(model: Model) -> Answering:
    """Return Pinocchio, made for a model."""
    _refuse_unknown(model)
    return _answering(to_pinocchio(model))


def own(path: str, base: str) -> Answering:
    """Return Pinocchio with the robot as it reads a URDF or MJCF file itself."""
    read = pin.buildModelFromUrdf if path.lower().endswith(".urdf") else pin.buildModelFromMJCF
    root = () if base == "fixed" or read is pin.buildModelFromMJCF else (pin.JointModelFreeFlyer(),)
    try:
        other = read(path, *root)
    except (ValueError, RuntimeError) as error:
        raise SubjectError("refused", f"Pinocchio cannot read {path!r}: {error}") from None
    return _answering(*own_model_of(from_pinocchio, other, ("armature",)))
