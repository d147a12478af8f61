"""Faults that the tests of partial derivatives through loops must find; see planted_faults.py."""

TAYLOR = "lieref/oracle/scalars/taylor_scalars.py"
INVERSE = "lieref/oracle/loops/loop_inverse_dynamics_partials.py"
FORWARD = "lieref/oracle/loops/loop_forward_dynamics_partials.py"
TESTS = "tests/oracle/loops/test_oracle_loop_partials.py"
SCALAR_TESTS = "tests/oracle/scalars/test_oracle_taylor_scalars.py"

FAULTS = [
    # functions of couplings
    (TAYLOR, "first, 2 * half_second)", "first, half_second)", SCALAR_TESTS),
    (TAYLOR, "self.atan((a * y - b * x)", "self.atan((b * x - a * y)", SCALAR_TESTS),
    (TAYLOR, "/ (a * x + b * y))", "/ (a * a + b * b))", SCALAR_TESTS),
    (TAYLOR, "self.of_values.atan2(b, a)", "self.of_values.atan2(a, b)", SCALAR_TESTS),
    # where a state goes, and in which order
    (
        INVERSE,
        '((d, moved("q", none, {}, d)), (e, moved("q", none, e, {})))',
        '((e, moved("q", none, e, {})), (d, moved("q", none, {}, d)))',
        TESTS,
    ),
    (INVERSE, 'motion(J, _arrived(J, at.closed, q, "body"),', "motion(J, at.closed,", TESTS),
    (INVERSE, "bodies, q, rates)", "bodies, at.closed.q, rates)", TESTS),
    (INVERSE, '[delta], "body")', "[delta], at.base)", TESTS),
    (INVERSE, "_arrived(J, at.based, q, at.base)", "replace(at.based, q=q)", TESTS),
    (INVERSE, "_arrived(J, at.based, q, at.base)", "_arrived(J, at.closed, q, at.base)", TESTS),
    (INVERSE, "system.jacobian(J, q, base)", 'system.jacobian(J, q, "body")', TESTS),
    (INVERSE, "system.jacobian(J, q, base)", "system.jacobian(J, start.q, base)", TESTS),
    (INVERSE, 'moved("v", at.v, e, d)', 'moved("v", at.v, e, {})', TESTS),
    (INVERSE, 'moved("a", at.a, e, d, mixed)', 'moved("a", at.a, e, d)', TESTS),
    # loads, and what is refused
    (INVERSE, "moving, at.base, at.applied, at.axes", "moving, at.base, None, at.axes", TESTS),
    (INVERSE, "at.applied, at.axes)", 'at.applied, "body")', TESTS),
    (INVERSE, '    choice("base", base, BASES)\n', "", TESTS),
    (INVERSE, '    choice("wrench_axes", wrench_axes, AXES)\n', "", TESTS),
    (INVERSE, "closed(K, model, q, near)", "closed(K, model, q)", TESTS),
    # where derivatives go
    (INVERSE, "units[m * n + j]", "units[j]", TESTS),
    (INVERSE, "out[kind + second][:, :, k]", "out[kind + second][:, k]", TESTS),
    (INVERSE, "= x.u, x.w", "= x.u, x.u", TESTS),
    # forward dynamics
    (FORWARD, "replace(at, a=a)", "at", TESTS),
    (FORWARD, "[forces], base, at.applied", '[forces], "body", at.applied', TESTS),
    (FORWARD, "at.applied, wrench_axes, near=near", 'at.applied, "body", near=near', TESTS),
    (FORWARD, "near=near, field=K", "field=K", TESTS),
    (FORWARD, 'scalars(K, "tau", tau,', 'scalars(K, "a", tau,', TESTS),
    (FORWARD, 'of_tau["a"].tolist()', 'of_tau["v"].tolist()', TESTS),
    (FORWARD, 'of_tau["q"].tolist(), of_tau["v"]', 'of_tau["v"].tolist(), of_tau["q"]', TESTS),
]
