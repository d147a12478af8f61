"""The statements on calls, batches and threads, and their limits.

Limits are ratios to a peer in the same run, for AVX2 and AVX-512, those of batches for AVX-512
alone: with other builds of the kernels a ratio is stated and not judged.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from lieref.reporting.campaigns.store import Record
from verification.benchmark.dynamics.plans import VISITS
from verification.benchmark.dynamics.problems import FORWARD, INVERSE
from verification.benchmark.judging import Judging, claimed, wanted
from verification.benchmark.speed.cases import CPP, KERNEL, MUJOCO
from verification.benchmark.speed.plans import (
    BATCHED,
    HIGH,
    LARGE_NAME,
    SINGLE,
    SMALL_NAME,
    SPREAD,
)
from verification.benchmark.timed import best
from verification.verdicts import Limit, Pick

# The builds that limits are for, and those of batches, whose lanes are as many as a register has.
JUDGED, WIDEST = ("v3", "v4"), ("v4",)
PROBLEMS = (INVERSE, FORWARD)
# The largest ratio of the kernel's time to that of Pinocchio's C++, both at order 0.
FRACTIONS = {INVERSE.name: 0.3, FORWARD.name: 0.35}
# How many states a batch does, of orders 0 and 5, while Pinocchio's C++ does one of order 0.
THROUGHPUT = {INVERSE.name: {0: 12.0, HIGH: 2.0}, FORWARD.name: {0: 10.0, HIGH: 2.0}}
# The slowest of the random states over the fastest.
SLOWEST = 1.2
# What a call from Python takes over the kernel alone.
CALLS = {
    INVERSE.name: {"prepared": 1.5, "ordinary": 2.2},
    FORWARD.name: {"prepared": 1.2, "ordinary": 1.5},
}
REALS = 100.0


def over(record: Record, peer: str, own: str = KERNEL) -> float | None:
    """Return the ratio of lieref's time to a peer's, if the peer was timed."""
    if peer not in record["result"]["timings"]:
        return None
    return best(record, own) / best(record, peer)


def throughput(record: Record) -> float | None:
    """Return how many states a batch with one worker does while Pinocchio's C++ does one."""
    if CPP not in record["result"]["timings"]:
        return None
    return int(record["params"]["states"]) * best(record, CPP) / best(record, "one worker")


def share(record: Record) -> float:
    """Return the share of the peak in operations a second."""
    return float(record["result"]["flops_per_second"]) / float(record["result"]["peak_flops"])


def speedup(record: Record) -> float | None:
    """Return what two workers do over one."""
    return over(record, "two workers", "one worker")


def _judged(pick: Pick, builds: tuple[str, ...] = JUDGED) -> Pick:
    """The same where the kernels are of these builds."""

    def picked(record: Record) -> float | None:
        judged = "error" not in record and record["result"]["build"] in builds
        return pick(record) if judged else None

    return picked


def _single(peer: str, most: Mapping[str, float]) -> list[Limit]:
    """The kernels at order 0 by a peer's."""
    pick = _judged(partial(over, peer=peer))
    return [
        Limit(
            f"{problem.label}, {name}",
            pick,
            most[problem.name],
            of=wanted(problem, robot=robot, order=0),
        )
        for problem in PROBLEMS
        for name, robot in SINGLE.items()
    ]


def _batches(order: int) -> list[Limit]:
    """Batches at an order by Pinocchio's C++ at order 0."""
    return [
        Limit(
            f"{problem.label}, {name}",
            _judged(throughput, WIDEST),
            THROUGHPUT[problem.name][order],
            "at least",
            of=wanted(problem, robot=robot, order=order),
        )
        for problem in PROBLEMS
        for name, robot in BATCHED.items()
    ]


def state_times(record: Record) -> list[float]:
    """Return the best time of each random state, s, the fastest first."""
    return sorted(best(record, name) for name in record["result"]["timings"])


def slowest(record: Record) -> float:
    """Return the time of the slowest of the random states over that of the fastest."""
    times = state_times(record)
    return times[-1] / times[0]


def reals(record: Record) -> float:
    """Return the most doubles of workspace of a lane, per body and order r + 2."""
    bodies = int(record["result"]["nbodies"])
    counts = record["result"]["lanes"]
    return max(int(n) / (bodies * (int(r) + 2)) for r, n in counts.items())


