"""Faults that must turn tests of derivatives and partials of forces and impacts red."""

FORCES = "tests/loops/contacts/test_force_derivatives.py"
MOTION = FORCES + "::test_derivatives_are_those_of_the_forces_along_the_motion"
SECOND = FORCES + "::test_second_derivatives_of_forces_that_redundant_rows_share"
ORACLE = FORCES + "::test_of_any_order_they_are_the_oracles"
SLOPES = FORCES + "::test_partials_of_forces_are_slopes"
IMPACTS = FORCES + "::test_partials_of_impacts_are_slopes"
SERIES, WRENCHES = "constraint_series.py", "constraint_forces.py"
PARTIALS = "contact_partials.py"

FAULTS = [
    (SERIES + ": multiplier_series", "A[j].T @ shown[k - j]", "0 * A[j].T @ shown[k - j]", MOTION),
    (SERIES + ": multiplier_series", " + (beyond - U @ (U.T @ beyond))", "", MOTION),
    (SERIES + ": multiplier_series", "shown[k] - beyond", "shown[k]", SECOND),
    (SERIES + ": jacobian_series", "_add(K[:, row, free], x", "_add(K[:1, row, free], x", MOTION),
    (SERIES + ": moving_configuration", "rates.T.tolist(), 0.0", "(0 * rates).T.tolist(), 0.0",
     ORACLE),
    (WRENCHES + ": force_derivatives", "wrench_axes) - forces", "wrench_axes) - forces[0]", MOTION),
    (WRENCHES + ": _share_series", "rates / factorials[:-1]", "rates", ORACLE),
    (WRENCHES + ": _share_series", "held / factorials", "held", ORACLE),
    (WRENCHES + ": _share_series", "return loops * factorials[:, :, None]", "return loops", ORACLE),
    (PARTIALS + ": constraint_force_partials", "held[model.independent] -= torque + options.own[0]",
     "held[model.independent] -= torque", SLOPES),
    (PARTIALS + ": constraint_force_partials", "along.dtau_dv + along.dtau_da @ by.da_dv",
     "along.dtau_dv", SLOPES),
    (PARTIALS + ": constraint_force_partials", "[G, 0 * G, 0 * G]", "[G, G, 0 * G]", SLOPES),
    (PARTIALS + ": _shared", "couplings + coupling_forces(model, K[1], start).T", "couplings",
     SLOPES),
    (PARTIALS + ": impact_partials", "moved - H @ turned", "moved", IMPACTS),
    (PARTIALS + ": impact_partials", "dGt + G.T @", "G.T @", IMPACTS),
    (PARTIALS + ": impact_partials", "- e * unit", "", IMPACTS),
    (PARTIALS + ": impact_partials", "H @ closed_dq - moved", "H @ closed_dq", IMPACTS),
    (PARTIALS + ": impact_partials", "before + closed - e * gap", "before + closed", IMPACTS),
]  # fmt: skip
