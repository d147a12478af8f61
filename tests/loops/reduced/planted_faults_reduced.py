"""Faults that must turn tests of functions of trees that take mechanisms red."""

KINEMATICS = "tests/loops/reduced/test_reduced_kinematics.py"
DYNAMICS = "tests/loops/reduced/test_reduced_dynamics.py"
LINEAR = "tests/loops/reduced/test_reduced_linear.py"
PARAMETERS = "tests/loops/reduced/test_reduced_parameters.py"
MOMENTUM = LINEAR + "::test_partials_of_the_centroidal_momentum_are_slopes"
PARTIALS = KINEMATICS + "::test_partial_derivatives_of_jacobians_are_differences"
FORCES = "tests/loops/reduced/test_tree_forces.py"
OF = "loops/reduced/"
CLUSTERS, SLOPES = "loops/cluster_dynamics.py", "loops/partial_derivatives.py"
CLOSING = "tests/loops/reduced/test_closing_bounds.py"
GEOMETRY = "tests/loops/reduced/test_reduced_geometry.py"
SLOPES_OF = "reduced_partials.py"

CHAIN = OF + "parameter_chain.py"
SECONDS = "tests/loops/reduced/test_second_partials_by_parameters.py"
PARAMETERS = SECONDS + "::test_against_first_partials_of_moved_mechanisms"
ACCELERATIONS = SECONDS + "::test_a_tree_with_the_same_motion"

