"""The trajectory of Ali et al., Section 7."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from lieref.errors import ModelError
from lieref.model.mechanisms.catalogue import aerial_manipulator
from lieref.model.model import Model
from lieref.trajectories.functions import Cosine, HalfCosine, Sine
from lieref.trajectories.motions import Rotation, Translation
from lieref.trajectories.trajectory import Trajectory

DURATION = 30.0
SAMPLES = 3000
STARTS = (10, -5, 15, -10, 7, -12)
AMPLITUDES = (60, 50, 40, 55, 45, 35)


def paper_times() -> NDArray[np.float64]:
    """Return the 3000 times of Ali et al., Table 3: 0, 0.01, .., 29.99 s.

    Choice that the paper leaves open: 30 s in steps of 0.01 s have 3001 ends of steps, Table 3
    counts 3000 calls; the last end, t = 30 s, is left out. Each time is the double next to k / 100.

    Examples
    --------
    >>> import lieref
    >>> len(lieref.trajectories.paper_times())
    3000
    """
    return np.arange(SAMPLES) / 100.0


def paper_trajectory(model: Model | None = None) -> Trajectory:
    """Return the reference trajectory of Ali et al., Table 3, of the aerial manipulator.

    The base goes round a circle of radius 1 m in the plane z = 0 at 2 pi / 20 rad/s and yaws with
    an amplitude of 25 degrees at 2 pi / 30 rad/s; joint j turns by a half-cosine,
    q_j = q0_j + eta_j / 2 (1 - cos(pi t / T)) with T = 30 s, q0 = (10, -5, 15, -10, 7, -12) and
    eta = (60, 50, 40, 55, 45, 35) degrees for q2 to q7.

    Choices that the paper leaves open:

    - the circle's center is the inertial origin and its phase zero, p = (cos w t, sin w t, 0): the
      base starts at (1, 0, 0) m, though A_1^0 = 1 puts it at the origin at home;
    - yaw is a sine, so that the base starts with the attitude it has at home;
    - roll and pitch are zero: the attitude is R_z(yaw);
    - the first numbers of q0 and eta, which are zero, belong to the base and are not used;
    - degrees become the doubles next to their radians, and so do 2 pi / 20 and 2 pi / 30; pi in the
      half-cosine is pi;
    - gravity is the model's: `lieref.catalogue.aerial_manipulator` has 9.81 m/s^2 along -z;
    - which 3000 samples: see `paper_times`.

    Parameters
    ----------
    model : Model, optional
        An aerial manipulator with a free base "q1" and revolute joints "q2" to "q7"; by default
        that of the catalogue.

    Raises
    ------
    ModelError
        A model with other joints.

    Examples
    --------
    >>> import lieref
    >>> q, v = lieref.trajectories.paper_trajectory().state(0.0, r=5)
    >>> v.shape
    (7, 12)
    """
    model = aerial_manipulator() if model is None else model
    kinds = tuple(
        (name, joint.kind) for name, joint in zip(model.joint_names, model.joints, strict=True)
    )
    if kinds != (("q1", "free"), *((f"q{j}", "revolute") for j in range(2, 8))):
        raise ModelError(
            f"model {model.name!r}: expected the joints of aerial_manipulator(), a free q1 and "
            "revolute q2 to q7"
        )
    around, turning = 2 * np.pi / 20, 2 * np.pi / 30
    circle = Translation(Cosine(1.0, around), Sine(1.0, around), 0.0)
    yaw = Rotation((0, 0, 1), Sine(float(np.deg2rad(25)), turning))
    joints = {
        f"q{j}": HalfCosine(float(np.deg2rad(start)), float(np.deg2rad(amplitude)), DURATION)
        for j, (start, amplitude) in enumerate(zip(STARTS, AMPLITUDES, strict=True), 2)
    }
    return Trajectory(model, {"q1": circle @ yaw, **joints})
