"""Models by a word: a URDF file, a mechanism of the catalogue, a robot of example-robot-data."""

from __future__ import annotations

import difflib
import inspect
import warnings
from importlib import metadata
from pathlib import Path
from typing import Any, Literal

from lieref.errors import LierefError, ModelError, ModelWarning
from lieref.model.mechanisms import catalogue
from lieref.model.model import Model
from lieref.model.urdf import load_urdf

PACKAGE = "example-robot-data"
#: Mechanisms of the catalogue that have no loops.
MECHANISMS = ("aerial_manipulator", "serial_chain", "binary_tree", "random_tree")

#: Why a model is no subject of an audit.
LOOPED = "a robot with loops or couplings, expected a tree"
#: What to do with files of other kinds.
OTHERS = {
    ".sdf": "an SDF file, expected URDF; convert it, for example with sdformat's tools",
    ".xacro": "a xacro file; expand it first: xacro robot.urdf.xacro -o robot.urdf",
    ".xml": "if this is URDF, rename it to .urdf; MJCF of MuJoCo is not read, expected URDF",
}


def named_model(word: str, base: Literal["fixed", "free"] | None = None) -> Model:
    """Return the model that a word names.

    Parameters
    ----------
    word : str
        "path/to/robot.urdf"; a mechanism of the catalogue, with its arguments after colons
        ("aerial_manipulator", "serial_chain:10", "binary_tree:7:free", "random_tree:6:0", the
        last with its seed); or a robot of the package example-robot-data, by the name of its
        URDF file or the beginning of it ("talos", "panda"): among several the shortest, then the
        first by name.
    base : "fixed", "free" or None
        None: free for robots of files, and the mechanism's own for the catalogue.

    Returns
    -------
    Model

    Raises
    ------
    ModelError
        An unknown word, arguments that the mechanism does not take, a broken file, a robot with
        loops, or one without joints.
    """
    head, *rest = word.split(":")
    if head in MECHANISMS:
        return _from_catalogue(head, rest, base)
    if head in catalogue.__all__:
        raise ModelError(f"model {word!r}: {LOOPED}; of the catalogue {', '.join(MECHANISMS)}")
    ending = Path(word).suffix.lower()
    if ending in OTHERS:
        raise ModelError(f"model {word!r}: {OTHERS[ending]}")
    path = Path(word) if ending == ".urdf" else _robot(word)
    with warnings.catch_warnings():
        # published robots have doubtful parts (see `load_urdf`); every subject computes with them
        warnings.simplefilter("ignore", ModelWarning)
        try:
            model = load_urdf(path, base=base or "free")
        except OSError as error:
            raise ModelError(f"model {word!r}: {error.strerror}") from None
    if not isinstance(model, Model):
        raise ModelError(f"model {word!r}: {LOOPED}")
    if not model.nv:
        raise ModelError(f"model {word!r}: nothing moves; expected a robot with joints")
    return model


def urdf_of(word: str) -> Path | None:
    """Return the URDF file of a word that `named_model` takes, None for a mechanism."""
    if word.split(":")[0] in MECHANISMS:
        return None
    return Path(word) if Path(word).suffix.lower() == ".urdf" else _robot(word)


def _from_catalogue(name: str, words: list[str], base: str | None) -> Model:
    """A mechanism with arguments as words."""
    arguments: list[Any] = [int(x) if x.lstrip("-").isdigit() else x for x in words]
    builder = getattr(catalogue, name)
    takes_base = "base" in inspect.signature(builder).parameters
    options = {"base": base} if base is not None and takes_base else {}
    if base is not None and not takes_base:
        raise ModelError(f"model {name!r}: has a base of its own, and {base!r} came")
    try:
        model: Model = builder(*arguments, **options)
    except TypeError:
        form = ":".join([name, *inspect.signature(builder).parameters])
        raise ModelError(
            f"model {':'.join([name, *words])!r}: expected {form} with numbers and words in place "
            "of the names; those at the end may be left out"
        ) from None
    except LierefError as error:
        raise ModelError(f"model {':'.join([name, *words])!r}: {error}") from None
    return model


def _robot(word: str) -> Path:
    """The URDF file of a robot of example-robot-data."""
    try:
        files = metadata.files(PACKAGE) or []
    except metadata.PackageNotFoundError:
        raise ModelError(
            f"model {word!r}: neither a URDF file nor one of {', '.join(MECHANISMS)}; robots by "
            f"name need the package {PACKAGE}: install lieref[interop]"
        ) from None
    found = {file.stem: Path(str(file.locate())) for file in files if file.suffix == ".urdf"}
    matches = sorted((x for x in found if x.startswith(word)), key=lambda x: (len(x), x))
    if not word or not matches:
        near = difflib.get_close_matches(word, [*found, *MECHANISMS], 4, 0.4)
        raise ModelError(
            f"model {word!r}: unknown; expected a .urdf file, one of {', '.join(MECHANISMS)}, or "
            f"a robot of {PACKAGE}" + (f"; near: {', '.join(near)}" if near else "")
        )
    return found[word] if word in found else found[matches[0]]
