"""MuJoCo's inverse and forward dynamics and its inertia, and states of its models."""

import mujoco
import numpy as np
from support.programs.library_agreement import Library


def compiled(text):
    return mujoco.MjModel.from_xml_string(text)


def library_of(model):
    """MuJoCo's inverse and forward dynamics and its inertia."""
    data = mujoco.MjData(model)

    def inverse(q, v, a):
        data.qpos[:], data.qvel[:], data.qacc[:] = q, v, a
        mujoco.mj_inverse(model, data)
        return data.qfrc_inverse.copy()

    def inertia(q):
        data.qpos[:], data.qvel[:] = q, 0.0
        mujoco.mj_forward(model, data)
        H = np.zeros((model.nv, model.nv))
        mujoco.mj_fullM(model, data, H)
        return H

    def forward(q, v, tau):
        data.qpos[:], data.qvel[:], data.qfrc_applied[:] = q, v, tau
        mujoco.mj_forward(model, data)
        return data.qacc.copy()

    return Library(inverse, inertia, forward)


def state(model, seed):
    rng = np.random.default_rng(seed)
    q = model.qpos0.copy()
    mujoco.mj_integratePos(model, q, rng.standard_normal(model.nv), 1.0)
    return q, *rng.standard_normal((2, model.nv))
