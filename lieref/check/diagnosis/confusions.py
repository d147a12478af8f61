"""The usual confusions, tried one by one and in pairs: which of them explains a difference?

A confusion of inputs is tried by speaking to the subject in the confused convention; one of what
a number means by computing the reference with that meaning; one of what is returned by undoing it.
It explains the difference if then every result agrees that did not before, at each state tried, and
those that were right at other states still do.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from lieref.check.diagnosis.confusion_table import Ask, Case, Confusion, Setting, confusions, turned
from lieref.check.quantities import COORDINATES, Arrays, FloatArray, Quantity
from lieref.errors import LierefError
from lieref.model.model import Model

#: A difference is explained if what is left is below this, relative to the result's max norm...
AGREEMENT = 1e-9
#: ...and the difference was above this.
DIFFERENCE = 1e-6
#: ...and above so many times the error of a step, if the subject has one.
CLEAR = 100.0
#: So many pairs are named.
PAIRS = 3

#: What the subject says and what it ought to say, each in the same convention.
Pair = tuple[Mapping[str, FloatArray], Mapping[str, FloatArray]]


@dataclass(frozen=True)
class Explanation:
    """A confusion that explains the wrong results of a quantity.

    confusion : short name, or two with "and" between
    text : what the subject seems to do
    """

    quantity: str
    outputs: tuple[str, ...]
    confusion: str
    text: str


def explanations(
    quantity: Quantity,
    model: Model,
    base: str,
    cases: Sequence[Case],
    ask: Ask,
    others: Sequence[Case] = (),
) -> list[Explanation]:
    """Return the confusions, or pairs of them, that explain a quantity's wrong results.

    Parameters
    ----------
    quantity, model
    base : representation of the twist of free joints on the world, as the subject says
    cases : states at which results are wrong
    ask : returns the subject's answer to other arguments, None if there is none
    others : states at which results are right, and must stay so
    """
    outputs = tuple(sorted({name for case in cases for name in case.wrong}))
    plain = [case for case in cases if all(large(case, name) for name in case.wrong)]
    if not plain:
        return []
    tried = [*plain, *(replace(case, wrong=list(outputs)) for case in others)]
    setting = Setting(quantity, model, base, ask)
    known = list(confusions(setting))
    found = []
    for x in known:
        if _explains(setting, tried, (x,)):
            found.append(Explanation(quantity.name, outputs, x.name, x.text))
            if x.group == "joint order":
                break
    if found:
        return found
    few = [x for x in known if not x.text.endswith("exchanged")]
    for x, y in itertools.combinations(few, 2):
        if x.group != y.group and _explains(setting, tried, (x, y)):
            name, text = f"{x.name} and {y.name}", f"{x.text}; and {y.text}"
            found.append(Explanation(quantity.name, outputs, name, text))
            if len(found) == PAIRS:
                break
    return found


def large(case: Case, name: str) -> bool:
    """Whether a difference is too large for rounding."""
    difference = np.abs(case.values[name] - case.reference[name]).max()
    # written so that NaN, where there was no answer, is large
    least = max(DIFFERENCE, CLEAR * case.slack)
    return not difference <= least * np.abs(case.reference[name]).max()


def _explains(setting: Setting, cases: Sequence[Case], chosen: Sequence[Confusion]) -> bool:
    """Whether all results agree that these confusions speak of, the wrong ones among them."""
    for case in cases:
        try:
            pair = _undone(setting, case, chosen)
        except LierefError:
            return False
        if pair is None or not set(case.wrong) <= set(pair[0]):
            return False
        slack = max(AGREEMENT, case.slack)
        if not all(agree(got, pair[1][name], slack) for name, got in pair[0].items()):
            return False
    return True


def agree(got: FloatArray, want: FloatArray, slack: float) -> bool:
    """Whether two arrays agree but for a part of the max norm."""
    return bool(np.abs(got - want).max(initial=0.0) <= slack * np.abs(want).max(initial=0.0))


def _undone(setting: Setting, case: Case, chosen: Sequence[Confusion]) -> Pair | None:
    """What the subject says and what it ought to say, if it has these confusions."""
    values = _rewritten(setting, case, [x for x in chosen if x.sent is not None])
    if values is None:
        return None
    base = next((x.base for x in chosen if x.base), setting.base)
    gravity = next((x.gravity for x in chosen if x.gravity != 1.0), 1.0)
    classical = any(x.classical for x in chosen)
    same = base == setting.base and gravity == 1.0 and not classical
    want = case.reference if same else setting.right(case, base, gravity, classical)
    for x in chosen:
        want = want if x.expected is None else x.expected(setting, case, want)
    narrow = any(x.narrow for x in chosen)
    found = {}
    for name in want:
        if narrow and name not in case.wrong:
            continue
        found[name] = values[name]
        for x in chosen:
            found[name] = x.factor * found[name]
            found[name] = turned(found[name], want[name]) if x.turned else found[name]
    return found, want


def _rewritten(setting: Setting, case: Case, chosen: Sequence[Confusion]) -> Arrays | None:
    """Ask with arguments rewritten by name, and bring all velocity axes of the answer back."""
    if not chosen:
        return case.values
    arguments = dict(case.arguments)
    for x in chosen:
        names = x.sent or {}
        arguments = {n: names[n](y) if n in names else y for n, y in arguments.items()}
    values = setting.ask(arguments)
    if values is None:
        return None
    back = {}
    for name, axes in setting.quantity.outputs.items():
        y = values[name]
        for x in reversed(chosen):
            for n, axis in enumerate(axes):
                y = np.take(y, x.order, axis=n) if axis in COORDINATES else y
        back[name] = y
    return back
