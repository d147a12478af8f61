"""Faults that must turn the tests of the compared methods red: file, its text, the fault, tests.

Texts of the kernel reach the tests through the builds
`lieref/loops/projection/_projections_dense*`.
"""

FACTORS = "lieref/loops/projection/projection_factors.pxi"
RUN = "lieref/loops/projection/projection_run.pxi"
SADDLE = "lieref/loops/projection/multiplier_run.pxi"
ENDS = "lieref/loops/projection/projected_ends.pxi"
TABLE = "lieref/loops/projection/projection_table.pyx"
TREE = "lieref/loops/independent_tree.py"
METHODS = "lieref/loops/projection/projection_methods.py"
HELD = "lieref/loops/constraints/constraint_forces.py"
SPACE = "lieref/loops/constraints/row_space.py"
TWIN = "lieref/loops/projection/projection_twin.py"

EXACT = "tests/loops/test_methods.py"
FORCES = "tests/loops/test_methods_forces.py"
APPROXIMATE = "tests/loops/test_methods_approximate.py"
RANKS = "tests/loops/test_multiplier_ranks.py"
ALGEBRA = "tests/loops/test_methods_twin.py"

FAULTS = [
    # The twin.
    (TWIN, "solve(tau - G.T @ (c + H @ g))", "solve(tau - G.T @ c)", ALGEBRA),
    (TWIN, "return free + moved @ multipliers", "return free - moved @ multipliers", ALGEBRA),
    (TWIN, "solve(k - rows @ free)", "solve(k + rows @ free)", ALGEBRA),
    (TWIN, "J @ G @ factor(G.T @ H @ G, 0).solve(G.T @ J.T)",
     "J @ G @ factor(G.T @ H @ G, 0).solve(G.T @ (0 * J).T)", ALGEBRA),
    # Factors.
    (FACTORS, "row[j] = (row[j] - entries(row, A + <size_t> j * n, j)) / A[<size_t> j * n + j]",
     "row[j] = row[j] / A[<size_t> j * n + j]", EXACT),
    (FACTORS, "pivot = row[i] - entries(row, row, i)", "pivot = row[i] + entries(row, row, i)",
     EXACT),
    (FACTORS, "subtract_row(b, L + <size_t> i * n, b[i], i)", "pass", EXACT),
    (FACTORS, "if not pivot > (8 + n) * DBL_EPSILON * row[i]:", "if False:", EXACT),
    (FACTORS, "A[<size_t> i * n + j] -= row[i] * row[j]",
     "A[<size_t> i * n + j] += row[i] * row[j]", EXACT),
    (FACTORS, "if not row[k] > (8 + n) * DBL_EPSILON * diagonal[k]:", "if False:", EXACT),
    (FACTORS, "b[i] -= L[<size_t> i * n + j] * b[j]", "pass", EXACT),
    (FACTORS, "for c in range(whole, count):", "for c in range(whole, whole):", EXACT),
    # Projection.
    (RUN, "row[table.listed[block.first_ind + a]] = 1", "row[table.listed[block.first_ind]] = 1",
     EXACT),
    (RUN, "packed[block.place + a * block.n_ind + j]\n\n", "packed[block.place + j]\n\n", EXACT),
    (RUN, "subtract_row(B + <size_t> i * nv, G + <size_t> j * nv, -H[<size_t> i * n + j], nv)",
     "subtract_row(B + <size_t> i * nv, G + <size_t> j * nv, H[<size_t> i * n + j], nv)", EXACT),
    (RUN, "total += (packed[one.place + a * one.n_ind + i]",
     "total += (packed[one.place + a * one.n_ind]", EXACT),
    (RUN, "-B[b], other.n_ind)", "B[b], other.n_ind)", EXACT),
    (RUN, "m = table.blocks[m].parent", "m = -1", EXACT),
    (RUN, "at.rates[n + i] = call.bias[i]", "at.rates[n + i] = 0", EXACT),
    (RUN, "out[i] = call.tau[i] - out[i]", "out[i] = call.tau[i] + out[i]", EXACT),
    (RUN, "if block.place < 0 and j != a:", "if block.place < 0 and j < a:", EXACT),
    (RUN, "call.vdot, nv) + call.bias[i]", "call.vdot, nv)", EXACT),
    (RUN, "lost if lost < 0 else table.order[lost]", "lost if lost < 0 else 0", EXACT),
    # Approximations.
    (RUN, "for b in range(0 if method == FULL else a, a + 1):", "for b in range(0, a + 1):",
     APPROXIMATE),
    (RUN, "out[b] += rotor.inertia * row[a] * row[b]", "out[b] += rotor.inertia * row[a]",
     APPROXIMATE),
    (RUN, "rate += row[b] * vdot[y[b]]", "rate = row[b] * vdot[y[b]]", APPROXIMATE),
    (RUN, "else row[a] * vdot[y[a]])", "else rate)", APPROXIMATE),
    (RUN, "call.vdot[i] = call.tau[i] - at.efforts[i]", "call.vdot[i] = call.tau[i]", APPROXIMATE),
    (TREE, "if i not in parents)", ")", APPROXIMATE),
    (TREE, "(swept @ swept + advance**2)", "(swept @ swept)", APPROXIMATE),
    (TREE, "masses[i] * (swept @ swept", "masses[i] * (0 * swept @ swept", APPROXIMATE),
    (TABLE, "armature[n].place = place + row * width", "armature[n].place = place", APPROXIMATE),
    (TABLE, "armature[n].position = positions[k]", "armature[n].position = 0", APPROXIMATE),
    (TABLE, "above = last[cluster.parent] if cluster.parent >= 0 else -1",
     "above = len(up) - 1 if cluster.parent >= 0 else -1", EXACT),
    (TABLE, "above = last[tree.parents[i]] if tree.parents[i] >= 0 else -1", "above = -1", EXACT),
    (METHODS, "return q, v, wrenches[table.kept_bodies]", "return q, v, None", APPROXIMATE),
    (METHODS, "if lost.any():", "if False:", APPROXIMATE),
    (METHODS, "if body not in table.kept_bodies:", "if False:", APPROXIMATE),
    (METHODS, "if method in APPROXIMATIONS and rows > 1:", "if False:", APPROXIMATE),
    (METHODS, "base, tau - held)", "base, tau + held)", EXACT),
    (METHODS, "found[at] = change.inverse[0] @ found[at]", "pass", EXACT),
    (METHODS, "forces[at] = change.inverse[0].T @ forces[at]",
     "forces[at] = change.inverse[0] @ forces[at]", EXACT),
    (METHODS, "forces[change.here] = change.inverse[0].T @ forces[change.here]", "pass", EXACT),
    (METHODS, "q, None, K, 0 * k, tau)", "q, None, K, 0 * k, 0 * tau)", EXACT),
    # Multipliers.
    (SADDLE, "at.Y[<size_t> i * at.r + a] = K[", "at.Y[<size_t> i * at.r + a] = -K[", EXACT),
    (SADDLE, "out[at.used[a]] -= L[j] * row[at.used[a]]",
     "out[at.used[a]] += L[j] * row[at.used[a]]", EXACT),
    (SADDLE, "* scale\n            largest", "\n            largest", RANKS),
    (SADDLE, "if fabs(row[j]) > largest:", "if fabs(row[j]) > 0 and largest == 0:", RANKS),
    (SADDLE, "row[j] -= part * chosen[j]", "pass", EXACT),
    (SADDLE, "rows += block.rank", "pass", EXACT),
    (SADDLE, "at.z[i] += held", "at.z[i] -= held", EXACT),
    (SADDLE, "subtract_row(call.forces, call.K + <size_t> at.rows[a] * n, -at.w[a], n)",
     "subtract_row(call.forces, call.K + <size_t> at.rows[a] * n, at.w[a], n)", EXACT),
    (SADDLE, "at.b[j] -= h * call.vdot[i]", "pass", EXACT),
    (SADDLE, "at.b[i] -= at.z[i]\n", "at.b[i] += at.z[i]\n", EXACT),
    (SADDLE, "at.w[a] = call.k[at.rows[a]]\n", "at.w[a] = 0\n", EXACT),
    (SADDLE, "        leftovers(call, at.rates, at)\n"
     "        size = solve_step(table, call, at, &others)\n", "        size = 0\n", RANKS),
    (TABLE, "len(cluster.velocities) - len(own)])", "0])", EXACT),
    (SPACE, "sizes[:rank], right[:rank]", "sizes, right[: len(sizes)]", RANKS),
    # Ends.
    (ENDS, "arm[i] = frame[9 + i] - body.k[i]", "arm[i] = frame[9 + i] + body.k[i]", EXACT),
    (ENDS, "body.K[3 * c + i] * frame[3 * c + j]", "body.K[3 * c + i] * frame[3 * j + c]", EXACT),
    (ENDS, "at[0] = S[3] + S[1] * p[2] - S[2] * p[1]", "at[0] = S[3] - S[1] * p[2] + S[2] * p[1]",
     EXACT),
    (ENDS, "arm[2] += at[0]", "pass", EXACT),
    (ENDS, "p[a] += body.r[a]", "pass", EXACT),
    (ENDS, "turn[1] = -turn[3]", "turn[1] = turn[3]", EXACT),
    (ENDS, "X + <size_t> table.order[i] * wide,", "X + <size_t> i * wide,", EXACT),
    (ENDS, "table.independent[j] * wide,", "j * wide,", APPROXIMATE),
    # Forces in loops.
    (SPACE, "(shown / space.sizes) / space.row_units", "(shown * space.sizes) / space.row_units",
     FORCES),
    (HELD, "six[:3] - np.cross(d, six[3:])", "six[:3] + np.cross(d, six[3:])", FORCES),
    (HELD, "R @ moment + np.cross(p, R @ force)", "R @ moment", FORCES),
    (HELD, "six[2] -= float(loop.pitch) * six[5]", "six[2] += float(loop.pitch) * six[5]", FORCES),
    (HELD, "six[0] * np.array([R[1, 2], -R[0, 2], 0.0])", "six[0] * np.array([1.0, 0.0, 0.0])",
     FORCES),
    (HELD, "couplings += K[row:end].T", "couplings -= K[row:end].T", FORCES),
    (HELD, "forces[model.independent] += own[0]", "forces[model.independent] = own[0]", FORCES),
]  # fmt: skip
