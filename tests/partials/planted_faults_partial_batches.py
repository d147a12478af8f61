"""Faults in the batches of partial derivatives: file, text, fault, tests."""

DOOR = "lieref/partials/partial_batches.pyx"
FACTOR = "lieref/partials/branch_factor.pxi"
ONE_BY_ONE = "lieref/dynamics/state_by_state.py"
TESTS = "tests/partials/test_partial_batches.py"

FAULTS = [
    (DOOR, "cdef double* rest = a + held.nv * held.width", "cdef double* rest = a", TESTS),
    (DOOR, "memset(H, 0, matrix * sizeof(double))", "pass", TESTS),
    (DOOR, "    _clear(context, outputs, workspace)\n", "", TESTS),
    (DOOR, "forward.wrenches = inputs[3]", "forward.wrenches = NULL", TESTS),
    (DOOR, "call.w = inputs[4]", "call.w = inputs[2]", TESTS),
    (DOOR, "held.inertial_wrenches = wrench_axes is not BODY and AXES[wrench_axes]",
     "held.inertial_wrenches = False", TESTS),
    (DOOR, "if forward_run(held.model, &forward) >= 0:",
     "if forward_run(held.model, &forward) >= 2:", TESTS + "::test_a_singular_joint_is_named_with_its_state"),
    (FACTOR, "count * sizeof(real) / sizeof(double)", "count", TESTS),
    (ONE_BY_ONE, 'raise type(error)(f"state {list(index)}: {error}") from None', "raise", TESTS),
    (ONE_BY_ONE, 'first._make(stacked) if hasattr(first, "_make") else ', "", TESTS),
]  # fmt: skip
