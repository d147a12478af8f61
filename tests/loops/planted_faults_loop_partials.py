"""Faults that must turn the tests of partials through loops red: file, text, fault, tests."""

TWIN = "constraint_partials_twin.py"
ARRAYS = "constraint_partials.py"
RUN = "displaced_constraints.pxi"
DISPLACED = "constraints.pyx"
NUMBERS = "loop_numbers.pxi"
STAGE = "constraints.pxi"
REDUCED = "reduced_partials.py"
ENTRIES = "partial_derivatives.py"
HESSIAN = "hessian.py"
BATCHES = "partial_batches.pyx"
FIRST_ENTRY = "inverse_dynamics_partials.pyx"
SECOND_ENTRY = "inverse_dynamics_second_partials.pyx"
FORWARD_ENTRY = "forward_dynamics_second_partials.pyx"

CONSTRAINTS = "tests/loops/test_constraint_partials.py"
SERIES = CONSTRAINTS + "::test_along_one_coordinate_they_are_the_series_of_its_motion"
KERNEL = CONSTRAINTS + "::test_kernel_against_the_twin_at_fifty_digits"
ALONE = CONSTRAINTS + "::test_first_ones_alone_are_the_same_numbers"
SIDES = CONSTRAINTS + "::test_clusters_side_by_side_do_not_see_each_other"
CONSTANT = CONSTRAINTS + "::test_constant_ratios_have_no_derivatives"
TOGGLE = CONSTRAINTS + "::test_a_toggle_names_its_loop"
PARTIALS = "tests/loops/test_loop_partials.py"
ORACLE = PARTIALS + "::test_against_the_oracle"
BASES = PARTIALS + "::test_bases_against_the_oracle"
LAWS = PARTIALS + "::test_what_holds_of_all_partials"
COMMUTE = PARTIALS + "::test_second_partials_where_fields_do_not_commute"
SEVERAL = PARTIALS + "::test_joints_of_several_degrees_in_a_loop"
HANDED = PARTIALS + "::test_the_entries_of_trees_hand_on"
COMMUTATOR = PARTIALS + "::test_the_order_of_two_derivatives_is_a_commutator"
PARTLY = PARTIALS + "::test_partly_independent_joints_have_no_retraction"
TREES = "tests/loops/reduced/test_reduced_kinematics.py::test_what_is_about_trees_says_why"
STATES = "tests/loops/slopes/test_motion_slopes.py"
STATES += "::test_first_partials_of_many_states_are_those_of_each"
BAD = PARTIALS + "::test_bad_arguments_are_named"
NEAR = PARTIALS + "::test_independent_coordinates_are_closed_first"

