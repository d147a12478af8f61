"""Faults in the arithmetic of balls and in what makes bounds of them; see planted_faults.py."""

BALL = "ball.h"
BOUNDS = "bounds.pxi"
NUMBERS = "tests/algebra/test_balls.py"
INVERSE = "tests/dynamics/inverse/test_bounds.py"
FORWARD = "tests/dynamics/forward/test_forward_bounds.py"
RESIDUAL = "forward/bounds.py"

FAULTS = [
    (BALL, "trailing<part>(0.5 * ROUNDED + part(), both, x.rad + y.rad)", "x.rad + y.rad", NUMBERS),
    (BALL, "both, x.rad + y.rad)", "both, x.rad - y.rad)", NUMBERS),
    (BALL, "{product, trailing(x_size, y.rad, trailing(x.rad, of_x, rounding))}",
     "{product, trailing(x_size, y.rad, rounding)}", NUMBERS),
    (BALL, "trailing<part>(3.0 + part(), y.rad, magnitude(y.mid))", "magnitude(y.mid)", NUMBERS),
    (BALL, "product = x.mid * y.mid, x_size", "product = x.mid * y.mid * (1 + 2 * ROUNDED), x_size",
     NUMBERS),
    (BALL, "trailing(magnitude(x), y.rad, rounding)", "rounding", NUMBERS),
    (BALL, "(x.rad + size * y.rad) / smallest", "x.rad / smallest", NUMBERS),
    (BALL, "+ size * ROUNDED + TINY", "+ TINY", NUMBERS),
    (BALL, "magnitude(y.mid) - 3.0 * y.rad", "magnitude(y.mid)", NUMBERS),
    (BALL, "smallest > 0 ? rad : HUGE_VAL + part()", "rad", NUMBERS),
    (BALL, "fmin(x.rad, 2) + TURNED * fmax(1, size)", "TURNED * fmax(1, size)", NUMBERS),
    (BALL, "fmin(x.rad, 2) + TURNED * fmax(1, size)", "fmin(x.rad, 2)", NUMBERS),
    (BALL, "size < MOST_QUARTERS", "true", INVERSE),
    (BOUNDS + ": _enclose", "fabs(rest) + ", "", INVERSE),
    (BOUNDS + ": _order", "max(call.r, 1)", "call.r", INVERSE),
    (BOUNDS + ": _paired", "0 if radii == NULL else radii[i]", "0", INVERSE),
    (BOUNDS + ": _bounded", 'radii.v = _numbers(kept["v"])', "radii.v = NULL", INVERSE),
    (BOUNDS + ": _bounded", "values[i] = pairs[2 * i]", "pass", INVERSE),
    ("compiled.py: ball_bodies", "2.0**-52 * abs(middle) + ", "", INVERSE),
    (RESIDUAL + ": _Residual.enclosed", "size += SHARE * self.away(motion, abs(low))", "pass",
     FORWARD),
    (RESIDUAL + ": _Residual.enclosed", "if largest.any():", "if False:", FORWARD),
    (RESIDUAL + ": _Residual.enclosed", "abs(gap + (rest - lo)) + 4", "4", FORWARD),
    (RESIDUAL + ": bounded_forward_dynamics", "step = C @ (gap + (rest - lo))", "step = C @ gap",
     FORWARD),
    (RESIDUAL + ": bounded_forward_dynamics", "(abs(low) + errors) * OUTWARD",
     "errors * OUTWARD", FORWARD),
    (RESIDUAL + ": _regular", "if not g < REGULAR:", "if False:", FORWARD),
]  # fmt: skip
