"""Faults that must turn the tests of representations, Jacobians and Newton-Euler equations red."""

SCREWS = "lieref/algebra/groups/screw_arrays.py"
REPRESENTATIONS = "lieref/kinematics/representations.py"
POSTURE = "lieref/kinematics/posture.py"
COLUMNS = "lieref/kinematics/jacobian_columns.py"
JACOBIANS = "lieref/kinematics/jacobians.py"
FACTORS = "lieref/kinematics/system_factors.py"
PARTIALS = "lieref/kinematics/jacobian_partials.py"
FORWARD = "lieref/kinematics/forward_kinematics.py"
COMPILED_FORWARD = "lieref/kinematics/_forward_kinematics.pyx"
NEWTON = "lieref/dynamics/laws/newton_euler.py"
OF_REPRESENTATIONS = "tests/kinematics/test_representations.py"
OF_CONVERSIONS = "tests/kinematics/test_conversions.py"
OF_FORWARD = "tests/kinematics/test_forward_kinematics.py"
OF_DISTANCE = "tests/kinematics/test_distance.py"
OF_JACOBIANS = "tests/kinematics/test_jacobians.py"
OF_FACTORS = "tests/kinematics/test_system_factors.py"
OF_SCREWS = "tests/algebra/test_screw_arrays.py"
OF_PARTIALS = "tests/kinematics/test_jacobian_partials.py"
OF_NEWTON = "tests/dynamics/laws/test_newton_euler.py"

