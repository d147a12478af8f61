"""Configurations that close the loops: Newton's iteration at any precision, proven for balls.

Perturbations are right ones, coordinate by coordinate of the tree and of the loops' joints.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lieref.errors import ConfigurationError, ShapeError, SingularError
from lieref.model.loops.loop_configuration import whole_turns_close
from lieref.model.loops.loop_model import LoopModel
from lieref.oracle.arguments import choice, configuration, scalars
from lieref.oracle.computation import computed
from lieref.oracle.loops.loop_closures import LoopSystem, loop_system
from lieref.oracle.loops.loop_elimination import (
    Pivots,
    Units,
    factorize,
    find_pivots,
    solve,
    square,
)
from lieref.oracle.loops.loop_starts import DOUBLE, OPEN, extended_start
from lieref.oracle.tree.perturbations import displaced

HOLDS = ("independent", "tree", "least_norm")
#: Newton's steps until a configuration counts as one that cannot be closed.
STEPS = 60
#: Largest move of an independent coordinate (rad, m) at a time, on the way from `near` to q.
STRIDE = 0.2
#: Ways longer than this, rad, go without their whole turns; longer than that, rad or m, not at all.
LONGEST_WAY, MOST_WAY = 100.0, 32768.0


# How open equations may be that follow from those of the pivots, as a part of what they add up:
# loops of parallel axes have such, and the doubles of turned axes and placements contradict them.
GIVEN = 2.0**-45


@dataclass(frozen=True)
class Closed:
    """A closed configuration: q of the tree and the chains, and the pivots of K there.

    dependent: velocity coordinates that the others determine; factors: K of the pivots' rows and
    columns, factorized.
    """

    system: LoopSystem
    q: list[Any]
    pivots: Pivots
    factors: list[list[Any]]

    @property
    def tree_q(self) -> list[Any]:
        """Configuration of the tree."""
        return self.q[: int(self.system.model.tree.nq)]

    def dependents(self, residual: Sequence[Any]) -> list[Any]:
        """Changes of the pivots' columns that change the equations by the negative residual."""
        return solve(self.factors, [-residual[i] for i in self.pivots.rows])


@computed()
def loop_configuration(
    model: LoopModel,
    q: Any,
    near: Any = None,
    hold: str = "independent",
    most_open: float = OPEN,
    digits: int = 50,
    field: Any = None,
    balls: bool = False,
) -> list[Any]:
    """Tree configuration that closes all loops and couplings, at any precision.

    Source: Newton's iteration on the definition, pose(predecessor) frame motion(joint) =
    pose(successor) frame [Chignoli et al., Sec. II-B] and q_driven = gamma(q_sources). With balls
    the result is proven: its dependent coordinates hold a solution for the given others.

    Loops of parallel axes have more equations than rank; as many as the rank are solved. The
    doubles of axes and placements may contradict the others: these may stay open by 2^-45 of the
    lengths in the loop, and the result is then no more exact than the doubles are consistent.

    Parameters
    ----------
    hold : {"independent", "tree", "least_norm"}
        "independent": the independent coordinates stay as they are; "tree": those do that the
        pivots of K leave over, which is best near toggles; "least_norm": the sum of the squares of
        the moves (rad, m) of all tree coordinates is least in each step.
    most_open : float
        A given configuration of the tree is refused if a loop or coupling is open by more (m, rad,
        or the sines of small angles).

    Returns
    -------
    list of tree.nq scalars of the field; the quaternions that were moved are of unit norm.

    Examples
    --------
    >>> len(lieref.oracle.loop_configuration(model, q))
    3
    """
    K = field
    return closed(K, model, q, near, hold, most_open).tree_q


