"""Claims: one sentence each, what is measured for it, and rows of what it states.

Each topic has a folder ``claims``, whose modules hold claims as rows of data in ``CLAIMS``: a name,
a text, the ``evaluate`` of a module of `verification.measurements`, its cases, of which the quick
ones are a part of the full ones, and statements of `verification.verdicts`. Those on formulas of
papers are in `verification.formulas`.

Claims that name the same measurement with the same parameters share the case.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from lieref.reporting.campaigns.campaign import Case
from lieref.reporting.campaigns.store import Record
from verification.verdicts import Row, Verdict, judged, measured_parts


@dataclass(frozen=True)
class Erratum:
    """A formula of a paper that does not hold as it stands in the text that was read.

    Attributes
    ----------
    paper : str
        Number of the paper.
    place : str
        Equation, algorithm or section.
    printed : str
        The formula that is put to the test, in the letters of docs/notation.md.
    corrected : str
        The formula that holds.
    kind : str
        "misprint": it is printed so, wrong by the paper's own definitions, and no sentence nearby
        repairs it; "damage": the text is a machine's extraction and may have lost a letter;
        "convention": it holds in a reading that the paper allows; "doubtful".
    reason : str
        Why it is of this kind.
    slip : str
        Entries with the same slip are one misprint; empty for one alone.
    quote : str
        Of a misprint: what is printed, letter by letter in LaTeX, behind its place.
    """

    paper: str
    place: str
    printed: str
    corrected: str
    kind: str
    reason: str
    slip: str = ""
    quote: str = ""


@dataclass(frozen=True)
class Claim:
    """What a report judges; erratum: of a formula that is wrong as printed."""

    name: str
    sentence: str
    reason: str
    measurement: str
    params: Callable[[bool], list[dict[str, Any]]]
    verdict: Callable[[Sequence[Record]], list[Row]]
    erratum: Erratum | None = None
    whole: bool = False

    @property
    def paper(self) -> str:
        """Return the number of the paper whose formula it is about, nothing for other claims."""
        kind, _, number = self.measurement.rpartition(".")[2].rpartition("_")
        return number if kind == "errata" else ""

    def cases(self, quick: bool) -> list[Case]:
        """Return what is to be computed for this claim."""
        cost = getattr(importlib.import_module(self.measurement), "cost", lambda params: 1.0)
        return [Case(self.measurement, params, cost(params)) for params in self.params(quick)]


def claim(
    name: str,
    text: str,
    evaluate: Callable[..., Any],
    cases: Callable[[bool], list[dict[str, Any]]],
    statements: Sequence[Verdict],
    whole: bool = False,
    measured_alone: bool = False,
) -> Claim:
    """Return a claim.

    text : its sentence, and after an empty line its reason
    evaluate : of a module of `verification.measurements`
    whole : a part of the cases tells nothing: what is fitted to all of them, or counts them
    measured_alone : parts that no case is about are left out

    Raises
    ------
    TypeError
        If the text begins with no sentence.
    """
    sentence, _, reason = (" ".join(part.split()) for part in text.partition("\n\n"))
    if not sentence.endswith("."):
        raise TypeError(f"claim {name}: its text begins with no sentence")
    verdict = (measured_parts if measured_alone else judged)(statements)
    return Claim(name, sentence, reason, evaluate.__module__, cases, verdict, whole=whole)


def discover(package: str) -> list[Claim]:
    """Return every claim of the modules of a package, by name."""
    root = importlib.import_module(package)
    names = sorted(info.name for info in pkgutil.iter_modules(root.__path__))
    modules = [importlib.import_module(f"{package}.{name}") for name in names]
    found = [claim for module in modules for claim in module.CLAIMS]
    return sorted(found, key=lambda claim: claim.name)
