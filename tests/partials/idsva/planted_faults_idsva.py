"""Faults that must turn the tests of the first partials red: file, text, fault, tests.

The kernel texts reach the tests through the builds `lieref/partials/idsva/_idsva_*` and `_fdsva_*`.
"""

SWEEP = "subtrees.pxi"
VECTORS = "spatial_vectors.pxi"
PATHS = "paths.pxi"
EFFECTS = "effects.pxi"
KERNEL = "idsva.pxi"
FACTOR = "branch_factor.pxi"
SOLVES = "fdsva.pxi"
STATE = "state.pxi"
FINITE = "arguments.pxi"
ENTRY = "inverse_dynamics_partials.pyx"
FORWARD_ENTRY = "forward_dynamics_partials.pyx"
TWIN = "idsva_twin.py"
IDSVA = "tests/partials/idsva/test_idsva.py::test_kernel_against_twin"
ANY = "tests/partials/idsva/test_idsva.py::test_kernel_against_twin_in_any_numbering"
FIFTY_DIGITS = "tests/partials/idsva/test_idsva.py::test_twin_at_fifty_digits_is_the_oracle"
INVERSE = "tests/partials/idsva/test_inverse_dynamics_partials.py"
PATTERN = INVERSE + "::test_pattern_is_that_of_the_tree"
LONG = INVERSE + "::test_long_chains_keep_what_the_issue_demands"
QUADRATIC = INVERSE + "::test_torques_are_quadratic_in_v_and_linear_in_a"
OTHER_BASES = INVERSE + "::test_representations_against_the_oracle"
TURNED = INVERSE + "::test_inertial_wrenches_against_the_oracle"
FORWARD = "tests/partials/test_forward_dynamics_partials.py"
SOLVED = FORWARD + "::test_they_solve_the_linear_equations"
NUMBERING = FORWARD + "::test_any_numbering"
SINGULAR = FORWARD + "::test_a_joint_that_nothing_opposes_is_named"
FAR = FORWARD + "::test_a_base_too_far_for_its_representation_is_named"
ARGUMENTS = "tests/partials/test_partials_arguments.py"

