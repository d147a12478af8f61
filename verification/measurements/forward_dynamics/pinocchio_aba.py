"""Order 0 of both forms against Pinocchio's aba on a robot read from its URDF file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

import lieref
from lieref.check import metrics
from lieref.check.metrics import FloatArray
from lieref.dynamics.closed_forms import joint_space_inertia
from lieref.errors import ModelError, SingularError
from verification.subjects import computations, robots, states, tasks
from verification.subjects.peers.pinocchio_aba import ForwardDynamics

KEYS = ("relative", "scaled")


def evaluate(params: Mapping[str, Any]) -> dict[str, Any]:
    """Compare accelerations in some random states.

    Parameters
    ----------
    params : mapping
        ``robot`` (a URDF one, see `robots.build`), ``seed``, ``states`` (how many), ``torques``
        (see `tasks.draw`).

    Returns
    -------
    dict
        ``nv``; ``singular``: the error of lieref, if the articulated inertia of a joint is singular
        or a body has a negative moment of inertia, with ``finite``:
        whether Pinocchio gives numbers, and nothing else.
        ``condition``: the largest condition number of H scaled to a unit diagonal, D^-1/2 H D^-1/2;
        for each form the largest over the states of ``relative`` (relative max norm of the
        difference) and of ``scaled`` (the same of D^1/2 vdot, by the condition number).
    """
    robot = params["robot"]
    model = robots.build(robot)
    peer = ForwardDynamics(robots.urdf_location(robot["path"]), model, robot["base"])
    forms = {form: dict.fromkeys(KEYS, 0.0) for form in computations.FORMS}
    found: dict[str, Any] = {"nv": model.nv, "condition": 1.0, "forms": forms}
    for k in range(params["states"] if model.nv else 0):
        task = tasks.draw({**params, "state": {"seed": [params["seed"], k]}, "order": 0})
        state, tau = task.state, task.tau
        theirs = peer.aba(state.q, state.v[0], tau[0])
        try:
            rows = _accelerations(model, state, tau)
        except (SingularError, ModelError) as error:
            finite = bool(np.isfinite(theirs).all())
            return {"nv": model.nv, "singular": str(error), "finite": finite}
        root = np.sqrt(np.diag(joint_space_inertia(model, state.q)))
        H = joint_space_inertia(model, state.q) / root / root[:, None]
        condition = float(np.linalg.cond(H))
        found["condition"] = max(found["condition"], condition)
        for form, mine in rows.items():
            weighted = metrics.relative_max_norm(root * mine, root * theirs) / condition
            pair = metrics.relative_max_norm(mine, theirs), weighted
            for key, x in zip(KEYS, pair, strict=True):
                forms[form][key] = max(forms[form][key], x)
    return found


def _accelerations(
    model: lieref.Model, state: states.State, tau: FloatArray
) -> dict[computations.Form, FloatArray]:
    return {
        form: np.asarray(lieref.forward_dynamics(model, state.q, state.v[0], tau, form=form))[0]
        for form in computations.FORMS
    }


def cost(params: Mapping[str, Any]) -> float:
    """Return rough seconds."""
    return 0.01 * float(params["states"])
