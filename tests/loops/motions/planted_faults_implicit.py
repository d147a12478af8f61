"""Faults that must turn the tests of implicit constraints red: see planted_faults.py."""

FUNCTIONS = "coupling_functions.py"
PIECES = "constraints.pxi"
EQUATIONS = "loop_equations.pxi"
MOTION = "motion_series.pxi"
VALUES = "cluster_programs.py"
CLOSURE = "loop_closure.py"
RELEASE = "coupling_release.py"
ORACLE = "loop_closures.py"
TESTS = "tests/loops/motions/test_implicit_constraints.py"
DYNAMICS = TESTS + "::test_dynamics_of_any_order_are_those_of_the_loop_or_coupling"
TWIN = TESTS + "::test_the_oracle_and_the_twin"
COUPLED = TESTS + "::test_a_coupling_drives_a_constrained_joint"
DRIVEN = TESTS + "::test_a_driven_joint_may_be_independent"

FAULTS = [
    (
        PIECES + ": factor",
        "fmax(best * t.numbers[cluster.scales + j], largest[state])",
        "largest[state]",
        TESTS + "::test_motions_pass_the_toggles_of_a_single_equation",
    ),
    (
        RELEASE + ": with_driven_joints",
        "moved[[iq[name] for name in c.driven]] = values",
        "pass",
        TESTS + "::test_an_assembly_by_sources_holds_if_a_driven_joint_is_independent",
    ),
    (
        FUNCTIONS + ": implicit_derivatives",
        "square[i][j] = bend[a][b]",
        "square[i][j] = zero",
        DYNAMICS,
    ),
    (FUNCTIONS + ": without_functions", "not cluster.constraints and", "", DYNAMICS),
    (
        VALUES + ": composed",
        "*(x for row in rows for x in row)],",
        "*(-x for row in rows for x in row)],",
        DYNAMICS,
    ),
    (
        "constraint_bias.pxi: implicit_bias",
        "total -= bent * at.rate[i] + K[i] * at.curve[i]",
        "total -= bent * at.rate[i]",
        TWIN,
    ),
    (
        PIECES + ": cluster_rows",
        "K[i] = gamma[implicit_rows_at(cluster) + i]",
        "K[i] = gamma[implicit_rows_at(cluster)]",
        DYNAMICS,
    ),
    (EQUATIONS + ": newton_step", "phi[i] = -(gamma", "phi[i] = (gamma", DYNAMICS),
    (
        "openings.pxi: openings",
        "for i in range(cluster.n_implicit):",
        "for i in range(0):",
        TESTS + "::test_an_open_constraint_is_named",
    ),
    (MOTION + ": rows_next", "= K[bit * n_tree + a]", "= K[a]", DYNAMICS),
    (
        MOTION + ": rows_next",
        "K = kept.gamma + m * t.n_driven",
        "K = kept.gamma",
        DYNAMICS,
    ),
    (CLOSURE + ": LoopClosure.bias", "[-_sum(own,", "[_sum(own,", TWIN),
    (
        ORACLE + ": ImplicitClosure.equations",
        "return [T(value).x for value in values]",
        "return [T(value * 0).x for value in values]",
        TWIN,
    ),
    (RELEASE + ": CouplingEquation.__call__", "a - b for", "a + b for", DRIVEN),
    (RELEASE + ": released", "offsets = -ratios", "offsets = ratios", DRIVEN),
]
