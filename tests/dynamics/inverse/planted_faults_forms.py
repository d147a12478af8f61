"""Faults that must turn the tests of the body-fixed and hybrid recursions red.

File, its text, the fault, tests. Texts of the kernels reach the tests through the builds
`lieref/dynamics/inverse/body/_body_*` and `lieref/dynamics/inverse/hybrid/_hybrid_*` (order 0 runs
a scalar build, higher orders a wide one).
"""

BODY = "lieref/dynamics/inverse/body/h_grne_twist_body.pxi"
BODY_MULTI = "lieref/dynamics/inverse/body/h_grne_twist_body_multi.pxi"
BODY_RUN = "lieref/dynamics/inverse/body/h_grne_twist_body_run.pxi"
HYBRID = "lieref/dynamics/inverse/hybrid/h_grne_hybrid.pxi"
HYBRID_MULTI = "lieref/dynamics/inverse/hybrid/h_grne_hybrid_multi.pxi"
HYBRID_RUN = "lieref/dynamics/inverse/hybrid/h_grne_hybrid_run.pxi"
JOINTS = "lieref/dynamics/inverse/body/h_grne_twist_joints.pxi"
FRAMES_TWIN = "lieref/dynamics/shared/joint_frames_twin.py"
BODY_TWIN = "lieref/dynamics/inverse/body/body_twin.py"
HYBRID_TWIN = "lieref/dynamics/inverse/hybrid/hybrid_twin.py"
FORMS = "tests/dynamics/inverse/test_twist_forms.py"
BODY_ALGEBRA = "tests/dynamics/inverse/test_body_form.py"
HYBRID_ALGEBRA = "tests/dynamics/inverse/test_hybrid_form.py"

