"""The files of the golden data: what is in them, and how they are written."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from lieref.errors import SingularError
from lieref.golden import FORMAT, build_model
from lieref.oracle import Arb, certified_forward_dynamics
from verification import references
from verification.golden import (
    archives,
    confirmation,
    failures,
    group_references,
    loop_references,
    tree_references,
)
from verification.golden.descriptions import describe, doubles
from verification.golden.group_references import HalfTurnError
from verification.golden.inputs import TREES
from verification.golden.wording import NUMBERS, OF_DYNAMICS, OF_FAILURES, OF_GROUPS

# Of the data: it rises whenever a value or an input changes; golden/CHANGELOG.md says what did.
VERSION = 2
FOLDER = Path(__file__).resolve().parents[2] / "golden"
INDEX, SCHEMA = "index.json", "schema.json"
Case = dict[str, Any]


def _tree_case(name: str) -> Case:
    case = TREES[name]
    # what is certified is what the file describes
    description = describe(case.model())
    model = build_model(description)
    given = case.inputs(model)
    found = {key: tree_references.QUANTITIES[key](model, given) for key in case.quantities}
    return _with_model(name, description, given, found)


def _loop_case(name: str) -> Case:
    case = loop_references.LOOPS[name]
    description = describe(case.model())
    model = build_model(description)
    given = case.inputs(model)
    found = {key: compute(model, given) for key, compute in loop_references.QUANTITIES.items()}
    return _with_model(name, description, given, found)


def _with_model(name: str, description: Any, given: Any, found: Any) -> Case:
    kept = ("base", "wrench_axes", "prescribed")
    inputs = {key: x if key in kept else doubles(x) for key, x in given.items()}
    head = _head(name, OF_DYNAMICS)
    return head | {"model": description, "inputs": inputs, "references": found}


def _group_case(name: str) -> Case:
    group, _, function = name.partition("_")
    head = _head(name, OF_GROUPS)
    return head | {"group": group, "function": function, "samples": group_references.GROUPS[name]()}


def _failure_case(name: str) -> Case:
    found = failures.refused(name)
    words = OF_GROUPS if "group" in found else OF_DYNAMICS
    return _head(name, words | OF_FAILURES) | found


def _head(name: str, conventions: dict[str, str]) -> Case:
    return {"format": FORMAT, "case": name, "conventions": {"numbers": NUMBERS, **conventions}}


CASES: dict[str, Callable[[str], Case]] = {
    **dict.fromkeys(TREES, _tree_case),
    **dict.fromkeys(loop_references.LOOPS, _loop_case),
    **dict.fromkeys(group_references.GROUPS, _group_case),
    **dict.fromkeys(failures.FAILURES, _failure_case),
}


def compute(name: str) -> Case:
    """Return a case whose values a second formulation has confirmed.

    Raises
    ------
    ValueError
        The two formulations are farther apart than the sum of their bounds.
    """
    case = CASES[name](name)
    for what, found in confirmation.confirm(case):
        if not found <= 1:
            raise ValueError(f"{name}, {what}: {found:.3g} times the sum of both bounds apart")
    return case


def place(name: str) -> str:
    """Return the path of a case's file, in its folder by what the case is about."""
    if name in failures.FAILURES:
        kind = "failures"
    elif name in group_references.GROUPS:
        kind = "groups"
    elif name in loop_references.LOOPS:
        kind = "loops"
    else:
        kind = "joints" if name.startswith("joint_") else "trees"
    return f"{kind}/{name}.json"


def render(case: Case) -> str:
    """Return the text of a file."""
    return references.lines(case) + "\n"


def not_enclosed() -> list[dict[str, str]]:
    """Try what balls cannot enclose, and return what was tried and why it fails.

    Raises
    ------
    ValueError
        One of these is enclosed after all.
    """
    half_turn = [[-1.0, 0.0, 0.0], [0.0, -1.0, 0.0], [0.0, 0.0, 1.0]]
    description = failures.FAILURES["singular_point_mass"].case()["model"]

    def log() -> Any:
        return group_references.log(Arb(200), [[Arb(200)(x) for x in row] for row in half_turn])

    def forward() -> Any:
        model = build_model(description)
        q = [0.0, 0.0, 0.0, 0.0, 1.0]
        return certified_forward_dynamics(model, q, [0.0] * 4, [[0.0] * 4], most_digits=500)

    tried: tuple[tuple[str, str, Callable[[], Any], type[Exception]], ...] = (
        (
            "log of SO(3) and SE(3) at a turn of pi exactly",
            "w and -w are both its log",
            log,
            HalfTurnError,
        ),
        (
            "forward and hybrid dynamics where no inertia is felt across a joint",
            "H is singular: balls never tell its pivot from zero",
            forward,
            SingularError,
        ),
    )
    for what, _, attempt, expected in tried:
        try:
            attempt()
        except expected:
            continue
        raise ValueError(f"{what}: was enclosed")
    return [{"what": what, "why": why} for what, why, *_ in tried] + [
        {
            "what": "an entry that vanishes beside the largest one of its block",
            "why": "the radius belongs to the block: entries far below it have fewer digits of "
            "their own, and those of a block that may be zero none",
        }
    ]


def sums(folder: Path, written: dict[str, str]) -> str:
    """Return the text of SHA256SUMS: of what is written, and of the other files in the folder."""
    kept = [name for name in archives.contents(folder) if name != archives.SUMS]
    found = {name: (folder / name).read_bytes() for name in kept if name not in written}
    return archives.sums(found | {name: text.encode() for name, text in written.items()})


def index(texts: dict[str, str]) -> str:
    """Return the text of the index: every case with its checksum, and what is not enclosed."""
    cases = [
        {"case": name, "file": place(name), "sha256": hashlib.sha256(text.encode()).hexdigest()}
        for name, text in sorted(texts.items())
    ]
    head = {"format": FORMAT, "version": VERSION}
    found = head | {"cases": cases, "not_enclosed": not_enclosed()}
    return json.dumps(found, indent=1) + "\n"
