"""Compiling MJCF and URDF by MuJoCo, also where files of what is only seen are not there."""

from __future__ import annotations

import contextlib
import os
import warnings
from collections.abc import Callable
from functools import partial
from typing import Any

from lieref.errors import ModelError, ModelWarning
from lieref.files import MARK, is_xml, read_file
from lieref.model.interop.extras import library

#: What MuJoCo says of a file that it cannot open.
NOT_THERE = "opening file"


def compiled(path: str | os.PathLike[str]) -> Any:
    """Return the mujoco.MjModel of an MJCF or URDF file, or of such text; see `from_mjcf`."""
    mujoco = library("mujoco", "interop")
    content = os.fspath(path)
    if is_xml(content):
        content = content.removeprefix(MARK)
        name, read, urdf = "the text", mujoco.MjSpec.from_string, "<robot" in content
    else:
        name, read, urdf = repr(content), mujoco.MjSpec.from_file, content.lower().endswith(".urdf")
        with contextlib.suppress(OSError):
            # MuJoCo says of a file why it cannot be read, but has no limit
            read_file(content, ModelError)
    try:
        return _without_missing(mujoco, lambda: read(content), name, urdf)
    except ValueError as error:
        raise ModelError(f"MuJoCo cannot read {name}: {_line(error)}") from None


def _line(error: ValueError) -> str:
    return " ".join(str(error).split())


def _without_missing(mujoco: Any, read: Callable[[], Any], name: str, urdf: bool) -> Any:
    """The model without textures, and height fields, and meshes, as far as files are missing."""
    drops: dict[str, Callable[..., int]] = {
        "textures and skins": _drop_textures,
        "height fields": _drop_height_fields,
        "meshes": partial(_drop_meshes, urdf),
    }
    missing: ValueError | None = None
    for count in range(len(drops) + 1):
        spec = read()
        dropped = [word for word, drop in [*drops.items()][:count] if drop(mujoco, spec, missing)]
        try:
            model = spec.compile()
        except ValueError as error:
            if NOT_THERE not in str(error):
                raise
            missing = error
            continue
        if missing is not None:
            warnings.warn(
                f"MuJoCo reads {name} without {', '.join(dropped)}, on which no mass of what moves "
                f"depends: {_line(missing)}",
                ModelWarning,
                stacklevel=5,
            )
        return model
    assert missing is not None
    raise missing


def _deleted(spec: Any, *kinds: Any) -> int:
    """Delete objects of a file; return how many."""
    found = [one for kind in kinds for one in kind]
    for one in found:
        spec.delete(one)
    return len(found)


def _drop_textures(_mujoco: Any, spec: Any, _missing: ValueError) -> int:
    """Delete all textures, and skins, which have files too."""
    for material in spec.materials:
        material.textures = [""] * len(material.textures)
    return _deleted(spec, spec.textures, spec.skins)


def _drop_height_fields(mujoco: Any, spec: Any, _missing: ValueError) -> int:
    """Delete all height fields: their shapes have no mass."""
    shapes = [x for x in spec.geoms if x.type == mujoco.mjtGeom.mjGEOM_HFIELD]
    return _deleted(spec, shapes, spec.hfields)


def _drop_meshes(urdf: bool, mujoco: Any, spec: Any, missing: ValueError) -> int:
    """Delete all meshes, unless masses come from them; else raise the error of the file."""
    meshes = [shape for shape in spec.geoms if shape.meshname]
    # whether shapes count where a body has an inertia, too
    from_shapes = spec.compiler.inertiafromgeom == mujoco.mjtInertiaFromGeom.mjINERTIAFROMGEOM_TRUE
    for shape in meshes:
        # MuJoCo takes masses from shapes only where a link of a URDF has none
        body = shape.parent
        given = urdf or (body.explicitinertial and not from_shapes) or not _moves(body)
        if not given and shape.mass != 0.0 and shape.density != 0.0:
            raise missing
    return _deleted(spec, meshes, spec.meshes, spec.pairs, spec.excludes)


def _moves(body: Any) -> bool:
    """Whether a body has a joint, or hangs on one that has."""
    while body is not None:
        if body.joints:
            return True
        body = body.parent
    return False
