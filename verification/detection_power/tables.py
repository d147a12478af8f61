"""The tables of the report on detection power."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any

from lieref.check.quantities import QUANTITIES
from lieref.reporting.campaigns.store import Record
from verification.detection_power.mutations import KINDS
from verification.detection_power.rates import CONFIDENCE, lower_bound, upper_bound
from verification.evidence import Evidence
from verification.picks import param, result
from verification.tables import Columns, made

PLANTED, CORRECT = "planted_faults", "false_alarms"
ALL_KINDS = (*KINDS, "scale")
WORDS = ("crashed", "hung", "equivalent", "flagged", "missed")
EXPLAINED = {
    "sign": "sign: + and - exchanged, a minus left out, the arguments of a cross product exchanged",
    "term": "term: one term of a sum left out",
    "index": "index: another or exchanged indices, the other half of a slice, no transposition",
    "scale": "scale: one block of a result, by kinds of joints and order, times 1 + 1e-9",
}


def _counts(records: Iterable[Any]) -> list[int]:
    found = Counter(record["result"]["word"] for record in records)
    return [sum(found.values()), *(found[word] for word in WORDS)]


def _row(label: list[str], records: list[Any]) -> list[Any]:
    counts = _counts(records)
    flagged, missed = counts[-2:]
    share = f"{flagged / (flagged + missed):.1%}" if flagged + missed else ""
    return [*label, *counts, share]


def _faults(evidence: Evidence) -> Iterator[list[Any]]:
    """By kind of fault and quantity."""
    records = evidence.of(PLANTED)
    for kind in ALL_KINDS:
        of_kind = [x for x in records if x["params"]["kind"] == kind]
        for quantity in QUANTITIES:
            found = [x for x in of_kind if x["params"]["quantity"] == quantity]
            if found:
                yield _row([kind, quantity], found)
        if of_kind:
            yield _row([kind, "all"], of_kind)
    if records:
        yield _row(["all", "all"], records)


def _of_faults(evidence: Evidence) -> str:
    """The caption, with what share is flagged at least."""
    flagged, missed = _counts(evidence.of(PLANTED))[-2:]
    lower = lower_bound(flagged, flagged + missed)
    return (
        "Faults planted at random, and what came of them: crashed (or returned a wrong shape), "
        "hung, equivalent to what was there, flagged by lieref check, or missed. The share is of "
        f"those that return other numbers; in all at least {lower:.2%} ({CONFIDENCE:.0%} "
        "confidence). " + "; ".join(EXPLAINED.values()) + "."
    )


def _unflagged(evidence: Evidence) -> list[Record]:
    """Every fault that was not flagged."""
    found = evidence.of(PLANTED)
    words = ("missed", "hung", "equivalent")
    return [record for word in words for record in found if record["result"]["word"] == word]


def _where(record: Record) -> str:
    fault = record["result"]["fault"]
    return f"{fault['file']}:{fault['line']}" if fault["file"] else "the result"


def _correct(evidence: Evidence) -> Iterator[list[Any]]:
    """False alarms by implementation."""
    found: dict[str, list[Any]] = {}
    for record in evidence.of(CORRECT):
        for name, x in record["result"].items():
            found.setdefault(name.rstrip("0123456789 "), []).append(x)
    yield from ([name, *_rates(counted)] for name, counted in found.items())
    if found:
        yield ["all", *_rates([x for counted in found.values() for x in counted])]


def _rates(counted: list[Any]) -> list[Any]:
    results = sum(x["results"] for x in counted)
    alarms = sum(len(x["alarms"]) for x in counted)
    largest = max(float(x["largest"]) for x in counted)
    return [results, alarms, upper_bound(alarms, results), largest]


all_tables = partial(
    made,
    (
        Columns(
            "faults",
            _of_faults,
            _faults,
            ("Kind", "Quantity", "Planted", *(word.capitalize() for word in WORDS), "Share"),
        ),
        Columns(
            "correct",
            "Correct implementations: results that were judged and flagged, the upper bound of the "
            f"rate of false alarms (Clopper and Pearson, {CONFIDENCE:.0%} confidence, as if "
            "results were independent), and the largest error over its tolerance.",
            _correct,
            ("Implementation", "Results", "Flagged", "Rate below", "Largest ratio"),
        ),
        Columns(
            "unflagged",
            "Faults that were not flagged. Equivalent ones return the same numbers at 50 digits, "
            "at states and on models that the check does not use. Ratio: the largest error over "
            "its tolerance.",
            _unflagged,
            {
                "Verdict": result("word"),
                "Quantity": param("quantity"),
                "Kind": param("kind"),
                "Where": _where,
                "Before": result("fault", "before"),
                "After": result("fault", "after"),
                "Ratio": result("ratio"),
            },
        ),
    ),
)
