"""The statements on the speed of mechanisms with loops and their limits."""

from __future__ import annotations

from collections.abc import Callable

from lieref.reporting.campaigns.store import Record
from verification.benchmark.limits import Judging, Records, claimed
from verification.benchmark.loops import batch_cases
from verification.benchmark.loops.contact_cases import OURS, THEIRS
from verification.benchmark.loops.order_cases import ORDERS, label
from verification.benchmark.loops.partial_cases import DIFFERENCES, FUNCTIONS
from verification.benchmark.loops.plans import CHAINS, CONTACTS, COUPLED, ROBOTS
from verification.benchmark.timed import best, namer
from verification.subjects import mechanisms
from verification.verdicts import Pick, Row, at_most

name_of = namer(ROBOTS, mechanisms.label)
TREE = "C-RNEA takes at most 4 times the open tree's inverse dynamics, C-ABA 3 times the forward."
FOUR_BAR = "An implicit four-bar adds at most 1.5 microseconds to either."
GROWTH = "C-ABA grows at most with the power 1.1 of the links of geared and belt chains."
MOST = {"C-RNEA": ("open tree, inverse", 4.0), "C-ABA": ("open tree, forward", 3.0)}
PARTIALS = (
    "First partials of inverse dynamics take less time than central differences: a tenth for "
    "twelve coordinates and more."
)
OF_ORDERS = (
    "Inverse and forward dynamics of orders 0 to 5 take at most 5 times the open tree's of the "
    "same order where all ratios are constant, 10 times with implicit four-bars and functions."
)
BATCHES = (
    "Batches of mechanisms take at most half of a single call's time for each state, on one core."
)
CONTACT = (
    "Forward dynamics through loops and contacts takes less time than Pinocchio's "
    "constraintDynamics, for six four-bars at most 0.4 of it."
)
# Where a loop or a function has series of its own.
MOVING = ("Tello, like", "differential", "four-bar", "four-bar chain, 4")
CONSTANT_MOST, MOVING_MOST = 5.0, 10.0
FIRST = FUNCTIONS["inverse_dynamics_partials"]
MICROSECONDS, SLOPE = 1.5, 1.1
SHARE, SHARE_OF_MANY, MANY = 1.0, 0.1, 12
SHARE_OF_BATCH = 0.5
SHARES_OF_PEER = dict.fromkeys(CONTACTS, 1.0) | {"four-bar chain, 6": 0.4}


def multiple(algorithm: str) -> Pick:
    """Return the pick of a recursion's time over the open tree's."""
    return lambda record: best(record, algorithm) / best(record, MOST[algorithm][0])


def added(algorithm: str) -> Callable[[Record], float]:
    """Return the pick of what a loop adds to the open tree's time, microseconds."""
    return lambda record: 1e6 * (best(record, algorithm) - best(record, MOST[algorithm][0]))


def tree(records: Records) -> list[Row]:
    """Judge robots of couplings by the open tree."""
    rows = []
    for algorithm, (_, most) in MOST.items():
        for name in COUPLED:
            own = [record for record in records if name_of(record) == name]
            rows.append(at_most(f"{algorithm}, {name}", own, multiple(algorithm), most))
    return rows


def four_bar(records: Records) -> list[Row]:
    """Judge what one loop adds."""
    return [
        at_most(f"{algorithm}, microseconds more", records, added(algorithm), MICROSECONDS)
        for algorithm in MOST
    ]


def growth(records: Records) -> list[Row]:
    """Judge the slope over all lengths."""
    rows = []
    for chain in CHAINS:
        own = [record for record in records if record["params"]["chain"] == chain]
        label = chain.replace("_", " ")
        rows.append(
            at_most(
                f"{label}, {min_links(own)}",
                own,
                lambda record: float(record["result"]["over_all"]["kernel C-ABA"]),
                SLOPE,
            )
        )
    return rows


def partials(records: Records) -> list[Row]:
    """Judge first partials by central differences."""

    def share(record: Record) -> float:
        return best(record, FIRST) / best(record, DIFFERENCES)

    large = [x for x in records if "error" in x or x["result"]["nv"] >= MANY]
    return [
        at_most("of central differences", records, share, SHARE),
        at_most(f"of central differences, nv from {MANY}", large, share, SHARE_OF_MANY),
    ]


