"""H, C, g and centroidal momentum against Pinocchio's, on a robot read from its URDF file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lieref.dynamics.closed_forms import coriolis_matrix, joint_space_inertia
from lieref.dynamics.laws.generalized_forces import gravity_forces
from lieref.dynamics.laws.momentum import centroidal_momentum
from verification.subjects import robots, states
from verification.subjects.peers.pinocchio_closed_forms import ClosedForms


def evaluate(params: Mapping[str, Any]) -> dict[str, Any]:
    """Return the largest differences over some random states.

    Parameters
    ----------
    params : mapping
        ``robot`` (a URDF one, see `robots.build`), ``seed``, ``states`` (how many).

    Returns
    -------
    dict
        ``H``, ``g``: relative max norm. ``forces``: of C v by the largest sum of |C| |v|.
        ``rate``: of C + C^T by |H| |v|. ``momentum``: by |H| |v|. Max norms. Admissible Coriolis
        matrices differ in what C v and C + C^T do not show.
    """
    robot = params["robot"]
    model = robots.build(robot)
    peer = ClosedForms(robots.urdf_location(robot["path"]), model, robot["base"])
    worst = dict.fromkeys(("H", "g", "forces", "rate", "momentum"), 0.0)
    # a robot without joints has nothing to compare
    for k in range(params["states"] if model.nv else 0):
        state = states.draw(model, {"seed": [params["seed"], k]}, 0)
        q, v = state.q, state.v[0]
        H, C, g = peer.crba(q), peer.coriolis(q, v), peer.gravity(q)
        mine = coriolis_matrix(model, q, v)
        size = abs(H).max() * abs(v).max()
        found = {
            "H": abs(joint_space_inertia(model, q) - H).max() / abs(H).max(),
            "g": abs(gravity_forces(model, q) - g).max() / max(abs(g).max(), abs(H).max()),
            "forces": abs((mine - C) @ v).max() / max((abs(C) @ abs(v)).max(), size * abs(v).max()),
            "rate": abs(mine + mine.T - C - C.T).max() / size,
            "momentum": abs(
                centroidal_momentum(model, q, v[None])[0] - peer.centroidal_momentum(q, v)
            ).max()
            / size,
        }
        worst = {name: max(worst[name], float(found[name])) for name in worst}
    return worst


def cost(params: Mapping[str, Any]) -> float:
    """Return rough seconds."""
    return 0.002 * float(params["states"])
