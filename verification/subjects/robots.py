"""Robots by parameters: the papers' mechanisms, random trees, and the robots of real URDF files."""

from __future__ import annotations

import hashlib
import json
import warnings
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from importlib import metadata
from pathlib import Path, PurePosixPath
from typing import Any, Literal

import numpy as np

import lieref
from lieref.check.model_table import to_table
from lieref.errors import ModelWarning

Base = Literal["fixed", "free"]
PACKAGE = "example-robot-data"
EMPTY = "ur3.urdf"  # an empty robot without a name: an error for both libraries
# Joint types of random trees; every seed starts the sequence at another one.
KINDS = (
    "revolute", "spherical", "universal", "prismatic", "helical", "planar", "free", "euler",
    "cylindrical",
)  # fmt: skip


def build(params: Mapping[str, Any]) -> lieref.Model:
    """Return the model that the parameters name.

    Parameters
    ----------
    params : mapping
        ``{"name": "aerial_manipulator", "branches", "links"}``, ``{"name": "serial_chain",
        "bodies", "base"}``, ``{"name": "binary_tree", "bodies", "base"}`` (base free unless it is
        given), ``{"name": "random_tree", "bodies", "seed", "base", "kinds"}`` (kinds as of
        `random_tree`) or ``{"name": "urdf", "path", "base"}`` with a path as in `urdf_paths`.
    """
    return _built(json.dumps(params))


# A case draws several states of its robot, and the next case often has the same.
@lru_cache(maxsize=4)
def _built(text: str) -> lieref.Model:
    """Return the model that these parameters, as JSON, name."""
    params = json.loads(text)
    rest = {key: value for key, value in params.items() if key != "name"}
    builders: dict[str, Callable[..., lieref.Model]] = {
        "aerial_manipulator": lieref.catalogue.aerial_manipulator,
        "serial_chain": lambda bodies, base="free": lieref.catalogue.serial_chain(bodies, base),
        "binary_tree": lambda bodies, base="free": lieref.catalogue.binary_tree(bodies, base),
        "random_tree": random_tree,
        "urdf": _from_urdf,
    }
    return builders[params["name"]](**rest)


def label(params: Mapping[str, Any]) -> str:
    """Return a short name for tables."""
    if params["name"] == "urdf":
        return f"{Path(params['path']).stem} ({params['base']})"
    name = str(params["name"]).replace("_", " ")
    if params["name"] == "aerial_manipulator":
        return f"{name} {params['branches']} x {params['links']}"
    seed = f", seed {params['seed']}" if "seed" in params else ""
    return f"{name}, {params['bodies']} bodies{seed}"


#: What dynamics does not depend on, of a body in a table.
WITHOUT = ("name", "joint", "lower", "upper")


def different_urdf_paths() -> dict[str, list[str]]:
    """Return the URDF files with a moving body that differ in what dynamics depends on.

    Each with the files that describe the same tree in other meshes, limits or names.
    """
    found: dict[str, list[str]] = {}
    first: dict[str, str] = {}
    for path in urdf_paths():
        try:
            model = _from_urdf(path, "free")
        except lieref.ModelError:
            continue
        table = to_table(model)
        bodies = [{k: x for k, x in b.items() if k not in WITHOUT} for b in table["bodies"]]
        table |= {"name": "", "bodies": bodies}
        digest = hashlib.sha256(json.dumps(table, sort_keys=True).encode()).hexdigest()
        found.setdefault(first.setdefault(digest, path), []).append(path)
    return found


@lru_cache(maxsize=1)
def _urdf_files() -> dict[str, str]:
    """Return URDF files of the installed package: published name to location."""
    found = {}
    for file in metadata.files(PACKAGE) or []:
        name = file.as_posix()
        if name.endswith(".urdf"):
            found[name.split("/robots/")[-1]] = str(file.locate())
    return found


def urdf_paths() -> list[str]:
    """Return the names of all URDF files of example-robot-data, sorted."""
    return sorted(_urdf_files())


def urdf_robots(quick: bool) -> list[dict[str, Any]]:
    """Return the robots of `urdf_paths` with each base; the quick run: once each, bases in turn."""
    bases = ("fixed", "free")
    paths = [path for path in urdf_paths() if PurePosixPath(path).name != EMPTY]
    return [
        {"name": "urdf", "path": path, "base": base}
        for number, path in enumerate(paths)
        for base in (bases[number % 2 :][:1] if quick else bases)
    ]


def urdf_location(path: str) -> str:
    """Return where a file named by `urdf_paths` is installed."""
    return _urdf_files()[path]


def _from_urdf(path: str, base: Base) -> lieref.Model:
    with warnings.catch_warnings():
        # published robots have doubtful parts (see ModelBuilder); both libraries compute with them
        warnings.simplefilter("ignore", ModelWarning)
        # bodies alone: several of the libraries that this package is held against ignore the rest
        model = lieref.load_urdf(urdf_location(path), base=base, joint_physics=False)
    if not isinstance(model, lieref.Model):
        raise TypeError(f"{path}: {model!r}, expected a robot without loops")
    return model


def random_quaternion(rng: np.random.Generator) -> np.ndarray:
    """Return a unit quaternion (x, y, z, w), uniform over SO(3)."""
    q = rng.normal(size=4)
    return q / np.linalg.norm(q)


def random_tree(
    bodies: int, seed: int, base: Base = "free", kinds: Sequence[str] | None = None
) -> lieref.Model:
    """Return a tree with random geometry from the catalogue; kinds: those of `KINDS`, shifted."""
    if kinds is None:
        start = seed % len(KINDS)
        kinds = KINDS[start:] + KINDS[:start]
    return lieref.catalogue.random_tree(bodies, seed, kinds, base)


def bodies_of(params: Mapping[str, Any]) -> int:
    """Return the number of bodies of a case's robot, from its parameters alone; 1 for a file's."""
    robot = params["robot"]
    return int(robot.get("bodies", 1 + robot.get("branches", 0) * robot.get("links", 0)))
