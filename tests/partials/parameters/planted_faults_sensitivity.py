"""Faults in the sensitivities and in the closed forms of the whole system; see tests/dynamics.

The kernel texts reach the tests through the builds `_regressor_*` and `_virtual_joints_*`, and
constants that are moved through `_*_complex_parameters`.
"""

REGRESSOR = "regressor.pxi"
VIRTUAL = "virtual_joints.pxi"
ENTRY = "regressor.py"
HELD = "body_motion.py"
SCREWS = "screw_motion.py"
TREE = "parameter_tree.py"
CHAIN = "parameter_expansion.py"
SECOND = "parameter_second_partials.py"
KINDS = "parameters.py"
WEIGHTED = "regressor_partials.py"
MOVES = "regressor_partials.pxi"
WEIGHTED_TWIN = "regressor_partials_twin.py"
KERNELS = "tests/partials/parameters/test_regressor_partials.py::test_kernel_against_twin"
WEIGHTED_TWINS = (
    "tests/partials/parameters/test_regressor_partials.py::test_twin_against_differences"
)
CONSTANTS = "moved_constants.pyx"
INERTIAS = "h_gabi_inertia.pxi"
MODELS = "moved_models.py"
REGRESSOR_TWIN = "regressor_twin.py"
VIRTUAL_TWIN = "virtual_joints_twin.py"
GEOMETRY = "geometric_partials.py"
LINEAR = "linearized.py"
SYMBOLS = "christoffel.py"
SYSTEM = "system_forms.py"
TESTS = "tests/partials/parameters/test_regressor.py"
TWINS = TESTS + "::test_kernel_against_twin"
MOVED = "tests/partials/chain_rule/test_geometric_partials.py"
VIRTUAL_TWINS = MOVED + "::test_kernel_against_twin"
TWICE = "tests/partials/parameters/test_parameter_second_partials.py"
STEPS = "tests/partials/parameters/test_sensitivity_steps.py"
OF_SCREWS = "tests/partials/chain_rule/test_screw_motion.py"
NEIGHBOURS = "tests/partials/chain_rule/test_linearized.py"
CHRISTOFFEL = "tests/dynamics/matrices/test_christoffel.py"
CLOSED = "tests/dynamics/matrices/test_system_forms.py"
RATES, RATES_TWIN = "regressor_rates.py", "regressor_rates_twin.py"
OF_RATES = "tests/partials/parameters/test_regressor_rates.py::test_linear_in_the_parameters"
RATES_FIFTY = "tests/partials/parameters/test_regressor_rates.py"
RATES_FIFTY += "::test_twin_at_fifty_digits_is_the_torque_of_unit_parameters"