def over_tree(function: str, r: int) -> Pick:
    """Return the pick of a call's time over the open tree's of the same order."""
    return lambda record: best(record, label(function, r)) / best(record, label(function, r, True))


def orders(records: Records) -> list[Row]:
    """Judge calls of every order by the open tree's."""
    rows = []
    for function in ("inverse", "forward"):
        for name in ROBOTS:
            own = [record for record in records if name_of(record) == name]
            most = MOVING_MOST if name in MOVING else CONSTANT_MOST

            def worst(record: Record, function: str = function) -> float:
                return max(float(over_tree(function, r)(record) or 0) for r in ORDERS)

            rows.append(at_most(f"{function}, {name}", own, worst, most))
    return rows


def of_single(function: str, r: int) -> Pick:
    """Return the pick of a state's time in a batch over the single call's."""
    return lambda record: (
        best(record, batch_cases.label(function, r, True))
        / best(record, batch_cases.label(function, r))
    )


def batches(records: Records) -> list[Row]:
    """Judge batches by calls of single states."""
    return [
        at_most(batch_cases.label(function, r), records, of_single(function, r), SHARE_OF_BATCH)
        for function, r in batch_cases.names()
    ]


def contact_name(record: Record) -> str:
    """Return what the plan calls a mechanism or a robot on its feet."""
    given = {key: x for key, x in record["params"].items() if key != "seed"}
    return next(name for name, params in CONTACTS.items() if params == given)


def of_peer(record: Record) -> float:
    """Return the time of C-ABA over that of constraintDynamics."""
    return best(record, OURS) / best(record, THEIRS)


def contacts(records: Records) -> list[Row]:
    """Judge forward dynamics by Pinocchio's."""
    return [
        at_most(name, [x for x in records if contact_name(x) == name], of_peer, most)
        for name, most in SHARES_OF_PEER.items()
    ]


def min_links(records: Records) -> str:
    """Return the range of lengths, as text."""
    links = [n for record in records for n in record["params"]["links"]]
    return f"{min(links)} to {max(links)} links" if links else "no links"


CLAIMS: tuple[Judging, ...] = (
    claimed(
        "kernels",
        "speed_loops_tree",
        TREE,
        "Kernels without Python, the constraint stage included but for functions of couplings in "
        "Python, whose values are at hand; best of many short repeats, all in turn in one run. The "
        "open tree has the same bodies.",
        tree,
    ),
    claimed(
        "implicit",
        "speed_loops_four_bar",
        FOUR_BAR,
        "A four-bar linkage and its open tree of three bodies; kernels without Python, with the "
        "constraint stage.",
        four_bar,
    ),
    claimed(
        "partials",
        "speed_loops_partials",
        PARTIALS,
        "dtau/dq, dtau/dv and dtau/da with default options, called from Python, against central "
        "differences of inverse dynamics for the first two, with the loops closed again; every "
        "robot.",
        partials,
    ),
    claimed(
        "orders",
        "speed_loops_orders",
        OF_ORDERS,
        "Public functions called from Python with a closed configuration of the tree; orders 0, 1, "
        "2 and 5, the worst of them; best of many short repeats, all in turn in one run.",
        orders,
    ),
    claimed(
        "batches",
        "speed_loops_batches",
        BATCHES,
        f"{batch_cases.STATES} states in one call with one worker, and one of them alone, called "
        f"from Python; inverse and forward dynamics of orders {batch_cases.ORDERS} and the reduced "
        "inertia, every robot.",
        batches,
    ),
    claimed(
        "contacts",
        "speed_loops_contacts",
        CONTACT,
        "Order 0, compiled code without Python, both for this processor, best of many short "
        "repeats in turn in one run: C-ABA with its constraint stage, and constraintDynamics of "
        "Pinocchio's C++ with constraints of three or six rows, which is regularized where they "
        "are redundant. Linkages, and robots whose feet the ground holds.",
        contacts,
    ),
    claimed(
        "growth",
        "speed_loops_growth",
        GROWTH,
        "Least-squares slope on logarithmic axes of the best times of kernels with the constraint "
        "stage.",
        growth,
    ),
)
