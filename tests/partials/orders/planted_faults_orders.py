"""Faults that must turn the tests of the partials of any order red: file, text, fault, tests.

The kernel texts reach the tests through the build `lieref/partials/orders/_order_partials_wide*`.
"""

COLUMNS = "order_columns.pxi"
ENTRIES = "order_entries.pxi"
JOINTS = "order_joints.pxi"
BLOCKS = "order_blocks.pxi"
KERNEL = "order_partials.pxi"
ENTRY = "inverse_dynamics_order_partials.pyx"
BASES = "order_bases.py"
REPRESENTED = "order_represented.py"
TWIN = "order_partials_twin.py"
TESTS = "tests/partials/orders/test_order_partials.py"
KERNELS = TESTS + "::test_kernel_against_twin"
OTHERS = TESTS + "::test_representations_against_the_oracle"
ANY = TESTS + "::test_any_numbering"
PHYSICS = TESTS + "::test_joint_physics"
MEMORY = TESTS + "::test_results_in_given_memory"
FIFTY = "tests/partials/orders/test_order_partials_twin.py"
FIFTY += "::test_twin_at_fifty_digits_is_the_oracle"

PRODUCTS = "tests/partials/orders/test_order_products.py"
TIMES = PRODUCTS + "::test_products_are_those_of_the_matrices"
TURNED = PRODUCTS + "::test_representations"
TIMES_TWIN = PRODUCTS + "::test_twin_at_fifty_digits_is_the_product"
VECTORS = "order_products.pxi"
DIRECTIONS = "order_directions.pxi"
DIRECTIONS_TWIN = "order_directions_twin.py"
MANY_ROOTS = PRODUCTS + "::test_two_free_roots"
WITH_TWIN = PRODUCTS + "::test_kernel_against_twin"
VECTORS_TWIN = "order_products_twin.py"
WRENCHES = "order_wrenches.py"
LOADED = "tests/partials/orders/test_order_wrenches.py::test_inverse_dynamics_against_the_oracle"

