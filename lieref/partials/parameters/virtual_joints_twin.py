"""Plain twin of the partials along virtual joints: a free one at rest before every joint.

IDSVA's entries, [Singh, (12), (13)], for columns of joints that are not there. Over any scalar
field K; frames and symbols as in `lieref.partials.idsva.idsva_twin`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from lieref.kinematics.forward_kinematics_twin import Pose, adjoint_columns, compose, motions
from lieref.model.tree.exact import exact_model
from lieref.partials.idsva.idsva_twin import Column, ancestors, seen_from_roots, subtrees
from lieref.partials.tensor_algebra import force_cross, motion_cross

if TYPE_CHECKING:
    from lieref.model.model import Model

Matrix = Any


def virtual_columns(model: Model, q: Any, v: Any, a: Any, K: Any) -> list[list[Column]]:
    """Six columns to a body: of the frame that its placement gives, moving with the parent."""
    exact = exact_model(model, K)
    series = np.array([[K(v[i]), K(a[i])] for i in range(model.nv)]).reshape(-1, 2)
    seen_from_roots(exact.bodies, series)
    found = motions(K, exact, [K(x) for x in q], series.tolist(), "body")
    fall = np.array([K(0)] * 3 + [-x for x in exact.gravity])
    columns = []
    for i, body in enumerate(exact.bodies):
        if body.parent < 0:
            place = tuple(x - y for x, y in zip(body.p, found[i].o, strict=True))
            placed: Pose = (body.R, place)
            velocity, lift = np.array([K(0)] * 6), fall
        else:
            above = found[body.parent]
            placed = compose(above.C, (body.R, body.p))
            velocity = np.array([x[0] for x in above.V])
            lift = np.array([x[1] for x in above.V]) + fall
        of_body = []
        for j, column in enumerate(adjoint_columns(K, placed, 6)):
            s = np.array([x[0] for x in column])
            psi_d = motion_cross(velocity) @ s
            psi_dd = motion_cross(lift) @ s + motion_cross(velocity) @ psi_d
            of_body.append(Column(6 * i + j, i, s, psi_d, psi_dd, psi_d))
        columns.append(of_body)
    return columns


def virtual_partials(
    model: Model, q: Any, v: Any, a: Any, K: Any
) -> tuple[Matrix, Matrix, Matrix, Matrix]:
    """dtau by q, v, a of the virtual joints, nv x 6 nbodies, and their own forces (6 nbodies,)."""
    trees = subtrees(model, q, v, a, K)
    virtual = virtual_columns(model, q, v, a, K)
    dq, dv, da = (np.full((model.nv, 6 * model.nbodies), K(0), dtype=object) for _ in range(3))
    torques = np.full(6 * model.nbodies, K(0), dtype=object)
    for i, tree in enumerate(trees):
        inertia, coriolis = tree.inertia, tree.coriolis
        for s in virtual[i]:
            # t before the virtual joint: (12), (13) of its column
            torques[s.coordinate] = s.s @ tree.force
            dF_dq = coriolis @ s.psi_d + inertia @ s.psi_dd + force_cross(s.s) @ tree.force
            dF_dv = coriolis @ s.s + inertia @ (s.psi_d + s.s_d)
            for j in ancestors(trees, i)[1:]:
                for t in trees[j].columns:
                    dq[t.coordinate, s.coordinate] = t.s @ dF_dq
                    dv[t.coordinate, s.coordinate] = t.s @ dF_dv
                    da[t.coordinate, s.coordinate] = t.s @ (inertia @ s.s)
        for t in tree.columns:
            # t beyond: its composites move as one with the virtual joint
            Bt_s, dF_da = coriolis.T @ t.s, inertia @ t.s
            for j in ancestors(trees, i):
                for s in virtual[j]:
                    dq[t.coordinate, s.coordinate] = Bt_s @ s.psi_d + dF_da @ s.psi_dd
                    dv[t.coordinate, s.coordinate] = Bt_s @ s.s + dF_da @ (s.psi_d + s.s_d)
                    da[t.coordinate, s.coordinate] = dF_da @ s.s
    return dq, dv, da, torques
