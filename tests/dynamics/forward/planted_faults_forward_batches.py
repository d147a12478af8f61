"""Faults that must turn the tests of forward dynamics' batches red: file, text, fault, tests."""

BLOCK = "h_gabi_block.pxi"
INERTIA = "h_gabi_inertia.pxi"
ENTRY = "forward_batches.pyx"
TESTS = "tests/dynamics/forward/test_forward_batches.py"

FAULTS = [
    # What numbers of several states do without a transpose.
    (BLOCK + ": times_transposed",
     "x[0] * load(column) + x[1] * load(column + 1) + x[2] * load(column + 2)",
     "x[0] * load(column) + x[1] * load(column + 1) - x[2] * load(column + 2)", TESTS),
    (INERTIA + ": articulate",
     "else load(B + b * TRIPLE + 2)", "else load(B + b * TRIPLE + 1)", TESTS),
    # The public function.
    (ENTRY + ": _run_group", "call.v = inputs[1]", "call.v = inputs[0]", TESTS),
    (ENTRY + ": _run_group", "call.wrenches = inputs[2]", "call.wrenches = NULL", TESTS),
    (ENTRY + ": _run_group", "call.tau_ext = inputs[3]", "call.tau_ext = NULL", TESTS),
    (ENTRY + ": _run_group", "memcpy(outputs[0], inputs[5], bytes)", "pass", TESTS),
    (ENTRY + ": _run_group", "memcpy(outputs[1], inputs[4], bytes)", "pass", TESTS),
    (ENTRY + ": _run_group", "cdef size_t bytes = sizeof(double) * held.width * held.stack",
     "cdef size_t bytes = sizeof(double) * held.stack", TESTS),
    (ENTRY + ": _tree",
     'held.call.base = _choice("base", base, BASES)', "held.call.base = 0", TESTS),
    (ENTRY + ": _tree", 'held.call.inertial_wrenches = _choice("wrench_axes", wrench_axes, AXES)',
     "held.call.inertial_wrenches = False", TESTS),
    (ENTRY + ": _tree",
     "else body if which == BODY_REAL else hybrid", "else body if True else hybrid",
     TESTS + "::test_other_forms_are_the_single_state_itself"),
    (ENTRY + ": _columns", "array[..., ~kept] = 0", "pass", TESTS),
    (ENTRY + ": _tree",
     'else _columns("tau", tau, shape, ~mask))', 'else _columns("tau", tau, shape, mask))',
     TESTS),
    (ENTRY + ": _run_group", "return -1 if found == DONE else 0", "return -1", TESTS),
    (ENTRY + ": hybrid_dynamics",
     "np.concatenate((speed, motion), axis=-2)", "np.concatenate((motion, speed), axis=-2)",
     TESTS),
]  # fmt: skip