def closed(
    K: Any,
    model: LoopModel,
    q: Any,
    near: Any = None,
    hold: str = "independent",
    most_open: float = OPEN,
) -> Closed:
    """`loop_configuration` as a Closed; call inside K.working()."""
    choice("hold", hold, HOLDS)
    system = loop_system(K, model)
    given = list(q) if isinstance(q, list | tuple) or np.ndim(q) == 1 else []
    if len(given) == int(model.tree.nq):
        exact = configuration(K, model.tree, given)
        doubles = np.array([K.to_float(x) for x in exact])
        whole = exact + [K(x) for x in extended_start(model, doubles, most_open)[len(exact) :]]
    elif model.nq is not None and len(given) == model.nq:
        whole = _followed(K, system, scalars(K, "q", given, (model.nq,)), near)
    else:
        raise ShapeError(
            f"q: got {len(given)} entries, expected {model.tree.nq} of the tree"
            + ("" if model.nq is None else f" or {model.nq} independent ones")
        )
    return _close(K, system, whole, hold)


def _close(K: Any, system: LoopSystem, q: list[Any], hold: str) -> Closed:
    """Newton from q, then the pivots at the end and, for balls, the proof."""
    halfway = 10.0 ** -(K.digits / 2 + 2)
    for _ in range(STEPS):
        K_rows = system.jacobian(K, q, "body")
        units = system.units(K, q)
        pivots = _pivots(K, system, K_rows, hold, units)
        residual = [row[0] for row in system.equations(K, q, [], "body")]
        step = (
            _least_norm(K, system, K_rows, pivots, residual, units)
            if hold == "least_norm"
            else _step(K, system, K_rows, pivots, residual)
        )
        q = _moved(K, system, q, step)
        # errors are squared by each step: below half the digits the next one is the last
        moves = (abs(K.to_float(x)) / unit for x, unit in zip(step, units[1], strict=True))
        if max(moves, default=0.0) < halfway:
            break
    else:
        raise _open(K, system, residual)
    residual = [row[0] for row in system.equations(K, q, [], "body")]
    for i, (x, size) in enumerate(zip(residual, system.magnitudes(K, q), strict=True)):
        allowed = units[0][i] * halfway
        if not abs(K.to_float(x)) <= (allowed if i in pivots.rows else max(allowed, GIVEN * size)):
            raise _open(K, system, residual)
    if hasattr(K, "midpoint"):
        q = _proven(K, system, q, pivots)
    K_rows = system.jacobian(K, q, "body")
    pivots = _pivots(K, system, K_rows, hold, system.units(K, q))
    # what the doubles contradict is divided by the pivots
    allowed = GIVEN / pivots.smallest if pivots.rows else 0.0
    if not pivots.leftover <= max(halfway, allowed):
        raise SingularError(
            "loops and couplings tie the independent coordinates to each other: "
            f"{pivots.leftover:.1e} of K is left when the dependent ones are eliminated"
        )
    return Closed(system, q, pivots, _factors(K, K_rows, pivots))


def _open(K: Any, system: LoopSystem, residual: list[Any]) -> ConfigurationError:
    """Error that names the equation that is farthest from zero."""
    sizes = [abs(K.to_float(x)) for x in residual]
    worst = int(np.argmax(sizes))
    return ConfigurationError(
        f"q: loop {system.closure_of(worst)!r} cannot be closed from here: its equations are left "
        f"at {sizes[worst]:.3e}"
    )


def _pivots(K: Any, system: LoopSystem, K_rows: Any, hold: str, units: Units) -> Pivots:
    """Pivots of the dependent coordinates, or of as many as there are, the chains' first."""
    groups: list[Sequence[int]] = [system.dependent]
    if hold != "independent":
        n = int(system.model.tree.nv)
        groups = [range(n, system.nv), range(n)]
    loops = ", ".join(repr(closure.name) for closure in system.closures)
    return find_pivots(
        K,
        K_rows,
        groups,
        len(system.dependent),
        lambda j: f"loops {loops}: {system.names[j]}",
        units,
    )


def _factors(K: Any, K_rows: Any, pivots: Pivots) -> list[list[Any]]:
    return factorize(K, [[K_rows[i][j] for j in pivots.columns] for i in pivots.rows])


