"""Faults in the prepared calls of partials of any order: file, text, fault, tests."""

PREPARED = "prepared_order_partials.pyx"
FORWARD = "forward_dynamics_order_partials.pyx"
TESTS = "tests/partials/prepared/test_prepared_order_partials.py"
BAD = TESTS + "::test_bad_arguments"
SAME = TESTS + "::test_the_numbers_of_the_usual_call"
APART = TESTS + "::test_results_are_for_themselves"

FAULTS = [
    (PREPARED + ": _block", "(<cnp.ndarray> value).shape[0] == first", "True", BAD),
    (PREPARED + ": _block", " and cnp.PyArray_ISWRITEABLE(<cnp.ndarray> value)", "", APART),
    (PREPARED + ": _named", "if type(out) is not kind:", "if False:", BAD),
    (PREPARED + ": PreparedInverseDynamicsOrderPartials.run",
     "and _apart(dq, dv)\n                and _vector", "and _vector", APART),
    (PREPARED + ": PreparedInverseDynamicsOrderPartials.run", "and _apart(q, dv)", "", APART),
    (PREPARED + ": PreparedInverseDynamicsOrderPartials.run", "and _apart(v, dv)", "", APART),
    (PREPARED + ": PreparedInverseDynamicsOrderPartials.run", "        self.leave()\n", "", SAME),
    (PREPARED + ": PreparedForwardDynamicsOrderPartials.run", "and _apart(dv, dtau)", "", APART),
    (PREPARED + ": PreparedForwardDynamicsOrderPartials.run", "and _apart(tau, dtau)", "", APART),
    (PREPARED + ": PreparedForwardDynamicsOrderPartials.run", "if not (regular and", "if not (",
     TESTS + "::test_a_joint_that_nothing_opposes"),
    (FORWARD + ": run_forward_dynamics_order_partials", "passes.forward.v = call.v",
     "passes.forward.v = call.tau", SAME),
    (FORWARD + ": _in_turn", "return singular", "pass",
     TESTS + "::test_a_joint_that_nothing_opposes"),
]  # fmt: skip
