"""jaxlie's exp of a rotation is accurate to 1e-14 in float64; SE3.exp, logs and jlog are not.

Largest error of each block over its largest entry. SE3.exp loses digits of the translation below
an angle of 1e-5, jlog of its off-diagonal block around it, the logs near pi. Logs are asked for
unit quaternions. float32, which is jaxlie's default, is in a table.
"""

import math

from verification.audits import numbers, selections
from verification.measurements.audits.audit_groups import evaluate
from verification.verdicts import Params, Records, Row, at_least, at_most

__all__ = ["cases", "evaluate", "verdict"]

SMALL = (1e-7, 1e-3)
NEAR_PI = (math.pi - 1e-6, math.pi)


def cases(quick: bool) -> list[Params]:
    """All functions in float64 and float32; the quick run does without jax."""
    if quick:
        return []
    return [
        params
        for library in ("jaxlie", "jaxlie float32")
        for params in selections.functions(library, quick)
    ]


def verdict(records: Records) -> list[Row]:
    """Rows from above for what is right, from below for what is not."""
    double = [r for r in records if r["params"]["library"] == "jaxlie"]
    return [
        at_most("SO3.exp", double, numbers.group_error("exp3", ("rotation",), 0.0, 99.0), 1e-14),
        at_most("SE3.exp, rotation", double,
                numbers.group_error("exp6", ("rotation",), 0.0, 99.0), 1e-14),
        at_least("SE3.exp, translation, small angles", double,
                 numbers.group_error("exp6", ("translation",), *SMALL), 1e-8),
        at_least("SE3.jlog, off-diagonal, small angles", double,
                 numbers.group_error("Jlog6", ("off-diagonal",), *SMALL), 1e-4),
        at_least("SO3.log near pi", double,
                 numbers.group_error("log3", ("angular",), *NEAR_PI), 1e-12),
    ]  # fmt: skip
