"""jaxsim in float64, of the model as SDF: inertia, bias and their automatic derivatives."""

import lieref_client  # first: from here on what is printed does not spoil the protocol
import jax
import jax.numpy as jnp
import jaxsim.api as js
import numpy as np
from jaxsim import VelRepr
from peer_files import Refused, gravity_along_z, turning_and_sliding

jax.config.update("jax_enable_x64", True)


BASE = """<link name="base"><pose>0 0 0 0 0 0</pose><inertial><mass>1</mass><inertia><ixx>1</ixx>
<ixy>0</ixy><ixz>0</ixz><iyy>1</iyy><iyz>0</iyz><izz>1</izz></inertia></inertial></link>
<joint name="base_on_world" type="fixed"><parent>world</parent><child>base</child></joint>
"""


def with_base(sdf):
    """A link on the world for the first joint: its reader wants one."""
    moved = sdf.replace("<parent>world</parent>", "<parent>base</parent>")
    head, first, rest = moved.partition("<link ")
    return head + BASE + first + rest


def subject(hello):
    names = turning_and_sliding(hello)
    if any(any(body["point"]) for body in hello["model"]["bodies"]):
        raise Refused("this adapter has joints through the origins of their links alone")
    robot = js.model.JaxSimModel.build_from_model_description(
        with_base(hello["sdf"]),
        is_urdf=False,
        considered_joints=names,
        gravity=gravity_along_z(hello),
    )
    at = np.array([robot.joint_names().index(name) for name in names])
    n, wide = len(names), robot.dofs()

    def force(q, v, a):
        data = js.data.JaxSimModelData.build(
            robot,
            joint_positions=jnp.zeros(wide).at[at].set(q),
            joint_velocities=jnp.zeros(wide).at[at].set(v),
            velocity_representation=VelRepr.Inertial,
        )
        M = js.model.free_floating_mass_matrix(robot, data)
        h = js.model.free_floating_bias_forces(robot, data)
        rows = 6 + at
        return M[jnp.ix_(rows, rows)] @ a + h[rows]

    compiled = jax.jit(force)
    partials = jax.jit(jax.jacfwd(force, (0, 1, 2)))

    def answer(quantity, q, v=None, a=None, tau=None):
        zero = np.zeros(n)
        if quantity == "inverse_dynamics":
            return np.array(compiled(np.array(q), np.array(v), np.array(a)))
        if quantity == "joint_space_inertia":
            return np.array(partials(np.array(q), zero, zero)[2])
        if quantity == "inverse_dynamics_partials":
            found = partials(np.array(q), np.array(v), np.array(a))
            return dict(zip(("dtau_dq", "dtau_dv", "dtau_da"), map(np.array, found), strict=True))
        return None

    return answer


lieref_client.serve(subject, name="jaxsim")
