"""Faults that must turn the tests of the first partials red: file, text, fault, tests.

The kernel texts reach the tests through the builds `lieref/partials/idsva/_idsva_*` and `_fdsva_*`.
"""

SWEEP = "lieref/partials/idsva/subtrees.pxi"
PATHS = "lieref/partials/idsva/paths.pxi"
KERNEL = "lieref/partials/idsva/idsva.pxi"
FACTOR = "lieref/partials/fdsva/branch_factor.pxi"
SOLVES = "lieref/partials/fdsva/fdsva.pxi"
STATE = "lieref/partials/state.pxi"
FINITE = "lieref/dynamics/shared/arguments.pxi"
DOOR = "lieref/partials/inverse_dynamics_partials.pyx"
FORWARD_DOOR = "lieref/partials/forward_dynamics_partials.pyx"
TWIN = "lieref/partials/idsva/idsva_twin.py"
IDSVA = "tests/partials/idsva/test_idsva.py::test_kernel_against_twin"
ANY = "tests/partials/idsva/test_idsva.py::test_kernel_against_twin_in_any_numbering"
FIFTY_DIGITS = "tests/partials/idsva/test_idsva.py::test_twin_at_fifty_digits_is_the_oracle"
INVERSE = "tests/partials/idsva/test_inverse_dynamics_partials.py"
PATTERN = INVERSE + "::test_pattern_is_that_of_the_tree"
LONG = INVERSE + "::test_long_chains_keep_what_the_issue_demands"
QUADRATIC = INVERSE + "::test_efforts_are_quadratic_in_v_and_linear_in_a"
OTHER_BASES = INVERSE + "::test_representations_against_the_oracle"
TURNED = INVERSE + "::test_inertial_wrenches_against_the_oracle"
FORWARD = "tests/partials/test_forward_dynamics_partials.py"
SOLVED = FORWARD + "::test_they_solve_the_linear_equations"
NUMBERING = FORWARD + "::test_any_numbering"
SINGULAR = FORWARD + "::test_a_joint_that_nothing_opposes_is_named"
FAR = FORWARD + "::test_a_base_too_far_for_its_representation_is_named"
ARGUMENTS = "tests/partials/test_partials_arguments.py"

