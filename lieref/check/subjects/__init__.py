"""What can be checked: libraries known by name, and functions of a user's module.

A library's module is imported when it is asked for, in the subject's own process.
"""

from __future__ import annotations

import difflib
import importlib
import os
import sys
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from lieref.check.exchange.wire import SubjectError
from lieref.check.model_table import to_table
from lieref.errors import LierefError, ModelWarning, ShapeError
from lieref.model.interop.library_model import LibraryModel
from lieref.model.model import Model

Answer = Callable[..., Any]
#: Libraries by name: the module that adapts each, what it imports, and the extra that brings it.
LIBRARIES = {
    "lieref": ("lieref.check.subjects.own_kernels", "lieref", ""),
    "pinocchio": ("lieref.check.subjects.pinocchio_library", "pinocchio", "interop"),
    "mujoco": ("lieref.check.subjects.mujoco_library", "mujoco", "interop"),
    "drake": ("lieref.check.subjects.drake_library", "pydrake", "drake"),
}
#: What the dynamics of a library knows of joint physics; of subjects that are not here all of it.
PHYSICS: dict[str, tuple[str, ...]] = {
    "pinocchio": ("armature",),
    "mujoco": ("armature", "damping", "stiffness", "rest"),
    "drake": (),
}
#: "casadi:" before files or a user's function of CasADi functions.
CASADI = "casadi:"
BASES = ("body", "spatial", "hybrid", "mixed")
#: Of the numbers that a subject computes with; tolerances are in units of its roundoff.
PRECISIONS = ("float64", "float32")


@dataclass(frozen=True)
class Answering:
    """A subject that has read its model.

    name : with the version, for reports
    base : representation of the twist of free joints on the world
    answer : answer(quantity, q=..., v=..., a=... or tau=...) returns an array, a mapping of
        names to arrays, or None for a quantity that is not offered; of kinematics it gets `frame`,
        the name of a body or frame
    differences : (step, scheme) of each result that is computed by finite differences, see
        `lieref.check.differences`
    precision : of `PRECISIONS`
    model : the subject's own model, where it has been asked for: a table of the protocol, or bodies
        with "pose", see `lieref.check.own_model`
    representation : of the twists of frames
    threads : whether two threads may call `answer` at once
    """

    name: str
    base: str
    answer: Answer
    differences: Mapping[str, tuple[float, str]] = field(default_factory=dict)
    precision: str = "float64"
    model: Mapping[str, Any] | None = None
    representation: str = "body"
    threads: bool = False


def shared_physics(subject: str | Sequence[str], model: Model) -> tuple[Model, str]:
    """Return the model with the joint physics that a subject knows, and what is left out of it.

    The latter is empty if nothing is.
    """
    known = PHYSICS.get(subject) if isinstance(subject, str) else None
    if known is None or model.joint_physics is None:
        return model, ""
    given = model.joint_physics._asdict()
    left = [
        key for key in ("armature", "damping", "friction", "stiffness")
        if key not in known and given[key].any()
    ]  # fmt: skip
    if not left:
        return model, ""
    shared = model.with_joint_physics(**{key: given[key] for key in known})
    return shared, f"{', '.join(left)} of joints, left out on both sides"


def require_known(subject: str | Sequence[str]) -> None:
    """Raise ShapeError for a word that is neither a library's name nor has a colon."""
    if not isinstance(subject, str) or ":" in subject or subject in LIBRARIES:
        return
    near = difflib.get_close_matches(subject.lower(), LIBRARIES, 1, 0.6)
    module = subject.removesuffix(".py")
    if os.path.isfile(f"{module}.py"):
        # the usual slip with a module of one's own
        near = [f"{module}:function"]
    raise ShapeError(
        f"unknown subject {subject!r}; "
        + (f"did you mean {near[0]!r}? " if near else "")
        + f"expected {', '.join(LIBRARIES)}, module:function, casadi:file or program:command line"
    )


