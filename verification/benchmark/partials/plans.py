"""What the report on partial derivatives measures: robots, sizes, methods."""

from __future__ import annotations

from collections.abc import Iterator

from verification.benchmark.dynamics.plans import ROBOTS, Case
from verification.benchmark.partials.problems import PROBLEMS, Problem
from verification.verdicts import Params

FAMILIES = {"serial chain": "serial_chain", "binary tree": "binary_tree"}
SIZES = (2, 3, 5, 7, 10, 14, 20, 28, 40, 50, 70, 100)
QUICK_SIZES = (2, 5, 10, 20, 40)
# Forward dynamics' second partials to this size: the other methods take seconds beyond.
LARGEST = {("forward", 2): 50}
# The robots of the comparison, by name.
NAMES = ("UR5, fixed", "Panda, fixed", "HyQ, free", "Talos, free", "aerial manipulator, N = 7")
COMPARED = {name: ROBOTS[name] for name in NAMES}
# CasADi's ways: common subexpressions eliminated or not, generated code or virtual machine.
CASADI = {"C, cse": True, "VM, cse": True, "VM": False}
# Robots small enough for a compiler to take CasADi's C: (dynamics, degree) -> names.
GENERATED = {
    ("inverse", 1): NAMES,
    ("inverse", 2): (*NAMES[:3], NAMES[4]),
    ("forward", 1): (*NAMES[:3], NAMES[4]),
    ("forward", 2): NAMES[:1],
}
# And robots small enough for its virtual machine, which has to hold the program.
INTERPRETED = {**dict.fromkeys(GENERATED, NAMES), ("forward", 2): (*NAMES[:3], NAMES[4])}
QUICK = {("inverse", 1): NAMES[:1], ("inverse", 2): NAMES[:1]}
# Serial chains that CasADi differentiates; its C to so many bodies, by degree: compiling takes
# minutes for 100,000 instructions and grows faster than they do.
CHAINS = {1: (2, 3, 5, 7, 10, 14, 20), 2: (2, 3, 5, 7, 10)}
LONGEST = {1: 14, 2: 7}
KINDS = ("from_python", "second_partials", "growth", "methods", "terms", "casadi")
INVERSE_1, FORWARD_1, INVERSE_2, FORWARD_2 = PROBLEMS


def tree(family: str, bodies: int) -> Params:
    """Return the parameters of a tree of one family, its base fixed as in Singh et al."""
    return {"name": FAMILIES[family], "bodies": bodies, "base": "fixed"}


CHAIN_20 = tree("serial chain", 20)


def sizes(problem: Problem, quick: bool) -> list[int]:
    """Return the numbers of bodies that a problem is timed with."""
    largest = LARGEST.get((problem.dynamics, problem.degree), SIZES[-1])
    return [n for n in (QUICK_SIZES if quick else SIZES) if n <= largest]


def plan(quick: bool) -> Iterator[Case]:
    """Yield the kind and parameters of every case."""
    for problem in (INVERSE_1, FORWARD_1):
        for robot in COMPARED.values():
            yield "from_python", problem.params(robot=robot)
    for robot in (*COMPARED.values(), CHAIN_20):
        yield "second_partials", INVERSE_2.params(robot=robot)
    for problem in (INVERSE_1, INVERSE_2):
        for family in FAMILIES:
            numbers = sizes(problem, quick)
            yield "growth", problem.params(family=family, sizes=numbers)
    for problem in PROBLEMS:
        for name in NAMES[:3] if quick else NAMES:
            yield "methods", problem.params(robot=COMPARED[name])
        for family in FAMILIES:
            for bodies in sizes(problem, quick):
                yield "methods", problem.params(robot=tree(family, bodies))
    for family in FAMILIES:
        for bodies in sizes(INVERSE_2, quick):
            yield "terms", FORWARD_2.params(robot=tree(family, bodies))
    yield from _casadi(quick)


def _casadi(quick: bool) -> Iterator[Case]:
    for problem in PROBLEMS:
        key = problem.dynamics, problem.degree
        for peer in CASADI:
            known = GENERATED if peer.startswith("C") else INTERPRETED
            for name in QUICK.get(key, ()) if quick else known[key]:
                yield "casadi", problem.params(robot=ROBOTS[name], peer=peer)
    if not quick:
        for problem in (INVERSE_1, INVERSE_2):
            for bodies in CHAINS[problem.degree]:
                for peer in CASADI:
                    if not peer.startswith("C") or bodies <= LONGEST[problem.degree]:
                        chain = tree("serial chain", bodies)
                        yield "casadi", problem.params(robot=chain, peer=peer)
