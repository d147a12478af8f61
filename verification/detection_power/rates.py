"""Bounds of rates from counts."""

from __future__ import annotations

from scipy.special import betaincinv

CONFIDENCE = 0.95


def upper_bound(found: int, of: int, confidence: float = CONFIDENCE) -> float:
    """Return the one-sided upper bound of a rate, [Clopper and Pearson 1934]; 1 of nothing."""
    return float(betaincinv(found + 1, of - found, confidence)) if found < of else 1.0


def lower_bound(found: int, of: int, confidence: float = CONFIDENCE) -> float:
    """Return the one-sided lower bound of a rate; 0 of nothing."""
    return float(betaincinv(found, of - found + 1, 1.0 - confidence)) if found else 0.0
