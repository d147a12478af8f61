"""Bounds of rates from counts."""

from __future__ import annotations

from scipy.stats import beta

CONFIDENCE = 0.95


def upper_bound(found: int, of: int, confidence: float = CONFIDENCE) -> float:
    """Return the one-sided upper bound of a rate, [Clopper and Pearson 1934]; 1 of nothing."""
    return float(beta.ppf(confidence, found + 1, of - found)) if found < of else 1.0


def lower_bound(found: int, of: int, confidence: float = CONFIDENCE) -> float:
    """Return the one-sided lower bound of a rate; 0 of nothing."""
    return float(beta.ppf(1.0 - confidence, found, of - found + 1)) if found else 0.0
