"""Python, Cython and C texts as tokens and statements: what of them computes, and may be changed.

Strings, comments, imports, declarations without a value, heads of functions and classes, blocks of
``cdef extern``, what only a type checker reads and the messages of errors do not compute.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

STRING = (
    r"(?:[rbfuRBFU]{0,2}(?:\"\"\"(?:[^\\]|\\.)*?\"\"\"|'''(?:[^\\]|\\.)*?'''"
    r"|\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'))"
)
NUMBER = r"(?:0[xX][0-9a-fA-F]+|(?:\d[\d_]*\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)[jJuUlLfF]*"
NAME = r"[^\W\d]\w*"
OPERATOR = r"\*\*=|//=|<<=|>>=|->|:=|::|\+\+|--|&&|\|\||[-+*/%@&|^<>=!]=|\*\*|//|<<|>>|."
COMMENT = {"python": r"\#[^\n]*", "c": r"//[^\n]*|/\*.*?\*/|(?<![^\n])[ \t]*\#(?:[^\n\\]|\\.)*"}
KEYWORDS = frozenset(
    "and or not in is if else elif for while return yield lambda assert del with as from import "
    "raise except try finally pass break continue await case do switch goto sizeof".split()
)
# First words of statements that do not compute.
HEADS = frozenset("def class async cpdef import from cimport include raise global nonlocal".split())
HEADS |= {"ctypedef", "DEF", "pass", "break", "continue", "try", "finally", "except", "with", "@"}
# Words behind `cdef` that open a block of declarations.
DECLARATIONS = frozenset("extern struct enum union packed fused".split())
C_TYPES = frozenset("struct union enum class namespace typedef extern template using".split())
# Words near the start of a statement that only types or messages follow.
TYPES = frozenset("warn TypeVar __all__ TYPE_CHECKING Literal Callable NDArray Union".split())
GENERIC = frozenset("list tuple dict set".split())
LANGUAGES = {".py": "python", ".pyx": "cython", ".pxi": "cython", ".pxd": "cython", ".h": "c"}
OPENING, CLOSING = "([{", ")]}"


@dataclass(frozen=True)
class Token:
    """A word of a text.

    kind : "name", "number", "string" or "operator"
    depth : how many parentheses, brackets and braces of its statement are open around it
    """

    kind: str
    text: str
    start: int
    depth: int

    @property
    def end(self) -> int:
        """Where it ends in the text."""
        return self.start + len(self.text)

    @property
    def operand(self) -> bool:
        """Whether a value may end with it: what follows is an operator between two values."""
        if self.kind == "operator":
            return self.text in (")", "]")
        return self.kind != "name" or self.text not in KEYWORDS


@dataclass(frozen=True)
class Statement:
    """A logical line that computes.

    tokens : its tokens; assigned : index of the operator of its first assignment, or -1
    function : number of the function that it stands in
    """

    tokens: tuple[Token, ...]
    assigned: int
    function: int


def _scanned(text: str, language: str) -> Iterator[tuple[str, str, int]]:
    """Yield kind, text and place of all tokens, line ends of Python too."""
    comment = COMMENT["c" if language == "c" else "python"]
    pattern = re.compile(
        rf"(?P<comment>{comment})|(?P<string>{STRING})|(?P<number>{NUMBER})|(?P<name>{NAME})"
        rf"|(?P<space>[ \t\f\r]+|\\\r?\n)|(?P<newline>\n)|(?P<operator>{OPERATOR})",
        re.S,
    )
    for found in pattern.finditer(text):
        kind = found.lastgroup or ""
        if kind not in ("comment", "space"):
            yield kind, found[0], found.start()


def statements(text: str, language: str) -> list[Statement]:
    """Return the statements of a text that compute, in order."""
    lines = _c_lines(text) if language == "c" else _python_lines(text, language)
    found = []
    for number, tokens in lines:
        assigned = _assignment(tokens, language)
        if language == "c" and assigned < 0 and _declares(tokens):
            continue
        found.append(Statement(tuple(tokens), assigned, number))
    return found


def _declares(tokens: list[Token]) -> bool:
    """Whether a statement of C without a value declares: a type, perhaps stars, then a name."""
    names = [x for x in tokens if x.text not in ("*", "&", "const")]
    return len(names) > 1 and all(x.kind == "name" and x.text not in KEYWORDS for x in names[:2])


def _assignment(tokens: list[Token], language: str) -> int:
    for at, token in enumerate(tokens):
        if token.depth == 0 and token.kind == "operator":
            if re.fullmatch(r"(\*\*|//|<<|>>|[-+*/%@&|^])?=", token.text):
                return at
            # an annotation's end: what stands before its value does not compute
            if token.text == ":" and language != "c" and tokens[0].text in KEYWORDS:
                return -1
    return -1


def _python_lines(text: str, language: str) -> Iterator[tuple[int, list[Token]]]:
    """Yield the logical lines of Python and Cython that compute, with their function's number."""
    depth, function, line = 0, 0, list[Token]()
    skipped = -1
    scanned = [*_scanned(text, language), ("newline", "\n", len(text))]
    for kind, word, start in scanned:
        if kind == "operator" and word in CLOSING:
            depth = max(0, depth - 1)
        if kind != "newline" and not (word == ";" and depth == 0):
            line.append(Token(kind, word, start, depth))
        elif depth == 0 and line:
            indent = line[0].start - (text.rfind("\n", 0, line[0].start) + 1)
            function += any(x.text in ("def", "cdef", "cpdef", "class") for x in line[:2])
            if skipped >= 0 and indent <= skipped:
                skipped = -1
            if skipped < 0 and _opens_declarations(line):
                skipped = indent
            if skipped < 0 and _computes(line):
                yield function, line
            line = []
        if kind == "operator" and word in OPENING:
            depth += 1


