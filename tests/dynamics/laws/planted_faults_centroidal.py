"""Faults that must turn the tests of the centroidal matrices and partials red."""

MATRICES = "laws/centroidal.py"
PARTIALS = "chain_rule/centroidal.py"
KERNEL = "centroidal.pxi"
PARTIALS_TWIN = "idsva/centroidal_twin.py"
SUMS = "body_sums.pxi"
SYMBOLS = "christoffel.pxi"
OF_SYMBOLS = "tests/dynamics/matrices/test_christoffel.py"
OF_ENERGY = "tests/dynamics/laws/test_energy.py"
OF_PHYSICS = "tests/dynamics/test_joint_physics.py"
OF_CENTROIDAL = "tests/dynamics/laws/test_centroidal.py"
TWIN_OF_PARTIALS = OF_CENTROIDAL + "::test_twin_of_the_partials_at_fifty_digits_is_the_oracle"

FAULTS = [
    # energy, momentum and the matrix
    (SUMS + ": second_moments", "double xy = -body.J[3]", "double xy = body.J[3]", OF_ENERGY),
    (SUMS + ": second_moments", "+ body.m * c[i] * c[j])", ")", OF_ENERGY),
    (SUMS + ": linear_at", "add_cross_at(w + j, step, f + k - j, W, p)", "pass", OF_ENERGY),
    (SUMS + ": angular_at", "L[i] += (trace * w", "L[i] += (-trace * w", OF_ENERGY),
    (SUMS + ": second_rate", "f[a * W + j], v + k - j", "f[a * W], v + k - j", OF_ENERGY),
    (SUMS + ": second_rate", "G[3 * a + i] + G[3 * i + a]", "2 * G[3 * a + i]", OF_ENERGY),
    (SUMS + ": add_body", "add_cross_at(offset, 1, h + 3, 1, h)", "pass", OF_ENERGY),
    (SUMS + ": add_body", "+ body.m * offset[i]", "", OF_ENERGY),
    (SUMS + ": add_energy", "for j in range(k + 1)", "for j in range(k)", OF_ENERGY),
    (
        SUMS + ": add_joint_energies",
        "kinetic += rate[j] * rate[k - j]",
        "kinetic += rate[j] * rate[j]",
        OF_PHYSICS,
    ),
    (
        SUMS + ": add_joint_energies",
        "divided(rate[k - 1], k)",
        "rate[k - 1]",
        OF_PHYSICS,
    ),
    (
        SUMS + ": add_joint_energies",
        "times_factorial(joint.stiffness * spring / 2, k)",
        "joint.stiffness * spring / 2",
        OF_PHYSICS,
    ),
    (SUMS + ": results", "(at.mass * o[i] if k == 0 else 0)", "0", OF_ENERGY),
    (
        SUMS + ": results",
        "add_cross_at(o, 1, at.motion.spare + 3",
        "add_cross_at(o, 1, at.motion.spare",
        OF_ENERGY,
    ),
    (SUMS + ": results", "sums[(PLACE + i) * W] += o[i]", "pass", OF_ENERGY),
    (SUMS + ": about_center", "] -= moment[i]", "] += moment[i]", OF_ENERGY),
    (SUMS + ": momentum_column", "add_cross_at(offset, 1, h + 3, 1, h)", "pass", OF_CENTROIDAL),
    (SUMS + ": sum_subtrees", "at.below[j] += at.below[b]", "pass", OF_CENTROIDAL),
    (SUMS + ": matrix", "B if base == IN_BODY or model.parent[b] >= 0 else D", "B", OF_CENTROIDAL),
    (SUMS + ": matrix", "multi += MULTI * W", "pass", OF_CENTROIDAL),
    (
        MATRICES + ": centroidal_momentum_matrix_derivatives",
        "np.concatenate([rates, np.zeros((*rates.shape[:-2], 1, model.nv))], axis=-2)",
        "np.concatenate([np.zeros((1, model.nv)), rates])",
        OF_CENTROIDAL,
    ),
    (MATRICES + ": centroidal_bias", "rows, base)[1]", "rows, base)[0]", OF_CENTROIDAL),
    # Christoffel symbols
    (SYMBOLS + ": weigh", "turned[a] + v[a]", "turned[a] - v[a]", OF_SYMBOLS),
    (SYMBOLS + ": weigh", "add_cross_at(w, 1, f, W, column + SHIFT)", "pass", OF_SYMBOLS),
    (SYMBOLS + ": symbol", "total -= (j", "total += (j", OF_SYMBOLS),
    (SYMBOLS + ": pairs", "if j_body == k_body:", "if False:", OF_SYMBOLS),
    # partials
    (
        KERNEL + ": run",
        "rest(model, &at)",
        "clear(memory, <int> sweep_places(model))",
        OF_CENTROIDAL,
    ),
    (KERNEL + ": run", "spins[3 * model.parent[i] + k] += spins[3 * i + k]", "pass", OF_CENTROIDAL),
    (KERNEL + ": tree_origin", "model.kind[i], False,", "model.kind[i], True,", OF_CENTROIDAL),
    (KERNEL + ": add_tree", "+ block[<int> MASS] * lever[k]", "", OF_CENTROIDAL),
    (KERNEL + ": add_tree", "lever[k] - all_trees.origin[k]", "lever[k]", OF_CENTROIDAL),
    (KERNEL + ": add_tree", "block[MOMENTUM + k] / 2", "block[MOMENTUM + k]", OF_CENTROIDAL),
    (KERNEL + ": momentum_effects", "add_force_cross(s, h, moved)", "pass", OF_CENTROIDAL),
    (KERNEL + ": momentum_effects", "s + PSI_D, moved", "s + PSI_DD, moved", OF_CENTROIDAL),
    (KERNEL + ": about_center", "add_cross(arm, linear, angular)", "pass", OF_CENTROIDAL),
    (KERNEL + ": about_center", "add_cross(step, of.p, angular)", "pass", OF_CENTROIDAL),
    (KERNEL + ": about_center", "add_cross(step, of.p_rate, angular)", "pass", OF_CENTROIDAL),
    (PARTIALS_TWIN, "inertia[1, 3]", "inertia[3, 1]", TWIN_OF_PARTIALS),
    (PARTIALS_TWIN, "step @ p_rate", "step @ p", TWIN_OF_PARTIALS),
    (PARTIALS + ": _held", "+ A[:, here] @ root.A", "", OF_CENTROIDAL),
    (PARTIALS + ": _held", "+ A[:, here] @ (root.D + root.E)", "", OF_CENTROIDAL),
]
