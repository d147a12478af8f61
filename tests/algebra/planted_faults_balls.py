"""Faults in the arithmetic of balls and in what makes bounds of them; see planted_faults.py."""

BALL = "ball.h"
PAIRS = "four_pairs.h"
BOUNDS = "bounds.pxi"
NUMBERS = "tests/algebra/test_balls.py"
INVERSE = "tests/dynamics/inverse/test_bounds.py"

FAULTS = [
    (BALL, "trailing<part>(0.5 * ROUNDED + part(), both, x.rad + y.rad)", "x.rad + y.rad", NUMBERS),
    (BALL, "both, x.rad + y.rad)", "both, x.rad - y.rad)", NUMBERS),
    (BALL, "{x.mid * y.mid, trailing(x_size, of_y, trailing(x.rad, of_x, least))}",
     "{x.mid * y.mid, trailing(x_size, of_y, least)}", NUMBERS),
    (BALL, "trailing<part>(3.0 + part(), y.rad, y_size)", "y_size", NUMBERS),
    (BALL, "part of_y = trailing<part>(share, y_size, y.rad)", "part of_y = y.rad", NUMBERS),
    (BALL, "least = TINY + part()", "least = part()", NUMBERS),
    (BALL, "trailing<part>(ROUNDED + part(), magnitude(y.mid), y.rad)", "y.rad", NUMBERS),
    (BALL, "(x.rad + size * y.rad) / smallest", "x.rad / smallest", NUMBERS),
    (BALL, "+ size * ROUNDED + TINY", "+ TINY", NUMBERS),
    (BALL, "magnitude(y.mid) - 3.0 * y.rad", "magnitude(y.mid)", NUMBERS),
    (BALL, "smallest > 0 ? rad : HUGE_VAL + part()", "rad", NUMBERS),
    (BALL, "fmin(x.rad, 2) + TURNED * fmax(1, size)", "TURNED * fmax(1, size)", NUMBERS),
    (BALL, "fmin(x.rad, 2) + TURNED * fmax(1, size)", "fmin(x.rad, 2)", NUMBERS),
    (BALL, "size < MOST_QUARTERS", "true", INVERSE),
    (PAIRS, "{k + 1.0, k + 3.0, k + 2.0, k + 4.0}", "{k + 1.0, k + 2.0, k + 3.0, k + 4.0}",
     INVERSE),
    (BOUNDS + ": _enclose", "fabs(rest) + ", "", INVERSE),
    (BOUNDS + ": _order", "max(call.r, 1)", "call.r", INVERSE),
    (BOUNDS + ": _paired", "0 if radii == NULL else radii[i]", "0", INVERSE),
    (BOUNDS + ": _bounded", 'radii.v = _numbers(kept["v"])', "radii.v = NULL", INVERSE),
    (BOUNDS + ": _bounded", "values[i] = pairs[2 * i]", "pass", INVERSE),
    ("compiled.py: ball_bodies", "2.0**-52 * abs(middle) + ", "", INVERSE),
]  # fmt: skip
