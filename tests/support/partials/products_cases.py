"""What tests of directional forms share: loads, directions, references by jets and their sizes."""

from __future__ import annotations

import numpy as np
from support.partials.partial_cases import interleaved
from support.references.oracle_directions import K, along_both, exact_array
from support.trees.oracle_robots import random_state, random_tree

LOADS = ("none", "body", "inertial")
# Each representation with loads of a kind, and each kind of loads.
ACTING = (
    ("body", "none"),
    ("body", "body"),
    ("body", "inertial"),
    ("spatial", "inertial"),
    ("hybrid", "body"),
    ("mixed", "inertial"),
)


def tree(name):
    """A model of the oracle's trees, or three trees on one world."""
    return interleaved() if name == "interleaved" else random_tree(name, seed=41)


def motion(model, seed=42):
    """q, v, a and wrenches of the size of the motion."""
    q, (v, a), (wrenches,), _ = random_state(model, 0, seed)
    return q, v, a, np.array(wrenches)


def load(wrenches, kind):
    """Arguments wrenches and wrench_axes."""
    return {"none": (None, "body"), "body": (wrenches, "body"), "inertial": (wrenches, "inertial")}[
        kind
    ]


def weights(model, seed):
    return np.random.default_rng(seed).uniform(-1, 1, model.nv)


def slopes(model, motion, r, s, base, acting):
    """tau's derivative along r, and that of this along s, as exact arrays."""
    wrenches, axes = acting
    return along_both(model, *motion, r, s, base, wrenches, axes)[1:]


def along(contraction, r, s):
    """The contraction of second partials, with directions r = (q, v, a), then s."""
    qq, vv, qv, aq = (exact_array(x) for x in contraction)
    r, s = exact_array(r), exact_array(s)
    mixed = r[0] @ qv @ s[1] + s[0] @ qv @ r[1] + r[2] @ aq @ s[0] + s[2] @ aq @ r[0]
    return r[0] @ qq @ s[0] + r[1] @ vv @ s[1] + mixed


def along_size(contraction, r, s):
    """Of the terms of `along`, by their moduli."""
    found = [abs(np.asarray(x, dtype=float)) for x in contraction]
    return float(K.to_float(along(found, abs(r), abs(s))))


def same_tree(model):
    """(nv, nv) True where both coordinates belong to one tree on the world."""
    root = list(range(model.nbodies))
    for i, parent in enumerate(model.parents):
        root[i] = root[parent] if parent >= 0 else i
    owner = np.repeat(root, [joint.nv for joint in model.joints])
    return owner[:, None] == owner[None, :]
