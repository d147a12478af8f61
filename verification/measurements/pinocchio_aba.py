"""Order 0 of both forms against Pinocchio's aba on a robot read from its URDF file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

import lieref
from lieref.check import metrics
from lieref.dynamics.closed_forms import joint_space_inertia
from verification.subjects import computations, robots, states
from verification.subjects.pinocchio_aba import ForwardDynamics


def evaluate(params: Mapping[str, Any]) -> dict[str, Any]:
    """Compare accelerations in some random states.

    Parameters
    ----------
    params : mapping
        ``robot`` (a URDF one, see `robots.build`), ``seed``, ``states`` (how many).

    Returns
    -------
    dict
        ``nv``; ``condition``: the largest condition number of H, scaled to a unit diagonal; for
        each form the largest over the states of ``relative`` (relative max norm), of ``scaled``
        (that by the state's condition number) and of ``effort`` (|H| |difference| by |H| |vdot|,
        max norms: the change of effort that the difference is worth).
    """
    robot = params["robot"]
    model = robots.build(robot)
    peer = ForwardDynamics(robots.urdf_location(robot["path"]), model, robot["base"])
    keys = ("relative", "scaled", "effort")
    forms = {form: dict.fromkeys(keys, 0.0) for form in computations.FORMS}
    worst = 0.0
    for k in range(params["states"]):
        state = states.draw(model, {"seed": [params["seed"], k]}, 0)
        tau = lieref.inverse_dynamics(model, state.q, state.v)
        theirs = peer.aba(state.q, state.v[0], tau[0])
        H = joint_space_inertia(model, state.q)
        size = 1.0 / np.sqrt(np.diag(H))
        condition = float(np.linalg.cond(H * size * size[:, None]))
        worst = max(worst, condition)
        for form, found in forms.items():
            mine = lieref.forward_dynamics(model, state.q, state.v[0], tau, form=form)[0]
            relative = metrics.relative_max_norm(mine, theirs)
            weight = (abs(H) @ abs(mine - theirs)).max() / (abs(H) @ abs(theirs)).max()
            for key, x in zip(keys, (relative, relative / condition, weight), strict=True):
                found[key] = max(found[key], float(x))
    return {"forms": forms, "nv": model.nv, "condition": worst}


def cost(params: Mapping[str, Any]) -> float:
    """Return rough seconds."""
    return 0.01 * float(params["states"])
