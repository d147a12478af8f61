"""Faults that must turn the tests of the closed forms red: file, text, fault, tests.

The kernel texts reach the tests through the builds `lieref/dynamics/matrices/_closed_forms_*`.
"""

BODIES = "composite_bodies.pxi"
PACKED = "tests/dynamics/matrices/test_sparse_inertia.py"
CORIOLIS = "coriolis.pxi"
FACTOR = "ltdl.pxi"
RUN = "closed_forms_run.pxi"
ENTRY = "closed_forms.pyx"
FACTOR_ENTRY = "inertia_factor.pyx"
CHANGE = "base_change.py"
ROOTS = "roots.pyx"
TWIN = "composite_bodies_twin.py"
CORIOLIS_TWIN = "coriolis_twin.py"
GROUPED = "grouped_matrices.py"
TORQUES = "laws/joint_torques.py"
OF_JOINTS = "tests/dynamics/matrices/test_joint_physics_forms.py"
MOTION = "motion_rows.py"
FORCES_ROOM = "generalized_forces.py"
DERIVATIVES = "joint_space_inertia.py"
DEFINITION = "inertia_by_definition.py"
INERTIA = "tests/dynamics/matrices/test_joint_space_inertia.py"
MATRIX = "tests/dynamics/matrices/test_coriolis_matrix.py"
WIDE = "tests/dynamics/matrices/test_inertia_factor.py::test_every_one_of_many_columns_is_solved"
LTDL = "tests/dynamics/matrices/test_inertia_factor.py"
ENERGY = "tests/dynamics/laws/test_energy.py"
FORCES = "tests/dynamics/laws/test_generalized_forces.py"
DENSE = "tests/dynamics/matrices/test_grouped_matrices.py"
PINOCCHIO = "tests/dynamics/matrices/test_pinocchio_closed_forms.py"
FIFTY_DIGITS = INERTIA + "::test_twin_at_fifty_digits_is_the_oracle"
BASES = INERTIA + "::test_bases_against_the_oracle"
RATES = INERTIA + "::test_the_derivatives_are_those_of_kinetic_energy"
SECOND_WAY = INERTIA + "::test_the_definition_is_a_second_way"
DENSE_TWIN = MATRIX + "::test_twin_at_fifty_digits_is_the_dense_form"
PASSIVE = MATRIX + "::test_rate_of_inertia_and_skew_symmetry"

