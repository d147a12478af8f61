"""Claims on steps of differences, and on bicomplex numbers as a reference value."""

from collections.abc import Sequence
from functools import partial

from lieref.reporting.campaigns.store import Record
from verification.claims import claim
from verification.measurements.partials import partials_accuracy, step_sizes
from verification.partials import cases, numbers
from verification.partials.numbers import best_pair, metric_of
from verification.picks import where
from verification.subjects.partial_methods import (
    ANALYTIC,
    BICOMPLEX,
    CHAIN_RULE,
    DIFFERENCES_1,
    DIFFERENCES_2,
)
from verification.verdicts import Limit, Pick, Records, Row

#: Least RMSRE and the range of the best steps.
EXPECTED = {DIFFERENCES_1: (3e-10, 1e-4, 1e-3), DIFFERENCES_2: (1e-12, 3e-6, 3e-5)}


def _misstated(methods: Sequence[str]) -> Pick:
    """Return a pick: the largest factor between an error as it appears and as it is."""

    def pick(record: Record) -> float | None:
        apparent = record["result"].get("apparent", {})
        pairs = [(float(apparent[x]), numbers.of(record, x)) for x in methods if x in apparent]
        return max((max(a / b, b / a) for a, b in pairs if b), default=None)

    return pick


def _misleading(records: Records) -> list[Row]:
    """The row that the chain rule or IDSVA-SO is somewhere misstated by as much."""
    pick = _misstated((CHAIN_RULE, ANALYTIC["inverse", 2]))
    found = [r for r in records if "error" in r or pick(r) is not None]
    failed = [r for r in found if "error" in r]
    most = failed or sorted(found, key=lambda r: pick(r) or 0.0)[-1:]
    part = "largest ratio of the chain rule or IDSVA-SO"
    return Limit(part, pick, 1.25, "at least")(most)


def _long_forward(record: Record) -> bool:
    return bool(record["params"]["dynamics"] == "forward") and numbers.size(record) >= 40


def _over_used(longest: float, shortest: float) -> Pick:
    """The largest RMSRE of steps in a range, by that of 1e-20, the step of Singh et al."""

    def pick(record: Record) -> float:
        rmsre = map(float, record["result"]["rmsre"])
        errors: dict[float, float] = dict(zip(record["params"]["h"], rmsre, strict=True))
        return max(x for h, x in errors.items() if shortest <= h <= longest) / errors[1e-20]

    return pick


def _not_lucky(record: Record) -> bool:
    return numbers.size(record) >= 5


def _differences(method: str) -> list[Limit]:
    """Least error and best steps of a method."""
    least, low, high = EXPECTED[method]
    error, step = where(_not_lucky, metric_of(method)), metric_of(method, "step")
    return [
        Limit(f"{method}, RMSRE with the best step, N >= 5", error, least, "at least"),
        Limit(f"{method}, best step", step, low, "at least"),
        Limit(f"{method}, best step", step, high),
    ]


CLAIMS = (
    claim(
        "bicomplex_reference",
        """Errors of methods as good as bicomplex numbers look wrong by a quarter and more against
        these.

        Singh et al. measure against bicomplex numbers. They round as the recursion does that they
        run through: against them the chain rule and IDSVA-SO get an error that is the reference's
        as much as their own, too large or, where both round alike, too small. The ratio is that of
        the RMSRE against bicomplex numbers and against 50 digits, serial chains. Finite differences
        are so much worse that the reference does not matter.
        """,
        partials_accuracy.evaluate,
        cases.chains,
        [
            _misleading,
            Limit(
                "ratio of Finite-Diff-1 and -2", _misstated((DIFFERENCES_1, DIFFERENCES_2)), 1.001
            ),
            Limit(
                "RMSRE of bicomplex numbers, forward dynamics, N >= 40",
                where(_long_forward, metric_of(BICOMPLEX)),
                1e-15,
                "at least",
            ),
        ],
    ),
    claim(
        "bicomplex_steps",
        """The bicomplex step is flat from 1e-8 to 1e-150 and fails by 1e-156, where h^2 is lost.

        Chains of ten joints, inverse and forward dynamics. Flat: the RMSRE of any step in between
        is at most four times that of 1e-20, the step of Singh et al., as the smallest entries
        round; on longer steps their square, the truncation error, shows. Failed: the RMSRE is a
        thousand times as large and more; h^2 is no normal double from 1e-154 down.
        """,
        step_sizes.evaluate,
        cases.tiny_steps,
        [
            Limit("RMSRE by that of h = 1e-20, flat part", _over_used(1e-8, 1e-150), 4.0),
            Limit(
                "RMSRE by that of h = 1e-20, h = 1e-156",
                _over_used(1e-156, 1e-156),
                1e3,
                "at least",
            ),
        ],
    ),
    claim(
        "differences",
        """Least errors: Finite-Diff-1 3e-10, Finite-Diff-2 1e-12; the best steps are 003's.

        Chains and binary trees, inverse dynamics, every step of a grid with three to a decade. With
        the unit roundoff u the best of h^2 + u / h^2 is about u^1/2 at h = u^1/4, some 1e-4 to 1e-3
        as in Fig. 21 of Singh et al.; the best of h^2 + u / h is u^2/3 at h = u^1/3, some 1e-5 as
        in Fig. 23.
        """,
        partials_accuracy.evaluate,
        partial(cases.chains_and_trees, "inverse"),
        [limit for method in EXPECTED for limit in _differences(method)],
    ),
    claim(
        "step_contours",
        """The best pair of steps of Finite-Diff-1 has both within 1e-4 and 1e-3, as in Fig. 22.

        Inverse dynamics, all pairs of a grid with three steps to a decade; h moves the first
        coordinate, k the second one; chains and binary trees of 10 and 50 joints.
        """,
        step_sizes.evaluate,
        cases.contours,
        [
            Limit("smaller step", lambda record: min(best_pair(record)[1:]), 1e-4, "at least"),
            Limit("larger step", lambda record: max(best_pair(record)[1:]), 1e-3),
        ],
    ),
)
