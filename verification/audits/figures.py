"""The figures of the audits."""

from __future__ import annotations

import math
from typing import Any

from matplotlib.axes import Axes

from lieref.reporting.campaigns.store import Record
from lieref.reporting.drawing import COLORS, EPS, INK, Plot, legend
from verification.audits import numbers, tables
from verification.evidence import Evidence
from verification.picks import largest
from verification.subjects.peers.pinocchio_joints import TYPES

ARRAYS: dict[str, dict[str, Any]] = {
    "dtau_dq": {"color": COLORS[0], "marker": "o"},
    "dtau_dv": {"color": COLORS[1], "marker": "s"},
    "ddq_dq": {"color": COLORS[2], "marker": "^"},
    "ddq_dv": {"color": COLORS[3], "marker": "D"},
}
LIBRARIES: dict[str, dict[str, Any]] = {
    "lieref": {"color": COLORS[0], "marker": "o"},
    "pinocchio": {"color": COLORS[1], "marker": "s"},
    "jaxlie": {"color": COLORS[2], "marker": "^"},
}
SUBJECTS: dict[str, dict[str, Any]] = {
    "Pinocchio": {"color": COLORS[1], "marker": "s"},
    "MuJoCo": {"color": COLORS[0], "marker": "o"},
    "Drake": {"color": COLORS[2], "marker": "^"},
}
#: Errors of zero and of NaN on a logarithmic axis.
FOOT, TOP = 1e-17, 1e1
NEAR = 0.2


def joints(evidence: Evidence) -> Plot | None:
    """Errors of first partial derivatives by joint type."""
    found = tables.by_joint(evidence)
    if not found:
        return None
    errors = {
        array: {
            joint: [r["result"]["functions"][function][array]["error"] for r in records]
            for joint, records in found.items()
        }
        for array, function in tables.PARTIALS.items()
    }

    def draw(axes: Axes) -> None:
        axes.figure.set_size_inches(5.6, 1.4 + 0.2 * len(found))  # type: ignore[union-attr]
        for shift, (array, by_joint) in enumerate(errors.items()):
            points = [
                (max(x, FOOT), row + 0.15 * (shift - 1.5))
                for row, xs in enumerate(by_joint.values())
                for x in xs
            ]
            xs, ys = zip(*points, strict=True)
            axes.plot(
                xs, ys, linestyle="none", markersize=2.5, alpha=0.7, label=array.replace("_", "/"),
                **ARRAYS[array],
            )  # fmt: skip
        axes.axvline(numbers.RIGHT, color=INK, linewidth=0.8, linestyle="--")
        axes.axvline(numbers.WRONG, color=INK, linewidth=0.8, linestyle=":")
        axes.set_xscale("log")
        axes.set_yticks(range(len(found)), list(found), fontsize=7)
        axes.invert_yaxis()
        axes.set_xlabel("Relative error (max norm)")
        axes.legend(loc="lower center", bbox_to_anchor=(0.4, 1.0), ncols=4)

    worst = {
        subspace: max(
            x
            for by_joint in errors.values()
            for joint, xs in by_joint.items()
            if TYPES[joint].subspace == subspace
            for x in xs
        )
        for subspace in ("constant", "dependent")
    }
    return Plot(
        "joints",
        "Pinocchio's first partial derivatives through each of its joint types, every place and "
        "seed. Dashed: the limit of what is right; dotted: 5 %.",
        f"Dots by joint type. Largest for a constant subspace {worst['constant']:.1e}, for one "
        f"that depends on q {worst['dependent']:.1e}.",
        draw,
    )


def _curve(records: list[Record]) -> tuple[list[float], list[float]]:
    """Angles, and the largest error at each over seeds and blocks."""
    found: dict[float, float] = {}
    for record in records:
        result = record["result"]
        for k, angle in enumerate(result["angles"]):
            error = largest(errors[k] for errors in result["errors"].values())
            found[angle] = max(found.get(angle, 0.0), error)
    angles = sorted(found)
    return angles, [min(max(found[x], FOOT), TOP) for x in angles]


