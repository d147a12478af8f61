"""Faults that must turn the tests of C-RNEA, C-ABA and C-EFPA red: file, text, fault, tests.

Texts of the kernel reach the tests through the builds `lieref/loops/c_aba/_c_aba_*`.
"""

GROUPS = "c_aba_groups.pxi"
RUN = "c_aba_run.pxi"
ENDS = "c_efpa.pxi"
TABLE = "group_table.pyx"
MERGED = "cluster_groups.py"
RATES = "recursions.pyx"
BLOCKS = "cluster_twin.py"
RNEA = "c_rnea_twin.py"
ABA = "c_aba_twin.py"
EFPA = "c_efpa_twin.py"
ENTRY = "cluster_dynamics.py"
STATE = "state_dynamics.py"
CHECKS = "loops/arguments.py"
TREE = "tree_accelerations.py"
INERTIA = "operational_inertia.py"
OFFERS = "other_models.py"

ALGEBRA = "tests/loops/test_cluster_twins.py"
KERNEL = "tests/loops/test_cluster_recursions.py"
REFERENCE = "tests/loops/test_cluster_reference.py"
ENTRIES = "tests/loops/test_cluster_dynamics.py"
PHYSICS = "tests/loops/test_joint_physics_loops.py"

FAULTS = [
    # A bias that a cluster asks for twice.
    (RUN + ": group_motion", "at, i),\n                       multi, False, at)",
     "at, i),\n                       multi, True, at)", KERNEL),
    # Spatial vectors of clusters: the misprints first.
    (BLOCKS + ": cluster_blocks",
     'frames[i].X if "line 9" in printed else X', "frames[i].X", ALGEBRA),
    (BLOCKS + ": bias_acceleration", 'if "line 18" not in printed:', "if False:", ALGEBRA),
    (BLOCKS + ": bias_acceleration",
     "ad(X @ v[columns] - v[rows]) @ X", "ad(v[rows] - X @ v[columns]) @ X", ALGEBRA),
    (BLOCKS + ": bias_acceleration",
     "ad(X @ v[columns] - v[rows]) @ X", "ad(-v[rows]) @ X", ALGEBRA),
    (BLOCKS + ": cluster_blocks", "if supports(frames, j, i):", "if i == j:", ALGEBRA),
    (BLOCKS + ": cross_motion",
     "out[at] = ad(v[at]) @ x[at]", "out[at] = -(ad(v[at]) @ x[at])", ALGEBRA),
    (BLOCKS + ": bias_wrench",
     "-(ad(v[at]).T @ momentum[at])", "ad(v[at]) @ momentum[at]", ALGEBRA),
    (BLOCKS + ": bias_acceleration",
     "c = c + block.inside @ (block.joints @ g[list(block.topology.velocities)])", "pass",
     ALGEBRA),
    (BLOCKS + ": world_acceleration",
     "[-K(float(x)) for x in model.gravity]", "[K(float(x)) for x in model.gravity]",
     ALGEBRA),
    (BLOCKS + ": cluster_blocks",
     "list(topology.velocities).index(frames[i].iv + c)", "c", ALGEBRA),
    (RNEA + ": _transmitted", 'if "(28)" not in printed:', "if False:", ALGEBRA),
    (RNEA + ": inverse_dynamics",
     "tau[block.columns] = block.S.T @ f", "tau[block.columns] = -(block.S.T @ f)", ALGEBRA),
    (ABA + ": _bias_pass", 'if "(54)" not in printed:', "if False:", ALGEBRA),
    (ABA + ": articulate",
     "reduced = inertias[k] - U @ D.solve(U.T)", "reduced = inertias[k]", ALGEBRA),
    (ABA + ": _bias_pass",
     "tau[block.columns] - block.S.T @ p[k]", "tau[block.columns] + block.S.T @ p[k]",
     ALGEBRA),
    (ABA + ": forward_dynamics",
     "unit.D.solve(u[k] - unit.U.T @ ahead)", "unit.D.solve(u[k])", ALGEBRA),
    (ABA + ": factor", "if not pivot.real > 0:", "if False:", ALGEBRA),
    (EFPA + ": _propagators", "identity(K, n) - block.S @ unit.D.solve(unit.U.T)",
     "identity(K, n) - unit.U @ unit.D.solve(block.S.T)", ALGEBRA),
    (EFPA + ": inverse_operational_inertia",
     "if k in way:", "if k in way and k != home[ends[e][0]]:", ALGEBRA),
    (EFPA + ": inverse_operational_inertia", "here[:, 6 * a : 6 * a + 6]", "here[:, :6]", ALGEBRA),
    # The kernel of a group.
    (GROUPS + ": entry",
     "if rows.place < 0:\n        return c == r", "if rows.place < 0:\n        return 1",
     KERNEL),
    (GROUPS + ": entry",
     "call.G)[rows.place + r * rows.width + c]", "call.G)[rows.place + c]", KERNEL),
    (GROUPS + ": move_joint",
     "linear(out)[2] = linear(out)[2] + pitch * rates[0]", "pass", KERNEL),
    (GROUPS + ": move_joint",
     "out[in_triples(i)] += rates[stride * r] * S[i]", "out[in_triples(i)] += rates[0] * S[i]",
     KERNEL),
    (GROUPS + ": oppose", "u[j] = u[j] - pairing(column, single(block, WRENCH, at))",
     "u[j] = u[j] + pairing(column, single(block, WRENCH, at))", KERNEL),
    (GROUPS + ": oppose", "pairing(pair_of(V, i),", "pairing(pair_of(V, j),", KERNEL),
    (GROUPS + ": to_child", "              + times(single(block, LOWER, at), TRIPLE, A, b))",
     "              - times(single(block, LOWER, at), TRIPLE, A, b))", KERNEL),
    (GROUPS + ": factor_group", "row[j] = row[j] - row[c] * D[n * j + c]", "pass", KERNEL),
    (GROUPS + ": factor_group", "pivot = pivot - x * row[j]", "pivot = pivot + x * row[j]", KERNEL),
    (GROUPS + ": solve_group",
     "x[i * step] = x[i * step] - L[n * j + i] * x[j * step]", "pass", KERNEL),
    (GROUPS + ": articulate_output", "add_to(wrench + m, u[j] * moment, 0)", "pass", KERNEL),
    (GROUPS + ": articulate_output",
     "subtract_from(B + c * TRIPLE + m, linear(row)[c] * moment, 0)",
     "subtract_from(B + c * TRIPLE + m, row[c] * force, 0)", KERNEL),
    (GROUPS + ": articulate_output",
     "subtract_from(M + c * TRIPLE + m, linear(row)[c] * force, 0)",
     "add_to(M + c * TRIPLE + m, linear(row)[c] * force, 0)", KERNEL),
    (GROUPS + ": factor_group", "LEAST_SHARE * bounds[i]", "-1", KERNEL),
    (GROUPS + ": add_rotors", "turned = armature * entry(call, rows, r, j)",
     "turned = armature * entry(call, rows, 0, j)", KERNEL),
    (RUN + ": eliminate_joint", "resist_bias(kind == REVOLUTE and armature == 0, block, at)",
     "resist_bias(kind == REVOLUTE, block, at)", KERNEL),
    (RUN + ": eliminate_joint", "multi_bias(count, rotors(model, i, at), NULL",
     "multi_bias(count, NULL, NULL", KERNEL),
    ("closed_orders.pxi: forward_orders", "cdef bint moving = m.tree.physics == NULL",
     "cdef bint moving = True", PHYSICS),
    (ABA + ": articulate", "block.G.T @ (block.armature[:, None] * block.G)", "0", ALGEBRA),
    (ABA + ": _bias_pass", "- block.G.T @ turned", "+ block.G.T @ turned", ALGEBRA),
    (GROUPS, "cdef double CANCELLED = 1e-11", "cdef double CANCELLED = 0", KERNEL),
    (RUN + ": base_to_tip",
     "move_joint(kind, model.bodies[i].pitch, <const real*> call.bias + model.iv[i], 1, multi,\n"
     "                   single(block, BIAS, at), shared)", "pass", KERNEL),
    (RUN + ": base_to_tip", "clear(multi_series(multi, WEIGHT, 0, at), 3)", "pass", ENTRIES),
    (RUN + ": applied_wrenches",
     "at.attitude + 3 * model.parent[i] * at.T, axes, at)", "NULL, axes, at)", ENTRIES),
    (RUN + ": solve_members", "A = single(at.body + group.output * at.size, ACCELERATION, at)",
     "A = single(frame.world, ACCELERATION, at)", KERNEL),
    (RUN + ": solve_members", "rates[r] = rates[r] + entry(call, table.rows + i, r, j) * u[j]",
     "rates[r] = entry(call, table.rows + i, r, j) * u[j]", KERNEL),
    (RUN + ": eliminate_group",
     "add_to_parent(&model.links[i], model.kind[i], 3, block, multi, single(block",
     "add_to_parent(&model.links[i], model.kind[i], 2, block, multi, single(block", KERNEL),
    (RUN + ": eliminate_group",
     "inertia_to_parent(&model.links[i], model.kind[i], False, block, above, multi, at)",
     "inertia_to_parent(&model.links[i], model.kind[i], True, block, above, multi, at)", KERNEL),
    (RUN + ": begin", "linear(single(frame.world, ACCELERATION, at))[i] = -call.gravity[i]",
     "linear(single(frame.world, ACCELERATION, at))[i] = call.gravity[i]", KERNEL),
    (ENDS + ": carry_to_output", "subtract_from(pair_of(to, c), y[6 * j + c]",
     "add_to(pair_of(to, c), y[6 * j + c]", KERNEL),
    (ENDS + ": meet", "x = x + pairing(pair_of(d, a), moved)", "pass", KERNEL),
    (ENDS + ": unit_wrenches",
     "add_cross(arm, axis, 1, pair_of(out", "add_cross(arm, axis, -1, pair_of(out", KERNEL),
    (ENDS + ": unit_wrenches", "(frame[9 + j] - body.k[j])", "frame[9 + j]", KERNEL),
    (ENDS + ": pair_of_ends", "        if k > other_group:", "        if k < other_group:", KERNEL),
    # Tables.
    (TABLE + ": GroupTable._rows_of",
     "row = cluster.velocities.index(int(self.model.idx_v[i]))", "row = 0", KERNEL),
    (TABLE + ": GroupTable._rows_of",
     "rows[i, :3] = self.places[k] + row * len(own), len(own), column",
     "rows[i, :3] = self.places[k] + row * len(own), len(own), 0", KERNEL),
    (TABLE + ": GroupTable._rows_of", "self.model.joints[i].nv, column + row",
     "self.model.joints[i].nv, column", "tests/loops/motions/test_merged_clusters.py"),
    (TABLE + ": GroupTable._mark_needed", "i = self.model.parents[i]", "i = -1", KERNEL),
    (MERGED + ": kernel_groups", "if len(set(clusters[k].outputs)) > 1:", "if False:", KERNEL),
    (RATES + ": gather", "G[rows.place + r * rows.width + c] * tau[iv + r])",
     "G[rows.place + r * rows.width + c] * tau[iv])", KERNEL),
    # Public functions.
    (ENTRY, "torque[k] + own[k] - wanted", "torque[k] + own[k] + wanted", ENTRIES),
    (ENTRY, "first = first + reduced_forces", "first = first - reduced_forces", ENTRIES),
    (STATE + ": at_rest", "return solved(model, still, base, tau, None, False, np.zeros(3))",
     "return solved(model, still, base, tau, None, False)", ENTRIES),
    (CHECKS + ": external_forces", "if given.shape != own.shape:", "if False:", ENTRIES),
    (TREE + ": tree_accelerations",
     "g = least_motion(model, K, loop_bias", "g = 0 * least_motion(model, K, loop_bias", ENTRIES),
    (TREE + ": tree_accelerations",
     "forces = torque[0] + other[0]", "forces = torque[0] - other[0]", ENTRIES),
    (TREE + ": require_obeyed", "if np.any(broken > allowed):", "if False:", ENTRIES),
    (INERTIA, "[*pose[:3, :3].ravel(), *pose[:3, 3]]",
     "[*pose[:3, :3].T.ravel(), *pose[:3, 3]]", ENTRIES),
    (OFFERS + ": dispatch",
     "return _of_loops(name)", 'return _of_loops("forward_dynamics")', ENTRIES),
]  # fmt: skip
