"""Pinocchio's inverse and forward dynamics and its inertia, and states of its models."""

import numpy as np
import pinocchio as pin
from support.programs.library_agreement import Library


def library_of(model):
    data = model.createData()

    def inertia(q):
        if len(model.mimicking_joints):
            # its crba of mimic joints called again with the same data gives another matrix
            rest = np.zeros(model.nv)
            tau = [pin.rnea(model, data, q, rest, a).copy() for a in (rest, *np.eye(model.nv))]
            return np.stack(tau[1:], 1) - tau[0][:, None]
        H = np.triu(pin.crba(model, data, q))
        return H + np.triu(H, 1).T

    def forward(q, v, tau):
        if len(model.mimicking_joints):
            # its aba has no mimic joints
            bias = pin.rnea(model, data, q, v, np.zeros(model.nv)).copy()
            return np.linalg.solve(inertia(q), tau - bias)
        return pin.aba(model, data, q, v, tau).copy()

    return Library(lambda *x: pin.rnea(model, data, *x).copy(), inertia, forward)


def state(model, seed):
    rng = np.random.default_rng(seed)
    q = pin.integrate(model, pin.neutral(model), rng.standard_normal(model.nv))
    return q, *rng.standard_normal((2, model.nv))
