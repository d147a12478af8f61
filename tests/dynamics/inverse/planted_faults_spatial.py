"""Faults that must turn the tests of the spatial recursion red: file, its text, the fault, tests.

Texts of the kernels reach the tests through the builds `lieref/dynamics/inverse/spatial/_spatial_*`
(order 0 runs a scalar build, higher orders a wide one) and, for tests/kinematics,
`lieref/kinematics`.
"""

SPATIAL = "h_grne_spatial.pxi"
APPLIED = "h_grne_spatial_applied.pxi"
RUN = "h_grne_spatial_run.pxi"
POSE = "joint_pose.pxi"
POSES = "poses.pxi"
FORWARD = "forward_kinematics.pxi"
ENTRY = "_forward_kinematics.pyx"
KINEMATIC_TWIN = "forward_kinematics_twin.py"
DYNAMIC_TWIN = "spatial_twin.py"
DYNAMICS = "tests/dynamics/inverse/test_spatial.py"
TWIN = "tests/dynamics/inverse/test_spatial_twin.py"
KINEMATICS = "tests/kinematics/test_forward_kinematics.py"

FAULTS = [
    # Poses.
    (POSE + ": joint_pose", "turn[1] = -s", "turn[1] = s", DYNAMICS),
    (POSE + ": joint_pose", "shift[2] = lead(body, kind) * q[0]", "shift[2] = q[0]", DYNAMICS),
    (POSE + ": joint_pose", "copy(q, shift, 3)", "pass", DYNAMICS),
    (POSE + ": joint_pose",
     "p[i] = body.r[i] + (E[i] * shift[0]", "p[i] = body.r[i] - (E[i] * shift[0]", DYNAMICS),
    (POSE + ": joint_pose", "E[3 + i] * turn[3 + k] + E[6 + i] * turn[6 + k]",
     "E[3 + i] * turn[6 + k] + E[6 + i] * turn[3 + k]", DYNAMICS),
    (POSE + ": joint_pose", "quaternion_rotation(q if kind == SPHERICAL else q + 3, turn, 1)",
     "quaternion_rotation(q, turn, 1)", DYNAMICS),
    (POSE + ": lead", "return 1 if kind == PRISMATIC else body.pitch if kind == HELICAL else 0",
     "return 1 if kind == PRISMATIC else 0", DYNAMICS),
    (POSES + ": body_pose",
     "pose[ORIGIN + i] = pose[9 + i] - arm[i]", "pose[ORIGIN + i] = pose[9 + i]",
     KINEMATICS),
    (POSES + ": body_pose", "pose[9 + i] = arm[i]", "pose[9 + i] = 0", DYNAMICS),
    (POSES + ": body_pose",
     "compose(parent, motion, pose)", "compose(motion, parent, pose)", DYNAMICS),
    # Twists.
    (POSES + ": joint_screw", "+ along * G[3 * i + 2])", ")", DYNAMICS),
    (FORWARD + ": screw_rate", "b1 = b1 + ((v2 * s0 - v0 * s2) + (w2 * t0 - w0 * t2))",
     "b1 = b1 + (w2 * t0 - w0 * t2)", DYNAMICS),
    (FORWARD + ": screw_rate", "s[2 * stride + k + 1] = divided(a2, k + 1)",
     "s[2 * stride + k + 1] = a2", DYNAMICS),
    (FORWARD + ": one_degree", "total[i] = total[i] + s[i * W + m] * rate[k - m]",
     "total[i] = total[i] + s[i * W] * rate[k - m]", DYNAMICS),
    (FORWARD + ": base_subspace",
     "p[i * W] = -pose[ORIGIN + i]", "p[i * W] = pose[ORIGIN + i]", DYNAMICS),
    (FORWARD + ": base_subspace", "p[i * W + k + 1] = multi[(RATES + 3 + i) * W + k] / (k + 1)",
     "p[i * W + k + 1] = multi[(RATES + 3 + i) * W + k]", DYNAMICS),
    (FORWARD + ": base_subspace",
     "rotation_series(multi + RATES * W, W, multi + B * W, W, False, n)",
     "rotation_series(multi + RATES * W, W, multi + B * W, W, True, n)", DYNAMICS),
    (FORWARD + ": several_degrees",
     "cdef int slide = B if base == BODY else D", "cdef int slide = B", DYNAMICS),
    (FORWARD + ": several_degrees",
     "total[3 + i] = total[3 + i] + multi[(L + 3 * i + j) * W + m] * rate",
     "total[3 + i] = total[3 + i] + multi[(L + 3 * j + i) * W + m] * rate", DYNAMICS),
    (FORWARD + ": base_to_tip",
     "several_degrees(kind, base if up < 0 and kind == FREE else BODY, pose,",
     "several_degrees(kind, base if kind == FREE else BODY, pose,", DYNAMICS),
    # Inertia, momentum, gravity, torque.
    (SPATIAL + ": own_inertia",
     "(row[0] * com[0] + row[1] * com[1] + row[2] * com[2]) + pose[C + 9 + i]",
     "(row[0] * com[0] + row[1] * com[1] + row[2] * com[2]) - pose[C + 9 + i]", DYNAMICS),
    (SPATIAL + ": centre_series",
     "rate[i * W + m] = twist[(6 + 2 * i) * W + m]", "rate[i * W + m] = 0", DYNAMICS),
    (SPATIAL + ": centre_turn", "add_to(rate + W, c[m] * wz - c[2 * W + m] * wx, b)",
     "add_to(rate + W, c[m] * wz + c[2 * W + m] * wx, b)", DYNAMICS),
    (SPATIAL + ": inertia_rate",
     "add_to(J + W, 2 * (xy * wz - yz * wx), b)", "add_to(J + W, xy * wz - yz * wx, b)",
     DYNAMICS),
    (SPATIAL + ": inertia_rate", "add_to(J + 4 * W, (zz - xx) * wy + xy * wx - yz * wz, b)",
     "add_to(J + 4 * W, (zz - xx) * wy + xy * wx + yz * wz, b)", DYNAMICS),
    (SPATIAL + ": body_wrench",
     "add_to(wrench + 2 * i * W, cross_term(c, W, wrench + 6 * W, i, m, n - 1, W), m)",
     "subtract_from(wrench + 2 * i * W, cross_term(c, W, wrench + 6 * W, i, m, n - 1, W), m)",
     DYNAMICS),
    (SPATIAL + ": body_wrench",
     "wrench + (6 + 2 * i) * W + m, mass * (count_from(m) * load(rate + i * W + m + 1)))",
     "wrench + (6 + 2 * i) * W + m, mass * load(rate + i * W + m + 1))", DYNAMICS),
    (SPATIAL + ": body_wrench", "count_from(m) * load(spin + i * W + m + 1))",
     "count_from(m) * load(spin + i * W + m))", DYNAMICS),
    (SPATIAL + ": to_parent", "for i in range(0, 12, 2):", "for i in range(0, 10, 2):", DYNAMICS),
    (SPATIAL + ": body_wrench",
     "wrench[(6 + 2 * i) * W] -= mass * g[i]", "wrench[(6 + 2 * i) * W] += mass * g[i]",
     DYNAMICS),
    (SPATIAL + ": joint_torques",
     "torque(multi + ((B if base == BODY else D) + j) * W, 3, 3 * W, wrench + 6 * W,",
     "torque(multi + (B + j) * W, 3, 3 * W, wrench + 6 * W,", DYNAMICS),
    # Applied wrenches.
    (APPLIED + ": dual_rate", "moment += (twist[(6 + 2 * a) * W + m] * f[b * stride + k - m]",
     "moment -= (twist[(6 + 2 * a) * W + m] * f[b * stride + k - m]", DYNAMICS),
    (APPLIED + ": body_axes_wrench", "applied[(3 + i) * W + k + 1] += force / (k + 1)",
     "applied[(3 + i) * W + k + 1] += force", DYNAMICS),
    (APPLIED + ": inertial_axes_wrench",
     "total = twist[(6 + 2 * i) * W + k]", "total = 0", DYNAMICS),
    (APPLIED + ": applied_wrench",
     "block[(WRENCH + 2 * i) * W + k] -= at.spare[(APPLIED + i) * W + k]",
     "block[(WRENCH + 2 * i) * W + k] += at.spare[(APPLIED + i) * W + k]", DYNAMICS),
    (RUN + ": run", "tau[i] -= tau_ext[i]", "tau[i] += tau_ext[i]", DYNAMICS),
    # The public function of Algorithm 1, Remark 1.
    (ENTRY + ": inertial_twist",
     "- o[b] * block[(V + 2 * a) * W + k]))", "+ o[b] * block[(V + 2 * a) * W + k]))",
     KINEMATICS),
    (ENTRY + ": body_twist", "+ columns[(L + 3 * i + j) * W + m] * w)", ")", KINEMATICS),
    # Twins.
    (KINEMATIC_TWIN + ": extend", "series.append(x / divisor)", "series.append(x)", TWIN),
    (KINEMATIC_TWIN + ": _joint_pose", "(zero, zero, lead(K, body) * q[0])", "(zero,) * 3", TWIN),
    (KINEMATIC_TWIN + ": _base_subspace", "p = [taylor.constant(-x, n) for x in o]",
     "p = [taylor.constant(x, n) for x in o]", TWIN),
    (DYNAMIC_TWIN + ": spatial_inertia", "turn = cross(w, tuple(x[k - j] for x in c))",
     "turn = cross(tuple(x[k - j] for x in c), w)", TWIN),
    (DYNAMIC_TWIN + ": required_wrench",
     "return taylor.vadd(spin, taylor.cross([x[:n] for x in M.c], force)) + force",
     "return taylor.vadd(spin, taylor.cross(force, [x[:n] for x in M.c])) + force", TWIN),
]  # fmt: skip
