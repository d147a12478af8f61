"""Faults that must turn the tests of forward and hybrid dynamics red: file, text, fault, tests.

The kernel texts reach the tests through the builds `lieref/dynamics/_h_gabi_*`.
"""

BODY = "lieref/dynamics/h_gabi_body.pxi"
INERTIA = "lieref/dynamics/h_gabi_inertia.pxi"
TURN = "lieref/dynamics/h_gabi_turn.pxi"
MULTI = "lieref/dynamics/h_gabi_multi.pxi"
BASE = "lieref/dynamics/h_gabi_base.pxi"
APPLIED = "lieref/dynamics/h_gabi_applied.pxi"
PLACE = "lieref/dynamics/h_gabi_place.pxi"
RUN = "lieref/dynamics/h_gabi_run.pxi"
DOOR = "lieref/dynamics/forward_dynamics.pyx"
CHECKS = "lieref/dynamics/forward_arguments.pxi"
EXTENDED = "lieref/dynamics/extended.py"
TWIN = "lieref/dynamics/forward_dynamics_twin.py"
ARTICULATED = "lieref/dynamics/articulated_twin.py"
BASE_TWIN = "lieref/dynamics/base_orders_twin.py"
TREE_TWIN = "lieref/dynamics/tree_orders_twin.py"
CONVOLUTIONS = "lieref/dynamics/convolutions_twin.py"
CONSTANTS = "lieref/model/compiled.py"

BATCHES = "tests/dynamics/test_forward_batches.py"
ACCURACY = "tests/dynamics/test_forward_dynamics.py"
CHUNKS = "tests/dynamics/test_forward_dynamics_chunks.py"
SINGULAR = "tests/dynamics/test_forward_dynamics_singular.py"
ARGUMENTS = "tests/dynamics/test_forward_dynamics_arguments.py"
DIGITS = "tests/dynamics/test_forward_dynamics_extended.py"