FAULTS = [
    # inertial parameters alone
    (CHAIN + ": _of_inertia", "pp, by.dq, by.dv,", "pp, by.dv, by.dq,", TWICE),
    # the regressor's kernel
    (REGRESSOR + ": localise",
     "block[ORIGIN + i] - dot(p.R + 3 * i, body.k)", "block[ORIGIN + i]", TESTS),
    (REGRESSOR + ": localise", "add_cross(rate, p.x, a)", "pass", TESTS),
    (REGRESSOR + ": localise", "add_cross(v, moved, a)", "pass", TESTS),
    (REGRESSOR + ": localise", "p.Xi[4 * i] - square", "p.Xi[4 * i]", TESTS),
    (REGRESSOR + ": localise",
     "p.Xi[3 * i + j] - p.dw[(i + 2) % 3]", "p.Xi[3 * i + j] + p.dw[(i + 2) % 3]",
     TESTS),
    (REGRESSOR + ": to_body",
     "(s[j] * p.x[k] - s[k] * p.x[j])", "(s[k] * p.x[j] - s[j] * p.x[k])", TESTS),
    (REGRESSOR + ": lane_entries",
     "e[k] * p.a[j] - e[j] * p.a[k]", "e[j] * p.a[k] - e[k] * p.a[j]", TESTS),
    (REGRESSOR + ": lane_entries",
     "e[i] * p.dw[i] + z[i] * p.w[i]", "e[i] * p.dw[i] - z[i] * p.w[i]", TESTS),
    (REGRESSOR + ": lane_entries", "found[6 + i + j]", "found[10 - i - j]", TESTS),
    (REGRESSOR + ": run",
     "enter(model, i, at.columns, COLUMN, &path)", "enter(model, 0, at.columns, COLUMN, &path)",
     TESTS),
    # the kernel of virtual joints
    (VIRTUAL + ": placement", "shift[i] = M[3 * i + 2] * q[0]", "shift[i] = 0", MOVED),
    (VIRTUAL + ": placement", "(q[0] * body.pitch)", "q[0]", MOVED),
    (VIRTUAL + ": placement", "shift[i] = dot(M + 3 * i, q)", "shift[i] = 0", MOVED),
    (VIRTUAL + ": placement", "- dot(placed + ROTATION + 3 * i, body.k))", ")", MOVED),
    (VIRTUAL + ": entries_before", "dot6(column, p.turned)", "dot6(column, p.own)", MOVED),
    (VIRTUAL + ": entries_before", "dot6(column, p.pushed)", "dot6(column, p.raised)", MOVED),
    (VIRTUAL + ": entries_beyond",
     "dot(below, s + PSI_D) + dot6(raised, s + PSI_DD)", "dot6(raised, s + PSI_DD)",
     MOVED),
    (VIRTUAL + ": entries_beyond",
     "dot(below, s) + dot6(raised, s + SUM_D)", "dot(below, s)", MOVED),
    (VIRTUAL + ": run", "add_to_parent(model, i, &at)", "pass", MOVED),
    # public functions
    (HELD + ": dual_rows", "matrix[root.here] = root.T.T @ matrix[root.here]", "pass", TESTS),
    (HELD + ": body_motion", "root.v, root.acceleration()", "root.v, root.lift", TESTS),
    (ENTRY + ": _inertias", "(square - outer)", "(outer - square)", TESTS),
    (ENTRY + ": forward_dynamics_regressor",
     "return -inverse_inertia_times", "return inverse_inertia_times", TESTS),
    (ENTRY + ": forward_dynamics_regressor", "q, Y, base)", 'q, Y, "body")', TESTS),
    (ENTRY + ": forward_dynamics_regressor",
     "tau[None], base, loads, wrench_axes", "tau[None], base", TESTS),
    (GEOMETRY + ": inverse_dynamics_screw_partials",
     "rate * slopes + bend * rates**2", "rate * slopes", MOVED),
    (GEOMETRY + ": inverse_dynamics_screw_partials",
     "found[np.arange(len(single)), iv] += own[:, 0]", "pass", MOVED),
    (GEOMETRY + ": on_side", "SE3.Ad(SE3.inverse(T))", "SE3.Ad(T)", MOVED),
    (GEOMETRY + ": on_side", "R @ (3 * np.eye(3) - R.swapaxes(1, 2) @ R) / 2", "R", MOVED),
    (GEOMETRY + ": _virtual", "n @ at.R, f @ at.R", "n, f", MOVED),
    (GEOMETRY + ": _virtual",
     "cross(n, J[..., :3]) + cross(f, J[..., 3:])", "cross(n, J[..., :3])", MOVED),
    (GEOMETRY + ": _virtual", "+= (beyond @ axes)", "-= (beyond @ axes)", MOVED),
    (GEOMETRY + ": _virtual", "axes = above @ model.placements[:, :3, :3]", "axes = above", MOVED),
    # screws that move
    (SCREWS + ": screw_rates", "SE3.dexp(x) *", "SE3.dexp(-x) *", OF_SCREWS),
    (SCREWS + ": joint_screw", "+ joint.pitch * e", "", MOVED),
    (SCREWS + ": screw_motion", "SE3.ad(X) @ bend, _curvature", "bend, _curvature", OF_SCREWS),
    (SCREWS + ": _curvature", "-(q**3) / 12", "(q**3) / 12", OF_SCREWS),
    (SCREWS + ": _curvature",
     "pairs.swapaxes(1, 2) - 2 * square", "pairs.swapaxes(1, 2) + 2 * square", OF_SCREWS),
    (SCREWS + ": _curvature",
     "pitch * (slope - 2 * k)\n        half", "pitch * slope\n        half", OF_SCREWS),
    (SCREWS + ": _curvature",
     "pitch * (slope - 2 * k)\n    return", "pitch * slope\n    return", OF_SCREWS),
    (SCREWS + ": _weights",
     "(q**4 * two_slope, q**4 * one_slope)", "(q**4 * one_slope, q**4 * two_slope)",
     OF_SCREWS),
    (SCREWS + ": _weights", "three + one_slope", "three - one_slope", OF_SCREWS),
    (SCREWS + ": _curvature",
     "zip(_weights(q)[:2], (turned, across)", "zip(_weights(q)[:2], (across, turned)",
     OF_SCREWS),
    (GEOMETRY, "return -inverse_inertia_times(model, motion[0], found, base)\n\n\ndef inverse",
     "return inverse_inertia_times(model, motion[0], found, base)\n\n\ndef inverse", MOVED),
    (GEOMETRY + ": inverse_dynamics_geometric_partials",
     "own @ root_move(q[model.idx_q[i] :][:7])", "own", MOVED),
    (GEOMETRY + ": inverse_dynamics_screw_partials", "dual_rows(roots, dq, dv, da)", "pass", MOVED),
    # second order
    (SECOND + ": forward_second",
     "across + across.swapaxes(1, 2)", "2 * across", TWICE),
    (SECOND + ": forward_second",
     "times(by.ap, a_q) + times(aq, a_p).swapaxes(1, 2)", "times(by.ap, a_q)", TWICE),
    (SECOND + ": forward_second",
     "by.pv + times(by.ap, a_v)", "by.pv", TWICE),
    (SECOND + ": forward_second",
     "-np.eye(model.nv)", "np.eye(model.nv)", TWICE),
    (KINDS + ": Parameters.columns",
     "self.kinds[: self.kinds.index(kind)]", "self.kinds[self.kinds.index(kind) + 1 :]",
     TWICE),
    (TREE + ": extended",
     "if i in moved:\n            if parent < 0:", "if i in moved:\n            if False:",
     TWICE),
    (TREE + ": moves", "root_move(q[model.idx_q[i] :][:7]) if free else np.eye(6)", "np.eye(6)",
     TWICE),
    (TREE + ": moves",
     "motion.rate * a[iv] + motion.bend * v[iv] ** 2", "motion.rate * a[iv]", TWICE),
    (TREE + ": moves", "swapped[shift, turn] = True", "pass", TWICE),
    (TREE + ": moves", "swapped[shift, turn] = True", "swapped[turn, shift] = True", TWICE),
    (TREE + ": moves", "averaged[turn, turn] = True", "pass", TWICE),
    (CHAIN + ": _rows", " + both(lifted, x.A)", "", TWICE),
    (CHAIN + ": _rows", "both(rated, x.P) + ", "", TWICE),
    (CHAIN + ": _rows", " + both(swept, x.V)", "", TWICE),
    (CHAIN + ": _rows", "np.tensordot(f.first.dtau_dq[chosen, here], K, 1)", "0", TWICE),
    (CHAIN + ": _rows", "moved, lifted = x.times(qq, x.P)",
     "moved, lifted = x.times(qq.swapaxes(1, 2), x.P)", TWICE),
    (CHAIN + ": _rows", " + x.times(aq[:, :, real].swapaxes(1, 2), x.A)", "", TWICE),
    (CHAIN + ": _rows", "by_v = by_v + swept[:, real]", "pass", TWICE),
    (CHAIN + ": _assembled", "f.tau @ f.moves.W[:, screws]", "0", TWICE),
    (CHAIN + ": _add_screws", "pp[owner[:, None], g, own[:, None]] += worked", "pass", TWICE),
    (CHAIN + ": _add_screws", "B * a + C * v**2", "B * a", TWICE),
    (CHAIN + ": _add_screws", "by.dtau_dv @ (B * v) + ", "", TWICE),
    (CHAIN + ": _add_screws", "pq[owner, own, owner] += f.tau @ B", "pass", TWICE),
    (CHAIN + ": _add_screws", "tensor[owner, own] += W.T @ first[:, real]", "pass", TWICE),
    (CHAIN + ": _add_screws", "2 * B * v", "B * v", TWICE),
    (CHAIN + ": _add_screws", "pa[:, own, owner] += (by.dtau_da @ W)[real]", "pass", TWICE),
    (CHAIN + ": _inertial", "x.W[:, x.screws].T @ by.Y", "0", TWICE),
    (MOVES + ": find_moves", "lift_w[i] - (p.w[j]", "lift_w[i] + (p.w[j]", KERNELS),
    (MOVES + ": find_moves", "2 * (turn_w[j]", "(turn_w[j]", KERNELS),
    (MOVES + ": find_moves", "push_w[i] - (p.w[j]", "push_w[i] + (p.w[j]", KERNELS),
    (MOVES + ": find_moves", "2 * (e[j]", "(e[j]", KERNELS),
    (MOVES + ": changed_entries", "+ (s.u[j] * dw[k] - s.u[k] * dw[j])", "", KERNELS),
    (MOVES + ": changed_entries", "p.w[i] * lean + ", "", KERNELS),
    (MOVES + ": changed_entries", " - s.u[i] * spin", "", KERNELS),
    (MOVES + ": changed_entries", " + zeta[i] * p.w[i]", "", KERNELS),
    (MOVES + ": changed_entries", " + (s.z[i] * w[j] + s.z[j] * w[i])", "", KERNELS),
    (MOVES + ": add_turned", " + (s.e[j] * u[k] - s.e[k] * u[j])", "", KERNELS),
    (MOVES + ": body_partials", "m + LANES > after[slot]", "m > after[slot]", KERNELS),
    (MOVES + ": body_partials", "max(after[slot] - m, 0)", "0", KERNELS),
    (MOVES + ": write_entries", "path.coordinate[m + slot]", "m + slot", KERNELS),
    (WEIGHTED_TWIN + ": _of_body", "psi_dd - bracket(V, psi_d)", "psi_dd", WEIGHTED_TWINS),
    (WEIGHTED_TWIN + ": _of_body", "sum_d - bracket(V, s)", "sum_d", WEIGHTED_TWINS),
    (WEIGHTED_TWIN + ": _of_body", "joint[:, None] < joint", "joint[:, None] <= joint",
     WEIGHTED_TWINS),
    (WEIGHTED_TWIN + ": _of_body", "- back @ _momentum(V)", "", WEIGHTED_TWINS),
    (WEIGHTED + ": regressor_partials", "dual_rows(roots, Y)", "pass", TWICE),
    (WEIGHTED + ": regressor_partials",
     "dq, dv, da = (x.swapaxes(0, 1) for x in held)", "pass", TWICE),
    # the complex step by constants, and moved models
    (CONSTANTS + ": inverse_dynamics_moved", "np.stack([v, a])", "np.stack([v, v])", STEPS),
    (CONSTANTS + ": _over_complex",
     "twin.links = <const Link*> cnp.PyArray_DATA(<cnp.ndarray> links)",
     "twin.links = <const Link*> cnp.PyArray_DATA(<cnp.ndarray> bodies)", STEPS),
    (CONSTANTS + ": _over_complex", "twin.kind[i] = KINDS[body.kind]", "pass", STEPS),
    (MODELS + ": moved_model",
     "for kind, i, c, size in reversed(changes)", "for kind, i, c, size in changes", TWICE),
    (MODELS + ": _screwed",
     "x / square for x in cross(w, u)", "x / norm for x in cross(w, u)", TWICE),
    (MODELS + ": _screwed", '"pitch": dot(w, u) / square', '"pitch": body.pitch', STEPS),
    (MODELS + ": _weighed", "J[j][k] - outer[j][k]", "J[j][k]", STEPS),
    (LINEAR + ": joint_brackets", "-SO3.hat(v[here])", "SO3.hat(v[here])", NEIGHBOURS),
    (LINEAR + ": joint_brackets", "out[here, here] = -SE3.ad(v[here])", "pass", NEIGHBOURS),
    (LINEAR + ": deviation_rates", "root.V - SE3.ad(root.v)", "-SE3.ad(root.v)", NEIGHBOURS),
    (LINEAR + ": deviation_rates", "rated[root.here, root.here] = root.T", "pass", NEIGHBOURS),
    (LINEAR + ": deviation_rate_changes",
     "(root.G @ root.acceleration()).T", "(root.G @ root.lift).T", NEIGHBOURS),
    (LINEAR + ": deviation_rate_changes",
     "np.tensordot(root.T @ v[root.here], root.G, 1) @ root.T", "0", NEIGHBOURS),
    (LINEAR + ": changed", "more_v[1] - Dv[0]", "more_v[1]", NEIGHBOURS),
    (LINEAR + ": changed", "more_q - Dq @ K", "more_q", NEIGHBOURS),
    (LINEAR + ": changed", "more_v[0] - Dq @ T", "more_v[0] - Dq", NEIGHBOURS),
    (LINEAR + ": linearized_rates", "np.stack([tau, tau_rate])", "np.stack([tau, 0 * tau])",
     NEIGHBOURS),
    (LINEAR + ": wrench_orders", "orders[k] = real_array", "orders[0] = real_array", NEIGHBOURS),
    # twins
    (REGRESSOR_TWIN + ": wrench_matrix",
     "skew(dw) + skew(w) @ skew(w)", "skew(dw) - skew(w) @ skew(w)", TWINS),
    (REGRESSOR_TWIN, "SHARES = ((0, 3, 4)", "SHARES = ((0, 4, 3)", TWINS),
    (VIRTUAL_TWIN + ": virtual_partials",
     "force_cross(s.s) @ tree.force", "0 * tree.force", VIRTUAL_TWINS),
    (VIRTUAL_TWIN + ": virtual_columns", "tuple(x - y for", "tuple(x + y for", VIRTUAL_TWINS),
    # closed forms
    (SYMBOLS + ": _by_pseudo_inertia",
     "weight = (before - 1 * after + 1)", "weight = (after - 1 * before + 1)",
     CHRISTOFFEL),
    (SYMBOLS + ": inertias", "half - model.inertias +", "half - model.inertias -", CHRISTOFFEL),
    (SYMBOLS + ": _by_screws", "turned + ordered / 2", "turned - ordered / 2", CHRISTOFFEL),
    (SYMBOLS + ": symbols", "(out + out.swapaxes(1, 2)) / 2", "out", CHRISTOFFEL),
    (SYMBOLS + ": _by_screws",
     "sign = 1 * (owners[:, None] < owners) - 1 * (owners[:, None] > owners)",
     "sign = 1 * (owners[:, None] < owners)", CHRISTOFFEL),
    (SYSTEM + ": euler_jourdain",
     "times(M, A) - ad_t_times(V, times(M, V)) - load", "times(M, A) - load", CLOSED),
    (SYSTEM + ": momentum_jourdain",
     "A[:, 3:] -= model.gravity", "A[:, 3:] += model.gravity", CLOSED),
    (SYSTEM + ": matrices", "a @ (J - X)", "a @ J", CLOSED),
    (SYSTEM + ": of_jacobians", "moved - turned, moved + turned.T", "moved, moved + turned.T",
     CLOSED),
    (SYSTEM + ": of_jacobians", "J.T @ MJ, MJ.T @ rate", "J.T @ MJ, J.T @ rate", CLOSED),
    (SYSTEM + ": matrices", "-(turned + b @ X).T", "-(turned - b @ X).T", CLOSED),
    (SYSTEM + ": matrices", "+ MJ.T @ (b @ J) - (b @ J).T @ MJ", "- (b @ J).T @ MJ", CLOSED),
    # the regressor's time derivatives
    (RATES + ": wrench_series", "- np.array(g)", "- np.array(g[:1])", OF_RATES),
    (RATES + ": wrench_series", "up[..., None] * spin[1:]", "spin[1:]", OF_RATES),
    (RATES + ": wrench_series", "product(w[:n], u[:n], cross)", "product(u[:n], w[:n], cross)",
     OF_RATES),
    (RATES + ": joint_rows", "v[..., :-2, :], 0.0", "v[..., 1:-1, :], 0.0", OF_RATES),
    (RATES + ": _directions", "(0.5 * j + (k - j))", "(0.5 * j - (k - j))", OF_RATES),
    (RATES + ": inverse_dynamics_regressor_derivatives", 'motion[..., :-2, :], "body", base',
     'motion[..., :-2, :], "body", "body"', OF_RATES),
    (RATES_TWIN + ": seen_from_body", "(k + 1) * y[k + 1] - sum", "(k + 1) * y[k + 1] + sum",
     RATES_FIFTY),
    (RATES_TWIN + ": wrench_matrices", "- g[k][3:]", "- g[0][3:]", RATES_FIFTY),
]  # fmt: skip
