"""Claims on how errors of inverse dynamics grow with distance and with length."""

from lieref.reporting.campaigns.store import Record
from verification.claims import claim
from verification.inverse_dynamics import cases
from verification.measurements.inverse_dynamics.accuracy import evaluate
from verification.picks import growth, having, number, worst_order
from verification.verdicts import Limit, Pick, Records, Row, judged

EPS = 2.0**-52
FAR = {
    ("default", 5): 3e-15,
    ("default", 10): 1e-14,
    ("spatial", 5): 1e-13,
    ("spatial", 10): 5e-13,
}


def _by_length(form: str) -> Pick:
    """The error in units of eps a body."""

    def pick(record: Record) -> float:
        bodies: int = record["params"]["robot"]["bodies"]
        return (worst_order(form, range(6))(record) or 0.0) / (EPS * bodies)

    return pick


def no_growth(form: str, last: int, limit: float, records: Records) -> list[Row]:
    """Return two rows for a form up to an order: growth with distance, and the worst error."""
    error, part = worst_order(form, range(last + 1)), f"{form}, orders 0-{last}"
    return judged(
        [
            Limit(f"{part}, error over that at 0 m", growth(records, error), 2),
            Limit(f"{part}, worst", error, limit),
        ]
    )(records)


def _distance(records: Records) -> list[Row]:
    return [row for (form, last), x in FAR.items() for row in no_growth(form, last, x, records)]


def _medians(records: Records) -> list[Row]:
    """One row for each length that was measured."""
    lengths = sorted({record["params"]["robot"]["bodies"] for record in records})
    of = [(n, having("robot", "bodies", value=n)) for n in lengths or cases.LONG]
    rmsre = number("forms", "default", "rmsre")
    return judged(
        Limit(f"default, {n} bodies, median RMSRE", rmsre, 1e-12, of=own, share=0.5)
        for n, own in of
    )(records)


CLAIMS = (
    claim(
        "distance",
        """Accuracy does not depend on where the robot stands, up to 1e6 m from the inertial origin.

        Base motion given in body or hybrid form: the same draws err at every distance as they do at
        the origin, and no more than those within 1 m may. Computed in the inertial frame the
        spatial recursion would lose eps (d/L)^2: twelve digits at 1e6 m.
        """,
        evaluate,
        cases.distances,
        [_distance],
    ),
    claim(
        "chain_length",
        """Up to 1001 bodies in one chain the errors of order 5 grow no faster than eps times the
        length.

        Four eps a body for the default form and a hundred for the spatial one, relative max norm of
        each order: sums along a chain of N bodies make N roundings, and random signs leave less.
        """,
        evaluate,
        cases.chains,
        [
            Limit(f"{form}, error / (eps N)", _by_length(form), limit)
            for form, limit in (("default", 4.0), ("spatial", 100.0))
        ],
    ),
    claim(
        "long_chain",
        """On a chain of 1001 bodies at order 5 the RMSRE of the default form is at most 1e-12.

        Chains with a free base, the median over the seeds: the RMSRE divides each error by its own
        entry, so one force of thousands that happens to be near zero decides it, and its largest
        value over states has no bound. Errors add up along the chain like a random walk. The quick
        run has chains of 200 bodies instead.
        """,
        evaluate,
        cases.long_chains,
        [_medians],
    ),
)
