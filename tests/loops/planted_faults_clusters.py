"""Faults that must turn the tests of C-RNEA, C-ABA and C-EFPA red: file, text, fault, tests.

Texts of the kernel reach the tests through the builds `lieref/loops/c_aba/_c_aba_*`.
"""

GROUPS = "lieref/loops/c_aba/c_aba_groups.pxi"
RUN = "lieref/loops/c_aba/c_aba_run.pxi"
ENDS = "lieref/loops/c_efpa/c_efpa.pxi"
TABLE = "lieref/loops/c_aba/group_table.pyx"
MERGED = "lieref/loops/c_aba/cluster_groups.py"
RATES = "lieref/loops/c_aba/recursions.pyx"
BLOCKS = "lieref/loops/cluster_twin.py"
RNEA = "lieref/loops/c_rnea/c_rnea_twin.py"
ABA = "lieref/loops/c_aba/c_aba_twin.py"
EFPA = "lieref/loops/c_efpa/c_efpa_twin.py"
DOOR = "lieref/loops/cluster_dynamics.py"
STATE = "lieref/loops/state_dynamics.py"
CHECKS = "lieref/loops/arguments.py"
TREE = "lieref/loops/tree_accelerations.py"
INERTIA = "lieref/loops/c_efpa/operational_inertia.py"
OFFERS = "lieref/dynamics/shared/other_models.py"

ALGEBRA = "tests/loops/test_cluster_twins.py"
KERNEL = "tests/loops/test_cluster_recursions.py"
TRUTH = "tests/loops/test_cluster_truth.py"
DOORS = "tests/loops/test_cluster_dynamics.py"

