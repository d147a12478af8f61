"""Faults that must turn the tests of slopes and first partials red: file, text, fault, tests."""

SERIES = "slope_series.pxi"
REDUCED = "reduced_partials.pxi"
SOLVE = "reduced_solve.pxi"
ENTRY = "loops/slopes/slopes.pyx"
BATCHES = "loops/batches/partial_batches.py"

TESTS = "tests/loops/slopes/test_motion_slopes.py"
JOINTS = TESTS + "::test_slopes_of_every_loop_joint"
MECHANISMS = TESTS + "::test_slopes_of_mechanisms"
PLAIN = TESTS + "::test_first_partials_are_those_of_the_plain_implementation"
MANY = TESTS + "::test_first_partials_of_many_states_are_those_of_each"
FORWARD = TESTS + "::test_partials_of_forward_dynamics_of_many_states"
ERRORS = TESTS + "::test_errors_name_the_state"

FAULTS = [
    (SERIES, "<const double*> late, 2 * LARGE)", "<const double*> late, LARGE)", JOINTS),
    (SERIES, "-2 * LARGE", "0", JOINTS),
    (SERIES + ": slopes", "qdot[nv + i] = g[i]", "pass", JOINTS),
    (SERIES + ": slopes", "motion_add(t, &motion, 1, s.a, 1)", "pass", MECHANISMS),
    (SERIES + ": _late_rates", "c >= cluster.n_ind", "c > 0", JOINTS),
    (SERIES + ": _keep_slopes", " + bent * y[ind[j]]", "", JOINTS),
    (SERIES + ": _keep_slopes", "speed[at + c] + G[t.n_G + at + c]", "speed[at + c]", JOINTS),
    (SERIES + ": _keep_slopes", "(a * n + j) * n + c", "(a * n + c) * n + j", JOINTS),
    (SERIES + ": slopes", "if is_open(t, failed, motion.opening):", "if False:", ERRORS),
    (REDUCED + ": along_row", " + pull[at] * da[velocity[a]]", "", PLAIN),
    (REDUCED + ": along_row", "by_v += push[at] * da[velocity[a]]", "pass", PLAIN),
    (REDUCED + ": reduced", "out_q[ind[j] * nv + ind[c]] += total", "pass", PLAIN),
    (REDUCED + ": reduced", "and c != a", "and False", PLAIN),
    (SOLVE + ": solved", "total -= H[i * n + k] * H[j * n + k]", "pass", PLAIN),
    (SOLVE + ": solved", "total = -H[j * n + i]", "total = H[j * n + i]", PLAIN),
    (
        ENTRY + ": _partials_group",
        "torques.wrenches = slope.q, slope.rates, inputs[3]",
        "torques.wrenches = slope.q, slope.rates, NULL",
        MANY,
    ),
    (
        ENTRY + ": ManyStates.partials",
        "held.forward, held.nv = forward",
        "held.forward, held.nv = False",
        FORWARD,
    ),
    (BATCHES + ": _stacked", "loads[..., None, :, :]", "0 * loads[..., None, :, :]", MANY),
]
