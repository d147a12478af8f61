"""Motions of a frame: poses and twists with their time derivatives, as products of simple ones."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from math import factorial
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.algebra.arguments import as_poses, choice
from lieref.algebra.series import taylor
from lieref.algebra.series.taylor import MatrixSeries, Series, VectorSeries
from lieref.documentation import described
from lieref.errors import ShapeError
from lieref.model.arguments import require_in_range
from lieref.model.tree.exact import nearest_rotation
from lieref.trajectories.arguments import BASES, numbers, order, times
from lieref.trajectories.exponential import exponential
from lieref.trajectories.fields import ARRAYS
from lieref.trajectories.functions import Function, as_function

Array = NDArray[np.float64]
PoseSeries = tuple[MatrixSeries, VectorSeries]
AXES = {"x": (1, 0, 0), "y": (0, 1, 0), "z": (0, 0, 1)}


class Motion(ABC):
    """The pose C(t) = (R, p) of a frame in a fixed one, with its Taylor series.

    ``a @ b`` is the product C_a(t) C_b(t): b as seen from the frame that a moves.

    Examples
    --------
    >>> import lieref, numpy as np
    >>> from lieref.trajectories import Rotation, Sine, Trajectory, Translation
    >>> b = lieref.ModelBuilder()
    >>> _ = b.add_body("body", None, lieref.Free(), mass=1.0, inertia=np.eye(3))
    >>> motion = Translation(Sine(1.0, 1.0), 0.0, 0.0) @ Rotation((0, 0, 1), Sine(1.0, 1.0))
    >>> Trajectory(b.build(), {"body_joint": motion}).state(0.0)[1][0]
    array([0., 0., 1., 1., 0., 0.])
    """

    # numpy leaves operators with its arrays to this class
    __array_ufunc__ = None
    #: Whether p(t) = 0 for all t: what a spherical joint can do.
    keeps_origin: bool = False

    @abstractmethod
    def series(self, K: Any, t: Any, n: int) -> PoseSeries:
        """Return R (3x3) and p (3, m) as Taylor series of n coefficients in the field K.

        Call it inside ``with K.working():``.
        """

    def __matmul__(self, other: Motion) -> Motion:
        if not isinstance(other, Motion):
            return NotImplemented
        return ProductOfMotions((self, other))

    @described("ShapeError, time")
    def poses(self, t: ArrayLike, r: int = 0) -> Array:
        """Return C and its time derivatives up to order r.

        Returns
        -------
        (..., r + 1, 4, 4) array
            C^(k), m / s^k; what `lieref.twist_derivatives` takes.
        """
        at, r = times(t), order("r", r)
        with np.errstate(over="ignore", invalid="ignore"):
            R, p = self.series(ARRAYS, at, r + 1)
        out = np.zeros((*at.shape, r + 1, 4, 4))
        out[..., 0, 3, 3] = 1.0
        for k in range(r + 1):
            for i in range(3):
                for j in range(3):
                    out[..., k, i, j] = R[i][j][k] * float(factorial(k))
                out[..., k, i, 3] = p[i][k] * float(factorial(k))
        require_in_range("C", out)
        return out

    @described("ArgumentError, name", "ShapeError, time")
    def twists(self, t: ArrayLike, r: int = 0, representation: str = "body") -> Array:
        """Return the twist V = (omega, v) and its time derivatives up to order r.

        Returns
        -------
        (..., r + 1, 6) array
            V^(k), componentwise: rad / s^(k+1) and m / s^(k+1).
        """
        at, r = times(t), order("r", r)
        choice("representation", representation, BASES)
        with np.errstate(over="ignore", invalid="ignore"):
            V = twist_series(*self.series(ARRAYS, at, r + 2), representation)
        rows = [np.stack([x[k] for x in V], axis=-1) * float(factorial(k)) for k in range(r + 1)]
        out = np.stack(rows, axis=-2)
        require_in_range("V", out)
        return out


def twist_series(R: MatrixSeries, p: VectorSeries, representation: str) -> VectorSeries:
    """Return the six series of the twist of a pose, one coefficient shorter than the pose's."""
    rate = [taylor.derivative(x) for x in p]
    rows = [[x[:-1] for x in row] for row in R]
    rates = [[taylor.derivative(x) for x in row] for row in R]
    columns = taylor.transpose(rows)
    if representation in ("body", "mixed"):
        # [w] = R^T R'
        left, right = columns, taylor.transpose(rates)
    else:
        # [w] = R' R^T
        left, right = rates, rows
    w = [taylor.dot(left[i], right[j]) for i, j in ((2, 1), (0, 2), (1, 0))]
    if representation == "body":
        return w + taylor.apply(columns, rate)
    if representation == "spatial":
        # the body's point at the inertial origin: v = p' - w x p
        return w + taylor.vadd(rate, taylor.cross([x[:-1] for x in p], w))
    return w + rate


