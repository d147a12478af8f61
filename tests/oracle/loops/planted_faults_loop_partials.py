"""Faults that the tests of partial derivatives through loops must find; see planted_faults.py."""

TAYLOR = "taylor_scalars.py"
INVERSE = "loop_inverse_dynamics_partials.py"
FORWARD = "loop_forward_dynamics_partials.py"
TESTS = "tests/oracle/loops/test_oracle_loop_partials.py"
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
        INVERSE + ": perturbed_loop_torques",
        'motion(J, _arrived(J, at.closed, q, "body"),',
        "motion(J, at.closed,",
        TESTS,
    ),
    (
        INVERSE + ": perturbed_loop_torques",
        "bodies, q, rates)",
        "bodies, at.closed.q, rates)",
        TESTS,
    ),
    (INVERSE + ": perturbed_loop_torques", '[delta], "body")', "[delta], at.base)", TESTS),
    (
        INVERSE + ": perturbed_loop_torques",
        "_arrived(J, at.based, q, at.base)",
        "replace(at.based, q=q)",
        TESTS,
    ),
    (
        INVERSE + ": perturbed_loop_torques",
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
        INVERSE + ": perturbed_loop_torques",
        "moving, at.base, at.applied, at.axes",
        "moving, at.base, None, at.axes",
        TESTS,
    ),
    (INVERSE + ": perturbed_loop_torques", "at.applied, at.axes)", 'at.applied, "body")', TESTS),
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
]
