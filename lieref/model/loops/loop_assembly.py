"""Closing a tree: names resolved, couplings ordered, loops assembled, coordinates chosen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.algebra.arguments import items
from lieref.errors import ArgumentError, ConfigurationError, ModelError, SingularError
from lieref.model.arguments import real_array
from lieref.model.joints.joints import ONE_DEGREE_KINDS
from lieref.model.loops.clusters import cluster_tree
from lieref.model.loops.coupling_release import released, with_driven_joints
from lieref.model.loops.implicit import ImplicitConstraint
from lieref.model.loops.loop_choice import joint_velocities, with_choice
from lieref.model.loops.loop_configuration import tree_velocities
from lieref.model.loops.loop_ends import ends_of, on_bodies
from lieref.model.loops.loop_joining import joined_ends
from lieref.model.loops.loop_model import LoopModel
from lieref.model.loops.loop_newton import RANK, Closer, OpenError, pivots, rank
from lieref.model.loops.loop_structure import LoopStructure, implicit_names
from lieref.model.loops.loop_toggles import advice, moves_as_its_jacobian, nearby
from lieref.model.loops.loops import Coupling, Loop
from lieref.model.model import Model
from lieref.model.tree.configuration import checked_configuration, require_tree
from lieref.model.tree.tree import refuse_repeated

Array = NDArray[np.float64]

# How fast dependent coordinates may move, in rad and lengths of the loop, before joints of several
# degrees are taken apart: to order r rounding grows by its power r + 1, about.
GROWTH = 8.0


def structure(
    tree: Model,
    loops: Sequence[Loop],
    couplings: Sequence[Coupling],
    constraints: Sequence[ImplicitConstraint] = (),
) -> LoopStructure:
    """Resolve the names of loops, couplings and constraints in a tree and find the clusters.

    Raises
    ------
    ModelError
        A name used twice, an unknown body or joint, a coupled or constrained joint of several
        degrees, a joint that is driven twice, couplings that drive each other in a circle.
    """
    # before names are compared: unnamed couplings that drive one joint have the same name
    ordered = _in_order(couplings)
    for kind, given in (("loop", loops), ("coupling", couplings), ("constraint", constraints)):
        refuse_repeated(kind, [one.name for one in given])
    loops = tuple(on_bodies(tree, loop) for loop in loops)
    ends = tuple(ends_of(tree, loop) for loop in loops)
    coupled = tuple(
        (
            tuple(_one_degree_joint(tree, f"coupling {c.name!r}", name) for name in c.driven),
            tuple(_one_degree_joint(tree, f"coupling {c.name!r}", name) for name in c.sources),
        )
        for c in ordered
    )
    joined = tuple(
        tuple(_one_degree_joint(tree, f"constraint {c.name!r}", name) for name in c.joints)
        for c in constraints
    )
    clusters = cluster_tree(tree.parents.tolist(), joint_velocities(tree), ends, coupled, joined)
    return LoopStructure(tree, loops, tuple(constraints), ordered, ends, joined, coupled, clusters)


def _joint(tree: Model, what: str, name: str) -> int:
    """Body that a joint moves, by the joint's name."""
    if name in tree.joint_names:
        return tree.joint_names.index(name)
    meant = ""
    if name in tree.names:
        own = tree.joint_names[tree.names.index(name)]
        meant = f"; that is a body, and its joint is {own!r}"
    raise ModelError(f"{what}: unknown joint {name!r}{meant}")


def _one_degree_joint(tree: Model, what: str, name: str) -> int:
    """Body that a one-degree joint moves, by the joint's name."""
    i = _joint(tree, what, name)
    if tree.joints[i].kind not in ONE_DEGREE_KINDS:
        raise ModelError(
            f"{what}: joint {name!r} is {tree.joints[i].kind}, expected one degree of freedom"
        )
    return i


