"""Inertias of bodies in scalars of a field, as arrays of objects."""

import numpy as np

from lieref.algebra.groups.screw_arrays import skew


def exact_inertias(exact, form):
    """`christoffel.inertias` of an exact model: M (N, 6, 6), or E (N, 4, 4)."""
    unit, out = np.eye(3, dtype=int), []
    for body in exact.bodies:
        c, J, m = np.array(body.com), np.array(body.inertia), body.mass
        if form == "screws":
            h = m * skew(c)
            out.append(np.block([[J + skew(c) @ h.T, h], [-h, m * unit]]))
        else:
            second = J.trace() / 2 * unit - J + m * np.outer(c, c)
            h = m * c[None]
            out.append(np.block([[second, h.T], [h, np.array([[m]])]]))
    return np.array(out)
