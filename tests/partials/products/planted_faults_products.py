"""Faults that must turn the tests of the directional forms red: file, text, fault, tests.

The kernel texts reach the tests through the builds `lieref/partials/products/_products_wide*`.
"""

KERNEL = "products.pxi"
LOADS = "products_loads.pxi"
ENTRY = "products.pyx"
CHECKS = "products_arguments.pxi"
REPRESENTED = "products_represented.py"
FORWARD = "products_forward.py"
SOLVE = "products_solve.pyx"
TWIN = "products_twin.py"
LOADS_TWIN = "products_loads_twin.py"
PRODUCTS = "tests/partials/products/test_products.py"
SECOND = "tests/partials/products/test_contraction.py"
FORWARDS = "tests/partials/products/test_products_forward.py"
ARGUMENTS = "tests/partials/products/test_products_arguments.py"
ALONG = PRODUCTS + "::test_kernel_against_the_oracle"
TWICE = SECOND + "::test_kernel_along_directions"
TENSORS = SECOND + "::test_kernel_is_the_sum_of_the_oracles_tensors"
FIFTY_DIGITS = PRODUCTS + "::test_twin_at_fifty_digits_is_the_oracle"
FIFTY_DIGITS_TWICE = SECOND + "::test_twin_at_fifty_digits_is_the_oracle"
MANY = PRODUCTS + "::test_many_directions_are_as_many_calls"
PRODUCTS_OF_F = FORWARDS + "::test_products_are_those_of_the_oracles_matrices"
TENSORS_OF_F = FORWARDS + "::test_contraction_is_the_sum_of_the_oracles_tensors"
OTHERS = FORWARDS + "::test_other_trees_stay"
SIZES = FORWARDS + "::test_forces_of_any_size"

