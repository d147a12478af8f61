"""Faults in what computes in double-doubles, and in what says where: file, text, fault, tests."""

NUMBERS = "lieref/algebra/double_double.h"
LANES = "lieref/algebra/lanes.h"
STATES = "lieref/algebra/states.h"
BODY = "lieref/dynamics/h_gabi_body.pxi"
INERTIA = "lieref/dynamics/h_gabi_inertia.pxi"
MULTI = "lieref/dynamics/h_gabi_multi.pxi"
RUN = "lieref/dynamics/h_gabi_run.pxi"
TURN = "lieref/dynamics/h_gabi_turn.pxi"
DOOR = "lieref/dynamics/forward_dynamics.pyx"
KERNELS = "lieref/dynamics/forward_kernels.pxi"
BATCHES = "lieref/dynamics/forward_batches.pyx"
MODEL = "lieref/model/model.pyx"
CONSTANTS = "lieref/model/compiled.py"
STRAIN = "lieref/model/strain.py"

ARITHMETIC = "tests/algebra/test_double_double.py"
ACCURACY = "tests/dynamics/test_forward_dynamics.py"
FINE = "tests/dynamics/test_forward_dynamics_fine.py"
SINGULAR = "tests/dynamics/test_forward_dynamics_singular.py"

FAULTS = [
    # Arithmetic.
    (NUMBERS, "multiply_add(x, y, -product)", "part()", ARITHMETIC),
    (NUMBERS, "(x - (sum - rest)) + (y - rest)", "part()", ARITHMETIC),
    (NUMBERS, "return {sum, lo - (sum - hi)};", "return {sum, part()};", ARITHMETIC),
    (NUMBERS, "sum.lo + (x.lo + y.lo)", "sum.lo + x.lo", ARITHMETIC),
    (NUMBERS, "(x.hi * y.lo + x.lo * y.hi)", "(x.hi * y.lo)", ARITHMETIC),
    (NUMBERS, "product.lo + x * y.lo", "product.lo", ARITHMETIC),
    (NUMBERS, "renormalised(quotient, rest.hi / y.hi)", "two_parts{quotient, part()}", ARITHMETIC),
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
    (NUMBERS, "return {spread(x.hi), spread(x.lo)};", "return {spread(x.hi), spread(0.)};",
     ARITHMETIC),
    (NUMBERS, "_mm256_unpacklo_pd(x.lo, y.lo)", "_mm256_unpacklo_pd(y.lo, x.lo)", FINE),
    (NUMBERS, "_mm256_loadu_pd(x), 0xd8)", "_mm256_loadu_pd(x), 0xe4)", FINE),
    (NUMBERS, "{c.hi, c.lo, d.hi, d.lo}", "{c.hi, d.lo, d.hi, c.lo}", FINE),
    (LANES, "put_four(out + i * step, first[i], second[i], third[i], 0)",
     "put_four(out + i * step, first[i], third[i], second[i], 0)", FINE),
    (LANES, "both += load_lane(to);", "both += zero_lane();", FINE),
    # What computes with it.
    (KERNELS, "out[2 * i + 1] = 0", "out[2 * i + 1] = out[2 * i] * 1e-20", FINE),
    (KERNELS, "(<double*> out)[i] = fine[2 * i]", "(<double*> out)[i] = fine[2 * i] * (1 + 4e-16)",
     FINE),
    (KERNELS, "fine.tau_ext = _widened(call.tau_ext, stack, &memory)", "fine.tau_ext = NULL", FINE),
    (KERNELS, "_narrow(<const double*> fine.tau, stack, call.tau)", "pass", FINE),
    (DOOR, "return DOUBLE_DOUBLES if digits <= DIGITS_OF_DOUBLE_DOUBLES else LONG_DECIMALS",
     "return DOUBLES if digits <= DIGITS_OF_DOUBLE_DOUBLES else LONG_DECIMALS", FINE),
    (DOOR, "    if digits == DIGITS_OF_DOUBLES:\n        return DOUBLES\n",
     "    if digits == DIGITS_OF_DOUBLES:\n        return AS_NEEDED\n", FINE),
    (KERNELS, "    if found == DONE:\n        return DONE\n    return _run_fine(",
     "    if found < 0:\n        return DONE\n    return _run_fine(", FINE),
    # What is confirmed by another computation.
    (KERNELS, "    return kernel == &kernels[<int> SPATIAL_FINE]\n", "    return False\n", FINE),
    (KERNELS, "other.tau = memory + stack", "other.tau = memory", FINE),
    (KERNELS, "AGREED * size, CANCELLED", "1e-3 * size, CANCELLED", FINE),
    (KERNELS, "CANCELLED * pow(rate, k + 2)", "CANCELLED * rate * 0", FINE),
    (KERNELS, "    while model.iv[i] > column:\n", "    while model.iv[i] >= column:\n", FINE),
    (DOOR, "    if apart != DONE:\n        raise", "    if False:\n        raise", FINE),
    (DOOR, "extended.hybrid_dynamics(*arguments, 2 * digits)[0]",
     "extended.hybrid_dynamics(*arguments, digits)[0]", FINE),
    (MULTI, "            wrench[in_triples(j)] = effort[j]\n", "            pass\n", FINE),
    # Of the turn of a joint by itself nothing is left.
    (TURN, "add_cross(further_series(further, CARRIED, j, at), ",
     "add_cross(series(block, OMEGA, j, at), ", FINE),
    (RUN, "further_series(further, CARRIED, k + 1, at)[j] + single(block, BIAS, at)[j]",
     "further_series(further, CARRIED, k + 1, at)[j]", ACCURACY),
    (TURN, "        copy(bias, further_series(further, CARRIED, k + 1, at), 3)\n",
     "        clear(further_series(further, CARRIED, k + 1, at), 3)\n", ACCURACY),
    (CONSTANTS, "(high := float(x), float(x - K(high)))", "(float(x), 0.0)", FINE),
    (CONSTANTS, "fine_links[:, 1:3] *= 10.0 ** (TRUSTED - FINE_TRUSTED)", "pass", SINGULAR),
    (MODEL, "self.fine._point(tables.fine_bodies, tables.fine_links)",
     "self.fine._point(tables.fine_links, tables.fine_links)", FINE),
    # Where doubles are strained.
    (RUN, "found = STRAINED\n                carry(", "pass\n                carry(", FINE),
    (RUN, "        found = min(found, singular)\n", "", FINE),
    (RUN, "cdef double BEARABLE_EFFORTS = 0.06e-12", "cdef double BEARABLE_EFFORTS = 6e-8", FINE),
    (RUN, "model.bearable * (LONE_ORDER if at.n == 1 else 1)", "model.bearable", FINE),
    # order 0 by itself looks at its efforts too
    (RUN, "if WEIGHS and k > 0:", "if WEIGHS and n > 1 and k > 0:", FINE),
    (RUN, "BEARABLE_EFFORTS * (model.effort_lenience if STRAINS else 1)", "BEARABLE_EFFORTS", FINE),
    # Of the spin of a link about its joint nothing is left in the moment about it.
    (RUN, "        gyroscopic(&model.links[i], block, at)\n",
     "        centrifugal(&model.links[i], block, at)\n"
     "        gyroscopic(&model.links[i], block, at)\n        square(block, k, at)\n", FINE),
    # what cancels in efforts
    (BODY, "apart[0] = y[1] - z[2]", "apart[0] = y[1] - x[0]", ACCURACY),
    (CONSTANTS, "(zero, xz, zero), (zero, zero, xy)", "(zero, xy, zero), (zero, zero, xz)",
     ACCURACY),
    (RUN, "            if WEIGHS:\n                weigh_multi(",
     "            if WEIGHS and call.prescribed == NULL:\n                weigh_multi(", FINE),
    (RUN, "(number(block, STIRRED, at)[0] +", "(", FINE),
    (RUN, "stirred_about(link, 0, block, at) + stirred_about(link, 1, block, at)",
     "stirred_about(link, 2, block, at)", FINE),
    (RUN, "(TRIPLE + 1) * ((axis + 2) % 3)", "(TRIPLE + 1) * axis", FINE),
    (RUN, "link.reach * moduli(wrench + TRIPLE)", "0 * moduli(wrench + TRIPLE)", FINE),
    (RUN, "link.offset * moduli(bias + TRIPLE)", "0 * moduli(bias + TRIPLE)", FINE),
    (RUN, "elif loaded(model, call, sizes.bearer, k - 1):", "elif False:", FINE),
    (RUN, "elif loaded(model, call, sizes.bearer, k - 1):", "else:", FINE),
    (CONSTANTS, "max(reach[body.parent], lever, key=abs)", "zero", FINE),
    (CONSTANTS, "lever, offset, zero, zero", "lever, zero, zero, zero", FINE),
    (RUN, "            borne *= GROWTH\n", "            borne *= 1e9\n", FINE),
    (RUN, "larger(sizes.made, SEVERAL * sizes.several)", "sizes.made", FINE),
    (RUN, "larger(sizes.fastest, sizes.given)", "sizes.fastest", FINE),
    (RUN, "BEARABLE_BESIDE_GIVEN = 80", "BEARABLE_BESIDE_GIVEN = 200", FINE),
    (RUN, "BEARABLE_BESIDE_GIVEN = 80", "BEARABLE_BESIDE_GIVEN = 2", FINE),
    (RUN, "sizes.given = sizes.fastest = 0", "sizes.given = 0", FINE),
    (INERTIA, "if STRAINS and exceeds_once(larger(size,", "if False and max(larger(size,", FINE),
    (STRAIN, "BEARABLE = 7.0", "BEARABLE = 1e4", FINE),
    (STRAIN, "BEARABLE = 7.0", "BEARABLE = 1.0", FINE),
    (STRAIN, "(bodies / FEW) ** 2)", "(bodies / 1e9) ** 2)", FINE),
    (STRAIN, "(bodies / FEW) ** 4)", "(bodies / 1e9) ** 4)", FINE),
    (STRAIN, "N = N + _outer(scale[:, None] * g - n, g) - _outer(g, n)", "N = N", FINE),
    (STATES, "        any |= least[i];", "        any = least[0];", FINE),
    (BATCHES, "call.v = _one_state(group.v, width, lane,", "call.v = _one_state(group.v, width, 0,",
     FINE),
    (BATCHES, "_to_lane(call.tau, width, lane, held.stack, group.tau)", "pass", FINE),
]  # fmt: skip
