"""Claims that first partials agree with Pinocchio's."""

import math
from functools import partial

from lieref.reporting.campaigns.store import Record
from verification.claims import claim
from verification.measurements.partials.pinocchio_partials import APART, evaluate
from verification.partials import cases
from verification.picks import number, param, where
from verification.verdicts import Count, Limit, Pick

FORWARD = ("da_dq", "da_dv", "da_dtau")
INVERSE = ("dtau_dq", "dtau_dv", "dtau_da")
ROBOT = param("robot", "path")


def _refused(record: Record) -> bool:
    return "singular" in record["result"]


def _regular(record: Record) -> bool:
    return not _refused(record)


def _apart(record: Record) -> bool:
    """Whether the libraries differ."""
    return record["result"].get("chain_rule") is not None


def _difference(kind: str, name: str, condition: float = math.inf) -> Pick:
    """The difference of an array where H is no worse; where they differ, lieref's own error."""

    def pick(record: Record) -> float | None:
        result = record["result"]
        if _refused(record) or float(result["unscaled"]) > condition:
            return None
        difference = float(result[kind][name])
        return float(result["ours"]) if kind == "plain" and difference > APART else difference

    return pick


CLAIMS = (
    claim(
        "pinocchio_forward",
        """On 66 robots da/dq, da/dv and H^-1 agree with Pinocchio's to 1e-12 times the condition of
        H.

        Fixed and free base, three random states each, relative max norm of each array: plain where
        the condition number of H is below 5e4, and everywhere in scaled coordinates, D^1/2 da/dx
        and D^1/2 H^-1 D^1/2 with D the diagonal of H, by the condition number there, as both
        libraries round and either may err by as much. Where they differ by more than 1e-12,
        lieref's own error against 50 digits counts for the plain difference. On some
        ill-conditioned robots the plain difference is larger: there the chain rule is accurate to
        1e-12 against 50 digits, so that it differs by Pinocchio's own error, and FDSVA's is about
        Pinocchio's, on icub by more (a table says how much). Two more robots have a joint that
        carries nothing: lieref names it, Pinocchio returns no numbers.
        """,
        evaluate,
        partial(cases.urdf, "forward"),
        [
            *(
                Limit(
                    f"{name} or own error where they differ, condition below 5e4",
                    _difference("plain", name, 5e4),
                    APART,
                )
                for name in FORWARD
            ),
            *(Limit(f"{name}, scaled", _difference("scaled", name), APART) for name in FORWARD),
            Limit(
                "chain rule against 50 digits, where they differ",
                where(_apart, number("chain_rule")),
                APART,
            ),
            Limit("robots refused that Pinocchio computes", where(_refused, number("finite")), 0.0),
            Count("robots", 66, ROBOT, of=_regular),
        ],
        whole=True,
    ),
    claim(
        "pinocchio_inverse",
        """On 68 robots dtau/dq, dtau/dv and H agree with Pinocchio's computeRNEADerivatives to
        1e-12.

        Fixed and free base, three random states each, relative max norm of each array, after the
        linear and the angular half of a free joint are exchanged.
        """,
        evaluate,
        partial(cases.urdf, "inverse"),
        [
            *(Limit(name, number("plain", name), 1e-12) for name in INVERSE),
            Count("robots", 68, ROBOT),
        ],
        whole=True,
    ),
)
