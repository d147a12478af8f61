"""What figures of several reports share: a form has its color and marker in every one."""

from __future__ import annotations

from typing import Any

import matplotlib

matplotlib.use("Agg")

from lieref.reporting.drawing import COLORS

STYLE: dict[str, dict[str, Any]] = {
    "default": {"color": COLORS[0], "marker": "o", "linestyle": "-"},
    "spatial": {"color": COLORS[1], "marker": "s", "linestyle": "--"},
    "body": {"color": COLORS[3], "marker": "D", "linestyle": "-."},
    "hybrid": {"color": COLORS[4], "marker": "v", "linestyle": (0, (6, 1))},
    "bound": {"color": COLORS[2], "marker": "^", "linestyle": ":"},
}
