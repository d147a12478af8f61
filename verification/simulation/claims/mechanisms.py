"""Claims on simulated mechanisms."""

import math

from lieref.reporting.campaigns.store import Record
from verification.claims import claim
from verification.measurements.loops import andrews_motion
from verification.measurements.simulation import mechanisms
from verification.picks import having, number
from verification.simulation import cases
from verification.verdicts import Limit

SIMULATED, RADAU = having("way", value="simulate"), having("way", value="Radau")


def _variational(record: Record) -> bool:
    return "step" in record["params"]


def _four_bar(record: Record) -> bool:
    return record["params"]["name"] == "four_bar" and not _variational(record)


def _order(record: Record) -> float:
    """How far the order of the published numbers is from 2."""
    errors = record["result"]["published"]
    return max(abs(math.log2(a / b) - 2) for a, b in zip(errors[:-1], errors[1:], strict=True))


CLAIMS = (
    claim(
        "andrews_simulated",
        """Andrews' squeezing mechanism is simulated to the state that is published of it at 0.03 s.

        Test Set for IVP Solvers, problem "andrews". The reference value is the Test Set's own
        equations in extended precision; the published state is 1.4e-9 rad off it. scipy's Radau, on
        the same equations reduced to index 1 and at looser tolerances, comes to the same place and
        off the loops.
        """,
        andrews_motion.evaluate,
        cases.andrews,
        [
            *(
                Limit(part, number(key), limit, of=SIMULATED)
                for part, key, limit in (
                    ("angles to the reference value", "reference", 1e-12),
                    ("speeds to the reference value", "reference_velocities", 1e-12),
                    ("angles to the published", "published", 2e-9),
                    ("speeds to the published", "published_velocities", 1e-9),
                    ("residual", "residual", 1e-15),
                )
            ),
            Limit("Radau, angles to the reference value", number("reference"), 1e-8, of=RADAU),
        ],
    ),
    claim(
        "mechanisms_kept",
        """Mechanisms stay closed to 1e-13, and a four-bar that turns for 60 s keeps its energy to
        1e-9.

        The adaptive method with tolerances of 1e-11, on motions under their weight from the
        assembly. The energy is relative to the largest kinetic energy. Openings are in rad and
        lengths of the loop. With the variational method and steps of 2 ms the energy swings, and
        its mean stays.
        """,
        mechanisms.evaluate,
        cases.mechanisms,
        [
            Limit("four-bar, change of energy", number("energy"), 1e-9, of=_four_bar),
            Limit("variational, drift of the mean energy", number("drift"), 2e-6, of=_variational),
            Limit("opening", number("opening"), 1e-13),
            Limit("rate of the opening", number("rate"), 1e-13),
        ],
    ),
    claim(
        "n_four_bar",
        """The N-four-bar passes its singular configurations on the motion that is known in closed
        form.

        IFToMM benchmark A02: parallelograms in a row that lose rank together whenever they lie
        flat. The rods move as one pendulum; the reference value is by Jacobi's elliptic functions
        at 30 digits, a second one scipy's Radau on the pendulum's equation. The published numbers
        after 10 s, EXUDYN's, come to the closed form with the order of their method, 2.
        """,
        mechanisms.evaluate,
        cases.n_four_bar,
        [
            Limit("error against the closed form", number("error"), 4e-7),
            Limit("Radau against the closed form", number("radau"), 4e-9),
            Limit("rods out of parallel", number("parallel"), 1e-13),
            Limit("opening", number("opening"), 1e-13),
            Limit("times that the rods lay flat", number("flat"), 10, "at least"),
            Limit("published, order - 2", _order, 0.1),
            Limit("published and extrapolated, error", number("extrapolated"), 1e-7),
        ],
    ),
)
