"""Reading the XML of a URDF file that nobody vouches for: only the elements that dynamics needs."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NoReturn
from xml.parsers import expat

from lieref.errors import ModelError
from lieref.files import LARGEST_FILE
from lieref.model.urdf.records import Notes

# The deepest of the published robots has 7 levels.
DEEPEST_ELEMENT = 100
# An element takes some 400 bytes and a microsecond or two; those robots have at most 10^4.
MOST_ELEMENTS = 10**6
# The elements that are read, by the element that they stand in; all others are skipped.
READ: dict[str, frozenset[str]] = {
    "robot": frozenset(("link", "joint", "loop", "coupling")),
    "link": frozenset(("inertial",)),
    "inertial": frozenset(("origin", "mass", "inertia")),
    "joint": frozenset(("origin", "parent", "child", "axis", "limit", "mimic", "dynamics")),
    "loop": frozenset(("predecessor", "successor", "axis")),
    "coupling": frozenset(("predecessor", "successor", "ratio")),
    "predecessor": frozenset(("origin",)),
    "successor": frozenset(("origin",)),
}
NOTHING: frozenset[str] = frozenset()
MACRO = "xacro:"
# What reads files of other formats, by their root element.
READERS = {"mujoco": "; lieref.from_mjcf reads MJCF", "sdf": "; Drake reads SDF: lieref.from_drake"}
UTF8_MARK = b"\xef\xbb\xbf"
UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")
BLANK = b" \t\r\n"
# A value with a line break in it, and one attribute of a start tag.
BROKEN_VALUE = re.compile(rb"""=\s*(?:"[^"<\r\n]*[\r\n]|'[^'<\r\n]*[\r\n])""")
ATTRIBUTE = re.compile(rb"""\s+([^\s=<>"'/]+)\s*=\s*("[^"]*"|'[^']*')""")
START_TAG = re.compile(rb"<[^\s/>]+")


class Element:
    """An element: tag, attributes, line of its start, and the first child of each tag."""

    __slots__ = ("attributes", "line", "repeated", "single", "tag")

    def __init__(self, tag: str, attributes: dict[str, str], line: int):
        self.tag = tag
        self.attributes = attributes
        self.line = line
        self.single: dict[str, Element] = {}
        # tag and line of the second child with a tag
        self.repeated: dict[str, int] | None = None


def read_document(data: bytes, notes: Notes, take: Callable[[Element], None]) -> Element:
    """Hand every element that is read of a `<robot>` to `take`, at its end; return the root.

    Document type declarations and entities are refused altogether, so nothing outside the
    document is ever read and nothing in it is ever multiplied. Text is dropped.

    Parameters
    ----------
    data : bytes
        The document.
    notes : Notes
        With the name of the file; gets what was assumed.
    take : callable
        Called with each child of the root that is read.

    Returns
    -------
    Element
        The root, without children.

    Raises
    ------
    ModelError
        Not well-formed XML, a DOCTYPE, more than 64 MB, 100 levels or a million elements, another
        root, a macro among what is read; names file and line.
    """
    if len(data) > LARGEST_FILE:
        raise ModelError(f"{notes.source}: {len(data)} bytes, expected at most {LARGEST_FILE}")
    data, encoding, blank_lines = _prepared(data, notes)
    return _Parser(data, encoding, blank_lines, notes, take).run()


def _prepared(data: bytes, notes: Notes) -> tuple[bytes, str | None, int]:
    """The document without what stands before its declaration, its encoding, lines removed."""
    encoding = None
    if data.startswith(UTF16_MARKS):
        try:
            data, encoding = data.decode("utf-16").encode(), "utf-8"
        except UnicodeDecodeError as error:
            raise ModelError(f"{notes.where(1)}: broken XML: {error}") from None
    content = data.removeprefix(UTF8_MARK)
    stripped = content.lstrip(BLANK)
    if stripped == content or not stripped.startswith(b"<?xml"):
        return data, encoding, 0
    notes.add(1, "blank text before the XML declaration, ignored")
    return stripped, encoding, content[: len(content) - len(stripped)].count(b"\n")


class _Parser:
    """One pass through a document."""

    def __init__(
        self,
        data: bytes,
        encoding: str | None,
        blank_lines: int,
        notes: Notes,
        take: Callable[[Element], None],
    ):
        self.data, self.blank_lines, self.notes, self.take = data, blank_lines, notes, take
        self.parser = expat.ParserCreate(encoding)
        self.breaks = BROKEN_VALUE.search(data) is not None
        self.path: list[Element] = []
        self.root: Element | None = None
        self.count = 0
        # levels below the element that is skipped, 0 if none is
        self.skipped = 0
        self.parser.StartElementHandler = self.start
        self.parser.EndElementHandler = self.end
        self.parser.StartDoctypeDeclHandler = self.refuse
        self.parser.EntityDeclHandler = self.refuse
        self.parser.ExternalEntityRefHandler = self.refuse

    def run(self) -> Element:
        """Parse everything."""
        try:
            self.parser.Parse(self.data, True)
        except ModelError:
            raise
        except (expat.ExpatError, LookupError, ValueError) as error:
            # LookupError and ValueError: encodings that Python does not know or cannot map
            raise ModelError(f"{self.where()}: broken XML: {error}") from None
        assert self.root is not None
        return self.root

    def line(self) -> int:
        """Line of the file that the parser is at."""
        return self.parser.CurrentLineNumber + self.blank_lines

    def where(self) -> str:
        """File and line that the parser is at."""
        return self.notes.where(self.line())

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        """Keep or skip an element."""
        self.count += 1
        if self.count > MOST_ELEMENTS:
            raise ModelError(f"{self.where()}: more than {MOST_ELEMENTS} elements")
        path = self.path
        if len(path) + self.skipped >= DEEPEST_ELEMENT:
            raise ModelError(f"{self.where()}: elements nested deeper than {DEEPEST_ELEMENT}")
        if self.skipped:
            self.skipped += 1
            if tag.startswith(MACRO):
                self.notes.add(self.line(), f"<{tag}> inside an element that is not read, ignored")
            return
        line = self.parser.CurrentLineNumber + self.blank_lines
        if not path:
            if tag != "robot":
                reader = READERS.get(tag, "")
                raise ModelError(f"{self.where()}: root element <{tag}>, expected <robot>{reader}")
            element = self.root = Element(tag, attributes, line)
        else:
            above = path[-1]
            if tag not in READ.get(above.tag, NOTHING):
                self._skip(tag, attributes)
                return
            element = Element(tag, attributes, line)
            if len(path) > 1:
                if tag not in above.single:
                    above.single[tag] = element
                else:
                    above.repeated = {tag: line} | (above.repeated or {})
        if self.breaks:
            self._note_line_breaks(tag, line)
        path.append(element)

    def end(self, _tag: str) -> None:
        """Leave an element."""
        if self.skipped:
            self.skipped -= 1
            return
        element = self.path.pop()
        if len(self.path) == 1:
            self.take(element)

    def refuse(self, *_declaration: object) -> NoReturn:
        """Raise ModelError at a declaration."""
        raise ModelError(f"{self.where()}: DOCTYPE and entity declarations are refused")

    def _skip(self, tag: str, attributes: dict[str, str]) -> None:
        """Skip an element with everything in it, unless it is a macro in place of what is read."""
        if tag.startswith(MACRO):
            raise ModelError(
                f"{self.where()}: <{tag}>, expected a file without macros, as xacro writes it"
            )
        if "${" in attributes.get("name", ""):
            name = attributes["name"]
            self.notes.add(self.line(), f"<{tag}> with the name {name!r} of a macro, ignored")
        self.skipped = 1

    def _note_line_breaks(self, tag: str, line: int) -> None:
        """Note attributes of the start tag at the parser's place whose values have line breaks."""
        at = START_TAG.match(self.data, self.parser.CurrentByteIndex)
        while at is not None:
            at = ATTRIBUTE.match(self.data, at.end())
            if at is not None and (b"\n" in at[2] or b"\r" in at[2]):
                self.notes.add(
                    line,
                    f"<{tag}>: attribute {at[1].decode(errors='replace')!r} has a line break, read "
                    "as a space; other programs drop it and join what stands on both sides",
                )
