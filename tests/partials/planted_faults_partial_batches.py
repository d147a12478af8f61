"""Faults in the batches of partial derivatives: file, text, fault, tests."""

DOOR = "lieref/partials/partial_batches.pyx"
COMMON = "lieref/partials/state_batches.pxi"
PRODUCTS = "lieref/partials/products/product_batches.pyx"
SOLVE = "lieref/partials/products/products_solve.pyx"
REPRESENTED = "lieref/partials/products/products_represented.py"
ROOTS = "lieref/dynamics/forward/roots.pyx"
FACTOR = "lieref/partials/fdsva/branch_factor.pxi"
ONE_BY_ONE = "lieref/dynamics/shared/state_by_state.py"
TESTS = "tests/partials/test_partial_batches.py"
CHAIN = TESTS + "::test_by_the_chain_rule"
PAIRS = "lieref/partials/idsva_so/pairs.pyx"
CHAIN_RULE = "lieref/partials/chain_rule/chain_rule.py"
DISPLACED = "lieref/partials/idsva_so/displaced.py"
SEVERAL = TESTS + "::test_several_directions_of_every_state"
SIZES = TESTS + "::test_rows_of_any_size_in_every_lane"
SINGULAR = TESTS + "::test_a_singular_joint_is_named_with_its_state"

FAULTS = [
    (DOOR, "cdef double* rest = a + held.nv * held.width", "cdef double* rest = a", TESTS),
    (DOOR, "memset(H, 0, matrix * sizeof(double))", "pass", TESTS),
    (DOOR, "    _clear(context, outputs, workspace)\n", "", TESTS),
    (DOOR, "forward.wrenches = inputs[3]", "forward.wrenches = NULL", TESTS),
    (DOOR, "memcpy(outputs[1], inputs[2], bytes)", "memcpy(outputs[1], inputs[1], bytes)", TESTS),
    (DOOR, "memset(outputs[2], 0, bytes)", "pass", TESTS),
    (DOOR, "loads_run((<const Held*> context).model, inputs[0], inputs[1]",
     "loads_run((<const Held*> context).model, inputs[0], inputs[0]", TESTS),
    (DOOR, "    _require_states(model, many, given)\n    found =", "    found =", TESTS),
    (DOOR, "    _require_states(model, many, given)\n    q, v, tau", "    q, v, tau", TESTS),
    (DOOR, "    _require_states(model, many, (given[0], *[(x, 2) for x in found]))\n", "", TESTS),
    # What partials and products have in common.
    (COMMON, "for i in range(held.matrices):", "for i in range(held.matrices - 1):", TESTS),
    (COMMON, "task.held.width = batch.width", "task.held.width = 1", TESTS),
    (COMMON, "np.broadcast_to(array, self.axes + array.shape[array.ndim - core:])", "array", TESTS),
    # Products.
    (PRODUCTS, "    call.along_v = inputs[5]", "    call.along_v = inputs[4]", TESTS),
    (PRODUCTS, "call.inertial_wrenches = held.inertial_wrenches", "call.inertial_wrenches = False",
     TESTS),
    (PRODUCTS, "call.count = held.directions", "call.count = 1", SEVERAL),
    (PRODUCTS, "call.base = held.base", "call.base = 0", TESTS),
    (PRODUCTS, "core = 1 if len(given) - 1 <= len(axes) else 2", "core = 1", SEVERAL),
    (PRODUCTS, "core = 1 if b.ndim <= q.ndim else 2", "core = 1", SEVERAL),
    (PRODUCTS, "return tau if moves[0][2] == 2 else tau[..., 0, :]", "return tau", TESTS),
    (PRODUCTS, "    _require_states(model, many, _plain_rows((*at, *weights)))\n", "", TESTS),
    (PRODUCTS, "    _require_states(model, many, _plain_rows((*at, *moves)))\n", "", TESTS),
    (PRODUCTS, "    _require_states(model, many, (_plain_rows(rows)[0], (tau, 2)))\n", "", TESTS),
    (SOLVE, "force[i * width + lane] = ldexp(b[at + i * width + lane], exponent[lane])",
     "force[i * width + lane] = ldexp(b[at + i * width + lane], exponent[0])", SIZES),
    # The chain rule.
    (PAIRS, "held.wrenches = inputs[3]", "pass", CHAIN),
    (PAIRS, "[np.ascontiguousarray(array) for array in (q, v, u)]", "[q, v, u]", CHAIN),
    (CHAIN_RULE, "raise StateError(start + error.args[0]) from None", "raise",
     TESTS + "::test_errors_of_the_chain_rule"),
    (DISPLACED, "np.moveaxis(np.array(every), (0, 1), (-4, -3))", "np.array(every)", CHAIN),
    # Many states of another base.
    (REPRESENTED, "w = _body_weights(roots, w[..., None, :])[..., 0, :]",
     "w = _body_weights(roots, w)", TESTS),
    (ROOTS, "np.moveaxis(rotation, (0, 1), (-2, -1))", "rotation.T", TESTS),
    (DOOR, "if forward_run(held.model, &forward) >= 0:",
     "if forward_run(held.model, &forward) >= 2:", SINGULAR),
    (FACTOR, "count * sizeof(real) / sizeof(double)", "count", TESTS),
    (ONE_BY_ONE, 'raise type(error)(f"state {list(index)}: {error}") from None', "raise", TESTS),
]  # fmt: skip