SAME_RUN = (
    f"All are timed in turn at {VISITS} moments of one run (once in a quick one), best of many "
    "short repeats, on a state drawn at random; Pinocchio's C++ is compiled here with -O3 "
    "-march=native and waits in a process of its own. Judged where the kernels are built for "
    "AVX2 or AVX-512."
)
WIDEST_ALONE = SAME_RUN.replace("AVX2 or ", "")
CLAIMS: tuple[Judging, ...] = (
    claimed(
        "single",
        "speed_single",
        "At order 0 inverse dynamics takes at most 0.3 of the time of Pinocchio's rnea in C++, "
        "forward dynamics at most 0.35 of its aba.",
        SAME_RUN,
        _single(CPP, FRACTIONS),
    ),
    claimed(
        "single",
        "speed_mujoco",
        "At order 0 the kernels take less time than MuJoCo's C.",
        f"{SAME_RUN} MuJoCo's stages: mj_kinematics, mj_comPos, mj_comVel, mj_rne; for forward "
        "dynamics also mj_makeM, mj_factorM, mj_solveM.",
        _single(MUJOCO, dict.fromkeys(FRACTIONS, 1.0)),
    ),
    claimed(
        "single",
        "speed_fifth_order",
        "All time derivatives of inverse dynamics up to the fifth take no more time than "
        "Pinocchio's rnea in C++ takes for order 0.",
        SAME_RUN,
        [
            Limit(
                name,
                _judged(partial(over, peer=CPP)),
                1.0,
                of=wanted(INVERSE, robot=robot, order=HIGH),
            )
            for name, robot in SINGLE.items()
        ],
    ),
    claimed(
        "batch",
        "speed_batch",
        "A batch of 4096 states on one core does at least 12 times the states that Pinocchio's "
        "C++ does in inverse dynamics, 10 times in forward dynamics.",
        f"{WIDEST_ALONE} The batch is called from Python and makes its result array.",
        _batches(0),
    ),
    claimed(
        "batch",
        "speed_batch_fifth_order",
        "With all derivatives up to the fifth, such a batch does at least 2 times the states that "
        "Pinocchio's C++ does at order 0, in inverse and in forward dynamics.",
        WIDEST_ALONE,
        _batches(HIGH),
    ),
    claimed(
        "batch",
        "speed_workers",
        "Two workers do at least 1.85 times what one does.",
        "Batches of 4096 states from Python, in turn in one run; two cores are needed.",
        [
            Limit(
                f"{problem.label}, {name}, r = {order}",
                speedup,
                1.85,
                "at least",
                of=wanted(problem, robot=robot, order=order),
            )
            for problem in PROBLEMS
            for name, robot in BATCHED.items()
            for order in (0, HIGH)
        ],
    ),
    claimed(
        "spread",
        "speed_spread",
        "Every random state takes the same time, to a factor of 1.2: inverse and forward dynamics "
        "with all derivatives up to the fifth.",
        "The slowest over the fastest of 64 states drawn at random, timed in turn, best of many "
        "short repeats of each.",
        [
            Limit(
                f"{problem.label}, {name}",
                slowest,
                SLOWEST,
                of=wanted(problem, robot=robot, order=HIGH),
            )
            for problem in PROBLEMS
            for name, robot in SPREAD.items()
        ],
    ),
    claimed(
        "extended",
        "speed_extended",
        "A batch of 4096 states of forward dynamics at order 5 takes at most 8 times as long in "
        "double-doubles (digits=31) as in doubles.",
        "Called from Python, one worker, in turn in one run. Judged where the kernels are built "
        "for AVX2 or AVX-512.",
        [
            Limit(
                name,
                _judged(partial(over, peer="doubles", own="double-doubles")),
                8.0,
                of=wanted(FORWARD, robot=robot, order=HIGH),
            )
            for name, robot in BATCHED.items()
        ],
    ),
    claimed(
        "calls",
        "speed_prepared",
        "For N = 7 a prepared call takes at most 1.5 times as long as the kernel in inverse "
        "dynamics, 1.2 times in forward dynamics, the ordinary call at most 2.2 and 1.5 times.",
        "Called in a loop of Python, whose own time counts too; the ordinary call checks every "
        "argument and makes its result.",
        [
            Limit(
                f"{problem.label}, {call}, r = {order}",
                partial(over, peer=KERNEL, own=call),
                most,
                of=wanted(problem, robot=BATCHED[SMALL_NAME], order=order),
            )
            for problem in PROBLEMS
            for order in (0, HIGH)
            for call, most in CALLS[problem.name].items()
        ],
    ),
    claimed(
        "roofline",
        "speed_peak",
        "The batch of inverse dynamics at order 5 and N = 101 does at least 40 % of the operations "
        "that fused multiply-adds in the widest vectors do.",
        "Operations are counted by the plain Python implementation on counting scalars, "
        "as many as its result needs; a function counts as one. The peak is measured in the "
        "same run.",
        [
            Limit(
                "share of the peak",
                _judged(share),
                0.4,
                "at least",
                of=wanted(robot=BATCHED[LARGE_NAME], order=HIGH),
            )
        ],
    ),
    claimed(
        "workspace",
        "speed_workspace",
        "The workspace of inverse dynamics at order r has at most 100 (r + 2) doubles a body and "
        "lane.",
        "The largest over the orders 0 to 9, of a lane of a batch. One state alone has its orders "
        "in lanes and pads them to a register's width: see the table.",
        [Limit(name, reals, REALS, of=wanted(robot=x)) for name, x in BATCHED.items()],
    ),
)