FAULTS = [
    # The twin.
    (TWIN + ": constraint_partials", "[row[k] for row in G]", "[row[j] for row in G]", KERNEL),
    (TWIN + ": constraint_partials", "[row[j] for row in G1]", "[row[j] for row in G]", KERNEL),
    (TWIN + ": constraint_partials", "F2 = Functions(F1)", "F2 = F1", KERNEL),
    (TWIN + ": constraint_partials", "_part(g1, 1)", "_part(g1, 2)", KERNEL),
    (TWIN + ": _part", "return x.c[1]", "return x.c[0]", SERIES),
    # Numbers with derivatives in the constraint stage.
    (NUMBERS + ": twist_cross", "cross(V, W + 3, out + 3)", "cross(V + 3, W, out + 3)", KERNEL),
    (NUMBERS + ": twist_cross", "out[3 + i] += turned_arm[i]", "pass", KERNEL),
    (
        STAGE + ": ratios",
        "spread(t.numbers + cluster.gamma, cluster.n_tree * (cluster.n_free + 1), at.ratio)",
        "spread(t.numbers + cluster.gamma, cluster.n_free, at.ratio)",
        KERNEL,
    ),
    (STAGE + ": ratios", "return driven + cluster.driven", "return driven", SIDES),
    (
        DISPLACED + ": run_displaced",
        "memcpy(values, &driven[b, 0, 0, 0]",
        "memcpy(values, &driven[0, 0, 0, 0]",
        KERNEL,
    ),
    (DISPLACED + ": run_displaced", "for b in range(q.shape[0]):", "for b in range(1):", KERNEL),
    (RUN + ": run", "k = clusters[i]", "k = i", SIDES),
    # Configurations that move along two coordinates.
    (
        ARRAYS + ": _displaced",
        "_rate(first, turn[1]) + _rate(h, turn[2])",
        "_rate(h, turn[2])",
        KERNEL,
    ),
    (
        ARRAYS + ": _displaced",
        "_rate(first, turn[1]) + _rate(h, turn[2])",
        "_rate(first, turn[1])",
        KERNEL,
    ),
    (ARRAYS + ": _displaced", "np.cross(turn[0], slide[1]) + slide[2]", "slide[2]", KERNEL),
    (
        ARRAYS + ": _displaced",
        "np.cross(turn[0], slide[1]) + slide[2]",
        "np.cross(turn[0], slide[1])",
        KERNEL,
    ),
    (ARRAYS + ": _displaced", "x @ R.T", "x @ R", KERNEL),
    (ARRAYS + ": _rate", "np.cross(h[..., :3], w)", "np.cross(w, h[..., :3])", KERNEL),
    (
        ARRAYS + ": cluster_partials",
        "bent[:n, :n, c.rows] = c.dG.transpose(2, 1, 0)",
        "bent[:n, :n, c.rows] = c.dG.transpose(1, 2, 0)",
        KERNEL,
    ),
    (
        ARRAYS + ": cluster_partials",
        "c.ddG[:] = pairs.transpose(2, 3, 1, 0)",
        "c.ddG[:] = pairs.transpose(2, 3, 0, 1)",
        KERNEL,
    ),
    (
        ARRAYS + ": cluster_partials",
        "[:n, :n].transpose(2, 1, 0)\n",
        "[:n, :n].transpose(2, 0, 1)\n",
        KERNEL,
    ),
    (
        ARRAYS + ": cluster_partials",
        "matrices[:n, ..., 1], 0, -1)",
        "matrices[:n, ..., 1], 0, 1)",
        KERNEL,
    ),
    (
        ARRAYS + ": changing_clusters",
        "if cluster.loops or not without_functions(model, k)",
        "if cluster.loops",
        SIDES,
    ),
    (
        ARRAYS + ": changing_clusters",
        "if cluster.loops or not without_functions(model, k)",
        "if cluster.loops or cluster.couplings",
        CONSTANT,
    ),
    (ARRAYS + ": _numbers", "ALONG.series([two, both])", "ALONG.series([two, two])", KERNEL),
    (ARRAYS + ": cluster_partials", "    if not second:", "    if False:", ALONE),
    (ARRAYS + ": _states", "        raise singular(model, failed, q)\n", "        pass\n", TOGGLE),
    (
        "cluster_programs.py: composed",
        "for bend in bends for i in order for j in order",
        "for bend in bends for j in order for i in order[:1] * len(order)",
        KERNEL,
    ),
    # The chain rule.
    (REDUCED + ": directions", "dv_dq[here] = _along(c.dG, y)", "dv_dq[here] = c.dG @ y", COMMUTE),
    (
        REDUCED + ": directions",
        "da_dq[here] = _along(c.dG, a) + c.dg",
        "da_dq[here] = _along(c.dG, a)",
        ORACLE,
    ),
    (
        REDUCED + ": directions",
        "da_dv[here] = c.dG @ y + _along(c.dG, y)",
        "da_dv[here] = 2 * (c.dG @ y)",
        SEVERAL,
    ),
    (
        REDUCED + ": tree_forces",
        "+= first.dtau_dv @ to.dv_dq + first.dtau_da @ to.da_dq",
        "+= first.dtau_da @ to.da_dq",
        ORACLE,
    ),
    (
        REDUCED + ": tree_forces",
        "along.dtau_dv[:] += first.dtau_da @ to.da_dv",
        "pass",
        ORACLE,
    ),
    (REDUCED + ": inverse_first", "+= np.tensordot(f.force[c.rows], c.dG, 1)", "+= 0", ORACLE),
    (REDUCED + ": inverse_second", "+= np.tensordot(f.force[c.rows], c.ddG, 1)", "+= 0", ORACLE),
    (
        REDUCED + ": inverse_second",
        "        found[0].transpose(0, 2, 1)[place] += mixed\n",
        "",
        ORACLE,
    ),
    (
        REDUCED + ": inverse_second",
        "found[2][place] += turned",
        "found[2][place] += 0 * turned",
        ORACLE,
    ),
    (
        REDUCED + ": inverse_second",
        "found[3].transpose(0, 2, 1)[place] += turned",
        "found[3][place] += turned",
        ORACLE,
    ),
    (REDUCED + ": _tree_second", "(rate + rate.transpose(0, 2, 1))", "(2 * rate)", ORACLE),
    (REDUCED + ": _tree_second", "(mass + mass.transpose(0, 2, 1))", "(2 * mass)", ORACLE),
    (REDUCED + ": _tree_second", "+ _twice(s.d2tau_dv_dv, to.dv_dq, to.dv_dq)", "", ORACLE),
    (REDUCED + ": _tree_second", "+ _twice(s.d2tau_dv_dv, to.dv_dq, G)", "", ORACLE),
    (
        REDUCED + ": _tree_second",
        "_twice(s.d2tau_da_dq, to.da_dv, G).transpose(0, 2, 1)",
        "_twice(s.d2tau_da_dq, to.da_dv, G)",
        BASES,
    ),
    (REDUCED + ": _tree_second", "_along(c.ddG, a) + c.ddg", "_along(c.ddG, a)", ORACLE),
    (
        REDUCED + ": _tree_second",
        "c.ddG.transpose(0, 1, 3, 2) @ y + _along(c.ddG, y)",
        "2 * _along(c.ddG, y)",
        COMMUTE,
    ),
    (REDUCED + ": _tree_second", "np.tensordot(along_v, speed, 1)", "0", ORACLE),
    (REDUCED + ": _tree_second", "c.dG + swapped, 1)", "2 * c.dG, 1)", COMMUTE),
    (
        REDUCED + ": _tree_second",
        "qv[:, i, j] += np.tensordot(along_v, swapped, 1)",
        "pass",
        ORACLE,
    ),
    (REDUCED + ": _tree_second", "aq[:, i, j] += np.tensordot(along_a, c.dG, 1)", "pass", ORACLE),
    (
        REDUCED + ": solved",
        "np.cumsum([x.size // nv for x in right])",
        "np.cumsum([nv for x in right])",
        ORACLE,
    ),
    (REDUCED + ": forward_second", "(by_q + by_q.transpose(0, 2, 1))", "2 * by_q", ORACLE),
    (REDUCED + ": forward_second", "-(s.d2tau_dq_dv + by_v),", "-s.d2tau_dq_dv,", ORACLE),
    (REDUCED + ": forward_second", "-by_tau.transpose(0, 2, 1),", "-by_tau,", ORACLE),
    (
        REDUCED + ": forward_second",
        "H_k a_x\n    moved = s.d2tau_da_dq.transpose(0, 2, 1)",
        "H_k a_x\n    moved = s.d2tau_da_dq",
        ORACLE,
    ),
    # Coordinates of joints of several degrees among the independent ones.
    (
        HESSIAN + ": _several_degrees",
        "model.tree, model.independent.tolist()",
        "model.tree, list(range(model.tree.nv))",
        COMMUTATOR,
    ),
    (HESSIAN + ": _several_degrees", "if model.independent_q is None:", "if False:", PARTLY),
    ("configuration.py: require_tree", "if not isinstance(model, TreeModel):", "if False:", TREES),
    # Public functions.
    (ENTRIES + ": open_tree", "G @ a + state.g", "G @ a", ORACLE),
    (
        ENTRIES + ": checked_state",
        "return tree_configuration(model, q, near), given",
        "return tree_configuration(model, q), given",
        NEAR,
    ),
    (ENTRIES + ": checked_state", "    base_number(model, base)\n", "", BAD),
    (
        FIRST_ENTRY + ": inverse_dynamics_partials",
        "(model, q, v, a, base, wrenches,\n",
        '(model, q, v, a, "body", wrenches,\n',
        HANDED,
    ),
    (
        SECOND_ENTRY + ": inverse_dynamics_second_partials",
        "(q, v, a, base, wrenches, wrench_axes, method),\n",
        "(q, v, a, BODY, wrenches, wrench_axes, method),\n",
        HANDED,
    ),
    (
        FORWARD_ENTRY + ": forward_dynamics_second_partials",
        '        _choice("inner", inner, {"auto": 0})\n',
        "",
        HANDED,
    ),
    (
        BATCHES + ": _of_loops",
        "(1, 1, 1, 0, 2, 0, 0), workers",
        "(1, 1, 0, 0, 2, 0, 0), workers",
        STATES,
    ),
]