class ProductOfMotions(Motion):
    """C_1(t) C_2(t) ..."""

    def __init__(self, factors: Iterable[Motion]) -> None:
        self.factors = tuple(factors)
        self.keeps_origin = all(factor.keeps_origin for factor in self.factors)

    def series(self, K: Any, t: Any, n: int) -> PoseSeries:
        R, p = self.factors[0].series(K, t, n)
        for factor in self.factors[1:]:
            R_next, p_next = factor.series(K, t, n)
            p = taylor.vadd(p, taylor.apply(R, p_next))
            R = [[taylor.dot(row, column) for column in taylor.transpose(R_next)] for row in R]
        return R, p


def _unit(K: Any, t: Any, n: int) -> MatrixSeries:
    return [[taylor.constant(K(int(i == j)) + 0 * t, n) for j in range(3)] for i in range(3)]


class Fixed(Motion):
    """A pose that does not change.

    Parameters
    ----------
    pose : (4, 4)
        m; its rotation stands for the nearest one, as a placement's does.

    Raises
    ------
    ShapeError, NonFiniteError, ConfigurationError
        What is no pose within 1e-9.

    Examples
    --------
    >>> import lieref, numpy as np
    >>> from lieref.trajectories import Fixed, Trajectory
    >>> b = lieref.ModelBuilder()
    >>> _ = b.add_body("body", None, lieref.Free(), mass=1.0, inertia=np.eye(3))
    >>> motion = Fixed(np.eye(4))
    >>> Trajectory(b.build(), {"body_joint": motion}).state(0.0)[0]
    array([0., 0., 0., 0., 0., 0., 1.])
    """

    def __init__(self, pose: ArrayLike) -> None:
        self.pose = as_poses(pose, "pose")
        if self.pose.ndim != 2:
            raise ShapeError(f"pose: shape {self.pose.shape} came, (4, 4) expected")
        self.keeps_origin = not self.pose[:3, 3].any()

    def series(self, K: Any, t: Any, n: int) -> PoseSeries:
        given = tuple(tuple(K(float(x)) for x in row) for row in self.pose[:3])
        rotation = nearest_rotation(K, tuple(row[:3] for row in given))
        R = [[taylor.constant(x + 0 * t, n) for x in row] for row in rotation]
        return R, [taylor.constant(row[3] + 0 * t, n) for row in given]


class Translation(Motion):
    """p = (x(t), y(t), z(t)) without rotation.

    Parameters
    ----------
    x, y, z : Function or number
        m.

    Raises
    ------
    ShapeError, NonFiniteError
        What is neither a function nor a finite number.

    Examples
    --------
    >>> import lieref, numpy as np
    >>> from lieref.trajectories import Sine, Trajectory, Translation
    >>> b = lieref.ModelBuilder()
    >>> _ = b.add_body("body", None, lieref.Free(), mass=1.0, inertia=np.eye(3))
    >>> motion = Translation(Sine(1.0, 1.0), 0.0, 0.0)
    >>> Trajectory(b.build(), {"body_joint": motion}).state(0.0)[1][0, 3:]
    array([1., 0., 0.])
    """

    def __init__(
        self, x: Function | float = 0, y: Function | float = 0, z: Function | float = 0
    ) -> None:
        given = zip("xyz", (x, y, z), strict=True)
        self.components = tuple(as_function(name, value) for name, value in given)

    def series(self, K: Any, t: Any, n: int) -> PoseSeries:
        return _unit(K, t, n), [x.series(K, t, n) for x in self.components]


class Rotation(Motion):
    """Rotation by angle(t) about a fixed axis through the origin.

    Parameters
    ----------
    axis : sequence of 3 numbers
        Any length but zero: the axis is axis / |axis|.
    angle : Function or number
        rad.

    Raises
    ------
    ShapeError, NonFiniteError
        An axis that is no such vector or zero; an angle that is neither function nor number.

    Examples
    --------
    >>> import lieref, numpy as np
    >>> from lieref.trajectories import Rotation, Sine, Trajectory
    >>> b = lieref.ModelBuilder()
    >>> _ = b.add_body("body", None, lieref.Free(), mass=1.0, inertia=np.eye(3))
    >>> motion = Rotation((0, 0, 1), Sine(1.0, 1.0))
    >>> Trajectory(b.build(), {"body_joint": motion}).state(0.0)[1][0, :3]
    array([0., 0., 1.])
    """

    keeps_origin = True

    def __init__(self, axis: Sequence[Any], angle: Function | float) -> None:
        self.axis = numbers("axis", axis, 3)
        if len(self.axis) != 3 or not any(self.axis):
            raise ShapeError(f"axis: got {axis!r}, expected 3 numbers, not all of them zero")
        self.angle = as_function("angle", angle)

    def series(self, K: Any, t: Any, n: int) -> PoseSeries:
        angle = self.angle.series(K, t, n)
        rate = [*taylor.derivative(angle), 0 * angle[0]]
        c, s = taylor.cos_sin(K.cos(angle[0]), K.sin(angle[0]), rate)
        half = K.sin(angle[0] / 2)
        # 1 - cos x = 2 sin^2(x / 2), which does not cancel
        versine = [2 * half * half, *taylor.scale(-1, c[1:])]
        axis = [K(x) for x in self.axis]
        length = K.sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2])
        e = [x / length for x in axis]
        # R = cos 1 + (1 - cos) e e^T + sin [e]
        R: MatrixSeries = [[taylor.scale(e[i] * e[j], versine) for j in range(3)] for i in range(3)]
        for i in range(3):
            j, k = (i + 1) % 3, (i + 2) % 3
            R[i][i] = taylor.add(R[i][i], c)
            R[k][j] = taylor.add(R[k][j], taylor.scale(e[i], s))
            R[j][k] = taylor.sub(R[j][k], taylor.scale(e[i], s))
        return R, [taylor.constant(0 * angle[0], n) for _ in range(3)]


