"""Claims on what forward dynamics does next to a singular robot."""

from lieref.reporting.campaigns.store import Record
from verification.claims import claim
from verification.forward_dynamics import cases
from verification.forward_dynamics.numbers import BOUNDS
from verification.measurements.forward_dynamics.near_singular import evaluate
from verification.picks import number, where
from verification.subjects.computations import FORMS
from verification.subjects.near_singular import LEAF
from verification.subjects.tasks import FINE, TWIST_FORMS
from verification.verdicts import Condition, Limit, Pick, Share, Verdict

#: Errors across a thin rod of the spatial form, and of those by twists.
SPATIAL, BY_TWISTS = 1e-2, 2.0**-52 / 1e-12


def _solved(form: str) -> Condition:
    """Whether there is a motion."""
    return lambda record: bool(record["result"]["forms"][form]["refused"] is None)


def _measured(form: str, *keys: str | int) -> Pick:
    """The number of a form, None where it refuses."""
    return where(_solved(form), number("forms", form, *keys))


def _thin(record: Record) -> bool:
    return bool(record["params"]["kind"] == "thin")


def _no_rod(record: Record) -> bool:
    return not _thin(record)


def _wrong_name(form: str) -> Limit:
    """No error names no joint, or not the leaf where that is to blame."""

    def pick(record: Record) -> float:
        name = record["result"]["forms"][form]["refused"]
        leaf = record["params"]["kind"] in ("massless", "thin")
        return float(name is not None and (not name or (leaf and name != LEAF)))

    return Limit(f"{form}, refusals that name no joint or another", pick, 0.0)


def _beside_rods(form: str, rods: float) -> list[Limit]:
    """By the bound, but for thin rods, whose limit is absolute."""
    part = f"{form}, error by bound, no thin rod"
    return [
        Limit(part, _measured(form, "ratio"), BOUNDS, of=_no_rod),
        Limit(f"{form}, error, thin rod", _measured(form, "error"), rods, of=_thin),
    ]


def _accurate(form: str) -> Condition:
    """Whether every order of the motion keeps three digits."""
    return lambda record: float(record["result"]["forms"][form]["error"]) <= 1e-3


def _errors(form: str) -> list[Verdict]:
    first = Limit(f"{form}, error of order 0", _measured(form, "errors", 0), 1e-5)
    return [first, Share(f"{form}, three digits", _accurate(form), 0.98, of=_solved(form))]


def _refusals(form: str) -> list[Verdict]:
    def nameless(record: Record) -> float:
        return float(record["result"]["forms"][form]["refused"] == "")

    return [
        Limit(f"{form}, refusals that name no joint", nameless, 0.0),
        Share(f"{form}, solved", _solved(form), 0.6),
    ]


CLAIMS = (
    claim(
        "near_singular",
        """Next to a singular robot doubles stay within 30 conditioning error bounds, or name a
        joint.

        A leaf without mass or nearly so, a rod with hardly any inertia about its joint's axis,
        masses in a ratio of up to 1e12; orders 0 to 3, forces of a motion. A light leaf and a thin
        rod may only be refused in the leaf's own name. The spatial form loses digits across a thin
        rod before it refuses: tensor components in axes that do not turn with the rod are rounded,
        and the error is up to 1e-2.
        """,
        evaluate,
        cases.near_singular,
        [
            Limit("default, error by bound", _measured("default", "ratio"), BOUNDS),
            *_beside_rods("spatial", SPATIAL),
            *map(_wrong_name, FORMS),
        ],
    ),
    claim(
        "twists_singular",
        """Next to a singular robot the forms by twists stay within 30 bounds, or name the joint.

        On the robots of the claim on the other forms. In doubles they lose digits across a thin rod
        beyond the bound before they refuse: terms that cancel about its axis are rounded before.
        They refuse what is below 1e-12 of the inertias that it is the difference of, so up to eps /
        1e-12 may be lost.
        """,
        evaluate,
        cases.near_singular_by_twists,
        [x for form in TWIST_FORMS for x in (*_beside_rods(form, BY_TWISTS), _wrong_name(form))],
    ),
    claim(
        "near_singular_draws",
        """Trees of points, thin rods and bodies of extreme mass ratios: what doubles lose, and 31
        digits.

        Random trees of two to eight bodies, half of them ordinary, with random forces; orders 0 to
        3. In doubles what is not refused is accurate to 1e-5 at order 0, with 31 digits to 1e-14,
        and 98 of 100 keep three digits at every order: the pivot test looks at inertias, not at
        what cancels in higher orders of a motion that a force of 1 N gives to a body of 1e-12 kg,
        such as squares of accelerations of 1e8. An error names a joint, and is not the easy way
        out: more than half are solved.
        """,
        evaluate,
        cases.near_singular_draws,
        [
            *(x for form in FORMS for x in _errors(form)),
            Limit(f"{FINE}, error of order 0", _measured(FINE, "errors", 0), 1e-14),
            *(x for form in (*FORMS, FINE) for x in _refusals(form)),
        ],
    ),
)
