"""Faults that must turn the tests of representations and Jacobians red."""

SCREWS = "screw_arrays.py"
REPRESENTATIONS = "representations.py"
POSTURE = "posture.py"
FACTORS = "system_factors.py"
COMPILED_FORWARD = "_forward_kinematics.pyx"
PLACES = "kinematics/forward/places.pxi"
TWIN_FORWARD = "forward_kinematics_twin.py"
OF_REPRESENTATIONS = "tests/kinematics/test_representations.py"
OF_CONVERSIONS = "tests/kinematics/test_conversions.py"
OF_FORWARD = "tests/kinematics/test_forward_kinematics.py"
OF_DISTANCE = "tests/kinematics/test_distance.py"
OF_JACOBIANS = "tests/kinematics/test_jacobians.py"
OF_FACTORS = "tests/kinematics/test_system_factors.py"
OF_SCREWS = "tests/algebra/test_screw_arrays.py"

COMPILED_JACOBIAN = "kinematics/jacobian.pyx"
FRAMES = "kinematics/frames.py"
WRENCHES = "frame_wrenches.py"
OF_FRAMES = "tests/kinematics/test_frames.py"

FAULTS = [
    # frames and the compiled Jacobian
    (
        COMPILED_JACOBIAN + ": turning",
        "J[4 * nv] = d2 * e0 - d0 * e2",
        "J[4 * nv] = d2 * e0 + d0 * e2",
        OF_FRAMES,
    ),
    (
        COMPILED_JACOBIAN + ": free_columns",
        "about[i] = -pose[ORIGIN + i] if",
        "about[i] = pose[ORIGIN + i] if",
        OF_FRAMES,
    ),
    (
        COMPILED_JACOBIAN + ": columns",
        "+ pose[C + 3 * i + 1] * asked.axes[3 + j]",
        "- pose[C + 3 * i + 1] * asked.axes[3 + j]",
        OF_FRAMES,
    ),
    (
        COMPILED_JACOBIAN + ": columns",
        "asked.base if model.parent[i] < 0 else IN_BODY",
        "asked.base",
        OF_FRAMES,
    ),
    (FRAMES + ": place_of", "arm = place.axes @ arm", "arm = arm @ place.axes", OF_FRAMES),
    (
        WRENCHES + ": frame_wrenches",
        "cross(place.point, rows[:, 3:])",
        "cross(rows[:, 3:], place.point)",
        OF_FRAMES,
    ),
    (WRENCHES + ": _turned", '"hybrid", "body", True', '"hybrid", "body", False', OF_FRAMES),
    (
        PLACES + ": pose_of",
        "compose(own + C, places.pose + 12 * f, pose + C)",
        "copy(own + C, pose + C, 12)",
        OF_FRAMES,
    ),
    (
        PLACES + ": pose_of",
        "copy(places.pose + 12 * f, pose + C, 12)",
        "copy(at.pose + C, pose + C, 12)",
        OF_FRAMES,
    ),
    (
        "twists.pxi: passes",
        "(b if b >= 0 else model.nbodies)",
        "(b if b >= 0 else 0)",
        OF_FRAMES,
    ),
    (
        PLACES + ": place_rate",
        "add_cross_at(twist + k - m, 2 * W, x + m, W, rate)",
        "add_cross_at(twist + k, 2 * W, x, W, rate)",
        OF_FORWARD,
    ),
    (
        "twists.pxi: own_twist",
        "if representation != HYBRID:",
        "if representation == IN_BODY:",
        OF_FORWARD,
    ),
    (
        TWIN_FORWARD + ": _velocity",
        "extend(place, tuple(row[k] for row in rate), k + 1)",
        "extend(place, tuple(row[k] for row in rate), 1)",
        OF_FORWARD,
    ),
    # Screw algebra.
    (SCREWS + ": cross", "= first, z * u - x * w", "= first, x * w - z * u", OF_SCREWS),
    (
        SCREWS + ": skew",
        "out[..., k, j], out[..., j, k] = x[..., i], -x[..., i]",
        "out[..., k, j], out[..., j, k] = -x[..., i], x[..., i]",
        OF_SCREWS,
    ),
    (
        SCREWS + ": bracket",
        "moved = cross(X[..., 3:], Y[..., :3]) + cross(X[..., :3], Y[..., 3:])",
        "moved = cross(X[..., :3], Y[..., 3:])",
        OF_SCREWS,
    ),
    (
        SCREWS + ": ad",
        "out[..., 3:, :3] = skew(X[..., 3:])",
        "out[..., 3:, :3] = skew(X[..., :3])",
        OF_SCREWS,
    ),
    (
        SCREWS + ": ad_t_times",
        "moment = cross(W[..., :3], V[..., :3]) + cross(W[..., 3:], V[..., 3:])",
        "moment = cross(W[..., :3], V[..., :3]) - cross(W[..., 3:], V[..., 3:])",
        OF_SCREWS,
    ),
    (
        SCREWS + ": Ad",
        "out[..., 3:, :3] = skew(p) @ R",
        "out[..., 3:, :3] = R @ skew(p)",
        OF_SCREWS,
    ),
    (SCREWS + ": product", "for j in range(1, k + 1):", "for j in range(1, k):", OF_SCREWS),
    (
        SCREWS + ": coefficients",
        "return x / _factorials(x)",
        "return x + 0 * _factorials(x)",
        OF_SCREWS,
    ),
    # Representations.
    (
        REPRESENTATIONS + ": pose_series",
        "turned = turned + R[j] @ turn[k - j]",
        "turned = turned + turn[k - j] @ R[j]",
        OF_REPRESENTATIONS,
    ),
    (
        REPRESENTATIONS + ": pose_series",
        "turned = turned + turn[j] @ R[k - j]",
        "turned = turned + turn[j] @ R[0]",
        OF_REPRESENTATIONS,
    ),
    (
        REPRESENTATIONS + ": pose_series",
        "step = product(R[: k + 1], rates[: k + 1, ..., 3:], times)[k]",
        "step = times(R[0], rates[k, ..., 3:])",
        OF_REPRESENTATIONS,
    ),
    (
        REPRESENTATIONS + ": pose_series",
        "step = step + product(turn[: k + 1], p[: k + 1], times)[k]",
        "step = step - product(turn[: k + 1], p[: k + 1], times)[k]",
        OF_REPRESENTATIONS,
    ),
    (
        REPRESENTATIONS + ": pose_series",
        "R[k + 1], p[k + 1] = turned / (k + 1), step / (k + 1)",
        "R[k + 1], p[k + 1] = turned / (k + 1), step",
        OF_REPRESENTATIONS,
    ),
    (
        REPRESENTATIONS + ": change_series",
        "T[..., 3:, :3] = product(skew(p), A)",
        "T[..., 3:, :3] = product(A, skew(p))",
        OF_REPRESENTATIONS,
    ),
    (
        REPRESENTATIONS + ": change_series",
        "T[..., 3:, :3] = -product(D, skew(p))",
        "T[..., 3:, :3] = product(D, skew(p))",
        OF_REPRESENTATIONS,
    ),
    (
        REPRESENTATIONS + ": _turn",
        "return R if from_body else R.swapaxes(-1, -2)",
        "return R.swapaxes(-1, -2) if from_body else R",
        OF_REPRESENTATIONS,
    ),
    (REPRESENTATIONS, '"mixed": (True, False),', '"mixed": (False, True),', OF_REPRESENTATIONS),
    (
        REPRESENTATIONS + ": _dual",
        "return converted(stack, C, rates, source, target, True)",
        "return converted(stack, C, rates, source, target)",
        OF_REPRESENTATIONS,
    ),
    (
        REPRESENTATIONS + ": factorials",
        "[float(x), float(x - int(float(x)))]",
        "[float(x), 0.0]",
        OF_CONVERSIONS,
    ),
    (
        REPRESENTATIONS + ": _dual",
        "if len(rates) < n - 1:",
        "if len(rates) < n - 2:",
        OF_REPRESENTATIONS,
    ),
    (
        REPRESENTATIONS + ": _result",
        "if not is_finite(out):",
        "if False:",
        OF_REPRESENTATIONS,
    ),
    (
        PLACES + ": place_rate",
        "x[i * W + k + 1] = rate[i] / (k + 1)",
        "x[i * W + k + 1] = rate[i]",
        OF_REPRESENTATIONS,
    ),
    # Where bodies and screws are.
    (
        POSTURE + ": posture",
        "R, d, V = poses[:, :3, :3], poses[:, :3, 3],",
        "R, d, V = poses[:, :3, :3], (poses[:, :3, 3] + o) - o,",
        OF_DISTANCE,
    ),
    (
        "twists.pxi: passes",
        "poses[16 * f + 4 * i + 3] = pose[C + 9 + i]\n",
        "poses[16 * f + 4 * i + 3] = pose[C + 9 + i] + pose[ORIGIN + i] - pose[ORIGIN + i]\n",
        OF_DISTANCE,
    ),
    (
        COMPILED_FORWARD + ": motions",
        "pose[16 * i + 7] += place[3 * i + 1]",
        "pose[16 * i + 7] -= place[3 * i + 1]",
        OF_FORWARD,
    ),
    (
        POSTURE + ": float_screws",
        "cross(np.array(joint.point), e) + joint.pitch * e",
        "cross(np.array(joint.point), e)",
        OF_JACOBIANS,
    ),
    (
        POSTURE + ": _exact_screws",
        "(m + body.pitch * e for m, e in",
        "(m - body.pitch * e for m, e in",
        OF_JACOBIANS,
    ),
    (
        POSTURE + ": _layout",
        "            moves[i] = moves[parent]\n",
        "            pass\n",
        OF_JACOBIANS,
    ),
    (
        POSTURE + ": Posture.base_columns",
        'out[first] = change_series(R, p, self.base, "body")',
        'out[first] = change_series(R, p, "body", self.base)',
        OF_JACOBIANS,
    ),
    (POSTURE + ": Posture.in_base", "6, 6).swapaxes(-1, -2)", "6, 6)", OF_JACOBIANS),
    # Factors.
    (
        FACTORS + ": _blocks",
        "r = at.d[j] - at.d[i]",
        "r = at.d[i] - at.d[j]",
        OF_FACTORS,
    ),
    (
        FACTORS + ": _blocks",
        "blocks = Ad(back @ at.R[j], times(back, r))",
        "blocks = Ad(back @ at.R[j], r)",
        OF_FACTORS,
    ),
    (
        FACTORS + ": _blocks",
        "blocks[..., 3:, :3] = blocks[..., 3:, :3] @ at.R[j]",
        "pass",
        OF_FACTORS,
    ),
    (FACTORS + ": factors", "own = Ad(back, -times(back, p))", "own = Ad(back, -p)", OF_FACTORS),
    (
        FACTORS + ": factors",
        "np.concatenate([own, -above])",
        "np.concatenate([own, above])",
        OF_FACTORS,
    ),
    (
        FACTORS + ": _columns_frames",
        "return R, at.d + at.o - times(R, home.d + home.o)",
        "return R, at.d + at.o - home.d - home.o",
        OF_FACTORS,
    ),
    (
        FACTORS + ": _screws",
        'angular = at.X[:, :3] if form == "mixed"',
        'angular = at.X[:, :3] if form == "x"',
        OF_FACTORS,
    ),
]
