"""Parameters, errors and examples of public functions, described once.

A docstring says what is special of its function. `described` adds the rest when the module is
imported: each other parameter of the signature, the errors that follow from the parameters, and the
lines that examples begin with.

- What does not appear in the docstring is described by `documentation_tables`. Of several rows of a
  parameter the first one counts, unless the decorator names another by its heading:
  ``@described("v : (r + 2, nv)")``. So it names errors that do not follow from the parameters,
  some by the case: ``@described("SingularError, no mass")``.
- A description in the docstring that begins with "..." goes on after that of the tables.
- An example that imports nothing goes on after that of the tables.

A name or a type that the tables do not have, or a parameter that the function does not have, is a
ValueError at import. What is described stays the same object.
"""

from __future__ import annotations

import builtins
import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, TypeVar

from lieref import errors
from lieref.documentation_tables import CLOSED_FIRST, MECHANISMS, ROBOTS, TREES

T = TypeVar("T")

_NEXT_ENTRY = re.compile(r"\n(?=\S)")
_SECTION = re.compile(r"\n\n([A-Z]\w+)\n-{3,}\n")
_AFTER_RAISES = ("Warns", "Notes", "References", "Examples")
#: Errors of the tables in their order, and the parameters that they come with; None for any.
_ERRORS = {
    "ArgumentError": {"model"},
    "ModelError": {"base"},
    "ShapeError": None,
    "NonFiniteError": None,
    "ConfigurationError": {"q"},
    "SingularError": {"tau", "near"},
}


class Tables(NamedTuple):
    """Descriptions by heading, first rows by name, and what examples begin with."""

    words: dict[str, str]
    rows: dict[str, str]
    example: str

    def with_rows(self, text: str) -> Tables:
        """These tables, with rows as those above in place of what they have."""
        table, _, example = text.partition("\n>>> ")
        words, rows = dict[str, str](), dict[str, str]()
        for heading, description in _entries(table):
            rows.setdefault(heading.partition(" : ")[0], f"{heading}\n{description}")
            words.setdefault(_plain(heading), description)
            words[heading] = description
        start = f">>> {example}" if example else self.example
        return Tables(self.words | words, self.rows | rows, start)

    def row(self, heading: str) -> str:
        """The row with this heading; for a name alone the first one that is there."""
        if heading in self.rows:
            return self.rows[heading]
        found = self.words.get(heading)
        return f"{heading}\n{self.words[_plain(heading)] if found is None else found}"

    def entries(self, section: str) -> dict[str, str]:
        """Entries of a section by name, with their descriptions; "" for more names of one entry."""
        found = dict[str, str]()
        for heading, words in _entries(section):
            first, *others = heading.partition(" : ")[0].split(", ")
            found |= dict.fromkeys(others, "")
            if not words:
                raise KeyError(heading)
            start = self.row(heading) if words.startswith("    ...") else f"{heading}\n"
            found[first] = start + words.replace("... ", "", 1)
        return found


def _entries(text: str) -> Iterator[tuple[str, str]]:
    """Headings of a table or section, each with the lines below it."""
    for entry in _NEXT_ENTRY.split(text.strip("\n")) if text else ():
        heading, _, words = entry.rstrip().partition("\n")
        yield heading, words and f"{words}\n"


def _plain(heading: str) -> str:
    """A heading without the axes of a batch, and without the shapes after the first."""
    heading = heading.removesuffix(", optional").partition(" or (")[0]
    return re.sub(r"\(\.\.\., (.*)\)", _without_batch, heading)


def _without_batch(shape: re.Match[str]) -> str:
    return f"({shape[1]})" if "," in shape[1] else f"({shape[1]},)"


_TREES = Tables({}, {}, "").with_rows(TREES)
_MECHANISMS = _TREES.with_rows(MECHANISMS)
_ROBOTS = Tables({}, {}, "").with_rows(ROBOTS)
_CLOSED_FIRST = _MECHANISMS.with_rows(CLOSED_FIRST)


