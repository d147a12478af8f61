"""Faults in the batches of partial derivatives: file, text, fault, tests."""

ENTRY = "partial_batches.pyx"
COMMON = "state_batches.pxi"
PRODUCTS = "product_batches.pyx"
SOLVE = "products_solve.pyx"
REPRESENTED = "products_represented.py"
ROOTS = "roots.pyx"
FACTOR = "branch_factor.pxi"
ONE_BY_ONE = "state_by_state.py"
TESTS = "tests/partials/test_partial_batches.py"
CHAIN = TESTS + "::test_by_the_chain_rule"
PAIRS = "pairs.pyx"
CHAIN_RULE = "chain_rule.py"
DISPLACED = "displaced.py"
SEVERAL = TESTS + "::test_several_directions_of_every_state"
SIZES = TESTS + "::test_rows_of_any_size_in_every_lane"
SINGULAR = TESTS + "::test_a_singular_joint_is_named_with_its_state"

FAULTS = [
    (ENTRY + ": _forward_group",
     "cdef double* rest = a + held.nv * held.width", "cdef double* rest = a", TESTS),
    (ENTRY + ": _forward_group", "memset(H, 0, matrix * sizeof(double))", "pass", TESTS),
    (ENTRY + ": _forward_group", "    _clear(context, outputs, workspace)\n", "", TESTS),
    (ENTRY + ": _forward_group", "forward.wrenches = inputs[3]", "forward.wrenches = NULL", TESTS),
    (ENTRY + ": _solve_group",
     "memcpy(outputs[1], inputs[2], bytes)", "memcpy(outputs[1], inputs[1], bytes)", TESTS),
    (ENTRY + ": _solve_group", "memset(outputs[2], 0, bytes)", "pass", TESTS),
    (ENTRY + ": _loads_group", "loads_run((<const Held*> context).model, inputs[0], inputs[1]",
     "loads_run((<const Held*> context).model, inputs[0], inputs[0]", TESTS),
    (ENTRY + ": inverse_partials",
     "    _require_states(model, many, given)\n    found =", "    found =", TESTS),
    (ENTRY + ": inverse_partials",
     "    _require_states(model, many, (given[0], *[(x, 2) for x in found]))\n", "", TESTS),
    # What partials and products have in common.
    (COMMON + ": _clear",
     "for i in range(held.matrices):", "for i in range(held.matrices - 1):", TESTS),
    (COMMON + ": _in_lanes", "task.held.width = batch.width", "task.held.width = 1", TESTS),
    (COMMON + ": Many.spread",
     "np.broadcast_to(array, self.axes + array.shape[array.ndim - core:])", "array", TESTS),
    # Products.
    (PRODUCTS + ": _jvp_group",
     "    call.along_v = inputs[5]", "    call.along_v = inputs[4]", TESTS),
    (PRODUCTS + ": _call",
     "call.inertial_wrenches = held.inertial_wrenches", "call.inertial_wrenches = False",
     TESTS),
    (PRODUCTS + ": _call", "call.count = held.directions", "call.count = 1", SEVERAL),
    (PRODUCTS + ": _solve_group", "call.base = held.base", "call.base = 0", TESTS),
    (PRODUCTS + ": _along", "core = 1 if len(given) - 1 <= len(axes) else 2", "core = 1", SEVERAL),
    (PRODUCTS + ": solve_rows", "core = 1 if b.ndim <= q.ndim else 2", "core = 1", SEVERAL),
    (PRODUCTS + ": inverse_jvp",
     "return tau if moves[0][2] == 2 else tau[..., 0, :]", "return tau", TESTS),
    (PRODUCTS + ": inverse_vjp",
     "    _require_states(model, many, _plain_rows((*at, *weights)))\n", "", TESTS),
    (PRODUCTS + ": inverse_jvp",
     "    _require_states(model, many, _plain_rows((*at, *moves)))\n", "", TESTS),
    (PRODUCTS + ": inverse_jvp",
     "    _require_states(model, many, (_plain_rows(rows)[0], (tau, 2)))\n", "", TESTS),
    (SOLVE + ": solve_each",
     "force[i * width + lane] = ldexp(b[at + i * width + lane], exponent[lane])",
     "force[i * width + lane] = ldexp(b[at + i * width + lane], exponent[0])", SIZES),
    # The chain rule.
    (PAIRS + ": _run_state", "held.wrenches = inputs[3]", "pass", CHAIN),
    (PAIRS + ": rows_of_many",
     "[np.ascontiguousarray(array) for array in (q, v, u)]", "[q, v, u]", CHAIN),
    (CHAIN_RULE + ": first_of_many", "raise StateError(start + error.args[0]) from None", "raise",
     TESTS + "::test_errors_of_the_chain_rule"),
    (DISPLACED + ": Displacements.__init__",
     "np.moveaxis(np.array(every), (0, 1), (-4, -3))", "np.array(every)", CHAIN),
    # Many states of another base.
    (REPRESENTED + ": contraction", "w = _body_weights(roots, w[..., None, :])[..., 0, :]",
     "w = _body_weights(roots, w)", TESTS),
    (ROOTS + ": root_poses", "np.moveaxis(rotation, (0, 1), (-2, -1))", "rotation.T", TESTS),
    (ENTRY + ": _forward_group", "if forward_run(held.model, &forward) >= 0:",
     "if forward_run(held.model, &forward) >= 2:", SINGULAR),
    (FACTOR + ": nogil", "count * sizeof(real) / sizeof(double)", "count", TESTS),
    (ONE_BY_ONE + ": _result",
     'raise type(error)(f"state {list(index)}: {error}") from None', "raise", TESTS),
]  # fmt: skip
