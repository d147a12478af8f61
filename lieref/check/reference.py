"""The reference of a quantity, with a proven bound where balls are at hand, and its conditioning.

Everything is computed by `lieref.oracle`. A reference is kept as the sum of two doubles, some 32
digits, because errors are differences with it.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from lieref import oracle
from lieref.check.model_table import own_frames, rebuilt
from lieref.check.quantities import Arrays, FloatArray, Quantity
from lieref.errors import SingularError
from lieref.model.loops.loop_model import LoopModel
from lieref.model.model import Model
from lieref.model.tree.tree_model import Frame, JointPhysics

EPS = float(np.finfo(float).eps)
#: Working digits beyond those that are asked for, to begin with: 55 fill three words of 64 bits.
SPARE = 25
MOST_DIGITS = 2000


@dataclass(frozen=True)
class Reference:
    """The results of one quantity at one state.

    high, low : per result, arrays whose sum is the reference value
    radius : the largest error bound of a result over its max norm (over 1 SI unit, if the result
        cannot be told from zero), before the rounding to two doubles (2^-106); proven, if
        `proven`, else the difference from twice the digits
    digits : the working precision that was needed
    """

    high: Arrays
    low: Arrays
    radius: float
    digits: int
    proven: bool


def provable() -> bool:
    """Whether python-flint is there, so that reference values are balls."""
    return importlib.util.find_spec("flint") is not None


Compute = Callable[[Any, Mapping[str, Any], str, Any], tuple[Any, ...]]


def loads(x: Mapping[str, Any]) -> dict[str, Any]:
    """Wrenches on the bodies, in body or in inertial axes, as arguments of the oracle."""
    if "inertial_wrenches" in x:
        return {"wrenches": x["inertial_wrenches"], "wrench_axes": "inertial"}
    return {"wrenches": x["wrenches"]} if "wrenches" in x else {}


def _of_dynamics(quantity: Quantity, looped: bool) -> Compute:
    """The oracle's function of trees, or that of mechanisms."""
    if quantity.name == "joint_space_inertia":
        return _loop_inertia if looped else _inertia_rows
    function = getattr(oracle, "loop_" * looped + quantity.name.removesuffix("_orders"))

    def compute(m: Any, x: Mapping[str, Any], b: str, K: Any) -> tuple[Any, ...]:
        options = {"field": K, **loads(x), **(_balls(K) if looped else {})}
        last = x["tau"] if quantity.forward else x.get("a")
        if "partials" in quantity.name:
            found: tuple[Any, ...] = function(m, x["q"], x["v"], last, b, **options)
            return found
        if quantity.orders:
            motion = (x["v"], last) if quantity.forward else (x["v"],)
            return (function(m, x["q"], *motion, b, **options),)
        motion = (x["v"], [last]) if quantity.forward else ([x["v"], last],)
        return (function(m, x["q"], *motion, b, **options)[0],)

    return compute


def _inertia_rows(m: Any, x: Mapping[str, Any], b: str, K: Any) -> tuple[Any, ...]:
    return (oracle.joint_space_inertia(m, x["q"], b, field=K),)


def _loop_inertia(m: Any, x: Mapping[str, Any], b: str, K: Any) -> tuple[Any, ...]:
    """H of a mechanism: what each unit acceleration adds to the forces at rest."""

    def forces(a: FloatArray) -> Any:
        return oracle.loop_inverse_dynamics(m, x["q"], [0 * a, a], b, field=K, **_balls(K))[0]

    still = forces(np.zeros(m.nv))
    with K.working():
        rows = [[y - z for y, z in zip(forces(a), still, strict=True)] for a in np.eye(m.nv)]
    return (rows,)


def _balls(K: Any) -> dict[str, Any]:
    """How the oracle of loops is asked for proven enclosures."""
    return {"balls": isinstance(K, oracle.Arb)}


