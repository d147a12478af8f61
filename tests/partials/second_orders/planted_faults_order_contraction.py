"""Faults that must turn the tests of second partials of any order red: file, text, fault, tests."""

LATE = "late_changes.py"
PUBLIC = "order_contraction.py"
TESTS = "tests/partials/second_orders/test_order_contraction.py"
ORACLE = TESTS + "::test_against_the_oracle"
SAID = TESTS + "::test_what_is_wrong_is_said"
SLOPES = TESTS + "::test_differences_of_gradients"

FAULTS = [
    (LATE + ": second_series", "near = r + 5", "near = r + 2", ORACLE),
    (LATE + ": second_series", "- near * VV[1:]", "", ORACLE),
    (LATE + ": second_series", "- _product(VV, b)[: r + 2]", "", ORACLE),
    (LATE + ": second_series", "- _product(QV, b)[: r + 1]", "", ORACLE),
    (LATE + ": second_series", "near * (near - 1) * QA[2:]", "near * near * QA[2:]", ORACLE),
    (LATE + ": second_series", "_product(QA, rate)[1 : r + 2]", "_product(QA, rate)[: r + 1]",
     ORACLE),
    (LATE + ": _responses", "late[p - 1, d] = p * LARGE", "late[p - 1, d] = LARGE", ORACLE),
    (LATE + ": _responses", "b[..., d] * LARGE", "b[:, d] * LARGE", ORACLE),
    (PUBLIC + ": inverse_dynamics_order_contraction", "[::-1].copy()", ".copy()", ORACLE),
    (PUBLIC + ": inverse_dynamics_order_contraction", "len(checked_v) > MOST + 2", "False", SAID),
    (PUBLIC + ": contraction", "by_v / whole[m]", "by_v", SLOPES),
    (PUBLIC + ": contraction", "by_q, by_v.swapaxes(1, 2)", "by_q, by_v", ORACLE),
    (PUBLIC + ": _changes", "of_xi[:, joint.here] -= ", "_ = ", ORACLE),
    (PUBLIC + ": _changes", "reversed_sum((VQ, xi), (VV, rate))", "reversed_sum((VV, rate))",
     ORACLE),
    (PUBLIC + ": _turned", "x[j] -= joint.spin[i - j].T @ step", "pass", SLOPES),
    ("order_directions.py: gradients", "of_a * count", "of_a", ORACLE),
]  # fmt: skip
