"""What tests of second partials of inverse dynamics share: error scales and the tree's pattern."""

from __future__ import annotations

from support.partials.partial_cases import related

from lieref.dynamics.closed_forms import joint_space_inertia


def tensor_sizes(model, q, v, tensors):
    """Of the terms that the four tensors are sums of, in max norm."""
    inertia = abs(joint_space_inertia(model, q)).max()
    speed = max(abs(v).max(), 1.0)
    # they consist of inertias times velocities, which cancel where little moves
    least = inertia * speed**2, inertia, inertia * speed, inertia
    return [max(abs(x).max(), size) for x, size in zip(tensors, least, strict=True)]


def on_one_path(model):
    """(nv, nv, nv) True where the bodies of three coordinates carry one another."""
    pair = related(model)
    return pair[:, :, None] & pair[:, None, :] & pair[None, :, :]
