"""Claims: one module and one sentence each, found by looking into this folder.

A claim module has

- a docstring whose first line is the sentence, and whose rest says why the limit is what it is;
- ``evaluate(params) -> dict``: the measurement, usually taken from `verification.measurements`;
- ``cases(quick) -> list of params``: what is to be measured, the quick ones among the full ones;
- ``verdict(records) -> list of Row``: the statements, from the records of its cases.

``WHOLE = True`` says that a part of the cases tells nothing: what is fitted to all of them.

Claims of the same shape are rows of data: such a module has ``CLAIMS`` instead. Those on formulas
of papers are in `verification.formulas`.

Claims that name the same measurement with the same parameters share the case.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from types import ModuleType
from typing import Any

from lieref.reporting.campaigns.campaign import Case
from lieref.reporting.campaigns.store import Record
from verification.verdicts import Row


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


def from_module(module: ModuleType) -> Claim:
    """Return the claim of a module.

    Raises
    ------
    TypeError
        If the module lacks a part; says which.
    """
    name = module.__name__.rsplit(".", 1)[-1]
    for part in ("evaluate", "cases", "verdict"):
        if not callable(getattr(module, part, None)):
            raise TypeError(f"claim {name} has no function {part}")
    found = claim(name, module.__doc__ or "", module.evaluate, module.cases, module.verdict)
    return replace(found, whole=getattr(module, "WHOLE", False))


def claim(
    name: str,
    text: str,
    evaluate: Callable[..., Any],
    cases: Callable[[bool], list[dict[str, Any]]],
    verdict: Callable[[Sequence[Record]], list[Row]],
) -> Claim:
    """Return a claim.

    text : its sentence, and after an empty line its reason
    evaluate : of a module of `verification.measurements`

    Raises
    ------
    TypeError
        If that is no sentence.
    """
    sentence, _, reason = (" ".join(part.split()) for part in text.partition("\n\n"))
    if not sentence.endswith("."):
        raise TypeError(f"claim {name}: its text begins with no sentence")
    return Claim(name, sentence, reason, evaluate.__module__, cases, verdict)


def discover(package: str = __name__) -> list[Claim]:
    """Return every claim of the package, by name."""
    root = importlib.import_module(package)
    names = sorted(info.name for info in pkgutil.iter_modules(root.__path__))
    modules = [importlib.import_module(f"{package}.{name}") for name in names]
    found = [
        claim
        for module in modules
        for claim in getattr(module, "CLAIMS", None) or [from_module(module)]
    ]
    return sorted(found, key=lambda claim: claim.name)