def _of_frame(of: Quantity, looped: bool) -> Compute:
    """Pose or Jacobian of a frame; of a mechanism that of its tree, with the loops closed."""

    def compute(m: Any, x: Mapping[str, Any], b: str, K: Any) -> tuple[Any, ...]:
        tree, q = m, x["q"]
        if looped:
            tree, q = m.tree, oracle.loop_configuration(m, q, field=K, **_balls(K))
        if of.name == "forward_kinematics":
            return (oracle.frame_pose(tree, q, of.frame, field=K),)
        J = oracle.jacobian(tree, q, of.frame, of.representation, b, field=K)
        if not looped:
            return (J,)
        G = oracle.loop_velocity_map(m, x["q"], b, field=K, **_balls(K))
        with K.working():
            columns = list(zip(*G, strict=True))
            dot = [[sum((y * z for y, z in zip(row, c, strict=True)), K(0)) for c in columns]
                   for row in J]  # fmt: skip
        return (dot,)

    return compute


def _computing(quantity: Quantity, model: Model | LoopModel) -> Compute:
    """The oracle's function of a quantity."""
    looped = isinstance(model, LoopModel)
    return _of_frame(quantity, looped) if quantity.kinematic else _of_dynamics(quantity, looped)


def reference(
    quantity: Quantity,
    model: Model | LoopModel,
    arguments: Arrays,
    base: str = "body",
    digits: int = 30,
) -> Reference:
    """Return the reference value, right to so many digits of each result's max norm.

    Parameters
    ----------
    quantity : Quantity
    model : Model or LoopModel
    arguments : dict of arrays
        Doubles, taken exactly; see `Quantity.inputs`. Beside these "wrenches" on all bodies in body
        axes, or "inertial_wrenches", as the oracle takes them.
    base : "body", "spatial", "hybrid" or "mixed"
        Representation of the twist of free joints on the world.
    digits : int
        At most 32 are kept.

    Raises
    ------
    SingularError
        The equations of motion are singular, or not known to be regular with `MOST_DIGITS`.
    """
    compute = _computing(quantity, model)
    working = digits + SPARE
    proven = provable()
    while True:
        K = oracle.Arb(working) if proven else oracle.Mp(working)
        singular = None
        try:
            rows = compute(model, arguments, base, K)
            high, low, radius = _pairs(quantity, K, rows)
            if not proven:
                K = oracle.Mp(2 * working)
                rough = high, low
                high, low, _ = _pairs(quantity, K, compute(model, arguments, base, K))
                radius = _apart(rough, (high, low))
            if radius <= 10.0**-digits:
                return Reference(high, low, radius, K.digits, proven)
        except SingularError as error:
            singular = error
        working *= 2
        if working > MOST_DIGITS:
            raise singular or SingularError(
                f"{quantity.name}: relative radius {radius:.1e} with {K.digits} digits, expected "
                f"1e-{digits}"
            )


def _pairs(quantity: Quantity, K: Any, rows: tuple[Any, ...]) -> tuple[Arrays, Arrays, float]:
    """Results as pairs of doubles, and the largest radius over a result's max norm."""
    high, low, worst = {}, {}, 0.0
    with K.working():
        for name, value in zip(quantity.outputs, rows, strict=True):
            exact = np.array(value, dtype=object)
            first = np.array([K.to_float(x) for x in exact.flat])
            rest = np.array([K.to_float(x - K(y)) for x, y in zip(exact.flat, first, strict=True)])
            radius = max((K.radius(x) for x in exact.flat), default=0.0)
            norm = float(np.abs(first).max(initial=0.0))
            if radius:
                # what cancels to zero in balls never gets a radius below a part of itself
                worst = max(worst, radius / norm if norm > radius else radius)
            high[name], low[name] = first.reshape(exact.shape), rest.reshape(exact.shape)
    return high, low, worst


def _apart(a: tuple[Arrays, Arrays], b: tuple[Arrays, Arrays]) -> float:
    """The largest difference of two reference values over a result's max norm; at least 2^-104."""
    worst = 2.0**-104
    for name, high in b[0].items():
        change = np.abs((a[0][name] - high) + (a[1][name] - b[1][name])).max(initial=0.0)
        norm = np.abs(high).max(initial=0.0)
        worst = max(worst, float(change / norm if norm > change else change))
    return worst


