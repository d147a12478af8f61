"""Faults in the sensitivities and in the closed forms of the whole system; see tests/dynamics.

The kernel texts reach the tests through the builds `_regressor_*` and `_virtual_joints_*`.
"""

REGRESSOR = "lieref/partials/regressor.pxi"
VIRTUAL = "lieref/partials/virtual_joints.pxi"
DOOR = "lieref/partials/regressor.py"
HELD = "lieref/partials/body_motion.py"
SECOND = "lieref/partials/geometric_second_partials.py"
REGRESSOR_TWIN = "lieref/partials/regressor_twin.py"
VIRTUAL_TWIN = "lieref/partials/virtual_joints_twin.py"
GEOMETRY = "lieref/partials/geometric_partials.py"
LINEAR = "lieref/partials/linearised.py"
SYMBOLS = "lieref/dynamics/christoffel.py"
SYSTEM = "lieref/dynamics/system_forms.py"
TESTS = "tests/partials/test_regressor.py"
TWINS = TESTS + "::test_kernel_against_twin"
MOVED = "tests/partials/test_geometric_partials.py"
VIRTUAL_TWINS = MOVED + "::test_kernel_against_twin"
TWICE = "tests/partials/test_geometric_second_partials.py"
NEIGHBOURS = "tests/partials/test_linearised.py"
CHRISTOFFEL = "tests/dynamics/test_christoffel.py"
CLOSED = "tests/dynamics/test_system_forms.py"

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
    (DOOR, "still, unit, base) - weight", "still, unit, base)", TESTS),
    (DOOR, "-(found + found.swapaxes(1, 2))", "-2 * found", TESTS),
    (DOOR, "configuration, Y, base)", 'configuration, Y, "body")', TESTS),
    (GEOMETRY, "SE3.dexp(X * angle) * angle", "SE3.dexp(-X * angle) * angle", MOVED),
    (GEOMETRY, "rate * a[iv] + bend * v[iv] ** 2", "rate * a[iv]", MOVED),
    (GEOMETRY, "out[iv, here] += efforts[here] @ rate", "pass", MOVED),
    (GEOMETRY, "SE3.Ad(SE3.inverse(T))", "SE3.Ad(T)", MOVED),
    (GEOMETRY, "R @ (3 * np.eye(3) - R.swapaxes(1, 2) @ R) / 2", "R", MOVED),
    (GEOMETRY, "+ joint.pitch * e", "", MOVED),
    (GEOMETRY, "return -inverse_inertia_times(model, motion[0], found, base)\n\n\ndef inverse",
     "return inverse_inertia_times(model, motion[0], found, base)\n\n\ndef inverse", MOVED),
    (GEOMETRY, "partials.dtau_dq[:, here] @ SE3.Ad(back)", "found[:, 6 * i : 6 * i + 6]", MOVED),
    (GEOMETRY, "dual_rows(roots, dq, dv, da)", "pass", MOVED),
    (SECOND, "across + across.swapaxes(1, 2)", "2 * across", TWICE),
    (SECOND, "times(aU, a_q) + times(aq, a_U).swapaxes(1, 2)", "times(aU, a_q)", TWICE),
    (SECOND, "solved(Uv + times(aU, a_v))", "solved(Uv)", TWICE),
    (SECOND, "solved(-np.eye(model.nv))", "solved(np.eye(model.nv))", TWICE),
    (SECOND, "for i in chosen for c in virtual[i]", "for i in sorted(chosen) for c in virtual[i]",
     TWICE),
    (SECOND, "parent, placement = len(rows) - 1, still", "parent = len(rows) - 1", TWICE),
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
    (SYMBOLS, "(turned + turned.swapaxes(1, 2) + ordered) / 2",
     "(turned + turned.swapaxes(1, 2) - ordered) / 2", CHRISTOFFEL),
    (SYMBOLS, "sign = 1 * (owners[:, None] < owners) - 1 * (owners[:, None] > owners)",
     "sign = 1 * (owners[:, None] < owners)", CHRISTOFFEL),
    (SYSTEM, "times(M, A) - ad_t_times(V, times(M, V)) - load", "times(M, A) - load", CLOSED),
    (SYSTEM, "A[:, 3:] -= model.gravity", "A[:, 3:] += model.gravity", CLOSED),
    (SYSTEM, "a @ (J - X)", "a @ J", CLOSED),
    (SYSTEM, "-(turned + b @ X).T", "-(turned - b @ X).T", CLOSED),
    (SYSTEM, "+ MJ.T @ (b @ J) - (b @ J).T @ MJ", "- (b @ J).T @ MJ", CLOSED),
]  # fmt: skip
