"""Faults in the conversions of partials and in the tensor algebra; see tests/dynamics."""

BASE = "lieref/partials/chain_rule/base_partials.py"
GENERATORS = "lieref/kinematics/base_generators.py"
DOORS = "lieref/partials/chain_rule/represented.py"
LOADS = "lieref/partials/idsva/inertial_wrenches_twin.py"
KERNEL = "lieref/partials/idsva/inertial_wrenches.pyx"
LOADS_TEXT = "lieref/partials/idsva/inertial_wrenches.pxi"
ALGEBRA = "lieref/partials/chain_rule/tensor_algebra.py"
HESSIAN = "lieref/partials/chain_rule/hessian.py"
COORDINATES = "lieref/partials/chain_rule/coordinates.py"
TABLE = "verification/measurements/tensor_identities.py"
TREE = "verification/subjects/differentiated_tree.py"
REPRESENTED = "tests/partials/chain_rule/test_represented.py"
TENSORS = "tests/partials/chain_rule/test_tensor_algebra.py"
RETRACTION = "tests/partials/chain_rule/test_hessian.py"
CHART = "tests/partials/chain_rule/test_coordinates.py"
IDENTITIES = "tests/verification/test_tensor_identities.py"

FAULTS = [
    # how T moves with q, and the acceleration that v_rep alone gives
    (GENERATORS, "turn[b, a], turn[a, b] = -1, 1", "turn[b, a], turn[a, b] = 1, -1", REPRESENTED),
    (GENERATORS, 'if base != "mixed":', 'if base == "spatial":', REPRESENTED),
    (GENERATORS, "G[3 + j, 3:, :3] = turn", "pass", REPRESENTED),
    (
        BASE,
        "self.lift + times(self.D, self.v) / 2",
        "self.lift + times(self.D, self.v)",
        REPRESENTED,
    ),
    (BASE, "G.transpose(1, 0, 2) + G.transpose(1, 2, 0)", "2 * G.transpose(1, 0, 2)", REPRESENTED),
    (BASE, "V, A + D @ V, D)", "V, A, D)", REPRESENTED),
    # first order
    (BASE, "moved[..., here, here] += root.turned(f).swapaxes(-1, -2)", "pass", REPRESENTED),
    (BASE, "root.turned(f).swapaxes(-1, -2)", "root.turned(f)", REPRESENTED),
    (
        BASE,
        "matrix[..., here, :] = T.swapaxes(-1, -2) @ matrix[..., here, :]",
        "matrix[..., here, :] = T @ matrix[..., here, :]",
        REPRESENTED,
    ),
    (BASE, "rated[..., here] = rated[..., here] @ T", "pass", REPRESENTED),
    (BASE, "by_v @ root.V + by_a @ root.A", "by_v @ root.V", REPRESENTED),
    (BASE, "rated[..., here] += by_a @ root.D", "pass", REPRESENTED),
    # second order
    (BASE, "_applied(first.dtau_da[:, here], root.bend)", "0", REPRESENTED),
    (BASE, "aq[here, :, here] += turned.swapaxes(0, 1)", "pass", REPRESENTED),
    (BASE, "qv[linear, :, linear] = aq[linear, linear] = 0", "pass", REPRESENTED),
    (BASE, "qv[:, :, here] = qv[:, :, here] @ T", "pass", REPRESENTED),
    (BASE, "out[:, here, :] += across.swapaxes(1, 2)", "pass", REPRESENTED),
    (
        BASE,
        "across + second.d2tau_da_dq[:, here, :].swapaxes(1, 2) @ A",
        "across",
        REPRESENTED,
    ),
    (BASE, "V.T @ second.d2tau_dv_dv[:, here, here] @ V", "0", REPRESENTED),
    (BASE, "_applied(G, V).transpose(1, 0, 2)", "_applied(G, V).transpose(1, 2, 0)", REPRESENTED),
    (BASE, "lifted + bent + _applied(D, again)", "lifted + bent", REPRESENTED),
    (BASE, "lifted + bent + _applied(D, again)", "lifted + _applied(D, again)", REPRESENTED),
    (
        BASE,
        "lifted = _applied(G, (G @ root.lift).T).transpose(1, 0, 2)",
        "lifted = _applied(G, (G @ root.lift).T).transpose(1, 2, 0)",
        REPRESENTED,
    ),
    (BASE, "out[here, here, :] += turned.swapaxes(1, 2)", "pass", REPRESENTED),
    (
        BASE,
        "(f @ G).T, ([1], [0])).transpose(1, 2, 0)",
        "(f @ G).T, ([1], [0])).transpose(1, 0, 2)",
        REPRESENTED,
    ),
    (BASE, "out[:, here, :] += V.T @ second.d2tau_dv_dv[:, here, :]", "pass", REPRESENTED),
    (
        BASE,
        "out[:, :, here] += second.d2tau_da_dq[:, here, :].swapaxes(1, 2) @ D",
        "pass",
        REPRESENTED,
    ),
    (BASE, "bent + _applied(D, step)", "bent", REPRESENTED),
    (BASE, "bent + _applied(D, step)", "_applied(D, step)", REPRESENTED),
    (BASE, "_applied(first.dtau_dv[:, here], step)", "0", REPRESENTED),
    (BASE, "np.tensordot(G, rated[here],", "np.tensordot(G, first.dtau_dv[here],", REPRESENTED),
    (BASE, "T.swapaxes(-1, -2) @ columns[..., here, :]", "columns[..., here, :]", REPRESENTED),
    (BASE, "(square + square.swapaxes(-1, -2)) / 2", "square", REPRESENTED),
    (BASE, "dtau_dq.copy(), body.dtau_dv.copy()", "dtau_dq, body.dtau_dv", REPRESENTED),
    (BASE, "inertia = body.dtau_da.copy()", "inertia = body.dtau_da", REPRESENTED),
    # doors
    (DOORS, "out.dtau_dq - moved", "out.dtau_dq + moved", REPRESENTED),
    (DOORS, "twice_moved -= inertial", "twice_moved += inertial", REPRESENTED),
    (DOORS, "slopes.dtau_dq - moved", "slopes.dtau_dq", REPRESENTED),
    (DOORS, "root.v, root.acceleration()", "root.v, root.lift", REPRESENTED),
    (
        DOORS,
        'rates, "body", loads, wrench_axes, workers',
        'rates, "body", loads, "body", workers',
        REPRESENTED,
    ),
    # inertial wrenches
    (LOADS, "lever = axes.x[:, :, None]", "lever = 0 * axes.x[:, :, None]", REPRESENTED),
    (LOADS, "lever[parent] = lever[parent] + lever[i]", "pass", REPRESENTED),
    (LOADS, "own = turning + _cross(w, n)", "own = turning", REPRESENTED),
    (
        LOADS,
        "((1, 2), (2, 0), (0, 1))], axis=-1)\n    own",
        "((2, 1), (0, 2), (1, 0))], axis=-1)\n    own",
        REPRESENTED,
    ),
    (LOADS, "w[above] @ turning[d].T", "w[above] @ own[d].T", REPRESENTED),
    (LOADS, "own[d] @ w[path].T", "turning[d] @ w[path].T", REPRESENTED),
    (LOADS, "joints[None, :] <= joints[:, None]", "joints[None, :] < joints[:, None]", REPRESENTED),
    (
        LOADS,
        "joints[None, :] <= joints[:, None]",
        "joints[None, :] >= joints[:, None]",
        REPRESENTED,
    ),
    (LOADS, "_triple(w[path], Z[d] + of_moment[d])", "_triple(w[path], Z[d])", REPRESENTED),
    (LOADS, "w @ (Z - trace * np.eye(3, dtype=int)) @ w.T", "w @ Z @ w.T", REPRESENTED),
    (LOADS, "np.where(outside, M.T, M)", "M", REPRESENTED),
    (LOADS, "total = Z + of_moment", "total = Z", REPRESENTED),
    (LOADS_TEXT, "joint_screw(body, kind, pose, S, 1)", "pass", REPRESENTED),
    (LOADS_TEXT, "x[j] * R[3 * k + c] - x[k] * R[3 * j + c]", "0", REPRESENTED),
    (LOADS_TEXT, "at.load[up * LOAD + j] += at.load[i * LOAD + j]", "pass", REPRESENTED),
    (LOADS_TEXT, "- S[j] * load[L + 3 * i + b]))", "))", REPRESENTED),
    (LOADS_TEXT, "turning[c] + (w[a] * load[b] - w[b] * load[a])", "turning[c]", REPRESENTED),
    (KERNEL, "if at.joint[b] <= at.joint[a]:", "if at.joint[b] < at.joint[a]:", REPRESENTED),
    (KERNEL, "- trace * w[i])", ")", REPRESENTED),
    (KERNEL, "Z[3 * a + b] += w[a] * load[b]", "pass", REPRESENTED),
    (KERNEL, "out[(j * nv + k) * nv + d] = x", "pass", REPRESENTED),
    # tensor algebra
    (ALGEBRA, "[[zero, -x[2], x[1]]", "[[zero, x[2], x[1]]", TENSORS),
    (ALGEBRA, "np.block([[w, w * 0], [u, w]])", "np.block([[w, u], [w * 0, w]])", TENSORS),
    (ALGEBRA, "return -motion_cross(v).T", "return motion_cross(v).T", TENSORS),
    (ALGEBRA, "[[n, g], [g, n * 0]]", "[[n, g], [g, n]]", TENSORS),
    (ALGEBRA, "rotated(np.tensordot(A, B, ([1], [0])))", "np.tensordot(A, B, ([1], [0]))", TENSORS),
    (ALGEBRA, "A.transpose(1, 0, 2)", "A.transpose(2, 1, 0)", TENSORS),
    (ALGEBRA, "A.transpose(0, 2, 1)", "A.transpose(2, 1, 0)", TENSORS),
    (
        ALGEBRA,
        "(turned + swapped_cross(inertia @ v)) / 2",
        "turned + swapped_cross(inertia @ v)",
        TENSORS,
    ),
    (ALGEBRA, "(turned + swapped_cross(inertia @ v)) / 2", "turned / 2", TENSORS),
    (ALGEBRA, "for column in U.T]", "for column in U.T[::-1]]", TENSORS),
    # properties and identities: a table that compares nothing, or the wrong things
    (
        TABLE,
        "lambda d: -_R(_ab(_mx(d.V), d.U))),\n",
        "lambda d: -_ab(_mx(d.U), d.V)),\n",
        IDENTITIES,
    ),
    (TABLE, "+ 2 * _ab(_mx(j.psi_d), i.psi_d)", "+ _ab(_mx(j.psi_d), i.psi_d)", IDENTITIES),
    (TABLE, "+ 2 * B @ j.psi_d", "+ B @ j.psi_d", IDENTITIES),
    (TABLE, "right = identity.formula(other, other)", "pass", IDENTITIES),
    (TABLE, "inertia = inertia + inertia.T", "pass", IDENTITIES),
    (TREE, "rate = [ts.derivative(x) for x in pose.p]", "rate = pose.p", IDENTITIES),
    (TREE, "+ fall\n            carrier", "\n            carrier", IDENTITIES),
    (TREE, "carrier.f_C = carrier.f_C + tip.f_C", "pass", IDENTITIES),
    # the two second derivatives
    (HESSIAN, "(block + block.swapaxes(-1, -2)) / 2", "block", RETRACTION),
    (HESSIAN, "G + turned / 2", "G - turned / 2", RETRACTION),
    (HESSIAN, "G + turned / 2", "G + turned", RETRACTION),
    (HESSIAN, "out[3 + c, a, 3 + b] = sign", "out[3 + c, 3 + a, 3 + b] = sign", RETRACTION),
    (HESSIAN, "(a + 2) % 3, -1.0)", "(a + 2) % 3, 1.0)", RETRACTION),
    (HESSIAN, "if joint.nv > 1", "if joint.nv > 3", RETRACTION),
    # the nq coordinates
    (COORDINATES, "[w, z, -y, -x]", "[w, -z, y, -x]", CHART),
    (COORDINATES, "2 * _vector_part(Q) / (Q @ Q)", "2 * _vector_part(Q)", CHART),
    (
        COORDINATES,
        "M[iv + 3 : iv + 6, iq : iq + 3] = R.T",
        "M[iv + 3 : iv + 6, iq : iq + 3] = R",
        CHART,
    ),
    (COORDINATES, "2 * linear / n - 4 * P[:, :, None] * self.Q / (n * n)", "2 * linear / n", CHART),
    (COORDINATES, "out[3:, :3, 3:] = -np.einsum", "out[3:, :3, 3:] = np.einsum", CHART),
    (COORDINATES, "out[..., joint.q, joint.q] += bent", "pass", CHART),
    (COORDINATES, "(out + out.swapaxes(-1, -2)) / 2", "out", CHART),
    (COORDINATES, "_half_turn(step[:, k]) for k", "_half_turn(2 * step[:, k]) for k", CHART),
    (COORDINATES, 'np.einsum("al,ljk->ajk"', 'np.einsum("la,ljk->ajk"', CHART),
    (COORDINATES, "out[:3, 3:, :3] =", "out[:3, :3, 3:] =", CHART),
    (COORDINATES, "slopes @ maps.to_body, -1, axis", "slopes @ maps.to_body, -1, -1", CHART),
    (
        COORDINATES,
        "slopes @ maps.to_coordinates, -1, axis",
        "slopes @ maps.to_coordinates, -1, -1",
        CHART,
    ),
]
