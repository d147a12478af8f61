"""What an erratum says, carried by the claim that proves it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Erratum:
    """A formula of a paper that is wrong as printed.

    Attributes
    ----------
    paper : str
        Number of the paper.
    place : str
        Equation, algorithm or section.
    printed : str
        The formula as printed, in the letters of docs/notation.md.
    corrected : str
        The formula that holds.
    """

    paper: str
    place: str
    printed: str
    corrected: str
