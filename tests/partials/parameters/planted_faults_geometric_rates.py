"""Faults that must turn the tests of rates of geometric sensitivities red."""

RATES = "geometric_rates.py"
TESTS = "tests/partials/parameters/test_geometric_rates.py"
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
    (RATES + ": inverse_dynamics_geometric_derivatives", "    require_tree(model)\n", "",
     TESTS + "::test_batches_and_errors"),
]  # fmt: skip