FAULTS = [
    (RUN, "solved = solve_pass(model, call, k - 1, i, end, solved, &at, &shared)",
     "solved = solve_pass(model, call, k - 1, i, end, at.further, &at, &shared)", CHUNKS),
    (RUN, "moved = base_to_tip(model, call, k, i, end, moved, &at, &shared)",
     "moved = base_to_tip(model, call, k, 0, end, moved, &at, &shared)", CHUNKS),
    (PLACE, "store(down + TRIPLE + m, c * e1 - s * e0)",
     "store(down + TRIPLE + m, c * e1 + s * e0)", ACCURACY),
    # What the turn of a joint since now makes of lower orders.
    (TURN, "x = load(series(block, HANDED, k - j, at) + m)",
     "x = load(series(block, POINT, k - j, at) + m)", ACCURACY),
    (TURN, "s = rate[k] * load(series(block, OMEGA, 0, at) + m)", "s = zero_lane()", ACCURACY),
    (TURN, "s = s + rate[k - j] * load(", "s = s - rate[k - j] * load(", ACCURACY),
    (TURN, "(sums[2 * TRIPLE + 1] - sums[3 * TRIPLE])", "(sums[2 * TRIPLE + 1] + sums[3 * TRIPLE])",
     ACCURACY),
    (TURN, "out[1] = sums[1] + sums[TRIPLE]", "out[1] = sums[1] - sums[TRIPLE]", ACCURACY),
    (TURN, "for j in range(2, k + 1):", "for j in range(2, k):", ACCURACY),
    (TURN, "out[TRIPLE] = sums[2 * TRIPLE] - sums[3", "out[TRIPLE] = sums[2 * TRIPLE] + sums[3",
     ACCURACY),
    (TURN, "add_to_parent(link, kind, 3, block, further, sums, to, at)", "pass", ACCURACY),
    (BODY, "+ few_times(lift, wrench + TRIPLE, rows, b), 0)", ", 0)", ACCURACY),
    (TURN, "out[0] += c * x[0] - s * x[1]", "out[0] += c * x[0] + s * x[1]", ACCURACY),
    (TURN, "bias[c] += row[c] * series(block, HANDED, k - j, at)[i]",
     "bias[c] += row[i] * series(block, HANDED, k - j, at)[c]", ACCURACY),
    (MULTI, "at)[j] = 1 if i == j else 0", "at)[j] = 1", ACCURACY),
    (MULTI, "k + 1, at)[j] = divided(row[j], k + 1)", "k + 1, at)[j] = row[j]", ACCURACY),
    # Motion and wrenches of a body.
    (BODY, "store(point + m, a)", "store(point + m, zero_lane())", ACCURACY),
    (BODY, "add_to(series(block, POINT, k, at) + m, load(a + m), 0)", "pass", ACCURACY),
    (BODY, "store(known + b * LANES, times_constant(Om, TRIPLE, link.lever, b))",
     "store(known + b * LANES, zero_lane())", ACCURACY),
    (BODY, "subtract_from(Om + j * TRIPLE + m, trace",
     "subtract_from(Om + j * TRIPLE + m, 0.999 * trace", ACCURACY),
    (PLACE, "c -= rate[k - j] * sine[j]", "c += rate[k - j] * sine[j]", ACCURACY),
    (PLACE, "sine[k + 1] = divided(s, k + 1)", "sine[k + 1] = s", ACCURACY),
    (BODY, "store(wrench + TRIPLE + m, times_constant(x, TRIPLE, link.first, b))",
     "store(wrench + TRIPLE + m, zero_lane())", ACCURACY),
    (BODY, "u = tau - (wrench[TRIPLE + 2] if kind == PRISMATIC else wrench[2])",
     "u = tau + (wrench[TRIPLE + 2] if kind == PRISMATIC else wrench[2])", ACCURACY),
    (BODY, "u = u - pitch * wrench[TRIPLE + 2]", "u = u - wrench[TRIPLE + 2]", ACCURACY),
    (BODY, "store(series(block, OMEGA, k + 1, at) + m, divided_lane(load(A + m), k + 1))",
     "store(series(block, OMEGA, k + 1, at) + m, load(A + m))", ACCURACY),
    (BODY, "store(series(block, FORCE, k, at) + m, moved)",
     "store(series(block, FORCE, k, at) + m, turned)", ACCURACY),
    (BODY, "moved = moved + pitch * along", "moved = moved + along", ACCURACY),
    (BODY, "force = force + u * load(U + TRIPLE + m)", "force = force - u * load(U + TRIPLE + m)",
     ACCURACY),
    (BODY, "to[TRIPLE + 2] += pitch * rate", "pass", ACCURACY),
    # What single numbers do otherwise.
    (BODY, "same[c] += same[c]", "pass", BATCHES),
    (BODY, "other[c] += x[c] * x[(c + 1) % 3]", "pass", BATCHES),
    (BODY, "(out[i] + sign * (link.lever[j] * x[k]))", "(out[i] - sign * (link.lever[j] * x[k]))",
     BATCHES),
    (BODY, "- sign * (moved[k] * x[j])", "+ sign * (moved[k] * x[j])", BATCHES),
    (BODY, "wrench[m] += u * U[m]", "wrench[m] -= u * U[m]", BATCHES),
    (BODY, "vd = vd - pairing(U, A)", "vd = vd - pairing(U, bias)", BATCHES),
    (INERTIA, "dw[1] * B[1]) + dw[2] * B[2]", "dw[1] * B[1]) - dw[2] * B[2]", BATCHES),
    # Articulated inertias.
    (INERTIA, "back = load(BT + row) - (U[c] * inverse) * f",
     "back = load(BT + row) - (U[TRIPLE + c] * inverse) * f", ACCURACY),
    (INERTIA, "x = link.lever[i]", "x = 0", SINGULAR),
    (INERTIA, "x = further_number(further, LEVER, at)[i]", "x = 0", SINGULAR),
    (INERTIA, "D = D + pitch * U[TRIPLE + 2]", "D = D + U[TRIPLE + 2]", ACCURACY),
    (INERTIA, "x = x - times(moved, TRIPLE, L + c * TRIPLE, b)",
     "x = x + times(moved, TRIPLE, L + c * TRIPLE, b)", ACCURACY),
    (INERTIA, "return larger(link.least[1], TRUSTED * along)", "return link.least[1]", SINGULAR),
    (INERTIA, "return larger(link.least[0], TRUSTED * (about + (pitch * pitch) * along))",
     "return link.least[0]", SINGULAR),
    (INERTIA, "return larger(link.least[0], TRUSTED * (about + (pitch * pitch) * along))",
     "return TRUSTED * (about + (pitch * pitch) * along)", SINGULAR),
    (INERTIA, "cdef double TRUSTED = 1e-9", "cdef double TRUSTED = 1e-5", SINGULAR),
    (INERTIA, "cdef double TRUSTED = 1e-9", "cdef double TRUSTED = 1e-13", SINGULAR),
    (INERTIA, "to[1] = larger(to[1], size[1])", "pass", SINGULAR),
    # Joints that shift or have several degrees.
    (MULTI, "p[i] = body.E[6 + i] * (lead * q)", "p[i] = body.E[6 + i] * q", ACCURACY),
    (MULTI, "add_cross(series(parent, OMEGA, k - j + 1, at), p, k - j + 1, known)",
     "add_cross(series(parent, OMEGA, k - j + 1, at), p, 1, known)", ACCURACY),
    (MULTI, "further_series(further, SHIFT_RATE, k - j, at), 2,",
     "further_series(further, SHIFT_RATE, k - j, at), 1,", ACCURACY),
    (MULTI, "add_down(block, bent, known, at)", "pass", ACCURACY),
    (MULTI, "further_series(further, CARRIED_FORCE, k - j, at), 1, to)",
     "further_series(further, CARRIED_FORCE, k - j, at), -1, to)", ACCURACY),
    (MULTI, "slide[i] = (k + 1) * further_series(further, SLIDE, k + 1, at)[i]",
     "slide[i] = further_series(further, SLIDE, k + 1, at)[i]", ACCURACY),
    (INERTIA, "row[j] -= row[c] * L[6 * j + c]", "row[j] -= row[c] * L[6 * j]", ACCURACY),
    (INERTIA, "x[i] -= L[6 * j + i] * x[j]", "x[i] -= L[6 * i + j] * x[j]", ACCURACY),
    (MULTI, "u[j] -= s[i] * wrench[in_triples(i)]", "u[j] -= s[i] * wrench[i]", ACCURACY),
    (MULTI, "bias[in_triples(i)] += vd[j] * S[6 * j + i]",
     "bias[in_triples(i)] += vd[j] * S[i]",
     ACCURACY),
    (MULTI, "if found == 6:\n        clear(number(block, ROUNDED, at), 2)\n", "", SINGULAR),
    (INERTIA, "if not exceeds(pivot, least[0 if turns[i] else 1]):", "if False:", SINGULAR),
    # A free base.
    (BASE, "add_cross(unit, further_series(further, POSITION, 0, at), 1, moved)",
     "add_cross(unit, further_series(further, POSITION, 0, at), -1, moved)", ACCURACY),
    (BASE, "if base == MIXED:\n                add_cross(",
     "if base == HYBRID:\n                add_cross(", ACCURACY),
    (BASE, "weight[i] = divided(weight[i], k)", "weight[i] = weight[i]", ACCURACY),
    (BASE, "for j in range(k):\n            add_cross(further_series(further, TURN_RATE, j, at)",
     "for j in range(k - 1):\n            add_cross(further_series(further, TURN_RATE, j, at)",
     ACCURACY),
    (BASE, "view_down(further, series(block, FORCE, k - j, at), j, below + 3, at)", "pass",
     ACCURACY),
    (BASE, "add_cross(further_series(further, POSITION, j, at), carried, 1, below)", "pass",
     ACCURACY),
    (BASE, "add_cross(position, effort + 3, -1, moment)", "pass", ACCURACY),
    (BASE, "add_cross(vd, further_series(further, POSITION, 0, at), -1, vd + 3)", "pass", ACCURACY),
    (BASE, "add_cross(vd, further_series(further, POSITION, 0, at), 1, fall)", "pass", ACCURACY),
    (BASE, "effort[i] -= further_number(further, BELOW, at)[i]", "pass", ACCURACY),
    # Applied wrenches.
    (APPLIED, "add_cross(off, force, -1, moment)", "add_cross(off, force, 1, moment)", ACCURACY),
    (APPLIED, "to[j] = divided(to[j], k)", "to[j] = to[j]", ACCURACY),
    (APPLIED, "axis = axes + c * at.T + TRIPLE * (k - j)", "axis = axes + c * at.T", ACCURACY),
    (APPLIED, "x = taylor(given[k * stride + c], k)", "x = given[k * stride + c]", ACCURACY),
    # Passes.
    (PLACE, "0 if kind == PRISMATIC else at.sines[i], block, at)", "at.sines[i], block, at)",
     ACCURACY),
    (RUN, "effort = effort + (<const real*> call.tau_ext)[place]", "pass", ACCURACY),
    (RUN, "tau = tau - (<const real*> call.tau_ext)[place]", "pass", ACCURACY),
    (RUN, "if k == 1:\n            clear(single(world, ACCELERATION, &at), 2 * TRIPLE)", "pass",
     ACCURACY),
    (RUN, "vdot[k * nv + model.iv[i]] = factorial(k) * vd", "vdot[k * nv + model.iv[i]] = vd",
     ACCURACY),
    (RUN, "+ further_number(further, BELOW, at)[j])\n    if base:", ")\n    if base:", ACCURACY),
    (RUN, "if not real_part(pivot) > 0:", "if real_part(pivot) == 0:", SINGULAR),
    (RUN, "                if not real_part(pivot) > 0:\n                    return i",
     "                if not real_part(pivot) > 0:\n                    return 0", SINGULAR),
    # Twin.
    (TWIN, "body.u = [effort[j] - inner(body.S[j], body.wrench) for j in unit.free]",
     "body.u = [effort[j] + inner(body.S[j], body.wrench) for j in unit.free]", ACCURACY),
    (TWIN, "moment = add(moment, scaled(-1, cross(lever, force)))",
     "moment = add(moment, cross(lever, force))", ACCURACY),
    (TWIN, "if len(free) == 6:\n            sizes[i] = RoundedSize(K)\n", "pass\n", SINGULAR),
    (ARTICULATED, "x[i] = x[i] - self.L[j][i] * x[j]", "x[i] = x[i] + self.L[j][i] * x[j]",
     ACCURACY),
    (ARTICULATED, "if not real_part(pivot) > least[0 if turns else 1]:", "if pivot == 0:",
     SINGULAR),
    (ARTICULATED, "self.trusted = K(10) ** (6 - K.digits)", "self.trusted = K(10) ** -9", SINGULAR),
    (ARTICULATED, "len(free) == len(S) and all(len(places)", "False and all(len(places)", SINGULAR),
    (BASE_TWIN, "shift = add(shift, scaled(-1, cross(turn, self.p[0])))",
     "shift = add(shift, cross(turn, self.p[0]))", ACCURACY),
    (BASE_TWIN, "moment = add(moment, scaled(-1, cross(self.p[0], force)))", "pass", ACCURACY),
    (TREE_TWIN, "link_constants(K, exact, K.digits)", "link_constants(K, exact)", SINGULAR),
    (CONVOLUTIONS, "for i in range(k + 1)", "for i in range(k + 1 if k < 2 else k)", ACCURACY),
    (CONSTANTS, "fraction = K(10) ** (2 - trusted)", "fraction = K(10) ** (9 - trusted)", SINGULAR),
    # The door and the extended path.
    (DOOR, 'tau = _relevant("tau", tau, ~mask, typenum)',
     'tau = _relevant("tau", tau, mask, typenum)', ARGUMENTS),
    (CHECKS, "array[:, ~columns] = 0", "pass", ARGUMENTS),
    (CHECKS, "array.dtype != np.bool_", "False", ARGUMENTS),
    (DOOR, "return _require_finite(what, found, typenum)", "return 0", ARGUMENTS),
    (DOOR, "singular >= 0 or not _is_finite(vdot, typenum)", "singular >= 0", ARGUMENTS),
    (DOOR, '        _check_finite("tau", tau, typenum, FINITE)\n', "", ARGUMENTS),
    (CHECKS, "    _check_finite(what, array, typenum, FINITE)\n", "", ARGUMENTS),
    (CHECKS, "array = _convert(what, value, typenum)",
     "array = np.asarray(value, dtype=np.float64)", ARGUMENTS),
    (DOOR, "return &kernels[which if typenum == cnp.NPY_DOUBLE else which + 1]",
     "return &kernels[which if typenum == cnp.NPY_DOUBLE else 1]",
     "tests/dynamics/test_h_gabi_spatial_complex.py"),
    (DOOR, '_require_finite("vdot", motion[1:])', "pass", DIGITS),
    (CHECKS, "if not 1 <= array.shape[0] < MOST_ORDERS:",
     "if not 1 <= array.shape[0] <= MOST_ORDERS:", ARGUMENTS),
    (EXTENDED, "K(float(x)) + K(float(side) * math.ulp(x)) / 2 if x else K(0)",
     "K(float(x)) + K(float(side) * math.ulp(x)) * 64 if x else K(0)", DIGITS),
    (EXTENDED, "FEWEST <= digits <= MOST", "FEWEST <= digits", DIGITS),
    (EXTENDED, "floor[k] = max(floor[k], float(change / norm))",
     "floor[k] = float(change / norm)", DIGITS),
    (EXTENDED, "given = (q, v, tau, wrenches, tau_ext)", "given = (q, v, tau, wrenches, None)",
     DIGITS),
]  # fmt: skip