FAULTS = [
    # Products of plain numbers.
    (VECTORS + ": times_constant_back",
     "A[3 * i + 1] * E[3 * j + 1]", "A[3 * i + 1] * E[3 * j]", IDSVA),
    (VECTORS + ": constant_turn_back", "K[3 + i] * x[1]", "K[3 * i + 1] * x[1]", IDSVA),
    (VECTORS + ": motion_cross", "add_cross(v, s + 3, y + 3)", "pass", IDSVA),
    # Attitudes, places, columns.
    (SWEEP + ": place_body", "R[3 * i + 1] = cosine * M[3 * i + 1] - sine * u",
     "R[3 * i + 1] = cosine * M[3 * i + 1] + sine * u", IDSVA),
    (SWEEP + ": place_body", "lead = lead * body.pitch", "pass", IDSVA),
    (SWEEP + ": place_body", "x[i] += dot(M + 3 * i, q)", "pass", IDSVA),
    (SWEEP + ": place_body", "if kind == FREE and not root:", "if kind == FREE:", LONG),
    (SWEEP + ": subspace", "s[3 + i] += body.pitch * e[i]", "pass", IDSVA),
    (SWEEP + ": subspace", "cross(block + ORIGIN, e, s + 3)", "clear(s + 3, 3)", IDSVA),
    (SWEEP + ": move_body", "psi_dd[i] = psi_dd[i] + more[i]", "pass", IDSVA),
    (SWEEP + ": move_body", "(s[i] * a[c] + psi_d[i] * v[c])", "s[i] * a[c]", IDSVA),
    (SWEEP + ": move_body",
     "column[SUM_D + i] = 2 * column[PSI_D + i]", "column[SUM_D + i] = column[PSI_D + i]",
     QUADRATIC),
    (SWEEP + ": move_body",
     "column[SUM_D + i] = column[PSI_D + i] + more[i]", "column[SUM_D + i] = more[i]",
     IDSVA),
    (SWEEP + ": sweep",
     "world[ACCELERATION + 3 + i] = -model.g[i]", "world[ACCELERATION + 3 + i] = model.g[i]",
     IDSVA),
    # Composites.
    (SWEEP + ": own_inertia", "h[i] = g[i] + link.m * x[i]", "h[i] = g[i]", QUADRATIC),
    (SWEEP + ": own_inertia",
     "trace = 2 * dot(x, g) + link.m * dot(x, x)", "trace = dot(x, g) + link.m * dot(x, x)",
     QUADRATIC),
    (SWEEP + ": own_force", "add_force_cross(v, momentum, force)", "pass", IDSVA),
    (SWEEP + ": own_force",
     "block[MOMENTUM + i] = 2 * momentum[3 + i]", "block[MOMENTUM + i] = momentum[3 + i]",
     QUADRATIC),
    (SWEEP + ": own_force",
     "C[4 * j] = C[4 * j] + 2 * spread", "C[4 * j] = C[4 * j] + spread", QUADRATIC),
    (SWEEP + ": own_force", "P[3 * i + j] = half - J[i] if i == j else -J[pair(i, j)]",
     "P[3 * i + j] = -J[i] if i == j else -J[pair(i, j)]", IDSVA),
    (SWEEP + ": subtract_wrench", "add_cross(arm, block + ORIGIN, block + FORCE)", "pass", IDSVA),
    (SWEEP + ": subtract_wrench", "add_cross(at, l, n)", "pass", IDSVA),
    (SWEEP + ": add_to_parent",
     "for k in range(COMPOSITE // LANES):", "for k in range(COMPOSITE // LANES - 1):",
     IDSVA),
    # Paths and entries.
    (PATHS + ": enter", "if slot < held and path.coordinate[slot] == model.iv[i]:",
     "if path.coordinate[slot] == model.iv[i]:", ANY),
    (PATHS + ": enter", "path.length = path.start[i] + width(model.kind[i])",
     "path.length = max(path.length, path.start[i] + width(model.kind[i]))", ANY),
    (EFFECTS + ": find_effects", "add_force_cross(s, block + FORCE, p.turned)", "pass", IDSVA),
    (KERNEL + ": own_entries", "(<real*> call.dq)[at] = dot6(s, p.own)",
     "(<real*> call.dq)[at] = dot6(s, p.turned)", IDSVA),
    (EFFECTS + ": find_effects", "add_coriolis(block, s, p.pushed)", "pass", QUADRATIC),
    (EFFECTS + ": find_effects", "coriolis_back(block, s, p.below)", "clear(p.below, 3)", IDSVA),
    (KERNEL + ": path_entries",
     "dq[at * nv + t] = found[3 * LANES + slot]", "dq[at * nv + t] = found[slot]", IDSVA),
    (KERNEL + ": path_entries", "dv[at * nv + t] = found[4 * LANES + slot]", "pass", QUADRATIC),
    (KERNEL + ": path_entries", "da[at * nv + t] = found[2 * LANES + slot]", "pass", QUADRATIC),
    (KERNEL + ": run", "if model.parent[i] >= 0:", "if model.parent[i] > 0:", PATTERN),
    # Solves.
    (FACTOR + ": solve_strip", "if not any_bits(y, W):", "if any_bits(y, W):", SOLVED),
    (FACTOR + ": factorise",
     "for m in range(a // LANES + 1):", "for m in range(a // LANES):", SOLVED),
    (FACTOR + ": factorise", "(8 + nv) * DBL_EPSILON * part", "-1 * part", FAR),
    (FACTOR + ": solve_lanes", "elif lanes == 3:\n        solve_strip(at, X, 3)",
     "elif lanes == 3:\n        solve_strip(at, X, 2)", SOLVED),
    (FACTOR + ": solve_strip", "x[m] = x[m] - entry * load(y + m * LANES)",
     "x[m] = x[m] + entry * load(y + m * LANES)", SOLVED),
    (SOLVES + ": run", "columns.sign = [-1, -1, 1]", "columns.sign = [-1, 1, 1]", SOLVED),
    (SOLVES + ": write_lane", "for k in range(min(MATRICES * nv - c, <int> LANES)):",
     "for k in range(min(nv - c % nv, <int> LANES)):", SOLVED),
    (SOLVES + ": read_lane",
     "X[i * W + k] = entry(columns, i, c + k)[0] if c + k < MATRICES * nv else 0",
     "X[i * W + k] = entry(columns, i, c)[0] if c + k < MATRICES * nv else 0", SOLVED),
    # Public functions.
    (STATE + ": _plain",
     "if model.kind[i] == FREE and model.parent[i] < 0:\n            return False",
     "if model.kind[i] == FREE and model.parent[i] < 0:\n            return True", OTHER_BASES),
    (STATE + ": _plain", "or wrenches is None):", "or True):", TURNED),
    (STATE + ": _in_range", "except NonFiniteError:", "except ZeroDivisionError:", ARGUMENTS),
    (FINITE + ": _require_finite",
     "    return _check_finite(", "    return 0\n    _check_finite(", ARGUMENTS),
    (ENTRY + ": _body_partials",
     "call.wrenches = cnp.PyArray_DATA(<cnp.ndarray> wrenches)", "pass", IDSVA),
    (FORWARD_ENTRY + ": _partials",
     "passes.inverse.wrenches = passes.forward.wrenches", "pass", FORWARD),
    (FORWARD_ENTRY + ": _run", "if singular >= 0:", "if singular > 1000:", SINGULAR),
    (FORWARD_ENTRY + ": _run", "if lost >= 0:", "if lost > 1000:", FAR),
    # Twin.
    (TWIN + ": subtrees",
     "force = force - applied_wrench(K, motion, wrenches[i])", "pass", FIFTY_DIGITS),
    (TWIN + ": first_partials", "dq[t.place, p.place] = t.s @ (turned if j != i else own)",
     "dq[t.place, p.place] = t.s @ turned", FIFTY_DIGITS),
    (TWIN + ": first_partials", "dv[p.place, t.place] = below @ t.s + raised @ (t.psi_d + t.s_d)",
     "dv[p.place, t.place] = below @ t.s + raised @ t.psi_d", FIFTY_DIGITS),
]  # fmt: skip
