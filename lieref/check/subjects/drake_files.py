"""Plants of the robots that Drake reads from URDF and other files."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

import numpy as np
from pydrake.multibody.parsing import Parser
from pydrake.multibody.plant import MultibodyPlant
from pydrake.multibody.tree import BodyIndex

from lieref import files
from lieref.check.exchange.wire import SubjectError
from lieref.errors import ModelError


def read_file(path: str, base: str) -> Any:
    """Return Drake's finished plant of a file; bodies without a joint are fixed or free."""
    plant = MultibodyPlant(time_step=0.0)
    try:
        Parser(plant).AddModels(path)
    except RuntimeError as error:
        text = " ".join(str(error).split())[:300]
        raise SubjectError("refused", f"Drake cannot read {path!r}: {text}") from None
    joints = [plant.get_joint(j) for j in plant.GetJointIndices()]
    # Drake has no floating joints of a URDF, and leaves their bodies free
    floating = _children(path) if path.lower().endswith(".urdf") else set()
    carried = {int(joint.child_body().index()) for joint in joints}
    for joint in joints:
        # rigid bodies alone
        if joint.num_velocities() == 1:
            joint.set_default_damping_vector(np.zeros(1))
    if base == "fixed":
        for index in range(1, plant.num_bodies()):
            body = plant.get_body(BodyIndex(index))
            if index not in carried and body.name() not in floating:
                plant.WeldFrames(plant.world_frame(), body.body_frame())
    plant.Finalize()
    return plant


def _children(path: str) -> set[str]:
    """Links of a URDF that are children of joints."""
    joints = ElementTree.fromstring(files.read_file(path, ModelError)).findall("joint")
    return {child.get("link", "") for joint in joints for child in joint.findall("child")}
