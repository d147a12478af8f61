"""The statements on the forms of inverse dynamics and their limits."""

from __future__ import annotations

from lieref.reporting.campaigns.store import Record
from verification.benchmark.forms.plans import ALL, TALOS
from verification.benchmark.judging import Judging, claimed, wanted
from verification.benchmark.timed import ratio
from verification.verdicts import Limit, Pick, Records

MOST = {"hybrid": 4.0, "spatial": 6.0}
JUDGED = (0, 5)
MOST_REGRESSOR = 25.0


def multiple(form: str) -> Pick:
    """Return the pick of a form's best time over the default form's."""
    return lambda record: 1.0 if form == "default" else 1 / ratio(form)(record)


def of(records: Records, order: int) -> list[Record]:
    """Return the records of one order."""
    return [record for record in records if record["params"]["order"] == order]


CLAIMS: tuple[Judging, ...] = (
    claimed(
        "forms",
        "speed_forms",
        "The hybrid form's kernel takes at most 4 times the default form's time, the spatial 6.",
        "Kernels without Python, all forms in turn in one run, best of many short repeats, on "
        "every robot, at orders 0 and 5.",
        [
            Limit(f"{form} over default, order {x}", multiple(form), most, of=wanted(order=x))
            for form, most in MOST.items()
            for x in JUDGED
        ],
    ),
    claimed(
        "regressor",
        "speed_regressor",
        "The regressor of Talos takes at most 25 times the time of one inverse dynamics.",
        "Called from Python, both with arrays at hand; the regressor has ten columns a body.",
        [Limit(TALOS, ratio("inverse dynamics"), MOST_REGRESSOR, of=wanted(robot=ALL[TALOS]))],
    ),
)
