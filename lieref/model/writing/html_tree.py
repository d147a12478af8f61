"""A model as nested lists in HTML, for notebooks."""

from __future__ import annotations

from html import escape

from lieref.model.tree.tree_model import JointPhysics, TreeModel


def html_tree(model: TreeModel) -> str:
    """Return the tree of bodies with joints, masses and frames; see `Model._repr_html_`."""
    below: dict[int, list[int]] = {}
    for body, parent in enumerate(model.parents):
        below.setdefault(int(parent), []).append(body)
    frames: dict[str | None, list[str]] = {}
    for frame in model.frames.values():
        if frame.name not in model.names:
            frames.setdefault(frame.body, []).append(frame.name)
    lines = [
        f"<b>{escape(model.name)}</b>: {model.nbodies} bodies, nq = {model.nq}, nv = {model.nv}"
        f"{_frames(frames.get(None))}"
    ]
    # bodies still to be shown, None where a list ends
    stack: list[int | None] = []

    def enter(parent: int) -> None:
        if parent in below:
            lines.append("<ul>")
            stack.extend([None, *reversed(below[parent])])

    enter(-1)
    while stack:
        i = stack.pop()
        if i is None:
            lines.append("</ul>")
            continue
        name = model.names[i]
        lines.append(
            f"<li>{escape(name)}: {escape(model.joint_names[i])} ({model.joints[i].kind}), "
            f"{model.masses[i]:.4g} kg{_physics(model, i)}{_frames(frames.get(name))}</li>"
        )
        enter(i)
    return "\n".join(lines)


def _frames(names: list[str] | None) -> str:
    """The frames on a body in a line."""
    return f"; frames {escape(', '.join(names))}" if names else ""


def _physics(model: TreeModel, i: int) -> str:
    """What a joint does itself, in a line."""
    here = slice(int(model.idx_v[i]), int(model.idx_v[i]) + model.joints[i].nv)
    words = []
    for key, row in zip(JointPhysics._fields, model.joint_physics or (), strict=False):
        if row[here].any():
            words.append(f"{key} " + " ".join(f"{x:.4g}" for x in row[here]))
    return "".join(f", {word}" for word in words)