FAULTS = [
    # Attitudes and places.
    (BODIES + ": joint_turn", "T[(3 * i + 1) * n + k] = E[3 + i] * c[k] - E[i] * s[k]",
     "T[(3 * i + 1) * n + k] = E[3 + i] * c[k] + E[i] * s[k]", PINOCCHIO),
    (BODIES + ": one_degree",
     "c[k + 1] = 0 if kind == PRISMATIC else -divided(term(rate, s, k), k + 1)",
     "c[k + 1] = 0 if kind == PRISMATIC else divided(term(rate, s, k), k + 1)", INERTIA),
    (BODIES + ": one_degree", "block[(SHIFT + i) * n] = body.E[6 + i] * (lead * q)",
     "block[(SHIFT + i) * n] = body.E[6 + i] * q", PINOCCHIO),
    (BODIES + ": one_degree",
     "body.E[6 + i] * divided(lead * rate[k], k + 1)", "body.E[6 + i] * lead * rate[k]",
     INERTIA),
    (BODIES + ": term", "total = total + a[j] * b[k - j]", "total = total + a[j] * b[j]", INERTIA),
    (BODIES + ": several_degrees",
     "rotation_series(rate, n, R, n, False, n)", "rotation_series(rate, n, R, n, True, n)",
     INERTIA),
    (BODIES + ": several_degrees", "across(R, i, rate + 3 * n, 1, k, n)",
     "across(R, i, rate, 1, k, n)", INERTIA),
    (BODIES + ": several_degrees", "block[(OFFSET + i) * n] += body.r[i]", "pass", PINOCCHIO),
    (BODIES + ": root_axes", "copy(block + SHIFT * n, block + LEVER * n, 3 * n)",
     "copy(block + OFFSET * n, block + LEVER * n, 3 * n)", ENERGY),
    (BODIES + ": child_axes", "across(up, i, T + j * n, 3, k, n)",
     "across(up, i, T + 3 * j * n, 1, k, n)", PINOCCHIO),
    # Composite bodies.
    (BODIES + ": own_moments",
     "block[(SECOND + i) * n] = body.P[i]", "block[(SECOND + i) * n] = 2 * body.P[i]",
     PINOCCHIO),
    (BODIES + ": moments_to_parent", "G[k] += body.m * s[k]", "pass", PINOCCHIO),
    (BODIES + ": moments_to_parent", "value -= body.m * term(s + i * n, s + j * n, k)",
     "value += body.m * term(s + i * n, s + j * n, k)", PINOCCHIO),
    (BODIES + ": moments_to_parent", "value += term(X + (3 * i + a) * n, T + (3 * j + a) * n, k)",
     "value += term(X + (3 * i + a) * n, T + (3 * a + j) * n, k)", PINOCCHIO),
    (BODIES + ": moments_to_parent", "+ term(G + i * n, offset + j * n, k))", ")", PINOCCHIO),
    (BODIES + ": pair",
     "return i if i == j else 2 + i + j", "return i if i == j else 6 - i - j", PINOCCHIO),
    (BODIES + ": unit_turn",
     "out[c * n + k] = -P[pair(a, c) * n + k]", "out[c * n + k] = P[pair(a, c) * n + k]",
     PINOCCHIO),
    (BODIES + ": unit_turn",
     "out[(3 + b) * n + k] = -h[c * n + k]", "out[(3 + b) * n + k] = h[c * n + k]",
     PINOCCHIO),
    (BODIES + ": add_unit_shift",
     "out[c * n + k] -= lead * h[b * n + k]", "out[c * n + k] -= h[b * n + k]", PINOCCHIO),
    (BODIES + ": add_unit_shift",
     "out[(3 + a) * n] += lead * body.m", "out[(3 + a) * n] += body.m", PINOCCHIO),
    (BODIES + ": own_block",
     "write_pair(table, iv, iv, k, F[2 * n + k] + body.pitch * F[5 * n + k])",
     "write_pair(table, iv, iv, k, F[2 * n + k])", PINOCCHIO),
    (BODIES + ": share", "value += body.pitch * along(R, 2, F + 3 * n, k, n)", "pass", PINOCCHIO),
    (BODIES + ": share", "along(R, a, F + 3 * n, k, n))", "along(R, a, F, k, n))", PINOCCHIO),
    (BODIES + ": lift", "- term(lever + b * n, F + (3 + a) * n, k))", ")", PINOCCHIO),
    (BODIES + ": write_pair", "H[(k * nv + b) * nv + a] = value", "pass", INERTIA),
    (BODIES + ": write_pair", "    value = times_factorial(value, k)\n", "", INERTIA),
    (BODIES + ": walk", "A[(6 * k + j) * model.nv + at] = times_factorial(F[j * n + k], k)",
     "A[(6 * k + j) * model.nv + at] = F[j * n + k]", ENERGY),
    (BODIES + ": tip_to_base",
     "local[j * n + k] + model.bodies[i].m * block[(LEVER + j) * n + k], k)",
     "local[j * n + k], k)", ENERGY),
    # Coriolis matrix.
    (CORIOLIS + ": twist_rate", "add_cross(motion + W, S + 3, out + 3)", "pass", MATRIX),
    (CORIOLIS + ": velocities", "add_cross(parent + W, block + LEVER, motion + U)",
     "add_cross(block + LEVER, parent + W, motion + U)", PINOCCHIO),
    (CORIOLIS + ": unit_twist",
     "S[3 + i] = body.pitch * R[3 * i + axis]", "S[3 + i] = R[3 * i + axis]", PINOCCHIO),
    (CORIOLIS + ": body_inertia", "c[i] = rigid.c[i] - body.k[i]", "c[i] = rigid.c[i]", PINOCCHIO),
    (CORIOLIS + ": body_inertia", "J[4 * i] += rigid.m * square", "pass", MATRIX),
    (CORIOLIS + ": body_inertia", "X[3 * i + j] += turned[3 * i + a] * rigid.J[pair(a, j)]",
     "X[3 * i + j] += turned[3 * i + a] * rigid.J[a]", PINOCCHIO),
    (CORIOLIS + ": own_rates", "skew_product(motion + U, h, motion + D_A, -1)",
     "skew_product(motion + U, h, motion + D_A, 1)", PINOCCHIO),
    (CORIOLIS + ": skew_product", "out[4 * i] -= sign * inner", "pass", PINOCCHIO),
    (CORIOLIS + ": own_rates",
     "motion[D_U + i] = rigid.m * motion[U + i]", "motion[D_U + i] = motion[U + i]",
     PINOCCHIO),
    (CORIOLIS + ": rates_to_parent", "skew_product(motion + D_W, l, lower, 1)", "pass", PINOCCHIO),
    (CORIOLIS + ": rates_to_parent", "upper[5] -= u[0]", "upper[5] += u[0]", MATRIX),
    (CORIOLIS + ": rates_to_parent",
     "skew_times(l, lower, parent + D_A, -1)", "skew_times(l, upper, parent + D_A, -1)",
     MATRIX),
    (CORIOLIS + ": rates_to_parent", "parent[D_U + i] += motion[D_U + i] + back[i]",
     "parent[D_U + i] += motion[D_U + i] - back[i]", MATRIX),
    (CORIOLIS + ": rates_times", "add_cross(motion + D_W, S + 3, F + 3)", "pass", MATRIX),
    (CORIOLIS + ": rates_transposed_times",
     "add_cross(S + 3, motion + D_W, F + 3)", "pass", MATRIX),
    (CORIOLIS + ": rates_times", "F[i] += dot(A + 3 * i, S) + dot(X + 3 * i, S + 3)",
     "F[i] += dot(A + 3 * i, S) - dot(X + 3 * i, S + 3)", MATRIX),
    (CORIOLIS + ": rates_transposed_times",
     "- (X[i] * S[3] + X[3 + i] * S[4] + X[6 + i] * S[5]))", ")", MATRIX),
    (CORIOLIS + ": inertia_times",
     "out[i] -= P[pair(i, j)] * local[j]", "out[i] += P[pair(i, j)] * local[j]",
     PINOCCHIO),
    (CORIOLIS + ": inertia_times", "add_cross(h, local + 3, out)", "pass", MATRIX),
    (CORIOLIS + ": lift_three", "for i in range(3):\n        add_cross(lever,",
     "for i in range(2):\n        add_cross(lever,", MATRIX),
    (CORIOLIS + ": coriolis_walk", "+ (dot(S, F + 6) + dot(S + 3, F + 9)))", ")", MATRIX),
    (CORIOLIS + ": coriolis_walk", "if i != start:", "if i >= start:", MATRIX),
    # Applied wrenches.
    (RUN + ": own_load", "cross(wrench + 3, k, x)", "cross(k, wrench + 3, x)", FORCES),
    (RUN + ": own_load",
     "y[i] += body.K[3 * j + i] * x[j]", "y[i] += body.K[3 * i + j] * x[j]", FORCES),
    (RUN + ": run_torques", "lift(blocks + i * BLOCK + LEVER, F, 1)", "pass", FORCES),
    # The factor.
    (FACTOR + ": coordinates_up",
     "up[model.iv[i] + c] = model.iv[i] + c - 1", "up[model.iv[i] + c] = up[model.iv[i]]",
     LTDL),
    (FACTOR + ": coordinates_up",
     "model.iv[parent] + width(model.kind[parent]) - 1 if parent >= 0 else -1",
     "model.iv[parent] if parent >= 0 else -1", LTDL),
    (FACTOR + ": run_factorise", "H[i * nv + j] = H[i * nv + j] - part * H[k * nv + j]",
     "H[i * nv + j] = H[i * nv + j] + part * H[k * nv + j]", LTDL),
    (FACTOR + ": run_factorise", "(8 + nv) * DBL_EPSILON * real_part(diagonal[k])", "0", LTDL),
    (FACTOR + ": solve_columns", "b[i * count + c] / L[i * nv + i]", "b[i * count + c]", LTDL),
    (FACTOR + ": solve_columns", "x[c] = x[c] - part * b[j * count + c]", "pass", LTDL),
    (FACTOR + ": run_solve", "b + whole * COLUMNS, call.count", "b, call.count", WIDE),
    (FACTOR + ": run_multiply",
     "b[i * count + c] = b[i * count + c] * L[i * nv + i]", "pass", LTDL),
    (FACTOR + ": run_multiply",
     "b[j * count + c] = b[j * count + c] + L[i * nv + j] * b[i * count + c]", "pass",
     LTDL),
    # Public functions.
    (ENTRY + ": _inertia", 'cdef cnp.ndarray H = cnp.PyArray_ZEROS(2, shape, typenum, 0)',
     'cdef cnp.ndarray H = cnp.PyArray_EMPTY(2, shape, typenum, 0)\n    H.fill(7)', INERTIA),
    (ENTRY + ": _configuration", "    _check_quaternions(model, array, typenum)\n", "", FORCES),
    (ENTRY + ": _require_diagonal",
     "total += x[step * (nv + 1) * i] - x[step * (nv + 1) * i]", "total += 0", FORCES),
    (ENTRY + ": _inertia_and_coriolis", '_require_finite("C", C, typenum)', "pass", FORCES),
    (FACTOR_ENTRY + ": InertiaFactor._require_pattern", "if j == way:", "if True:", LTDL),
    (FACTOR_ENTRY + ": _lost_pivot",
     "joint = max(i for i in range(model.nbodies) if model.iv[i] <= coordinate)",
     "joint = coordinate if coordinate < model.nbodies else 0", LTDL),
    (FACTOR_ENTRY + ": InertiaFactor._apply",
     "        out = array.copy()\n", "        out = array\n", LTDL),
    # Representations of the base.
    (CHANGE + ": pose_series", "R[k + 1] = sum(turn[j] @ R[k - j] for j in terms) / (k + 1)",
     "R[k + 1] = sum(R[j] @ turn[k - j] for j in terms) / (k + 1)", RATES),
    (CHANGE + ": base_change",
     "T[..., 3:, :3], inverse[..., 3:, :3] = -product(back, arm), product(arm, R)",
     "T[..., 3:, :3], inverse[..., 3:, :3] = product(back, arm), -product(arm, R)", BASES),
    (CHANGE + ": base_change",
     "(one, one) if base == \"mixed\" else (back, R)", "(back, R)", BASES),
    (CHANGE + ": pose_series",
     "step = step + sum(times(turn[j], p[k - j]) for j in terms)", "pass", RATES),
    (CHANGE + ": coriolis",
     "C[..., here] @ T + H[..., here] @ change.rate()", "C[..., here] @ T", PASSIVE),
    (CHANGE + ": torque", "out[change.here] = change.T[0].T @ tau[change.here]",
     "out[change.here] = change.T[0] @ tau[change.here]", FORCES),
    (ROOTS + ": root_poses", "place = place + times(home, pose[..., :3])",
     "place = place + pose[..., :3]", ENERGY),
    (DERIVATIVES + ": inverse_inertia_times",
     "forces[change.here] = change.inverse[0].T @ forces[change.here]",
     "forces[change.here] = change.inverse[0] @ forces[change.here]", LTDL),
    (DERIVATIVES + ": joint_space_inertia_derivatives", "    H = coefficients(H)\n", "", RATES),
    # Energy, momentum, forces.
    (MOTION + ": coefficients",
     "return x / factorials(len(x)).reshape((-1,) + (1,) * (x.ndim - 1))", "return x * 1.0",
     RATES),
    (FORCES_ROOM + ": external_forces", "loads = np.ascontiguousarray((halves @ R).reshape(-1, 6))",
     "loads = np.ascontiguousarray((halves @ R.swapaxes(1, 2)).reshape(-1, 6))", FORCES),
    (FORCES_ROOM + ": external_forces", "return -tau", "return tau", FORCES),
    # The second way, twins and the dense form.
    (DEFINITION + ": joint_space_inertia_by_definition",
     "model.inertias[k])", "model.inertias[0])", SECOND_WAY),
    (TWIN + ": _to_parent",
     "lump = taylor.sub(lump, mul(moved[i], body.shift[j]))", "pass", FIFTY_DIGITS),
    (TWIN + ": momentum",
     "n = taylor.vadd(turned, taylor.cross(body.h, linear))", "n = turned", FIFTY_DIGITS),
    (CORIOLIS_TWIN + ": coriolis_matrix",
     "C[here, up] = F[0].T @ at.rate + F[1].T @ at.S", "C[here, up] = F[1].T @ at.S",
     DENSE_TWIN),
    (CORIOLIS_TWIN + ": coriolis_matrix",
     "parent.D = parent.D + link.X.T @ link.D @ link.X", "pass", DENSE_TWIN),
    (TORQUES + ": torque_rows", "width / norm * (width / norm) / norm", "width / norm / norm",
     OF_JOINTS),
    (TORQUES + ": torque_rows", "float(rate > 0) - float(rate < 0)", "float(rate > 0)", OF_JOINTS),
    (TORQUES + ": torque_rows", "slope + stiffness * rate", "slope", OF_JOINTS),
    (TORQUES + ": joint_torques", "model.armature * a + ", "", OF_JOINTS),
    (GROUPED + ": closed_form_rate", "external, g.joints[1]", "external, g.joints[0]", OF_JOINTS),
    ("system_forms.py: lagrange_matrices", "H + np.diag(model.armature)", "H", OF_JOINTS),
    (GROUPED + ": GroupedMatrices.Vddot",
     "terms = self.S @ self.vddot + 2 * (self.Sdot @ self.vdot) + self.Sddot @ self.v",
     "terms = self.S @ self.vddot + self.Sdot @ self.vdot + self.Sddot @ self.v", DENSE),
    (GROUPED + ": closed_form_rate", "g.S.T @ (g.G_c @ turned) - g.Sdot.T @ (g.G_c @ (g.M @ g.G))",
     "g.S.T @ (g.G_c @ turned)", DENSE),
    (GROUPED + ": closed_form_rate", "g.ad_Vdot.T @ Pi + g.ad_V.T @ (g.ad_V.T @ Pi)",
     "g.ad_Vdot.T @ Pi", DENSE),
    (GROUPED + ": _in_doubles", "joint_screws(model, q, v[:2], ", "joint_screws(model, q, v[1:], ",
     DENSE),
    (GROUPED + ": _in_doubles", "times(at.R, model.coms) + at.d", "times(at.R, model.coms)", DENSE),
    (GROUPED + ": _assemble", "[factorial(k) * x[k] for x in column]", "[x[k] for x in column]",
     DENSE),
    ("jacobian_series.pyx: screws", "            multi += MULTI * at.W\n", "            pass\n",
     DENSE),
    ("jacobian_series.pyx: column", "elif representation != SHIFTED:", "else:", DENSE),
    (GROUPED + ": _adjoint_inverse",
     "out[3:, :3] = A[3:, :3].T", "out[3:, :3] = -A[3:, :3].T", DENSE),
    # The packed lower triangle.
    (BODIES + ": write_pair", "table.rows[b] + table.above[a]", "table.rows[b] + table.above[b]",
     PACKED),
    ("composite_run.pxi: add_armature", "table.rows[c + 1] - 1", "table.rows[c]", PACKED),
    ("packed_inertia.pyx: _pattern", "before[c] = -1", "before[c] = c - 1", PACKED),
    ("packed_inertia.pyx: _pattern", "way = before[way]", "way -= 1", PACKED),
    ("sparse_inertia.py: _change_base", "== first)[6:]", "== first)[5:]", PACKED),
    ("sparse_inertia.py: _change_base", "(T.T @ block @ T)", "(T @ block @ T.T)", PACKED),
]  # fmt: skip
