"""Faults that must turn the tests of moving mechanisms red: file, text, fault, tests."""

MOTION = "closed_motion.py"
VARIATIONAL = "closed_variational.py"
OF_VARIATIONAL = "tests/simulate/test_variational_mechanisms.py"
ORDER_TWO = OF_VARIATIONAL + "::test_order_two_and_closed"
DRIFT = OF_VARIATIONAL + "::test_energy_does_not_drift_while_the_crank_turns_around"
STILL = OF_VARIATIONAL + "::test_momentum_of_a_floating_four_bar_is_kept"
STEPS = "step.py"
ADAPTIVE = "adaptive.py"
FIXED = "munthe_kaas.py"
LOADS = "loads.py"
CLOSING = "constraints.pyx"
TESTS = "tests/simulate/test_mechanisms.py"
CLOSED = TESTS + "::test_closed_throughout_and_energy_kept"
ORDERS = TESTS + "::test_orders_are_those_of_the_methods"
FLAT = TESTS + "::test_parallelograms_pass_flat_as_a_pendulum_does"
BETWEEN = TESTS + "::test_a_moment_of_lost_rank_lies_between_two_stages"
LOST = TESTS + "::test_a_result_at_the_moment_of_lost_rank_is_refused"
TOGGLE = TESTS + "::test_independent_coordinates_are_chosen_again_at_a_toggle"
BRANCH = TESTS + "::test_only_the_nearest_branch_is_closed"
TORQUES = TESTS + "::test_forms_of_a_torque"
CALLBACKS = TESTS + "::test_callbacks_get_closed_states_that_they_may_keep"
REFUSED = TESTS + "::test_refused"

FAULTS = [
    (MOTION + ": ClosedMotion.acceleration",
     "tree_rates(table, state.G, yddot) + state.g", "tree_rates(table, state.G, yddot)", ORDERS),
    (MOTION + ": ClosedMotion.acceleration",
     "self._load(t, state.q, state.v)", "self._load(t, q, v)", CALLBACKS),
    (MOTION + ": ClosedMotion.end", "return state.q, state.v", "return q, v", CLOSED),
    (MOTION, "REVIEW, BETTER = 0.25, 2.0", "REVIEW, BETTER = 0.0, 2.0", TOGGLE),
    (MOTION, "NEAR, LOST = 0.1, 1e-4", "NEAR, LOST = 0.0, 1e-4", FLAT),
    (MOTION, "NEAR, LOST = 0.1, 1e-4", "NEAR, LOST = 0.1, 0.0", LOST),
    (MOTION + ": ClosedMotion.crossing", "AHEAD * h * v", "-AHEAD * h * v", FLAT),
    (MOTION + ": _velocity", "require_obeyed(model", "(lambda *_: None)(model", REFUSED),
    (MOTION + ": _configuration", "        require_closed(model, q)\n", "        pass\n", REFUSED),
    (MOTION + ": ClosedMotion.reduced_inverse",
     "np.linalg.solve(reduced.T, np.linalg.solve(reduced, G.T @ p))",
     "np.linalg.solve(reduced, np.linalg.solve(reduced, G.T @ p))", STILL),
    (VARIATIONAL + ": ClosedStepper._end", "return closed,", "return q,", ORDER_TWO),
    (VARIATIONAL + ": ClosedStepper._closed", "self._end(D)[0]", "super()._end(D)[0]", ORDER_TWO),
    (VARIATIONAL + ": ClosedStepper._rounding", "ROUNDED * EPS", "0.0 * EPS", DRIFT),
    (VARIATIONAL + ": ClosedStepper.__init__", "if i not in inside", "if True", ORDER_TWO),
    (VARIATIONAL + ": ClosedStepper.velocity",
     "self.q))(self.p)", "self.q))(2 * self.p)", ORDER_TWO),
    (STEPS + ": _on", "manifold.end(q, v)", "manifold.end(q, v)[0], v", CLOSED),
    (ADAPTIVE + ": _share", "at / 0.55", "at", BETWEEN),
    (ADAPTIVE + ": _share", "manifold.start(state.q, state.v)", "pass", LOST),
    (ADAPTIVE + ": run", "if cut else abs(h) * factor", "if last else abs(h) * factor", FLAT),
    (FIXED + ": _step", "system.manifold.start(state.q, state.v)", "pass", LOST),
    (LOADS + ": _forces", "forces[..., places] = found", "forces[..., : len(places)] = found",
     TORQUES),
    (CLOSING + ": close_dependents", " or 2 * at.went > at.measure", "", BRANCH),
    ("closing.pxi: newton", "at.went += size", "at.went = 0", BRANCH),
]  # fmt: skip
