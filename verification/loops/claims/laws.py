"""Claims on laws that dynamics through loops obey."""

from functools import partial

from verification.claims import claim
from verification.loops.cases import laws, open_trees, orders, parallelograms, twins
from verification.measurements.loops import loops_algebra, loops_laws, loops_rank
from verification.picks import number
from verification.verdicts import Limit

ROUND_TRIPS = ("inverse of forward", "forward of inverse")
CALLS = ("inverse dynamics", "forward dynamics", "tree coordinates", "inverse inertia")

CLAIMS = (
    claim(
        "open_tree",
        """Without loops the functions for mechanisms with loops give those of trees bit by bit.

        Random states of fixed and free trees, orders 0 and 1, every representation of the base.
        """,
        loops_laws.evaluate,
        open_trees,
        [Limit("entries that differ", number("different"), 0.0)],
    ),
    claim(
        "order",
        """The order in which bodies are added changes nothing but rounding: 5e-14 of the largest
        entry.

        Each mechanism is built six times with its bodies in random orders, and forces and
        accelerations are compared joint by joint. (Chignoli et al.: bodies may be ordered
        freely inside a cluster if the rows of G follow.)
        """,
        loops_laws.evaluate,
        orders,
        [
            Limit("inverse dynamics", number("inverse"), 5e-14),
            Limit("forward dynamics", number("forward"), 5e-14),
            Limit("orders that differ", number("reordered"), 1.0, "at least"),
        ],
    ),
    claim(
        "power",
        """The forces of loops and couplings do no work: their power is below 2e-14 of all power.

        qdot . (H qddot + c) of the open tree against ydot . tau; relative to the sum of the moduli
        of the powers at all joints.
        """,
        loops_laws.evaluate,
        partial(laws, "power"),
        [Limit("power", number("power"), 2e-14)],
    ),
    claim(
        "round_trip",
        """Inverse and forward dynamics through loops are each other's inverse to 2e-14.

        Random states of every mechanism under wrenches on all bodies, both ways; relative to the
        largest force, or acceleration, that goes into the result.
        """,
        loops_laws.evaluate,
        partial(laws, "round trip"),
        [Limit(way, number(way), 2e-14) for way in ROUND_TRIPS],
    ),
    claim(
        "twins",
        """C-RNEA, C-ABA and C-EFPA, as corrected, agree with the oracle at 60 digits to 1e-45.

        The plain twins of the algorithms with G and g of the constraint stage's twin; random states
        of mechanisms with explicit couplings and with loops.
        """,
        loops_algebra.evaluate,
        twins,
        [Limit(name, number(name), 1e-45) for name in ("C-RNEA", "C-ABA", "C-EFPA")],
    ),
    claim(
        "rank_loss",
        """A flattened parallelogram, whose loop has lost rank, is reported with the loop's name.

        At crank angles of 0 the mechanism can branch: no choice of coordinates helps, and every
        function raises SingularError.
        """,
        loops_rank.evaluate,
        parallelograms,
        [Limit(f"{call} refuses", number(call), 1.0, "at least") for call in CALLS],
    ),
)
