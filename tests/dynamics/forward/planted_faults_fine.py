"""Faults in what computes in double-doubles: file, text, fault, tests."""

NUMBERS = "double_double.h"
FOUR = "four_pairs.h"
LANES = "lanes.h"
BODY = "h_gabi_body.pxi"
MULTI = "h_gabi_multi.pxi"
RUN = "h_gabi_run.pxi"
TURN = "h_gabi_turn.pxi"
ENTRY = "forward_dynamics.pyx"
KERNELS = "forward_kernels.pxi"
WIDENED = "widened.pxi"
BATCHES = "forward_batches.pyx"
MODEL = "model.pyx"
CONSTANTS = "compiled.py"

ARITHMETIC = "tests/algebra/test_double_double.py"
ACCURACY = "tests/dynamics/forward/test_forward_dynamics.py"
FINE = "tests/dynamics/forward/test_forward_dynamics_fine.py"
SINGULAR = "tests/dynamics/forward/test_forward_dynamics_singular.py"

FAULTS = [
    # Arithmetic.
    (NUMBERS, "multiply_add(x, y, -product)", "part()", ARITHMETIC),
    (NUMBERS, "(x - (sum - rest)) + (y - rest)", "part()", ARITHMETIC),
    (NUMBERS, "return {sum, lo - (sum - hi)};", "return {sum, part()};", ARITHMETIC),
    (NUMBERS, "sum.lo + (x.lo + y.lo)", "sum.lo + x.lo", ARITHMETIC),
    (NUMBERS, "trailing(x.hi, y.lo, trailing(x.lo, y.hi, product.lo))",
     "trailing(x.hi, y.lo, product.lo)", ARITHMETIC),
    (NUMBERS, "multiply_add(x, y, z);\n#else\n    return z + x * y;",
     "multiply_add(x, y, -z);\n#else\n    return z - x * y;", ARITHMETIC),
    (NUMBERS, "trailing(x, y.lo, product.lo)", "product.lo", ARITHMETIC),
    (NUMBERS, "renormalized(quotient, rest.hi / y.hi)", "two_parts{quotient, part()}", ARITHMETIC),
    (NUMBERS, "operator-() const { return {-hi, -lo}; }", "operator-() const { return {-hi, lo}; }",
     ARITHMETIC),
    (NUMBERS, "(turns, quarter[i])", "(turns, i ? 0 : quarter[i])", ARITHMETIC),
    (NUMBERS, "(turns, spread(quarter[i]))", "(turns, spread(i ? 0 : quarter[i]))", ARITHMETIC),
    (NUMBERS, "0x1.1a62633145c07p-54", "0x1.1a62633145c17p-54", ARITHMETIC),
    (NUMBERS, "for (int k = 24; k >= 2;", "for (int k = 22; k >= 2;", ARITHMETIC),
    (NUMBERS, "corner == 2 ? -sine : -cosine", "corner == 2 ? sine : -cosine", ARITHMETIC),
    (NUMBERS, "corner == 1 ? -sine : corner", "corner == 1 ? sine : corner", ARITHMETIC),
    (NUMBERS, "if (!(fabs(turns) <= MOST_QUARTERS)) {", "if (0) {", ARITHMETIC),
    (NUMBERS, "if (!(fabs(turns[i]) <= MOST_QUARTERS))", "if (0)", ARITHMETIC),
    # Four side by side; the tests compare the builds.
    (NUMBERS, "turn_on(turns[i % 2 * 2 + i / 2],", "turn_on(turns[i],", ARITHMETIC),
    (FOUR, "return {spread(first), spread(second)};", "return {spread(first), spread(0.)};",
     ARITHMETIC),
    (FOUR, "_mm256_unpacklo_pd(x_second, y_second)", "_mm256_unpacklo_pd(y_second, x_second)",
     FINE),
    (NUMBERS, "_mm256_loadu_pd(x), 0xd8)", "_mm256_loadu_pd(x), 0xe4)", FINE),
    (FOUR, "{c_first, c_second, d_first, d_second}", "{c_first, d_second, d_first, c_second}",
     FINE),
    (LANES, "put_four(out + i * step, first[i], second[i], third[i], real(0))",
     "put_four(out + i * step, first[i], third[i], second[i], 0)", FINE),
    (LANES, "both += load_lane(to);", "both += zero_lane();", FINE),
    # What computes with it.
    (WIDENED + ": _widened",
     "out[(2 * i + 1) * width + lane] = 0", "out[(2 * i + 1) * width + lane] = 1e-20",
     FINE),
    (WIDENED + ": _narrow", "+ x[(2 * i + 1) * width + lane]", "", FINE),
    (WIDENED + ": run_in_pairs",
     "its.tau_ext = _widened(call.tau_ext, stack, width, &memory)", "its.tau_ext = NULL",
     FINE),
    (WIDENED + ": run_widened", "_narrow(its.tau, stack, width, call.tau)", "pass", FINE),
    (BATCHES + ": _run_group", "&call, held.run, held.width, <double*> workspace)",
     "&call, held.run, 1, <double*> workspace)", FINE),
    (BATCHES + ": _tree", "cdef bint doubles = digits is None or digits == DIGITS_OF_DOUBLES",
     "cdef bint doubles = True", FINE),
    # States side by side.
    (NUMBERS, "const states_mask odd = -((states_mask) shifted & 1)",
     "const states_mask odd = ((states_mask) shifted & 0)", FINE),
    (NUMBERS, "((states_mask) shifted & 2) != 0 ? -1.0", "((states_mask) shifted & 4) != 0 ? -1.0",
     FINE),
    (NUMBERS, "if (!(fabs(turns[k]) <= MOST_QUARTERS)) {", "if (0) {", FINE),
    (NUMBERS, "rest -= two_product(turns, quarter[j] - states_vec());",
     "rest -= two_product(turns, (j ? 0 : quarter[j]) - states_vec());", FINE),
    (NUMBERS, "hi(x.hi - part()), lo(x.lo - part())", "hi(x.hi - part()), lo(part())", FINE),
    (ENTRY + ": _precision",
     "return DOUBLE_DOUBLES if digits <= DIGITS_OF_DOUBLE_DOUBLES else ARBITRARY_PRECISION",
     "return DOUBLES if digits <= DIGITS_OF_DOUBLE_DOUBLES else ARBITRARY_PRECISION", FINE),
    (ENTRY + ": _precision", "    if digits == DIGITS_OF_DOUBLES:\n        return DOUBLES\n",
     "    if digits == DIGITS_OF_DOUBLES:\n        return DOUBLE_DOUBLES\n", FINE),
    # What is confirmed by another computation.
    (KERNELS + ": _disagreement", "AGREED * size, CANCELLED", "1e-3 * size, CANCELLED", FINE),
    (KERNELS + ": _disagreement", "CANCELLED * pow(rate, k + 2)", "CANCELLED * rate * 0", FINE),
    (KERNELS + ": _body_of",
     "    while model.iv[i] > column:\n", "    while model.iv[i] >= column:\n", FINE),
    (ENTRY + ": _extended",
     "    if apart != DONE:\n        raise", "    if False:\n        raise", FINE),
    (ENTRY + ": _extended", "extended.hybrid_dynamics(*arguments, 2 * digits)[0]",
     "extended.hybrid_dynamics(*arguments, digits)[0]", FINE),
    (MULTI + ": multi_bias",
     "            wrench[in_triples(j)] = torque[j]\n", "            pass\n", FINE),
    # Of the turn of a joint by itself nothing is left.
    (TURN + ": turn_bias", "add_cross(multi_series(multi, CARRIED, j, at), ",
     "add_cross(series(block, OMEGA, j, at), ", FINE),
    (RUN + ": solve_multi",
     "multi_series(multi, CARRIED, k + 1, at)[j] + single(block, BIAS, at)[j]",
     "multi_series(multi, CARRIED, k + 1, at)[j]", ACCURACY),
    (TURN + ": turn_bias", "        copy(bias, multi_series(multi, CARRIED, k + 1, at), 3)\n",
     "        clear(multi_series(multi, CARRIED, k + 1, at), 3)\n", ACCURACY),
    (CONSTANTS + ": _split", "(high := float(x), float(x - K(high)))", "(float(x), 0.0)",
     "tests/model/test_body_triples.py"),
    (CONSTANTS + ": fine_tables",
     "links[:, 1:3] *= FINE_PIVOTS", "pass", SINGULAR),
    (MODEL + ": Model._in_pairs", "self._of_pairs(bodies, links)",
     "self._of_pairs(bodies * (1, 0), links)", FINE),
    # Of the spin of a link about its joint nothing is left in the moment about it.
    (RUN + ": base_to_tip", "        gyroscopic(&model.links[i], block, at)\n",
     "        centrifugal(&model.links[i], block, at)\n"
     "        gyroscopic(&model.links[i], block, at)\n        square(block, k, at)\n", FINE),
    # what cancels in torques
    (BODY + ": gyroscopic", "apart[0] = y[1] - z[2]", "apart[0] = y[1] - x[0]", ACCURACY),
    (CONSTANTS + ": _lanes",
     "(zero, xz, zero), (zero, zero, xy)", "(zero, xy, zero), (zero, zero, xz)",
     ACCURACY),
]  # fmt: skip