def euler_angles(
    sequence: str, first: Function | float, second: Function | float, third: Function | float
) -> Motion:
    """Return the rotation by three angles about axes that turn along: R = R_1 R_2 R_3.

    Parameters
    ----------
    sequence : str
        Three of the letters x, y, z: "zyx" is yaw, pitch, roll.
    first, second, third : Function or number
        rad.

    Raises
    ------
    ShapeError, NonFiniteError
        Another sequence; an angle that is neither a function nor a finite number.

    Examples
    --------
    >>> import lieref, numpy as np
    >>> from lieref.trajectories import euler_angles, Sine, Trajectory
    >>> b = lieref.ModelBuilder()
    >>> _ = b.add_body("body", None, lieref.Free(), mass=1.0, inertia=np.eye(3))
    >>> motion = euler_angles("zyx", Sine(1.0, 1.0), 0.0, 0.0)
    >>> Trajectory(b.build(), {"body_joint": motion}).state(0.0)[1][0, :3]
    array([0., 0., 1.])
    """
    if not isinstance(sequence, str) or len(sequence) != 3 or set(sequence) - set(AXES):
        raise ShapeError(f"sequence: got {sequence!r}, expected three of the letters x, y, z")
    angles = zip(sequence, (first, second, third), strict=True)
    return ProductOfMotions(Rotation(AXES[axis], angle) for axis, angle in angles)


class Exponential(Motion):
    """C = exp([X(t)]) with screw coordinates X = (rotation vector, translation part).

    Parameters
    ----------
    X : sequence of 6 Functions or numbers
        rad and m.

    Raises
    ------
    ShapeError, NonFiniteError
        Another number of them, or what is neither a function nor a finite number.

    Examples
    --------
    >>> import lieref, numpy as np
    >>> from lieref.trajectories import Exponential, Sine, Trajectory
    >>> b = lieref.ModelBuilder()
    >>> _ = b.add_body("body", None, lieref.Free(), mass=1.0, inertia=np.eye(3))
    >>> motion = Exponential([0.0, 0.0, Sine(1.0, 1.0), 0.0, 0.0, 0.0])
    >>> Trajectory(b.build(), {"body_joint": motion}).state(0.0)[1][0, :3]
    array([0., 0., 1.])
    """

    def __init__(self, X: Sequence[Function | float]) -> None:
        self.X = _functions("X", X, 6)

    def series(self, K: Any, t: Any, n: int) -> PoseSeries:
        X: list[Series] = [x.series(K, t, n) for x in self.X]
        return exponential(K, X)


class RotationVector(Exponential):
    """R = exp([w(t)]) about the origin.

    Parameters
    ----------
    w : sequence of 3 Functions or numbers
        rad.

    Raises
    ------
    ShapeError, NonFiniteError
        Another number of them, or what is neither a function nor a finite number.

    Examples
    --------
    >>> import lieref, numpy as np
    >>> from lieref.trajectories import RotationVector, Sine, Trajectory
    >>> b = lieref.ModelBuilder()
    >>> _ = b.add_body("body", None, lieref.Free(), mass=1.0, inertia=np.eye(3))
    >>> motion = RotationVector([0.0, 0.0, Sine(1.0, 1.0)])
    >>> Trajectory(b.build(), {"body_joint": motion}).state(0.0)[1][0, :3]
    array([0., 0., 1.])
    """

    keeps_origin = True

    def __init__(self, w: Sequence[Function | float]) -> None:
        super().__init__([*_functions("w", w, 3), 0, 0, 0])


def _functions(name: str, values: Sequence[Function | float], count: int) -> list[Function]:
    try:
        given = list(values)
    except TypeError:
        given = []
    if len(given) != count:
        raise ShapeError(f"{name}: got {values!r}, expected {count} functions or numbers")
    return [as_function(f"{name}[{i}]", x) for i, x in enumerate(given)]
