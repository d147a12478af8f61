"""Reading: from the XML of a URDF file to records, each element by itself."""

from __future__ import annotations

from lieref.errors import ModelError
from lieref.model.body_arguments import MOMENT_ROUNDING, least_moment
from lieref.model.urdf.document import Element, read_document
from lieref.model.urdf.records import (
    CouplingRecord,
    DriveRecord,
    DynamicsRecord,
    InertialRecord,
    JointRecord,
    LinkRecord,
    LoopEndRecord,
    LoopRecord,
    MimicRecord,
    Notes,
    RobotRecord,
)
from lieref.model.urdf.values import attribute, axis_of, named, number, only, origin_of

JOINT_TYPES = ("revolute", "continuous", "prismatic", "fixed", "floating", "planar")
WITH_AXIS = frozenset(("revolute", "continuous", "prismatic", "planar"))
LOOP_TYPES = ("revolute", "continuous", "prismatic", "planar", "spherical", "fixed")
INDEPENDENT = {"true": True, "false": False}
DIAGONAL = ("ixx", "iyy", "izz")
PRODUCTS = ("ixy", "ixz", "iyz")
NAMELESS = "robot"
# Moments below this are what is left of those of a kilogram, where there is no mass.
LEAST_MOMENT = 1.0 * MOMENT_ROUNDING


def read_records(data: bytes, notes: Notes) -> RobotRecord:
    """Return the records of a URDF file.

    Parameters
    ----------
    data : bytes
        Content of the file.
    notes : Notes
        Gets what was assumed about the file.

    Raises
    ------
    ModelError
        Broken or hostile XML, an element that is incomplete or cannot be; names file and line.
    """
    reader = _Reader(notes)
    root = read_document(data, notes, reader.take)
    name = root.attributes.get("name", "")
    if not reader.links:
        raise ModelError(
            f"{notes.where(root.line)}: an empty robot{'' if name else ' without a name'}, "
            "expected at least one <link>"
        )
    reader.refuse_macro(root)
    if not name:
        notes.add(root.line, f"a robot without a name, called {NAMELESS!r}")
        name = NAMELESS
    return RobotRecord(name, reader.links, reader.joints, reader.loops, reader.couplings)