def bounds(
    quantity: Quantity,
    model: Model,
    arguments: Arrays,
    base: str,
    of: Reference,
    samples: int = 2,
    seed: int = 0,
) -> Arrays:
    """Return the conditioning bound, entrywise: what an ulp in arguments and model costs.

    Every number of the arguments is moved by one ulp of the larger of itself and 1, every
    placement's rotation, lever, mass, center of mass and inertia by an ulp of its own norm, up or
    down at random, and the reference is computed again; for forward dynamics also every entry of H,
    and the forces by an ulp of |H| |a|, which they balance.
    No algorithm in doubles can be expected to do better, and a good one does not do much worse.

    Parameters
    ----------
    quantity, model, arguments, base : as of `reference`
    of : Reference
        What `reference` returned.
    samples : int
        Number of random moves.
    seed : int

    Returns
    -------
    dict of arrays
        Per result and entry the largest change, in the unit of the result.
    """
    rng = np.random.default_rng(seed)
    found = {name: np.zeros_like(high) for name, high in of.high.items()}
    K = oracle.Arb(of.digits) if of.proven else oracle.Mp(of.digits)
    scales = {name: np.maximum(np.abs(x), 1.0) for name, x in arguments.items()}
    if quantity.forward:
        H = _inertia(model, arguments["q"], base, K)
        balanced = np.atleast_2d(scales["tau"])
        np.maximum(balanced[0], _balanced(model, arguments, base, K, H), out=balanced[0])
    for _ in range(samples):
        other = {name: _moved(rng, x, scales[name]) for name, x in arguments.items()}
        rows = _computing(quantity, model)(moved_model(model, rng), other, base, K)
        high, low, _ = _pairs(quantity, K, rows)
        for name, bound in found.items():
            change = (high[name] - of.high[name]) + (low[name] - of.low[name])
            np.maximum(bound, np.abs(change), out=bound)
    if quantity.forward:
        _rounded_inertia(quantity, model, H, of.high, found)
    return found


def loop_bounds(
    quantity: Quantity,
    model: LoopModel,
    arguments: Arrays,
    base: str,
    of: Reference,
    samples: int = 2,
) -> Arrays | None:
    """Return the conditioning bound of a mechanism, see `lieref.oracle.loop_conditioning_bound`.

    Parameters
    ----------
    As of `bounds`; of the model only its loops and constraints are moved.

    Returns
    -------
    dict of arrays or None
        Per entry the bound of its order; None where there is no method for it.
    """
    name = quantity.name.removesuffix("_orders")
    if name not in ("inverse_dynamics", "forward_dynamics"):
        return None
    v: Sequence[FloatArray] | FloatArray = arguments["v"]
    given: dict[str, Any] = {"v": v}
    if quantity.forward:
        given["tau"] = np.atleast_2d(arguments["tau"])
    elif not quantity.orders:
        given["v"] = [v, arguments["a"]]
    K = oracle.Arb(of.digits) if of.proven else oracle.Mp(of.digits)
    found = oracle.loop_conditioning_bound(
        name, model, arguments["q"], samples, field=K, base=base, **given, **loads(arguments)
    )
    output = next(iter(quantity.outputs))
    high = of.high[output]
    norms = np.abs(np.atleast_2d(high)).max(axis=1)
    rows = np.repeat((np.array(found) * norms)[:, None], high.shape[-1], axis=1)
    return {output: rows.reshape(high.shape)}


def _inertia(model: Model, q: FloatArray, base: str, K: Any) -> FloatArray:
    """H as doubles."""
    rows = oracle.joint_space_inertia(model, q, base, field=K)
    return np.array([[K.to_float(x) for x in row] for row in rows])


