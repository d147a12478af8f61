"""Faults that must turn the tests of constraints along a motion red: see planted_faults.py."""

SERIES = "loop_series.pxi"
MOTION = "motion_series.pxi"
ORDERS = "closed_orders.pxi"
ENTRIES = "closed_dynamics.pyx"
STATE = "constraint_state.py"
TABLES = "loop_tables.pyx"
METHODS = "cluster_dynamics.py"
TESTS = "tests/loops/motions/test_motion_series.py"
TWIN = TESTS + "::test_coefficients_against_the_twin_at_fifty_digits"
ROBOTS = TESTS + "::test_coefficients_of_mechanisms"
PLANE = TESTS + "::test_a_normal_that_is_off_in_its_ninth_digit_is_followed"
PIECES = TESTS + "::test_a_call_of_order_three_is_its_pieces"
BACK = TESTS + "::test_forces_of_order_five_give_the_motion_back"
REFUSED = TESTS + "::test_what_is_refused_at_order_zero_is_refused_at_order_one"

FAULTS = [
    # What K depends on.
    (SERIES + ": add_crossed", "cross(a + 3 * j, b + 3 * (k - j), term)",
     "cross(a + 3 * j, b + 3 * j, term)", TWIN),
    (SERIES + ": carried", "x[3 * m + i] /= m", "pass", TWIN),
    (SERIES + ": moments", "body.pitch * e[3 * m + i]", "0 * e[3 * m + i]", TWIN),
    (SERIES + ": path_start", "pose[3 * i + (a if axes == 3 else 2)]", "pose[3 * i + 2]", TWIN),
    (SERIES + ": loop_start", "here[i] -= frame[OFFSET + i]", "here[i] -= 0", TWIN),
    (SERIES + ": special_row", "-loop.pitch * axis", "loop.pitch * axis", TWIN),
    (SERIES + ": special_row", "add_crossed(x + 3 * n * TIP, axis, m, slope)", "pass", TWIN),
    (SERIES + ": special_row", "lever[j] * axis[3 * (m - j) + i]", "lever[m] * axis[i]", PLANE),
    (SERIES + ": body_rates", "above[3 * (n * ARM + k - j) + i] - x[3 * (n * ARM + k - j) + i]",
     "above[3 * (n * ARM + k - j) + i]", TWIN),
    (SERIES + ": body_rates", "u[i] += pitch * swept[i]", "pass", TWIN),
    (SERIES + ": body_rates", "rate[(k - j) * nv]", "rate[j * nv]", TWIN),
    (SERIES + ": body_shifts", "(U[3 * (m - 1) + i] - x", "(-x", TWIN),
    (SERIES + ": loop_next", "U[3 * k + i] += tip[0][3 * (n * SPEED + k) + i]", "pass", TWIN),
    (SERIES + ": loop_next", "carried(tip[1], m, x + 3 * n * TIP)",
     "carried(tip[0], m, x + 3 * n * TIP)", TWIN),
    (SERIES + ": away", "add_crossed(tip, d, k, d + 3 * m)", "pass", PLANE),
    (SERIES + ": row_next", "to[3 + a] += sign * dotted(along, e, m)", "pass", TWIN),
    (SERIES + ": row_next", "NORMAL if loop.joint == PLANE and bit == 5 else bit - 3", "bit - 3",
     PLANE),
    # Order by order.
    (MOTION + ": rows_next", "1 if bit < 3 else cluster.shift, m, kept)", "1, m, kept)",
     TWIN),
    (MOTION + ": product_next", "B[c] = scale * total", "B[c] = -scale * total", TWIN),
    (MOTION + ": dependent_next", "for j in range(1, m + 1):", "for j in range(m, m + 1):", TWIN),
    (MOTION + ": driven_next", "at = z + (m - j) * order", "at = z", ROBOTS),
    (MOTION + ": motion_next", "G[m * t.n_G + free[i] * n] = -kept.at.rate[i]",
     "G[m * t.n_G + free[i] * n] = kept.at.rate[i]", TWIN),
    (MOTION + ": motion_add", "to[velocity[j]] += factor * rates[ind[j]]",
     "to[velocity[j]] += rates[ind[j]]", PIECES),
    (MOTION + ": motion_add", "to[velocity[a]] += factor * total", "to[velocity[a]] += total",
     PIECES),
    (MOTION + ": motion_forces", "force = forces + (k - j) * t.tree.nv",
     "force = forces + k * t.tree.nv", PIECES),
    (MOTION + ": motion_start", "motion.opening + JUDGED * k)", "motion.measure)", REFUSED),
    (TABLES + ": _cluster", "BODY_SERIES + 2 * min(3, model.tree.joints[i].nv)", "BODY_SERIES",
     TWIN),
    (STATE + ": expand_motion", "Array = rates * factorials[:, None]", "Array = rates", PIECES),
    ("loop_tables.pyx: LoopTables.dense_series", "row % n == 0", "True", PIECES),
    # The calls.
    (ORDERS + ": _tree_torques", "room.torques[k * nv + i] /= factorial", "pass", PIECES),
    (ORDERS + ": inverse_orders", "out[k * nv + i] = factorial * out[k * nv + i]", "pass", PIECES),
    (ORDERS + ": inverse_orders", "motion_next(m.loops, &room.motion, k, k <= r)",
     "motion_next(m.loops, &room.motion, k, k < r)", PIECES),
    (ORDERS + ": forward_orders", "room.forces[i] += room.yddot[i]", "pass", BACK),
    (ORDERS + ": forward_orders",
     "tau[k * nv + i] - factorial * room.forces[i]", "tau[k * nv + i] - room.forces[i]", BACK),
    (ORDERS + ": _accelerations", "call.gravity, call.wrenches = m.tree.g, s.wrenches",
     "call.gravity, call.wrenches = m.tree.g, NULL", BACK),
    (ORDERS + ": _start", "return OPEN", "return DONE", REFUSED),
    (ENTRIES + ": inverse", "if not 2 <= motion.shape[0] <= MOST_ORDERS:",
     "if not 2 <= motion.shape[0]:", REFUSED),
    (METHODS, "wrench_axes, tree[: k + 1], None", "wrench_axes, None, None",
     TESTS + "::test_other_methods_give_the_same_derivatives"),
]  # fmt: skip
