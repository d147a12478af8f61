"""Why results are wrong: confusions, then terms, then the parts of the forces that differ."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from lieref.check import states as drawing
from lieref.check.diagnosis.confusion_table import DIGITS, Ask, Case
from lieref.check.diagnosis.confusions import (
    AGREEMENT,
    Explanation,
    agree,
    explanations,
    large,
)
from lieref.check.diagnosis.probing import PROBED, Probe, located
from lieref.check.diagnosis.terms import ROUNDING, Dictionary, found_terms
from lieref.check.own_model.joint_map import Coordinates
from lieref.check.quantities import Quantity
from lieref.check.reference import reference
from lieref.errors import SingularError
from lieref.model.model import Model

#: Of the state that no audit asks at unless somebody wants to.
FRESH_SEED = 2**20
#: The error of a step at another state, over that at those which were asked.
OTHER_STEP = 10.0
#: What solving for the forces of forward dynamics may lose.
SOLVED = 1e3


class Diagnosis:
    """Explains what is wrong about one subject with one model.

    Parameters
    ----------
    model : Model
    base : representation of the base's twist, as the subject says
    order : of the time derivatives that are asked for
    unit : roundoff of the subject's numbers over that of doubles
    own : the subject's own model and its order of joints, if it has one
    """

    def __init__(
        self,
        model: Model,
        base: str,
        order: int,
        unit: float,
        own: tuple[Model, Coordinates] | None = None,
    ):
        self._model, self._base, self._order, self._unit = model, base, order, unit
        self._own = own
        self._dictionaries: dict[bool, Dictionary] = {}

    def explained(
        self, quantity: Quantity, wrong: Sequence[Case], right: Sequence[Case], ask: Ask
    ) -> tuple[list[Explanation], list[str]]:
        """Return explanations of wrong results, and facts where there is none.

        Parameters
        ----------
        quantity : Quantity
        wrong, right : states that have been asked
        ask : returns the subject's results for other arguments, None if there are none
        """
        wrong, right = list(wrong), list(right)
        fresh = self._fresh(quantity, ask, max(case.slack for case in wrong))
        if fresh is not None:
            (wrong if fresh.wrong else right).append(fresh)
        if self._of_own_model(quantity, wrong):
            outputs = tuple(sorted({name for case in wrong for name in case.wrong}))
            text = "right for the model as the subject has it, see where the models part"
            return [Explanation(quantity.name, outputs, "another model", text)], []
        found = explanations(quantity, self._model, self._base, wrong, ask, right)
        if found or quantity.name not in PROBED:
            return found, []
        probe = Probe(quantity, self._model, self._base, ask)
        if probe.whole not in self._dictionaries:
            self._dictionaries[probe.whole] = Dictionary(self._model, probe.gravity, probe.whole)
        dictionary = self._dictionaries[probe.whole]
        rounding = ROUNDING * self._unit * (SOLVED if quantity.forward else 1.0)
        outputs = tuple(quantity.outputs)
        found = [
            Explanation(quantity.name, outputs, "a term", text)
            for text in found_terms(probe, dictionary, rounding)
        ]
        if found:
            return found, []
        parts = located(probe, dictionary.forces_at, self._model)
        return [], [f"{quantity.name}: {line}" for line in parts]

    def _of_own_model(self, quantity: Quantity, cases: Sequence[Case]) -> bool:
        """Whether the results are those of the subject's own model."""
        if self._own is None:
            return False
        model, coordinates = self._own
        if quantity.kinematic and quantity.frame not in model.frames:
            return False
        for case in cases:
            arguments = coordinates.theirs(case.arguments)
            try:
                given = reference(quantity, model, arguments, self._base, DIGITS).high
            except SingularError:
                return False
            want = coordinates.ours(quantity, given)
            slack = max(AGREEMENT, case.slack)
            if not all(agree(case.values[name], want[name], slack) for name in case.wrong):
                return False
        return True

    def _fresh(self, quantity: Quantity, ask: Ask, slack: float) -> Case | None:
        """A generic state that no audit has asked at, None without an answer."""
        state = drawing.draw(self._model, ["generic"], [FRESH_SEED], self._order)[0]
        arguments = state.arguments(quantity)
        values = ask(arguments)
        if values is None:
            return None
        try:
            want = reference(quantity, self._model, arguments, self._base, DIGITS).high
        except SingularError:
            return None
        case = Case("fresh", arguments, values, want, [], OTHER_STEP * slack)
        names = [name for name in want if large(case, name)]
        agreed = np.all([np.isfinite(x).all() for x in values.values()])
        return replace(case, wrong=names) if agreed else None
