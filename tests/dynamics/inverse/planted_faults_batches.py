"""Faults that must turn the tests of batches red: file, text, fault, tests."""

STATES = "states.h"
GROUPS = "state_groups.pyx"
WORKERS = "workers.h"
CHECKS = "batch_arguments.pxi"
ENTRY = "inverse_batches.pyx"
ONE_BY_ONE = "state_by_state.py"
TESTS = "tests/dynamics/inverse/test_batches.py"
ARGUMENTS = "tests/dynamics/inverse/test_batches_arguments.py"
FORWARD = "tests/dynamics/forward/test_forward_batches.py"

FAULTS = [
    # Numbers of several states.
    (STATES, "return x.x - y.x;", "return x.x + y.x;", TESTS),
    (STATES, "return x.x / y;", "return x.x * y;", TESTS),
    (STATES, "states operator-() const { return -x; }", "states operator-() const { return x; }",
     TESTS),
    (STATES, "sincos_vector(angles[i].x, &s, &c);", "sincos_vector(angles[i].x, &c, &s);", TESTS),
    (STATES, "sines[i].x[k] = sin(angles[i].x[k]);", "sines[i].x[k] = sin(angles[i].x[0]);",
     TESTS + "::test_angles_of_every_size_side_by_side"),
    (STATES, "(angles[i].x <= TRIG_LIMIT) & (angles[i].x >= -TRIG_LIMIT)",
     "(angles[i].x <= TRIG_LIMIT)", TESTS + "::test_angles_of_every_size_side_by_side"),
    # Into lanes and back.
    (STATES, "x[i] = chosen_of(a, b, states_low[place]);",
     "x[i] = chosen_of(a, b, states_high[place]);", TESTS),
    (STATES, "row[i] = rows[i][k];", "row[i] = rows[0][k];", TESTS),
    (STATES, "rows[i][k] = row[i];", "rows[i][k] = row[0];", TESTS),
    (STATES, "*(states_vec *) (out + (k + i) * STATES) = x[i];",
     "*(states_vec *) (out + (next + i) * STATES) = x[i];", TESTS),
    (STATES, "if (i < few)", "if (i <= few)", TESTS),
    # Which states.
    (GROUPS + ": _run_group",
     "sources[lane] = <double*> _row(rows, batch, min(start + lane, last))\n"
     "        if work.lanes.gather", "sources[lane] = <double*> _row(rows, batch, start)\n"
     "        if work.lanes.gather", TESTS),
    (GROUPS + ": _run_group",
     "<int> min(<Py_ssize_t> width, last + 1 - start)) != 0:", "1) != 0:", TESTS),
    (GROUPS + ": add_rows", "if i >= 0 and given.shape[i] != 1 else 0", "if i >= 0 else 0",
     TESTS + "::test_leading_axes_broadcast"),
    (GROUPS + ": add_rows", "i = axis - (batch.axes - more)", "i = axis if axis < more else -1",
     TESTS + "::test_leading_axes_broadcast"),
    (GROUPS + ": _merge_axes", "== batch.shape[axis] * batch.rows[i].strides[axis])",
     "== batch.shape[kept] * batch.rows[i].strides[axis])", TESTS),
    (GROUPS + ": _merge_axes", "one = one and (batch.rows[i]", "one = (batch.rows[i]", TESTS),
    (GROUPS + ": _merge_axes",
     "batch.rows[i].strides[kept] = batch.rows[i].strides[axis]", "pass", TESTS),
    (GROUPS + ": _row", "state = state // batch.shape[axis]", "pass", TESTS),
    (GROUPS + ": _is_shared", "if rows.strides[axis] != 0:\n            return False",
     "if rows.strides[axis] != 0:\n            return True", TESTS),
    (GROUPS + ": _share", "at += _lines(batch.rows[i].count * batch.width * sizeof(double))",
     "at += _lines(batch.rows[i].count * sizeof(double))", TESTS),
    # What fails, and where.
    (GROUPS + ": _run_group",
     "if batch.run(batch.held, <const double**> places, places + batch.inputs, workspace) "
     "!= -1:\n        return False",
     "if batch.run(batch.held, <const double**> places, places + batch.inputs, workspace) "
     "!= -1:\n        return True", ARGUMENTS + "::test_quaternions_of_any_state_are_checked"),
    (GROUPS + ": _run_group", "last + 1 - start)) != 0:\n            return False",
     "last + 1 - start)) != 0:\n            return True",
     ARGUMENTS + "::test_a_result_beyond_doubles_is_named"),
    (GROUPS + ": _share", "workers_lower(&work.failed, group)", "pass", ARGUMENTS),
    (GROUPS + ": _run_group", "rows.count, places[i]) != 0:\n            return False",
     "rows.count, places[i]) != 0:\n            pass",
     ARGUMENTS + "::test_numbers_that_no_result_needs_are_checked_too"),
    (GROUPS + ": _run_group",
     "if not _unit_quaternions(batch, places[0]):", "if False:", ARGUMENTS),
    (GROUPS + ": _unit_quaternions",
     "x = q + batch.quaternions[i] * width", "x = q + batch.quaternions[i]", ARGUMENTS),
    (GROUPS + ": _unit_quaternions",
     "fine = fine and batch.least_square <= square[lane] <= batch.most_square",
     "fine = batch.least_square <= square[lane] <= batch.most_square",
     ARGUMENTS + "::test_quaternions_of_any_state_are_checked"),
    # Threads.
    (WORKERS, "*link = job.next;\n        pthread_mutex_unlock(&workers_lock);",
     "*link = job.next;\n        pthread_mutex_unlock(&workers_lock);\n        return;",
     TESTS + "::test_any_number_of_workers_gives_the_same_bits"),
    (WORKERS, "__atomic_compare_exchange_n(&range->next, first, *last, 1,",
     "__atomic_compare_exchange_n(&range->next, first, *last + 1, 1,", TESTS),
    (WORKERS, "ranges[i].end = work * (i + 1) / number;",
     "ranges[i].end = work / number * (i + 1);", TESTS),
    (WORKERS, "*own = (*own + 1) % number;", "*own = *own % number;", TESTS),
    (WORKERS, "(*link)->bytes < bytes; link", "0; link", TESTS + "::test_the_largest_workspace"),
    (WORKERS, "    workers_jobs = NULL;\n    workers_idle = 0;\n", "    workers_jobs = NULL;\n",
     TESTS + "::test_a_child_makes_threads_of_its_own"),
    # The public function.
    (ENTRY + ": _run_group", "call.tau_ext = inputs[3]", "call.tau_ext = NULL", TESTS),
    (ENTRY + ": _run_group", "call.wrenches = inputs[2]", "call.wrenches = NULL", TESTS),
    (ENTRY + ": _tree", "held.call.inertial_wrenches = _choice(\"wrench_axes\", wrench_axes, AXES)",
     "held.call.inertial_wrenches = False", TESTS),
    (ENTRY + ": _tree",
     "held.call.base = _choice(\"base\", base, BASES)", "held.call.base = 0", TESTS),
    (ENTRY + ": _tree", "kernel = lanes if which < 0 else others[which][held.call.r > 0]",
     "kernel = lanes if which < 0 else others[0][held.call.r > 0]",
     TESTS + "::test_other_forms_are_the_single_state_itself"),
    (CHECKS + ": _compute", "[model.iq[i] + (3 if model.kind[i] == FREE else 0)",
     "[model.iq[i] + (2 if model.kind[i] == FREE else 0)", ARGUMENTS),
    (CHECKS + ": _compute", "range(failed, last + 1)", "range(failed, failed + 1)", ARGUMENTS),
    (CHECKS + ": _compute", "range(failed, last + 1)", "range(batch.states)",
     ARGUMENTS + "::test_no_more_states_are_looked_at_than_a_group_has"),
    (CHECKS + ": _rows",
     "array.strides[more + i] != step", "array.strides[more + i] < step", TESTS),
    (CHECKS + ": _workers", "-1 if isinstance(workers, bool) else operator", "operator", ARGUMENTS),
    (CHECKS + ": _workers", "if count < 1:", "if count < 0:", ARGUMENTS),
    # State by state.
    (ONE_BY_ONE + ": _place", "0 if n == 1 else i for", "0 for",
     ARGUMENTS + "::test_mechanisms_with_loops_one_after_the_other"),
    (ONE_BY_ONE + ": _place", "0 if n == 1 else i for", "i for",
     FORWARD + "::test_extended_precision_state_by_state"),
    (ONE_BY_ONE + ": _place",
     "own = index[len(index) - len(leading) :]", "own = index[: len(leading)]",
     FORWARD + "::test_extended_precision_state_by_state"),
    (ONE_BY_ONE + ": raise_first",
     "_require_finite(what, value, _place(value, core, index))", "pass", ARGUMENTS),
    (ONE_BY_ONE + ": _arrays", "np.asarray(unmasked(x))", "np.asarray(x)",
     "tests/sweep/test_numpy_kinds.py"),
    (ONE_BY_ONE + ": _result", "        if not index:\n            raise\n", "",
     ARGUMENTS + "::test_a_single_state_by_several_workers_has_no_place"),
]  # fmt: skip
