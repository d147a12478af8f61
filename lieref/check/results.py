"""What an audit found."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any

from lieref.check.diagnosis.confusions import Explanation
from lieref.check.differences import Differences
from lieref.check.judging import TO_STEP, Judgement
from lieref.version import __version__

#: Kinds of errors that are no fault of the subject's numbers: nothing was compared.
UNCOMPARED = ("missing", "refused", "no reference")


@dataclass(frozen=True)
class Result:
    """One result of one quantity at one state.

    Attributes
    ----------
    status : str
        "pass", "pass to step" (right but for the error that the step of its differences must
        have), "fail", "not offered", "no reference", "not asked", or a kind of `SubjectError`
    output : str
        Name of the result; empty if there are no numbers.
    judgement : Judgement or None
        None if there are no numbers.
    text : str
        What happened, if it is neither "pass" nor "fail".
    proven, radius, digits : bool, float, int
        Of the reference value, see `lieref.check.reference.Reference`.

    Examples
    --------
    >>> import lieref
    >>> report = lieref.check.audit("lieref", "serial_chain:2", "joint_space_inertia")
    >>> report.results[0].status
    'pass'
    """

    quantity: str
    output: str
    state: str
    status: str
    judgement: Judgement | None = None
    text: str = ""
    proven: bool = False
    radius: float = 0.0
    digits: int = 0


@dataclass
class Report:
    """What an audit found.

    differences : of the results that the subject computes so
    results : one for each quantity, result and state
    explanations : confusions and terms that explain what failed, see `lieref.check.diagnosis`
    located : parts of the forces that are wrong, where nothing explains them
    precision : of the subject's numbers, as it declared

    Examples
    --------
    >>> import lieref
    >>> report = lieref.check.audit("lieref", "serial_chain:2", "joint_space_inertia")
    >>> report.exit_status, len(report.failed)
    (0, 0)
    """

    subject: str
    model: str
    nv: int
    base: str
    factor: float
    differences: dict[str, Differences] = field(default_factory=dict)
    results: list[Result] = field(default_factory=list)
    explanations: list[Explanation] = field(default_factory=list)
    located: list[str] = field(default_factory=list)
    precision: str = "float64"
    seconds: float = 0.0
    lieref: str = __version__

    @property
    def failed(self) -> list[Result]:
        """The results that count against the subject."""
        neutral = ("pass", TO_STEP, "not offered", *UNCOMPARED)
        return [x for x in self.results if x.status not in neutral]

    @property
    def passed(self) -> list[Result]:
        """The results within their tolerances."""
        return [x for x in self.results if x.status in ("pass", TO_STEP)]

    @property
    def exit_status(self) -> int:
        """0 all that was offered passed; 1 something failed; 2 something could not be compared."""
        if self.failed:
            return 1
        return 2 if self.uncompared or not self.passed else 0

    @property
    def uncompared(self) -> list[Result]:
        """The results for which nothing was compared; what is not offered, if nothing else is."""
        kinds = UNCOMPARED if self.passed or self.failed else (*UNCOMPARED, "not offered")
        return [x for x in self.results if x.status in kinds]

    def as_dict(self) -> dict[str, Any]:
        """Return all of it as numbers, words, lists and dictionaries, for JSON."""
        return asdict(self) | {
            "verdict": ("pass", "fail", "not compared")[self.exit_status],
            "exit_status": self.exit_status,
        }
