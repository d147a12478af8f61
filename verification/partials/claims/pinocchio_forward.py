"""On 66 robots da/dq, da/dv and H^-1 agree with Pinocchio's to 1e-12 times the condition of H.

Fixed and free base, three random states each, relative max norm of each array: plain where the
condition number of H is below 5e4, and everywhere in scaled coordinates, D^1/2 da/dx and D^1/2 H^-1
D^1/2 with D the diagonal of H, by the condition number there, as both libraries round and either
may err by as much. Where they differ by more than 1e-12, lieref's own error against 50 digits
counts for the plain difference. On some ill-conditioned robots the plain difference is larger:
there the chain rule is accurate to 1e-12 against 50 digits, so that it differs by Pinocchio's own
error, and FDSVA's is about Pinocchio's, on icub by more (a table says how much). Two more
robots have a joint that carries nothing: lieref names it, Pinocchio returns no numbers.
"""

from lieref.reporting.campaigns.store import Record
from verification.measurements.partials.pinocchio_partials import APART, evaluate
from verification.partials import selections
from verification.verdicts import Params, Pick, Records, Row, at_most

__all__ = ["WHOLE", "cases", "evaluate", "verdict"]

LIMIT, ROBOTS, WORST_CONDITION = APART, 66, 5e4
NAMES = ("da_dq", "da_dv", "da_dtau")
# the number of robots is a row
WHOLE = True


def cases(quick: bool) -> list[Params]:
    """Each robot with each base; the quick run: each robot once."""
    return selections.urdf("forward", quick)


def _difference(kind: str, name: str, condition: float = float("inf")) -> Pick:
    def pick(record: Record) -> float | None:
        result = record["result"]
        if "singular" in result or float(result["unscaled"]) > condition:
            return None
        difference = float(result[kind][name])
        return float(result["ours"]) if kind == "plain" and difference > LIMIT else difference

    return pick


def _singular(record: Record) -> float | None:
    """1 where lieref refuses a robot for which Pinocchio has numbers."""
    result = record["result"]
    return float(result["finite"]) if "singular" in result else None


def _chain_rule(record: Record) -> float | None:
    """The error of the chain rule, where the libraries differ."""
    found = record["result"].get("chain_rule")
    return None if found is None else float(found)


def verdict(records: Records) -> list[Row]:
    """Rows for each array, the refused robots, and how many are left."""
    computed = [r for r in records if "error" not in r and "singular" not in r["result"]]
    robots = len({r["params"]["robot"]["path"] for r in computed})
    plain = [
        at_most(f"{name} or own error where they differ, condition below 5e4", records,
                _difference("plain", name, WORST_CONDITION), LIMIT)
        for name in NAMES
    ]  # fmt: skip
    scaled = [
        at_most(f"{name}, scaled", records, _difference("scaled", name), LIMIT) for name in NAMES
    ]
    return [
        *plain,
        *scaled,
        at_most("chain rule against 50 digits, where they differ", records, _chain_rule, LIMIT),
        at_most("robots refused that Pinocchio computes", records, _singular, 0.0),
        Row("robots", robots, "at least", ROBOTS, robots >= ROBOTS, len(computed), "1", ""),
    ]
