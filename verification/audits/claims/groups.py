"""Claims on functions of SO(3) and SE(3) of lieref, Pinocchio and jaxlie."""

import math
from functools import partial

from verification.audits import cases
from verification.audits.numbers import PROVEN, group_error
from verification.claims import claim
from verification.measurements.audits.audit_groups import evaluate
from verification.picks import having, number
from verification.subjects.peers.group_functions import BLOCKS
from verification.verdicts import Limit

#: Ranges of angles: all, those where series take over, and those where a function is singular.
ALL = (0.0, 99.0)
SMALL, TINY = (1e-5, 1e-2), (1e-7, 1e-3)
NEAR_PI = (math.pi - 1e-6, math.pi)
NEAR_TURN = (2 * math.pi - 1e-9, 2 * math.pi + 1e-9)
OFF = "off-diagonal"
DOUBLE = having("library", value="jaxlie")


CLAIMS = (
    claim(
        "groups_lieref",
        """lieref's functions on SO(3) and SE(3) are accurate to 2e-15 at every angle: no false
        alarm.

        exp, log, and the right Jacobians of both, from 1e-16 to beyond 2 pi, closely around pi and
        2 pi; largest error of each block over its largest entry. A log's argument is the double
        nearest to the pose, and its reference value the log of the rotation nearest to that.
        """,
        evaluate,
        partial(cases.functions, "lieref"),
        [
            *(Limit(name, group_error(name, x, *ALL), 2e-15) for name, x in BLOCKS.items()),
            Limit("radius of the reference values", number("radius"), PROVEN),
        ],
    ),
    claim(
        "groups_pinocchio",
        """Pinocchio's exp, Jexp3, log are accurate to 1e-11 at every angle; Jexp6, Jlog3, Jlog6 are
        not.

        Largest error of each block over its largest entry. Jlog3 loses digits just above the angle
        where a series takes over, Jexp6 and Jlog6 lose more in their off-diagonal block, and within
        1e-8 of 2 pi that of Jexp6 is NaN, which counts as an infinite error. Limits from below are
        a tenth of what was found over angles with sixteen steps a decade.
        """,
        evaluate,
        partial(cases.functions, "pinocchio"),
        [
            *(
                Limit(name, group_error(name, BLOCKS[name], *ALL), 1e-11)
                for name in ("exp3", "exp6", "log3", "log6", "Jexp3")
            ),
            *(
                Limit(part, group_error(name, (block,), *angles), least, "at least")
                for part, name, block, angles, least in (
                    ("Jlog3, small angles", "Jlog3", "diagonal", SMALL, 1e-11),
                    ("Jexp6 off-diagonal, small angles", "Jexp6", OFF, SMALL, 1e-9),
                    ("Jlog6 off-diagonal, small angles", "Jlog6", OFF, SMALL, 1e-8),
                    ("Jexp6 off-diagonal, 2 pi", "Jexp6", OFF, NEAR_TURN, 1e300),
                )
            ),
        ],
    ),
    claim(
        "groups_jaxlie",
        """jaxlie's exp of a rotation is accurate to 1e-14 in float64; SE3.exp, logs and jlog are
        not.

        Largest error of each block over its largest entry. SE3.exp loses digits of the translation
        below an angle of 1e-5, jlog of its off-diagonal block around it, the logs near pi. Logs are
        asked for unit quaternions. float32, which is jaxlie's default, is in a table.
        """,
        evaluate,
        cases.jaxlie,
        [
            *(
                Limit(part, group_error(name, ("rotation",), *ALL), 1e-14, of=DOUBLE)
                for part, name in (("SO3.exp", "exp3"), ("SE3.exp, rotation", "exp6"))
            ),
            *(
                Limit(part, group_error(name, (block,), *angles), least, "at least", DOUBLE)
                for part, name, block, angles, least in (
                    ("SE3.exp, translation, small angles", "exp6", "translation", TINY, 1e-8),
                    ("SE3.jlog, off-diagonal, small angles", "Jlog6", OFF, TINY, 1e-4),
                    ("SO3.log near pi", "log3", "angular", NEAR_PI, 1e-12),
                )
            ),
        ],
    ),
)