FAULTS = [
    (
        "loops/tree_motion.py: matrix_motion",
        "rates[..., :-1, :], G",
        "0 * rates[..., :-1, :], G",
        KINEMATICS,
    ),
    (
        "loops/tree_motion.py: times_matrix",
        "np.asarray(x @ G)",
        "np.asarray(x @ G + x[:, :1])",
        KINEMATICS,
    ),
    (
        OF + "kinematics.py: _partials",
        "np.tensordot(J, dG, 1)",
        "0 * np.tensordot(J, dG, 1)",
        PARTIALS,
    ),
    (OF + "kinematics.py: _partials", "once + once.swapaxes(2, 3)", "2 * once", PARTIALS),
    (
        OF + "kinematics.py: _partials",
        "np.tensordot(J, changes[1], 1)",
        "np.tensordot(J, changes[1], 1).swapaxes(2, 3)",
        PARTIALS,
    ),
    (
        OF + "kinematics.py: _partials",
        '"xic,ij,cab->xjab", dJ, G, dG',
        '"xic,ij,cba->xjab", dJ, G, dG',
        PARTIALS,
    ),
    (
        OF + "kinematics.py: frame_wrenches",
        "axes, at, turned",
        "axes, at, None",
        KINEMATICS + "::test_wrenches_on_frames_have_the_power_that_they_have_there",
    ),
    (
        "model/state_by_state.py: each_state",
        "type(first)(*stacked)",
        "stacked",
        LINEAR + "::test_directions_and_states_side_by_side",
    ),
    (
        OF + "dynamics.py: christoffel_symbols",
        "c.dG + c.dG.swapaxes(1, 2)",
        "c.dG",
        DYNAMICS + "::test_christoffel_symbols",
    ),
    (
        OF + "dynamics.py: christoffel_symbols",
        "tree_inertia(model.tree, at)",
        "tree_inertia(model.tree.without_joint_physics(), at)",
        DYNAMICS + "::test_rotors_bend_the_motion_of_mechanisms",
    ),
    (
        "loops/laws.py: velocity_rows",
        "[given, 0 * given]",
        "[given, given]",
        KINEMATICS + "::test_any_representation_of_the_base",
    ),
    (OF + "dynamics.py: hybrid_dynamics", "- own[:n]", "+ own[:n]", DYNAMICS),
    (OF + "dynamics.py: hybrid_dynamics", "found[:, free] = forces[:, free]", "pass", DYNAMICS),
    (OF + "dynamics.py: hybrid_dynamics", "applied, wrench_axes, tree[:n]", "applied", DYNAMICS),
    (OF + "dynamics.py: _solved", "scale[:, None] * part * scale", "part", DYNAMICS),
    (
        OF + "linear.py: linearized",
        "(x @ G[0])[own]",
        "x[own][:, own]",
        LINEAR + "::test_deviations_of_the_configuration",
    ),
    (
        OF + "linear.py: linearized_rates",
        " + x @ G[1]",
        "",
        LINEAR + "::test_slopes_and_rates_of_the_linearized_equations",
    ),
    (
        OF + "linear.py: linearized_rates",
        "wrenches, wrench_rates)",
        "wrenches, None)",
        LINEAR + "::test_slopes_and_rates_of_the_linearized_equations",
    ),
    (OF + "momentum.py: centroidal_momentum_partials", " + tree.dh_dv @ to.dv_dq", "", MOMENTUM),
    (OF + "momentum.py: centroidal_momentum_partials", " + tree.dhdot_da @ to.da_dv", "", MOMENTUM),
    (OF + "products.py: _linear", "x.swapaxes(-1, -2)", "x", LINEAR),
    (OF + "products.py: _linear", "along + rates + forces", "along + forces", LINEAR),
    (OF + "products.py: _times", "one and matrix.ndim > 2", "False", LINEAR),
    (SLOPES_OF + ": inverse_contracted", "found[0][:, at] += mixed.T", "pass", LINEAR),
    (SLOPES_OF + ": forward_contracted", "s.d2tau_da_dq.T @ x", "s.d2tau_da_dq @ x", LINEAR),
    (
        OF + "products.py: product",
        "arrays[0].ndim != max(batch, 0) + 2",
        "arrays[0].ndim != 2",
        LINEAR + "::test_directions_and_states_side_by_side",
    ),
    (
        OF + "regressors.py: inverse_dynamics_regressor_derivatives",
        "G[:-1].transpose(0, 2, 1)",
        "0 * G[:-1].transpose(0, 2, 1) + G[0].T",
        PARAMETERS,
    ),
    (
        OF + "regressors.py: forward_dynamics_regressor",
        "loads, wrench_axes)[0]",
        "loads)[0]",
        PARAMETERS,
    ),
    (OF + "prepared.py: inverse", "self.base, wrenches", "self.base, None", DYNAMICS),
    ("loops/closed_dynamics.pyx: inverse", "if out is None else out", "if True else out", DYNAMICS),
    (
        "partials/chain_rule/linearized.py: changed",
        "more_q - Dq @ K",
        "more_q",
        LINEAR + "::test_slopes_and_rates_of_the_linearized_equations",
    ),
    (CLUSTERS + ": _tree_orders", "forces[:, model.independent] += own", "pass", FORCES),
    (
        CLUSTERS + ": _tree_orders",
        "wrench_axes, forces, method",
        "wrench_axes, None, method",
        FORCES,
    ),
    ("loop_choice.py: with_coordinates", "family[key] = replace", "family[()] = replace", FORCES),
    (SLOPES + ": _tree_first", "loads, axes, acting", "loads, axes", FORCES),
    (SLOPES + ": accelerations", "tau[None] + options.own", "tau[None]", FORCES),
    (SLOPES + ": accelerations", "loads, axes, acting)", "loads, axes)", FORCES),
    (
        OF + "geometry.py: inverse_dynamics_screw_partials",
        "found += np.outer(G[iv], force)",
        "pass",
        GEOMETRY,
    ),
    (OF + "geometry.py: _screws", "+ bend * velocity[iv] ** 2", "", GEOMETRY),
    (OF + "geometry.py: _placements", "return on_side(tree, P, side)", "return P", GEOMETRY),
    (OF + "geometry.py: require_closed", "if not spare.any():", "if True:", GEOMETRY),
    (OF + "conditioning.py: conditioning_bound", "by.da_dq @ dq + ", "", CLOSING),
    (OF + "conditioning.py: _of_wrenches", "/ LARGER)", ")", GEOMETRY),
    (OF + "conditioning.py: conditioning_bound", "(opened - a) / WIDER", "opened - a", CLOSING),
    (OF + "conditioning.py: _opened", "WIDER * OPENING * opening", "0 * opening", CLOSING),
    (CHAIN + ": expansion", "by[:, screw.columns] += ", "0 * ", ACCELERATIONS),
    (CHAIN + ": _changes", "swapped[shift, turn] = True", "pass", PARAMETERS),
    (CHAIN + ": _second", "np.where(x.averaged, (pp + pp.T) / 2, pp)", "pp", PARAMETERS),
    (CHAIN + ": _second", " + V.T @ vv @ V", "", PARAMETERS),
    (CHAIN + ": _bent", "turned = r.T @ f.along[rows] + ", "turned = ", PARAMETERS),
    (CHAIN + ": _bent", "_row_slopes(more, x, f, c)[:, None]", "0", PARAMETERS),
    (CHAIN + ": _row_slopes", "moved[more.own] @ x.Z", "0 * (moved[more.own] @ x.Z)", PARAMETERS),
    (CHAIN + ": _inertial", "crossed[:, :, screw.columns] += ", "0 * ", PARAMETERS),
]
