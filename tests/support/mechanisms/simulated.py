"""Mechanisms whose motions tests simulate, and what they measure along them."""

import numpy as np

import lieref
from lieref.model.mechanisms import catalogue

MECHANISMS = {
    "slider_crank": catalogue.slider_crank,
    # a ball joint that is independent in part
    "rssr": lambda: catalogue.rssr("spherical"),
    "free four_bar": lambda: catalogue.four_bar(base="free"),
    # a free joint in the loops
    "stewart": catalogue.stewart_platform,
    "ladder": lambda: catalogue.planar_ladder(2),
    # couplings, some of them functions
    "tello": catalogue.tello_like,
}


def start(model, seed=0):
    return model.assembly, 0.5 * np.random.default_rng(seed).standard_normal(model.nv)


def energies(model, found):
    """Total energy of each state: that of the tree."""
    states = zip(found.q, found.v, strict=True)
    return np.array([sum(x[0] for x in lieref.energy(model.tree, q, v[None])) for q, v in states])