def group(evidence: Evidence, function: str) -> Plot | None:
    """Error of a function against the angle, and against the distance from pi or 2 pi."""
    curves = {
        library.partition(" ")[0]: _curve(records)
        for (library, name), records in tables.group_records(evidence).items()
        if name == function and "float32" not in library
    }
    if not curves:
        return None
    log = "log" in function
    centre, word = (math.pi, r"\pi") if log else (2 * math.pi, r"2\pi")

    def draw(axes: Axes) -> None:
        figure: Any = axes.figure
        figure.set_size_inches(6.4, 2.8)
        axes.remove()
        left, right = figure.subplots(1, 2, sharey=True, width_ratios=(3, 2))
        for library, (angles, errors) in curves.items():
            style = {**LIBRARIES[library], "linewidth": 0.8, "markersize": 2.5}
            kept = [(x, y) for x, y in zip(angles, errors, strict=True) if _regular(x, log)]
            left.plot(*zip(*kept, strict=True), label=library, **style)
            near = sorted(
                (abs(x - centre), y)
                for x, y in zip(angles, errors, strict=True)
                if 0 < abs(x - centre) < NEAR
            )
            if near:
                right.plot(*zip(*near, strict=True), **{**style, "linestyle": "none"})
        for panel in (left, right):
            panel.set(xscale="log", yscale="log")
            panel.axhline(EPS, color=INK, linewidth=0.6, alpha=0.6)
        left.set(xlabel="Angle [rad]", ylabel="Largest relative error")
        right.set(xlabel=rf"Distance from ${word}$ [rad]")
        figure.legend(loc="outside upper center", ncols=3)

    worst = {library: max(errors) for library, (_, errors) in curves.items()}
    return Plot(
        f"group_{function}",
        f"{function}: largest error of a block over its largest entry, over axes and "
        f"translations, against the angle (left) and around {'pi' if log else '2 pi'} (right). At "
        "the upper edge, 10: NaN. Thin line: 2^-52.",
        "Two line charts, logarithmic. Largest: "
        + ", ".join(f"{library} {x:.1e}" for library, x in worst.items())
        + ".",
        draw,
    )


def _regular(angle: float, log: bool) -> bool:
    """Whether an angle is shown on the axis of angles."""
    return angle < 3.1 or (not log and abs(angle - 2 * math.pi) > NEAR)


def robots(evidence: Evidence) -> Plot | None:
    """Error over tolerance of every quantity on every robot."""
    points: dict[str, list[tuple[float, float]]] = {}
    for library, claim in tables.ROBOTS.items():
        for record in evidence.of(claim):
            result = record["result"]
            found = [float(x["ratio"]) for x in result["results"] if "ratio" in x]
            points.setdefault(library, [])
            points[library] += [(result["nv"], max(x, 1e-6)) for x in found]
    points = {library: found for library, found in points.items() if found}
    if not points:
        return None

    def draw(axes: Axes) -> None:
        for library, found in points.items():
            axes.plot(
                *zip(*found, strict=True), linestyle="none", markersize=3, alpha=0.6,
                markerfacecolor="none", label=library, **SUBJECTS[library],
            )  # fmt: skip
        axes.axhline(1.0, color=INK, linewidth=0.8, linestyle="--")
        axes.set(
            xscale="log",
            yscale="log",
            xlabel="Velocity coordinates of the robot",
            ylabel="Largest error over its tolerance",
        )
        legend(axes, 3)

    largest_of = ", ".join(f"{x} {max(y for _, y in found):.1e}" for x, found in points.items())
    return Plot(
        "robots",
        "Every result on every robot of example-robot-data with a free base: largest error over "
        "the tolerance that conditioning justifies. Dashed: the alarm.",
        f"Scatter chart, both axes logarithmic. Largest: {largest_of}.",
        draw,
    )


def all_figures(evidence: Evidence) -> list[Plot]:
    """Return the figures that there are results for."""
    names = dict.fromkeys(name for _, name in tables.group_records(evidence))
    found = [joints(evidence), *(group(evidence, name) for name in names), robots(evidence)]
    return [plot for plot in found if plot is not None]
