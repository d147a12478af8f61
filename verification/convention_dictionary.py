"""``python -m verification.convention_dictionary``: write docs/conventions-dictionary.md.

The tables are what the converters of `lieref.check.conventions` do to one free body, and the words
that these converters go by; nothing in them is written by hand.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from lieref.check import conventions
from lieref.check.conventions import CONVENTIONS, Convention

PATH = Path(__file__).resolve().parents[1] / "docs" / "conventions-dictionary.md"
Array = NDArray[np.float64]
HEAD = """# Convention dictionary

What twists, accelerations, forces, configurations and partial derivatives are in other libraries,
in lieref's words. The definition of lieref's own conventions is [conventions.md](conventions.md).

A free base with the pose (R, p), w and v its angular velocity and that of its origin, in body
axes; n and f the moment about the origin and the force that are dual to them; s = w x v, and w',
v' the derivatives of the components. "measured": the tests compare the converter with numbers of
the library itself; "documented": with what the library's documentation says, by round trips,
power, and differences along motions.
"""
FOOT = """Written by `python -m verification.convention_dictionary` from the converters of
`lieref.check.conventions`; do not edit.
"""
# What the words of a convention mean, in this order of columns.
PERTURBATION = {
    "body": "right, body axes",
    "twist": "as the twist",
    "coordinates": "each number of q",
    "none": "-",
}
PARTIAL = {
    "force first": "d tau_i / d x_j at [i, j]",
    "coordinate first": "d tau_i / d x_j at [j, i]",
    "none": "-",
}
# A position and a quaternion (x, y, z, w) whose entries all differ.
Q = np.array([1.25, -2.5, 0.75, 0.1, 0.3, -0.5, 0.65**0.5])
OMEGA, SPEED = np.array([0.3, -1.1, 0.7]), np.array([1.9, 0.4, -0.8])
CLOSE = 1e-12


def vectors() -> dict[str, Array]:
    """Return the vectors by which parts of a result are recognized."""
    R = conventions.configuration_to("idyntree", Q)[:3, :3]
    p, s = Q[:3], np.cross(OMEGA, SPEED)
    return {
        "w": OMEGA,
        "R w": R @ OMEGA,
        "v": SPEED,
        "R v": R @ SPEED,
        "R v - R w x p": R @ SPEED - np.cross(R @ OMEGA, p),
        "v + s": SPEED + s,
        "R (v + s)": R @ (SPEED + s),
    }


def forces() -> dict[str, Array]:
    """Return the same for wrenches, the moment being OMEGA and the force SPEED."""
    R = conventions.configuration_to("idyntree", Q)[:3, :3]
    p = Q[:3]
    return {
        "n": OMEGA,
        "R n": R @ OMEGA,
        "f": SPEED,
        "R f": R @ SPEED,
        "R n + p x R f": R @ OMEGA + np.cross(p, R @ SPEED),
    }


def recognised(parts: Array, known: dict[str, Array]) -> str:
    """Return what both halves of six numbers are.

    Raises
    ------
    ValueError
        A half is none of the known vectors.
    """
    names = []
    for half in (parts[:3], parts[3:]):
        found = [name for name, x in known.items() if abs(half - x).max() <= CLOSE]
        if len(found) != 1:
            raise ValueError(f"{half} is {found or 'no known vector'}, expected one")
        names += found
    return f"({', '.join(names)})"


def twist(name: str) -> str:
    """Return what the library's velocity consists of."""
    given = np.concatenate([OMEGA, SPEED])
    return recognised(conventions.twist_to(name, Q, given), vectors())


def wrench(name: str) -> str:
    """Return what the library's force consists of."""
    given = np.concatenate([OMEGA, SPEED])
    return recognised(conventions.wrench_to(name, Q, given), forces())


