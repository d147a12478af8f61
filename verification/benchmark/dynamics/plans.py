"""What each report measures: the robots, sizes and orders."""

from __future__ import annotations

from collections.abc import Iterator

from verification.benchmark.dynamics.problems import FORWARD, INVERSE, SEED, Dynamics
from verification.verdicts import Params

SMALL = {"name": "aerial_manipulator", "branches": 2, "links": 3}
LARGE = {"name": "aerial_manipulator", "branches": 5, "links": 20}
# The robots of the comparison with Pinocchio.
ROBOTS: dict[str, Params] = {
    "aerial manipulator, N = 7": SMALL,
    "tree 5 x 20, N = 101": LARGE,
    "Talos, free": {"name": "urdf", "path": "talos_full_v2.urdf", "base": "free"},
    "UR5, fixed": {"name": "urdf", "path": "ur_description/urdf/ur5_robot.urdf",
                   "base": "fixed"},
    "Panda, fixed": {"name": "urdf", "path": "panda_description/urdf/panda.urdf",
                     "base": "fixed"},
    "HyQ, free": {"name": "urdf", "path": "hyq_no_sensors.urdf", "base": "free"},
}  # fmt: skip
LINKS = [1, 2, 3, 5, 10, 15, 20, 33, 60, 100, 150, 199]
SMALL_PEERS, LARGE_PEERS = ("C, cse", "VM, cse", "VM"), ("VM", "VM, cse", "C, cse")
# Orders at which double-doubles are timed, and random states of which those that need them count.
FINE_ORDERS = (0, 5)
# Orders to which CasADi's programs are counted: without elimination they outgrow memory.
COUNTED = {False: 6, True: 9}
# Where CasADi's programs for the large tree end before order 5: the last order, and why.
LAST = 5
SHORTER = {
    (FORWARD.name, "C, cse"): (
        3, "not tried: what compiling takes grows faster with each order, see Compile [s]",
    ),
}  # fmt: skip
# Times at which a case is measured: a guest of the same host may have a part of a core, or of a
# cache, for longer than one case takes.
VISITS = 3
KINDS = (
    "from_python", "overhead", "digits", "casadi", "growth_bodies", "growth_orders", "operations",
)  # fmt: skip
Case = tuple[str, Params]


def plan(problem: Dynamics, quick: bool) -> Iterator[Case]:
    """Yield the kind and parameters of every case; quick leaves out CasADi at N = 101."""
    both = (INVERSE, FORWARD) if problem is FORWARD else (problem,)
    for robot in ROBOTS.values():
        yield "from_python", problem.params(robot=robot, seed=SEED)
    for robot in (SMALL, LARGE):
        for order in range(6):
            yield "overhead", problem.params(robot=robot, order=order, seed=SEED)
    if problem is FORWARD:
        for robot in ROBOTS.values():
            for order in FINE_ORDERS:
                yield "digits", problem.params(robot=robot, order=order, seed=SEED)
    small_peers = (*SMALL_PEERS, "C, cse, LDL") if problem.leaner else SMALL_PEERS
    yield from _casadi(problem, SMALL, small_peers)
    for visit in range(1 if quick else VISITS):
        for one in both:
            for order in range(6):
                yield "growth_bodies", one.params(order=order, links=LINKS, seed=SEED, visit=visit)
    for one in both:
        for robot in (SMALL, LARGE):
            orders = list(range(11))
            yield "growth_orders", one.params(robot=robot, orders=orders, seed=SEED)
    if problem is FORWARD:
        yield from _operations(both, quick)
    if not quick:
        for one in both:
            yield from _casadi(one, LARGE, LARGE_PEERS)


def _casadi(problem: Dynamics, robot: Params, peers: tuple[str, ...]) -> Iterator[Case]:
    for order in range(LAST + 1):
        for peer in peers:
            end, _ = SHORTER.get((problem.name, peer), (LAST, "")) if robot is LARGE else (LAST, "")
            if order <= end:
                yield "casadi", problem.params(robot=robot, order=order, peer=peer, seed=SEED)


def _operations(both: tuple[Dynamics, ...], quick: bool) -> Iterator[Case]:
    for one in both:
        for kind in ("polynomial", "state"):
            for eliminate, last in COUNTED.items():
                orders = list(range(5 if quick else last + 1))
                yield (
                    "operations",
                    one.params(robot=SMALL, kind=kind, eliminate=eliminate, orders=orders),
                )
