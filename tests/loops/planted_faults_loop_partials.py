"""Faults that must turn the tests of partials through loops red: file, text, fault, tests."""

TWIN = "lieref/loops/constraints/constraint_partials_twin.py"
ARRAYS = "lieref/loops/constraints/constraint_partials.py"
RUN = "lieref/loops/constraints/displaced_constraints.pxi"
DISPLACED = "lieref/loops/constraints/constraints.pyx"
NUMBERS = "lieref/loops/constraints/loop_numbers.pxi"
STAGE = "lieref/loops/constraints/constraints.pxi"
VALUES = "lieref/loops/constraints/coupling_values.py"
REDUCED = "lieref/loops/reduced_partials.py"
DOORS = "lieref/loops/partial_derivatives.py"
HESSIAN = "lieref/partials/chain_rule/hessian.py"
BATCHES = "lieref/partials/partial_batches.pyx"
FIRST_DOOR = "lieref/partials/inverse_dynamics_partials.pyx"
SECOND_DOOR = "lieref/partials/inverse_dynamics_second_partials.pyx"
FORWARD_DOOR = "lieref/partials/forward_dynamics_second_partials.pyx"

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
HANDED = PARTIALS + "::test_the_doors_of_trees_hand_on"
COMMUTATOR = PARTIALS + "::test_the_order_of_two_derivatives_is_a_commutator"
PARTLY = PARTIALS + "::test_partly_independent_joints_have_no_retraction"
TREES = PARTIALS + "::test_what_is_for_trees_says_so"
STATES = PARTIALS + "::test_batches_are_their_states"
BAD = PARTIALS + "::test_bad_arguments_are_named"
NEAR = PARTIALS + "::test_independent_coordinates_are_closed_first"

