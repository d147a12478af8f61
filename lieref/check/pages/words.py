"""Words of others in what lieref writes: names of links, and what a subject says of itself."""

from __future__ import annotations

import re
import reprlib
from typing import Any

#: What Markdown reads as markup, on code hosts too; "&" begins an entity.
MARKUP = re.compile(r"[\\`*_\[\]<>|~$&#]")
_SHORT = reprlib.Repr()
_SHORT.maxstring = _SHORT.maxother = _SHORT.maxlong = 60


def printable(text: str) -> str:
    """Return text as one line in which nothing commands a terminal or turns the writing around.

    Breaks of lines are spaces; control characters, half surrogates and marks of direction are
    U+FFFD, since nobody could see them.
    """
    return "".join(
        x if x.isprintable() else " " if x.isspace() else "\N{REPLACEMENT CHARACTER}" for x in text
    )


def in_markdown(text: str) -> str:
    """Return text that Markdown shows as it stands, in one line."""
    return MARKUP.sub(r"\\\g<0>", " ".join(printable(text).split()))


def shown(x: Any) -> str:
    """Return what a subject sent as short text: words as they are, all else as Python has it."""
    return x if isinstance(x, str) else _SHORT.repr(x)