def _in_order(couplings: Sequence[Coupling]) -> tuple[Coupling, ...]:
    """The couplings with whatever drives a source before what it drives."""
    driver: dict[str, Coupling] = {}
    for coupling in couplings:
        for name in coupling.driven:
            if name in driver:
                raise ModelError(
                    f"joint {name!r} is driven twice, by the couplings {driver[name].name!r} and "
                    f"{coupling.name!r}"
                )
            driver[name] = coupling
    done: list[Coupling] = []
    waiting = list(couplings)
    while waiting:
        ready = next(
            (c for c in waiting if not any(driver.get(s) in waiting for s in c.sources)), None
        )
        if ready is None:
            raise ModelError(f"couplings drive each other in a circle: {[c.name for c in waiting]}")
        waiting.remove(ready)
        done.append(ready)
    return tuple(done)


def close(
    tree: Model,
    loops: Sequence[Loop],
    couplings: Sequence[Coupling] = (),
    independent: Sequence[str | int] | None = None,
    assembly: ArrayLike | Mapping[str, float] | None = None,
    constraints: Sequence[ImplicitConstraint] = (),
    closure_tolerance: float = 0.0,
) -> LoopModel:
    """Return the model of a tree with loops, couplings and constraints.

    For trees that were read from a file; while one is built, `ModelBuilder.add_loop` is simpler.

    Parameters
    ----------
    tree : Model
    loops : sequence of Loop
        A contact with the world is a loop whose predecessor is None.
    couplings : sequence of Coupling
    independent, assembly
        As of `ModelBuilder.build`; what `choose_independent` returns will do.
    constraints : sequence of ImplicitConstraint
    closure_tolerance : float
        As of `ModelBuilder.build`.

    Returns
    -------
    LoopModel

    Raises
    ------
    ModelError, SingularError
        As `ModelBuilder.build`.
    ArgumentError, ShapeError
        Arguments of other types.

    Examples
    --------
    >>> import lieref, numpy as np
    >>> tree = lieref.catalogue.serial_chain(4)
    >>> end = lieref.forward_kinematics(tree, tree.neutral(), np.zeros((1, 4)))[0][3]
    >>> tip = lieref.Loop("tip", None, "body3", lieref.Spherical(), end, np.eye(4))
    >>> lieref.loops.close(tree, [tip]).nv
    1
    """
    require_tree(tree)
    tolerance = float(real_array("closure_tolerance", closure_tolerance, ()))
    kinds = {"loops": Loop, "couplings": Coupling, "constraints": ImplicitConstraint}
    asked = (loops, couplings, constraints)
    for (name, kind), own in zip(kinds.items(), asked, strict=True):
        for one in items(name, own):
            if not isinstance(one, kind):
                raise ArgumentError(f"{name}: {one!r}, expected objects of {kind.__name__}")
    asked_for = couplings
    wanted = {} if independent is None else _wanted(tree, independent)
    couplings, constraints = released(couplings, constraints, list(wanted.values()))
    given = structure(tree, loops, couplings, constraints)
    _refuse_driven(given, wanted)
    start = _start(tree, assembly, asked_for)
    closer = Closer(given)

    def judge(k: int, q: Array) -> None:
        if closer.open_loops(k, q):
            raise ModelError("not closed")
        _dependent(closer, k, q, wanted)

    def elsewhere(q: Array) -> str:
        return advice(closer, start, q, judge, lambda values: _start(tree, values, asked_for))

    try:
        q = _closed(closer, start, assembly)
    except ConfigurationError as error:
        told = ""
        if isinstance(error, OpenError):
            if tolerance > 0.0:
                nearer = joined_ends(closer, start, tolerance)
                return close(tree, nearer, couplings, independent, assembly, constraints)
            told = (
                f"; give a start that closes, {elsewhere(start)}, or other lengths, frames or "
                "axes, or a closure_tolerance"
            )
        raise ModelError(f"assembly: {error}{told}") from None
    try:
        found = [_dependent(closer, k, q, wanted) for k in range(len(given.clusters))]
    except SingularError as error:
        raise SingularError(
            f"{error}; expected an assembly away from toggles, {elsewhere(q)}"
        ) from None
    dependent = {iv for _, chosen in found for iv in chosen}
    coordinates = [iv for cluster in given.clusters for iv in cluster.free if iv not in dependent]
    return with_choice(given, coordinates, q, close)


