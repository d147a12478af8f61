"""Faults that must turn the tests of the compared methods red: file, its text, the fault, tests.

Texts of the kernel reach the tests through the builds
`lieref/loops/projection/_projections_dense*`.
"""

FACTORS = "projection_factors.pxi"
RUN = "projection_run.pxi"
SADDLE = "multiplier_run.pxi"
ENDS = "projected_ends.pxi"
TABLE = "projection_table.pyx"
TREE = "independent_tree.py"
METHODS = "projection_methods.py"
HELD = "constraint_forces.py"
SPACE = "row_space.py"
TWIN = "projection_twin.py"

EXACT = "tests/loops/test_methods.py"
FORCES = "tests/loops/test_methods_forces.py"
APPROXIMATE = "tests/loops/test_methods_approximate.py"
RANKS = "tests/loops/test_multiplier_ranks.py"
UNITS = "tests/loops/test_units.py"
ALGEBRA = "tests/loops/test_methods_twin.py"

FAULTS = [
    # The twin.
    (TWIN + ": projection", "solve(tau - G.T @ (c + H @ g))", "solve(tau - G.T @ c)", ALGEBRA),
    (TWIN + ": with_multipliers",
     "return free + moved @ multipliers", "return free - moved @ multipliers", ALGEBRA),
    (TWIN + ": with_multipliers", "solve(k - rows @ free)", "solve(k + rows @ free)", ALGEBRA),
    (TWIN + ": operational_inertia", "J @ G @ factor(G.T @ H @ G, 0).solve(G.T @ J.T)",
     "J @ G @ factor(G.T @ H @ G, 0).solve(G.T @ (0 * J).T)", ALGEBRA),
    # Factors.
    (FACTORS + ": cholesky",
     "row[j] = (row[j] - entries(row, A + <size_t> j * n, j)) / A[<size_t> j * n + j]",
     "row[j] = row[j] / A[<size_t> j * n + j]", EXACT),
    (FACTORS + ": cholesky",
     "pivot = row[i] - entries(row, row, i)", "pivot = row[i] + entries(row, row, i)",
     EXACT),
    (FACTORS + ": cholesky_rest", "subtract_row(b, L + <size_t> i * n, b[i], i)", "pass", EXACT),
    (FACTORS + ": cholesky", "if not pivot > (8 + n) * DBL_EPSILON * row[i]:", "if False:", EXACT),
    (FACTORS + ": branch_factor", "A[<size_t> i * n + j] -= row[i] * row[j]",
     "A[<size_t> i * n + j] += row[i] * row[j]", EXACT),
    (FACTORS + ": branch_factor",
     "if not row[k] > (8 + n) * DBL_EPSILON * diagonal[k]:", "if False:", EXACT),
    (FACTORS + ": branch_rest", "b[i] -= L[<size_t> i * n + j] * b[j]", "pass", EXACT),
    (FACTORS + ": entries",
     "for c in range(whole, count):", "for c in range(whole, whole):", EXACT),
    # Projection.
    (RUN + ": unpack",
     "row[table.listed[block.first_ind + a]] = 1", "row[table.listed[block.first_ind]] = 1",
     EXACT),
    (RUN + ": unpack",
     "packed[block.place + a * block.n_ind + j]\n\n", "packed[block.place + j]\n\n", EXACT),
    (RUN + ": project_full",
     "subtract_row(B + <size_t> i * nv, G + <size_t> j * nv, -H[<size_t> i * n + j], nv)",
     "subtract_row(B + <size_t> i * nv, G + <size_t> j * nv, H[<size_t> i * n + j], nv)", EXACT),
    (RUN + ": project_block", "total += (packed[one.place + a * one.n_ind + i]",
     "total += (packed[one.place + a * one.n_ind]", EXACT),
    (RUN + ": project_block", "-B[b], other.n_ind)", "B[b], other.n_ind)", EXACT),
    (RUN + ": project_branches", "m = table.blocks[m].parent", "m = -1", EXACT),
    (RUN + ": missing_forces", "at.rates[n + i] = call.bias[i]", "at.rates[n + i] = 0", EXACT),
    (RUN + ": missing_forces",
     "out[i] = call.tau[i] - out[i]", "out[i] = call.tau[i] + out[i]", EXACT),
    (RUN + ": gather", "if block.place < 0 and j != a:", "if block.place < 0 and j < a:", EXACT),
    (RUN + ": run_projected_efforts", "call.vdot, nv) + call.bias[i]", "call.vdot, nv)", EXACT),
    (RUN + ": factorise",
     "lost if lost < 0 else table.order[lost]", "lost if lost < 0 else 0", EXACT),
    # Approximations.
    (RUN + ": approximate_inertia",
     "for b in range(0 if method == FULL else a, a + 1):", "for b in range(0, a + 1):",
     APPROXIMATE),
    (RUN + ": approximate_inertia",
     "out[b] += rotor.inertia * row[a] * row[b]", "out[b] += rotor.inertia * row[a]",
     APPROXIMATE),
    (RUN + ": add_armature",
     "rate += row[b] * vdot[y[b]]", "rate = row[b] * vdot[y[b]]", APPROXIMATE),
    (RUN + ": add_armature", "else row[a] * vdot[y[a]])", "else rate)", APPROXIMATE),
    (RUN + ": missing_kept_forces",
     "call.vdot[i] = call.tau[i] - at.efforts[i]", "call.vdot[i] = call.tau[i]", APPROXIMATE),
    (TREE + ": independent_tree", "if i not in parents)", ")", APPROXIMATE),
    (TREE + ": _inertia", "(swept @ swept + advance**2)", "(swept @ swept)", APPROXIMATE),
    (TREE + ": _inertia",
     "masses[i] * (swept @ swept", "masses[i] * (0 * swept @ swept", APPROXIMATE),
    (TABLE + ": ProjectionTable._keep",
     "armature[n].place = place + row * width", "armature[n].place = place", APPROXIMATE),
    (TABLE + ": ProjectionTable._keep",
     "armature[n].position = positions[k]", "armature[n].position = 0", APPROXIMATE),
    (TABLE + ": _up", "above = last[cluster.parent] if cluster.parent >= 0 else -1",
     "above = len(up) - 1 if cluster.parent >= 0 else -1", EXACT),
    (TABLE + ": _tree_up",
     "above = last[tree.parents[i]] if tree.parents[i] >= 0 else -1", "above = -1", EXACT),
    (METHODS + ": _part",
     "return q, v, wrenches[table.kept_bodies]", "return q, v, None", APPROXIMATE),
    (METHODS + ": _part", "if lost.any():", "if False:", APPROXIMATE),
    (METHODS + ": ends_inertia", "if body not in table.kept_bodies:", "if False:", APPROXIMATE),
    (METHODS + ": require_order_zero",
     "if method in APPROXIMATIONS and rows > 1:", "if False:", APPROXIMATE),
    (METHODS + ": accelerations", "base, tau - held)", "base, tau + held)", EXACT),
    (METHODS + ": at_rest", "found[at] = change.inverse[0] @ found[at]", "pass", EXACT),
    (METHODS + ": at_rest", "forces[at] = change.inverse[0].T @ forces[at]",
     "forces[at] = change.inverse[0] @ forces[at]", EXACT),
    (METHODS + ": tree_with_multipliers",
     "forces[change.here] = change.inverse[0].T @ forces[change.here]", "pass", EXACT),
    (METHODS + ": _resting_tree", "q, None, K, 0 * k, tau)", "q, None, K, 0 * k, 0 * tau)", EXACT),
    # Multipliers.
    (SADDLE + ": constraints_up",
     "at.Y[<size_t> i * at.r + a] = K[", "at.Y[<size_t> i * at.r + a] = -K[", EXACT),
    (SADDLE + ": constraints_up", "out[at.used[a]] -= L[j] * row[at.used[a]]",
     "out[at.used[a]] += L[j] * row[at.used[a]]", EXACT),
    (SADDLE + ": scaled_block", "* scale\n            largest", "\n            largest", RANKS),
    (SADDLE + ": independent_rows",
     "if fabs(row[j]) > largest:", "if fabs(row[j]) > 0 and largest == 0:", RANKS),
    (SADDLE + ": independent_rows", "row[j] -= part * chosen[j]", "pass", EXACT),
    (SADDLE + ": select_rows", "rows += block.rank", "pass", EXACT),
    (SADDLE + ": solve_step", "at.z[i] += held", "at.z[i] -= held", EXACT),
    (SADDLE + ": solve_step",
     "subtract_row(call.forces, call.K + <size_t> at.rows[a] * n, -at.w[a], n)",
     "subtract_row(call.forces, call.K + <size_t> at.rows[a] * n, at.w[a], n)", EXACT),
    (SADDLE + ": leftovers", "at.b[j] -= h * call.vdot[i]", "pass", EXACT),
    (SADDLE + ": run_multipliers", "at.b[i] -= at.z[i]\n", "at.b[i] += at.z[i]\n", EXACT),
    (SADDLE + ": solve_saddle", "at.w[a] = call.k[at.rows[a]]\n", "at.w[a] = 0\n", EXACT),
    (SADDLE + ": solve_saddle", "        leftovers(call, at.rates, at)\n"
     "        size = solve_step(table, call, at, &others)\n", "        size = 0\n", RANKS),
    (TABLE + ": ProjectionTable.__init__", "len(cluster.velocities) - len(own)])", "0])", EXACT),
    (SPACE + ": row_spaces", "sizes[:rank], right[:rank]", "sizes, right[: len(sizes)]", RANKS),
    (SPACE + ": row_spaces", "rank_of(sizes) < rank", "False", RANKS),
    (SPACE + ": least_multipliers", " / space.row_units", "", RANKS),
    ("tree_configuration.py: rank_of", "SINGULAR * max", "0.0 * max", RANKS),
    ("tree_configuration.py: rank_of", "max(1.0, values.max(initial=0.0))",
     "values.max(initial=0.0)", RANKS),
    ("tree_accelerations.py: _require_obeyed",
     "sizes[:of_loops] = np.maximum(sizes[:of_loops], 1)", "sizes = np.maximum(sizes, 1)", UNITS),
    ("loop_assembly.py: idle_joints", "G / np.array(units)[:, None] * ", "G + 0.0 * ", UNITS),
    ("variational.py: Stepper._increment", "np.sqrt(x @ H @ x)", "np.abs(x).max()", UNITS),
    ("variational.py: _broyden", "(this @ H @ plain) / (this @ H @ this)",
     "(this @ plain) / (this @ this)", UNITS),
    ("variational.py: _broyden", "(last @ H @ plain) / (last @ H @ last)",
     "(last @ plain) / (last @ last)", UNITS),
    ("loop_elimination.py: find_pivots", "x * K(column / row)", "x", UNITS),
    ("loop_forward_dynamics.py: _equations", "[inertia / x for x in moves]",
     "[1 / x for x in moves]", UNITS),
    # Ends.
    (ENDS + ": end_in_kernel_frame",
     "arm[i] = frame[9 + i] - body.k[i]", "arm[i] = frame[9 + i] + body.k[i]", EXACT),
    (ENDS + ": end_in_kernel_frame",
     "body.K[3 * c + i] * frame[3 * c + j]", "body.K[3 * c + i] * frame[3 * j + c]", EXACT),
    (ENDS + ": joint_column",
     "at[0] = S[3] + S[1] * p[2] - S[2] * p[1]", "at[0] = S[3] - S[1] * p[2] + S[2] * p[1]",
     EXACT),
    (ENDS + ": step_to_parent", "arm[2] += at[0]", "pass", EXACT),
    (ENDS + ": step_to_parent", "p[a] += body.r[a]", "pass", EXACT),
    (ENDS + ": step_to_parent", "turn[1] = -turn[3]", "turn[1] = turn[3]", EXACT),
    (ENDS + ": run_projected_ends",
     "X + <size_t> table.order[i] * wide,", "X + <size_t> i * wide,", EXACT),
    (ENDS + ": to_independent", "table.independent[j] * wide,", "j * wide,", APPROXIMATE),
    # Forces in loops.
    (SPACE + ": least_multipliers",
     "(shown / space.sizes) / space.row_units", "(shown * space.sizes) / space.row_units",
     FORCES),
    (HELD + ": _wrench",
     "six[:3] - np.cross(d, six[3:])", "six[:3] + np.cross(d, six[3:])", FORCES),
    (HELD + ": _shares", "R @ moment + np.cross(p, R @ force)", "R @ moment", FORCES),
    (HELD + ": _wrench",
     "six[2] -= float(loop.pitch) * six[5]", "six[2] += float(loop.pitch) * six[5]", FORCES),
    (HELD + ": _wrench",
     "six[0] * np.array([R[1, 2], -R[0, 2], 0.0])", "six[0] * np.array([1.0, 0.0, 0.0])",
     FORCES),
    (HELD + ": _shares", "couplings += K[row:end].T", "couplings -= K[row:end].T", FORCES),
    (HELD + ": constraint_forces",
     "forces[model.independent] += own[0]", "forces[model.independent] = own[0]", FORCES),
]  # fmt: skip