FAULTS = [
    # A bias that a cluster asks for twice.
    (RUN, "at, i),\n                       further, False, at)",
     "at, i),\n                       further, True, at)", KERNEL),
    # Spatial vectors of clusters: the misprints first.
    (BLOCKS, 'frames[i].X if "line 9" in printed else X', "frames[i].X", ALGEBRA),
    (BLOCKS, 'if "line 18" not in printed:', "if False:", ALGEBRA),
    (BLOCKS, "ad(X @ v[columns] - v[rows]) @ X", "ad(v[rows] - X @ v[columns]) @ X", ALGEBRA),
    (BLOCKS, "ad(X @ v[columns] - v[rows]) @ X", "ad(-v[rows]) @ X", ALGEBRA),
    (BLOCKS, "if supports(frames, j, i):", "if i == j:", ALGEBRA),
    (BLOCKS, "out[at] = ad(v[at]) @ x[at]", "out[at] = -(ad(v[at]) @ x[at])", ALGEBRA),
    (BLOCKS, "-(ad(v[at]).T @ momentum[at])", "ad(v[at]) @ momentum[at]", ALGEBRA),
    (BLOCKS, "c = c + block.inside @ (block.joints @ g[list(block.topology.velocities)])", "pass",
     ALGEBRA),
    (BLOCKS, "[-K(float(x)) for x in model.gravity]", "[K(float(x)) for x in model.gravity]",
     ALGEBRA),
    (BLOCKS, "list(topology.velocities).index(frames[i].iv + c)", "c", ALGEBRA),
    (RNEA, 'if "(28)" not in printed:', "if False:", ALGEBRA),
    (RNEA, "tau[block.columns] = block.S.T @ f", "tau[block.columns] = -(block.S.T @ f)", ALGEBRA),
    (ABA, 'if "(54)" not in printed:', "if False:", ALGEBRA),
    (ABA, "reduced = inertias[k] - U @ D.solve(U.T)", "reduced = inertias[k]", ALGEBRA),
    (ABA, "tau[block.columns] - block.S.T @ p[k]", "tau[block.columns] + block.S.T @ p[k]",
     ALGEBRA),
    (ABA, "unit.D.solve(u[k] - unit.U.T @ ahead)", "unit.D.solve(u[k])", ALGEBRA),
    (ABA, "if not pivot.real > 0:", "if False:", ALGEBRA),
    (EFPA, "identity(K, n) - block.S @ unit.D.solve(unit.U.T)",
     "identity(K, n) - unit.U @ unit.D.solve(block.S.T)", ALGEBRA),
    (EFPA, "if k in way:", "if k in way and k != home[ends[e][0]]:", ALGEBRA),
    (EFPA, "here[:, 6 * a : 6 * a + 6]", "here[:, :6]", ALGEBRA),
    # The kernel of a group.
    (GROUPS, "if rows.place < 0:\n        return c == r", "if rows.place < 0:\n        return 1",
     KERNEL),
    (GROUPS, "call.G[rows.place + r * rows.width + c]", "call.G[rows.place + c]", KERNEL),
    (GROUPS, "out[TRIPLE + 2] = out[TRIPLE + 2] + pitch * rates[0]", "pass", KERNEL),
    (GROUPS, "out[i + i // 3] += rates[stride * r] * S[i]", "out[i + i // 3] += rates[0] * S[i]",
     KERNEL),
    (GROUPS, "u[j] = u[j] - pairing(column, single(block, WRENCH, at))",
     "u[j] = u[j] + pairing(column, single(block, WRENCH, at))", KERNEL),
    (GROUPS, "pairing(V + 2 * TRIPLE * i,", "pairing(V + 2 * TRIPLE * j,", KERNEL),
    (GROUPS, "              + times(single(block, LOWER, at), TRIPLE, A, b))",
     "              - times(single(block, LOWER, at), TRIPLE, A, b))", KERNEL),
    (GROUPS, "row[j] = row[j] - row[c] * D[n * j + c]", "pass", KERNEL),
    (GROUPS, "pivot = pivot - x * row[j]", "pivot = pivot + x * row[j]", KERNEL),
    (GROUPS, "x[i * step] = x[i * step] - L[n * j + i] * x[j * step]", "pass", KERNEL),
    (GROUPS, "add_to(wrench + m, u[j] * moment, 0)", "pass", KERNEL),
    (GROUPS, "subtract_from(B + c * TRIPLE + m, rows[i + TRIPLE] * moment, 0)",
     "subtract_from(B + c * TRIPLE + m, rows[i] * force, 0)", KERNEL),
    (GROUPS, "subtract_from(M + c * TRIPLE + m, rows[i + TRIPLE] * force, 0)",
     "add_to(M + c * TRIPLE + m, rows[i + TRIPLE] * force, 0)", KERNEL),
    (GROUPS, "LEAST_SHARE * real_part(bounds[i])", "-1", KERNEL),
    (GROUPS, "cdef double CANCELLED = 1e-11", "cdef double CANCELLED = 0", KERNEL),
    (RUN, "move_joint(kind, model.bodies[i].pitch, call.bias + model.iv[i], 1, further,\n"
     "                   single(block, BIAS, at), shared)", "pass", KERNEL),
    (RUN, "clear(further_series(further, WEIGHT, 0, at), 3)", "pass", DOORS),
    (RUN, "at.attitude + 3 * model.parent[i] * at.T, axes, at)", "NULL, axes, at)", DOORS),
    (RUN, "A = single(at.body + group.output * at.size, ACCELERATION, at)",
     "A = single(frame.world, ACCELERATION, at)", KERNEL),
    (RUN, "rates[r] = rates[r] + entry(call, table.rows + i, r, j) * u[j]",
     "rates[r] = entry(call, table.rows + i, r, j) * u[j]", KERNEL),
    (RUN, "add_to_parent(&model.links[i], model.kind[i], 3, block, further, single(block",
     "add_to_parent(&model.links[i], model.kind[i], 2, block, further, single(block", KERNEL),
    (RUN, "inertia_to_parent(&model.links[i], model.kind[i], False, block, above, further, at)",
     "inertia_to_parent(&model.links[i], model.kind[i], True, block, above, further, at)", KERNEL),
    (RUN, "single(frame.world, ACCELERATION, at)[TRIPLE + i] = -call.gravity[i]",
     "single(frame.world, ACCELERATION, at)[TRIPLE + i] = call.gravity[i]", KERNEL),
    (ENDS, "subtract_from(to + 2 * TRIPLE * c, y[6 * j + c]",
     "add_to(to + 2 * TRIPLE * c, y[6 * j + c]", KERNEL),
    (ENDS, "x = x + pairing(d + 2 * TRIPLE * a, moved)", "pass", KERNEL),
    (ENDS, "add_cross(arm, axis, 1, out", "add_cross(arm, axis, -1, out", KERNEL),
    (ENDS, "(frame[9 + j] - body.k[j])", "frame[9 + j]", KERNEL),
    (ENDS, "        if k > other_group:", "        if k < other_group:", KERNEL),
    # Tables.
    (TABLE, "row = cluster.velocities.index(int(self.model.idx_v[i]))", "row = 0", KERNEL),
    (TABLE, "rows[i, :3] = place, len(own), column", "rows[i, :3] = place, len(own), 0", KERNEL),
    (TABLE, "i = self.model.parents[i]", "i = -1", KERNEL),
    (MERGED, "if len(set(clusters[k].outputs)) > 1:", "if False:", KERNEL),
    (RATES, "G[rows.place + r * rows.width + c] * tau[iv + r])",
     "G[rows.place + r * rows.width + c] * tau[iv])", KERNEL),
    # Doors.
    (DOOR, "comb(k, j) * (G[j].T @ tau[k - j])", "(G[j].T @ tau[k - j])", TRUTH),
    (DOOR, "effort[k] + own[k] - wanted", "effort[k] + own[k] + wanted", DOORS),
    (DOOR, "first = first + reduced_forces", "first = first - reduced_forces", DOORS),
    (STATE, "return solved(model, still, base, tau, None, False, np.zeros(3))",
     "return solved(model, still, base, tau, None, False)", DOORS),
    (CHECKS, "if given.shape != own.shape:", "if False:", DOORS),
    (TREE, "g = least_motion(model, K, k)", "g = 0 * least_motion(model, K, k)", DOORS),
    (TREE, "forces = effort[0] + other[0]", "forces = effort[0] - other[0]", DOORS),
    (TREE, "if np.any(broken > allowed):", "if False:", DOORS),
    (INERTIA, "return np.array([*pose[:3, :3].ravel(), *pose[:3, 3]])",
     "return np.array([*pose[:3, :3].T.ravel(), *pose[:3, 3]])", DOORS),
    (OFFERS, "return _offers[name, type(model)]", 'return _offers["forward_dynamics", type(model)]',
     DOORS),
]  # fmt: skip