def acceleration(name: str) -> str:
    """Return what the library's acceleration consists of, with w' and v' for what w and v were."""
    given = np.concatenate([OMEGA, SPEED])
    # with derivatives of the same numbers, the term w x v is s
    found = recognised(conventions.acceleration_to(name, Q, given, given), vectors())
    for letter in ("w", "v"):
        found = found.replace(letter, f"{letter}'")
    return found


def layout(name: str) -> str:
    """Return the order of the numbers of a configuration, one joint coordinate after the base."""
    given = np.concatenate([Q, [9.0]])
    letters = ("px", "py", "pz", "x", "y", "z", "w", "joints")
    called = dict(zip(given.tolist(), letters, strict=True))
    found = conventions.configuration_to(name, given)
    return "pose (R, p)" if found.ndim == 2 else ", ".join(called[x] for x in found.tolist())


def gravity(chosen: Convention) -> str:
    """Return the default gravity."""
    if chosen.gravity is None:
        return "given in the call"
    return f"({', '.join(f'{x:g}' for x in chosen.gravity)})"


def table(head: tuple[str, ...], rows: Iterator[tuple[str, ...]]) -> str:
    """Return a Markdown table."""
    lines = [head, ("---",) * len(head), *rows]
    return "".join(f"| {' | '.join(cells)} |\n" for cells in lines)


def label(chosen: Convention) -> str:
    """Return what the rows of a convention are called."""
    return f"{chosen.library}, {chosen.setting}"


def motions() -> Iterator[tuple[str, ...]]:
    """Yield the rows of the table of twists and wrenches."""
    for name, chosen in CONVENTIONS.items():
        found = (twist(name), acceleration(name), wrench(name))
        yield label(chosen), chosen.twist, *(f"`{x}`" for x in found)


def derivatives() -> Iterator[tuple[str, ...]]:
    """Yield the rows of the table of configurations and partial derivatives."""
    for name, chosen in CONVENTIONS.items():
        perturbation, partial = PERTURBATION[chosen.perturbation], PARTIAL[chosen.partial]
        yield label(chosen), layout(name), perturbation, partial, gravity(chosen)


def remarks() -> Iterator[tuple[str, ...]]:
    """Yield the rows of the table of names and remarks."""
    for name, chosen in CONVENTIONS.items():
        yield f"`{name}`", label(chosen), chosen.checked, chosen.remark or "-"


def render() -> str:
    """Return the text of the page."""
    motion = ("library", "twist", "velocity", "acceleration", "force")
    derivative = ("library", "configuration", "moved by", "partial derivatives", "gravity, m/s^2")
    remark = ("converter", "library", "checked", "remark")
    return (
        f"{HEAD}\n## Velocity, acceleration, force\n\n{table(motion, motions())}"
        "\nAn acceleration without s is spatial (Featherstone's), one with s classical: that of "
        "the body's\norigin.\n"
        f"\n## Configuration, partial derivatives, gravity\n\n{table(derivative, derivatives())}"
        "\nSecond partial derivatives of lieref are indexed in the order of the name, "
        "`d2tau_dq_dv[i, j, k]` =\nd2 tau_i / (dq_j dv_k); those of other libraries are not "
        "compared here.\n"
        f"\n## Converters\n\n{table(remark, remarks())}"
        "\n`configuration_to(name, q)`, `twist_to(name, q, v)`, `acceleration_to(name, q, v, a)`, "
        "`wrench_to(name, q, tau)`,\n`perturbation_to(name, q, xi)` and "
        "`partial_to(name, q, dtau_dq, by)` convert lieref's numbers, `..._from` back.\n"
        f"\n{FOOT}"
    )


def main() -> None:
    """Write the page."""
    parser = argparse.ArgumentParser(
        prog="python -m verification.convention_dictionary", description=__doc__
    )
    parser.add_argument("--out", type=Path, default=PATH, metavar="FILE")
    out: Path = parser.parse_args().out
    out.write_text(render(), encoding="utf-8")
    print(f"{out.name}: {len(CONVENTIONS)} conventions")


if __name__ == "__main__":
    main()
