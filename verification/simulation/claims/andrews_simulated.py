"""Andrews' squeezing mechanism is simulated to the state that is published of it at 0.03 s.

Test Set for IVP Solvers, problem "andrews". The reference value is the Test Set's own equations in
extended precision; the published state is 1.4e-9 rad off it. scipy's Radau, on the same
equations reduced to index 1 and at looser tolerances, comes to the same place and off the loops.
"""

from verification.measurements.loops.andrews_motion import evaluate
from verification.verdicts import Limit, Params, Pick, having, judged

__all__ = ["cases", "evaluate", "verdict"]

WAYS = {"simulate": 1e-12, "Radau": 1e-8}
SIMULATED, RADAU = having("way", value="simulate"), having("way", value="Radau")


def cases(quick: bool) -> list[Params]:
    """Both ways."""
    return [{"way": way, "tolerance": x, "steps": 100} for way, x in WAYS.items()]


def _number(name: str) -> Pick:
    return lambda record: float(record["result"][name])


verdict = judged(
    [
        Limit("angles to the reference value", _number("reference"), 1e-12, of=SIMULATED),
        Limit("speeds to the reference value", _number("reference_velocities"), 1e-12,
              of=SIMULATED),
        Limit("angles to the published", _number("published"), 2e-9, of=SIMULATED),
        Limit("speeds to the published", _number("published_velocities"), 1e-9, of=SIMULATED),
        Limit("residual", _number("residual"), 1e-15, of=SIMULATED),
        Limit("Radau, angles to the reference value", _number("reference"), 1e-8, of=RADAU),
    ]
)  # fmt: skip