FAULTS = [
    # Jacobians of bases in other representations
    (PARTIALS, "for axis in reversed(turns)", "for axis in turns", OF_PARTIALS),
    (
        PARTIALS,
        "out[(slice(None), *place)] += found",
        "out[(slice(None), *place)] -= found",
        OF_PARTIALS,
    ),
    (PARTIALS, "change.ndim - 2])), 1, -2)", "change.ndim - 2])), 1, -1)", OF_PARTIALS),
    (
        PARTIALS,
        "total = total + change.T @ columns",
        "total = total + change @ columns",
        OF_PARTIALS,
    ),
    # Screw algebra.
    (SCREWS, "y * w - z * v, z * u - x * w", "y * w - z * v, x * w - z * u", OF_SCREWS),
    (
        SCREWS,
        "out[..., k, j], out[..., j, k] = x[..., i], -x[..., i]",
        "out[..., k, j], out[..., j, k] = -x[..., i], x[..., i]",
        OF_SCREWS,
    ),
    (
        SCREWS,
        "moved = cross(X[..., 3:], Y[..., :3]) + cross(X[..., :3], Y[..., 3:])",
        "moved = cross(X[..., :3], Y[..., 3:])",
        OF_SCREWS,
    ),
    (
        SCREWS,
        "out[..., 3:, :3] = skew(X[..., 3:])",
        "out[..., 3:, :3] = skew(X[..., :3])",
        OF_SCREWS,
    ),
    (
        SCREWS,
        "moment = cross(W[..., :3], V[..., :3]) + cross(W[..., 3:], V[..., 3:])",
        "moment = cross(W[..., :3], V[..., :3]) - cross(W[..., 3:], V[..., 3:])",
        OF_SCREWS,
    ),
    (SCREWS, "out[..., 3:, :3] = skew(p) @ R", "out[..., 3:, :3] = R @ skew(p)", OF_SCREWS),
    (SCREWS, "for j in range(1, k + 1):", "for j in range(1, k):", OF_SCREWS),
    (SCREWS, "return x / _factorials(x)", "return x + 0 * _factorials(x)", OF_SCREWS),
    # Representations.
    (
        REPRESENTATIONS,
        "turned = turned + R[j] @ turn[k - j]",
        "turned = turned + turn[k - j] @ R[j]",
        OF_REPRESENTATIONS,
    ),
    (
        REPRESENTATIONS,
        "turned = turned + turn[j] @ R[k - j]",
        "turned = turned + turn[j] @ R[0]",
        OF_REPRESENTATIONS,
    ),
    (
        REPRESENTATIONS,
        "step = product(R[: k + 1], rates[: k + 1, ..., 3:], times)[k]",
        "step = times(R[0], rates[k, ..., 3:])",
        OF_REPRESENTATIONS,
    ),
    (
        REPRESENTATIONS,
        "step = step + product(turn[: k + 1], p[: k + 1], times)[k]",
        "step = step - product(turn[: k + 1], p[: k + 1], times)[k]",
        OF_REPRESENTATIONS,
    ),
    (
        REPRESENTATIONS,
        "R[k + 1], p[k + 1] = turned / (k + 1), step / (k + 1)",
        "R[k + 1], p[k + 1] = turned / (k + 1), step",
        OF_REPRESENTATIONS,
    ),
    (
        REPRESENTATIONS,
        "T[..., 3:, :3] = product(skew(p), A)",
        "T[..., 3:, :3] = product(A, skew(p))",
        OF_REPRESENTATIONS,
    ),
    (
        REPRESENTATIONS,
        "T[..., 3:, :3] = -product(D, skew(p))",
        "T[..., 3:, :3] = product(D, skew(p))",
        OF_REPRESENTATIONS,
    ),
    (
        REPRESENTATIONS,
        "return R if from_body else R.swapaxes(-1, -2)",
        "return R.swapaxes(-1, -2) if from_body else R",
        OF_REPRESENTATIONS,
    ),
    (REPRESENTATIONS, '"mixed": (True, False),', '"mixed": (False, True),', OF_REPRESENTATIONS),
    (
        REPRESENTATIONS,
        "return converted(stack, C, rates, source, target, True)",
        "return converted(stack, C, rates, source, target)",
        OF_REPRESENTATIONS,
    ),
    (
        REPRESENTATIONS,
        "[float(x), float(x - int(float(x)))]",
        "[float(x), 0.0]",
        OF_CONVERSIONS,
    ),
    (REPRESENTATIONS, "if len(rates) < n - 1:", "if len(rates) < n - 2:", OF_REPRESENTATIONS),
    (REPRESENTATIONS, "if not np.isfinite(out).all():", "if False:", OF_REPRESENTATIONS),
    (FORWARD, '"hybrid": True', '"hybrid": False', OF_REPRESENTATIONS),
    # Where bodies and screws are.
    (
        POSTURE,
        "R, d = poses[:, :3, :3], poses[:, :3, 3]",
        "R, d = poses[:, :3, :3], (poses[:, :3, 3] + o) - o",
        OF_DISTANCE,
    ),
    (
        COMPILED_FORWARD,
        "poses[16 * b + 4 * i + 3] = pose[C + 9 + i]\n",
        "poses[16 * b + 4 * i + 3] = pose[C + 9 + i] + pose[ORIGIN + i] - pose[ORIGIN + i]\n",
        OF_DISTANCE,
    ),
    (FORWARD, "poses[:, :3, 3] += origins", "poses[:, :3, 3] -= origins", OF_FORWARD),
    (
        POSTURE,
        "cross(np.array(joint.point), e) + joint.pitch * e",
        "cross(np.array(joint.point), e)",
        OF_JACOBIANS,
    ),
    (POSTURE, "(m + body.pitch * e for m, e in", "(m - body.pitch * e for m, e in", OF_JACOBIANS),
    (
        POSTURE,
        "            moves[i] = moves[parent]\n",
        "            pass\n",
        OF_JACOBIANS,
    ),
    (
        POSTURE,
        'out[first] = change_series(R, p, self.base, "body")',
        'out[first] = change_series(R, p, "body", self.base)',
        OF_JACOBIANS,
    ),
    (POSTURE, "6, 6).swapaxes(-1, -2)", "6, 6)", OF_JACOBIANS),
    # Columns.
    (
        COLUMNS,
        "lever = at.d[at.joint] - points(at, bodies, arms)[:, None]",
        "lever = at.d[at.joint] - at.d[bodies][:, None]",
        OF_JACOBIANS,
    ),
    (
        COLUMNS,
        "at.d[at.joint] + at.o[at.joint], (len",
        "at.d[at.joint] + 0 * at.o[at.joint], (len",
        OF_JACOBIANS,
    ),
    (
        COLUMNS,
        "J[..., part] = J[..., part] @ at.R[bodies]",
        "J[..., part] = J[..., part] @ at.R[bodies].swapaxes(-1, -2)",
        OF_JACOBIANS,
    ),
    (COLUMNS, "for j in range(k + 1)) / (k + 1)", "for j in range(k + 1))", OF_JACOBIANS),
    (COLUMNS, "bracket(V[k - j], S[j])", "bracket(S[j], V[k - j])", OF_JACOBIANS),
    (COLUMNS, "p = constant(-at.o[bodies], n)", "p = constant(at.o[bodies], n)", OF_JACOBIANS),
    (COLUMNS, "J[..., ~moved, :] = 0", "pass", OF_JACOBIANS),
    (
        JACOBIANS,
        "if not 0 <= number < model.nbodies:",
        "if not number < model.nbodies:",
        OF_JACOBIANS,
    ),
    # Factors.
    (FACTORS, "r = at.d[None] - at.d[:, None]", "r = at.d[:, None] - at.d[None]", OF_FACTORS),
    (
        FACTORS,
        "blocks = Ad(back @ at.R[None], times(back, r))",
        "blocks = Ad(back @ at.R[None], r)",
        OF_FACTORS,
    ),
    (FACTORS, "blocks[..., 3:, :3] = blocks[..., 3:, :3] @ at.R[None]", "pass", OF_FACTORS),
    (FACTORS, "own = Ad(back, -times(back, p))", "own = Ad(back, -p)", OF_FACTORS),
    (
        FACTORS,
        "inverse[i, parent] = -above[i, parent]",
        "inverse[i, parent] = above[i, parent]",
        OF_FACTORS,
    ),
    (
        FACTORS,
        "return R, at.d + at.o - times(R, home.d + home.o)",
        "return R, at.d + at.o - home.d - home.o",
        OF_FACTORS,
    ),
    (
        FACTORS,
        'angular = at.X[:, :3] if form == "mixed"',
        'angular = at.X[:, :3] if form == "x"',
        OF_FACTORS,
    ),
    # Partial derivatives.
    (
        PARTIALS,
        "beyond = (joint[:, None] < joint)",
        "beyond = (joint[:, None] <= joint)",
        OF_PARTIALS,
    ),
    (PARTIALS, "for size in range(n):", "for size in range(1):", OF_PARTIALS),
    (PARTIALS, "np.where(beyond, bracket(J_j, J_k), 0)", "bracket(J_j, J_k)", OF_PARTIALS),
    (
        PARTIALS,
        "np.where(beyond, 0, bracket(J_k, J_j))",
        "np.where(beyond, 0, bracket(J_j, J_k))",
        OF_PARTIALS,
    ),
    (PARTIALS, "np.where(beyond, moved, turned)", "np.where(beyond, moved, 0)", OF_PARTIALS),
    (
        PARTIALS,
        "moved = bracket(J_j, _part(J_k, slice(3, 6)))",
        "moved = bracket(J_j, J_k)",
        OF_PARTIALS,
    ),
    (
        PARTIALS,
        'out[..., :3] = all_partials(at, bodies, arms, order, "body")[..., :3]',
        "pass",
        OF_PARTIALS,
    ),
    (PARTIALS, "key=lambda k: -at.joint[k]", "key=lambda k: at.joint[k]", OF_PARTIALS),
    (PARTIALS, "for k in reversed(order):", "for k in order:", OF_PARTIALS),
    (PARTIALS, "out = bracket(J[k], out)", "out = bracket(out, J[k])", OF_PARTIALS),
    (PARTIALS, "moved = cross(J[k, :3], moved)", "moved = cross(moved, J[k, :3])", OF_PARTIALS),
    (PARTIALS, "for k in upto:\n        out", "for k in upto[:1]:\n        out", OF_PARTIALS),
    # Newton-Euler equations.
    (
        NEWTON,
        "inertial - ad_t_times(V, times(M, V))",
        "inertial + ad_t_times(V, times(M, V))",
        OF_NEWTON,
    ),
    (NEWTON, "[cross(w, torque), cross(w, force)]", "[cross(w, torque), 0 * force]", OF_NEWTON),
    (
        NEWTON,
        "turned = times(R, cross(w, times(R.swapaxes(-1, -2), force)))",
        "turned = cross(w, force)",
        OF_NEWTON,
    ),
    (NEWTON, "a = a + cross(w, V[..., 3:])", "pass", OF_NEWTON),
    (NEWTON, "Theta = Theta - m[..., None] * (skew(d) @ skew(d))", "pass", OF_NEWTON),
    (NEWTON, "m * cross(d, a)", "m * cross(a, d)", OF_NEWTON),
    (
        NEWTON,
        "force = m * (a + cross(w_rate, d) + cross(w, cross(w, d)))",
        "force = m * (a + cross(w_rate, d))",
        OF_NEWTON,
    ),
    (NEWTON, "force = times(R, force)", "pass", OF_NEWTON),
    (
        NEWTON,
        "moved = cross(V[..., 3:], Pi[..., 3:])",
        "moved = 0 * cross(V[..., 3:], Pi[..., 3:])",
        OF_NEWTON,
    ),
    (NEWTON, "moved = cross(V[..., :3], Pi[..., :3]) + times(", "moved = times(", OF_NEWTON),
    (NEWTON, "A + bracket(V_j, V) + turned", "A + bracket(V_j, V)", OF_NEWTON),
    (NEWTON, "A + bracket(V_j, V)", "A - bracket(V_j, V)", OF_NEWTON),
    (NEWTON, "turn = C[..., :3, :3] @ R", "turn = C[..., :3, :3] @ R.swapaxes(-1, -2)", OF_NEWTON),
    (
        NEWTON,
        "change.swapaxes(-1, -2) @ M @ change",
        "change @ M @ change.swapaxes(-1, -2)",
        OF_NEWTON,
    ),
]
