"""The statements on the speed of mechanisms with loops and their limits."""

from __future__ import annotations

from collections.abc import Callable

from lieref.reporting.campaigns.store import Record
from verification.benchmark.judging import Judging, claimed
from verification.benchmark.loops import batch_cases
from verification.benchmark.loops.contact_cases import OURS, THEIRS
from verification.benchmark.loops.order_cases import ORDERS, label
from verification.benchmark.loops.partial_cases import DIFFERENCES, FUNCTIONS
from verification.benchmark.loops.plans import CHAINS, CONTACTS, COUPLED, ROBOTS
from verification.benchmark.timed import best, namer
from verification.picks import number
from verification.subjects import mechanisms
from verification.verdicts import Condition, Limit, Pick, Records, Row

name_of = namer(ROBOTS, mechanisms.label)
MOST = {"C-RNEA": ("open tree, inverse", 4.0), "C-ABA": ("open tree, forward", 3.0)}
# Where a loop or a function has series of its own.
MOVING = ("Tello, like", "differential", "four-bar", "four-bar chain, 4")
FIRST = FUNCTIONS["inverse_dynamics_partials"]
MANY = 12
SHARES_OF_PEER = dict.fromkeys(CONTACTS, 1.0) | {"four-bar chain, 6": 0.4}


def multiple(algorithm: str) -> Pick:
    """Return the pick of a recursion's time over the open tree's."""
    return lambda record: best(record, algorithm) / best(record, MOST[algorithm][0])


def added(algorithm: str) -> Callable[[Record], float]:
    """Return the pick of what a loop adds to the open tree's time, microseconds."""
    return lambda record: 1e6 * (best(record, algorithm) - best(record, MOST[algorithm][0]))


def _named(name: str) -> Condition:
    return lambda record: name_of(record) == name


def _growth(records: Records) -> list[Row]:
    """Judge the slope over all lengths."""
    rows = []
    for chain in CHAINS:
        own = [record for record in records if record["params"]["chain"] == chain]
        part = f"{chain.replace('_', ' ')}, {min_links(own)}"
        rows += Limit(part, number("over_all", "kernel C-ABA"), 1.1)(own)
    return rows


def _differences(record: Record) -> float:
    """Of central differences."""
    return best(record, FIRST) / best(record, DIFFERENCES)


def _many(record: Record) -> bool:
    return "error" in record or record["result"]["nv"] >= MANY


def over_tree(function: str, r: int) -> Pick:
    """Return the pick of a call's time over the open tree's of the same order."""
    return lambda record: best(record, label(function, r)) / best(record, label(function, r, True))


def _worst_order(function: str) -> Pick:
    return lambda record: max(float(over_tree(function, r)(record) or 0) for r in ORDERS)


def of_single(function: str, r: int) -> Pick:
    """Return the pick of a state's time in a batch over the single call's."""
    return lambda record: (
        best(record, batch_cases.label(function, r, True))
        / best(record, batch_cases.label(function, r))
    )


def contact_name(record: Record) -> str:
    """Return what the plan calls a mechanism or a robot on its feet."""
    given = {key: x for key, x in record["params"].items() if key != "seed"}
    return next(name for name, params in CONTACTS.items() if params == given)


def of_peer(record: Record) -> float:
    """Return the time of C-ABA over that of constraintDynamics."""
    return best(record, OURS) / best(record, THEIRS)


def _mechanism(name: str) -> Condition:
    return lambda record: contact_name(record) == name


def min_links(records: Records) -> str:
    """Return the range of lengths, as text."""
    links = [n for record in records for n in record["params"]["links"]]
    return f"{min(links)} to {max(links)} links" if links else "no links"


CLAIMS: tuple[Judging, ...] = (
    claimed(
        "kernels",
        "speed_loops_tree",
        "C-RNEA takes at most 4 times the open tree's inverse dynamics, C-ABA 3 times the forward.",
        "Kernels without Python, the constraint stage included but for functions of couplings in "
        "Python, whose values are at hand; best of many short repeats, all in turn in one run. The "
        "open tree has the same bodies.",
        [
            Limit(f"{algorithm}, {name}", multiple(algorithm), most, of=_named(name))
            for algorithm, (_, most) in MOST.items()
            for name in COUPLED
        ],
    ),
    claimed(
        "implicit",
        "speed_loops_four_bar",
        "An implicit four-bar adds at most 1.5 microseconds to either.",
        "A four-bar linkage and its open tree of three bodies; kernels without Python, with the "
        "constraint stage.",
        [Limit(f"{algorithm}, microseconds more", added(algorithm), 1.5) for algorithm in MOST],
    ),
    claimed(
        "partials",
        "speed_loops_partials",
        "First partials of inverse dynamics take less time than central differences: a tenth for "
        "twelve coordinates and more.",
        "dtau/dq, dtau/dv and dtau/da with default options, called from Python, against central "
        "differences of inverse dynamics for the first two, with the loops closed again; every "
        "robot.",
        [
            Limit("of central differences", _differences, 1.0),
            Limit(f"of central differences, nv from {MANY}", _differences, 0.1, of=_many),
        ],
    ),
    claimed(
        "orders",
        "speed_loops_orders",
        "Inverse and forward dynamics of orders 0 to 5 take at most 5 times the open tree's of "
        "the same order where all ratios are constant, 10 times with implicit four-bars and "
        "functions.",
        "Public functions called from Python with a closed configuration of the tree; orders 0, 1, "
        "2 and 5, the worst of them; best of many short repeats, all in turn in one run.",
        [
            Limit(
                f"{function}, {name}",
                _worst_order(function),
                10.0 if name in MOVING else 5.0,
                of=_named(name),
            )
            for function in ("inverse", "forward")
            for name in ROBOTS
        ],
    ),
    claimed(
        "batches",
        "speed_loops_batches",
        "Batches of mechanisms take at most half of a single call's time for each state, on one "
        "core.",
        f"{batch_cases.STATES} states in one call with one worker, and one of them alone, called "
        f"from Python; inverse and forward dynamics of orders {batch_cases.ORDERS} and the reduced "
        "inertia, every robot.",
        [
            Limit(batch_cases.label(function, r), of_single(function, r), 0.5)
            for function, r in batch_cases.names()
        ],
    ),
    claimed(
        "contacts",
        "speed_loops_contacts",
        "Forward dynamics through loops and contacts takes less time than Pinocchio's "
        "constraintDynamics, for six four-bars at most 0.4 of it.",
        "Order 0, compiled code without Python, both for this processor, best of many short "
        "repeats in turn in one run: C-ABA with its constraint stage, and constraintDynamics of "
        "Pinocchio's C++ with constraints of three or six rows, which is regularized where they "
        "are redundant. Linkages, and robots whose feet the ground holds.",
        [Limit(name, of_peer, most, of=_mechanism(name)) for name, most in SHARES_OF_PEER.items()],
    ),
    claimed(
        "growth",
        "speed_loops_growth",
        "C-ABA grows at most with the power 1.1 of the links of geared and belt chains.",
        "Least-squares slope on logarithmic axes of the best times of kernels with the constraint "
        "stage.",
        [_growth],
    ),
)
