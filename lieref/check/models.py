"""Models by a word: a file, a mechanism of the catalogue, a robot of example-robot-data."""

from __future__ import annotations

import difflib
import inspect
import io
import warnings
from importlib import metadata
from pathlib import Path
from typing import Any, Literal
from xml.etree import ElementTree

from lieref.errors import LierefError, ModelError, ModelWarning
from lieref.files import read_file
from lieref.model.interop.mujoco_reading import from_mjcf
from lieref.model.loops.loop_model import LoopModel
from lieref.model.mechanisms import catalogue
from lieref.model.model import Model
from lieref.model.urdf import read_urdf

#: Packages that ship URDF files of robots; the first is that of the extra interop.
PACKAGES = ("example-robot-data", "pybullet", "rtb-data")
#: Mechanisms of the catalogue that have no loops.
MECHANISMS = ("aerial_manipulator", "serial_chain", "binary_tree", "random_tree")
#: Those that have loops or couplings.
LOOP_MECHANISMS = (
    "andrews", "belt_chain", "belt_transmission", "bennett", "delta_robot", "differential",
    "excavator", "five_bar", "four_bar", "four_bar_chain", "geared_chain", "geared_motor",
    "jvrc1_like", "mini_cheetah_like", "mit_humanoid_leg_like", "mit_humanoid_like",
    "parallelogram", "planar_3rrr", "planar_ladder", "rssr", "slider_crank", "spatial_loop",
    "stewart_platform", "tello_like",
)  # fmt: skip

#: Why a model is no subject of an audit.
LOOPED = "a robot with loops or couplings, expected a tree"
#: The first element of an MJCF file.
MJCF_ROOT = "mujoco"
#: Endings of files: URDF, and MJCF, which MuJoCo reads.
MJCF = ".xml"
FILES = (".urdf", MJCF)
#: What to do with files of other kinds.
OTHERS = {
    ".sdf": "an SDF file, expected URDF or MJCF; Drake reads it: lieref.from_drake, or "
    "--own-model with the subject drake",
    ".xacro": "a xacro file; expand it first: xacro robot.urdf.xacro -o robot.urdf",
}


def named_model(word: str, base: Literal["fixed", "free"] | None = None) -> Model:
    """Return the tree that a word names: as `named_robot`, a ModelError for a robot with loops.

    Examples
    --------
    >>> import lieref
    >>> lieref.check.named_model("binary_tree:3:free").nbodies
    3
    """
    model = named_robot(word, base)
    if not isinstance(model, Model):
        raise ModelError(f"model {word!r}: {LOOPED}; of the catalogue {', '.join(MECHANISMS)}")
    return model


def named_robot(word: str, base: Literal["fixed", "free"] | None = None) -> Model | LoopModel:
    """Return the model that a word names.

    Parameters
    ----------
    word : str
        "path/to/robot.urdf", or "robot.xml" of MJCF; a mechanism of the catalogue, with its
        arguments after colons ("aerial_manipulator", "serial_chain:10", "binary_tree:7:free",
        "random_tree:6:0", the last with its seed, "four_bar"); or a robot of an installed package
        (example-robot-data, pybullet, rtb-data), by the name of its URDF file or the beginning of
        it ("talos", "panda"), else by a part of this name or its folder's ("iiwa"): among several
        the shortest, then the first.
    base : "fixed", "free" or None
        None: free for robots of URDF files, as the file has it for MJCF, and the mechanism's own
        for the catalogue.

    Returns
    -------
    Model or LoopModel
        The latter where there are loops or couplings.

    Raises
    ------
    ModelError
        An unknown word, arguments that the mechanism does not take, a broken file, or a robot
        without joints.
    """
    head, *rest = word.split(":")
    if head in MECHANISMS + LOOP_MECHANISMS:
        return _from_catalogue(head, rest, base)
    ending = Path(word).suffix.lower()
    if ending in OTHERS:
        raise ModelError(f"model {word!r}: {OTHERS[ending]}")
    path = Path(word) if is_file(word) else _robot(word)
    with warnings.catch_warnings():
        # published robots have doubtful parts (see `load_urdf`); every subject computes with them
        warnings.simplefilter("ignore", ModelWarning)
        try:
            model = _read(path, base)
        except OSError as error:
            raise ModelError(f"model {word!r}: {error.strerror}") from None
    if not model.nv:
        raise ModelError(f"model {word!r}: nothing moves; expected a robot with joints")
    return model


