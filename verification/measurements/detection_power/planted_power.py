"""One fault, planted in a correct implementation: does `lieref check` flag it?"""

from __future__ import annotations

import functools
import zlib
from collections.abc import Mapping
from typing import Any

import numpy as np

from lieref.check.judging import places
from lieref.check.quantities import QUANTITIES, Arrays
from lieref.check.states import draw
from lieref.model.model import Model
from lieref.oracle import Double, Mp
from verification.detection_power import twins
from verification.detection_power.judged import (
    MODELS,
    ORDER,
    STATES,
    Asked,
    Case,
    Subject,
    asked,
    model_of,
    verdict,
)
from verification.detection_power.mutations import Site
from verification.detection_power.twins import Twins

#: The factor by which one block of a result is scaled.
SCALE = 1.0 + 1e-9
#: Equivalence is judged at states, and on models, that the check does not use.
WITNESSES: tuple[Case, ...] = (
    ("random_tree:6:151", "free"),
    ("random_tree:5:77", "fixed"),
    ("random_tree:6:12", "fixed"),
)
WITNESS_SEEDS = (101, 102)
WITNESS_DIGITS = 50
#: Of each result's max norm: two values closer than this are the same.
SAME = 1e-40


def evaluate(params: Mapping[str, Any]) -> dict[str, Any]:
    """Plant one fault and ask the check.

    Parameters
    ----------
    params : mapping
        ``quantity``: what is asked, and in whose code the fault is; ``kind``: of the fault, one of
        `mutations.KINDS` or "scale"; ``number``: of the fault in the quantity's random order;
        ``seed``: of that order.

    Returns
    -------
    dict
        ``fault``: file, line, before and after; ``word``: "flagged", "crashed", "hung",
        "equivalent" or "missed"; ``where``: the first result that gave it away; ``ratio``: of its
        error to its tolerance (of a missed fault the largest).
    """
    quantity, kind = params["quantity"], params["kind"]
    drawn = _drawn(quantity, kind, int(params["number"]), int(params["seed"]))
    if kind == "scale":
        label = drawn
        fault = {"file": "", "line": 0, "before": label, "after": f"{label} * (1 + 1e-9)"}
        subject: Subject = _Scaled(label)
        faulty: Twins | None = None
    else:
        site: Site = drawn
        fault = {
            "file": site.file,
            "line": site.line,
            "before": site.before,
            "after": site.after,
        }
        faulty = twins.with_fault(site)
        subject = _Twin(faulty)
    worst, where = 0.0, ""
    for state in STATES:
        for case in MODELS:
            found = verdict(subject, asked(quantity, case, state, 0))
            if found.word in ("crashed", "hung", "shape"):
                word = "hung" if found.word == "hung" else "crashed"
                return {"fault": fault, "word": word, "where": found.where, "ratio": 0.0}
            if found.word != "pass":
                ratio = found.ratio
                return {"fault": fault, "word": "flagged", "where": found.where, "ratio": ratio}
            if found.ratio >= worst:
                worst, where = found.ratio, found.where
    same = _block_of_zeros(quantity, label) if faulty is None else _same(quantity, faulty)
    word = "equivalent" if same else "missed"
    return {"fault": fault, "word": word, "where": where, "ratio": worst}


class _Twin:
    """A copy of the twins, in doubles."""

    def __init__(self, copy: Twins):
        self._copy = copy

    def __call__(self, question: Asked) -> dict[str, Any]:
        return self._copy.answer(
            question.quantity.name, question.model, question.arguments, Double()
        )


class _Scaled:
    """The twins, one block of the results of which is scaled."""

    def __init__(self, label: str):
        self._label = label

    def __call__(self, question: Asked) -> dict[str, Any]:
        found = _Twin(_whole())(question)
        values = {name: np.array(x, dtype=float) for name, x in found.items()}
        for name, block, at in blocks(question.quantity.name, question.model, ORDER):
            if f"{name}, {block}" == self._label:
                values[name][at] *= SCALE
        return values


@functools.cache
def _whole() -> Twins:
    return twins.whole()


def blocks(quantity: str, model: Model, order: int) -> list[tuple[str, str, Any]]:
    """Return result, label and index of each block of a quantity's results."""
    found = QUANTITIES[quantity]
    return [
        (name, block, at)
        for name, axes in found.outputs.items()
        for block, at in places(model, axes, found.shape(name, model.nv, order))
    ]


def _drawn(quantity: str, kind: str, number: int, seed: int) -> Any:
    """The fault of this number in the random order of the quantity's faults of a kind."""
    every = faults(quantity)[kind]
    order = np.random.default_rng([seed, *(zlib.crc32(x.encode()) for x in (quantity, kind))])
    return every[int(order.permutation(len(every))[number])]


@functools.cache
def faults(quantity: str) -> dict[str, list[Any]]:
    """Return the faults that can be planted for a quantity, by kind.

    Those in lines that the quantity's computation runs through, and the blocks of its results.
    """

    def run(copy: Twins) -> None:
        for case in MODELS:
            question = draw(model_of(case), ("generic",), (0,), ORDER)[0]
            given = question.arguments(QUANTITIES[quantity])
            copy.answer(quantity, model_of(case), given, Double())

    found: dict[str, list[Any]] = {"sign": [], "term": [], "index": []}
    for site in twins.all_sites(twins.reached(run)):
        found[site.kind].append(site)
    labels = {
        f"{name}, {block}": None
        for case in MODELS
        for name, block, _ in blocks(quantity, model_of(case), ORDER)
    }
    return found | {"scale": list(labels)}


def _witnesses(quantity: str) -> list[tuple[Model, Arrays]]:
    """Models and arguments of the test of equivalence."""
    return [
        (model_of(case), state.arguments(QUANTITIES[quantity]))
        for case in WITNESSES
        for state in draw(model_of(case), ("generic",), WITNESS_SEEDS, ORDER)
    ]


@functools.cache
def _exact(quantity: str) -> list[dict[str, Any]]:
    """Results of the whole twins at 50 digits at every witness."""
    K = Mp(WITNESS_DIGITS)
    return [
        {
            name: np.array(x, dtype=object)
            for name, x in _whole().answer(quantity, model, given, K).items()
        }
        for model, given in _witnesses(quantity)
    ]


def _same(quantity: str, faulty: Twins) -> bool:
    """Whether a copy returns the same numbers at 50 digits at every witness."""
    K = Mp(WITNESS_DIGITS)
    for (model, given), expected in zip(_witnesses(quantity), _exact(quantity), strict=True):
        try:
            got = faulty.answer(quantity, model, given, K)
        except Exception:  # noqa: BLE001 - whatever a fault does, it is not the same
            return False
        for name, right in expected.items():
            size = max(abs(x) for x in right.flat)
            gap = max(abs(x - y) for x, y in zip(np.ravel(got[name]), right.flat, strict=True))
            if gap > SAME * size:
                return False
    return True


def _block_of_zeros(quantity: str, label: str) -> bool:
    """Whether a block is zero at every witness, so that its scale is no matter."""
    for (model, _), right in zip(_witnesses(quantity), _exact(quantity), strict=True):
        for name, block, at in blocks(quantity, model, ORDER):
            size = max(abs(x) for x in right[name].flat)
            if f"{name}, {block}" == label and max(abs(x) for x in right[name][at].flat) > (
                SAME * size
            ):
                return False
    return True


def cost(params: Mapping[str, Any]) -> float:
    """Return rough seconds."""
    return 3.0 if "second" in params["quantity"] else 1.0
