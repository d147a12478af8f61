"""Claims on rotors and elastic joints."""

import math

from lieref.reporting.campaigns.store import Record
from verification.claims import claim
from verification.measurements.simulation import elastic_joints, hexarotor
from verification.picks import having, largest, number, worst
from verification.simulation import cases
from verification.verdicts import Limit

REDUCED, COMPLETE = having("complete", value=False), having("complete", value=True)


def _order(record: Record) -> float:
    """How far the order of the convergence is from 1."""
    gaps = record["result"]["gaps"]
    return largest(abs(math.log10(a / b) - 1) for a, b in zip(gaps[1:-1], gaps[2:], strict=True))


CLAIMS = (
    claim(
        "hexarotor_rank",
        """The hexarotor of Sec. 7.1 as printed has an allocation map of rank 3; alternating signs
        mend it.

        One alpha, beta and c_d for all six leave it unchanged by a sixth of a turn: its columns are
        one wrench turned about z, and hold the wrenches of one axial and two transversal kinds
        only. A fully actuated hexarotor, which the paper says it is, wants neighbors that differ.
        """,
        hexarotor.evaluate,
        cases.hexarotors,
        [
            Limit("as printed, rank", number("printed"), 3),
            Limit("alternating, rank", number("alternating"), 6, "at least"),
        ],
    ),
    claim(
        "rotor_speeds",
        """The catalogue's hexarotor flies Table 3's trajectory with rotor speeds that give its
        wrench back.

        Orders 0 to 5, relative to the peak of each order. The limit is four times what the
        reference report of version 0.2.0 found, rounded up.
        """,
        hexarotor.evaluate,
        cases.rotor_speeds,
        [
            Limit("wrench, orders 0-5", worst("error"), 1e-14),
            Limit("least rotor speed, rad/s", number("least"), 100.0, "at least"),
        ],
    ),
    claim(
        "elastic_limit",
        """As springs become stiff, motor torques come to those of the rigid robot, in proportion to
        1 / K.

        Four decades of stiffness. The rigid robot has the motors as armature and damping of its
        joints. In the reduced model the difference is (B tau'' + D tau') / K but for rounding. In
        the complete one, of gear ratio 20, it is so in the leading term: the order of convergence
        is 1 but for terms that are smaller by tau'' / (K tau). The limit is ten times what was
        found.
        """,
        elastic_joints.evaluate,
        cases.elastic_arms,
        [
            Limit("reduced model, order - 1", _order, 1e-6, of=REDUCED),
            Limit("complete model, order - 1", _order, 1e-6, of=COMPLETE),
            Limit(
                "reduced model, less (B tau'' + D tau') / K", worst("predicted"), 1e-14, of=REDUCED
            ),
        ],
    ),
)