def _closed(
    closer: Closer, start: Array, assembly: ArrayLike | Mapping[str, float] | None
) -> Array:
    """The start closed: joints that are named stay where they are if the others can follow."""
    tree = closer.structure.tree
    named = assembly if isinstance(assembly, Mapping) else ()
    q = start
    for k, cluster in enumerate(closer.structure.clusters):
        held = [int(tree.idx_v[i]) for i in cluster.bodies if tree.joint_names[i] in named]
        there = _closed_holding(closer, k, q, held) if held and cluster.implicit else None
        q = closer.closed_cluster(k, q) if there is None else there
    return q


def _closed_holding(closer: Closer, k: int, q: Array, held: Sequence[int]) -> Array | None:
    """Cluster k closed by its other coordinates; None where these do not follow."""
    rest = [i for i, iv in enumerate(closer.structure.clusters[k].free) if iv not in held]
    try:
        there = closer.closed_cluster(k, q, held)
    except OpenError:
        return None
    J = closer.free_jacobian(k, there)
    return there if rank(J[:, rest]) == rank(J) else None


def _start(
    tree: Model, assembly: ArrayLike | Mapping[str, float] | None, couplings: Sequence[Coupling]
) -> Array:
    """The tree configuration to assemble from; driven joints follow from sources that are named."""
    q = tree.neutral()
    if assembly is None:
        return q
    if not isinstance(assembly, Mapping):
        given = real_array("assembly", assembly, (tree.nq,))
        return checked_configuration(tree, given, "assembly")
    for name, value in assembly.items():
        i = _one_degree_joint(tree, "assembly", name)
        q[tree.idx_q[i]] = real_array(f"assembly: joint {name!r}", value, ())
    return with_driven_joints(tree, q, set(assembly), _in_order(couplings))


def _wanted(tree: Model, given: Sequence[str | int]) -> dict[int, str]:
    """Velocity coordinates that shall be independent, with the names of their joints."""
    if isinstance(given, str):
        raise ModelError(f"independent: {given!r}, expected a sequence of names")
    velocities = joint_velocities(tree)
    wanted: dict[int, str] = {}
    for one in items("independent", given):
        if isinstance(one, int | np.integer) and not isinstance(one, bool):
            if not 0 <= one < tree.nv:
                raise ModelError(
                    f"independent: {one}, expected a coordinate of the tree below {tree.nv}"
                )
            body = int(tree.idx_v.searchsorted(one, "right")) - 1
            name, coordinates = tree.joint_names[body], range(one, one + 1)
        else:
            name, coordinates = one, velocities[_joint(tree, "independent", one)]
        if not wanted.keys().isdisjoint(coordinates):
            raise ModelError(f"independent: joint {name!r} is named twice")
        wanted.update(dict.fromkeys(coordinates, name))
    return wanted


def _refuse_driven(given: LoopStructure, wanted: Mapping[int, str]) -> None:
    """Raise ModelError for a joint that shall be independent and is driven by such."""
    for cluster in given.clusters:
        for iv in cluster.driven:
            if iv in wanted:
                raise ModelError(
                    f"independent: joint {wanted[iv]!r} follows from others that are independent"
                )


