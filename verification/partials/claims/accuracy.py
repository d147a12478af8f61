"""Claims on medians of errors at each number of joints, and on real robots."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from verification.claims import Claim, claim
from verification.measurements.partials.partials_accuracy import evaluate
from verification.partials import cases, numbers
from verification.picks import having
from verification.subjects.partial_methods import ANALYTIC, CHAIN_RULE
from verification.verdicts import Limit, Params, Records, Row

IDSVA, FDSVA = ANALYTIC["inverse", 1], ANALYTIC["forward", 1]
IDSVA_SO, FDSVA_SO = ANALYTIC["inverse", 2], ANALYTIC["forward", 2]
# Largest median by the number of joints: of second partials of chains and trees, of first ones.
CHAINS = {10: 5e-15, 40: 5e-14, 100: 2e-13}
TREES = dict.fromkeys(cases.SIZES["inverse"], 3e-15)
CHAINS_BY_CHAIN_RULE = {bodies: limit / 3 for bodies, limit in CHAINS.items()}
TREES_BY_CHAIN_RULE = {bodies: limit / 3 for bodies, limit in TREES.items()}
BY_FDSVA, BY_ABA = {40: 5e-12}, {40: 2e-13}
FIRST = dict.fromkeys(cases.FIRST_SIZES, 2e-14)
FIRST_OF_CHAINS = dict.fromkeys(cases.FIRST_SIZES, 5e-11)
KINDS = {"chains": "serial_chain", "trees": "binary_tree"}
PLACES = {"fixed": "fixed base", "free": "1e6 m away"}
REAL = {
    ("inverse", IDSVA_SO): 1e-14,
    ("inverse", CHAIN_RULE): 1e-14,
    ("forward", FDSVA_SO): 1e-12,
    ("forward", CHAIN_RULE): 1e-13,
}


@dataclass(frozen=True)
class Medians:
    """The median over the seeds at each size: of a method, on some robots (all without a kind).

    A size that no case has, as the quick selection leaves out the largest, has no row; the
    smallest one always has.
    """

    part: str
    method: str
    limits: Mapping[int, float]
    kind: str = ""
    base: str = ""

    def __call__(self, records: Records) -> list[Row]:
        """Return a row for each size."""
        wanted = {key: x for key, x in (("name", self.kind), ("base", self.base)) if x}
        own = [r for r in records if wanted.items() <= r["params"]["robot"].items()]
        rows = []
        for bodies, limit in self.limits.items():
            some = numbers.at_size(own, bodies)
            if some or bodies == min(self.limits):
                part = f"{self.part}, N = {bodies}"
                rows += Limit(part, numbers.metric_of(self.method), limit, share=0.5)(some)
        return rows


def _claim(name: str, text: str, what: Callable[[bool], list[Params]], *medians: Medians) -> Claim:
    return claim(name, text, evaluate, what, medians)


def _first(label: str, method: str, of_chains: Mapping[int, float]) -> list[Medians]:
    """Limits of first partials, by kind of robot and base."""
    return [
        Medians(
            f"{label}{kind}, {place}",
            method,
            of_chains if kind == "chains" else FIRST,
            KINDS[kind],
            base,
        )
        for kind in KINDS
        for base, place in PLACES.items()
    ]


CLAIMS = (
    _claim(
        "first_inverse",
        """First partials of inverse dynamics: median RMSRE at most 2e-14 for N <= 50, near and far.

        Chains and binary trees, on a fixed base and on a free one 1e6 m from the origin, ten seeds;
        the matrix n x 3n over (q, v, a).
        """,
        partial(cases.first, "inverse"),
        *_first("", IDSVA, FIRST),
    ),
    _claim(
        "first_forward",
        """First partials of forward dynamics, N <= 50: chain rule 2e-14, FDSVA 5e-11 on
        chains.

        As the claim on inverse dynamics; the matrix n x 3n over (q, v, tau). The limit,
        2e-14, is kept by the chain rule over ABA everywhere and by FDSVA on binary trees. On long
        chains FDSVA solves with a factor of H, whose condition number grows faster than what the
        recursion loses.
        """,
        partial(cases.first, "forward"),
        *(
            median
            for pair in zip(
                _first(f"{FDSVA}, ", FDSVA, FIRST_OF_CHAINS),
                _first(f"{CHAIN_RULE}, ", CHAIN_RULE, FIRST),
                strict=True,
            )
            for median in pair
        ),
    ),
    _claim(
        "second_serial",
        """IDSVA-SO on chains: median RMSRE at most 5e-15 at N = 10, 5e-14 at 40, 2e-13 at 100.

        Against 50 digits, ten seeds, the tensor n x 3n x 3n of (43) of Singh et al. The recursion
        runs in inertial axes at the root body's origin, and sums along the chain; the limits
        allow some ten ulp of the largest terms per ten joints.
        """,
        partial(cases.second, "inverse", "serial"),
        Medians("median", IDSVA_SO, CHAINS),
    ),
    _claim(
        "second_binary",
        """IDSVA-SO on binary trees of up to 100 joints: median RMSRE at most 3e-15.

        Against 50 digits, the tensor n x 3n x 3n of (43) of Singh et al., in which the entries off
        the paths of the tree are zeros that are known. A path of a hundred bodies has seven joints.
        """,
        partial(cases.second, "inverse", "binary"),
        Medians("median", IDSVA_SO, TREES),
    ),
    _claim(
        "second_chain_rule",
        """The chain rule over inverse dynamics: error at most a third of IDSVA-SO's limits.

        Second-order hyper-dual numbers through the body-frame recursion, whose rounding is smaller
        than that of any recursion in one frame: median RMSRE over ten seeds at most 1/3 of 5e-15,
        5e-14, 2e-13 at N = 10, 40, 100, and of 3e-15 on binary trees.
        """,
        partial(cases.chains_and_trees, "inverse"),
        Medians("chains, median", CHAIN_RULE, CHAINS_BY_CHAIN_RULE, KINDS["chains"]),
        Medians("trees, median", CHAIN_RULE, TREES_BY_CHAIN_RULE, KINDS["trees"]),
    ),
    _claim(
        "second_far",
        """IDSVA-SO and the chain rule keep these limits with the base 1e6 m from the origin.

        Chains on a free base; in the ground frame some twelve digits would be lost. The recursion's
        frame is at the root body, so that the same draw gives the same numbers wherever the base
        stands; N counts the base as a joint of six degrees.
        """,
        partial(cases.far, "inverse"),
        Medians("IDSVA-SO, median", IDSVA_SO, CHAINS),
        Medians("chain rule, median", CHAIN_RULE, CHAINS_BY_CHAIN_RULE),
    ),
    _claim(
        "forward_second",
        """Forward dynamics, N = 40: error of FDSVA-SO at most 5e-12, of the chain rule 2e-13.

        Median RMSRE over ten seeds, against 50 digits, the tensor n x 3n x 3n over (q, v, tau).
        FDSVA-SO goes through the second partials of inverse dynamics and four solves with H, whose
        condition number multiplies their rounding; the chain rule stays inside the recursion.
        On binary trees the same limits.
        """,
        partial(cases.chains_and_trees, "forward"),
        Medians("FDSVA-SO, chains", FDSVA_SO, BY_FDSVA, KINDS["chains"]),
        Medians("chain rule, chains", CHAIN_RULE, BY_ABA, KINDS["chains"]),
        Medians("FDSVA-SO, trees", FDSVA_SO, BY_FDSVA, KINDS["trees"]),
        Medians("chain rule, trees", CHAIN_RULE, BY_ABA, KINDS["trees"]),
    ),
    _claim(
        "forward_second_far",
        """FDSVA-SO and the chain rule over ABA keep these limits 1e6 m from the origin.

        Chains of N = 40 on a free base, ten seeds; FDSVA-SO's parts are computed at the root body,
        and no part of the chain rule's recursion sees the distance.
        """,
        partial(cases.far, "forward"),
        Medians("FDSVA-SO, median", FDSVA_SO, BY_FDSVA),
        Medians("chain rule, median", CHAIN_RULE, BY_ABA),
    ),
    claim(
        "real_robots",
        """On ur5, panda, hyq and talos second partials err 1e-14 (inverse), 1e-12 (forward
        dynamics).

        RMSRE against 50 digits of IDSVA-SO and FDSVA-SO, the chain rule a tenth of the latter; hyq
        and talos on a free base. The numbers of inverse dynamics are those of chains as deep;
        forward dynamics has the condition number of H beside, which light grippers and feet make
        large.
        """,
        evaluate,
        cases.real,
        [
            Limit(
                f"{method}, {dynamics} dynamics",
                numbers.metric_of(method),
                limit,
                of=having("dynamics", value=dynamics),
            )
            for (dynamics, method), limit in REAL.items()
        ],
    ),
)
