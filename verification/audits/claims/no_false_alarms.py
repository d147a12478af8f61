"""Claims that `lieref check` raises no false alarm, as rows of data, one a library."""

from dataclasses import dataclass

from verification.audits import numbers, selections
from verification.claims import Claim, claim
from verification.measurements.audits.audit_models import evaluate
from verification.verdicts import Params, Records, Row

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
        return selections.of_kinds(self.word, quick) if self.quick or not quick else []

    def robots(self, quick: bool) -> list[Params]:
        """Every robot; the quick selection has three."""
        return selections.of_robots(self.word, quick) if self.quick or not quick else []

    def judge_trees(self, records: Records) -> list[Row]:
        """Rows for each quantity, the alarms, the reference values and the number of models."""
        return numbers.no_alarm(records, self.offered * len(records) // 10)

    def judge_robots(self, records: Records) -> list[Row]:
        """The same; of a part of the quick selection, all of it."""
        few = self.quick and len(records) <= len(selections.FEW_ROBOTS)
        return numbers.no_alarm(records, max(1, len(records)) if few else self.models)


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
            library.judge_trees,
        ),
        claim(
            f"{library.word}_robots",
            f"{alarm} all robots of example-robot-data.\n{robots}",
            evaluate,
            library.robots,
            library.judge_robots,
        ),
    )


CLAIMS = tuple(found for library in LIBRARIES for found in _claims(library))
