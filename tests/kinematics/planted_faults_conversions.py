"""Faults that must turn the tests of the double-double conversions red."""

CONVERSIONS = "_conversions.pyx"
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
    (
        CONVERSIONS + ": multiply",
        "blocks[2 * (e // 3) + i // 3 if transposed",
        "blocks[2 * (i // 3) + e // 3 if transposed",
        OF_CONVERSIONS,
    ),
    (
        CONVERSIONS + ": multiply",
        "(6 * e + i if transposed else 6 * i + e)",
        "(6 * i + e)",
        OF_CONVERSIONS,
    ),
    (
        CONVERSIONS + ": multiply",
        "kind == ONE and m == 0",
        "kind == ONE and m == k",
        OF_CONVERSIONS,
    ),
    (
        CONVERSIONS + ": blocks_of",
        "blocks[2] = ZERO if (source == SPATIAL)",
        "blocks[2] = ZERO if (source != SPATIAL)",
        OF_CONVERSIONS,
    ),
    (CONVERSIONS + ": invert", "G[i] = dd_div(G[i], det)", "pass", OF_CONVERSIONS),
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
        CONVERSIONS + ": change",
        "R[9 * k + 3 * i + j] if here else G[9 * k + 3 * i + j]",
        "G[9 * k + 3 * i + j] if here else R[9 * k + 3 * i + j]",
        OF_CONVERSIONS,
    ),
    (
        CONVERSIONS + ": change",
        "crossed(p + 3 * m, 1, T + 36 * (k - m) + j, 6, i)",
        "crossed(p + 3 * m, 1, T + 36 * (k - m) + 6 * j, 1, i)",
        OF_CONVERSIONS,
    ),
    (
        CONVERSIONS + ": change",
        "crossed(p + 3 * m, 1, T + 36 * (k - m) + 21 + 6 * i, 1, j)",
        "crossed(p + 3 * m, 1, T + 36 * (k - m) + 6 * i, 1, j)",
        OF_CONVERSIONS,
    ),
    (
        CONVERSIONS + ": convert_one",
        "change(R, G, p, target, source, n, T)",
        "change(R, G, p, source, target, n, T)",
        OF_CONVERSIONS,
    ),
    (
        CONVERSIONS + ": convert_one",
        "multiply(T, half, blocks, 6, True, n, result)",
        "multiply(T, half, blocks, 6, False, n, result)",
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
