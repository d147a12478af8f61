"""Faults in the sensitivities and in the closed forms of the whole system; see tests/dynamics.

The kernel texts reach the tests through the builds `_regressor_*` and `_virtual_joints_*`, and
constants that are moved through `_*_complex_parameters`.
"""

REGRESSOR = "lieref/partials/parameters/regressor.pxi"
VIRTUAL = "lieref/partials/parameters/virtual_joints.pxi"
DOOR = "lieref/partials/parameters/regressor.py"
HELD = "lieref/partials/chain_rule/body_motion.py"
SCREWS = "lieref/partials/chain_rule/screw_motion.py"
TREE = "lieref/partials/parameters/parameter_tree.py"
CHAIN = "lieref/partials/parameters/parameter_expansion.py"
SECOND = "lieref/partials/parameters/parameter_second_partials.py"
KINDS = "lieref/partials/parameters/parameters.py"
WEIGHED = "lieref/partials/parameters/regressor_partials.py"
CONSTANTS = "lieref/dynamics/shared/moved_constants.pyx"
INERTIAS = "lieref/dynamics/forward/default/h_gabi_inertia.pxi"
MODELS = "lieref/oracle/tree/moved_models.py"
REGRESSOR_TWIN = "lieref/partials/parameters/regressor_twin.py"
VIRTUAL_TWIN = "lieref/partials/parameters/virtual_joints_twin.py"
GEOMETRY = "lieref/partials/chain_rule/geometric_partials.py"
LINEAR = "lieref/partials/chain_rule/linearised.py"
SYMBOLS = "lieref/dynamics/matrices/christoffel.py"
SYSTEM = "lieref/dynamics/matrices/system_forms.py"
TESTS = "tests/partials/parameters/test_regressor.py"
TWINS = TESTS + "::test_kernel_against_twin"
MOVED = "tests/partials/chain_rule/test_geometric_partials.py"
VIRTUAL_TWINS = MOVED + "::test_kernel_against_twin"
TWICE = "tests/partials/parameters/test_parameter_second_partials.py"
STEPS = "tests/partials/parameters/test_sensitivity_steps.py"
OF_SCREWS = "tests/partials/chain_rule/test_screw_motion.py"
NEIGHBOURS = "tests/partials/chain_rule/test_linearised.py"
CHRISTOFFEL = "tests/dynamics/matrices/test_christoffel.py"
CLOSED = "tests/dynamics/matrices/test_system_forms.py"

