"""Partial derivatives of the centroidal momentum of mechanisms, by the chain rule."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from lieref.loops.constraints.constraint_partials import cluster_partials
from lieref.loops.dynamics import Base
from lieref.loops.lift import tree_motion
from lieref.loops.partials.chain_rule import Motion, directions
from lieref.model.arguments import real_array, require_in_range
from lieref.partials.idsva import centroidal
from lieref.partials.idsva.centroidal import CentroidalPartials

if TYPE_CHECKING:
    from lieref.model.loops.loop_model import LoopModel


def centroidal_momentum_partials(
    model: LoopModel, q: ArrayLike, v: ArrayLike, a: ArrayLike, base: Base = "body"
) -> CentroidalPartials:
    """`lieref.centroidal_momentum_partials` along the independent coordinates."""
    y, rate = (real_array(name, x, (model.nv,)) for name, x in (("v", v), ("a", a)))
    at, rates, matrices = tree_motion(model, q, np.stack([y, rate]), base, None)
    tree = centroidal.centroidal_momentum_partials(model.tree, at, rates[0], rates[1], base)
    G = matrices[0]
    with np.errstate(over="ignore", invalid="ignore"):
        to = directions(Motion(y, rate, G, cluster_partials(model, at, y, G, False)))
        found = CentroidalPartials(
            tree.dh_dq @ G + tree.dh_dv @ to.dv_dq,
            tree.dh_dv @ G,
            tree.dhdot_dq @ G + tree.dhdot_dv @ to.dv_dq + tree.dhdot_da @ to.da_dq,
            tree.dhdot_dv @ G + tree.dhdot_da @ to.da_dv,
            tree.dhdot_da @ G,
        )
    for name, array in zip(found._fields, found, strict=True):
        require_in_range(name, array)
    return found