def described(*rows: str) -> Callable[[T], T]:
    """Fill in the docstring of a function or class, which stays the same object."""

    def fill(thing: T) -> T:
        if thing.__doc__ is not None:
            try:
                thing.__doc__ = _filled(thing, thing.__doc__, rows)
            except KeyError as error:
                where = f"{thing.__module__}.{getattr(thing, '__qualname__', '')}"
                raise ValueError(f"{where}: {error.args[0]!r} is not described") from None
        return thing

    return fill


def _filled(thing: Any, text: str, rows: tuple[str, ...]) -> str:
    """A docstring with all of its sections, indented as it was."""
    body, last = text.rstrip(), text.rpartition("\n")[2]
    indent = "" if last.strip() else last
    head, *found = _SECTION.split(body.replace(f"\n{indent}", "\n"))
    sections = {x: f"{lines}\n" for x, lines in zip(found[::2], found[1::2], strict=True)}
    names, model = _parameters(thing)
    of_mechanisms = model.startswith("LoopModel") if model else ".loops." in thing.__module__
    loops = _CLOSED_FIRST if "field" in names else _MECHANISMS
    tables = loops if of_mechanisms else _ROBOTS if "gravity" in names else _TREES
    if names:
        sections = _completed(sections, names, model, rows, tables)
    if not sections.get("Examples", ">>> from ").startswith((">>> import ", ">>> from ")):
        sections["Examples"] = tables.example + sections["Examples"]
    parts = [f"\n\n{x}\n{'-' * len(x)}\n{lines}"[:-1] for x, lines in sections.items()]
    filled = "".join([head, *parts]).replace("\n", f"\n{indent}")
    return filled.replace(f"\n{indent}\n", "\n\n") + text[len(body) :]


def _parameters(thing: Any) -> tuple[list[str], str]:
    """Names of the parameters of a function, and the annotation of `model`."""
    code = getattr(thing, "__code__", None)
    if code is None:
        return [], ""
    count = code.co_argcount + code.co_kwonlyargcount
    # *arguments and **arguments
    count += bool(code.co_flags & 4) + bool(code.co_flags & 8)
    names = [name for name in code.co_varnames[:count] if name not in ("self", "cls")]
    return names, str(thing.__annotations__.get("model", ""))


def _completed(
    sections: dict[str, str], names: list[str], model: str, rows: tuple[str, ...], tables: Tables
) -> dict[str, str]:
    """The sections in their order, with all parameters and errors."""
    given = tables.entries(sections.get("Parameters", ""))
    raised = tables.entries(sections.get("Raises", ""))
    for heading in rows:
        name, is_parameter, _ = heading.partition(" : ")
        row = tables.row(heading)
        if is_parameter:
            given[name] = row
        else:
            name = name.partition(",")[0]
            raised[name] = name + row[len(heading) :]
    if model and "model" not in given:
        heading = f"model : {model.replace(' | ', ' or ')}"
        given["model"] = f"{heading}\n{tables.words.get(heading, '')}"
    for name in given:
        if name not in names:
            raise KeyError(name)
    for name in raised:
        if not hasattr(errors, name) and not hasattr(builtins, name):
            raise KeyError(name)
    for name, parameters in _ERRORS.items():
        if name in tables.rows and (parameters is None or not parameters.isdisjoint(names)):
            raised.setdefault(name, tables.rows[name])
    sections |= {
        "Parameters": "".join(given[x] if x in given else tables.rows[x] for x in names),
        "Raises": "".join(raised.pop(x, "") for x in (*_ERRORS, *raised)),
    }
    after = [x for x in _AFTER_RAISES if x in sections]
    before = [x for x in sections if x not in ("Parameters", "Raises", *after)]
    return {x: sections[x] for x in ("Parameters", *before, "Raises", *after)}
