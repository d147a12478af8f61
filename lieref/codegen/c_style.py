"""How C text is written."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Style:
    """How the text is written.

    name : of the C function, and the beginning of every name in the files
    scalar : "double" or "float"
    lanes : states in one call, 1 or a power of two
    robot : name of the robot
    order_lanes : adjacent orders of time derivatives in one vector, 1 or a power of two
    """

    name: str
    scalar: str
    lanes: int
    robot: str
    order_lanes: int = 1

    @property
    def width(self) -> int:
        """Numbers in a value."""
        return self.lanes * self.order_lanes

    @property
    def angle(self) -> str:
        """The type of angles, and of their sines."""
        return "value" if self.order_lanes == 1 else self.scalar

    @property
    def real(self) -> str:
        """The type of arguments."""
        return self.scalar if self.lanes == 1 else f"{self.name}_real"

    def number(self, x: float) -> str:
        """A literal."""
        return repr(float(x)) + ("f" if self.scalar == "float" else "")