FAULTS = [
    # Attitudes, places, columns.
    (SWEEP, "R[3 * i + 1] = cosine * M[3 * i + 1] - sine * u",
     "R[3 * i + 1] = cosine * M[3 * i + 1] + sine * u", IDSVA),
    (SWEEP, "lead = lead * body.pitch", "pass", IDSVA),
    (SWEEP, "x[i] += dot(M + 3 * i, q)", "pass", IDSVA),
    (SWEEP, "if kind == FREE and not root:", "if kind == FREE:", LONG),
    (SWEEP, "s[3 + i] += body.pitch * e[i]", "pass", IDSVA),
    (SWEEP, "cross(block + ORIGIN, e, s + 3)", "clear(s + 3, 3)", IDSVA),
    (SWEEP, "psi_dd[i] = psi_dd[i] + more[i]", "pass", IDSVA),
    (SWEEP, "(s[i] * a[c] + psi_d[i] * v[c])", "s[i] * a[c]", IDSVA),
    (SWEEP, "column[SUM_D + i] = 2 * column[PSI_D + i]", "column[SUM_D + i] = column[PSI_D + i]",
     QUADRATIC),
    (SWEEP, "column[SUM_D + i] = column[PSI_D + i] + more[i]", "column[SUM_D + i] = more[i]",
     IDSVA),
    (SWEEP, "world[ACCELERATION + 3 + i] = -model.g[i]", "world[ACCELERATION + 3 + i] = model.g[i]",
     IDSVA),
    # Composites.
    (SWEEP, "h[i] = g[i] + link.m * x[i]", "h[i] = g[i]", QUADRATIC),
    (SWEEP, "trace = 2 * dot(x, g) + link.m * dot(x, x)", "trace = dot(x, g) + link.m * dot(x, x)",
     QUADRATIC),
    (SWEEP, "add_force_cross(v, momentum, force)", "pass", IDSVA),
    (SWEEP, "block[MOMENTUM + i] = 2 * momentum[3 + i]", "block[MOMENTUM + i] = momentum[3 + i]",
     QUADRATIC),
    (SWEEP, "C[4 * j] = C[4 * j] + 2 * spread", "C[4 * j] = C[4 * j] + spread", QUADRATIC),
    (SWEEP, "P[3 * i + j] = half - J[i] if i == j else -J[pair(i, j)]",
     "P[3 * i + j] = -J[i] if i == j else -J[pair(i, j)]", IDSVA),
    (SWEEP, "add_cross(arm, block + ORIGIN, block + FORCE)", "pass", IDSVA),
    (SWEEP, "add_cross(at, l, n)", "pass", IDSVA),
    (SWEEP, "for k in range(COMPOSITE // LANES):", "for k in range(COMPOSITE // LANES - 1):",
     IDSVA),
    # Paths and entries.
    (PATHS, "if slot < held and path.coordinate[slot] == model.iv[i]:",
     "if path.coordinate[slot] == model.iv[i]:", ANY),
    (PATHS, "path.length = path.start[i] + width(model.kind[i])",
     "path.length = max(path.length, path.start[i] + width(model.kind[i]))", ANY),
    (KERNEL, "add_force_cross(s, block + FORCE, p.turned)", "pass", IDSVA),
    (KERNEL, "(<real*> call.dq)[at] = dot6(s, p.own)",
     "(<real*> call.dq)[at] = dot6(s, p.turned)", IDSVA),
    (KERNEL, "add_coriolis(block, s, p.pushed)", "pass", QUADRATIC),
    (KERNEL, "coriolis_back(block, s, p.below)", "clear(p.below, 3)", IDSVA),
    (KERNEL, "dq[at * nv + t] = found[3 * LANES + slot]", "dq[at * nv + t] = found[slot]", IDSVA),
    (KERNEL, "dv[at * nv + t] = found[4 * LANES + slot]", "pass", QUADRATIC),
    (KERNEL, "da[at * nv + t] = found[2 * LANES + slot]", "pass", QUADRATIC),
    (KERNEL, "if model.parent[i] >= 0:", "if model.parent[i] > 0:", PATTERN),
    # Solves.
    (FACTOR, "if not any_bits(y, W):", "if any_bits(y, W):", SOLVED),
    (FACTOR, "for m in range(a // LANES + 1):", "for m in range(a // LANES):", SOLVED),
    (FACTOR, "(8 + nv) * DBL_EPSILON * part", "-1 * part", FAR),
    (FACTOR, "elif lanes == 3:\n        solve_strip(at, X, 3)",
     "elif lanes == 3:\n        solve_strip(at, X, 2)", SOLVED),
    (FACTOR, "x[m] = x[m] - entry * load(y + m * LANES)",
     "x[m] = x[m] + entry * load(y + m * LANES)", SOLVED),
    (SOLVES, "columns.sign = [-1, -1, 1]", "columns.sign = [-1, 1, 1]", SOLVED),
    (SOLVES, "for k in range(min(MATRICES * nv - c, <int> LANES)):",
     "for k in range(min(nv - c % nv, <int> LANES)):", SOLVED),
    (SOLVES, "X[i * W + k] = entry(columns, i, c + k)[0] if c + k < MATRICES * nv else 0",
     "X[i * W + k] = entry(columns, i, c)[0] if c + k < MATRICES * nv else 0", SOLVED),
    # Doors.
    (STATE, "if model.kind[i] == FREE and model.parent[i] < 0:\n            return False",
     "if model.kind[i] == FREE and model.parent[i] < 0:\n            return True", OTHER_BASES),
    (STATE, "or wrenches is None):", "or True):", TURNED),
    (STATE, "except NonFiniteError:", "except ZeroDivisionError:", ARGUMENTS),
    (FINITE, "    return _check_finite(", "    return 0\n    _check_finite(", ARGUMENTS),
    (DOOR, "call.wrenches = cnp.PyArray_DATA(<cnp.ndarray> wrenches)", "pass", IDSVA),
    (FORWARD_DOOR, "passes.inverse.wrenches = passes.forward.wrenches", "pass", FORWARD),
    (FORWARD_DOOR, "if singular >= 0:", "if singular > 1000:", SINGULAR),
    (FORWARD_DOOR, "if lost >= 0:", "if lost > 1000:", FAR),
    # Twin.
    (TWIN, "force = force - applied_wrench(K, motion, wrenches[i])", "pass", FIFTY_DIGITS),
    (TWIN, "dq[t.place, p.place] = t.s @ (turned if j != i else own)",
     "dq[t.place, p.place] = t.s @ turned", FIFTY_DIGITS),
    (TWIN, "dv[p.place, t.place] = below @ t.s + raised @ (t.psi_d + t.s_d)",
     "dv[p.place, t.place] = below @ t.s + raised @ t.psi_d", FIFTY_DIGITS),
]  # fmt: skip
