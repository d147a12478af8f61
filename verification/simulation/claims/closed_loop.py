"""Claims on the closed loop of inverse and forward dynamics."""

from lieref.reporting.campaigns.store import Record
from verification.claims import claim
from verification.measurements.simulation import closed_loop, closed_loop_bound
from verification.picks import largest, over_bound, worst
from verification.simulation import cases
from verification.subjects.computations import FORMS
from verification.subjects.table_3 import BLOCKS, ORDER
from verification.verdicts import Limit, Pick

#: Of each form and block, by order.
LIMITS = {
    "default": {
        "base": [4e-12, 8e-12, 6e-10, 2e-9, 3e-7, 9e-7],
        "joints": [2e-10, 7e-10, 4e-7, 3e-6, 3e-3, 2e-2],
    },
    "spatial": {
        "base": [6e-12, 2e-11, 1e-9, 3e-9, 5e-7, 2e-6],
        "joints": [3e-10, 4e-9, 7e-7, 9e-6, 6e-3, 6e-2],
    },
}


def _at_order(form: str, block: str, k: int) -> Pick:
    """The largest error of a form in a block at an order."""
    return lambda record: largest(row[k] for row in record["result"]["motion"][form][block])


def _by_bound(form: str, block: str) -> Pick:
    """The worst quotient of error and bound over the orders."""

    def pick(record: Record) -> float:
        result = record["result"]
        return over_bound(result["loops"][form][block], result["blocks"][block])

    return pick


CLAIMS = (
    claim(
        "closed_loop",
        """At all 3000 samples the closed loop returns Table 3's trajectory within a limit for each
        order.

        Errors of base and joints are relative to the peak of their order over the trajectory. They
        grow by the conditioning of the problem, which the claim on the bound compares them with;
        the limits are four times what the reference report of version 0.2.0 found, rounded up.
        """,
        closed_loop.evaluate,
        cases.windows,
        [
            Limit(f"{form}, {block}, order {k}", _at_order(form, block, k), limit)
            for form in FORMS
            for block, limits in LIMITS[form].items()
            for k, limit in enumerate(limits)
        ],
    ),
    claim(
        "closed_loop_bound",
        """The closed loop in doubles is wrong by at most 30 times its conditioning bound, block by
        block.

        The bound is the largest change that half an ulp in every input of forward dynamics makes,
        over 8 random moves, solved exactly. 30 is the factor of forward dynamics itself; the loop
        has the rounding of inverse dynamics on top.
        """,
        closed_loop_bound.evaluate,
        cases.times,
        [
            Limit(f"{form}, {block}, orders 0-{ORDER}", _by_bound(form, block), 30.0)
            for form in FORMS
            for block in BLOCKS
        ],
    ),
    claim(
        "extended",
        """In 40 digits the closed loop returns Table 3's trajectory to the last digits of a double.

        The forces go from inverse to forward dynamics as sums of two doubles, tau and tau_ext;
        rounded to one double each, they alone cost what the conditioning bound says. 1e-14 is also
        the limit of double-doubles alone, which are held against the oracle on inputs of single
        doubles.
        """,
        closed_loop_bound.evaluate,
        cases.times,
        [
            *(Limit(f"retrieved {block}", worst("extended", block), 1e-14) for block in BLOCKS),
            Limit("forward_dynamics(digits=40) against the oracle", worst("path"), 1e-14),
        ],
    ),
)
