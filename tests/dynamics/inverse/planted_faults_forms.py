"""Faults that must turn the tests of the body-fixed and hybrid recursions red.

File, its text, the fault, tests. Texts of the kernels reach the tests through the builds
`lieref/dynamics/inverse/body/_body_*` and `lieref/dynamics/inverse/hybrid/_hybrid_*` (order 0 runs
a scalar build, higher orders a wide one).
"""

BODY = "h_grne_twist_body.pxi"
BODY_MULTI = "h_grne_twist_body_multi.pxi"
BODY_RUN = "h_grne_twist_body_run.pxi"
HYBRID = "h_grne_hybrid.pxi"
HYBRID_MULTI = "h_grne_hybrid_multi.pxi"
HYBRID_RUN = "h_grne_hybrid_run.pxi"
JOINTS = "h_grne_twist_joints.pxi"
FRAMES_TWIN = "joint_frames_twin.py"
BODY_TWIN = "body_twin.py"
HYBRID_TWIN = "hybrid_twin.py"
FORMS = "tests/dynamics/inverse/test_twist_forms.py"
BODY_ALGEBRA = "tests/dynamics/inverse/test_body_form.py"
HYBRID_ALGEBRA = "tests/dynamics/inverse/test_hybrid_form.py"

FAULTS = [
    # Series of the joints.
    (JOINTS + ": several_degrees_series", "p[i * W + k + 1] = divided(at.spare[i * W + k], k + 1)",
     "p[i * W + k + 1] = at.spare[i * W + k]", FORMS),
    (JOINTS + ": several_degrees_series",
     "rotation_series(multi + MRATE * W, 2 * W, multi + Q * W, 2 * W, False, n)",
     "rotation_series(multi + MRATE * W, 2 * W, multi + Q * W, 2 * W, True, n)", FORMS),
    # Body-fixed: twists and accelerations.
    (BODY + ": crossed_with",
     "a.z * r[0] - a.x * r[2]", "a.x * r[2] - a.z * r[0]", FORMS),
    (BODY + ": screw_to_child", "subtract_from(y + W, product(x, block + SHIFT * W, b, at.n), b)",
     "add_to(y + W, product(x, block + SHIFT * W, b, at.n), b)", FORMS),
    (BODY + ": one_degree_motion", "add_to(dv, product(v + 2 * W, rate, b, at.n), b)",
     "subtract_from(dv, product(v + 2 * W, rate, b, at.n), b)", FORMS),
    (BODY + ": one_degree_motion",
     "subtract_from(dv + W, lead * x, b)", "subtract_from(dv + W, x, b)", FORMS),
    (BODY + ": one_degree_motion",
     "then = count_from(m) * load(rate + m + 1)", "then = load(rate + m + 1)", FORMS),
    # Body-fixed: wrenches.
    (BODY + ": momentum", "plus(scaled(link.m, speed), crossed_with(spin, link.first))",
     "minus(scaled(link.m, speed), crossed_with(spin, link.first))", FORMS),
    (JOINTS + ": inertia_times", "J[1] * a.x + J[PADDED + 1] * a.y + J[2 * PADDED + 1] * a.z",
     "J[1] * a.x + J[PADDED + 1] * a.y + J[2 * PADDED] * a.z", FORMS),
    (BODY + ": twist_wrench",
     "+ cross_term(push, W, v, i, b, at.n, W), b)", "+ 0 * zero_lane(), b)", FORMS),
    (BODY + ": twist_wrench",
     "subtract_from(block + (F + i) * W, cross_term(push, W, w, i, b, at.n, W), b)",
     "add_to(block + (F + i) * W, cross_term(push, W, w, i, b, at.n, W), b)", FORMS),
    (BODY + ": one_degree_to_parent",
     "add_to(block + (N + 1) * W, product(block + F * W, block + SHIFT * W, b, at.n), b)",
     "subtract_from(block + (N + 1) * W, product(block + F * W, block + SHIFT * W, b, at.n), b)",
     FORMS),
    (BODY_MULTI + ": multi_screw_to_child",
     "add_to(moved + i * W, cross_term(w, stride, multi + P * W, i, b, at.n, W), b)",
     "subtract_from(moved + i * W, cross_term(w, stride, multi + P * W, i, b, at.n, W), b)", FORMS),
    (BODY_MULTI + ": several_degrees_motion",
     "+ cross_term(w, 2 * W, t, i, b, at.n, W), b)", "+ 0 * zero_lane(), b)", FORMS),
    (BODY_MULTI + ": base_twist",
     "subtract_from(dv + i * W, cross_term(w, 2 * W, v, i, b, at.n, W), b)",
     "add_to(dv + i * W, cross_term(w, 2 * W, v, i, b, at.n, W), b)", FORMS),
    (BODY_MULTI + ": several_degrees_torque",
     "if base == SPATIAL or base == HYBRID:", "if base == SPATIAL:", FORMS),
    (BODY_RUN + ": base_to_tip",
     "world[(DV + 3 + i) * W] = -model.g[i]", "world[(DV + 3 + i) * W] = model.g[i]",
     FORMS),
    (BODY_RUN + ": base_to_tip", "clear_series(block + (RATE - 1) * W, W)", "pass", FORMS),
    (BODY_RUN + ": run", "tau[i] -= tau_ext[i]", "tau[i] += tau_ext[i]", FORMS),
    # Hybrid: twists.
    (HYBRID + ": attitude_and_lever",
     "store(lever + i * W + b * LANES, row_times(above, body.r, b * LANES, W))",
     "store(lever + i * W + b * LANES, row_times(R + 3 * i * W, body.r, b * LANES, W))", FORMS),
    (HYBRID + ": hybrid_twist", "push = minus(vector_at", "push = plus(vector_at", FORMS),
    (HYBRID + ": hybrid_twist", "plus(push, scaled(lead, rate))", "plus(push, rate)", FORMS),
    (HYBRID + ": cross_entries",
     "a[2 * L] * x.x - a[0] * x.z", "a[2 * L] * x.x + a[0] * x.z", FORMS),
    ("lane_vectors.pxi: rate_of", "return count_from(b * LANES) * load(x + b * LANES + 1)",
     "return load(x + b * LANES + 1)", FORMS),
    # Hybrid: wrenches.
    (HYBRID + ": hybrid_wrench",
     "turned(R, 1, 3, w, b, at.n, W)", "turned(R, 3, 1, w, b, at.n, W)", FORMS),
    (HYBRID + ": hybrid_wrench",
     "lanes3(-y.x, -y.y, -y.z)", "lanes3(y.x, y.y, y.z)", FORMS),
    (HYBRID + ": hybrid_wrench", "x[2 * i * W] -= g[i]", "x[2 * i * W] += g[i]", FORMS),
    (HYBRID + ": hybrid_to_parent", "block + FORCE * W, b, at.n - 1, W)",
     "block + FORCE * W, b, 1, W)", FORMS),
    (HYBRID + ": one_degree_torque",
     "add_to(at.spare, body.pitch * column_product(e, force, b, n, W), b)",
     "add_to(at.spare, column_product(e, force, b, n, W), b)", FORMS),
    (HYBRID_MULTI + ": base_hybrid_twist", "rotation_series(rate, 2 * W, R, W, inertial, at.n)",
     "rotation_series(rate, 2 * W, R, W, True, at.n)", FORMS),
    (HYBRID_MULTI + ": subtract_applied", "- cross_term(lever, W, force, i, b, n, W), b)",
     "+ cross_term(lever, W, force, i, b, n, W), b)", FORMS),
    (HYBRID_MULTI + ": several_degrees_torque",
     "if base == BODY or base == MIXED:", "if base == BODY:", FORMS),
    (HYBRID_RUN + ": joints",
     "* block[RATE * at.W + k - 1], k)", "* block[RATE * at.W + k - 1], k + 1)", FORMS),
    # Twins.
    (FRAMES_TWIN + ": moved_wrench", "return taylor.vsub(n, taylor.cross(k, f)) + f",
     "return taylor.vadd(n, taylor.cross(k, f)) + f", FORMS),
    (FRAMES_TWIN + ": base_torques", "moved = product(change.T.swapaxes(1, 2), torque)[:, :, 0]",
     "moved = product(change.T, torque)[:, :, 0]", FORMS),
    (BODY_TWIN + ": motions", "taylor.vadd(to_child(frame, dV), bracket(V, screw), rise)",
     "taylor.vadd(to_child(frame, dV), bracket(screw, V), rise)", BODY_ALGEBRA),
    (BODY_TWIN + ": bracket", "taylor.vadd(taylor.cross(v, s), taylor.cross(w, t))",
     "taylor.vadd(taylor.cross(s, v), taylor.cross(w, t))", BODY_ALGEBRA),
    (BODY_TWIN + ": to_parent",
     "taylor.cross(frame.p, force)) + force", "taylor.cross(force, frame.p)) + force",
     BODY_ALGEBRA),
    (HYBRID_TWIN + ": to_child", "return taylor.vadd(v, taylor.cross(w, lever))",
     "return taylor.vadd(v, taylor.cross(lever, w))", HYBRID_ALGEBRA),
    (HYBRID_TWIN + ": body_wrench", "swing = [taylor.derivative(x) for x in taylor.cross(w, h)]",
     "swing = [taylor.derivative(x) for x in taylor.cross(h, w)]", HYBRID_ALGEBRA),
    (HYBRID_TWIN + ": to_parent", "return taylor.vadd(moment, taylor.cross(lever, force)) + force",
     "return taylor.vsub(moment, taylor.cross(lever, force)) + force", FORMS),
]  # fmt: skip
