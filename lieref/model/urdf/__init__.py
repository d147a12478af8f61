"""Reading robots from URDF files.

What the format leaves to the reader, and what this one does:

- Links behind fixed joints become part of the body that carries them; with a fixed base those
  that are fixed to the root link belong to the world, and their inertia is dropped.
- A body has the name of its link (the first one of those merged into it) and the frame of that
  link; a joint keeps its name. Bodies are ordered depth first, children by the name of their
  joint, which is Pinocchio's order too.
- A continuous joint has one coordinate, its angle (Pinocchio: cosine and sine).
- A planar joint becomes a chain of two prismatic joints and a revolute one about `<axis>`, see
  `lieref.Planar`; a floating joint is a free joint.
- A `<mimic>` joint stays an independent coordinate; `Model.mimics` carries the coupling, and
  `mimics="couple"` imposes it. A source that is no moving joint gives a ModelWarning.
- Loops and couplings are read as URDF+ writes them, see below (`lieref.model.urdf.plus`).
- Position limits that a `<limit>` does not give are 0, as the format says; a revolute or prismatic
  joint without `<limit>` is an error. Force and velocity limits that it does not give are none;
  they are kept as data (`Model.force_limit`), those of planar and floating joints are not read.
- Faults of published files that leave no doubt about the robot are accepted with a ModelWarning
  of file, line and what was assumed: limits in reverse order (exchanged); a moment of inertia that
  is negative by rounding (kept), or so beside mass 0 (zero); a force or velocity limit that is
  none (left out); `<inertia>` without products (0); `<inertial>` without
  `<inertia>` (a point mass); blank text before the XML declaration; a robot without a name; an
  undeclared parent `world`; macros inside elements that are not read.
- What is read as written, but is doubtful, gives a ModelWarning too: principal moments of inertia
  that no body has, a root without mass and with `base="free"`, a joint that moves no mass, a mimic
  of an unknown or a fixed joint, a line break in an attribute. A negative mass or a negative moment
  about an axis of the inertial frame is an error.
- Only what dynamics needs is read: links, joints, inertials, limits, damping and friction
  (`<dynamics>`), mimics, loops, couplings.
  What xacro has still to expand among these, elements `xacro:...` and names with `${...}`, is an
  error, for the file is another robot then; so is `quat_xyzw` in an origin, which is not read.
"""

# A file is parsed into plain records (`document`, `values`, `reading`), then the model is built
# from these (`building`, `masses`, `plus`).

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Literal

from numpy.typing import ArrayLike

from lieref.errors import ModelError
from lieref.files import MARK, is_xml, read_file
from lieref.model.loops.loop_model import LoopModel
from lieref.model.model import Model
from lieref.model.urdf.building import build_model
from lieref.model.urdf.reading import read_records
from lieref.model.urdf.records import Notes


def load_urdf(
    path: str | bytes | os.PathLike[str],
    base: Literal["fixed", "free"] = "fixed",
    gravity: ArrayLike = (0.0, 0.0, -9.81),
    mimics: Literal["keep", "couple"] = "keep",
    assembly: ArrayLike | Mapping[str, float] | None = None,
    joint_physics: bool = True,
) -> Model | LoopModel:
    """Read a robot from a URDF file; docs/api/models.md says how the format is understood.

    Parameters
    ----------
    path : path, or str or bytes with the content
        The file, at most 64 MB. A str that begins with "<", behind a byte-order mark or blanks, is
        the text itself, as that of ROS's `robot_description` or what xacro writes.
    base : {"fixed", "free"}
        Whether the root link is part of the world, or moves by a free joint "root_joint".
    gravity : (3,)
        Acceleration of gravity [m/s^2], inertial frame.
    mimics : {"keep", "couple"}
        "keep" leaves a mimic joint independent, `Model.mimics` tells of it; "couple" imposes it.
    assembly : (tree.nq,), mapping or None
        Of a robot with loops: a configuration near which they close, or positions of single
        joints by name, the others at zero.
    joint_physics : bool
        Whether `<dynamics>` counts: damping, and friction as a sign of the velocity. False leaves
        them out, as libraries do that ignore the element (docs/joint-physics.md).

    Returns
    -------
    Model or LoopModel
        A LoopModel if the file has `<loop>` or `<coupling>` elements, or mimics are coupled.

    Raises
    ------
    ModelError
        Broken or hostile XML, or a robot that cannot be; names file, line, link and joint.
    OSError
        The file cannot be read.
    SingularError
        The loops are singular at the assembly.

    Warns
    -----
    ModelWarning
        Something was assumed about the file, or is doubtful; names file, line, link or joint.

    Examples
    --------
    >>> import lieref
    >>> b = lieref.ModelBuilder()
    >>> _ = b.add_body("pendulum", None, lieref.Revolute((0, 1, 0)), mass=1.0, com=(0, 0, -1))
    >>> _ = open("pendulum.urdf", "w").write(b.build().to_urdf())
    >>> lieref.load_urdf("pendulum.urdf").nv
    1
    """
    source = "URDF"
    if isinstance(path, str) and is_xml(path):
        # with its mark: an encoding that the text declares is not that of a str
        path = path.removeprefix(MARK).encode("utf-16")
    if not isinstance(path, bytes):
        source = os.fspath(path)
        try:
            path = read_file(path, ModelError)
        except FileNotFoundError as error:
            if os.path.splitext(source)[1]:
                raise
            how = f"lieref.check.named_model({source!r}) finds robots of installed packages"
            raise FileNotFoundError(error.errno, f"{error.strerror}; {how}", source) from None
    return _read(path, source, base, gravity, mimics, assembly, joint_physics)


def read_urdf(
    data: bytes,
    source: str = "URDF",
    base: Literal["fixed", "free"] = "fixed",
    gravity: ArrayLike = (0.0, 0.0, -9.81),
    mimics: Literal["keep", "couple"] = "keep",
    assembly: ArrayLike | Mapping[str, float] | None = None,
    joint_physics: bool = True,
) -> Model | LoopModel:
    """Read a robot from the content of a URDF file; see `load_urdf`.

    Parameters
    ----------
    data : bytes
        The content.
    source : str
        Name of the file, for errors.
    base, gravity, mimics, assembly, joint_physics
        See `load_urdf`.
    """
    return _read(data, source, base, gravity, mimics, assembly, joint_physics)


def _read(
    data: bytes,
    source: str,
    base: str,
    gravity: ArrayLike,
    mimics: str,
    assembly: ArrayLike | Mapping[str, float] | None,
    joint_physics: bool,
) -> Model | LoopModel:
    if not isinstance(base, str) or base not in ("fixed", "free"):
        raise ModelError(f"base: {base!r}, expected 'fixed' or 'free'")
    if not isinstance(mimics, str) or mimics not in ("keep", "couple"):
        raise ModelError(f"mimics: {mimics!r}, expected 'keep' or 'couple'")
    if not isinstance(joint_physics, bool):
        raise ModelError(f"joint_physics: {joint_physics!r}, expected True or False")
    notes = Notes(source)
    model = build_model(
        read_records(data, notes), notes, base, gravity, mimics, assembly, joint_physics
    )
    notes.warn(stacklevel=3)
    return model
