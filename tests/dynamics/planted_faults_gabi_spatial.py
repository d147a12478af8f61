"""Faults that must turn the tests of spatial forward and hybrid dynamics red: file, its text, the
fault, tests.

Texts of the kernel reach the tests through the builds `lieref/dynamics/_gabi_spatial_*`.
"""

FACTORS = "lieref/dynamics/h_gabi_spatial.pxi"
APPLIED = "lieref/dynamics/h_gabi_spatial_applied.pxi"
ORDERS = "lieref/dynamics/h_gabi_spatial_orders.pxi"
RUN = "lieref/dynamics/h_gabi_spatial_run.pxi"
TWIN = "lieref/dynamics/h_gabi_spatial_twin.py"
KERNEL = "tests/dynamics/test_h_gabi_spatial.py"
ALGEBRA = "tests/dynamics/test_h_gabi_spatial_twin.py"

FAULTS = [
    # Articulated inertia and its factors.
    (FACTORS, "s.x = j.multi + ((B if j.base == BODY else D) + c - 3) * W",
     "s.x = j.multi + (B + c - 3) * W", KERNEL),
    (FACTORS, "j.fixed[LEVER + 3 * c + i] = dot(j.fixed + COLUMNS + 6 * (3 + i) + 3, T + 3, 3)",
     "j.fixed[LEVER + 3 * c + i] = dot(j.fixed + COLUMNS + 6 * (3 + c) + 3, T + 3, 3)", KERNEL),
    (FACTORS, "clear(T + 3, 3)", "clear(T + 3, 2)", KERNEL),
    (FACTORS, "M[6 * b + 3 + a] = h[i * W]", "M[6 * b + 3 + a] = -h[i * W]", KERNEL),
    (FACTORS, "M[6 * i + a] = J[(3 if i == 0 else 5 if i == 1 else 4) * W]",
     "M[6 * i + a] = J[(3 if i == 0 else 4 if i == 1 else 5) * W]", KERNEL),
    (FACTORS, "cdef double LEAST_PIVOT = 1e-10", "cdef double LEAST_PIVOT = 1e-20", KERNEL),
    (FACTORS, "cdef double LEAST_PIVOT = 1e-10", "cdef double LEAST_PIVOT = 1e-3", KERNEL),
    (FACTORS, "N[6 * a + b] = N[6 * a + b] + ((scale * g[a] - n[a]) * g[b] - g[a] * n[b])",
     "N[6 * a + b] = N[6 * a + b] + scale * g[a] * g[b]", KERNEL),
    (FACTORS, "N[7 * a] = N[7 * a] + M[7 * a]\n    for a", "N[7 * a] = M[7 * a]\n    for a",
     KERNEL),
    (FACTORS, "M[6 * a + b] = M[6 * a + b] - U[a] * g[b]",
     "M[6 * a + b] = M[6 * a + b] + U[a] * g[b]", KERNEL),
    (FACTORS, "if not given(j, c) and not eliminate(j, c, M, N):",
     "if not eliminate(j, c, M, N):", KERNEL),
    (FACTORS, "if parent != NULL and not j.whole:", "if parent != NULL:", KERNEL),
    (FACTORS, "parent[NOISE + a] = parent[NOISE + a] + N[a]",
     "parent[NOISE + a] = parent[NOISE + a]", KERNEL),
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
    (ORDERS, "total = mass * v[2 * i * W + k]", "total = 0", KERNEL),
    (ORDERS, "inertia_rate(w, h, J, m, k + 1, at)", "inertia_rate(w, h, J, 0, k + 1, at)", KERNEL),
    (ORDERS, "Pi[4] += wz * hx - wx * hz", "Pi[4] += wx * hz - wz * hx", KERNEL),
    (ORDERS, "(hz * vx - hx * vz)", "(hx * vz - hz * vx)", KERNEL),
    (ORDERS, "for m in range(1, k + 2):\n        add_momentum",
     "for m in range(1, k + 1):\n        add_momentum", KERNEL),
    (ORDERS, "bias[3 + i] -= mass * g[i]", "bias[3 + i] += mass * g[i]", KERNEL),
    (ORDERS, "- (h[a * W + k] * g[b] - h[b * W + k] * g[a])", "", KERNEL),
    # Accelerations.
    (ORDERS, "total = (k + 1) * total", "total = total", KERNEL),
    (ORDERS, "total += x[0] * taylor(vdot[c], k)", "total += x[0] * vdot[c]", KERNEL),
    (ORDERS, "left[c] = taylor(tau[c], k) - effort_sum(j, c, 1, k, W)",
     "left[c] = taylor(tau[c], k) + effort_sum(j, c, 1, k, W)", KERNEL),
    (ORDERS, "left[c] += taylor(tau_ext[c], k)", "left[c] -= taylor(tau_ext[c], k)", KERNEL),
    (ORDERS, "left[c] -= j.fixed[LEVER + 3 * c + i] * left[3 + i]", "pass", KERNEL),
    (ORDERS, "+ dot(j.fixed + ARTICULATED + 6 * i, j.fixed + BIAS_RATE, 6))", ")", KERNEL),
    (ORDERS, "add_scaled(y[c], j.fixed + FORCES + 6 * c, rest)", "pass", KERNEL),
    (ORDERS, "if j.whole:\n        # T is orthonormal", "if False:\n        # T is orthonormal",
     KERNEL),
    (ORDERS, "j.fixed[HANDED + i] if j.whole", "j.fixed[HANDED + i] if not j.whole", KERNEL),
    (ORDERS, "found[c] = j.fixed[SOLVED + c] - dot(j.fixed + FORCES + 6 * c, A, 6)",
     "found[c] = j.fixed[SOLVED + c] + dot(j.fixed + FORCES + 6 * c, A, 6)", KERNEL),
    (ORDERS, "found[3 + i] -= j.fixed[LEVER + 3 * c + i] * found[c]", "pass", KERNEL),
    (ORDERS, "add_scaled(1, j.fixed + BIAS_RATE, A)", "pass", KERNEL),
    (ORDERS, "+ j.fixed[BIAS_WRENCH + i])", ")", KERNEL),
    (ORDERS, "(V + 2 * i) * W + k + 1] = divided(A[i], k + 1)",
     "(V + 2 * i) * W + k + 1] = A[i]", KERNEL),
    # Passes.
    (RUN, "j.base = call.base if model.parent[i] < 0 and j.kind == FREE else BODY",
     "j.base = call.base if j.kind == FREE else BODY", KERNEL),
    (RUN, "j.whole = False\n", "j.whole = True\n", KERNEL),
    (RUN, "if c >= 3:\n                    j.levered = False",
     "if c > 3:\n                    j.levered = False", KERNEL),
    (RUN, "j.fixed[BIAS_WRENCH + c] -= series", "j.fixed[BIAS_WRENCH + c] += series", KERNEL),
    (RUN, "tau[c] -= (<const real*> call.tau_ext)[row + j.iv + c]",
     "tau[c] += (<const real*> call.tau_ext)[row + j.iv + c]", KERNEL),
    (RUN, "tau[c] = factorial(k) * effort_sum(&j, c, 0, k, W)",
     "tau[c] = factorial(k) * effort_sum(&j, c, 1, k, W)", KERNEL),
    (RUN, "vdot[c] = factorial(k) * found[c]", "vdot[c] = found[c]", KERNEL),
    (RUN, "            return i\n", "            return 0\n", KERNEL),
    # Twin.
    (TWIN, "known = [[*x[:-1], K(0)] for x in motion.V]", "known = motion.V", ALGEBRA),
    (TWIN, "M[i][j] -= U[i] * g[j]", "M[i][j] -= U[i] * U[j]", ALGEBRA),
    (TWIN, "total = _add(total, _scale((k + 1) * rate[k + 1 - m], _column(motion, c, m)))",
     "total = _add(total, _scale(rate[k + 1 - m], _column(motion, c, m)))", ALGEBRA),
    (TWIN, "done = sum(_dot(_column(motion, c, m), W[k - m]) for m in range(1, k + 1))",
     "done = sum(_dot(_column(motion, c, 0), W[k - m]) for m in range(1, k + 1))", ALGEBRA),
    (TWIN, "left[c] = left[c] - _dot(lever, (left[3], left[4], left[5]))",
     "left[c] = left[c] + _dot(lever, (left[3], left[4], left[5]))", ALGEBRA),
    (TWIN, "found[3 + a] = found[3 + a] - lever[a] * found[c]",
     "found[3 + a] = found[3 + a] + lever[a] * found[c]", ALGEBRA),
    (TWIN, "if not joint.whole:\n        return rest", "if True:\n        return rest", ALGEBRA),
    (TWIN, "W[i].append(handed[i] if joint.whole else transmitted)", "W[i].append(handed[i])",
     ALGEBRA),
    (TWIN, "Q = sum(_dot(_column(motion, c, m), W[i][k - m]) for m in range(k + 1))",
     "Q = sum(_dot(_column(motion, c, m), W[i][k]) for m in range(k + 1))", ALGEBRA),
    (TWIN, "Q[i][k] * factorial(k) - external(k, i) if prescribed[i]",
     "Q[i][k] * factorial(k) if prescribed[i]", ALGEBRA),
    (TWIN, "PIVOT_DIGITS = 5", "PIVOT_DIGITS = -5", ALGEBRA),
]  # fmt: skip
