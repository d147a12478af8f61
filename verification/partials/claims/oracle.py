"""Claims on partial derivatives against the oracle itself, as rows of data."""

from functools import partial

from lieref.reporting.campaigns.store import Record
from verification.claims import claim
from verification.measurements.partials.partials_oracle import evaluate
from verification.partials import selections
from verification.subjects.partial_methods import ANALYTIC, CHAIN_RULE
from verification.verdicts import Limit, Pick, Verdict, judged, largest

LIMIT = 1e-14


def _worst(method: str, dynamics: str) -> Pick:
    """Return a pick: the largest error of an array; of forward dynamics by the condition number."""

    def pick(record: Record) -> float:
        worst = largest(record["result"]["methods"][method].values())
        return worst / float(record["result"]["condition"]) if dynamics == "forward" else worst

    return pick


def _within(dynamics: str) -> Verdict:
    """The worst array of each method."""
    methods = (ANALYTIC[dynamics, 1], ANALYTIC[dynamics, 2], CHAIN_RULE)
    return judged(Limit(method, _worst(method, dynamics), LIMIT) for method in methods)


CLAIMS = (
    claim(
        "oracle_inverse",
        """Partials of inverse dynamics hold for every joint type, base and wrench axes to 1e-14.

        Random trees on a free base under wrenches on every body, against the oracle itself;
        relative max norm of each array, the analytic methods and the chain rule. The limit is some
        50 ulp of the largest entry.
        """,
        evaluate,
        partial(selections.loaded_trees, "inverse"),
        _within("inverse"),
    ),
    claim(
        "oracle_forward",
        """Partials of forward dynamics hold for every joint type, base, wrench axes to 1e-14.

        Random trees on a free base under wrenches on every body, against the oracle itself;
        relative max norm of each array, the analytic methods and the chain rule, by the condition
        number of H scaled to a unit diagonal, which multiplies whatever is rounded.
        """,
        evaluate,
        partial(selections.loaded_trees, "forward"),
        _within("forward"),
    ),
)
