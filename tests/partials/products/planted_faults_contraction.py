"""Faults that must turn the tests of contractions red: file, text, fault, tests."""

CONTRACTION = "contraction.pxi"
CONTRACTION_TWIN = "contraction_twin.py"
SECOND = "tests/partials/products/test_contraction.py"
TWICE = SECOND + "::test_kernel_along_directions"
FIFTY_DIGITS_TWICE = SECOND + "::test_twin_at_fifty_digits_is_the_oracle"

FAULTS = [
    # Contraction.
    (CONTRACTION + ": inertia_rate", "out[FIRST + i] += block[<int> MASS] * u[i]", "pass", TWICE),
    (
        CONTRACTION + ": inertia_rate",
        "M[3 * j + i] + M[3 * i + j] - h[i] * u[j]",
        "M[3 * j + i] - h[i] * u[j]",
        TWICE,
    ),
    (
        CONTRACTION + ": inertia_rate",
        "        J[i] += 2 * dot(h, u)\n",
        "        J[i] += dot(h, u)\n",
        TWICE,
    ),
    (
        CONTRACTION + ": own_sums",
        "    coriolis_back(block, own, share + WEIGHTED + 6)",
        "    clear(share + WEIGHTED + 6, 3)",
        TWICE,
    ),
    (
        CONTRACTION + ": find_weights",
        "    add_force_cross(s, block + FORCE, p.turned)\n",
        "    pass\n",
        TWICE,
    ),
    (
        CONTRACTION + ": find_weights",
        "    times_inertia(block, y, p.beta)",
        "    times_inertia(block, s, p.beta)",
        TWICE,
    ),
    (CONTRACTION + ": find_weights", "        kept[i] = -W[i]", "        kept[i] = W[i]", TWICE),
    (
        CONTRACTION + ": find_weights",
        "        p.delta[i] = p.beta[i] - rated[i]",
        "        p.delta[i] = p.beta[i]",
        TWICE,
    ),
    (
        CONTRACTION + ": find_weights",
        "    add_force_cross(psi, momentum, p.alpha)",
        "    pass",
        TWICE,
    ),
    (CONTRACTION + ": find_weights", "    add_cross(s, drag, kept)", "    pass", TWICE),
    (
        CONTRACTION + ": find_weights",
        "        p.alpha[i] -= rated[i]",
        "        p.alpha[i] += rated[i]",
        TWICE,
    ),
    (
        CONTRACTION + ": add_load",
        "    load_spread(load, W, s, p.spread)",
        "    clear(p.spread, 3)",
        TWICE,
    ),
    (
        CONTRACTION + ": own_pairs",
        "back = (iv + t) * nv + iv + c",
        "back = (iv + c) * nv + iv + t",
        TWICE,
    ),
    (
        CONTRACTION + ": own_pairs",
        "dot6(weights[t].delta, columns + c * COLUMN + S)",
        "dot6(p.delta, column + S)",
        TWICE,
    ),
    (
        CONTRACTION + ": path_pairs",
        "<real*> call.da_dq)[t * nv + at] = found[4",
        "<real*> call.da_dq)[at] = found[4",
        TWICE,
    ),
    (
        CONTRACTION + ": path_pairs",
        "                moved = moved - p.spread[k] * s",
        "                pass",
        TWICE,
    ),
    (
        CONTRACTION + ": turned_axes",
        "                clear(ys + 6 * (model.iv[i] + c), 6)",
        "                copy(columns, ys + 6 * (model.iv[i] + c), 6)",
        TWICE,
    ),
    (
        CONTRACTION + ": run_contraction",
        "shares[model.parent[i] * SUMS + k] += share[k]",
        "pass",
        TWICE,
    ),
    (
        CONTRACTION + ": run_contraction",
        "        enter_turned(model, i, ys, &path, turned_rows)\n"
        "        enter(model, i, at.columns, COLUMN, &path)\n",
        "        enter(model, i, at.columns, COLUMN, &path)\n"
        "        enter_turned(model, i, ys, &path, turned_rows)\n",
        TWICE,
    ),
    (
        CONTRACTION_TWIN + ": _weights",
        "- force_cross(W) @ I @ p.psi_d",
        "+ force_cross(W) @ I @ p.psi_d",
        FIFTY_DIGITS_TWICE,
    ),
    (CONTRACTION_TWIN + ": _weights", "        + B.T @ y\n", "", FIFTY_DIGITS_TWICE),
    (
        CONTRACTION_TWIN + ": _pair",
        "(of_p.delta @ t.s + of_t.delta @ p.s) / 2",
        "of_p.delta @ t.s",
        FIFTY_DIGITS_TWICE,
    ),
    (
        CONTRACTION_TWIN + ": _pair",
        "    turned = turned - of_p.spread @ t.s[:3]\n",
        "",
        FIFTY_DIGITS_TWICE,
    ),
]
