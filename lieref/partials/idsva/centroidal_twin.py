"""Plain twin of the first partials of the centroidal momentum and of its rate.

Over any scalar field K, from the subtrees of `idsva_twin`; equations as in
`centroidal_kernel.pxi`. The momentum of a subtree is its force at rest when the velocity is the
acceleration.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from lieref.kinematics.forward_kinematics_twin import motions
from lieref.model.tree.exact import exact_model
from lieref.partials.idsva.idsva_twin import ancestors, subtrees
from lieref.partials.tensor_algebra import force_cross, skew

if TYPE_CHECKING:
    from lieref.model.model import Model

Matrix = Any


def centroidal_partials(
    model: Model, q: Any, v: Any, a: Any, K: Any
) -> tuple[Matrix, Matrix, Matrix, Matrix]:
    """dh/dq, dh'/dq, dh'/dv, dh'/da = dh/dv, 6 x nv each, of base "body"."""
    still = model.with_gravity((0.0, 0.0, 0.0))
    trees = subtrees(still, q, v, a, K, moving=False)
    momenta = subtrees(still, q, [0.0] * model.nv, v, K)
    rest = [[K(0)]] * model.nv
    bodies = motions(K, exact_model(model, K), [K(x) for x in q], rest, "body")
    origins = [np.array(body.o) for body in bodies]
    roots = [i for i, tree in enumerate(trees) if tree.parent < 0]
    first, mass = np.array([K(0)] * 3), K(0)
    p, p_rate = np.array([[K(0)] * 3] * 2)
    for i in roots:
        inertia, lever = trees[i].inertia, origins[i] - origins[0]
        moment = np.array([inertia[2, 4], inertia[0, 5], inertia[1, 3]])
        first, mass = first + moment + inertia[3, 3] * lever, mass + inertia[3, 3]
        p, p_rate = p + momenta[i].force[3:], p_rate + trees[i].force[3:]
    out = np.full((4, 6, model.nv), K(0), dtype=object)
    for i, (tree, momentum) in enumerate(zip(trees, momenta, strict=True)):
        arm = skew(origins[ancestors(trees, i)[-1]] - origins[0] - first / mass)
        inertia, coriolis = tree.inertia, tree.coriolis
        for s, t in zip(tree.columns, momentum.columns, strict=True):
            cross = force_cross(s.s)
            columns = np.array([
                cross @ momentum.force + inertia @ t.psi_dd,
                cross @ tree.force + coriolis @ s.psi_d + inertia @ s.psi_dd,
                coriolis @ s.s + inertia @ (s.psi_d + s.s_d),
                inertia @ s.s,
            ])  # fmt: skip
            step = skew(columns[3, 3:] / mass)
            columns[:, :3] = columns[:, :3] + columns[:, 3:] @ arm.T
            columns[:2, :3] = columns[:2, :3] - np.array([step @ p, step @ p_rate])
            out[:, :, s.coordinate] = columns
    return out[0], out[1], out[2], out[3]
