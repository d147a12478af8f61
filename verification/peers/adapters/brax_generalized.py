"""brax, generalized pipeline in float64: M and the bias of a URDF as MuJoCo reads it."""

import lieref_client  # first: from here on what is printed does not spoil the protocol
import brax.generalized.dynamics
import brax.generalized.mass
import brax.generalized.pipeline
import jax
import mujoco
import numpy as np
from brax.io import mjcf
from peer_files import places, turning_and_sliding

jax.config.update("jax_enable_x64", True)


def subject(hello):
    names = turning_and_sliding(hello)
    spec = mujoco.MjSpec.from_string(hello["urdf"])
    # its reader wants a geometry
    spec.worldbody.add_geom(type=mujoco.mjtGeom.mjGEOM_SPHERE, size=[0.01, 0, 0], contype=0)
    model = spec.compile()
    model.opt.gravity[:] = hello["model"]["gravity"]
    at = places(names, [model.joint(i).name for i in range(model.njnt)])
    robot = mjcf.load_model(model)

    def given(x):
        found = np.zeros(len(at))
        found[at] = x
        return jax.numpy.array(found)

    @jax.jit
    def matrices(q, v):
        state = brax.generalized.pipeline.init(robot, q, v)
        return (
            brax.generalized.mass.matrix(robot, state),
            brax.generalized.dynamics.inverse(robot, state),
        )

    def answer(quantity, q, v=None, a=None, tau=None):
        M, bias = matrices(given(q), given(np.zeros(len(at)) if v is None else v))
        if quantity == "inverse_dynamics":
            return np.array(M @ given(a) + bias)[at]
        if quantity == "joint_space_inertia":
            return np.array(M)[np.ix_(at, at)]
        return None

    return answer


lieref_client.serve(subject, name="brax generalized")
