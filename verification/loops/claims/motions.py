"""Claims on motions of mechanisms: published ones, and what keeps loops closed."""

from lieref.reporting.campaigns.store import Record
from verification.claims import claim
from verification.loops.cases import andrews_ways, motions, sinusoids, toggles
from verification.loops.claims.accuracy import ACCURATE
from verification.measurements.loops import andrews_motion, ankle_torques, loops_laws, loops_toggle
from verification.picks import having, number, quotient, where, worst
from verification.verdicts import Limit, Pick, Records, Row

PUBLISHED = {
    "reference": ("angles to the reference value", 1e-11),
    "reference_velocities": ("speeds to the reference value", 1e-11),
    "start": ("accelerations to the published", 1e-14),
    "published": ("angles to the published", 2e-9),
    "published_velocities": ("speeds to the published", 1e-9),
}
EXTENDED = having("way", value="extended")


def _ours(record: Record) -> bool:
    """Whether the record was computed by lieref, and is not the reference value itself."""
    return not EXTENDED(record)


def _share(method: str, other: str) -> Pick:
    """The error of one simplification over that of another one."""
    return quotient(number("share", method), number("share", other))


def _drifted(records: Records) -> list[Row]:
    """There was something to solve on the worst mechanism."""
    drift = number("drifting")
    known = [record for record in records if "error" not in record]
    most = sorted(known, key=lambda record: drift(record) or 0.0)[-1:]
    return Limit("drifting, worst mechanism", drift, 1e-12, "at least")(most)


def _not_refused(record: Record) -> bool:
    return not record["result"]["tree"]["refused"]


def _unclear(record: Record) -> float:
    """1 if an answer was refused by anything else than a SingularError."""
    said = [record["result"][way]["refused"] for way in ("tree", "crank")]
    return float(any(text and not text.startswith("SingularError") for text in said))


CLAIMS = (
    claim(
        "andrews",
        """Andrews' squeezing mechanism has the accelerations and the motion that are published of
        it.

        Test Set for IVP Solvers, problem "andrews": accelerations at the start to 1e-14 of the
        largest. After 0.03 s the reference is the Test Set's own equations in extended precision, a
        program apart from lieref: angles agree with it to 1e-11 rad, speeds to 1e-11 of the
        largest, with the loops closed in every evaluation and with the whole tree integrated
        (scipy's DOP853, tolerances of 1e-13). The published state is 1.4e-9 rad off that reference;
        this is the published state's own error, and the reason why the angles are compared with it
        to no more than 2e-9 rad.
        """,
        andrews_motion.evaluate,
        andrews_ways,
        [
            *(Limit(part, where(_ours, number(x)), y) for x, (part, y) in PUBLISHED.items()),
            Limit(
                "published to the reference",
                where(EXTENDED, number("published")),
                1e-9,
                "at least",
            ),
            Limit(
                "residual, re-solved",
                where(having("way", value="re-solved"), number("residual")),
                1e-15,
            ),
        ],
    ),
    claim(
        "ankle",
        """Leaving the rotors out costs an ankle more than 10 % of its peak torque; an armature, a
        part.

        A leg like the MIT Humanoid's, all joints along 0.5 rad sin(2 pi w t), as Chignoli et al.,
        Fig. 14; its formula has w = 1.5 / s, its caption 1.5 rad / s, and both are measured. Errors
        are root mean squares over the period at the ankle. The exact inverse dynamics is the
        oracle's to 1e-13 of each joint's peak at every time. The tree without rotors: an error over
        10 % of the ankle's peak; the diagonal of the armature leaves at most 0.6 of that, the full
        one at most a quarter of what the diagonal leaves, and still more than 1 % of the peak: a
        constant armature has no terms of the thigh's motion. Limits are set by measurement on this
        leg, whose numbers are not the paper's robot.
        """,
        ankle_torques.evaluate,
        sinusoids,
        [
            Limit("exact to the oracle", worst("oracle"), ACCURATE),
            Limit("no rotors, of the peak", number("share", "unconstrained"), 0.1, "at least"),
            Limit("diagonal armature over no rotors", _share("approximate", "unconstrained"), 0.6),
            Limit(
                "full armature over the diagonal", _share("approximate_full", "approximate"), 0.25
            ),
            Limit(
                "full armature, of the peak", number("share", "approximate_full"), 0.01, "at least"
            ),
        ],
    ),
    claim(
        "closed",
        """Loops stay closed to 1e-13 along a motion when they are solved again after each step.

        400 steps of 2 ms of an explicit midpoint rule along G ydot; without solving again the
        residual (rad, m) drifts away, which is why `project` and `expand` exist.
        """,
        loops_laws.evaluate,
        motions,
        [Limit("solved again", number("re-solved"), 1e-13), _drifted],
    ),
    claim(
        "toggle",
        """In tree coordinates forward dynamics keeps its digits into a toggle of the chosen
        coordinate.

        A four-bar linkage whose coupler and rocker are bent by 1e-2 to 1e-12 rad, where the crank
        turns back. With the free motions chosen at the configuration the C-ABA stays below 1e-9,
        and within 30 times the conditioning bound; with the crank independent it may lose its
        digits (see the figure), as a fixed choice must.
        """,
        loops_toggle.evaluate,
        toggles,
        [
            Limit("error, or refused", number("tree", "error"), 1e-9),
            Limit(
                "error over the bound",
                where(_not_refused, quotient(number("tree", "error"), number("bound"))),
                30.0,
            ),
            Limit("refused by other errors", _unclear, 0.0),
        ],
    ),
)
