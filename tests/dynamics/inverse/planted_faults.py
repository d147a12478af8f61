"""Faults that must turn the tests of the production recursion red: file, text, fault, tests.

The kernel texts reach the tests through the builds `lieref/dynamics/inverse/default/_h_grne_*`:
order 0 runs the scalar build, higher orders the wide one.
"""

BODY = "lieref/dynamics/inverse/default/h_grne_body.pxi"
SLIDE = "lieref/dynamics/inverse/default/h_grne_slide.pxi"
MULTI = "lieref/dynamics/inverse/default/h_grne_multi.pxi"
APPLIED = "lieref/dynamics/inverse/default/h_grne_applied.pxi"
RUN = "lieref/dynamics/inverse/default/h_grne_run.pxi"
VECTORS = "lieref/algebra/scalars/vectors.pxi"
SERIES = "lieref/algebra/series/series.pxi"
LANES = "lieref/algebra/scalars/lanes.h"
RECIPROCALS = "lieref/algebra/scalars/reciprocals.h"
ANGLES = "lieref/algebra/scalars/trigonometry.h"
DOOR = "lieref/dynamics/inverse_dynamics.pyx"
CHECKS = "lieref/dynamics/shared/arguments.pxi"
CONSTANTS = "lieref/model/tree/compiled.py"
BODY_TRIPLES = "lieref/model/tree/body_triples.pyx"
TRIPLE = "lieref/model/tree/triple.pxd"
TWIN = "lieref/dynamics/inverse/default/inverse_dynamics_twin.py"
BASE_TWIN = "lieref/dynamics/shared/base_twin.py"
APPLIED_TWIN = "lieref/dynamics/inverse/default/applied_twin.py"
TESTS = "tests/dynamics/inverse/test_inverse_dynamics.py"
ARGUMENTS = "tests/dynamics/inverse/test_inverse_dynamics_arguments.py"
BATCHES = "tests/dynamics/inverse/test_batches_arguments.py"
TABLES = "tests/dynamics/test_reciprocals.py"
PHYSICS = "tests/dynamics/inverse/test_inverse_dynamics_physics.py"
PINOCCHIO = "tests/dynamics/inverse/test_pinocchio.py"
TRIPLES = "tests/model/test_body_triples.py"
AGAINST_ORACLE = TESTS + "::test_kernel_against_the_oracle"
ANY_ANGLE = TESTS + "::test_angles_of_every_size"
FIFTY_DIGITS = TESTS + "::test_twin_at_fifty_digits_is_the_oracle"

