"""Robots with elastic joints that the tests share, and the same with rotors as bodies."""

import numpy as np

import lieref
from lieref.model.builder import ModelBuilder

EPS = float(np.finfo(float).eps)


def branched(seed=3):
    """Five joints, two branches, one of them prismatic; what an arm on a torso is like."""
    rng = np.random.default_rng(seed)
    b = ModelBuilder(name="branched")
    parents = (None, "a", "b", "b", "d")
    for name, parent in zip("abcde", parents, strict=True):
        axis = rng.standard_normal(3)
        axis = tuple(axis / np.linalg.norm(axis))
        joint = lieref.Prismatic(axis) if name == "d" else lieref.Revolute(axis)
        placement = lieref.SE3.exp(0.4 * rng.standard_normal(6))
        A = 0.1 * rng.standard_normal((3, 3))
        inertia = A @ A.T + 0.05 * np.eye(3)
        com = tuple(0.2 * rng.standard_normal(3))
        b.add_body(name, parent, joint, placement, rng.uniform(1, 3), com, inertia)
    return b.build()


class Rotors:
    """Rotors of a model: where they are mounted, and what they weigh."""

    def __init__(self, model, seed=5):
        rng = np.random.default_rng(seed)
        nv = model.nv
        self.bodies = [int(p) for p in model.parents]
        self.axes = rng.standard_normal((nv, 3))
        self.axes /= np.linalg.norm(self.axes, axis=1)[:, None]
        self.places = 0.2 * rng.standard_normal((nv, 3))
        self.masses = rng.uniform(0.2, 0.5, nv)
        self.spin = rng.uniform(1e-3, 3e-3, nv)
        self.across = self.spin * rng.uniform(0.6, 0.9, nv)
        self.ratio = rng.uniform(5, 9, nv) * rng.choice([-1, 1], nv)

    def inertia(self, i):
        """Of a body of revolution about its axis, in the axes of the body that carries it."""
        e = self.axes[i]
        return self.across[i] * np.eye(3) + (self.spin[i] - self.across[i]) * np.outer(e, e)

    def carried(self, model):
        """The model with the rotors at rest on their bodies, as `ElasticJoints` wants it."""
        for i, body in enumerate(self.bodies):
            if body >= 0:
                model = model.with_payload(
                    model.names[body], self.masses[i], tuple(self.places[i]), self.inertia(i)
                )
        return model

    def as_bodies(self, model):
        """The model with a body to each rotor, behind the others; on the world too."""
        b = ModelBuilder(gravity=tuple(model.gravity))
        for i, name in enumerate(model.names):
            parent = int(model.parents[i])
            b.add_body(
                name,
                None if parent < 0 else model.names[parent],
                model.joints[i],
                model.placements[i],
                float(model.masses[i]),
                tuple(model.coms[i]),
                model.inertias[i],
            )
        for i, body in enumerate(self.bodies):
            placement = np.eye(4)
            placement[:3, 3] = self.places[i]
            b.add_body(
                f"rotor{i}",
                None if body < 0 else model.names[body],
                lieref.Revolute(tuple(self.axes[i])),
                placement,
                float(self.masses[i]),
                inertia=self.inertia(i),
            )
        return b.build()


def smooth_motion(model, rows, seed=7):
    """q and rows of derivatives of the velocity."""
    rng = np.random.default_rng(seed)
    q = rng.uniform(-1, 1, model.nq) if model.nq == model.nv else model.random_configuration(rng)
    return q, rng.uniform(-1, 1, (rows, model.nv))


def largest_error(found, expected):
    """By the largest number of each row."""
    found, expected = np.asarray(found, float), np.asarray(expected, float)
    return (np.abs(found - expected).max(axis=-1) / np.abs(expected).max(axis=-1)).max()