def _step(K: Any, system: LoopSystem, K_rows: Any, pivots: Pivots, residual: Any) -> list[Any]:
    """Newton's step of the pivots' columns."""
    found = solve(_factors(K, K_rows, pivots), [-residual[i] for i in pivots.rows])
    step = [K(0)] * system.nv
    for j, x in zip(pivots.columns, found, strict=True):
        step[j] = x
    return step


def _least_norm(
    K: Any, system: LoopSystem, K_rows: Any, pivots: Pivots, residual: Any, units: Units
) -> list[Any]:
    """Newton's step of least norm in the tree's coordinates: [W K^T; K 0] [x; m] = [0; -f]."""
    n, m, tree = system.nv, len(pivots.rows), int(system.model.tree.nv)
    matrix = [[K(0)] * (n + m) for _ in range(n + m)]
    for j in range(tree):
        matrix[j][j] = K(1)
    for a, i in enumerate(pivots.rows):
        for j in range(n):
            matrix[n + a][j] = matrix[j][n + a] = K_rows[i][j]
    b = [K(0)] * n + [-residual[i] for i in pivots.rows]
    # of an identity beside K: steps and their multipliers count in rad and lengths
    moves, of_rows = list(units[1]), [units[0][i] for i in pivots.rows]
    found = square(
        K,
        matrix,
        lambda j: "loops: a step of least norm",
        ([1 / x for x in moves] + of_rows, moves + [1 / x for x in of_rows]),
    )
    return found.solve(b)[:n]


def _moved(K: Any, system: LoopSystem, q: list[Any], step: list[Any]) -> list[Any]:
    """q moved by the step: quaternions that move are made unit, balls their midpoints."""
    out = displaced(K, system.bodies, q, step)
    for body, end in zip(system.bodies, [*system.bodies[1:], None], strict=True):
        first, last = body.iq, system.nq if end is None else end.iq
        moves = step[body.iv : system.nv if end is None else end.iv]
        if all(K.to_float(x) == 0 == K.radius(x) for x in moves):
            out[first:last] = q[first:last]
            continue
        if last - first >= 4:
            norm = K.sqrt(K.dot(out[last - 4 : last], out[last - 4 : last]))
            out[last - 4 : last] = [x / norm for x in out[last - 4 : last]]
        if hasattr(K, "midpoint"):
            out[first:last] = [K.midpoint(x) for x in out[first:last]]
    return out


def _proven(K: Any, system: LoopSystem, q: list[Any], pivots: Pivots) -> list[Any]:
    """q with its dependent coordinates widened until they are known to hold a solution.

    Krawczyk's operator: if -Y f(q) + (1 - Y K(q exp(X))) X lies inside X, then f(q exp(x)) = 0
    for some x in X, by Brouwer. Y: inverse of the midpoints of K, X: moves of the dependents.
    """
    K_rows = system.jacobian(K, q, "body")
    factors = _factors(K, [[K.midpoint(x) for x in row] for row in K_rows], pivots)
    residual = [row[0] for row in system.equations(K, q, [], "body")]
    moves = [-x for x in solve(factors, [residual[i] for i in pivots.rows])]
    size = max((abs(K.to_float(x)) + K.radius(x) for x in moves), default=0.0)
    radius = Fraction(size) * 4 + Fraction(1, 10 ** (K.digits + 2))
    m = len(pivots.columns)
    for _ in range(8):
        box = _exponential_box(K, system, q, pivots.columns, radius)
        K_box = system.jacobian(K, box, "body")
        columns = [solve(factors, [K_box[i][j] for i in pivots.rows]) for j in pivots.columns]
        X = K.widen(K(0), radius)
        inside = True
        for a in range(m):
            image = moves[a]
            for b in range(m):
                image = image + ((1 if a == b else 0) - columns[b][a]) * X
            inside &= abs(K.to_float(image)) + K.radius(image) < float(radius)
        if inside:
            return box
        radius = radius * 16
    raise SingularError(
        f"loops: a closed configuration is not known to be there with {K.digits} digits"
    )