FAULTS = [
    # Columns, inertias, forces.
    (COLUMNS + ": motion_products", "turned = turned + load(out + i * W + b * LANES)", "pass",
     KERNELS),
    (COLUMNS + ": times_inertia", "mass * load(x + (3 + i) * stride + b * LANES)",
     "load(x + (3 + i) * stride + b * LANES)", KERNELS),
    (COLUMNS + ": coriolis_back", "- cross_term(x + 3 * W, W, block", "+ cross_term(x, W, block",
     KERNELS),
    (COLUMNS + ": link_inertia", "lifted = lifted + x[i] * (g[i] + h[i])",
     "lifted = lifted + x[i] * g[i]", KERNELS),
    (COLUMNS + ": inertia_series", "rate[i] = rate[i] + 2 * spread", "pass", KERNELS),
    (COLUMNS + ": inertia_series", "add_cross_at(w, 1, h, 1, first)", "pass", KERNELS),
    (COLUMNS + ": own_force", "if i == j:", "if i != j:", KERNELS),
    (COLUMNS + ": read_column", "copy(multi + (B + 3 * (i - 3) + c - 3) * W, s + i * W, W)",
     "copy(multi + (B + 3 * (c - 3) + i - 3) * W, s + i * W, W)", KERNELS),
    (COLUMNS + ": move_body", "taylor_series(v + nv + c, nv, lift, n)",
     "taylor_series(v + c, nv, lift, n)", KERNELS),
    (COLUMNS + ": move_body", "if root:", "if False:", KERNELS),
    (COLUMNS + ": move_body", "motion_products(block + TWIST * W, column, column + SUM_D * W, "
     "True, at)", "pass", KERNELS),
    # Entries.
    (ENTRIES + ": find_effects", "+ cross_term(column + 3 * W, W, f + 6 * W, i, b, n, W)", "",
     KERNELS),
    (ENTRIES + ": own_entries", "to.da[k * to.rows + across] = found[2 * W + k]", "pass", KERNELS),
    (ENTRIES + ": path_entries", "to.da[here + across] = found[2 * LANES + slot]", "pass",
     KERNELS),
    (ENTRIES + ": path_entries", "moved = moved + e[BELOW * W - j]",
     "moved = moved - e[BELOW * W - j]", KERNELS),
    (ENTRIES + ": path_entries", "for j in range(k + 1):", "for j in range(max(k, 1)):", KERNELS),
    # Joints of their own, blocks, passes.
    (JOINTS + ": friction_slopes", "(0.5 * j + k)", "(0.5 * j - k)", PHYSICS),
    (JOINTS + ": add_joint_series", "to.da[at] + model.physics[c].armature", "to.da[at]", PHYSICS),
    (JOINTS + ": add_joint_series", "to.dq[at] + model.physics[c].stiffness", "to.dq[at]",
     PHYSICS),
    (BLOCKS + ": one_degree_block", "c / (j + 1)", "c", KERNELS),
    (BLOCKS + ": one_degree_block", "(k - j + 1) * at.rows, c * j", "(k - j + 1) * at.rows, c",
     KERNELS),
    (BLOCKS + ": deviation_order", "add_cross_at(w + 3, 1, x, 6, total + 3)", "pass", KERNELS),
    (BLOCKS + ": rated_deviations", "for j in range(n - 2):", "for j in range(n - 3):", KERNELS),
    (BLOCKS + ": started_deviations", "for i in range(k):", "for i in range(k - 1):", KERNELS),
    (BLOCKS + ": write_blocks", "for j in range(n, -1, -1):", "for j in range(n + 1):", KERNELS),
    (KERNEL + ": ground", "fixed_direction(w, W, fall, W, n)", "pass", KERNELS),
    (KERNEL + ": still_roots", "clear(to.v + k * model.nv + model.iv[i], width(model.kind[i]))",
     "pass", KERNELS),
    (KERNEL + ": still_roots", "to.roots[parent] if parent >= 0 else i", "0", ANY),
    (KERNEL + ": add_subtree", "to.masses[model.parent[i]] += to.masses[i]", "pass", KERNELS),
    (KERNEL + ": clear_slopes", "2 * at.square * sizeof(real)", "at.square * sizeof(real)", ANY),
    # What Python does.
    (ENTRY + ": _require_blocks", "if np.may_share_memory(dq, dv):", "if False:", MEMORY),
    (BASES + ": in_base", "block[k][here, here] += ", "_ = ", OTHERS),
    (BASES + ": in_base", "found + block[k][:, here] if block is dq else found", "found", OTHERS),
    (BASES + ": deviations", "(rate[i] - turned) / (i + 1)", "rate[i] / (i + 1)", OTHERS),
    (REPRESENTED + ": first", "/ whole[:-1]", "", OTHERS),
    (TWIN + ": _turned_back", "[-y for y in", "[y for y in", FIFTY),
    (TWIN + ": deviations", "unit * int(i == j) - sum", "unit * int(i == j) + sum", FIFTY),
    (TWIN + ": carried", "-(a @ motion_cross(b))", "(a @ motion_cross(b))", FIFTY),
    # Products with vectors.
    (VECTORS + ": joint_moves", "add_column(column + SUM_D * W, 6, dv, body + OWN_Y * W, at)",
     "pass", TIMES),
    (VECTORS + ": run_jvp", "add_turned_force(body + OWN_Z * W, block + FORCE * W, total, &at)",
     "pass", TIMES),
    (VECTORS + ": run_jvp", "add_series(body + BEYOND * W, 2 * W, above, 2 * W, 6, &at)", "pass",
     TIMES),
    (VECTORS + ": weighted_columns", "drag = drag + dot6(above, turned, b, at)", "pass", TIMES),
    (VECTORS + ": run_vjp", "own[k] = body[k] - parent[k]", "own[k] = body[k]", TIMES),
    (JOINTS + ": add_joint_products", "slope[k - j] * w[j * nv + c]", "slope[j] * w[j * nv + c]",
     TURNED),
    (DIRECTIONS + ": joint_moves_of", "divided(rate[c] - turned[c], i + 1)",
     "divided(rate[c], i + 1)", TIMES),
    (DIRECTIONS + ": joint_moves_of", "add_times_six(change.V + 36 * (i - j), before, rate)",
     "pass", TURNED),
    (DIRECTIONS + ": next_change", "changes[0] = found.Z + size", "pass", MANY_ROOTS),
    (DIRECTIONS + ": find_moves", "taylor(rates[i * nv + c], i)", "rates[i * nv + c]", TIMES),
    (DIRECTIONS + ": find_moves", "(i + 1) * at.rate[(i + 1) * nv + c]",
     "at.rate[(i + 1) * nv + c]", TIMES),
    (DIRECTIONS + ": write_forces", "add_times_six(change.Z + 36 * (k - j), ",
     "add_back_six(change.Z + 36 * (k - j), ", TURNED),
    (DIRECTIONS + ": write_forces", "add_back_six(change.T + 36 * (k - j), ",
     "add_times_six(change.T + 36 * (k - j), ", TURNED),
    (DIRECTIONS + ": find_weights_of", "add_back_six(change.Z", "add_times_six(change.Z", TURNED),
    (DIRECTIONS + ": find_weights_of", "for j in range(k, n):\n                add_times_six",
     "for j in range(k, k + 1):\n                add_times_six", TURNED),
    (DIRECTIONS + ": joint_gradients", "add_dual_at(w, force, turned)", "pass", TIMES),
    (DIRECTIONS + ": joint_gradients", "add_back_six(change.V + 36 * (i - j), rate, turned)",
     "pass", TURNED),
    (DIRECTIONS + ": joint_gradients", "rate[c] = rate[c] + force[c]", "pass", TIMES),
    (DIRECTIONS + ": run_directional_vjp", "turn_around(lifted, nv, at.n)", "pass", TIMES),
    (DIRECTIONS + ": run_directional_vjp", "at.xi[i] += at.lift[i]", "at.xi[i] = at.lift[i]",
     TURNED),
    (DIRECTIONS_TWIN + ": moves", "(y[i] - turned) / (i + 1)", "y[i] / (i + 1)", WITH_TWIN),
    (DIRECTIONS_TWIN + ": gradients", "x[j] += joint.V[i - j].T @ y[i]", "pass", WITH_TWIN),
    (DIRECTIONS_TWIN + ": gradients", "joint.spin[i - j].T @ step", "joint.spin[i - j] @ step",
     WITH_TWIN),
    (DIRECTIONS_TWIN + ": forces", "joint.T[k - j].T @ body[j]", "joint.T[k - j] @ body[j]",
     WITH_TWIN),
    (DIRECTIONS_TWIN + ": weights", "joint.Z[j - k].T @ out[j, here]",
     "joint.Z[j - k].T @ w[j, here]", WITH_TWIN),
    (VECTORS_TWIN + ": series_jvp", "dual(z, tree.force)", "dual(x, tree.force)", TIMES_TWIN),
    (VECTORS_TWIN + ": series_vjp", "[-x for x in above]", "[x for x in above]", TIMES_TWIN),
    # Wrenches.
    (WRENCHES + ": slopes", "-moment, -force", "moment, -force", LOADED),
    (WRENCHES + ": slopes", "np.where(before(model), ", "np.where(before(model).T, ", LOADED),
    (WRENCHES + ": slopes", "A -= product(product(rows, held), J).sum(1)", "pass", LOADED),
    (WRENCHES + ": slopes", "n)[0].swapaxes(-1, -2)", "n)[0]", LOADED),
    (WRENCHES + ": with_wrenches", "range(j + 2, k + 1)", "range(j + 3, k + 1)", LOADED),
    (WRENCHES + ": with_wrenches", "A[k - j - 1] / (j + 1)", "A[k - j - 1]", LOADED),
    (REPRESENTED + ": first", 'rows, "body", wrenches, axes)', "rows)", LOADED),
]  # fmt: skip
