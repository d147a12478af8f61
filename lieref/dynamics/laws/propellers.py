"""Propellers on a body: from rotor speeds to the wrench on it and back, with derivatives."""

from __future__ import annotations

from math import comb

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.algebra import SE3, SO3
from lieref.algebra.arguments import as_poses, as_stack, require_finite_result
from lieref.errors import ShapeError, SingularError

Array = NDArray[np.float64]
# An allocation map whose least singular value is below this share of the largest has lost a
# direction: half the digits of the rotor speeds would be rounding of its entries.
RANK = 1e-9
# A row below this share of the terms of its entries is zero but for rounding.
ROUNDING = 1e-12


class Propellers:
    """Propellers fixed to a body, each with thrust and drag along the z axis of its own frame.

    Source: Ali et al., Sec. 7.1: propeller i with pose C_i in the body's frame and speed w_i gives
    the wrench Ad_{C_i}^{-T} (0, 0, c_d, 0, 0, c_f) w_i^2, the sum of which acts on the body.

    Parameters
    ----------
    poses : (n, 4, 4)
        C_i, pose of each propeller in the body's frame, m.
    thrust : (n,) or number
        c_f, N s^2: force along the propeller's z axis by squared speed.
    drag : (n,) or number
        c_d, N m s^2: torque about the propeller's z axis by squared speed; positive for a
        propeller that turns clockwise seen from above, against its own z axis.

    Attributes
    ----------
    allocation : (6, n) array, read-only
        Wrench (torque, force) on the body, in body axes at the body frame's origin, by squared
        speed: what `lieref.inverse_dynamics` returns for a free base with base="body".

    Raises
    ------
    ShapeError, NonFiniteError
        Arguments that are no such arrays, no propeller, a thrust that is not above zero.
    ConfigurationError
        A pose farther than 1e-9 from a pose.

    Examples
    --------
    >>> import lieref, numpy as np
    >>> one = lieref.Propellers(np.eye(4)[None], thrust=1e-5, drag=1e-7)
    >>> one.allocation[:, 0]
    array([0.e+00, 0.e+00, 1.e-07, 0.e+00, 0.e+00, 1.e-05])
    """

    def __init__(self, poses: ArrayLike, thrust: ArrayLike, drag: ArrayLike) -> None:
        C = as_poses(poses, "poses")
        if C.ndim != 3 or not len(C):
            raise ShapeError(f"poses: shape {C.shape} came, (n, 4, 4) with n >= 1 expected")
        n = len(C)
        c_f, c_d = _each("thrust", thrust, n), _each("drag", drag, n)
        if not (c_f > 0).all():
            raise ShapeError(f"thrust[{np.argmin(c_f)}]: {c_f.min()}, expected above zero")
        local = np.zeros((n, 6))
        local[:, 2], local[:, 5] = c_d, c_f
        self.allocation: Array = np.ascontiguousarray(SE3.Ad_inv_t_mul(C, local).T)
        self.allocation.flags.writeable = False
        # the terms of a row's entries, in its unit: drag and lever times thrust, or thrust
        levers = np.linalg.norm(C[:, :3, 3], axis=1)
        self._terms: Array = np.repeat([(np.abs(c_d) + levers * c_f).max(), c_f.max()], 3)[:, None]

    @property
    def count(self) -> int:
        """Number n of propellers."""
        return int(self.allocation.shape[1])

    def rank(self) -> int:
        """Return the number of independent wrenches that the propellers can give."""
        return int((self._balanced_singular_values() > RANK).sum())

    def _balanced_singular_values(self) -> Array:
        """Singular values by the largest, each row by its largest entry: free of units."""
        largest = np.abs(self.allocation).max(axis=1, keepdims=True)
        # a row of rounding errors alone is a row of zeros
        largest[largest <= ROUNDING * self._terms] = np.inf
        values = np.linalg.svd(self.allocation / largest, compute_uv=False)
        return np.asarray(values / values.max())

    def wrench(self, speeds: ArrayLike) -> Array:
        """Return the wrench of the propellers and its time derivatives.

        Parameters
        ----------
        speeds : (..., r + 1, n)
            Rotor speeds w_i and their plain time derivatives of order 0 .. r, rad / s^(k+1).

        Returns
        -------
        (..., r + 1, 6) array
            (torque, force) on the body and its plain derivatives, N m / s^k and N / s^k, body axes
            at the body frame's origin.

        Raises
        ------
        ShapeError, NonFiniteError
            No such array.
        """
        w = _stack("speeds", speeds, self.count)
        squares = np.empty_like(w)
        with np.errstate(over="ignore", invalid="ignore"):
            for k in range(w.shape[-2]):
                # (w^2)^(k) = sum_j binom(k, j) w^(j) w^(k-j)
                squares[..., k, :] = sum(
                    comb(k, j) * w[..., j, :] * w[..., k - j, :] for j in range(k + 1)
                )
            wrench = squares @ self.allocation.T
        require_finite_result(wrench, "speeds", 2)
        return wrench

    def speeds(self, wrench: ArrayLike) -> Array:
        """Return the rotor speeds, above zero, that give a wrench, and their time derivatives.

        With six propellers the wrench is met; with more, by the least squared speeds in the sense
        of least squares; with fewer, as closely as least squares get it (SI units, unweighted).

        Parameters
        ----------
        wrench : (..., r + 1, 6)
            (torque, force) on the body and its plain derivatives of order 0 .. r, N m / s^k and
            N / s^k, body axes at the body frame's origin.

        Returns
        -------
        (..., r + 1, n) array
            Rotor speeds and their plain derivatives, rad / s^(k+1).

        Raises
        ------
        ShapeError, NonFiniteError
            No such array.
        SingularError
            An allocation map of less than full rank: six or more parallel propellers, say. Or a
            squared speed that is not above zero, where the speed has no derivative; names the
            propeller.
        """
        W = _stack("wrench", wrench, 6)
        if self.rank() < min(6, self.count):
            raise SingularError(
                f"propellers: {self.count} of them give {self.rank()} independent wrenches, "
                f"expected {min(6, self.count)}: the least singular value of the allocation map is "
                f"{self._balanced_singular_values()[-1]:.1e} of the largest"
            )
        with np.errstate(over="ignore", invalid="ignore"):
            squares = W @ np.linalg.pinv(self.allocation, rcond=0.0).T
        require_finite_result(squares, "wrench", 2)
        bad = np.argwhere(~(squares[..., 0, :] > 0))
        if len(bad):
            where = tuple(int(i) for i in bad[0])
            raise SingularError(
                f"propeller {where[-1]}{f' at batch index {where[:-1]}' if where[:-1] else ''}: "
                f"squared speed {squares[..., 0, :][where]:.6g} rad^2/s^2, expected above zero"
            )
        w = np.empty_like(squares)
        w[..., 0, :] = np.sqrt(squares[..., 0, :])
        for k in range(1, w.shape[-2]):
            # 2 w w^(k) = (w^2)^(k) - sum_{0<j<k} binom(k, j) w^(j) w^(k-j)
            known = sum(comb(k, j) * w[..., j, :] * w[..., k - j, :] for j in range(1, k))
            w[..., k, :] = (squares[..., k, :] - known) / (2 * w[..., 0, :])
        require_finite_result(w, "wrench", 2)
        return w


