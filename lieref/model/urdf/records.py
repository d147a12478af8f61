"""What a URDF file says, as plain records: the result of reading and the input of building."""

from __future__ import annotations

import warnings
from dataclasses import dataclass, field

from lieref.errors import ModelWarning

Vector3 = tuple[float, float, float]
ZERO: Vector3 = (0.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Origin:
    """An `<origin>`: position [m], and fixed-axis roll, pitch, yaw [rad]."""

    xyz: Vector3 = ZERO
    rpy: Vector3 = ZERO


AT_ORIGIN = Origin()


@dataclass(frozen=True, slots=True)
class InertialRecord:
    """An `<inertial>`: mass [kg], and moments ixx, ixy, ixz, iyy, iyz, izz [kg m^2]."""

    line: int
    origin: Origin
    mass: float
    moments: tuple[float, float, float, float, float, float]


@dataclass(frozen=True, slots=True)
class LinkRecord:
    """A `<link>`; `inertial` is None without one."""

    line: int
    name: str
    inertial: InertialRecord | None


@dataclass(frozen=True, slots=True)
class MimicRecord:
    """A `<mimic>`: q(joint) = multiplier * q(source) + offset."""

    line: int
    source: str
    multiplier: float
    offset: float


@dataclass(frozen=True, slots=True)
class DynamicsRecord:
    """A `<dynamics>`: viscous damping [N m s/rad or N s/m], Coulomb friction [N m or N]."""

    line: int
    damping: float
    friction: float


@dataclass(frozen=True, slots=True)
class DriveRecord:
    """Force [N m or N] and velocity [rad/s or m/s] of a `<limit>`; None: no limit."""

    force: float | None = None
    velocity: float | None = None


@dataclass(frozen=True, slots=True)
class JointRecord:
    """A `<joint>`; `origin` is the pose of the child link in the parent's.

    `axis` is a unit vector, None for types without one. `limits` are None where the type has
    none. `independent` is None without this attribute.
    """

    line: int
    name: str
    type: str
    parent: str
    child: str
    origin: Origin
    axis: Vector3 | None
    limits: tuple[float, float] | None
    mimic: MimicRecord | None
    independent: bool | None
    dynamics: DynamicsRecord | None
    drive: DriveRecord


@dataclass(frozen=True, slots=True)
class LoopEndRecord:
    """One end of a `<loop>`: a link, and the pose of the loop frame in it."""

    link: str
    origin: Origin


@dataclass(frozen=True, slots=True)
class LoopRecord:
    """A `<loop>` of URDF+; `axis` is in the loop frame, None for types without one."""

    line: int
    name: str
    type: str
    predecessor: LoopEndRecord
    successor: LoopEndRecord
    axis: Vector3 | None


@dataclass(frozen=True, slots=True)
class CouplingRecord:
    """A `<coupling>` of URDF+."""

    line: int
    name: str
    predecessor: str
    successor: str
    ratio: float


@dataclass(frozen=True, slots=True)
class RobotRecord:
    """A `<robot>` with everything that is read of it, in the order of the file."""

    name: str
    links: list[LinkRecord]
    joints: list[JointRecord]
    loops: list[LoopRecord]
    couplings: list[CouplingRecord]


@dataclass(frozen=True, slots=True)
class Notes:
    """What was assumed, or is doubtful, about the file `source`: (line, text) each."""

    source: str
    found: list[tuple[int, str]] = field(default_factory=list)

    def where(self, line: int) -> str:
        """Return "file:line"."""
        return f"{self.source}:{line}"

    def add(self, line: int, text: str) -> None:
        """Note something about a line."""
        self.found.append((line, text))

    def warn(self, stacklevel: int) -> None:
        """Issue a ModelWarning for each note; `stacklevel` is that of `warnings.warn` here."""
        for line, text in sorted(self.found):
            warnings.warn(f"{self.where(line)}: {text}", ModelWarning, stacklevel + 1)
