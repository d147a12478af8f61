"""Checks of mimics, couplings that a model stores and does not impose."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from lieref.errors import ModelError
from lieref.model.joints.joints import ONE_DEGREE_KINDS, Joint, Mimic


def check_mimics(mimics: Sequence[Mimic], joints: Mapping[str, Joint]) -> dict[str, str]:
    """Return the mimics whose source is no joint of the model, as joint: source.

    Parameters
    ----------
    mimics : sequence of Mimic
    joints : mapping
        Joints of the model by name.

    Raises
    ------
    ModelError
        A mimic of a joint that the model has not, given twice, of a joint that has not one degree
        of freedom, or mimics that follow each other in a circle.
    """
    sources: dict[str, str] = {}
    for mimic in mimics:
        what = f"mimic of joint {mimic.joint!r}"
        if mimic.joint not in joints:
            raise ModelError(f"{what}: the model has no such joint")
        if mimic.joint in sources:
            raise ModelError(f"{what}: given twice")
        sources[mimic.joint] = mimic.source
        for name in (mimic.joint, mimic.source):
            if name in joints and joints[name].kind not in ONE_DEGREE_KINDS:
                raise ModelError(
                    f"{what}: joint {name!r} is {joints[name].kind}, expected one degree of freedom"
                )
    for name in sources:
        seen = [name]
        while seen[-1] in sources and sources[seen[-1]] not in seen:
            seen.append(sources[seen[-1]])
        if sources.get(seen[-1]) == name:
            raise ModelError(f"mimic joints follow each other in a circle: {seen}")
    return {name: source for name, source in sources.items() if source not in joints}