FAULTS = [
    # the regressor's kernel
    (REGRESSOR, "block[ORIGIN + i] - dot(p.R + 3 * i, body.k)", "block[ORIGIN + i]", TESTS),
    (REGRESSOR, "add_cross(rate, p.x, a)", "pass", TESTS),
    (REGRESSOR, "add_cross(v, moved, a)", "pass", TESTS),
    (REGRESSOR, "p.Xi[4 * i] - square", "p.Xi[4 * i]", TESTS),
    (REGRESSOR, "p.Xi[3 * i + j] - p.dw[(i + 2) % 3]", "p.Xi[3 * i + j] + p.dw[(i + 2) % 3]",
     TESTS),
    (REGRESSOR, "(s[j] * p.x[k] - s[k] * p.x[j])", "(s[k] * p.x[j] - s[j] * p.x[k])", TESTS),
    (REGRESSOR, "e[k] * p.a[j] - e[j] * p.a[k]", "e[j] * p.a[k] - e[k] * p.a[j]", TESTS),
    (REGRESSOR, "e[i] * p.dw[i] + z[i] * p.w[i]", "e[i] * p.dw[i] - z[i] * p.w[i]", TESTS),
    (REGRESSOR, "(6 + i + j) * LANES", "(9 - i - j + 1) * LANES", TESTS),
    (REGRESSOR, "enter(model, i, at.columns, &path)", "enter(model, 0, at.columns, &path)", TESTS),
    # the kernel of virtual joints
    (VIRTUAL, "shift[i] = M[3 * i + 2] * q[0]", "shift[i] = 0", MOVED),
    (VIRTUAL, "(q[0] * body.pitch)", "q[0]", MOVED),
    (VIRTUAL, "shift[i] = dot(M + 3 * i, q)", "shift[i] = 0", MOVED),
    (VIRTUAL, "- dot(placed + ROTATION + 3 * i, body.k))", ")", MOVED),
    (VIRTUAL, "add_coriolis(block, s + PSI_D, turned)", "pass", MOVED),
    (VIRTUAL, "add_force_cross(s, block + FORCE, turned)", "pass", MOVED),
    (VIRTUAL, "add_coriolis(block, s, pushed)", "pass", MOVED),
    (VIRTUAL, "dot(below, s + PSI_D) + dot6(raised, s + PSI_DD)", "dot6(raised, s + PSI_DD)",
     MOVED),
    (VIRTUAL, "dot(below, s) + dot6(raised, s + SUM_D)", "dot(below, s)", MOVED),
    (VIRTUAL, "add_to_parent(model, i, &at)", "pass", MOVED),
    # doors
    (HELD, "matrix[root.here] = root.T.T @ matrix[root.here]", "pass", TESTS),
    (HELD, "root.v, root.acceleration()", "root.v, root.lift", TESTS),
    (DOOR, "(square - outer)", "(outer - square)", TESTS),
    (DOOR, "return -inverse_inertia_times", "return inverse_inertia_times", TESTS),
    (DOOR, "q, Y, base)", 'q, Y, "body")', TESTS),
    (DOOR, "tau[None], base, loads, wrench_axes", "tau[None], base", TESTS),
    (GEOMETRY, "rate * a[iv] + bend * v[iv] ** 2", "rate * a[iv]", MOVED),
    (GEOMETRY, "out[iv, here] += efforts[here] @ rate", "pass", MOVED),
    (GEOMETRY, "SE3.Ad(SE3.inverse(T))", "SE3.Ad(T)", MOVED),
    (GEOMETRY, "R @ (3 * np.eye(3) - R.swapaxes(1, 2) @ R) / 2", "R", MOVED),
    (GEOMETRY, "n @ at.R, f @ at.R", "n, f", MOVED),
    (GEOMETRY, "cross(n, J[..., :3]) + cross(f, J[..., 3:])", "cross(n, J[..., :3])", MOVED),
    (GEOMETRY, "+= (beyond @ axes)", "-= (beyond @ axes)", MOVED),
    (GEOMETRY, "axes = above @ model.placements[:, :3, :3]", "axes = above", MOVED),
    # screws that move
    (SCREWS, "SE3.dexp(X * q) * q", "SE3.dexp(-X * q) * q", OF_SCREWS),
    (SCREWS, "+ joint.pitch * e", "", MOVED),
    (SCREWS, "cross @ bend, _curvature", "bend, _curvature", OF_SCREWS),
    (SCREWS, "-(q**3) / 12", "(q**3) / 12", OF_SCREWS),
    (SCREWS, "pairs.swapaxes(1, 2) - 2 * square", "pairs.swapaxes(1, 2) + 2 * square", OF_SCREWS),
    (SCREWS, "pitch * (slope - 2 * k)\n        half", "pitch * slope\n        half", OF_SCREWS),
    (SCREWS, "pitch * (slope - 2 * k)\n    return", "pitch * slope\n    return", OF_SCREWS),
    (SCREWS, "(q**4 * two_slope, q**4 * one_slope)", "(q**4 * one_slope, q**4 * two_slope)",
     OF_SCREWS),
    (SCREWS, "three + one_slope", "three - one_slope", OF_SCREWS),
    (SCREWS, "zip(_weights(q)[:2], (turned, across)", "zip(_weights(q)[:2], (across, turned)",
     OF_SCREWS),
    (GEOMETRY, "return -inverse_inertia_times(model, motion[0], found, base)\n\n\ndef inverse",
     "return inverse_inertia_times(model, motion[0], found, base)\n\n\ndef inverse", MOVED),
    (GEOMETRY, "own @ root_move(q[model.idx_q[i] :][:7])", "own", MOVED),
    (GEOMETRY, "dual_rows(roots, dq, dv, da)", "pass", MOVED),
    # second order
    (SECOND, "across + across.swapaxes(1, 2)", "2 * across", TWICE),
    (SECOND, "times(by.ap, a_q) + times(by.aq, a_p).swapaxes(1, 2)", "times(by.ap, a_q)", TWICE),
    (SECOND, "solved(by.pv + times(by.ap, a_v))", "solved(by.pv)", TWICE),
    (SECOND, "solved(-np.eye(model.nv))", "solved(np.eye(model.nv))", TWICE),
    (KINDS, "self.kinds[: self.kinds.index(kind)]", "self.kinds[self.kinds.index(kind) + 1 :]",
     TWICE),
    (TREE, "if i in moved:\n            if parent < 0:", "if i in moved:\n            if False:",
     TWICE),
    (TREE, "root_move(q[model.idx_q[i] :][:7])", "np.eye(6)", TWICE),
    (TREE, "motion.rate * a[iv] + motion.bend * v[iv] ** 2", "motion.rate * a[iv]", TWICE),
    (TREE, "swapped[shift, turn] = True", "pass", TWICE),
    (TREE, "swapped[shift, turn] = True", "swapped[turn, shift] = True", TWICE),
    (TREE, "averaged[turn, turn] = True", "pass", TWICE),
    (CHAIN, "x.P.T @ (qv @ x.V) + x.A.T @ (aq @ x.P)", "x.P.T @ (qv @ x.V)", TWICE),
    (CHAIN, "x.P.T @ (qv @ x.V) + x.A.T @ (aq @ x.P)", "x.A.T @ (aq @ x.P)", TWICE),
    (CHAIN, " + x.V.T @ (vv @ x.V)", "", TWICE),
    (CHAIN, "np.tensordot(f.first.dtau_dq[:, here], K, 1)", "0", TWICE),
    (CHAIN, "out[x.owner[screws], :, screws] += worked", "pass", TWICE),
    (CHAIN, "f.tau @ x.W[:, screws]", "0", TWICE),
    (CHAIN, "qq[:, real] @ x.P", "qq.swapaxes(1, 2)[:, real] @ x.P", TWICE),
    (CHAIN, "B * a + C * v**2", "B * a", TWICE),
    (CHAIN, "by.dtau_dv @ (B * v) + ", "", TWICE),
    (CHAIN, "out[owner, owner, screws] += f.tau @ B", "pass", TWICE),
    (CHAIN, "W.T @ by.dtau_dq[:, real]", "0", TWICE),
    (CHAIN, "2 * x.B[:, screws]", "x.B[:, screws]", TWICE),
    (CHAIN, "W.T @ by.dtau_dv[:, real]", "0", TWICE),
    (CHAIN, "W.T @ by.dtau_da[:, real]", "0", TWICE),
    (CHAIN, "out[:, owner, screws] += by.dtau_da @ W", "pass", TWICE),
    (CHAIN, "x.W[:, screws].T @ inertial.Y", "0", TWICE),
    (WEIGHED, "psi_dd - bracket(V, psi_d)", "psi_dd", TWICE),
    (WEIGHED, "sum_d - bracket(V, s)", "sum_d", TWICE),
    (WEIGHED, "+ (turned @ W).transpose(0, 2, 1)", "", TWICE),
    (WEIGHED, "joint[:, None] < joint", "joint[:, None] <= joint", TWICE),
    (WEIGHED, "- back @ _momentum(V)", "", TWICE),
    (WEIGHED, "out[..., :3, 1:4] = -skew(u)", "out[..., :3, 1:4] = skew(u)", TWICE),
    (WEIGHED, "SHARES = ((0, 3, 4)", "SHARES = ((0, 4, 3)", TWICE),
    (WEIGHED, "Y[root.here] = root.T.T @ Y[root.here]", "pass", TWICE),
    (WEIGHED, "dq[:, c], dv[:, c], da[:, c] = held", "pass", TWICE),
    # the complex step by constants, and moved models
    (CONSTANTS, "np.stack([v, a])", "np.stack([v, v])", STEPS),
    (CONSTANTS, "twin.links = <const Link*> cnp.PyArray_DATA(<cnp.ndarray> links)",
     "twin.links = <const Link*> cnp.PyArray_DATA(<cnp.ndarray> bodies)", STEPS),
    (CONSTANTS, "twin.kind[i] = KINDS[body.kind]", "pass", STEPS),
    (MODELS, "for kind, i, c, size in reversed(changes)", "for kind, i, c, size in changes", TWICE),
    (MODELS, "x / square for x in cross(w, u)", "x / norm for x in cross(w, u)", TWICE),
    (MODELS, '"pitch": dot(w, u) / square', '"pitch": body.pitch', STEPS),
    (MODELS, "J[j][k] - outer[j][k]", "J[j][k]", STEPS),
    (LINEAR, "-SO3.hat(v[here])", "SO3.hat(v[here])", NEIGHBOURS),
    (LINEAR, "out[here, here] = -SE3.ad(v[here])", "pass", NEIGHBOURS),
    (LINEAR, "root.V - SE3.ad(root.v)", "-SE3.ad(root.v)", NEIGHBOURS),
    (LINEAR, "rated[root.here, root.here] = root.T", "pass", NEIGHBOURS),
    (LINEAR, "(root.G @ root.acceleration()).T", "(root.G @ root.lift).T", NEIGHBOURS),
    (LINEAR, "np.tensordot(root.v, root.G, 1) @ root.T", "0", NEIGHBOURS),
    (LINEAR, "rates[root.here] = root.v", "pass", NEIGHBOURS),
    (LINEAR, "qq @ rates + qv @ a", "qq @ rates", NEIGHBOURS),
    (LINEAR, "qq @ rates", "qq.swapaxes(1, 2) @ rates", NEIGHBOURS),
    (LINEAR, " + vv @ a", "", NEIGHBOURS),
    (LINEAR, "fq, tau_rate", "fq, 0 * tau_rate", NEIGHBOURS),
    # twins
    (REGRESSOR_TWIN, "skew(dw) + skew(w) @ skew(w)", "skew(dw) - skew(w) @ skew(w)", TWINS),
    (REGRESSOR_TWIN, "SHARES = ((0, 3, 4)", "SHARES = ((0, 4, 3)", TWINS),
    (VIRTUAL_TWIN, "force_cross(s.s) @ tree.force", "0 * tree.force", VIRTUAL_TWINS),
    (VIRTUAL_TWIN, "tuple(x - y for", "tuple(x + y for", VIRTUAL_TWINS),
    # closed forms
    (SYMBOLS, "weight = (before - 1 * after + 1)", "weight = (after - 1 * before + 1)",
     CHRISTOFFEL),
    (SYMBOLS, "half - model.inertias +", "half - model.inertias -", CHRISTOFFEL),
    (SYMBOLS, "turned + ordered / 2", "turned - ordered / 2", CHRISTOFFEL),
    (SYMBOLS, "(out + out.swapaxes(1, 2)) / 2", "out", CHRISTOFFEL),
    (SYMBOLS, "sign = 1 * (owners[:, None] < owners) - 1 * (owners[:, None] > owners)",
     "sign = 1 * (owners[:, None] < owners)", CHRISTOFFEL),
    (SYSTEM, "times(M, A) - ad_t_times(V, times(M, V)) - load", "times(M, A) - load", CLOSED),
    (SYSTEM, "A[:, 3:] -= model.gravity", "A[:, 3:] += model.gravity", CLOSED),
    (SYSTEM, "a @ (J - X)", "a @ J", CLOSED),
    (SYSTEM, "-(turned + b @ X).T", "-(turned - b @ X).T", CLOSED),
    (SYSTEM, "+ MJ.T @ (b @ J) - (b @ J).T @ MJ", "- (b @ J).T @ MJ", CLOSED),
]  # fmt: skip
