"""Imports run one way between the rooms of the package, in Cython files too.

import-linter holds the same order for Python files; it cannot read import and cimport of .pyx,
.pxd and .pxi.
"""

import re

import pytest
from checkout import ROOT, sources

ROOMS = {
    "algebra": set(),
    "model": {"algebra"},
    "kinematics": {"algebra", "model"},
    "trajectories": {"algebra", "model"},
    "dynamics": {"algebra", "model", "kinematics"},
    "partials": {"algebra", "model", "kinematics", "dynamics"},
    "integrate": {"algebra", "model", "kinematics", "dynamics"},
    "loops": {"algebra", "model", "kinematics", "dynamics", "partials"},
    "oracle": {"model"},
    "check": {"algebra", "model", "kinematics", "dynamics", "partials", "loops", "oracle"},
}
IMPORT = re.compile(r"^\s*(?:from|c?import)\s+(?:lieref\.)(\w+)", re.M)
OUTSIDE = re.compile(r"^\s*(?:from|c?import)\s+(verification|tests)\b", re.M)


@pytest.mark.parametrize("room", sorted(ROOMS))
def test_room_imports_only_rooms_below_it(room):
    forbidden = set(ROOMS) - ROOMS[room] - {room}
    wrong = [
        f"{path.relative_to(ROOT)} imports {imported}"
        for path in sources(".py", ".pyx", ".pxd", ".pxi", ".pyi")
        if path.relative_to(ROOT).parts[1] == room
        for imported in IMPORT.findall(path.read_text(encoding="utf-8"))
        if imported in forbidden
    ]
    assert not wrong


def test_every_room_is_listed():
    folders = {path.relative_to(ROOT).parts[1] for path in sources("__init__.py")}
    assert {name for name in folders if "." not in name} <= set(ROOMS)


def test_nothing_imports_verification_or_tests():
    files = sources(".py", ".pyx", ".pxd", ".pxi", ".pyi")
    assert not [path for path in files if OUTSIDE.search(path.read_text(encoding="utf-8"))]