FAULTS = [
    # Series of the joints.
    (JOINTS, "p[i * W + k + 1] = divided(at.spare[i * W + k], k + 1)",
     "p[i * W + k + 1] = at.spare[i * W + k]", FORMS),
    (JOINTS, "rotation_series(multi + MRATE * W, 2 * W, multi + Q * W, 2 * W, False, n)",
     "rotation_series(multi + MRATE * W, 2 * W, multi + Q * W, 2 * W, True, n)", FORMS),
    # Body-fixed: twists and accelerations.
    (BODY, "v1 = load(v + stride + m) + (w2 * r[0] - w0 * r[2])",
     "v1 = load(v + stride + m) + (w0 * r[2] - w2 * r[0])", FORMS),
    (BODY, "subtract_from(y + W, product(x, block + SHIFT * W, b, at.n), b)",
     "add_to(y + W, product(x, block + SHIFT * W, b, at.n), b)", FORMS),
    (BODY, "add_to(dv, product(v + 2 * W, rate, b, at.n), b)",
     "subtract_from(dv, product(v + 2 * W, rate, b, at.n), b)", FORMS),
    (BODY, "subtract_from(dv + W, lead * x, b)", "subtract_from(dv + W, x, b)", FORMS),
    (BODY, "then = count_from(m) * load(rate + m + 1)", "then = load(rate + m + 1)", FORMS),
    # Body-fixed: wrenches.
    (BODY, "store(f + W + m, link.m * v1 + (h[0] * w2 - h[2] * w0))",
     "store(f + W + m, link.m * v1 + (h[2] * w0 - h[0] * w2))", FORMS),
    (BODY, "+ cross_term(push, W, v, i, b, at.n, W), b)", "+ 0 * zero_lane(), b)", FORMS),
    (BODY, "subtract_from(block + (F + i) * W, cross_term(push, W, w, i, b, at.n, W), b)",
     "add_to(block + (F + i) * W, cross_term(push, W, w, i, b, at.n, W), b)", FORMS),
    (BODY, "add_to(block + (N + 1) * W, product(block + F * W, block + SHIFT * W, b, at.n), b)",
     "subtract_from(block + (N + 1) * W, product(block + F * W, block + SHIFT * W, b, at.n), b)",
     FORMS),
    (BODY_MULTI, "add_to(moved + i * W, cross_term(w, stride, multi + P * W, i, b, at.n, W), b)",
     "subtract_from(moved + i * W, cross_term(w, stride, multi + P * W, i, b, at.n, W), b)", FORMS),
    (BODY_MULTI, "+ cross_term(w, 2 * W, t, i, b, at.n, W), b)", "+ 0 * zero_lane(), b)", FORMS),
    (BODY_MULTI, "subtract_from(dv + i * W, cross_term(w, 2 * W, v, i, b, at.n, W), b)",
     "add_to(dv + i * W, cross_term(w, 2 * W, v, i, b, at.n, W), b)", FORMS),
    (BODY_MULTI, "if base == SPATIAL or base == HYBRID:", "if base == SPATIAL:", FORMS),
    (BODY_RUN, "world[(DV + 3 + i) * W] = -model.g[i]", "world[(DV + 3 + i) * W] = model.g[i]",
     FORMS),
    (BODY_RUN, "clear_series(block + (RATE - 1) * W, W)", "pass", FORMS),
    (BODY_RUN, "tau[i] -= tau_ext[i]", "tau[i] += tau_ext[i]", FORMS),
    # Hybrid: twists.
    (HYBRID, "store(lever + i * W + b * LANES, row_times(above, body.r, b * LANES, W))",
     "store(lever + i * W + b * LANES, row_times(R + 3 * i * W, body.r, b * LANES, W))", FORMS),
    (HYBRID, "push = load(parent + (SPEED + i) * W + m) - across[i]",
     "push = load(parent + (SPEED + i) * W + m) + across[i]", FORMS),
    (HYBRID, "push = push + lead * rate", "push = push + rate", FORMS),
    (HYBRID, "y[1] = y[1] + (a[2 * W + j] * x0 - a[j] * x2)",
     "y[1] = y[1] + (a[2 * W + j] * x0 + a[j] * x2)", FORMS),
    (HYBRID, "return count_from(b * LANES) * load(x + b * LANES + 1)",
     "return load(x + b * LANES + 1)", FORMS),
    # Hybrid: wrenches.
    (HYBRID, "turned(R, 1, 3, w, y, b, at.n, W)", "turned(R, 3, 1, w, y, b, at.n, W)", FORMS),
    (HYBRID, "store(turn + i * W + m, -y[i])", "store(turn + i * W + m, y[i])", FORMS),
    (HYBRID, "x[2 * i * W] -= g[i]", "x[2 * i * W] += g[i]", FORMS),
    (HYBRID, "crossed(block + LEVER * W, force, y, b, at.n - 1, W)",
     "crossed(block + LEVER * W, force, y, b, 1, W)", FORMS),
    (HYBRID, "add_to(at.spare, body.pitch * column_product(e, force, b, n, W), b)",
     "add_to(at.spare, column_product(e, force, b, n, W), b)", FORMS),
    (HYBRID_MULTI, "rotation_series(rate, 2 * W, R, W, inertial, at.n)",
     "rotation_series(rate, 2 * W, R, W, True, at.n)", FORMS),
    (HYBRID_MULTI, "- cross_term(lever, W, force, i, b, n, W), b)",
     "+ cross_term(lever, W, force, i, b, n, W), b)", FORMS),
    (HYBRID_MULTI, "if base == BODY or base == MIXED:", "if base == BODY:", FORMS),
    (HYBRID_RUN, "* block[RATE * at.W + k - 1], k)", "* block[RATE * at.W + k - 1], k + 1)", FORMS),
    # Twins.
    (FRAMES_TWIN, "return taylor.vsub(n, taylor.cross(k, f)) + f",
     "return taylor.vadd(n, taylor.cross(k, f)) + f", FORMS),
    (FRAMES_TWIN, "moved = product(change.T.swapaxes(1, 2), effort)[:, :, 0]",
     "moved = product(change.T, effort)[:, :, 0]", FORMS),
    (BODY_TWIN, "taylor.vadd(to_child(frame, dV), bracket(V, screw), rise)",
     "taylor.vadd(to_child(frame, dV), bracket(screw, V), rise)", BODY_ALGEBRA),
    (BODY_TWIN, "taylor.vadd(taylor.cross(v, s), taylor.cross(w, t))",
     "taylor.vadd(taylor.cross(s, v), taylor.cross(w, t))", BODY_ALGEBRA),
    (BODY_TWIN, "taylor.cross(frame.p, force)) + force", "taylor.cross(force, frame.p)) + force",
     BODY_ALGEBRA),
    (HYBRID_TWIN, "return taylor.vadd(v, taylor.cross(w, lever))",
     "return taylor.vadd(v, taylor.cross(lever, w))", HYBRID_ALGEBRA),
    (HYBRID_TWIN, "swing = [taylor.derivative(x) for x in taylor.cross(w, h)]",
     "swing = [taylor.derivative(x) for x in taylor.cross(h, w)]", HYBRID_ALGEBRA),
    (HYBRID_TWIN, "return taylor.vadd(moment, taylor.cross(lever, force)) + force",
     "return taylor.vsub(moment, taylor.cross(lever, force)) + force", FORMS),
]  # fmt: skip