class _Reader:
    """Collects the records of one file."""

    def __init__(self, notes: Notes):
        self.notes, self.source = notes, notes.source
        self.links: list[LinkRecord] = []
        self.joints: list[JointRecord] = []
        self.loops: list[LoopRecord] = []
        self.couplings: list[CouplingRecord] = []

    def take(self, element: Element) -> None:
        """Read one element of the robot."""
        self.refuse_macro(element)
        name = attribute(self.source, element, "name")
        tag = element.tag
        what = (self.source, element.line, f"{tag} {name!r}")
        if tag == "link":
            inertial = only(self.source, element, "inertial")
            record = None if inertial is None else self._inertial(what, inertial)
            self.links.append(LinkRecord(element.line, name, record))
        elif tag == "joint":
            self.joints.append(self._joint(what, name, element))
        elif tag == "loop":
            self.loops.append(self._loop(what, name, element))
        else:
            self.couplings.append(self._coupling(what, name, element))

    def refuse_macro(self, element: Element) -> None:
        """Raise ModelError for a name that xacro has still to expand."""
        name = element.attributes.get("name", "")
        if "${" in name:
            where = self.notes.where(element.line)
            raise ModelError(
                f"{where}: name {name!r}, expected a file without macros, as xacro writes it"
            )

    def _inertial(self, what: tuple[str, int, str], inertial: Element) -> InertialRecord:
        mass, inertia = only(what[0], inertial, "mass"), only(what[0], inertial, "inertia")
        if mass is None:
            raise ModelError(f"{named(what)}: <inertial> without <mass>")
        kilograms = number(what, "mass", attribute(what[0], mass, "value"))
        if kilograms < 0.0:
            raise ModelError(f"{named(what)}: mass {kilograms!r}, expected at least 0")
        origin = origin_of(what, only(what[0], inertial, "origin"))
        if inertia is None:
            self.notes.add(inertial.line, f"{what[2]}: <inertial> without <inertia>, a point mass")
            return InertialRecord(inertial.line, origin, kilograms, (0.0,) * 6)
        given = inertia.attributes
        missing = [key for key in PRODUCTS if key not in given]
        if missing:
            self.notes.add(
                inertia.line, f"{what[2]}: <inertia> without {', '.join(missing)}, taken as 0"
            )
        xx, yy, zz = (number(what, key, attribute(what[0], inertia, key)) for key in DIAGONAL)
        xy, xz, yz = (
            number(what, key, attribute(what[0], inertia, key)) if key in given else 0.0
            for key in PRODUCTS
        )
        given_moments = (xx, xy, xz, yy, yz, zz)
        if kilograms == 0.0 and any(given_moments) and max(map(abs, given_moments)) <= LEAST_MOMENT:
            self.notes.add(
                inertia.line, f"{what[2]}: moments of inertia {xx, yy, zz} without mass, taken as 0"
            )
            return InertialRecord(inertial.line, origin, kilograms, (0.0,) * 6)
        least = min(xx, yy, zz)
        if least < 0.0:
            if least < least_moment(max(xx, yy, zz, 0.0), kilograms):
                raise ModelError(
                    f"{named(what)}: moments of inertia {xx, yy, zz}, expected none negative"
                )
            self.notes.add(
                inertia.line,
                f"{what[2]}: moment of inertia {least!r}, taken as the rounding of a zero",
            )
        return InertialRecord(inertial.line, origin, kilograms, given_moments)

    def _joint(self, what: tuple[str, int, str], name: str, element: Element) -> JointRecord:
        kind = attribute(self.source, element, "type")
        if kind not in JOINT_TYPES:
            expected = ", ".join(JOINT_TYPES)
            raise ModelError(f"{named(what)}: type {kind!r}, expected one of {expected}")
        parent, child = (
            attribute(self.source, self._end(what, element, role), "link")
            for role in ("parent", "child")
        )
        return JointRecord(
            element.line,
            name,
            kind,
            parent,
            child,
            origin_of(what, only(self.source, element, "origin")),
            axis_of(what, element) if kind in WITH_AXIS else None,
            self._limits(what, kind, element) if kind in ("revolute", "prismatic") else None,
            self._mimic(name, only(self.source, element, "mimic")),
            self._independent(what, element),
            self._dynamics(what, only(self.source, element, "dynamics")),
            self._drive(what, only(self.source, element, "limit")),
        )

    def _end(self, what: tuple[str, int, str], element: Element, role: str) -> Element:
        """The element that names the link at one end."""
        end = only(self.source, element, role)
        if end is None:
            raise ModelError(f"{named(what)}: no <{role}>")
        return end

    def _limits(
        self, what: tuple[str, int, str], kind: str, element: Element
    ) -> tuple[float, float]:
        limit = only(self.source, element, "limit")
        if limit is None:
            raise ModelError(f"{named(what)}: no <limit>, which a {kind} joint must have")
        lower, upper = (
            number(what, f"{side} limit", limit.attributes.get(side, "0"))
            for side in ("lower", "upper")
        )
        if lower > upper:
            self.notes.add(
                limit.line,
                f"{what[2]}: lower limit {lower!r} above the upper one {upper!r}, exchanged",
            )
            return upper, lower
        return lower, upper

    def _drive(self, what: tuple[str, int, str], limit: Element | None) -> DriveRecord:
        """Force and velocity; one that cannot be is noted, since no dynamics depends on it."""
        found: list[float | None] = []
        for key in ("effort", "velocity") if limit is not None else ():
            assert limit is not None
            text = limit.attributes.get(key)
            try:
                value = None if text is None else number(what, key, text)
            except ModelError:
                value = -1.0
            if value is not None and value < 0.0:
                self.notes.add(limit.line, f"{what[2]}: {key} {text!r}, taken as no limit")
                value = None
            found.append(value)
        return DriveRecord(*found)

    def _mimic(self, name: str, mimic: Element | None) -> MimicRecord | None:
        if mimic is None:
            return None
        what = (self.source, mimic.line, f"mimic of joint {name!r}")
        multiplier, offset = (
            number(what, key, mimic.attributes.get(key, default))
            for key, default in (("multiplier", "1"), ("offset", "0"))
        )
        source = attribute(self.source, mimic, "joint")
        return MimicRecord(mimic.line, source, multiplier, offset)

    def _dynamics(
        self, what: tuple[str, int, str], dynamics: Element | None
    ) -> DynamicsRecord | None:
        if dynamics is None:
            return None
        where = (self.source, dynamics.line, what[2])
        damping, friction = (
            number(where, key, dynamics.attributes.get(key, "0")) for key in ("damping", "friction")
        )
        for key, value in (("damping", damping), ("friction", friction)):
            if value < 0.0:
                raise ModelError(f"{named(where)}: {key} {value!r}, expected at least 0")
        return DynamicsRecord(dynamics.line, damping, friction)

    def _independent(self, what: tuple[str, int, str], element: Element) -> bool | None:
        """The attribute of URDF+, None without it; files write True as well as true."""
        text = element.attributes.get("independent")
        if text is None:
            return None
        if text.lower() not in INDEPENDENT:
            raise ModelError(f"{named(what)}: independent {text!r}, expected true or false")
        return INDEPENDENT[text.lower()]

    def _loop(self, what: tuple[str, int, str], name: str, element: Element) -> LoopRecord:
        ends = []
        for role in ("predecessor", "successor"):
            end = self._end(what, element, role)
            origin = origin_of(what, only(self.source, end, "origin"), f"{role}: ")
            ends.append(LoopEndRecord(attribute(self.source, end, "link"), origin))
        kind = attribute(self.source, element, "type")
        if kind not in LOOP_TYPES:
            raise ModelError(
                f"{named(what)}: type {kind!r}, expected one of {', '.join(LOOP_TYPES)}"
            )
        axis = axis_of(what, element) if kind in WITH_AXIS else None
        return LoopRecord(element.line, name, kind, ends[0], ends[1], axis)

    def _coupling(self, what: tuple[str, int, str], name: str, element: Element) -> CouplingRecord:
        predecessor, successor = (
            attribute(self.source, self._end(what, element, role), "link")
            for role in ("predecessor", "successor")
        )
        given = only(self.source, element, "ratio")
        text = "1" if given is None else attribute(self.source, given, "value")
        ratio = number(what, "ratio", text)
        return CouplingRecord(element.line, name, predecessor, successor, ratio)
