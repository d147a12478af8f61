"""frax in float64: rnea, crba and forward_dynamics."""

import lieref_client  # first: from here on what is printed does not spoil the protocol
import jax
import numpy as np
from frax import Robot
from peer_files import turning_and_sliding, urdf_file

jax.config.update("jax_enable_x64", True)

WORLD = (
    '<link name="world"><inertial><mass value="1"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" '
    'iyz="0" izz="1"/></inertial></link>'
)


def subject(hello):
    names = turning_and_sliding(hello)
    # its reader wants an inertia of the base, which does not move
    robot = Robot(urdf_file(hello, WORLD), joint_ordering=names)
    # the acceleration of the base, linear first
    lift = -jax.numpy.array([*hello["model"]["gravity"], 0.0, 0.0, 0.0])

    def answer(quantity, q, v=None, a=None, tau=None):
        q = jax.numpy.array(q)
        if quantity == "inverse_dynamics":
            found = robot.rnea(q, jax.numpy.array(v), jax.numpy.array(a), lift, None)
        elif quantity == "joint_space_inertia":
            found = robot.crba(q)
        elif quantity == "forward_dynamics":
            found = robot.forward_dynamics(q, jax.numpy.array(v), jax.numpy.array(tau), None)
        else:
            return None
        return np.array(found)

    return answer


lieref_client.serve(subject, name="frax")
