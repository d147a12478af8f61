"""Springs f(x) = k x + k3 x^3 with dampers, in Taylor series: forces and their inverse."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from lieref.elastic.rows import product

Array = NDArray[np.float64]


def spring_force(k: Array, k3: Array, x: Array) -> Array:
    """Coefficients of k x + k3 x^3."""
    force = k * x
    if k3.any():
        force = force + k3 * product(product(x, x), x)
    return np.asarray(force)


def spring_stiffness(k: Array, k3: Array, x: Array) -> Array:
    """f'(x) = k + 3 k3 x^2 of one value, not of a series."""
    return np.asarray(k + 3 * k3 * x * x)


def deflection_of_force(k: Array, k3: Array, force: Array) -> Array:
    """Return x with k x + k3 x^3 = force, of one value.

    With x = 2 sqrt(k / (3 k3)) sinh(y) it is sinh(3 y) = (3 / 2) sqrt(3 k3 / k) force / k.
    """
    x = force / k
    root = np.broadcast_to(np.sqrt(3 * k3 / k), x.shape)
    hard = root > 0
    y = np.arcsinh(1.5 * root[hard] * x[hard]) / 3
    x = np.array(x)
    x[hard] = 2 / root[hard] * np.sinh(y)
    return x


def deflections_of_forces(k: Array, k3: Array, force: Array) -> Array:
    """Return the series x with k x + k3 x^3 = force, coefficient by coefficient."""
    if not k3.any():
        return np.asarray(force / k)
    x = np.zeros_like(force)
    x[..., 0, :] = deflection_of_force(k, k3, force[..., 0, :])
    slope = spring_stiffness(k, k3, x[..., 0, :])
    for n in range(1, force.shape[-2]):
        # the coefficient n of f(x) is f'(x_0) x_n and what the lower ones make
        lower = spring_force(k, k3, x[..., : n + 1, :])[..., n, :]
        x[..., n, :] = (force[..., n, :] - lower) / slope
    return x


def damped_deflections(k: Array, k3: Array, damping: Array, start: Array, force: Array) -> Array:
    """Return the series x from x_0 with k x + k3 x^3 + damping x' = force; one coefficient more."""
    n = force.shape[-2]
    x = np.zeros((*force.shape[:-2], n + 1, force.shape[-1]))
    x[..., 0, :] = start
    for m in range(n):
        elastic = spring_force(k, k3, x[..., : m + 1, :])[..., m, :]
        x[..., m + 1, :] = (force[..., m, :] - elastic) / (damping * (m + 1))
    return x
