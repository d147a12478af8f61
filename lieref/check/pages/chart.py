"""The figure of an audit's page: every result's error over its tolerance, as SVG."""

from __future__ import annotations

import html
import math

from lieref.check.results import Report

LEFT, RIGHT, ROW, TOP, WIDTH = 300, 20, 22, 24, 680
#: Decades that are shown; what lies beyond stands at their ends.
LOWEST, HIGHEST = -6, 6


def worst(report: Report) -> dict[str, float]:
    """Return the largest error over its tolerance of each result, over all states."""
    found: dict[str, float] = {}
    for x in report.results:
        if x.judgement is not None:
            name = f"{x.quantity} {x.output}"
            found[name] = max(found.get(name, 0.0), x.judgement.ratio)
    return found


def _place(ratio: float) -> float:
    """The horizontal place of a ratio, on a logarithmic axis."""
    decade = math.log10(ratio) if ratio > 0.0 else LOWEST
    decade = min(max(decade, LOWEST), HIGHEST)
    return LEFT + (decade - LOWEST) / (HIGHEST - LOWEST) * (WIDTH - LEFT - RIGHT)


def ratios(report: Report) -> str:
    """Return the figure as an SVG element, which says in words what it shows; "" without numbers.

    A circle is within its tolerance, a cross is not.
    """
    found = worst(report)
    if not found:
        return ""
    bottom = TOP + ROW * len(found)
    name, largest = max(found.items(), key=lambda x: x[1])
    wrong = sum(ratio > 1.0 for ratio in found.values())
    said = (
        f"Chart, logarithmic, of the error over its tolerance of {len(found)} results: {wrong} "
        f"above 1; the largest is {largest:.1e}, of {name}."
    )
    parts = [
        f'<svg role="img" aria-label="{html.escape(said)}" viewBox="0 0 {WIDTH} {bottom + 24}" '
        'font-size="12" fill="currentColor" font-family="system-ui, sans-serif">'
    ]
    for decade in range(LOWEST, HIGHEST + 1, 3):
        x = _place(10.0**decade)
        dashes = "" if decade == 0 else ' stroke-dasharray="2 4"'
        parts.append(
            f'<path d="M{x:.1f} {TOP - 6}V{bottom}" stroke="currentColor"{dashes}/>'
            f'<text x="{x:.1f}" y="{bottom + 16}" text-anchor="middle">{10.0**decade:g}</text>'
        )
    for n, (label, ratio) in enumerate(found.items()):
        y = TOP + ROW * n + ROW // 2
        x = _place(ratio)
        parts.append(f'<text x="0" y="{y + 4}">{html.escape(label)}</text>')
        if ratio <= 1.0:
            parts.append(f'<circle cx="{x:.1f}" cy="{y}" r="5" fill="var(--good)"/>')
        else:
            parts.append(
                f'<path d="M{x - 5:.1f} {y - 5}l10 10m0 -10l-10 10" stroke="var(--bad)" '
                'stroke-width="2.5" fill="none"/>'
            )
    return "\n".join([*parts, "</svg>"])
