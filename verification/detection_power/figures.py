"""The figure of the report: how far faults and rounding are apart."""

from __future__ import annotations

import math
from collections import Counter

from matplotlib.axes import Axes

from lieref.reporting.drawing import Plot
from verification.detection_power.tables import CORRECT, PLANTED
from verification.evidence import Evidence

#: Decades beyond these are counted as these.
LEAST, MOST = -8, 16
GROUPS = {
    "correct code": "#009E73",
    "faults of sign, term, index": "#0072B2",
    "one block x (1 + 1e-9)": "#D55E00",
}


def _decade(ratio: float) -> int:
    if not ratio > 0.0:
        return LEAST
    return min(MOST, max(LEAST, math.floor(math.log10(ratio)))) if math.isfinite(ratio) else MOST


def ratios(evidence: Evidence) -> Plot | None:
    """Shares of results by the decade of error over tolerance."""
    counts: dict[str, Counter[int]] = {name: Counter() for name in GROUPS}
    for record in evidence.of(CORRECT):
        for x in record["result"].values():
            for decade, number in x["decades"].items():
                counts["correct code"][max(LEAST, min(MOST, int(decade)))] += number
    for record in evidence.of(PLANTED):
        if record["result"]["word"] in ("flagged", "missed"):
            scaled = record["params"]["kind"] == "scale"
            name = list(GROUPS)[2 if scaled else 1]
            # a result that is not finite has no ratio
            ratio = float(record["result"]["ratio"])
            nan = record["result"]["word"] == "flagged" and not ratio > 0.0
            counts[name][MOST if nan else _decade(ratio)] += 1
    if not all(counts.values()):
        return None
    # one more, so that the last step has its width
    decades = range(LEAST, MOST + 2)

    def draw(axes: Axes) -> None:
        for name, color in GROUPS.items():
            whole = sum(counts[name].values())
            heights = [100.0 * counts[name][x] / whole for x in decades]
            axes.step([10.0**x for x in decades], heights, where="post", label=name, color=color)
            axes.fill_between(
                [10.0**x for x in decades], heights, step="post", alpha=0.25, color=color
            )
        axes.axvline(1.0, color="#010203", linewidth=0.8, linestyle="--")
        axes.set_xscale("log")
        axes.set_ylim(bottom=0.0)
        axes.set_xlabel("Error over tolerance")
        axes.set_ylabel("Share, %")
        axes.legend(loc="lower right", bbox_to_anchor=(1.0, 1.0), ncols=3, fontsize=7)

    return Plot(
        "ratios",
        "Error over tolerance, by decade: of every result of correct code, and of the first result "
        f"that gives a fault away. Below 1e{LEAST}, and beyond 1e{MOST} or not finite, in the "
        "outermost decades; the dashed line is the tolerance.",
        "Shares by decade. "
        + " ".join(
            f"{name}: {sum(x.values())} results, decades 1e{min(x)} to 1e{max(x)}."
            for name, x in counts.items()
        ),
        draw,
    )


def all_figures(evidence: Evidence) -> list[Plot]:
    """Return the figures for which there are records."""
    plot = ratios(evidence)
    return [] if plot is None else [plot]
