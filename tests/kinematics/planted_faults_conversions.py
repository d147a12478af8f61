"""Faults that must turn the tests of the double-double conversions red."""

CONVERSIONS = "conversions.pxi"
POSES = "pose_derivatives.py"
OF_CONVERSIONS = "tests/kinematics/test_conversions.py"
OF_POSES = "tests/kinematics/test_pose_derivatives.py"

FAULTS = [
    (
        CONVERSIONS + ": crossed",
        "dd_sub(dd_mul(a[step_a * j], b[step_b * k]), dd_mul(a[step_a * k], b[step_b * j]))",
        "dd_sub(dd_mul(a[step_a * k], b[step_b * j]), dd_mul(a[step_a * j], b[step_b * k]))",
        OF_CONVERSIONS,
    ),
    (
        CONVERSIONS + ": in_body",
        "return representation == BODY or (part == 0 and representation == MIXED)",
        "return representation == BODY or (part == 1 and representation == MIXED)",
        OF_CONVERSIONS,
    ),
    (
        CONVERSIONS + ": scale",
        "out[k * size + i] = dd_div(out[k * size + i], factorials[k])",
        "out[k * size + i] = plain(x[k * row + i] / factorials[k].hi)",
        OF_CONVERSIONS,
    ),
    (
        CONVERSIONS + ": unscale",
        "out[k * row + i] = entry.hi + entry.lo",
        "out[k * row + i] = x[k * size + i].hi * factorials[k].hi",
        OF_CONVERSIONS,
    ),
    (CONVERSIONS + ": invert", "G[i] = dd_mul(G[i], share)", "pass", OF_CONVERSIONS),
    (
        CONVERSIONS + ": invert",
        "G[3 * i + j] = crossed(R + a, 3, R + b, 3, j)",
        "G[3 * i + j] = R[3 * j + i]",
        OF_CONVERSIONS,
    ),
    (
        CONVERSIONS + ": turn",
        "dd_mul(G[9 * m + 3 * i + j], rates[6 * (k - m) + j])",
        "dd_mul(R[9 * m + 3 * j + i], rates[6 * (k - m) + j])",
        OF_CONVERSIONS,
    ),
    (
        CONVERSIONS + ": turn",
        "crossed(R + 9 * m + 3 * i, 1, w + 3 * (k - m), 1, j)",
        "crossed(R + 9 * m + i, 3, w + 3 * (k - m), 1, j)",
        OF_CONVERSIONS,
    ),
    (
        CONVERSIONS + ": turn",
        "crossed(G + 9 * m + i, 3, w + 3 * (k - m), 1, j)",
        "crossed(w + 3 * (k - m), 1, G + 9 * m + i, 3, j)",
        OF_CONVERSIONS,
    ),
    (
        CONVERSIONS + ": turn",
        "R[9 * (k + 1) + 3 * i + j] = dd_div(total, order)",
        "R[9 * (k + 1) + 3 * i + j] = total",
        OF_CONVERSIONS,
    ),
    (
        CONVERSIONS + ": move",
        "plain(0) if source == BODY else rates[6 * k + 3 + i]",
        "plain(0)",
        OF_CONVERSIONS,
    ),
    (
        CONVERSIONS + ": move",
        "crossed(rates + 6 * m, 1, p + 3 * (k - m), 1, i)",
        "crossed(p + 3 * (k - m), 1, rates + 6 * m, 1, i)",
        OF_CONVERSIONS,
    ),
    (
        CONVERSIONS + ": place",
        "if inverse or n > 1:",
        "if inverse and n > 1:",
        OF_CONVERSIONS,
    ),
    (
        CONVERSIONS + ": back_to_body",
        "or in_body(target, 1) and not in_body(source, 1))",
        "and in_body(target, 1) and not in_body(source, 1))",
        OF_CONVERSIONS,
    ),
    (
        CONVERSIONS + ": turned",
        "3 * j + i if transposed else 3 * i + j",
        "3 * i + j",
        OF_CONVERSIONS,
    ),
    (CONVERSIONS + ": turned", "x[6 * (k - m) + j]))", "x[6 * k + j]))", OF_CONVERSIONS),
    (
        CONVERSIONS + ": add_crossed",
        "crossed(p + 3 * m, 1, x + 6 * (k - m), 1, i)",
        "crossed(p, 1, x + 6 * k, 1, i)",
        OF_CONVERSIONS,
    ),
    (CONVERSIONS + ": change", "fixed = 3 if dual else 0", "fixed = 0", OF_CONVERSIONS),
    (
        CONVERSIONS + ": change",
        "A = R if in_body(here, part) else G",
        "A = G if in_body(here, part) else R",
        OF_CONVERSIONS,
    ),
    (
        CONVERSIONS + ": change",
        "here = target if dual else source",
        "here = source",
        OF_CONVERSIONS,
    ),
    (
        CONVERSIONS + ": change",
        "add_crossed(p, x + fixed, True, n, x + moved)",
        "add_crossed(p, x + fixed, False, n, x + moved)",
        OF_CONVERSIONS,
    ),
    (
        CONVERSIONS + ": change_both_sides",
        "for step in range(1, 7, 5):",
        "for step in range(1, 2):",
        OF_CONVERSIONS,
    ),
    (
        CONVERSIONS + ": convert_one",
        "back_to_body(target, source) if dual else",
        "back_to_body(source, target) if dual else",
        OF_CONVERSIONS,
    ),
    (
        CONVERSIONS + ": poses_of_one",
        "total = rates[6 * k + 3 + i] if j == 3 else plain(0)",
        "total = plain(0)",
        OF_CONVERSIONS,
    ),
    (
        CONVERSIONS + ": poses_of_one",
        "crossed(rates + 6 * m, 1, below, 4, i)",
        "crossed(rates + 6 * m, 1, below, 1, i)",
        OF_CONVERSIONS,
    ),
    (
        CONVERSIONS + ": twists_of_one",
        "entry = dd_times(C[12 * r + 4 * i + j], r)",
        "entry = C[12 * r + 4 * i + j]",
        OF_CONVERSIONS,
    ),
    (
        CONVERSIONS + ": twists_of_one",
        "for k in range(r - 1):",
        "for k in range(1, r - 1):",
        OF_CONVERSIONS,
    ),
    (
        CONVERSIONS + ": twists_of_one",
        "dd_mul(row[m], G[3 * m + j])",
        "dd_mul(row[m], R[3 * j + m])",
        OF_CONVERSIONS,
    ),
    (
        CONVERSIONS + ": twists_of_one",
        "dd_mul(hats[12 * (r - 1) + 4 * i + m], C[4 * m + 3])",
        "dd_mul(row[m], C[4 * m + 3])",
        OF_CONVERSIONS,
    ),
    # The public function of the poses.
    (POSES + ": pose_derivatives", "derivatives[..., 0, :, :] = C", "pass", OF_POSES),
    (POSES + ": _orders", "if n >= MOST_ROWS:", "if n > MOST_ROWS:", OF_CONVERSIONS),
    (
        POSES + ": twist_derivatives",
        "times(inverse.swapaxes(-1, -2), C[..., r, 3, :])",
        "0 * C[..., r, 3, :]",
        OF_POSES,
    ),
]