FAULTS = [
    # The twin.
    (TWIN, "[row[k] for row in G]", "[row[j] for row in G]", KERNEL),
    (TWIN, "[row[j] for row in G1]", "[row[j] for row in G]", KERNEL),
    (TWIN, "F2 = Functions(F1)", "F2 = F1", KERNEL),
    (TWIN, "_part(g1, 1)", "_part(g1, 2)", KERNEL),
    (TWIN, "return x.c[1]", "return x.c[0]", SERIES),
    # Numbers with derivatives in the constraint stage.
    (NUMBERS, "cross(V, W + 3, out + 3)", "cross(V + 3, W, out + 3)", KERNEL),
    (NUMBERS, "out[3 + i] += turned_arm[i]", "pass", KERNEL),
    (
        STAGE,
        "spread(t.numbers + cluster.gamma, cluster.n_tree * (cluster.n_free + 1), at.ratio)",
        "spread(t.numbers + cluster.gamma, cluster.n_free, at.ratio)",
        KERNEL,
    ),
    (STAGE, "return driven + cluster.driven", "return driven", SIDES),
    (DISPLACED, "memcpy(values, &driven[b, 0, 0, 0]", "memcpy(values, &driven[0, 0, 0, 0]", KERNEL),
    (DISPLACED, "for b in range(q.shape[0]):", "for b in range(1):", KERNEL),
    (RUN, "k = clusters[i]", "k = i", SIDES),
    # Configurations that move along two coordinates.
    (ARRAYS, "_rate(first, turn[1]) + _rate(h, turn[2])", "_rate(h, turn[2])", KERNEL),
    (ARRAYS, "_rate(first, turn[1]) + _rate(h, turn[2])", "_rate(first, turn[1])", KERNEL),
    (ARRAYS, "np.cross(turn[0], slide[1]) + slide[2]", "slide[2]", KERNEL),
    (ARRAYS, "np.cross(turn[0], slide[1]) + slide[2]", "np.cross(turn[0], slide[1])", KERNEL),
    (ARRAYS, "x @ R.T", "x @ R", KERNEL),
    (ARRAYS, "np.cross(h[..., :3], w)", "np.cross(w, h[..., :3])", KERNEL),
    (
        ARRAYS,
        "bent[:n, :n, c.rows] = c.dG.transpose(2, 1, 0)",
        "bent[:n, :n, c.rows] = c.dG.transpose(1, 2, 0)",
        KERNEL,
    ),
    (
        ARRAYS,
        "c.ddG[:] = pairs.transpose(2, 3, 1, 0)",
        "c.ddG[:] = pairs.transpose(2, 3, 0, 1)",
        KERNEL,
    ),
    (ARRAYS, "[:n, :n].transpose(2, 1, 0)\n", "[:n, :n].transpose(2, 0, 1)\n", KERNEL),
    (ARRAYS, "matrices[:n, ..., 1], 0, -1)", "matrices[:n, ..., 1], 0, 1)", KERNEL),
    (ARRAYS, "if cluster.loops or not constant_ratios(model, k)", "if cluster.loops", SIDES),
    (
        ARRAYS,
        "if cluster.loops or not constant_ratios(model, k)",
        "if cluster.loops or cluster.couplings",
        CONSTANT,
    ),
    (ARRAYS, "ALONG.series([two, both])", "ALONG.series([two, two])", KERNEL),
    (ARRAYS, "    if not second:", "    if False:", ALONE),
    (ARRAYS, "        raise singular(model, failed, q)\n", "        pass\n", TOGGLE),
    (
        VALUES,
        "for bend in bends for i in order for j in order",
        "for bend in bends for j in order for i in order[:1] * len(order)",
        KERNEL,
    ),
    # The chain rule.
    (REDUCED, "dv_dq[here] = _along(c.dG, y)", "dv_dq[here] = c.dG @ y", COMMUTE),
    (REDUCED, "da_dq[here] = _along(c.dG, a) + c.dg", "da_dq[here] = _along(c.dG, a)", ORACLE),
    (REDUCED, "da_dv[here] = c.dG @ y + _along(c.dG, y)", "da_dv[here] = 2 * (c.dG @ y)", SEVERAL),
    (
        REDUCED,
        "first.dtau_dq @ G + first.dtau_dv @ to.dv_dq + first.dtau_da @ to.da_dq",
        "first.dtau_dq @ G + first.dtau_da @ to.da_dq",
        ORACLE,
    ),
    (REDUCED, "first.dtau_dv @ G + first.dtau_da @ to.da_dv,", "first.dtau_dv @ G,", ORACLE),
    (REDUCED, "+= np.tensordot(f.force[c.rows], c.dG, 1)", "+= 0", ORACLE),
    (REDUCED, "+= np.tensordot(f.force[c.rows], c.ddG, 1)", "+= 0", ORACLE),
    (REDUCED, "        found[0].transpose(0, 2, 1)[place] += mixed\n", "", ORACLE),
    (REDUCED, "found[2][place] += turned", "found[2][place] += 0 * turned", ORACLE),
    (REDUCED, "found[3].transpose(0, 2, 1)[place] += turned", "found[3][place] += turned", ORACLE),
    (REDUCED, "(rate + rate.transpose(0, 2, 1))", "(2 * rate)", ORACLE),
    (REDUCED, "(mass + mass.transpose(0, 2, 1))", "(2 * mass)", ORACLE),
    (REDUCED, "+ _twice(s.d2tau_dv_dv, to.dv_dq, to.dv_dq)", "", ORACLE),
    (REDUCED, "+ _twice(s.d2tau_dv_dv, to.dv_dq, G)", "", ORACLE),
    (
        REDUCED,
        "_twice(s.d2tau_da_dq, to.da_dv, G).transpose(0, 2, 1)",
        "_twice(s.d2tau_da_dq, to.da_dv, G)",
        BASES,
    ),
    (REDUCED, "_along(c.ddG, a) + c.ddg", "_along(c.ddG, a)", ORACLE),
    (
        REDUCED,
        "c.ddG.transpose(0, 1, 3, 2) @ y + _along(c.ddG, y)",
        "2 * _along(c.ddG, y)",
        COMMUTE,
    ),
    (REDUCED, "np.tensordot(along_v, speed, 1)", "0", ORACLE),
    (REDUCED, "c.dG + swapped, 1)", "2 * c.dG, 1)", COMMUTE),
    (REDUCED, "qv[:, i, j] += np.tensordot(along_v, swapped, 1)", "pass", ORACLE),
    (REDUCED, "aq[:, i, j] += np.tensordot(along_a, c.dG, 1)", "pass", ORACLE),
    (REDUCED, "-f.dtau_dv, np.eye(len", "f.dtau_dv, np.eye(len", LAWS),
    (REDUCED, "np.cumsum([x.size // nv for x in right])", "np.cumsum([nv for x in right])", ORACLE),
    (REDUCED, "(by_q + by_q.transpose(0, 2, 1))", "2 * by_q", ORACLE),
    (REDUCED, "-(s.d2tau_dq_dv + by_v),", "-s.d2tau_dq_dv,", ORACLE),
    (REDUCED, "-by_tau.transpose(0, 2, 1),", "-by_tau,", ORACLE),
    (
        REDUCED,
        "H_k a_x\n    moved = s.d2tau_da_dq.transpose(0, 2, 1)",
        "H_k a_x\n    moved = s.d2tau_da_dq",
        ORACLE,
    ),
    # Coordinates of joints of several degrees among the independent ones.
    (
        HESSIAN,
        "model.tree, model.independent.tolist()",
        "model.tree, list(range(model.tree.nv))",
        COMMUTATOR,
    ),
    (HESSIAN, "if model.independent_q is None:", "if False:", PARTLY),
    ("lieref/model/tree/configuration.py", 'if not hasattr(model, "joints"):', "if False:", TREES),
    # Doors.
    (DOORS, "rate = G @ a + state.g", "rate = G @ a", ORACLE),
    (
        DOORS,
        "return tree_configuration(model, q, near), given",
        "return tree_configuration(model, q), given",
        NEAR,
    ),
    (DOORS, "    base_number(model, base)\n", "", BAD),
    (
        FIRST_DOOR,
        "(model, q, v, a, base, wrenches,\n",
        '(model, q, v, a, "body", wrenches,\n',
        HANDED,
    ),
    (
        SECOND_DOOR,
        "closed(model, q, v, a, base,",
        "closed(model, q, v, a, BODY,",
        HANDED,
    ),
    (FORWARD_DOOR, '        _choice("inner", inner, {"auto": 0})\n', "", HANDED),
    (BATCHES, "(1, 1, 1, 0, 2, 0, 0))", "(1, 1, 0, 0, 2, 0, 0))", STATES),
]