def hexarotor(
    arm: float,
    alpha: ArrayLike,
    beta: ArrayLike,
    thrust: ArrayLike,
    drag: ArrayLike,
) -> Propellers:
    """Return six tilted propellers around a body.

    Source: Ali et al., Sec. 7.1: C_i = R_z((2 - i) pi / 3) T_x(a) R_x(alpha_i) R_y(beta_i),
    i = 1 .. 6. As printed, alpha, beta and c_d are the same for all six; see `paper_hexarotor`.

    Parameters
    ----------
    arm : number
        a, distance of the propellers from the body's z axis, m.
    alpha, beta : (6,) or number
        Tilt about the arm and across it, rad.
    thrust, drag : (6,) or number
        c_f, N s^2, and c_d, N m s^2; see `Propellers`.

    Raises
    ------
    ShapeError, NonFiniteError
        Arguments that are no such numbers.

    Examples
    --------
    >>> import lieref
    >>> lieref.hexarotor(0.4, 0.6, 0.0, 1e-5, 1e-7).allocation.shape
    (6, 6)
    """
    a = float(_each("arm", arm, 1)[0])
    about_x, about_y = np.zeros((6, 3)), np.zeros((6, 3))
    about_x[:, 0], about_y[:, 1] = _each("alpha", alpha, 6), _each("beta", beta, 6)
    spoke = np.zeros((6, 3))
    spoke[:, 2] = (2 - np.arange(1, 7)) * np.pi / 3
    poses = np.tile(np.eye(4), (6, 1, 1))
    turned = SO3.exp(spoke)
    poses[:, :3, :3] = turned @ SO3.exp(about_x) @ SO3.exp(about_y)
    poses[:, :3, 3] = turned[:, :, 0] * a
    return Propellers(poses, thrust, drag)


def paper_hexarotor() -> Propellers:
    """Return the hexarotor of the catalogue's aerial manipulator, Ali et al., Sec. 7.1.

    The paper gives no numbers. Chosen: a = 0.4 m, alpha_i = +-35 degrees, beta = 0,
    c_f = 1e-5 N s^2, c_d = +-1.6e-7 N m s^2, which holds 4 kg at some 900 rad/s.

    The paper prints one alpha, one beta and one c_d for all six. Such a hexarotor is unchanged by a
    sixth of a turn, and its allocation map has rank 3 whatever the numbers are: it is not fully
    actuated and the map has no inverse. Neighbors must differ: here tilt and sense of rotation
    alternate, alpha_i and c_d being positive for odd i and negative for even i.

    Examples
    --------
    >>> import lieref, numpy as np
    >>> rotors = lieref.paper_hexarotor()
    >>> int(np.linalg.matrix_rank(rotors.allocation))
    6
    """
    sign = np.array([1.0, -1.0] * 3)
    return hexarotor(0.4, np.deg2rad(35.0) * sign, 0.0, 1e-5, 1.6e-7 * sign)


def _each(name: str, value: ArrayLike, n: int) -> Array:
    """One number to each of n propellers, from n of them or from one."""
    found = as_stack(value, name, ())
    if found.shape not in ((), (n,)):
        raise ShapeError(f"{name}: shape {found.shape} came, ({n},) or a number expected")
    return np.broadcast_to(found, (n,)).copy()


def _stack(name: str, value: ArrayLike, columns: int) -> Array:
    """A stack of derivatives (..., r + 1, columns)."""
    found = as_stack(value, name, (columns,))
    if found.ndim < 2 or not found.shape[-2]:
        raise ShapeError(f"{name}: shape {found.shape} came, (..., r + 1, {columns}) expected")
    return found
