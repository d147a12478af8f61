"""newton in float32, on the processor: its URDF reader, eval_mass_matrix and inverse dynamics."""

import lieref_client  # first: from here on what is printed does not spoil the protocol
import newton
import numpy as np
import warp as wp
from peer_files import places, turning_and_sliding, urdf_file

wp.config.quiet = True


def subject(hello):
    names = turning_and_sliding(hello)
    builder = newton.ModelBuilder()
    builder.default_joint_cfg.armature = 0.0
    builder.add_urdf(urdf_file(hello), floating=False)
    robot = builder.finalize(device="cpu")
    robot.set_gravity(hello["model"]["gravity"])
    labels = [label.split("/")[-1] for label in robot.joint_label]
    starts = robot.joint_qd_start.numpy()
    at = starts[places(names, labels)]
    state = robot.state()
    n = robot.joint_dof_count
    passive = {name: wp.zeros(n, dtype=float) for name in ("gravity_force", "coriolis_force")}
    M = wp.zeros((1, n, n), dtype=float)
    joint_f = wp.zeros(n, dtype=float)

    def given(x):
        found = np.zeros(n, np.float32)
        found[at] = x
        return wp.array(found, dtype=float)

    def answer(quantity, q, v=None, a=None, tau=None):
        state.joint_q.assign(given(q))
        state.joint_qd.assign(given(np.zeros(len(at)) if v is None else v))
        newton.eval_fk(robot, state.joint_q, state.joint_qd, state)
        if quantity == "joint_space_inertia":
            newton.eval_mass_matrix(robot, state, M)
            return M.numpy()[0][np.ix_(at, at)]
        if quantity == "inverse_dynamics":
            newton.eval_inverse_dynamics_passive(robot, state, mass_matrix=M, **passive)
            newton.eval_inverse_dynamics_force(
                robot, state, mass_matrix=M, joint_qdd=given(a), joint_f=joint_f, **passive
            )
            return joint_f.numpy()[at]
        return None

    return answer


lieref_client.serve(subject, name="newton", precision="float32")
