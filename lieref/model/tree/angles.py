"""Fixed-axis roll, pitch, yaw of a rotation, as URDF and SDF write them, and back."""

from __future__ import annotations

import itertools
import math
from typing import Any

Angles = tuple[float, float, float]
#: R row by row.
Rows = tuple[float, float, float, float, float, float, float, float, float]
#: Digits after which a double is itself.
ALL_DIGITS = 17


def from_roll_pitch_yaw(angles: Angles) -> Rows:
    """R = Rz(yaw) Ry(pitch) Rx(roll), row by row."""
    (sr, sp, sy), (cr, cp, cy) = map(math.sin, angles), map(math.cos, angles)
    return (
        *(cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr),
        *(sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr),
        *(-sp, cp * sr, cp * cr),
    )


def roll_pitch_yaw(R: Any) -> Angles:
    """Angles whose rotation is R (3, 3), to the bit where there are such, in as few digits.

    A rotation that was made of short decimals gets these back.
    """
    entries = [float(x) for row in R for x in row]
    yaw = math.atan2(entries[3], entries[0])
    pitch = math.atan2(-entries[6], math.hypot(entries[0], entries[3]))
    s, c = math.sin(yaw), math.cos(yaw)
    # of Rz(-yaw) R, so that at a pitch of 90 degrees roll goes with whatever yaw is
    roll = math.atan2(s * entries[2] - c * entries[5], c * entries[4] - s * entries[1])
    found = roll, pitch, yaw

    def apart(angles: Angles) -> float:
        made = from_roll_pitch_yaw(angles)
        return max(abs(x - y) for x, y in zip(made, entries, strict=True))

    for digits in range(1, ALL_DIGITS):
        r, p, y = (float(f"{x:.{digits}g}") for x in found)
        if apart((r, p, y)) == 0.0:
            return r, p, y
    near = ((math.nextafter(x, -4.0), x, math.nextafter(x, 4.0)) for x in found)
    return min(((r, p, y) for r, p, y in itertools.product(*near)), key=apart)
