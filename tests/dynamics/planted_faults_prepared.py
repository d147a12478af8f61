"""Faults in the prepared calls and in the table for C: file, text, fault, tests."""

PREPARED = "dynamics/prepared.pyx"
ARRAYS = "prepared_arrays.pxi"
TABLE = "c_api.pyx"
TESTS = "tests/dynamics/test_prepared.py"
FROM_C = "tests/dynamics/test_c_api.py"

FAULTS = [
    # One thread at a time.
    (PREPARED + ": nogil", "{ const int before = *taken; *taken = 1; return !before; }",
     "{ *taken = 1; return 1; }", TESTS),
    (PREPARED + ": nogil",
     "{ __atomic_store_n(taken, 0, __ATOMIC_RELEASE); }", "{ (void) taken; }", TESTS),
    # Arrays apart from out.
    (ARRAYS + ": _apart",
     "_entries(first) <= _numbers(second)", "_entries(first) < _numbers(second)",
     TESTS + "::test_out_is_for_itself"),
    (ARRAYS + ": _apart",
     "_entries(second) <= _numbers(first))", "_entries(second) < _numbers(first))",
     TESTS + "::test_out_is_for_itself"),
    (ARRAYS + ": _apart", "return (_numbers(first) + _entries(first)", "return (_numbers(first)",
     TESTS + "::test_out_is_for_itself"),
    (PREPARED + ": Prepared.require", "if not _apart(value, array):", "if False:",
     TESTS + "::test_out_is_for_itself"),
    (PREPARED + ": _fits", "and cnp.PyArray_ISWRITEABLE(<cnp.ndarray> out)\n", "\n",
     TESTS + "::test_out_is_for_itself"),
    # Arrays of the right shape.
    (ARRAYS + ": _vector",
     "(<cnp.ndarray> value).shape[0] == count", "(<cnp.ndarray> value).shape[0] <= count",
     TESTS + "::test_bad_arguments"),
    (ARRAYS + ": _matrix", "value, 2, cnp.NPY_DOUBLE) and (<cnp.ndarray> value).shape[0] == rows",
     "value, 2, cnp.NPY_DOUBLE)", TESTS + "::test_bad_arguments"),
    (ARRAYS + ": _loads", "value, 3, cnp.NPY_DOUBLE) and (<cnp.ndarray> value).shape[0] == rows",
     "value, 3, cnp.NPY_DOUBLE)", TESTS + "::test_bad_arguments"),
    (ARRAYS + ": _loads", "(<cnp.ndarray> value).shape[1] == bodies and (", "(",
     TESTS + "::test_bad_arguments"),
    (ARRAYS + ": _loads",
     " and (<cnp.ndarray> value).shape[2] == 6", "", TESTS + "::test_bad_arguments"),
    (PREPARED + ": PreparedInverseDynamics.run", "and _matrix(v, self.order + 2, model.nv, out)\n",
     "and _matrix(v, self.order + 1, model.nv, out)\n", TESTS + "::test_nothing_is_allocated"),
    (PREPARED + ": _fits",
     "(<cnp.ndarray> out).shape[0] == rows", "(<cnp.ndarray> out).shape[0] == rows + 1",
     TESTS + "::test_nothing_is_allocated"),
    (PREPARED + ": _given",
     "tuple([load for load in loads if load[1] is not None])", "()",
     TESTS + "::test_bad_arguments"),
    # Finite numbers, in and out; quaternions; a singular joint.
    (ARRAYS + ": _loads", ".shape[2] == 6\n            and _is_finite(value, cnp.NPY_DOUBLE)",
     ".shape[2] == 6\n           ", TESTS + "::test_numbers_that_no_result_needs_are_checked_too"),
    (PREPARED + ": PreparedInverseDynamics.run", "and _all_finite(_numbers(v), model.nv)):", "):",
     TESTS + "::test_every_number_is_checked"),
    (PREPARED + ": PreparedInverseDynamics.run",
     "if not _is_finite(out, cnp.NPY_DOUBLE):", "if False:",
     TESTS + "::test_bad_arguments"),
    (PREPARED + ": PreparedForwardDynamics.run",
     "if singular >= 0 or not _is_finite(out, cnp.NPY_DOUBLE):", "if singular >= 0:",
     TESTS + "::test_bad_arguments"),
    (PREPARED + ": PreparedForwardDynamics.run",
     "if singular >= 0 or not _is_finite(out, cnp.NPY_DOUBLE):",
     "if not _is_finite(out, cnp.NPY_DOUBLE):", TESTS + "::test_a_joint_that_nothing_opposes"),
    (PREPARED + ": PreparedInverseDynamics.run",
     "            return self.ordinary(q, v, out, wrenches, tau_ext)\n"
     "        _check_quaternions(model, q, cnp.NPY_DOUBLE)",
     "            return self.ordinary(q, v, out, wrenches, tau_ext)",
     TESTS + "::test_bad_arguments"),
    # What is bound.
    (PREPARED + ": Prepared.__cinit__",
     "self._base = _choice(\"base\", base, BASES)", "_choice(\"base\", base, BASES)",
     TESTS + "::test_the_bits_of_the_usual_call"),
    (PREPARED + ": Prepared.__cinit__",
     "self._inertial = _choice(\"wrench_axes\", wrench_axes, AXES)",
     "self._inertial = _choice(\"wrench_axes\", wrench_axes, AXES) * 0",
     TESTS + "::test_the_bits_of_the_usual_call"),
    (PREPARED + ": Prepared.__cinit__",
     "if not 0 <= count <= MOST_ORDERS - 2:", "if not 0 <= count <= MOST_ORDERS - 1:",
     TESTS + "::test_what_cannot_be_prepared"),
    (PREPARED + ": PreparedInverseDynamics.run", "_numbers(q), _numbers(v), _numbers(out)\n"
     "        call.wrenches = NULL if wrenches is None else _numbers(wrenches)",
     "_numbers(q), _numbers(v), _numbers(out)\n        call.wrenches = NULL",
     TESTS + "::test_the_bits_of_the_usual_call"),
    # From C.
    (TABLE + ": _model_of",
     "opened.nbodies, opened.nq, opened.nv = model.nbodies, model.nq, model.nv",
     "opened.nbodies, opened.nq, opened.nv = model.nbodies, model.nv, model.nq", FROM_C),
    (TABLE + ": _model_of", "if not isinstance(value, Model):", "if False:", FROM_C),
    (TABLE + ": _inverse_dynamics", "call.tau, call.workspace = given.tau, given.workspace",
     "call.tau, call.workspace, call.r = given.tau, given.workspace, 0", FROM_C),
    (TABLE + ": _forward_dynamics", "call.prescribed = NULL",
     "call.prescribed = NULL\n    call.inertial_wrenches = False", FROM_C),
    (TABLE + ": _forward_dynamics",
     "call.tau = <double*> given.tau", "call.tau = <double*> given.tau\n    call.base = 0",
     FROM_C),
]  # fmt: skip
