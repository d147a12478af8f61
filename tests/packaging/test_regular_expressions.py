"""Regular expressions: none repeats what repeats itself, which may take exponential time."""

import ast
import re._constants as kinds
import re._parser as parser

import pytest
from support.programs.checkout import ROOT

FILES = sorted([*(ROOT / "lieref").rglob("*.py"), *(ROOT / "verification").rglob("*.py")])
REPEATS = (kinds.MAX_REPEAT, kinds.MIN_REPEAT)


def patterns(path):
    """The patterns that a module writes out for functions of `re`; names in them stand for x."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not (isinstance(node, ast.Call) and node.args and isinstance(node.func, ast.Attribute)):
            continue
        given, of = node.args[0], node.func.value
        if not (isinstance(of, ast.Name) and of.id == "re" and node.func.attr != "escape"):
            continue
        if isinstance(given, ast.Constant):
            yield given.value
        elif isinstance(given, ast.JoinedStr):
            parts = given.values
            yield "".join(x.value if isinstance(x, ast.Constant) else "x" for x in parts)


def nested(parsed, inside=False):
    """Whether something without a limit is repeated without a limit."""
    for kind, of in parsed:
        without_end = kind in REPEATS and of[1] == kinds.MAXREPEAT
        if inside and without_end:
            return True
        for part in of if isinstance(of, tuple | list) else ():
            inner = part if isinstance(part, list) else [part]
            if any(
                isinstance(x, parser.SubPattern) and nested(x, inside or without_end) for x in inner
            ):
                return True
    return False


@pytest.mark.parametrize("pattern", [r"(a+)*", r"(?:x|<.*?>)*<m", r"(?=(a*)+)b", r"((a|b*)c?)+"])
def test_nested_repeats_are_found(pattern):
    assert nested(parser.parse(pattern))


def test_no_repeat_is_nested():
    found = [(path, x) for path in FILES for x in patterns(path)]
    assert len(found) > 30
    assert [(str(path), x) for path, x in found if nested(parser.parse(x))] == []
