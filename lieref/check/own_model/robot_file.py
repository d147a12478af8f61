"""The file that a subject reads itself: that of a robot by name, or one written from a model."""

from __future__ import annotations

import contextlib
import tempfile
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

from lieref.check.models import file_of
from lieref.errors import ModelWarning
from lieref.model.model import Model
from lieref.model.urdf import load_urdf

#: Endings of files that lieref reads through a library, or not at all.
OTHERS = (".xml", ".mjcf", ".sdf")


def unread(word: str) -> bool:
    """Whether a word is a file of a format that lieref does not read itself."""
    return Path(word).suffix.lower() in OTHERS


@contextlib.contextmanager
def own_file(
    word: Model | str | None, tree: Model | None, base: str | None
) -> Iterator[tuple[dict[str, Any], Model | None]]:
    """Give what a subject is told of its own model, and the model that lieref compares it with.

    The first has "path", None without a file, and "base".

    Parameters
    ----------
    word : as of `lieref.check.audit.audit`
    tree : Model or None
        The model that the word names. One without a file is written as URDF, and read again, for
        links of a URDF stand on their joints; ModelError if the format lacks one of its joints.
    base : "fixed", "free" or None
    """
    path = file_of(word) if isinstance(word, str) and not unread(word) else None
    if tree is None:
        found = str(Path(word).resolve()) if isinstance(word, str) else None
        yield {"path": found, "base": base or "free"}, None
    elif path is not None:
        yield {"path": str(path.resolve()), "base": base or "free"}, tree
    else:
        with tempfile.TemporaryDirectory() as folder:
            file, text = Path(folder) / "robot.urdf", tree.to_urdf()
            file.write_text(text, encoding="utf-8")
            # without a link for the world the root is free, see `Model.to_urdf`
            root: Literal["fixed", "free"] = (
                "fixed" if text.count("<link ") > tree.nbodies else "free"
            )
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", ModelWarning)
                read = load_urdf(file, base=root, gravity=tree.gravity)
            yield {"path": str(file), "base": root}, read if isinstance(read, Model) else tree
