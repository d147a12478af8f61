"""Reading an XML file that nobody vouches for: elements and attributes, and nothing else."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NoReturn
from xml.parsers import expat

from lieref.errors import ModelError

# The largest of the published robots is 0.3 MB and 7 levels deep.
LARGEST_FILE = 64 * 2**20
DEEPEST_ELEMENT = 100
# An element takes some 400 bytes and a microsecond or two; those robots have at most 10^4.
MOST_ELEMENTS = 10**6


@dataclass
class Element:
    """An element: tag, attributes, children in order, and "file:line" of its start."""

    tag: str
    attributes: dict[str, str]
    where: str
    children: list[Element] = field(default_factory=list)

    def all(self, tag: str) -> list[Element]:
        """Return the children with this tag."""
        return [child for child in self.children if child.tag == tag]

    def only(self, tag: str) -> Element | None:
        """Return the child with this tag, or None; a second one is a ModelError."""
        found = self.all(tag)
        if len(found) > 1:
            raise ModelError(f"{found[1].where}: a second <{tag}> in <{self.tag}>, expected one")
        return found[0] if found else None


def read_xml(data: bytes, source: str) -> Element:
    """Return the root element of an XML document.

    Document type declarations and entities are refused altogether, so nothing outside the
    document is ever read and nothing in it is ever multiplied. Text is dropped.

    Parameters
    ----------
    data : bytes
        The document.
    source : str
        Name of its file, for errors.

    Raises
    ------
    ModelError
        Not well-formed XML, a DOCTYPE, more than 64 MB, 100 levels or a million elements; names
        file and line.
    """
    if len(data) > LARGEST_FILE:
        raise ModelError(f"{source}: {len(data)} bytes, expected at most {LARGEST_FILE}")
    parser = expat.ParserCreate()
    path: list[Element] = []
    roots: list[Element] = []
    count = 0

    def where() -> str:
        return f"{source}:{parser.CurrentLineNumber}"

    def start(tag: str, attributes: dict[str, str]) -> None:
        nonlocal count
        count += 1
        if count > MOST_ELEMENTS:
            raise ModelError(f"{where()}: more than {MOST_ELEMENTS} elements")
        element = Element(tag, attributes, where())
        if len(path) >= DEEPEST_ELEMENT:
            raise ModelError(f"{where()}: elements nested deeper than {DEEPEST_ELEMENT}")
        (path[-1].children if path else roots).append(element)
        path.append(element)

    def end(_tag: str) -> None:
        path.pop()

    def refuse(*_declaration: object) -> NoReturn:
        raise ModelError(f"{where()}: DOCTYPE and entity declarations are refused")

    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.StartDoctypeDeclHandler = refuse
    parser.EntityDeclHandler = refuse
    parser.ExternalEntityRefHandler = refuse
    try:
        parser.Parse(data, True)
    except ModelError:
        raise
    except (expat.ExpatError, LookupError, ValueError) as error:
        # LookupError and ValueError: encodings that Python does not know or cannot map
        raise ModelError(f"{where()}: broken XML: {error}") from None
    return roots[0]
