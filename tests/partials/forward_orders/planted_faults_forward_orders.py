"""Faults that must turn the tests of forward dynamics' partials of any order red.

File, text, fault, tests. The kernel reaches them by `_order_solve_wide*`, batches by the other one.
"""

SOLVE = "order_solve.pxi"
TWIN = "order_solve_twin.py"
ENTRY = "forward_dynamics_order_partials.pyx"
MANY = "forward_order_batches.pyx"
TESTS = "tests/partials/forward_orders/test_forward_order_partials.py"
KERNELS = TESTS + "::test_kernel_against_twin"
ANY = TESTS + "::test_any_numbering"
FIFTY = TESTS + "::test_twin_at_fifty_digits_is_the_oracle"
OTHERS = TESTS + "::test_representations_against_the_oracle"
STATES = TESTS + "::test_batches_are_their_states"
NAMED = TESTS + "::test_a_singular_joint_is_named"
SAID = TESTS + "::test_what_is_wrong_is_said"
FAST = "tests/partials/prepared/test_prepared_order_partials.py::test_bad_arguments"

PRODUCTS = "forward_dynamics_order_products.pyx"
TIMES = "tests/partials/forward_orders/test_forward_order_products.py"
TURNED = TIMES + "::test_representations"
TIMES += "::test_products_are_those_of_the_matrices"

FAULTS = [
    (SOLVE + ": relatives_at", "if i != k:", "if False:", KERNELS),
    (SOLVE + ": subtract_lower", "range(first + 1, k + 1)", "range(first + 1, k)", KERNELS),
    (SOLVE + ": subtract_lower", "<size_t> k * (at.n + 1) + j", "<size_t> k * at.n + j",
     KERNELS),
    (SOLVE + ": read_columns", "-load(matrix", "load(matrix", KERNELS),
    (SOLVE + ": unit_columns", "i == c + k", "i == k", KERNELS),
    (SOLVE + ": solve_columns", "k == place - BY_TAU", "k == 0", KERNELS),
    (SOLVE + ": solve_columns", "k * (at.n + 1) * at.square, at.nv", "k * at.n * at.square, at.nv",
     KERNELS),
    (SOLVE + ": run", "solve_columns(&at, BY_TAU + j, 1, j)", "pass", KERNELS),
    (TWIN + ": solved_orders", "rows - D[k, j + 1]", "rows + D[k, j + 1]", FIFTY),
    (ENTRY + ": _partials", "np.ascontiguousarray(found[1])", "np.ascontiguousarray(0 * found[1])",
     OTHERS),
    (ENTRY + ": _run", "raise SingularError(singular_joint(model, singular))", "return 0", NAMED),
    (ENTRY + ": _in_turn", "lost[0] = -1\n        (<double*>", "(<double*>", FAST),
    (MANY + ": _run_group", "forward.vdot = motion + row", "forward.vdot = motion + 2 * row",
     STATES),
    (MANY + ": require_orders", "if not 1 <= n <= MOST_ORDERS - 1:", "if False:", SAID),
    (PRODUCTS + ": _along", "tau + k * model.nv", "tau", TIMES),
    (PRODUCTS + ": _back", "in range(sweep.inverse.r, -1, -1)", "in range(sweep.inverse.r + 1)",
     TIMES),
    (PRODUCTS + ": _back", "of_v + (k + 1) * model.nv", "of_v + k * model.nv", TIMES),
    (PRODUCTS + ": _run", "sweep.rest.base = BASES[base]", "sweep.rest.base = 0", TURNED),
    (PRODUCTS + ": forward_dynamics_order_vjp", "found = -dq,", "found = dq,", TIMES),
    ("order_products.pxi: prepare", "clear_series(work.body, (model.nbodies * PRODUCTS + SCRATCH) "
     "* at.W)", "pass", TIMES),
]  # fmt: skip
