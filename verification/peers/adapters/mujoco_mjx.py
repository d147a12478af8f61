"""mujoco-mjx in float64: MuJoCo's URDF reader; inverse, forward and the inertia in JAX."""

import lieref_client  # first: from here on what is printed does not spoil the protocol
import jax
import mujoco
import numpy as np
from mujoco import mjx
from peer_files import places, turning_and_sliding

jax.config.update("jax_enable_x64", True)


def subject(hello):
    names = turning_and_sliding(hello)
    spec = mujoco.MjSpec.from_string(hello["urdf"])
    spec.compiler.fusestatic = False
    model = spec.compile()
    model.opt.gravity[:] = hello["model"]["gravity"]
    model.opt.disableflags |= mujoco.mjtDisableBit.mjDSBL_CONSTRAINT
    at = places(names, [model.joint(i).name for i in range(model.njnt)])
    robot, start = mjx.put_model(model), mjx.make_data(model)

    def given(x):
        found = np.zeros(len(at))
        found[at] = x
        return jax.numpy.array(found)

    @jax.jit
    def inverse(q, v, a):
        return mjx.inverse(robot, start.replace(qpos=q, qvel=v, qacc=a)).qfrc_inverse

    @jax.jit
    def forward(q, v, tau):
        return mjx.forward(robot, start.replace(qpos=q, qvel=v, qfrc_applied=tau)).qacc

    @jax.jit
    def inertia(q):
        data = mjx.forward(robot, start.replace(qpos=q))
        return mjx.full_m(robot, data)

    def answer(quantity, q, v=None, a=None, tau=None):
        if quantity == "inverse_dynamics":
            return np.array(inverse(given(q), given(v), given(a)))[at]
        if quantity == "forward_dynamics":
            return np.array(forward(given(q), given(v), given(tau)))[at]
        if quantity == "joint_space_inertia":
            return np.array(inertia(given(q)))[np.ix_(at, at)]
        return None

    return answer


lieref_client.serve(subject, name="mujoco-mjx")
