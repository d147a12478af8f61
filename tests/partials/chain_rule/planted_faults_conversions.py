"""Faults in the conversions of partials and in the tensor algebra; see tests/dynamics."""

BASE = "base_partials.py"
GENERATORS = "kinematics/representations.py"
ENTRIES = "represented.py"
LOADS = "inertial_wrenches_twin.py"
KERNEL = "inertial_wrenches.pyx"
LOADS_TEXT = "inertial_wrenches.pxi"
ALGEBRA = "tensor_algebra.py"
HESSIAN = "hessian.py"
COORDINATES = "coordinates.py"
TABLE = "measurements/formulas/tensor_identities.py"
TREE = "differentiated_tree.py"
REPRESENTED = "tests/partials/chain_rule/test_represented.py"
TENSORS = "tests/partials/chain_rule/test_tensor_algebra.py"
RETRACTION = "tests/partials/chain_rule/test_hessian.py"
CHART = "tests/partials/chain_rule/test_coordinates.py"
IDENTITIES = "tests/verification/formulas/test_tensor_identities.py"

FAULTS = [
    # how T moves with q, and the acceleration that v_rep alone gives
    (
        GENERATORS + ": generators",
        "turn[b, a], turn[a, b] = -1, 1",
        "turn[b, a], turn[a, b] = 1, -1",
        REPRESENTED,
    ),
    (GENERATORS + ": generators", 'if base != "mixed":', 'if base == "spatial":', REPRESENTED),
    (GENERATORS + ": generators", "G[3 + j, 3:, :3] = turn", "pass", REPRESENTED),
    (
        BASE + ": HeldBase.acceleration",
        "self.lift + times(self.D, self.v) / 2",
        "self.lift + times(self.D, self.v)",
        REPRESENTED,
    ),
    (
        BASE + ": held_base",
        "G.transpose(1, 0, 2) + G.transpose(1, 2, 0)",
        "2 * G.transpose(1, 0, 2)",
        REPRESENTED,
    ),
    (BASE + ": held_base", "V, A + D @ V, D, E)", "V, A, D, E)", REPRESENTED),
    # first order
    (
        BASE + ": first_partials",
        "moved[..., here, here] += root.turned(f).swapaxes(-1, -2)",
        "pass",
        REPRESENTED,
    ),
    (BASE + ": first_partials", "root.turned(f).swapaxes(-1, -2)", "root.turned(f)", REPRESENTED),
    (
        BASE + ": first_partials",
        "matrix[..., here, :] = T.swapaxes(-1, -2) @ matrix[..., here, :]",
        "matrix[..., here, :] = T @ matrix[..., here, :]",
        REPRESENTED,
    ),
    (BASE + ": first_partials", "rated[..., here] = rated[..., here] @ T", "pass", REPRESENTED),
    (BASE + ": _carried", "by_v @ root.V + by_a @ root.A", "by_v @ root.V", REPRESENTED),
    (BASE + ": _carried", "rated[..., here] += by_a @ (root.D + root.E)", "pass", REPRESENTED),
    # second order
    (BASE + ": second_partials", "_applied(first.dtau_da[:, here], root.bend)", "0", REPRESENTED),
    (BASE + ": second_partials", "aq[here, :, here] += turned.swapaxes(0, 1)", "pass", REPRESENTED),
    (
        BASE + ": second_partials",
        "qv[linear, :, linear] = aq[linear, linear] = 0",
        "pass",
        REPRESENTED,
    ),
    (BASE + ": second_partials", "qv[:, :, here] = qv[:, :, here] @ T", "pass", REPRESENTED),
    (BASE + ": _move_twice", "out[:, here, :] += across.swapaxes(1, 2)", "pass", REPRESENTED),
    (
        BASE + ": _move_twice",
        "across + second.d2tau_da_dq[:, here, :].swapaxes(1, 2) @ A",
        "across",
        REPRESENTED,
    ),
    (BASE + ": _move_twice", "V.T @ second.d2tau_dv_dv[:, here, here] @ V", "0", REPRESENTED),
    (
        BASE + ": _move_twice",
        "_applied(G, V).transpose(1, 0, 2)",
        "_applied(G, V).transpose(1, 2, 0)",
        REPRESENTED,
    ),
    (BASE + ": _move_twice", "lifted + bent + _applied(D, again)", "lifted + bent", REPRESENTED),
    (
        BASE + ": _move_twice",
        "lifted + bent + _applied(D, again)",
        "lifted + _applied(D, again)",
        REPRESENTED,
    ),
    (
        BASE + ": _move_twice",
        "lifted = _applied(G, (G @ root.lift).T).transpose(1, 0, 2)",
        "lifted = _applied(G, (G @ root.lift).T).transpose(1, 2, 0)",
        REPRESENTED,
    ),
    (BASE + ": _move_twice", "out[here, here, :] += turned.swapaxes(1, 2)", "pass", REPRESENTED),
    (
        BASE + ": _move_twice",
        "(f @ G).T, ([1], [0])).transpose(1, 2, 0)",
        "(f @ G).T, ([1], [0])).transpose(1, 0, 2)",
        REPRESENTED,
    ),
    (
        BASE + ": _move_and_rate",
        "out[:, here, :] += V.T @ second.d2tau_dv_dv[:, here, :]",
        "pass",
        REPRESENTED,
    ),
    (
        BASE + ": _move_and_rate",
        "out[:, :, here] += second.d2tau_da_dq[:, here, :].swapaxes(1, 2) @ (D + E)",
        "pass",
        REPRESENTED,
    ),
    (BASE + ": _move_and_rate", "bent + _applied(D, step)", "bent", REPRESENTED),
    (BASE + ": _move_and_rate", "bent + _applied(D, step)", "_applied(D, step)", REPRESENTED),
    (BASE + ": _move_and_rate", "_applied(first.dtau_dv[:, here], step)", "0", REPRESENTED),
    (
        BASE + ": _move_and_rate",
        "np.tensordot(G, rated[here],",
        "np.tensordot(G, first.dtau_dv[here],",
        REPRESENTED,
    ),
    (
        BASE + ": _congruence",
        "T.swapaxes(-1, -2) @ columns[..., here, :]",
        "columns[..., here, :]",
        REPRESENTED,
    ),
    (BASE + ": _congruence", "(square + square.swapaxes(-1, -2)) / 2", "square", REPRESENTED),
    (
        BASE + ": _carried",
        "dtau_dq.copy(), body.dtau_dv.copy()",
        "dtau_dq, body.dtau_dv",
        REPRESENTED,
    ),
    (
        BASE + ": first_partials",
        "inertia = body.dtau_da.copy()",
        "inertia = body.dtau_da",
        REPRESENTED,
    ),
    # public functions
    (ENTRIES + ": first", "out.dtau_dq - moved", "out.dtau_dq + moved", REPRESENTED),
    (ENTRIES + ": second", "twice_moved -= inertial", "twice_moved += inertial", REPRESENTED),
    (ENTRIES + ": second", "slopes.dtau_dq - moved", "slopes.dtau_dq", REPRESENTED),
    (
        ENTRIES + ": _body_components",
        "root.v, root.acceleration()",
        "root.v, root.lift",
        REPRESENTED,
    ),
    (
        ENTRIES + ": _body_torques",
        'rates, "body", loads, wrench_axes, workers',
        'rates, "body", loads, "body", workers',
        REPRESENTED,
    ),
    # inertial wrenches
    (
        LOADS + ": _composites",
        "lever = axes.x[:, :, None]",
        "lever = 0 * axes.x[:, :, None]",
        REPRESENTED,
    ),
    (LOADS + ": _composites", "lever[parent] = lever[parent] + lever[i]", "pass", REPRESENTED),
    (LOADS + ": first_partials", "own = turning + _cross(w, n)", "own = turning", REPRESENTED),
    (
        LOADS + ": first_partials",
        "((1, 2), (2, 0), (0, 1))], axis=-1)\n    own",
        "((2, 1), (0, 2), (1, 0))], axis=-1)\n    own",
        REPRESENTED,
    ),
    (LOADS + ": first_partials", "w[above] @ turning[d].T", "w[above] @ own[d].T", REPRESENTED),
    (LOADS + ": first_partials", "own[d] @ w[path].T", "turning[d] @ w[path].T", REPRESENTED),
    (
        LOADS + ": second_partials",
        "joints[None, :] <= joints[:, None]",
        "joints[None, :] < joints[:, None]",
        REPRESENTED,
    ),
    (
        LOADS + ": second_partials",
        "joints[None, :] <= joints[:, None]",
        "joints[None, :] >= joints[:, None]",
        REPRESENTED,
    ),
    (
        LOADS + ": second_partials",
        "_triple(w[path], Z[d] + of_moment[d])",
        "_triple(w[path], Z[d])",
        REPRESENTED,
    ),
    (
        LOADS + ": _triple",
        "w @ (Z - trace * np.eye(3, dtype=int)) @ w.T",
        "w @ Z @ w.T",
        REPRESENTED,
    ),
    (LOADS + ": _ordered", "np.where(outside, M.T, M)", "M", REPRESENTED),
    (LOADS + ": torques", "total = Z + of_moment", "total = Z", REPRESENTED),
    (LOADS_TEXT + ": joint_axes", "joint_screw(body, kind, pose, S, 1)", "pass", REPRESENTED),
    (LOADS_TEXT + ": joint_axes", "x[j] * R[3 * k + c] - x[k] * R[3 * j + c]", "0", REPRESENTED),
    (
        LOADS_TEXT + ": tip_to_base",
        "at.load[up * LOAD + j] += at.load[i * LOAD + j]",
        "pass",
        REPRESENTED,
    ),
    (LOADS_TEXT + ": spread", "- S[j] * load[L + 3 * i + b]))", "))", REPRESENTED),
    (
        LOADS_TEXT + ": first_order",
        "turning[c] + (w[a] * load[b] - w[b] * load[a])",
        "turning[c]",
        REPRESENTED,
    ),
    (
        KERNEL + ": ordered",
        "if at.joint[b] <= at.joint[a]:",
        "if at.joint[b] < at.joint[a]:",
        REPRESENTED,
    ),
    (KERNEL + ": triple", "- trace * w[i])", ")", REPRESENTED),
    (KERNEL + ": second_order", "Z[3 * a + b] += w[a] * load[b]", "pass", REPRESENTED),
    (KERNEL + ": second_order", "out[(j * nv + k) * nv + d] = x", "pass", REPRESENTED),
    # tensor algebra
    (ALGEBRA + ": skew", "[[zero, -x[2], x[1]]", "[[zero, x[2], x[1]]", TENSORS),
    (
        ALGEBRA + ": motion_cross",
        "np.block([[w, w * 0], [u, w]])",
        "np.block([[w, u], [w * 0, w]])",
        TENSORS,
    ),
    (ALGEBRA + ": force_cross", "return -motion_cross(v).T", "return motion_cross(v).T", TENSORS),
    (ALGEBRA + ": swapped_cross", "[[n, g], [g, n * 0]]", "[[n, g], [g, n]]", TENSORS),
    (
        ALGEBRA + ": tensor_times_matrix",
        "rotated(np.tensordot(A, B, ([1], [0])))",
        "np.tensordot(A, B, ([1], [0]))",
        TENSORS,
    ),
    (ALGEBRA + ": transposed", ".transpose(1, 0, 2)", ".transpose(2, 1, 0)", TENSORS),
    (ALGEBRA + ": rotated", ".transpose(0, 2, 1)", ".transpose(2, 1, 0)", TENSORS),
    (
        ALGEBRA + ": coriolis_matrix",
        "(turned + swapped_cross(inertia @ v)) / 2",
        "turned + swapped_cross(inertia @ v)",
        TENSORS,
    ),
    (
        ALGEBRA + ": coriolis_matrix",
        "(turned + swapped_cross(inertia @ v)) / 2",
        "turned / 2",
        TENSORS,
    ),
    (ALGEBRA + ": _paged", "for column in U.T]", "for column in U.T[::-1]]", TENSORS),
    # properties and identities: a table that compares nothing, or the wrong things
    (
        TABLE,
        "lambda d: -_R(_ab(_mx(d.V), d.U))),\n",
        "lambda d: -_ab(_mx(d.U), d.V)),\n",
        IDENTITIES,
    ),
    (TABLE, "+ 2 * _ab(_mx(j.psi_d), i.psi_d)", "+ _ab(_mx(j.psi_d), i.psi_d)", IDENTITIES),
    (TABLE + ": _force_rate", "+ 2 * B @ j.psi_d", "+ B @ j.psi_d", IDENTITIES),
    (TABLE + ": identity_sides", "right = identity.formula(other, other)", "pass", IDENTITIES),
    (TABLE + ": draw", "inertia = inertia + inertia.T", "pass", IDENTITIES),
    (TREE + ": _twist", "rate = [ts.derivative(x) for x in pose.p]", "rate = pose.p", IDENTITIES),
    (
        TREE + ": DifferentiatedTree._bodies",
        "+ fall\n            carrier",
        "\n            carrier",
        IDENTITIES,
    ),
    (
        TREE + ": DifferentiatedTree._bodies",
        "carrier.f_C = carrier.f_C + tip.f_C",
        "pass",
        IDENTITIES,
    ),
    # the two second derivatives
    (
        HESSIAN + ": retraction_hessian",
        "block / 2 + block.swapaxes(-1, -2) / 2",
        "block",
        RETRACTION,
    ),
    (HESSIAN + ": lie_second_derivative", "G + turned / 2", "G - turned / 2", RETRACTION),
    (HESSIAN + ": lie_second_derivative", "G + turned / 2", "G + turned", RETRACTION),
    (
        HESSIAN + ": _brackets",
        "out[3 + c, a, 3 + b] = sign",
        "out[3 + c, 3 + a, 3 + b] = sign",
        RETRACTION,
    ),
    (HESSIAN + ": _brackets", "(a + 2) % 3, -1.0)", "(a + 2) % 3, 1.0)", RETRACTION),
    (HESSIAN + ": _several_degrees", "if joint.nv > 1", "if joint.nv > 3", RETRACTION),
    # the nq coordinates
    (COORDINATES + ": _vector_part", "[w, z, -y, -x]", "[w, -z, y, -x]", CHART),
    (COORDINATES + ": _maps", "2 * _vector_part(Q) / (Q @ Q)", "2 * _vector_part(Q)", CHART),
    (
        COORDINATES + ": _maps",
        "M[3:, :3], N[:3, 3:] = R.T, R",
        "M[3:, :3], N[:3, 3:] = R, R",
        CHART,
    ),
    (
        COORDINATES + ": _Joint.bent",
        "2 * linear / n - 4 * P[:, :, None] * self.Q / (n * n)",
        "2 * linear / n",
        CHART,
    ),
    (
        COORDINATES + ": _Joint.bent",
        "out[3:, :3, 3:] = -np.einsum",
        "out[3:, :3, 3:] = np.einsum",
        CHART,
    ),
    (
        COORDINATES + ": coordinate_second_partials",
        "out[..., joint.q, joint.q] += bent",
        "pass",
        CHART,
    ),
    (
        COORDINATES + ": coordinate_second_partials",
        "half + half.swapaxes(-1, -2)",
        "2 * half",
        CHART,
    ),
    (
        COORDINATES + ": _Joint.turned",
        "_half_turn(step[:, k]) for k",
        "_half_turn(2 * step[:, k]) for k",
        CHART,
    ),
    (COORDINATES + ": _Joint.turned", 'np.einsum("al,ljk->ajk"', 'np.einsum("la,ljk->ajk"', CHART),
    (COORDINATES + ": _Joint.turned", "out[:3, 3:, :3] =", "out[:3, :3, 3:] =", CHART),
    (
        COORDINATES + ": coordinate_partials",
        "maps.to_body(slopes)), -1, axis",
        "maps.to_body(slopes)), -1, -1",
        CHART,
    ),
    (
        COORDINATES + ": lie_partials",
        "maps.to_coordinates(slopes)), -1, axis",
        "maps.to_coordinates(slopes)), -1, -1",
        CHART,
    ),
]
