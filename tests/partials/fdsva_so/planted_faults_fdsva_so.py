"""Faults that must turn the tests of FDSVA-SO red: file, its text, the fault, tests.

Texts of the kernel reach the tests through the builds `lieref/partials/fdsva_so/_fdsva_so_wide*`.
"""

RUN = "fdsva_so.pxi"
PANELS = "fdsva_so_panels.pxi"
INNER = "fdsva_so_inner.pxi"
OUTER = "fdsva_so_outer.pxi"
ENTRY = "forward_dynamics_second_partials.pyx"
TWIN = "fdsva_so_twin.py"
TESTS = "tests/partials/fdsva_so/test_fdsva_so.py"
ARGUMENTS = "tests/partials/fdsva_so/test_fdsva_so_arguments.py"
ALGEBRA = "tests/partials/fdsva_so/test_fdsva_so_twin.py"

FAULTS = [
    # The terms and their order.
    (
        RUN + ": add_both",
        "to[j * nv + k] += T[j * nv + k] + T[k * nv + j]",
        "to[j * nv + k] += 2 * T[j * nv + k]",
        TESTS,
    ),
    (
        RUN + ": add_both",
        "to[j * nv + j] += 2 * T[j * nv + j]",
        "to[j * nv + j] += T[j * nv + j]",
        TESTS,
    ),
    (
        RUN + ": run_inner",
        "products(model, call, &tree, 1, True,",
        "products(model, call, &tree, 0, True,",
        TESTS,
    ),
    (
        RUN + ": run_inner",
        "products(model, call, &tree, 1, True,",
        "products(model, call, &tree, 1, False,",
        TESTS,
    ),
    (
        RUN + ": run_inner",
        "    for i in range(nv):\n        transpose(T + i * slice, nv)",
        "    for i in range(1):\n        transpose(T + i * slice, nv)",
        TESTS,
    ),
    (
        RUN + ": mirror",
        "for k in range(tree.last[j] + 1, nv):",
        "for k in range(tree.last[j] + 2, nv):",
        TESTS,
    ),
    (
        RUN + ": mirror",
        "for k in range(tree.last[j] + 1, nv):",
        "for k in range(j + 1, nv):",
        TESTS,
    ),
    (RUN + ": run_outer", "first = tree.joint[j]", "first = j", TESTS),
    # Panels and lists.
    (PANELS + ": plant", "tree.before[e + count] = i", "tree.before[e + count] = c", TESTS),
    (
        PANELS + ": gather",
        "panel[c] = row[c] if c < count else 0",
        "panel[c] = row[c] if c < count - 1 else 0",
        TESTS,
    ),
    (PANELS + ": put", "to[c] = row[c] + to[c] if adds else row[c]", "to[c] = row[c]", TESTS),
    (
        PANELS + ": plant",
        "tree.last[c] = model.iv[i] + width(model.kind[i]) - 1",
        "tree.last[c] = c",
        TESTS,
    ),
    # Products.
    (INNER + ": entry", "if call.varies[j] or beyond:", "if call.varies[j]:", TESTS),
    (INNER + ": entry", "if call.varies[j] or beyond:", "if beyond:", TESTS),
    (INNER + ": entry", "m = i if call.varies[j] else j", "m = j", TESTS),
    (
        INNER + ": by_sums",
        "tree.joint[j] != tree.joint[i], nv, x, row)",
        "False, nv, x, row)",
        TESTS,
    ),
    (
        INNER + ": accelerate",
        "add_lane_cross(above, s + 3, moved + 3)",
        "add_lane_cross(above, s, moved + 3)",
        TESTS,
    ),
    (INNER + ": accelerate", "now[k] = above[k]", "now[k] = zero_lane()", TESTS),
    (
        INNER + ": lane_inertia",
        "out[1] = out[1] + (h[2] * x[3] - h[0] * x[5])",
        "out[1] = out[1] - (h[2] * x[3] - h[0] * x[5])",
        TESTS,
    ),
    (
        INNER + ": lane_inertia",
        "out[3 + i] = out[3 + i] + m * x[3 + i]",
        "out[3 + i] = out[3 + i] - m * x[3 + i]",
        TESTS,
    ),
    (INNER + ": find_wrenches", "add_lane_cross(x + 3, s + 3, g)", "pass", TESTS),
    (INNER + ": find_wrenches", "x[k] = -x[k]", "x[k] = x[k]", TESTS),
    (
        INNER + ": by_columns",
        "inner_product(tree.axes + 6 * t, kept, row)",
        "inner_product(tree.axes + 6 * t, turned, row)",
        TESTS,
    ),
    (
        INNER + ": by_columns",
        "inner_product(tree.raised + 6 * c, psi + t * six, row)",
        "inner_product(tree.raised + 6 * t, psi + c * six, row)",
        TESTS,
    ),
    (
        INNER + ": accelerate",
        "lane_inertia(tree.own + i * COMPOSITE, now, moved)",
        "lane_inertia(tree.composite + i * COMPOSITE, now, moved)",
        TESTS,
    ),
    (
        INNER + ": by_columns",
        "add_to(f + model.parent[i] * six, load(f + i * six + k * LANES), k)",
        "add_to(f + model.parent[i] * six, load(f + i * six), k)",
        TESTS,
    ),
    (
        INNER + ": products",
        "gather(moved + first, 3 * nv, nv, here, free)",
        "gather(x + first, 3 * nv, nv, here, free)",
        TESTS,
    ),
    # Solving.
    (
        OUTER + ": factorise",
        "tree.L_beyond[e] = L[tree.beyond[e] * nv + c]",
        "tree.L_beyond[e] = L[c * nv + tree.beyond[e]]",
        TESTS,
    ),
    (
        OUTER + ": factorise",
        "tree.inverse[c] = 1 / L[c * nv + c]",
        "tree.inverse[c] = L[c * nv + c]",
        TESTS,
    ),
    (
        OUTER + ": articulate",
        "tree.gain[6 * c + i] = U[i] / D",
        "tree.gain[6 * c + i] = U[i]",
        TESTS,
    ),
    (
        OUTER + ": articulate",
        "A[6 * i + k] -= U[i] * tree.gain[6 * c + k]",
        "A[6 * i + k] += U[i] * tree.gain[6 * c + k]",
        TESTS,
    ),
    (
        OUTER + ": articulate",
        "if tree.joint[c] == c and model.parent[tree.body[c]] >= 0:",
        "if model.parent[tree.body[c]] >= 0:",
        TESTS,
    ),
    (OUTER + ": articulate", "if not D > 0:", "if not D < 0:", TESTS),
    (OUTER + ": articulate", "if not D > 0:", "if D < -1:", TESTS),
    (
        OUTER + ": articulated_solve",
        "add_to(above + m, load(p + m) + Y[k] * u[b], 0)",
        "add_to(above + m, Y[k] * u[b], 0)",
        TESTS,
    ),
    (
        OUTER + ": articulated_solve",
        "add_to(p + (k * PANEL + b) * LANES, Y[k] * u[b], 0)",
        "pass",
        TESTS,
    ),
    (OUTER + ": articulated_solve", "still(p, 6)", "pass", TESTS),
    (OUTER + ": subtract_product", "u[b] = u[b] - angular[b]", "u[b] = u[b] + angular[b]", TESTS),
    (
        OUTER + ": articulated_solve",
        "store(p + m, load(above + m) + tree.axes[6 * c + k] * u[b])",
        "store(p + m, load(above + m) - tree.axes[6 * c + k] * u[b])",
        TESTS,
    ),
    # The public function.
    (
        ENTRY + ": Terms.__cinit__",
        "_turn(change.inverse[0].T, array, change.here)",
        "_turn(change.T[0].T, array, change.here)",
        TESTS,
    ),
    (
        ENTRY + ": Terms.outer",
        "            for tensor in self.tensors:\n                _turn(",
        "            for tensor in self.tensors[:3]:\n                _turn(",
        TESTS,
    ),
    (ENTRY + ": Terms.__cinit__", "varies[change.here] = 1", "varies[change.here] = 0", TESTS),
    (
        ENTRY + ": Terms.__cinit__",
        "np.fill_diagonal(torques[:, 2], -1)",
        "np.fill_diagonal(torques[:, 2], 1)",
        TESTS,
    ),
    (ENTRY + ": depth", "total += before + c", "total += before", TESTS),
    (
        ENTRY + ": choose",
        'inner = "idfoza" if deep >= DEEP_INNER',
        'inner = "idfoza" if deep < DEEP_INNER',
        TESTS,
    ),
    (
        ENTRY + ": Terms._run",
        "            raise SingularError(unopposed(self.model, self._call.lost))",
        "            pass",
        TESTS,
    ),
    (
        ENTRY + ": forward_dynamics_second_partials",
        'v = _row(model, "v", v)',
        "v = np.asarray(v, float)",
        ARGUMENTS,
    ),
    (
        ENTRY + ": forward_dynamics_second_partials",
        'tau = _row(model, "tau", tau)',
        "tau = np.asarray(tau, float)",
        ARGUMENTS,
    ),
    (
        ENTRY + ": forward_dynamics_second_partials",
        '    if _choice("method", method, METHODS):',
        "    if method == 1:",
        ARGUMENTS,
    ),
    (
        ENTRY + ": forward_dynamics_second_partials",
        "        _require_finite(name, array)\n    return found",
        "        pass\n    return found",
        ARGUMENTS,
    ),
    # The twin.
    (
        TWIN + ": compose",
        "of_tau.d2tau_dq_dq + along_q + np.swapaxes(along_q, 1, 2)",
        "of_tau.d2tau_dq_dq + 2 * along_q",
        ALGEBRA,
    ),
    (TWIN + ": compose", "np.swapaxes(along_tau, 1, 2),", "along_tau,", ALGEBRA),
    (
        TWIN + ": accelerations",
        "left = [K(x) - y for x, y in zip(tau, taken, strict=True)]",
        "left = [K(x) + y for x, y in zip(tau, taken, strict=True)]",
        ALGEBRA,
    ),
    (
        TWIN + ": _solve_down",
        "x[half:] -= product(L[half:, :half], x[:half])",
        "x[half:] -= product(L[:half, half:].T, x[:half])",
        ALGEBRA,
    ),
    (TWIN + ": certified", "if widest <= 10.0**-digits:", "if widest >= 10.0**-digits:", ALGEBRA),
]
