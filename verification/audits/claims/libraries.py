"""Claims on what `lieref check` says of libraries: no false alarm, and what differences lose."""

from dataclasses import dataclass
from functools import partial

from lieref.reporting.campaigns.store import Record
from verification.audits import cases
from verification.audits.numbers import RIGHT, no_alarm, results
from verification.claims import Claim, claim
from verification.measurements.audits.audit_models import evaluate
from verification.picks import largest
from verification.verdicts import Limit, Params, Pick, Records, Row

JOINTS = """
Random trees of five bodies of one joint type or of three, on the world and on a free base: every
quantity that the subject offers, row by row within the tolerance that conditioning justifies.
"""
ROBOTS = """
Each tree once (several files describe the same), with a free base, at a generic state: {}, row by
row within the tolerance that conditioning justifies, and every reference proven. Models that a
library refuses are in a table.
"""
EVERYTHING = "every quantity that the subject offers"


@dataclass(frozen=True)
class Library:
    """A library, and what of it is compared.

    Attributes
    ----------
    name : str
    offered : int
        Of ten trees of joint types, those that it has joints for.
    models : int
        The robots that it reads.
    quantities : str
        What is asked about these.
    quick : bool
        Whether the quick selection has it.
    """

    name: str
    offered: int
    models: int
    quantities: str = EVERYTHING
    quick: bool = True

    @property
    def word(self) -> str:
        """The name that the check has for it."""
        return self.name.lower()

    def trees(self, quick: bool) -> list[Params]:
        """Trees of every joint type."""
        return cases.of_kinds(self.word, quick) if self.quick or not quick else []

    def robots(self, quick: bool) -> list[Params]:
        """Every robot; the quick selection has three."""
        return cases.of_robots(self.word, quick) if self.quick or not quick else []

    def judge_trees(self, records: Records) -> list[Row]:
        """Rows for each quantity, the alarms, the reference values and the number of models."""
        return no_alarm(records, self.offered * len(records) // 10)

    def judge_robots(self, records: Records) -> list[Row]:
        """The same; of a part of the quick selection, all of it."""
        few = self.quick and len(records) <= len(cases.FEW_ROBOTS)
        return no_alarm(records, max(1, len(records)) if few else self.models)


LIBRARIES = (
    Library("Pinocchio", 10, 60),
    # six of sixty have inertias that MuJoCo does not compile
    Library("MuJoCo", 8, 54, "dynamics and inertia"),
    # large: the quick selection does without it
    Library("Drake", 10, 60, quick=False),
)


def _claims(library: Library) -> tuple[Claim, Claim]:
    alarm = f"`lieref check` raises no false alarm on {library.name} over"
    robots = ROBOTS.format(library.quantities)
    return (
        claim(
            f"{library.word}_joints",
            f"{alarm} joint types.\n{JOINTS}",
            evaluate,
            library.trees,
            [library.judge_trees],
        ),
        claim(
            f"{library.word}_robots",
            f"{alarm} all robots of example-robot-data.\n{robots}",
            evaluate,
            library.robots,
            [library.judge_robots],
        ),
    )


ONE_SIDED, CENTRAL = ("dtau_dq", "dtau_dv"), ("da_dq", "da_dv")


def _worst(outputs: tuple[str, ...], key: str) -> Pick:
    def pick(record: Record) -> float | None:
        found = [x for x in results(record) if x["output"] in outputs]
        return largest(x[key] for x in found) if found else None

    return pick


def _to_step(record: Record) -> float | None:
    """How many of the differences are accurate to their step and not to rounding."""
    found = [x for x in results(record) if x["output"] in ONE_SIDED]
    return float(sum(x["status"] == "pass to step" for x in found)) if found else None


def _revolute(record: Record) -> bool:
    return "revolute" in record["params"]["robot"]["kinds"]


CLAIMS = (
    *(found for library in LIBRARIES for found in _claims(library)),
    claim(
        "mujoco_differences",
        """MuJoCo's finite-difference derivatives are accurate to the error of their step, and no
        better.

        `mjd_inverseFD` (one-sided) and `mjd_transitionFD` (central), over the trees of the joint
        types: the error is within that of the step, as the reference has it from second
        derivatives, and beyond what conditioning justifies. da/dtau comes without differences and
        is accurate to rounding.
        """,
        evaluate,
        partial(cases.of_kinds, "mujoco"),
        [
            Limit("one-sided, error over that of the step", _worst(ONE_SIDED, "ratio"), 1.0),
            Limit("central, error over that of the step", _worst(CENTRAL, "ratio"), 1.0),
            Limit("da/dtau, relative error", _worst(("da_dtau",), "error"), RIGHT),
            Limit(
                "one-sided, arrays not right to rounding", _to_step, 1.0, "at least", of=_revolute
            ),
            Limit(
                "one-sided, relative error",
                _worst(ONE_SIDED, "error"),
                1e-9,
                "at least",
                of=_revolute,
            ),
        ],
    ),
)
