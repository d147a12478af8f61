"""Faults that must turn the tests of the directional forms red: file, text, fault, tests.

The kernel texts reach the tests through the builds `lieref/partials/products/_products_wide*`.
"""

KERNEL = "lieref/partials/products/products.pxi"
LOADS = "lieref/partials/products/products_loads.pxi"
CONTRACTION = "lieref/partials/products/contraction.pxi"
DOOR = "lieref/partials/products/products.pyx"
REPRESENTED = "lieref/partials/products/products_represented.py"
FORWARD = "lieref/partials/products/products_forward.py"
SOLVE = "lieref/partials/products/products_solve.pyx"
TWIN = "lieref/partials/products/products_twin.py"
CONTRACTION_TWIN = "lieref/partials/products/contraction_twin.py"
LOADS_TWIN = "lieref/partials/products/products_loads_twin.py"
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
        KERNEL,
        "column[PSI_D + i] * dq[c] + column[S + i] * dv[c]",
        "column[PSI_D + i] * dq[c]",
        ALONG,
    ),
    (
        KERNEL,
        "column[PSI_DD + i] * dq[c] + column[SUM_D + i] * dv[c]",
        "column[PSI_DD + i] * dq[c] + column[PSI_D + i] * dv[c]",
        ALONG,
    ),
    (KERNEL, "own[OWN_Z + i] += column[S + i] * dq[c]", "pass", ALONG),
    (KERNEL, "    add_coriolis(block, move, F)\n", "    pass\n", ALONG),
    (
        KERNEL,
        "add_force_cross(move + OWN_Z, block + FORCE, F)",
        "add_force_cross(move + OWN_Z, block + FORCE, move)",
        ALONG,
    ),
    (KERNEL, "        F[i] += move[BEYOND + i]\n", "        pass\n", ALONG),
    (KERNEL, "add_driven(block, move + PATH, F)", "add_driven(block, move + OWN, F)", ALONG),
    (KERNEL, "<const real*> call.along_v + k * model.nv", "<const real*> call.along_v", MANY),
    # Products from the left.
    (
        KERNEL,
        "copy(shares + parent * SHARE + TWIST, above, 6)",
        "copy(shares + i * SHARE + TWIST, above, 6)",
        ALONG,
    ),
    (KERNEL, "        momentum[i] += beyond[i]\n", "        pass\n", ALONG),
    (KERNEL, "        drag[i] += beyond[6 + i]\n", "        pass\n", ALONG),
    (
        KERNEL,
        "dot(drag, column + S) + dot6(momentum, column + SUM_D)",
        "dot6(momentum, column + SUM_D)",
        ALONG,
    ),
    (
        KERNEL,
        "times_inertia(block, share + OWN_TWIST, own)",
        "times_inertia(block, share + TWIST, own)",
        ALONG,
    ),
    (KERNEL, "up[PULLED + k] += share[PULLED + k] + own[k]", "up[PULLED + k] += own[k]", ALONG),
    (KERNEL, "<const real*> call.w + k * model.nv", "<const real*> call.w", MANY),
    # Wrenches constant in inertial axes.
    (
        KERNEL,
        "        subtract_turned_load(load, move + PATH_Z, F)",
        "        subtract_turned_load(load, move + OWN_Z, F)",
        ALONG,
    ),
    (KERNEL, "            F[i] -= moment[i]\n", "            F[i] += moment[i]\n", ALONG),
    (KERNEL, "        add_cross(column + S, load + TORQUE, gain)", "        pass", ALONG),
    (KERNEL, "            turned[i] -= moment[i]\n", "            pass\n", ALONG),
    (KERNEL, "        up[TURNED + k] += share[TURNED + k]", "        pass", ALONG),
    (KERNEL, "    if not call.inertial_wrenches:", "    if call.inertial_wrenches:", ALONG),
    (LOADS, "        x[i] += dot(R + 3 * i, y)", "        x[i] -= dot(R + 3 * i, y)", TENSORS),
    (LOADS, "    add_outer(twist, wrench, load + SPREAD)", "    pass", TWICE),
    (LOADS, "    add_cross(twist, x, y)", "    pass", TWICE),
    (LOADS, "    out[1] = M[6] - M[2]", "    out[1] = M[2] - M[6]", TWICE),
    (LOADS, "    cross(z + 3, load + PULL, out)", "    cross(load + PULL, z + 3, out)", ALONG),
    (LOADS, "dot(load + LEVER + 3 * i, z) - t * z[i]", "dot(load + LEVER + 3 * i, z)", ALONG),
    (
        LOADS,
        "L[i] * w[0] + L[3 + i] * w[1] + L[6 + i] * w[2]",
        "L[3 * i] * w[0] + L[3 * i + 1] * w[1] + L[3 * i + 2] * w[2]",
        ALONG,
    ),
    (LOADS, "t = dot(s + 3, force) + dot(s, moment)", "t = dot(s + 3, force)", TWICE),
    (LOADS, " - dot(W, load + TORQUE)", "", TWICE),
    (LOADS, "- leant[i] - W[i] * torque", "- W[i] * torque", TWICE),
    # Contraction.
    (CONTRACTION, "out[FIRST + i] += block[<int> MASS] * u[i]", "pass", TWICE),
    (CONTRACTION, "M[3 * j + i] + M[3 * i + j] - h[i] * u[j]", "M[3 * j + i] - h[i] * u[j]", TWICE),
    (CONTRACTION, "        J[i] += 2 * dot(h, u)\n", "        J[i] += dot(h, u)\n", TWICE),
    (
        CONTRACTION,
        "    coriolis_back(block, own, share + WEIGHED + 6)",
        "    clear(share + WEIGHED + 6, 3)",
        TWICE,
    ),
    (CONTRACTION, "    add_force_cross(s, block + FORCE, p.turned)\n", "    pass\n", TWICE),
    (
        CONTRACTION,
        "    times_inertia(block, y, p.beta)",
        "    times_inertia(block, s, p.beta)",
        TWICE,
    ),
    (CONTRACTION, "        kept[i] = -W[i]", "        kept[i] = W[i]", TWICE),
    (
        CONTRACTION,
        "        p.delta[i] = p.beta[i] - rated[i]",
        "        p.delta[i] = p.beta[i]",
        TWICE,
    ),
    (CONTRACTION, "    add_force_cross(psi, momentum, p.alpha)", "    pass", TWICE),
    (CONTRACTION, "    add_cross(s, drag, kept)", "    pass", TWICE),
    (CONTRACTION, "        p.alpha[i] -= rated[i]", "        p.alpha[i] += rated[i]", TWICE),
    (CONTRACTION, "    load_spread(load, W, s, p.spread)", "    clear(p.spread, 3)", TWICE),
    (CONTRACTION, "back = (iv + t) * nv + iv + c", "back = (iv + c) * nv + iv + t", TWICE),
    (
        CONTRACTION,
        "dot6(weights[t].delta, columns + c * COLUMN + S)",
        "dot6(p.delta, column + S)",
        TWICE,
    ),
    (
        CONTRACTION,
        "<real*> call.da_dq)[t * nv + at] = found[4",
        "<real*> call.da_dq)[at] = found[4",
        TWICE,
    ),
    (CONTRACTION, "                moved = moved - p.spread[k] * s", "                pass", TWICE),
    (
        CONTRACTION,
        "                clear(ys + 6 * (model.iv[i] + c), 6)",
        "                copy(columns, ys + 6 * (model.iv[i] + c), 6)",
        TWICE,
    ),
    (CONTRACTION, "shares[model.parent[i] * SUMS + k] += share[k]", "pass", TWICE),
    (
        CONTRACTION,
        "        enter_turned(model, i, ys, &path, turned_rows)\n"
        "        enter(model, i, at.columns, &path)\n",
        "        enter(model, i, at.columns, &path)\n"
        "        enter_turned(model, i, ys, &path, turned_rows)\n",
        TWICE,
    ),
    # The door.
    (DOOR, "wrench_axes is not BODY and AXES[wrench_axes]", "False", ALONG),
    (DOOR, "        if array.shape != arrays[0].shape:", "        if False:", ARGUMENTS),
    (
        DOOR,
        "ndim not in (1, 2) or array.shape[ndim - 1] != model.nv",
        "ndim not in (1, 2)",
        ARGUMENTS,
    ),
    (DOOR, '    _require_finite("dtau", tau)', "    pass", ARGUMENTS),
    (DOOR, "        _require_finite(name, array)", "        pass", ARGUMENTS),
    # Representations of the base.
    (
        REPRESENTED,
        "dv[..., root.here] = moved @ _t(root.V) + step",
        "dv[..., root.here] = step",
        ALONG,
    ),
    (REPRESENTED, " + step @ _t(root.D)", "", ALONG),
    (REPRESENTED, "(out[..., root.here] + turned) @ root.T", "out[..., root.here] @ root.T", ALONG),
    (REPRESENTED, "by_v @ root.V + by_a @ root.A + turned", "by_v @ root.V + by_a @ root.A", ALONG),
    (REPRESENTED, "(by_v + by_a @ root.D) @ root.T", "by_v @ root.T", ALONG),
    (
        REPRESENTED,
        "w[..., root.here] = w[..., root.here] @ _t(root.T)",
        "w[..., root.here] = w[..., root.here] @ root.T",
        ALONG,
    ),
    (
        REPRESENTED,
        "    moved[..., here] += rated[..., here] @ V + lifted[..., here] @ A\n",
        "",
        TWICE,
    ),
    (REPRESENTED, "here, :]) @ A) + _t(W) @ moved", "here, :]) @ A)", TWICE),
    (
        REPRESENTED,
        "    driven = root.turned(by_v + _along_rows(by_a, D))",
        "    driven = root.turned(by_v)",
        TWICE,
    ),
    (REPRESENTED, " + again + root.turned(f) @ W", " + again", TWICE),
    (REPRESENTED, " + root.turned(by_a) @ _t(_along(G, root.lift))", "", TWICE),
    (
        REPRESENTED,
        "vv[..., here, :] + _t(W) @ rated",
        "vv[..., here, :]",
        TWICE,
    ),
    (
        REPRESENTED,
        "qv[..., here, here] += driven + _t(V) @ bent",
        "qv[..., here, here] += driven",
        TWICE,
    ),
    (REPRESENTED, "    vv[..., here, here] += bent\n", "", TWICE),
    (REPRESENTED, "    aq[..., here] += _t(lifted) @ W\n", "", TWICE),
    (REPRESENTED, "    aq[..., here, here] += _t(root.turned(by_a))\n", "", TWICE),
    # Forward dynamics.
    (
        FORWARD,
        "along[2] - moved, base, workers)",
        "along[2] + moved, base, workers)",
        PRODUCTS_OF_F,
    ),
    (
        FORWARD,
        "ForwardDynamicsVjp(-found.dtau_dq, -found.dtau_dv, mu)",
        "ForwardDynamicsVjp(-found.dtau_dq, found.dtau_dv, mu)",
        PRODUCTS_OF_F,
    ),
    (
        FORWARD,
        "second.d2tau_da_dq.swapaxes(-1, -2), base, workers)",
        "second.d2tau_da_dq, base, workers)",
        TENSORS_OF_F,
    ),
    (
        FORWARD,
        "turned + turned.swapaxes(-1, -2) - second.d2tau_dq_dq",
        "2 * turned - second.d2tau_dq_dq",
        TENSORS_OF_F,
    ),
    (FORWARD, "Y_t @ first.dtau_dv - second", "-second", TENSORS_OF_F),
    (FORWARD, "np.ascontiguousarray(b), BASES[base]", "np.ascontiguousarray(b), 0", PRODUCTS_OF_F),
    (SOLVE, "width + lane] - fall[i * width + lane], -", "width + lane], -", OTHERS),
    (SOLVE, "exponent[lane] = _exponent(b + at + lane, nv, width)", "exponent[lane] = 0", SIZES),
    (SOLVE, "return <int> LARGE - found", "return <int> LARGE", SIZES),
    (SOLVE, "_exponent(b + at + lane, nv, width)", "_exponent(b + lane, nv, width)", SIZES),
    # Plain twins.
    (TWIN, "force_cross(turn) @ tree.force", "force_cross(turn) @ tree.force * 0", FIFTY_DIGITS),
    (TWIN, "turned = turned - above[:3] @ moment", "pass", FIFTY_DIGITS),
    (TWIN, "G[tree.parent] = G[tree.parent] + G[i]", "pass", FIFTY_DIGITS),
    (
        CONTRACTION_TWIN,
        "- force_cross(W) @ I @ p.psi_d",
        "+ force_cross(W) @ I @ p.psi_d",
        FIFTY_DIGITS_TWICE,
    ),
    (CONTRACTION_TWIN, "        + B.T @ y\n", "", FIFTY_DIGITS_TWICE),
    (
        CONTRACTION_TWIN,
        "(of_p.delta @ t.s + of_t.delta @ p.s) / 2",
        "of_p.delta @ t.s",
        FIFTY_DIGITS_TWICE,
    ),
    (CONTRACTION_TWIN, "    turned = turned - of_p.spread @ t.s[:3]\n", "", FIFTY_DIGITS_TWICE),
    (LOADS_TWIN, "    N = N - np.outer(W[:3], load.torque)\n", "", FIFTY_DIGITS_TWICE),
]
