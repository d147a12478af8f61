"""Order 0 of both forms against Pinocchio's rnea on a robot read from its URDF file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lieref.check import metrics
from verification.subjects import computations, robots, states
from verification.subjects.peers.pinocchio_rnea import Pinocchio


def evaluate(params: Mapping[str, Any]) -> dict[str, Any]:
    """Return the largest relative max norm over some random states, for each form.

    Parameters
    ----------
    params : mapping
        ``robot`` (a URDF one, see `robots.build`), ``seed``, ``states`` (how many).
    """
    robot = params["robot"]
    model = robots.build(robot)
    peer = Pinocchio(robots.urdf_location(robot["path"]), model, robot["base"])
    worst = {form: 0.0 for form in computations.FORMS}
    for k in range(params["states"]):
        state = states.draw(model, {"seed": [params["seed"], k]}, 0)
        tau = peer.rnea(state.q, state.v[0], state.v[1])
        for form in worst:
            mine = computations.kernel(form, model, state)[0]
            worst[form] = max(worst[form], metrics.relative_max_norm(mine, tau))
    return {"forms": worst, "nv": model.nv, "bodies": model.nbodies}


def cost(params: Mapping[str, Any]) -> float:
    """Return rough seconds."""
    return 0.005 * float(params["states"])
