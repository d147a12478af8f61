"""Robots by parameters: the papers' mechanisms, random trees, and the robots of real URDF files."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from functools import lru_cache
from importlib import metadata
from pathlib import Path
from typing import Any

import numpy as np

import lieref
from lieref.errors import ModelWarning

PACKAGE = "example-robot-data"
# Joint kinds of a random tree and how often each is drawn; free joints inside a tree are rare.
KINDS = ("revolute", "prismatic", "helical", "spherical", "free", "universal")
WEIGHTS = (0.4, 0.15, 0.15, 0.15, 0.05, 0.1)
REACH = 0.3  # m, bound on the offset of a body from its parent: trees of 10 stay near 1 m


def build(params: Mapping[str, Any]) -> lieref.Model:
    """Return the model that the parameters name.

    Parameters
    ----------
    params : mapping
        ``{"name": "aerial_manipulator", "branches", "links"}``, ``{"name": "serial_chain",
        "bodies"}``, ``{"name": "binary_tree", "bodies"}``, ``{"name": "random_tree", "bodies",
        "seed", "base"}`` or ``{"name": "urdf", "path", "base"}`` with a path as in `urdf_paths`.
    """
    rest = {key: value for key, value in params.items() if key != "name"}
    builders = {
        "aerial_manipulator": lieref.catalogue.aerial_manipulator,
        "serial_chain": lambda bodies: lieref.catalogue.serial_chain(bodies),
        "binary_tree": lambda bodies: lieref.catalogue.binary_tree(bodies),
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


def urdf_location(path: str) -> str:
    """Return where a file named by `urdf_paths` is installed."""
    return _urdf_files()[path]


def _from_urdf(path: str, base: str) -> lieref.Model:
    with warnings.catch_warnings():
        # published robots have doubtful parts (see ModelBuilder); both libraries compute with them
        warnings.simplefilter("ignore", ModelWarning)
        return lieref.load_urdf(urdf_location(path), base=base)


def random_rotation(rng: np.random.Generator) -> np.ndarray:
    """Return a rotation matrix (3, 3), uniform over SO(3)."""
    x, y, z, w = random_quaternion(rng)
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
        ]
    )


def random_quaternion(rng: np.random.Generator) -> np.ndarray:
    """Return a unit quaternion (x, y, z, w), uniform over SO(3)."""
    q = rng.normal(size=4)
    return q / np.linalg.norm(q)


def _unit(rng: np.random.Generator) -> tuple[float, float, float]:
    x, y, z = rng.normal(size=3)
    norm = float(np.linalg.norm((x, y, z)))
    return (x / norm, y / norm, z / norm)


def _random_joint(kind: str, rng: np.random.Generator) -> Any:
    axis, point = _unit(rng), tuple(rng.uniform(-0.1, 0.1, 3))
    if kind == "universal":
        other = np.cross(axis, _unit(rng))
        return lieref.Universal(axis, tuple(other / np.linalg.norm(other)))
    return {
        "revolute": lambda: lieref.Revolute(axis, point),
        "prismatic": lambda: lieref.Prismatic(axis),
        "helical": lambda: lieref.Helical(axis, float(rng.uniform(-0.1, 0.1)), point),
        "spherical": lieref.Spherical,
        "free": lieref.Free,
    }[kind]()


def random_tree(bodies: int, seed: int, base: str = "free") -> lieref.Model:
    """Return a tree of every joint kind with random geometry and physical inertias.

    Parameters
    ----------
    bodies : int
        Bodies with mass; universal joints add massless ones.
    seed : int
    base : {"free", "fixed"}
    """
    rng = np.random.default_rng(seed)
    builder = lieref.ModelBuilder(gravity=tuple(rng.normal(size=3) * 5.0), name=f"tree {seed}")
    for i in range(bodies):
        # parents near the end make trees deep, yet branched
        parent = int(rng.integers(max(0, i - 3), i)) if i else None
        kind = "free" if i == 0 and base == "free" else str(rng.choice(KINDS, p=WEIGHTS))
        placement = np.eye(4)
        placement[:3, :3] = random_rotation(rng)
        placement[:3, 3] = rng.uniform(-REACH, REACH, 3)
        turn, moments = random_rotation(rng), rng.uniform(0.01, 0.1, 3)
        inertia = turn @ np.diag(moments.sum() - moments) @ turn.T
        builder.add_body(
            f"body{i}",
            None if parent is None else f"body{parent}",
            _random_joint(kind, rng),
            placement,
            mass=float(rng.uniform(0.2, 2.0)),
            com=tuple(rng.uniform(-0.1, 0.1, 3)),
            inertia=(inertia + inertia.T) / 2,
        )
    return builder.build()