def _opens_declarations(line: list[Token]) -> bool:
    words = [x.text for x in line[:3]]
    if words[0] in ("cdef", "cpdef", "ctypedef"):
        return line[-1].text == ":" and bool(DECLARATIONS.intersection(words[1:]))
    return words[0] == "if" and "TYPE_CHECKING" in (x.text for x in line)


def _computes(line: list[Token]) -> bool:
    first = line[0].text
    if first in HEADS or all(x.kind == "string" for x in line):
        return False
    if first == "cdef":
        # a declaration with a value computes; the head of a function ends with a colon
        return line[-1].text != ":" and any(x.text == "=" and x.depth == 0 for x in line)
    outer = [x.text for x in line if x.depth == 0]
    if ":" in outer and "=" not in outer and first not in KEYWORDS:
        # an annotation alone
        return False
    words = [x.text for x in line]
    alias = words[1:2] == ["="] and words[2] in GENERIC and words[3:4] == ["["]
    return not alias and not TYPES.intersection(words[:4])


def _c_lines(text: str) -> Iterator[tuple[int, list[Token]]]:
    """Yield the statements of C within bodies of functions, with their function's number."""
    line, function, round_depth = list[Token](), 0, 0
    # of each open brace: whether what stands in it computes
    braces: list[bool] = []
    for kind, word, start in _scanned(text, "c"):
        if kind == "newline":
            continue
        if word in ")]":
            round_depth = max(0, round_depth - 1)
        if word == "{" and round_depth == 0 and not _is_value(line):
            code = bool(braces and braces[-1])
            body = any(x.text == ")" for x in line) and not _is_type(line)
            if code and line:
                yield function, line
            function += body and not code
            braces.append(code or body)
            line = []
        elif word in ";}" and round_depth == 0 and not (word == "}" and _is_value(line)):
            if line and braces and braces[-1] and line[0].text not in C_TYPES:
                yield function, line
            if word == "}" and braces:
                braces.pop()
            line = []
        else:
            line.append(Token(kind, word, start, round_depth + _open_braces(line, word)))
        if word in "([":
            round_depth += 1


def _open_braces(line: list[Token], word: str) -> int:
    return sum((x.text == "{") - (x.text == "}") for x in line) - (word == "}")


def _is_value(line: list[Token]) -> bool:
    """Whether a brace behind this opens or ends a list of values."""
    return bool(line) and (line[-1].text in ("=", "return") or _open_braces(line, "") > 0)


def _is_type(line: list[Token]) -> bool:
    """Whether a brace behind this opens a type, and not the body of a function."""
    words = [x.text for x in line]
    return "(" not in words and bool(C_TYPES.intersection(words))


def language(path: Path) -> str:
    """Return "python", "cython" or "c" by a file's ending; empty if it is none of these."""
    return LANGUAGES.get(path.suffix, "")
