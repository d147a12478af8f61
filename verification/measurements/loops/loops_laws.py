"""Laws that dynamics through loops obey, in double precision; one law a case."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

import lieref
from lieref import catalogue, loops
from verification.subjects import mechanisms

Array = NDArray[np.float64]


def evaluate(params: Mapping[str, Any]) -> dict[str, Any]:
    """Return what is left of a law.

    params: ``law`` (a name in `LAWS`), ``robot`` and ``state`` (`mechanisms.draw`); of the law
    "open tree" ``robot`` names a tree of the catalogue.
    """
    return LAWS[params["law"]](params)


def _relative(found: Any, expected: Any) -> float:
    got, want = np.asarray(found), np.asarray(expected)
    return float(np.abs(got - want).max() / np.abs(want).max())


def _round_trip(params: Mapping[str, Any]) -> dict[str, float]:
    """inverse(forward(tau)) = tau and forward(inverse(vdot)) = vdot, with wrenches on all bodies"""
    point = mechanisms.draw(params)
    model, q, v = point.model, point.q, point.motion
    rng = np.random.default_rng([params["state"]["seed"], 1])
    loads: dict[str, Any] = {"wrenches": rng.standard_normal((1, model.nbodies, 6))}
    vdot = loops.forward_dynamics(model, q, v[0], point.tau, **loads)
    back = loops.inverse_dynamics(model, q, np.concatenate([v[:1], vdot]), **loads)
    tau = loops.inverse_dynamics(model, q, v, **loads)
    again = loops.forward_dynamics(model, q, v[0], tau, **loads)
    # what tau is the difference of: the largest force on a coordinate by either motion
    free = loops.inverse_dynamics(model, q, np.stack([v[0], 0 * v[0]]), **loads)
    largest = max(float(np.abs(x).max()) for x in (point.tau, free))
    return {
        "inverse of forward": float(np.abs(back - point.tau).max()) / largest,
        # likewise: what the forces and wrenches alone cause
        "forward of inverse": float(np.abs(again - v[1:]).max())
        / max(float(np.abs(x).max()) for x in (v[1:], vdot)),
    }


def _power(params: Mapping[str, Any]) -> dict[str, float]:
    """Forces of the loops do no work: qdot . (H qddot + c) = ydot . tau along the tree."""
    point = mechanisms.draw(params)
    model, v = point.model, point.motion[0]
    vdot = loops.forward_dynamics(model, point.q, v, point.tau)[0]
    state = loops.constraint_state(model, point.q, v)
    whole = np.stack([state.v, state.G @ vdot + state.g])
    tree_tau = lieref.inverse_dynamics(model.tree, state.q, whole)[0]
    scale = np.abs(tree_tau) @ np.abs(state.v) + np.abs(point.tau[0]) @ np.abs(v)
    return {"power": abs(float(tree_tau @ state.v - point.tau[0] @ v)) / float(scale)}


# Steps and their length, s, of the motion on which loops must stay closed.
STEPS, STEP = 400, 2e-3


def _closed(params: Mapping[str, Any]) -> dict[str, float]:
    """Loops along an explicit midpoint motion, solved again after each step and left alone."""
    point = mechanisms.draw(params)
    model = point.model
    worst = {"re-solved": 0.0, "drifting": 0.0}
    for kind in worst:
        q, v = point.q.copy(), 0.3 * point.motion[0]
        for _ in range(STEPS):
            state = loops.constraint_state(model, _near(model, q), v)
            half = model.integrate(q, STEP / 2 * state.v)
            rates = loops.constraint_state(model, _near(model, half), v).v
            q = model.integrate(q, STEP * rates)
            if kind == "re-solved":
                q = loops.project(model, q)
            worst[kind] = max(worst[kind], float(np.abs(loops.loop_residual(model, q)).max()))
    return worst


def _near(model: lieref.LoopModel, q: Array) -> Array:
    """A closed configuration near one that has drifted off."""
    return np.asarray(loops.project(model, q))


def _order(params: Mapping[str, Any]) -> dict[str, float]:
    """The same mechanism with its bodies added in other orders: forces and accelerations by joint.

    Other orders move the independent coordinates about and change the elimination's order.
    """
    point = mechanisms.draw(params)
    model, v = point.model, point.motion
    tau = loops.inverse_dynamics(model, point.q, v)[0]
    vdot = loops.forward_dynamics(model, point.q, v[0], point.tau)[0]
    rng = np.random.default_rng([params["state"]["seed"], 7])
    worst = {"inverse": 0.0, "forward": 0.0}
    moved = 0
    for _ in range(ORDERS):
        other = reordered(model, rng.permutation(model.nbodies).tolist())
        moved += int(other.names != model.names)
        q = mapped_configuration(model, other, point.q)
        places = mapped_velocities(model, other)
        torques = loops.inverse_dynamics(other, q, v[:, places])[0]
        rates = loops.forward_dynamics(other, q, v[0, places], point.tau[:, places])[0]
        worst["inverse"] = max(worst["inverse"], _relative(torques, tau[places]))
        worst["forward"] = max(worst["forward"], _relative(rates, vdot[places]))
    return {**worst, "reordered": float(moved)}


# Orders in which a mechanism is built again; of three bodies some may be the one it has.
ORDERS = 6


def reordered(model: lieref.LoopModel, order: Iterable[int]) -> lieref.LoopModel:
    """Return the mechanism with its bodies given in another order."""
    tree = model.tree
    builder = lieref.ModelBuilder(tree.gravity, model.name)
    # bodies come parents first, and siblings as they are given
    for i in order:
        builder.add_body(
            tree.names[i],
            tree.names[tree.parents[i]] if tree.parents[i] >= 0 else None,
            tree.joints[i],
            tree.placements[i],
            float(tree.masses[i]),
            tree.coms[i],
            tree.inertias[i],
            tree.joint_names[i],
        )
    for loop in model.loops:
        frames = (loop.predecessor_frame, loop.successor_frame)
        builder.add_loop(loop.name, loop.predecessor, loop.successor, loop.joint, *frames)
    for given in model.constraints:
        builder.constrain(given.joints, given.function, given.name, given.size, given.unit)
    for coupling in model.couplings:
        ties = (coupling.ratios, coupling.offsets, coupling.function, coupling.name)
        builder.couple(coupling.driven, coupling.sources, *ties)
    owners = {joint_of(model, int(iv)) for iv in model.independent}
    start = builder.build_tree()
    q = mapped_configuration(model, start, model.assembly)
    found = builder.build(sorted(owners), q)
    assert isinstance(found, lieref.LoopModel)
    return found


def joint_of(model: Any, iv: int) -> str:
    """Name of the joint that a velocity coordinate of the tree belongs to."""
    tree = getattr(model, "tree", model)
    i = int(np.searchsorted(tree.idx_v, iv, side="right")) - 1
    return str(tree.joint_names[i])


def mapped_configuration(model: lieref.LoopModel, other: Any, q: Array) -> Array:
    """A tree configuration for another order of the bodies."""
    tree, target = model.tree, getattr(other, "tree", other)
    out = np.empty(tree.nq)
    for i, name in enumerate(tree.names):
        j, n = target.names.index(name), tree.joints[i].nq
        at, to = int(tree.idx_q[i]), int(target.idx_q[j])
        out[to : to + n] = q[at : at + n]
    return out


def mapped_velocities(model: lieref.LoopModel, other: lieref.LoopModel) -> list[int]:
    """For each independent coordinate of another order the place of the same one in y."""

    def keys(of: lieref.LoopModel) -> list[tuple[str, int]]:
        first = dict(zip(of.tree.joint_names, of.tree.idx_v, strict=True))
        return [(joint_of(of, int(k)), int(k - first[joint_of(of, int(k))]))
                for k in of.independent]  # fmt: skip

    own = keys(model)
    return [own.index(key) for key in keys(other)]


def _open(params: Mapping[str, Any]) -> dict[str, float]:
    """A tree without loops: entries in which the calls for loops differ from those for trees."""
    robot = params["robot"]
    tree = getattr(catalogue, robot["name"])(**{k: x for k, x in robot.items() if k != "name"})
    rng = np.random.default_rng(params["state"]["seed"])
    q, v = tree.random_configuration(rng), rng.standard_normal((3, tree.nv))
    different = 0
    for base in ("body", "spatial", "hybrid", "mixed"):
        pairs = (
            (loops.inverse_dynamics(tree, q, v, base), lieref.inverse_dynamics(tree, q, v, base)),
            (
                loops.forward_dynamics(tree, q, v[0], v[1:], base),
                lieref.forward_dynamics(tree, q, v[0], v[1:], base),
            ),
        )
        different += sum(int(np.count_nonzero(a != b)) for a, b in pairs)
    return {"different": float(different)}


Law = Callable[[Mapping[str, Any]], dict[str, float]]
LAWS: dict[str, Law] = {
    "round trip": _round_trip,
    "power": _power,
    "closed": _closed,
    "order": _order,
    "open tree": _open,
}


def cost(params: Mapping[str, Any]) -> float:
    """Return rough seconds."""
    return 2.0 if params["law"] == "closed" else 0.3
