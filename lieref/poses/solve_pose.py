"""Inverse kinematics of poses: configurations in which frames are where they shall be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.algebra.arguments import as_poses, generator, integer, items
from lieref.documentation import described
from lieref.errors import ArgumentError, ConfigurationError, ModelError, ShapeError, SingularError
from lieref.kinematics.frames import body_frame_of
from lieref.loops.configuration import expand, project
from lieref.loops.constraint_equations import constraint_state
from lieref.model.arguments import real_array, real_numbers, require_finite
from lieref.model.loops.loop_model import LoopModel
from lieref.model.model import Model
from lieref.model.tree.configuration import wrong_model
from lieref.poses.levenberg_marquardt import SHORT, Problem, Search, search
from lieref.poses.pose_error import PoseError

Array = NDArray[np.float64]
Frames = int | str | Sequence[int | str]
#: Steps and starts.
MOST = 10_000


@dataclass(frozen=True)
class PoseSolution:
    """What `solve_pose` found. Of a batch every attribute has a leading axis.

    Attributes
    ----------
    q : (nq,) array
        Configuration, of the tree if the model is a mechanism, rad and m.
    converged : bool array
        Whether every weighted error is within the tolerance.
    stationary : bool array
        Whether the search ended where no motion within the limits lessens the error: at a
        local minimum, perhaps the least error that there is.
    errors : (n, 6) array
        From each frame to its goal, in its axes: rotation vector, rad, and translation, m.
    center_of_mass_error : (3,) array or None
        From the center of mass to where it should be, inertial axes, m.
    steps : int array
        Steps of the search that ended here.
    at_limits : bool array (nv,)
        Joints at a limit of their positions.

    Examples
    --------
    >>> import lieref
    >>> model = lieref.catalogue.serial_chain(7)
    >>> far = [[1, 0, 0, 9], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]
    >>> found = lieref.solve_pose(model, "body6", far)
    >>> bool(found.converged)
    False
    """

    q: Array
    converged: NDArray[np.bool_]
    stationary: NDArray[np.bool_]
    errors: Array
    center_of_mass_error: Array | None
    steps: NDArray[np.intp]
    at_limits: NDArray[np.bool_]

    def __str__(self) -> str:
        angles = np.linalg.norm(self.errors[..., :3], axis=-1).max(initial=0.0)
        lengths = np.linalg.norm(self.errors[..., 3:], axis=-1).max(initial=0.0)
        errors = f"largest errors {angles:.3g} rad, {lengths:.3g} m"
        if self.center_of_mass_error is not None:
            center = np.linalg.norm(self.center_of_mass_error, axis=-1).max()
            errors += f", center of mass {center:.3g} m"
        if self.converged.ndim:
            return f"{self.converged.sum()} of {self.converged.size} poses solved; {errors}"
        if self.converged:
            return f"solved in {self.steps} steps; {errors}"
        end = "at a local minimum" if self.stationary else "out of steps"
        return f"not solved, {end} after {self.steps} steps; {errors}"


@described()
def solve_pose(
    model: Model | LoopModel,
    frames: Frames,
    poses: ArrayLike,
    q0: ArrayLike | None = None,
    weights: ArrayLike | None = None,
    center_of_mass: ArrayLike | None = None,
    limits: bool = True,
    tolerance: float = 1e-10,
    steps: int = 100,
    starts: int = 1,
    seed: int | np.random.Generator = 0,
) -> PoseSolution:
    """Return a configuration in which frames have given poses, or the nearest one that was found.

    Minimizes the sum of the squares of all weighted errors by the Levenberg-Marquardt method on the
    manifold of configurations, between the limits of the joints. The errors are the rotation vector
    and the translation from each frame to its goal, and that from the center of mass to its goal.
    A search that ends elsewhere than at a solution says so in `converged`: the goals may be out of
    reach, or it may have met a local minimum. More `starts` tell these apart in most cases; nothing
    proves it.

    Parameters
    ----------
    frames : int, str or sequence of them
        Numbers of bodies, or names of bodies or frames (`Model.frames`); () with a center of mass
        alone.
    poses : (4, 4) or (batch, 4, 4); of n frames (n, 4, 4) or (batch, n, 4, 4)
        Where the frames shall be, inertial frame, m.
    q0 : (nq,) or (batch, nq), optional
        Where the search starts, rad and m, of a mechanism closed tree configurations or
        independent coordinates; moved to the limits if it is beyond them. None is the neutral
        configuration, of a mechanism the assembly.
    weights : (6,) or (n, 6), optional
        Of the errors (rotation, translation) in the axes of each frame, 1/rad and 1/m; zeros
        leave directions free: (0, 0, 0, 1, 1, 1) asks for a position alone. 1 if not given.
    center_of_mass : (3,) or (batch, 3), optional
        Where the center of mass of all bodies shall be, inertial frame, m.
    limits : bool
        Keep joints of one degree of freedom between their position limits. Of a mechanism these
        are the independent ones; the others are not looked at.
    tolerance : float
        Largest weighted error of a solution.
    steps : int
        Most steps of a search, those that are refused included.
    starts : int
        Most searches for a pose: the first from q0, others from random configurations.
    seed : int or numpy.random.Generator
        Of the random configurations.

    Returns
    -------
    PoseSolution
        Of the search with the least error.

    Raises
    ------
    ArgumentError
        ... No goal at all; a tolerance that is not positive; limits that are no bool.
    ShapeError, NonFiniteError
        An argument of another shape or dtype; steps or starts below 1; NaN or infinity.
    ConfigurationError
        Poses that are not rigid within 1e-9; a quaternion of q0 that is not of unit norm; loops
        that are open in q0.
    ModelError
        Weights below 0, or all 0.

    Notes
    -----
    A step takes a Jacobian of each frame and a few singular value decompositions; states of a batch
    go side by side. Near a solution the steps converge quadratically, also where the Jacobian loses
    rank; near the minimum of a goal out of reach linearly.

    Examples
    --------
    >>> import lieref, numpy as np
    >>> model, q = lieref.catalogue.serial_chain(7), np.full(7, 0.3)
    >>> goal = lieref.forward_kinematics(model, q, frames=["body6"])[0][0]
    >>> bool(lieref.solve_pose(model, "body6", goal).converged)
    True
    """
    if not isinstance(model, Model | LoopModel):
        raise wrong_model(model, "Model or LoopModel")
    tolerance = float(real_array("tolerance", tolerance, ()))
    if tolerance <= 0:
        raise ArgumentError(f"tolerance is {tolerance}, expected above 0")
    if not isinstance(limits, bool | np.bool_):
        raise ArgumentError(f"limits is {limits!r}, expected True or False")
    steps, starts = integer("steps", steps, 1, MOST), integer("starts", starts, 1, MOST)
    rng = generator("seed", seed)
    task, batched = _task(model, frames, poses, weights, center_of_mass)
    q, several = _start(model, q0)
    n = max(len(task.goals), len(q))
    if {len(task.goals), len(q)} - {1, n}:
        raise ShapeError(f"a batch of {len(task.goals)} goals and of {len(q)} q0")
    task = task.chosen(np.arange(n) if len(task.goals) == n else np.zeros(n, np.intp))
    q = np.ascontiguousarray(np.broadcast_to(q, (n, q.shape[1])))
    moves = Motions(model, limits)
    best = _search(task, moves, moves.within(q), tolerance, steps)
    for _ in range(starts - 1):
        at = np.flatnonzero(~best.solved)
        if not at.size:
            break
        start = np.array([model.random_configuration(rng) for _ in at])
        found = _search(task.chosen(at), moves, moves.within(start), tolerance, steps)
        better = np.linalg.norm(found.r, axis=1) < np.linalg.norm(best.r[at], axis=1)
        for name, value in vars(found).items():
            vars(best)[name][at[better]] = value[better]
    return _solution(task, moves, best, batched or several)


def _task(
    model: Model | LoopModel,
    frames: Frames,
    poses: ArrayLike,
    weights: ArrayLike | None,
    center: ArrayLike | None,
) -> tuple[PoseError, bool]:
    """The checked task, and whether it is a batch."""
    one = isinstance(frames, int | str | np.integer)
    names: tuple[Any, ...] = (frames,) if one else items("frames", frames)
    tree = model if isinstance(model, Model) else model.tree
    for name in names:
        body_frame_of(tree, name)
    core = (4, 4) if one else (len(names), 4, 4)
    goals = as_poses(poses, "poses") if names else np.zeros((0, 4, 4))
    if goals.shape[-len(core) :] != core or goals.ndim > len(core) + 1:
        raise ShapeError(f"poses has shape {goals.shape}, expected {core} or a batch of them")
    batched = goals.ndim > len(core)
    goals = goals.reshape(-1 if batched else 1, len(names), 4, 4)
    w = real_numbers("weights", np.ones(6) if weights is None else weights)
    if w.shape not in ((6,), (len(names), 6)):
        raise ShapeError(f"weights has shape {w.shape}, expected (6,) or {(len(names), 6)}")
    require_finite("weights", w)
    w = np.broadcast_to(w, (len(names), 6))
    if (w < 0).any() or (names and not w.any()):
        raise ModelError(f"weights {w.tolist()}, expected numbers >= 0, not all 0")
    if center is None:
        if not names:
            raise ArgumentError("frames is empty and there is no center_of_mass: no goal")
        return PoseError(model, names, goals, w, None), batched
    c = real_numbers("center_of_mass", center)
    if c.ndim not in (1, 2) or c.shape[-1] != 3:
        raise ShapeError(f"center_of_mass has shape {c.shape}, expected (3,) or (batch, 3)")
    require_finite("center_of_mass", c)
    batched, c = batched or c.ndim == 2, c.reshape(-1, 3)
    n = max(len(c), len(goals))
    if {len(c), len(goals)} - {1, n}:
        raise ShapeError(f"a batch of {len(goals)} poses and of {len(c)} centers of mass")
    goals = np.broadcast_to(goals, (n, *goals.shape[1:]))
    return PoseError(model, names, goals, w, np.broadcast_to(c, (n, 3))), batched


def _start(model: Model | LoopModel, q0: ArrayLike | None) -> tuple[Array, bool]:
    """Configurations to start from (n, nq), of the tree, and whether they are a batch."""
    tree = model if isinstance(model, Model) else model.tree
    if q0 is None:
        return (model.neutral() if isinstance(model, Model) else model.assembly)[None], False
    q = real_numbers("q0", q0)
    sizes = {tree.nq, model.nq} - {None}
    if q.ndim not in (1, 2) or q.shape[-1] not in sizes or not q.size:
        expected = " or ".join(f"({size},)" for size in sorted(sizes, reverse=True))  # type: ignore[type-var]
        raise ShapeError(f"q0 has shape {q.shape}, expected {expected} or a batch")
    require_finite("q0", q)
    states = q.reshape(-1, q.shape[-1])
    if isinstance(model, LoopModel):
        from_tree = np.zeros(model.nv)
        states = np.array([constraint_state(model, x, from_tree).q for x in states])
    return states, q.ndim == 2


class Motions:
    """Motions of the independent coordinates of a model, and their room between the limits."""

    def __init__(self, model: Model | LoopModel, limits: bool) -> None:
        self.model = model
        self.tree = tree = model if isinstance(model, Model) else model.tree
        self.columns = np.arange(tree.nv) if isinstance(model, Model) else model.independent
        # number in q of each velocity coordinate; that of a joint without limits is not read
        at = np.zeros(tree.nv, np.intp)
        for i, joint in enumerate(tree.joints):
            if joint.nv == 1:
                at[tree.idx_v[i]] = tree.idx_q[i]
        self.at = at[self.columns]
        shut = np.array([x.nv == 1 for x in tree.joints for _ in range(x.nv)])[self.columns]
        self.lower = np.where(shut & limits, tree.lower[self.columns], -np.inf)
        self.upper = np.where(shut & limits, tree.upper[self.columns], np.inf)

    def room(self, q: Array) -> tuple[Array, Array]:
        """How far coordinates may move down and up, (n, nv) each."""
        now = q[:, self.at]
        return np.minimum(self.lower - now, 0.0), np.maximum(self.upper - now, 0.0)

    def within(self, q: Array) -> Array:
        """Configurations moved to the limits that they are beyond."""
        now = q[:, self.at]
        p = np.clip(now, self.lower, self.upper) - now
        beyond = np.flatnonzero(p.any(axis=1))
        q = q.copy()
        if beyond.size:
            moved, made = self.moved(q[beyond], p[beyond])
            q[beyond[made]] = moved[made]
        return q

    def moved(self, q: Array, p: Array) -> tuple[Array, NDArray[np.bool_]]:
        """Configurations after motions p, and which of them there are."""
        if isinstance(self.model, Model):
            moved = np.asarray(self.model.integrate(q, p))
            return self._exactly(moved), np.ones(len(q), bool)
        pairs = [self._closed(self.model, *state) for state in zip(q, p, strict=True)]
        return np.array([x for x, _ in pairs]), np.array([made for _, made in pairs])

    def _exactly(self, q: Array) -> Array:
        """Configurations without what rounding has put beyond a limit."""
        shut = np.isfinite(self.lower) | np.isfinite(self.upper)
        at = self.at[shut]
        q[:, at] = np.clip(q[:, at], self.lower[shut], self.upper[shut])
        return q

    @staticmethod
    def _closed(model: LoopModel, q: Array, p: Array) -> tuple[Array, bool]:
        try:
            state = constraint_state(model, q, p)
            ahead = model.tree.integrate(q, state.v)
            if model.independent_q is None:
                return project(model, ahead), True
            return expand(model, ahead[model.independent_q], q), True
        except (ConfigurationError, SingularError):
            # no closed configuration there, or a toggle
            return q, False


def _search(task: PoseError, moves: Motions, q: Array, tolerance: float, steps: int) -> Search:
    """Search for all states of a task."""
    problem = Problem(
        lambda at, q: task.chosen(at).residual(q),
        lambda at, q: task.chosen(at).jacobian(q),
        moves.moved,
        moves.room,
    )
    return search(problem, q, lambda r: np.abs(r).max(axis=1) <= tolerance, steps)


def _solution(task: PoseError, moves: Motions, found: Search, batched: bool) -> PoseSolution:
    q = found.q
    lower, upper = moves.room(q)
    values: dict[str, Any] = {
        "q": q,
        "converged": found.solved,
        "stationary": found.stationary,
        "errors": task.errors(q),
        "center_of_mass_error": None if task.center is None else task.offsets(q),
        "steps": found.steps,
        "at_limits": (lower >= -SHORT) | (upper <= SHORT),
    }
    if batched:
        return PoseSolution(**values)
    first: dict[str, Any] = {k: None if x is None else x[0] for k, x in values.items()}
    return PoseSolution(**first)
