"""A subject's own model, as it says it: a table of the protocol, or bodies with their poses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lieref.check.exchange.wire import SubjectError
from lieref.check.model_table import from_table
from lieref.check.own_model.kinematics import from_poses
from lieref.check.pages.words import shown
from lieref.errors import LierefError
from lieref.model.model import Model

DOWN = (0.0, 0.0, -9.81)
#: What reading a table raises that is none.
WRONG = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)


def own_model(said: Any) -> Model:
    """Return the model in a subject's words.

    Parameters
    ----------
    said : mapping
        A table as of the protocol, its bodies with "lower" and "upper" limits if it likes; or
        "bodies" with "poses", see `lieref.check.own_model.kinematics.from_poses`.

    Raises
    ------
    SubjectError
        "garbage", if it is none.
    """
    try:
        if not isinstance(said, Mapping):
            raise TypeError(f"{shown(said)}, expected a table")
        if "poses" in said:
            name, gravity = str(said.get("name", "own model")), said.get("gravity", DOWN)
            return from_poses(name, gravity, said["bodies"], said["poses"])
        return from_table({"name": "own model", "gravity": DOWN} | dict(said))
    except (LierefError, *WRONG) as error:
        raise SubjectError("garbage", f"model of the subject: {error}") from None