def _balanced(model: Model, arguments: Arrays, base: str, K: Any, H: FloatArray) -> FloatArray:
    """|H| |a|: the forces that cancel in H a = tau - h, or more."""
    v, tau = arguments["v"], np.atleast_2d(arguments["tau"])[0]
    applied = loads(arguments)
    if applied:
        applied["wrenches"] = np.reshape(applied["wrenches"], (-1, model.nbodies, 6))[:1]
    row = oracle.forward_dynamics(model, arguments["q"], v, [tau], base, field=K, **applied)[0]
    return np.asarray(np.abs(H) @ np.abs([K.to_float(x) for x in row]))


def _rounded_inertia(
    quantity: Quantity, model: Model, H: FloatArray, results: Arrays, found: Arrays
) -> None:
    """Raise bounds to what an ulp in every entry of H and of the right sides costs, at most.

    Every result x of forward dynamics solves H x = b: then |dx| <= eps |H^-1| |H| |x| [Skeel 1979].
    A diagonal entry of H also is wrong by an ulp of what is carried past it, see `_carried`.
    """
    spread = EPS * np.abs(np.linalg.inv(H)) @ (np.abs(H) + np.diag(_carried(model)))
    for name, x in results.items():
        axis = quantity.outputs[name].index("i")
        change = np.moveaxis(np.tensordot(spread, np.abs(x), (1, axis)), 0, axis)
        np.maximum(found[name], change, out=found[name])


def _carried(model: Model) -> FloatArray:
    """What a joint's subtree is as an inertia about the root of the tree [kg m^2]; (nv,).

    Recursions that add inertias in one frame for all bodies lose what is small beside m d^2, d
    the way from the root: the inertia of a wrist about its own axis. Masses have no lever.
    """
    masses, reach, found = model.masses.copy(), np.zeros(model.nbodies), np.zeros(model.nv)
    for i, parent in enumerate(model.parents):
        if parent >= 0:
            reach[i] = reach[parent] + np.linalg.norm(model.placements[i][:3, 3])
    for i in reversed(range(model.nbodies)):
        joint, iv = model.joints[i], int(model.idx_v[i])
        if joint.kind != "prismatic":
            found[iv : iv + min(joint.nv, 3)] = masses[i] * reach[i] ** 2
        if model.parents[i] >= 0:
            masses[model.parents[i]] += masses[i]
    return found


def _moved(rng: np.random.Generator, x: FloatArray, scale: Any) -> FloatArray:
    """Entries moved by eps times a scale, up or down."""
    return np.asarray(x + EPS * scale * rng.choice([-1.0, 1.0], np.shape(x)))


def moved_model(model: Model, rng: np.random.Generator) -> Model:
    """Return the model with its numbers moved by an ulp of their norms, at random."""
    placements, coms = model.placements.copy(), model.coms.copy()
    levers = np.linalg.norm(placements[:, :3, 3], axis=1)[:, None]
    placements[:, :3, :3] = _moved(rng, placements[:, :3, :3], 1.0)
    placements[:, :3, 3] = _moved(rng, placements[:, :3, 3], levers)
    coms = _moved(rng, coms, np.linalg.norm(coms, axis=1)[:, None])
    # an inertia is scaled as a whole, so that a thin rod's stays positive semidefinite
    scales = np.ones(model.nbodies)
    masses = model.masses * _moved(rng, scales, 1.0)
    inertias = model.inertias * _moved(rng, scales, 1.0)[:, None, None]
    physics = model.joint_physics
    if physics is not None:
        physics = JointPhysics(*(row * _moved(rng, np.ones(model.nv), 1.0) for row in physics))
    frames = []
    for name, body, given in own_frames(model):
        placement = given.copy()
        placement[:3, :3] = _moved(rng, given[:3, :3], 1.0)
        placement[:3, 3] = _moved(rng, given[:3, 3], np.linalg.norm(given[:3, 3]))
        frames.append(Frame(name, body, placement))
    return rebuilt(
        model.name,
        model.names,
        model.joint_names,
        list(model.joints),
        model.parents,
        model.gravity,
        placements,
        masses,
        coms,
        inertias,
        physics=physics,
        frames=frames,
    )
