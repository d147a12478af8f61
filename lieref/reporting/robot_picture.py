"""A picture of a robot at a configuration: links, joint axes, frames, masses, inertias, forces."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

import lieref
from lieref.algebra.arguments import choice
from lieref.errors import ArgumentError
from lieref.model.arguments import real_array
from lieref.model.loops.loop_model import LoopModel
from lieref.model.model import Model

if TYPE_CHECKING:
    from mpl_toolkits.mplot3d import Axes3D

Array = NDArray[np.float64]
LINK, AXIS, MASS, FORCE = "#5a6472", "#D55E00", "#0072B2", "#009E73"
TRIAD = ("#CC3311", "#228833", "#4477AA")
#: Lengths over the size of the robot: of axes of joints, of frames, and of the largest force.
AXIS_LENGTH, FRAME_LENGTH, FORCE_LENGTH = 0.12, 0.08, 0.35
#: Of the axes over the size of the robot: the least width of a side, and what is left around it.
LEAST_SPAN, MARGIN = 0.35, 0.08
#: Points around an ellipsoid.
AROUND = 17


def draw(
    model: Model | LoopModel,
    q: ArrayLike,
    ax: Axes3D | None = None,
    frames: bool = False,
    inertias: bool = True,
    forces: Mapping[str, ArrayLike] | None = None,
) -> Axes3D:
    """Draw a robot at a configuration: links, joint axes, centers of mass, inertia ellipsoids.

    A link goes from its joint to the joints that it carries, the last ones to their centers of
    mass. Short thick lines are axes of revolute and helical joints, dashed ones of prismatic
    joints, rings are where loops close. A disk at a center of mass has an area like the mass; an
    ellipsoid is solid and uniform, and has the body's mass and inertia. Needs matplotlib:
    ``pip install lieref[report]``.

    Parameters
    ----------
    model : Model or LoopModel
    q : (nq,)
        Configuration; of a mechanism as of `forward_kinematics`.
    ax : Axes3D, optional
        Axes with projection "3d" to draw in; a new figure's without it.
    frames : bool
        Whether the frames of the bodies are drawn: x red, y green, z blue.
    inertias : bool
        Whether inertia ellipsoids are drawn.
    forces : mapping of str to (3,), optional
        Forces [N] in inertial axes at the origins of bodies or frames, by their names.

    Returns
    -------
    Axes3D
        Equal scales on all axes, m.

    Raises
    ------
    ArgumentError
        A model of another kind, a force on an unknown frame, axes that are not 3d.
    ShapeError, NonFiniteError, ConfigurationError
        As of `forward_kinematics`; a force of another shape, NaN or infinity.

    Examples
    --------
    >>> import lieref
    >>> arm = lieref.catalogue.serial_chain(3)
    >>> ax = lieref.draw(arm, arm.neutral(), frames=True)
    >>> ax.get_xlabel()
    'x [m]'
    """
    if not isinstance(model, Model | LoopModel):
        raise ArgumentError(f"model is a {type(model).__name__}, expected a Model or a LoopModel")
    tree = model.tree if isinstance(model, LoopModel) else model
    still = np.zeros((1, model.nv))
    loads = {
        choice("forces: frame", name, tree.frames): real_array(f"forces[{name!r}]", x, (3,))
        for name, x in (forces or {}).items()
    }
    poses = np.asarray(lieref.forward_kinematics(model, q, still)[0])
    axes: Any = _new_axes() if ax is None else ax
    if not hasattr(axes, "plot_wireframe"):
        raise ArgumentError(f"ax is a {type(axes).__name__}, expected axes of projection '3d'")
    joints = np.array([_joint_point(x, C) for x, C in zip(tree.joints, poses, strict=True)])
    joints = joints.reshape(-1, 3)
    centers = np.einsum("bij,bj->bi", poses[:, :3, :3], tree.coms) + poses[:, :3, 3]
    points = np.concatenate([joints, centers] if len(poses) else [np.zeros((1, 3))])
    size = float(np.ptp(points, axis=0).max()) or 1.0
    _links(axes, tree, joints, centers)
    if isinstance(model, LoopModel):
        _closures(axes, model, poses, joints)
    _axes_of_joints(axes, tree, poses, joints, AXIS_LENGTH * size)
    _masses(axes, tree, poses, centers, inertias)
    if frames:
        for C in poses:
            _triad(axes, C, FRAME_LENGTH * size)
    if loads:
        origins = lieref.forward_kinematics(model, q, still, frames=list(loads))[0][:, :3, 3]
        longest = max(float(np.linalg.norm(x)) for x in loads.values()) or 1.0
        for origin, force in zip(origins, loads.values(), strict=True):
            axes.quiver(*origin, *(force * FORCE_LENGTH * size / longest), color=FORCE, linewidth=2)
    axes.set(xlabel="x [m]", ylabel="y [m]", zlabel="z [m]")
    _frame_on(axes, points, size)
    return axes


def _new_axes() -> Any:
    """Axes of a new figure."""
    try:
        import matplotlib.pyplot as plt
    except ImportError:
        raise ImportError("matplotlib is missing: install lieref[report]") from None
    return plt.figure(layout="constrained").add_subplot(projection="3d")


def _joint_point(joint: Any, C: Array) -> Array:
    """Where a joint is: the point of its axis, or the origin of its body."""
    return np.asarray(C[:3, :3] @ np.array(getattr(joint, "point", (0.0, 0.0, 0.0))) + C[:3, 3])


def _frame_on(axes: Any, points: Array, size: float) -> None:
    """Limits around the joints and centers of mass, with equal scales."""
    middle = 0.5 * (points.max(axis=0) + points.min(axis=0))
    spans = np.maximum(np.ptp(points, axis=0), LEAST_SPAN * size) + 2 * MARGIN * size
    low, high = middle - 0.5 * spans, middle + 0.5 * spans
    axes.set(xlim=(low[0], high[0]), ylim=(low[1], high[1]), zlim=(low[2], high[2]))
    axes.set_box_aspect(spans)
    for name, span in zip("xyz", spans, strict=True):
        axes.locator_params(axis=name, nbins=max(2, round(5 * span / spans.max())))


def _links(axes: Any, tree: Model, joints: Array, centers: Array) -> None:
    """Lines between joints, and from the last ones to the centers of mass."""
    carriers = set(tree.parents.tolist())
    for i, parent in enumerate(tree.parents.tolist()):
        if parent >= 0:
            _line(axes, joints[parent], joints[i], color=LINK, linewidth=3)
        elif tree.joints[i].kind != "free":
            _line(axes, np.zeros(3), joints[i], color=LINK, linewidth=3, alpha=0.4)
        if i not in carriers and tree.masses[i] > 0.0:
            _line(axes, joints[i], centers[i], color=LINK, linewidth=3)
    axes.scatter(*joints.T, color=LINK, s=12, depthshade=False)


def _closures(axes: Any, model: LoopModel, poses: Array, joints: Array) -> None:
    """Lines from joints to the points where loops close, which are ringed."""
    for loop in model.loops:
        ends = (
            (loop.predecessor, loop.predecessor_frame),
            (loop.successor, loop.successor_frame),
        )
        for body, frame in ends:
            i = -1 if body is None else model.tree.names.index(body)
            C = poses[i] if i >= 0 else np.eye(4)
            point = C[:3, :3] @ np.asarray(frame)[:3, 3] + C[:3, 3]
            if i >= 0:
                _line(axes, joints[i], point, color=LINK, linewidth=3)
        axes.scatter(*point, facecolor="none", edgecolor=AXIS, s=40, depthshade=False)


def _axes_of_joints(axes: Any, tree: Model, poses: Array, joints: Array, length: float) -> None:
    """The axes of joints of one degree of freedom."""
    for each, C, point in zip(tree.joints, poses, joints, strict=True):
        joint: Any = each
        if joint.nv != 1:
            continue
        half = 0.5 * length * (C[:3, :3] @ np.array(joint.axis))
        style = (0, (1.2, 0.8)) if joint.kind == "prismatic" else "-"
        _line(axes, point - half, point + half, color=AXIS, linewidth=4, linestyle=style)


def _masses(axes: Any, tree: Model, poses: Array, centers: Array, inertias: bool) -> None:
    """Disks at the centers of mass, and ellipsoids around them."""
    heavy = tree.masses > 0.0
    if not heavy.any():
        return
    sizes = 60.0 * tree.masses[heavy] / tree.masses.max()
    axes.scatter(*centers[heavy].T, s=sizes, color=MASS, alpha=0.8, depthshade=False)
    for i in np.flatnonzero(heavy) if inertias else ():
        moments, turn = np.linalg.eigh(tree.inertias[i])
        # of a uniform ellipsoid I_x = m (b^2 + c^2) / 5
        squares = 2.5 * (moments.sum() - 2.0 * moments) / tree.masses[i]
        radii = np.sqrt(np.maximum(squares, 0.0))
        if radii.any():
            _ellipsoid(axes, centers[i], poses[i][:3, :3] @ turn * radii)


def _ellipsoid(axes: Any, center: Array, shape: Array) -> None:
    """The image of the unit sphere under a matrix."""
    u, v = np.linspace(0, 2 * np.pi, AROUND), np.linspace(0, np.pi, AROUND // 2 + 1)
    sphere = np.stack(
        [np.outer(np.cos(u), np.sin(v)), np.outer(np.sin(u), np.sin(v)),
         np.outer(np.ones_like(u), np.cos(v))]
    )  # fmt: skip
    x, y, z = np.einsum("ij,jab->iab", shape, sphere) + center[:, None, None]
    axes.plot_wireframe(x, y, z, color=MASS, linewidth=0.4, alpha=0.35)


def _triad(axes: Any, C: Array, length: float) -> None:
    """The axes of a frame."""
    for column, color in zip(C[:3, :3].T, TRIAD, strict=True):
        _line(axes, C[:3, 3], C[:3, 3] + length * column, color=color, linewidth=1.2)


def _line(axes: Any, start: Array, end: Array, **style: Any) -> None:
    axes.plot(*np.stack([start, end], axis=-1), solid_capstyle="round", **style)
