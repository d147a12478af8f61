"""Faults that must turn the tests of partials of any order through loops red.

File, text, fault, tests.
"""

SERIES = "order_series.py"
SLOPES = "map_slopes.py"
ENTRY = "orders/order_partials.py"
TWIN = "order_series_twin.py"
SOLVE = "order_solve_twin.py"
BATCHES = "order_batches.pyx"
SINGLE = "inverse_dynamics_order_partials.pyx"
KERNEL = "order_partials.pxi"
PRODUCTS = "reduced/order_products.py"

TESTS = "tests/loops/orders/test_loop_order_partials.py"
MEET = "tests/loops/orders/test_loop_order_products.py::test_weights_and_directions_meet"
ORACLE = TESTS + "::test_inverse_dynamics_against_the_oracle"
FORWARD = TESTS + "::test_forward_dynamics_against_the_oracle"
BASES = TESTS + "::test_bases_against_the_oracle"
FIFTY = TESTS + "::test_twin_at_sixty_digits_is_the_oracle"
FIRST = TESTS + "::test_order_zero_are_the_first_partials"
UNDONE = TESTS + "::test_forward_dynamics_undoes_inverse_dynamics"
HANDED = TESTS + "::test_the_functions_of_trees_hand_on"
TREE = TESTS + "::test_a_model_without_loops_is_the_tree"
BEHIND = TESTS + "::test_a_free_body_behind_a_loop"
NEAR = TESTS + "::test_independent_coordinates_are_closed_first"
BAD = TESTS + "::test_bad_arguments_are_named"

FAULTS = [
    (SERIES + ": bracket", "six[:, : joint.nv] = at.v[:, here]", "pass", ORACLE),
    (SERIES + ": independent_bracket", "None if joints <= {1} else", "None if joints else", ORACLE),
    (SERIES + ": reduced", "R = rate + turned", "R = rate", ORACLE),
    (SERIES + ": reduced", "R = R - product(G[:-1], spin)", "pass", ORACLE),
    (SERIES + ": reduced", "- product(R[:n], spin[:n])", "", ORACLE),
    (SERIES + ": reduced", " + product(tree.H, pulled)", "", FIRST),
    (SERIES + ": reduced", "product(tree.H, rate + R)", "product(tree.H, R)", FIRST),
    (SERIES + ": reduced", "product(back, of_q) + bent", "product(back, of_q)", FIRST),
    (SERIES + ": blocks", "for i in range(1, k + 1):", "for i in range(1, k):", ORACLE),
    (SERIES + ": blocks", "range(j + 2, k + 1)", "range(j + 3, k + 1)", ORACLE),
    (SLOPES + ": force_slopes", "late[n - 1] = n * unit", "late[n - 1] = unit", ORACLE),
    (SLOPES + ": force_slopes", "late[: n - 1] = y[: n - 1]", "pass", ORACLE),
    (SLOPES + ": force_slopes", "late[n:] = spin[:n] @ unit", "pass", ORACLE),
    (SLOPES + ": force_slopes", "out[:, places, places[i]]", "out[:, places[i], places]", ORACLE),
    (ENTRY + ": _inverse", "here = slice(start, start + 6)", "here = change.here", BEHIND),
    (ENTRY + ": _inverse", "given = velocity(change, given)", "pass", BASES),
    (ENTRY + ": _in_body_axes", "A += slopes(tree, q, v, loads, axes)", "pass", ORACLE),
    (ENTRY + ": _in_body_axes", '    require_in_range("v", v)\n', "", BAD),
    (ENTRY + ": inverse_dynamics_order_partials", "tree_configuration(model, q, near)",
     "tree_configuration(model, q, None)", NEAR),
    (ENTRY + ": forward_dynamics_order_partials", "start, torque, base, loads, wrench_axes",
     "start, torque, base, None, wrench_axes", FORWARD),
    (ENTRY + ": _require_orders", "rows > MOST_ROWS + 1", "False", BAD),
    (TWIN + ": loop_order_partials", "G[:, i, j] = entry", "G[:, j, i] = entry", FIFTY),
    (SOLVE + ": solved_orders", "rows - D[k, j + 1] @ lower", "rows", UNDONE),
    (BATCHES + ": mechanism_order_partials", "    _workers(workers)\n", "", HANDED),
    (SINGLE, "if out is not None:\n            raise ShapeError(\"out is for models", "if False:\n"
     "            raise ShapeError(\"out is for models", TREE),
    (KERNEL + ": passes", "slopes.rows = (2 if call.series else n + 1)", "slopes.rows = (n + 1)",
     FIRST),
    (PRODUCTS + ": _along", '"kjab,jb->ka"', '"kjba,jb->ka"', MEET),
    (PRODUCTS + ": _gradient", '"ka,k...ab->...b"', '"ka,k...ba->...b"', MEET),
    (PRODUCTS + ": forward_dynamics_order_jvp", " + slopes.da_dv @ rate", "", MEET),
]  # fmt: skip
