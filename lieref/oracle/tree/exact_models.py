"""Models as exact numbers, kept while they are asked for again."""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING, Any

from lieref.model.tree import exact
from lieref.model.tree.exact import ExactModel
from lieref.oracle.scalars.scalars import Arb, Mp

if TYPE_CHECKING:
    from lieref.model.model import Model

#: So many models are kept, the last ones that were asked for.
KEPT = 8

_models: OrderedDict[tuple[int, type, int], tuple[Model, ExactModel]] = OrderedDict()


def exact_model(model: Model, K: Any) -> ExactModel:
    """`lieref.model.tree.exact.exact_model`, kept; call inside K.working(): one thread at a time.

    A model never changes. One that is kept keeps its identity from becoming another's.
    """
    if not isinstance(K, Arb | Mp):
        return exact.exact_model(model, K)
    key = id(model), type(K), K.digits
    if key not in _models:
        _models[key] = model, exact.exact_model(model, K)
        if len(_models) > KEPT:
            _models.popitem(last=False)
    _models.move_to_end(key)
    return _models[key][1]
