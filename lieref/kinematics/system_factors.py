"""The system Jacobian as a product of a tree matrix and joint screws: J = A X."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.algebra.arguments import as_stack, choice
from lieref.algebra.groups.screw_arrays import Ad, ad, times
from lieref.documentation import described
from lieref.errors import ShapeError
from lieref.kinematics.posture import Posture, posture
from lieref.kinematics.representations import require_representation
from lieref.model.checks import Base
from lieref.model.model import Model
from lieref.model.tree.configuration import checked_configuration, require_tree

Array = NDArray[Any]
Form = Literal["body", "spatial", "hybrid", "mixed", "spatial_home", "spatial_body"]
FORMS = ("body", "spatial", "hybrid", "mixed", "spatial_home", "spatial_body")


@dataclass(frozen=True)
class SystemFactors:
    """J = A X, and A^-1.

    A (6N, 6N): block (i, j) is not zero where joint j moves body i. X (6N, nv): block diagonal,
    the joints' screws. inverse (6N, 6N): A^-1, zero but for the diagonal blocks and those of each
    body's parent; 1 - D for the forms whose diagonal blocks are 1.

    Examples
    --------
    >>> import lieref, numpy as np
    >>> model, q, v = lieref.catalogue.serial_chain(3), np.zeros(3), np.ones(3)
    >>> factors = lieref.system_factors(model, q)
    >>> bool(np.allclose(factors.A @ factors.inverse, np.eye(18), 0, 1e-12))
    True
    """

    A: Array
    X: Array
    inverse: Array


@described()
def system_factors(
    model: Model,
    q: ArrayLike,
    form: Form = "body",
    base: Base = "body",
) -> SystemFactors:
    """Return the factors of the system Jacobian.

    Source: Müller (2018), (112), and L of (18); block (i, j) of A, screws of X:

    - "body": Ad_{C_i^-1 C_j}, X^b of jX_j, (103). (11) follows with D^b = 1 - A^-1;
    - "spatial": L, unit blocks, and diag(J_j^s), (18);
    - "spatial_home": A^s of Ad_{C_j A_j^-1} and Y^s of the screws Y_j at home, (104);
    - "spatial_body": A^sb of Ad_{C_j}, and X^b;
    - "hybrid": Ad_{r_i,j}, and X^h of 0X_j^j, (105), (107);
    - "mixed": diag(R_i^T, 1) Ad_{r_i,j} diag(R_j, 1), and diag(R_j^T, 1) 0X_j^j, (100).

    Parameters
    ----------
    model : Model
        N bodies.
    form : str
        One of those above.

    Returns
    -------
    SystemFactors

    Examples
    --------
    >>> A, X = lieref.system_factors(model, q).A, lieref.system_factors(model, q).X
    >>> bool(np.allclose(A @ X, lieref.system_jacobian(model, q), 0, 1e-12))
    True
    """
    require_tree(
        model,
        "factors of a tree, body by body; `system_jacobian`, their product, is that of a mechanism",
    )
    choice("form", form, FORMS)
    require_representation("base", base)
    configuration = checked_configuration(model, q)
    if configuration.ndim != 1:
        raise ShapeError(f"q has shape {configuration.shape}, expected ({model.nq},)")
    rest = np.zeros((0, model.nv))
    at = posture(model, configuration, rest, base)
    home = posture(model, model.neutral(), rest, "body")
    return factors(at, home, model.parents, form)


def block_brackets(twists: ArrayLike) -> NDArray[np.float64]:
    """Return diag(ad_V_1, ..., ad_V_N) of N twists.

    Source: Müller (2018): a^b(v) of (9) for the joints' own twists X_j v_j (X v of
    `system_factors`); b of (19) and (82) for the bodies' twists. With them V^b' = J v' - A a V
    (10), and V^s' = J v' + L b diag(J_j) v (18).

    Parameters
    ----------
    twists : (N, 6)
        Angular part first.

    Returns
    -------
    (6 N, 6 N) array

    Raises
    ------
    ShapeError, NonFiniteError
        An argument that is no such array.

    Examples
    --------
    >>> import lieref, numpy as np
    >>> lieref.block_brackets(np.ones((3, 6))).shape
    (18, 18)
    """
    V = as_stack(twists, "twists", (6,))
    if V.ndim != 2:
        raise ShapeError(f"twists has shape {V.shape}, expected (N, 6)")
    return diagonal(ad(V))


def factors(at: Posture, home: Posture, parents: NDArray[np.intc], form: str) -> SystemFactors:
    """The same from postures at q and at home, of any scalar."""
    N, nv = len(parents), len(at.X)
    moved, joint = np.nonzero(at.moves)
    numbers = np.asarray(parents, np.intp)
    every, carried = np.arange(N), np.flatnonzero(numbers >= 0)
    carrier = numbers[carried]
    if form in ("spatial_home", "spatial_body"):
        # A = L G, G block diagonal, L of unit blocks: A^-1 = G^-1 L^-1
        R, p = _columns_frames(at, home, form)
        back = R.swapaxes(-1, -2)
        blocks = Ad(R, p)[joint]
        own = Ad(back, -times(back, p))
        above = own[carried]
    else:
        # the block of body i in column j is that of its parent, moved on
        blocks = _blocks(at, form, moved, joint)
        own = np.broadcast_to(_unit(6, at.R.dtype), (N, 6, 6))
        above = _blocks(at, form, carried, carrier)
    A = _placed(blocks, moved, joint, N)
    rows, columns = np.concatenate([every, carried]), np.concatenate([every, carrier])
    inverse = _placed(np.concatenate([own, -above]), rows, columns, N)
    X = np.zeros((N, 6, nv), at.X.dtype)
    X[at.joint, :, np.arange(nv)] = at.in_base(_screws(at, home, form)[None])[0]
    return SystemFactors(A, X.reshape(6 * N, nv), inverse)


def _blocks(at: Posture, form: str, i: NDArray[np.intp], j: NDArray[np.intp]) -> Array:
    """A_ij (n, 6, 6) of the forms with unit blocks on the diagonal, exactly 1 there."""
    one = _unit(6, at.R.dtype)
    if form == "spatial":
        return np.broadcast_to(one, (len(i), 6, 6))
    back = at.R[i].swapaxes(-1, -2)
    # r_ij: from the origin of body i to that of body j
    r = at.d[j] - at.d[i]
    if form == "body":
        blocks = Ad(back @ at.R[j], times(back, r))
    else:
        blocks = Ad(np.broadcast_to(one[:3, :3], (len(i), 3, 3)), r)
        if form == "mixed":
            blocks[..., 3:, :3] = blocks[..., 3:, :3] @ at.R[j]
            blocks[..., :3, :3] = back @ at.R[j]
    blocks[i == j] = one
    return blocks


def _columns_frames(at: Posture, home: Posture, form: str) -> tuple[Array, Array]:
    """C_j, or C_j A_j^-1 with A_j the pose at home, of every body j."""
    if form == "spatial_body":
        return at.R, at.d + at.o
    R = at.R @ home.R.swapaxes(-1, -2)
    return R, at.d + at.o - times(R, home.d + home.o)


def _screws(at: Posture, home: Posture, form: str) -> Array:
    """Joint screws (nv, 6) in the representation that X of this form has."""
    if form in ("body", "spatial_body"):
        return at.X.copy()
    if form == "spatial":
        # J_j^s = Ad_{C_j} jX_j   [(104)]
        return times(Ad(at.R, at.d + at.o)[at.joint], at.X)
    if form == "spatial_home":
        # Y_j = Ad_{A_j} jX_j   [(94)]
        return times(Ad(home.R, home.d + home.o)[at.joint], at.X)
    # 0X_j^j = Ad_{R_j} jX_j   [(107)], its angular part in body axes for "mixed"
    R = at.R[at.joint]
    angular = at.X[:, :3] if form == "mixed" else times(R, at.X[:, :3])
    return np.concatenate([angular, times(R, at.X[:, 3:])], -1)


def _unit(n: int, dtype: Any) -> Array:
    return np.eye(n, dtype=int).astype(dtype)


def diagonal(blocks: Array) -> Array:
    """Block diagonal matrix (6N, 6N) of blocks (N, 6, 6)."""
    every = np.arange(len(blocks))
    return _placed(blocks, every, every, len(blocks))


def _placed(blocks: Array, i: NDArray[np.intp], j: NDArray[np.intp], N: int) -> Array:
    """The matrix (6N, 6N) of these blocks (n, 6, 6), in rows i and columns j, and of zeros."""
    out = np.zeros((N, 6, N, 6), blocks.dtype)
    out[i, :, j] = blocks
    return out.reshape(6 * N, 6 * N)
