"""Two second derivatives along a configuration, which differ inside spherical and free joints.

Of a function f of the configuration, s_a and s_b unit velocities of two coordinates:

    Lie second derivative   H[a, b] = d^2/dx dy f(q exp(s_b y) exp(s_a x)),   a first, then b
    retraction Hessian      G[a, b] = d^2/dx dy f(q exp(s_a x + s_b y))

The first is what `d2tau_dq_dq`, `d2a_dq_dq` and their contractions are. The second is the Hessian
of f in exponential coordinates about q, or in any other that agree with them to second order: what
an optimizer needs that steps by `model.integrate`. exp(x) = 1 + x + x^2 / 2 makes it

    G[a, b] = (H[a, b] + H[b, a]) / 2,    H[a, b] - H[b, a] = (df/dq) . coords(s_b x s_a),

and between coordinates of two joints, which commute, they are one.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.documentation import described
from lieref.errors import ModelError, ShapeError
from lieref.model.arguments import real_numbers, require_finite, require_in_range
from lieref.model.loops.loop_model import LoopModel
from lieref.model.model import Model
from lieref.model.tree.configuration import wrong_model

Array = NDArray[np.float64]


def _brackets() -> Array:
    """[c, a, b]: coordinate c of s_b x s_a, of unit twists, angular part first.

    The first three are those of a spherical joint.
    """
    out = np.zeros((6, 6, 6))
    for a in range(3):
        for b, c, sign in (((a + 1) % 3, (a + 2) % 3, -1.0), ((a + 2) % 3, (a + 1) % 3, 1.0)):
            # (w_b, u_b) x (w_a, u_a) = (w_b x w_a, u_b x w_a + w_b x u_a)
            out[c, a, b] = out[3 + c, 3 + a, b] = out[3 + c, a, 3 + b] = sign
    return out


BRACKETS = _brackets()


@described("ModelError, whole joints")
def retraction_hessian(model: Model | LoopModel, lie_second: ArrayLike) -> Array:
    """Return the Hessian along the retraction q exp(x), from Lie second derivatives.

    Source: Singh et al., (10), (16): their Lie derivatives do not commute; see the module's text.

    Parameters
    ----------
    lie_second : (..., nv, nv)
        d2tau_dq_dq or d2a_dq_dq, (nv, nv, nv), or its contraction w^T d2tau_dq_dq, (nv, nv).

    Returns
    -------
    (..., nv, nv) array
        Symmetric to the last bit in every block of one joint; elsewhere as it came.

    Examples
    --------
    >>> second = lieref.inverse_dynamics_second_partials(model, q, v, v).d2tau_dq_dq
    >>> lieref.retraction_hessian(model, second).shape
    (3, 3, 3)
    """
    _require_model(model)
    out = _trailing("lie_second", lie_second, (model.nv, model.nv))
    for here in _several_degrees(model):
        block = out[..., here, here]
        # halves first: a sum of two numbers near the largest double overflows
        out[..., here, here] = block / 2 + block.swapaxes(-1, -2) / 2
    return out


@described("ModelError, whole joints")
def lie_second_derivative(model: Model | LoopModel, hessian: ArrayLike, first: ArrayLike) -> Array:
    """Return Lie second derivatives from the Hessian along the retraction q exp(x).

    The inverse of `retraction_hessian`: H = G + commutator / 2.

    Parameters
    ----------
    hessian : (..., nv, nv)
        As `retraction_hessian` returns it, symmetric in every block of one joint.
    first : (..., nv)
        First derivatives of the same quantities: dtau_dq or da_dq, (nv, nv), or the contraction
        w^T dtau_dq, (nv,).

    Returns
    -------
    (..., nv, nv) array
        [..., a, b]: the derivative along a first, then along b.

    Examples
    --------
    >>> import lieref, numpy as np
    >>> model = lieref.catalogue.aerial_manipulator()
    >>> q, v = model.neutral(), np.ones(model.nv)
    >>> n = model.nv
    >>> lieref.lie_second_derivative(model, np.ones((1, n, n)), np.ones((1, n))).shape
    (1, 12, 12)
    """
    _require_model(model)
    G = _trailing("hessian", hessian, (model.nv, model.nv))
    turned = commutator(model, first)
    if turned.shape != G.shape:
        raise ShapeError(
            f"first has shape {turned.shape[:-1]}, expected {G.shape[:-1]} beside a hessian of "
            f"shape {G.shape}"
        )
    with np.errstate(over="ignore", invalid="ignore"):
        found = np.asarray(G + turned / 2)
    require_in_range("H", found)
    return found


@described("ModelError, whole joints")
def commutator(model: Model | LoopModel, first: ArrayLike) -> Array:
    """Return what Lie second derivatives differ by when the order is exchanged.

    H[..., a, b] - H[..., b, a] = (df/dq) . coords(s_b x s_a): zero unless a and b are coordinates
    of one spherical or free joint.

    Parameters
    ----------
    first : (..., nv)
        First derivatives df/dq.

    Returns
    -------
    (..., nv, nv) array
        Skew-symmetric in its last two axes.

    Examples
    --------
    >>> import lieref, numpy as np
    >>> model = lieref.catalogue.aerial_manipulator()
    >>> q, v = model.neutral(), np.ones(model.nv)
    >>> lieref.commutator(model, np.ones((1, model.nv))).shape
    (1, 12, 12)
    """
    _require_model(model)
    slopes = _trailing("first", first, (model.nv,))
    out = np.zeros((*slopes.shape, model.nv))
    for here in _several_degrees(model):
        n = here.stop - here.start
        with np.errstate(over="ignore", invalid="ignore"):
            out[..., here, here] = np.tensordot(slopes[..., here], BRACKETS[:n, :n, :n], 1)
    require_in_range("commutator", out)
    return out


def _require_model(model: object) -> None:
    """ArgumentError unless it is a model, with or without loops."""
    if not isinstance(model, Model | LoopModel):
        raise wrong_model(model, "lieref.Model or lieref.LoopModel")


def _several_degrees(model: Model | LoopModel) -> list[slice]:
    """Velocity coordinates of each spherical and free joint, with loops those independent."""
    if isinstance(model, LoopModel):
        if model.independent_q is None:
            raise ModelError(
                f"{model.name}: a joint of several degrees is independent in part, and there is no "
                "retraction q exp(x) of some of its coordinates"
            )
        tree, own = model.tree, model.independent.tolist()
    else:
        tree, own = model, list(range(model.nv))
    return [
        slice(own.index(first), own.index(first) + joint.nv)
        for joint, first in zip(tree.joints, tree.idx_v.tolist(), strict=True)
        if joint.nv > 1 and first in own
    ]


def _trailing(what: str, value: ArrayLike, shape: tuple[int, ...]) -> Array:
    """A copy as doubles of an array whose last axes are `shape`."""
    array = real_numbers(what, value)
    if array.ndim < len(shape) or array.shape[-len(shape) :] != shape:
        wanted = ", ".join(["...", *map(str, shape)])
        raise ShapeError(f"{what} has shape {array.shape}, expected ({wanted})")
    require_finite(what, array)
    return array