FAULTS = [
    # Products from the right.
    (
        KERNEL + ": own_move",
        "column[PSI_D + i] * dq[c] + column[S + i] * dv[c]",
        "column[PSI_D + i] * dq[c]",
        ALONG,
    ),
    (
        KERNEL + ": own_move",
        "column[PSI_DD + i] * dq[c] + column[SUM_D + i] * dv[c]",
        "column[PSI_DD + i] * dq[c] + column[PSI_D + i] * dv[c]",
        ALONG,
    ),
    (KERNEL + ": own_move", "own[OWN_Z + i] += column[S + i] * dq[c]", "pass", ALONG),
    (KERNEL + ": add_driven", "    add_coriolis(block, move, F)\n", "    pass\n", ALONG),
    (
        KERNEL + ": transmit",
        "add_force_cross(move + OWN_Z, block + FORCE, F)",
        "add_force_cross(move + OWN_Z, block + FORCE, move)",
        ALONG,
    ),
    (KERNEL + ": transmit", "        F[i] += move[BEYOND + i]\n", "        pass\n", ALONG),
    (
        KERNEL + ": jvp",
        "add_driven(block, move + PATH, F)",
        "add_driven(block, move + OWN, F)",
        ALONG,
    ),
    (
        KERNEL + ": run_forward",
        "<const real*> call.along_v + k * model.nv, <const",
        "<const real*> call.along_v, <const",
        MANY,
    ),
    # Products from the left.
    (
        KERNEL + ": vjp",
        "copy(shares + parent * SHARE + TWIST, above, 6)",
        "copy(shares + i * SHARE + TWIST, above, 6)",
        ALONG,
    ),
    (KERNEL + ": weighted", "        momentum[i] += beyond[i]\n", "        pass\n", ALONG),
    (KERNEL + ": weighted", "        drag[i] += beyond[6 + i]\n", "        pass\n", ALONG),
    (
        KERNEL + ": vjp",
        "dot(drag, column + S) + dot6(momentum, column + SUM_D)",
        "dot6(momentum, column + SUM_D)",
        ALONG,
    ),
    (
        KERNEL + ": vjp",
        "times_inertia(block, share + OWN_TWIST, own)",
        "times_inertia(block, share + TWIST, own)",
        ALONG,
    ),
    (
        KERNEL + ": vjp",
        "up[PULLED + k] += share[PULLED + k] + own[k]",
        "up[PULLED + k] += own[k]",
        ALONG,
    ),
    (
        KERNEL + ": run_back",
        "shares, <const real*> call.w + k * model.nv",
        "shares, <const real*> call.w",
        MANY,
    ),
    # Wrenches constant in inertial axes.
    (
        KERNEL + ": jvp",
        "        subtract_turned_load(load, move + PATH_Z, F)",
        "        subtract_turned_load(load, move + OWN_Z, F)",
        ALONG,
    ),
    (
        KERNEL + ": transmit",
        "            F[i] -= moment[i]\n",
        "            F[i] += moment[i]\n",
        ALONG,
    ),
    (
        KERNEL + ": turned_own",
        "        add_cross(column + S, load + TORQUE, gain)",
        "        pass",
        ALONG,
    ),
    (KERNEL + ": turned_own", "            turned[i] -= moment[i]\n", "            pass\n", ALONG),
    (KERNEL + ": vjp", "        up[TURNED + k] += share[TURNED + k]", "        pass", ALONG),
    (
        KERNEL + ": prepare",
        "    if not call.inertial_wrenches:",
        "    if call.inertial_wrenches:",
        ALONG,
    ),
    (
        LOADS + ": own_load",
        "        x[i] += dot(R + 3 * i, y)",
        "        x[i] -= dot(R + 3 * i, y)",
        TENSORS,
    ),
    (LOADS + ": own_load", "    add_outer(twist, wrench, load + SPREAD)", "    pass", TWICE),
    (LOADS + ": own_load", "    add_cross(twist, x, y)", "    pass", TWICE),
    (LOADS + ": skew_part", "    out[1] = M[6] - M[2]", "    out[1] = M[2] - M[6]", TWICE),
    (
        LOADS + ": load_moment",
        "    cross(z + 3, load + PULL, out)",
        "    cross(load + PULL, z + 3, out)",
        ALONG,
    ),
    (
        LOADS + ": load_moment",
        "dot(load + LEVER + 3 * i, z) - t * z[i]",
        "dot(load + LEVER + 3 * i, z)",
        ALONG,
    ),
    (
        LOADS + ": subtract_turned_load",
        "L[i] * w[0] + L[3 + i] * w[1] + L[6 + i] * w[2]",
        "L[3 * i] * w[0] + L[3 * i + 1] * w[1] + L[3 * i + 2] * w[2]",
        ALONG,
    ),
    (
        LOADS + ": load_spread",
        "t = dot(s + 3, force) + dot(s, moment)",
        "t = dot(s + 3, force)",
        TWICE,
    ),
    (LOADS + ": load_spread", " - dot(W, load + TORQUE)", "", TWICE),
    (LOADS + ": load_spread", "- leant[i] - W[i] * torque", "- W[i] * torque", TWICE),
    # The public function.
    (CHECKS + ": _fill", "wrench_axes is not BODY and AXES[wrench_axes]", "False", ALONG),
    (
        CHECKS + ": _alike",
        "        if array.shape != arrays[0].shape:",
        "        if False:",
        ARGUMENTS,
    ),
    (
        CHECKS + ": _directions",
        "ndim not in (1, 2) or array.shape[ndim - 1] != model.nv",
        "ndim not in (1, 2)",
        ARGUMENTS,
    ),
    (ENTRY + ": inverse_dynamics_jvp", '    _require_finite("dtau", tau)', "    pass", ARGUMENTS),
    (ENTRY + ": _finite", "        _require_finite(name, array)", "        pass", ARGUMENTS),
    # Representations of the base.
    (
        REPRESENTED + ": jvp",
        "dv[..., root.here] = moved @ _t(root.V) + step",
        "dv[..., root.here] = step",
        ALONG,
    ),
    (REPRESENTED + ": jvp", " + step @ _t(root.D + root.E)", "", ALONG),
    (
        REPRESENTED + ": jvp",
        "(out[..., root.here] + turned) @ root.T",
        "out[..., root.here] @ root.T",
        ALONG,
    ),
    (
        REPRESENTED + ": vjp",
        "by_v @ root.V + by_a @ root.A + turned",
        "by_v @ root.V + by_a @ root.A",
        ALONG,
    ),
    (REPRESENTED + ": vjp", "(by_v + by_a @ (root.D + root.E)) @ root.T", "by_v @ root.T", ALONG),
    (
        REPRESENTED + ": _body_weights",
        "w[..., root.here] = w[..., root.here] @ _t(root.T)",
        "w[..., root.here] = w[..., root.here] @ root.T",
        ALONG,
    ),
    (
        REPRESENTED + ": _hold",
        "    moved[..., here] += rated[..., here] @ V + lifted[..., here] @ A\n",
        "",
        TWICE,
    ),
    (REPRESENTED + ": _hold", "here, :]) @ A) + _t(W) @ moved", "here, :]) @ A)", TWICE),
    (
        REPRESENTED + ": _hold",
        "    driven = root.turned(by_v + _along_rows(by_a, D))",
        "    driven = root.turned(by_v)",
        TWICE,
    ),
    (REPRESENTED + ": _hold", " + again + root.turned(f) @ W", " + again", TWICE),
    (REPRESENTED + ": _hold", " + root.turned(by_a) @ _t(_along(G, root.lift))", "", TWICE),
    (
        REPRESENTED + ": _hold",
        "vv[..., here, :] + _t(W) @ rated",
        "vv[..., here, :]",
        TWICE,
    ),
    (
        REPRESENTED + ": _hold",
        "qv[..., here, here] += driven + _t(V) @ bent",
        "qv[..., here, here] += driven",
        TWICE,
    ),
    (REPRESENTED + ": _hold", "    vv[..., here, here] += bent\n", "", TWICE),
    (REPRESENTED + ": _hold", "    aq[..., here] += _t(lifted) @ W\n", "", TWICE),
    (REPRESENTED + ": _hold", "    aq[..., here, here] += _t(root.turned(by_a))\n", "", TWICE),
    # Forward dynamics.
    (
        FORWARD + ": forward_dynamics_jvp",
        "along[2] - moved, base, workers)",
        "along[2] + moved, base, workers)",
        PRODUCTS_OF_F,
    ),
    (
        FORWARD + ": forward_dynamics_vjp",
        "dv = -found.dtau_dv",
        "dv = +found.dtau_dv",
        PRODUCTS_OF_F,
    ),
    (
        FORWARD + ": forward_dynamics_contraction",
        "second.d2tau_da_dq.swapaxes(-1, -2), base, workers)",
        "second.d2tau_da_dq, base, workers)",
        TENSORS_OF_F,
    ),
    (
        FORWARD + ": forward_dynamics_contraction",
        "turned + turned.swapaxes(-1, -2) - second.d2tau_dq_dq",
        "2 * turned - second.d2tau_dq_dq",
        TENSORS_OF_F,
    ),
    (
        FORWARD + ": forward_dynamics_contraction",
        "Y_t @ first.dtau_dv - second",
        "-second",
        TENSORS_OF_F,
    ),
    (
        FORWARD + ": _yield",
        "np.ascontiguousarray(b), BASES[base]",
        "np.ascontiguousarray(b), 0",
        PRODUCTS_OF_F,
    ),
    (
        SOLVE + ": solve_each",
        "width + lane] - fall[i * width + lane], -",
        "width + lane], -",
        OTHERS,
    ),
    (
        SOLVE + ": solve_each",
        "exponent[lane] = _exponent(b + at + lane, nv, width)",
        "exponent[lane] = 0",
        SIZES,
    ),
    (SOLVE + ": _exponent", "return <int> LARGE - found", "return <int> LARGE", SIZES),
    (
        SOLVE + ": solve_each",
        "_exponent(b + at + lane, nv, width)",
        "_exponent(b + lane, nv, width)",
        SIZES,
    ),
    # Plain twins.
    (
        TWIN + ": inverse_dynamics_jvp",
        "force_cross(turn) @ tree.force",
        "force_cross(turn) @ tree.force * 0",
        FIFTY_DIGITS,
    ),
    (TWIN + ": inverse_dynamics_vjp", "turned = turned - above[:3] @ moment", "pass", FIFTY_DIGITS),
    (
        TWIN + ": inverse_dynamics_vjp",
        "G[tree.parent] = G[tree.parent] + G[i]",
        "pass",
        FIFTY_DIGITS,
    ),
    (LOADS_TWIN + ": spread", "    N = N - np.outer(W[:3], load.torque)\n", "", FIFTY_DIGITS_TWICE),
]