def is_file(word: str) -> bool:
    """Whether a word that `named_model` takes is the path of a file."""
    return Path(word).suffix.lower() in FILES


def file_of(word: str) -> Path | None:
    """Return the file of a word that `named_model` takes, None for a mechanism."""
    if word.split(":")[0] in MECHANISMS + LOOP_MECHANISMS:
        return None
    return Path(word) if is_file(word) else _robot(word)


def _read(path: Path, base: Literal["fixed", "free"] | None) -> Model | LoopModel:
    """The robot of a URDF file, or of an MJCF file through MuJoCo."""
    data = read_file(path, ModelError)
    if path.suffix.lower() != MJCF or _root(data) != MJCF_ROOT:
        return read_urdf(data, str(path), base=base or "free")
    try:
        model = from_mjcf(path).model
    except ImportError as error:
        raise ModelError(f"model {str(path)!r}: MJCF, {error}") from None
    if base is None:
        return model
    if not isinstance(model, Model):
        raise ModelError(f"model {str(path)!r}: with loops its base is the file's, not {base!r}")
    free = any(x.kind == "free" for x, i in zip(model.joints, model.parents, strict=True) if i < 0)
    return model if free and base == "free" else model.with_base(base)


def _root(data: bytes) -> str:
    """The tag of the first element of XML, "" where there is none."""
    try:
        _, element = next(ElementTree.iterparse(io.BytesIO(data), ("start",)))
    except (ElementTree.ParseError, StopIteration, LookupError, ValueError):
        return ""
    return str(element.tag)


def _from_catalogue(name: str, words: list[str], base: str | None) -> Model | LoopModel:
    """A mechanism with arguments as words."""
    arguments: list[Any] = [int(x) if x.lstrip("-").isdigit() else x for x in words]
    builder = getattr(catalogue, name)
    takes_base = "base" in inspect.signature(builder).parameters
    options = {"base": base} if base is not None and takes_base else {}
    if base is not None and not takes_base:
        raise ModelError(f"model {name!r}: has a base of its own, and {base!r} came")
    try:
        model: Model | LoopModel = builder(*arguments, **options)
    except TypeError:
        form = ":".join([name, *inspect.signature(builder).parameters])
        raise ModelError(
            f"model {':'.join([name, *words])!r}: expected {form} with numbers and words in place "
            "of the names; those at the end may be left out"
        ) from None
    except LierefError as error:
        raise ModelError(f"model {':'.join([name, *words])!r}: {error}") from None
    return model


def _robot(word: str) -> Path:
    """The URDF file of a robot that an installed package has.

    The beginning of a file's name; else a part of a name or of a folder's ("iiwa" is
    pybullet_data/kuka_iiwa/model.urdf).
    """
    found, installed = _files(), False
    for package in PACKAGES:
        installed |= package in found
        files = {Path(x).stem: x for x in found.get(package, ())}
        matches = sorted((x for x in files if word and x.startswith(word)), key=_shortest)
        if matches:
            return files[word] if word in files else files[matches[0]]
    if not installed:
        raise ModelError(
            f"model {word!r}: neither a URDF file nor one of {', '.join(MECHANISMS)}; robots by "
            f"name need the package {PACKAGES[0]}: install lieref[interop]"
        )
    within = [x for files in found.values() for x in files if word and word in _place(x)]
    if within:
        return min(within, key=lambda x: _shortest(_place(x)))
    stems = [x.stem for files in found.values() for x in files]
    near = difflib.get_close_matches(word, [*stems, *MECHANISMS], 4, 0.4)
    raise ModelError(
        f"model {word!r}: unknown; expected a .urdf or .xml file, one of {', '.join(MECHANISMS)}, "
        f"or a robot of {' or '.join(PACKAGES)}" + (f"; near: {', '.join(near)}" if near else "")
    )


def _files() -> dict[str, list[Path]]:
    """The URDF files of each installed package that has robots."""
    found = {}
    for package in PACKAGES:
        try:
            files = metadata.files(package) or []
        except metadata.PackageNotFoundError:
            continue
        found[package] = [Path(str(x.locate())) for x in files if x.suffix == ".urdf"]
    return found


def _shortest(name: str) -> tuple[int, str]:
    """Order of names: the shortest, then the first."""
    return len(name), name


def _place(file: Path) -> str:
    """The name of a file and of its folder."""
    return f"{file.parent.name}/{file.stem}"
