"""Faults that the tests of partial derivatives through loops must find; see planted_faults.py."""

TAYLOR = "taylor_scalars.py"
INVERSE = "loop_inverse_dynamics_partials.py"
FORWARD = "loop_forward_dynamics_partials.py"
ORDERS = "loop_order_partials.py"
TESTS = "tests/oracle/loops/test_oracle_loop_partials.py"
ORDER_TESTS = "tests/oracle/loops/test_oracle_loop_order_partials.py::test_partials_are_slopes"
CERTIFIED = ORDER_TESTS.replace("partials_are_slopes", "forward_and_inverse_are_each_others")
REFUSED = ORDER_TESTS.replace("partials_are_slopes", "wrong_results_are_not_certified")
SCALAR_TESTS = "tests/oracle/scalars/test_oracle_taylor_scalars.py"

FAULTS = [
    # functions of couplings
    (
        TAYLOR + ": _JetFunctions.__getattr__",
        "first, 2 * half_second)",
        "first, half_second)",
        SCALAR_TESTS,
    ),
    (
        TAYLOR + ": _JetFunctions.atan2",
        "self.atan((a * y - b * x)",
        "self.atan((b * x - a * y)",
        SCALAR_TESTS,
    ),
    (TAYLOR + ": _JetFunctions.atan2", "/ (a * x + b * y))", "/ (a * a + b * b))", SCALAR_TESTS),
    (
        TAYLOR + ": _JetFunctions.atan2",
        "self.of_values.atan2(b, a)",
        "self.of_values.atan2(a, b)",
        SCALAR_TESTS,
    ),
    # where a state goes, and in which order
    (
        INVERSE + ": perturbed_loop_torques",
        '((d, moved("q", none, {}, d)), (e, moved("q", none, e, {})))',
        '((e, moved("q", none, e, {})), (d, moved("q", none, {}, d)))',
        TESTS,
    ),
    (
        INVERSE + ": moved_along",
        'motion(J, _arrived(J, start, q, "body"),',
        "motion(J, start,",
        TESTS,
    ),
    (
        INVERSE + ": moved_along",
        "bodies, q, rates)",
        "bodies, start.q, rates)",
        TESTS,
    ),
    (INVERSE + ": moved_along", '[delta], "body")', '[delta], "mixed")', TESTS),
    (
        INVERSE + ": moved_forces",
        "_arrived(J, at.based, q, at.base)",
        "replace(at.based, q=q)",
        TESTS,
    ),
    (
        INVERSE + ": moved_forces",
        "_arrived(J, at.based, q, at.base)",
        "_arrived(J, at.closed, q, at.base)",
        TESTS,
    ),
    (INVERSE + ": _arrived", "system.jacobian(J, q, base)", 'system.jacobian(J, q, "body")', TESTS),
    (
        INVERSE + ": _arrived",
        "system.jacobian(J, q, base)",
        "system.jacobian(J, start.q, base)",
        TESTS,
    ),
    (
        INVERSE + ": perturbed_loop_torques",
        'moved("v", at.v, e, d)',
        'moved("v", at.v, e, {})',
        TESTS,
    ),
    (
        INVERSE + ": perturbed_loop_torques",
        'moved("a", at.a, e, d, mixed)',
        'moved("a", at.a, e, d)',
        TESTS,
    ),
    # loads, and what is refused
    (
        INVERSE + ": moved_forces",
        "moving, at.base, at.applied, at.axes",
        "moving, at.base, None, at.axes",
        TESTS,
    ),
    (INVERSE + ": moved_forces", "at.applied, at.axes)", 'at.applied, "body")', TESTS),
    (INVERSE + ": loop_state", '    choice("base", base, BASES)\n', "", TESTS),
    (INVERSE + ": loop_state", '    choice("wrench_axes", wrench_axes, AXES)\n', "", TESTS),
    (INVERSE + ": loop_state", "closed(K, model, q, near)", "closed(K, model, q)", TESTS),
    # where derivatives go
    (INVERSE + ": _slopes", "units[m * n + j]", "units[j]", TESTS),
    (
        INVERSE + ": second_derivatives",
        "out[kind + second][:, :, k]",
        "out[kind + second][:, k]",
        TESTS,
    ),
    (INVERSE + ": _slopes", "= x.u, x.w", "= x.u, x.u", TESTS),
    # forward dynamics
    (FORWARD + ": _accelerated", "replace(at, a=a)", "at", TESTS),
    (
        FORWARD + ": _accelerated",
        "[forces], base, at.applied",
        '[forces], "body", at.applied',
        TESTS,
    ),
    (
        FORWARD + ": _accelerated",
        "at.applied, wrench_axes, near=near",
        'at.applied, "body", near=near',
        TESTS,
    ),
    (FORWARD + ": _accelerated", "near=near, field=K", "field=K", TESTS),
    (FORWARD + ": _accelerated", 'scalars(K, "tau", tau,', 'scalars(K, "a", tau,', TESTS),
    (FORWARD + ": _solved", 'of_tau["a"].tolist()', 'of_tau["v"].tolist()', TESTS),
    (
        FORWARD + ": loop_forward_dynamics_partials",
        'of_tau["q"].tolist(), of_tau["v"]',
        'of_tau["v"].tolist(), of_tau["q"]',
        TESTS,
    ),
    # of any order
    (ORDERS + ": _inverse", "rows[j + 1 :]]", "rows[j:-1]]", ORDER_TESTS),
    (ORDERS + ": _state", "wrenches, None, n)[0]", "None, None, n)[0]", ORDER_TESTS),
    (ORDERS + ": _solved", "D[k, j + 1] @ lower", "D[k, j] @ lower", CERTIFIED),
    (ORDERS + ": _solved", "units[k, k, range(nv)", "units[k, 0, range(nv)", CERTIFIED),
    (ORDERS + ": _certify", "if not error <=", "if False <=", REFUSED),
]
