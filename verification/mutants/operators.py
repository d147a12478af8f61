"""What a mutant may change in a statement: one operator, sign, term, index, bound or word."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from verification.mutants.texts import KEYWORDS, Statement, Token, statements

ARITHMETIC = {"+": "-", "-": "+", "*": "/", "/": "*", "//": "*", "%": "+", "**": "*"}
COMPARISONS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}
LOGIC = {"and": "or", "or": "and", "&&": "||", "||": "&&"}
ASSIGNMENTS = {"+=": ("-=", "="), "-=": ("+=", "="), "*=": ("/=", "="), "/=": ("*=",)}
BOOLEANS = {"True": "False", "False": "True"}
AXES = {"X": "Y", "Y": "Z", "Z": "X", "x": "y", "y": "z", "z": "x"}
# Ends of names of functions that are the inverse, or the transpose, of those without.
INVERSES = ("_back", "_inverse", "_transposed", "_transpose", "_T", "_to_parent")
# Functions of which the order of arguments says nothing, or is only told by a type error.
SYMMETRIC = frozenset("max min isinstance getattr zip fmax fmin".split())
# Where a term of a sum ends.
ENDS = frozenset("+ - , : ; if else and or for in is not && || ? < > <= >= == != =".split())

Change = tuple[str, int, int, str]


@dataclass(frozen=True)
class Mutant:
    """One fault: what stands in a text from `start` to `end` becomes `new`.

    operator : its kind; line : number of the line where it starts, from 1
    """

    operator: str
    line: int
    start: int
    end: int
    new: str

    def text(self, original: str) -> str:
        """Return the whole text with the fault in it."""
        return original[: self.start] + self.new + original[self.end :]


class Scope:
    """What the operators know of a text beside the statement."""

    def __init__(self, language: str, lines: list[Statement]):
        self.language = language
        self.names = {x.text for line in lines for x in line.tokens if x.kind == "name"}
        self.indices: dict[int, list[str]] = {}
        # of each function the names that have had a value before a statement, by its first place
        self.before: dict[int, frozenset[str]] = {}
        given: dict[int, set[str]] = {}
        for line in lines:
            known = given.setdefault(line.function, set())
            self.before[line.tokens[0].start] = frozenset(known)
            if line.assigned > 0:
                known.add(line.tokens[line.assigned - 1].text)
            for name in _loop_names(line.tokens, language):
                if name not in self.indices.setdefault(line.function, []):
                    self.indices[line.function].append(name)


def _loop_names(tokens: tuple[Token, ...], language: str) -> Iterator[str]:
    """Yield the names that a `for` statement counts with."""
    if tokens[0].text != "for":
        return
    for token, after in zip(tokens[1:], tokens[2:], strict=False):
        if token.text == "in" or after.text == ";":
            return
        if token.kind == "name" and (after.text == "=" if language == "c" else True):
            yield token.text


def mutants(text: str, language: str) -> list[Mutant]:
    """Return every mutant of a text, in the order of the text."""
    lines = statements(text, language)
    scope = Scope(language, lines)
    found = {}
    for line in lines:
        for operator, start, end, new in _changes(line, scope):
            if text[start:end].split() != new.split():
                number = text.count("\n", 0, start) + 1
                # a mutant keeps the number of lines, so that messages still name the right one
                new += "\n" * text.count("\n", start, end)
                found[start, end, new] = Mutant(operator, number, start, end, new)
    return [found[key] for key in sorted(found)]


def _changes(line: Statement, scope: Scope) -> Iterator[Change]:
    """Yield all changes of one statement."""
    tokens = line.tokens
    types = _types(tokens, scope.language)
    annotated = any(x.text == ":" and x.depth == 0 for x in tokens[: max(line.assigned, 0)])
    for at, token in enumerate(tokens):
        left = at < line.assigned
        # on the left of an assignment only indices compute
        if at in types or (left and (token.depth == 0 or annotated)) or token.kind == "string":
            continue
        yield from _of_operator(tokens, at, scope)
        yield from _of_word(tokens, at, line, scope)
        if token.text in ("(", "["):
            yield from _of_brackets(tokens, at)
    yield from _of_statement(line, scope)


def _types(tokens: tuple[Token, ...], language: str) -> set[int]:
    """Return where casts and arguments of templates stand, which only look like comparisons."""
    found: set[int] = set()
    for at, token in enumerate(tokens):
        if token.text != "<" or (language != "c" and at and tokens[at - 1].operand):
            continue
        for end in range(at + 1, len(tokens)):
            word = tokens[end]
            if word.text == ">" and end > at + 1:
                found.update(range(at, end + 1))
                break
            if word.kind not in ("name", "number") and word.text not in ("*", ",", "::", "."):
                break
    return found


def _binary(tokens: tuple[Token, ...], at: int) -> bool:
    """Whether an operator stands between two values, none of them a string."""
    if not 0 < at < len(tokens) - 1 or not tokens[at - 1].operand:
        return False
    after = tokens[at + 1]
    strings = "string" in (tokens[at - 1].kind, after.kind)
    if tokens[at - 1].text == "]" and not _inside(tokens, at - 1, tokens[at - 1].depth + 1):
        # of a list, which is repeated or joined
        return False
    return not strings and (after.kind != "operator" or after.text in ("(", "[", "-", "&", "!"))


def _of_operator(tokens: tuple[Token, ...], at: int, scope: Scope) -> Iterator[Change]:
    token = tokens[at]
    change = partial(lambda kind, new: (kind, token.start, token.end, new))
    word = token.text
    if word in ARITHMETIC and token.kind == "operator" and _binary(tokens, at):
        yield change("arithmetic", ARITHMETIC[word])
        if word in ("+", "-"):
            end = _end_of_term(tokens, at)
            yield "term", tokens[at - 1].end, end, ""
    elif word == "-" and (at == 0 or not tokens[at - 1].operand):
        yield change("sign", "")
    elif word in COMPARISONS and _binary(tokens, at):
        yield change("comparison", COMPARISONS[word])
    elif word in LOGIC:
        yield change("comparison", LOGIC[word])
    elif word == "not" and tokens[at - 1].text != "is" and at + 1 < len(tokens):
        yield "comparison", token.start, tokens[at + 1].start, ""
    elif word == "!" and scope.language == "c":
        yield change("comparison", "")
    elif word == "is" and tokens[at + 1].text != "not":
        yield change("comparison", "is not")
    elif word in ASSIGNMENTS and token.depth == 0:
        for new in ASSIGNMENTS[word]:
            yield change("assignment", new)


def _end_of_term(tokens: tuple[Token, ...], at: int) -> int:
    """Return where the term behind the operator of a sum ends in the text."""
    depth, last = tokens[at].depth, at + 1
    for place in range(at + 1, len(tokens)):
        token = tokens[place]
        signed = token.text == "-" and place == at + 1
        if token.depth < depth or (token.depth == depth and token.text in ENDS and not signed):
            break
        last = place
    return tokens[last].end


def _of_word(tokens: tuple[Token, ...], at: int, line: Statement, scope: Scope) -> Iterator[Change]:
    token = tokens[at]
    word = token.text
    change = partial(lambda kind, new: (kind, token.start, token.end, new))
    inside = _inside(tokens, at) == "["
    called = at + 1 < len(tokens) and tokens[at + 1].text == "("
    if token.kind == "number":
        yield from (change("index" if inside else "constant", x) for x in _numbers(word, inside))
    elif word in BOOLEANS:
        # that lengths are equal is an assertion
        if tokens[at - 2].text != "strict":
            yield change("constant", BOOLEANS[word])
    elif token.kind != "name" or word in KEYWORDS:
        return
    elif word == "T" and at and tokens[at - 1].text == "." and not called:
        yield "transpose", tokens[at - 1].start, token.end, ""
    elif called:
        for end in INVERSES:
            other = word.removesuffix(end) if word.endswith(end) else word + end
            if other in scope.names:
                yield change("transpose", other)
    elif inside and word in scope.indices.get(line.function, ()):
        names = scope.indices[line.function]
        yield change("index", names[(names.index(word) + 1) % len(names)])
    elif re.search(r"(_|^)[XYZ]$|^[xyz]$", word):
        other = word[:-1] + AXES[word[-1]]
        if other in scope.names:
            yield change("index", other)


def _numbers(word: str, inside: bool) -> list[str]:
    """Return what becomes of a number; one with an exponent is a tolerance or a limit of double."""
    if word.isdigit():
        value = int(word)
        return (
            [str(value + 1), *([str(value - 1)] if value else [])] if inside else [str(value + 1)]
        )
    if re.fullmatch(r"\d*\.\d*", word):
        return [repr(2.0 * float(word) or 1.0)]
    return []


def _inside(tokens: tuple[Token, ...], at: int, depth: int | None = None) -> str:
    """Return the bracket that a token stands directly in; "[" of a subscript alone, not a list."""
    depth = tokens[at].depth if depth is None else depth
    for place in range(at - 1, -1, -1):
        if tokens[place].depth == depth - 1 and tokens[place].text in ("(", "[", "{"):
            subscript = place > 0 and tokens[place - 1].operand
            return tokens[place].text if subscript or tokens[place].text != "[" else ""
    return ""


def _of_brackets(tokens: tuple[Token, ...], at: int) -> Iterator[Change]:
    """Two neighbors in the brackets of a call or an index exchanged; the bound of a range."""
    if not at or not tokens[at - 1].operand or tokens[at - 1].kind in ("number", "string"):
        return
    if tokens[at - 1].text in SYMMETRIC:
        return
    inner = tokens[at].depth + 1
    parts: list[list[Token]] = [[]]
    for token in tokens[at + 1 :]:
        if token.depth < inner:
            break
        if token.depth == inner and token.text == ",":
            parts.append([])
        else:
            parts[-1].append(token)
    parts = [part for part in parts if part]
    for one, two in zip(parts, parts[1:], strict=False):
        both = [*one, *two]
        named = any(x.depth == inner and x.text in ("=", ":", "for", "*", "**") for x in both)
        if not named and not any(x.kind == "string" for x in both):
            first, second = (" ".join(_joined(part)) for part in (one, two))
            yield "arguments", one[0].start, two[-1].end, f"{second}, {first}"
    if tokens[at - 1].text == "range" and parts:
        last = parts[min(len(parts), 2) - 1]
        yield "bounds", last[-1].end, last[-1].end, " - 1"


def _joined(part: list[Token]) -> Iterator[str]:
    """Yield the words of an expression, as they stood where none was between them."""
    word = ""
    for token, after in zip(part, [*part[1:], None], strict=True):
        word += token.text
        if after is None or after.start > token.end:
            yield word
            word = ""


def _of_statement(line: Statement, scope: Scope) -> Iterator[Change]:
    """Yield changes of a whole statement: left out, of the other sign, its value not computed."""
    tokens, at = line.tokens, line.assigned
    start, end = tokens[0].start, tokens[-1].end
    nothing = "" if scope.language == "c" else "pass"
    target = tokens[: max(at, 0)]
    places = any(x.text in ("[", ".", "->", "*") for x in target)
    declares = tokens[0].text == "cdef" or any(
        one.kind == two.kind == "name" for one, two in zip(target, target[1:], strict=False)
    )
    known = at == 1 and target[0].text in scope.before[start]
    if at > 0 and not declares and ":" not in [x.text for x in target if x.depth == 0]:
        if places or known or tokens[at].text != "=":
            # what was there before stays
            yield "statement", start, end, nothing
    elif at < 0 and tokens[0].kind == "name" and tokens[0].text not in KEYWORDS:
        if tokens[-1].text == ")" and tokens[-1].depth == 0:
            yield "statement", start, end, nothing
    first = at + 1 if at > 0 and tokens[at].text == "=" else tokens[0].text == "return"
    value = tokens[first:] if first else ()
    if value and any(
        x.depth == value[0].depth and x.text in ("*", "/", "@") and _binary(value, n)
        for n, x in enumerate(value)
    ):
        outer = {x.text for x in value if x.depth == value[0].depth}
        if not outer & {"if", "else", "for", ",", "=", "and", "or", "?"}:
            yield "sign", value[0].start, value[-1].end, f"-({' '.join(_joined([*value]))})"
    if tokens[0].text == "return" and len(tokens) > 4 and tokens[2].text == "(":
        # the transform missing: what goes in comes out
        if tokens[3].kind == "name" and tokens[4].text in (",", ")") and tokens[-1].depth == 0:
            if all(x.depth > 0 for x in tokens[3:-1]):
                yield "value", tokens[1].start, end, tokens[3].text
