"""Faults that must turn the tests of second-order numbers, chain rule and steps red."""

NUMBERS = "lieref/algebra/scalars/second_order.h"
PAIRS = "lieref/partials/idsva_so/pairs.pyx"
DISPLACED = "lieref/partials/idsva_so/displaced.py"
SWEEP = "lieref/partials/idsva_so/pair_sweep.py"
CHAIN_RULE = "lieref/partials/chain_rule/chain_rule.py"
STEPS = "lieref/partials/steps.py"

ALGEBRA = "tests/algebra/test_second_order.py"
CHAIN_TESTS = "tests/partials/chain_rule/test_chain_rule.py"
ORACLE_INVERSE = CHAIN_TESTS + "::test_inverse_dynamics_against_the_definition"
ORACLE_FORWARD = CHAIN_TESTS + "::test_forward_dynamics_against_the_definition"
STEP_TESTS = "tests/partials/test_steps.py"

FAULTS = [
    # The numbers.
    (NUMBERS, "            (x.a * y.d + x.d * y.a) + (x.b * y.c + x.c * y.b)};\n#else",
     "            (x.a * y.d + x.d * y.a) + (x.b * y.c - x.c * y.b)};\n#else", ALGEBRA),
    (NUMBERS, "            x.a * y.c + x.c * y.a,\n",
     "            x.a * y.c + x.b * y.a,\n", ALGEBRA),
    (NUMBERS, "(x.a * y.a - x.b * y.b) - (x.c * y.c - x.d * y.d)",
     "(x.a * y.a - x.b * y.b) - (x.c * y.c + x.d * y.d)", ALGEBRA),
    (NUMBERS, "(x.a * y.b + x.b * y.a) - (x.c * y.d + x.d * y.c)",
     "x.a * y.b + x.b * y.a", ALGEBRA),
    (NUMBERS, "(x.a * y.c + x.c * y.a) - (x.b * y.d + x.d * y.b)",
     "(x.a * y.c + x.c * y.a) - (x.b * y.d - x.d * y.b)", ALGEBRA),
    (NUMBERS, "slope * (x.d - 2 * f * x.b * x.c)", "slope * (x.d - f * x.b * x.c)", ALGEBRA),
    (NUMBERS, "(x.a * x.a - x.b * x.b) + (x.c * x.c - x.d * x.d)",
     "(x.a * x.a - x.b * x.b) + (x.c * x.c + x.d * x.d)", ALGEBRA),
    (NUMBERS, "second_order(x.a, x.b, -x.c, -x.d)", "second_order(x.a, x.b, -x.c, x.d)", ALGEBRA),
    (NUMBERS, "cosine * x.d - sine * (x.b * x.c)}", "cosine * x.d}", ALGEBRA),
    (NUMBERS, "-(sine * x.d + cosine * (x.b * x.c))}", "-(sine * x.d - cosine * (x.b * x.c))}",
     ALGEBRA),
    (NUMBERS, "cos1.b[i] = -sin(a) * sinh(b);", "cos1.b[i] = sin(a) * sinh(b);", ALGEBRA),
    (NUMBERS, "sinh2.b[i] = cosh(u) * sin(v);", "sinh2.b[i] = cosh(u) * v;", ALGEBRA),
    (NUMBERS, "*c = cos1 * cosh2 - e2 * (sin1 * sinh2);",
     "*c = cos1 * cosh2 + e2 * (sin1 * sinh2);", ALGEBRA),
    (NUMBERS, "return {x.a - y.a, x.b - y.b, x.c - y.c, x.d - y.d};",
     "return {x.a - y.a, x.b - y.b, x.c - y.c, x.d + y.d};", ALGEBRA),
    # Rows through the kernels.
    (PAIRS, "source = min(row + lane, rows - 1) * count", "source = row * count", CHAIN_TESTS),
    (PAIRS, "for lane in range(min(kernel.width, rows - row)):",
     "for lane in range(min(1, rows - row)):", CHAIN_TESTS),
    (PAIRS, "x[i] if k < kernel.width else 0", "x[i]", CHAIN_TESTS),
    (PAIRS, "    solve.inertial_wrenches = held.inertial\n",
     "    solve.inertial_wrenches = False\n", ORACLE_FORWARD),
    (PAIRS, "    call.inertial_wrenches = held.inertial\n",
     "    call.inertial_wrenches = False\n", ORACLE_INVERSE),
    (PAIRS, "    solve.base = held.base\n", "    solve.base = 0\n", ORACLE_FORWARD),
    (PAIRS, "            if singular >= 0:\n                return singular\n", "", CHAIN_TESTS),
    # Moves of a configuration.
    (DISPLACED, "S * _times_unit(Q, k)]", "-S * _times_unit(Q, k)]", ORACLE_INVERSE),
    (DISPLACED, "parts[..., -4:, 3] = (S * _times_unit(x, j) for x in quaternion)",
     "_ = (S * _times_unit(x, j) for x in quaternion)", ORACLE_INVERSE),
    (DISPLACED, "rotation[0] @ (S * so3.hat(axis)),", "rotation[1],", ORACLE_INVERSE),
    (DISPLACED, "rotation[0] @ (around + C * (np.eye(3) - around)),", "rotation[0],", STEP_TESTS),
    (DISPLACED, "Q[..., 3:] * u + np.cross(Q[..., :3], u)",
     "Q[..., 3:] * u - np.cross(Q[..., :3], u)", ORACLE_INVERSE),
    (DISPLACED, "(math.cosh(x), math.sinh(x))", "(1.0, x)", STEP_TESTS),
    (DISPLACED, "    if NONE in (j, k) or j == k:\n", "    if True:\n", STEP_TESTS),
    (DISPLACED, "2.0 * math.sinh(h / 2.0) ** 2 * (R @ across)",
     "math.sinh(h / 2.0) ** 2 * (R @ across)", STEP_TESTS),
    (DISPLACED, "math.cosh(h / math.sqrt(2.0)) * Q", "math.cosh(h) * Q",
     STEP_TESTS + "::test_long_moves_stay_configurations"),
    (DISPLACED, "both[..., first[row] - to, second[row] - to, :, :]",
     "both[..., second[row] - to, first[row] - to, :, :]", CHAIN_TESTS),
    # Pairs of coordinates.
    (SWEEP, "supports[i] |= supports[parent]", "pass", ORACLE_INVERSE),
    (SWEEP, "joints = roots @ roots.T > 0", "joints = supports | supports.T", ORACLE_FORWARD),
    (SWEEP, "tensor[:, k[apart], j[apart]] = rows[:, apart]",
     "tensor[:, k, j] = rows", CHAIN_TESTS),
    (SWEEP, "apart = owner[j] != owner[k]", "apart = j < 0", ORACLE_INVERSE),
    (SWEEP, 'SECOND = (("q", "q"), ("v", "v"), ("q", "v"), ("u", "q"))',
     'SECOND = (("q", "q"), ("v", "v"), ("v", "q"), ("u", "q"))', ORACLE_INVERSE),
    (SWEEP, "    for part, places in ((1, first), (2, second)):",
     "    for part, places in ((1, first), (2, first)):", ORACLE_INVERSE),
    (SWEEP, "return rows[..., 3] / number.step / number.step", "return rows[..., 3] / number.step",
     STEP_TESTS),
    (SWEEP, "out.append(columns[..., :nv] / number.step)",
     "out.append(columns[..., nv - 1 :: -1] / number.step)", ORACLE_INVERSE),
    (CHAIN_RULE, "        if not np.isfinite(array).all():", "        if False:", CHAIN_TESTS),
    # Steps.
    (STEPS, "matrix[:, j] = row[0].imag / step", "matrix[:, j] = row[0].imag", STEP_TESTS),
    (STEPS, "np.inf if np.isnan(x) else float(x)", "float(x)", STEP_TESTS),
    (STEPS, "found = (error(method(step)) for step in candidates)",
     "found = (-error(method(step)) for step in candidates)", STEP_TESTS),
    (STEPS, 'along = second_along(at, Number("bicomplex", step), summed)',
     'along = second_along(at, Number("bicomplex", step))', STEP_TESTS),
    (STEPS, "along = _second_differences(at, steps, _both_at_once)",
     "along = _second_differences(at, steps, _one_after_the_other)", STEP_TESTS),
    (STEPS, "model.integrate(model.integrate(q, second), first)",
     "model.integrate(model.integrate(q, first), second)", STEP_TESTS),
    (STEPS, "rows(h, k) - rows(h, -k) - rows(-h, k) + rows(-h, -k)",
     "rows(h, k) - rows(h, -k) + rows(-h, k) - rows(-h, -k)", STEP_TESTS),
    (STEPS, "out[same] = move(at.model, np.tile(at.q, (len(same), 1)), *moves)", "pass",
     STEP_TESTS),
    (STEPS, "y * units[second[same]]", "y * units[first[same]]", STEP_TESTS),
    (STEPS, "changes[x][first] + changes[y][second]", "changes[x][first] + changes[x][second]",
     STEP_TESTS),
    (STEPS, "out /= 4.0 * h * k", "out /= 4.0 * h * h", STEP_TESTS),
    (STEPS, "rows(h, 0.0) - 2.0 * rows(0.0, 0.0) + rows(-h, 0.0)) / h**2",
     "rows(h, 0.0) - 2.0 * rows(0.0, 0.0) + rows(-h, 0.0)) / (h * k)", STEP_TESTS),
    (STEPS, "uq[:, :, k] = (ahead[2] - behind[2]) / (2.0 * step)",
     "uq[:, k, :] = (ahead[2] - behind[2]) / (2.0 * step)", STEP_TESTS),
    (STEPS, "vv[:, :, k] = (ahead[1] - behind[1]) / (2.0 * step)",
     "vv[:, :, k] = (ahead[1] - behind[1]) / step", STEP_TESTS),
    (STEPS, "return door(at.model, q, v, at.u, at.base, at.wrenches, at.wrench_axes)",
     "return door(at.model, q, v, at.u, at.base, at.wrenches)", STEP_TESTS),
]  # fmt: skip