def resolve(word: str, model: Model) -> Answering:
    """Return the subject that a word names, made for a model.

    Parameters
    ----------
    word : str
        A name of `LIBRARIES`; "module:function" with a module that can be imported from the
        current folder: function(model) returns what answers; or "casadi:" and what
        `lieref.check.subjects.casadi_functions.subject` reads.
    model : Model

    Raises
    ------
    SubjectError
        "missing" for a library, module or function that is not there; "refused" by the adapter.
    """
    if word in LIBRARIES:
        made: Answering = _adapter(*LIBRARIES[word]).subject(model)
        return made
    if word.startswith(CASADI):
        adapter = _adapter("lieref.check.subjects.casadi_functions", "casadi", "interop")
        found: Answering = adapter.subject(word.removeprefix(CASADI), model)
        return found
    return _from_module(word, model)


def resolve_own(word: str, own: Mapping[str, Any]) -> Answering:
    """Return the subject that a word names, with its own model.

    Parameters
    ----------
    word : str
        As of `resolve`; a user's function is called with the path in place of a model.
    own : mapping
        "path" of the file that it is to read, None for a model that it has of itself, and "base".

    Raises
    ------
    SubjectError
        As `resolve`; "refused" also for a subject without a reader of its own.
    """
    path, base = own.get("path"), own.get("base", "fixed")
    if word in LIBRARIES:
        if path is None:
            raise SubjectError("refused", f"{word} has no model of itself, expected --model FILE")
        made: Answering = _adapter(*LIBRARIES[word]).own(path, base)
        return made
    if word.startswith(CASADI):
        raise SubjectError("refused", "functions of CasADi have no reader of models")
    return _from_module(word, path)


def own_model_of(
    read: Callable[..., LibraryModel], other: Any, joint_physics: Sequence[str] = ()
) -> tuple[LibraryModel, Model]:
    """Return a library's own model beside lieref's, and the latter, which is a tree.

    joint_physics : what the library's dynamics knows of it

    Raises SubjectError "refused" for what lieref does not have.
    """
    try:
        with warnings.catch_warnings():
            # published robots have doubtful parts; every subject computes with them
            warnings.simplefilter("ignore", ModelWarning)
            both = read(other, joint_physics=joint_physics)
    except LierefError as error:
        raise SubjectError("refused", str(error)) from None
    if not isinstance(both.model, Model):
        raise SubjectError("refused", "a robot with loops or couplings, expected a tree")
    return both, both.model


def _adapter(module: str, package: str, extra: str) -> Any:
    """The module that adapts a library."""
    try:
        return importlib.import_module(module)
    except ImportError as error:
        raise SubjectError(
            "missing", f"{package} cannot be imported ({error}): install lieref[{extra}]"
        ) from None


def _from_module(word: str, model: Model | str | None) -> Answering:
    """A user's function, of a model or of the path of its file."""
    where, _, name = word.partition(":")
    sys.path.insert(0, os.getcwd())
    try:
        function: Any = importlib.import_module(where)
    except ImportError as error:
        raise SubjectError("missing", f"module {where!r} cannot be imported: {error}") from None
    for part in name.split("."):
        function = getattr(function, part, None)
    if not callable(function):
        raise SubjectError("missing", f"module {where!r} has no function {name!r}")
    answer = function(model)
    said = {name: getattr(answer, name, "body") for name in ("base", "representation")}
    if not callable(answer) or not all(x in BASES for x in said.values()):
        told = " and ".join(f"{name} {x!r}" for name, x in said.items())
        raise SubjectError(
            "error",
            f"{word}(model) returned {type(answer).__name__} with {told}, expected a "
            f"function, with these out of {', '.join(BASES)} or none",
        )
    precision = getattr(answer, "precision", "float64")
    table = getattr(answer, "model", None)
    own = to_table(table) if isinstance(table, Model) else table
    differences = getattr(answer, "differences", {})
    threads = getattr(answer, "threads", False) is True
    return Answering(
        word, said["base"], answer, differences, precision, own, said["representation"], threads
    )
