"""Faults that must turn the tests of many states of a mechanism red: file, text, fault, tests."""

STATES = "closed_states.pxi"
ENTRY = "closed_batches.pyx"
STAGE = "constraints.pxi"
MOTION = "motion_series.pxi"
INSTRUCTIONS = "instructions.pxi"
GROUPS = "c_aba_groups.pxi"
RUN = "c_aba_run.pxi"
JUDGED = "judged.h"
OTHERS = "other_models.py"
BY_STATE = "state_by_state.py"

TESTS = "tests/loops/batches/test_closed_batches.py"
INVERSE = TESTS + "::test_inverse_dynamics_of_many_states_is_that_of_each"
FORWARD = TESTS + "::test_forward_dynamics_of_many_states_has_their_forces"
INERTIA = TESTS + "::test_reduced_inertia_of_many_states_is_that_of_each"
FUNCTIONS = TESTS + "::test_functions_of_couplings_run_in_lanes"
NEIGHBORS = TESTS + "::test_a_state_does_not_depend_on_its_neighbors"
AXES = TESTS + "::test_workers_and_axes_change_nothing"
CLOSED = TESTS + "::test_independent_coordinates_are_closed_first"
ERRORS = TESTS + "::test_errors_name_the_state"
TOGGLE = TESTS + "::test_a_toggle_is_named"
NOTHING = TESTS + "::test_a_joint_that_nothing_opposes_is_named"

MOTIONS = TESTS + "::test_functions_of_the_motion_of_many_states_are_those_of_each"
WIDE = TESTS + "::test_functions_of_the_motion_broadcast_and_take_bases"
OF_MOTIONS = TESTS + "::test_errors_of_functions_of_the_motion_name_the_state"

FAULTS = [
    # Pivots, state by state.
    (JUDGED, "to->x[state] = from->x[state];", "*to = *from;", INVERSE),
    (JUDGED, "return number.x[state];", "return number.x[0];", TOGGLE),
    (
        STAGE + ": swap_places",
        "places[JUDGED * j + state] = kept",
        "places[JUDGED * j] = kept",
        INVERSE,
    ),
    (STAGE + ": largest_to_pivot", "swap_places(at.turn, step, best_j, state)", "pass", INVERSE),
    (
        STAGE + ": factor",
        "largest[state] = fmax(largest[state], best)",
        "largest[state] = 2 * fmax(largest[state], best)",
        "tests/loops/test_constraint_state.py",
    ),
    (
        MOTION + ": expanded_rows",
        "cluster.n_dep if JUDGED == 1 else cluster.n_rows",
        "cluster.n_dep",
        INVERSE,
    ),
    (INSTRUCTIONS + ": start_function", "judged(a[0], state)", "judged(a[0], 0)", FUNCTIONS),
    # The recursion over clusters, of single numbers.
    (GROUPS + ": to_child", "lever_cross(link, kind, multi, -1, A, point, at)", "pass", FORWARD),
    (
        GROUPS + ": to_child",
        "times_transposed(block, DOWN, UP, point, b, at)",
        "times_transposed(block, DOWN, UP, A + TRIPLE, b, at)",
        FORWARD,
    ),
    (
        RUN + ": group_motion",
        "        if LANES > 1:\n            transpose_triples(",
        "        if True:\n            transpose_triples(",
        FORWARD,
    ),
    # The reduced inertia.
    (STATES + ": run_inertia", "HG[j * nv + i] = out[j]", "HG[j * nv + i] = out[0]", INERTIA),
    (
        STATES + ": run_inertia",
        "out[i * n + j] = (out[i * n + j] + out[j * n + i]) / 2",
        "pass",
        INERTIA,
    ),
    (
        STATES + ": run_inertia",
        "if i >= 0 or is_open(m.loops, i, motion.opening):",
        "if i >= 0:",
        ERRORS,
    ),
    (STATES + ": run_dynamics", "== DONE and group < 0", "== DONE", NOTHING),
    # The tree's motion.
    (STATES + ": run_motions", "G[k * n_G + i] = factorial * G[k * n_G + i]", "pass", MOTIONS),
    (STATES + ": run_motions", "qdot[k * nv + i] = factorial * qdot[k * nv + i]", "pass", MOTIONS),
    (STATES + ": run_motions", "motion_next(m.loops, &motion, k, True)", "pass", MOTIONS),
    (
        STATES + ": run_motions",
        "if i >= 0 or is_open(m.loops, i, motion.opening):",
        "if i >= 0:",
        OF_MOTIONS,
    ),
    (BY_STATE + ": all_at_once", "x.reshape(axes + x.shape[1:])", "x", WIDE),
    # Arguments.
    (ENTRY + ": _dynamics_group", "inputs[1] + held.row", "inputs[1]", INVERSE),
    (ENTRY + ": _configurations", "given.shape[given.ndim - 1] != m.tree.nq", "False", CLOSED),
    (
        ENTRY + ": _external",
        "(None, found) if shape[1] == m.tree.nv else (found, None)",
        "(None, found)",
        INVERSE,
    ),
    (ENTRY + ": _dynamics", "        torque = torque + own", "        pass", FORWARD),
    (ENTRY + ": _dynamics", "        out -= own", "        pass", INVERSE),
    (ENTRY + ": joint_space_inertia", "or base_number(model, base) != 0", "", INERTIA),
    (OTHERS + ": of_loops", "if batch is None:", "if True:", AXES),
]