def _exponential_box(
    K: Any, system: LoopSystem, q: list[Any], columns: Sequence[int], radius: Fraction
) -> list[Any]:
    """A box that holds q exp(x) for every |x_j| <= radius, j in columns, the others zero.

    `displaced` is accurate to first order; what it leaves out is below 9 radius^2 for a quaternion
    (|x|^2 / 8 + |x|^3 / 48, |x|^2 <= 3 radius^2) and a position (|w| |u| at most).
    """
    X, rest = K.widen(K(0), radius), 9 * radius * radius
    delta = [X if j in columns else K(0) for j in range(system.nv)]
    out = displaced(K, system.bodies, q, delta)
    for body in system.bodies:
        if body.kind in ("spherical", "free"):
            size, degrees = (4, 3) if body.kind == "spherical" else (7, 6)
            if any(body.iv + k in columns for k in range(degrees)):
                moved = range(body.iq, body.iq + size)
                out[body.iq : body.iq + size] = [K.widen(out[i], rest) for i in moved]
    return out


def _followed(K: Any, system: LoopSystem, y: list[Any], near: Any) -> list[Any]:
    """q of tree and chains with the independent coordinates y, followed from `near` in doubles."""
    model = system.model
    places = [int(i) for i in model.independent_q]  # type: ignore[union-attr]
    start = model.assembly if near is None else near
    at = np.array(configuration(DOUBLE, model.tree, start))
    whole = extended_start(model, at, OPEN)
    rough = loop_system(DOUBLE, model)
    target = np.array([K.to_float(x) for x in y])
    begin = at[places]
    target = _without_turns(model, begin, target)
    strides = max(1, math.ceil(float(np.abs(target - begin).max(initial=0.0)) / STRIDE))
    for k in range(1, strides + 1):
        for i, x in zip(places, begin + (target - begin) * (k / strides), strict=True):
            whole[i] = float(x)
        whole = _normalised(rough, whole)
        whole = _close(DOUBLE, rough, whole, "independent").q
    out = [K(x) for x in whole]
    for i, x in zip(places, y, strict=True):
        out[i] = x
    configuration(K, model.tree, out[: int(model.tree.nq)])
    return out


def _without_turns(
    model: LoopModel, begin: NDArray[np.float64], target: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Target without the whole turns of long ways, where these change nothing."""
    out = target.copy()
    for k, own in enumerate(model.cluster_independent):
        far = [
            i
            for i in range(len(target))
            if abs(target[i] - begin[i]) > LONGEST_WAY
            and _revolute_of(model, int(model.independent_q[i]))  # type: ignore[index]
            in model.independent[list(own)]
        ]
        if far and whole_turns_close(model, k):
            for i in far:
                x, to = begin[i], target[i]
                s, c = math.sin(to), math.cos(to)
                turn = math.atan2(
                    s * math.cos(x) - c * math.sin(x), c * math.cos(x) + s * math.sin(x)
                )
                out[i] = x + turn
    if not np.abs(out - begin).max(initial=0.0) <= MOST_WAY:
        raise ConfigurationError(
            f"q: the way from `near` is longer than {MOST_WAY:g} rad or m; give one that is nearer"
        )
    return out


def _revolute_of(model: LoopModel, iq: int) -> int:
    """Velocity coordinate of the revolute joint with a configuration coordinate, else -1."""
    i = int(model.tree.idx_q.searchsorted(iq, "right")) - 1
    return int(model.tree.idx_v[i]) if model.tree.joints[i].kind == "revolute" else -1


def _normalised(system: LoopSystem, q: list[float]) -> list[float]:
    """q with unit quaternions; those on the way between two are shorter."""
    out = list(q)
    for body in system.bodies:
        if body.kind in ("spherical", "free"):
            start = body.iq + (3 if body.kind == "free" else 0)
            norm = math.hypot(*out[start : start + 4])
            out[start : start + 4] = [x / norm for x in out[start : start + 4]]
    return out
