"""Faults that must turn the tests of rates of geometric sensitivities red."""

RATES = "geometric_rates.py"
TESTS = "tests/partials/parameters/test_geometric_rates.py"
FORWARD = "forward_rates.py"
MASSES = "tests/partials/parameters/test_forward_rates.py::test_masses_are_moved"
MOVED = TESTS + "::test_against_moved_models"
LOADED = TESTS + "::test_wrenches_and_representations"

FAULTS = [
    (RATES + ": inverse_dynamics_geometric_derivatives", "rates[:, at.real] = v",
     "rates[:2, at.real] = v[:2]", MOVED),
    (RATES + ": inverse_dynamics_geometric_derivatives", "loads[:, at.bodies] = ", "_ = ", LOADED),
    (RATES + ": inverse_dynamics_geometric_derivatives", " @ root_move(q[model.idx_q[i] :][:7])",
     "", MOVED),
    (RATES + ": inverse_dynamics_geometric_derivatives", "on_side(model, block, side)", "block",
     MOVED),
    (RATES + ": inverse_dynamics_geometric_derivatives", 'choice("side", side, SIDES)', "pass",
     TESTS + "::test_batches_and_errors"),
    (FORWARD + ": _solved", "solved_orders(-slopes, by_v", "solved_orders(slopes, by_v", MASSES),
    (FORWARD + ": _solved", "motion, base).dtau_dv", "motion, base).dtau_dv[:, ::-1]", MASSES),
    (FORWARD + ": forward_dynamics_geometric_derivatives", "motion, side, base, dir",
     'motion, "right", base, dir',
     "tests/partials/parameters/test_forward_rates.py::test_order_zero_are_the_partials"),
]  # fmt: skip
