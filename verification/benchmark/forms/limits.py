"""The statements on the forms of inverse dynamics and their limits."""

from __future__ import annotations

from lieref.reporting.campaigns.store import Record
from verification.benchmark.forms.plans import ALL, TALOS
from verification.benchmark.limits import Judging, Records, claimed
from verification.benchmark.timed import ratio
from verification.verdicts import Pick, Row, at_most

TIMES = "The hybrid form's kernel takes at most 4 times the default form's time, the spatial 6."
REGRESSOR = "The regressor of Talos takes at most 25 times the time of one inverse dynamics."
MOST = {"hybrid": 4.0, "spatial": 6.0}
JUDGED = (0, 5)
MOST_REGRESSOR = 25.0


def multiple(form: str) -> Pick:
    """Return the pick of a form's best time over the default form's."""
    return lambda record: 1.0 if form == "default" else 1 / ratio(form)(record)


def of(records: Records, order: int) -> list[Record]:
    """Return the records of one order."""
    return [record for record in records if record["params"]["order"] == order]


def times(records: Records) -> list[Row]:
    """Judge the kernels of the hybrid and the spatial form by that of the default form."""
    return [
        at_most(f"{form} over default, order {order}", of(records, order), multiple(form), most)
        for form, most in MOST.items()
        for order in JUDGED
    ]


def regressor(records: Records) -> list[Row]:
    """Judge the regressor on Talos by one inverse dynamics, both called from Python."""
    own = [record for record in records if record["params"]["robot"] == ALL[TALOS]]
    return [at_most(TALOS, own, ratio("inverse dynamics"), MOST_REGRESSOR)]


CLAIMS: tuple[Judging, ...] = (
    claimed(
        "forms",
        "speed_forms",
        TIMES,
        "Kernels without Python, all forms in turn in one run, best of many short repeats, on "
        "every robot, at orders 0 and 5.",
        times,
    ),
    claimed(
        "regressor",
        "speed_regressor",
        REGRESSOR,
        "Called from Python, both with arrays at hand; the regressor has ten columns a body.",
        regressor,
    ),
)