FAULTS = [
    # Series of a joint.
    (SLIDE, "block[SHIFT * W] = lead * q", "block[SHIFT * W] = q", PINOCCHIO),
    (SLIDE, "divided(lead * block[RATE * W + k], k + 1)", "lead * block[RATE * W + k]", TESTS),
    (BODY, "store(cosines + (k + 1) * LANES, -divided_lane(c, k + 1))",
     "store(cosines + (k + 1) * LANES, divided_lane(c, k + 1))", TESTS),
    (BODY, "c = c + rate * load(sines + j * LANES)", "c = c + rate * load(cosines + j * LANES)",
     TESTS),
    (BODY, "for j in range(1, k + 1):", "for j in range(1, k):", TESTS),
    (BODY, "store(rates + k * LANES, taylor_lane(load(rates + k * LANES), k))",
     "store(rates + k * LANES, load(rates + k * LANES))", TESTS),
    (BODY, "rates[k * LANES + side] = v[k * model.nv + model.iv[i]]",
     "rates[k * LANES + side] = v[k * model.nv + model.iv[joints[0]]]", TESTS),
    (BODY, "cosines[side] = at.cosines[i]", "cosines[side] = at.sines[i]", PINOCCHIO),
    (BODY, "clear_series(block + (W_Y - 1) * W, W)", "pass", TESTS),
    (BODY, "clear_series(block + (SHIFT - 1) * W, 2 * W)", "clear_series(block + SHIFT * W, W)",
     TESTS),
    # Motion.
    (BODY, "store(at.spare + W + m, E[3] * x0 + E[4] * x1 + E[5] * x2)",
     "store(at.spare + W + m, E[1] * x0 + E[4] * x1 + E[7] * x2)", PINOCCHIO),
    (BODY, "+ r[2] * load(Xi + 5 * W + m))", "+ r[2] * load(Xi + 7 * W + m))", PINOCCHIO),
    (BODY, "x1 = c[0] * y1 - s[0] * y0", "x1 = c[0] * y1 + s[0] * y0", TESTS),
    (BODY, "x0 += x[j] * c[n - j] + y[j] * s[n - j]", "x0 += x[j] * c[n - j]", TESTS),
    (BODY, "if at.n == W:", "if at.n == W + 1:", TESTS),
    (BODY, "yj = count_from(k) * later(y + k)", "yj = later(y + k)", TESTS),
    (BODY, "store(Xi + 5 * W + k, yz - xj)", "store(Xi + 5 * W + k, yz + xj)", PINOCCHIO),
    (BODY, "xz = xz + x[j] * zj", "xz = xz + z[j] * zj", TESTS),
    (BODY, "store(Xi + 4 * W + k, -(xx + zz))", "store(Xi + 4 * W + k, -(yy + zz))", PHYSICS),
    (SLIDE, "store(at.spare + W + m * LANES, 2 * lead * (z[k]",
     "store(at.spare + W + m * LANES, lead * (z[k]", PINOCCHIO),
    (SLIDE, "+ lead * z[i] * count_from(m * LANES) * load(block + RATE * W + m * LANES + 1))",
     "+ lead * z[i] * load(block + RATE * W + m * LANES + 1))", TESTS),
    (BODY, "x1 = x1 + load(shift + W + m)", "x1 = x1 - load(shift + W + m)", PINOCCHIO),
    # Wrench of a body, and on its way to the parent.
    (BODY, "store(block + (F + 1) * W + m, X10 * h[0] + X11 * h[1] + X12 * h[2])",
     "store(block + (F + 1) * W + m, X01 * h[0] + X11 * h[1] + X21 * h[2])", PINOCCHIO),
    (BODY, "store(block + (N + 1) * W + m, (h[2] * a0 - h[0] * a2)",
     "store(block + (N + 1) * W + m, (h[0] * a2 - h[2] * a0)", PINOCCHIO),
    (BODY, "(X20 * P[0] + X21 * P[3] + X22 * P[4])", "(X20 * P[0] + X21 * P[4] + X22 * P[3])",
     PINOCCHIO),
    (SLIDE, "add_to(parent + (N + i) * W, z[j] * load(at.spare + k * W + m * LANES)",
     "add_to(parent + (N + i) * W, z[k] * load(at.spare + k * W + m * LANES)", TESTS),
    (SLIDE, "+ load(joint + (SLIDE + i) * W + m * LANES)), m)", "), m)", TESTS),
    (BODY, "f1 = f1 + body.m * load(shift + W + k)", "pass", TESTS),
    (BODY, "(E[2] * x0 + E[5] * x1 + E[8] * x2) + (r[0] * f1 - r[1] * f0), m)",
     "(E[2] * x0 + E[5] * x1 + E[8] * x2), m)", PINOCCHIO),
    (SLIDE, "force = load(joint + (N + 2) * W + m * LANES) + body.pitch * force",
     "force = load(joint + (N + 2) * W + m * LANES) + force", PINOCCHIO),
    # Joints of several degrees and the free base.
    (MULTI, "at.spare[(3 + i) * W + k + 1] = divided(at.spare[i * W + k], k + 1)",
     "at.spare[(3 + i) * W + k + 1] = at.spare[i * W + k]", TESTS),
    (MULTI, "rotation_series(multi + MRATE * W, 2 * W, multi + Q * W, 2 * W, False, at.n)",
     "rotation_series(multi + MRATE * W, 2 * W, multi + Q * W, 2 * W, True, at.n)", TESTS),
    (MULTI, "add_to(dw + i * W, cross_term(w, 2 * W, multi + MRATE * W, i, m, at.n, W)",
     "add_to(dw + i * W, -cross_term(w, 2 * W, multi + MRATE * W, i, m, at.n, W)", PINOCCHIO),
    (MULTI, "+ cross_term(multi + MRATE * W, 2 * W, multi + U * W, i, m, at.n, W))",
     "- cross_term(multi + MRATE * W, 2 * W, multi + U * W, i, m, at.n, W))", TESTS),
    (MULTI, "+ product(Xi + (3 * i + 2) * W, multi + (P + 4) * W, m, at.n)", "", TESTS),
    (MULTI, "+ 2 * cross_term(parent + W_X * W, 2 * W, multi + U * W, i, m, at.n, W)",
     "+ cross_term(parent + W_X * W, 2 * W, multi + U * W, i, m, at.n, W)", TESTS),
    (MULTI, "subtract_from(moment + i * W, cross_term(whole, W, multi + P * W, i, m, at.n, W),",
     "add_to(moment + i * W, cross_term(whole, W, multi + P * W, i, m, at.n, W),", TESTS),
    (MULTI, "add_to(parent + (F + i) * W, load(force + i * W + m * LANES), m)", "pass", PHYSICS),
    (MULTI, "- body.r[k] * load(force + j * W + m * LANES)), m)",
     "+ body.r[k] * load(force + j * W + m * LANES)), m)", PINOCCHIO),
    (MULTI, "p[2 * i * W + k + 1] = divided(total, k + 1)", "p[2 * i * W + k + 1] = total", TESTS),
    (MULTI, "+ cross_term(w, 2 * W, u, i, m, at.n, W), m)", ", m)", PHYSICS),
    (MULTI, "rotation_series(multi + MRATE * W, 2 * W, R, 2 * W, base != MIXED, at.n)",
     "rotation_series(multi + MRATE * W, 2 * W, R, 2 * W, True, at.n)", TESTS),
    (MULTI, "+ cross_term(block + W_X * W, 2 * W, multi + U * W, i, m, at.n, W))", ")", PINOCCHIO),
    (MULTI, "multi[(DU + i) * W] -= g[i]", "multi[(DU + i) * W] += g[i]", PHYSICS),
    (MULTI, "if base == SPATIAL:\n                subtract_from(block + (N + i) * W,",
     "if base != MIXED:\n                subtract_from(block + (N + i) * W,", PHYSICS),
    (MULTI, "fixed_direction(w, 2 * W, gravity, W, at.n)", "clear(gravity + 1, 0)", TESTS),
    # Applied wrenches.
    (APPLIED, "taylor_series(wrench + i, stride, at.spare + i * W, at.n)",
     "taylor_series(wrench + i, stride, at.spare + i * W, 1)", TESTS),
    (APPLIED, "out[i] = body.K[i] * body.k[0] + body.K[3 + i] * body.k[1] +",
     "out[i] = body.k[i] * body.K[i] - body.K[3 + i] * body.k[1] +", TESTS),
    (APPLIED, "out[(3 * j + i) * W] = multi[(Q + 6 * j + 2 * i) * W]",
     "out[(3 * j + i) * W] = multi[(Q + 6 * i + 2 * j) * W]", TESTS),
    (APPLIED, "copy(parent + (ATTITUDE + 3 * j) * W, axis, 3 * W)",
     "copy(parent + ATTITUDE * W, axis, 3 * W)", TESTS),
    (APPLIED, "add_to(lever + i * W, product(along + i * W, block + SHIFT * W, m, at.n), m)",
     "pass", TESTS),
    (APPLIED, "+ product(R + (3 * i + 1) * W, multi + (P + 2) * W, m, at.n)", "", TESTS),
    (APPLIED, "+ cross_term(lever, W, applied + FORCE * W, i, m, at.n, W), m)",
     "- cross_term(lever, W, applied + FORCE * W, i, m, at.n, W), m)", TESTS),
    (APPLIED, "subtract_from(at.spare, cross_term(force, 2 * W, multi + P * W, i, m, at.n, W), m)",
     "pass", TESTS),
    (APPLIED, "if base == BODY or base == MIXED:", "if base == BODY:", TESTS),
    (APPLIED, "add_to(at.spare, body.pitch * in_body_axes(R, force, 2, m, at.n, W), m)", "pass",
     TESTS),
    (APPLIED, "parent = NULL if model.parent[i] < 0 else at.applied + model.parent[i] * APPLIED * W"
     "\n        attitude(",
     "parent = NULL if model.parent[i] < 0 else at.applied + (i - 1) * APPLIED * W"
     "\n        attitude(", TESTS),
    # Order of the passes, strides and places.
    (SERIES, "tau[k * nv] = factorial(k) * series[k]", "tau[k * nv] = series[k]", TESTS),
    (SERIES, "tau[k * nv] -= factorial(k) * series[k]", "tau[k * nv] -= series[k]", TESTS),
    (RUN, "world[(A + i) * at.W] = -g[i]", "world[(A + i) * at.W] = g[i]", PHYSICS),
    (APPLIED, "subtract_wrench(&model.bodies[i], <const real*> call.wrenches + 6 * i, 6 *",
     "subtract_wrench(&model.bodies[i], <const real*> call.wrenches + 6 * i, 1 *", TESTS),
    (RUN, "tau[i] -= tau_ext[i]", "tau[i] += tau_ext[i]", TESTS),
    (RUN, "passes(model, call, n, (n + LANES - 1) // LANES)", "passes(model, call, n, n // LANES)",
     TESTS),
    # Products of series.
    (SERIES, "u2 = u2 + x[W + j] * sj", "u2 = u2 - x[W + j] * sj", TESTS),
    (SERIES, "q = q + x[j] * sj", "v = v + x[W + j] * cj - x[j] * cj", TESTS),
    (SERIES, "d_out[k] = taylor(v[(k + 1) * nv], k)", "d_out[k] = taylor(v[k * nv], k)", TESTS),
    (SERIES, "- product(a + k * a_stride, b + 2 * j * W, m, n))",
     "- product(a + j * a_stride, b + 2 * k * W, m, n))", PINOCCHIO),
    (VECTORS, "R[2 * stride] = s * (x * z + w * y)", "R[2 * stride] = s * (x * z - w * y)",
     PINOCCHIO),
    (SERIES, "x[2 * stride + k + 1] = divided(x2, k + 1)",
     "x[2 * stride + k + 1] = divided(x2, k + 2)", TESTS),
    (MULTI, "w[2 * i * at.W + at.n] = divided(dw[i * at.W + at.n - 1], at.n)",
     "w[2 * i * at.W + at.n] = dw[i * at.W + at.n - 1]", TESTS),
    (SERIES, "cdef int step = 6 * W if not back else 2 * W", "cdef int step = 6 * W", PINOCCHIO),
    (RECIPROCALS, "{0x1.5555555555555p-3, 0x1.5555555555555p-57},\n    {0x1.2492492492492p-3,",
     "{0x1.5555555555556p-3, 0x1.5555555555555p-57},\n    {0x1.2492492492492p-3,", TABLES),
    (RECIPROCALS, "{0x1.27e4fb7789f5cp-22,", "{0x1.27e4fb7789f5dp-22,", TABLES),
    (LANES, "product *= k;", "product *= k - 1;", TESTS),
    # Sines and cosines of all joints at once.
    (ANGLES, "((quadrant + 1) & 2) << 62", "(quadrant & 2) << 62", PINOCCHIO),
    (ANGLES, "for (int i = 0; i < count; i += TRIG_WIDTH) {",
     "for (int i = 0; i + TRIG_WIDTH <= count; i += TRIG_WIDTH) {", PINOCCHIO),
    (ANGLES, "#define TRIG_LIMIT 1e5", "#define TRIG_LIMIT 1e15", ANY_ANGLE),
    (ANGLES, "turns * 0x1.0b4611a6p-34", "turns * 0x1.0b46p-34", ANY_ANGLE),
    # The door.
    (CHECKS, "sums[j] += x[i + j]", "sums[j] += 0", ARGUMENTS),
    (CHECKS, "np.asarray(unmasked(value))", "np.asarray(value)", BATCHES),
    (CHECKS, "sum += sums[j]", "pass", ARGUMENTS),
    (CHECKS, "b += x[i + 1];", "b += 0;", ARGUMENTS),
    (CHECKS, "h += x[i + 7];", "h += 0;", ARGUMENTS),
    (CHECKS, "a += x[i];\n        return", "a += 0;\n        return", ARGUMENTS),
    (CHECKS, "((e + f) + (g + h))", "((e + f) + (g + g))", ARGUMENTS),
    (CHECKS, "sum += lieref_sum_of_few(x + lanes, count - lanes)\n", "pass\n", ARGUMENTS),
    (CHECKS, "return sum - sum == 0 or _each_finite(x, count)", "return sum - sum == 0",
     ARGUMENTS + "::test_finite_numbers_whose_sum_is_not"),
    (CHECKS, "if x[i] - x[i] != 0:", "if False:", ARGUMENTS),
    (CHECKS, "if shape[i] >= 0 and (<cnp.ndarray> value).shape[i] != shape[i]:", "if False:",
     ARGUMENTS),
    (CHECKS, "count *= (<cnp.ndarray> array).shape[i]", "count = (<cnp.ndarray> array).shape[i]",
     ARGUMENTS),
    (CHECKS, "left -= 1", "left = 0", ARGUMENTS),
    (CHECKS, "first = model.iq[i] + (3 if model.kind[i] == FREE else 0)", "first = model.iq[i]",
     ARGUMENTS),
    (CHECKS, "and cnp.PyArray_ISCARRAY_RO(value))", ")", ARGUMENTS),
    (DOOR, "if not 2 <= v_array.shape[0] <= MOST_ORDERS:",
     "if v_array.shape[0] > MOST_ORDERS:", ARGUMENTS),
    (CHECKS, "MOST_ORDERS = 171", "MOST_ORDERS = 172", ARGUMENTS),
    (DOOR, '_require_finite("tau", tau, typenum)', "pass", ARGUMENTS),
    (DOOR, 'tau, typenum):\n        _check_finite("v", v_array, typenum, FINITE)', "tau, typenum):",
     ARGUMENTS),
    (DOOR, '_parts(typenum)):\n        _check_finite("v", v_array, typenum, FINITE)',
     "_parts(typenum)):\n        pass", ARGUMENTS),
    (DOOR, "    PyMem_RawFree(memory)\n", "", "tests/dynamics/test_memory.py"),
    # Constants and twins.
    (CONSTANTS, "places.append((transpose(to_parent), r))", "places.append((to_parent, r))",
     TRIPLES),
    (CONSTANTS, "at = apply(body.R, origin)", "at = origin", TRIPLES),
    (CONSTANTS, "origin = tuple(c - offset * e for c, e in zip(point, z, strict=True))",
     "origin = tuple(offset * e for c, e in zip(point, z, strict=True))", TRIPLES),
    (CONSTANTS, "[a + masses[i] * b for a, b in zip(h, r, strict=True)],", "h,", TRIPLES),
    (CONSTANTS, "[a + masses[i] * r[j] * r[k] for a, (j, k) in zip(moments, PAIRS, strict=True)],",
     "[a + masses[i] * r[j] * r[j] for a, (j, k) in zip(moments, PAIRS, strict=True)],",
     TRIPLES),
    (CONSTANTS, "- inertia[i][j] + h[i] * c[j] for i, j in PAIRS]",
     "- inertia[i][j] - h[i] * c[j] for i, j in PAIRS]", TRIPLES),
    (CONSTANTS, "PAIRS = ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2))",
     "PAIRS = ((0, 0), (1, 1), (2, 2), (0, 1), (1, 2), (0, 2))", TRIPLES),
    (CONSTANTS, "K = DecimalField(DIGITS)", "K = DecimalField(14)", TRIPLES),
    (BODY_TRIPLES, "multiply_transposed(turned, parent.K, body.E)",
     "multiply_transposed(parent.K, turned, body.E)", AGAINST_ORACLE),
    (BODY_TRIPLES, "add_product(&s, moment[ROW[i]], body.r[COLUMN[i]])",
     "add_product(&s, moment[ROW[i]], body.r[ROW[i]])", AGAINST_ORACLE),
    (BODY_TRIPLES, "for _step in range(3):", "for _step in range(2):", TRIPLES),
    (BODY_TRIPLES, "LAST_STEP = 1e-23", "LAST_STEP = 1e-14", TRIPLES),
    (BODY_TRIPLES, "if fabs(line[i]) > fabs(line[along]):", "if fabs(line[i]) < fabs(line[along]):",
     TRIPLES),
    (BODY_TRIPLES, "body.pitch = quotient(dot(z, 1, other, 1), square)",
     "body.pitch = dot(z, 1, other, 1)", TRIPLES),
    (TRIPLE, "distilled(s), distilled(s), distilled(s)", "distilled(s), distilled(s), 0.0",
     TRIPLES),
    (TRIPLE, "    if x.mid * x.lo > 0.0:", "    if False:", TRIPLES),
    (TRIPLE, "    add_double(s, x.lo * y.hi)", "    pass", TRIPLES),
    (TWIN, "coriolis = taylor.cross(wp, dp)", "coriolis = taylor.cross(dp, wp)", FIFTY_DIGITS),
    (TWIN, "moment = taylor.vadd(moment, taylor.cross(body.p, whole))",
     "moment = taylor.vadd(moment, taylor.cross(whole, body.p))", FIFTY_DIGITS),
    (APPLIED_TWIN, "taylor.vadd(N, moment, taylor.cross(lever, force)),",
     "taylor.vadd(N, moment, taylor.cross(force, lever)),", FIFTY_DIGITS),
    (BASE_TWIN, "moment = taylor.vadd(moment, taylor.cross(motion.p, force))",
     "moment = taylor.vadd(moment, taylor.cross(force, motion.p))", FIFTY_DIGITS),
]  # fmt: skip
