"""Faults that must turn the tests of FDSVA-SO red: file, its text, the fault, tests.

Texts of the kernel reach the tests through the builds `lieref/partials/fdsva_so/_fdsva_so_wide*`.
"""

RUN = "lieref/partials/fdsva_so/fdsva_so.pxi"
PANELS = "lieref/partials/fdsva_so/fdsva_so_panels.pxi"
INNER = "lieref/partials/fdsva_so/fdsva_so_inner.pxi"
OUTER = "lieref/partials/fdsva_so/fdsva_so_outer.pxi"
DOOR = "lieref/partials/forward_dynamics_second_partials.pyx"
TWIN = "lieref/partials/fdsva_so/fdsva_so_twin.py"
TESTS = "tests/partials/fdsva_so/test_fdsva_so.py"
ARGUMENTS = "tests/partials/fdsva_so/test_fdsva_so_arguments.py"
ALGEBRA = "tests/partials/fdsva_so/test_fdsva_so_twin.py"

FAULTS = [
    # The terms and their order.
    (
        RUN,
        "to[j * nv + k] += T[j * nv + k] + T[k * nv + j]",
        "to[j * nv + k] += 2 * T[j * nv + k]",
        TESTS,
    ),
    (RUN, "to[j * nv + j] += 2 * T[j * nv + j]", "to[j * nv + j] += T[j * nv + j]", TESTS),
    (RUN, "products(model, call, &tree, 1, True,", "products(model, call, &tree, 0, True,", TESTS),
    (RUN, "products(model, call, &tree, 1, True,", "products(model, call, &tree, 1, False,", TESTS),
    (
        RUN,
        "    for i in range(nv):\n        transpose(T + i * slice, nv)",
        "    for i in range(1):\n        transpose(T + i * slice, nv)",
        TESTS,
    ),
    (RUN, "for k in range(tree.last[j] + 1, nv):", "for k in range(tree.last[j] + 2, nv):", TESTS),
    (RUN, "for k in range(tree.last[j] + 1, nv):", "for k in range(j + 1, nv):", TESTS),
    (RUN, "first = tree.joint[j]", "first = j", TESTS),
    # Panels and lists.
    (PANELS, "tree.before[e + count] = i", "tree.before[e + count] = c", TESTS),
    (
        PANELS,
        "panel[c] = row[c] if c < count else 0",
        "panel[c] = row[c] if c < count - 1 else 0",
        TESTS,
    ),
    (PANELS, "to[c] = row[c] + to[c] if adds else row[c]", "to[c] = row[c]", TESTS),
    (PANELS, "tree.last[c] = model.iv[i] + width(model.kind[i]) - 1", "tree.last[c] = c", TESTS),
    # Products.
    (INNER, "if call.varies[j] or beyond:", "if call.varies[j]:", TESTS),
    (INNER, "if call.varies[j] or beyond:", "if beyond:", TESTS),
    (INNER, "m = i if call.varies[j] else j", "m = j", TESTS),
    (INNER, "tree.joint[j] != tree.joint[i], nv, x, row)", "False, nv, x, row)", TESTS),
    (
        INNER,
        "add_lane_cross(above, s + 3, moved + 3)",
        "add_lane_cross(above, s, moved + 3)",
        TESTS,
    ),
    (INNER, "now[k] = above[k]", "now[k] = zero_lane()", TESTS),
    (
        INNER,
        "out[1] = out[1] + (h[2] * x[3] - h[0] * x[5])",
        "out[1] = out[1] - (h[2] * x[3] - h[0] * x[5])",
        TESTS,
    ),
    (
        INNER,
        "out[3 + i] = out[3 + i] + m * x[3 + i]",
        "out[3 + i] = out[3 + i] - m * x[3 + i]",
        TESTS,
    ),
    (INNER, "add_lane_cross(x + 3, s + 3, g)", "pass", TESTS),
    (INNER, "x[k] = -x[k]", "x[k] = x[k]", TESTS),
    (
        INNER,
        "inner_product(tree.axes + 6 * t, kept, row)",
        "inner_product(tree.axes + 6 * t, turned, row)",
        TESTS,
    ),
    (
        INNER,
        "inner_product(tree.raised + 6 * c, psi + t * six, row)",
        "inner_product(tree.raised + 6 * t, psi + c * six, row)",
        TESTS,
    ),
    (
        INNER,
        "lane_inertia(tree.own + i * COMPOSITE, now, moved)",
        "lane_inertia(tree.composite + i * COMPOSITE, now, moved)",
        TESTS,
    ),
    (
        INNER,
        "add_to(f + model.parent[i] * six, load(f + i * six + k * LANES), k)",
        "add_to(f + model.parent[i] * six, load(f + i * six), k)",
        TESTS,
    ),
    (
        INNER,
        "gather(moved + first, 3 * nv, nv, here, free)",
        "gather(x + first, 3 * nv, nv, here, free)",
        TESTS,
    ),
    # Solving.
    (
        OUTER,
        "tree.L_beyond[e] = L[tree.beyond[e] * nv + c]",
        "tree.L_beyond[e] = L[c * nv + tree.beyond[e]]",
        TESTS,
    ),
    (OUTER, "tree.inverse[c] = 1 / L[c * nv + c]", "tree.inverse[c] = L[c * nv + c]", TESTS),
    (OUTER, "tree.answer[6 * c + i] = U[i] / D", "tree.answer[6 * c + i] = U[i]", TESTS),
    (
        OUTER,
        "A[6 * i + k] -= U[i] * tree.answer[6 * c + k]",
        "A[6 * i + k] += U[i] * tree.answer[6 * c + k]",
        TESTS,
    ),
    (
        OUTER,
        "if tree.joint[c] == c and model.parent[tree.body[c]] >= 0:",
        "if model.parent[tree.body[c]] >= 0:",
        TESTS,
    ),
    (OUTER, "if not D > 0:", "if not D < 0:", TESTS),
    (OUTER, "if not D > 0:", "if D < -1:", TESTS),
    (
        OUTER,
        "add_to(above + m, load(p + m) + Y[k] * u[b], 0)",
        "add_to(above + m, Y[k] * u[b], 0)",
        TESTS,
    ),
    (OUTER, "add_to(p + (k * PANEL + b) * LANES, Y[k] * u[b], 0)", "pass", TESTS),
    (OUTER, "still(p, 6)", "pass", TESTS),
    (OUTER, "u[b] = u[b] - angular[b]", "u[b] = u[b] + angular[b]", TESTS),
    (
        OUTER,
        "store(p + m, load(above + m) + tree.axes[6 * c + k] * u[b])",
        "store(p + m, load(above + m) - tree.axes[6 * c + k] * u[b])",
        TESTS,
    ),
    # The door.
    (
        DOOR,
        "_turn(change.inverse[0].T, array, change.here)",
        "_turn(change.T[0].T, array, change.here)",
        TESTS,
    ),
    (
        DOOR,
        "            for tensor in self.tensors:\n                _turn(",
        "            for tensor in self.tensors[:3]:\n                _turn(",
        TESTS,
    ),
    (DOOR, "varies[change.here] = 1", "varies[change.here] = 0", TESTS),
    (DOOR, "np.fill_diagonal(efforts[:, 2], -1)", "np.fill_diagonal(efforts[:, 2], 1)", TESTS),
    (DOOR, "total += before + c", "total += before", TESTS),
    (
        DOOR,
        'inner = "idfoza" if deep >= DEEP_INNER',
        'inner = "idfoza" if deep < DEEP_INNER',
        TESTS,
    ),
    (
        DOOR,
        "            raise SingularError(unopposed(self.model, self._call.lost))",
        "            pass",
        TESTS,
    ),
    (DOOR, 'v = _row(model, "v", v)', "v = np.asarray(v, float)", ARGUMENTS),
    (DOOR, 'tau = _row(model, "tau", tau)', "tau = np.asarray(tau, float)", ARGUMENTS),
    (DOOR, '    if _choice("method", method, METHODS):', "    if method == 1:", ARGUMENTS),
    (
        DOOR,
        "        _require_finite(name, array)\n    return found",
        "        pass\n    return found",
        ARGUMENTS,
    ),
    # The twin.
    (
        TWIN,
        "of_tau.d2tau_dq_dq + along_q + np.swapaxes(along_q, 1, 2)",
        "of_tau.d2tau_dq_dq + 2 * along_q",
        ALGEBRA,
    ),
    (TWIN, "np.swapaxes(along_tau, 1, 2),", "along_tau,", ALGEBRA),
    (
        TWIN,
        "left = [K(x) - y for x, y in zip(tau, taken, strict=True)]",
        "left = [K(x) + y for x, y in zip(tau, taken, strict=True)]",
        ALGEBRA,
    ),
    (
        TWIN,
        "x[half:] -= product(L[half:, :half], x[:half])",
        "x[half:] -= product(L[:half, half:].T, x[:half])",
        ALGEBRA,
    ),
    (TWIN, "if widest <= 10.0**-digits:", "if widest >= 10.0**-digits:", ALGEBRA),
]
