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
SUMS = "convolutions.pxi"
LANES = "lane_vectors.pxi"
FORWARD = "forward_kinematics.pxi"
ENTRY = "twists.pxi"
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
    (FORWARD + ": screw_rate",
     "cross_at(v - m, 2 * W, s + m, stride, swing)", "clear(swing, 3)", DYNAMICS),
    (SUMS + ": write_integral",
     "series[i * step + k] = divided(x[i], k)", "series[i * step + k] = x[i]", DYNAMICS),
    (SUMS + ": cross_at", "out[1] = a[2 * a_step] * b[0] - a[0] * b[2 * b_step]",
     "out[1] = a[2 * a_step] * b[0] + a[0] * b[2 * b_step]", DYNAMICS),
    (FORWARD + ": one_degree", "add_scaled_at(rate[k - m], s + m, 6, W, total)",
     "add_scaled_at(rate[k - m], s, 6, W, total)", DYNAMICS),
    (FORWARD + ": base_subspace",
     "p[i * W] = -pose[ORIGIN + i]", "p[i * W] = pose[ORIGIN + i]", DYNAMICS),
    (FORWARD + ": base_subspace", "p[i * W + k + 1] = multi[(RATES + 3 + i) * W + k] / (k + 1)",
     "p[i * W + k + 1] = multi[(RATES + 3 + i) * W + k]", DYNAMICS),
    (FORWARD + ": base_subspace",
     "rotation_series(multi + RATES * W, W, multi + B * W, W, False, n)",
     "rotation_series(multi + RATES * W, W, multi + B * W, W, True, n)", DYNAMICS),
    (FORWARD + ": several_degrees",
     "cdef int slide = B if base == IN_BODY else D", "cdef int slide = B", DYNAMICS),
    (FORWARD + ": several_degrees", "multi + (B + j) * W + m, 6, 3 * W, total)",
     "multi + (B + j) * W + m, 3, 3 * W, total)", DYNAMICS),
    (FORWARD + ": base_subspace",
     "add_cross_at(p + m, W, multi + (B + j) * W + k - m, 3 * W, x)", "pass", DYNAMICS),
    (FORWARD + ": adjoint_blocks", "write_vector(column, 3, 0, 3 * W, L + j * W)",
     "write_vector(column, 3, 0, W, L + 3 * j * W)", DYNAMICS),
    (FORWARD + ": body_motion",
     "several_degrees(kind, base if up < 0 and kind == FREE else IN_BODY, pose,",
     "several_degrees(kind, base if kind == FREE else IN_BODY, pose,", DYNAMICS),
    # Inertia, momentum, gravity, torque.
    (SPATIAL + ": own_inertia",
     "(row[0] * com[0] + row[1] * com[1] + row[2] * com[2]) + pose[C + 9 + i]",
     "(row[0] * com[0] + row[1] * com[1] + row[2] * com[2]) - pose[C + 9 + i]", DYNAMICS),
    (SPATIAL + ": centre_series",
     "read_vector(twist + 6 * W, 3, m, 2 * W, x)", "clear(x, 3)", DYNAMICS),
    (LANES + ": across_rows",
     "b[0] * a.z - b[2 * L] * a.x", "b[0] * a.z + b[2 * L] * a.x", DYNAMICS),
    (SPATIAL + ": inertia_rate",
     "2 * (xy * w.z - yz * w.x)", "xy * w.z - yz * w.x", DYNAMICS),
    (SPATIAL + ": inertia_rate", "(zz - xx) * w.y + xy * w.x - yz * w.z",
     "(zz - xx) * w.y + xy * w.x + yz * w.z", DYNAMICS),
    (SPATIAL + ": body_wrench",
     "add_to(moment + 2 * i * W, cross_term(c, W, force, i, b, n - 1, W), b)",
     "subtract_from(moment + 2 * i * W, cross_term(c, W, force, i, b, n - 1, W), b)",
     DYNAMICS),
    (SPATIAL + ": body_wrench",
     "mass * rate_of(rate + i * W, b)", "mass * load(rate + i * W + b * LANES + 1)", DYNAMICS),
    (SPATIAL + ": symmetric_products", "product(xz, x, b, n) + product(yz, y, b, n)",
     "product(xz, x, b, n) + product(xy, y, b, n)", DYNAMICS),
    (SPATIAL + ": to_parent", "for i in range(0, 12, 2):", "for i in range(0, 10, 2):", DYNAMICS),
    (SPATIAL + ": body_wrench",
     "force[2 * i * W] -= mass * g[i]", "force[2 * i * W] += mass * g[i]", DYNAMICS),
    (SPATIAL + ": joint_torques",
     "torque(multi + ((B if base == IN_BODY else D) + j) * W, 3, 3 * W, wrench + 6 * W,",
     "torque(multi + (B + j) * W, 3, 3 * W, wrench + 6 * W,", DYNAMICS),
    # Applied wrenches.
    (APPLIED + ": dual_rate", "add_cross_at(v - m, 2 * W, f + m, stride, rate)",
     "add_cross_at(f + m, stride, v - m, 2 * W, rate)", DYNAMICS),
    (APPLIED + ": body_axes_order", "applied[i * W + k] += divided(total[i], k)",
     "applied[i * W + k] += total[i]", DYNAMICS),
    (APPLIED + ": inertial_axes_order",
     "read_vector(twist + 6 * W, 3, k - 1, 2 * W, x)", "clear(x, 3)", DYNAMICS),
    (APPLIED + ": applied_wrench",
     "block[(WRENCH + 2 * i) * W + k] -= at.spare[(APPLIED + i) * W + k]",
     "block[(WRENCH + 2 * i) * W + k] += at.spare[(APPLIED + i) * W + k]", DYNAMICS),
    (RUN + ": run", "tau[i] -= tau_ext[i]", "tau[i] += tau_ext[i]", DYNAMICS),
    # The public function of Algorithm 1, Remark 1.
    (ENTRY + ": inertial_twist", "add_cross_at(pose + ORIGIN, 1, x, 1, x + 3)",
     "add_cross_at(x, 1, pose + ORIGIN, 1, x + 3)", KINEMATICS),
    (ENTRY + ": own_twist",
     "turned_back(lever, w, k, total + 3, W)", "pass", KINEMATICS),
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
