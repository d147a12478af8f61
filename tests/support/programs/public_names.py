"""Public objects, by the names that the pages of the API have."""

import importlib
import re

from support.programs.checkout import ROOT

import lieref


def names():
    """What the pages of the API name: lieref.X, lieref.package.X, and members of the groups."""
    for path in sorted((ROOT / "docs" / "api").glob("*.md")):
        text = path.read_text(encoding="utf-8")
        yield from re.findall(r"^   lieref\.([\w.]+)$", text, re.M)
        for module, members in re.findall(r"automodule:: ([\w.]+)\n   :members: (.+)", text):
            group = module.rpartition(".")[2].upper()
            yield from (f"{group}.{member}" for member in members.split(", "))


def found(name):
    """The object of a name below lieref."""
    thing = lieref
    for n, part in enumerate(parts := name.split(".")):
        if not hasattr(thing, part):
            importlib.import_module(".".join(["lieref", *parts[: n + 1]]))
        thing = getattr(thing, part)
    return thing
