"""Faults that must turn the tests of second partials of any order red: file, text, fault, tests.

The kernel texts reach the tests through the build `lieref/partials/orders/_order_products_wide*`.
"""

SERIES = "order_contraction.pxi"
BLOCKS = "second_blocks.pxi"
JOINTS = "order_joints.pxi"
PUBLIC = "order_contraction.py"
TWIN = "order_contraction_twin.py"
TESTS = "tests/partials/second_orders/test_order_contraction.py"
ORACLE = TESTS + "::test_against_the_oracle"
KERNEL = TESTS + "::test_kernel_against_twin"
SLOPES = TESTS + "::test_differences_of_gradients"
DIGITS = TESTS + "::test_twin_at_forty_digits_is_the_oracle"

FAULTS = [
    # Vectors of a coordinate.
    (SERIES + ": turned_entry", "- product(w + c * W", "+ product(w + c * W", KERNEL),
    (SERIES + ": inertia_rate", "entry = entry + 2 * spread", "pass", KERNEL),
    (SERIES + ": inertia_rate", "mass * load(u", "load(u", KERNEL),
    (SERIES + ": inertia_rate", "- product(u + j * W, h + 2 * i * W, b, n))", ")", KERNEL),
    (SERIES + ": hold", "= -p[(HELD + 2 * i) * W + k]", "= p[(HELD + 2 * i) * W + k]", KERNEL),
    (SERIES + ": find_weights", "add_turned_force(column, momentum, beta, at)", "pass", KERNEL),
    (SERIES + ": find_weights", "add_turned_force(kept, p + RAISED * W, delta, at)", "pass",
     KERNEL),
    (SERIES + ": find_weights", "subtract_rate(A, column, spare, delta, at)", "pass", KERNEL),
    (SERIES + ": find_weights", "add_turned_force(kept, spare, alpha, at)", "pass", KERNEL),
    (SERIES + ": find_weights", "add_turned_force(psi, momentum, alpha, at)", "pass", KERNEL),
    (SERIES + ": find_weights", "subtract_rate(A, psi, spare, alpha, at)", "pass", KERNEL),
    (SERIES + ": find_weights", "coriolis_back(block, y, spare, at)", "clear(spare, 12 * W)",
     KERNEL),
    (SERIES + ": find_weights", "cross_term(column, W, drag", "cross_term(psi, W, drag", KERNEL),
    # Entries.
    (SERIES + ": own_pairs", "to.VV[start + back] += found[W + k]", "pass", KERNEL),
    (SERIES + ": own_pairs", "to.QV[start + back] = ", "to.QV[start + there] = ", KERNEL),
    (SERIES + ": own_pairs", "to.QA[start + back] = found[3 * W + k]", "pass", KERNEL),
    (SERIES + ": path_pairs", "+ e[TURNED * W - j] * y", "", KERNEL),
    (SERIES + ": path_pairs", "driven + e[DELTA * W - j] * psi + e[PUSHED * W - j] * y",
     "driven + e[DELTA * W - j] * psi", KERNEL),
    (SERIES + ": path_pairs", "lifted + e[BETA * W - j] * s", "lifted + e[RAISED * W - j] * s",
     KERNEL),
    (SERIES + ": path_pairs", "to.QA[there] = found[4 * LANES + slot]", "pass", KERNEL),
    (SERIES + ": path_pairs", "for j in range(k + 1):", "for j in range(max(k, 1)):", KERNEL),
    (SERIES + ": own_sums", "share[k] + p[KEPT * W + k]", "share[k]", KERNEL),
    (SERIES + ": body_pairs", "if count > 1:", "if False:", KERNEL),
    (SERIES + ": run_contraction", "add_to(parent, load(share + k * LANES), k)", "pass", KERNEL),
    (SERIES + ": add_joint_contraction", "bend[k - j]", "bend[j]", SLOPES),
    (JOINTS + ": friction_slopes", "- square[j] * bend[k - j]", "", SLOPES),
    (JOINTS + ": friction_slopes", "- 3 * rate[j] * slope[k - j]", "", SLOPES),
    # Blocks.
    (BLOCKS + ": joint_changes", "for i in range(m + 1, n - 1):", "for i in range(m + 2, n - 1):",
     KERNEL),
    (BLOCKS + ": late_steps", "add_dual_at(w, steps + 6 * i, x)", "pass", KERNEL),
    (BLOCKS + ": add_late", "out[(iv + d) * at.nv + iv + c] += turned[d]", "pass", KERNEL),
    (BLOCKS + ": add_dual_at", "add_cross_at(v + 3, 1, f + 3, 1, out)", "pass", KERNEL),
    (BLOCKS + ": change_gradients", "add_shifted(at.QA, m - 1, m,", "add_shifted(at.QA, m - 1, 1,",
     KERNEL),
    (BLOCKS + ": change_gradients", "add_shifted(at.VQ, m + 1, c,", "add_shifted(at.VQ, m + 1, 1,",
     KERNEL),
    (BLOCKS + ": change_joint", "at.VQ + here", "at.QV + here", KERNEL),
    (BLOCKS + ": one_degree_rows", "c / (j + 1)", "c", KERNEL),
    (BLOCKS + ": one_degree_rows", "at.square, c * j, out", "at.square, c, out", KERNEL),
    (BLOCKS + ": write_second_block", "for k in range(j + 2, n):", "for k in range(j + 3, n):",
     KERNEL),
    (BLOCKS + ": add_rows", "x[6 * d + t]", "x[6 * t + d]", KERNEL),
    # What Python does.
    (PUBLIC + ": inverse_dynamics_order_contraction", "[::-1].copy()", ".copy()", ORACLE),
    (TWIN + ": _weights", "dual(kept, times(inertia, p.psi_d)),", "", DIGITS),
    (TWIN + ": _late", "out[r - i + m]", "out[r - i]", DIGITS),
    ("order_directions_twin.py: gradients", "of_a * count", "of_a",
     "tests/partials/orders/test_order_products.py::test_kernel_against_twin"),
]  # fmt: skip