def _dependent(
    closer: Closer, k: int, q: Array, wanted: Mapping[int, str]
) -> tuple[int, list[int]]:
    """Rank of the loops of cluster k, and the velocity coordinates that follow from others."""
    given = closer.structure
    cluster = given.clusters[k]
    if not cluster.implicit:
        return 0, []
    n = len(cluster.free)
    here = closer.free_jacobian(k, q)
    found = rank(here)
    usual = max([found, *(rank(J) for J in nearby(closer, k, q))])
    names = implicit_names(given, k)
    if usual == n:
        raise ModelError(
            f"{names}: over-constrained, {usual} independent constraints leave no mobility to the "
            f"{usual} velocity coordinates of the joints {_joints(given, cluster.free)}"
        )
    if found < usual:
        raise SingularError(
            f"{names}: rank-deficient at the assembly, {found} instead of {usual}, as at a toggle"
        )
    if not moves_as_its_jacobian(closer, k, q, usual):
        raise SingularError(
            f"{names}: closed at the assembly, but it cannot move there as its Jacobian lets it"
        )
    own = [name for iv, name in wanted.items() if iv in cluster.free]
    if len(own) > n - usual:
        raise ModelError(
            f"independent: {list(dict.fromkeys(own))} have {len(own)} velocity coordinates, but "
            f"{names} leaves {n - usual} independent ones"
        )
    chosen = _columns(given, cluster.free, here, usual, wanted)
    if len(chosen) < usual:
        raise ModelError(
            f"independent: {list(dict.fromkeys(own))} do not determine the other joints at the "
            f"assembly, {names} ties them to each other"
        )
    return usual, [cluster.free[i] for i in chosen]


def _columns(
    given: LoopStructure, free: Sequence[int], J: Array, count: int, wanted: Mapping[int, str]
) -> list[int]:
    """Columns to solve for, such that the others move these at most GROWTH times as fast.

    Where that can be, joints of several degrees are whole: all of them independent, or none.
    """
    may = [i for i, iv in enumerate(free) if iv not in wanted]
    single = {
        int(at)
        for at, joint in zip(given.tree.idx_v, given.tree.joints, strict=True)
        if joint.nv == 1
    }
    one_degree = [i for i in may if free[i] in single]
    several = [i for i in may if free[i] not in single]
    for found in (pivots(J, one_degree, RANK), pivots(J, several, RANK, one_degree)):
        chosen = found[:count]
        whole = set(several).isdisjoint(chosen) or set(several).issubset(chosen)
        if whole and len(chosen) == count and _growth(J, chosen) <= GROWTH:
            return chosen
    return pivots(J, may, RANK)[:count]


def _growth(J: Array, dependent: Sequence[int]) -> float:
    """The fastest that a dependent column moves for a unit velocity of an independent one."""
    independent = [j for j in range(J.shape[1]) if j not in dependent]
    moved = np.linalg.lstsq(J[:, list(dependent)], J[:, independent], rcond=RANK)[0]
    return float(np.abs(moved).max(initial=0.0))


def _joints(given: LoopStructure, coordinates: Sequence[int]) -> list[str]:
    """Names of the joints that velocity coordinates belong to."""
    wanted = set(coordinates)
    return [
        name
        for name, own in zip(given.joint_names, joint_velocities(given.tree), strict=True)
        if wanted.intersection(own)
    ]


def idle_joints(model: LoopModel, idle: Sequence[int]) -> list[str]:
    """Names of joints that can move without moving any mass.

    Parameters
    ----------
    model : LoopModel
    idle : sequence of int
        Bodies that have no mass, and none beyond them. In a cluster with constraints they may
        move if something heavy moves with them: if the velocities of the other joints of the
        cluster determine its independent ones.
    """
    weightless = set(idle)
    found = []
    closer, q = None, model.assembly
    for k, cluster in enumerate(model.clusters):
        light = [i for i in cluster.bodies if i in weightless]
        if light and cluster.constrained:
            if closer is None:
                closer, q = Closer(model), model.random_configuration(0)
            own = model.independent[list(model.cluster_independent[k])]
            G = tree_velocities(closer, k, q, own.tolist())
            heavy = [
                row
                for row, iv in enumerate(cluster.velocities)
                if model.tree.idx_v.searchsorted(iv, "right") - 1 not in weightless
            ]
            # the rank in rad and lengths of the loop
            units = [closer.closure.unit(k, iv) for iv in cluster.velocities]
            scaled = G / np.array(units)[:, None] * [closer.closure.unit(k, int(iv)) for iv in own]
            if np.linalg.matrix_rank(scaled[heavy], RANK) == G.shape[1]:
                continue
        found += [model.joint_names[i] for i in light]
    return found
