"""Faults that must turn the tests of spatial forward and hybrid dynamics red: file, its text, the
fault, tests.

Texts of the kernel reach the tests through the builds
`lieref/dynamics/forward/spatial/_gabi_spatial_*`.
"""

COLUMNS = "lieref/dynamics/forward/articulated_columns.pxi"
SHIFTS = "lieref/dynamics/forward/articulated_shifts.pxi"
FACTORS = "lieref/dynamics/forward/spatial/h_gabi_spatial.pxi"
APPLIED = "lieref/dynamics/forward/spatial/h_gabi_spatial_applied.pxi"
ORDERS = "lieref/dynamics/forward/spatial/h_gabi_spatial_orders.pxi"
RUN = "lieref/dynamics/forward/spatial/h_gabi_spatial_run.pxi"
TWIN = "lieref/dynamics/forward/spatial/h_gabi_spatial_twin.py"
COLUMNS_TWIN = "lieref/dynamics/forward/articulated_columns_twin.py"
KERNEL = "tests/dynamics/forward/test_h_gabi_spatial.py"
SINGULAR = "tests/dynamics/forward/test_h_gabi_singular.py"
ALGEBRA = "tests/dynamics/forward/test_h_gabi_spatial_twin.py"

FAULTS = [
    # One joint: columns, factors, efforts and accelerations.
    (COLUMNS, "j.fixed[LEVER + 3 * c + i] = dot(j.fixed + COLUMNS + 6 * (3 + i) + 3, T + 3, 3)",
     "j.fixed[LEVER + 3 * c + i] = dot(j.fixed + COLUMNS + 6 * (3 + c) + 3, T + 3, 3)", KERNEL),
    (COLUMNS, "clear(T + 3, 3)", "clear(T + 3, 2)", KERNEL),
    (COLUMNS, "cdef double LEAST_PIVOT = TRUSTED / 10", "cdef double LEAST_PIVOT = 1e-20",
     SINGULAR),
    (COLUMNS, "cdef double LEAST_PIVOT = TRUSTED / 10", "cdef double LEAST_PIVOT = 1e-3", KERNEL),
    (COLUMNS, "N[6 * a + b] = N[6 * a + b] + ((scale * g[a] - n[a]) * g[b] - g[a] * n[b])",
     "N[6 * a + b] = N[6 * a + b] + scale * g[a] * g[b]", KERNEL),
    (COLUMNS, "N[7 * a] = N[7 * a] + M[7 * a]\n    for a", "N[7 * a] = M[7 * a]\n    for a",
     SINGULAR),
    (COLUMNS, "M[6 * a + b] = M[6 * a + b] - U[a] * g[b]",
     "M[6 * a + b] = M[6 * a + b] + U[a] * g[b]", KERNEL),
    (COLUMNS, "if not given(j, c) and not eliminate(j, c, M, N):",
     "if not eliminate(j, c, M, N):", KERNEL),
    (COLUMNS, "left[c] -= j.fixed[LEVER + 3 * c + i] * left[3 + i]", "pass", KERNEL),
    (COLUMNS, "+ dot(j.fixed + ARTICULATED + 6 * i, j.fixed + BIAS_RATE, 6))", ")", KERNEL),
    (COLUMNS, "add_scaled(y[c], j.fixed + FORCES + 6 * c, rest)", "pass", KERNEL),
    (COLUMNS, "if j.whole:\n        # T is orthonormal", "if False:\n        # T is orthonormal",
     KERNEL),
    (COLUMNS, "if j.whole:\n        return j.fixed[HANDED + i]",
     "if not j.whole:\n        return j.fixed[HANDED + i]", KERNEL),
    (COLUMNS, "found[c] = j.fixed[SOLVED + c] - dot(j.fixed + FORCES + 6 * c, A, 6)",
     "found[c] = j.fixed[SOLVED + c] + dot(j.fixed + FORCES + 6 * c, A, 6)", KERNEL),
    (COLUMNS, "found[3 + i] -= j.fixed[LEVER + 3 * c + i] * found[c]", "pass", KERNEL),
    (COLUMNS, "add_scaled(1, j.fixed + BIAS_RATE, A)", "pass", KERNEL),
    (COLUMNS, "+ j.fixed[BIAS_WRENCH + i])", ")", KERNEL),
    (COLUMNS, "j.base = call.base if model.parent[i] < 0 and j.kind == FREE else BODY",
     "j.base = call.base if j.kind == FREE else BODY", KERNEL),
    (COLUMNS, "j.whole = False\n", "j.whole = True\n", KERNEL),
    (COLUMNS, "if c >= 3:\n                    j.levered = False",
     "if c > 3:\n                    j.levered = False", KERNEL),
    # Articulated inertia and its factors.
    (FACTORS, "s.x = j.multi + ((B if j.base == BODY else D) + c - 3) * W",
     "s.x = j.multi + (B + c - 3) * W", KERNEL),
    (FACTORS, "about[3 * i + a] = J[(3 if i == 0 else 5 if i == 1 else 4) * W]",
     "about[3 * i + a] = J[(3 if i == 0 else 4 if i == 1 else 5) * W]", KERNEL),
    (FACTORS, "- h[i] * c[a]", "+ h[i] * c[a]", KERNEL),
    (FACTORS, "(h[a] * c[a] + h[b] * c[b])", "(h[i] * c[i] + h[b] * c[b])", KERNEL),
    (COLUMNS, "M[6 * b + 3 + a] = h[i]", "M[6 * b + 3 + a] = -h[i]", KERNEL),
    (COLUMNS, "M[6 * (3 + a) + b] = h[i]", "M[6 * (3 + a) + b] = -h[i]", KERNEL),
    (COLUMNS, "N[7 * a] = N[7 * a] + (M[b] + M[b + 7] + M[b + 14])", "pass", SINGULAR),
    (SHIFTS, "add_moment(1, l, M + 6 * a + 3, M + 6 * a)", "pass", KERNEL),
    (SHIFTS, "- l[b] * M[6 * (3 + a) + c])", "+ l[b] * M[6 * (3 + a) + c])", KERNEL),
    (SHIFTS, "if parent != NULL and not j.whole:", "if parent != NULL:", SINGULAR),
    (SHIFTS, "        add_moved(l, j.fixed + NOISE, parent + NOISE)\n", "", SINGULAR),
    # What is about the body's origin.
    (FACTORS, "add_moment(-1, x, j.fixed + COLUMNS + 6 * c, j.fixed + COLUMNS + 6 * c + 3)",
     "pass", KERNEL),
    (ORDERS, "add_moment(-1, x, b, b + 3)", "pass", KERNEL),
    (ORDERS, "add_moment(1, x, A, A + 3)", "pass", KERNEL),
    (ORDERS, "add_moment(1, x, wrench + 3, wrench)", "pass", KERNEL),
    (RUN, "add_moment(-1, place(its, i), j.fixed + BIAS_WRENCH + 3, j.fixed + BIAS_WRENCH)",
     "pass", KERNEL),
    (RUN, "add_moment(1, d, j.fixed + HANDED + 3, parent + BIAS_WRENCH)", "pass", KERNEL),
    (RUN, "add_moment(-1, d, parent + ACCELERATION, j.fixed + ACCELERATION + 3)", "pass",
     KERNEL),
    # Applied wrenches.
    (APPLIED, "dual_rate(twist, DL + j * W, 3 * W, k - 2, W)",
     "dual_rate(twist, DL + j * W, 3 * W, 0, W)", KERNEL),
    (APPLIED, "dual_rate(twist, applied, W, k - 1, W)", "applied[W + k] = 0", KERNEL),
    (APPLIED, "force += (k - m) * (DR", "force += k * (DR", KERNEL),
    (APPLIED, "applied[(3 + i) * W + k] += divided(force, k)",
     "applied[(3 + i) * W + k] += force", KERNEL),
    (APPLIED, "total = twist[(6 + 2 * i) * W + k - 1]", "total = 0", KERNEL),
    # Inertia, momentum, gravity.
    (ORDERS, "screw_rate(twist, j.multi + (B + c) * W, 3 * W, k, W)",
     "screw_rate(twist, j.multi + (B + c) * W, 3 * W, 0, W)", KERNEL),
    (ORDERS, "at.n = k + 2", "at.n = k + 1", KERNEL),
    (ORDERS, "rate[i * W + k] += v[2 * i * W + k]", "pass", KERNEL),
    (ORDERS, "centre_turn(w, c, rate, 0, k, at)", "pass", KERNEL),
    (ORDERS, "centre_turn(w, c, rate, m + 1, k + 1, at)", "centre_turn(w, c, rate, m, k + 1, at)",
     KERNEL),
    (ORDERS, "c[i * W + k + 1] = divided(rate[i * W + k], k + 1)",
     "c[i * W + k + 1] = rate[i * W + k]", KERNEL),
    (ORDERS, "inertia_rate(w, J, m, k + 1, at)", "inertia_rate(w, J, 0, k + 1, at)", KERNEL),
    (ORDERS, "spin[1] += J[3 * W] * wx + J[W] * wy + J[5 * W] * wz",
     "spin[1] += J[3 * W] * wx + J[W] * wy + J[4 * W] * wz", KERNEL),
    (ORDERS, "for m in range(1, k + 2):\n        add_spin",
     "for m in range(1, k + 1):\n        add_spin", KERNEL),
    (ORDERS, "bias[i] = (k + 1) * bias[i]", "pass", KERNEL),
    (ORDERS, "bias[3 + i] = mass * ((m + 1) * rate[i * W + m + 1])",
     "bias[3 + i] = mass * rate[i * W + m + 1]", KERNEL),
    (ORDERS, "bias[3 + i] -= mass * g[i]", "bias[3 + i] += mass * g[i]", KERNEL),
    (ORDERS, "bias[i] += (c[(i + 1) % 3 * W + k - m]", "bias[i] -= (c[(i + 1) % 3 * W + k - m]",
     KERNEL),
    # Accelerations.
    (ORDERS, "total = (k + 1) * total", "total = total", KERNEL),
    (ORDERS, "total += series[0] * taylor(vdot[c], k)", "total += series[0] * vdot[c]", KERNEL),
    (ORDERS, "left[c] = taylor(tau[c], k) - effort_sum(j, c, 1, k, W)",
     "left[c] = taylor(tau[c], k) + effort_sum(j, c, 1, k, W)", KERNEL),
    (ORDERS, "left[c] += taylor(tau_ext[c], k)", "left[c] -= taylor(tau_ext[c], k)", KERNEL),
    (ORDERS, "(V + 2 * i) * W + k + 1] = divided(A[i], k + 1)",
     "(V + 2 * i) * W + k + 1] = A[i]", KERNEL),
    # Passes.
    (RUN, "j.fixed[BIAS_WRENCH + c] -= series", "j.fixed[BIAS_WRENCH + c] += series", KERNEL),
    (RUN, "tau[c] -= (<const real*> call.tau_ext)[row + j.iv + c]",
     "tau[c] += (<const real*> call.tau_ext)[row + j.iv + c]", KERNEL),
    (RUN, "tau[c] = factorial(k) * effort_sum(&j, c, 0, k, W)",
     "tau[c] = factorial(k) * effort_sum(&j, c, 1, k, W)", KERNEL),
    (RUN, "vdot[c] = factorial(k) * found[c]", "vdot[c] = found[c]", KERNEL),
    (RUN, "            return i\n", "            return 0\n", KERNEL),
    # Twin.
    (TWIN, "known = [[*x[:-1], K(0)] for x in motion.V]", "known = motion.V", ALGEBRA),
    (TWIN, "(inner(c, c) if i == j else K(0)) - c[i] * c[j]", "K(0) - c[i] * c[j]", ALGEBRA),
    (TWIN, "total = add(total, scaled((k + 1) * rate[k + 1 - m], _column(motion, c, m)))",
     "total = add(total, scaled(rate[k + 1 - m], _column(motion, c, m)))", ALGEBRA),
    (TWIN, "done = sum(inner(_column(motion, c, m), W[k - m]) for m in range(1, k + 1))",
     "done = sum(inner(_column(motion, c, 0), W[k - m]) for m in range(1, k + 1))", ALGEBRA),
    (TWIN, "handed[i] if joint.whole else transmitted", "handed[i]",
     ALGEBRA),
    (TWIN, "Q = sum(inner(_column(motion, c, m), W[i][k - m]) for m in range(k + 1))",
     "Q = sum(inner(_column(motion, c, m), W[i][k]) for m in range(k + 1))", ALGEBRA),
    (TWIN, "Q[i][k] * factorial(k) - external(k, i) if prescribed[i]",
     "Q[i][k] * factorial(k) if prescribed[i]", ALGEBRA),
    (COLUMNS_TWIN, "M[i][j] -= U[i] * g[j]", "M[i][j] -= U[i] * U[j]", ALGEBRA),
    (COLUMNS_TWIN, "out[c] = out[c] - inner(lever, (left[3], left[4], left[5]))",
     "out[c] = out[c] + inner(lever, (left[3], left[4], left[5]))", ALGEBRA),
    (COLUMNS_TWIN, "found[3 + a] = found[3 + a] - lever[a] * found[c]",
     "found[3 + a] = found[3 + a] + lever[a] * found[c]", ALGEBRA),
    (COLUMNS_TWIN, "if not joint.whole:\n        return y, rest",
     "if True:\n        return y, rest", ALGEBRA),
    (COLUMNS_TWIN, "PIVOT_DIGITS = 5", "PIVOT_DIGITS = -5", ALGEBRA),
]  # fmt: skip
